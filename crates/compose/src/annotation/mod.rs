//! A question with all that components have said about it.
//!
//! Components never hand their output to each other: each reads the annotations that are there and adds
//! its own (Qanary's principle). [`AnnotatedQuestion`] is that shared graph; [`turtle`] writes it in the
//! Qanary vocabulary.
//!
//! One rule holds for all linkers: **the first candidate of an annotation is what its component says**,
//! the others are what it considered. A linker that means several things makes several annotations.

mod rdf;

use lydite_language::{Lang, Tag};
use serde::{Deserialize, Serialize};

use crate::question::Words;

pub use rdf::turtle;

/// A stretch of a question, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// Whether two stretches have a byte in common.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether another stretch lies within this one.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// What an annotation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Words that name something, whatever it is.
    Spot,
    /// A resource.
    Entity,
    /// A property.
    Relation,
    /// A class.
    Class,
    /// What the answer should be.
    AnswerType,
    /// A query for the whole question.
    Query,
}

/// What somebody said about a question, or about some of its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Annotation {
    /// What it is about.
    pub kind: Kind,
    /// The words it is about; `None` if it is about the whole question.
    pub span: Option<Span>,
    /// What is meant, the best first; none for spots.
    pub candidates: Vec<Candidate>,
    /// The component that said it.
    pub component: String,
}

impl Annotation {
    /// What the component says.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }
}

/// Something that may be meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// An IRI, a query or the name of an answer type.
    pub value: String,
    /// How sure the component is, on its own scale: more is surer.
    pub score: f64,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

impl Candidate {
    /// A candidate for which no evidence is told.
    pub fn new(value: impl Into<String>, score: f64) -> Self {
        Self {
            value: value.into(),
            score,
            evidence: Vec::new(),
        }
    }

    /// The same, resting on one more piece of evidence.
    #[must_use]
    pub fn because(mut self, source: Source, detail: impl Into<String>, weight: f64) -> Self {
        self.evidence.push(Evidence {
            source,
            detail: detail.into(),
            weight,
        });
        self
    }
}

/// What a candidate rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Where it comes from.
    pub source: Source,
    /// What was found there: a label, a phrase, a path.
    pub detail: String,
    /// How much it says.
    pub weight: f64,
}

/// Where evidence comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A name in the graph.
    Label,
    /// A name that is only similar.
    Similarity,
    /// How often the graph speaks of it.
    Popularity,
    /// What else in the question it is connected with.
    Coherence,
    /// Words of the question around it.
    Context,
    /// A list of phrases.
    Lexicon,
    /// Words of similar meaning.
    Synonyms,
    /// What was learned from questions with queries.
    Model,
    /// A fact of the graph.
    Graph,
    /// A rule about questions.
    Rule,
    /// Somebody else's component.
    Elsewhere,
}

/// A word of a question.
#[derive(Clone, Copy, Debug)]
pub struct Token<'q> {
    /// As it stands in the question.
    pub text: &'q str,
    /// Where it stands.
    pub span: Span,
    /// Without case and accents.
    pub lower: &'q str,
    /// In dictionary form.
    pub lemma: &'q str,
    /// Its stem.
    pub stem: &'q str,
    /// Its part of speech.
    pub tag: Tag,
}

/// A question with all that components have said about it.
///
/// ```
/// use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Span};
///
/// let mut question = AnnotatedQuestion::new("Who designed the Berlin Wall?");
/// question.add(Annotation {
///     kind: Kind::Entity,
///     span: Some(Span { start: 17, end: 28 }),
///     candidates: vec![Candidate::new("http://dbpedia.org/resource/Berlin_Wall", 0.9)],
///     component: "mine".to_owned(),
/// });
/// assert_eq!(question.values(Kind::Entity), ["http://dbpedia.org/resource/Berlin_Wall"]);
/// assert_eq!(question.slice(Span { start: 17, end: 28 }), "Berlin Wall");
/// ```
#[derive(Clone, Debug)]
pub struct AnnotatedQuestion {
    text: String,
    lang: Lang,
    pub(crate) words: Words,
    annotations: Vec<Annotation>,
}

impl AnnotatedQuestion {
    /// An English question about which nothing is said yet.
    pub fn new(text: impl Into<String>) -> Self {
        Self::in_language(text, Lang::En)
    }

    /// The same in any language.
    pub fn in_language(text: impl Into<String>, lang: Lang) -> Self {
        let text = text.into();
        let words = Words::of(&text);
        Self {
            text,
            lang,
            words,
            annotations: Vec::new(),
        }
    }

    /// The question.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Its words and punctuation marks.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = Token<'_>> {
        self.words.words.iter().map(|word| Token {
            text: &word.text,
            span: Span {
                start: word.start,
                end: word.end,
            },
            lower: &word.lower,
            lemma: &word.lemma,
            stem: &word.stem,
            tag: word.tag,
        })
    }

    /// The words of a stretch; nothing if it is none of this question.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// All that was said, in that order.
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// All annotations of one kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Annotation> {
        self.annotations
            .iter()
            .filter(move |annotation| annotation.kind == kind)
    }

    /// What components say of one kind, each value once, in the order of the words they are about; what
    /// is about no words in particular comes last.
    pub fn values(&self, kind: Kind) -> Vec<&str> {
        let mut annotations: Vec<&Annotation> = self.of(kind).collect();
        annotations.sort_by_key(|annotation| annotation.span.map_or(usize::MAX, |span| span.start));
        let mut values: Vec<&str> = Vec::new();
        for candidate in annotations.into_iter().filter_map(Annotation::best) {
            if !values.contains(&candidate.value.as_str()) {
                values.push(&candidate.value);
            }
        }
        values
    }

    /// Adds what a component says.
    pub fn add(&mut self, annotation: Annotation) {
        self.annotations.push(annotation);
    }

    /// Takes back all of one kind, as who ranks queries again does.
    pub fn remove(&mut self, kind: Kind) {
        self.annotations
            .retain(|annotation| annotation.kind != kind);
    }
}
