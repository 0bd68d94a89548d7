//! Judges answers under named and versioned rule sets, and averages them into measures.
//!
//! *What is the F1 of these answers?* has no answer without rules: when two values are the same, what
//! silence means, how questions are averaged. Here the rules have names.
//!
//! | to | see |
//! | --- | --- |
//! | list the rule sets and read why they are as they are | [`rules()`], [`RuleSet`] |
//! | judge one question | [`RuleSet::judge`], [`Case`] |
//! | score a file | [`Scorer`], [`Report`] |
//! | score files of any size | [`Scorer::score_entries`], [`Entries`] |
//! | judge what a system found on its way to the answer | [`Scorer::experiments`], [`experiments`] |
//! | bring in sameAs links, labels and classes | [`Knowledge`], [`SameAs`], [`Labels`], [`Classes`] |
//! | list the measures, or name one of your own | [`measures()`], [`families()`], [`Measure::parse`] |
//! | know how sure a score is | [`Interval`], [`mean_interval`] |
//! | compare systems, and rank them | [`compare`], [`Comparison`], [`Leaderboard`] |
//! | compare two systems | [`Difference`], [`randomisation_test`] |
//!
//! ```
//! use lydite_judge::{rules, Scorer};
//! use lydite_model::{AnswerSet, Question, Response, Term};
//!
//! let mut gold = Question::new("1");
//! gold.answers = Some(AnswerSet::column("n", [Term::literal("42")]));
//! let mut response = Response::from(Question::new("1"));
//! response.answers = Some(AnswerSet::column("n", [Term::literal("true")]));
//!
//! let scores: Vec<_> = rules()
//!     .iter()
//!     .filter(|rules| rules.name.starts_with("gerbil"))
//!     .map(|rules| {
//!         let report = Scorer::new(rules).score([gold.clone()], [response.clone()]);
//!         (rules.name, report.value("macro.f1"))
//!     })
//!     .collect();
//! // From 2019 to 2024, any literal matched any other.
//! assert!(scores.contains(&("gerbil-2019", Some(1.0))));
//! assert!(scores.contains(&("gerbil", Some(0.0))));
//! ```

mod comparison;
mod customary;
mod entry;
pub mod experiments;
mod knowledge;
mod measures;
mod normal;
mod report;
mod rules;
mod score;
mod statistics;
mod tally;

pub use lydite_model::random::SplitMix64;

pub use comparison::{
    ALPHA, Compared, Comparison, Contender, Difference, Headline, Leaderboard, Pair, Randomisation,
    Standing, compare, holm, randomisation_test,
};
pub use customary::{Beside, Customary, Reason, Situation, customary_rules};
pub use knowledge::{
    Asks, Classes, FileKnowledge, Knowledge, Labels, NoKnowledge, Ontology, SameAs,
};
pub use measures::{
    ConfidenceCurve, CurveBuilder, CurvePoint, Family, Measure, MeasureError, Unit, families,
    measure, measures,
};
pub use normal::{iri as normal_iri, meant_iri};
pub use report::{ExperimentReport, FilesDamage, Remark, RemarkKind, Report, RulesId};
pub use rules::{
    Case, Conventions, DecidedCase, Example, RuleFileError, RuleFileProblem, RuleSet, Ruling,
    benchmarks, gerbil, rule_set, rules,
};
pub use score::{About, Chosen, Damage, Entries, Handed, InMemory, Listing, RereadError, Scorer};
pub use statistics::{Interval, mean_interval, paired_difference};
pub use tally::Figure;
