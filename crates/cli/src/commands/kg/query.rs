//! `lydite kg query`: runs a query on a graph.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use lydite_graph::oxrdf::Term;
use lydite_graph::{Limits, Note, Results, Value as Found};
use lydite_lab::unknown_iris;
use lydite_sparql::{Dialect, Parsed, parse};
use serde_json::Value;

use super::results::{ResultsWriter, StandardFormat};
use crate::args::{KgQuery, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::iris::Prefixes;
use crate::output::{self, Cell, Column, Page, Table, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &KgQuery) -> Result<Verdict, Failure> {
    let text = text(&options.query)?;
    let graph = session.lab.graph(&options.graph)?;
    let dialect = Dialect::field().with_own_prefixes(graph.prefixes());
    let parsed = parse(&text, &dialect)
        .map_err(|error| Failure::input(format!("the query cannot be read: {error}")))?;
    let limits = Limits {
        time: options.timeout,
        rows: options.limit,
        memory: options.memory.saturating_mul(1 << 20),
        ..Limits::default()
    };
    let mut told = Vec::new();
    for repair in &parsed.repairs {
        if !told.contains(&repair.kind) {
            session.say(&format!("repaired: {}", repair.kind.description()));
            told.push(repair.kind);
        }
    }
    let started = Instant::now();
    let standard = StandardFormat::of(session.format());
    let (notes, count) = match standard {
        Some(format) if options.explain && session.format() == OutputFormat::Json => {
            // What is said about the query stands beside the standard document.
            let mut writer = ResultsWriter::new(Vec::new(), format);
            let notes = graph.stream(&parsed, &limits, &mut writer)?;
            let count = plural(writer.written, "row");
            let mut document: Value = serde_json::from_slice(&writer.finish()?)
                .map_err(|error| Failure::input(error.to_string()))?;
            document["lydite"] = about(options, &parsed, &notes, started.elapsed());
            let mut out = session.out();
            output::json(&mut out, &document)?;
            out.flush()?;
            (notes, count)
        }
        Some(format) => {
            let out = BufWriter::with_capacity(1 << 16, io::stdout());
            let mut writer = ResultsWriter::new(out, format);
            let notes = graph.stream(&parsed, &limits, &mut writer)?;
            let noun = match format {
                StandardFormat::Table(_) => "row",
                StandardFormat::Triples(_) => "triple",
            };
            let count = plural(writer.written, noun);
            writer.finish()?;
            (notes, count)
        }
        None => {
            let results = graph.query(&parsed, &limits)?;
            let mut out = session.out();
            if options.explain && session.format() == OutputFormat::Table {
                writeln!(out, "{}", parsed.to_readable())?;
            }
            let prefixes = Prefixes::of(&*graph);
            write(
                &mut Page::new(&mut out, session.look()),
                &results,
                &prefixes,
            )?;
            out.flush()?;
            let is_empty = matches!(&results.value, Found::Rows(rows) if rows.rows.is_empty());
            if is_empty && !graph.is_remote() {
                for iri in unknown_iris(&*graph, &parsed, &limits)? {
                    session.say(&format!("not in the graph: {}", prefixes.iri(&iri)));
                }
            }
            let count = match &results.value {
                Found::Rows(rows) => plural(rows.rows.len() as u64, "row"),
                Found::Triples(triples) => plural(triples.len() as u64, "triple"),
                Found::Boolean(_) => "an answer".to_owned(),
            };
            (results.notes, count)
        }
    };
    let elapsed = started.elapsed();
    for note in &notes {
        session.say(&match note {
            Note::Truncated { rows } => {
                format!(
                    "stopped after {}; --limit N shows more",
                    plural(*rows as u64, "row")
                )
            }
            Note::Partial => "the engine ran out of time; the result is incomplete".to_owned(),
            Note::Paged { pages } => format!("fetched in {}", plural(*pages as u64, "page")),
            Note::UnknownGraph { iri } => {
                format!("there is no graph <{iri}>, so it contributes nothing")
            }
            Note::Cached => "answered from the cache".to_owned(),
        });
    }
    session.say(&format!("{count} in {:.1} ms", elapsed.as_secs_f64() * 1e3));
    Ok(Verdict::Done)
}

/// The query itself: an argument, a file or standard input.
fn text(given: &str) -> Result<String, Failure> {
    let failed = |error: io::Error| Failure::input(format!("{given}: {error}"));
    if given == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map_err(failed)?;
        return Ok(text);
    }
    // What has braces or lines is no file name worth looking for.
    if !given.contains(['{', '\n']) && Path::new(given).is_file() {
        return fs::read_to_string(given).map_err(failed);
    }
    Ok(given.to_owned())
}

/// What there is to say about a query beside its results.
fn about(options: &KgQuery, parsed: &Parsed, notes: &[Note], elapsed: Duration) -> Value {
    serde_json::json!({
        "graph": lydite_lab::graphs::shown(&options.graph),
        "query": parsed.text,
        "notation": parsed.form,
        "repairs": parsed.repairs,
        "prefixes_assumed": parsed.prefixes_assumed,
        "truncated": notes.iter().any(|note| matches!(note, Note::Truncated { .. })),
        "seconds": elapsed.as_secs_f64(),
    })
}

fn write(page: &mut Page<'_>, results: &Results, prefixes: &Prefixes) -> io::Result<()> {
    match &results.value {
        Found::Boolean(value) => writeln!(page, "{value}"),
        Found::Rows(rows) => {
            let columns = rows.variables.iter();
            let columns = columns.map(|name| Column::new(name).named(name).wrap());
            let mut table = Table::new(columns);
            for row in &rows.rows {
                let cell = |term: &Term| cell(term, prefixes);
                table.row(row.iter().map(|term| Cell::from(term.as_ref().map(cell))));
            }
            page.table(&table)
        }
        Found::Triples(triples) => {
            for triple in triples {
                writeln!(page, "{triple} .")?;
            }
            Ok(())
        }
    }
}

/// A term: its value for programs, with prefixes for people.
fn cell(term: &Term, prefixes: &Prefixes) -> Cell {
    let value = match term {
        Term::Literal(literal) => literal.value().to_owned(),
        Term::NamedNode(node) => node.as_str().to_owned(),
        term => term.to_string(),
    };
    Cell::from(value).shown(prefixes.shorten(&term.to_string()))
}
