//! Answers as the scorers of benchmarks see them: lists of short names and texts.

use lydite_model::{Answer, AnswerSet, Term};

use crate::rules::Case;

/// A term as benchmark files write it: items of Wikidata and topics of Freebase by their short names.
pub(super) fn short(term: &Term) -> &str {
    let value = term.value();
    let spaces = [
        "http://www.wikidata.org/entity/",
        "https://www.wikidata.org/entity/",
        "http://rdf.freebase.com/ns/",
    ];
    let short = spaces.iter().find_map(|space| value.strip_prefix(space));
    short.unwrap_or(value)
}

/// All values in the order of the file, with repetitions.
pub(super) fn texts(answers: Option<&AnswerSet>) -> Vec<String> {
    match answers.map(|answers| &answers.answer) {
        None => Vec::new(),
        Some(Answer::Boolean(value)) => vec![value.to_string()],
        Some(Answer::Table(table)) => table.terms().map(|term| short(term).to_owned()).collect(),
    }
}

/// The gold answers.
pub(super) fn gold(case: &Case<'_>) -> Vec<String> {
    texts(case.gold.answers.as_ref())
}

/// What the system answered; `None` if it said nothing.
pub(super) fn system(case: &Case<'_>) -> Option<Vec<String>> {
    let response = case.response.filter(|response| response.error.is_none())?;
    Some(texts(Some(response.answers.as_ref()?)))
}
