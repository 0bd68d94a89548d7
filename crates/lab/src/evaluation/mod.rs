//! One evaluation behind every command: gold, answers, knowledge, rules, language and sample become
//! reports.

mod systems;

use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_graph::{KnowledgeGraph, Limits};
use lydite_judge::{Chosen, FileKnowledge, Report, RuleSet, Scorer, rule_set};
use lydite_model::{Language, Question, Response};
use serde::Serialize;

use crate::execution::Executor;
use crate::files::{Answers, Gold, KnowledgeFiles};
use crate::knowledge::{GraphKnowledge, Together, Unanswered};
use crate::{Error, Lab, Record};

pub use systems::System;

/// Files of this size together are judged without holding them in memory.
const LARGE: u64 = 256 << 20;

/// What is to be evaluated, and how.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The benchmark.
    pub gold: PathBuf,
    /// The systems with their answers.
    pub systems: Vec<System>,
    /// The rule sets.
    pub rules: Vec<&'static RuleSet>,
    /// The language to judge; by default every one.
    pub language: Option<Language>,
    /// Which experiments are judged.
    pub experiments: Chosen,
    /// The questions to judge; by default all.
    pub sample: Option<PathBuf>,
    /// Links, labels and classes.
    pub knowledge: KnowledgeFiles,
    /// The graph on which queries are run and which is asked for links, labels and classes.
    pub graph: Option<GraphUse>,
    /// The random seed of the intervals.
    pub seed: u64,
    /// The questions whose outcome is explained.
    pub explain: Vec<String>,
}

/// A graph, and how long a query may take on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphUse {
    /// A name, a file or an address.
    pub name: String,
    /// How long a query may take.
    pub time: Duration,
}

impl GraphUse {
    /// The limits of a query.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            ..Limits::default()
        }
    }
}

/// What an evaluation comes to.
#[derive(Debug, Serialize)]
pub struct Evaluated {
    /// What it was run on.
    pub record: Record,
    /// A report for each system and rule set.
    #[serde(rename = "systems")]
    pub reports: Vec<Report>,
    /// The benchmark, unless it is too large to be held in memory.
    #[serde(skip)]
    pub gold: Option<Gold>,
}

impl Evaluation {
    /// An evaluation under the default rules.
    pub fn new(gold: impl Into<PathBuf>, systems: Vec<System>) -> Self {
        Self {
            gold: gold.into(),
            systems,
            rules: rule_set("lydite").into_iter().collect(),
            language: None,
            experiments: Chosen::Available,
            sample: None,
            knowledge: KnowledgeFiles::default(),
            graph: None,
            seed: 1,
            explain: Vec::new(),
        }
    }
}

/// The rule set with this name.
///
/// # Errors
/// There is none.
pub fn find_rules(name: &str) -> Result<&'static RuleSet, Error> {
    rule_set(name).ok_or_else(|| Error::UnknownRules {
        name: name.to_owned(),
    })
}

impl Lab {
    /// Judges answers against a benchmark.
    ///
    /// # Errors
    /// A file or the graph cannot be read, or the sample has no question of the benchmark.
    pub fn evaluate(&self, evaluation: &Evaluation) -> Result<Evaluated, Error> {
        let graph = match &evaluation.graph {
            Some(used) => Some(self.graph(&used.name)?),
            None => None,
        };
        let files = evaluation.knowledge.read()?;
        Running {
            lab: self,
            evaluation,
            graph: graph.as_deref(),
            files: &files,
        }
        .run()
    }
}

/// An evaluation with what it needs at hand.
struct Running<'r> {
    lab: &'r Lab,
    evaluation: &'r Evaluation,
    graph: Option<&'r dyn KnowledgeGraph>,
    files: &'r FileKnowledge,
}

