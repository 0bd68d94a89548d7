//! What texts say where no property does: words of a question that stand in the description of a node.

use rustc_hash::FxHashSet;

use crate::knowledge::countries;
use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::relation::RelationId;
use crate::lexicon::schema::Class;
use crate::question::{Word, Words};
use crate::reading::{Meaning, Reading};

/// More nodes than these are no answer that a text gives.
const MOST_NODES: usize = 5;

/// Nodes that texts tell, and a query for them.
pub(crate) struct Told {
    pub(crate) nodes: Vec<TermId>,
    pub(crate) query: String,
}

/// What a question asks of texts alone: *which writer worked for an insurance company*.
pub(crate) fn told(words: &Words, lexicon: &Lexicon, readings: &[Reading]) -> Option<Told> {
    let (start, end, class) = asked_class(words, readings)?;
    let places = (1..start).chain(end..words.len());
    search(words, lexicon, class, &places.collect::<Vec<_>>())
}

/// What a relative clause tells of a thing, and the question with its name instead:
/// *when was the mathematician who broke the cipher born*.
pub(crate) fn named(words: &Words, lexicon: &Lexicon, readings: &[Reading]) -> Option<String> {
    let opening = (1..words.len()).find(|at| {
        ["who", "that", "which"].contains(&words.at(*at))
            && readings
                .iter()
                .any(|reading| reading.end == *at && class_of(reading).is_some())
    })?;
    let (start, class) = readings
        .iter()
        .filter(|reading| reading.end == opening)
        .filter_map(|reading| Some((reading.start, class_of(reading)?)))
        .min()?;
    for end in (opening + 2..=words.len()).rev() {
        let places: Vec<usize> = (opening + 1..end).collect();
        let Some(told) = search(words, lexicon, class, &places) else {
            continue;
        };
        let [node] = told.nodes[..] else {
            continue;
        };
        let article = start
            .checked_sub(1)
            .filter(|at| ["the", "a", "an"].contains(&words.at(*at)))
            .unwrap_or(start);
        let text = |range: std::ops::Range<usize>| {
            let texts: Vec<&str> = words.words[range]
                .iter()
                .map(|word| word.text.as_str())
                .collect();
            texts.join(" ")
        };
        return Some(format!(
            "{} {} {}",
            text(0..article),
            lexicon.label(node),
            text(end..words.len())
        ));
    }
    None
}

fn class_of(reading: &Reading) -> Option<Class> {
    match reading.meaning {
        Meaning::Class(class) if reading.closeness > 0.8 => Some(class),
        _ => None,
    }
}

/// The class that is asked for, where it stands.
fn asked_class(words: &Words, readings: &[Reading]) -> Option<(usize, usize, Class)> {
    if !["which", "what"].contains(&words.at(0)) {
        return None;
    }
    readings
        .iter()
        .filter(|reading| (1..4).contains(&reading.start))
        .filter_map(|reading| Some((reading.start, reading.end, class_of(reading)?)))
        .min_by_key(|(start, end, _)| (*start, usize::MAX - end))
}

/// The nodes of a class that have a text with all telling words of some places.
fn search(words: &Words, lexicon: &Lexicon, class: Class, places: &[usize]) -> Option<Told> {
    let telling: Vec<&Word> = places
        .iter()
        .map(|at| &words.words[*at])
        .filter(|word| tells(word))
        .collect();
    if telling.is_empty() {
        return None;
    }
    let mut left: Option<FxHashSet<(RelationId, TermId)>> = None;
    let mut filters = Vec::new();
    for word in telling {
        let forms = forms(word);
        let texts: FxHashSet<(RelationId, TermId)> = forms
            .iter()
            .flat_map(|form| lexicon.names.texts_with(&[form.as_str()]))
            .copied()
            .collect();
        left = Some(match left {
            None => texts,
            Some(known) => known.intersection(&texts).copied().collect(),
        });
        if left.as_ref().is_some_and(FxHashSet::is_empty) {
            return None;
        }
        let contained: Vec<String> = forms
            .iter()
            .map(|form| format!("CONTAINS(LCASE(STR(?text)), \"{form}\")"))
            .collect();
        filters.push(format!("({})", contained.join(" || ")));
    }
    let classes = &lexicon.schema.classes;
    let keys = &classes[class as usize].keys;
    let mut nodes: Vec<(TermId, TermId)> = Vec::new();
    for (relation, text) in left? {
        let path = &lexicon.relations[relation as usize].path;
        let [predicate] = path[..] else {
            continue;
        };
        for node in lexicon.facts.subjects(text, predicate) {
            let fits = lexicon.schema.key_of[node as usize].is_some_and(|key| keys.contains(key));
            if fits && !nodes.contains(&(node, predicate)) {
                nodes.push((node, predicate));
            }
        }
    }
    nodes.sort_unstable();
    let predicate = nodes.first()?.1;
    nodes.retain(|(_, other)| *other == predicate);
    if nodes.len() > MOST_NODES {
        return None;
    }
    let stated = &classes[class as usize].stated;
    let kinds: Vec<String> = stated
        .iter()
        .map(|other| {
            lexicon
                .facts
                .term(classes[*other as usize].term)
                .to_string()
        })
        .collect();
    let query = format!(
        "SELECT DISTINCT ?answer WHERE {{ VALUES ?kind {{ {} }} ?answer a ?kind ; {} ?text . FILTER({}) }}",
        kinds.join(" "),
        lexicon.facts.term(predicate),
        filters.join(" && ")
    );
    Some(Told {
        nodes: nodes.into_iter().map(|(node, _)| node).collect(),
        query,
    })
}

/// Whether a text must have a word: nouns, names, numbers and adjectives, but not what is merely done.
fn tells(word: &Word) -> bool {
    !word.is_punctuation()
        && !word.is_empty_word()
        && !word.is_light()
        && (word.tag.is_noun() || word.tag.is_adjective() || word.capital || word.number.is_some())
}

/// The forms of a word in which texts may have it.
fn forms(word: &Word) -> Vec<String> {
    let plain = |form: &&String| form.chars().all(char::is_alphanumeric) && !form.is_empty();
    let mut forms: Vec<String> = [&word.name, &word.root, &word.lower]
        .into_iter()
        .filter(plain)
        .cloned()
        .collect();
    if let Some(country) = countries::names(&word.lower).first() {
        forms.push(country.clone());
    }
    forms.sort_unstable();
    forms.dedup();
    forms
}
