//! `lydite query diff`: whether two queries are the same, and if not, in what they differ.

use std::io::{self, Write};
use std::ops::Range;

use clap::builder::styling::{AnsiColor, Style};
use lydite_similarity::{Pair, similarities};
use lydite_sparql::{Difference, Parsed, Place, Structure, diff};
use unicode_width::UnicodeWidthStr;

use crate::args::QueryDiff;
use crate::failure::{Failure, Verdict};
use crate::output::iris::Prefixes;
use crate::output::{Cell, Column, Page, Shown, Table, plural};
use crate::session::Session;
use lydite_lab::{GivenQueries, GivenQuery};

pub(super) fn run(session: &Session, options: &QueryDiff) -> Result<Verdict, Failure> {
    let id = options.id.as_deref();
    let expected = one(session, &options.expected, id)?;
    let found = one(session, &options.found, id)?;
    let (first, second) = (expected.parse()?, found.parse()?);
    let differences = diff(&first, &second);
    let prefixes = Prefixes::field();
    let shown = Shown::made_by(|| {
        let mut document = document((&expected, &first), (&found, &second), &differences);
        if options.measures {
            let pair = Pair::new(&expected.text, &found.text);
            for one in similarities() {
                document["similarity"][one.name] = one.of(&pair).into();
            }
        }
        document
    });
    let pair = Pair::new(&expected.text, &found.text);
    let shown = if options.measures {
        shown.table(|| likeness(&pair))
    } else {
        shown
    };
    let shown = shown.page(|page| {
        write(page, &first, &second, &prefixes)?;
        if options.measures {
            page.blank()?;
            page.line("Similarity of the queries, which says nothing about their answers:\n\n")?;
            page.table(&likeness(&pair))?;
        }
        Ok(())
    });
    session.print(shown)?;
    Ok(if differences.is_empty() {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}

/// In what two queries differ, as a document.
pub fn document(
    expected: (&GivenQuery, &Parsed),
    found: (&GivenQuery, &Parsed),
    differences: &[Difference],
) -> serde_json::Value {
    serde_json::json!({
        "equivalent": differences.is_empty(),
        "expected": side(expected.0, expected.1),
        "found": side(found.0, found.1),
        "differences": differences,
    })
}

/// Every measure of how alike two queries are, with its source and how it departs from it.
fn likeness(pair: &Pair<'_>) -> Table {
    let mut table = Table::new([
        Column::new("measure"),
        Column::number("value"),
        Column::new("what it is").named("title").wrap(),
        Column::new("source").wrap().drop_first(),
        Column::new("departure").wrap().drop_first(),
    ]);
    for one in similarities() {
        table.row([
            one.name.into(),
            Cell::from(one.of(pair)).digits(4),
            one.title.into(),
            one.source.into(),
            one.departure.into(),
        ]);
    }
    table
}

/// Shows in what two queries differ.
pub(in crate::commands) fn write(
    page: &mut Page<'_>,
    expected: &Parsed,
    found: &Parsed,
    prefixes: &Prefixes,
) -> io::Result<()> {
    let differences = diff(expected, found);
    if differences.is_empty() {
        return page.line("the queries are equivalent");
    }
    let count = plural(differences.len() as u64, "place");
    page.line(&format!("the queries differ in {count}\n\n"))?;
    let colored = page.colored();
    let mut hunk = Hunk {
        page,
        colored,
        prefixes,
    };
    hunk.write(&Structure::of(expected), &differences)
}

/// The one query that is meant.
fn one(session: &Session, given: &str, id: Option<&str>) -> Result<GivenQuery, Failure> {
    let mut queries = GivenQueries::open(&session.lab, given)?.with_id(id)?;
    match (queries.len(), id) {
        (1, _) => Ok(queries.remove(0)),
        // Where each language has a query, the first one stands for the question.
        (_, Some(_)) => Ok(queries.remove(0)),
        (several, None) => Err(Failure::usage(format!("{given} has {several} queries"))
            .hint("choose a question with --id")),
    }
}

fn side(given: &GivenQuery, parsed: &Parsed) -> serde_json::Value {
    serde_json::json!({
        "source": given.source,
        "question": given.question,
        "text": given.text,
        "repaired_text": parsed.text,
        "repairs": parsed.repairs.len(),
    })
}

/// Differences as `diff -u` has them, with the changed places underlined.
struct Hunk<'h, 'p> {
    page: &'h mut Page<'p>,
    colored: bool,
    prefixes: &'h Prefixes,
}

impl Hunk<'_, '_> {
    fn write(&mut self, expected: &Structure<'_>, differences: &[Difference]) -> io::Result<()> {
        for (at, triple) in expected.triples.iter().enumerate() {
            let change = differences.iter().find(|difference| {
                matches!(difference, Difference::Missing { index, .. } | Difference::Changed { index, .. } if *index == at)
            });
            match change {
                Some(Difference::Changed {
                    places,
                    expected,
                    found,
                    ..
                }) => {
                    self.marked('-', expected, places)?;
                    self.marked('+', found, places)?;
                }
                Some(_) => self.line('-', &triple.to_string())?,
                None => self.line(' ', &triple.to_string())?,
            }
        }
        for difference in differences {
            if let Difference::Extra { triple, .. } = difference {
                self.line('+', triple)?;
            }
        }
        for difference in differences {
            match difference {
                Difference::Missing { .. }
                | Difference::Changed { .. }
                | Difference::Extra { .. } => {}
                Difference::Form { expected, found } => self.pair("", expected, found)?,
                Difference::Modifier {
                    name,
                    expected,
                    found,
                } => self.pair(&format!("{name}: "), expected, found)?,
                Difference::Target { expected, found } => {
                    self.pair("asks for ", expected, found)?;
                }
                Difference::MissingPart { kind, part } => {
                    self.line('-', &format!("{kind} {part}"))?;
                }
                Difference::ExtraPart { kind, part } => {
                    self.line('+', &format!("{kind} {part}"))?;
                }
                Difference::Arrangement => self.page.line(&difference.to_string())?,
            }
        }
        Ok(())
    }

    fn pair(&mut self, label: &str, expected: &str, found: &str) -> io::Result<()> {
        for (sign, text) in [('-', expected), ('+', found)] {
            let text = if text.is_empty() { "none" } else { text };
            self.line(sign, &format!("{label}{text}"))?;
        }
        Ok(())
    }

    fn line(&mut self, sign: char, text: &str) -> io::Result<()> {
        let style = self.style(sign);
        let text = self.prefixes.shorten(text);
        for (at, line) in self.page.lines_within(&text, 2).iter().enumerate() {
            let sign = if at == 0 { sign } else { ' ' };
            writeln!(self.page, "{style}{sign} {line}{style:#}")?;
        }
        Ok(())
    }

    /// A triple, with carets below the places.
    fn marked(&mut self, sign: char, triple: &str, places: &[Place]) -> io::Result<()> {
        let triple = self.prefixes.shorten(triple);
        self.line(sign, &triple)?;
        // Carets below a line that had to be broken would point nowhere.
        if self.page.lines_within(&triple, 2).len() > 1 {
            return Ok(());
        }
        let mut marks = String::new();
        let mut width = 0;
        for (place, range) in [Place::Subject, Place::Predicate, Place::Object]
            .into_iter()
            .zip(terms(&triple))
        {
            if places.contains(&place) {
                let before = triple[..range.start].width();
                marks.push_str(&" ".repeat(before.saturating_sub(width)));
                let carets = triple[range].width().max(1);
                marks.push_str(&"^".repeat(carets));
                width = before + carets;
            }
        }
        let style = self.style(sign);
        writeln!(self.page, "  {style}{marks}{style:#}")
    }

    fn style(&self, sign: char) -> Style {
        match sign {
            _ if !self.colored => Style::new(),
            '-' => AnsiColor::Red.on_default(),
            '+' => AnsiColor::Green.on_default(),
            _ => Style::new(),
        }
    }
}

/// Where subject, predicate and object stand in the text of a triple. Of the three only a predicate
/// has blanks outside of quotes, if it is a path.
fn terms(triple: &str) -> [Range<usize>; 3] {
    let mut blanks = Vec::new();
    let mut quoted = false;
    let mut escaped = false;
    for (at, character) in triple.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ' ' if !quoted => blanks.push(at),
            _ => {}
        }
    }
    let first = blanks.first().copied().unwrap_or(triple.len());
    let last = blanks.last().copied().unwrap_or(triple.len());
    let after = |blank: usize| (blank + 1).min(triple.len());
    let middle = after(first).min(last)..last;
    [0..first, middle, after(last)..triple.len()]
}

#[cfg(test)]
mod tests {
    use super::terms;

    #[test]
    fn the_terms_of_a_triple_are_found() {
        for (triple, expected) in [
            (
                "?x dbo:p \"a b\\\" c\"@en",
                ["?x", "dbo:p", "\"a b\\\" c\"@en"],
            ),
            (
                "text:\"a b\" (dbo:p | dbo:q)+ ?y",
                ["text:\"a b\"", "(dbo:p | dbo:q)+", "?y"],
            ),
        ] {
            assert_eq!(terms(triple).map(|range| &triple[range]), expected);
        }
    }
}
