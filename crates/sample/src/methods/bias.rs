//! Whether scores on a sample say something about the whole.

use serde::{Deserialize, Serialize};

use super::methods;

/// How a sample differs from the questions that it was chosen from.
///
/// Only a random sample estimates what a system scores on all questions. The others are made to
/// differ from the whole: they show what systems cannot do.
///
/// ```
/// use lydite_sample::Bias;
///
/// assert_eq!(Bias::of_method("feasible-exemplars"), Some(Bias::Outliers));
/// assert!(Bias::Outliers.caveat().is_some_and(|caveat| caveat.contains("outliers")));
/// assert_eq!(Bias::None.caveat(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bias {
    /// None: every question was equally likely, or all were taken.
    #[default]
    None,
    /// One question for each cluster, however large it is: rare kinds of questions weigh as much as
    /// common ones.
    Clusters,
    /// The questions that are least like the others.
    Outliers,
}

impl Bias {
    /// The bias of the method with this name.
    pub fn of_method(name: &str) -> Option<Self> {
        let method = methods().into_iter().find(|method| method.name() == name)?;
        Some(method.bias())
    }

    /// What must be said beside a score on such a sample.
    pub fn caveat(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Clusters => Some(
                "the sample has one question per cluster, so rare kinds of questions count as \
                 much as common ones: scores on it do not estimate scores on all questions",
            ),
            Self::Outliers => Some(
                "the sample consists of outliers by design, questions as different from the \
                 others as possible: scores on it do not estimate scores on all questions",
            ),
        }
    }
}
