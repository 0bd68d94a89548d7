//! Finds the words of a question that call classes and relations.

use super::alternatives;
use super::expansion::Expanded;
use super::{Meaning, Reading, RelationReading};
use crate::knowledge::gradable::gradable;
use crate::knowledge::relations;
use crate::lexicon::phrase::{Side, roots};
use crate::lexicon::relation::ValueKind;
use crate::lexicon::{Element, Lexicon, Match};
use crate::question::{Word, Words};

/// The longest span that is looked up.
const LONGEST: usize = 5;

/// Readings this much below the best of their span are dropped.
const TOLERANCE: f32 = 0.22;

/// Words that ask for an operation, and call a property only if it has that very name.
const OPERATING: &[&str] = &[
    "total",
    "sum",
    "average",
    "mean",
    "maximum",
    "minimum",
    "percentage",
    "share",
    "proportion",
    "top",
    "difference",
    "overall",
    "combined",
    "volume",
];

/// All readings of spans as classes and relations.
pub(super) fn readings(words: &Words, lexicon: &Lexicon, names: &[Reading]) -> Vec<Reading> {
    let expansions: Vec<Expanded> = words
        .words
        .iter()
        .map(|word| Expanded::of(word, words, lexicon))
        .collect();
    let mut found = Vec::new();
    for start in 0..words.len() {
        for end in start + 1..=(start + LONGEST).min(words.len()) {
            let span = &words.words[start..end];
            if span.iter().any(Word::is_punctuation)
                && !span
                    .iter()
                    .all(|word| !word.is_punctuation() || word.text == "-")
            {
                break;
            }
            let content: Vec<usize> = (start..end)
                .filter(|at| !is_glue(&words.words[*at]))
                .collect();
            let inner = (start..end).any(|at| {
                let word = &words.words[at];
                let of_the = word.lower == "the" && at > 0 && words.at(at - 1) == "of";
                is_glue(word)
                    && (of_the || !["of", "the", "-", "to"].contains(&word.lower.as_str()))
            });
            if inner && !phrase_edges(words, start, end) {
                continue;
            }
            let edges = [start, end - 1]
                .iter()
                .all(|at| !is_glue(&words.words[*at]));
            if content.is_empty()
                || (!edges && content.len() != end - start && !phrase_edges(words, start, end))
            {
                continue;
            }
            if (start == 0 && end == 1 && is_request(words)) || is_number_of(span) {
                continue;
            }
            let covered = names.iter().any(|name| {
                name.start <= start
                    && name.end >= end
                    && name.end - name.start > end - start
                    && name.closeness > 0.97
            });
            let mut matches = Vec::new();
            if edges {
                // In a phrase, what is done stands for itself: *BOMs use* are no BOM parts.
                let own: Vec<Vec<(String, f32)>> = content
                    .iter()
                    .map(|at| {
                        vec![
                            (words.words[*at].root.clone(), 1.0),
                            (words.words[*at].lemma.clone(), 1.0),
                        ]
                    })
                    .collect();
                let lookup: Vec<_> = content
                    .iter()
                    .zip(&own)
                    .map(|(at, own)| {
                        let verb = content.len() > 1 && words.words[*at].tag.is_verb();
                        let expansion = if verb { own } else { &expansions[*at].words };
                        (expansion, expansions[*at].stem.as_str())
                    })
                    .collect();
                let last = &words.words[end - 1];
                let plural = last.tag.is_noun() && last.root != last.lower;
                matches = lexicon
                    .vocabulary
                    .matches_of(&lookup, plural, last.tag.is_verb());
            }
            matches.extend(by_phrase(words, lexicon, start, end));
            matches.extend(alternatives::matches(words, lexicon, start, end));
            if end == start + 1 {
                add_taught(&mut matches, &words.words[start], lexicon);
            }
            let operates = end == start + 1
                && (gradable(&words.words[start].lower).is_some()
                    || OPERATING.contains(&words.at(start)));
            if covered || operates {
                matches.retain(|found| found.exact);
            }
            found.extend(spell_out(
                words,
                lexicon,
                start,
                end,
                content.len(),
                matches,
            ));
        }
    }
    found
}

