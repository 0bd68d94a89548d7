//! `lydite query check`: which queries are not SPARQL 1.1, what was repaired, what cannot be.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use lydite_sparql::{AssumedPrefix, Dialect, ParseError, Position, RepairKind, parse};
use serde::Serialize;

use crate::args::{OutputFormat, QueryCheck};
use crate::failure::{Failure, Verdict};
use crate::output::iris::Prefixes;
use crate::output::{Cell, Column, Page, Shown, Table, number, plural, plural_of};
use crate::session::Session;
use lydite_lab::{GivenQueries, GivenQuery, unknown_iris};

/// What became of a query.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    given: GivenQuery,
    #[serde(flatten)]
    result: Outcome,
    /// IRIs that the graph does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown_iris: Vec<String>,
}

#[derive(Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
enum Outcome {
    AsGiven {
        form: &'static str,
    },
    Repaired {
        form: &'static str,
        repairs: Vec<Repair>,
        prefixes_assumed: Vec<AssumedPrefix>,
        repaired_text: String,
    },
    Refused {
        error: ParseError,
    },
}

#[derive(Serialize)]
struct Repair {
    kind: RepairKind,
    position: Position,
    before: String,
    after: String,
}

/// How many there are of each.
#[derive(Default, Serialize)]
struct Figures {
    as_given: u64,
    repaired: u64,
    refused: u64,
    /// Queries with IRIs that the graph does not have.
    #[serde(skip_serializing_if = "is_zero")]
    with_unknown_iris: u64,
    /// How often each repair was made.
    repairs: BTreeMap<&'static str, u64>,
}

pub(super) fn run(session: &Session, options: &QueryCheck) -> Result<Verdict, Failure> {
    let mut figures = Figures::default();
    let mut kept = Vec::new();
    let used = options.graph.used();
    let graph = match &used {
        Some(used) => Some((session.lab.graph(&used.name)?, session.lab.limits(used))),
        None => None,
    };
    let own = graph.iter().flat_map(|(graph, _)| graph.prefixes());
    let dialect = Dialect::field().with_own_prefixes(own);
    let prefixes = match &graph {
        Some((graph, _)) => Prefixes::of(&**graph),
        None => Prefixes::field(),
    };
    let is_table = session.format() == OutputFormat::Table;
    let mut out = session.out();
    let page = &mut Page::new(&mut out, session.look());
    for given in &options.queries {
        for given in GivenQueries::open(&session.lab, given)? {
            let unknown_iris = match (&graph, parse(&given.text, &dialect)) {
                (Some((graph, limits)), Ok(query)) => unknown_iris(&**graph, &query, limits)?,
                _ => Vec::new(),
            };
            let checked = Checked {
                result: examine(&given.text, &dialect),
                given,
                unknown_iris,
            };
            figures.count(&checked.result);
            figures.with_unknown_iris += u64::from(!checked.unknown_iris.is_empty());
            if options.summary {
                continue;
            }
            // For people, as they come: a file may have any number of queries.
            if is_table {
                write(page, &checked, &prefixes)?;
            } else {
                kept.push(checked);
            }
        }
    }
    if is_table {
        figures.write(page)?;
        page.flush()?;
    } else {
        let table = || {
            if options.summary {
                figures.table()
            } else {
                table(&kept)
            }
        };
        let document = Document {
            figures: &figures,
            queries: (!options.summary).then_some(&kept),
        };
        drop(out);
        session.print(Shown::new(document).table(table))?;
    }
    Ok(
        if figures.refused > 0 || (options.strict && figures.repaired > 0) {
            Verdict::DoesNotHold
        } else {
            Verdict::Done
        },
    )
}

/// What programs read.
#[derive(Serialize)]
struct Document<'c> {
    #[serde(flatten)]
    figures: &'c Figures,
    #[serde(skip_serializing_if = "Option::is_none")]
    queries: Option<&'c Vec<Checked>>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

fn examine(text: &str, dialect: &Dialect) -> Outcome {
    match parse(text, dialect) {
        Err(error) => Outcome::Refused { error },
        Ok(parsed) if parsed.repairs.is_empty() => Outcome::AsGiven {
            form: parsed.form.as_str(),
        },
        Ok(parsed) => Outcome::Repaired {
            form: parsed.form.as_str(),
            repairs: parsed
                .repairs
                .into_iter()
                .map(|repair| Repair {
                    kind: repair.kind,
                    position: Position::of(text, repair.offset),
                    before: repair.before,
                    after: repair.after,
                })
                .collect(),
            prefixes_assumed: parsed.prefixes_assumed,
            repaired_text: parsed.text,
        },
    }
}

