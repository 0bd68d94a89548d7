//! What can be wrong with a campaign, or with what is done to one.

use std::path::{Path, PathBuf};

use super::phase::{Day, PhaseKind};
use crate::Error;

/// What can be wrong with a campaign, or with what is done to one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CampaignError {
    /// Something in its description cannot be.
    #[error("{}{line}:{column}: {reason}", shown(file.as_deref()))]
    Definition {
        /// The file.
        file: Option<PathBuf>,
        /// The line, counted from 1.
        line: usize,
        /// The column in characters, counted from 1.
        column: usize,
        /// What is wrong.
        reason: String,
        /// What to write instead, where there is a guess.
        hint: Option<String>,
    },
    /// A file is too large to describe a campaign.
    #[error("{}: it is too large to describe a campaign", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// A phase has not begun.
    #[error("the {phase} phase begins on {begin}")]
    NotYet {
        /// The phase.
        phase: PhaseKind,
        /// When it begins.
        begin: Day,
    },
    /// A phase is over.
    #[error("the {phase} phase ended on {end}")]
    Over {
        /// The phase.
        phase: PhaseKind,
        /// When it ended.
        end: Day,
    },
    /// The organisers closed the test phase.
    #[error("the test phase is closed")]
    Closed,
    /// Results of the test phase are shown when it is over.
    #[error("the test phase is still open{}", end.map_or(String::new(), |end| format!(" until {end}")))]
    StillOpen {
        /// When it ends.
        end: Option<Day>,
    },
    /// There is a campaign of this name.
    #[error("a campaign named `{name}` already exists")]
    Exists {
        /// The name.
        name: String,
    },
    /// There is no campaign of this name.
    #[error("there is no campaign named `{name}`")]
    Unknown {
        /// The name as given.
        name: String,
        /// A campaign with a name like it.
        nearest: Option<String>,
    },
    /// A task has nothing to solve in a phase.
    #[error("the task `{task}` has no benchmark in the {phase} phase")]
    NoBenchmark {
        /// The task.
        task: String,
        /// The phase.
        phase: PhaseKind,
    },
    /// A submission does not say its language.
    #[error("cannot tell which language the submission is in; the campaign has {}", languages.join(", "))]
    WhichLanguage {
        /// The languages of the task.
        languages: Vec<String>,
    },
    /// No system joined that could be asked.
    #[error("no system has joined the campaign")]
    NobodyJoined,
    /// A phase has no beginning, which is needed for what is to be done.
    #[error("the {phase} phase has no beginning")]
    NoBegin {
        /// The phase.
        phase: PhaseKind,
    },
    /// There are no phases, which are needed for what is to be done.
    #[error("the campaign has no phases")]
    NoPhases,
    /// There is no such task.
    #[error("there is no task named `{name}`; the tasks are {}", tasks.join(", "))]
    UnknownTask {
        /// The name as given.
        name: String,
        /// The tasks.
        tasks: Vec<String>,
    },
    /// There are several tasks, and none was named.
    #[error("which task? There are {}", tasks.join(", "))]
    WhichTask {
        /// The tasks.
        tasks: Vec<String>,
    },
}

fn shown(file: Option<&Path>) -> String {
    file.map_or(String::new(), |file| format!("{}:", file.display()))
}

impl CampaignError {
    /// What is wrong at a place of a text.
    pub(super) fn at(text: &str, at: usize, reason: String, hint: Option<String>) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Self::Definition {
            file: None,
            line,
            column,
            reason,
            hint,
        }
    }

    pub(super) fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        // What is expected instead may follow, after a comma.
        Self::at(text, at, error.message().to_owned(), None)
    }

    pub(super) fn in_file(self, path: &Path) -> Error {
        match self {
            Self::Definition {
                line,
                column,
                reason,
                hint,
                ..
            } => Self::Definition {
                file: Some(path.to_owned()),
                line,
                column,
                reason,
                hint,
            },
            other => other,
        }
        .into()
    }
}
