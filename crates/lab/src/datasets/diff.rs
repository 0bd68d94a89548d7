//! What is different between two versions of a benchmark.

use std::collections::HashMap;
use std::path::Path;

use lydite_model::{Question, QuestionId};
use serde::Serialize;

use crate::{Error, Lab};

/// What is different between two versions of a benchmark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DatasetDiff {
    /// How many questions are the same.
    pub same: usize,
    /// Those that only the second has.
    pub added: Vec<QuestionId>,
    /// Those that only the first has.
    pub removed: Vec<QuestionId>,
    /// Those that both have, but not alike.
    pub changed: Vec<ChangedQuestion>,
}

/// A question that both versions have, but not alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedQuestion {
    /// The question.
    pub id: QuestionId,
    /// What is different about it.
    pub what: Vec<ChangedPart>,
}

/// A part of a question that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangedPart {
    /// The question text, in any language.
    Text,
    /// The query.
    Query,
    /// The answers, in whatever order they stand.
    Answers,
    /// The answer type, the flags or the scope.
    Metadata,
}

impl ChangedPart {
    /// As it is shown.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Query => "query",
            Self::Answers => "answers",
            Self::Metadata => "metadata",
        }
    }
}

impl DatasetDiff {
    /// Compares the questions of two versions. Of several questions with one identifier the last
    /// counts.
    pub fn of(before: &[Question], after: &[Question]) -> Self {
        let by_id = |questions: &[Question]| -> HashMap<QuestionId, usize> {
            let numbered = questions.iter().enumerate();
            numbered
                .map(|(at, question)| (question.id.clone(), at))
                .collect()
        };
        let (first, second) = (by_id(before), by_id(after));
        let mut diff = Self::default();
        for (at, question) in before.iter().enumerate() {
            if first.get(&question.id) != Some(&at) {
                continue;
            }
            let Some(other) = second.get(&question.id) else {
                diff.removed.push(question.id.clone());
                continue;
            };
            let what = changes(question, &after[*other]);
            if what.is_empty() {
                diff.same += 1;
            } else {
                let id = question.id.clone();
                diff.changed.push(ChangedQuestion { id, what });
            }
        }
        let added = after.iter().enumerate().filter(|(at, question)| {
            second.get(&question.id) == Some(at) && !first.contains_key(&question.id)
        });
        diff.added = added.map(|(_, question)| question.id.clone()).collect();
        diff
    }

    /// Whether both are the same.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// What is different between two versions of a question.
fn changes(before: &Question, after: &Question) -> Vec<ChangedPart> {
    let texts = |question: &Question| {
        let texts = question.texts.iter();
        let mut texts: Vec<_> = texts
            .map(|text| (text.language.to_string(), text.string.clone()))
            .collect();
        texts.sort();
        texts
    };
    let queries = |question: &Question| {
        let queries = question.queries.iter();
        let mut queries: Vec<_> = queries
            .map(|query| {
                let words: Vec<&str> = query.text.split_whitespace().collect();
                (query.form.as_str(), words.join(" "))
            })
            .collect();
        queries.sort();
        queries
    };
    // What rows say, whatever their order; columns go by their names.
    let answers = |question: &Question| {
        let set = question.answers.as_ref()?;
        let Some(table) = set.as_table() else {
            return Some(vec![format!("{:?}", set.as_boolean())]);
        };
        let mut rows: Vec<String> = table.terms().map(ToString::to_string).collect();
        if !question.order_matters {
            rows.sort_unstable();
        }
        Some(rows)
    };
    let metadata = |question: &Question| {
        (
            question.answer_type.clone(),
            question.aggregation,
            question.only_dbo,
            question.hybrid,
            question.scope.is_inside(),
        )
    };
    let parts = [
        (ChangedPart::Text, texts(before) != texts(after)),
        (ChangedPart::Query, queries(before) != queries(after)),
        (ChangedPart::Answers, answers(before) != answers(after)),
        (ChangedPart::Metadata, metadata(before) != metadata(after)),
    ];
    let parts = parts.into_iter().filter(|(_, differs)| *differs);
    parts.map(|(part, _)| part).collect()
}

impl Lab {
    /// Compares two versions of a benchmark.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn diff_datasets(&self, before: &Path, after: &Path) -> Result<DatasetDiff, Error> {
        Ok(DatasetDiff::of(
            &self.questions(before)?,
            &self.questions(after)?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Query, Term, Text};

    use super::*;

    fn question(id: &str, text: &str, query: &str, answers: &[&str]) -> Question {
        Question {
            texts: vec![Text::new("en", text)],
            queries: vec![Query::sparql(query)],
            answers: Some(AnswerSet::column(
                "x",
                answers.iter().map(|iri| Term::iri(*iri)),
            )),
            ..Question::new(id)
        }
    }

    #[test]
    fn what_was_added_removed_and_changed_is_named() {
        let before = [
            question("1", "Who?", "ASK {  }", &["http://a", "http://b"]),
            question("2", "Who?", "ASK {}", &["http://a"]),
            question("3", "Who?", "ASK {}", &["http://a"]),
        ];
        let after = [
            question("4", "Who?", "ASK {}", &["http://a"]),
            // Layout and order are no changes.
            question("1", "Who?", "ASK { }", &["http://b", "http://a"]),
            question("2", "Whom?", "ASK { ?x ?y ?z }", &[]),
        ];
        let diff = DatasetDiff::of(&before, &after);
        assert_eq!(diff.same, 1);
        assert_eq!(diff.added[0].as_str(), "4");
        assert_eq!(diff.removed[0].as_str(), "3");
        let [changed] = diff.changed.as_slice() else {
            panic!("{diff:?}");
        };
        use ChangedPart::{Answers, Query, Text};
        assert_eq!(changed.what, [Text, Query, Answers]);
        assert!(DatasetDiff::of(&before, &before).is_empty());
    }
}
