//! `lydite score`: answer files judged against a benchmark.

mod disputed;
mod explain;
pub(super) mod failures;
mod figures;
pub(super) mod leaderboard;
mod lines;
mod notes;
mod questions;

use std::io::Write;

use lydite_judge::{Chosen, Measure, RemarkKind, Report, customary_rules};
use lydite_lab::charts::failures_chart;
use lydite_lab::files::KnowledgeFiles;
use lydite_lab::{Citation, Config, Evaluated, Evaluation, Identity, Lab, System, find_rules};
use lydite_model::Language;

use super::charting;
use crate::args::{Global, OutputFormat, Score};
use crate::failure::{Failure, Verdict};
use crate::output::Shown;
use crate::session::{Results, Session};
use crate::terminal::fitted_result;

pub(super) fn run(session: &Session, options: &Score) -> Result<Verdict, Failure> {
    charting::check(options.chart.as_deref())?;
    let identity = session.identity(options.cite.is_some() || options.chart.is_some());
    let evaluation = options.evaluation(identity)?;
    let evaluated = session.lab.evaluate(&evaluation)?;
    refuse_vacuous(options.lang.is_some(), &evaluated)?;
    charting::write(options.chart.as_deref(), || {
        if options.failures {
            failures_chart(&evaluated.failures)
        } else {
            evaluated.chart()
        }
    })?;
    match options.cite {
        Some(form) => cite(session, form.into(), &evaluated)?,
        None => write(session, options, &evaluated)?,
    }
    if options.cite.is_none() && session.format() == OutputFormat::Table {
        for line in customary(session, &evaluation, &evaluated)? {
            session.say(&line);
        }
    }
    let verdict = verdict(
        session,
        options.fail_under,
        options.allow_damaged,
        &evaluated,
    );
    if session.ends_process() {
        // Its memory ends with it: faster than answer by answer.
        std::mem::forget(evaluated);
    }
    Ok(verdict)
}

/// What the scorer that papers on this benchmark use has to say, beside our own figures.
fn customary(
    session: &Session,
    evaluation: &Evaluation,
    evaluated: &Evaluated,
) -> Result<Vec<String>, Failure> {
    let gold = evaluated.gold.as_ref();
    let Some(customary) = gold.and_then(|gold| customary_rules(&gold.about.info)) else {
        return Ok(Vec::new());
    };
    let [ours] = &evaluation.rules[..] else {
        return Ok(Vec::new());
    };
    if ours.name == customary.rules.name {
        return Ok(Vec::new());
    }
    let again = Evaluation {
        rules: vec![customary.rules],
        measures: Vec::new(),
        explain: Vec::new(),
        failures: false,
        ..evaluation.clone()
    };
    let theirs = session.lab.evaluate(&again)?;
    let score = |report: &Report| {
        let score = report.value(&report.headline()[2]);
        score.map_or("–".to_owned(), |score| format!("{score:.3}"))
    };
    let pairs = theirs.reports.iter().zip(&evaluated.reports);
    Ok(pairs
        .map(|(theirs, report)| {
            let whose = report.system.as_deref().unwrap_or("the answers");
            format!(
                "note: {whose}: {}'s own scorer: {}; ours: {}; {}. Mind that {} (--rules {})",
                customary.benchmark,
                score(theirs),
                score(report),
                customary.beside(theirs, report),
                customary.trap,
                customary.rules.name
            )
        })
        .collect())
}

impl Score {
    /// The evaluation that is meant.
    ///
    /// # Errors
    /// There is no such rule set or measure.
    pub fn evaluation(&self, identity: Identity) -> Result<Evaluation, Failure> {
        let rules = self.rules.iter().map(|name| find_rules(name));
        Ok(Evaluation {
            rules: rules.collect::<Result<_, _>>()?,
            language: self.lang.as_ref().map(Language::new),
            experiments: if self.experiment.is_empty() {
                Chosen::Available
            } else {
                Chosen::These(self.experiment.clone())
            },
            sample: self.sample.clone(),
            knowledge: KnowledgeFiles {
                same_as: self.same_as.clone(),
                labels: self.labels.clone(),
                classes: self.classes.clone(),
                ontology: self.ontology.clone(),
            },
            graph: self.graph.used(),
            measures: self
                .measure
                .iter()
                .map(|name| Measure::parse(name).map_err(|error| Failure::usage(error.to_string())))
                .collect::<Result<_, _>>()?,
            strict: self.strict,
            seed: self.seed,
            explain: self.explain.clone(),
            identity,
            failures: self.failures,
            ..Evaluation::new(self.gold.clone(), System::of_files(&self.answers))
        })
    }
}

/// What the program prints of an evaluation in a format: the scores, or every question.
///
/// # Errors
/// It cannot be written in this format.
pub fn present(
    evaluated: &Evaluated,
    global: Global,
    per_question: bool,
) -> Result<Vec<u8>, Failure> {
    let results = Results::default();
    let session = Session::within(Lab::new(Config::default()), global, results.clone());
    let view = View {
        columns: &[],
        per_question,
        worst: None,
        intervals: true,
    };
    show(&session, &view, evaluated)?;
    Ok(results.into_bytes())
}

