//! What a scorer reads: entries of a file, one after the other, from the beginning as often as
//! needed.

use std::borrow::Borrow;
use std::convert::Infallible;

use lydite_model::{DatasetInfo, Diagnostic};
use serde::{Deserialize, Serialize};

/// The entries of a gold file or an answer file, in the order of the file.
///
/// A scorer reads them once if it can, and starts again if the file is not as regular as most are.
/// Files in memory are [`InMemory`]; whoever reads from somewhere else implements this.
pub trait Entries<T> {
    /// An entry, owned or borrowed.
    type Item: Borrow<T>;
    /// Why the entries cannot be read again.
    type Error;

    /// The next entry; `None` at the end.
    fn next(&mut self) -> Option<Self::Item>;

    /// Starts again with the first entry, and forgets what [`about`](Self::about) has gathered.
    fn restart(&mut self) -> Result<(), Self::Error>;

    /// What is to be said about the file; complete once all entries are read.
    fn about(&self) -> About {
        About::default()
    }

    /// Whether the entries are in memory anyway, so that it costs nothing to hold many of them.
    fn are_held(&self) -> bool {
        false
    }
}

/// What is to be said about a file as a whole.
///
/// ```
/// use lydite_judge::About;
/// use lydite_model::{Action, Code, Diagnostic, Place, Severity};
/// static CODE: Code = Code { id: "F010", title: "syntax error", severity: Severity::Error, damage: true, explanation: "" };
/// let mut about = About::default();
/// about.note(&Diagnostic {
///     code: &CODE,
///     place: Place { file: "a.json".into(), line: 2, column: 5, path: String::new() },
///     message: "…".into(),
///     action: Action::Skipped,
///     hint: None,
///     snippet: None,
/// });
/// assert_eq!(about.damage[0].first, "a.json:2:5");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// What the file says about itself.
    pub info: DatasetInfo,
    /// What could not be read, by the code of the diagnostics.
    pub damage: Vec<Damage>,
    /// Where a strict JSON reader would stop, and why.
    pub json_flaw: Option<String>,
    /// The entries whose queries were repaired before they were run.
    pub repaired: Listing,
}

impl About {
    /// Counts a diagnostic if it means damage.
    pub fn note(&mut self, diagnostic: &Diagnostic) {
        if !diagnostic.code.damage {
            return;
        }
        let mut all = self.damage.iter_mut();
        match all.find(|damage| damage.code == diagnostic.code.id) {
            Some(damage) => damage.count += 1,
            None => {
                self.damage.push(Damage {
                    code: diagnostic.code.id.to_owned(),
                    title: diagnostic.code.title.to_owned(),
                    count: 1,
                    first: diagnostic.place.to_string(),
                });
                self.damage.sort_by(|a, b| a.code.cmp(&b.code));
            }
        }
    }
}

impl From<DatasetInfo> for About {
    fn from(info: DatasetInfo) -> Self {
        Self {
            info,
            ..Self::default()
        }
    }
}

/// What could not be read of a file, for one kind of diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// The code of the diagnostics, such as `F010`.
    pub code: String,
    /// What it is about, in a few words.
    pub title: String,
    /// How often it was found.
    pub count: u64,
    /// Where it was found first: `file:line:column`.
    pub first: String,
}

/// A number of entries and the first few of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// How many there are.
    pub count: u64,
    /// The first few.
    pub examples: Vec<String>,
}

impl Listing {
    /// How many examples are kept.
    pub const EXAMPLES: usize = 5;

    /// Counts one more.
    pub fn note(&mut self, example: impl Into<String>) {
        self.count += 1;
        if self.examples.len() < Self::EXAMPLES {
            self.examples.push(example.into());
        }
    }
}

/// Entries in memory.
#[derive(Clone, Debug)]
pub struct InMemory<'e, B> {
    entries: &'e [B],
    at: usize,
    about: About,
}

impl<'e, B> InMemory<'e, B> {
    /// These entries, of a file that says nothing about itself.
    pub fn new(entries: &'e [B]) -> Self {
        Self {
            entries,
            at: 0,
            about: About::default(),
        }
    }

    /// Adds what is to be said about the file.
    #[must_use]
    pub fn about(self, about: impl Into<About>) -> Self {
        Self {
            about: about.into(),
            ..self
        }
    }
}

impl<'e, T: 'e, B: Borrow<T>> Entries<T> for InMemory<'e, B> {
    type Item = &'e T;
    type Error = Infallible;

    fn next(&mut self) -> Option<&'e T> {
        let entry = self.entries.get(self.at)?;
        self.at += 1;
        Some(entry.borrow())
    }

    fn restart(&mut self) -> Result<(), Infallible> {
        self.at = 0;
        Ok(())
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn are_held(&self) -> bool {
        true
    }
}

/// Which of the two files cannot be read again, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RereadError<G, A> {
    /// The gold file.
    #[error("the gold file cannot be read a second time: {0}")]
    Gold(G),
    /// The answer file.
    #[error("the answer file cannot be read a second time: {0}")]
    Answers(A),
}
