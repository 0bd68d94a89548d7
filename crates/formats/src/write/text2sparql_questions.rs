//! The questions of the TEXT2SPARQL challenge: YAML with one wording per language and one query.
//!
//! Whether the order of answers matters is said by the feature `RESULT_ORDER_MATTERS`; answers
//! themselves have no place here.

use std::io::{self, BufWriter, Write};

use lydite_model::{AnswerSet, DatasetInfo, QueryForm, Question, Scope};

use super::losses::{self, Losses};
use super::qald_json::OUT_OF_SCOPE;
use super::{Report, Target, Writer, yaml};
use crate::Format;

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "TEXT2SPARQL questions (YAML)",
    },
    extension: "yaml",
    start,
};

const FORMAT: &str = "text2sparql-yaml";

/// The feature of a question whose answers come in an order.
const ORDER_MATTERS: &str = "RESULT_ORDER_MATTERS";

/// The field of the dataset that the challenge has and the model has not.
const NAMESPACE: &str = "defaultNamespace";

struct Text2SparqlQuestions {
    sink: BufWriter<Box<dyn Write>>,
    dataset: Option<DatasetInfo>,
    any: bool,
}

fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    let mut sink = BufWriter::with_capacity(1 << 16, sink);
    sink.write_all(b"---\n")?;
    let dataset = match info.id {
        Some(_) => Some(dataset(&mut sink, info)?),
        None => None,
    };
    sink.write_all(b"questions:")?;
    Ok(Box::new(Text2SparqlQuestions {
        sink,
        dataset,
        any: false,
    }))
}

/// Writes what the format says about a dataset; gives what of it was written.
fn dataset(sink: &mut dyn Write, info: &DatasetInfo) -> io::Result<DatasetInfo> {
    let mut written = DatasetInfo {
        id: info.id.clone(),
        prefix: info.prefix.clone(),
        ..DatasetInfo::default()
    };
    writeln!(sink, "dataset:")?;
    for (key, value) in [("id", &info.id), ("prefix", &info.prefix)] {
        if let Some(value) = value {
            writeln!(sink, "  {key}: {}", yaml::scalar(value, 2))?;
        }
    }
    if let Some(refreshed) = &info.refreshed {
        writeln!(sink, "  refreshed:")?;
        writeln!(sink, "    graph: {}", yaml::scalar(&refreshed.graph, 4))?;
        writeln!(sink, "    date: {}", yaml::scalar(&refreshed.date, 4))?;
        writeln!(sink, "    checked: {}", refreshed.checked)?;
        written.refreshed = Some(refreshed.clone());
    }
    if let Some(value @ serde_json::Value::String(text)) = info.extras.get(NAMESPACE) {
        writeln!(sink, "  {NAMESPACE}: {}", yaml::scalar(text, 2))?;
        written.extras.insert(NAMESPACE.to_owned(), value.clone());
    }
    Ok(written)
}

impl Writer for Text2SparqlQuestions {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let mut losses = Losses::new(FORMAT, question, report);
        let sink = &mut self.sink;
        self.any = true;
        let id = question.id.as_str();
        let id = if question.id.is_number() {
            id.to_owned()
        } else {
            yaml::scalar(id, 4)
        };
        writeln!(sink, "\n\n  - id: {id}")?;
        wordings(sink, question)?;
        features(sink, question, &mut losses)?;
        query(sink, question, &mut losses)?;
        losses.beyond_one_wording_per_language();
        losses.annotations();
        losses.languages();
        losses.metadata();
        losses.run();
        losses.extras_but(&["features"]);
        losses.when(question.answers.is_some(), "answers");
        Ok(())
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        self.sink
            .write_all(if self.any { b"\n" } else { b" []\n" })?;
        let told = info.id.is_some() || info.prefix.is_some() || info.refreshed.is_some();
        if self.dataset.is_none() && told {
            self.dataset = Some(dataset(&mut self.sink, info)?);
        }
        let written = self.dataset.take().unwrap_or_default();
        losses::info(FORMAT, &written, info, report);
        self.sink.flush()
    }
}

