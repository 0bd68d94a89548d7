//! `lydite query show`: what a query consists of, as a tree.

use std::io;

use lydite_sparql::Parsed;

use super::anatomy::{Anatomy, Part};
use crate::args::QueryOptions;
use crate::failure::{Failure, Verdict};
use crate::output::iris::shorten;
use crate::output::{Page, Shown, plural};
use crate::session::Session;
use lydite_lab::{GivenQueries, GivenQuery};

pub(super) fn run(session: &Session, options: &QueryOptions) -> Result<Verdict, Failure> {
    let queries =
        GivenQueries::open(&session.lab, &options.query)?.with_id(options.id.as_deref())?;
    let mut failure: Option<Failure> = None;
    let several = queries.len() > 1;
    let mut understood = Vec::new();
    for given in &queries {
        match given.parse() {
            Ok(parsed) => understood.push((given, parsed)),
            // The other queries are shown all the same; all refusals are told.
            Err(error) => {
                if let Some(earlier) = failure.replace(error.into()) {
                    super::super::report(&earlier);
                }
            }
        }
    }
    let documents = || {
        let each = understood.iter();
        let each: Vec<_> = each
            .map(|(given, parsed)| document(given, parsed))
            .collect();
        serde_json::json!({ "queries": each })
    };
    session.print(Shown::made_by(documents).page(|page| {
        for (at, (given, parsed)) in understood.iter().enumerate() {
            if at > 0 {
                page.blank()?;
            }
            if several {
                page.line(&format!("{}\n\n", given.name()))?;
            }
            write(page, parsed)?;
        }
        Ok(())
    }))?;
    failure.map_or(Ok(Verdict::Done), Err)
}

/// What a query consists of, as a document.
pub fn document(given: &GivenQuery, parsed: &Parsed) -> serde_json::Value {
    serde_json::json!({
        "source": given.source,
        "question": given.question,
        "language": given.language,
        "text": given.text,
        "repaired_text": parsed.text,
        "repairs": parsed.repairs,
        "prefixes_assumed": parsed.prefixes_assumed,
        "notation": parsed.form,
        "structure": Anatomy::of(parsed),
    })
}

/// A line of the tree with what hangs from it.
struct Branch {
    label: String,
    leaves: Vec<String>,
}

fn write(page: &mut Page<'_>, parsed: &Parsed) -> io::Result<()> {
    page.line(parsed.to_readable().trim_end())?;
    let anatomy = Anatomy::of(parsed);
    let repairs = match parsed.repairs.len() as u64 {
        0 => "as given".to_owned(),
        count => format!("after {}", plural(count, "repair")),
    };
    let template = if anatomy.is_template {
        ", a template"
    } else {
        ""
    };
    let duplicates = anatomy
        .duplicates
        .map_or(String::new(), |d| format!(" {d}"));
    page.line(&format!(
        "\n{}{duplicates} ({}{template}, {repairs})",
        anatomy.form,
        parsed.form.as_str()
    ))?;
    let branches = branches(&anatomy);
    for (at, branch) in branches.iter().enumerate() {
        let last = at + 1 == branches.len();
        let (fork, trunk) = if last {
            ("└─", "  ")
        } else {
            ("├─", "│ ")
        };
        page.entry(&format!("{fork} "), &shorten(&branch.label))?;
        for (at, leaf) in branch.leaves.iter().enumerate() {
            let fork = if at + 1 == branch.leaves.len() {
                "└─"
            } else {
                "├─"
            };
            page.entry(&format!("{trunk} {fork} "), &shorten(leaf))?;
        }
    }
    Ok(())
}

