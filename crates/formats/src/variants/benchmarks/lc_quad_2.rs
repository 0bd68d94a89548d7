//! LC-QuAD 2.0 and what is made of it: LC-QuAD-NoA, the files of SGPT.

use lydite_model::{AnswerSet, Scope};

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, LISTS, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "lc-quad-2",
        title: "LC-QuAD 2.0",
    },
    layout: Layout {
        description: "A list of questions with `uid`, the template text `NNQT_question`, `question`, `paraphrased_question` and queries for Wikidata and DBpedia; prefixes are not declared, answers not given. LC-QuAD-NoA adds questions that have no answer (`has_answer: false`).",
        example: r#"
[{"NNQT_question": "What is the {capital} of {Romania}", "uid": 7, "subgraph": "simple", "template_index": 65,
  "question": "What is the capital of Romania?", "sparql_wikidata": "select distinct ?x where { wd:Q218 wdt:P36 ?x }",
  "sparql_dbpedia18": "", "template": "<S P ?O>", "answer": [], "template_id": 1, "paraphrased_question": []}]
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
    has(value, &["uid", "sparql_wikidata"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "uid" => draft.id(value),
        "question" => draft.text("en", value),
        "paraphrased_question" => draft.paraphrase(value),
        "sparql_wikidata" => draft.sparql(value),
        "has_answer" => {
            // The altered half of LC-QuAD-NoA: the graph has no answer.
            if value.as_bool() == Some(false) {
                draft.question.scope = Scope::Marked;
                draft.question.answers = Some(AnswerSet::empty());
            }
            draft.keep(key, value)
        }
        // Always empty; that does not mean that there is no answer.
        "answer" if value.is_array() && value.items().next().is_none() => true,
        "answer" | "answers" => draft.values(value),
        "NNQT_question"
        | "subgraph"
        | "template"
        | "template_id"
        | "template_index"
        | "sparql_dbpedia18"
        | "old_sparql_wikidata"
        | "operation_type"
        | "operation_difficulty"
        | "question_pos"
        | "ent_masked_ques"
        | "question_with_pos"
        | "triples_template"
        | "entities"
        | "predLabels"
        | "annotated_question"
        | "newPredLabels"
        | "ent_id"
        | "new_LabelsEnt" => draft.keep(key, value),
        _ => false,
    }
}
