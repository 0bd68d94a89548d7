//! What can be seen of a query that was written for a question.

use lydite_graph::oxrdf::NamedNode;
use rustc_hash::FxHashSet;

use crate::lexicon::Lexicon;
use crate::question::Words;
use crate::reading::{Covering, Meaning, Reading};

/// What can be seen of a question, read in one way.
pub(crate) struct Described<'d> {
    lexicon: &'d Lexicon,
    /// Words outside of names, and pairs of neighbours.
    words: Vec<String>,
    /// For each name its kind and the words around it.
    names: Vec<String>,
}

impl<'d> Described<'d> {
    /// Describes a question.
    pub(crate) fn new(
        words: &Words,
        lexicon: &'d Lexicon,
        readings: &[Reading],
        covering: &Covering,
    ) -> Self {
        let mut named = vec![false; words.len()];
        let mut names = Vec::new();
        for reading in covering.readings.iter().map(|at| &readings[*at]) {
            let kind = match &reading.meaning {
                Meaning::Nodes(nodes) => kind(lexicon, nodes[0]),
                Meaning::Values(_) | Meaning::Text(..) => "text".to_owned(),
                _ => continue,
            };
            named[reading.start..reading.end].fill(true);
            let lemma = |at: usize| words.words.get(at).map_or("", |word| word.lemma.as_str());
            let before = reading.start.checked_sub(1).map_or("", lemma);
            names.push(format!("name {kind} after {before}"));
            names.push(format!("name {kind} before {}", lemma(reading.end)));
        }
        let mut described = Vec::new();
        let mut last = "";
        for (word, named) in words.words.iter().zip(&named) {
            if *named || word.is_punctuation() {
                last = "";
                continue;
            }
            if !word.is_empty_word()
                || ["how", "where", "who", "when"].contains(&word.lower.as_str())
            {
                described.push(word.lemma.clone());
            }
            if !last.is_empty() {
                described.push(format!("{last} {}", word.lemma));
            }
            last = &word.lemma;
        }
        described.sort_unstable();
        described.dedup();
        Self {
            lexicon,
            words: described,
            names,
        }
    }

    /// The features of a query.
    pub(crate) fn features(&self, query: &str) -> Vec<String> {
        let marks = self.marks(query);
        let mut features = self.names.clone();
        for mark in &marks {
            features.push(mark.clone());
            for word in &self.words {
                features.push(format!("{word} | {mark}"));
            }
        }
        features
    }

    /// What a query is made of: properties, classes, kinds of names, operations, and what they concern.
    fn marks(&self, query: &str) -> Vec<String> {
        let mut marks: FxHashSet<String> = FxHashSet::default();
        let facts = &self.lexicon.facts;
        let tokens: Vec<&str> = query.split_whitespace().collect();
        let mut triples = 0;
        let mut links: Vec<(&str, String, &str)> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if let Some(path) = token.strip_prefix('<') {
                let is_term =
                    |token: &&&str| token.starts_with(['?', '<', '"', '[']) || **token == "true";
                let after = tokens.get(at + 1).filter(is_term);
                let ends = tokens.get(at + 2) == Some(&".");
                let before = at
                    .checked_sub(1)
                    .and_then(|at| tokens.get(at))
                    .filter(is_term);
                if let (Some(before), Some(after), true) = (before, after, ends) {
                    let name = short(path);
                    links.push((before, name.clone(), after));
                    triples += 1;
                    if name != "type" {
                        marks.insert(name);
                    }
                    continue;
                }
                let iri = path.trim_end_matches('>');
                if let Some(id) = NamedNode::new(iri).ok().and_then(|_| facts.find(iri)) {
                    let is_class = self
                        .lexicon
                        .schema
                        .classes
                        .iter()
                        .any(|class| class.term == id);
                    marks.insert(if is_class {
                        format!("a {}", short(iri))
                    } else {
                        format!("one {}", kind(self.lexicon, id))
                    });
                }
            }
        }
        marks.insert(format!("{triples} links"));
        let of = |variable: &str| {
            let link = links.iter().find(|(_, _, object)| *object == variable);
            link.map_or_else(
                || {
                    let link = links.iter().find(|(subject, ..)| *subject == variable);
                    link.map_or(String::new(), |(_, name, _)| format!("of {name}"))
                },
                |(_, name, _)| name.clone(),
            )
        };
        for operation in [
            "COUNT(DISTINCT ",
            "SUM(",
            "AVG(",
            "MAX(",
            "MIN(",
            "DESC(",
            "ASC(",
        ] {
            for (at, _) in query.match_indices(operation) {
                let rest = &query[at + operation.len()..];
                let end = rest.find([')', ' ']).unwrap_or(rest.len());
                marks.insert(format!(
                    "{} {}",
                    operation.trim_end_matches(['(', ' ']),
                    of(&rest[..end])
                ));
            }
        }
        for word in [
            "ASK",
            "NOT EXISTS",
            "GROUP BY",
            "HAVING",
            "FILTER(",
            "LIMIT",
            "VALUES",
            "OPTIONAL",
        ] {
            if query.contains(word) {
                marks.insert(word.trim_end_matches('(').to_owned());
            }
        }
        let nested = query.matches("SELECT").count().saturating_sub(1);
        if nested > 0 {
            marks.insert(format!("{nested} nested"));
        }
        let shown = tokens.iter().find(|token| token.starts_with('?'));
        if let Some(shown) = shown.filter(|_| query.starts_with("SELECT")) {
            marks.insert(format!("shows {}", of(shown)));
        }
        // The same link from two things to one: rarely meant.
        for (at, (subject, name, object)) in links.iter().enumerate() {
            for (other_subject, other, other_object) in &links[..at] {
                if name == other && (subject == other_subject || object == other_object) {
                    marks.insert("twice the same".to_owned());
                }
                if object == other_subject || subject == other_object {
                    marks.insert(format!("{other} to {name}"));
                }
            }
        }
        let mut marks: Vec<String> = marks.into_iter().collect();
        marks.sort_unstable();
        marks
    }
}

/// The feature of an answer.
pub(crate) fn of_answer(cost: f32, rows: Option<usize>) -> &'static str {
    match rows {
        None if cost > 0.0 => "answer no",
        None => "answer yes",
        Some(0) => "answer empty",
        Some(1) if cost > 0.0 => "answer zero",
        Some(1) => "answer one",
        Some(_) => "answer several",
    }
}

/// The end of an IRI or of a path of them.
fn short(path: &str) -> String {
    let name = |iri: &str| {
        let iri = iri.trim_end_matches('>');
        iri.rsplit(['/', '#']).next().unwrap_or(iri).to_owned()
    };
    path.split(">/<").map(name).collect::<Vec<_>>().join("/")
}

/// What kind of thing a node is.
fn kind(lexicon: &Lexicon, node: u32) -> String {
    let key = lexicon.schema.key_of.get(node as usize).copied().flatten();
    let class = key.and_then(|key| lexicon.schema.keys[key as usize].classes.first());
    let iri = class.and_then(|class| {
        lexicon
            .facts
            .iri(lexicon.schema.classes[*class as usize].term)
    });
    iri.map_or_else(|| "thing".to_owned(), short)
}
