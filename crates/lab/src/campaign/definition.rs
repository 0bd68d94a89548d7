//! What a campaign is, as its organisers write it down: phases with dates, tasks, rules.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use lydite_model::nearest;
use serde::{Deserialize, Serialize};

use super::CampaignError;
use super::phase::{Day, Phase, PhaseKind};
use crate::{Error, find_rules};

/// The largest file that describes a campaign, in bytes.
const LARGEST: u64 = 1 << 20;

/// A campaign, as its organisers describe it in a TOML file.
///
/// ```
/// use lydite_lab::campaign::{Definition, PhaseKind};
/// let campaign = Definition::parse(r#"
///     name = "demo-2026"
///     title = "The demo campaign"
///     [[phase]]
///     kind = "test"
///     begin = 2026-05-01
///     end = 2026-05-14
///     [[task]]
///     name = "multilingual"
///     test = "demo"
///     languages = ["en", "de"]
/// "#).unwrap();
/// assert_eq!(campaign.task("multilingual").unwrap().rules, "lydite");
/// let day = |text: &str| text.parse().unwrap();
/// assert!(campaign.accepts(PhaseKind::Test, day("2026-05-14T23:59:59Z")).is_ok());
/// assert!(campaign.accepts(PhaseKind::Test, day("2026-05-15T00:00:00Z")).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// What commands and addresses call it.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it is about, in a few sentences.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whom to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// Its phases.
    #[serde(rename = "phase", default)]
    pub phases: Vec<Phase>,
    /// Its tasks.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
}

/// A task of a campaign: a benchmark that is solved and ranked on its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What commands call it.
    pub name: String,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The benchmark of the training phase: a file or a name of the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub training: Option<PathBuf>,
    /// The benchmark of the test phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<PathBuf>,
    /// The languages that are ranked on their own; by default one ranking over all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// The rule set.
    #[serde(default = "default_rules")]
    pub rules: String,
    /// The graph on which queries are run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
}

fn default_rules() -> String {
    "lydite".to_owned()
}

impl Task {
    /// The benchmark of a phase.
    pub fn benchmark(&self, phase: PhaseKind) -> Option<&Path> {
        match phase {
            PhaseKind::Training => self.training.as_deref(),
            PhaseKind::Test => self.test.as_deref(),
        }
    }
}

impl Definition {
    /// Reads a campaign from its TOML file. Files that it names are looked for beside it.
    ///
    /// # Errors
    /// The file cannot be read, or something in it cannot be.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let facts = fs::metadata(path).map_err(Error::file(path))?;
        if facts.len() > LARGEST {
            return Err(CampaignError::TooLarge {
                path: path.to_owned(),
            }
            .into());
        }
        let text = fs::read_to_string(path).map_err(Error::file(path))?;
        let mut campaign = Self::parse(&text).map_err(|error| error.in_file(path))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for task in &mut campaign.tasks {
            for file in task.training.iter_mut().chain(&mut task.test) {
                let beside = folder.join(&*file);
                if beside.exists() {
                    *file = beside;
                }
            }
        }
        Ok(campaign)
    }

    /// Reads a campaign from TOML.
    ///
    /// # Errors
    /// Something in it cannot be; the error says where.
    pub fn parse(text: &str) -> Result<Self, CampaignError> {
        let campaign: Self =
            toml::from_str(text).map_err(|error| CampaignError::of_toml(text, &error))?;
        campaign.check().map_err(|(found, reason, hint)| {
            let at = found.and_then(|found| text.find(&found)).unwrap_or(0);
            CampaignError::at(text, at, reason, hint)
        })?;
        Ok(campaign)
    }

    /// The task of this name; the only one needs no name.
    ///
    /// # Errors
    /// There is none of this name, or one of several must be named.
    pub fn chosen(&self, name: Option<&str>) -> Result<&Task, CampaignError> {
        match (name, self.tasks.as_slice()) {
            (None, [only]) => Ok(only),
            (None, _) => Err(CampaignError::WhichTask {
                tasks: self.task_names(),
            }),
            (Some(name), _) => self.task(name).ok_or_else(|| CampaignError::UnknownTask {
                name: name.to_owned(),
                tasks: self.task_names(),
            }),
        }
    }

    /// The task of this name.
    pub fn task(&self, name: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.name == name)
    }

    fn task_names(&self) -> Vec<String> {
        self.tasks.iter().map(|task| task.name.clone()).collect()
    }

    /// The phase of this kind, if it has dates.
    pub fn phase(&self, kind: PhaseKind) -> Option<&Phase> {
        self.phases.iter().find(|phase| phase.kind == kind)
    }

    /// Whether something can be handed in for a phase at this time. A phase without dates is always
    /// open; training is open for good once it has begun.
    ///
    /// # Errors
    /// The phase has not begun, or is over.
    pub fn accepts(&self, kind: PhaseKind, now: Timestamp) -> Result<(), CampaignError> {
        let Some(phase) = self.phase(kind) else {
            return Ok(());
        };
        if let Some(begin) = phase.begin.filter(|begin| now < begin.first_moment()) {
            return Err(CampaignError::NotYet { phase: kind, begin });
        }
        match phase.end.filter(|end| now >= end.moment_after()) {
            Some(end) if kind == PhaseKind::Test => Err(CampaignError::Over { phase: kind, end }),
            _ => Ok(()),
        }
    }

    /// What cannot be, with the text at fault and a hint.
    fn check(&self) -> Result<(), (Option<String>, String, Option<String>)> {
        let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        for name in self.tasks.iter().map(|task| &task.name).chain([&self.name]) {
            if name.is_empty() || name.len() > 64 || !name.chars().all(fine) {
                let hint = "use small letters, digits and hyphens";
                let reason = format!("`{name}` cannot be a name");
                return Err((Some(format!("\"{name}\"")), reason, Some(hint.to_owned())));
            }
        }
        if self.tasks.is_empty() {
            let hint = "add a section [[task]] with `name` and `test`";
            return Err((None, "there is no task".to_owned(), Some(hint.to_owned())));
        }
        for (at, task) in self.tasks.iter().enumerate() {
            let quoted = format!("\"{}\"", task.name);
            if self.tasks[..at].iter().any(|other| other.name == task.name) {
                let reason = format!("two tasks are called `{}`", task.name);
                return Err((Some(quoted), reason, None));
            }
            if task.training.is_none() && task.test.is_none() {
                let reason = format!("the task `{}` has no benchmark", task.name);
                let hint = "add `test = \"FILE\"` or `training = \"FILE\"`";
                return Err((Some(quoted), reason, Some(hint.to_owned())));
            }
            if find_rules(&task.rules).is_err() {
                let names = lydite_judge::rules().iter().map(|rules| rules.name);
                let hint =
                    nearest(&task.rules, names).map(|name| format!("did you mean `{name}`?"));
                let reason = format!("there is no rule set named `{}`", task.rules);
                return Err((Some(format!("\"{}\"", task.rules)), reason, hint));
            }
        }
        for (at, phase) in self.phases.iter().enumerate() {
            if self.phases[..at]
                .iter()
                .any(|other| other.kind == phase.kind)
            {
                return Err((None, format!("there are two {} phases", phase.kind), None));
            }
            if let (Some(begin), Some(end)) = (phase.begin, phase.end)
                && end.moment_after() <= begin.first_moment()
            {
                let reason = format!("the {} phase ends before it begins", phase.kind);
                return Err((Some(end.to_string()), reason, None));
            }
        }
        Ok(())
    }
}

