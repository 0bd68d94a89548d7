//! Tools that find and describe things.

use std::collections::BTreeMap;
use std::time::Duration;

use lydite_compose::names::normal;
use lydite_compose::resources::{Vocabulary, VocabularyTerm};
use lydite_graph::oxrdf::{NamedNode, Term};
use lydite_graph::{Limits, Value};
use lydite_sparql::parse;
use rmcp::schemars;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{Said, bounded, terms};
use crate::Site;

/// At most so many things are given.
const MOST: usize = 100;

/// What is looked for.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Find {
    /// The name, or words of it.
    name: String,
    /// How many are wanted at most: 10, if not said; no more than 100.
    limit: Option<u32>,
}

/// Which class is described.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct DescribeClass {
    /// The IRI of the class.
    iri: String,
}

/// Which resource is described.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Neighbourhood {
    /// The IRI of the resource.
    iri: String,
    /// How many triples are wanted in each direction: 25, if not said; no more than 100.
    limit: Option<u32>,
}

fn count(limit: Option<u32>, otherwise: usize) -> usize {
    limit
        .map_or(otherwise, |limit| limit as usize)
        .clamp(1, MOST)
}

pub(super) fn entities(site: &Site, find: &Find) -> Said {
    let name = bounded("name", &find.name)?;
    let resources = site.resources()?;
    let names = resources.names();
    let wanted = count(find.limit, 10);
    let key = normal(name);
    let mut found: BTreeMap<u32, (f64, String)> = BTreeMap::new();
    let mut note = |entity, score: f64, text: &str| {
        let known = found.entry(entity).or_insert((score, text.to_owned()));
        if score > known.0 {
            *known = (score, text.to_owned());
        }
    };
    for posting in names.exact(&key) {
        note(posting.entity, 1.0, names.name(posting));
    }
    for similar in names.similar(&key, wanted, 0.3) {
        for posting in names.postings(similar.key) {
            note(
                posting.entity,
                similar.similarity.min(0.99),
                names.name(posting),
            );
        }
    }
    let mut found: Vec<(u32, f64, String)> = found
        .into_iter()
        .map(|(entity, (score, text))| (entity, score, text))
        .collect();
    // Among those that are called alike, what the graph speaks of most often comes first.
    found.sort_by(|a, b| {
        b.1.total_cmp(&a.1)
            .then_with(|| names.degree(b.0).cmp(&names.degree(a.0)))
    });
    let found: Vec<Json> = found
        .into_iter()
        .take(wanted)
        .map(|(entity, score, text)| {
            json!({
                "iri": names.iri(entity),
                "name": text,
                "score": (score * 1000.0).round() / 1000.0,
                "triples": names.degree(entity),
            })
        })
        .collect();
    Ok(json!({ "entities": found }))
}

/// How well a term fits words: 1 if it is called so, less if it shares words.
fn fit(term: &VocabularyTerm, words: &[&str]) -> f64 {
    let fits = term.labels.iter().map(|label| {
        let label = normal(&label.text);
        let known: Vec<&str> = label.split(' ').collect();
        let shared = words
            .iter()
            .filter(|word| {
                known
                    .iter()
                    .any(|one| one == *word || (word.len() > 3 && one.starts_with(**word)))
            })
            .count();
        2.0 * shared as f64 / (known.len() + words.len()) as f64
    });
    fits.fold(0.0, f64::max)
}

fn vocabulary<'v>(
    vocabulary: &'v Vocabulary,
    find: &Find,
) -> Result<Vec<(&'v VocabularyTerm, f64)>, String> {
    let key = normal(bounded("name", &find.name)?);
    let words: Vec<&str> = key.split(' ').collect();
    let called: Vec<&str> = vocabulary
        .called(&find.name)
        .map(|term| term.iri.as_str())
        .collect();
    let mut found: Vec<(&VocabularyTerm, f64)> = vocabulary
        .terms()
        .iter()
        .map(|term| {
            let is_called = called.contains(&term.iri.as_str());
            (
                term,
                if is_called {
                    1.0
                } else {
                    fit(term, &words).min(0.99)
                },
            )
        })
        .filter(|(_, score)| *score > 0.0)
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.uses.cmp(&a.0.uses)));
    found.truncate(count(find.limit, 10));
    Ok(found)
}

fn label(term: &VocabularyTerm) -> Option<&str> {
    let english = |lang: &Option<String>| lang.as_deref().is_none_or(|lang| lang.starts_with("en"));
    let labels = term.labels.iter();
    let first = labels.clone().find(|label| english(&label.lang));
    first
        .or_else(|| labels.clone().next())
        .map(|label| label.text.as_str())
}

pub(super) fn properties(site: &Site, find: &Find) -> Said {
    let resources = site.resources()?;
    let found: Vec<Json> = vocabulary(resources.properties(), find)?
        .into_iter()
        .map(|(term, score)| {
            json!({
                "iri": term.iri,
                "label": label(term),
                "score": (score * 1000.0).round() / 1000.0,
                "uses": term.uses,
                "domains": term.domains,
                "ranges": term.ranges,
            })
        })
        .collect();
    Ok(json!({ "properties": found }))
}

pub(super) fn classes(site: &Site, find: &Find) -> Said {
    let resources = site.resources()?;
    let found: Vec<Json> = vocabulary(resources.classes(), find)?
        .into_iter()
        .map(|(term, score)| {
            json!({
                "iri": term.iri,
                "label": label(term),
                "score": (score * 1000.0).round() / 1000.0,
                "members": term.uses,
            })
        })
        .collect();
    Ok(json!({ "classes": found }))
}

