//! `lydite kg info`: a graph in figures.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lydite_graph::{Embedded, KnowledgeGraph, Profile};

use super::load::bytes;
use super::shelf::shortened;
use crate::args::{KgInfo, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, iris::shorten, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &KgInfo) -> Result<Verdict, Failure> {
    let graph = session.lab.embedded_graph(&options.graph)?;
    if options.verify {
        graph.verify()?;
        session.say("every byte of the index is as it was written");
    }
    let profile = graph.profile()?;
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(
            &mut out,
            &serde_json::json!({
                "name": options.graph,
                "triples": graph.len(),
                "terms": graph.terms(),
                "index_bytes": graph.index_bytes(),
                "digest": graph.digest(),
                "prefixes": graph.prefixes().into_iter().collect::<BTreeMap<_, _>>(),
                "default_graph": graph.default_graph(),
                "unnamed_triples": graph.unnamed(),
                "graphs": graph.graphs()?,
                "sources": graph.sources(),
                "profile": profile,
            }),
        )?;
    } else {
        write(&mut out, session.format(), options, &graph, &profile)?;
    }
    out.flush()?;
    Ok(Verdict::Done)
}

fn write(
    out: &mut dyn Write,
    format: OutputFormat,
    options: &KgInfo,
    graph: &Embedded,
    profile: &Profile,
) -> io::Result<()> {
    if format == OutputFormat::Table {
        let each = graph.index_bytes() as f64 / graph.len().max(1) as f64;
        writeln!(
            out,
            "{}: {} about {}; {}, {each:.1} bytes a triple",
            options.graph,
            plural(graph.len(), "triple"),
            plural(profile.subjects, "resource"),
            bytes(graph.index_bytes()),
        )?;
        let share = 100.0 * profile.named as f64 / profile.subjects.max(1) as f64;
        write!(out, "{share:.0}% of the resources have names")?;
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
        match languages.is_empty() {
            true => writeln!(out, "; the rest is called as its IRIs say")?,
            false => writeln!(out, ": {}", languages.join(", "))?,
        }
        if graph.named_graphs() > 0 {
            writeln!(
                out,
                "{}, {} outside of them",
                plural(graph.named_graphs(), "named graph"),
                plural(graph.unnamed(), "triple"),
            )?;
        }
        let prefixes = graph.prefixes();
        if !prefixes.is_empty() {
            let names = prefixes.iter().map(|(name, _)| format!("{name}:"));
            let names = names.take(20).collect::<Vec<_>>().join(" ");
            writeln!(out, "prefixes {names}")?;
        }
        writeln!(out, "digest {}\n", graph.digest())?;
    }
    let short = |iri: &str, width| shortened(&shorten(&format!("<{iri}>")), width);
    let mut classes = Grid::new([
        format!("class ({})", number(profile.class_count)),
        "example".to_owned(),
        "members".to_owned(),
    ])
    .numeric_from(2);
    for class in profile.classes.iter().take(options.n) {
        classes.row([
            short(&class.iri, 40),
            short(&class.example, 40),
            number(class.members),
        ]);
    }
    classes.write(out, format)?;
    writeln!(out)?;
    let mut properties = Grid::new([
        format!("property ({})", number(profile.property_count)),
        "from".to_owned(),
        "to".to_owned(),
        "values".to_owned(),
        "triples".to_owned(),
    ])
    .numeric_from(3);
    for property in profile.properties.iter().take(options.n) {
        let first = |usages: &[lydite_graph::Usage]| {
            let most = usages.first();
            most.map_or_else(String::new, |usage| short(&usage.name, 22))
        };
        properties.row([
            short(&property.iri, 32),
            first(&property.domains),
            first(&property.ranges),
            number(property.values),
            number(property.triples),
        ]);
    }
    properties.write(out, format)
}
