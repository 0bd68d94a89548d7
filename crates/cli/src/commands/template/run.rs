//! Judges one answer after the other and prints what is asked for.

use std::collections::BTreeMap;
use std::io::{BufWriter, StdoutLock, Write};
use std::path::Path;

use lydite_template::{
    Criterion, Evaluator, Exchange, FailureReason, Judgement, Problem, Summary, TgmFailure,
};
use serde_json::Value;

use super::modules::{ModuleTally, Modules};
use super::{chart, explain, report, tables};
use crate::args::{OutputFormat, Template};
use crate::failure::{Failure, Verdict};
use crate::output::grid::Grid;
use crate::session::Session;

/// More groups than this are no groups.
const MOST_GROUPS: usize = 8;

/// A question to judge, with the answer to it.
pub(super) struct Item {
    pub id: String,
    /// The file that the question comes from.
    pub source: String,
    pub question: String,
    pub gold: String,
    pub exchange: Exchange,
    pub millis: Option<f64>,
    /// What the other modules answered.
    pub modules: Option<Value>,
}

/// What a run has found.
pub(super) struct Results {
    /// What the templates come from.
    pub source: String,
    pub summary: Summary,
    /// The questions by the first word of their file's name.
    pub groups: BTreeMap<String, Summary>,
    pub modules: ModuleTally,
}

/// A run over many questions. What is held in memory does not grow with them, unless a table of all
/// questions is asked for.
pub(super) struct Run<'r> {
    session: &'r Session,
    options: &'r Template,
    evaluator: Evaluator,
    results: Results,
    out: BufWriter<StdoutLock<'static>>,
    questions: Option<Grid>,
    unexplained: Vec<String>,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        session: &'r Session,
        options: &'r Template,
        evaluator: Evaluator,
        source: &Path,
    ) -> Result<Self, Failure> {
        let rules = evaluator.rules();
        let mut run = Self {
            session,
            options,
            evaluator,
            results: Results {
                source: source.display().to_string(),
                summary: Summary::new(rules),
                groups: BTreeMap::new(),
                modules: ModuleTally::default(),
            },
            out: session.out(),
            questions: options.per_question.then(tables::questions),
            unexplained: options.explain.clone(),
        };
        if session.format() == OutputFormat::Json {
            report::begin(&mut run.out, rules, &run.results.source)?;
        }
        Ok(run)
    }

    /// Judges an answer.
    pub(super) fn add(&mut self, item: &Item) -> Result<(), Failure> {
        let gold = self.evaluator.gold(&item.gold);
        let judgement = self.evaluator.judge(&item.question, &gold, &item.exchange);
        self.results.summary.add(&gold, &judgement);
        if let Some(group) = self.group(&item.source) {
            group.add(&gold, &judgement);
        }
        let modules = item
            .modules
            .as_ref()
            .map(|record| Modules::judge(&item.gold, &judgement, record));
        if let Some(modules) = &modules {
            self.results.modules.add(modules);
        }
        if self.session.format() == OutputFormat::Json {
            let first = self.results.summary.questions == 1;
            report::case(&mut self.out, first, item, &judgement, modules.as_ref())?;
            return Ok(());
        }
        if let Some(grid) = &mut self.questions {
            tables::question(grid, item, &judgement);
        }
        let before = self.unexplained.len();
        self.unexplained.retain(|id| *id != item.id);
        if self.unexplained.len() < before || self.options.explain.contains(&item.id) {
            explain::write(&mut self.out, item, &gold, &judgement, modules.as_ref())?;
        }
        Ok(())
    }

    /// The group of a file: the first word of its name.
    fn group(&mut self, source: &str) -> Option<&mut Summary> {
        let end = source
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(source.len());
        let name = source[..end].to_lowercase();
        let groups = &mut self.results.groups;
        if name.is_empty() || (groups.len() > MOST_GROUPS && !groups.contains_key(&name)) {
            return None;
        }
        let rules = self.evaluator.rules();
        Some(groups.entry(name).or_insert_with(|| Summary::new(rules)))
    }

    /// Prints the summary.
    pub(super) fn finish(mut self) -> Result<Verdict, Failure> {
        let results = &mut self.results;
        if !(2..=MOST_GROUPS).contains(&results.groups.len()) {
            results.groups.clear();
        }
        if let Some(path) = &self.options.chart {
            std::fs::write(path, chart::draw(results))
                .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        }
        let format = self.session.format();
        if format == OutputFormat::Json {
            report::end(&mut self.out, results)?;
        } else if let Some(grid) = &self.questions {
            grid.write(&mut self.out, format)?;
        } else if self.options.explain.is_empty() {
            tables::write(&mut self.out, format, results)?;
        }
        self.out.flush()?;
        if !self.unexplained.is_empty() && format != OutputFormat::Json {
            let names = self.unexplained.join(", ");
            return Err(Failure::input(format!("there is no question {names}")));
        }
        self.reach()
    }

    /// A service that was never reached is out of reach.
    fn reach(&self) -> Result<Verdict, Failure> {
        let summary = &self.results.summary;
        let failed: usize = summary
            .failures()
            .filter(|(reason, _)| *reason == FailureReason::Connection)
            .map(|(_, count)| count)
            .sum();
        if self.options.tgm.is_some() && failed > 0 && failed == summary.questions {
            return Err(Failure {
                message: format!("{} was never reached", self.results.source),
                hint: Some("is the service running, and is the address right?".to_owned()),
                exit_code: 4,
            });
        }
        Ok(Verdict::Done)
    }
}

/// Why a question has its verdict, in a line.
pub(super) fn why(judgement: &Judgement) -> String {
    let first = judgement.templates.first();
    let problem = first.and_then(|template| template.problems.first());
    match problem {
        Some(problem) => problem.to_string(),
        None if judgement.criterion() == Criterion::BrokenOrigin => {
            "the gold query cannot be read".to_owned()
        }
        None => String::new(),
    }
}

/// The failure behind a verdict, if it is one.
pub(super) fn failure(judgement: &Judgement) -> Option<&TgmFailure> {
    match judgement.templates.first()?.problems.first()? {
        Problem::TgmFailure(failure) => Some(failure),
        _ => None,
    }
}
