//! The services that are documented: where they are, what they do, how they are asked.

use lydite_compose::component::Task;
use lydite_http::{Client, Request};
use serde_json::{Value, json};

use super::reply::{self, Found};

/// A service of Frankenstein's Table 2 or of its successors that can be asked over HTTP.
#[derive(Clone, Copy)]
pub struct Service {
    /// Its short name.
    pub name: &'static str,
    /// What it does.
    pub tasks: &'static [Task],
    /// Where it is, or was, for the public; several addresses, where one asks the next.
    pub address: &'static str,
    /// The names of its secrets; none if anybody may ask.
    pub secrets: &'static [&'static str],
    /// The published components that it is: names of
    /// [`PUBLISHED`](lydite_compose::components::PUBLISHED).
    pub published: &'static [&'static str],
    /// Where it is described.
    pub reference: &'static str,
    pub(super) request: fn(&Client, &Call<'_>) -> Request,
    /// What is asked at its second address, with the first reply, where it has two; what both replied
    /// is read.
    pub(super) then: Option<Then>,
    pub(super) read: fn(&Value, &str) -> Vec<Found>,
}

/// The second request, and what both replies are together.
#[derive(Clone, Copy)]
pub(super) struct Then {
    pub(super) request: fn(&Client, &Call<'_>, &Value) -> Option<Request>,
    pub(super) both: fn(Value, Value) -> Value,
}

/// What a service is asked.
pub(super) struct Call<'c> {
    /// Where it is.
    pub(super) address: &'c str,
    /// The question.
    pub(super) text: &'c str,
    /// Its language.
    pub(super) language: &'c str,
    /// The words that were recognised as names, as bytes of the question.
    pub(super) spots: &'c [(usize, usize)],
    /// Its secrets, in the order in which they are named.
    pub(super) secrets: &'c [String],
}

impl Call<'_> {
    fn secret(&self, at: usize) -> &str {
        self.secrets.get(at).map_or("", String::as_str)
    }

    /// The question with its names between marks, as AGDISTIS wants it.
    fn marked(&self) -> String {
        let mut text = String::new();
        let mut end = 0;
        for &(start, stop) in self.spots {
            if start < end {
                continue;
            }
            let words = self.text.get(start..stop).unwrap_or_default();
            text.push_str(self.text.get(end..start).unwrap_or_default());
            text.push_str(&format!("<entity>{words}</entity>"));
            end = stop;
        }
        text.push_str(self.text.get(end..).unwrap_or_default());
        text
    }
}

const NER: &[Task] = &[Task::RecogniseEntities];
const NED: &[Task] = &[Task::LinkEntities];
const BOTH: &[Task] = &[Task::RecogniseEntities, Task::LinkEntities];
const RL: &[Task] = &[Task::LinkRelations];
const ALL: &[Task] = &[Task::LinkEntities, Task::LinkRelations, Task::LinkClasses];
const LINKS: &[Task] = &[Task::LinkEntities, Task::LinkRelations];

