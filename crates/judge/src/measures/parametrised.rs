//! Measures with a parameter: Fβ, hits among the first k, the share of questions above a threshold.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method is not for any lifetime of what it is called on"
)]

use lydite_model::Outcome;

use super::asked::Of;
use super::{Add, Asked, MACRO_F1, MICRO_F1, Measure, MeasureError, Unit, Value, micro_average};

/// Measures that differ by a parameter.
///
/// ```
/// use lydite_judge::{Measure, families};
/// assert!(families().iter().all(|family| Measure::parse(family.example).is_ok()));
/// ```
#[derive(Debug)]
pub struct Family {
    /// Its name in front of the parameter.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// How the parameter is written.
    pub notation: &'static str,
    /// One of its measures.
    pub example: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    pub(super) takes: Takes,
}

/// What a family takes as its parameter, and what becomes of it.
#[derive(Debug)]
pub(super) enum Takes {
    /// `@k`, a number of places from 1.
    Places(fn(f64, &Outcome, &mut [f64])),
    /// `@k`, a number of rows or cells from 1.
    First(fn(usize) -> Of),
    /// `(beta=β)`, the weight of recall.
    Beta(fn(f64) -> Parts),
    /// `(f1>=t)`, a score and the least value of it.
    Threshold,
}

/// What a family makes of its parameter.
pub(super) struct Parts {
    width: usize,
    add: Add,
    value: Value,
    count: fn(&[f64]) -> f64,
}

const VAN_RIJSBERGEN: &str = "van Rijsbergen, Information Retrieval, 1979, chapter 7";

static FAMILIES: [Family; 9] = [
    Family {
        name: "f",
        aliases: &["macro_f"],
        notation: "F(beta=β)",
        example: "F(beta=2)",
        title: "mean Fβ of the questions, with recall weighted β times as much as precision",
        formula: "Σ (1 + β²)PR / (β²P + R) / n; 0 for a question with P = R = 0",
        reference: VAN_RIJSBERGEN,
        takes: Takes::Beta(|beta| Parts {
            width: 2,
            add: Add::With(beta, |beta, outcome, sums| {
                sums[0] += f_beta(beta, outcome.precision, outcome.recall);
                sums[1] += 1.0;
            }),
            value: Value::Ratio(0, 1),
            count: |sums| sums[1],
        }),
    },
    Family {
        name: "micro_f",
        aliases: &[],
        notation: "micro_F(beta=β)",
        example: "micro_F(beta=2)",
        title: "Fβ over all answers, with recall weighted β times as much as precision",
        formula: "(1 + β²)PR / (β²P + R) of micro precision and recall",
        reference: VAN_RIJSBERGEN,
        takes: Takes::Beta(|beta| Parts {
            width: 4,
            add: Add::Plain(micro_average::add),
            value: Value::With(beta, |beta, sums| {
                let (precision, recall, _) = micro_average::micro(sums);
                f_beta(beta, precision, recall)
            }),
            count: |sums| sums[3],
        }),
    },
    Family {
        name: "hits",
        aliases: &["success", "hits_at"],
        notation: "hits@k",
        example: "hits@3",
        title: "share of ranked answers with a correct item among the first k",
        formula: "|{rank of the first correct answer ≤ k}| / number of ranked answers",
        reference: "Bordes et al., Translating embeddings for modeling multi-relational data, NIPS 2013",
        takes: Takes::Places(|places, outcome, sums| {
            if let Some(rank) = outcome.rank {
                sums[0] += share(rank > 0 && rank as f64 <= places);
                sums[1] += 1.0;
            }
        }),
    },
    Family {
        name: "mrr",
        aliases: &["RR"],
        notation: "mrr@k",
        example: "mrr@10",
        title: "mean reciprocal rank of the first correct answer, if it is among the first k",
        formula: "Σ 1/rank / number of ranked answers; 1/rank = 0 if none of the first k is \
            correct",
        reference: "Voorhees, The TREC-8 question answering track report, 1999",
        takes: Takes::Places(|places, outcome, sums| {
            if let Some(rank) = outcome.rank {
                if rank > 0 && rank as f64 <= places {
                    sums[0] += 1.0 / rank as f64;
                }
                sums[1] += 1.0;
            }
        }),
    },
    Family {
        name: "success",
        aliases: &[],
        notation: "success(SCORE>=t) or success(SCORE>t), of f1, precision or recall",
        example: "success(f1>=0.5)",
        title: "share of questions whose score reaches a threshold",
        formula: "|{score ≥ t}| / n",
        reference: "–",
        takes: Takes::Threshold,
    },
    Family {
        name: "row_hits",
        aliases: &["row_hit"],
        notation: "row_hits@k",
        example: "row_hits@1",
        title: "share of questions with a right row among the first k, in the order of the file",
        formula: "|{one of the first k rows is right}| / n; 1 where both have no row",
        reference: ROWS,
        takes: Takes::First(|most| Of::FirstRows(most, |of, most| of.hit(most))),
    },
    Family {
        name: "row_precision",
        aliases: &["row_p"],
        notation: "row_precision@k",
        example: "row_precision@5",
        title: "mean share of right rows among the first k, in the order of the file",
        formula: "right rows among the first k / the lesser of k and the gold rows; 1 where both have \
            no row",
        reference: ROWS,
        takes: Takes::First(|most| Of::FirstRows(most, |of, most| of.precision_at(most))),
    },
    Family {
        name: "hit",
        aliases: &[],
        notation: "hit@k",
        example: "hit@1",
        title: "share of questions with a right cell among the first k",
        formula: "|{one of the first k cells is right}| / n; nothing against nothing is 0",
        reference: "t2s-metrics 1.2.0; departure: none",
        takes: Takes::First(|most| Of::FirstCells(most, |of, most| of.hit(most))),
    },
    Family {
        name: "p",
        aliases: &["cell_precision"],
        notation: "p@k",
        example: "p@1",
        title: "mean share of right cells among the first k",
        formula: "right cells among the first k / k; nothing against nothing is 0",
        reference: "t2s-metrics 1.2.0; departure: none",
        takes: Takes::First(|most| Of::FirstCells(most, |of, most| of.precision_at(most))),
    },
];

