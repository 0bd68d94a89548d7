//! Ways to choose components for a question.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::component::Task;

/// A way to choose components for a question.
///
/// ```
/// use lydite_compose::component::Task;
/// use lydite_compose::selection::Strategy;
///
/// let improved: Strategy = "improved".parse()?;
/// assert_eq!((improved.most(Task::LinkEntities), improved.most(Task::LinkRelations)), (1, 3));
/// assert_eq!("cost-aware:20ms".parse(), Ok(Strategy::CostAware { millis: Some(20) }));
/// assert!("cost-aware:soon".parse::<Strategy>().is_err());
/// # Ok::<(), lydite_compose::selection::UnknownStrategy>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Frankenstein's baseline: for every question the components that were best on the questions learned from.
    Static,
    /// Frankenstein: for each task the component with the best prediction.
    Dynamic,
    /// Frankenstein's improvement: the same, but the three best relation linkers, and the union of the answers.
    Improved,
    /// As many as `improved`, chosen together: the set of which most likely some member succeeds.
    SetAware,
    /// One component for each task, chosen for their chances and their time.
    CostAware {
        /// How long a question may take on average, in milliseconds; without it, the chance of success per
        /// millisecond decides.
        millis: Option<u32>,
    },
    /// All components that take milliseconds are run; which of them to believe is decided by what they say.
    Afterwards,
}

/// There is no such strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no strategy named `{name}`; the strategies are {}, and cost-aware may be given a budget as in cost-aware:20ms",
    Strategy::ALL.map(|strategy| strategy.to_string()).join(", ")
)]
pub struct UnknownStrategy {
    /// The name.
    pub name: String,
}

impl Strategy {
    /// All, without a budget.
    pub const ALL: [Self; 6] = [
        Self::Static,
        Self::Dynamic,
        Self::Improved,
        Self::SetAware,
        Self::CostAware { millis: None },
        Self::Afterwards,
    ];

    /// How many components of a task are chosen.
    #[must_use]
    pub fn most(self, task: Task) -> usize {
        match (self, task) {
            (Self::Improved | Self::SetAware, Task::LinkRelations) => 3,
            _ => 1,
        }
    }

    /// Whether other components are tried where those that were chosen give no answer; the paper's strategies leave
    /// such questions unanswered.
    #[must_use]
    pub fn falls_back(self) -> bool {
        !matches!(self, Self::Static | Self::Dynamic | Self::Improved)
    }

    /// What it does, in a sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Static => "the same components for every question, those that were best so far",
            Self::Dynamic => "for each task the component with the best prediction",
            Self::Improved => {
                "the same with the three best relation linkers, and the union of the answers"
            }
            Self::SetAware => {
                "as many as improved, the set of which most likely some member succeeds"
            }
            Self::CostAware { .. } => {
                "the best chance of success per millisecond, or within a budget"
            }
            Self::Afterwards => {
                "all components that take milliseconds are run, and what they say decides which to believe"
            }
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Static => f.pad("static"),
            Self::Dynamic => f.pad("dynamic"),
            Self::Improved => f.pad("improved"),
            Self::SetAware => f.pad("set-aware"),
            Self::CostAware { millis: None } => f.pad("cost-aware"),
            Self::CostAware {
                millis: Some(millis),
            } => f.pad(&format!("cost-aware:{millis}ms")),
            Self::Afterwards => f.pad("afterwards"),
        }
    }
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        if let Some(budget) = text.strip_prefix("cost-aware:") {
            let millis = budget
                .strip_suffix("ms")
                .and_then(|millis| millis.parse().ok());
            let millis = millis.filter(|millis| *millis > 0);
            return match millis {
                Some(millis) => Ok(Self::CostAware {
                    millis: Some(millis),
                }),
                None => Err(UnknownStrategy {
                    name: text.to_owned(),
                }),
            };
        }
        let mut all = Self::ALL.into_iter();
        all.find(|strategy| strategy.to_string() == text)
            .ok_or_else(|| UnknownStrategy {
                name: text.to_owned(),
            })
    }
}
