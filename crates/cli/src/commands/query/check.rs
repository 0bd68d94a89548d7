//! `lydite query check`: which queries are not SPARQL 1.1, what was repaired, what cannot be.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};
use lydite_sparql::{AssumedPrefix, Dialect, ParseError, Position, RepairKind, parse};
use serde::Serialize;

use crate::args::{OutputFormat, QueryCheck};
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, plural};
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
    let mut out = session.out();
    let mut figures = Figures::default();
    let mut kept = Vec::new();
    let dialect = Dialect::field();
    let used = options.graph.used();
    let graph = match &used {
        Some(used) => Some((session.lab.graph(&used.name)?, used.limits())),
        None => None,
    };
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
            match session.format() {
                _ if options.summary => {}
                OutputFormat::Table => write(&mut out, &checked, session.colored())?,
                _ => kept.push(checked),
            }
        }
    }
    match session.format() {
        OutputFormat::Json => {
            let mut document = serde_json::to_value(&figures).unwrap_or_default();
            if !options.summary {
                document["queries"] = serde_json::to_value(&kept).unwrap_or_default();
            }
            output::json(&mut out, &document)?;
        }
        OutputFormat::Table => figures.write(&mut out)?,
        format if options.summary => figures.grid().write(&mut out, format)?,
        format => grid(&kept).write(&mut out, format)?,
    }
    out.flush()?;
    match figures.refused > 0 || (options.strict && figures.repaired > 0) {
        true => Ok(Verdict::DoesNotHold),
        false => Ok(Verdict::Done),
    }
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

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let queries = match self.as_given + self.repaired + self.refused {
            1 => "1 query".to_owned(),
            several => format!("{} queries", output::number(several)),
        };
        let number = output::number;
        writeln!(
            out,
            "{queries}: {} as given, {} repaired, {} refused",
            number(self.as_given),
            number(self.repaired),
            number(self.refused)
        )?;
        if self.repaired < 2 {
            return Ok(());
        }
        self.grid().write(out, OutputFormat::Table)
    }

    fn grid(&self) -> Grid {
        let mut kinds: Vec<_> = self.repairs.iter().collect();
        kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(**count), **kind));
        let mut grid = Grid::new(["repair", "times"]).numeric_from(1);
        for (kind, count) in kinds {
            grid.row([(*kind).to_owned(), output::number(*count)]);
        }
        grid
    }
}

/// Writes what is to be said about a query; nothing if it is SPARQL.
fn write(out: &mut dyn Write, checked: &Checked, colored: bool) -> io::Result<()> {
    let paint = |color: AnsiColor| match colored {
        true => color.on_default().bold(),
        false => Style::new(),
    };
    let (yellow, red, blue) = (
        paint(AnsiColor::Yellow),
        paint(AnsiColor::Red),
        paint(AnsiColor::Blue),
    );
    let name = checked.given.name();
    match &checked.result {
        Outcome::AsGiven { .. } if checked.unknown_iris.is_empty() => return Ok(()),
        Outcome::AsGiven { .. } => writeln!(out, "{yellow}unknown IRIs{yellow:#}: {name}")?,
        Outcome::Repaired { repairs, .. } => {
            let count = plural(repairs.len() as u64, "repair");
            writeln!(out, "{yellow}repaired{yellow:#}: {name}: {count}")?;
            for repair in repairs {
                let Repair {
                    kind,
                    position,
                    before,
                    after,
                } = repair;
                let (before, after) = (brief(before), brief(after));
                writeln!(out, "  {blue}{position}{blue:#} {kind}: {before} → {after}")?;
            }
        }
        Outcome::Refused { error } => {
            writeln!(out, "{red}refused{red:#}: {name}")?;
            for line in error.render(&checked.given.text).lines() {
                writeln!(out, "  {line}")?;
            }
        }
    }
    for iri in &checked.unknown_iris {
        writeln!(out, "  the graph does not have <{iri}>")?;
    }
    writeln!(out)
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

fn grid(checked: &[Checked]) -> Grid {
    let mut grid = Grid::new([
        "source", "question", "result", "line", "column", "what", "before", "after",
    ]);
    for Checked { given, result, .. } in checked {
        let mut row = |result: &str, position: Position, what: &str, before: &str, after: &str| {
            grid.row([
                given.source.as_deref().unwrap_or_default(),
                given.question.as_deref().unwrap_or_default(),
                result,
                &position.line.to_string(),
                &position.column.to_string(),
                what,
                before,
                after,
            ]);
        };
        match result {
            Outcome::AsGiven { form } => row("as-given", Position::of("", 0), form, "", ""),
            Outcome::Refused { error } => row("refused", error.position, &error.message, "", ""),
            Outcome::Repaired { repairs, .. } => {
                for repair in repairs {
                    row(
                        "repaired",
                        repair.position,
                        repair.kind.id(),
                        &repair.before,
                        &repair.after,
                    );
                }
            }
        }
    }
    grid
}
