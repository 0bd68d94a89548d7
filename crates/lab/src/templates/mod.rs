//! Query templates of one system or several, judged by the six criteria.

mod asking;
mod cases;
mod chain;
mod datasets;
mod modules;
mod queries;
mod questions;
mod service;
mod summary;
mod system;

use std::fs::File;
use std::io;
use std::time::Duration;

use lydite_template::{
    Evaluator, Exchange, FailureReason, GoldQuery, Judgement, Pair, TemplateRules, TgmFailure,
    Validity,
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

pub use datasets::SummarisedDataset;
pub use modules::{ModuleFigure, ModuleScores, ModuleTally};
pub use questions::{FileGroup, QuestionFiles, QuestionSource, TemplateFigures, TemplateQuestions};
pub use summary::SystemSummary;
pub use system::{TemplateSource, TemplateSystem};

use crate::{Error, Lab};
use chain::Chain;
use queries::Queries;
use service::Service;

/// What is to be judged, and how.
#[derive(Clone, Debug)]
pub struct TemplateEvaluation {
    /// The questions with their gold queries; recorded exchanges may have theirs with them.
    pub questions: Option<QuestionSource>,
    /// The systems that made the templates.
    pub systems: Vec<TemplateSystem>,
    /// The rules.
    pub rules: TemplateRules,
    /// When a template counts as SPARQL.
    pub validity: Validity,
    /// How services are asked.
    pub asking: Asking,
}

/// How services are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asking {
    /// How many requests are under way at a time.
    pub jobs: u16,
    /// How long an answer may take.
    pub patience: Duration,
}

impl Default for Asking {
    fn default() -> Self {
        Self {
            jobs: 4,
            patience: Duration::from_secs(60),
        }
    }
}

/// Whoever wants to see the cases one by one. Nothing is kept of them, so memory does not grow with
/// their number.
pub trait TemplateVisitor {
    /// The cases of a system follow.
    ///
    /// # Errors
    /// What is to be written cannot be; the evaluation ends.
    fn begin(&mut self, system: &TemplateSystem) -> io::Result<()>;

    /// A case was judged.
    ///
    /// # Errors
    /// What is to be written cannot be; the evaluation ends.
    fn take(&mut self, case: &JudgedCase<'_>) -> io::Result<()>;

    /// All cases of the system were judged.
    ///
    /// # Errors
    /// What is to be written cannot be; the evaluation ends.
    fn end(&mut self, summary: &SystemSummary) -> io::Result<()>;
}

/// A question with the answer of a system, judged.
#[derive(Clone, Debug)]
pub struct JudgedCase<'c> {
    /// The question and its gold query.
    pub pair: &'c Pair,
    /// What is known of the gold query.
    pub gold: GoldQuery,
    /// What the system answered.
    pub exchange: &'c Exchange,
    /// How long that took.
    pub millis: Option<f64>,
    /// The verdicts.
    pub judgement: Judgement,
    /// The scores of the modules after the template, where their answers were recorded.
    pub modules: Option<ModuleScores>,
}

impl Serialize for JudgedCase<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let criterion = self.judgement.criterion();
        let mut case = Map::new();
        let mut put = |key: &str, value: Value| {
            case.insert(key.to_owned(), value);
        };
        put("id", self.pair.id.as_str().into());
        put("level", criterion.level().name().into());
        put("criterion", criterion.name().into());
        if !self.pair.source.is_empty() {
            put("source", self.pair.source.as_str().into());
        }
        put("question", self.pair.question.as_str().into());
        if let Some(failure) = self.judgement.failure() {
            put("reason", failure.reason.name().into());
        }
        if let Some(crash) = self.judgement.crash {
            put("reference_crash", format!("{crash:?}").into());
        }
        if let Some(millis) = self.millis {
            put("millis", millis.into());
        }
        if let [first, others @ ..] = self.judgement.templates.as_slice() {
            if let Value::Object(first) = json!(first) {
                let has = ["level", "criterion"];
                let rest = first
                    .into_iter()
                    .filter(|(key, _)| !has.contains(&key.as_str()));
                rest.for_each(|(key, value)| put(&key, value));
            }
            if !others.is_empty() {
                put("all_templates", json!(self.judgement.templates));
            }
        }
        if let Some(modules) = &self.modules {
            put("modules", json!(modules));
        }
        case.serialize(serializer)
    }
}

/// A question with the answer of a system, to be judged.
struct Case<'c> {
    pair: &'c Pair,
    exchange: &'c Exchange,
    millis: Option<f64>,
    /// What the other modules answered.
    modules: Option<&'c Value>,
}

