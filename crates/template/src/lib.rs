//! Judges query templates: what the interpreter of a question got wrong, by six criteria.
//!
//! A template generation module (TGM) turns a question into a SPARQL query whose terms are slots. The
//! evaluator of JIST 2018 asks of each template whether it is there, whether it is SPARQL, whether its
//! form fits the question, whether its pattern speaks of what it asks for, whether its range is that of
//! the gold query, and whether all its triples have to do with what it asks for.
//! [`TemplateRules::Reference`] repeats that evaluator with its slips; [`TemplateRules::Lydite`] means
//! what the paper means. `docs/templates.md` argues every difference.
//!
//! | to | see |
//! | --- | --- |
//! | collect questions with gold queries, each once | [`Collector`], [`prepare_gold`] |
//! | say what a module answered | [`Exchange`] |
//! | judge an answer | [`Evaluator`], [`Judgement`], [`Problem`] |
//! | add judgements up | [`Summary`], [`Several`] |
//! | judge the modules after the template | [`disambiguation_score`], [`generation_score`], [`answer_score`], [`Chain`] |
//! | read a query that no store would run | [`syntax::parse`] |
//!
//! ```
//! use lydite_template::{Evaluator, Exchange, TemplateRules};
//!
//! let evaluator = Evaluator::new(TemplateRules::Lydite);
//! let gold = evaluator.gold("ASK { res:Ulm onto:country res:Germany }");
//! let template = Exchange::Query("SELECT ?v1 { ?v1 ?v2 ?v3 }".to_owned());
//! let judgement = evaluator.judge("Is Ulm in Germany?", &gold, &template);
//! assert_eq!(judgement.criterion().name(), "question type (yes-no)");
//! assert!(!judgement.criterion().is_usable());
//! ```

mod attribution;
mod criterion;
mod disambiguation;
mod document;
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
pub mod syntax;
mod verdict;

pub use attribution::{AnswerScore, Chain, Module, answer_score};
pub use criterion::{Criterion, Level, QuestionType};
pub use disambiguation::{
    AtRank, Disambiguation, DisambiguationScore, Proposal, RoleScore, disambiguation_score,
};
pub use evaluator::Evaluator;
pub use generation::{GenerationScore, generated_queries, generation_score};
pub use gold::{GoldQuery, prepare_gold};
pub use pairs::{
    Collector, FileFigures, PAPER_CHUNK, PAPER_LC_QUAD, PAPER_QALD, Pair, PaperFile, Sameness,
    paper_wording,
};
pub use problem::{Problem, SolutionRange, Span, SyntaxReason};
pub use remark::TemplateRemark;
pub use reply::{Candidate, Crash, Exchange, FailureReason, TgmFailure};
pub use rules::{TemplateRules, Validity};
pub use several::{Rates, Serving, Several};
pub use summary::{CriterionCount, Summary};
pub use verdict::{Judgement, TemplateVerdict};
