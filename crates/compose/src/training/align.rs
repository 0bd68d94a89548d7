//! Which words of questions stand for which elements of their queries.

use std::collections::BTreeSet;

use lydite_sparql::spargebra::algebra::Expression;
use lydite_sparql::{Dialect, Structure, parse};
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Convention, Usage};
use crate::gold::Example;
use crate::lexicon::Lexicon;
use crate::question::Words;
use crate::reading::{Meaning, Reading, readings};

/// A word alone, or before another.
type Word = (String, Option<String>);

/// A condition: property, comparison, bound as it is written.
type Condition = (String, &'static str, String);

/// A question as the words outside of names, and what its query is made of.
pub(super) struct Pair {
    words: Vec<Word>,
    conditions: Vec<Condition>,
    elements: Vec<String>,
}

impl Pair {
    /// Reads a question with its query.
    pub(super) fn new(lexicon: &Lexicon, example: &Example) -> Option<Self> {
        let parsed = parse(&example.gold.query, &Dialect::field()).ok()?;
        let structure = Structure::of(&parsed);
        let words = Words::of(&example.text);
        let numbers: Vec<f64> = words.words.iter().filter_map(|word| word.number).collect();
        let mut conditions = Vec::new();
        for filter in structure.where_filters() {
            collect(filter.expression, &mut |variable, symbol, bound| {
                let Ok(value) = bound.parse::<f64>() else {
                    return;
                };
                let property = structure.triples.iter().find_map(|triple| {
                    let object = triple.object.as_variable()?;
                    let predicate = triple.predicate.as_node()?.as_iri()?;
                    (object.name == variable).then_some(predicate)
                });
                let said = numbers.iter().any(|number| (number - value).abs() < 1e-9);
                if let Some(property) = property.filter(|_| !said) {
                    conditions.push((property.to_owned(), symbol, bound.to_owned()));
                }
            });
        }
        let gold = &example.gold;
        let elements = gold.relations.iter().chain(&gold.classes);
        let mut elements: Vec<String> = elements.cloned().collect();
        elements.sort_unstable();
        elements.dedup();
        let found = readings(&words, lexicon);
        Some(Self {
            words: outside_names(&words, &found),
            conditions,
            elements,
        })
    }
}

/// Calls for every comparison of a variable with a number that must hold.
fn collect(expression: &Expression, note: &mut impl FnMut(&str, &'static str, &str)) {
    let mut compare = |left: &Expression, right: &Expression, symbol, turned| match (left, right) {
        (Expression::Variable(variable), Expression::Literal(bound)) => {
            note(variable.as_str(), symbol, bound.value());
        }
        (Expression::Literal(bound), Expression::Variable(variable)) => {
            note(variable.as_str(), turned, bound.value());
        }
        _ => {}
    };
    match expression {
        Expression::And(left, right) => {
            collect(left, note);
            collect(right, note);
        }
        Expression::Greater(left, right) => compare(left, right, ">", "<"),
        Expression::GreaterOrEqual(left, right) => compare(left, right, ">=", "<="),
        Expression::Less(left, right) => compare(left, right, "<", ">"),
        Expression::LessOrEqual(left, right) => compare(left, right, "<=", ">="),
        _ => {}
    }
}

/// The words that say something and are not within names, alone and before their neighbours.
fn outside_names(words: &Words, readings: &[Reading]) -> Vec<Word> {
    let named = |at: usize| {
        readings.iter().any(|reading| {
            let is_name = matches!(reading.meaning, Meaning::Nodes(_) | Meaning::Values(_));
            is_name && reading.closeness > 0.9 && reading.start <= at && at < reading.end
        })
    };
    let mut found = Vec::new();
    for (at, word) in words.words.iter().enumerate() {
        if word.is_punctuation() || word.is_empty_word() || word.number.is_some() || named(at) {
            continue;
        }
        found.push((word.lemma.clone(), None));
        if let Some(next) = words.words.get(at + 1).filter(|next| next.tag.is_noun()) {
            found.push((word.lemma.clone(), Some(next.lemma.clone())));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Words outside of names that several questions have.
pub(super) fn seen(pairs: &[Pair]) -> BTreeSet<String> {
    const OFTEN: usize = 3;
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for (word, _) in pairs
        .iter()
        .flat_map(|pair| &pair.words)
        .filter(|(_, before)| before.is_none())
    {
        *counts.entry(word).or_default() += 1;
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= OFTEN);
    often.map(|(word, _)| word.to_owned()).collect()
}

/// Words that stand for conditions: where they are, there is one that nothing else explains.
pub(super) fn conventions(pairs: &[Pair]) -> Vec<Convention> {
    const SURE: f64 = 0.7;
    let mut found: Vec<Convention> = Vec::new();
    let mut explained: FxHashSet<usize> = FxHashSet::default();
    loop {
        // Word → questions with it, and those of them with a condition that is not explained.
        let mut counts: FxHashMap<&Word, (usize, usize)> = FxHashMap::default();
        for (at, pair) in pairs.iter().enumerate() {
            let open = !pair.conditions.is_empty() && !explained.contains(&at);
            if explained.contains(&at) {
                continue;
            }
            for word in &pair.words {
                let count = counts.entry(word).or_default();
                count.0 += 1;
                count.1 += usize::from(open);
            }
        }
        let sure = counts
            .into_iter()
            .filter(|(_, (all, with))| *with >= 2 && *with as f64 >= SURE * *all as f64);
        // The most telling; among equals the word alone, which says more.
        let best = sure.max_by(|(a, (all_a, with_a)), (b, (all_b, with_b))| {
            let merit = |all: usize, with: usize| with as f64 * with as f64 / all as f64;
            merit(*all_a, *with_a)
                .total_cmp(&merit(*all_b, *with_b))
                .then(b.1.is_some().cmp(&a.1.is_some()))
                .then(b.cmp(a))
        });
        let Some((word, _)) = best else {
            return found;
        };
        let mut seen: FxHashMap<&Condition, usize> = FxHashMap::default();
        for (at, pair) in pairs.iter().enumerate() {
            if !explained.contains(&at) && pair.words.contains(word) && !pair.conditions.is_empty()
            {
                explained.insert(at);
                for condition in &pair.conditions {
                    *seen.entry(condition).or_default() += 1;
                }
            }
        }
        let mut seen: Vec<(&Condition, usize)> = seen.into_iter().collect();
        seen.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        for ((property, comparison, bound), count) in seen {
            let known = found.iter().any(|other| {
                (&other.word, &other.before, &other.property) == (&word.0, &word.1, property)
            });
            let Ok(value) = bound.parse() else {
                continue;
            };
            if !known {
                found.push(Convention {
                    word: word.0.clone(),
                    before: word.1.clone(),
                    property: property.clone(),
                    comparison: (*comparison).to_owned(),
                    value,
                    seen: count,
                });
            }
        }
    }
}

/// Words and the elements that they call, by how much better they explain the queries together
/// (expectation maximisation, as words of two languages are aligned).
pub(super) fn usages(pairs: &[Pair], taken: &[Convention]) -> Vec<Usage> {
    const ROUNDS: usize = 8;
    const LEAST_SEEN: f64 = 1.6;
    const LEAST_SHARE: f32 = 0.35;
    let convention = |word: &str| taken.iter().any(|convention| convention.word == word);
    let examples: Vec<(Vec<&str>, &[String])> = pairs
        .iter()
        .map(|pair| {
            let alone = pair.words.iter().filter(|(_, before)| before.is_none());
            let words = alone.map(|(word, _)| word.as_str());
            let words = words.filter(|word| !convention(word)).chain(["(none)"]);
            (words.collect(), pair.elements.as_slice())
        })
        .collect();
    let mut share: FxHashMap<(&str, &str), f64> = FxHashMap::default();
    let mut counts: FxHashMap<(&str, &str), f64> = FxHashMap::default();
    for _ in 0..ROUNDS {
        counts.clear();
        for (words, elements) in &examples {
            for element in *elements {
                let of = |word: &str| share.get(&(word, element.as_str())).copied().unwrap_or(0.1);
                let all: f64 = words.iter().map(|word| of(word)).sum();
                for word in words {
                    *counts.entry((word, element)).or_default() += of(word) / all.max(1e-12);
                }
            }
        }
        let mut totals: FxHashMap<&str, f64> = FxHashMap::default();
        for ((word, _), count) in &counts {
            *totals.entry(word).or_default() += count;
        }
        share = counts
            .iter()
            .map(|((word, element), count)| ((*word, *element), count / totals[word]))
            .collect();
    }
    let mut usages: Vec<Usage> = share
        .into_iter()
        .filter(|((word, element), _)| {
            *word != "(none)" && counts[&(*word, *element)] >= LEAST_SEEN
        })
        .map(|((word, element), share)| Usage {
            word: word.to_owned(),
            element: element.to_owned(),
            strength: share as f32,
        })
        .filter(|usage| usage.strength >= LEAST_SHARE)
        .collect();
    usages.sort_by(|a, b| (&a.word, &a.element).cmp(&(&b.word, &b.element)));
    usages
}
