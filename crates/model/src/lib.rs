//! The vocabulary of Lydite: questions, answers, datasets, responses and outcomes, without any I/O.
//!
//! Everything that Lydite reads becomes one of these types, and everything that it computes starts
//! from them. Values stay as the file gave them; what counts as *equal* is for the judge to say.
//!
//! Four states that other tools confuse are kept apart:
//!
//! | state | where |
//! | --- | --- |
//! | missing: nobody gave an answer | `answers: None` |
//! | empty: the answer is the empty set | `answers: Some(set)` with no rows |
//! | out of scope: the knowledge base cannot answer | [`Question::scope`] |
//! | error: the system failed | [`Response::error`] |
//!
//! Random numbers that every crate draws alike are in [`random`].
//!
//! ```
//! use lydite_model::{AnswerSet, Language, Query, Question, Term, Text};
//!
//! let mut question = Question::new("1");
//! question.texts.push(Text::new("en", "Who is the mayor of Berlin?"));
//! question.queries.push(Query::sparql("SELECT ?uri WHERE { … }"));
//! question.answers = Some(AnswerSet::column("uri", [Term::iri("http://example.org/Someone")]));
//!
//! assert_eq!(question.text(&Language::new("en")), Some("Who is the mayor of Berlin?"));
//! assert_eq!(question.answers.map(|answers| answers.len()), Some(1));
//! ```

mod answer;
mod answer_type;
mod cancel;
mod damage;
mod dataset;
mod diagnostic;
mod identity;
mod millis;
mod naming;
mod outcome;
mod prefix;
mod query;
mod question;
pub mod random;
mod response;
mod source;
mod suggest;
mod term;
mod text;

pub use answer::{Answer, AnswerSet, Table, Ties};
pub use answer_type::AnswerType;
pub use cancel::Cancel;
pub use damage::{Damage, Damaged};
pub use dataset::{Dataset, DatasetInfo, Refreshed};
pub use diagnostic::{Action, Code, Diagnostic, Place, Severity, Snippet};
pub use identity::{Language, QuestionId};
pub use millis::{from_millis, to_millis};
pub use naming::{NAMING_PROPERTIES, NAMING_WORDS, naming_rank};
pub use outcome::{Counts, Evidence, Experiment, Gold, Match, Outcome, Status};
pub use prefix::{PREFIXES, PrefixedName};
pub use query::{Query, QueryForm};
pub use question::{Extras, Question, Scope};
pub use response::Response;
pub use source::{Source, Syntax};
pub use suggest::{nearest, similar};
pub use term::{Literal, Term};
pub use text::{Annotation, AnnotationKind, Span, Text, letters};
