//! MetaQA: questions about films, with the topic in brackets.

use lydite_model::{AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "metaqa",
        title: "MetaQA",
    },
    layout: Layout {
        description: "Two columns separated by a tab: a question with its topic in square brackets, and the answers, separated by `|`.",
        example: "what does [Helen Mack] star in\tThe Son of Kong|Divorce\n",
    },
    graph: Graph::Own("MetaQA"),
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| {
        let parts = line.split_once('\t');
        parts.is_some_and(|(text, answers)| {
            text.contains('[')
                && text.contains(']')
                && !answers.is_empty()
                && !answers.contains('\t')
                && !answers.starts_with('[')
        })
    };
    lines.iter().filter(is_row).count() * 2 > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let Some((text, answers)) = line.split_once('\t') else {
        return Err("expected a question and its answers, separated by a tab");
    };
    draft.wording("en", text);
    let answers = answers.trim().split('|').map(Term::literal);
    draft.question.answers = Some(AnswerSet::column("answer", answers));
    Ok(Kept::Question)
}