impl Lab {
    /// Judges the templates of all systems, one system after the other, case by case.
    ///
    /// A service that cannot be reached is not an error here, since its failures are verdicts; see
    /// [`SystemSummary::reached`].
    ///
    /// # Errors
    /// There are no questions, a file cannot be read or written, an address is none, or the visitor
    /// has had enough.
    pub fn judge_templates(
        &self,
        evaluation: &TemplateEvaluation,
        visitor: &mut dyn TemplateVisitor,
    ) -> Result<Vec<SystemSummary>, Error> {
        // What can be known to fail does so before the first request.
        for system in &evaluation.systems {
            self.check_templates(&system.source, evaluation.questions.is_some())?;
        }
        let source = evaluation.questions.as_ref();
        let questions = source
            .map(|source| self.template_questions(source, evaluation.rules))
            .transpose()?;
        let mut summaries = Vec::new();
        for system in &evaluation.systems {
            let judging = Judging {
                lab: self,
                evaluation,
                system,
                evaluator: Evaluator::new(evaluation.rules).with_validity(evaluation.validity),
                summary: SystemSummary::new(system, evaluation.rules),
                visitor: &mut *visitor,
            };
            summaries.push(judging.run(source.zip(questions.as_ref()))?);
            self.go_on()?;
        }
        Ok(summaries)
    }

    fn check_templates(&self, source: &TemplateSource, has_questions: bool) -> Result<(), Error> {
        match source {
            TemplateSource::Recorded(path) if path.as_os_str() == "-" => {}
            TemplateSource::Recorded(path) => {
                File::open(path).map_err(Error::file(path))?;
            }
            _ if !has_questions => return Err(Error::NoQuestions),
            TemplateSource::Queries(path) => {
                self.open(path)?;
            }
            TemplateSource::Service { address, then, .. } => {
                let others = [&then.dm, &then.qgm, &then.agm].into_iter().flatten();
                for address in others.chain([address]) {
                    Service::check(address)?;
                }
            }
        }
        Ok(())
    }
}

/// One system being judged.
struct Judging<'j> {
    lab: &'j Lab,
    evaluation: &'j TemplateEvaluation,
    system: &'j TemplateSystem,
    evaluator: Evaluator,
    summary: SystemSummary,
    visitor: &'j mut dyn TemplateVisitor,
}

impl Judging<'_> {
    fn run(
        mut self,
        asked: Option<(&QuestionSource, &TemplateQuestions)>,
    ) -> Result<SystemSummary, Error> {
        let system = self.system;
        match (&system.source, asked) {
            (TemplateSource::Recorded(path), None) => {
                let lab = self.lab;
                // A file without any record is refused before anything is said about it.
                let mut has_begun = false;
                cases::each(lab, path, &mut |case| {
                    if !has_begun {
                        has_begun = true;
                        self.begin()?;
                    }
                    self.take(&case)
                })?;
            }
            (TemplateSource::Recorded(path), Some((_, questions))) => {
                let recorded = cases::by_question(self.lab, path)?;
                self.begin()?;
                for pair in &questions.pairs {
                    self.answered(pair, recorded.get(&pair.question).cloned())?;
                }
            }
            (TemplateSource::Queries(path), Some((asked, questions))) => {
                let queries = Queries::read(self.lab, path, &asked.language)?;
                let several_files = asked.has_several_files();
                self.begin()?;
                for pair in &questions.pairs {
                    self.answered(pair, queries.of(pair, several_files))?;
                }
            }
            (
                TemplateSource::Service {
                    address,
                    record,
                    then,
                },
                Some((asked, questions)),
            ) => {
                let asking = self.evaluation.asking;
                let chain = Chain::new(self.lab, then, asked, asking)?;
                let service = Service::new(self.lab.client()?, address, &asked.language, asking)?;
                let client = asking::Client {
                    lab: self.lab,
                    service: &service,
                    chain: chain.as_ref(),
                    jobs: asking.jobs,
                };
                self.begin()?;
                client.ask_all(&questions.pairs, record.as_deref(), &mut |case| {
                    self.take(&case)
                })?;
            }
            (TemplateSource::Queries(_) | TemplateSource::Service { .. }, None) => {
                return Err(Error::NoQuestions);
            }
        }
        self.summary.finish();
        self.visitor.end(&self.summary).map_err(Error::Write)?;
        Ok(self.summary)
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.visitor.begin(self.system).map_err(Error::Write)
    }

    /// Judges what is stored for a question; nothing may be.
    fn answered(&mut self, pair: &Pair, exchange: Option<Exchange>) -> Result<(), Error> {
        let none = || Exchange::Failed(TgmFailure::new(FailureReason::NoAnswer, ""));
        self.take(&Case {
            pair,
            exchange: &exchange.unwrap_or_else(none),
            millis: None,
            modules: None,
        })
    }

    fn take(&mut self, case: &Case<'_>) -> Result<(), Error> {
        let gold = self.evaluator.gold(&case.pair.sparql);
        let judgement = self
            .evaluator
            .judge(&case.pair.question, &gold, case.exchange);
        let modules = case
            .modules
            .map(|record| ModuleScores::judge(&case.pair.sparql, &judgement, record));
        let judged = JudgedCase {
            pair: case.pair,
            gold,
            exchange: case.exchange,
            millis: case.millis,
            judgement,
            modules,
        };
        self.summary.add(&judged);
        self.visitor.take(&judged).map_err(Error::Write)
    }
}