impl Figures {
    fn count(&mut self, result: &Outcome) {
        match result {
            Outcome::AsGiven { .. } => self.as_given += 1,
            Outcome::Refused { .. } => self.refused += 1,
            Outcome::Repaired { repairs, .. } => {
                self.repaired += 1;
                for repair in repairs {
                    *self.repairs.entry(repair.kind.id()).or_default() += 1;
                }
            }
        }
    }

    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let queries = self.as_given + self.repaired + self.refused;
        page.line(&format!(
            "{}: {} as given, {} repaired, {} refused",
            plural_of(queries, "query", "queries"),
            number(self.as_given),
            number(self.repaired),
            number(self.refused)
        ))?;
        if self.repaired < 2 {
            return Ok(());
        }
        page.table(&self.table())
    }

    fn table(&self) -> Table {
        let mut kinds: Vec<_> = self.repairs.iter().collect();
        kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(**count), **kind));
        let mut table = Table::new([Column::new("repair"), Column::number("times")]);
        for (kind, count) in kinds {
            table.row([Cell::from(*kind), (*count).into()]);
        }
        table
    }
}

/// Writes what is to be said about a query; nothing if it is SPARQL.
fn write(page: &mut Page<'_>, checked: &Checked, prefixes: &Prefixes) -> io::Result<()> {
    let colored = page.colored();
    let paint = |color: AnsiColor| {
        if colored {
            color.on_default().bold()
        } else {
            Style::new()
        }
    };
    let name = checked.given.name();
    match &checked.result {
        Outcome::AsGiven { .. } if checked.unknown_iris.is_empty() => return Ok(()),
        Outcome::AsGiven { .. } => {
            let style = paint(AnsiColor::Yellow);
            page.painted_entry("", "unknown IRIs", style, &format!(": {name}"))?;
        }
        Outcome::Repaired { repairs, .. } => {
            let count = plural(repairs.len() as u64, "repair");
            let style = paint(AnsiColor::Yellow);
            page.painted_entry("", "repaired", style, &format!(": {name}: {count}"))?;
            for repair in repairs {
                let Repair {
                    kind,
                    position,
                    before,
                    after,
                } = repair;
                let (before, after) = (brief(before), brief(after));
                let text = format!(" {kind}: {before} → {after}");
                page.painted_entry("  ", &position.to_string(), paint(AnsiColor::Blue), &text)?;
            }
        }
        Outcome::Refused { error } => {
            let style = paint(AnsiColor::Red);
            page.painted_entry("", "refused", style, &format!(": {name}"))?;
            for line in error.render(&checked.given.text).lines() {
                page.entry("  ", line)?;
            }
        }
    }
    for iri in &checked.unknown_iris {
        page.entry("  ", &format!("not in the graph: {}", prefixes.iri(iri)))?;
    }
    page.blank()
}

/// A piece of a query on one line, its middle left out if it is long.
fn brief(text: &str) -> String {
    const SHOWN: usize = 72;
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let length = text.chars().count();
    match length {
        0 => "(nothing)".to_owned(),
        _ if length <= SHOWN => text,
        _ => {
            let first: String = text.chars().take(SHOWN / 2).collect();
            let last: String = text.chars().skip(length - SHOWN / 2).collect();
            format!("{first} … {last}")
        }
    }
}

fn table(checked: &[Checked]) -> Table {
    let mut table = Table::new([
        Column::new("source").shorten(),
        Column::new("question").shorten(),
        Column::new("result"),
        Column::number("line"),
        Column::number("column"),
        Column::new("what").wrap(),
        Column::new("before").wrap(),
        Column::new("after").wrap(),
    ]);
    for Checked { given, result, .. } in checked {
        let mut row = |result: &str, position: Option<Position>, what: &str, change: [&str; 2]| {
            let [before, after] = change.map(Cell::from);
            table.row([
                given.source.clone().into(),
                given.question.clone().into(),
                result.into(),
                position.map(|position| position.line as u64).into(),
                position.map(|position| position.column as u64).into(),
                what.into(),
                before,
                after,
            ]);
        };
        match result {
            Outcome::AsGiven { form } => row("as-given", None, form, [""; 2]),
            Outcome::Refused { error } => {
                row("refused", Some(error.position), &error.message, [""; 2]);
            }
            Outcome::Repaired { repairs, .. } => {
                for repair in repairs {
                    let change = [&*repair.before, &*repair.after];
                    row("repaired", Some(repair.position), repair.kind.id(), change);
                }
            }
        }
    }
    table
}
