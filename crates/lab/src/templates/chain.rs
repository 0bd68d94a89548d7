//! The modules of OKBQA that come after the templates, asked one after another.

use std::collections::HashMap;
use std::time::Duration;

use lydite_http::{Client, Politeness};
use lydite_model::{AnswerSet, Term};
use lydite_template::{Exchange, generated_queries};
use serde_json::{Map, Value, json};

use super::{Asking, QuestionFiles, QuestionSource};
use crate::system::OkbqaModules;
use crate::{Error, Lab};

/// A larger answer is none.
const LARGEST: u64 = 8 << 20;
/// So many queries are handed to the module that answers.
const QUERIES: usize = 5;

/// The modules after the one that makes templates, with the answers that they should lead to.
pub(super) struct Chain<'c> {
    client: Client,
    modules: &'c OkbqaModules,
    language: String,
    patience: Duration,
    politeness: Politeness,
    gold: HashMap<String, Vec<String>>,
}

impl<'c> Chain<'c> {
    /// The chain, if there is any module in it.
    pub(super) fn new(
        lab: &Lab,
        modules: &'c OkbqaModules,
        asked: &QuestionSource,
        Asking { jobs, patience }: Asking,
    ) -> Result<Option<Self>, Error> {
        if modules.dm.is_none() && modules.qgm.is_none() && modules.agm.is_none() {
            return Ok(None);
        }
        Ok(Some(Self {
            client: lab.client()?,
            modules,
            language: asked.language.to_string(),
            patience,
            politeness: Politeness {
                concurrent: jobs.into(),
                interval: Duration::ZERO,
            },
            gold: gold_answers(lab, asked)?,
        }))
    }

    /// What the modules make of the first template. A module that fails has answered nothing, and ends
    /// the chain.
    pub(super) fn follow(&self, question: &str, exchange: &Exchange) -> Option<Value> {
        let mut said = Map::new();
        if let Some(gold) = self.gold.get(question) {
            said.insert("gold_answers".to_owned(), json!(gold));
        }
        if let Some(template) = self.first(question, exchange) {
            // What went wrong stands in the place of the answer, and is judged as none.
            let _ = self.steps(&template, &mut said);
        }
        Some(Value::Object(said))
    }

    fn first(&self, question: &str, exchange: &Exchange) -> Option<Value> {
        let Exchange::Answered { status: 200, body } = exchange else {
            return None;
        };
        let templates = match serde_json::from_str(body).ok()? {
            Value::Array(templates) => templates,
            one => vec![one],
        };
        let mut first = templates.into_iter().find(|one| one["query"].is_string())?;
        first["question"] = question.into();
        first["language"] = self.language.as_str().into();
        Some(first)
    }

    fn steps(&self, template: &Value, said: &mut Map<String, Value>) -> Result<(), ()> {
        let mut maps = json!([]);
        if let Some(address) = &self.modules.dm {
            let data = template.to_string();
            let request = self.client.get(address).query("data", &data);
            let found = self.ask(request, "dm", said)?;
            maps = found.get("ned").cloned().unwrap_or(found);
        }
        let Some(address) = &self.modules.qgm else {
            return Ok(());
        };
        let request = json!({"template": template, "disambiguation": maps}).to_string();
        let made = self.ask(self.client.post(address).json(request), "qgm", said)?;
        let Some(address) = &self.modules.agm else {
            return Ok(());
        };
        let queries = generated_queries(&made).into_iter().take(QUERIES);
        let queries: Vec<Value> = queries.map(|query| json!({ "query": query })).collect();
        let request = json!({"queries": queries, "conf": {"kb": [], "answer_num": 1000}});
        let request = self.client.post(address).json(request.to_string());
        self.ask(request, "agm", said).map(drop)
    }

    fn ask(
        &self,
        request: lydite_http::Request,
        module: &str,
        said: &mut Map<String, Value>,
    ) -> Result<Value, ()> {
        let reply = request
            .accept("application/json")
            .politeness(self.politeness)
            .most_bytes(LARGEST)
            .within(self.patience)
            .fetch();
        let answer = match reply {
            Ok(reply) if (200..300).contains(&reply.status) => {
                let answer = serde_json::from_slice::<Value>(&reply.body);
                answer.map_err(|_| "its answer is no JSON".to_owned())
            }
            Ok(reply) => Err(format!("it answered {}", reply.status)),
            Err(error) => Err(error.to_string()),
        };
        match answer {
            Ok(answer) => {
                said.insert(module.to_owned(), answer.clone());
                Ok(answer)
            }
            Err(reason) => {
                said.insert(module.to_owned(), json!({ "error": reason }));
                Err(())
            }
        }
    }
}

/// The gold answers of the questions, as texts; those without any are left out.
fn gold_answers(lab: &Lab, asked: &QuestionSource) -> Result<HashMap<String, Vec<String>>, Error> {
    let QuestionFiles::Given(files) = &asked.files else {
        return Ok(HashMap::new());
    };
    let mut gold = HashMap::new();
    for file in files {
        for question in lab.questions(file)? {
            let text = question.text(&asked.language);
            if let (Some(text), Some(answers)) = (text, &question.answers) {
                gold.insert(text.to_owned(), texts(answers));
            }
        }
    }
    Ok(gold)
}

fn texts(answers: &AnswerSet) -> Vec<String> {
    if let Some(value) = answers.as_boolean() {
        return vec![value.to_string()];
    }
    let terms = answers
        .as_table()
        .into_iter()
        .flat_map(lydite_model::Table::terms);
    terms
        .filter_map(|term| match term {
            Term::Iri { value } => Some(value.clone()),
            Term::Literal(literal) => Some(literal.value.clone()),
            Term::Blank { .. } => None,
        })
        .collect()
}
