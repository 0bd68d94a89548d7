//! Several datasets as one to choose from.

use lydite_model::QuestionId;
use rustc_hash::FxHashMap;

use crate::features::At;
use crate::{Described, Feature, question_iri};

/// Several datasets as one: identifiers are kept apart, and a question that several datasets have is
/// there once.
///
/// QaldGen's data are QALD-9 and LC-QuAD together, in which both have a question 1. Here they are
/// `qald-9:1` and `lc-quad:1`; a single dataset keeps its identifiers. A question repeats another if
/// an earlier *other* dataset has it in the same words, case, blanks and final punctuation aside
/// (later editions of QALD take over questions of earlier ones). What a dataset repeats within itself
/// stays.
///
/// ```
/// use lydite_sample::{Collection, Described, Feature, Pool, Repeated, Value};
///
/// let question = |iri: &str, text: &str| {
///     let mut question = Described::new(iri);
///     let feature = Feature::find("text").unwrap();
///     question.features.set(feature, Value::Text(text.to_owned()));
///     question
/// };
/// let mut collection = Collection::new(["qald-8", "qald-9"], Repeated::LeaveOut);
/// let mut ids = Vec::new();
/// for (dataset, iri, text) in [
///     (0, "urn:x#1", "Who wrote Dubliners?"),
///     (1, "urn:y#1", "Where is Berlin?"),
///     (1, "urn:y#2", "who wrote Dubliners ?"),
/// ] {
///     // Each would now be pushed into a Pool, or shown to a Selection.
///     ids.extend(collection.admit(dataset, question(iri, text)).map(|question| question.id));
/// }
/// assert_eq!(ids[1].as_str(), "qald-9:1");
/// assert_eq!(collection.origin(&ids[1]).map(|origin| (origin.dataset, origin.number)), Some((1, 0)));
/// assert_eq!(collection.left_out(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    names: Vec<String>,
    repeated: Repeated,
    /// How many questions each dataset has shown.
    shown: Vec<usize>,
    origins: FxHashMap<QuestionId, Origin>,
    /// The dataset that had a text first.
    texts: FxHashMap<String, usize>,
    iris: FxHashMap<String, usize>,
    left_out: usize,
}

/// What becomes of a question that an earlier dataset has, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeated {
    /// The first dataset keeps it, the others lose it.
    #[default]
    LeaveOut,
    /// All of them keep it.
    Keep,
}

/// Where a question of a collection comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The number of the dataset, from 0.
    pub dataset: usize,
    /// The number of the question within the dataset, from 0 and in the order of the file.
    pub number: usize,
    /// Its identifier within the dataset.
    pub id: QuestionId,
}

impl Collection {
    /// A collection of datasets with these names. Names that occur twice get a number: `mine`,
    /// `mine-2`.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>, repeated: Repeated) -> Self {
        let mut unique: Vec<String> = Vec::new();
        for name in names {
            let name = name.into();
            let mut different = name.clone();
            for number in 2.. {
                if !unique.contains(&different) {
                    break;
                }
                different = format!("{name}-{number}");
            }
            unique.push(different);
        }
        Self {
            shown: vec![0; unique.len()],
            names: unique,
            repeated,
            origins: FxHashMap::default(),
            texts: FxHashMap::default(),
            iris: FxHashMap::default(),
            left_out: 0,
        }
    }

    /// The feature without which repeated questions are not found: measure it besides those that are
    /// needed anyway.
    pub fn needs() -> &'static Feature {
        &Feature::all()[At::text as usize]
    }

    /// Takes the next question of a dataset, and gives it back with an identifier and an IRI that no
    /// other question has; `None` if it is left out. Datasets are shown one after another, in order.
    pub fn admit(&mut self, dataset: usize, mut question: Described) -> Option<Described> {
        let number = self.shown[dataset];
        self.shown[dataset] += 1;
        if self.names.len() > 1 {
            if self.is_repeated(dataset, &question) && self.repeated == Repeated::LeaveOut {
                self.left_out += 1;
                return None;
            }
            let first = self.iris.entry(question.iri.clone()).or_insert(dataset);
            if *first != dataset {
                question.iri = question_iri(&self.names[dataset], question.id.as_str());
            }
        }
        let origin = Origin {
            dataset,
            number,
            id: question.id.clone(),
        };
        question.id = self.id(dataset, &question.id);
        self.origins.entry(question.id.clone()).or_insert(origin);
        Some(question)
    }

    fn is_repeated(&mut self, dataset: usize, question: &Described) -> bool {
        let Some(text) = question.features.text(At::text) else {
            return false;
        };
        *self.texts.entry(folded(text)).or_insert(dataset) != dataset
    }

    /// The identifier that a question of a dataset has in the collection.
    pub fn id(&self, dataset: usize, id: &QuestionId) -> QuestionId {
        if self.names.len() > 1 {
            QuestionId::from(format!("{}:{id}", self.names[dataset]))
        } else {
            id.clone()
        }
    }

    /// The names of the datasets, each once.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Where the question with this identifier comes from; of several with the same one, the first.
    pub fn origin(&self, id: &QuestionId) -> Option<&Origin> {
        self.origins.get(id)
    }

    /// How many questions were left out because an earlier dataset has them.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
}

/// A text without what does not make another question of it.
fn folded(text: &str) -> String {
    let trimmed = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = trimmed.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn question(iri: &str, text: &str) -> Described {
        let mut question = Described::new(iri);
        question.features.put(At::text, Value::Text(text.into()));
        question
    }

    #[test]
    fn a_single_dataset_stays_as_it_is() {
        let mut collection = Collection::new(["mine"], Repeated::LeaveOut);
        for _ in 0..2 {
            let taken = collection.admit(0, question("urn:x#1", "Who?")).unwrap();
            assert_eq!(taken, question("urn:x#1", "Who?"));
        }
        let origin = collection.origin(&QuestionId::from("1")).unwrap();
        assert_eq!((origin.number, collection.left_out()), (0, 0));
    }

    #[test]
    fn questions_of_several_datasets_are_kept_apart() {
        let mut collection = Collection::new(["a", "b", "a"], Repeated::Keep);
        assert_eq!(collection.names(), ["a", "b", "a-2"]);
        let taken = |dataset| {
            let question = collection.admit(dataset, question("urn:x#1", "Who?"));
            question.map(|question| format!("{} {}", question.id, question.iri))
        };
        let ids: Vec<String> = (0..3).filter_map(taken).collect();
        let expected = [
            "a:1 urn:x#1",
            "b:1 urn:lydite:b#1",
            "a-2:1 urn:lydite:a-2#1",
        ];
        assert_eq!(ids, expected);
    }

    #[test]
    fn only_other_datasets_repeat() {
        let mut collection = Collection::new(["a", "b"], Repeated::LeaveOut);
        let mut admit = |dataset, iri: &str, text: &str| {
            collection.admit(dataset, question(iri, text)).is_some()
        };
        assert!(admit(0, "urn:a#1", "Who wrote it?"));
        assert!(admit(0, "urn:a#2", "Who wrote it?"));
        assert!(!admit(1, "urn:b#1", "who  wrote it ?"));
        assert!(admit(1, "urn:b#2", "Who wrote that?"));
        assert!(admit(1, "urn:b#3", "who wrote that"));
        assert_eq!(collection.left_out(), 1);
        let last = collection.origin(&QuestionId::from("b:3")).unwrap();
        assert_eq!((last.dataset, last.number), (1, 2));
    }
}
