//! Running sums that become figures.

use std::ops::Range;

use lydite_model::Outcome;

use crate::measures::{Measure, Unit};
use crate::rules::Listed;
use crate::statistics::{Estimate, Interval, Sample};

/// One figure of a report.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its place in the document, such as `macro.f1`.
    pub path: String,
    /// What it measures.
    pub measure: &'static Measure,
    /// The value; `None` where there is none.
    pub value: Option<f64>,
    /// The number of questions behind it.
    pub n: u64,
    /// Where the true value probably lies.
    pub interval: Option<Interval>,
}

/// The sums of some figures over some outcomes.
pub(crate) struct Tally {
    figures: &'static [Listed],
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
    add: fn(&Outcome, &mut [f64]),
    range: Range<usize>,
}

impl Tally {
    /// Nothing yet. Without a seed there will be no intervals.
    pub(crate) fn new(prefix: String, figures: &'static [Listed], seed: Option<u64>) -> Self {
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
                    std::ptr::fn_addr_eq(block.add, measure.add)
                        && block.range.len() == measure.width
                };
                block_of[at] = blocks.iter().position(alike).unwrap_or_else(|| {
                    blocks.push(Block {
                        add: measure.add,
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
            (block.add)(outcome, &mut self.row[block.range.clone()]);
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
                let sums = self.blocks[self.block_of[at]].range.clone();
                Estimate {
                    value: (measure.value)(&self.sums[sums.clone()]),
                    of: measure.value,
                    n: (measure.count)(&self.sums[sums.clone()]),
                    share: measure.unit == Unit::Share,
                    sums,
                }
            })
            .collect();
        let sample = self.sample.as_ref();
        let intervals = sample.map(|sample| sample.intervals(&estimates));
        let figures = self
            .figures
            .iter()
            .enumerate()
            .map(|(at, (path, measure))| Figure {
                path: match self.prefix.is_empty() {
                    true => (*path).to_owned(),
                    false => format!("{}.{path}", self.prefix),
                },
                measure,
                value: Some(estimates[at].value).filter(|value| value.is_finite()),
                n: estimates[at].n as u64,
                interval: intervals.as_ref().and_then(|intervals| intervals[at]),
            });
        figures.collect()
    }
}
