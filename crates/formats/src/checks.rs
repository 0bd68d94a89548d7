//! Checks that do not depend on the format: identity, scope, wordings, answers against their type.

use std::collections::HashSet;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher};

use lydite_model::{Action, Answer, AnswerType, Question, Scope, Table, Term};

use crate::codes;
use crate::context::{Context, Settled, Spot};
use crate::notation;
use crate::terms::{boolean_word, looks_like_iri};

/// What must be remembered from question to question.
#[derive(Default)]
pub(crate) struct Checks {
    /// Hashes of the identifiers so far: eight bytes a question, however long the identifiers are.
    seen: HashSet<u64>,
    count: usize,
    /// Whether a question had answers.
    answered: bool,
    /// Places of questions without answers, before any had some: where none has, that is by design.
    unanswered: Vec<Settled>,
    /// Whether wordings and answers are taken as they are.
    pub trusting: bool,
    /// Whether the format knows all fields that it keeps, so that none can be answers or a query
    /// under another name.
    pub knows_extras: bool,
}

/// How many places are kept of questions without answers.
const UNANSWERED: usize = 1000;

impl Checks {
    /// How many questions there were.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Checks a question and completes what follows from the rest of it.
    pub(crate) fn question(
        &mut self,
        cx: &mut Context<'_>,
        spot: &dyn Spot,
        question: &mut Question,
    ) {
        self.count += 1;
        let mut hasher = DefaultHasher::new();
        (&question.id, &question.language).hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            cx.report(
                spot,
                &codes::DUPLICATE_ID,
                Action::Kept,
                format!("the id {:?} is already used", question.id.as_str()),
            )
            .hint = Some("give each question an id of its own".to_owned());
        }
        if question.id.as_str().is_empty() {
            cx.report(spot, &codes::EMPTY_ID, Action::Kept, "the id is empty");
        }
        scope(cx, spot, question);
        consistency(cx, spot, question, self.knows_extras);
        if self.trusting {
            return;
        }
        wordings(cx, spot, question);
        answers(cx, spot, question);
        self.absence(cx, spot, question);
    }

    /// Notes questions that could be answered, but are not.
    fn absence(&mut self, cx: &mut Context<'_>, spot: &dyn Spot, question: &Question) {
        if question.answers.is_some() && !self.answered {
            self.answered = true;
            for spot in std::mem::take(&mut self.unanswered) {
                no_answers(cx, &spot);
            }
        }
        match &question.answers {
            _ if !question.scope.is_inside() => {}
            None if self.answered => no_answers(cx, spot),
            None if self.unanswered.len() < UNANSWERED => self.unanswered.push(cx.settle(spot)),
            Some(answers) if answers.is_empty() => {
                let message = "the answer set of the question is empty";
                cx.report(spot, &codes::EMPTY_ANSWERS, Action::Kept, message);
            }
            None | Some(_) => {}
        }
    }
}

fn no_answers(cx: &mut Context<'_>, spot: &dyn Spot) {
    let message = "the question has no answers, although others have some";
    cx.report(spot, &codes::NO_ANSWERS, Action::Kept, message);
}

/// Tells out-of-scope questions from others.
fn scope(cx: &mut Context<'_>, spot: &dyn Spot, question: &mut Question) {
    let marked = |text: &str| text.contains("OUT OF SCOPE");
    if question.queries.iter().any(|query| marked(&query.text)) {
        question.queries.retain(|query| !marked(&query.text));
        question.scope = Scope::Marked;
        cx.report(
            spot,
            &codes::MARKED_OUT_OF_SCOPE,
            Action::Kept,
            "the query reads OUT OF SCOPE",
        );
    }
}

/// Reports answers that contradict themselves, and what may be answers under another name.
fn consistency(cx: &mut Context<'_>, spot: &dyn Spot, question: &Question, knows: bool) {
    if question.queries.is_empty()
        && !knows
        && let Some((name, _)) = question.extras.iter().find(|(_, it)| has_query(it, 3))
    {
        query_elsewhere(cx, spot, name);
    }
    let Some(answers) = &question.answers else {
        if let Some((name, _)) = question
            .extras
            .iter()
            .filter(|_| !knows)
            .find(|(_, it)| look_like_answers(it, 3))
        {
            cx.report(
                spot,
                &codes::ANSWERS_ELSEWHERE,
                Action::Kept,
                format!("no answers found, but `{name}` may contain some"),
            );
        }
        return;
    };
    let Some(table) = answers.as_table().filter(|table| table.columns.len() == 1) else {
        return;
    };
    let word = |term: &Term| boolean_word(term.value());
    // Nearly all tables are told by their first value.
    let Some(first) = table.terms().next().and_then(word) else {
        return;
    };
    if table.terms().filter_map(word).any(|other| other != first) {
        cx.report(
            spot,
            &codes::CONTRADICTION,
            Action::Kept,
            "the answer is both true and false",
        );
    }
}

/// Reports something that looks like a query under a name that the format does not have.
pub(crate) fn query_elsewhere(cx: &mut Context<'_>, spot: &dyn Spot, name: &str) {
    cx.report(
        spot,
        &codes::QUERY_ELSEWHERE,
        Action::Skipped,
        format!("no query found, but `{name}` may be one"),
    );
}

