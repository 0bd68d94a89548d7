//! Which component to believe, once all were run: by what they say, not by the question.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::model::Cell;
use super::outcomes::SUCCESS;
use crate::learn::{Boosted, BoostedOptions, LearnError, Matrix, Rows};

/// Predicts from what the components of a task found which of them are right: those that agree with others, and
/// that the graph bears out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Agreement {
    trees: Option<Boosted>,
    /// How likely a component is right where nothing more is known.
    share: f64,
}

impl Agreement {
    /// Learns from what the components of a task did for questions.
    pub(super) fn train(
        questions: &[&[Option<Cell>]],
        components: usize,
    ) -> Result<Self, LearnError> {
        let mut rows = Matrix::new(width(components));
        let mut right = Vec::new();
        for cells in questions {
            for (at, cell) in cells.iter().enumerate() {
                if let Some(f1) = cell.as_ref().and_then(|cell| cell.f1) {
                    rows.push(&features(cells, at))?;
                    right.push(f1 >= SUCCESS);
                }
            }
        }
        let share = right.iter().filter(|right| **right).count() as f64 / right.len().max(1) as f64;
        let options = BoostedOptions {
            trees: 80,
            leaves: 8,
            rate: 0.1,
            ..BoostedOptions::default()
        };
        let trees = if rows.rows() == 0 {
            None
        } else {
            match Boosted::fit(&rows, &right, &options) {
                Err(LearnError::OneClass { .. }) => None,
                trees => Some(trees?),
            }
        };
        Ok(Self { trees, share })
    }

    /// How likely each component is right about a question.
    pub(crate) fn chances(&self, cells: &[Option<Cell>]) -> Vec<f64> {
        let chance = |at: usize| match (&self.trees, &cells[at]) {
            (_, None) => 0.0,
            (None, Some(_)) => self.share,
            (Some(trees), Some(_)) => trees.probability(&features(cells, at)),
        };
        (0..cells.len()).map(chance).collect()
    }
}

fn width(components: usize) -> usize {
    2 * components + 5
}

/// What is known about a component: which it is, how far it agrees with each of the others, and how much it found.
fn features(cells: &[Option<Cell>], at: usize) -> Vec<f64> {
    let mut row = vec![0.0; cells.len()];
    row[at] = 1.0;
    let own = found(&cells[at]);
    let mut agreed = 0.0;
    let mut others = 0.0;
    for (other, cell) in cells.iter().enumerate() {
        if other == at || cell.is_none() {
            row.push(f64::NAN);
            continue;
        }
        let agreement = overlap(&own, &found(cell));
        agreed += agreement;
        others += 1.0;
        row.push(agreement);
    }
    let same = |cell: &Option<Cell>| !own.is_empty() && found(cell) == own;
    row.push(agreed / f64::max(others, 1.0));
    row.push(cells.iter().filter(|cell| same(cell)).count() as f64);
    row.push(own.len() as f64);
    row.push(cells[at].as_ref().map_or(f64::NAN, |cell| cell.borne_out));
    row.push(cells.iter().filter(|cell| !found(cell).is_empty()).count() as f64);
    row
}

/// What a component found; of queries, of which one is right, only the first counts.
fn found(cell: &Option<Cell>) -> BTreeSet<&str> {
    let found = cell.iter().flat_map(|cell| &cell.found);
    found.map(String::as_str).collect()
}

/// The F-score of one set against the other; two empty ones agree.
fn overlap(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> f64 {
    if one.is_empty() && other.is_empty() {
        return 1.0;
    }
    let both = one.intersection(other).count() as f64;
    2.0 * both / (one.len() + other.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(found: &[&str], f1: f64) -> Option<Cell> {
        Some(Cell {
            f1: Some(f1),
            millis: 1.0,
            found: found.iter().map(|&one| one.to_owned()).collect(),
            borne_out: 1.0,
        })
    }

    #[test]
    fn who_agrees_is_believed() {
        // Two of three are always right together; the third is right only when it agrees.
        let mut questions = Vec::new();
        for at in 0..120 {
            let right = format!("e{at}");
            let odd = if at % 3 == 0 {
                right.clone()
            } else {
                "x".to_owned()
            };
            let own = f64::from(u8::from(odd == right));
            questions.push([
                cell(&[&right], 1.0),
                cell(&[&right], 1.0),
                cell(&[&odd], own),
            ]);
        }
        let rows: Vec<&[Option<Cell>]> = questions.iter().map(|cells| &cells[..]).collect();
        let agreement = Agreement::train(&rows, 3).unwrap();
        let chances = agreement.chances(&[cell(&["a"], 0.0), None, cell(&["b"], 0.0)]);
        assert!(chances[0] > chances[2] && chances[1] == 0.0, "{chances:?}");
        let chances = agreement.chances(&[cell(&["a"], 0.0), None, cell(&["a"], 0.0)]);
        assert!(chances[2] > 0.8, "{chances:?}");
    }

    #[test]
    fn nothing_to_learn_from_leaves_the_share() {
        let none: [Option<Cell>; 2] = [None, None];
        let agreement = Agreement::train(&[&none[..]], 2).unwrap();
        assert_eq!(agreement.chances(&[cell(&["a"], 0.0), None]), [0.0, 0.0]);
        let always = [cell(&["a"], 1.0), cell(&["a"], 1.0)];
        let agreement = Agreement::train(&[&always[..]], 2).unwrap();
        assert_eq!(agreement.chances(&always), [1.0, 1.0]);
    }
}
