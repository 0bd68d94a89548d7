//! SPICE: turns of conversations over Wikidata with s-expressions, and what a system made of them.

use lydite_model::QueryForm;

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "spice",
        title: "SPICE (CSQA)",
    },
    layout: Layout {
        description: "A list of turns with `turnID`, `question`, `s_expression`, `sparql_delex` and `results`.",
        example: r#"
[{"turnID": "100.35.7", "question": "Which works?", "s_expression": "(AND (JOIN P840 Q65) (JOIN P31 Q838948))",
  "sparql_delex": "SELECT ?x WHERE { ?x wdt:P840 wd:Q65 }", "results": ["Q556967"]}]
"#,
    },
    graph: Graph::Wikidata,
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["turnID"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "turnID" => draft.id(value),
        "question" => draft.text("en", value),
        "s_expression" => draft.query(QueryForm::SExpression, value),
        "sparql_delex" => draft.sparql(value),
        "results" => draft.values(value),
        "question_type"
        | "description"
        | "answer"
        | "s_expression_cores"
        | "coreference_resolved_question"
        | "s_expression_fn"
        | "predicted_s_expression_fn"
        | "predicted_s_expression"
        | "sparql_attempt_count"
        | "predicted_results" => draft.keep(key, value),
        _ => false,
    }
}
