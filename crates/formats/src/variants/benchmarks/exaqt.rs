//! Ranked answers of EXAQT to TimeQuestions, with what they scored.

use lydite_model::AnswerSet;

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "exaqt",
        title: "EXAQT ranked answers",
    },
    layout: Layout {
        description: "A line for each question: id, hit at 1, hit at 5, reciprocal rank, and the answers in order with their scores, separated by `|`; totals at the end are passed over.",
        example: "12945|1.0|1.0|1.0|1994-03-01#0.51;Q47223#0.0002\n",
    },
    graph: Graph::Wikidata,
    has_ids: true,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| {
        let cells: Vec<&str> = line.splitn(5, '|').collect();
        cells.len() == 5 && cells[..4].iter().all(|cell| cell.parse::<f64>().is_ok())
    };
    lines.iter().filter(is_row).count() * 2 > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let cells: Vec<&str> = line.splitn(5, '|').collect();
    let [id, hit_1, hit_5, rank, answers] = &*cells else {
        // Totals stand at the end, in words.
        if cells[0].contains(char::is_alphabetic) {
            return Ok(Kept::Nothing);
        }
        return Err("expected an id, three scores and the answers, separated by `|`");
    };
    draft.named(id);
    let ranked = answers.split(';').filter(|one| !one.trim().is_empty());
    let terms: Vec<_> = ranked
        .map(|one| {
            draft
                .graph
                .term(one.rsplit_once('#').map_or(one, |(value, _)| value))
        })
        .collect();
    let mut set = AnswerSet::column("answer", terms);
    set.ordered = true;
    draft.question.answers = Some(set);
    for (key, value) in [
        ("hit@1", hit_1),
        ("hit@5", hit_5),
        ("reciprocal_rank", rank),
    ] {
        if let Ok(number) = value.parse::<f64>() {
            let extras = &mut draft.question.extras;
            extras.insert(key.to_owned(), number.into());
        }
    }
    Ok(Kept::Question)
}
