//! Several templates for one question: the first, the best, and how they are ranked.

use serde::{Serialize, Serializer};

use crate::criterion::Criterion;
use crate::verdict::{Judgement, TemplateVerdict};

/// The ranks at which precision is given.
const RANKS: [usize; 4] = [1, 3, 5, 10];

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rates {
    /// The share of templates that serve.
    pub precision: f64,
    /// The share of questions with one that serves.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

impl Rates {
    fn new(precision: f64, recall: f64) -> Self {
        let sum = precision + recall;
        let f1 = if sum > 0.0 {
            2.0 * precision * recall / sum
        } else {
            0.0
        };
        Self {
            precision,
            recall,
            f1,
        }
    }
}

/// How well templates serve, for one meaning of serving.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Serving {
    /// Over questions: each counts the same. One without templates has precision 0.
    #[serde(rename = "macro")]
    pub macro_average: Rates,
    /// Over templates: each counts the same.
    #[serde(rename = "micro")]
    pub micro_average: Rates,
    /// The mean over questions of one divided by the rank of the first template that serves, by score.
    pub mean_reciprocal_rank: f64,
    /// The share of the first k templates that serve, by score; of places that are not filled, none do.
    pub precision_at: Vec<(usize, f64)>,
}

/// How well the templates of many questions serve.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Several {
    /// Questions.
    #[serde(skip)]
    pub questions: usize,
    /// Templates of all questions.
    pub templates: usize,
    /// Questions with more than one template.
    #[serde(rename = "questions_with_several")]
    pub with_several: usize,
    /// Templates without a critical problem.
    pub usable: Serving,
    /// Templates without any problem.
    pub good: Serving,
    /// Questions by the least bad verdict on any of their templates.
    #[serde(serialize_with = "by_name")]
    pub best: Vec<(Criterion, usize)>,
}

fn by_name<S: Serializer>(counts: &[(Criterion, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(criterion, count)| (criterion, count)))
}

/// Adds up questions with their templates.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeveralTally {
    questions: usize,
    templates: usize,
    with_several: usize,
    usable: ServingTally,
    good: ServingTally,
    best: [usize; Criterion::ALL.len()],
}

#[derive(Clone, Debug, Default)]
struct ServingTally {
    precision: f64,
    f1: f64,
    questions: usize,
    templates: usize,
    reciprocal_rank: f64,
    at: [f64; RANKS.len()],
}

impl ServingTally {
    /// `serves` says of each template, by rank, whether it serves.
    fn add(&mut self, serves: &[bool]) {
        let count = serves.iter().filter(|serves| **serves).count();
        let precision = count as f64 / serves.len().max(1) as f64;
        let any = count > 0;
        self.precision += precision;
        self.f1 += Rates::new(precision, f64::from(u8::from(any))).f1;
        self.questions += usize::from(any);
        self.templates += count;
        if let Some(first) = serves.iter().position(|serves| *serves) {
            self.reciprocal_rank += 1.0 / (first + 1) as f64;
        }
        for (sum, rank) in self.at.iter_mut().zip(RANKS) {
            let top = serves.iter().take(rank).filter(|serves| **serves).count();
            *sum += top as f64 / rank as f64;
        }
    }

    fn finish(&self, questions: usize, templates: usize) -> Serving {
        let mean = |sum: f64| sum / questions.max(1) as f64;
        let recall = mean(self.questions as f64);
        Serving {
            macro_average: Rates {
                precision: mean(self.precision),
                recall,
                f1: mean(self.f1),
            },
            micro_average: Rates::new(self.templates as f64 / templates.max(1) as f64, recall),
            mean_reciprocal_rank: mean(self.reciprocal_rank),
            precision_at: RANKS.into_iter().zip(self.at.map(mean)).collect(),
        }
    }
}