/// An IRI as it is given: whole, in angle brackets, or with a prefix.
fn iri(site: &Site, given: &str) -> Result<NamedNode, String> {
    let given = bounded("iri", given)?.trim();
    let bare = given.trim_start_matches('<').trim_end_matches('>');
    if let Some((prefix, local)) = bare.split_once(':')
        && !local.starts_with("//")
    {
        let own = site.graph.prefixes();
        let own = own.iter().map(|(name, iri)| (name.as_str(), iri.as_str()));
        let known = lydite_sparql::FIELD_PREFIXES.iter().copied();
        if let Some((_, namespace)) = own.chain(known).find(|(name, _)| *name == prefix) {
            return NamedNode::new(format!("{namespace}{local}"))
                .map_err(|error| error.to_string());
        }
    }
    NamedNode::new(bare).map_err(|error| {
        format!("“{bare}” is no IRI ({error}); find one with find_entities or find_classes")
    })
}

fn limits(site: &Site, rows: usize) -> Limits {
    Limits::default()
        .with_time(Duration::from_secs(10))
        .with_rows(rows)
        .with_memory(256 << 20)
        .with_cancel(site.lab().config.cancel.clone())
}

fn select(site: &Site, query: &str, rows: usize) -> Result<Vec<Vec<Json>>, String> {
    let parsed = parse(query, &site.dialect()).map_err(|error| error.to_string())?;
    let results = site
        .graph
        .query(&parsed, &limits(site, rows))
        .map_err(|error| error.to_string())?;
    let Value::Rows(rows) = results.value else {
        return Ok(Vec::new());
    };
    let cells = |row: Vec<Option<Term>>| {
        row.iter()
            .map(|cell| cell.as_ref().map_or(Json::Null, terms::term))
            .collect()
    };
    Ok(rows.rows.into_iter().map(cells).collect())
}

pub(super) fn class(site: &Site, class: &DescribeClass) -> Said {
    let class = iri(site, &class.iri)?;
    let graph_says = |error: lydite_graph::GraphError| error.to_string();
    let members = select(
        site,
        &format!("SELECT (COUNT(?m) AS ?n) {{ ?m a {class} }}"),
        1,
    )?;
    let number = members
        .first()
        .and_then(|row| row.first()?["value"].as_str()?.parse::<u64>().ok())
        .unwrap_or_default();
    let parents = site
        .graph
        .super_classes(class.as_str())
        .map_err(graph_says)?;
    let labels = site
        .graph
        .labels(class.as_str(), None)
        .map_err(graph_says)?;
    if number == 0 && parents.is_empty() && labels.is_empty() {
        return Err(format!(
            "the graph has no class {class}; look for one with find_classes"
        ));
    }
    let examples = select(site, &format!("SELECT ?m {{ ?m a {class} }} LIMIT 5"), 5)?;
    let properties = select(
        site,
        &format!(
            "SELECT ?p (COUNT(?m) AS ?n) {{ ?m a {class} ; ?p ?o }} GROUP BY ?p ORDER BY DESC(?n) LIMIT 50"
        ),
        50,
    )?;
    let properties: Vec<Json> = properties
        .into_iter()
        .map(|row| json!({"iri": row[0]["value"], "uses": row[1]["value"].as_str().and_then(|n| n.parse::<u64>().ok())}))
        .collect();
    Ok(json!({
        "iri": class.as_str(),
        "labels": labels,
        "superclasses": parents.iter().map(NamedNode::as_str).collect::<Vec<_>>(),
        "members": number,
        "examples": examples.iter().map(|row| &row[0]["value"]).collect::<Vec<_>>(),
        "properties": properties,
    }))
}

pub(super) fn neighbourhood(site: &Site, of: &Neighbourhood) -> Said {
    let node = iri(site, &of.iri)?;
    let wanted = count(of.limit, 25);
    let graph_says = |error: lydite_graph::GraphError| error.to_string();
    let out = select(
        site,
        &format!("SELECT ?p ?o {{ {node} ?p ?o }} LIMIT {}", wanted + 1),
        wanted + 1,
    )?;
    let into = select(
        site,
        &format!("SELECT ?s ?p {{ ?s ?p {node} }} LIMIT {}", wanted + 1),
        wanted + 1,
    )?;
    if out.is_empty() && into.is_empty() {
        return Err(format!(
            "the graph says nothing about {node}; look for it with find_entities"
        ));
    }
    let more = out.len() > wanted || into.len() > wanted;
    let outgoing: Vec<Json> = out
        .into_iter()
        .take(wanted)
        .map(|row| json!({"property": row[0]["value"], "value": row[1]}))
        .collect();
    let incoming: Vec<Json> = into
        .into_iter()
        .take(wanted)
        .map(|row| json!({"subject": row[0], "property": row[1]["value"]}))
        .collect();
    let types = site.graph.types(node.as_str()).map_err(graph_says)?;
    Ok(json!({
        "iri": node.as_str(),
        "labels": site.graph.labels(node.as_str(), None).map_err(graph_says)?,
        "classes": types.iter().map(NamedNode::as_str).collect::<Vec<_>>(),
        "outgoing": outgoing,
        "incoming": incoming,
        "more": more,
    }))
}
