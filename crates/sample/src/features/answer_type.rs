//! What kind of thing answers a question.

use lydite_model::{AnswerType, Question, Term};
use lydite_sparql::{Form, Structure};

/// What kind of thing answers a question: as stated, or else by its query and its answers.
pub(super) fn meant_type(
    question: &Question,
    structure: Option<&Structure<'_>>,
) -> Option<AnswerType> {
    if let Some(stated) = question.answer_type.as_ref().and_then(AnswerType::meant) {
        return Some(stated);
    }
    if let Some(structure) = structure {
        if structure.form == Form::Ask {
            return Some(AnswerType::Boolean);
        }
        let aliases = structure
            .aggregates
            .iter()
            .filter_map(|aggregate| aggregate.alias);
        if aliases
            .clone()
            .any(|alias| structure.projection.contains(&alias))
        {
            return Some(AnswerType::Number);
        }
    }
    let answers = question.answers.as_ref()?;
    let Some(table) = answers.as_table() else {
        return Some(AnswerType::Boolean);
    };
    match table.terms().next() {
        Some(Term::Literal(literal)) => {
            let datatype = literal.datatype.as_deref().unwrap_or_default();
            let dates = ["date", "dateTime", "gYear", "gYearMonth", "gMonthDay"];
            let is = |names: &[&str]| {
                names
                    .iter()
                    .any(|name| datatype.ends_with(&format!("#{name}")))
            };
            Some(match literal.value.parse::<f64>() {
                _ if is(&dates) => AnswerType::Date,
                Ok(_) => AnswerType::Number,
                Err(_) => AnswerType::String,
            })
        }
        Some(_) => Some(AnswerType::Resource),
        None => structure.map(|_| AnswerType::Resource),
    }
}
