//! OKBQA modules: asked one after another, or by a controller that does so.

use lydite_model::Query;
use serde_json::{Value, json};

use super::reply::{Understood, okbqa_answers, set};
use super::spec::OkbqaOptions;
use super::web::{Outgoing, Web, beginning, failure};
use super::{
    Asked, Descriptor, Exchange, Failure, FailureKind, Kind, QaSystem, Spec, Turn, asking,
};
use crate::{Error, Lab};

/// So many templates and queries are followed.
const ALTERNATIVES: usize = 5;

/// OKBQA modules.
pub(super) struct Okbqa {
    descriptor: Descriptor,
    web: Web,
    options: OkbqaOptions,
    timeout: std::time::Duration,
    jobs: usize,
}

impl Okbqa {
    pub(super) fn open(lab: &Lab, spec: &Spec, options: &OkbqaOptions) -> Result<Self, Error> {
        let mut web = Web::new(lab, spec)?;
        let mut options = options.clone();
        let modules = &mut options.modules;
        let written = format!("{modules:?}");
        for address in [
            &mut options.controller,
            &mut modules.tgm,
            &mut modules.dm,
            &mut modules.qgm,
            &mut modules.agm,
        ]
        .into_iter()
        .flatten()
        {
            *address = web.address(lab, address)?;
        }
        Ok(Self {
            descriptor: asking::described(spec, Kind::Okbqa, &[&written]),
            web,
            options,
            timeout: spec.manners.timeout,
            jobs: spec.manners.jobs,
        })
    }

    fn post(&self, address: &str, body: &Value, turns: &mut Vec<Turn>) -> Result<String, Failure> {
        let outgoing = Outgoing {
            address,
            parameters: Vec::new(),
            body: Some(("application/json", body.to_string().into_bytes())),
            headers: &[("accept", "application/json")],
        };
        Ok(self.web.send(&outgoing, turns)?.text())
    }

    /// The controller asks the modules, and says what each of them did.
    fn controlled(
        &self,
        controller: &str,
        asked: &Asked<'_>,
        turns: &mut Vec<Turn>,
    ) -> Result<lydite_model::Response, Failure> {
        let modules = &self.options.modules;
        let mut address = json!({});
        for (name, module) in [
            ("TGM", &modules.tgm),
            ("DM", &modules.dm),
            ("QGM", &modules.qgm),
            ("AGM", &modules.agm),
        ] {
            if let Some(module) = module {
                address[name] = json!([module]);
            }
        }
        if !self.options.graphs.is_empty() {
            address["KB"] = json!(self.options.graphs);
        }
        let request = json!({
            "input": {"language": asked.language, "string": asked.text},
            "conf": {
                "sequence": ["TGM", "DM", "QGM", "AGM"],
                "address": address,
                "sync": "on",
            },
            "timelimit": self.timeout.as_secs().to_string(),
        });
        let reply = self.post(controller, &request, turns)?;
        Ok(Understood::read(reply.as_bytes(), asked)?.response)
    }

    /// Asks the modules one after another.
    fn chained(
        &self,
        asked: &Asked<'_>,
        turns: &mut Vec<Turn>,
    ) -> Result<lydite_model::Response, Failure> {
        let modules = &self.options.modules;
        let (Some(tgm), Some(qgm)) = (&modules.tgm, &modules.qgm) else {
            let reason = "no module that generates templates or queries is named";
            return Err(failure(FailureKind::Unreachable, reason));
        };
        let question = json!({"string": asked.text, "language": asked.language});
        let templates = list(&self.post(tgm, &question, turns)?, "TGM")?;
        let mut queries: Vec<String> = Vec::new();
        for mut template in templates.into_iter().take(ALTERNATIVES) {
            if template.get("query").and_then(Value::as_str).is_none() {
                continue;
            }
            template["question"] = asked.text.into();
            let disambiguation = match &modules.dm {
                None => Value::Array(Vec::new()),
                Some(dm) => self.disambiguate(dm, &template, turns)?,
            };
            let request = json!({"template": template, "disambiguation": disambiguation});
            let made = self.post(qgm, &request, turns)?;
            let made = json_of(&made, "QGM")?;
            queries = lydite_template::generated_queries(&made);
            // The templates come with the best one first: the first that leads on counts.
            if !queries.is_empty() {
                break;
            }
        }
        if queries.is_empty() {
            return Err(failure(FailureKind::Empty, "no query was generated"));
        }
        let mut response = asked.unanswered();
        if let Some(agm) = &modules.agm {
            let list: Vec<Value> = queries
                .iter()
                .take(ALTERNATIVES)
                .map(|query| json!({"query": query}))
                .collect();
            let kb: Vec<&str> = self
                .options
                .graphs
                .iter()
                .map(|(at, _)| at.as_str())
                .collect();
            let request = json!({"queries": list, "conf": {"kb": kb, "answer_num": 1000}});
            let answers = self.post(agm, &request, turns)?;
            let answers = json_of(&answers, "AGM")?;
            let found = ["answers", "output", "result"]
                .iter()
                .find_map(|key| answers.get(key));
            let found = found.unwrap_or(&answers).as_array();
            let found = found.map(Vec::as_slice).unwrap_or_default();
            response.answers = Some(set(okbqa_answers(found)));
        }
        response.queries = queries.into_iter().map(Query::sparql).collect();
        Ok(response)
    }

    fn disambiguate(
        &self,
        dm: &str,
        template: &Value,
        turns: &mut Vec<Turn>,
    ) -> Result<Value, Failure> {
        let data = template.to_string();
        let outgoing = Outgoing {
            address: dm,
            parameters: vec![("data", &data)],
            body: None,
            headers: &[("accept", "application/json")],
        };
        let reply = self.web.send(&outgoing, turns)?.text();
        let found = json_of(&reply, "DM")?;
        Ok(found.get("ned").cloned().unwrap_or(found))
    }
}

impl QaSystem for Okbqa {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        Some(self.jobs)
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        asking::exchange(asked, |turns| match &self.options.controller {
            Some(controller) => self.controlled(controller, asked, turns),
            None => self.chained(asked, turns),
        })
    }
}

fn json_of(body: &str, module: &str) -> Result<Value, Failure> {
    if body.trim().is_empty() {
        let reason = format!("the reply of {module} is empty");
        return Err(failure(FailureKind::Empty, reason));
    }
    serde_json::from_str(body).map_err(|_| {
        let reason = format!("the reply of {module} is no JSON{}", beginning(body));
        failure(FailureKind::Unreadable, reason)
    })
}

/// The templates of a reply: a list, or a single one.
fn list(body: &str, module: &str) -> Result<Vec<Value>, Failure> {
    match json_of(body, module)? {
        Value::Array(list) => Ok(list),
        one @ Value::Object(_) => Ok(vec![one]),
        _ => {
            let reason = format!("the reply of {module} is no list{}", beginning(body));
            Err(failure(FailureKind::Unreadable, reason))
        }
    }
}