/// Whether a field that is kept without being understood has a query somewhere.
fn has_query(value: &serde_json::Value, depth: usize) -> bool {
    use serde_json::Value;
    let inside = |value: &Value| depth > 0 && has_query(value, depth - 1);
    match value {
        Value::String(text) => looks_like_query(text),
        Value::Array(items) => items.iter().take(10).any(inside),
        Value::Object(members) => members.values().any(inside),
        _ => false,
    }
}

/// Whether a text looks like a SPARQL query.
pub(crate) fn looks_like_query(text: &str) -> bool {
    let words = ["PREFIX", "BASE", "SELECT", "ASK", "CONSTRUCT", "DESCRIBE"];
    let text = text.trim_start();
    let begins = |word: &&str| {
        let (first, rest) = text.split_at_checked(word.len()).unwrap_or_default();
        first.eq_ignore_ascii_case(word) && rest.starts_with(char::is_whitespace)
    };
    words.iter().any(begins) && text.contains('{')
}

/// Whether a field that is kept without being understood looks like answers.
fn look_like_answers(value: &serde_json::Value, depth: usize) -> bool {
    use serde_json::Value;
    match value {
        Value::Object(members) => members.iter().any(|(key, value)| {
            matches!(&**key, "results" | "bindings" | "boolean" | "vars" | "rows")
                || depth > 0 && look_like_answers(value, depth - 1)
        }),
        Value::Array(items) => items.iter().take(10).any(|item| match item {
            Value::String(text) => looks_like_iri(text),
            _ => depth > 0 && look_like_answers(item, depth - 1),
        }),
        // A cell of a table.
        Value::String(text) => text.starts_with(['<', '?', '(']) && notation::parse(text).is_ok(),
        _ => false,
    }
}

/// Languages of the benchmarks that are written in the Latin script.
const LATIN: [&str; 8] = ["en", "de", "es", "fr", "it", "nl", "pt", "ro"];

/// Remarks on wordings in another script than their language has.
fn wordings(cx: &mut Context<'_>, spot: &dyn Spot, question: &Question) {
    for text in &question.texts {
        let string = text.string.as_deref().unwrap_or_default();
        // The first bytes of everything from Greek on are larger.
        if !string.bytes().any(|byte| byte >= 0xcd) {
            continue;
        }
        let tag = text.language.as_str();
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        // A foreign name is no reason for a remark, but a wording without any Latin letter is.
        let latin = |c: char| c.is_alphabetic() && c < '\u{370}';
        let foreign = |c: char| c.is_alphabetic() && !latin(c);
        if LATIN.contains(&primary) && string.contains(foreign) && !string.contains(latin) {
            cx.report(
                spot,
                &codes::LANGUAGE_MISMATCH,
                Action::Kept,
                format!("the question text marked `{tag}` is not in the Latin script"),
            );
        }
    }
}

fn answers(cx: &mut Context<'_>, spot: &dyn Spot, question: &Question) {
    let Some(answers) = &question.answers else {
        return;
    };
    if let Answer::Table(table) = &answers.answer {
        let repeated = repeated_rows(table);
        if repeated > 0 {
            let rows = if repeated == 1 { "row" } else { "rows" };
            cx.report(
                spot,
                &codes::DUPLICATE_ROWS,
                Action::Kept,
                format!("{repeated} {rows} given more than once"),
            );
        }
    }
    if let Some(expected) = question.answer_type.as_ref().and_then(AnswerType::meant) {
        let misfit = match &answers.answer {
            Answer::Boolean(_) => (expected != AnswerType::Boolean).then_some("yes or no"),
            Answer::Table(table) => misfit(&expected, table),
        };
        if let Some(found) = misfit {
            cx.report(
                spot,
                &codes::ANSWER_TYPE_MISMATCH,
                Action::Kept,
                format!("the answer type is {expected}, but the answers are {found}"),
            );
        }
    }
}

/// How many rows repeat the values of an earlier one; like the official scripts, this does not
/// look at datatypes and languages.
pub(crate) fn repeated_rows(table: &Table) -> usize {
    if table.len() < 2 {
        return 0;
    }
    let state = foldhash::fast::RandomState::default();
    // Different hashes are different rows, and sorted numbers are cheaper than a table.
    let mut hashes: Vec<u64> = table
        .rows()
        .map(|row| state.hash_one(Values(row)))
        .collect();
    hashes.sort_unstable();
    if hashes.windows(2).all(|pair| pair[0] != pair[1]) {
        return 0;
    }
    let mut seen = HashSet::with_capacity_and_hasher(table.len(), state);
    table.rows().filter(|row| !seen.insert(Values(row))).count()
}

/// A row that equals others with the same values.
struct Values<'t>(&'t [Option<Term>]);

impl Values<'_> {
    fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.iter().map(|cell| cell.as_ref().map(Term::value))
    }
}

impl PartialEq for Values<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Values<'_> {}

impl Hash for Values<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|value| value.hash(state));
    }
}

/// What the answers are, if none of them can be of the expected type.
fn misfit(expected: &AnswerType, table: &Table) -> Option<&'static str> {
    let mut terms = table.terms().peekable();
    terms.peek()?;
    let is_iri = |term: &Term| matches!(term, Term::Iri { .. });
    let all_iris = table.terms().all(is_iri);
    match expected {
        AnswerType::Number | AnswerType::Date | AnswerType::String | AnswerType::Boolean => {
            all_iris.then_some("resources")
        }
        AnswerType::Resource => (!table.terms().any(is_iri)).then_some("literals"),
        AnswerType::Other(_) => None,
    }
}
