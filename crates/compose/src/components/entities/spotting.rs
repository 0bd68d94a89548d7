//! Runs of words with the names that they are.

use std::ops::Range;

use lydite_language::{Lang, is_stop_word};

use crate::annotation::{AnnotatedQuestion, Span};
use crate::names::Posting;
use crate::question::Word;
use crate::resources::Resources;

/// Longer names are rare.
pub(super) const LONGEST: usize = 10;

/// A run of words that is a name.
pub(super) struct Spot<'r> {
    /// Where it stands.
    pub(super) span: Span,
    /// Which words, by number.
    pub(super) words: Range<usize>,
    /// Its normal form.
    pub(super) normal: String,
    /// What it names.
    pub(super) postings: &'r [Posting],
}

/// The normal form of a run of words.
pub(super) fn normal_of(words: &[Word]) -> String {
    let mut normal = String::new();
    for word in words.iter().filter(|word| !word.is_punctuation()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word.name.trim_start_matches('\''));
    }
    normal
}

/// All runs that begin and end with a word.
pub(super) fn runs(question: &AnnotatedQuestion) -> impl Iterator<Item = Range<usize>> {
    let words = &question.words.words;
    let edge = |at: usize| !words[at].is_punctuation();
    (0..words.len())
        .filter(move |start| edge(*start))
        .flat_map(move |start| {
            let last = (start + LONGEST).min(words.len());
            (start + 1..=last).map(move |end| start..end)
        })
        .filter(move |run| edge(run.end - 1) && words[run.end - 1].lower != "'s")
}

/// Where a run of words stands.
pub(super) fn span_of(question: &AnnotatedQuestion, run: &Range<usize>) -> Span {
    let words = &question.words.words;
    Span {
        start: words[run.start].start,
        end: words[run.end - 1].end,
    }
}

/// All runs that are names.
pub(super) fn spots<'r>(question: &AnnotatedQuestion, resources: &'r Resources) -> Vec<Spot<'r>> {
    let mut found = Vec::new();
    for run in runs(question) {
        let normal = normal_of(&question.words.words[run.clone()]);
        let postings = resources.names().exact(&normal);
        if !postings.is_empty() {
            found.push(Spot {
                span: span_of(question, &run),
                words: run,
                normal,
                postings,
            });
        }
    }
    found
}

/// The spots of which none lies within another, the longest first.
pub(super) fn longest<'r>(mut spots: Vec<Spot<'r>>) -> Vec<Spot<'r>> {
    spots.sort_by_key(|spot| (std::cmp::Reverse(spot.words.len()), spot.span.start));
    let mut kept: Vec<Spot<'r>> = Vec::new();
    for spot in spots {
        if !kept.iter().any(|other| other.span.overlaps(spot.span)) {
            kept.push(spot);
        }
    }
    kept.sort_by_key(|spot| spot.span);
    kept
}

/// Whether a run of words is ordinary: not capitalised, and either one common word or the label of a
/// class or property.
pub(super) fn is_ordinary(
    question: &AnnotatedQuestion,
    resources: &Resources,
    run: &Range<usize>,
) -> bool {
    let words = &question.words.words[run.clone()];
    let marked = words.iter().any(|word| {
        (word.capital && word.start > 0)
            || word.number.is_some()
            || word.text.chars().skip(1).any(char::is_uppercase)
    });
    if words
        .iter()
        .all(|word| is_stop_word(&word.lower, Lang::En) || word.is_punctuation())
    {
        return true;
    }
    if marked {
        return false;
    }
    if words.len() == 1 {
        return true;
    }
    let text: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let text = text.join(" ");
    resources.properties().called(&text).next().is_some()
        || resources.classes().called(&text).next().is_some()
}
