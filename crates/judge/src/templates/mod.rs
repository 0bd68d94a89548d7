//! Templates: what the interpreter of a question got wrong, by six criteria.
//!
//! A template generation module (TGM) turns a question into a SPARQL query whose terms are slots. The
//! evaluator of JIST 2018 asks of each template whether it is there, whether it is SPARQL, whether its
//! form fits the question, whether its pattern speaks of what it asks for, whether its range is that of
//! the gold query, and whether all its triples have to do with what it asks for. [`Rules::Reference`]
//! repeats that evaluator with its slips; [`Rules::Lydite`] means what the paper means.
//! `docs/templates.md` argues every difference.

mod criterion;
mod evaluator;
mod gold;
mod problem;
mod reference;
mod remark;
mod reply;
mod rules;
mod scope;
mod slots;

pub use criterion::{Criterion, Level, QuestionType};
pub use evaluator::{Evaluator, Judgement, Verdict};
pub use gold::{Gold, prepare_gold};
pub use problem::{Place, Problem, Range, SyntaxReason};
pub use remark::Remark;
pub use reply::{Candidate, Crash, Exchange, Failure, FailureReason};
pub use rules::{Rules, Validity};
