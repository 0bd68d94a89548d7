//! How the values of a feature are spread, in the sample and in the whole.

use std::collections::BTreeMap;

use crate::Pool;

/// Features with at most this many values have a bar for each.
const MOST_VALUES: usize = 12;

/// How many ranges others are cut into.
const RANGES: usize = 10;

/// The values of a feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The feature.
    pub feature: String,
    /// Its values or ranges of values, ascending.
    pub bins: Vec<Bin>,
}

/// A value or a range of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bin {
    /// What it is called.
    pub label: String,
    /// Which share of all questions has it.
    pub whole: f64,
    /// Which share of the sample has it.
    pub sample: f64,
}

impl Histogram {
    /// One for each feature of a pool.
    ///
    /// ```
    /// use lydite_sample::{Histogram, Pool};
    ///
    /// let mut pool = Pool::new(["tps"]);
    /// for (id, tps) in [("1", 1.0), ("2", 1.0), ("3", 1.0), ("4", 2.0)] {
    ///     pool.push(id, &[tps])?;
    /// }
    /// let histograms = Histogram::all(&pool, &[0, 3]);
    /// let first = &histograms[0].bins[0];
    /// assert_eq!((first.label.as_str(), first.whole, first.sample), ("1", 0.75, 0.5));
    /// # Ok::<(), lydite_sample::SampleError>(())
    /// ```
    pub fn all(pool: &Pool, sample: &[usize]) -> Vec<Self> {
        let features = pool.features().iter().enumerate();
        features
            .map(|(column, feature)| Self {
                feature: feature.clone(),
                bins: bins(pool, column, sample),
            })
            .collect()
    }
}

fn bins(pool: &Pool, column: usize, sample: &[usize]) -> Vec<Bin> {
    let value = |question: usize| pool.values(question)[column];
    let values: BTreeMap<Ordered, ()> = (0..pool.len())
        .map(|question| (Ordered(value(question)), ()))
        .collect();
    let (Some((first, ())), Some((last, ()))) = (values.first_key_value(), values.last_key_value())
    else {
        return Vec::new();
    };
    let (least, most) = (first.0, last.0);
    let known: Vec<f64> = values.keys().map(|value| value.0).collect();
    let few = known.len() <= MOST_VALUES;
    let count = if few { known.len() } else { RANGES };
    let place = |value: f64| {
        if few {
            return known.partition_point(|other| *other < value);
        }
        let share = (value - least) / (most - least);
        ((share * count as f64) as usize).min(count - 1)
    };
    let (mut whole, mut chosen) = (vec![0.0; count], vec![0.0; count]);
    for question in 0..pool.len() {
        whole[place(value(question))] += 1.0 / pool.len() as f64;
    }
    for question in sample {
        chosen[place(value(*question))] += 1.0 / sample.len() as f64;
    }
    (0..count)
        .map(|at| Bin {
            label: if few {
                short(known[at])
            } else {
                let edge = |at: usize| least + (most - least) * at as f64 / count as f64;
                format!("{}–{}", short(edge(at)), short(edge(at + 1)))
            },
            whole: whole[at],
            sample: chosen[at],
        })
        .collect()
}

fn short(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

/// A number that is not NaN: a pool has no others.
#[derive(PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
