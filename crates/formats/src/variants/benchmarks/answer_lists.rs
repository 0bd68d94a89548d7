//! Questions with lists of answers: ComplexQuestions, and what SEMPRE and Aqqu answered beside the gold answers.

use lydite_model::{AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::list::list;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "answer-lists",
        title: "ComplexQuestions; SEMPRE and Aqqu answers",
    },
    layout: Layout {
        description: "Two columns separated by a tab: a question and a JSON list of answers; a third column has what a system answered.",
        example: "who played kirk?\t[\"William Shatner\"]\t[\"William Shatner\", \"Chris Pine\"]\n",
    },
    graph: Graph::Freebase,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| {
        let mut cells = line.trim_end().split('\t').skip(1).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.starts_with('[') && cell.ends_with(']'))
    };
    lines.iter().filter(is_row).count() * 2 > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let mut cells = line.trim_end().split('\t');
    draft.wording("en", cells.next().unwrap_or_default());
    let Some(gold) = cells.next().and_then(list) else {
        return Err("expected a question and a JSON list of answers, separated by a tab");
    };
    let column =
        |values: Vec<String>| AnswerSet::column("answer", values.into_iter().map(Term::literal));
    draft.question.answers = Some(column(gold));
    match cells.next() {
        None => {}
        Some(cell) => match list(cell) {
            Some(predicted) => draft.question.predicted = Some(column(predicted)),
            None => return Err("the third column is not a JSON list"),
        },
    }
    Ok(Kept::Question)
}
