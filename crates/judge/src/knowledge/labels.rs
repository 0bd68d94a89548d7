//! What resources are called, from a file of labels.

use std::io::{self, Read};

use lydite_model::{Language, NAMING_PROPERTIES};
use rustc_hash::FxHashMap;

use super::Knowledge;
use super::interner::Interner;
use super::triples::{Object, Triples};

/// The resources that carry a label.
///
/// ```
/// use lydite_judge::{Knowledge, Labels};
/// use lydite_model::Language;
/// let file = "<http://a/1> <http://www.w3.org/2000/01/rdf-schema#label> \"Berlin\"@en .";
/// let labels = Labels::from_file(file.as_bytes())?;
/// assert_eq!(labels.labelled("Berlin", &Language::new("en")), ["http://a/1"]);
/// assert!(labels.labelled("Berlin", &Language::new("de")).is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Labels {
    texts: Interner,
    /// Who is called what, by the number of the label with its language.
    called: FxHashMap<u32, Vec<u32>>,
}

impl Labels {
    /// Reads `rdfs:label` and the like: N-Triples or simple Turtle.
    pub fn from_file(bytes: impl Read) -> io::Result<Self> {
        let mut labels = Self::default();
        let mut triples = Triples::new(io::BufReader::with_capacity(1 << 16, bytes));
        while triples.advance()? {
            let (subject, predicate, object) = triples.triple();
            if let (Object::Literal { value, language }, Some(predicate)) = (object, predicate)
                && NAMING_PROPERTIES.contains(&predicate)
                && let (Some(label), Some(subject)) = (
                    labels.texts.intern(&key(value, language.unwrap_or(""))),
                    labels.texts.intern(subject),
                )
            {
                labels.called.entry(label).or_default().push(subject);
            }
        }
        for called in labels.called.values_mut() {
            called.sort_unstable();
            called.dedup();
        }
        Ok(labels)
    }

    /// The number of different labels.
    pub fn len(&self) -> usize {
        self.called.len()
    }

    /// Whether there is no label.
    pub fn is_empty(&self) -> bool {
        self.called.is_empty()
    }
}

/// A label with its language. No label holds the separator.
fn key(label: &str, language: &str) -> String {
    format!("{}\u{1f}{label}", language.to_ascii_lowercase())
}

impl Knowledge for Labels {
    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        let called = self
            .texts
            .get(&key(label, language.as_str()))
            .and_then(|label| self.called.get(&label));
        called.map_or_else(Vec::new, |called| {
            let texts = called.iter().map(|&iri| self.texts.text(iri).to_owned());
            texts.collect()
        })
    }

    fn knows_labels(&self) -> bool {
        !self.is_empty()
    }
}