fn wordings(sink: &mut dyn Write, question: &Question) -> io::Result<()> {
    let texts = &question.texts;
    let mut wordings = texts.iter().enumerate().filter_map(|(at, text)| {
        let repeats =
            |other: &&lydite_model::Text| other.string.is_some() && other.language == text.language;
        let string = text.string.as_deref()?;
        let first = !texts[..at].iter().any(|other| repeats(&other));
        first.then_some((&text.language, string))
    });
    let Some(first) = wordings.next() else {
        return write!(sink, "    question: {{}}");
    };
    write!(sink, "    question:")?;
    for (language, string) in std::iter::once(first).chain(wordings) {
        let language = yaml::key(language.as_str());
        write!(sink, "\n      {language}: {}", yaml::scalar(string, 6))?;
    }
    Ok(())
}

/// The features: texts in the extra field of this name, and whether the order of answers matters.
fn features(sink: &mut dyn Write, question: &Question, losses: &mut Losses<'_>) -> io::Result<()> {
    let mut features: Vec<&str> = Vec::new();
    let mut is_list = false;
    if let Some(value) = question.extras.get("features") {
        let texts = value
            .as_array()
            .and_then(|list| list.iter().map(serde_json::Value::as_str).collect());
        match texts {
            Some(texts) => (features, is_list) = (texts, true),
            None => losses.say("the extra field `features`, which is not a list of strings"),
        }
    }
    let ordered = |answers: &AnswerSet| answers.ordered;
    let matters = question.order_matters || question.answers.as_ref().is_some_and(ordered);
    if matters && !features.contains(&ORDER_MATTERS) {
        features.push(ORDER_MATTERS);
    }
    match features[..] {
        [] if is_list => write!(sink, "\n    features: []"),
        [] => Ok(()),
        _ => {
            write!(sink, "\n    features:")?;
            features
                .iter()
                .try_for_each(|feature| write!(sink, "\n      - {}", yaml::key(feature)))
        }
    }
}

fn query(sink: &mut dyn Write, question: &Question, losses: &mut Losses<'_>) -> io::Result<()> {
    let chosen = losses.choose_queries(&[QueryForm::Sparql]);
    let text = match question.scope {
        Scope::Marked => {
            losses.when(
                !chosen.is_empty(),
                "the SPARQL query of a question that is marked out of scope",
            );
            Some(OUT_OF_SCOPE)
        }
        Scope::Implied => {
            losses.say("out of scope without a marker");
            chosen.first().map(|query| query.text.as_str())
        }
        Scope::Inside => chosen.first().map(|query| query.text.as_str()),
    };
    match text {
        Some(text) => write!(
            sink,
            "\n    query:\n      sparql: {}",
            yaml::scalar(text, 6)
        ),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::{Query, QuestionId, Text};

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn questions_are_laid_out_as_in_the_challenge() {
        let mut question = Question::new(QuestionId::number(1));
        question.texts = vec![
            Text::new("en", "How many?"),
            Text::new("no", "Hvor mange: 3?"),
        ];
        question.queries = vec![Query::sparql("SELECT ?x {\n  ?x a ?y }\nLIMIT 1")];
        question.answers = Some(AnswerSet {
            ordered: true,
            ..AnswerSet::empty()
        });
        let info = DatasetInfo {
            id: Some("https://x/".to_owned()),
            prefix: Some("db25".to_owned()),
            extras: [(NAMESPACE.to_owned(), "http://dbpedia.org/".into())].into(),
            ..DatasetInfo::default()
        };
        let (text, losses) = written(FORMAT, &info, &[question.clone(), Question::new("null")]);
        assert_eq!(losses, ["text2sparql-yaml cannot express answers"]);
        assert_eq!(
            text,
            r#"---
dataset:
  id: https://x/
  prefix: db25
  defaultNamespace: http://dbpedia.org/
questions:

  - id: 1
    question:
      en: How many?
      "no": "Hvor mange: 3?"
    features:
      - RESULT_ORDER_MATTERS
    query:
      sparql: |-
        SELECT ?x {
          ?x a ?y }
        LIMIT 1

  - id: "null"
    question: {}
"#
        );
        let (none, _) = written(FORMAT, &DatasetInfo::default(), &[]);
        assert_eq!(none, "---\nquestions: []\n");
    }
}
