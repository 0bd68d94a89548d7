//! `lydite kg info`: a graph in figures.

use lydite_graph::{Embedded, KnowledgeGraph, Profile, Usage};
use serde::Serialize;

use super::load::{Loaded, bytes};
use crate::args::KgInfo;
use crate::failure::{Failure, Verdict};
use crate::output::iris::shorten;
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
        session.say("every byte of the index is as it was written");
    }
    let profile = graph.profile()?;
    let document = Document {
        graph: Loaded::new(&options.graph, &graph),
        graphs: graph.graphs()?,
        profile: &profile,
    };
    let most = options.n;
    session.print(
        Shown::new(document)
            .table(|| properties(&profile, most))
            .records(|| vocabulary(&profile))
            .page(|page| {
                write(page, options, &graph, &profile)?;
                page.table(&classes(&profile, most))?;
                page.blank()?;
                Ok(page.table(&properties(&profile, most))?)
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
        "{}: {} about {}; {}, {each:.1} bytes a triple",
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
        "; the rest is called as its IRIs say".to_owned()
    } else {
        format!(": {}", languages.join(", "))
    };
    page.line(&format!("{share:.0}% of the resources have names{named}"))?;
    if graph.named_graphs() > 0 {
        page.line(&format!(
            "{}, {} outside of them",
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
        page.line(&format!("prefixes {names}"))?;
    }
    Ok(page.line(&format!("digest {}\n\n", graph.digest()))?)
}

fn iri(iri: &str) -> Cell {
    Cell::from(iri).shown(shorten(&format!("<{iri}>")))
}

fn classes(profile: &Profile, most: usize) -> Table {
    let mut table = Table::new([
        Column::new(format!("class ({})", number(profile.class_count))).shorten(),
        Column::new("example").shorten(),
        Column::number("members"),
    ]);
    for class in profile.classes.iter().take(most) {
        table.row([iri(&class.iri), iri(&class.example), class.members.into()]);
    }
    table
}

fn properties(profile: &Profile, most: usize) -> Table {
    let mut table = Table::new([
        Column::new(format!("property ({})", number(profile.property_count))).shorten(),
        Column::new("from").shorten(),
        Column::new("to").shorten(),
        Column::number("values"),
        Column::number("triples"),
    ]);
    for property in profile.properties.iter().take(most) {
        table.row([
            iri(&property.iri),
            most_often(&property.domains),
            most_often(&property.ranges),
            property.values.into(),
            property.triples.into(),
        ]);
    }
    table
}

fn most_often(usages: &[Usage]) -> Cell {
    usages
        .first()
        .map_or_else(Cell::missing, |usage| iri(&usage.name))
}

/// Classes and properties in one table, for programs: `count` is the number of members or triples.
fn vocabulary(profile: &Profile) -> Table {
    let mut table = Table::new([
        Column::new("kind"),
        Column::new("iri"),
        Column::number("count"),
        Column::number("values"),
        Column::new("from"),
        Column::new("to"),
        Column::new("example"),
    ]);
    for class in &profile.classes {
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
    for property in &profile.properties {
        table.row([
            "property".into(),
            Cell::from(&*property.iri),
            property.triples.into(),
            property.values.into(),
            most_often(&property.domains),
            most_often(&property.ranges),
            Cell::missing(),
        ]);
    }
    table
}
