//! What a system answered to GraphQuestions, beside the gold answers.

use std::time::Duration;

use lydite_model::{AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::list::list;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "graph-questions-answers",
        title: "GraphQuestions answers",
    },
    layout: Layout {
        description: "A header after `#`, then columns separated by tabs: qid, time, gold answers, system answers, nodes and edges, function, answer_cardinality, commonness.",
        example: "# qid\ttime\tanswers\tpredictions\tstructure\tfunction\tanswer_cardinality\tcommonness\n474000201\t0.9\t[\"Syphilis\"]\t[]\t2,1\tnone\t1\t-2.5\n",
    },
    graph: Graph::Freebase,
    has_ids: true,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| match &line.split('\t').collect::<Vec<_>>()[..] {
        [id, _, gold, predicted, ..] if line.split('\t').count() == 8 => {
            id.bytes().all(|byte| byte.is_ascii_digit())
                && [gold, predicted]
                    .iter()
                    .all(|cell| cell.trim().starts_with('['))
        }
        _ => false,
    };
    lines[0].starts_with("# qid\t") || lines.iter().filter(is_row).count() * 2 > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    if line.starts_with('#') {
        return Ok(Kept::Nothing);
    }
    let cells: Vec<&str> = line.split('\t').collect();
    let [
        id,
        time,
        gold,
        predicted,
        structure,
        function,
        cardinality,
        commonness,
    ] = &*cells
    else {
        return Err("expected eight columns separated by tabs");
    };
    let (Some(gold), Some(predicted)) = (list(gold), list(predicted)) else {
        return Err("the third and fourth column are not JSON lists");
    };
    draft.named(id);
    let column =
        |values: Vec<String>| AnswerSet::column("answer", values.into_iter().map(Term::literal));
    draft.question.answers = Some(column(gold));
    draft.question.predicted = Some(column(predicted));
    draft.question.latency = time
        .trim()
        .parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let record = serde_json::json!({
        "structure": structure, "function": function,
        "answer_cardinality": cardinality, "commonness": commonness.trim(),
    });
    draft.record(&record.to_string());
    for (key, value) in [("structure", structure), ("function", function)] {
        let extras = &mut draft.question.extras;
        extras.insert(key.to_owned(), (*value).into());
    }
    Ok(Kept::Question)
}
