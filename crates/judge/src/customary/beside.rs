//! Our figures beside those of a benchmark's own scorer, with what makes the difference.

use std::collections::HashMap;
use std::fmt;

use lydite_model::{Gold, Outcome, Status};

use super::Customary;
use crate::{Report, RuleSet, rule_set};

/// The headlines of two reports on the same answers, and what makes the difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The score of the benchmark's own scorer.
    pub theirs: Option<f64>,
    /// The score of the other rules.
    pub ours: Option<f64>,
    /// What the difference consists of; the effects add up to it, but for the rest.
    pub reasons: Vec<Reason>,
    /// What remains, because one of the two is no mean over questions.
    pub rest: f64,
    /// Empty answers to questions that have answers and what they add to the mean precision, where
    /// the scorer counts them as precise.
    pub empty_as_precise: Option<(u64, f64)>,
}

/// A part of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// What happens to the questions.
    pub situation: Situation,
    /// How many there are.
    pub questions: u64,
    /// What they add to the score.
    pub effect: f64,
}

/// What happens to a question under one scorer and not under the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Situation {
    /// It is not counted.
    LeftOut,
    /// It is counted, and is not elsewhere.
    Added,
    /// An empty answer, or none, scores more.
    SilenceScores,
    /// An answer that has nothing in common with the gold answer scores.
    NothingInCommon,
    /// Silence about a question without answers scores nothing.
    RightSilence,
    /// It scores more.
    Higher,
    /// It scores less.
    Lower,
    /// It scores the same, but weighs more or less because others are left out.
    Weight,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, several) = match self.situation {
            Situation::LeftOut => ("question left out", "questions left out"),
            Situation::Added => ("question more", "questions more"),
            Situation::SilenceScores => ("empty answer that scores", "empty answers that score"),
            Situation::NothingInCommon => (
                "answer that scores without a right value",
                "answers that score without a right value",
            ),
            Situation::RightSilence => (
                "question without answers lost",
                "questions without answers lost",
            ),
            Situation::Higher => ("question scored higher", "questions scored higher"),
            Situation::Lower => ("question scored lower", "questions scored lower"),
            Situation::Weight => ("question weighed anew", "questions weighed anew"),
        };
        let what = if self.questions == 1 { one } else { several };
        write!(f, "{} {what} ({:+.3})", self.questions, self.effect)
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(theirs), Some(ours)) = (self.theirs, self.ours) {
            let difference = theirs - ours;
            if self.reasons.is_empty() && self.rest.abs() < 5e-4 {
                f.write_str("no question is scored differently")?;
            } else {
                write!(f, "the difference of {difference:+.3} is ")?;
                let mut parts: Vec<String> = self.reasons.iter().map(Reason::to_string).collect();
                if self.rest.abs() >= 5e-4 {
                    parts.push(format!("another way to average ({:+.3})", self.rest));
                }
                f.write_str(&parts.join(", "))?;
            }
        } else {
            f.write_str("one of them has no score")?;
        }
        if let Some((answers, effect)) = self.empty_as_precise {
            let answers = match answers {
                1 => "1 empty answer is".to_owned(),
                several => format!("{several} empty answers are"),
            };
            write!(f, "; {answers} counted as precise (precision {effect:+.3})")?;
        }
        Ok(())
    }
}

