//! The IRIs of an experiment and its parts, under a base that can be configured.

use lydite_digest::sha256_of;
use oxrdf::NamedNode;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::ExportError;
use crate::store::Experiment;

/// What stays as it is in the name of a part: the unreserved characters of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A longer name is cut, with a digest at its end.
const LONGEST: usize = 160;

/// The IRIs of an experiment and its parts. Parts are fragments of the experiment's IRI, so whoever
/// looks one up gets the document in which it is described.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    experiment: NamedNode,
    parts: String,
}

impl Names {
    /// The names of an experiment, under another base if one is given.
    pub(crate) fn of(experiment: &Experiment, base: Option<&str>) -> Result<Self, ExportError> {
        let iri = match base {
            Some(base) => format!("{base}{}", experiment.id),
            None => experiment.iri.clone(),
        };
        let wrong = |reason: String| ExportError::Base {
            iri: iri.clone(),
            reason,
        };
        let experiment = NamedNode::new(&iri).map_err(|error| wrong(error.to_string()))?;
        if iri.contains('#') {
            return Err(wrong(
                "it has a #, which is kept for the parts of experiments".to_owned(),
            ));
        }
        Ok(Self {
            experiment,
            parts: format!("{iri}#"),
        })
    }

    /// The experiment.
    pub(crate) fn experiment(&self) -> NamedNode {
        self.experiment.clone()
    }

    /// What the IRIs of parts begin with.
    pub(crate) fn parts(&self) -> &str {
        &self.parts
    }

    /// A part: a few words, which stay as they are.
    pub(crate) fn part(&self, words: &[&str]) -> NamedNode {
        let words: Vec<String> = words.iter().map(|word| encoded(word)).collect();
        NamedNode::new_unchecked(format!("{}{}", self.parts, words.join("-")))
    }
}

/// A text as a part of an IRI.
pub(crate) fn encoded(text: &str) -> String {
    let encoded = utf8_percent_encode(text, RESERVED).to_string();
    if encoded.len() <= LONGEST {
        return encoded;
    }
    let digest = sha256_of(text.as_bytes());
    let kept = text.chars().take(24).collect::<String>();
    format!("{}~{}", utf8_percent_encode(&kept, RESERVED), &digest[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_a_part_of_an_iri() {
        assert_eq!(encoded("db25:1-en"), "db25%3A1-en");
        assert_eq!(encoded("a<b>\"\u{0}é"), "a%3Cb%3E%22%00%C3%A9");
        let (one, other) = (encoded(&"x".repeat(10_000)), encoded(&"x".repeat(10_001)));
        assert!(one.len() < 60 && one != other, "{one}");
        for text in ["", "\u{202e}", "\u{1f600}", "100 %"] {
            let iri = format!("urn:x#{}", encoded(text));
            assert!(NamedNode::new(&iri).is_ok(), "{iri}");
        }
    }
}
