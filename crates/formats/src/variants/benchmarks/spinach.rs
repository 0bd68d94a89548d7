//! SPINACH: hard questions of Wikidata's forum with their queries.

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "spinach",
        title: "SPINACH",
    },
    layout: Layout {
        description: "A list of questions with `id`, `title`, `url`, `question` and `sparql`; the answers are those of the query.",
        example: r#"
[{"id": "dev_3", "title": "Items", "url": "https://www.wikidata.org/wiki/Wikidata:Request_a_query", "question": "Which items?", "sparql": "SELECT ?x WHERE { ?x wdt:P31 wd:Q5 }"}]
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
    has(value, &["question", "sparql", "title", "url"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "id" => draft.id(value),
        "question" => draft.text("en", value),
        "sparql" => draft.sparql(value),
        "title" | "url" => draft.keep(key, value),
        _ => false,
    }
}
