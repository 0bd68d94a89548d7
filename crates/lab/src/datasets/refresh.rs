//! The gold answers as a graph gives them today.

use std::path::PathBuf;

use lydite_model::{Question, Refreshed as Origin, Severity};

use super::{Destination, find_target};
use crate::execution::{Coverage, Executor, Freshness};
use crate::record::now;
use crate::{Error, GraphUse, Lab, find_rules, graphs};

/// What is to be renewed.
#[derive(Clone, Debug)]
pub struct Refresh {
    /// The benchmark.
    pub input: PathBuf,
    /// The file to write; without it, only the changes are found.
    pub output: Option<PathBuf>,
    /// The format to write; by default by the extension of the output.
    pub to: Option<String>,
    /// Whether an existing file is overwritten.
    pub force: bool,
    /// The graph on which the gold queries are run.
    pub graph: GraphUse,
}

/// What renewing came to.
#[derive(Debug)]
pub struct Refreshed {
    /// What became of each question.
    pub coverage: Coverage,
    /// How many questions were renewed, and the format that was written.
    pub written: Option<(usize, &'static str)>,
    /// How many errors were found while reading.
    pub errors: u64,
}

impl Lab {
    /// Runs the gold queries of a benchmark and writes it with the answers that they give.
    ///
    /// # Errors
    /// The benchmark or the graph cannot be read, or the output not be written.
    pub fn refresh(&self, refresh: &Refresh) -> Result<Refreshed, Error> {
        let graph = self.graph(&refresh.graph.name)?;
        let input = self.resolve(&refresh.input).ok();
        let destination = refresh.output.as_deref().map(|path| {
            let target = find_target(refresh.to.as_deref(), path)?;
            let destination = Destination::new(path, refresh.force, input.as_deref())?;
            Ok::<_, Error>((target, destination))
        });
        let destination = destination.transpose()?;
        let executor = Executor::new(&*graph, self.limits(&refresh.graph));
        let mut reader = self.open(&refresh.input)?;
        let mut questions: Vec<Question> = reader.by_ref().collect();
        let errors = reader.diagnostics(Severity::Error);
        let name = graphs::shown(&refresh.graph.name);
        let rules = find_rules("lydite")?;
        let coverage = Coverage::of(self, &executor, &name, rules, &questions);
        self.go_on()?;
        let mut written = None;
        if let Some((target, destination)) = destination {
            let sink = destination.sink().map_err(Error::Write)?;
            let mut info = reader.info().clone();
            info.refreshed = Some(Origin {
                graph: match graph.content_digest() {
                    Some(digest) => format!("{name} ({digest})"),
                    None => name.clone(),
                },
                date: now().chars().take(10).collect(),
                checked: false,
            });
            let mut writer = target.start(sink, &info).map_err(Error::Write)?;
            for (question, renewed) in questions.iter_mut().zip(&coverage.questions) {
                if let Some(answers) = &renewed.answers {
                    question.fill(answers.clone());
                }
                writer
                    .question(question, &mut |_| {})
                    .map_err(Error::Write)?;
            }
            writer.finish(&info, &mut |_| {}).map_err(Error::Write)?;
            drop(writer);
            destination.finish().map_err(Error::Write)?;
            let renewed = coverage.questions.len()
                - coverage.count(Freshness::Failed)
                - coverage.count(Freshness::NoQuery);
            written = Some((renewed, target.format.name));
        }
        Ok(Refreshed {
            coverage,
            written,
            errors,
        })
    }
}
