//! The four modules: each takes the JSON that the ones before it gave.

use std::time::Duration;

use lydite_compose::Pipeline as Components;
use lydite_compose::annotation;
use lydite_graph::Limits;
use lydite_lab::asking::{Asked, Kind, Lang};
use lydite_model::{AnswerSet, Term};
use lydite_sparql::parse;
use serde_json::{Value, json};

use super::template::{Template, filled};
use crate::{Site, SiteError};

/// So many templates are given for a question.
const TEMPLATES: usize = 5;
/// So many ways to fill a template are given.
const MAPS: usize = 5;
/// So many candidates are given for a slot.
const CANDIDATES: usize = 3;
/// So many queries are run for a question.
const QUERIES: usize = 20;
/// So many answers are given, if nobody says.
const ANSWERS: usize = 1000;
/// Who links the words of a template that another module made.
const LINKERS: &str = "ned-longest+rl-labels+cl-labels";

/// Why a module cannot work.
pub(super) enum ModuleError {
    /// What it was given is not what it takes.
    Input(String),
    /// The graph cannot be asked.
    Site(SiteError),
}

impl From<SiteError> for ModuleError {
    fn from(error: SiteError) -> Self {
        Self::Site(error)
    }
}

fn input(reason: &str) -> ModuleError {
    ModuleError::Input(reason.to_owned())
}

/// Templates for a question, the best first.
pub(super) fn templates(site: &Site, request: &Value) -> Result<Value, ModuleError> {
    let question = request["string"].as_str();
    let question = question.ok_or_else(|| input("`string` must be the text of a question"))?;
    let asked = ask(site, question, request["language"].as_str())?;
    let templates = of(&asked).into_iter();
    let documents =
        templates.map(|(template, score)| template.document(score, |iri| words(site, &asked, iri)));
    Ok(documents.collect())
}

/// What the slots of a template stand for: maps, the best first.
pub(super) fn disambiguation(site: &Site, template: &Value) -> Result<Value, ModuleError> {
    let query = template["query"].as_str();
    let query = query.ok_or_else(|| input("`query` must be the query of a template"))?;
    let question = template["question"].as_str().unwrap_or_default();
    let asked = ask(site, question, template["language"].as_str())?;
    // Whoever made the template with us meant what we read.
    let ours = of(&asked).into_iter().find(|(ours, _)| ours.query == query);
    let slots = slots(template);
    let mut candidates: Vec<Vec<(String, f64)>> = Vec::new();
    for slot in &slots {
        let mut known = Vec::new();
        let own = ours.iter().flat_map(|(ours, _)| &ours.slots);
        for own in own.filter(|own| own.variable == slot.variable) {
            known.push((own.iri.clone(), 1.0));
        }
        for (iri, score) in slot.candidates(site, &asked)? {
            if known.iter().all(|(known, _)| *known != iri) {
                known.push((iri, score));
            }
        }
        known.truncate(CANDIDATES);
        candidates.push(known);
    }
    // The best of everything, then one slot after another with its next candidates.
    let mut chosen = vec![vec![0; slots.len()]];
    for (at, known) in candidates.iter().enumerate() {
        for next in 1..known.len() {
            let mut other = vec![0; slots.len()];
            other[at] = next;
            chosen.push(other);
        }
    }
    let score = |choice: &[usize]| {
        let scores = choice.iter().zip(&candidates);
        scores
            .filter_map(|(at, known)| known.get(*at).map(|(_, score)| score))
            .product::<f64>()
    };
    chosen[1..].sort_by(|a, b| score(b).total_cmp(&score(a)));
    let maps = chosen.iter().take(MAPS).map(|choice| {
        let mut map = json!({"score": score(choice), "entities": [], "classes": [], "properties": [], "literals": []});
        for ((slot, at), known) in slots.iter().zip(choice).zip(&candidates) {
            let Some((iri, score)) = known.get(*at) else {
                continue;
            };
            let entry = json!({"var": slot.variable, "value": iri, "score": score});
            if let Some(list) = map[slot.list()].as_array_mut() {
                list.push(entry);
            }
        }
        map
    });
    Ok(json!({"question": question, "ned": maps.collect::<Vec<_>>()}))
}