fn branches(anatomy: &Anatomy) -> Vec<Branch> {
    let mut branches = Vec::new();
    let mut branch = |label: &str, leaves: Vec<String>| {
        if !leaves.is_empty() {
            let label = label.to_owned();
            branches.push(Branch { label, leaves });
        }
    };
    let iris = |iris: &[String]| iris.iter().map(|iri| format!("<{iri}>")).collect();
    branch("projection", projection(anatomy));
    branch("triples", triples(anatomy));
    branch("filters", parts(&anatomy.filters));
    branch("bindings", parts(&anatomy.bindings));
    branch("values", values(anatomy));
    branch("aggregates", parts(&anatomy.aggregates));
    branch("grouped by", anatomy.group_by.clone());
    branch("having", parts(&anatomy.having));
    branch("ordered by", order(anatomy));
    branch("range", range(anatomy));
    branch("entities", iris(&anatomy.entities));
    branch("properties", iris(&anatomy.properties));
    branch("classes", iris(&anatomy.classes));
    branch("graphs", iris(&anatomy.graphs));
    branch("answer item types", iris(&anatomy.answer_item_types));
    branch("connectivity", connectivity(anatomy));
    let lsq = &anatomy.lsq;
    branch(
        "LSQ",
        vec![
            format!("features: {}", lsq.features.join(", ")),
            format!(
                "{} in {}",
                plural(lsq.triple_patterns as u64, "triple pattern"),
                plural(lsq.basic_graph_patterns as u64, "basic graph pattern")
            ),
        ],
    );
    branches
}

fn projection(anatomy: &Anatomy) -> Vec<String> {
    let columns = anatomy.projection.iter();
    columns
        .map(|column| match &column.expression {
            Some(expression) => format!("{} = {expression}", column.variable),
            None => column.variable.clone(),
        })
        .collect()
}

fn triples(anatomy: &Anatomy) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, triple) in anatomy.triples.iter().enumerate() {
        let mut remarks: Vec<String> = Vec::new();
        for construct in &triple.within {
            remarks.push(match (&triple.graph, *construct) {
                (Some(name), "GRAPH" | "SERVICE") => format!("{construct} {name}"),
                _ => (*construct).to_owned(),
            });
        }
        for (variable, scope) in &triple.scopes {
            remarks.push(format!("{variable} of scope {scope}"));
        }
        let remarks = match remarks.is_empty() {
            true => String::new(),
            false => format!("   ({})", remarks.join(", ")),
        };
        lines.push(format!(
            "{}  {} {} {}{remarks}",
            at + 1,
            triple.subject,
            triple.predicate,
            triple.object
        ));
    }
    lines
}

fn parts(parts: &[Part]) -> Vec<String> {
    let line = |part: &Part| {
        let name = part
            .variable
            .as_ref()
            .map_or(String::new(), |variable| format!("{variable} = "));
        let within = match part.within.is_empty() {
            true => String::new(),
            false => format!("   ({})", part.within.join(", ")),
        };
        format!("{name}{}{within}", part.expression)
    };
    parts.iter().map(line).collect()
}

fn values(anatomy: &Anatomy) -> Vec<String> {
    let blocks = anatomy.values.iter();
    blocks
        .map(|block| {
            let rows = plural(block.rows as u64, "row");
            format!("{} in {rows}", block.variables.join(", "))
        })
        .collect()
}

fn order(anatomy: &Anatomy) -> Vec<String> {
    let parts = anatomy.order.iter();
    parts
        .map(|part| match part.descending {
            true => format!("{}, descending", part.expression),
            false => part.expression.clone(),
        })
        .collect()
}

fn range(anatomy: &Anatomy) -> Vec<String> {
    let part = |name: &str, value: Option<usize>| value.map(|value| format!("{name} {value}"));
    let parts = [part("LIMIT", anatomy.limit), part("OFFSET", anatomy.offset)];
    parts.into_iter().flatten().collect()
}

fn connectivity(anatomy: &Anatomy) -> Vec<String> {
    let mut lines = Vec::new();
    let components = &anatomy.connectivity.components;
    match &components[..] {
        [] => {}
        [_] => lines.push("all triples are connected".to_owned()),
        several => {
            for component in several {
                let numbers: Vec<_> = component
                    .triples
                    .iter()
                    .map(|at| (at + 1).to_string())
                    .collect();
                let target = match component.has_target {
                    true => "with a target",
                    false => "without a target",
                };
                lines.push(match &numbers[..] {
                    [one] => format!("triple {one} is disconnected, {target}"),
                    _ => format!("triples {} are connected, {target}", numbers.join(", ")),
                });
            }
        }
    }
    for target in &anatomy.connectivity.targets {
        if !target.bound {
            lines.push(format!("{} is never bound", target.variable));
        }
    }
    lines
}
