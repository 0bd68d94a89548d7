//! FreebaseQA as first released: trivia questions and an answer.

use lydite_model::{AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "freebaseqa",
        title: "FreebaseQA (text)",
    },
    layout: Layout {
        description: "A line for each question: the question, ` | ` and the answer.",
        example: "Which company released Pac Man? | midway\n1981 film set in Russia | reds\n",
    },
    graph: Graph::Freebase,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| {
        line.matches(" | ").count() == 1 && !line.contains('\t') && !line.starts_with('|')
    };
    lines.len() > 1 && lines.iter().filter(is_row).count() * 10 > lines.len() * 8
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let Some((text, answer)) = line.rsplit_once(" | ") else {
        return Err("expected a question and an answer, separated by ` | `");
    };
    // Questions that have quotes are in quotes, as spreadsheets write them.
    let text = text.trim();
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let text = quoted.map_or_else(|| text.to_owned(), |text| text.replace("\"\"", "\""));
    draft.wording("en", &text);
    draft.question.answers = Some(AnswerSet::column("answer", [Term::literal(answer.trim())]));
    Ok(Kept::Question)
}
