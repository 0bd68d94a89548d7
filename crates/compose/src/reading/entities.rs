//! Finds the words of a question that name nodes and values.

mod texts;

use rustc_hash::FxHashMap;

use super::{Meaning, Reading};
use crate::knowledge::{countries, synonyms};
use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::key_set::Key;
use crate::lexicon::names::Place;
use crate::lexicon::relation::RelationId;
use crate::question::{Word, Words};

const LONGEST: usize = 9;

/// More nodes of one name than these are no name.
const MOST_NODES: usize = 40;

/// All readings of spans as nodes and values.
pub(super) fn readings(words: &Words, lexicon: &Lexicon) -> Vec<Reading> {
    let mut found = Vec::new();
    for start in 0..words.len() {
        for end in start + 1..=(start + LONGEST).min(words.len()) {
            let span = &words.words[start..end];
            if span[0].is_punctuation() || span[span.len() - 1].is_punctuation() {
                continue;
            }
            if span.iter().any(|word| {
                word.is_punctuation()
                    && ![",", "-", "&", ".", "/", "'", ":", "_", "@", "+"]
                        .contains(&word.text.as_str())
            }) {
                break;
            }
            found.extend(
                Span {
                    words,
                    lexicon,
                    start,
                    end,
                }
                .readings(),
            );
        }
    }
    found
}

struct Span<'s> {
    words: &'s Words,
    lexicon: &'s Lexicon,
    start: usize,
    end: usize,
}

