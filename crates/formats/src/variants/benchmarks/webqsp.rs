//! WebQSP: questions with one or several parses, each with a query and answers.

use lydite_model::QueryForm;

use super::draft::Draft;
use super::graph::Graph;
use super::set::{JsonSet, has, no_more};
use crate::format::Format;
use crate::json::Value;
use crate::layouts::Layout;

pub(crate) static SET: JsonSet = JsonSet {
    format: Format {
        name: "webqsp",
        title: "WebQSP",
    },
    layout: Layout {
        description: "An object with `Questions`, each with `QuestionId`, `RawQuestion` and `Parses`; a parse has `Sparql` and `Answers` of its own. The answers here are those of the first parse that has some.",
        example: r#"
{"Version": "1.0", "FreebaseVersion": "2015-08-09", "Questions": [
  {"QuestionId": "WebQTest-0", "RawQuestion": "what is the capital of romania?", "ProcessedQuestion": "what is the capital of romania",
   "Parses": [{"ParseId": "WebQTest-0.P0", "AnnotatorComment": {"ParseQuality": "Complete", "QuestionQuality": "Good"},
     "Sparql": "SELECT DISTINCT ?x WHERE { ns:m.06c1y ns:location.country.capital ?x }",
     "Answers": [{"AnswerType": "Entity", "AnswerArgument": "m.096g3", "EntityName": "Bucharest"}]}]}]}
"#,
    },
    graph: Graph::Freebase,
    lists: &["Questions", "questions"],
    has_ids: true,
    keeps_record: true,
    is_record,
    field,
    whole: no_more,
};

fn is_record(value: Value<'_>) -> bool {
    has(value, &["QuestionId", "Parses"])
}

fn field(key: &str, value: Value<'_>, draft: &mut Draft<'_, '_>) -> bool {
    match key {
        "QuestionId" => draft.id(value),
        "RawQuestion" => draft.text("en", value),
        "ProcessedQuestion" => draft.keep(key, value),
        "Parses" if !value.is_array() => draft.wrong(value, "a list of parses"),
        "Parses" => {
            for parse in value.items() {
                if let Some(query) = parse.get("Sparql") {
                    draft.sparql(query);
                }
                if let Some(form) = parse
                    .get("SExpr")
                    .filter(|form| form.as_str().as_deref() != Some("null"))
                {
                    draft.query(QueryForm::SExpression, form);
                }
                let is_known = draft
                    .question
                    .answers
                    .as_ref()
                    .is_some_and(|known| !known.is_empty());
                if let (false, Some(answers)) = (is_known, parse.get("Answers")) {
                    draft.members(answers, &["AnswerArgument"]);
                }
            }
            true
        }
        _ => false,
    }
}
