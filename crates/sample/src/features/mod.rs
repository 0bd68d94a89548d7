//! What is measured of a question.

mod answer_type;
mod answers;
mod declared;
mod extract;
mod legacy;
mod mentions;
mod metadata;
mod names;
mod overview;
mod slots;
mod tags;
mod value;
mod wording;

use std::fmt;

use lydite_model::nearest;
use serde::Serialize;

pub use extract::{Extractor, Labels, Mode};
pub use overview::Overview;
pub use value::Value;

pub(crate) use answers::read as read_answers;
pub(crate) use declared::At;
pub(crate) use extract::ORIGIN;
pub(crate) use legacy::DECLARATIONS;
pub(crate) use mentions::SurfaceForms;

/// Something that is measured of a question.
#[derive(Debug)]
pub struct Feature {
    /// Its name, in output and on the command line.
    pub name: &'static str,
    /// Other names under which it is known.
    pub aliases: &'static [&'static str],
    /// What its values are.
    pub kind: Kind,
    /// What it is computed from.
    pub needs: Needs,
    /// What it says.
    pub definition: &'static str,
    vocabulary: Vocabulary,
    local: &'static str,
    index: usize,
}

/// Where the property of a feature is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// QaldGen's.
    Qaldgen,
    /// That of Linked SPARQL Queries.
    Lsq,
    /// Our own.
    Lydite,
}

impl Vocabulary {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Qaldgen, Self::Lsq, Self::Lydite];

    /// The namespace of its properties.
    pub fn namespace(self) -> &'static str {
        match self {
            Self::Qaldgen => "http://qald-gen.aksw.org/vocab#",
            Self::Lsq => "http://lsq.aksw.org/vocab#",
            Self::Lydite => "urn:lydite:vocab#",
        }
    }

    /// The prefix that is customary for it.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Qaldgen => "qaldgen",
            Self::Lsq => "lsq",
            Self::Lydite => "lydite",
        }
    }
}

/// What the values of a feature are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Counts.
    Integer,
    /// Means.
    Double,
    /// Facts that hold or not.
    Boolean,
    /// Texts.
    Text,
    /// Sets of names.
    Names,
}

impl Kind {
    /// Whether questions can be compared by it as a coordinate.
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Double | Self::Boolean)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Integer => "integer",
            Self::Double => "double",
            Self::Boolean => "boolean",
            Self::Text => "text",
            Self::Names => "names",
        })
    }
}

/// What a feature is computed from. Only what is needed is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Needs {
    /// The words of the question.
    Wording,
    /// How it asks, by the word lists of its language.
    Asking,
    /// The tags of its words.
    Tags,
    /// Its query.
    Query,
    /// Its answers and its query.
    Answers,
    /// What else the file says about it.
    Metadata,
}

impl Feature {
    /// The IRI of its property.
    pub fn iri(&self) -> String {
        format!("{}{}", self.vocabulary.namespace(), self.local)
    }

    /// Its property as a prefixed name: `qaldgen:length`.
    pub fn prefixed(&self) -> String {
        format!("{}:{}", self.vocabulary.prefix(), self.local)
    }

    /// Where its property is defined.
    pub fn vocabulary(&self) -> Vocabulary {
        self.vocabulary
    }

    /// All features, QaldGen's first.
    pub fn all() -> &'static [Self] {
        declared::FEATURES
    }

    /// The feature of this name: `tps`, `lsq:tps`, an alias, or its IRI, in whatever capitals unless
    /// that would be ambiguous.
    ///
    /// ```
    /// use lydite_sample::Feature;
    /// assert_eq!(Feature::find("origin")?.name, "questionOrigin");
    /// assert_eq!(Feature::find("lsq:text")?.name, "query");
    /// let error = Feature::find("lenght").unwrap_err();
    /// assert!(error.to_string().contains("did you mean `length`?"));
    /// # Ok::<(), lydite_sample::UnknownFeature>(())
    /// ```
    ///
    /// # Errors
    /// If there is none; the error has names that look alike.
    pub fn find(name: &str) -> Result<&'static Self, UnknownFeature> {
        let name = name.trim();
        let all = || Self::all().iter();
        let is = |feature: &Self, same: fn(&str, &str) -> bool| {
            same(feature.name, name)
                || feature.aliases.iter().any(|alias| same(alias, name))
                || same(&feature.prefixed(), name)
        };
        all()
            .find(|feature| is(feature, |a, b| a == b))
            .or_else(|| Self::with_iri(name))
            .or_else(|| all().find(|feature| is(feature, str::eq_ignore_ascii_case)))
            .ok_or_else(|| UnknownFeature::new(name))
    }

    /// The feature whose property has this IRI.
    pub fn with_iri(iri: &str) -> Option<&'static Self> {
        let vocabulary = Vocabulary::ALL
            .into_iter()
            .find(|vocabulary| iri.starts_with(vocabulary.namespace()))?;
        let local = &iri[vocabulary.namespace().len()..];
        Self::all()
            .iter()
            .find(|feature| feature.local == local && feature.vocabulary == vocabulary)
    }
}