/// Where a phase stands, for people to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It has not begun.
    Ahead,
    /// It is open.
    Open,
    /// It is over.
    Over,
}

impl Phase {
    /// Where it stands at a time.
    pub fn standing(&self, now: Timestamp) -> Standing {
        if self
            .begin
            .is_some_and(|begin: Day| now < begin.first_moment())
        {
            Standing::Ahead
        } else if self.end.is_some_and(|end: Day| now >= end.moment_after()) {
            Standing::Over
        } else {
            Standing::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
name = "qald"
title = "QALD"

[[phase]]
kind = "training"
begin = 2026-01-01

[[phase]]
kind = "test"
begin = 2026-05-01
end = 2026-05-14T12:00:00Z

[[task]]
name = "one"
training = "train.json"
test = "test.json"
rules = "qald"
"#;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let cases = [
            (
                "name = \"qald\"",
                "nam = \"qald\"",
                (2, 1),
                "unknown field `nam`",
            ),
            (
                "\"qald\"\ntitle",
                "\"Qald 6\"\ntitle",
                (2, 8),
                "`Qald 6` cannot be a name",
            ),
            (
                "rules = \"qald\"",
                "rules = \"gerbl\"",
                (18, 9),
                "there is no rule set named `gerbl`",
            ),
            (
                "2026-05-14T12:00:00Z",
                "2026-04-30",
                (12, 7),
                "the test phase ends before it begins",
            ),
            (
                "kind = \"training\"",
                "kind = \"test\"",
                (1, 1),
                "there are two test phases",
            ),
            ("2026-01-01", "2026-02-30", (7, 9), "invalid date"),
            (
                "kind = \"training\"",
                "kind = \"trial\"",
                (6, 8),
                "unknown variant `trial`",
            ),
            ("[[task]]", "[[task", (14, 7), ""),
        ];
        for (from, to, place, words) in cases {
            let text = GOOD.replacen(from, to, 1);
            assert_ne!(text, GOOD);
            let CampaignError::Definition {
                line,
                column,
                reason,
                ..
            } = Definition::parse(&text).unwrap_err()
            else {
                panic!("{to}");
            };
            assert_eq!((line, column), place, "{to}: {reason}");
            assert!(reason.contains(words), "{to}: {reason}");
        }
    }

    #[test]
    fn phases_open_and_close() {
        let campaign = Definition::parse(GOOD).unwrap();
        let accepts = |kind, now: &str| campaign.accepts(kind, now.parse().unwrap()).is_ok();
        let cases = [
            (PhaseKind::Training, "2025-12-31T23:59:59Z", false),
            (PhaseKind::Training, "2026-01-01T00:00:00Z", true),
            (PhaseKind::Training, "2030-01-01T00:00:00Z", true),
            (PhaseKind::Test, "2026-04-30T23:00:00Z", false),
            (PhaseKind::Test, "2026-05-14T11:59:59Z", true),
            (PhaseKind::Test, "2026-05-14T12:00:00Z", false),
        ];
        for (kind, now, expected) in cases {
            assert_eq!(accepts(kind, now), expected, "{kind} {now}");
        }
    }
}
