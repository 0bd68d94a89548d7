//! `lydite template`: query templates judged by the six criteria of the TGM evaluation.

mod comparison;
mod document;
mod explain;
mod figures;
mod shown;
mod tables;

use std::io::Write;
use std::path::Path;

use lydite_lab::system::{OkbqaModules, Protocol};
use lydite_lab::templates::{
    Asking, QuestionFiles, QuestionSource, SystemSummary, TemplateEvaluation, TemplateSource,
    TemplateSystem,
};
use lydite_lab::{Error, charts};
use lydite_model::Language;
use lydite_template::{Sameness, TemplateRules, Validity};

use self::document::Document;
use self::shown::Shown;
use super::charting;
use crate::args::{Named, OutputFormat, RulesName, SyntaxName, Template};
use crate::failure::{Failure, Verdict};
use crate::output::{Page, no_table, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Template) -> Result<Verdict, Failure> {
    charting::check(options.chart.as_deref())?;
    let systems = systems(session, options)?;
    let questions = questions(options);
    let rules = rules(options, systems.is_empty());
    if systems.is_empty() {
        let questions = questions.ok_or(Error::NoQuestions)?;
        let figures = session.lab.template_figures(&questions, rules)?;
        charting::write(options.chart.as_deref(), || charts::figures_chart(&figures))?;
        figures::write(session, &figures)?;
        return Ok(Verdict::Done);
    }
    let evaluation = TemplateEvaluation {
        questions,
        systems,
        rules,
        validity: match options.syntax {
            SyntaxName::Grammar => Validity::Grammar,
            SyntaxName::Strict => Validity::Strict,
            SyntaxName::Dialect => Validity::Dialect,
        },
        asking: Asking {
            jobs: options.jobs,
            patience: options.timeout,
        },
    };
    let summaries = judge(session, options, &evaluation)?;
    for summary in &summaries {
        summary.reached()?;
    }
    Ok(Verdict::Done)
}

/// Judges everything and shows what is asked for.
fn judge(
    session: &Session,
    options: &Template,
    evaluation: &TemplateEvaluation,
) -> Result<Vec<SystemSummary>, Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let mut document = Document::new(&mut out, evaluation.rules);
        let summaries = session.lab.judge_templates(evaluation, &mut document)?;
        document.finish()?;
        out.flush()?;
        charting::write(options.chart.as_deref(), || {
            charts::verdicts_chart(&summaries)
        })?;
        return Ok(summaries);
    }
    let is_prose = !options.explain.is_empty() && !options.per_question;
    if is_prose && matches!(session.format(), OutputFormat::Csv | OutputFormat::Latex) {
        return Err(no_table(session.format()));
    }
    let mut page = Page::new(&mut out, session.look());
    let mut shown = Shown::new(&mut page, options, evaluation.systems.len());
    let summaries = session.lab.judge_templates(evaluation, &mut shown)?;
    let unexplained = shown.finish(session.format(), &summaries)?;
    out.flush()?;
    charting::write(options.chart.as_deref(), || {
        charts::verdicts_chart(&summaries)
    })?;
    if !unexplained.is_empty() {
        let names = unexplained.join(", ");
        return Err(Failure::input(format!("there is no question {names}")));
    }
    Ok(summaries)
}

/// The systems that are named, in the order of the help.
fn systems(session: &Session, options: &Template) -> Result<Vec<TemplateSystem>, Failure> {
    let records = &options.record;
    let services = options.tgm.len() + options.okbqa.len();
    if !records.is_empty() && records.len() != services {
        return Err(Failure::usage(format!(
            "--record names {} for {}",
            plural(records.len() as u64, "file"),
            plural(services as u64, "service")
        ))
        .hint("give --record one file per URL of --tgm and --okbqa, in the same order"));
    }
    let mut records = records.iter().cloned();
    let mut services = Vec::new();
    for tgm in &options.tgm {
        let source = TemplateSource::Service {
            address: tgm.value.clone(),
            record: records.next(),
            then: OkbqaModules::default(),
        };
        services.push((tgm.name.clone(), source));
    }
    for okbqa in &options.okbqa {
        let (usual, then) = chain(session, okbqa)?;
        let Some(address) = then.tgm.clone() else {
            return Err(Failure::usage(format!(
                "{} names no module that makes templates (`tgm`)",
                okbqa.value
            )));
        };
        let source = TemplateSource::Service {
            address,
            record: records.next(),
            then,
        };
        services.push((okbqa.name.clone().or(Some(usual)), source));
    }
    let file = |make: fn(std::path::PathBuf) -> TemplateSource| {
        move |given: &Named| (given.name.clone(), make(given.value.clone().into()))
    };
    let recorded = options.cases.iter().chain(&options.replay);
    let recorded = recorded.map(file(TemplateSource::Recorded));
    let queries = options.queries.iter().map(file(TemplateSource::Queries));
    Ok(TemplateSystem::named(
        services.into_iter().chain(recorded).chain(queries),
    ))
}

/// The modules of a chain, and what it is called.
fn chain(session: &Session, given: &Named) -> Result<(String, OkbqaModules), Failure> {
    let is_file = Path::new(&given.value)
        .extension()
        .is_some_and(|extension| extension == "toml");
    if !is_file {
        let base = given.value.trim_end_matches('/');
        let at = |module: &str| Some(format!("{base}/{module}"));
        let modules = OkbqaModules {
            tgm: at("tgm"),
            dm: at("dm"),
            qgm: at("qgm"),
            agm: at("agm"),
        };
        let name = base.split_once("://").map_or(base, |(_, rest)| rest);
        return Ok((name.to_owned(), modules));
    }
    let spec = session.lab.system_spec(&given.value)?;
    match spec.protocol {
        Protocol::Okbqa(options) => Ok((spec.name, options.modules)),
        _ => Err(Failure::usage(format!(
            "{} describes no okbqa system",
            given.value
        ))),
    }
}

fn questions(options: &Template) -> Option<QuestionSource> {
    let files = match options.dataset {
        Some(_) => QuestionFiles::TgmPaper,
        None if options.gold.is_empty() => return None,
        None => QuestionFiles::Given(options.gold.clone()),
    };
    Some(QuestionSource {
        files,
        language: Language::new(&options.lang),
        wording: options.wording.clone(),
        sameness: if options.fold {
            Sameness::Folded
        } else {
            Sameness::Exact
        },
    })
}

fn rules(options: &Template, only_figures: bool) -> TemplateRules {
    match options.rules {
        Some(RulesName::Lydite) => TemplateRules::Lydite,
        Some(RulesName::Reference) => TemplateRules::Reference,
        // The figures of the paper are what its program counts.
        None if only_figures && options.dataset.is_some() => TemplateRules::Reference,
        None => TemplateRules::Lydite,
    }
}