/// There is no feature of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no feature `{name}`{}", suggestion.as_ref().map_or_else(String::new, |other| format!("; did you mean `{other}`?")))]
pub struct UnknownFeature {
    /// The name as given.
    pub name: String,
    /// The most similar name that there is.
    pub suggestion: Option<String>,
}

impl UnknownFeature {
    fn new(name: &str) -> Self {
        let names = Feature::all()
            .iter()
            .flat_map(|feature| feature.aliases.iter().chain([&feature.name]));
        Self {
            name: name.to_owned(),
            suggestion: nearest(name, names.copied()).map(str::to_owned),
        }
    }
}

/// The values of the features of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    values: Vec<Option<Value>>,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            values: vec![None; Feature::all().len()],
        }
    }
}

impl Features {
    /// The value of a feature, if the question has one.
    pub fn get(&self, feature: &Feature) -> Option<&Value> {
        self.values[feature.index].as_ref()
    }

    /// Sets the value of a feature.
    pub fn set(&mut self, feature: &Feature, value: Value) {
        self.values[feature.index] = Some(value);
    }

    /// The values of these features as coordinates.
    ///
    /// ```
    /// use lydite_sample::{Feature, Features, Value};
    ///
    /// let (length, tps) = (Feature::find("length")?, Feature::find("tps")?);
    /// let mut features = Features::default();
    /// features.set(length, Value::Integer(7));
    /// assert_eq!(features.numbers(&[length]).unwrap(), [7.0]);
    /// assert_eq!(features.numbers(&[length, tps]).unwrap_err()[0].name, "tps");
    /// # Ok::<(), lydite_sample::UnknownFeature>(())
    /// ```
    ///
    /// # Errors
    /// The features of which the question has no number.
    pub fn numbers(
        &self,
        features: &[&'static Feature],
    ) -> Result<Vec<f64>, Vec<&'static Feature>> {
        let number = |feature: &Feature| self.get(feature)?.as_number();
        let numbers: Vec<f64> = features.iter().filter_map(|f| number(f)).collect();
        if numbers.len() == features.len() {
            return Ok(numbers);
        }
        let missing = features.iter().copied();
        Err(missing.filter(|f| number(f).is_none()).collect())
    }

    /// The features that the question has, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Feature, &Value)> {
        let values = self.values.iter().enumerate();
        values.filter_map(|(at, value)| Some((&Feature::all()[at], value.as_ref()?)))
    }

    pub(crate) fn value(&self, at: At) -> Option<&Value> {
        self.values[at as usize].as_ref()
    }

    pub(crate) fn text(&self, at: At) -> Option<&str> {
        match self.value(at) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn take(&mut self, at: At) {
        self.values[at as usize] = None;
    }

    pub(crate) fn put(&mut self, at: At, value: Value) {
        self.values[at as usize] = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unambiguous() {
        let mut names = std::collections::HashSet::new();
        for (at, feature) in Feature::all().iter().enumerate() {
            assert_eq!(feature.index, at);
            assert!(names.insert(feature.name), "{}", feature.name);
            assert!(names.insert(Box::leak(feature.iri().into_boxed_str())));
            for alias in feature.aliases {
                assert!(names.insert(alias), "{alias}");
            }
            assert_eq!(Feature::find(feature.name).unwrap().name, feature.name);
            assert_eq!(Feature::find(&feature.iri()).unwrap().name, feature.name);
        }
        assert_eq!(Feature::find("TPS").unwrap().name, "tps");
        assert!(Feature::find("colour").unwrap_err().suggestion.is_none());
    }
}