impl Span<'_> {
    fn span(&self) -> &[Word] {
        &self.words.words[self.start..self.end]
    }

    fn content(&self) -> Vec<&str> {
        self.span()
            .iter()
            .filter(|word| !word.is_punctuation())
            .map(|word| word.name.trim_start_matches('\''))
            .collect()
    }

    fn readings(&self) -> Vec<Reading> {
        if self.is_grammar() || self.is_all_of_a_kind() {
            return Vec::new();
        }
        let content = self.content();
        let joined = content.join(" ");
        let ordinary = self.is_ordinary();
        let mut nodes: FxHashMap<TermId, f32> = FxHashMap::default();
        for named in self.lexicon.names.named(&joined) {
            note(&mut nodes, named.node, named.score);
        }
        if content.len() == 1 && !self.span()[0].capital {
            let singular = &self.span()[0].root;
            for named in self.lexicon.names.named(&crate::fold::fold_name(singular)) {
                note(&mut nodes, named.node, named.score * 0.97);
            }
        }
        let last = &self.span()[self.span().len() - 1];
        if nodes.is_empty() && last.root != last.lower && (content.len() > 1 || last.capital) {
            let mut singular = content.clone();
            let root = crate::fold::fold_name(&last.root);
            if let Some(word) = singular.last_mut() {
                *word = &root;
            }
            for named in self.lexicon.names.named(&singular.join(" ")) {
                note(&mut nodes, named.node, named.score * 0.97);
            }
        }
        let lower: Vec<&str> = self
            .span()
            .iter()
            .filter(|word| !word.is_punctuation())
            .map(|word| word.lower.as_str())
            .collect();
        let demonym = countries::names(&lower.join(" "));
        let union = [
            "eu",
            "european union",
            "eu country",
            "eu countries",
            "eu member state",
            "eu member states",
        ];
        let members: Vec<&String> = if union.contains(&lower.join(" ").as_str()) {
            countries::union_members().flatten().collect()
        } else {
            Vec::new()
        };
        for name in members.iter().filter(|name| name.len() > 2) {
            for named in self.lexicon.names.named(&fold_words(name)) {
                note(&mut nodes, named.node, 0.95);
            }
        }
        let is_code = |name: &str| name.len() <= 2;
        for (rank, name) in demonym.iter().enumerate() {
            if !is_code(name) || self.span()[0].capital {
                for named in self.lexicon.names.named(&fold_words(name)) {
                    note(
                        &mut nodes,
                        named.node,
                        if rank == 0 { 0.97 } else { 0.95 } * named.score.max(0.95),
                    );
                }
            }
        }
        if nodes.is_empty() && content.len() == 1 && !self.span()[0].is_light() {
            for (other, closeness) in synonyms::related(&self.span()[0].lower) {
                if closeness > 0.72 && self.span()[0].capital {
                    for named in self.lexicon.names.named(&crate::fold::fold_name(other)) {
                        note(&mut nodes, named.node, 0.75);
                    }
                }
            }
        }
        if nodes.is_empty() && !ordinary {
            let refs: Vec<&str> = content.clone();
            let stopping = self.span().first().is_some_and(Word::is_empty_word)
                || self.span().last().is_some_and(Word::is_empty_word);
            if !stopping && !content.iter().all(|word| word.len() < 3) {
                for partial in self.lexicon.names.containing(&refs) {
                    let single = content.len() == 1;
                    let base = match (single, partial.place) {
                        (true, Place::End) => 0.78,
                        (true, Place::Start) => 0.68,
                        (true, _) => 0.6,
                        (false, Place::Start | Place::End) => 0.86,
                        (false, Place::Inside) => 0.8,
                        (false, Place::Scattered) => 0.74,
                    };
                    note(&mut nodes, partial.node, base + 0.08 * partial.share);
                }
            }
        }
        let mut readings = self.grouped(&nodes, content.len(), ordinary);
        readings.extend(self.values(&joined, demonym, content.len(), ordinary));
        readings.extend(self.texts(content.len()));
        readings
    }

    /// Whether the words only hold the question together, although a large graph has something of that
    /// name: a band called *The*, a novel called *Who?*
    fn is_grammar(&self) -> bool {
        let mut words = self.span().iter().filter(|word| !word.is_punctuation());
        let shouted =
            |word: &Word| word.text.len() > 1 && word.text.chars().all(char::is_uppercase);
        let titled =
            self.start > 0 && words.clone().count() > 1 && words.clone().all(|word| word.capital);
        !titled && !self.is_quoted() && words.all(|word| word.is_empty_word() && !shouted(word))
    }

    /// *All the states*: no name begins with that article.
    fn is_all_of_a_kind(&self) -> bool {
        let before = self.words.at(self.start.wrapping_sub(1));
        self.words.at(self.start) == "the"
            && ["all", "both"].contains(&before)
            && self.span().iter().all(|word| !word.capital)
    }

    /// Whether a quotation mark stands before the span.
    fn is_quoted(&self) -> bool {
        self.start > 0 && ["'", "\"", "`", "“", "‘"].contains(&self.words.at(self.start - 1))
    }

    /// Whether the words are ordinary ones that would rarely name anything.
    fn is_ordinary(&self) -> bool {
        let span = self.span();
        span.iter().all(|word| {
            let inside = word.start > 0;
            let marked =
                (word.capital && inside) || word.text.chars().skip(1).any(char::is_uppercase);
            let plain = word.lower.chars().all(char::is_alphabetic);
            !marked
                && plain
                && (word.is_empty_word()
                    || word.is_light()
                    || word.tag.is_verb()
                    || self.lexicon.vocabulary.knows(&word.root)
                    || synonyms::related(&word.root).next().is_some())
        })
    }

    /// One reading for each kind of nodes.
    fn grouped(
        &self,
        nodes: &FxHashMap<TermId, f32>,
        content: usize,
        ordinary: bool,
    ) -> Vec<Reading> {
        let mut groups: FxHashMap<Key, (Vec<TermId>, f32)> = FxHashMap::default();
        for (node, score) in nodes {
            if let Some(key) = self.lexicon.schema.key_of[*node as usize] {
                let known = groups
                    .keys()
                    .copied()
                    .find(|known| self.same_kind(*known, key));
                let group = groups.entry(known.unwrap_or(key)).or_default();
                if *score > group.1 + 0.05 {
                    group.0.clear();
                }
                if *score >= group.1 - 0.05 {
                    group.0.push(*node);
                }
                group.1 = group.1.max(*score);
            }
        }
        let mut groups: Vec<(Vec<TermId>, f32)> = groups
            .into_values()
            .filter(|(nodes, _)| nodes.len() <= MOST_NODES)
            .collect();
        groups.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        groups.truncate(6);
        let links = |nodes: &[TermId]| {
            let facts = &self.lexicon.facts;
            let links = nodes
                .iter()
                .map(|node| facts.out(*node).len() + facts.inc(*node).len());
            (1 + links.max().unwrap_or(0)) as f32
        };
        let most = groups
            .iter()
            .map(|(nodes, _)| links(nodes))
            .fold(1.0, f32::max);
        let lonely = content == 1
            && self.span()[0].lower.len() <= 2
            && !self.span()[0].text.chars().all(char::is_uppercase);
        groups
            .into_iter()
            .filter(|(_, score)| !(lonely || ordinary && *score < 0.9))
            .map(|(mut nodes, score)| {
                nodes.sort_unstable();
                let capital = self
                    .span()
                    .iter()
                    .any(|word| word.capital && word.start > 0);
                let bonus = if self.is_quoted() {
                    0.3
                } else if capital {
                    0.12
                } else {
                    0.0
                };
                Reading {
                    start: self.start,
                    end: self.end,
                    score: score * content as f32 + 0.15 * (content - 1) as f32 + bonus
                        - 0.02 * (nodes.len() as f32).ln()
                        // Of two things of one name the one that more is said about is meant.
                        - 0.12 * (most / links(&nodes)).log10(),
                    closeness: score,
                    meaning: Meaning::Nodes(nodes),
                }
            })
            .collect()
    }

    /// Short texts that are values of properties.
    fn values(
        &self,
        joined: &str,
        country: &[String],
        content: usize,
        ordinary: bool,
    ) -> Vec<Reading> {
        let capital = self
            .span()
            .iter()
            .any(|word| word.capital && word.start > 0)
            || self.span().iter().any(|word| word.number.is_some());
        let mut closeness = 0.93;
        let mut found: Vec<(RelationId, TermId)> = self.lexicon.names.values(joined).to_vec();
        if found.is_empty() {
            for name in country.iter().filter(|name| name.len() > 2 || capital) {
                found.extend(self.lexicon.names.values(&fold_words(name)));
            }
            closeness = 0.92;
        }
        if found.is_empty() && content == 1 {
            found.extend(
                self.lexicon
                    .names
                    .values(&crate::fold::fold_name(&self.span()[0].root)),
            );
            closeness = 0.85;
        }
        if ordinary && !capital && closeness < 0.9 {
            return Vec::new();
        }
        if self.span()[0].is_empty_word() && content == 1 {
            return Vec::new();
        }
        let mut by_relation: Vec<(RelationId, Vec<TermId>)> = Vec::new();
        for (relation, value) in found {
            match by_relation.iter_mut().find(|(known, _)| *known == relation) {
                Some((_, values)) => values.push(value),
                None => by_relation.push((relation, vec![value])),
            }
        }
        if by_relation.is_empty() {
            return Vec::new();
        }
        let penalty = if ordinary { 0.2 } else { 0.0 };
        vec![Reading {
            start: self.start,
            end: self.end,
            score: (closeness - penalty) * content as f32 + 0.15 * (content - 1) as f32,
            closeness,
            meaning: Meaning::Values(by_relation),
        }]
    }
}

impl Span<'_> {
    /// Whether nodes of two kinds can be meant together: cities, and capitals that are cities.
    fn same_kind(&self, one: Key, other: Key) -> bool {
        let classes = |key: Key| &self.lexicon.schema.keys[key as usize].classes;
        let within =
            |a: &[u32], b: &[u32]| !a.is_empty() && a.iter().all(|class| b.contains(class));
        one == other || within(classes(one), classes(other)) || within(classes(other), classes(one))
    }
}

fn note(nodes: &mut FxHashMap<TermId, f32>, node: TermId, score: f32) {
    let known = nodes.entry(node).or_insert(score);
    *known = known.max(score);
}

fn fold_words(name: &str) -> String {
    crate::lexicon::names::name_words(name).join(" ")
}
