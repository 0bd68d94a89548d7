//! Everything about one question.

use std::io::{self, Write};

use lydite_lab::templates::JudgedCase;
use lydite_template::{Exchange, Problem, Span, TemplateVerdict};

/// How much of a line is shown around a place.
const MARGIN: usize = 40;

/// Shows a case; with the name of its system, if there are several.
pub(super) fn write(
    out: &mut dyn Write,
    system: Option<&str>,
    case: &JudgedCase<'_>,
) -> io::Result<()> {
    let (pair, judgement) = (case.pair, &case.judgement);
    let criterion = judgement.criterion();
    writeln!(out, "{}  {}", pair.id, pair.question)?;
    if let Some(system) = system {
        writeln!(out, "  system    {system}")?;
    }
    writeln!(out, "  verdict   {}: {criterion}", criterion.level())?;
    writeln!(out, "  gold      {}", one_line(&pair.sparql))?;
    if let Some(fault) = case.gold.fault() {
        writeln!(out, "            cannot be read: {fault}")?;
    }
    if let Some(crash) = judgement.crash {
        writeln!(
            out,
            "  note      the published evaluator ends here ({crash:?})"
        )?;
    }
    if let Exchange::Answered { status, .. } = case.exchange {
        writeln!(
            out,
            "  answer    HTTP {status}, {} templates",
            judgement.offered
        )?;
    }
    for (number, template) in judgement.templates.iter().enumerate() {
        self::template(out, number, template)?;
    }
    if let Some(modules) = &case.modules {
        let text = serde_json::to_string(modules).unwrap_or_default();
        writeln!(out, "  modules   {text}")?;
    }
    writeln!(out)
}

fn template(out: &mut dyn Write, number: usize, template: &TemplateVerdict) -> io::Result<()> {
    let Some(query) = &template.query else {
        for problem in &template.problems {
            writeln!(out, "  {:<9} {problem}", problem.criterion().level().name())?;
        }
        return Ok(());
    };
    let score = template
        .score
        .map_or_else(String::new, |score| format!(", score {score}"));
    writeln!(
        out,
        "  template  {}, {}{score}",
        number + 1,
        template.criterion
    )?;
    writeln!(out, "            {}", one_line(query))?;
    for problem in &template.problems {
        writeln!(out, "  {:<9} {problem}", problem.criterion().level().name())?;
        for place in places(query, problem) {
            show(out, query, place)?;
        }
    }
    for remark in &template.remarks {
        writeln!(out, "  remark    {remark}")?;
    }
    Ok(())
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
fn show(out: &mut dyn Write, query: &str, place: Span) -> io::Result<()> {
    let (Some(before), Some(marked)) = (
        query.get(..place.start),
        query.get(place.start..place.end.min(query.len())),
    ) else {
        // The query had escapes of characters, and places count without them.
        return Ok(());
    };
    let after = &query[before.len() + marked.len()..];
    let skip = before.chars().count().saturating_sub(MARGIN);
    let before: String = before.chars().skip(skip).collect();
    let marked: String = marked.chars().take(MARGIN).collect();
    let after: String = after.chars().take(MARGIN / 2).collect();
    let line = one_line(&format!("{before}\u{1}{marked}\u{2}{after}"));
    let (before, rest) = line.split_once('\u{1}').unwrap_or((&line, ""));
    let (marked, after) = rest.split_once('\u{2}').unwrap_or((rest, ""));
    writeln!(out, "            {before}{marked}{after}")?;
    let blanks = " ".repeat(before.chars().count());
    let carets = "^".repeat(marked.chars().count().max(1));
    writeln!(out, "            {blanks}{carets}")
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
