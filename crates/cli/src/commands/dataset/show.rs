//! `lydite dataset show`: one question in full.

use std::io;
use std::path::Path;

use lydite_model::{Answer, AnswerSet, Question, Scope, Term};
use serde::Serialize;

use crate::failure::{Failure, Verdict};
use crate::output::{Page, Shown, plural};
use crate::session::Session;

/// How many rows of a large answer set are shown, unless -v asks for all.
const ROWS: usize = 20;

pub(super) fn run(session: &Session, file: &Path, id: &str) -> Result<Verdict, Failure> {
    let reader = session.open(file)?;
    let mut found = Vec::new();
    let mut others = Vec::new();
    for question in reader {
        if question.id.as_str() == id {
            found.push(question);
        } else if others.len() < 8 {
            others.push(question.id.to_string());
        }
    }
    if found.is_empty() {
        return Err(
            Failure::input(format!("{}: no question has the id `{id}`", file.display()))
                .hint(format!("its first ids are {}", others.join(", "))),
        );
    }
    let rows = if session.global.verbose > 0 {
        usize::MAX
    } else {
        ROWS
    };
    let document = Questions { questions: &found };
    session.print(Shown::new(document).page(|page| {
        for (at, question) in found.iter().enumerate() {
            if at > 0 {
                page.blank()?;
            }
            write(page, question, rows)?;
        }
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

/// The questions that have the identifier: one for each language in some files.
#[derive(Serialize)]
struct Questions<'q> {
    questions: &'q [Question],
}

/// Writes a question for people to read.
fn write(page: &mut Page<'_>, question: &Question, rows: usize) -> io::Result<()> {
    let language = question.language.as_ref();
    let language = language.map_or(String::new(), |language| format!(" ({language})"));
    page.line(&format!("question {}{language}", question.id))?;
    let width = question
        .texts
        .iter()
        .map(|text| text.language.as_str().len())
        .max()
        .unwrap_or(0);
    for text in &question.texts {
        let wording = text.string.as_deref().unwrap_or("(no text)");
        page.entry(&format!("  {:width$}  ", text.language), wording)?;
        let margin = " ".repeat(width + 4);
        if !text.keywords.is_empty() {
            page.entry(&margin, &format!("keywords: {}", text.keywords.join(", ")))?;
        }
        for annotation in &text.annotations {
            let part = match (annotation.span, &text.string) {
                (Some(span), Some(string)) => string
                    .chars()
                    .skip(span.begin as usize)
                    .take(span.end.saturating_sub(span.begin) as usize)
                    .collect(),
                _ => String::from("(anywhere)"),
            };
            let kind = annotation
                .kind
                .map_or(String::new(), |kind| format!("{kind:?} ").to_lowercase());
            page.entry(&margin, &format!("“{part}” is {kind}<{}>", annotation.iri))?;
        }
    }
    let flag = |name: &str, value: Option<bool>| match value {
        Some(true) => format!("{name}: yes"),
        Some(false) => format!("{name}: no"),
        None => String::new(),
    };
    let facts = [
        question
            .answer_type
            .as_ref()
            .map_or(String::new(), |kind| format!("answer type: {kind}")),
        if question.item_types.is_empty() {
            String::new()
        } else {
            format!("item types: {}", question.item_types.join(", "))
        },
        flag("aggregation", question.aggregation),
        flag("only dbo", question.only_dbo),
        flag("hybrid", question.hybrid),
    ];
    let facts: Vec<_> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    if !facts.is_empty() {
        page.entry("  ", &facts.join("; "))?;
    }
    for query in &question.queries {
        let language = query
            .language
            .as_ref()
            .map_or(String::new(), |language| format!(" ({language})"));
        page.line(&format!("\nquery, {}{language}", query.form.as_str()))?;
        for line in query.text.lines() {
            page.entry("  ", line.trim_end())?;
        }
    }
    match question.scope {
        Scope::Inside => {}
        Scope::Marked => page.line("\nout of scope (stated by the query)")?,
        Scope::Implied => page.line("\nout of scope (no query and no answers)")?,
    }
    match &question.answers {
        None => page.line("\nno answers given")?,
        Some(answers) => write_answers(page, "answers", answers, rows)?,
    }
    for (language, answers) in &question.localised_answers {
        write_answers(page, &format!("answers ({language})"), answers, rows)?;
    }
    for (key, value) in &question.extras {
        page.line(&format!("\n{key}: {value}"))?;
    }
    Ok(())
}

fn write_answers(
    page: &mut Page<'_>,
    title: &str,
    answers: &AnswerSet,
    rows: usize,
) -> io::Result<()> {
    let confidence = answers
        .confidence
        .map_or(String::new(), |sure| format!(", confidence {sure}"));
    let order = if answers.ordered {
        ", in this order"
    } else {
        ""
    };
    let table = match &answers.answer {
        Answer::Boolean(value) => {
            let word = if *value { "yes" } else { "no" };
            return page.line(&format!("\n{title}: {word}{confidence}"));
        }
        Answer::Table(table) if table.is_empty() => {
            return page.line(&format!("\n{title}: the empty set{confidence}"));
        }
        Answer::Table(table) => table,
    };
    let count = plural(table.len() as u64, "row");
    page.line(&format!(
        "\n{title}: {count} of {}{order}{confidence}",
        table.columns.join(", ")
    ))?;
    for row in table.rows().take(rows) {
        let cells: Vec<_> = row
            .iter()
            .map(|cell| cell.as_ref().map_or("–".to_owned(), Term::to_string))
            .collect();
        page.entry("  ", &cells.join("  "))?;
    }
    if table.len() > rows {
        page.line(&format!(
            "  … and {} more (see them with -v)",
            table.len() - rows
        ))?;
    }
    Ok(())
}