const ROWS: &str = "Voorhees, TREC-8, 1999; our own convention: a row is right if it has all cells of a \
    gold row that no row before it has; columns of labels do not count";

/// All families of measures with a parameter.
pub fn families() -> &'static [Family] {
    &FAMILIES
}

fn share(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn f_beta(beta: f64, precision: f64, recall: f64) -> f64 {
    let square = beta * beta;
    let below = square * precision + recall;
    if below == 0.0 {
        0.0
    } else {
        (1.0 + square) * precision * recall / below
    }
}

/// The scores that a threshold is about, with the two ways to reach it.
type Reaches = fn(f64, &Outcome, &mut [f64]);
static SCORES: [(&[&str], Reaches, Reaches); 3] = [
    (
        &["f1", "f"],
        |least, outcome, sums| reach(outcome.f1 >= least, sums),
        |least, outcome, sums| reach(outcome.f1 > least, sums),
    ),
    (
        &["precision", "p"],
        |least, outcome, sums| reach(outcome.precision >= least, sums),
        |least, outcome, sums| reach(outcome.precision > least, sums),
    ),
    (
        &["recall", "r"],
        |least, outcome, sums| reach(outcome.recall >= least, sums),
        |least, outcome, sums| reach(outcome.recall > least, sums),
    ),
];

fn reach(reaches: bool, sums: &mut [f64]) {
    sums[0] += share(reaches);
    sums[1] += 1.0;
}

impl Family {
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self
                .aliases
                .iter()
                .any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// The measure for `@k`.
    pub(super) fn at(&'static self, places: &str) -> Option<Result<Made, MeasureError>> {
        let number = places.trim().parse::<u32>().ok().filter(|&k| k > 0);
        let add = match self.takes {
            Takes::Places(add) => Add::With(number.map_or(0.0, f64::from), add),
            Takes::First(of) => Add::Asked(Asked {
                name: self.name,
                of: of(number.unwrap_or_default() as usize),
            }),
            Takes::Beta(_) | Takes::Threshold => return None,
        };
        Some(match number {
            Some(k) => Ok(Made::New {
                name: format!("{}@{k}", self.name),
                family: self,
                parts: Parts {
                    width: 2,
                    add,
                    value: Value::Ratio(0, 1),
                    count: |sums| sums[1],
                },
            }),
            None => Err(self.refuses(places)),
        })
    }

    /// The measure for what stands in parentheses.
    pub(super) fn with(&'static self, given: &str) -> Option<Result<Made, MeasureError>> {
        match self.takes {
            Takes::Places(_) | Takes::First(_) => None,
            Takes::Beta(parts) => Some(self.with_beta(given, parts)),
            Takes::Threshold => Some(self.with_threshold(given)),
        }
    }

    fn with_beta(
        &'static self,
        given: &str,
        parts: fn(f64) -> Parts,
    ) -> Result<Made, MeasureError> {
        let value = given
            .split_once('=')
            .filter(|(key, _)| matches!(key.trim(), "beta" | "b" | "β"))
            .and_then(|(_, value)| value.trim().parse::<f64>().ok())
            .filter(|beta| beta.is_finite() && *beta > 0.0);
        let Some(beta) = value else {
            return Err(self.refuses(given));
        };
        if beta == 1.0 {
            // What F1 is, the rule set says.
            let is_micro = self.name == "micro_f";
            return Ok(Made::Known(if is_micro { &MICRO_F1 } else { &MACRO_F1 }));
        }
        Ok(Made::New {
            name: format!("{}(beta={beta})", self.name),
            family: self,
            parts: parts(beta),
        })
    }

    fn with_threshold(&'static self, given: &str) -> Result<Made, MeasureError> {
        let refused = || self.refuses(given);
        let (score, rest) = given.split_once('>').ok_or_else(refused)?;
        let (value, inclusive) = match rest.strip_prefix('=') {
            Some(value) => (value, true),
            None => (rest, false),
        };
        let score = score.trim();
        let called = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(score));
        let (names, at_least, above) = SCORES
            .iter()
            .find(|(names, ..)| called(names))
            .ok_or_else(refused)?;
        let value: f64 = value.trim().parse().map_err(|_| refused())?;
        if !(0.0..=1.0).contains(&value) {
            return Err(refused());
        }
        let (sign, add) = if inclusive {
            (">=", *at_least)
        } else {
            (">", *above)
        };
        Ok(Made::New {
            name: format!("{}({}{sign}{value})", self.name, names[0]),
            family: self,
            parts: Parts {
                width: 2,
                add: Add::With(value, add),
                value: Value::Ratio(0, 1),
                count: |sums| sums[1],
            },
        })
    }

    fn refuses(&self, given: &str) -> MeasureError {
        MeasureError::Parameter {
            measure: self.name,
            given: given.trim().to_owned(),
            notation: self.notation,
        }
    }
}

/// What a name with a parameter comes to.
pub(super) enum Made {
    /// A measure that has a name of its own.
    Known(&'static Measure),
    /// One more of a family.
    New {
        name: String,
        family: &'static Family,
        parts: Parts,
    },
}

impl Parts {
    /// The measure with this name.
    pub(super) fn measure(self, name: &'static str, family: &'static Family) -> Measure {
        Measure {
            name,
            title: family.title,
            formula: family.formula,
            reference: family.reference,
            aliases: &[],
            unit: Unit::Share,
            width: self.width,
            add: match self.add {
                Add::Asked(asked) => Add::Asked(Asked { name, ..asked }),
                add => add,
            },
            value: self.value,
            count: self.count,
        }
    }
}
