//! `lydite score`: answer files judged against a benchmark.

mod explain;
pub(super) mod tables;

use std::io::Write;

use lydite_judge::{Chosen, RemarkKind, Report};
use lydite_lab::files::KnowledgeFiles;
use lydite_lab::{Citation, Evaluated, Evaluation, System, find_rules};
use lydite_model::Language;

use crate::args::{OutputFormat, Score};
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Score) -> Result<Verdict, Failure> {
    let rules = options.rules.iter().map(|name| find_rules(name));
    let evaluation = Evaluation {
        rules: rules.collect::<Result<_, _>>()?,
        language: options.lang.as_ref().map(Language::new),
        experiments: if options.experiment.is_empty() {
            Chosen::Available
        } else {
            Chosen::These(options.experiment.clone())
        },
        sample: options.sample.clone(),
        knowledge: KnowledgeFiles {
            same_as: options.same_as.clone(),
            labels: options.labels.clone(),
            classes: options.classes.clone(),
        },
        graph: options.graph.used(),
        seed: options.seed,
        explain: options.explain.clone(),
        ..Evaluation::new(options.gold.clone(), System::of_files(&options.answers))
    };
    let evaluated = session.lab.evaluate(&evaluation)?;
    match options.cite {
        Some(form) => cite(session, form.into(), &evaluated)?,
        None => write(session, options, &evaluated)?,
    }
    // The process ends here, and its memory with it: faster than answer by answer.
    std::mem::forget(evaluated);
    Ok(Verdict::Done)
}

/// How the evaluation is cited.
fn cite(session: &Session, form: Citation, evaluated: &Evaluated) -> Result<(), Failure> {
    let mut out = session.out();
    writeln!(out, "{}", form.of(&evaluated.record, &evaluated.reports))?;
    out.flush()?;
    Ok(())
}

fn write(session: &Session, options: &Score, evaluated: &Evaluated) -> Result<(), Failure> {
    let (reports, gold) = (&evaluated.reports[..], evaluated.gold.as_ref());
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(&mut out, evaluated)?;
        out.flush()?;
        tell(session, reports);
        return Ok(());
    }
    let table = session.format() == OutputFormat::Table;
    if options.per_question {
        tables::questions(reports, gold, None).write(&mut out, session.format())?;
    } else if !options.explain.is_empty() {
        for report in reports {
            explain::write(&mut out, report, &options.explain, gold)?;
        }
    } else {
        match reports {
            [one] => {
                if table {
                    writeln!(out, "{}\n", tables::title(one))?;
                }
                tables::figures(one, table).write(&mut out, session.format())?;
                if let (true, Some(others)) = (table, tables::experiments(one)) {
                    writeln!(
                        out,
                        "\nfound on the way (C2KB entities, P2KB properties, RE2KB triples, AT answer type,\nAIT2KB classes of the answers), macro averages:\n"
                    )?;
                    others.write(&mut out, session.format())?;
                }
            }
            several => {
                tables::comparison(several, session.format()).write(&mut out, session.format())?;
                if table {
                    tables::legend(&mut out, several)?;
                    tables::disputed(&mut out, several)?;
                }
            }
        }
        if let Some(worst) = options.worst {
            writeln!(out)?;
            tables::questions(reports, gold, Some(worst)).write(&mut out, session.format())?;
        }
    }
    out.flush()?;
    tell(session, reports);
    Ok(())
}

/// Says what the figures do not.
fn tell(session: &Session, reports: &[Report]) {
    if let Some(failure) = reports.first().and_then(Report::graph_failure) {
        session.say(&format!("warning: {failure}"));
    }
    if session.format() == OutputFormat::Table {
        for report in reports {
            let remarks = report.remarks.iter();
            for remark in remarks.filter(|remark| remark.kind != RemarkKind::GraphFailed) {
                let system = report.system.as_deref().unwrap_or("the answers");
                session.say(&format!("note: {system}, {}: {remark}", report.rules.name));
            }
        }
    }
}
