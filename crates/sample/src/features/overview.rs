//! A dataset in figures of its questions, as papers give them.

use serde::Serialize;

use super::{At, Feature, Features, Value};

/// How long and how simple the questions of a dataset are.
///
/// Frankenstein's paper calls 22 % of LC-QuAD and 53 % of QALD-5 simple ("single relation, single
/// entity"), and gives mean lengths of 10.63 and 7.41 words. [`simple`](Self::simple) and
/// [`mean_words`](Self::mean_words) give its figures for LC-QuAD exactly; the 204 questions of QALD-5
/// that it used were not published.
///
/// ```
/// use lydite_model::{Query, Question, Text};
/// use lydite_sample::{Extractor, Overview};
///
/// let mut question = Question::new("1");
/// question.texts.push(Text::new("en", "Who wrote Dubliners ?"));
/// question.queries.push(Query::sparql("SELECT ?x { dbr:Dubliners dbo:author ?x }"));
/// let extractor = Extractor::new("mine").only(Overview::features());
/// let mut overview = Overview::default();
/// overview.add(&extractor.features(&question));
/// assert_eq!((overview.simple, overview.with_query), (1, 1));
/// assert_eq!(overview.mean_words(), Some(3.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Overview {
    /// All questions.
    pub questions: u64,
    /// Questions whose query can be read.
    pub with_query: u64,
    /// Questions whose query is one triple pattern with one entity and one relation.
    pub simple: u64,
    /// Questions whose query names one entity and one relation, however many patterns and classes it
    /// has.
    pub one_entity_one_relation: u64,
    /// Questions with a text.
    pub with_text: u64,
    /// The words of all of them; a question mark that stands alone is none.
    pub words: u64,
}

impl Overview {
    /// The features that [`add`](Self::add) looks at.
    pub fn features() -> [&'static Feature; 4] {
        [At::words, At::totalEntities, At::totalRelations, At::simple]
            .map(|at| &Feature::all()[at as usize])
    }

    /// Counts a question.
    pub fn add(&mut self, features: &Features) {
        let count = |at: At| match features.value(at) {
            Some(Value::Integer(count)) => u64::try_from(*count).ok(),
            _ => None,
        };
        self.questions += 1;
        if let Some(words) = count(At::words) {
            self.with_text += 1;
            self.words += words;
        }
        if let (Some(entities), Some(relations)) =
            (count(At::totalEntities), count(At::totalRelations))
        {
            self.with_query += 1;
            self.one_entity_one_relation += u64::from((entities, relations) == (1, 1));
            let simple = features.value(At::simple) == Some(&Value::Boolean(true));
            self.simple += u64::from(simple);
        }
    }

    /// The mean length of a question in words; `None` without any text.
    pub fn mean_words(&self) -> Option<f64> {
        (self.with_text > 0).then(|| self.words as f64 / self.with_text as f64)
    }

    /// The share of simple questions among all; `None` if no query can be read.
    pub fn simple_share(&self) -> Option<f64> {
        (self.with_query > 0).then(|| self.simple as f64 / self.questions as f64)
    }
}
