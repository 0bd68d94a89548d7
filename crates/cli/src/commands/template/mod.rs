//! `lydite template`: query templates judged by the six criteria of the TGM evaluation.

mod cases;
mod chart;
mod client;
mod explain;
mod figures;
mod gold;
mod modules;
mod queries;
mod report;
mod run;
mod tables;

use lydite_template::{self as template, Evaluator, Sameness, Validity};

use self::run::Run;
use crate::args::{Template, TemplateRules, TemplateSyntax};
use crate::failure::{Failure, Verdict};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Template) -> Result<Verdict, Failure> {
    let evaluator = evaluator(options);
    let has_gold = options.dataset.is_some() || !options.gold.is_empty();
    if let Some(path) = &options.cases {
        if has_gold {
            return Err(
                Failure::usage("the records of --cases have their gold queries with them")
                    .hint("leave --gold and --dataset out, or give the file as --replay"),
            );
        }
        let mut run = Run::new(session, options, evaluator, path)?;
        cases::each(session, path, &mut |item| run.add(&item))?;
        return run.finish();
    }
    if let (Some(path), false) = (&options.replay, has_gold) {
        let mut run = Run::new(session, options, evaluator, path)?;
        cases::each(session, path, &mut |item| run.add(&item))?;
        return run.finish();
    }
    if !has_gold {
        return Err(Failure::usage("what are the questions?").hint(
            "name them with --gold FILE or --dataset tgm-paper, or give stored exchanges with \
             --cases FILE",
        ));
    }
    let classifies = only_figures(options).then_some(&evaluator);
    let questions = gold::collect(session, options, classifies)?;
    if let Some(url) = &options.tgm {
        let mut run = Run::new(session, options, evaluator, url.as_ref())?;
        client::ask_all(session, options, url, questions.pairs, &mut |item| {
            run.add(&item)
        })?;
        return run.finish();
    }
    if let Some(path) = &options.replay {
        let recorded = cases::by_question(session, path)?;
        let mut run = Run::new(session, options, evaluator, path)?;
        for pair in questions.pairs {
            let exchange = recorded.get(&pair.question).cloned();
            run.add(&gold::item(pair, exchange))?;
        }
        return run.finish();
    }
    if let Some(path) = &options.queries {
        let found = queries::Queries::read(session, path, &options.lang)?;
        let several = options.dataset.is_some() || options.gold.len() > 1;
        let mut run = Run::new(session, options, evaluator, path)?;
        for pair in questions.pairs {
            let exchange = found.of(&pair, several);
            run.add(&gold::item(pair, exchange))?;
        }
        return run.finish();
    }
    figures::write(session, options, &questions)?;
    Ok(Verdict::Done)
}

fn evaluator(options: &Template) -> Evaluator {
    Evaluator::new(rules(options)).with_validity(match options.syntax {
        TemplateSyntax::Grammar => Validity::Grammar,
        TemplateSyntax::Strict => Validity::Strict,
        TemplateSyntax::Dialect => Validity::Dialect,
    })
}

/// Whether there is nothing to judge.
fn only_figures(options: &Template) -> bool {
    let files = [&options.cases, &options.replay, &options.queries];
    options.tgm.is_none() && files.iter().all(|source| source.is_none())
}

fn rules(options: &Template) -> template::TemplateRules {
    match options.rules {
        Some(TemplateRules::Lydite) => template::TemplateRules::Lydite,
        Some(TemplateRules::Reference) => template::TemplateRules::Reference,
        // The figures of the paper are what its program counts.
        None if only_figures(options) && options.dataset.is_some() => {
            template::TemplateRules::Reference
        }
        None => template::TemplateRules::Lydite,
    }
}

fn sameness(options: &Template) -> Sameness {
    match options.fold {
        true => Sameness::Folded,
        false => Sameness::Exact,
    }
}