impl Running<'_> {
    fn run(&self) -> Result<Evaluated, Error> {
        let Evaluation { systems, rules, .. } = self.evaluation;
        let knowledge = Together {
            files: self.files,
            graph: self.graph.map(GraphKnowledge::new),
        };
        let executor = self.executor();
        let sample = self.evaluation.sample.as_deref();
        let sample = sample.map(|file| self.lab.sample_ids(file)).transpose()?;
        let mut gold: Option<Gold> = None;
        let mut reports = Vec::new();
        for system in systems {
            let is_large = executor.is_none() && sample.is_none() && self.is_large(system)?;
            if is_large {
                for &rules in rules {
                    let scorer = self.scorer(rules, &system.name, &knowledge).only_figures();
                    reports.push(self.in_step(&scorer, &system.answers)?);
                }
                continue;
            }
            let gold = match &gold {
                Some(gold) => gold,
                None => {
                    let mut all = self.lab.gold(&self.evaluation.gold, executor.as_ref())?;
                    if let Some(sample) = &sample {
                        all.dataset.questions.retain(|q| sample.contains(&q.id));
                        if all.dataset.questions.is_empty() {
                            return Err(Error::NoQuestionOfSample);
                        }
                    }
                    gold.insert(all)
                }
            };
            let mut answers = self.lab.answers(&system.answers, executor.as_ref())?;
            if let Some(sample) = &sample {
                answers.responses.retain(|r| sample.contains(&r.question));
            }
            for &rules in rules {
                reports.push(self.in_memory(rules, &system.name, gold, &answers, &knowledge));
            }
        }
        if let Some(Unanswered { count, reason }) = knowledge.unanswered() {
            for report in &mut reports {
                report.graph_failed(count, &reason);
            }
        }
        Ok(Evaluated {
            record: Record::begin(self.lab, self.evaluation, self.graph),
            reports,
            gold,
        })
    }

    fn executor(&self) -> Option<Executor<'_>> {
        let limits = self.evaluation.graph.as_ref()?.limits();
        Some(Executor::new(self.graph?, limits))
    }

    /// Whether the two files are too large to be held in memory.
    fn is_large(&self, system: &System) -> Result<bool, Error> {
        let size = |given: &Path| -> Result<u64, Error> {
            let Ok(path) = self.lab.resolve(given) else {
                return Ok(0);
            };
            Ok(std::fs::metadata(path).map_or(0, |facts| facts.len()))
        };
        Ok(size(&self.evaluation.gold)? + size(&system.answers)? > LARGE)
    }

    fn scorer<'k>(
        &self,
        rules: &'static RuleSet,
        system: &str,
        knowledge: &'k Together<'_>,
    ) -> Scorer<'k> {
        Scorer::new(rules)
            .knowledge(knowledge)
            .language(self.evaluation.language.clone())
            .system(system)
            .seed(Some(self.evaluation.seed))
            .explain(self.evaluation.explain.iter().cloned())
            .experiments(self.evaluation.experiments.clone())
    }

    fn in_memory(
        &self,
        rules: &'static RuleSet,
        system: &str,
        gold: &Gold,
        answers: &Answers,
        knowledge: &Together<'_>,
    ) -> Report {
        let scorer = self.scorer(rules, system, knowledge);
        let questions: &[Question] = &gold.dataset.questions;
        let responses: &[Response] = &answers.responses;
        knowledge.prepare(|| {
            scorer.score(questions, responses);
        });
        let mut report = scorer.score(questions, responses);
        report.describe(&gold.dataset.info, &answers.info);
        if let Some(flaw) = &answers.flaw {
            report.flawed_answers(flaw);
        }
        report
    }

    fn in_step(&self, scorer: &Scorer<'_>, answers: &Path) -> Result<Report, Error> {
        let mut gold = self.lab.open(&self.evaluation.gold)?.trusting();
        let mut answers = self.lab.open(answers)?.trusting();
        let questions = gold.by_ref();
        let responses = answers.by_ref().map(Response::from);
        let mut report = scorer.score_in_step(questions, responses, &mut |_| {});
        report.describe(gold.info(), answers.info());
        Ok(report)
    }
}
