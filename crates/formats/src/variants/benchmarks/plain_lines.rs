//! Questions or answers, one on each line and nothing else: NSpM's questions, the answers of KQA Pro.

use lydite_model::{AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "plain-lines",
        title: "a question or an answer on each line",
    },
    layout: Layout {
        description: "Lines without any structure. They are taken for questions if most of them begin like one, else for answers in the order of the questions.",
        example: "what is the abstract of ulm\nwhat is the abstract of berlin\nwho wrote it\n",
    },
    graph: Graph::Any,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    // Only the last resort, so prose, markup and short notes are left alone. An answer may have any
    // sign; that markup and data begin with one tells them apart.
    let foreign = |line: &str| {
        line.contains(['\t', '\u{fffd}']) || line.contains(char::is_control) || line.len() >= 400
    };
    let marked = |line: &str| line.contains(['{', '}', '<', '>', '|', '#']);
    let most = |of: &dyn Fn(&str) -> bool| {
        lines.iter().filter(|line| of(line)).count() * 10 > lines.len() * 7
    };
    if lines.iter().any(|line| foreign(line)) || lines.first().is_some_and(|line| marked(line)) {
        return false;
    }
    let marks = lines.iter().filter(|line| marked(line)).count();
    let few_words = |line: &str| line.split_whitespace().count() <= 8;
    marks == 0 && lines.len() >= 3 && most(&is_question)
        || marks * 5 <= lines.len() && lines.len() >= 20 && (most(&is_question) || most(&few_words))
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    if is_question(line) {
        draft.wording("en", line);
    } else {
        let term = Term::literal(line.trim());
        draft.question.answers = Some(AnswerSet::column("answer", [term]));
    }
    Ok(Kept::Question)
}

/// The words that questions begin with.
const WORDS: &[&str] = &[
    "what", "who", "whom", "whose", "which", "when", "where", "why", "how", "is", "are", "was",
    "were", "do", "does", "did", "give", "list", "name", "show", "count", "tell", "in", "on",
    "can", "has", "have", "for", "of",
];

/// Whether a line begins or ends like a question of several words.
fn is_question(line: &str) -> bool {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    words.next().is_some()
        && (line.ends_with('?') || WORDS.contains(&&*first) && words.next().is_some())
}
