//! What `ned-spans` knows about a run of words and a resource that it may name.

use std::ops::Range;

use lydite_language::{Lang, is_stop_word};
use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::{context, words_around};
use super::capitals::capital_runs;
use super::spotting::{normal_of, runs};
use crate::annotation::AnnotatedQuestion;
use crate::component::ComponentError;
use crate::fold::singular;
use crate::names::{EntityId, Form, Posting, normal};
use crate::resources::Resources;

/// How many resources of a run are considered.
const SENSES: usize = 8;

/// How many similar names are considered for a run that is none.
const SIMILAR: usize = 4;

/// Less similar names are not considered.
const LEAST: f64 = 0.55;

/// Degrees below this are not told apart: who occurs in a graph at all may depend on how it was made.
const LEAST_DEGREE: u32 = 4;

/// How many features there are.
pub(super) const FEATURES: usize = 40;

/// A run of words, and a resource that it may name.
pub(super) struct Pair {
    pub(super) run: Range<usize>,
    pub(super) entity: EntityId,
    pub(super) similarity: f64,
    pub(super) features: [f64; FEATURES],
}

/// How often words occur in questions, in lower case: what is frequent there is rarely a name.
pub(super) type Frequencies = FxHashMap<String, u32>;

struct Found {
    run: Range<usize>,
    normal: String,
    /// Resource, similarity, how the name stands to its label, the label.
    senses: Vec<(EntityId, f64, Form, String)>,
    exact: bool,
    stripped: bool,
}

/// All pairs of runs and resources of a question.
pub(super) fn pairs(
    question: &AnnotatedQuestion,
    resources: &Resources,
    frequencies: &Frequencies,
) -> Result<Vec<Pair>, ComponentError> {
    let found = candidates(question, resources);
    let exact: Vec<Range<usize>> = found
        .iter()
        .filter(|found| found.exact)
        .map(|found| found.run.clone())
        .collect();
    let capitals = capital_runs(question);
    let total_capitals = question
        .words
        .words
        .iter()
        .filter(|word| word.capital && word.start > 0)
        .count();
    let mut pairs = Vec::new();
    for found in &found {
        let shape = shape(
            question,
            resources,
            frequencies,
            found,
            &exact,
            &capitals,
            total_capitals,
        );
        let degrees = |entity: EntityId| resources.names().degree(entity).max(LEAST_DEGREE);
        let mut order: Vec<EntityId> = found.senses.iter().map(|sense| sense.0).collect();
        order.sort_by_key(|entity| (std::cmp::Reverse(degrees(*entity)), *entity));
        let best = found.senses.iter().map(|sense| sense.1).fold(0.0, f64::max);
        let words = context(question, &found.run);
        for (entity, similarity, form, label) in &found.senses {
            let mut features = shape;
            let sense = &mut features[25..];
            let parenthesis = label.split_once(" (").map_or("", |(_, rest)| rest);
            let hinted = normal(parenthesis);
            let hints: Vec<&str> = hinted.split(' ').filter(|word| !word.is_empty()).collect();
            let told: FxHashSet<&str> = question
                .words
                .words
                .iter()
                .map(|word| word.root.as_str())
                .chain(question.words.words.iter().map(|word| word.name.as_str()))
                .collect();
            let around = words_around(&resources.neighbourhood(resources.names().iri(*entity))?);
            let shared = words.iter().filter(|word| around.contains(*word)).count();
            sense[0] = *similarity;
            sense[1] = best - similarity;
            sense[2] = f64::from(*form as u8);
            sense[3] = f64::from(u8::from(!hints.is_empty()));
            sense[4] = hints.iter().filter(|word| told.contains(**word)).count() as f64
                / hints.len().max(1) as f64;
            sense[5] = found.normal.len() as f64 / normal(label).len().max(1) as f64;
            sense[6] = f64::from(degrees(*entity)).ln();
            sense[7] = order.iter().position(|other| other == entity).unwrap_or(0) as f64;
            sense[8] = shared as f64;
            sense[9] = shared as f64 / words.len().max(1) as f64;
            sense[10] = f64::from(u8::from(label.contains(", ")));
            // Written with the same capitals as the label.
            let span = super::spotting::span_of(question, &found.run);
            sense[11] = f64::from(u8::from(label.starts_with(question.slice(span))));
            let label_words: Vec<&str> = label.split(' ').collect();
            sense[12] = label_words
                .iter()
                .filter(|word| word.starts_with(char::is_uppercase))
                .count() as f64
                / label_words.len().max(1) as f64;
            sense[13] = last_words(&found.normal, &normal(label));
            sense[14] = first_words(&found.normal, &normal(label));
            pairs.push(Pair {
                run: found.run.clone(),
                entity: *entity,
                similarity: *similarity,
                features,
            });
        }
    }
    Ok(pairs)
}

fn last_words(run: &str, label: &str) -> f64 {
    f64::from(u8::from(run.rsplit(' ').next() == label.rsplit(' ').next()))
}

fn first_words(run: &str, label: &str) -> f64 {
    f64::from(u8::from(run.split(' ').next() == label.split(' ').next()))
}

