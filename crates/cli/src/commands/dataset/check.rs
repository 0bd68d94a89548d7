//! `lydite dataset check`: what is irregular in a file, and where.

use lydite_formats::codes;
use lydite_lab::execution::Executor;
use lydite_lab::{Error, Findings, graphs};
use lydite_model::{Diagnostic, Severity};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{Check, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Page, Shown, Table, coverage, plural, remarks};
use crate::session::Session;

/// Shows the diagnostics and a closing line.
pub(crate) fn write(
    findings: &Findings,
    page: &mut Page<'_>,
    session: &Session,
    limit: usize,
) -> Result<(), Failure> {
    let mut shown: Vec<&Diagnostic> = findings
        .diagnostics
        .iter()
        .filter(|remark| remark.severity() > Severity::Note || session.global.verbose > 0)
        .collect();
    shown.sort_by_key(|remark| (remark.severity(), remark.place.line, remark.place.column));
    for remark in shown {
        remarks::write(page, remark)?;
    }
    for code in codes::ALL {
        let Some(&count) = findings.codes.get(code.id) else {
            continue;
        };
        if code.severity == Severity::Note && session.global.verbose == 0 {
            let places = plural(count, "place");
            page.line(&format!("note[{}]: {}: {places}", code.id, code.title))?;
        } else if count > limit as u64 {
            let more = count - limit as u64;
            page.line(&format!(
                "{}[{}]: {}: {more} more (see them with --all)",
                code.severity.as_str(),
                code.id,
                code.title
            ))?;
        }
    }
    let verdict = match (findings.errors, findings.warnings, findings.notes) {
        (0, 0, 0) => "nothing found".to_owned(),
        (errors, warnings, notes) => [(errors, "error"), (warnings, "warning"), (notes, "note")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| plural(count, noun))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let questions = plural(findings.questions, "question");
    page.line(&format!(
        "{}: {questions} loaded ({}), {verdict}",
        findings.file, findings.format
    ))?;
    let Some(coverage) = &findings.coverage else {
        return Ok(());
    };
    page.line(&format!("\nthe gold queries on {}:\n\n", coverage.graph))?;
    page.table(&coverage::summary(coverage))?;
    let troubles = coverage::troubles(coverage, limit.max(20));
    if !troubles.is_empty() {
        page.blank()?;
        page.table(&troubles)?;
    }
    let undecided = coverage::undecided(coverage, limit.max(20));
    if !undecided.is_empty() {
        page.paragraph(
            "\nanswers that depend on the query engine, because LIMIT or OFFSET cuts between tied rows:\n\n",
        )?;
        page.table(&undecided)?;
    }
    Ok(())
}

/// All files that were checked.
#[derive(Serialize)]
struct Files<'f> {
    files: &'f [Findings],
}

pub(super) fn run(session: &Session, options: &Check) -> Result<Verdict, Failure> {
    if let Some(code) = &options.code {
        return explain(session, code);
    }
    // A document for programs is complete; what a person reads is not longer than needed.
    let limit = match session.format() {
        _ if options.all => usize::MAX,
        OutputFormat::Table => options.limit,
        _ => usize::MAX,
    };
    let used = options.graph.used();
    let graph = match &used {
        Some(used) => Some(session.lab.graph(&used.name)?),
        None => None,
    };
    let on = match (&used, graph.as_deref()) {
        (Some(used), Some(graph)) => Some((
            Executor::new(graph, session.lab.limits(used)),
            graphs::shown(&used.name),
        )),
        _ => None,
    };
    let on = on.as_ref().map(|(executor, called)| (executor, &**called));
    let results: Vec<Result<Findings, Error>> = options
        .files
        .par_iter()
        .map(|file| session.lab.check(file, limit, on))
        .collect();
    let mut failure = None;
    let mut findings = Vec::new();
    for result in results {
        match result {
            Ok(found) => findings.push(found),
            // The other files are checked all the same; all failures are told.
            Err(error) => {
                if let Some(earlier) = failure.replace(Failure::from(error)) {
                    super::super::report(&earlier);
                }
            }
        }
    }
    let files = Files { files: &findings };
    session.print(Shown::new(files).table(|| table(&findings)).page(|page| {
        for (at, found) in findings.iter().enumerate() {
            if at > 0 {
                page.blank()?;
            }
            write(found, page, session, limit)?;
        }
        if findings.len() > 1 {
            page.line(&format!("\n{}", total(&findings)))?;
        }
        Ok(())
    }))?;
    match failure {
        Some(failure) => Err(failure),
        None if findings.iter().all(|found| found.holds(options.strict)) => Ok(Verdict::Done),
        None => Ok(Verdict::DoesNotHold),
    }
}

fn total(findings: &[Findings]) -> String {
    let sum = |figure: fn(&Findings) -> u64| findings.iter().map(figure).sum();
    format!(
        "{}: {} loaded, {}, {}, {}",
        plural(findings.len() as u64, "file"),
        plural(sum(|found| found.questions), "question"),
        plural(sum(|found| found.errors), "error"),
        plural(sum(|found| found.warnings), "warning"),
        plural(sum(|found| found.notes), "note"),
    )
}

fn table(findings: &[Findings]) -> Table {
    let mut table = Table::new([
        Column::new("file").shorten(),
        Column::number("line"),
        Column::number("column"),
        Column::new("path").wrap(),
        Column::new("severity"),
        Column::new("code"),
        Column::new("message").wrap(),
        Column::new("action"),
        Column::new("hint").wrap(),
    ]);
    for remark in findings.iter().flat_map(|found| &found.diagnostics) {
        table.row([
            Cell::from(&remark.place.file),
            remark.place.line.into(),
            remark.place.column.into(),
            Cell::from(&remark.place.path),
            remark.severity().as_str().into(),
            remark.code.id.into(),
            Cell::from(&remark.message),
            remark.action.as_str().into(),
            remark.hint.clone().into(),
        ]);
    }
    table
}

/// What a code means.
#[derive(Serialize)]
struct Explained {
    code: &'static str,
    title: &'static str,
    severity: &'static str,
    explanation: &'static str,
}

fn explain(session: &Session, id: &str) -> Result<Verdict, Failure> {
    let Some(code) = codes::ALL
        .iter()
        .find(|code| code.id.eq_ignore_ascii_case(id))
    else {
        return Err(Failure::usage(format!("there is no diagnostic code `{id}`")).hint(
            "docs/diagnostics.md lists the codes, and every diagnostic of `dataset check` shows its code",
        ));
    };
    let document = Explained {
        code: code.id,
        title: code.title,
        severity: code.severity.as_str(),
        explanation: code.explanation,
    };
    session.print(Shown::new(document).page(|page| {
        page.line(&format!(
            "{} {} ({})\n{}",
            code.id,
            code.title,
            code.severity.as_str(),
            code.explanation
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}
