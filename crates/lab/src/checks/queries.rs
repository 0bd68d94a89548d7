//! What a check says about the queries of a question.

use std::collections::BTreeMap;

use lydite_formats::codes;
use lydite_model::{Action, Diagnostic, Place, Query, QueryForm};
use lydite_sparql::{Dialect, ParseError, Parsed, parse};

/// The diagnostic of a query, if there is one. `place` says where the question stands.
pub(super) fn diagnose(
    query: &Query,
    dialect: &Dialect,
    place: impl FnOnce() -> Place,
) -> Option<Diagnostic> {
    if !matches!(query.form, QueryForm::Sparql | QueryForm::Pseudo) {
        return None;
    }
    let (code, message, action, hint) = match parse(&query.text, dialect) {
        Ok(parsed) if parsed.repairs.is_empty() => return None,
        Ok(parsed) => {
            let message = format!("{}: {}", subject(query), repairs(&parsed));
            (&codes::QUERY_REPAIRED, message, Action::Repaired, None)
        }
        Err(error) => {
            let message = refusal(query, &error);
            (
                &codes::QUERY_NOT_UNDERSTOOD,
                message,
                Action::Kept,
                error.hint,
            )
        }
    };
    Some(Diagnostic {
        code,
        place: place(),
        message,
        action,
        hint,
        snippet: None,
    })
}

fn subject(query: &Query) -> String {
    match &query.language {
        Some(language) => format!("the query for `{language}`"),
        None => "the query".to_owned(),
    }
}

/// `3 repairs: missing-prefix ×2, comma-in-projection`.
fn repairs(parsed: &Parsed) -> String {
    let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
    for repair in &parsed.repairs {
        *kinds.entry(repair.kind).or_default() += 1;
    }
    let kinds: Vec<String> = kinds
        .into_iter()
        .map(|(kind, count)| match count {
            1 => kind.to_string(),
            _ => format!("{kind} ×{count}"),
        })
        .collect();
    let count = parsed.repairs.len();
    let s = if count == 1 { "" } else { "s" };
    format!("{count} repair{s}: {}", kinds.join(", "))
}

/// The query is seldom on one line of the file, so the message shows where in it reading ends.
fn refusal(query: &Query, error: &ParseError) -> String {
    const SHOWN: usize = 24;
    let rest = query.text.get(error.position.offset..).unwrap_or_default();
    let near: String = rest.chars().take(SHOWN).collect();
    let more = if near.len() < rest.len() { "…" } else { "" };
    let near = match near.trim() {
        "" => "at its end".to_owned(),
        near => format!("at `{near}{more}`"),
    };
    format!(
        "line {}, column {} of {}, {near}: {}",
        error.position.line,
        error.position.column,
        subject(query),
        error.message
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_clear_is_a_note_and_what_is_not_a_warning() {
        let said = |text: &str| {
            diagnose(&Query::sparql(text), &Dialect::field(), Place::default)
                .map(|found| (found.code.id, found.message))
        };
        assert_eq!(said("ASK { ?x ?p ?y }"), None);
        assert_eq!(said("ASK { ?x text:\"a bird\" }"), None);
        let (code, message) = said("SELECT COUNT(?x) { ?x a dbo:Lake . ?x ?p dbr:Ulm }").unwrap();
        assert_eq!(code, "Q046");
        assert_eq!(
            message,
            "the query: 3 repairs: aggregate-without-parentheses, missing-prefix ×2"
        );
        let (code, message) = said("ASK {\n ?x ?y }").unwrap();
        assert_eq!(code, "Q047");
        assert_eq!(
            message,
            "line 2, column 8 of the query, at `}`: a triple has only two terms before `}`"
        );
        assert!(said("ASK { ?x ?p").unwrap().1.contains("at its end"));
        let logical = Query::new(QueryForm::SExpression, "(count x)");
        assert!(diagnose(&logical, &Dialect::field(), Place::default).is_none());
    }
}
