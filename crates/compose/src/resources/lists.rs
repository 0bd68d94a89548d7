//! Lists of terms and phrases that come from files.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::vocabulary::singular_words;
use crate::fold::fold;

/// What a listed term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TermKind {
    /// A resource.
    Entity,
    /// A property.
    Property,
    /// A class.
    Class,
}

/// A line of a list that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// A term with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What it is.
    pub kind: TermKind,
    /// Its IRI.
    pub iri: String,
    /// What it is called; empty for what its IRI says.
    pub name: String,
    /// How often it is used.
    pub uses: usize,
}

/// Terms that a graph may not have.
///
/// As a file: a line each, with tabs between kind (`entity`, `property`, `class`), IRI, name and number
/// of uses; name and number may be missing.
///
/// ```
/// use lydite_compose::resources::TermList;
///
/// let list = TermList::parse("entity\thttp://ex/Berlin\tBerlin\t12\nproperty\thttp://ex/mayor\n")?;
/// assert_eq!(list.terms.len(), 2);
/// # Ok::<(), lydite_compose::resources::BadLine>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermList {
    /// The terms.
    pub terms: Vec<Listed>,
}

impl TermList {
    /// Reads a list.
    ///
    /// # Errors
    /// A line has no kind, or no IRI.
    pub fn parse(text: &str) -> Result<Self, BadLine> {
        let mut terms = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = |reason| BadLine {
                line: at + 1,
                reason,
            };
            let mut fields = line.split('\t');
            let kind = match fields.next().map(str::trim) {
                Some("entity") => TermKind::Entity,
                Some("property") => TermKind::Property,
                Some("class") => TermKind::Class,
                _ => return Err(bad("begins with none of entity, property, class")),
            };
            let iri = fields.next().map(str::trim).unwrap_or_default();
            if iri.is_empty() {
                return Err(bad("has no IRI after a tab"));
            }
            let name = fields.next().map(str::trim).unwrap_or_default();
            let uses = match fields.next().map(str::trim) {
                None | Some("") => 0,
                Some(number) => number
                    .parse()
                    .map_err(|_| bad("its fourth field is not a number"))?,
            };
            terms.push(Listed {
                kind,
                iri: iri.to_owned(),
                name: name.to_owned(),
                uses,
            });
        }
        Ok(Self { terms })
    }
}

/// What a phrase may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The words as they were given.
    pub words: String,
    /// The IRI of a property or class.
    pub iri: String,
    /// The list that says so.
    pub list: String,
}

/// Phrases with the properties and classes that they mean.
///
/// As a file: a line each, with a tab between phrase and IRI, as in the flat files of lemon.dbpedia; or
/// N-Triples with labels, as in the lists of NLIWOD.
///
/// ```
/// use lydite_compose::resources::PhraseList;
///
/// let list = PhraseList::parse("mine", "melt at\thttp://ex/meltingPoint\n")?;
/// assert_eq!(list.meaning("Melts at").next().unwrap().iri, "http://ex/meltingPoint");
/// assert_eq!(list.meaning("melting at").next(), None);
/// # Ok::<(), lydite_compose::resources::BadLine>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PhraseList {
    phrases: Vec<Phrase>,
    by_words: FxHashMap<String, Vec<u32>>,
}

impl PhraseList {
    /// Reads a list, under the name by which evidence refers to it.
    ///
    /// # Errors
    /// A line has no IRI.
    pub fn parse(list: &str, text: &str) -> Result<Self, BadLine> {
        let mut phrases = Self::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with('@') {
                continue;
            }
            let (words, iri) = if line.starts_with('<') {
                of_triple(line)
            } else {
                of_fields(line)
            }
            .ok_or(BadLine {
                line: at + 1,
                reason: "is neither a phrase, a tab and an IRI, nor a triple with a label",
            })?;
            phrases.add(Phrase {
                words: words.to_owned(),
                iri: iri.to_owned(),
                list: list.to_owned(),
            });
        }
        Ok(phrases)
    }

    /// Adds a phrase.
    pub fn add(&mut self, phrase: Phrase) {
        let key = singular_words(&fold(&phrase.words));
        let number = self.phrases.len() as u32;
        self.by_words.entry(key).or_default().push(number);
        self.phrases.push(phrase);
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Self) {
        for phrase in other.phrases {
            self.add(phrase);
        }
    }

    /// All phrases, in the order in which they were added.
    pub fn phrases(&self) -> &[Phrase] {
        &self.phrases
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// The phrases that are these words, whether in the singular or the plural.
    pub fn meaning(&self, words: &str) -> impl Iterator<Item = &Phrase> {
        let numbers = self.by_words.get(&singular_words(&fold(words)));
        let numbers = numbers.into_iter().flatten();
        numbers.map(|number| &self.phrases[*number as usize])
    }
}

fn of_fields(line: &str) -> Option<(&str, &str)> {
    let mut fields = line.split('\t').map(str::trim);
    let words = fields.next()?;
    let iri = fields.next().filter(|iri| iri.contains(':'))?;
    Some((words, iri))
}

/// `<iri> <label> "words"@en .`
fn of_triple(line: &str) -> Option<(&str, &str)> {
    let iri = line.strip_prefix('<')?.split('>').next()?;
    let start = line.find('"')? + 1;
    let end = start + line[start..].rfind('"')?;
    Some((&line[start..end], iri))
}