impl Customary {
    /// What makes the difference between the report of the benchmark's own scorer and another one
    /// of the same answers.
    pub fn beside(&self, theirs: &Report, ours: &Report) -> Beside {
        let score = |report: &Report| report.value(&report.headline()[2]);
        let mut beside = Beside {
            theirs: score(theirs),
            ours: score(ours),
            reasons: Vec::new(),
            rest: 0.0,
            empty_as_precise: None,
        };
        let our_rules = rule_set(&ours.rules.name);
        let others: HashMap<_, &Outcome> =
            ours.outcomes.iter().map(|one| (key(one), one)).collect();
        let counted = |report: &Report, rules: Option<&RuleSet>| {
            let counts = |one: &&Outcome| rules.is_none_or(|rules| rules.averages(one));
            report.outcomes.iter().filter(counts).count() as f64
        };
        let (n, m) = (counted(theirs, Some(self.rules)), counted(ours, our_rules));
        let mut sums: HashMap<Situation, (u64, f64)> = HashMap::new();
        let mut empty = (0, 0.0);
        let mut explained = 0.0;
        for one in &theirs.outcomes {
            let Some(other) = others.get(&key(one)) else {
                continue;
            };
            let here = self.rules.averages(one).then_some(one.f1 / n);
            let there = our_rules.is_none_or(|rules| rules.averages(other));
            let there = there.then_some(other.f1 / m);
            let effect = here.unwrap_or_default() - there.unwrap_or_default();
            explained += effect;
            if here.is_some() && is_silent(one) && other.gold == Gold::Answerable {
                let gain = one.precision - other.precision;
                if gain > 0.0 {
                    empty = (empty.0 + 1, empty.1 + gain / n);
                }
            }
            let Some(situation) = situation(one, other, here.is_some(), there.is_some()) else {
                // Not what is left over when fractions are rounded.
                if effect.abs() > 1e-12 {
                    let sum = sums.entry(Situation::Weight).or_default();
                    *sum = (sum.0 + 1, sum.1 + effect);
                }
                continue;
            };
            let sum = sums.entry(situation).or_default();
            *sum = (sum.0 + 1, sum.1 + effect);
        }
        let reasons = sums
            .into_iter()
            .map(|(situation, (questions, effect))| Reason {
                situation,
                questions,
                effect,
            });
        beside.reasons = reasons.collect();
        beside.reasons.sort_by_key(|reason| reason.situation);
        if let (Some(theirs), Some(ours)) = (beside.theirs, beside.ours) {
            beside.rest = theirs - ours - explained;
        }
        beside.empty_as_precise = (empty.0 > 0).then_some(empty);
        beside
    }
}

fn key(outcome: &Outcome) -> (&str, Option<&str>) {
    let language = outcome.language.as_ref();
    (
        outcome.question.as_str(),
        language.map(lydite_model::Language::as_str),
    )
}

fn is_silent(outcome: &Outcome) -> bool {
    !matches!(outcome.status, Status::Answered)
}

fn situation(one: &Outcome, other: &Outcome, here: bool, there: bool) -> Option<Situation> {
    match (here, there) {
        (false, false) => return None,
        (false, true) => return Some(Situation::LeftOut),
        (true, false) => return Some(Situation::Added),
        (true, true) => {}
    }
    if (one.f1 - other.f1).abs() < 1e-12 {
        return None;
    }
    Some(if one.f1 > other.f1 {
        if is_silent(one) {
            Situation::SilenceScores
        } else if other.f1 == 0.0 {
            Situation::NothingInCommon
        } else {
            Situation::Higher
        }
    } else if is_silent(one) && other.gold != Gold::Answerable {
        Situation::RightSilence
    } else {
        Situation::Lower
    })
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Question, Response, Source, Syntax, Term};

    use super::*;
    use crate::Scorer;

    #[test]
    fn what_makes_the_difference_is_told_in_numbers() {
        let gold = |id: &str, source: &str| Question {
            source: Source::new(Syntax::Record, source),
            answers: Some(AnswerSet::column("x", [Term::literal("m.1")])),
            ..Question::new(id)
        };
        let good = r#"{"Parses": [{"AnnotatorComment": {"QuestionQuality": "Good", "ParseQuality": "Complete"}, "Answers": [{"AnswerArgument": "m.1"}]}]}"#;
        let bad = r#"{"Parses": [{"AnnotatorComment": {"QuestionQuality": "Bad", "ParseQuality": "Complete"}, "Answers": [{"AnswerArgument": "m.1"}]}]}"#;
        let questions = [gold("1", good), gold("2", good), gold("3", bad)];
        let mut answers: Vec<Response> = questions.iter().cloned().map(Response::from).collect();
        answers[1].answers = Some(AnswerSet::empty());
        answers[2].answers = Some(AnswerSet::empty());
        let report =
            |rules: &str| Scorer::new(rule_set(rules).unwrap()).score(&questions, &answers);
        let customary = Customary {
            benchmark: "WebQSP",
            rules: rule_set("webqsp").unwrap(),
            trap: "",
        };
        let beside = customary.beside(&report("webqsp"), &report("lydite"));
        assert_eq!(beside.theirs, Some(0.5));
        assert!((beside.ours.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        let effects: f64 = beside.reasons.iter().map(|reason| reason.effect).sum();
        assert!((effects + beside.rest - (0.5 - 1.0 / 3.0)).abs() < 1e-12);
        assert_eq!(
            beside.to_string(),
            "the difference of +0.167 is 1 question left out (+0.000), 1 question weighed anew \
             (+0.167); 1 empty answer is counted as precise (precision +0.500)"
        );
    }
}
