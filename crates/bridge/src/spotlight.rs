//! DBpedia Spotlight's `/annotate`, answered by our entity linkers.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use lydite_compose::Pipeline;
use lydite_compose::annotation::Kind;
use serde_json::{Map, Value, json};

use crate::form::{decoded, field};
use crate::{Site, site};

/// Who links, if a request names nobody with `linker=`.
const LINKER: &str = "ned-hits";

/// `/annotate` and `/rest/annotate`, by GET and POST.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/annotate", get(annotate).post(annotate))
        .route("/rest/annotate", get(annotate).post(annotate))
        .with_state(site)
}

struct Resource {
    iri: String,
    surface: String,
    offset: usize,
    support: u32,
    similarity: f64,
    second: f64,
    types: Vec<String>,
}

async fn annotate(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let mut fields = decoded(&String::from_utf8_lossy(&body));
    fields.extend(decoded(&query.unwrap_or_default()));
    let Some(text) = field(&fields, "text").map(str::to_owned) else {
        return (StatusCode::BAD_REQUEST, "a text is needed: text=…\n").into_response();
    };
    let number = |name: &str, otherwise: f64| match field(&fields, name).map(str::parse::<f64>) {
        None => Ok(otherwise),
        Some(Ok(number)) if number.is_finite() => Ok(number),
        Some(_) => Err(format!("`{name}` must be a number\n")),
    };
    let (confidence, support) = match (number("confidence", 0.5), number("support", 0.0)) {
        (Ok(confidence), Ok(support)) => (confidence, support),
        (Err(reason), _) | (_, Err(reason)) => {
            return (StatusCode::BAD_REQUEST, reason).into_response();
        }
    };
    let linker = field(&fields, "linker").unwrap_or(LINKER).to_owned();
    let Ok(pipeline) = linker.parse::<Pipeline>() else {
        let reason =
            format!("there is no linker named `{linker}`; `lydite component list` lists them\n");
        return (StatusCode::BAD_REQUEST, reason).into_response();
    };
    let given = text.clone();
    let linked = site::blocking(&site, move |site| link(site, &given, &pipeline)).await;
    let resources = match linked {
        Ok(resources) => resources,
        Err(reason) => {
            return (StatusCode::INTERNAL_SERVER_ERROR, format!("{reason}\n")).into_response();
        }
    };
    let kept: Vec<Resource> = resources
        .into_iter()
        .filter(|one| one.similarity >= confidence && f64::from(one.support) >= support)
        .collect();
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("xml") && !accept.contains("json")) {
        let page = xml(&text, confidence, support, &kept);
        return ([(header::CONTENT_TYPE, "text/xml; charset=utf-8")], page).into_response();
    }
    Json(document(&text, confidence, support, &kept)).into_response()
}

fn link(site: &Site, text: &str, pipeline: &Pipeline) -> Result<Vec<Resource>, crate::SiteError> {
    let composer = site.composer()?;
    let (question, _) = composer.annotate(text, pipeline)?;
    let resources = composer.resources();
    let names = resources.names();
    let mut found = Vec::new();
    for annotation in question.of(Kind::Entity) {
        let (Some(span), Some(best)) = (annotation.span, annotation.best()) else {
            continue;
        };
        let second = annotation.candidates.get(1).map_or(0.0, |next| next.score);
        // Scores of linkers have scales of their own; what counts is how far the first leads.
        let total = best.score.abs() + second.abs();
        let similarity = if total > 0.0 {
            best.score.abs() / total
        } else {
            1.0
        };
        let types = site.graph.types(&best.value)?;
        found.push(Resource {
            iri: best.value.clone(),
            surface: question.slice(span).to_owned(),
            offset: text
                .get(..span.start)
                .map_or(0, |before| before.chars().count()),
            support: names
                .find(&best.value)
                .map_or(0, |entity| names.degree(entity)),
            similarity,
            second: if best.score == 0.0 {
                0.0
            } else {
                (second / best.score).clamp(0.0, 1.0)
            },
            types: types
                .iter()
                .map(|class| {
                    let iri = class.as_str();
                    let local = iri.strip_prefix("http://dbpedia.org/ontology/");
                    local.map_or_else(|| iri.to_owned(), |local| format!("DBpedia:{local}"))
                })
                .collect(),
        });
    }
    found.sort_by_key(|resource| resource.offset);
    Ok(found)
}

/// All values are strings, and `Resources` is missing where there is none.
fn document(text: &str, confidence: f64, support: f64, resources: &[Resource]) -> Value {
    let mut document = Map::new();
    for (key, value) in [
        ("@text", text.to_owned()),
        ("@confidence", confidence.to_string()),
        ("@support", support.to_string()),
        ("@types", String::new()),
        ("@sparql", String::new()),
        ("@policy", "whitelist".to_owned()),
    ] {
        document.insert(key.to_owned(), value.into());
    }
    if !resources.is_empty() {
        let resources: Vec<Value> = resources
            .iter()
            .map(|resource| {
                json!({
                    "@URI": resource.iri,
                    "@support": resource.support.to_string(),
                    "@types": resource.types.join(","),
                    "@surfaceForm": resource.surface,
                    "@offset": resource.offset.to_string(),
                    "@similarityScore": resource.similarity.to_string(),
                    "@percentageOfSecondRank": resource.second.to_string(),
                })
            })
            .collect();
        document.insert("Resources".to_owned(), resources.into());
    }
    Value::Object(document)
}

fn xml(text: &str, confidence: f64, support: f64, resources: &[Resource]) -> String {
    let escape = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('"', "&quot;")
    };
    let mut page = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Annotation text=\"{}\" confidence=\"{confidence}\" \
         support=\"{support}\" types=\"\" sparql=\"\" policy=\"whitelist\">\n<Resources>\n",
        escape(text)
    );
    for one in resources {
        page.push_str(&format!(
            "<Resource URI=\"{}\" support=\"{}\" types=\"{}\" surfaceForm=\"{}\" offset=\"{}\" \
             similarityScore=\"{}\" percentageOfSecondRank=\"{}\"/>\n",
            escape(&one.iri),
            one.support,
            escape(&one.types.join(",")),
            escape(&one.surface),
            one.offset,
            one.similarity,
            one.second
        ));
    }
    page.push_str("</Resources>\n</Annotation>\n");
    page
}
