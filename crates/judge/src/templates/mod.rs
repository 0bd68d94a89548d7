//! Templates: what the interpreter of a question got wrong, by six criteria.
//!
//! A template generation module (TGM) turns a question into a SPARQL query whose terms are slots. The
//! evaluator of JIST 2018 asks of each template whether it is there, whether it is SPARQL, whether its
//! form fits the question, whether its pattern speaks of what it asks for, whether its range is that of
//! the gold query, and whether all its triples have to do with what it asks for. [`Rules::Reference`]
//! repeats that evaluator with its slips; [`Rules::Lydite`] means what the paper means.
//! `docs/templates.md` argues every difference.

mod attribution;
mod criterion;
mod disambiguation;
mod evaluator;
mod generation;
mod gold;
mod in_scope;
mod pairs;
mod patterns;
mod problem;
mod reference;
mod refusal;
mod remark;
mod reply;
mod rules;
mod scope;
mod several;
mod slots;
mod summary;
mod verdict;

pub use attribution::{AnswerScore, Chain, Module, answer_score};
pub use criterion::{Criterion, Level, QuestionType};
pub use disambiguation::{
    AtRank, Disambiguation, DisambiguationScore, Proposal, RoleScore, disambiguation_score,
};
pub use evaluator::Evaluator;
pub use generation::{GenerationScore, generated_queries, generation_score};
pub use gold::{Gold, prepare_gold};
pub use pairs::{
    Collection, FileFigures, PAPER_CHUNK, PAPER_LC_QUAD, PAPER_QALD, Pair, PaperFile, Sameness,
    paper_wording,
};
pub use problem::{Place, Problem, Range, SyntaxReason};
pub use remark::Remark;
pub use reply::{Candidate, Crash, Exchange, Failure, FailureReason};
pub use rules::{Rules, Validity};
pub use several::{Rates, Serving, Several};
pub use summary::{Count, Summary};
pub use verdict::{Judgement, Verdict};
