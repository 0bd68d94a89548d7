//! What services reply, each in its own layout.
//!
//! Which keys are read, which hits are kept and whether ends are inclusive follows the wrappers of
//! Frankenstein's components, so that a service gives here what it gave there.

use serde_json::Value;

/// Words that a service found, and what they mean.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The first character, and the one after the last; `None` if the service does not say.
    pub(super) span: Option<(usize, usize)>,
    /// What they mean; `None` if they are only recognised.
    pub(super) iri: Option<String>,
    /// How sure the service is.
    pub(super) score: f64,
    /// What they are.
    pub(super) role: Role,
}

/// What words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The name of something.
    Entity,
    /// Words for a property.
    Relation,
    /// Words for a class.
    Class,
    /// Words between which and a property a list of phrases stands.
    Phrase,
}

impl Found {
    fn entity(span: Option<(usize, usize)>, iri: Option<String>, score: Option<f64>) -> Self {
        Self {
            span,
            iri,
            score: score.unwrap_or(1.0),
            role: Role::Entity,
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A number, also where it is written as a text.
fn number(value: &Value) -> Option<f64> {
    value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok())
        .filter(|number| number.is_finite())
}

fn place(value: &Value) -> Option<usize> {
    number(value).filter(|at| *at >= 0.0).map(|at| at as usize)
}

/// A page of Wikipedia as a resource of DBpedia; anything else as it is.
fn dbpedia(address: &str) -> Option<String> {
    let address = address.trim().trim_start_matches('<').trim_end_matches('>');
    if address.is_empty() {
        return None;
    }
    let page = address.split_once(".wikipedia.org/wiki/");
    Some(match page {
        Some((_, title)) => resource(title),
        None => address.to_owned(),
    })
}

/// The resource of DBpedia for a title of Wikipedia.
fn resource(title: &str) -> String {
    let title = title.replace("%20", "_").replace(' ', "_");
    format!("http://dbpedia.org/resource/{title}")
}

/// Where words stand in a question, whatever their case.
fn position(text: &str, words: &str) -> Option<(usize, usize)> {
    if words.is_empty() {
        return None;
    }
    let (text, words) = (text.to_lowercase(), words.to_lowercase());
    let at = text.find(&words)?;
    let start = text[..at].chars().count();
    Some((start, start + words.chars().count()))
}

/// `Resources` is a list, since 2022 sometimes an object with one, and missing where nothing is found.
pub(super) fn spotlight(reply: &Value, _: &str) -> Vec<Found> {
    let resources = &reply["Resources"];
    let resources = resources.get("Resource").unwrap_or(resources);
    list(resources)
        .filter_map(|one| {
            let start = place(&one["@offset"])?;
            let length = one["@surfaceForm"].as_str()?.chars().count();
            let iri = one["@URI"].as_str().and_then(dbpedia);
            let score = number(&one["@similarityScore"]);
            Some(Found::entity(Some((start, start + length)), iri, score))
        })
        .collect()
}

/// Hits without a title are words without a page; those that are seldom links are left out.
pub(super) fn tagme(reply: &Value, _: &str) -> Vec<Found> {
    list(&reply["annotations"])
        .filter(|one| number(&one["link_probability"]).is_some_and(|often| often >= 0.5))
        .filter_map(|one| {
            let span = (place(&one["start"])?, place(&one["end"])?);
            let iri = one["title"].as_str().map(resource);
            Some(Found::entity(Some(span), iri, number(&one["rho"])))
        })
        .filter(|found| found.iri.is_some())
        .collect()
}

pub(super) fn agdistis(reply: &Value, _: &str) -> Vec<Found> {
    list(reply)
        .filter_map(|one| {
            let start = place(&one["start"])?;
            let length = place(&one["offset"])?;
            let iri = one["disambiguatedURL"].as_str().and_then(dbpedia)?;
            Some(Found::entity(
                Some((start, start + length)),
                Some(iri),
                None,
            ))
        })
        .collect()
}

/// Elements are lists that begin with the IRI, or objects; positions are those of the words.
pub(super) fn falcon(reply: &Value, text: &str) -> Vec<Found> {
    let keys = [
        ("entities_dbpedia", Role::Entity),
        ("entities", Role::Entity),
        ("entities_wikidata", Role::Entity),
        ("relations_dbpedia", Role::Relation),
        ("relations", Role::Relation),
        ("relations_wikidata", Role::Relation),
    ];
    let mut found = Vec::new();
    for (key, role) in keys {
        for one in list(&reply[key]) {
            let iri = one["URI"].as_str().or_else(|| one[0].as_str());
            let words = ["surface form", "surface_form", "surfaceForm"];
            let words = words.iter().find_map(|key| one[*key].as_str());
            let words = words.or_else(|| one[1].as_str()).unwrap_or_default();
            if let Some(iri) = iri.and_then(dbpedia) {
                found.push(Found {
                    role,
                    ..Found::entity(position(text, words), Some(iri), None)
                });
            }
        }
    }
    found
}

/// The lists of candidates are numbered as the chunks of the question are.
pub(super) fn earl(reply: &Value, _: &str) -> Vec<Found> {
    let chunks = list(&reply["chunktext"]).enumerate();
    chunks
        .flat_map(|(at, chunk)| {
            let start = place(&chunk["surfacestart"]);
            let length = place(&chunk["surfacelength"]);
            let span = start
                .zip(length)
                .map(|(start, length)| (start, start + length));
            let kind = reply["ertypes"][at]
                .as_str()
                .or_else(|| chunk["class"].as_str());
            let role = match kind {
                Some("relation") => Role::Relation,
                _ => Role::Entity,
            };
            let candidates = list(&reply["rerankedlists"][at.to_string()]);
            candidates.filter_map(move |one| {
                let iri = one[1].as_str().and_then(dbpedia)?;
                Some(Found {
                    role,
                    ..Found::entity(span, Some(iri), number(&one[0]))
                })
            })
        })
        .collect()
}

pub(super) fn dandelion(reply: &Value, _: &str) -> Vec<Found> {
    list(&reply["annotations"])
        .filter_map(|one| {
            let span = (place(&one["start"])?, place(&one["end"])?);
            let iri = one["uri"].as_str().and_then(dbpedia);
            Some(Found::entity(Some(span), iri, number(&one["confidence"])))
        })
        .collect()
}

/// Ends are inclusive, and what is unlikely is left out.
pub(super) fn babelfy(reply: &Value, _: &str) -> Vec<Found> {
    list(reply)
        .filter(|one| number(&one["score"]).is_none_or(|score| score >= 0.5))
        .filter_map(|one| {
            let characters = &one["charFragment"];
            let span = (place(&characters["start"])?, place(&characters["end"])? + 1);
            let iri = one["DBpediaURL"].as_str().and_then(dbpedia);
            Some(Found::entity(Some(span), iri, number(&one["score"])))
        })
        .collect()
}

pub(super) fn ambiverse(reply: &Value, _: &str) -> Vec<Found> {
    list(&reply["matches"])
        .filter_map(|one| {
            let start = place(&one["charOffset"])?;
            let end = start + place(&one["charLength"])?;
            let entity = &one["entity"];
            let iri = entity["url"].as_str().and_then(dbpedia);
            Some(Found::entity(
                Some((start, end)),
                iri,
                number(&entity["confidence"]),
            ))
        })
        .collect()
}

/// Ends are inclusive; the first link to Wikipedia counts.
pub(super) fn meaningcloud(reply: &Value, _: &str) -> Vec<Found> {
    let entities = list(&reply["entity_list"]);
    entities
        .flat_map(|entity| {
            let iri = list(&entity["semld_list"])
                .filter_map(Value::as_str)
                .next()
                .and_then(dbpedia);
            list(&entity["variant_list"]).filter_map(move |variant| {
                let span = (place(&variant["inip"])?, place(&variant["endp"])? + 1);
                Some(Found::entity(Some(span), iri.clone(), None))
            })
        })
        .collect()
}

/// As in the wrappers, the first place of a concept counts.
pub(super) fn aylien(reply: &Value, _: &str) -> Vec<Found> {
    let concepts = reply["concepts"].as_object().into_iter().flatten();
    concepts
        .filter_map(|(iri, concept)| {
            let form = &concept["surfaceForms"][0];
            let start = place(&form["offset"])?;
            let end = start + form["string"].as_str()?.chars().count();
            Some(Found::entity(
                Some((start, end)),
                dbpedia(iri),
                number(&form["score"]),
            ))
        })
        .collect()
}

pub(super) fn ontotext(reply: &Value, _: &str) -> Vec<Found> {
    list(&reply["mentions"])
        .filter_map(|one| {
            let span = (place(&one["startOffset"])?, place(&one["endOffset"])?);
            let features = &one["features"];
            let exact = features["exactMatch"][0].as_str();
            let iri = exact
                .or_else(|| features["inst"].as_str())
                .and_then(dbpedia);
            Some(Found::entity(
                Some(span),
                iri,
                number(&features["confidence"]),
            ))
        })
        .collect()
}

pub(super) fn textrazor(reply: &Value, _: &str) -> Vec<Found> {
    list(&reply["response"]["entities"])
        .filter_map(|one| {
            let span = (place(&one["startingPos"])?, place(&one["endingPos"])?);
            let iri = one["wikiLink"].as_str().and_then(dbpedia);
            Some(Found::entity(
                Some(span),
                iri,
                number(&one["confidenceScore"]),
            ))
        })
        .collect()
}

pub(super) fn entity_classifier(reply: &Value, _: &str) -> Vec<Found> {
    list(reply)
        .filter_map(|one| {
            let span = (place(&one["startOffset"])?, place(&one["endOffset"])?);
            let iri = one["types"][0]["entityURI"].as_str().and_then(dbpedia);
            Some(Found::entity(Some(span), iri, None))
        })
        .collect()
}

/// The template, and what its slots were filled with: for each slot the best, the first among equals.
/// Where a slot stands in the question its verbalisation says.
pub(super) fn okbqa(reply: &Value, text: &str) -> Vec<Found> {
    let slots = &reply["template"]["slots"];
    let words = |variable: &str| {
        let said = list(slots).find(|slot| slot["s"] == variable && slot["p"] == "verbalization");
        said.and_then(|slot| slot["o"].as_str()).unwrap_or_default()
    };
    let mut found = Vec::new();
    for (key, role) in [
        ("entities", Role::Entity),
        ("properties", Role::Relation),
        ("classes", Role::Class),
    ] {
        let mut best: Vec<(&str, &str, f64)> = Vec::new();
        for one in list(&reply["ned"]).flat_map(|ned| list(&ned[key])) {
            let (Some(variable), Some(value)) = (one["var"].as_str(), one["value"].as_str()) else {
                continue;
            };
            let score = number(&one["score"]).unwrap_or(1.0);
            match best.iter_mut().find(|(known, ..)| *known == variable) {
                Some(known) if score > known.2 => *known = (variable, value, score),
                Some(_) => {}
                None => best.push((variable, value, score)),
            }
        }
        found.extend(best.into_iter().filter_map(|(variable, value, score)| {
            let iri = dbpedia(value)?;
            let span = position(text, words(variable));
            Some(Found {
                role,
                ..Found::entity(span, Some(iri), Some(score))
            })
        }));
    }
    found
}

/// The phrases of relations, and behind them those of properties, of which less is expected.
pub(super) fn rnliwod(reply: &Value, _: &str) -> Vec<Found> {
    let response = &reply["response"];
    let tokens: Vec<&Value> = list(&response["sentences"])
        .flat_map(|sentence| list(&sentence["words"]))
        .collect();
    let token = |position: &Value| {
        let at = tokens.iter().find(|token| token["position"] == *position)?;
        Some((place(&at["startingPos"])?, place(&at["endingPos"])?))
    };
    let phrases = |key: &str, score: f64| {
        let said = list(&response[key]).map(|one| list(&one["wordPositions"]).filter_map(token));
        said.filter_map(|places| {
            let span = places.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
            Some(Found {
                role: Role::Phrase,
                ..Found::entity(Some(span), None, Some(score))
            })
        })
        .collect::<Vec<_>>()
    };
    let mut found = phrases("relations", 1.0);
    found.extend(phrases("properties", 0.5));
    found
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::SERVICES;
    use super::Role;

    /// Replies in their documented form: service, question, reply, what is understood.
    const RECORDED: [(&str, &str, &str, &str); 22] = [
        (
            "spotlight",
            "Was Albert Einstein born in Ulm?",
            r#"{"@text":"…","Resources":[{"@URI":"http://dbpedia.org/resource/Albert_Einstein","@support":"3060",
                "@surfaceForm":"Albert Einstein","@offset":"4","@similarityScore":"0.999"}]}"#,
            "4-19 http://dbpedia.org/resource/Albert_Einstein 0.999",
        ),
        (
            "spotlight",
            "Zürich?",
            r#"{"Resources":{"Resource":[{"@URI":"http://dbpedia.org/resource/Z%C3%BCrich","@surfaceForm":"Zürich","@offset":"0"}]}}"#,
            "0-6 http://dbpedia.org/resource/Z%C3%BCrich 1",
        ),
        ("spotlight", "Nothing", r#"{"@text":"Nothing"}"#, ""),
        (
            "tagme",
            "Was Albert Einstein born?",
            r#"{"annotations":[{"spot":"Albert Einstein","start":4,"end":19,"link_probability":0.84,"rho":0.52,"id":736,"title":"Albert Einstein"},
                {"spot":"born","start":20,"end":24,"link_probability":0.01,"rho":0.1,"title":"Birth"},
                {"spot":"was","start":0,"end":3,"link_probability":0.9,"rho":0.1}]}"#,
            "4-19 http://dbpedia.org/resource/Albert_Einstein 0.52",
        ),
        (
            "agdistis",
            "Ulm?",
            r#"[{"start":0,"offset":3,"disambiguatedURL":"http://dbpedia.org/resource/Ulm","namedEntity":"Ulm"},
                {"start":5,"offset":3,"disambiguatedURL":null,"namedEntity":"xyz"}]"#,
            "0-3 http://dbpedia.org/resource/Ulm 1",
        ),
        (
            "falcon",
            "Who painted The Storm?",
            r#"{"entities_dbpedia":[["<http://dbpedia.org/resource/The_Storm>","storm"]],
                "relations_dbpedia":[["http://dbpedia.org/ontology/author","painted"]],"entities_wikidata":[],"relations_wikidata":[]}"#,
            "16-21 http://dbpedia.org/resource/The_Storm 1; 4-11 relation http://dbpedia.org/ontology/author 1",
        ),
        (
            "falcon",
            "Who painted it?",
            r#"{"relations_dbpedia":[{"URI":"http://dbpedia.org/ontology/author","surface form":"painted"}]}"#,
            "4-11 relation http://dbpedia.org/ontology/author 1",
        ),
        (
            "earl",
            "Who is the president of Russia?",
            r#"{"rerankedlists":{"0":[[0.91,"http://dbpedia.org/ontology/president"]],"1":[[0.99,"http://dbpedia.org/resource/Russia"]]},
                "chunktext":[{"chunk":"president","surfacestart":11,"surfacelength":9,"class":"relation"},
                {"chunk":"Russia","surfacestart":24,"surfacelength":6,"class":"entity"}],"ertypes":["relation","entity"]}"#,
            "11-20 relation http://dbpedia.org/ontology/president 0.91; 24-30 http://dbpedia.org/resource/Russia 0.99",
        ),
        (
            "dandelion",
            "In Ulm",
            r#"{"annotations":[{"start":3,"end":6,"spot":"Ulm","confidence":0.8,"title":"Ulm","uri":"http://en.wikipedia.org/wiki/Ulm"}]}"#,
            "3-6 http://dbpedia.org/resource/Ulm 0.8",
        ),
        (
            "babelfy",
            "In Ulm",
            r#"[{"charFragment":{"start":3,"end":5},"DBpediaURL":"http://dbpedia.org/resource/Ulm","score":0.9},
                {"charFragment":{"start":0,"end":1},"DBpediaURL":"","score":0.2}]"#,
            "3-6 http://dbpedia.org/resource/Ulm 0.9",
        ),
        (
            "ambiverse",
            "In Ulm",
            r#"{"matches":[{"charOffset":3,"charLength":3,"text":"Ulm","entity":{"url":"http://en.wikipedia.org/wiki/Ulm%20Minster","confidence":0.7}},
                {"charOffset":0,"charLength":2,"entity":{}}]}"#,
            "3-6 http://dbpedia.org/resource/Ulm_Minster 0.7; 0-2 – 1",
        ),
        (
            "meaningcloud",
            "In Ulm",
            r#"{"entity_list":[{"form":"Ulm","variant_list":[{"form":"Ulm","inip":"3","endp":"5"}],"semld_list":["http://en.wikipedia.org/wiki/Ulm","x"]}]}"#,
            "3-6 http://dbpedia.org/resource/Ulm 1",
        ),
        (
            "aylien",
            "In Ulm",
            r#"{"text":"In Ulm","concepts":{"http://dbpedia.org/resource/Ulm":{"surfaceForms":[{"string":"Ulm","score":0.6,"offset":3}],"types":[]}}}"#,
            "3-6 http://dbpedia.org/resource/Ulm 0.6",
        ),
        (
            "ontotext",
            "In Ulm",
            r#"{"mentions":[{"startOffset":3,"endOffset":6,"features":{"exactMatch":["http://dbpedia.org/resource/Ulm"],"confidence":0.5}}]}"#,
            "3-6 http://dbpedia.org/resource/Ulm 0.5",
        ),
        (
            "textrazor",
            "In Ulm",
            r#"{"response":{"entities":[{"startingPos":3,"endingPos":6,"matchedText":"Ulm","wikiLink":"http://en.wikipedia.org/wiki/Ulm","confidenceScore":2.5}]}}"#,
            "3-6 http://dbpedia.org/resource/Ulm 2.5",
        ),
        (
            "entityclassifier",
            "In Ulm",
            r#"[{"startOffset":3,"endOffset":6,"underlyingString":"Ulm","types":[{"entityURI":"http://dbpedia.org/resource/Ulm"}]}]"#,
            "3-6 http://dbpedia.org/resource/Ulm 1",
        ),
        (
            "okbqa",
            "Which rivers flow through Seoul?",
            r#"{"template":{"query":"SELECT ?v4 WHERE { ?v4 ?v2 ?v6 ; ?v7 ?v3 . }","slots":[{"s":"v3","p":"is","o":"rdf:Class"},
                {"s":"v3","p":"verbalization","o":"rivers"},{"s":"v2","p":"is","o":"rdf:Property"},{"s":"v2","p":"verbalization","o":"flow"}]},
                "ned":[{"score":1,"entities":[],"classes":[{"score":0.67,"var":"v3","value":"http://dbpedia.org/ontology/River"}],"literals":[],
                "properties":[{"score":0.5,"var":"v2","value":"http://dbpedia.org/ontology/city"},{"score":0.5,"var":"v2","value":"http://dbpedia.org/ontology/x"},
                {"score":0.9,"var":"v2","value":"http://dbpedia.org/ontology/riverMouth"}]}]}"#,
            "13-17 relation http://dbpedia.org/ontology/riverMouth 0.9; 6-12 class http://dbpedia.org/ontology/River 0.67",
        ),
        (
            "rnliwod",
            "Who is the host of it?",
            r#"{"response":{"sentences":[{"words":[{"position":0,"startingPos":0,"endingPos":3,"token":"who"},{"position":2,"startingPos":7,"endingPos":10,"token":"the"},
                {"position":3,"startingPos":11,"endingPos":15,"token":"host"},{"position":4,"startingPos":16,"endingPos":18,"token":"of"}]}],
                "relations":[{"wordPositions":[2,3,4]}],"properties":[{"wordPositions":[3]},{"wordPositions":[99]}]}}"#,
            "7-18 phrase – 1; 11-15 phrase – 0.5",
        ),
        ("rnliwod", "x", r#"{"response":{}}"#, ""),
        ("textrazor", "x", r#"{"error":"Invalid API key"}"#, ""),
        ("babelfy", "x", r#"{"message":"quota"}"#, ""),
        ("earl", "x", r#"{"chunktext":[{}],"rerankedlists":[]}"#, ""),
    ];

    #[test]
    fn replies_in_their_documented_form_are_understood() {
        for (name, question, reply, expected) in RECORDED {
            let service = SERVICES.iter().find(|service| service.name == name);
            let reply = serde_json::from_str(reply).unwrap();
            let found = (service.unwrap().read)(&reply, question).into_iter();
            let lines = found.map(|one| {
                let span = one.span.map_or("–".to_owned(), |(a, b)| format!("{a}-{b}"));
                let role = match one.role {
                    Role::Entity => "",
                    Role::Relation => "relation ",
                    Role::Class => "class ",
                    Role::Phrase => "phrase ",
                };
                let iri = one.iri.as_deref().unwrap_or("–");
                format!("{span} {role}{iri} {}", one.score)
            });
            assert_eq!(
                lines.collect::<Vec<_>>().join("; "),
                expected,
                "{name}: {question}"
            );
        }
        for service in &SERVICES {
            assert!(
                RECORDED.iter().any(|(name, ..)| *name == service.name),
                "nothing recorded of {}",
                service.name
            );
        }
    }
}
