//! What a system returned to the TEXT2SPARQL client: a JSON list with a query per question and
//! language.
//!
//! The name of an entry is `<prefix>:<id>-<language>`, with an empty prefix if the dataset has none;
//! its IRI is the dataset's followed by `<id>-<language>`. A question without any wording counts as English.

use std::io::{self, Write};

use lydite_model::{DatasetInfo, Extras, Language, Query, QueryForm, Question};

use super::json::{Json, Layout};
use super::losses::{self, Losses};
use super::{Report, Target, Writer};
use crate::Format;

pub(super) const TARGET: Target = Target {
    format: Format {
        name: FORMAT,
        title: "TEXT2SPARQL answers: the queries of a system (JSON)",
    },
    extension: "json",
    start,
};

const FORMAT: &str = "text2sparql-answers";

struct Text2SparqlAnswers {
    json: Json,
    /// What every entry says about the dataset.
    dataset: DatasetInfo,
}

fn start(sink: Box<dyn Write>, info: &DatasetInfo) -> io::Result<Box<dyn Writer>> {
    let mut json = Json::new(sink);
    json.list(Layout::Lines);
    let dataset = DatasetInfo {
        id: info.id.clone(),
        prefix: info.prefix.clone(),
        ..DatasetInfo::default()
    };
    Ok(Box::new(Text2SparqlAnswers { json, dataset }))
}

/// The name of a question in one language.
pub(super) fn name(dataset: &DatasetInfo, question: &Question, language: &Language) -> String {
    let prefix = dataset.prefix.as_deref().unwrap_or_default();
    format!("{prefix}:{}-{language}", question.id)
}

/// The languages of a question: its own, or those of its wordings; English if there is none.
pub(super) fn languages(question: &Question) -> Vec<Language> {
    if let Some(language) = &question.language {
        return vec![language.clone()];
    }
    let mut languages: Vec<Language> = Vec::new();
    for text in question.texts.iter().filter(|text| text.string.is_some()) {
        if !languages.contains(&text.language) {
            languages.push(text.language.clone());
        }
    }
    if languages.is_empty() {
        languages.push(Language::new("en"));
    }
    languages
}

/// The SPARQL query for a language: its own, one for all languages, or the first.
fn query<'q>(question: &'q Question, language: &Language) -> Option<&'q Query> {
    let sparql = || {
        let queries = question.queries.iter();
        queries.filter(|query| query.form == QueryForm::Sparql)
    };
    sparql()
        .find(|query| query.language.as_ref() == Some(language))
        .or_else(|| sparql().find(|query| query.language.is_none()))
        .or_else(|| sparql().next())
}

impl Writer for Text2SparqlAnswers {
    fn question(&mut self, question: &Question, report: Report<'_>) -> io::Result<()> {
        let mut losses = Losses::new(FORMAT, question, report);
        let languages = languages(question);
        for language in &languages {
            self.entry(question, language);
        }
        say_losses(question, &languages, &mut losses);
        self.json.pass_on()
    }

    fn finish(&mut self, info: &DatasetInfo, report: Report<'_>) -> io::Result<()> {
        losses::info(FORMAT, &self.dataset, info, report);
        self.json.finish()
    }
}

impl Text2SparqlAnswers {
    fn entry(&mut self, question: &Question, language: &Language) {
        let dataset = self.dataset.id.as_deref().unwrap_or_default();
        let wording = wording(question, language);
        let text = query(question, language).map_or("", |query| query.text.as_str());
        let uri = format!("{dataset}{}-{language}", question.id);
        let json = &mut self.json;
        json.element();
        json.object(Layout::Lines);
        json.string_member("dataset", dataset);
        json.string_member("question", wording.unwrap_or_default());
        json.string_member("query", text);
        json.string_member(
            "endpoint",
            text_extra(&question.extras, "endpoint").unwrap_or_default(),
        );
        json.string_member("qname", &name(&self.dataset, question, language));
        json.string_member("uri", text_extra(&question.extras, "uri").unwrap_or(&uri));
        json.close();
    }
}

/// The first wording in exactly this language.
fn wording<'q>(question: &'q Question, language: &Language) -> Option<&'q str> {
    let mut texts = question.texts.iter();
    texts.find_map(|text| match &text.string {
        Some(string) if text.language == *language => Some(string.as_str()),
        _ => None,
    })
}

fn text_extra<'e>(extras: &'e Extras, key: &str) -> Option<&'e str> {
    extras.get(key).and_then(serde_json::Value::as_str)
}

fn say_losses(question: &Question, languages: &[Language], losses: &mut Losses<'_>) {
    losses.beyond_one_wording_per_language();
    losses.annotations();
    losses.metadata();
    losses.run();
    losses.when(question.order_matters, "the order of answers");
    let elsewhere = |text: &lydite_model::Text| !languages.contains(&text.language);
    losses.when(
        question.language.is_some() && question.texts.iter().any(elsewhere),
        "question texts in languages other than the entry's",
    );
    losses.when(!question.scope.is_inside(), "out of scope");
    losses.when(
        question.answers.is_some() || !question.localised_answers.is_empty(),
        "answers",
    );
    let used: Vec<_> = languages
        .iter()
        .filter_map(|language| query(question, language))
        .collect();
    let unused = question
        .queries
        .iter()
        .filter(|query| !used.iter().any(|used| std::ptr::eq(*used, *query)));
    for query in unused {
        match query.form {
            QueryForm::Sparql => losses.say("a second query in the same notation"),
            form => losses.say(&format!("a query in {} notation", form.as_str())),
        }
    }
    let misplaced = |query: &&Query| {
        let language = query.language.as_ref();
        language.is_some_and(|language| languages != [language.clone()])
    };
    losses.when(
        used.iter().any(misplaced),
        "which query is for which language alone",
    );
    for key in ["endpoint", "uri"] {
        if question
            .extras
            .get(key)
            .is_some_and(|value| !value.is_string())
        {
            losses.say(&format!("the extra field `{key}`, which is not a text"));
        }
    }
    losses.extras_but(&["endpoint", "uri"]);
}

#[cfg(test)]
mod tests {
    use lydite_model::{QuestionId, Text};

    use super::*;
    use crate::write::tests::written;

    #[test]
    fn an_entry_per_language() {
        let mut question = Question::new(QuestionId::number(1));
        question.texts = vec![Text::new("en", "Who?"), Text::new("es", "¿Quién?")];
        question.queries = vec![Query::sparql("SELECT …")];
        let info = DatasetInfo {
            id: Some("https://x/".to_owned()),
            prefix: Some("db25".to_owned()),
            ..DatasetInfo::default()
        };
        let (text, losses) = written(FORMAT, &info, &[question]);
        assert_eq!(losses, [""; 0]);
        assert_eq!(
            text,
            r#"[
  {
    "dataset": "https://x/",
    "question": "Who?",
    "query": "SELECT …",
    "endpoint": "",
    "qname": "db25:1-en",
    "uri": "https://x/1-en"
  },
  {
    "dataset": "https://x/",
    "question": "¿Quién?",
    "query": "SELECT …",
    "endpoint": "",
    "qname": "db25:1-es",
    "uri": "https://x/1-es"
  }
]
"#
        );
    }
}
