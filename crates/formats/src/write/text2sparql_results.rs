//! The result sets that the TEXT2SPARQL client scores: a JSON object with, for each question and
//! language, every value that is an answer.
//!
//! Rows, kinds of terms, datatypes and languages get lost, as they do in the official client. A
//! yes/no answer is `{"true": 1}` or `{"true": 0}`. A question without answers is left out, the
//! empty set is `{}`.

use std::collections::HashSet;
use std::io::{self, Write};

use lydite_model::{Answer, AnswerSet, DatasetInfo, Language, Question, Term};

use super::json::{Json, Layout};
use super::losses::{self, Losses};
use super::text2sparql_answers::{languages, name};
use super::{Report, Target, Writer};
use crate::Format;

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "TEXT2SPARQL result sets (JSON)",
    },
    extension: "json",
    start,
};

const FORMAT: &str = "text2sparql-results";

struct Text2SparqlResults {
    json: Json,
    dataset: DatasetInfo,
    /// The names of questions whose answers have an order. The format wants them in one list, so
    /// that they have to be held; there are few.
    ordered: Vec<String>,
}

fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    let mut json = Json::new(sink);
    json.object(Layout::Lines);
    Ok(Box::new(Text2SparqlResults {
        json,
        dataset: DatasetInfo {
            prefix: info.prefix.clone(),
            ..DatasetInfo::default()
        },
        ordered: Vec::new(),
    }))
}

impl Writer for Text2SparqlResults {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let mut losses = Losses::new(FORMAT, question, report);
        let mut languages = languages(question);
        if question.language.is_none() {
            for language in question.localised_answers.keys() {
                if !languages.contains(language) {
                    languages.push(language.clone());
                }
            }
        }
        for language in &languages {
            let localised = question.localised_answers.get(language);
            if let Some(answers) = localised.or(question.answers.as_ref()) {
                let name = name(&self.dataset, question, language);
                self.json.key(&name);
                result_set(&mut self.json, answers);
                if answers.ordered || question.order_matters {
                    self.ordered.push(name);
                }
                say_lost_values(answers, &mut losses);
            } else {
                losses.say("a question without answers");
            }
        }
        say_losses(question, &languages, &mut losses);
        self.json.pass_on()
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        if !self.ordered.is_empty() {
            self.json.key("order_required");
            self.json.list(Layout::Inline);
            for name in std::mem::take(&mut self.ordered) {
                self.json.element();
                self.json.string(&name);
            }
            self.json.close();
        }
        losses::info(FORMAT, &self.dataset, info, report);
        self.json.finish()
    }
}

fn result_set(json: &mut Json, answers: &AnswerSet) {
    json.object(Layout::Lines);
    match &answers.answer {
        Answer::Boolean(value) => {
            json.key("true");
            json.raw(if *value { "1" } else { "0" });
        }
        Answer::Table(table) => {
            let mut seen = HashSet::new();
            for term in table.terms() {
                if seen.insert(term.value()) {
                    json.key(term.value());
                    json.raw("1");
                }
            }
        }
    }
    json.close();
}

fn say_lost_values(answers: &AnswerSet, losses: &mut Losses<'_>) {
    losses.when(answers.confidence.is_some(), "the confidence");
    let Some(table) = answers.as_table() else {
        return;
    };
    losses.when(!table.columns.is_empty(), "columns and rows");
    let typed = |term: &Term| match term {
        Term::Iri { .. } => false,
        Term::Blank { .. } => true,
        Term::Literal(literal) => literal.datatype.is_some() || literal.language.is_some(),
    };
    losses.when(
        table.terms().any(typed),
        "blank nodes, datatypes and languages of values",
    );
    let distinct: HashSet<_> = table.terms().map(Term::value).collect();
    losses.when(
        distinct.len() < table.terms().count(),
        "an answer that is given more than once",
    );
    losses.when(
        distinct.len() == 1 && distinct.contains("true"),
        "the text `true` as the only answer, which reads as yes",
    );
}

fn say_losses(question: &Question, languages: &[Language], losses: &mut Losses<'_>) {
    losses.when(!question.texts.is_empty(), "question texts");
    losses.annotations();
    losses.metadata();
    losses.run();
    losses.when(!question.queries.is_empty(), "queries");
    losses.when(!question.scope.is_inside(), "out of scope");
    let elsewhere = |language: &Language| !languages.contains(language);
    losses.when(
        question.localised_answers.keys().any(elsewhere),
        "answers in languages other than the entry's",
    );
    losses.extras_but(&[]);
}

#[cfg(test)]
mod tests {
    use lydite_model::Text;

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn every_value_is_a_key() {
        let mut list = Question::new("1");
        list.language = Some("en".into());
        list.answers = Some(AnswerSet {
            ordered: true,
            ..AnswerSet::column("x", [Term::iri("http://x/a"), Term::literal("5")])
        });
        let mut ask = Question::new("2");
        ask.texts = vec![Text::new("en", "Is it?"), Text::new("es", "¿Lo es?")];
        ask.answers = Some(AnswerSet::boolean(true));
        ask.localised_answers
            .insert("es".into(), AnswerSet::boolean(false));
        let info = DatasetInfo {
            prefix: Some("db25".to_owned()),
            ..DatasetInfo::default()
        };
        let (text, losses) = written(FORMAT, &info, &[list, ask, Question::new("3")]);
        assert_eq!(
            text,
            r#"{
  "db25:1-en": {
    "http://x/a": 1,
    "5": 1
  },
  "db25:2-en": {
    "true": 1
  },
  "db25:2-es": {
    "true": 0
  },
  "order_required": ["db25:1-en"]
}
"#
        );
        let lost = |what: &str| format!("{FORMAT} cannot express {what}");
        assert_eq!(
            losses,
            [
                "columns and rows",
                "question texts",
                "a question without answers"
            ]
            .map(lost)
        );
    }
}
