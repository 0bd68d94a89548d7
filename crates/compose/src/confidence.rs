//! How sure an answer is, from what was seen on the way to it.

use lydite_model::AnswerSet;
use serde::Serialize;

use crate::answered::Candidate;

/// What speaks for and against the best query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// How far it is ahead of the next query with another result, at most 2.
    pub lead: f64,
    /// Its score when its result is taken into account, for each word of the question.
    pub score: f64,
    /// How many words it leaves out.
    pub left_out: usize,
    /// How many words the question has.
    pub words: usize,
    /// How many other results the queries gave that were run.
    pub rivals: usize,
    /// How many answers it has.
    pub answers: usize,
    /// Whether there is a query at all.
    pub found: bool,
}

/// Answers that are less likely than this are kept back.
pub(crate) const LEAST: f64 = 0.05;

/// No lead counts more than this.
const LEAD: f64 = 2.0;

/// How many features there are.
const FEATURES: usize = 6;

/// A logistic model of [`Evidence::features`], fitted on the tuned halves of the development sets:
/// `cargo run --release -p lydite-compose --example calibrate` prints these two lines.
const WEIGHTS: [f64; FEATURES] = [0.582, 2.740, -2.017, -1.241, -0.648, -0.083];
const INTERCEPT: f64 = 1.793;

impl Evidence {
    /// What speaks for the first of some candidates, the best first; `next` is the score of the best
    /// query that was not run.
    pub(crate) fn of(
        candidates: &[Candidate],
        next: Option<f32>,
        left_out: usize,
        words: usize,
    ) -> Self {
        let Some(best) = candidates.first() else {
            return Self {
                left_out,
                words,
                ..Self::default()
            };
        };
        let others = || {
            candidates
                .iter()
                .filter(|other| other.answers != best.answers)
        };
        let rival = others().map(|other| other.adjusted).chain(next);
        let rival = rival.max_by(f32::total_cmp).map(f64::from);
        let adjusted = f64::from(best.adjusted);
        let mut results: Vec<&Option<AnswerSet>> = Vec::new();
        for other in others() {
            if !results.contains(&&other.answers) {
                results.push(&other.answers);
            }
        }
        Self {
            lead: rival.map_or(LEAD, |rival| (adjusted - rival).clamp(0.0, LEAD)),
            score: adjusted / words.max(1) as f64,
            left_out,
            words,
            rivals: results.len(),
            answers: best.answers.as_ref().map_or(0, AnswerSet::len),
            found: true,
        }
    }

    /// The same as numbers of about the same size.
    pub fn features(&self) -> [f64; FEATURES] {
        [
            self.lead,
            self.score.clamp(-2.0, 2.0),
            (self.left_out as f64).min(5.0),
            (self.words as f64).min(40.0) / 10.0,
            (self.rivals as f64).min(6.0),
            f64::from(u8::from(self.answers == 0)),
        ]
    }

    /// How likely the answer is right, from 0 to 1.
    pub(crate) fn probability(&self) -> f64 {
        if !self.found {
            return 0.0;
        }
        let features = self.features();
        let sum: f64 = features.iter().zip(WEIGHTS).map(|(x, w)| x * w).sum();
        1.0 / (1.0 + (-(INTERCEPT + sum)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(adjusted: f32, answer: bool) -> Candidate {
        Candidate {
            query: String::new(),
            score: adjusted,
            adjusted,
            answers: Some(AnswerSet::boolean(answer)),
            written: 0,
        }
    }

    #[test]
    fn a_rival_with_another_result_makes_it_less_likely() {
        let alone = Evidence::of(&[candidate(3.0, true), candidate(2.9, true)], None, 0, 5);
        assert_eq!((alone.lead, alone.rivals), (LEAD, 0));
        let close = Evidence::of(&[candidate(3.0, true), candidate(2.9, false)], None, 0, 5);
        assert!((close.lead - 0.1).abs() < 1e-6 && close.rivals == 1);
        assert!(close.probability() < alone.probability());
        let not_run = Evidence::of(&[candidate(3.0, true)], Some(2.5), 0, 5);
        assert!((not_run.lead - 0.5).abs() < 1e-6);
        let left_out = Evidence::of(&[candidate(3.0, true)], None, 2, 5);
        assert!(left_out.probability() < alone.probability());
        assert!((0.0..=1.0).contains(&alone.probability()));
        assert_eq!(Evidence::of(&[], None, 3, 3).probability(), 0.0);
    }
}
