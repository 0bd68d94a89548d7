//! `lydite kg load`: files of triples into an index under a name.

use std::collections::BTreeMap;

use lydite_graph::{DefaultGraph, Embedded, KnowledgeGraph, SourceReport};
use lydite_lab::graphs::Load;
use serde::Serialize;

use crate::args::KgLoad;
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &KgLoad) -> Result<Verdict, Failure> {
    let loaded = session.lab.load_graph(&Load {
        files: options.files.clone(),
        without: options.without.clone(),
        name: options.name.clone(),
        force: options.force,
        threads: options.threads,
        default_graph: options.default_graph.into(),
        graph_name: options.graph_name.clone(),
        base: options.base.clone(),
    })?;
    if loaded.swept > 0 {
        let size = bytes(loaded.swept);
        session.say(&format!("removed {size} left behind by abandoned loads"));
    }
    match &loaded.report {
        Some(report) => session.say(&format!(
            "{} from {} in {:.1} s: {} triples/s",
            plural(report.triples, "triple"),
            plural(report.files as u64, "file"),
            report.elapsed.as_secs_f64(),
            number(report.rate),
        )),
        None => session.say("the same files are already loaded; nothing to do"),
    }
    let (name, graph) = (&loaded.name, &loaded.graph);
    let shown = Shown::new(Loaded::new(name, graph));
    let shown = shown.table(|| Loaded::new(name, graph).table());
    session.print(shown.page(|page| {
        let each = graph.index_bytes() as f64 / graph.len().max(1) as f64;
        page.line(&format!(
            "{name}: {}, {} on disk ({each:.1} bytes each)",
            plural(graph.len(), "triple"),
            bytes(graph.index_bytes()),
        ))?;
        Ok(())
    }))?;
    let damaged = damage(graph);
    if damaged > 0 && !options.allow_damaged {
        let missing = if damaged == 1 {
            "1 unreadable statement is".to_owned()
        } else {
            format!("{} unreadable statements are", number(damaged))
        };
        session.say(&format!(
            "{missing} missing from the graph, as shown above; --allow-damaged accepts this"
        ));
        return Ok(Verdict::DoesNotHold);
    }
    Ok(Verdict::Done)
}

/// How many lines or statements of the files could not be read.
fn damage(graph: &Embedded) -> u64 {
    graph.sources().iter().map(|source| source.bad_lines).sum()
}

/// A graph that is kept, for programs.
#[derive(Serialize)]
pub(super) struct Loaded<'g> {
    name: &'g str,
    triples: u64,
    terms: u64,
    index_bytes: u64,
    digest: &'g str,
    damaged: u64,
    default_graph: DefaultGraph,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph_name: Option<&'g str>,
    unnamed_triples: u64,
    named_graphs: u64,
    prefixes: BTreeMap<String, String>,
    sources: &'g [SourceReport],
}

impl<'g> Loaded<'g> {
    pub(super) fn new(name: &'g str, graph: &'g Embedded) -> Self {
        Self {
            name,
            triples: graph.len(),
            terms: graph.terms(),
            index_bytes: graph.index_bytes(),
            digest: graph.digest(),
            damaged: damage(graph),
            default_graph: graph.default_graph(),
            graph_name: graph.graph_name(),
            unnamed_triples: graph.unnamed(),
            named_graphs: graph.named_graphs(),
            prefixes: graph.prefixes().into_iter().collect(),
            sources: graph.sources(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            Column::new("name"),
            Column::number("triples"),
            Column::number("terms"),
            Column::number("on disk").named("index_bytes"),
            Column::new("digest").shorten(),
        ]);
        table.row([
            Cell::from(self.name),
            self.triples.into(),
            self.terms.into(),
            Cell::from(self.index_bytes).shown(bytes(self.index_bytes)),
            self.digest.into(),
        ]);
        table
    }
}

/// A length for people.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1_000_000 => format!("{:.0} kB", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}
