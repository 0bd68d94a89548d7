//! `lydite kg label`, `sameas` and `search`: resources and their names.

use std::io::Write;

use lydite_sparql::Dialect;

use super::shelf::shortened;
use crate::args::{KgResource, KgSearch, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, iris::shorten};
use crate::session::Session;

pub(super) fn label(session: &Session, options: &KgResource) -> Result<Verdict, Failure> {
    let graph = session.lab.graph(&options.graph)?;
    let iri = expand(&options.iri);
    let labels = graph.labels(&iri, options.lang.as_deref())?;
    show(session, &iri, "labels", &labels)
}

pub(super) fn same_as(session: &Session, options: &KgResource) -> Result<Verdict, Failure> {
    let graph = session.lab.graph(&options.graph)?;
    let iri = expand(&options.iri);
    let others = graph.same_as(&iri)?;
    let others: Vec<String> = others.iter().map(|iri| iri.as_str().to_owned()).collect();
    show(session, &iri, "same_as", &others)
}

/// Prints what was found; nothing found ends with 1.
fn show(session: &Session, iri: &str, what: &str, found: &[String]) -> Result<Verdict, Failure> {
    let mut out = session.out();
    match session.format() {
        OutputFormat::Json => {
            output::json(&mut out, &serde_json::json!({ "iri": iri, what: found }))?;
        }
        OutputFormat::Table => {
            for text in found {
                writeln!(out, "{text}")?;
            }
        }
        format => {
            let mut grid = Grid::new([what]);
            for text in found {
                grid.row([text.clone()]);
            }
            grid.write(&mut out, format)?;
        }
    }
    out.flush()?;
    if found.is_empty() {
        session.say(&format!("nothing is known of <{iri}>"));
        return Ok(Verdict::DoesNotHold);
    }
    Ok(Verdict::Done)
}

pub(super) fn search(session: &Session, options: &KgSearch) -> Result<Verdict, Failure> {
    let graph = session.lab.graph(&options.graph)?;
    let hits = graph.search(&options.text, options.lang.as_deref(), options.n)?;
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let hits: Vec<_> = hits
            .iter()
            .map(|hit| {
                serde_json::json!({ "iri": hit.iri.as_str(), "text": hit.text, "score": hit.score })
            })
            .collect();
        output::json(
            &mut out,
            &serde_json::json!({ "text": options.text, "hits": hits }),
        )?;
    } else {
        let mut grid = Grid::new(["resource", "text", "score"]).numeric_from(2);
        for hit in &hits {
            let iri = shorten(&format!("<{}>", hit.iri.as_str()));
            let text = shortened(&hit.text, 40);
            grid.row([shortened(&iri, 50), text, format!("{:.2}", hit.score)]);
        }
        grid.write(&mut out, session.format())?;
    }
    out.flush()?;
    Ok(match hits.is_empty() {
        true => Verdict::DoesNotHold,
        false => Verdict::Done,
    })
}

/// An IRI that was given whole, in angle brackets or with one of the field's prefixes.
fn expand(given: &str) -> String {
    let bare = given.trim_start_matches('<').trim_end_matches('>');
    let dialect = Dialect::field();
    let expanded = bare.split_once(':').and_then(|(prefix, local)| {
        let prefixes = dialect.prefixes();
        let (_, namespace) = prefixes.into_iter().find(|(name, _)| *name == prefix)?;
        Some(format!("{namespace}{local}"))
    });
    expanded.unwrap_or_else(|| bare.to_owned())
}
