//! One evaluation behind every command: gold, answers, knowledge, rules, language and sample become
//! reports.

mod comparison;
mod official;
mod running;
mod systems;

use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_judge::{Chosen, Handed, Measure, Report, RuleSet, rule_set};
use lydite_model::Language;
use serde::{Deserialize, Serialize};

pub use comparison::ComparedSystems;
pub use official::official_rules;
pub(crate) use systems::stem;
pub use systems::{AnswerSource, System};

use self::running::Running;
use crate::attribution::SystemFailures;
use crate::files::{Gold, KnowledgeFiles};
use crate::{Error, Identity, Lab, Record};

/// What is to be evaluated, and how.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The benchmark.
    pub gold: PathBuf,
    /// The systems with their answers.
    pub systems: Vec<System>,
    /// The rule sets.
    pub rules: Vec<&'static RuleSet>,
    /// Measures besides those of the rule sets.
    pub measures: Vec<&'static Measure>,
    /// The language to judge; by default every one.
    pub language: Option<Language>,
    /// The language that the texts of the answers are in, where their tags are wrong.
    pub spoken: Option<Language>,
    /// Which experiments are judged.
    pub experiments: Chosen,
    /// The questions to judge; by default all.
    pub sample: Option<PathBuf>,
    /// Links, labels and classes.
    pub knowledge: KnowledgeFiles,
    /// The graph on which queries are run and which is asked for links, labels and classes.
    pub graph: Option<GraphUse>,
    /// Whether the queries of systems are run as they stand under every rule set, and never
    /// repaired.
    pub strict: bool,
    /// The random seed of the intervals.
    pub seed: u64,
    /// The questions whose outcome is explained.
    pub explain: Vec<String>,
    /// By what the record tells files apart.
    pub identity: Identity,
    /// Whether to find out why questions are lost.
    pub failures: bool,
    /// From which size on, in bytes, gold and answers together are not held in memory; never, if it is to be found out
    /// why questions are lost.
    pub large: u64,
}

/// A graph, and how long a query may take on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphUse {
    /// A name, a file or an address.
    pub name: String,
    /// How long a query may take.
    pub time: Duration,
}

/// Takes the outcomes of a report, by the place of the report.
pub(crate) type TakesOutcomes<'t> = dyn Fn(usize, Handed<'_>) + 't;

/// What an evaluation comes to: complete, and as a document readable again.
#[derive(Debug, Serialize, Deserialize)]
pub struct Evaluated {
    /// What it was run on.
    pub record: Record,
    /// A report for each system and rule set.
    #[serde(rename = "systems")]
    pub reports: Vec<Report>,
    /// How the systems compare under each rule set, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<ComparedSystems>,
    /// What the scores are without repairs of the systems' queries, where there were any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrepaired: Vec<Unrepaired>,
    /// Why questions were lost, for each report, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<SystemFailures>,
    /// What must be said beside scores on the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
    /// The benchmark, unless it is too large to be held in memory.
    #[serde(skip)]
    pub gold: Option<Gold>,
}

/// The headline of a system whose queries are run as they stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unrepaired {
    /// The system.
    pub system: String,
    /// The rule set.
    pub rules: String,
    /// How many queries were repaired.
    pub queries: u64,
    /// The headline score with repairs.
    pub repaired: Option<f64>,
    /// The headline score without.
    pub as_given: Option<f64>,
}

impl Unrepaired {
    /// How much the repairs of so many queries are worth.
    fn of(repaired: &Report, as_given: &Report, queries: u64) -> Self {
        let headline = |report: &Report| report.value(&report.headline()[2]);
        Self {
            system: repaired.system.clone().unwrap_or_default(),
            rules: repaired.rules.name.clone(),
            queries,
            repaired: headline(repaired),
            as_given: headline(as_given),
        }
    }
}

impl Evaluation {
    /// An evaluation under the default rules.
    pub fn new(gold: impl Into<PathBuf>, systems: Vec<System>) -> Self {
        /// Larger files take more memory than most people have to spare: a line of 70 bytes becomes a
        /// question of two kilobytes.
        const LARGE: u64 = 64 << 20;
        Self {
            gold: gold.into(),
            systems,
            rules: rule_set("lydite").into_iter().collect(),
            measures: Vec::new(),
            language: None,
            spoken: None,
            experiments: Chosen::Available,
            sample: None,
            knowledge: KnowledgeFiles::default(),
            graph: None,
            strict: false,
            seed: 1,
            explain: Vec::new(),
            identity: Identity::default(),
            failures: false,
            large: LARGE,
        }
    }
}

/// The rule set with this name, or described in the TOML file of this name.
///
/// # Errors
/// There is none, or the file cannot be used.
pub fn find_rules(name: &str) -> Result<&'static RuleSet, Error> {
    if let Some(rules) = rule_set(name) {
        return Ok(rules);
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Err(Error::UnknownRules {
            name: name.to_owned(),
        });
    }
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    RuleSet::from_toml(&text).map_err(|error| Error::RuleFile {
        path: path.to_owned(),
        error: Box::new(error),
    })
}

impl Lab {
    /// Judges answers against a benchmark.
    ///
    /// # Errors
    /// A file or the graph cannot be read, or the sample has no question of the benchmark.
    pub fn evaluate(&self, evaluation: &Evaluation) -> Result<Evaluated, Error> {
        self.evaluate_handing(evaluation, None)
    }

    /// The same, handing on the outcomes of what is too large to be held in memory, whose reports
    /// have none.
    pub(crate) fn evaluate_handing(
        &self,
        evaluation: &Evaluation,
        outcomes: Option<&TakesOutcomes<'_>>,
    ) -> Result<Evaluated, Error> {
        let graph = match &evaluation.graph {
            Some(used) => Some(self.graph(&used.name)?),
            None => None,
        };
        let files = evaluation.knowledge.read()?;
        let running = Running {
            lab: self,
            evaluation,
            graph: graph.as_deref(),
            files: &files,
            outcomes,
        };
        let evaluated = running.run();
        // What was cut short may look like anything.
        self.go_on()?;
        evaluated
    }
}