/// The services, in the order of their names.
pub const SERVICES: [Service; 15] = [
    Service {
        name: "agdistis",
        tasks: NED,
        address: "http://akswnc9.informatik.uni-leipzig.de:8113/AGDISTIS",
        secrets: &[],
        published: &["AGDISTIS"],
        reference: "Usbeck et al., AGDISTIS, ISWC 2014",
        request: |client, call| {
            let marked = call.marked();
            let fields = [("type", "agdistis"), ("text", marked.as_str())];
            client.post(call.address).form(&fields)
        },
        then: None,
        read: reply::agdistis,
    },
    Service {
        name: "ambiverse",
        tasks: BOTH,
        address: "https://api.ambiverse.com/v1/entitylinking/analyze",
        secrets: &["AMBIVERSE_TOKEN"],
        published: &["Ambiverse NER", "Ambiverse NED"],
        reference: "Hoffart et al., AIDA, EMNLP 2011",
        request: |client, call| {
            let document = json!({"docId": "1", "text": call.text, "language": call.language});
            let token = format!("Bearer {}", call.secret(0));
            let post = client.post(call.address).json(document.to_string());
            post.header("authorization", &token)
        },
        then: None,
        read: reply::ambiverse,
    },
    Service {
        name: "aylien",
        tasks: BOTH,
        address: "https://api.aylien.com/api/v1/concepts",
        secrets: &["AYLIEN_ID", "AYLIEN_KEY"],
        published: &["Aylien NER", "Aylien NED"],
        reference: "https://aylien.com",
        request: |client, call| {
            let get = client.get(call.address).query("text", call.text);
            get.header("x-aylien-textapi-application-id", call.secret(0))
                .header("x-aylien-textapi-application-key", call.secret(1))
        },
        then: None,
        read: reply::aylien,
    },
    Service {
        name: "babelfy",
        tasks: BOTH,
        address: "https://babelfy.io/v1/disambiguate",
        secrets: &["BABELFY_KEY"],
        published: &["Babelfy NER", "Babelfy NED"],
        reference: "Moro et al., TACL 2014",
        request: |client, call| {
            let get = client.get(call.address).query("text", call.text);
            get.query("lang", "AGNOSTIC").query("key", call.secret(0))
        },
        then: None,
        read: reply::babelfy,
    },
    Service {
        name: "dandelion",
        tasks: BOTH,
        address: "https://api.dandelion.eu/datatxt/nex/v1/",
        secrets: &["DANDELION_TOKEN"],
        published: &["Dandelion NER", "Dandelion NED"],
        reference: "https://dandelion.eu",
        request: |client, call| {
            let get = client.get(call.address).query("text", call.text);
            get.query("lang", call.language)
                .query("token", call.secret(0))
        },
        then: None,
        read: reply::dandelion,
    },
    Service {
        name: "earl",
        tasks: LINKS,
        address: "http://ltdemos.informatik.uni-hamburg.de/earl/processQuery",
        secrets: &[],
        published: &[],
        reference: "Dubey et al., EARL, ISWC 2018",
        request: |client, call| {
            let document = json!({"nlquery": call.text, "pagerankflag": false});
            client.post(call.address).json(document.to_string())
        },
        then: None,
        read: reply::earl,
    },
    Service {
        name: "entityclassifier",
        tasks: NER,
        address: "http://entityclassifier.eu/thd/api/v2/extraction",
        secrets: &["ENTITYCLASSIFIER_KEY"],
        published: &["Entity Classifier"],
        reference: "Dojchinovski and Kliegr, ECML PKDD 2013",
        request: |client, call| {
            let post = client.post(call.address).query("apikey", call.secret(0));
            post.query("format", "json")
                .query("priority_entity_linking", "true")
                .query("entity_type", "all")
                .body("text/plain; charset=utf-8", call.text)
        },
        then: None,
        read: reply::entity_classifier,
    },
    Service {
        name: "falcon",
        tasks: LINKS,
        address: "https://labs.tib.eu/falcon/falcon2/api?mode=long&db=1",
        secrets: &[],
        published: &[],
        reference: "Sakor et al., Falcon 2.0, CIKM 2020",
        request: |client, call| {
            let document = json!({"text": call.text});
            client.post(call.address).json(document.to_string())
        },
        then: None,
        read: reply::falcon,
    },
    Service {
        name: "meaningcloud",
        tasks: BOTH,
        address: "https://api.meaningcloud.com/topics-2.0",
        secrets: &["MEANINGCLOUD_KEY"],
        published: &["MeaningCloud NER", "MeaningCloud NED"],
        reference: "https://www.meaningcloud.com",
        request: |client, call| {
            let get = client.get(call.address).query("key", call.secret(0));
            get.query("of", "json")
                .query("lang", call.language)
                .query("ilang", call.language)
                .query("txt", call.text)
                .query("tt", "e")
                .query("uw", "y")
        },
        then: None,
        read: reply::meaningcloud,
    },
    Service {
        name: "okbqa",
        tasks: ALL,
        address: "http://ws.okbqa.org:1515/templategeneration/rocknrole http://ws.okbqa.org:2357/agdistis/run",
        secrets: &[],
        published: &["RelMatch", "OKBQA DM CLS"],
        reference: "Kim et al., OKBQA, ISWC 2017",
        request: |client, call| {
            let document = json!({"string": call.text, "language": call.language});
            client.post(call.address).json(document.to_string())
        },
        then: Some(Then {
            request: |client, call, templates| {
                let first = first_template(templates)?;
                let data = first.to_string();
                Some(client.get(call.address).query("data", &data))
            },
            both: |templates, found| {
                let template = first_template(&templates).cloned();
                let maps = found.get("ned").cloned().unwrap_or(found);
                json!({"template": template, "ned": maps})
            },
        }),
        read: reply::okbqa,
    },
    Service {
        name: "ontotext",
        tasks: BOTH,
        address: "http://tag.ontotext.com/ces-en/extract",
        secrets: &[],
        published: &["Ontotext NER", "Ontotext NED"],
        reference: "https://tag.ontotext.com",
        request: |client, call| {
            let post = client.post(call.address);
            post.body("text/plain; charset=utf-8", call.text)
                .accept("application/vnd.ontotext.ces+json")
        },
        then: None,
        read: reply::ontotext,
    },
    Service {
        name: "rnliwod",
        tasks: RL,
        address: "https://api.textrazor.com",
        secrets: &["TEXTRAZOR_KEY"],
        published: &["RNLIWOD"],
        reference: "NLIWOD, dice-group, with the relations of textrazor.com",
        request: |client, call| {
            let text = call.text.to_lowercase();
            let fields = [("text", text.as_str()), ("extractors", "relations,words")];
            let post = client.post(call.address).form(&fields);
            post.header("x-textrazor-key", call.secret(0))
        },
        then: None,
        read: reply::rnliwod,
    },
    Service {
        name: "spotlight",
        tasks: BOTH,
        address: "https://api.dbpedia-spotlight.org/en/annotate",
        secrets: &[],
        published: &["DBpedia Spotlight NER", "DBpedia Spotlight NED"],
        reference: "Mendes et al., DBpedia Spotlight, I-Semantics 2011",
        request: |client, call| client.get(call.address).query("text", call.text),
        then: None,
        read: reply::spotlight,
    },
    Service {
        name: "tagme",
        tasks: BOTH,
        address: "https://tagme.d4science.org/tagme/tag",
        secrets: &["TAGME_TOKEN"],
        published: &["TagMe NER", "TagMe NED"],
        reference: "Ferragina and Scaiella, TagMe, CIKM 2010",
        request: |client, call| {
            let get = client.get(call.address).query("text", call.text);
            get.query("lang", call.language)
                .query("gcube-token", call.secret(0))
        },
        then: None,
        read: reply::tagme,
    },
    Service {
        name: "textrazor",
        tasks: NER,
        address: "https://api.textrazor.com",
        secrets: &["TEXTRAZOR_KEY"],
        published: &["TextRazor"],
        reference: "https://www.textrazor.com",
        request: |client, call| {
            let fields = [("text", call.text), ("extractors", "entities")];
            let post = client.post(call.address).form(&fields);
            post.header("x-textrazor-key", call.secret(0))
        },
        then: None,
        read: reply::textrazor,
    },
];

/// The first template of a list, or the only one.
fn first_template(templates: &Value) -> Option<&Value> {
    let first = match templates {
        Value::Array(list) => list.first()?,
        one => one,
    };
    first["query"].is_string().then_some(first)
}

impl Service {
    /// The service of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SERVICES.iter().find(|service| service.name == name)
    }
}
