//! `lydite score`: answer files judged against a benchmark.

mod explain;
pub(super) mod tables;

use std::io::Write;

use lydite_judge::{Chosen, Measure, RemarkKind, Report};
use lydite_lab::files::KnowledgeFiles;
use lydite_lab::{Citation, Evaluated, Evaluation, System, find_rules, official_rules};
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
        measures: options
            .measure
            .iter()
            .map(|name| Measure::parse(name).map_err(|error| Failure::usage(error.to_string())))
            .collect::<Result<_, _>>()?,
        strict: options.strict,
        seed: options.seed,
        explain: options.explain.clone(),
        ..Evaluation::new(options.gold.clone(), System::of_files(&options.answers))
    };
    let evaluated = session.lab.evaluate(&evaluation)?;
    refuse_vacuous(&evaluated)?;
    match options.cite {
        Some(form) => cite(session, form.into(), &evaluated)?,
        None => write(session, options, &evaluated)?,
    }
    let verdict = verdict(session, options, &evaluated);
    // The process ends here, and its memory with it: faster than answer by answer.
    std::mem::forget(evaluated);
    Ok(verdict)
}

/// Scores of nothing are no scores.
fn refuse_vacuous(evaluated: &Evaluated) -> Result<(), Failure> {
    let reports = evaluated.reports.iter();
    // What was found on the way can be judged without answers.
    let nothing = reports
        .filter(|report| report.experiments.is_empty())
        .filter(|report| report.is_vacuous())
        .find_map(|report| {
            let not_judged = report.remark(RemarkKind::NotJudged);
            not_judged.or_else(|| report.remark(RemarkKind::NothingJudged))
        });
    let Some(remark) = nothing else { return Ok(()) };
    Err(Failure::input(remark.to_string()).hint(match remark.kind {
        RemarkKind::NotJudged => "`lydite rules list` shows the rule sets, `lydite rules show` one",
        _ => "choose another --lang, or add --kg GRAPH to run the gold queries",
    }))
}

/// A score of a damaged file says less about the system than about the file.
fn verdict(session: &Session, options: &Score, evaluated: &Evaluated) -> Verdict {
    let low = options.fail_under.and_then(|least| {
        let mut reports = evaluated.reports.iter();
        let score = |report: &Report| report.value(&report.headline()[2]);
        // A score that is undefined is not high enough either.
        let low = reports.find(|report| score(report).is_none_or(|score| score < least))?;
        Some((low, score(low), least))
    });
    if let Some((report, score, least)) = low {
        let system = report.system.as_deref().unwrap_or("the answers");
        let score = score.map_or("undefined".to_owned(), |score| format!("{score:.4}"));
        let rules = &report.rules.name;
        session.say(&format!(
            "error: {system}, {rules}: the score is {score}, and --fail-under asks for {least}"
        ));
        return Verdict::DoesNotHold;
    }
    let is_damaged = |report: &&Report| !report.damage.is_empty();
    let Some(damaged) = evaluated.reports.iter().find(is_damaged) else {
        return Verdict::Done;
    };
    if options.allow_damaged {
        return Verdict::Done;
    }
    let system = damaged.system.as_deref().unwrap_or("the answers");
    session.say(&format!(
        "error: {system}: files are damaged, so the scores say little; `lydite dataset check FILE` \
         shows where, --allow-damaged accepts them"
    ));
    Verdict::DoesNotHold
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
        tell(session, evaluated);
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
                tables::comparison(evaluated, session.format())
                    .write(&mut out, session.format())?;
                if table {
                    tables::legend(&mut out, evaluated)?;
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
    tell(session, evaluated);
    Ok(())
}

/// Says what the scores do not.
fn tell(session: &Session, evaluated: &Evaluated) {
    let reports = &evaluated.reports[..];
    for other in &evaluated.unrepaired {
        let score =
            |score: Option<f64>| score.map_or("–".to_owned(), |score| format!("{score:.4}"));
        let queries = if other.queries == 1 {
            "query"
        } else {
            "queries"
        };
        session.say(&format!(
            "note: {}, {}: {} {queries} repaired before running; as given, the score is {} instead \
             of {} (--strict)",
            other.system,
            other.rules,
            other.queries,
            score(other.as_given),
            score(other.repaired)
        ));
    }
    let official = evaluated.gold.as_ref();
    let official = official.and_then(|gold| official_rules(&gold.about.info));
    if let Some(official) = official
        && reports
            .iter()
            .all(|report| report.rules.name != official.name)
    {
        session.say(&format!(
            "note: this dataset was officially evaluated under the rules `{name}`; add --rules \
             {name} to compare with published scores",
            name = official.name
        ));
    }
    if let Some(caveat) = &evaluated.caveat {
        session.say(&format!("note: {caveat}"));
    }
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
