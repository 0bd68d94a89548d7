//! Running sums that become figures.

use lydite_model::Outcome;

use crate::measures::{Measure, Unit};
use crate::rules::Listed;
use crate::statistics::{Interval, Sample};

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
    sums: Vec<f64>,
    row: Vec<f64>,
    sample: Option<Sample>,
}

impl Tally {
    /// Nothing yet. Without a seed there will be no intervals.
    pub(crate) fn new(prefix: String, figures: &'static [Listed], seed: Option<u64>) -> Self {
        let width = figures.iter().map(|(_, measure)| measure.width).sum();
        Self {
            figures,
            prefix,
            sums: vec![0.0; width],
            row: vec![0.0; width],
            sample: seed.map(|seed| Sample::new(width, seed)),
        }
    }

    pub(crate) fn add(&mut self, outcome: &Outcome) {
        self.row.fill(0.0);
        let mut rest = &mut self.row[..];
        for (_, measure) in self.figures {
            let (own, others) = rest.split_at_mut(measure.width);
            (measure.add)(outcome, own);
            rest = others;
        }
        for (sum, value) in self.sums.iter_mut().zip(&self.row) {
            *sum += value;
        }
        if let Some(sample) = &mut self.sample {
            sample.add(&self.row);
        }
    }

    pub(crate) fn finish(&self) -> Vec<Figure> {
        let mut values = Vec::new();
        self.values(&self.sums, &mut values);
        let intervals = self.sample.as_ref().map(|sample| {
            sample.intervals(&values, |sums, values| self.values(sums, values))
        });
        let mut sums = &self.sums[..];
        let mut figures = Vec::with_capacity(self.figures.len());
        for (at, (path, measure)) in self.figures.iter().enumerate() {
            let (own, others) = sums.split_at(measure.width);
            sums = others;
            let averaged = measure.unit != Unit::Count;
            figures.push(Figure {
                path: match self.prefix.is_empty() {
                    true => (*path).to_owned(),
                    false => format!("{}.{path}", self.prefix),
                },
                measure,
                value: Some(values[at]).filter(|value| value.is_finite()),
                n: (measure.count)(own) as u64,
                interval: intervals
                    .as_ref()
                    .and_then(|intervals| intervals[at].filter(|_| averaged)),
            });
        }
        figures
    }

    fn values(&self, mut sums: &[f64], values: &mut Vec<f64>) {
        for (_, measure) in self.figures {
            let (own, others) = sums.split_at(measure.width);
            values.push((measure.value)(own));
            sums = others;
        }
    }
}
