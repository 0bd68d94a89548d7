//! Systems that answer questions: one trait, a file for each way to ask.

mod asking;
mod chat;
mod check;
mod descriptor;
mod exchange;
mod exec;
mod file;
mod gerbil;
mod keywords;
mod okbqa;
mod opening;
mod pace;
mod pipeline;
mod qanary;
mod record;
mod replay;
mod reply;
mod secrets;
mod spec;
mod strictness;
mod text2sparql;
mod web;

use lydite_model::{Language, Question, Response};

pub(crate) use chat::ChatModel;
pub use check::{Trial, Tried};
pub use descriptor::{Descriptor, Kind};
pub use exchange::{Exchange, Failure, FailureKind, Turn, Usage};
pub use pipeline::Pipelines;
pub use record::{Recorded, Recorder, Recording};
pub use replay::Replay;
pub use reply::Understood;
pub use secrets::Secrets;
pub(crate) use spec::without_password;
pub use spec::{
    ChatOptions, Encoding, ExecOptions, GerbilOptions, Manners, MaxTokensField, OkbqaModules,
    OkbqaOptions, Price, Protocol, QanaryOptions, Spec, SpecError, SpecProblem, Text2sparqlOptions,
};
pub use strictness::unknown_to_gerbil;

/// Something that answers questions: an answer file, a service, a program, a pipeline.
///
/// ```
/// use lydite_lab::system::{Asked, Descriptor, Exchange, Kind, QaSystem};
/// use lydite_model::{AnswerSet, Question, Response, Term, Text};
///
/// /// Knows one answer.
/// struct Oracle(Descriptor);
///
/// impl QaSystem for Oracle {
///     fn descriptor(&self) -> &Descriptor {
///         &self.0
///     }
///
///     fn ask(&self, asked: &Asked<'_>) -> Exchange {
///         Exchange::from(Response {
///             answers: Some(AnswerSet::column("n", [Term::literal("42")])),
///             ..asked.unanswered()
///         })
///     }
/// }
///
/// let oracle = Oracle(Descriptor::new("oracle", Kind::Pipeline, "pipeline:oracle"));
/// let question = Question {
///     texts: vec![Text::new("en", "What is six by nine?")],
///     ..Question::new("1")
/// };
/// let english = "en".into();
/// let asked = Asked::of(&question, &english).unwrap();
/// assert_eq!(asked.text, "What is six by nine?");
/// assert!(oracle.ask(&asked).failure.is_none());
/// ```
pub trait QaSystem: Send + Sync {
    /// What it is.
    fn descriptor(&self) -> &Descriptor;

    /// How many questions it takes at a time, where it minds. More may be asked; they wait.
    fn jobs(&self) -> Option<usize> {
        None
    }

    /// Asks one question. Several threads may ask at a time. Whatever goes wrong is part of what is
    /// returned: a system that fails has failed at this question, not ended the run.
    fn ask(&self, asked: &Asked<'_>) -> Exchange;
}

/// A question as it is put to a system.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'q> {
    /// The question. Systems look at its texts and identifier alone: the rest is the solution.
    pub question: &'q Question,
    /// What is asked: a question text, or keywords.
    pub text: &'q str,
    /// The language of the text.
    pub language: &'q Language,
    /// The dataset, by its name or IRI, where the system serves several.
    pub dataset: Option<&'q str>,
}

impl<'q> Asked<'q> {
    /// The question in a language, if it has a text in it.
    pub fn of(question: &'q Question, language: &'q Language) -> Option<Self> {
        Some(Self {
            question,
            text: question.text(language)?,
            language,
            dataset: None,
        })
    }

    /// A response to it that says nothing yet.
    pub fn unanswered(&self) -> Response {
        Response {
            question: self.question.id.clone(),
            language: Some(self.language.clone()),
            ..Response::default()
        }
    }
}