/// Queries from a template and maps.
pub(super) fn queries(request: &Value) -> Result<Value, ModuleError> {
    let template = request["template"]["query"].as_str();
    let template = template.ok_or_else(|| input("`template` must have a `query`"))?;
    let given = &request["disambiguation"];
    let given = given.get("ned").unwrap_or(given);
    let maps = match given {
        Value::Array(maps) => maps.as_slice(),
        Value::Object(_) => std::slice::from_ref(given),
        _ => return Err(input("`disambiguation` must be a map or a list of maps")),
    };
    let mut queries: Vec<(String, f64)> = Vec::new();
    for map in maps {
        let lists = ["entities", "classes", "properties", "literals"];
        let entries = lists
            .iter()
            .filter_map(|list| map[*list].as_array())
            .flatten();
        let values: Vec<(String, String)> = entries
            .filter_map(|entry| {
                let variable = entry["var"].as_str()?.trim_start_matches(['?', '$']);
                Some((variable.to_owned(), value(entry["value"].as_str()?)?))
            })
            .collect();
        let query = filled(template, &values);
        if queries.iter().all(|(known, _)| *known != query) {
            queries.push((query, number(&map["score"]).unwrap_or(1.0)));
        }
    }
    if queries.is_empty() {
        queries.push((template.to_owned(), 1.0));
    }
    queries.sort_by(|a, b| b.1.total_cmp(&a.1));
    let entry = |(query, score)| json!({"query": query, "score": score});
    Ok(queries.into_iter().map(entry).collect())
}

/// The answers of the first query that gives some.
pub(super) fn answers(site: &Site, request: &Value) -> Result<Value, ModuleError> {
    let list = request["queries"].as_array();
    let list = list.ok_or_else(|| input("`queries` must be a list of objects with a `query`"))?;
    let texts = list
        .iter()
        .filter_map(|one| one.get("query").unwrap_or(one).as_str());
    let most = request["conf"]["answer_num"].as_u64();
    let most = most.map_or(ANSWERS, |most| usize::try_from(most).unwrap_or(ANSWERS));
    for query in texts.take(QUERIES) {
        let Some(found) = run(site, query) else {
            continue;
        };
        let values: Vec<String> = match (found.as_boolean(), found.as_table()) {
            (Some(yes), _) => vec![yes.to_string()],
            (None, Some(table)) => table.terms().map(plain).collect(),
            (None, None) => Vec::new(),
        };
        // A count of nothing is an answer, but another query may have a better one.
        if values.is_empty() {
            continue;
        }
        let entry = |answer| json!({"query": query, "answer": answer});
        let answers: Vec<Value> = values.into_iter().take(most).map(entry).collect();
        return Ok(json!({ "answers": answers }));
    }
    Ok(json!({"answers": []}))
}

/// The reading of a question that all modules share.
fn ask(site: &Site, question: &str, language: Option<&str>) -> Result<Asked, ModuleError> {
    let lang = language.and_then(Lang::parse);
    Ok(site.ask(question, lang, &site.usual)?)
}

/// The templates of a question with their scores, the one of the answer first.
fn of(asked: &Asked) -> Vec<(Template, f64)> {
    let answered = &asked.answered;
    if answered.abstained.is_some() {
        return Vec::new();
    }
    let others = answered.alternatives.iter();
    let texts = answered.query.iter().chain(others.map(|one| &one.query));
    let mut templates: Vec<(Template, f64)> = Vec::new();
    for text in texts {
        let template = Template::of(text);
        if templates.iter().all(|(known, _)| *known != template) {
            templates.push((template, 1.0 / (templates.len() + 1) as f64));
        }
        if templates.len() == TEMPLATES {
            break;
        }
    }
    templates
}

/// What something of the graph is, and the words of the question that mean it.
fn words(site: &Site, asked: &Asked, iri: &str) -> (&'static str, String) {
    let written = format!("<{iri}>");
    let annotations = asked.answered.trace.annotations.iter();
    let mut naming = annotations.filter(|annotation| {
        let mut candidates = annotation.candidates.iter();
        candidates.any(|candidate| candidate.what == written)
    });
    let resources = site.resources().ok();
    let is_class = resources
        .as_ref()
        .is_some_and(|known| known.classes().get(iri).is_some());
    let is_property = resources
        .as_ref()
        .is_some_and(|known| known.properties().get(iri).is_some());
    let is = match (is_class, is_property) {
        (true, _) => "rdf:Class",
        (_, true) => "rdf:Property",
        _ => "rdf:Resource",
    };
    let words = naming.next().map(|annotation| annotation.text.clone());
    (is, words.unwrap_or_default())
}

/// A slot of a template, as another module wrote it.
struct Slot {
    variable: String,
    is: String,
    words: String,
}