/// Adds what training has shown a word to call.
fn add_taught(matches: &mut Vec<Match>, word: &Word, lexicon: &Lexicon) {
    // Where the names in the graph say it well, nothing has to be learned.
    if matches.iter().any(|known| known.score > 0.8) {
        return;
    }
    for (element, strength) in lexicon.taught.called(&word.lemma) {
        let score = 0.6 + 0.35 * strength;
        let side = match element {
            Element::Relation(relation) => lexicon.relations[*relation as usize]
                .phrases
                .first()
                .map_or(Side::Object, |phrase| phrase.side),
            Element::Class(_) => Side::Object,
        };
        let known = matches.iter_mut().find(|known| known.element == *element);
        match known {
            Some(known) => known.score = known.score.max(score),
            None => matches.push(Match {
                element: *element,
                side,
                score,
                exact: false,
            }),
        }
    }
}

/// Whether the first word only asks to be told: *name all lakes*, *state the capital*.
fn is_request(words: &Words) -> bool {
    ["name", "list", "state", "show", "give", "count"].contains(&words.at(0))
        && !["of", "and", ",", "for"].contains(&words.at(1))
}

/// Whether things are counted: the *number of orders* is no order number.
fn is_number_of(span: &[Word]) -> bool {
    let counts = |word: &Word| ["number", "count", "numbers"].contains(&word.lower.as_str());
    let plural = |word: &Word| word.root != word.lower && word.tag.is_noun();
    matches!(span, [first, of, .., last] if counts(first) && of.lower == "of" && plural(last))
}

/// Prepositions and articles, which neither begin nor end a name.
pub(super) fn is_glue(word: &Word) -> bool {
    word.is_punctuation()
        || [
            "the", "a", "an", "of", "is", "are", "in", "on", "at", "by", "for", "from", "with",
            "to", "and", "or", "do", "does", "did", "'s", "s", "was", "were", "that", "which",
            "who", "what", "we", "our", "it", "be", "i", "me", "us",
        ]
        .contains(&word.lower.as_str())
}

/// Whether a span is a fixed phrase that may end in a preposition: *report to*, *in charge of*.
fn phrase_edges(words: &Words, start: usize, end: usize) -> bool {
    end - start > 1 && !is_phrase(words, start, end).is_empty()
}

fn is_phrase(words: &Words, start: usize, end: usize) -> &'static [&'static str] {
    let lemmas: Vec<&str> = words.words[start..end]
        .iter()
        .filter(|word| !word.is_punctuation())
        .map(|word| word.lemma.as_str())
        .collect();
    let nouns = relations::asked_by(&lemmas.join(" "));
    if !nouns.is_empty() {
        return nouns;
    }
    let lowers: Vec<&str> = words.words[start..end]
        .iter()
        .filter(|word| !word.is_punctuation())
        .map(|word| word.lower.as_str())
        .collect();
    relations::asked_by(&lowers.join(" "))
}

/// Elements called by what the table of relations has for a phrase of several words, or for a word that
/// asks for a phrase.
fn by_phrase(words: &Words, lexicon: &Lexicon, start: usize, end: usize) -> Vec<Match> {
    let nouns = is_phrase(words, start, end);
    let mut matches = Vec::new();
    for (rank, noun) in nouns.iter().enumerate() {
        let other_end = noun.starts_with('^');
        if end - start == 1 && !noun.contains(' ') && !other_end {
            continue;
        }
        let closeness = 0.88 - 0.02 * rank.min(6) as f32;
        let roots: Vec<String> = roots(noun)
            .into_iter()
            .filter(|root| root != "of")
            .collect();
        let expansions: Vec<Vec<(String, f32)>> = roots
            .iter()
            .map(|root| vec![(root.clone(), closeness)])
            .collect();
        let lookup: Vec<_> = expansions.iter().map(|expansion| (expansion, "")).collect();
        let mut found = lexicon.vocabulary.matches(&lookup);
        if other_end {
            found.retain(|found| matches!(found.element, Element::Relation(_)));
            for found in &mut found {
                found.side = found.side.other();
            }
        }
        matches.extend(found);
    }
    // What somebody does is not what somebody is: *takes care of*.
    let done = words.words[start].tag.is_verb() || words.at(end - 1) == "to";
    if end - start > 1 && done {
        matches.retain(|found| matches!(found.element, Element::Relation(_)));
    }
    for found in &mut matches {
        found.exact = false;
    }
    matches
}