impl SeveralTally {
    pub(crate) fn add(&mut self, judgement: &Judgement) {
        self.questions += 1;
        self.templates += judgement.offered;
        self.with_several += usize::from(judgement.offered > 1);
        let ranked = match judgement.offered {
            0 => Vec::new(),
            _ => ranked(&judgement.templates),
        };
        let by_rank = |serves: fn(Criterion) -> bool| -> Vec<bool> {
            let criteria = ranked.iter().map(|verdict| verdict.criterion);
            criteria.map(serves).collect()
        };
        self.usable.add(&by_rank(Criterion::is_usable));
        self.good
            .add(&by_rank(|criterion| criterion == Criterion::Good));
        let best = judgement
            .templates
            .iter()
            .map(|verdict| verdict.criterion)
            .max();
        let best = best.unwrap_or(Criterion::TgmFailure);
        let at = Criterion::ALL.iter().position(|known| *known == best);
        if let Some(count) = at.and_then(|at| self.best.get_mut(at)) {
            *count += 1;
        }
    }

    pub(crate) fn finish(&self) -> Several {
        Several {
            questions: self.questions,
            templates: self.templates,
            with_several: self.with_several,
            usable: self.usable.finish(self.questions, self.templates),
            good: self.good.finish(self.questions, self.templates),
            best: Criterion::ALL
                .into_iter()
                .zip(self.best)
                .filter(|(_, count)| *count > 0)
                .collect(),
        }
    }
}

/// The templates by score, if all have one; otherwise as they were given.
fn ranked(templates: &[TemplateVerdict]) -> Vec<&TemplateVerdict> {
    let mut ranked: Vec<&TemplateVerdict> = templates.iter().collect();
    let scores: Option<Vec<f64>> = templates.iter().map(|verdict| verdict.score).collect();
    if scores.is_some() {
        ranked.sort_by(|one, other| {
            let score = |verdict: &TemplateVerdict| verdict.score.unwrap_or_default();
            score(other).total_cmp(&score(one))
        });
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::SeveralTally;
    use crate::{Evaluator, Exchange, TemplateRules};

    fn tally(bodies: &[&str]) -> super::Several {
        let evaluator = Evaluator::new(TemplateRules::Lydite);
        let gold = evaluator.gold("SELECT ?x { ?x a onto:Lake }");
        let mut tally = SeveralTally::default();
        for body in bodies {
            let answer = Exchange::Answered {
                status: 200,
                body: (*body).to_owned(),
            };
            tally.add(&evaluator.judge("", &gold, &answer));
        }
        tally.finish()
    }

    const GOOD: &str = r#"{"query": "SELECT ?x { ?x ?p ?y }", "score": "0.5"}"#;
    const FAIR: &str = r#"{"query": "SELECT ?x { ?x ?p ?y . ?a ?b ?c }", "score": 0.9}"#;
    const BAD: &str = r#"{"query": "SELECT ?x {", "score": 1}"#;

    #[test]
    fn scores_rank_the_templates() {
        let several = tally(&[&format!("[{GOOD}, {FAIR}, {BAD}]"), "[]"]);
        assert_eq!((several.questions, several.templates), (2, 3));
        // By score: bad, fair, good.
        assert_eq!(several.usable.mean_reciprocal_rank, 0.25);
        assert_eq!(several.good.mean_reciprocal_rank, 1.0 / 6.0);
        assert_eq!(several.usable.precision_at[0], (1, 0.0));
        assert_eq!(several.usable.precision_at[1], (3, 1.0 / 3.0));
        assert_eq!(several.usable.macro_average.precision, 1.0 / 3.0);
        assert_eq!(several.usable.macro_average.recall, 0.5);
        assert_eq!(several.usable.micro_average.precision, 2.0 / 3.0);
        let best: Vec<_> = several.best.iter().map(|(c, n)| (c.name(), *n)).collect();
        assert_eq!(best, [("tgm failure", 1), ("good", 1)]);
    }

    #[test]
    fn without_scores_the_order_ranks() {
        let unscored = r#"{"query": "SELECT ?x {"}"#;
        let several = tally(&[&format!("[{GOOD}, {unscored}]")]);
        assert_eq!(several.good.mean_reciprocal_rank, 1.0);
        assert_eq!(several.good.macro_average.precision, 0.5);
    }
}
