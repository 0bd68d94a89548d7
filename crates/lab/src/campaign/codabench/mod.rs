//! Lydite as the scoring program of a Codabench competition: the bundle, and what it runs.
//!
//! The platform unpacks the gold into `input/ref`, a submission into `input/res`, runs the command
//! of `metadata.yaml` and reads `output/scores.json`, one flat object of numbers whose keys are the
//! columns of the leaderboard (codalab/codabench, Competition-Bundle-Structure and
//! Yaml-Structure).

mod bundle;
mod detailed;
mod scoring;
mod yaml;

use serde::{Deserialize, Serialize};

pub use bundle::{Bundle, Program};
pub use scoring::{Scored, Scoring};

use super::Task;

/// The file in the reference data that says how to score.
const SETTINGS: &str = "lydite.json";

/// A column of the leaderboard.
///
/// ```
/// use lydite_lab::campaign::Column;
/// let column = Column::parse("f1_de=experiments.QA.macro.f1@de").unwrap();
/// assert_eq!((column.key.as_str(), column.language.as_deref()), ("f1_de", Some("de")));
/// assert!(Column::parse("f1").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its key.
    pub key: String,
    /// The place of the score in the report of a system, as `--format json` prints it.
    pub path: String,
    /// The language in which the questions are judged; by default every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Column {
    /// The column that is meant by `KEY=PATH` or `KEY=PATH@LANGUAGE`.
    pub fn parse(text: &str) -> Option<Self> {
        let (key, path) = text.split_once('=')?;
        let (path, language) = match path.rsplit_once('@') {
            Some((path, language)) => (path, Some(language.to_owned())),
            None => (path, None),
        };
        let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if key.is_empty() || path.is_empty() || !key.chars().all(fine) {
            return None;
        }
        Some(Self {
            key: key.to_owned(),
            path: path.to_owned(),
            language,
        })
    }

    /// What people read above it.
    fn title(&self) -> String {
        let name = self.path.rsplit('.').next().unwrap_or_default();
        let name = match name {
            "f1" => "F1",
            "precision" => "Precision",
            "recall" => "Recall",
            other => other,
        };
        match &self.language {
            Some(language) => format!("{name} ({language})"),
            None => name.to_owned(),
        }
    }
}

/// How a submission is scored: written beside the gold when a bundle is made, read when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Settings {
    /// The rule set.
    rules: String,
    /// The columns of the leaderboard.
    columns: Vec<Column>,
    /// The file of triples on which queries are run, beside the gold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    graph: Option<String>,
}

impl Settings {
    /// How a task is scored: by its rules, with the headline score first, over all languages and
    /// in each that it ranks.
    fn of(task: &Task) -> Self {
        let rules = crate::find_rules(&task.rules).ok();
        let headline = rules.map(lydite_judge::RuleSet::headline);
        let [precision, recall, f1] =
            headline.unwrap_or(["macro.precision", "macro.recall", "macro.f1"]);
        let column = |key: &str, path: &str, language: Option<&String>| Column {
            key: match language {
                Some(language) => format!("{key}_{}", language.replace('-', "_")),
                None => key.to_owned(),
            },
            path: format!("experiments.QA.{path}"),
            language: language.cloned(),
        };
        let mut columns = vec![
            column("f1", f1, None),
            column("precision", precision, None),
            column("recall", recall, None),
        ];
        let languages = task.languages.iter();
        columns.extend(languages.map(|language| column("f1", f1, Some(language))));
        Self {
            rules: task.rules.clone(),
            columns,
            graph: None,
        }
    }
}