/// Scores of nothing are no scores.
///
/// # Errors
/// Nothing was judged.
pub fn refuse_vacuous(has_language: bool, evaluated: &Evaluated) -> Result<(), Failure> {
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
        RemarkKind::NotJudged => {
            "`lydite rules list` lists the rule sets, `lydite rules show NAME` explains one"
        }
        _ if has_language => "choose another --lang",
        _ => "add --kg GRAPH to run the gold queries",
    }))
}

/// A score of a damaged file says less about the system than about the file.
pub(super) fn verdict(
    session: &Session,
    fail_under: Option<f64>,
    allow_damaged: bool,
    evaluated: &Evaluated,
) -> Verdict {
    let low = fail_under.and_then(|least| {
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
            "error: {system}, {rules}: the score is {score}, below --fail-under {least}"
        ));
        return Verdict::DoesNotHold;
    }
    let is_damaged = |report: &&Report| !report.damage.is_empty();
    let Some(damaged) = evaluated.reports.iter().find(is_damaged) else {
        return Verdict::Done;
    };
    if allow_damaged {
        return Verdict::Done;
    }
    session.say(&self::damaged(
        damaged.system.as_deref().unwrap_or("the answers"),
    ));
    Verdict::DoesNotHold
}

/// That scores rest on a damaged file.
pub(super) fn damaged(system: &str) -> String {
    format!(
        "error: {system}: the scores are unreliable, because files are damaged; `lydite dataset \
         check FILE` shows where, --allow-damaged accepts this"
    )
}

/// How the evaluation is cited.
fn cite(session: &Session, form: Citation, evaluated: &Evaluated) -> Result<(), Failure> {
    let mut out = session.out();
    let citation = form.of(&evaluated.record, &evaluated.reports);
    writeln!(out, "{}", fitted_result(&citation))?;
    out.flush()?;
    Ok(())
}

fn write(session: &Session, options: &Score, evaluated: &Evaluated) -> Result<(), Failure> {
    let view = View {
        columns: &options.columns,
        per_question: options.per_question,
        worst: options.worst,
        intervals: options.intervals,
    };
    let is_listing = leaderboard::is_listing(view.columns);
    if options.failures && !is_listing {
        failures::print(session, evaluated)?;
    } else if options.explain.is_empty() || options.per_question || is_listing {
        return show(session, &view, evaluated);
    } else {
        let explained = explain::Explained::new(session, options, evaluated)?;
        session.print(Shown::new(evaluated).page(|page| explained.write(page)))?;
    }
    notes::say(session, evaluated);
    Ok(())
}

/// How results are looked at.
pub(super) struct View<'o> {
    /// The columns of the table; by default the most important ones.
    pub columns: &'o [String],
    /// Every question.
    pub per_question: bool,
    /// So many questions with the lowest scores.
    pub worst: Option<usize>,
    /// Intervals in LaTeX as well.
    pub intervals: bool,
}

/// Prints what an evaluation came to.
pub(super) fn show(
    session: &Session,
    view: &View<'_>,
    evaluated: &Evaluated,
) -> Result<(), Failure> {
    if leaderboard::is_listing(view.columns) {
        return leaderboard::list(session, evaluated);
    }
    let (reports, gold) = (&evaluated.reports[..], evaluated.gold.as_ref());
    let is_table = session.format() == OutputFormat::Table;
    let shown = Shown::new(evaluated);
    let questions = |worst| move || questions::table(reports, gold, worst);
    if view.per_question {
        session.print(shown.table(questions(None)))?;
    } else if let (Some(worst), false) = (view.worst, is_table) {
        session.print(shown.table(questions(Some(worst))))?;
    } else {
        let comparison = leaderboard::table(evaluated, view.columns)?;
        let comparison = comparison.with_intervals(view.intervals);
        let main = main_report(view, reports);
        let table = || main.map_or_else(|| comparison.clone(), figures::table);
        session.print(shown.table(table).page(|page| {
            match main {
                Some(report) => figures::page(page, report)?,
                None => {
                    page.table(&comparison)?;
                    if view.columns.is_empty() {
                        leaderboard::legend(page, evaluated)?;
                    }
                    disputed::page(page, reports)?;
                }
            }
            if let Some(worst) = view.worst {
                page.blank()?;
                page.table(&questions::table(reports, gold, Some(worst)))?;
            }
            Ok(())
        }))?;
    }
    notes::say(session, evaluated);
    Ok(())
}

/// The one report that is shown in full, unless columns are chosen.
fn main_report<'r>(view: &View<'_>, reports: &'r [Report]) -> Option<&'r Report> {
    match reports {
        [one] if view.columns.is_empty() => Some(one),
        _ => None,
    }
}