fn candidates(question: &AnnotatedQuestion, resources: &Resources) -> Vec<Found> {
    let names = resources.names();
    let words = &question.words.words;
    let mut found: Vec<Found> = Vec::new();
    for run in runs(question) {
        let stop = |at: usize| is_stop_word(&words[at].lower, Lang::En);
        let inner = &words[run.clone()];
        if inner
            .iter()
            .all(|word| is_stop_word(&word.lower, Lang::En) || word.is_punctuation())
        {
            continue;
        }
        let form = normal_of(inner);
        let mut postings: &[Posting] = names.exact(&form);
        let mut stripped = false;
        let mut key = form.clone();
        if postings.is_empty()
            && let Some(last) = inner.last()
        {
            let (head, tail) = form
                .rsplit_once(' ')
                .map_or(("", form.as_str()), |pair| pair);
            let single = singular(tail);
            if single != tail && last.tag.is_noun() {
                key = if head.is_empty() {
                    single
                } else {
                    format!("{head} {single}")
                };
                postings = names.exact(&key);
                stripped = !postings.is_empty();
            }
        }
        if !postings.is_empty() {
            found.push(Found {
                run,
                normal: key,
                senses: senses(resources, postings, 1.0),
                exact: true,
                stripped,
            });
            continue;
        }
        let edges = stop(run.start) || stop(run.end - 1);
        let capital = inner.iter().any(|word| word.capital && word.start > 0);
        let content = inner
            .iter()
            .filter(|word| !word.is_punctuation() && !is_stop_word(&word.lower, Lang::En))
            .count();
        if edges || form.chars().count() < 4 || !(capital || (content >= 2 && run.len() <= 6)) {
            continue;
        }
        let similar = names.similar(&form, SIMILAR, LEAST);
        let mut all: Vec<(EntityId, f64, Form, String)> = Vec::new();
        for similar in similar {
            for sense in senses(resources, names.postings(similar.key), similar.similarity) {
                if !all.iter().any(|known| known.0 == sense.0) {
                    all.push(sense);
                }
            }
        }
        all.truncate(SENSES);
        if !all.is_empty() {
            found.push(Found {
                run,
                normal: form,
                senses: all,
                exact: false,
                stripped: false,
            });
        }
    }
    found
}

fn senses(
    resources: &Resources,
    postings: &[Posting],
    similarity: f64,
) -> Vec<(EntityId, f64, Form, String)> {
    let names = resources.names();
    let mut postings: Vec<&Posting> = postings.iter().collect();
    postings.sort_by_key(|posting| {
        (
            posting.form,
            std::cmp::Reverse(names.degree(posting.entity).max(LEAST_DEGREE)),
            posting.entity,
        )
    });
    let mut senses: Vec<(EntityId, f64, Form, String)> = Vec::new();
    for posting in postings {
        if !senses.iter().any(|known| known.0 == posting.entity) {
            let label = names.name(posting).to_owned();
            senses.push((posting.entity, similarity, posting.form, label));
        }
    }
    senses.truncate(SENSES);
    senses
}

/// What is known about the run of words itself: the first 25 features.
fn shape(
    question: &AnnotatedQuestion,
    resources: &Resources,
    frequencies: &Frequencies,
    found: &Found,
    exact: &[Range<usize>],
    capitals: &[Range<usize>],
    total_capitals: usize,
) -> [f64; FEATURES] {
    let words = &question.words.words;
    let run = &found.run;
    let inner = &words[run.clone()];
    let content: Vec<_> = inner.iter().filter(|word| !word.is_punctuation()).collect();
    let count = content.len().max(1) as f64;
    let flag = |value: bool| f64::from(u8::from(value));
    let own_capitals = inner
        .iter()
        .filter(|word| word.capital && word.start > 0)
        .count();
    let text: Vec<&str> = content.iter().map(|word| word.lower.as_str()).collect();
    let text = text.join(" ");
    let frequency = |word: &str| f64::from(frequencies.get(word).copied().unwrap_or(0)).ln_1p();
    let rare = content
        .iter()
        .map(|word| frequency(&word.lower))
        .fold(f64::INFINITY, f64::min);
    let common = content
        .iter()
        .map(|word| frequency(&word.lower))
        .fold(0.0, f64::max);
    let before = run.start.checked_sub(1).map(|at| &words[at]);
    let after = words.get(run.end);
    let inside = exact
        .iter()
        .any(|other| other != run && other.start <= run.start && run.end <= other.end);
    let covers = exact
        .iter()
        .filter(|other| *other != run && run.start <= other.start && other.end <= run.end)
        .count();
    let mut features = [0.0; FEATURES];
    let values = [
        count,
        found.senses.len() as f64,
        flag(found.exact),
        flag(found.stripped),
        flag(resources.properties().called(&text).next().is_some()),
        flag(resources.classes().called(&text).next().is_some()),
        rare,
        common,
        own_capitals as f64 / count,
        flag(inner[0].capital),
        flag(inner[inner.len() - 1].capital),
        flag(run.start == 0),
        flag(before.is_some_and(|word| word.capital && word.start > 0)),
        flag(after.is_some_and(|word| word.capital)),
        (total_capitals - own_capitals.min(total_capitals)) as f64,
        flag(inside),
        covers as f64,
        flag(capitals.contains(run)),
        flag(
            capitals
                .iter()
                .any(|other| other.start < run.end && run.start < other.end),
        ),
        flag(before.is_some_and(|word| matches!(word.text.as_str(), "\"" | "'" | "“" | "‘"))),
        flag(before.is_some_and(|word| matches!(word.lower.as_str(), "the" | "a" | "an"))),
        flag(before.is_some_and(|word| {
            matches!(
                word.lower.as_str(),
                "of" | "in" | "by" | "at" | "from" | "for" | "with" | "on" | "to"
            )
        })),
        content.iter().filter(|word| word.tag.is_verb()).count() as f64 / count,
        content
            .iter()
            .filter(|word| is_stop_word(&word.lower, Lang::En))
            .count() as f64
            / count,
        flag(after.is_none_or(|word| word.is_punctuation() || word.lower == "'s")),
    ];
    features[..values.len()].copy_from_slice(&values);
    features
}
