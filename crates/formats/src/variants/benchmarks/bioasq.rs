//! BioASQ phase A: the concepts and documents that belong to a question.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, has_any, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "bioasq",
        title: "BioASQ phase A gold",
    },
    layout: Layout {
        description: "An object with `questions`, each with `id`, `concepts` and `documents`: what a system should retrieve; neither question nor answer.",
        example: r#"
{"questions": [{"id": "52f89f4f2059c6d71c00004e", "concepts": ["http://www.nlm.nih.gov/1"], "documents": ["http://www.ncbi.nlm.nih.gov/pubmed/24325358"]}]}
"#,
    },
    graph: Graph::Own("MeSH, PubMed"),
    lists: LISTS,
    has_ids: true,
    keeps_record: false,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["id", "documents"]) && !has_any(value, &["query", "sparql", "answers"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "body" => draft.text("en", value),
        "concepts" | "documents" | "snippets" | "triples" | "type" => draft.keep(key, value),
        _ => false,
    }
}
