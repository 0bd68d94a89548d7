//! `lydite dataset check`: what is irregular in a file, and where.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use lydite_formats::{Item, Reader, codes};
use lydite_graph::KnowledgeGraph;
use lydite_model::{Diagnostic, Question, Severity};
use lydite_sparql::Dialect;
use rayon::prelude::*;
use serde::Serialize;

use super::gold;
use crate::args::{Check, OutputFormat};
use crate::commands::rules;
use crate::execution::Coverage;
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, plural, remarks};
use crate::session::Session;

/// What was found in a file.
#[derive(Serialize)]
pub(crate) struct Findings {
    file: String,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset: Option<String>,
    questions: u64,
    errors: u64,
    warnings: u64,
    notes: u64,
    /// What the gold queries give on a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Coverage>,
    /// How often each code was found.
    codes: BTreeMap<&'static str, u64>,
    diagnostics: Vec<Diagnostic>,
}

impl Findings {
    /// Reads a file to its end and keeps up to `limit` remarks of each kind.
    pub(crate) fn of(reader: Reader, file: String, limit: usize) -> Self {
        Self::keeping(reader, file, limit, &mut |_| {})
    }

    /// The same, and gives the questions to `keep`.
    fn keeping(
        mut reader: Reader,
        file: String,
        limit: usize,
        keep: &mut dyn FnMut(Question),
    ) -> Self {
        let mut findings = Self {
            file,
            format: reader.format().name,
            dataset: None,
            questions: 0,
            errors: 0,
            warnings: 0,
            notes: 0,
            coverage: None,
            codes: BTreeMap::new(),
            diagnostics: Vec::new(),
        };
        let dialect = Dialect::field();
        for item in reader.items() {
            let (question, place) = match item {
                Item::Question(question, place) => (question, place),
                Item::Diagnostic(diagnostic) => {
                    findings.add(diagnostic, limit);
                    continue;
                }
            };
            findings.questions += 1;
            for query in &question.queries {
                if let Some(remark) = gold::remark(query, &dialect, || place.clone()) {
                    findings.add(remark, limit);
                }
            }
            keep(question);
        }
        findings.dataset = reader.info().id.clone();
        findings
    }

    fn add(&mut self, mut remark: Diagnostic, limit: usize) {
        match remark.severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
        let count = self.codes.entry(remark.code.id).or_default();
        *count += 1;
        if *count <= limit as u64 {
            remark.place.file.clone_from(&self.file);
            self.diagnostics.push(remark);
        }
    }

    fn holds(&self, strict: bool) -> bool {
        self.errors == 0 && !(strict && self.warnings > 0)
    }

    /// Shows the remarks and a closing line.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        session: &Session,
        limit: usize,
    ) -> std::io::Result<()> {
        let mut shown: Vec<&Diagnostic> = self
            .diagnostics
            .iter()
            .filter(|remark| remark.severity() > Severity::Note || session.global.verbose > 0)
            .collect();
        shown.sort_by_key(|remark| (remark.severity(), remark.place.line, remark.place.column));
        for remark in shown {
            remarks::write(out, remark, session.colored())?;
        }
        for code in codes::ALL {
            let Some(&count) = self.codes.get(code.id) else {
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
        let verdict = match (self.errors, self.warnings, self.notes) {
            (0, 0, 0) => "nothing to remark".to_owned(),
            (errors, warnings, notes) => {
                [(errors, "error"), (warnings, "warning"), (notes, "note")]
                    .into_iter()
                    .filter(|(count, _)| *count > 0)
                    .map(|(count, noun)| plural(count, noun))
                    .collect::<Vec<_>>()
                    .join(", ")
            }
        };
        let questions = plural(self.questions, "question");
        writeln!(
            out,
            "{}: {questions} loaded ({}), {verdict}",
            self.file, self.format
        )?;
        let Some(coverage) = &self.coverage else {
            return Ok(());
        };
        writeln!(out, "\nthe gold queries on {}:\n", coverage.graph)?;
        coverage.summary().write(out, OutputFormat::Table)?;
        if let Some(troubles) = coverage.troubles(limit.max(20)) {
            writeln!(out)?;
            troubles.write(out, OutputFormat::Table)?;
        }
        Ok(())
    }
}

pub(super) fn run(session: &Session, options: &Check) -> Result<Verdict, Failure> {
    if let Some(code) = &options.explain {
        return explain(session, code);
    }
    // A document for programs is complete; what a person reads is not longer than needed.
    let limit = match session.format() {
        _ if options.all => usize::MAX,
        OutputFormat::Table => options.limit,
        _ => usize::MAX,
    };
    let graph = options.graph.open(session)?;
    let graph = graph.as_deref();
    let results: Vec<Result<Findings, Failure>> = options
        .files
        .par_iter()
        .map(|file| check(session, options, file, limit, graph))
        .collect();
    let mut out = session.out();
    let mut failure = None;
    let mut findings = Vec::new();
    for result in results {
        match result {
            Ok(found) => findings.push(found),
            // The other files are checked all the same; all failures are told.
            Err(error) => {
                if let Some(earlier) = failure.replace(error) {
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
                found.write(&mut out, session, limit)?;
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

fn check(
    session: &Session,
    options: &Check,
    file: &Path,
    limit: usize,
    graph: Option<&dyn KnowledgeGraph>,
) -> Result<Findings, Failure> {
    let reader = session.open(file)?;
    let (Some(graph), Some(called)) = (graph, options.graph.called()) else {
        return Ok(Findings::of(reader, name(file), limit));
    };
    let mut questions = Vec::new();
    let mut findings = Findings::keeping(reader, name(file), limit, &mut |question| {
        questions.push(question);
    });
    let executor = options.graph.executor(graph);
    let rules = rules::find("lydite")?;
    findings.coverage = Some(Coverage::of(session, &executor, &called, rules, &questions));
    Ok(findings)
}

/// The file as the user named it.
fn name(file: &Path) -> String {
    match file.as_os_str() == "-" {
        true => "(standard input)".to_owned(),
        false => PathBuf::from(file).display().to_string(),
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
            "the codes are in docs/diagnostics.md, and behind each remark of `dataset check`",
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
