//! What GERBIL takes a value for: a text or a resource.

use std::borrow::Cow;

use lydite_model::Language;

use super::same;
use super::uri::{is_resource, is_valid_url, java_uri};
use crate::Knowledge;

/// The rules in force at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Era {
    /// From March 2017.
    Y2017,
    /// From April 2018.
    Y2018,
    /// From July 2019.
    Y2019,
    /// From May 2023.
    Y2023,
    /// From September 2024.
    Y2024,
}

/// The name spaces that GERBIL knows; what is outside of them is an *emerging entity*.
pub const KNOWN: [&str; 5] = [
    "http://dbpedia.org/resource/",
    "http://dbpedia.org/ontology/",
    "http://ontologydesignpatterns.org/ont/dul/",
    "http://www.ontologydesignpatterns.org/ont/d0.owl",
    "http://www.wikidata.org/entity/",
];

/// A resource with its URIs.
#[derive(Clone, Debug)]
pub struct Resource<'a> {
    /// Its URI as the file has it.
    name: Cow<'a, str>,
    /// Its other URIs.
    others: Vec<String>,
    /// Whether the same-as rules apply to it.
    expands: bool,
}

impl<'a> Resource<'a> {
    /// A resource with exactly these URIs.
    pub fn new(uris: impl IntoIterator<Item = String>) -> Self {
        let mut uris = uris.into_iter();
        Self {
            name: Cow::Owned(uris.next().unwrap_or_default()),
            others: uris.collect(),
            expands: false,
        }
    }

    /// A resource with one URI, to which the same-as rules may apply.
    pub(crate) fn one(name: Cow<'a, str>, expands: bool) -> Self {
        Self {
            name,
            others: Vec::new(),
            expands,
        }
    }

    /// Whether it has one URI only, as far as the file says.
    pub(super) fn is_simple(&self) -> bool {
        self.others.is_empty()
    }

    /// Whether the same-as rules apply to it.
    pub(super) fn expands(&self) -> bool {
        self.expands
    }

    /// Its URI as the file has it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// All URIs of the resource.
    pub(crate) fn all(&self, knowledge: &dyn Knowledge) -> Vec<String> {
        let own = self.others.iter().map(String::as_str);
        let own = std::iter::once(self.name()).chain(own);
        if self.expands {
            own.flat_map(|uri| same::closure(uri, knowledge)).collect()
        } else {
            own.map(str::to_owned).collect()
        }
    }

    pub(super) fn is_known(&self, knowledge: &dyn Knowledge) -> bool {
        self.is_in(&KNOWN, knowledge)
    }

    /// Whether one of its URIs is in these name spaces.
    pub(crate) fn is_in(&self, spaces: &[&str], knowledge: &dyn Knowledge) -> bool {
        let known = |uri: &str| spaces.iter().any(|space| uri.starts_with(space));
        known(&self.name)
            || self.others.iter().any(|uri| known(uri))
            || self.expands && self.all(knowledge).iter().any(|uri| known(uri))
    }
}

/// The answers of one side after typing.
#[derive(Clone, Debug, Default)]
pub struct Answers<'a> {
    /// Values that are texts, each once.
    pub texts: Vec<Cow<'a, str>>,
    /// Values that are resources.
    pub resources: Vec<Resource<'a>>,
}

impl<'a> Answers<'a> {
    /// Types the values of a gold set: all are resources, or none is.
    pub fn gold(values: Vec<Cow<'a, str>>, era: Era) -> Self {
        let is_resource = match era {
            Era::Y2017 | Era::Y2018 => is_valid_url,
            Era::Y2019 | Era::Y2023 => java_uri,
            Era::Y2024 => is_resource,
        };
        if values.iter().all(|value| is_resource(value)) {
            let resources = values
                .into_iter()
                .map(|uri| Resource::one(uri, false))
                .collect();
            Self {
                texts: Vec::new(),
                resources,
            }
        } else {
            Self {
                texts: values,
                resources: Vec::new(),
            }
        }
    }

    /// Types the values of a system, whose resources are known by all names.
    pub fn system(values: Vec<Cow<'a, str>>, era: Era) -> Self {
        let mut answers = Self::gold(values, era);
        for resource in &mut answers.resources {
            resource.expands = true;
        }
        if era >= Era::Y2019 {
            let (urls, texts): (Vec<_>, Vec<_>) = answers
                .texts
                .into_iter()
                .partition(|text| is_valid_url(text));
            answers.texts = texts;
            let urls = urls.into_iter().map(|uri| Resource::one(uri, true));
            answers.resources.extend(urls);
        }
        answers
    }
}

/// The resources that a left-over text may stand for: those of that label, or the text as a URI.
pub(super) fn forced<'a>(
    text: &Cow<'a, str>,
    era: Era,
    knowledge: &dyn Knowledge,
    language: &Language,
) -> Vec<Resource<'a>> {
    let expands = era != Era::Y2024;
    let labelled = if is_valid_url(text) {
        Vec::new()
    } else {
        knowledge.labelled(text, language)
    };
    if labelled.is_empty() {
        return vec![Resource::one(text.clone(), expands)];
    }
    if era == Era::Y2017 {
        // One resource with all URIs; later one for each.
        let mut resource = Resource::new(labelled);
        resource.expands = true;
        return vec![resource];
    }
    let resources = labelled
        .into_iter()
        .map(|uri| Resource::one(Cow::Owned(uri), expands));
    resources.collect()
}

impl Answers<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.resources.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let resources = self.resources.iter().map(Resource::name);
        self.texts.iter().map(|text| &**text).chain(resources)
    }
}
