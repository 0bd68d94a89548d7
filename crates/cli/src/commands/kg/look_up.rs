//! `lydite kg label`, `sameas` and `search`: resources and their names.

use serde::Serialize;

use crate::args::{KgResource, KgSearch};
use crate::failure::{Failure, Verdict};
use crate::output::iris::Prefixes;
use crate::output::{Cell, Column, Shown, Table};
use crate::session::Session;

pub(super) fn label(session: &Session, options: &KgResource) -> Result<Verdict, Failure> {
    let graph = session.lab.graph(&options.graph)?;
    let iri = Prefixes::of(&*graph).expand(&options.iri);
    let labels = graph.labels(&iri, options.lang.as_deref())?;
    show(session, &iri, "labels", &labels)
}

pub(super) fn same_as(session: &Session, options: &KgResource) -> Result<Verdict, Failure> {
    let graph = session.lab.graph(&options.graph)?;
    let iri = Prefixes::of(&*graph).expand(&options.iri);
    let others = graph.same_as(&iri)?;
    let others: Vec<String> = others.iter().map(|iri| iri.as_str().to_owned()).collect();
    show(session, &iri, "same_as", &others)
}

/// Prints what was found; nothing found ends with 1.
fn show(session: &Session, iri: &str, what: &str, found: &[String]) -> Result<Verdict, Failure> {
    let document = serde_json::json!({ "iri": iri, what: found });
    let table = || {
        let mut table = Table::new([Column::new(what).named(what)]);
        found.iter().for_each(|text| table.row([text]));
        table
    };
    session.print(Shown::new(document).table(table).page(|page| {
        for text in found {
            page.line(text)?;
        }
        Ok(())
    }))?;
    if found.is_empty() {
        session.say(&format!("nothing is known about <{iri}>"));
        return Ok(Verdict::DoesNotHold);
    }
    Ok(Verdict::Done)
}

/// What was found by name.
#[derive(Serialize)]
struct Found<'h> {
    text: &'h str,
    hits: Vec<Named<'h>>,
}

/// A resource and the text by which it was found.
#[derive(Serialize)]
struct Named<'h> {
    iri: &'h str,
    text: &'h str,
    score: f64,
}

pub(super) fn search(session: &Session, options: &KgSearch) -> Result<Verdict, Failure> {
    let graph = session.lab.graph(&options.graph)?;
    let hits = graph.search(&options.text, options.lang.as_deref(), options.n)?;
    let named = hits.iter().map(|hit| Named {
        iri: hit.iri.as_str(),
        text: &hit.text,
        score: hit.score,
    });
    let found = Found {
        text: &options.text,
        hits: named.collect(),
    };
    let prefixes = Prefixes::of(&*graph);
    session.print(Shown::new(&found).table(|| {
        let mut table = Table::new([
            Column::new("resource").named("iri").shorten(),
            Column::new("text").wrap(),
            Column::number("score"),
        ]);
        for hit in &found.hits {
            table.row([
                Cell::from(hit.iri).shown(prefixes.iri(hit.iri)),
                hit.text.into(),
                Cell::from(hit.score).digits(2),
            ]);
        }
        table
    }))?;
    Ok(if hits.is_empty() {
        Verdict::DoesNotHold
    } else {
        Verdict::Done
    })
}
