//! `lydite dataset check`: what is irregular in a file, and where.

use std::io::Write;

use lydite_formats::codes;
use lydite_lab::execution::Executor;
use lydite_lab::{Error, Findings, graphs};
use lydite_model::{Diagnostic, Severity};
use rayon::prelude::*;

use crate::args::{Check, OutputFormat};
use crate::failure::{Failure, Verdict};
use crate::output::{self, coverage, grid::Grid, plural, remarks};
use crate::session::Session;

/// Shows the diagnostics and a closing line.
pub(crate) fn write(
    findings: &Findings,
    out: &mut dyn Write,
    session: &Session,
    limit: usize,
) -> std::io::Result<()> {
    let mut shown: Vec<&Diagnostic> = findings
        .diagnostics
        .iter()
        .filter(|remark| remark.severity() > Severity::Note || session.global.verbose > 0)
        .collect();
    shown.sort_by_key(|remark| (remark.severity(), remark.place.line, remark.place.column));
    for remark in shown {
        remarks::write(out, remark, session.colored())?;
    }
    for code in codes::ALL {
        let Some(&count) = findings.codes.get(code.id) else {
            continue;
        };
        if code.severity == Severity::Note && session.global.verbose == 0 {
            let places = plural(count, "place");
            writeln!(out, "note[{}]: {}: {places}", code.id, code.title)?;
        } else if count > limit as u64 {
            let more = count - limit as u64;
            writeln!(
                out,
                "{}[{}]: {}: {more} more (see them with --all)",
                code.severity.as_str(),
                code.id,
                code.title
            )?;
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
    writeln!(
        out,
        "{}: {questions} loaded ({}), {verdict}",
        findings.file, findings.format
    )?;
    let Some(coverage) = &findings.coverage else {
        return Ok(());
    };
    writeln!(out, "\nthe gold queries on {}:\n", coverage.graph)?;
    coverage::summary(coverage).write(out, OutputFormat::Table)?;
    if let Some(troubles) = coverage::troubles(coverage, limit.max(20)) {
        writeln!(out)?;
        troubles.write(out, OutputFormat::Table)?;
    }
    if let Some(undecided) = coverage::undecided(coverage, limit.max(20)) {
        writeln!(
            out,
            "\nanswers that depend on the engine: LIMIT or OFFSET cuts between rows that tie\n"
        )?;
        undecided.write(out, OutputFormat::Table)?;
    }
    Ok(())
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
            Executor::new(graph, used.limits()),
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
    let mut out = session.out();
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
    match session.format() {
        OutputFormat::Table => {
            for (at, found) in findings.iter().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                write(found, &mut out, session, limit)?;
            }
            if findings.len() > 1 {
                writeln!(out, "\n{}", total(&findings))?;
            }
        }
        OutputFormat::Json => output::json(&mut out, &serde_json::json!({ "files": findings }))?,
        format => grid(&findings).write(&mut out, format)?,
    }
    out.flush()?;
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

fn grid(findings: &[Findings]) -> Grid {
    let mut grid = Grid::new([
        "file", "line", "column", "path", "severity", "code", "message", "action", "hint",
    ]);
    for remark in findings.iter().flat_map(|found| &found.diagnostics) {
        grid.row([
            remark.place.file.clone(),
            remark.place.line.to_string(),
            remark.place.column.to_string(),
            remark.place.path.clone(),
            remark.severity().as_str().to_owned(),
            remark.code.id.to_owned(),
            remark.message.clone(),
            remark.action.as_str().to_owned(),
            remark.hint.clone().unwrap_or_default(),
        ]);
    }
    grid
}

fn explain(session: &Session, id: &str) -> Result<Verdict, Failure> {
    let Some(code) = codes::ALL
        .iter()
        .find(|code| code.id.eq_ignore_ascii_case(id))
    else {
        return Err(Failure::usage(format!("no code is called `{id}`")).hint(
            "the codes are in docs/diagnostics.md, and in each diagnostic of `dataset check`",
        ));
    };
    let mut out = session.out();
    writeln!(
        out,
        "{} {} ({})",
        code.id,
        code.title,
        code.severity.as_str()
    )?;
    writeln!(out, "{}", code.explanation)?;
    out.flush()?;
    Ok(Verdict::Done)
}
