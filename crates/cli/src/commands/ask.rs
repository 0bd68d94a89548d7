//! `lydite ask`: a question, its answer, and how it came about.

mod choice;
mod interactive;

use std::io::{BufRead, IsTerminal};

use lydite_lab::asking::{Annotation, Asked, Kind};
use lydite_model::{AnswerSet, Term};
use lydite_sparql::{Dialect, parse};
use serde_json::{Value, json};

use crate::args::{Ask, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::iris::shorten;
use crate::output::{Column, Page, Shown, Table, number};
use crate::session::Session;

/// How many other queries are shown.
const OTHERS: usize = 3;

/// No line of standard input is read beyond this: whatever it is, it is no question.
const LONGEST: u64 = 1 << 20;

pub(super) fn run(session: &Session, options: &Ask) -> Result<Verdict, Failure> {
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if options.question.is_none() && on_terminal && session.format() == OutputFormat::Table {
        return interactive::run(session, options);
    }
    let pipeline = session.pipeline(&options.pipeline)?;
    let asking = session.lab.asking(&options.kg, &pipeline)?;
    let mut verdict = Verdict::Done;
    let mut ask = |question: &str| -> Result<(), Failure> {
        let mut asked = asking.ask(question, options.lang, &pipeline, options.n)?;
        if options.explain {
            asking.explain_choice(&mut asked, options.lang, &pipeline);
        }
        if asked.answered.abstained.is_some() {
            verdict = Verdict::DoesNotHold;
        }
        show(session, options, &asked)
    };
    match &options.question {
        Some(question) => ask(question)?,
        None => {
            let mut input = std::io::stdin().lock();
            let mut first = true;
            while let Some(line) = next_line(&mut input)? {
                if line.trim().is_empty() {
                    continue;
                }
                if !first && session.format() == OutputFormat::Table {
                    session.print(Shown::new(Value::Null).page(|page| Ok(page.blank()?)))?;
                }
                first = false;
                ask(&line)?;
            }
        }
    }
    Ok(verdict)
}

/// The next line, in whatever encoding; of a very long one the beginning.
fn next_line(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = std::io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

fn show(session: &Session, options: &Ask, asked: &Asked) -> Result<(), Failure> {
    session.print(
        Shown::made_by(|| document(asked))
            .table(|| answers(asked, usize::MAX))
            .page(|page| {
                if options.explain {
                    explain(page, asked)?;
                }
                summary(page, asked, options.n)
            }),
    )
}

/// A question with its answer, as a document.
pub fn document(asked: &Asked) -> Value {
    json!({
        "question": asked.question,
        "answered": asked.answered,
        "labels": asked.labels,
    })
}

/// The answers as a table; resources with their names.
pub(super) fn answers(asked: &Asked, most: usize) -> Table {
    let answers = asked.answered.answers.as_ref();
    if let Some(value) = answers.and_then(AnswerSet::as_boolean) {
        let mut table = Table::new([Column::new("answer").named("answer")]);
        table.row([if value { "yes" } else { "no" }]);
        return table;
    }
    let Some(found) = answers.and_then(AnswerSet::as_table) else {
        return Table::new([Column::new("answer").named("answer")]);
    };
    let columns = found.columns.iter();
    let mut table =
        Table::new(columns.map(|name| Column::new(name.as_str()).named(name.as_str()).wrap()));
    for row in found.rows().take(most) {
        table.row(row.iter().map(|cell| {
            cell.as_ref()
                .map_or(String::new(), |term| spelled(asked, term))
        }));
    }
    table
}

fn spelled(asked: &Asked, term: &Term) -> String {
    let text = match term {
        Term::Iri { value } => shorten(&format!("<{value}>")),
        other => other.value().to_owned(),
    };
    let label = asked.labels.get(term.value());
    label.map_or(text.clone(), |label| format!("{label} ({text})"))
}

fn summary(page: &mut Page<'_>, asked: &Asked, most: usize) -> Result<(), Failure> {
    let answered = &asked.answered;
    if let Some(reason) = &answered.abstained {
        page.paragraph(&harmless(&format!("No answer: {reason}.")))?;
        if let Some(query) = &answered.query {
            page.line("The nearest query, which leaves that out:")?;
            write_query(page, query)?;
        }
        return Ok(());
    }
    let count = answered.answers.as_ref().map_or(0, AnswerSet::len);
    if count == 0 {
        page.line("There is none.")?;
    } else {
        page.table(&answers(asked, most))?;
        if count > most {
            page.line(&format!("… and {} more", number((count - most) as u64)))?;
        }
    }
    page.blank()?;
    if let Some(query) = &answered.query {
        write_query(page, query)?;
    }
    page.line(&format!(
        "confidence {:.2}, {:.1} ms",
        answered.confidence,
        answered.timings.total().as_secs_f64() * 1000.0
    ))?;
    Ok(())
}

pub(super) fn write_query(page: &mut Page<'_>, query: &str) -> Result<(), Failure> {
    let readable = parse(query, &Dialect::strict())
        .map_or_else(|_| query.to_owned(), |parsed| parsed.to_readable());
    for line in readable.lines() {
        page.line(&format!("  {line}"))?;
    }
    Ok(())
}

/// What the words were taken for, what else they may mean, and which other queries were considered.
pub(super) fn explain(page: &mut Page<'_>, asked: &Asked) -> Result<(), Failure> {
    let trace = &asked.answered.trace;
    if let Some(english) = &trace.english {
        page.line(&format!("Read as: {english}"))?;
        page.blank()?;
    }
    if let Some(chosen) = &asked.answered.chosen {
        choice::explain(page, chosen)?;
    }
    let mut table = Table::new([
        Column::new("words").named("words"),
        Column::new("taken for").named("kind"),
        Column::new("meaning").named("meaning").wrap(),
        Column::number("score"),
    ]);
    for annotation in trace
        .annotations
        .iter()
        .filter(|annotation| annotation.chosen)
    {
        for (at, meant) in annotation.candidates.iter().enumerate() {
            let first = at == 0;
            table.row([
                if first {
                    harmless(&annotation.text)
                } else {
                    String::new()
                },
                if first {
                    kind(annotation).to_owned()
                } else {
                    String::new()
                },
                shorten(&meant.what),
                format!("{:.2}", meant.score),
            ]);
        }
    }
    page.table(&table)?;
    let others: Vec<String> = trace
        .annotations
        .iter()
        .filter(|annotation| !annotation.chosen && annotation.kind != Kind::Operation)
        .filter_map(|annotation| {
            let meant = annotation.candidates.first()?;
            Some(format!(
                "“{}” as {} {}",
                harmless(&annotation.text),
                kind(annotation),
                shorten(&meant.what)
            ))
        })
        .take(6)
        .collect();
    if !others.is_empty() {
        page.blank()?;
        page.line(&format!("Also considered: {}.", others.join("; ")))?;
    }
    let rivals = asked.answered.alternatives.iter().take(OTHERS);
    for (at, rival) in rivals.enumerate() {
        if at == 0 {
            page.blank()?;
            page.line("Other queries that were run, with their scores:")?;
        }
        let query = rival.query.split_whitespace().collect::<Vec<_>>().join(" ");
        page.entry(&format!("{:>6.2}  ", rival.adjusted), &shorten(&query))?;
    }
    page.blank()?;
    Ok(())
}

/// Words of a question as they may be shown: without characters that steer a terminal or turn the
/// direction of writing, and not without end.
fn harmless(text: &str) -> String {
    const LONGEST: usize = 400;
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown: String = text.chars().filter(|c| !steers(*c)).take(LONGEST).collect();
    if text.chars().count() > LONGEST {
        shown.push('…');
    }
    shown
}

fn kind(annotation: &Annotation) -> &'static str {
    match annotation.kind {
        Kind::Entity => "entity",
        Kind::Class => "class",
        Kind::Relation => "relation",
        Kind::Value => "value",
        Kind::Text => "text",
        Kind::Operation => "operation",
    }
}
