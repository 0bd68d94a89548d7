//! `lydite kg info`: a graph in figures.

use lydite_graph::{Embedded, KnowledgeGraph, Profile, Usage};
use serde::Serialize;

use super::load::{Loaded, bytes};
use crate::args::KgInfo;
use crate::failure::{Failure, Verdict};
use crate::output::iris::Prefixes;
use crate::output::{Cell, Column, Page, Shown, Table, number, plural};
use crate::session::Session;

/// A graph and what is in it.
#[derive(Serialize)]
struct Document<'g> {
    #[serde(flatten)]
    graph: Loaded<'g>,
    graphs: Vec<Usage>,
    profile: &'g Profile,
}

pub(super) fn run(session: &Session, options: &KgInfo) -> Result<Verdict, Failure> {
    let graph = session.lab.embedded_graph(&options.graph)?;
    if options.verify {
        graph.verify()?;
        session.say("all checksums of the index are correct");
    }
    let profile = graph.profile()?;
    let document = Document {
        graph: Loaded::new(&options.graph, &graph),
        graphs: graph.graphs()?,
        profile: &profile,
    };
    let vocabulary = Vocabulary {
        profile: &profile,
        prefixes: Prefixes::of(&graph),
        most: options.n,
    };
    session.print(
        Shown::new(document)
            .table(|| vocabulary.properties())
            .records(|| vocabulary.records())
            .page(|page| {
                write(page, options, &graph, &profile)?;
                page.table(&vocabulary.classes())?;
                page.blank()?;
                Ok(page.table(&vocabulary.properties())?)
            }),
    )?;
    Ok(Verdict::Done)
}

fn write(
    page: &mut Page<'_>,
    options: &KgInfo,
    graph: &Embedded,
    profile: &Profile,
) -> Result<(), Failure> {
    let each = graph.index_bytes() as f64 / graph.len().max(1) as f64;
    page.line(&format!(
        "{}: {} about {}; {}, {each:.1} bytes per triple",
        options.graph,
        plural(graph.len(), "triple"),
        plural(profile.subjects, "resource"),
        bytes(graph.index_bytes()),
    ))?;
    let share = 100.0 * profile.named as f64 / profile.subjects.max(1) as f64;
    let languages: Vec<String> = profile
        .languages
        .iter()
        .take(8)
        .map(|usage| {
            let name = match &*usage.name {
                "" => "no language",
                name => name,
            };
            format!("{name} {}", number(usage.count))
        })
        .collect();
    let named = if languages.is_empty() {
        String::new()
    } else {
        format!(": {}", languages.join(", "))
    };
    page.line(&format!("{share:.0}% of the resources have labels{named}"))?;
    if graph.named_graphs() > 0 {
        page.line(&format!(
            "{}, {} outside them",
            plural(graph.named_graphs(), "named graph"),
            plural(graph.unnamed(), "triple"),
        ))?;
    }
    if let Some(name) = graph.graph_name() {
        page.line(&format!("the default graph is also called {name}"))?;
    }
    let prefixes = graph.prefixes();
    if !prefixes.is_empty() {
        let names = prefixes.iter().map(|(name, _)| format!("{name}:"));
        let names = names.take(20).collect::<Vec<_>>().join(" ");
        page.line(&format!("prefixes: {names}"))?;
    }
    Ok(page.line(&format!("digest: {}\n\n", graph.digest()))?)
}

/// The classes and properties of a graph.
struct Vocabulary<'g> {
    profile: &'g Profile,
    prefixes: Prefixes,
    /// How many of each are shown.
    most: usize,
}

impl Vocabulary<'_> {
    fn iri(&self, iri: &str) -> Cell {
        Cell::from(iri).shown(self.prefixes.iri(iri))
    }

    fn most_often(&self, usages: &[Usage]) -> Cell {
        let first = usages.first();
        first.map_or_else(Cell::missing, |usage| self.iri(&usage.name))
    }

    fn classes(&self) -> Table {
        let count = number(self.profile.class_count);
        let mut table = Table::new([
            Column::new(format!("class ({count})")).shorten(),
            Column::new("example").shorten(),
            Column::number("members"),
        ]);
        for class in self.profile.classes.iter().take(self.most) {
            table.row([
                self.iri(&class.iri),
                self.iri(&class.example),
                class.members.into(),
            ]);
        }
        table
    }

    fn properties(&self) -> Table {
        let count = number(self.profile.property_count);
        let mut table = Table::new([
            Column::new(format!("property ({count})")).shorten(),
            Column::new("from").shorten(),
            Column::new("to").shorten(),
            Column::number("values"),
            Column::number("triples"),
        ]);
        for property in self.profile.properties.iter().take(self.most) {
            table.row([
                self.iri(&property.iri),
                self.most_often(&property.domains),
                self.most_often(&property.ranges),
                property.values.into(),
                property.triples.into(),
            ]);
        }
        table
    }

    /// Classes and properties in one table, for programs: `count` is the number of members or
    /// triples.
    fn records(&self) -> Table {
        let mut table = Table::new([
            Column::new("kind"),
            Column::new("iri"),
            Column::number("count"),
            Column::number("values"),
            Column::new("from"),
            Column::new("to"),
            Column::new("example"),
        ]);
        for class in &self.profile.classes {
            table.row([
                "class".into(),
                Cell::from(&*class.iri),
                class.members.into(),
                Cell::missing(),
                Cell::missing(),
                Cell::missing(),
                Cell::from(&*class.example),
            ]);
        }
        for property in &self.profile.properties {
            table.row([
                "property".into(),
                Cell::from(&*property.iri),
                property.triples.into(),
                property.values.into(),
                self.most_often(&property.domains),
                self.most_often(&property.ranges),
                Cell::missing(),
            ]);
        }
        table
    }
}