fn slots(template: &Value) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for triple in template["slots"].as_array().into_iter().flatten() {
        let text = |key: &str| triple[key].as_str().unwrap_or_default();
        let variable = text("s").trim_start_matches(['?', '$']);
        if variable.is_empty() {
            continue;
        }
        let at = slots.iter().position(|slot| slot.variable == variable);
        let at = at.unwrap_or_else(|| {
            slots.push(Slot {
                variable: variable.to_owned(),
                is: String::new(),
                words: String::new(),
            });
            slots.len() - 1
        });
        match text("p") {
            "is" => text("o").clone_into(&mut slots[at].is),
            "verbalization" => text("o").clone_into(&mut slots[at].words),
            _ => {}
        }
    }
    slots
}

impl Slot {
    /// Where a map lists what fills it.
    fn list(&self) -> &'static str {
        let is = self.is.to_lowercase();
        if is.contains("property") || is.contains("sort_of") {
            "properties"
        } else if is.contains("class") && !is.contains("resource") {
            "classes"
        } else {
            "entities"
        }
    }

    /// What it may stand for: what the question was read as, then what linkers say of its words.
    fn candidates(&self, site: &Site, asked: &Asked) -> Result<Vec<(String, f64)>, ModuleError> {
        if self.is.contains("sort_of") {
            let class = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
            return Ok(vec![(class.to_owned(), 1.0)]);
        }
        let list = self.list();
        let fits = |kind: Kind| {
            matches!(
                (list, kind),
                ("entities", Kind::Entity)
                    | ("properties", Kind::Relation)
                    | ("classes", Kind::Class)
            ) || self.is.contains('|') && kind == Kind::Class
        };
        let mut found = Vec::new();
        if self.words.is_empty() {
            return Ok(found);
        }
        for annotation in &asked.answered.trace.annotations {
            if fits(annotation.kind) && annotation.text.eq_ignore_ascii_case(&self.words) {
                for candidate in &annotation.candidates {
                    if let Some(iri) = single(&candidate.what) {
                        found.push((iri.to_owned(), f64::from(candidate.score)));
                    }
                }
            }
        }
        let linkers = LINKERS.parse::<Components>();
        let linkers =
            linkers.map_err(|error| ModuleError::Site(SiteError::Component(error.into())))?;
        let linked = site.composer()?.annotate(&self.words, &linkers);
        let (linked, _) = linked.map_err(|error| ModuleError::Site(error.into()))?;
        for said in linked.annotations() {
            let kind = match said.kind {
                annotation::Kind::Entity => Kind::Entity,
                annotation::Kind::Relation => Kind::Relation,
                annotation::Kind::Class => Kind::Class,
                _ => continue,
            };
            if fits(kind) {
                // Words alone say less than words in their question.
                let candidates = said.candidates.iter();
                found.extend(
                    candidates.map(|one| (one.value.clone(), one.score.clamp(0.0, 1.0) / 2.0)),
                );
            }
        }
        Ok(found)
    }
}

/// The IRI of a meaning that is nothing else.
fn single(what: &str) -> Option<&str> {
    let iri = what.strip_prefix('<')?.strip_suffix('>')?;
    (!iri.contains(['<', '>'])).then_some(iri)
}

/// A value as a query has it: an IRI, or a literal. Nothing of it can end what it stands in.
fn value(given: &str) -> Option<String> {
    let bare = given.trim().trim_start_matches('<').trim_end_matches('>');
    let is_iri = bare.contains("://") || bare.starts_with("urn:");
    if is_iri {
        let is_whole = !bare.contains(|c: char| c.is_whitespace() || "<>\"{}|\\^`".contains(c));
        return is_whole.then(|| format!("<{bare}>"));
    }
    Some(oxrdf::Literal::new_simple_literal(given).to_string())
}

fn number(value: &Value) -> Option<f64> {
    let number = value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok());
    number.filter(|number| number.is_finite())
}

fn run(site: &Site, query: &str) -> Option<AnswerSet> {
    let parsed = parse(query, &site.dialect()).ok()?;
    let limits = Limits::default()
        .with_time(Duration::from_secs(10))
        .with_rows(20_000)
        .with_memory(256 << 20);
    let results = site.graph.query(&parsed, &limits).ok()?;
    Some(AnswerSet::from(&results.value))
}

fn plain(term: &Term) -> String {
    match term {
        Term::Iri { value } => value.to_string(),
        Term::Literal(literal) => literal.value.to_string(),
        other => other.to_string(),
    }
}

/// A question for the first module.
pub(super) fn question(text: &str, language: &str) -> Value {
    json!({"string": text, "language": language})
}
