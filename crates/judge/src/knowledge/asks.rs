//! What judging is going to ask, before it asks.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use lydite_model::Language;

use crate::{Case, Knowledge};

/// What judging is going to ask of some [`Knowledge`].
///
/// Answers lead to further questions: a label to a resource, a resource to its other names. So what
/// has been asked is [marked as answered](Self::answered), and the same cases are listened to again
/// until they ask nothing new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    new: Things,
    answered: Things,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Things {
    names: BTreeSet<String>,
    labels: BTreeSet<(String, Language)>,
    classes: BTreeSet<String>,
    members: BTreeSet<String>,
}

impl Things {
    fn absorb(&mut self, other: Self) {
        self.names.extend(other.names);
        self.labels.extend(other.labels);
        self.classes.extend(other.classes);
        self.members.extend(other.members);
    }
}

impl Asks {
    /// The resources whose other names will be asked for.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.new.names.iter().map(String::as_str)
    }

    /// The labels, with their languages, whose resources will be asked for.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &Language)> {
        let labels = self.new.labels.iter();
        labels.map(|(label, language)| (label.as_str(), language))
    }

    /// The classes whose super-classes will be asked for.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.new.classes.iter().map(String::as_str)
    }

    /// The resources whose classes will be asked for.
    pub fn members(&self) -> impl Iterator<Item = &str> {
        self.new.members.iter().map(String::as_str)
    }

    /// Whether nothing new is asked.
    pub fn is_empty(&self) -> bool {
        self.new == Things::default()
    }

    /// Marks everything as answered: from now on the knowledge has it at hand.
    pub fn answered(&mut self) {
        self.answered.absorb(std::mem::take(&mut self.new));
    }

    /// Lets somebody judge a case, and notes what is asked meanwhile. Knowledge is asked only for
    /// what is marked as answered, and is silent about the rest.
    pub(crate) fn listen(&mut self, case: &Case<'_>, judge: impl FnOnce(&Case<'_>)) {
        let listener = Listener {
            knowledge: case.knowledge,
            answered: &self.answered,
            heard: Mutex::default(),
        };
        judge(&Case {
            knowledge: &listener,
            ..*case
        });
        let heard = listener.heard.into_inner();
        self.new
            .absorb(heard.unwrap_or_else(PoisonError::into_inner));
    }
}

/// Knowledge that notes what it is asked.
struct Listener<'k> {
    knowledge: &'k dyn Knowledge,
    answered: &'k Things,
    heard: Mutex<Things>,
}

impl Listener<'_> {
    fn hear(&self, note: impl FnOnce(&mut Things)) {
        note(&mut self.heard.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Whether the names of this resource are at hand; if not, they are noted.
    fn has_names(&self, iri: &str) -> bool {
        let has = self.answered.names.contains(iri);
        if !has {
            self.hear(|things| {
                things.names.insert(iri.to_owned());
            });
        }
        has
    }
}

impl Knowledge for Listener<'_> {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        if self.has_names(iri) {
            self.knowledge.representative(iri)
        } else {
            None
        }
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        if self.has_names(iri) {
            self.knowledge.equivalents(iri)
        } else {
            Vec::new()
        }
    }

    fn knows_equivalents(&self) -> bool {
        self.knowledge.knows_equivalents()
    }

    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        let key = (label.to_owned(), language.clone());
        if self.answered.labels.contains(&key) {
            return self.knowledge.labelled(label, language);
        }
        self.hear(|things| {
            things.labels.insert(key);
        });
        Vec::new()
    }

    fn knows_labels(&self) -> bool {
        self.knowledge.knows_labels()
    }

    fn types(&self, iri: &str) -> Vec<String> {
        if self.answered.members.contains(iri) {
            return self.knowledge.types(iri);
        }
        self.hear(|things| {
            things.members.insert(iri.to_owned());
        });
        Vec::new()
    }

    fn knows_types(&self) -> bool {
        self.knowledge.knows_types()
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        if self.answered.classes.contains(class) {
            return self.knowledge.super_classes(class);
        }
        self.hear(|things| {
            things.classes.insert(class.to_owned());
        });
        Vec::new()
    }
}
