//! `ner-capitals`: runs of capitalised words.

use std::ops::Range;

use lydite_language::{Lang, is_stop_word};

use super::spotting::span_of;
use crate::annotation::{AnnotatedQuestion, Span};
use crate::component::{ComponentError, Described, Description, EntityRecogniser, Task};
use crate::resources::Resources;

/// Small words that may stand inside a name.
const INSIDE: [&str; 14] = [
    "of", "the", "de", "la", "le", "du", "van", "von", "and", "&", "in", "for", "on", "to",
];

/// Takes runs of capitalised words for names.
pub struct Capitals;

impl Described for Capitals {
    fn description(&self) -> Description {
        Description::new(
            "ner-capitals",
            Task::RecogniseEntities,
            "Runs of capitalised words, numbers and codes, with small words between them; words in quotation marks",
        )
        .counterpart_of(&["Stanford NER"])
    }
}

impl EntityRecogniser for Capitals {
    fn recognise(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Span>, ComponentError> {
        Ok(capital_runs(question)
            .iter()
            .map(|run| span_of(question, run))
            .collect())
    }
}

/// Runs of capitalised words, the first word of a question only if it asks nothing.
pub(super) fn capital_runs(question: &AnnotatedQuestion) -> Vec<Range<usize>> {
    let words = &question.words.words;
    let is_name = |at: usize| {
        let word = &words[at];
        let asks = at == 0
            && (is_stop_word(&word.lower, Lang::En) || word.is_light() || word.tag.is_verb());
        let code = word.text.chars().any(|c| c.is_ascii_digit())
            && word.text.chars().any(char::is_alphabetic);
        !word.is_punctuation() && ((word.capital && !asks) || code)
    };
    let mut runs = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if !is_name(at) {
            at += 1;
            continue;
        }
        let start = at;
        let mut end = at + 1;
        let mut next = end;
        while next < words.len() {
            if is_name(next) || (words[next].number.is_some() && next == end) {
                end = next + 1;
                next = end;
                continue;
            }
            let word = &words[next];
            let joins = INSIDE.contains(&word.lower.as_str())
                || matches!(word.text.as_str(), "-" | "." | "'s" | "'");
            if !joins || next - end >= 2 {
                break;
            }
            next += 1;
        }
        runs.push(start..end);
        at = end;
    }
    runs.extend(quoted(question));
    runs.sort_by_key(|run| (run.start, run.end));
    runs.dedup();
    runs
}

/// The words between quotation marks.
fn quoted(question: &AnnotatedQuestion) -> Vec<Range<usize>> {
    let words = &question.words.words;
    let marks: Vec<usize> = (0..words.len())
        .filter(|at| matches!(words[*at].text.as_str(), "\"" | "“" | "”" | "„"))
        .collect();
    marks
        .chunks_exact(2)
        .map(|pair| pair[0] + 1..pair[1])
        .filter(|run| !run.is_empty() && run.len() <= super::spotting::LONGEST)
        .collect()
}
