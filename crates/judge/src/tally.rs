//! Running sums that become figures.

use std::ops::Range;

use lydite_model::Outcome;
use serde::{Deserialize, Serialize};

use crate::measures::{Add, Measure, Unit};
use crate::rules::Listed;
use crate::statistics::{Estimate, Interval, Sample};

/// One figure of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its place in the document, such as `macro.f1`.
    pub path: String,
    /// The name of what it measures.
    pub measure: String,
    /// What kind of number it is.
    pub unit: Unit,
    /// The value; `None` where there is none.
    pub value: Option<f64>,
    /// The number of questions behind it.
    pub n: u64,
    /// Where the true value probably lies.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "ends")]
    pub interval: Option<Interval>,
}

impl Figure {
    /// What it measures, if this program knows the measure.
    pub fn measure(&self) -> Option<&'static Measure> {
        Measure::parse(&self.measure).ok()
    }
}

/// An interval as the pair of its ends.
mod ends {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Interval;

    #[allow(clippy::ref_option, reason = "serde calls it like this")]
    pub(super) fn serialize<S: Serializer>(
        interval: &Option<Interval>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let ends = interval.map(|interval| [interval.low, interval.high]);
        ends.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Interval>, D::Error> {
        let ends = Option::<[f64; 2]>::deserialize(deserializer)?;
        Ok(ends.map(|[low, high]| Interval { low, high }))
    }
}

/// The sums of some figures over some outcomes.
pub(crate) struct Tally {
    figures: Vec<Listed>,
    prefix: String,
    /// Sums that are needed, each once: measures that add alike share them.
    blocks: Vec<Block>,
    /// Which block each figure is computed from.
    block_of: Vec<usize>,
    sums: Vec<f64>,
    row: Vec<f64>,
    sample: Option<Sample>,
}

/// Neighbouring sums that one function adds to.
struct Block {
    add: &'static Add,
    range: Range<usize>,
}

impl Tally {
    /// Nothing yet. Without a seed there will be no intervals.
    pub(crate) fn new(
        prefix: String,
        figures: impl IntoIterator<Item = Listed>,
        seed: Option<u64>,
    ) -> Self {
        let figures: Vec<Listed> = figures.into_iter().collect();
        let mut blocks: Vec<Block> = Vec::new();
        let mut block_of = vec![0; figures.len()];
        let mut width = 0;
        let mut sampled = 0;
        // Counts have no interval, so their sums come last and need not be drawn.
        for counts in [false, true] {
            for (at, (_, measure)) in figures.iter().enumerate() {
                if (measure.unit == Unit::Count) != counts {
                    continue;
                }
                let alike = |block: &Block| {
                    block.add.is_same(&measure.add) && block.range.len() == measure.width
                };
                block_of[at] = blocks.iter().position(alike).unwrap_or_else(|| {
                    blocks.push(Block {
                        add: &measure.add,
                        range: width..width + measure.width,
                    });
                    width += measure.width;
                    blocks.len() - 1
                });
            }
            if !counts {
                sampled = width;
            }
        }
        Self {
            figures,
            prefix,
            blocks,
            block_of,
            sums: vec![0.0; width],
            row: vec![0.0; width],
            sample: seed.map(|seed| Sample::new(sampled, seed)),
        }
    }

    pub(crate) fn add(&mut self, outcome: &Outcome) {
        self.row.fill(0.0);
        for block in &self.blocks {
            block.add.to(outcome, &mut self.row[block.range.clone()]);
        }
        for (sum, value) in self.sums.iter_mut().zip(&self.row) {
            *sum += value;
        }
        if let Some(sample) = &mut self.sample {
            sample.add(&self.row);
        }
    }

    pub(crate) fn finish(&self) -> Vec<Figure> {
        let estimates: Vec<Estimate> = (0..self.figures.len())
            .map(|at| {
                let (_, measure) = self.figures[at];
                Estimate {
                    value: self.value(at, &self.sums),
                    n: (measure.count)(&self.sums[self.range(at)]),
                    share: measure.unit == Unit::Share,
                }
            })
            .collect();
        let intervals = self
            .sample
            .as_ref()
            .map(|sample| sample.intervals(&estimates, |at, sums| self.value(at, sums)));
        let figures = self
            .figures
            .iter()
            .enumerate()
            .map(|(at, (path, measure))| Figure {
                path: if self.prefix.is_empty() {
                    (*path).to_owned()
                } else {
                    format!("{}.{path}", self.prefix)
                },
                measure: measure.name.to_owned(),
                unit: measure.unit,
                value: Some(estimates[at].value).filter(|value| value.is_finite()),
                n: estimates[at].n as u64,
                interval: intervals.as_ref().and_then(|intervals| intervals[at]),
            });
        figures.collect()
    }

    fn range(&self, figure: usize) -> Range<usize> {
        self.blocks[self.block_of[figure]].range.clone()
    }

    /// The figure for these sums; NaN if they do not go so far, as those that are drawn again leave
    /// out the sums of counts.
    fn value(&self, figure: usize, sums: &[f64]) -> f64 {
        let (_, measure) = self.figures[figure];
        let own = sums.get(self.range(figure));
        own.map_or(f64::NAN, |sums| measure.value.of(sums))
    }
}
