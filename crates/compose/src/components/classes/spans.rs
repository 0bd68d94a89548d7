//! The stretches of a question that may name a class.

use crate::annotation::{AnnotatedQuestion, Kind, Span};

/// Names of classes are short.
const LONGEST: usize = 5;

/// A run of words.
pub(super) struct Stretch {
    /// Where it stands.
    pub(super) span: Span,
    /// The words in lower case.
    pub(super) text: String,
}

/// All runs of words that no entity covers, longer ones first, then from left to right.
pub(super) fn stretches(question: &AnnotatedQuestion) -> Vec<Stretch> {
    let words = &question.words.words;
    let taken: Vec<Span> = question.of(Kind::Entity).filter_map(|a| a.span).collect();
    let free = |at: usize| {
        let span = Span {
            start: words[at].start,
            end: words[at].end,
        };
        !words[at].is_punctuation() && !taken.iter().any(|entity| entity.overlaps(span))
    };
    let mut found = Vec::new();
    for length in (1..=LONGEST).rev() {
        for start in 0..(words.len() + 1).saturating_sub(length) {
            let run = start..start + length;
            if !run.clone().all(free) {
                continue;
            }
            let texts: Vec<&str> = words[run.clone()]
                .iter()
                .map(|word| word.lower.as_str())
                .collect();
            found.push(Stretch {
                span: Span {
                    start: words[start].start,
                    end: words[run.end - 1].end,
                },
                text: texts.join(" "),
            });
        }
    }
    found
}
