//! Saying what a target format has no place for.

use lydite_model::{Action, AnswerSet, DatasetInfo, Diagnostic, Place, Query, QueryForm, Question};

use super::Report;
use crate::codes;
use crate::json::fields::keywords;

/// What gets lost of one question.
pub(super) struct Losses<'l> {
    format: &'static str,
    question: &'l Question,
    report: Report<'l>,
}

impl<'l> Losses<'l> {
    pub(super) fn new(format: &'static str, question: &'l Question, report: Report<'l>) -> Self {
        Self {
            format,
            question,
            report,
        }
    }

    /// Says that a part of the question has no place in the format.
    pub(super) fn say(&mut self, what: &str) {
        let path = format!("question {}", self.question.id);
        (self.report)(diagnostic(self.format, path, what));
    }

    /// Says so if it is the case.
    pub(super) fn when(&mut self, lost: bool, what: &str) {
        if lost {
            self.say(what);
        }
    }

    /// What only eQALD-JSON and the native format have a place for.
    pub(super) fn annotations(&mut self) {
        let texts = &self.question.texts;
        let annotated = texts.iter().any(|text| !text.annotations.is_empty());
        self.when(annotated, "annotations");
        self.when(!self.question.item_types.is_empty(), "answer item types");
    }

    /// What only formats with an entry per question and language have a place for.
    pub(super) fn languages(&mut self) {
        self.when(
            self.question.language.is_some(),
            "the language that an entry is about",
        );
        self.when(
            !self.question.localised_answers.is_empty(),
            "answers per language",
        );
    }

    /// Answer type and flags, in formats without metadata.
    pub(super) fn metadata(&mut self) {
        let question = self.question;
        self.when(question.answer_type.is_some(), "the answer type");
        self.when(question.aggregation.is_some(), "the aggregation flag");
        self.when(question.only_dbo.is_some(), "the onlydbo flag");
        self.when(question.hybrid.is_some(), "the hybrid flag");
    }

    /// What happened when a system was asked, in formats that are not for answers.
    pub(super) fn run(&mut self) {
        let question = self.question;
        self.when(question.error.is_some(), "the error of a system");
        self.when(question.latency.is_some(), "the time that a system took");
    }

    /// Everything of the wordings but one string per language.
    pub(super) fn beyond_one_wording_per_language(&mut self) {
        let texts = &self.question.texts;
        self.when(
            texts.iter().any(|text| !text.keywords.is_empty()),
            "keywords",
        );
        self.when(
            texts.iter().any(|text| text.string.is_none()),
            "a language without question text",
        );
        let repeated = texts.iter().enumerate().any(|(at, text)| {
            text.string.is_some()
                && texts[..at]
                    .iter()
                    .any(|other| other.string.is_some() && other.language == text.language)
        });
        self.when(repeated, "a second question text in one language");
    }

    /// The extra fields but those with one of these names.
    pub(super) fn extras_but(&mut self, known: &[&str]) {
        for key in self.question.extras.keys() {
            if !known.contains(&key.as_str()) {
                self.say(&format!("the extra field `{key}`"));
            }
        }
    }

    /// Keywords as one text, separated by comma and blank.
    pub(super) fn join_keywords(&mut self, words: &[String]) -> String {
        let joined = words.join(", ");
        self.when(
            keywords(&joined) != words,
            "a keyword that is blank or has a comma or spaces around it",
        );
        joined
    }

    /// The queries that a format with one query in each of these notations writes, in the order of
    /// the question: the one for all languages or for English, otherwise the first.
    pub(super) fn choose_queries(&mut self, forms: &[QueryForm]) -> Vec<&'l Query> {
        let question = self.question;
        let queries = &question.queries;
        let is_blank = |query: &Query| query.text.trim().is_empty();
        let mut chosen: Vec<&Query> = Vec::new();
        let mut surplus = false;
        for (at, query) in queries.iter().enumerate() {
            if is_blank(query) {
                self.say("a query without text");
            } else if !forms.contains(&query.form) {
                self.say(&format!("a query in {} notation", query.form.as_str()));
            } else {
                let mut same = queries
                    .iter()
                    .filter(|other| other.form == query.form && !is_blank(other));
                let general = same.clone().find(|other| {
                    let language = other.language.as_ref();
                    language.is_none_or(|language| language.matches(&"en".into()))
                });
                if general
                    .or_else(|| same.next())
                    .is_some_and(|best| std::ptr::eq(best, &queries[at]))
                {
                    self.when(query.language.is_some(), "the language of a query");
                    chosen.push(query);
                } else {
                    surplus = true;
                }
            }
        }
        self.when(surplus, "a second query in the same notation");
        chosen
    }

    /// A confidence that can be written: GERBIL's is a number between 0 and 1.
    pub(super) fn confidence(&mut self, answers: &AnswerSet) -> Option<f64> {
        let confidence = answers.confidence?;
        let fits = (0.0..=1.0).contains(&confidence);
        self.when(!fits, "a confidence that is not between 0 and 1");
        fits.then_some(confidence)
    }
}

/// Says of each field of the dataset that differs from what was written that it is lost.
///
/// The digest is not a loss: it tells which bytes were read, and those just written are others.
pub(super) fn info(
    format: &'static str,
    written: &DatasetInfo,
    info: &DatasetInfo,
    report: Report<'_>,
) {
    let mut say = |what: &str| report(diagnostic(format, "dataset".to_owned(), what));
    let fields = [
        ("the id of the dataset", &written.id, &info.id),
        (
            "the knowledge base",
            &written.knowledge_base,
            &info.knowledge_base,
        ),
        (
            "the version of the knowledge base",
            &written.knowledge_base_version,
            &info.knowledge_base_version,
        ),
        (
            "the prefix of the question ids",
            &written.prefix,
            &info.prefix,
        ),
    ];
    for (what, written, known) in fields {
        if known.is_some() && written != known {
            say(what);
        }
    }
    if info.refreshed.is_some() && written.refreshed != info.refreshed {
        say("that the answers were refreshed");
    }
    for (key, value) in &info.extras {
        if written.extras.get(key) != Some(value) {
            say(&format!("the field `{key}` of the dataset"));
        }
    }
}

fn diagnostic(format: &str, path: String, what: &str) -> Diagnostic {
    Diagnostic {
        code: &codes::LOST,
        place: Place {
            path,
            ..Place::default()
        },
        message: format!("{format} cannot express {what}"),
        action: Action::Skipped,
        hint: None,
        snippet: None,
    }
}
