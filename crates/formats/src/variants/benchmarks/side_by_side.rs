//! What systems answered beside the gold answers: SPINACH, TEQUILA.

use super::draft::Draft;
use super::graph::Graph;
use super::rows::rows;
use super::set::{JsonSet, LISTS, has};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

/// SPINACH's own predictions, over QALD and others.
pub(crate) static SPINACH: JsonSet = JsonSet {
    format: Format {
        name: "spinach-answers",
        title: "SPINACH answers beside the gold answers",
    },
    layout: Layout {
        description: "A list of `question`, `predicted_sparql` and `gold_sparql`, `predicted_answer_tuple` and `gold_answer_tuple` \
            (bindings, a boolean, or null) and the official `f1`.",
        example: r#"
[{"question": "After whom is it named?", "predicted_sparql": "SELECT ?p WHERE { wd:Q1 wdt:P138 ?p }", "gold_sparql": "SELECT ?r WHERE { wd:Q1 wdt:P138 ?r }",
  "f1": 1.0, "predicted_answer_tuple": [{"p": {"type": "uri", "value": "http://www.wikidata.org/entity/Q42299"}}],
  "gold_answer_tuple": [{"r": {"type": "uri", "value": "http://www.wikidata.org/entity/Q42299"}}]}]
"#,
    },
    graph: Graph::Wikidata,
    lists: LISTS,
    has_ids: false,
    keeps_record: true,
    is_record: |value| has(value, &["predicted_answer_tuple", "gold_answer_tuple"]),
    field: spinach,
    whole: |_, _| {},
};

fn spinach(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => draft.text("en", value),
        "gold_sparql" => draft.sparql(value),
        "gold_answer_tuple" => {
            draft.question.answers = rows(draft.cx, value);
            true
        }
        "predicted_answer_tuple" => {
            draft.question.predicted = rows(draft.cx, value);
            true
        }
        "predicted_sparql" => draft.predicted_query(value),
        "f1" => draft.keep(key, value),
        _ => false,
    }
}

/// TEQUILA's predictions for TempQuestions.
pub(crate) static TEQUILA: JsonSet = JsonSet {
    format: Format {
        name: "tequila-answers",
        title: "TEQUILA answers beside the gold answers",
    },
    layout: Layout {
        description: "A list of `Id`, `Question`, `Gold answer` and the answers of systems, such as `AQQU+TEQUILA answer`; \
            those of the first system count, all are kept.",
        example: r#"
[{"Id": 1, "Question": "who is the first husband of julia roberts?", "Gold answer": ["Lyle Lovett"], "QUINT+TEQUILA answer": ["Lyle Lovett"]}]
"#,
    },
    graph: Graph::Freebase,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record: |value| has(value, &["Id", "Gold answer"]),
    field: tequila,
    whole: |_, _| {},
};

fn tequila(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "Id" => draft.id(value),
        "Question" => draft.text("en", value),
        "Gold answer" => draft.values(value),
        key if key.ends_with(" answer") => {
            if draft.question.predicted.is_none() {
                draft.question.predicted = draft.bare(value);
            }
            draft.keep(key, value)
        }
        _ => false,
    }
}