/// Turns matches into readings: one a class, one for all relations together.
fn spell_out(
    words: &Words,
    lexicon: &Lexicon,
    start: usize,
    end: usize,
    content: usize,
    matches: Vec<Match>,
) -> Vec<Reading> {
    let best_of = |timely: bool| {
        let of_kind = matches
            .iter()
            .filter(|found| is_timely(lexicon, found.element) == timely);
        of_kind.map(|found| found.score).fold(0.0, f32::max)
    };
    let done = words.words[end - 1].tag.is_verb();
    let all = best_of(false).max(best_of(true));
    let bests = if done {
        [best_of(false), best_of(true)]
    } else {
        [all, all]
    };
    let light =
        (start..end).all(|at| words.words[at].is_light() || words.words[at].is_empty_word());
    let least = if words.at(start) == "name" || words.at(start) == "names" {
        0.8
    } else {
        0.95
    };
    let mut readings = Vec::new();
    let mut relations: Vec<RelationReading> = Vec::new();
    let mut classes = Vec::new();
    let mut exact_relation = false;
    for found in matches {
        let best = bests[usize::from(is_timely(lexicon, found.element))];
        if found.score < best - TOLERANCE || (light && found.score < least) {
            continue;
        }
        match found.element {
            Element::Class(class) => {
                if classes.iter().all(|(known, _, _)| *known != class) {
                    classes.push((class, found.score, found.exact));
                }
            }
            Element::Relation(relation) => {
                // *Require* alone does not say that an arrival must be announced.
                let is_flag = lexicon.relations[relation as usize].kind == ValueKind::Boolean;
                if is_flag && done && !found.exact && content == 1 && found.score < 0.75 {
                    continue;
                }
                exact_relation |= found.exact;
                let reading = RelationReading {
                    relation,
                    side: found.side,
                    score: found.score,
                };
                match relations
                    .iter_mut()
                    .find(|known| known.relation == relation && known.side == found.side)
                {
                    Some(known) => known.score = known.score.max(found.score),
                    None => relations.push(reading),
                }
            }
        }
    }
    let total = |score: f32, exact: bool| {
        let extra = if exact { 0.42 } else { 0.15 } * (content - 1) as f32;
        let scale = if light { 0.6 } else { 1.0 };
        score * content as f32 * scale + extra
    };
    classes.truncate(3);
    let verb = words.words[end - 1].tag.is_verb();
    for (class, score, exact) in classes {
        // What somebody does is rarely what somebody is.
        let doing = if verb && !exact { 0.3 } else { 0.0 };
        readings.push(Reading {
            start,
            end,
            meaning: Meaning::Class(class),
            score: total(score, exact) + 0.02 - doing,
            closeness: score,
        });
    }
    relations.sort_by(|a, b| b.score.total_cmp(&a.score));
    relations.truncate(8);
    if let Some(first) = relations.first() {
        let score = first.score;
        readings.push(Reading {
            start,
            end,
            score: total(score, exact_relation),
            closeness: score,
            meaning: Meaning::Relation(relations),
        });
    }
    readings
}

/// Whether an element says when: such relations are not measured against others, as *when* decides.
fn is_timely(lexicon: &Lexicon, element: Element) -> bool {
    matches!(element, Element::Relation(relation)
        if matches!(lexicon.relations[relation as usize].kind, ValueKind::Date | ValueKind::Year))
}
