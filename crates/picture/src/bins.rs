//! Into which ranges values are cut: whole numbers for counts, growing ranges for wide spreads.

use crate::number::Unit;
use crate::scale::{drawable, round_step};

/// Most ranges that a histogram has.
const MOST: usize = 24;

/// A largest value that is so many times the median asks for growing ranges.
const WIDE: f64 = 50.0;

/// Ranges of values, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bins {
    /// Where ranges begin, and where the last one ends.
    pub(crate) edges: Vec<f64>,
    /// Whether all values are whole numbers.
    pub(crate) whole: bool,
    /// Whether ranges grow.
    pub(crate) growing: bool,
}

impl Bins {
    /// Ranges for all values; nothing if there are none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter_map(drawable).collect();
        values.sort_unstable_by(f64::total_cmp);
        let (low, high) = (*values.first()?, *values.last()?);
        let whole =
            values.iter().all(|value| value.fract() == 0.0) && high.abs().max(low.abs()) < 1e15;
        let median = values[values.len() / 2];
        if whole && low >= 0.0 && high >= 100.0 && high > WIDE * median.max(1.0) {
            return Some(Self {
                edges: growing_edges(low, high),
                whole,
                growing: true,
            });
        }
        let edges = if whole {
            let count = high - low + 1.0;
            let step = round_step(count / MOST as f64).max(1.0);
            // A single value per range starts where the values do.
            let first = if step == 1.0 {
                low
            } else {
                (low / step).floor() * step
            };
            even_edges(first, high + 1.0, step)
        } else if high - low <= low.abs().max(high.abs()) * 1e-9 {
            let around = high.abs().max(1e-3) * 0.5;
            vec![low - around, high + around]
        } else {
            // Sturges: The choice of a class interval, JASA 21(153), 1926.
            let count = (1.0 + (values.len() as f64).log2()).clamp(4.0, MOST as f64);
            let step = round_step((high - low) / count);
            even_edges((low / step).floor() * step, high, step)
        };
        Some(Self {
            edges,
            whole,
            growing: false,
        })
    }

    /// How many ranges there are.
    pub(crate) fn len(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    /// The range of a value.
    pub(crate) fn place(&self, value: f64) -> usize {
        let after = self.edges.partition_point(|edge| *edge <= value);
        after.saturating_sub(1).min(self.len().saturating_sub(1))
    }

    /// What a range is called.
    pub(crate) fn name(&self, at: usize, unit: Unit) -> String {
        let (from, to) = (self.edges[at], self.edges[at + 1]);
        let tick = |value: f64| unit.tick(value, to - from);
        if self.whole && to - from <= 1.0 {
            tick(from)
        } else if self.whole {
            format!("{} to {}", tick(from), tick(to - 1.0))
        } else {
            format!("{} to {}", tick(from), tick(to))
        }
    }

    /// Whether every range is one value.
    pub(crate) fn single(&self) -> bool {
        self.whole && !self.growing && self.edges.windows(2).all(|pair| pair[1] - pair[0] <= 1.0)
    }
}

fn even_edges(first: f64, end: f64, step: f64) -> Vec<f64> {
    let count = ((end - first) / step - 1e-9).ceil().clamp(1.0, 200.0) as usize;
    (0..=count).map(|at| first + step * at as f64).collect()
}

/// 0, 1, 2, 5, 10, 20, 50, and so on.
fn growing_edges(low: f64, high: f64) -> Vec<f64> {
    let mut edges = vec![0.0];
    let mut power = 1.0;
    while edges.last().is_some_and(|last| *last <= high) {
        edges.extend([power, 2.0 * power, 5.0 * power]);
        power *= 10.0;
    }
    let from = edges.partition_point(|edge| *edge <= low).saturating_sub(1);
    let to = edges.partition_point(|edge| *edge <= high);
    edges[from..=to].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(values: &[f64]) -> Vec<f64> {
        Bins::of(values.iter().copied()).map_or_else(Vec::new, |bins| bins.edges)
    }

    #[test]
    fn counts_have_whole_ranges() {
        assert_eq!(edges(&[1.0, 2.0, 4.0]), [1.0, 2.0, 3.0, 4.0, 5.0]);
        let wide: Vec<f64> = (0..=60).map(f64::from).collect();
        let wide = edges(&wide);
        assert!(wide.iter().all(|edge| edge % 5.0 == 0.0), "{wide:?}");
        assert_eq!(edges(&[7.0]), [7.0, 8.0]);
    }

    #[test]
    fn wide_spreads_have_growing_ranges() {
        let mut values = vec![1.0; 90];
        values.extend([0.0, 3.0, 700.0]);
        let bins = Bins::of(values).unwrap();
        assert!(bins.growing);
        assert_eq!(
            bins.edges,
            [
                0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0
            ]
        );
        assert_eq!(bins.place(3.0), 2);
        assert_eq!(bins.place(700.0), 9);
        assert_eq!(bins.name(2, Unit::Count), "2 to 4");
    }

    #[test]
    fn other_values_have_round_edges() {
        assert_eq!(edges(&[0.1, 0.2, 0.35, 0.9]).first(), Some(&0.0));
        assert!(edges(&[]).is_empty());
        assert_eq!(edges(&[0.5]).len(), 2);
        assert!(edges(&[-1e300, 1e300]).len() > 2);
        assert!(edges(&[f64::NAN]).is_empty());
    }

    #[test]
    fn every_value_has_a_range() {
        for values in [
            vec![0.0, 0.3, 1.0],
            vec![0.0, 1.0, 5_000.0, 1.0],
            vec![-3.0, 12.0],
        ] {
            let bins = Bins::of(values.iter().copied()).unwrap();
            for value in values {
                let at = bins.place(value);
                assert!(bins.edges[at] <= value && value <= bins.edges[at + 1]);
            }
        }
    }
}
