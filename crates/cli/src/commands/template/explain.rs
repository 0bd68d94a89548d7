//! Everything about one question.

use std::io::{self, Write};

use lydite_lab::templates::JudgedCase;
use lydite_template::{Exchange, Problem, Span, TemplateVerdict};

use crate::output::{Page, plural};

/// How much of a line is shown around a place.
const MARGIN: usize = 40;

/// Shows a case; with the name of its system, if there are several.
pub(super) fn write(
    page: &mut Page<'_>,
    system: Option<&str>,
    case: &JudgedCase<'_>,
) -> io::Result<()> {
    let (pair, judgement) = (case.pair, &case.judgement);
    let criterion = judgement.criterion();
    page.line(&format!("{}  {}", pair.id, pair.question))?;
    if let Some(system) = system {
        page.entry("  system    ", system)?;
    }
    page.entry(
        "  verdict   ",
        &format!("{}: {criterion}", criterion.level()),
    )?;
    page.entry("  gold      ", &one_line(&pair.sparql))?;
    if let Some(fault) = case.gold.fault() {
        page.entry("            ", &format!("cannot be read: {fault}"))?;
    }
    if let Some(crash) = judgement.crash {
        page.entry(
            "  note      ",
            &format!("the published evaluator crashes here ({crash:?})"),
        )?;
    }
    if let Exchange::Answered { status, .. } = case.exchange {
        let templates = plural(judgement.offered as u64, "template");
        page.entry("  answer    ", &format!("HTTP {status}, {templates}"))?;
    }
    for (number, template) in judgement.templates.iter().enumerate() {
        self::template(page, number, template)?;
    }
    if let Some(modules) = &case.modules {
        let text = serde_json::to_string(modules).unwrap_or_default();
        page.entry("  modules   ", &text)?;
    }
    page.blank()
}

fn template(page: &mut Page<'_>, number: usize, template: &TemplateVerdict) -> io::Result<()> {
    let Some(query) = &template.query else {
        for problem in &template.problems {
            write_problem(page, problem)?;
        }
        return Ok(());
    };
    let score = template
        .score
        .map_or_else(String::new, |score| format!(", score {score}"));
    page.entry(
        "  template  ",
        &format!("{}, {}{score}", number + 1, template.criterion),
    )?;
    page.entry("            ", &one_line(query))?;
    for problem in &template.problems {
        write_problem(page, problem)?;
        for place in places(query, problem) {
            show(page, query, place)?;
        }
    }
    for remark in &template.remarks {
        page.entry("  note      ", &remark.to_string())?;
    }
    Ok(())
}

fn write_problem(page: &mut Page<'_>, problem: &Problem) -> io::Result<()> {
    let level = problem.criterion().level().name();
    page.entry(&format!("  {level:<9} "), &problem.to_string())
}

fn places(query: &str, problem: &Problem) -> Vec<Span> {
    match problem {
        Problem::Syntax {
            position: Some(position),
            ..
        } => {
            let end = query[position.offset.min(query.len())..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
            vec![Span {
                start: position.offset,
                end: position.offset + end,
            }]
        }
        Problem::DisconnectedTarget { place, .. } => place.iter().copied().collect(),
        Problem::DisconnectedTriple { places, .. } => places.clone(),
        _ => Vec::new(),
    }
}

/// Shows a place of the query with carets below it.
fn show(page: &mut Page<'_>, query: &str, place: Span) -> io::Result<()> {
    let (Some(before), Some(marked)) = (
        query.get(..place.start),
        query.get(place.start..place.end.min(query.len())),
    ) else {
        // The query had escapes of characters, and places count without them.
        return Ok(());
    };
    let after = &query[before.len() + marked.len()..];
    // The place, as much before it and half as much after it must fit.
    let fits = |width: usize| MARGIN.min(width.saturating_sub(12) * 2 / 5);
    let margin = page.width().map_or(MARGIN, fits);
    let skip = before.chars().count().saturating_sub(margin);
    let before: String = before.chars().skip(skip).collect();
    let marked: String = marked.chars().take(margin).collect();
    let after: String = after.chars().take(margin / 2).collect();
    let line = one_line(&format!("{before}\u{1}{marked}\u{2}{after}"));
    let (before, rest) = line.split_once('\u{1}').unwrap_or((&line, ""));
    let (marked, after) = rest.split_once('\u{2}').unwrap_or((rest, ""));
    writeln!(page, "            {before}{marked}{after}")?;
    let blanks = " ".repeat(before.chars().count());
    let carets = "^".repeat(marked.chars().count().max(1));
    writeln!(page, "            {blanks}{carets}")
}

fn one_line(text: &str) -> String {
    let plain = text.replace(
        |c: char| c.is_control() && c != '\u{1}' && c != '\u{2}',
        " ",
    );
    plain
        .split_inclusive(' ')
        .fold(String::new(), |mut line, word| {
            if !(word == " " && line.ends_with(' ')) {
                line.push_str(word);
            }
            line
        })
}
