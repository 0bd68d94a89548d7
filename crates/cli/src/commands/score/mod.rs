//! `lydite score`: answer files judged against a benchmark.

mod explain;
pub(super) mod load;
pub(super) mod tables;

use std::io::Write;

use lydite_judge::{Chosen, InMemory, RemarkKind, Report, RuleSet, Scorer};
use lydite_model::Language;

use self::load::{Answers, Gold};
use super::rules::find;
use crate::args::{OutputFormat, Score};
use crate::execution::{GraphKnowledge, Together};
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::session::Session;

/// Files of this size together are judged in step, without holding them in memory.
const LARGE: u64 = 256 << 20;

pub(super) fn run(session: &Session, options: &Score) -> Result<Verdict, Failure> {
    let rules: Vec<&'static RuleSet> = options
        .rules
        .iter()
        .map(|name| find(name))
        .collect::<Result<_, _>>()?;
    let files = load::knowledge(options)?;
    let graph = options.graph.open(session)?;
    let executor = graph.as_deref().map(|graph| options.graph.executor(graph));
    let knowledge = Together {
        files: &files,
        graph: graph.as_deref().map(GraphKnowledge::new),
    };
    let scorer = |rules, system: &str| {
        Scorer::new(rules)
            .knowledge(&knowledge)
            .language(options.lang.as_ref().map(Language::new))
            .system(system)
            .seed(Some(options.seed))
            .explain(options.explain.iter().cloned())
            .experiments(match options.experiment.is_empty() {
                true => Chosen::Available,
                false => Chosen::These(options.experiment.clone()),
            })
    };
    let mut reports = Vec::new();
    let gold_path = session.resolve(&options.gold)?;
    let size = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |facts| facts.len());
    let mut gold = None;
    let sample = options
        .sample
        .as_ref()
        .map(|file| load::sample(session, file));
    let sample = sample.transpose()?;
    for given in &options.answers {
        let path = session.resolve(given)?;
        let system = load::system_name(given);
        if executor.is_none() && sample.is_none() && size(&gold_path) + size(&path) > LARGE {
            for &rules in &rules {
                let scorer = scorer(rules, &system).only_figures();
                reports.push(load::score_in_step(&scorer, &gold_path, &path)?);
            }
            continue;
        }
        if gold.is_none() {
            let mut all = Gold::load(session, &gold_path, executor.as_ref())?;
            if let Some(sample) = &sample {
                all.dataset.questions.retain(|q| sample.contains(&q.id));
                if all.dataset.questions.is_empty() {
                    return Err(Failure::input(
                        "the benchmark has no question of the sample",
                    ));
                }
            }
            gold = Some(all);
        }
        let Some(gold) = &gold else { continue };
        let mut answers = Answers::load(session, &path, executor.as_ref())?;
        if let Some(sample) = &sample {
            answers.responses.retain(|r| sample.contains(&r.question));
        }
        for &rules in &rules {
            let scorer = scorer(rules, &system);
            knowledge.prepare(|| {
                scorer.score(&gold.dataset.questions, &answers.responses);
            });
            reports.push(scorer.score_in_memory(
                InMemory::new(&gold.dataset.questions).about(gold.about.clone()),
                InMemory::new(&answers.responses).about(answers.about.clone()),
            ));
        }
    }
    write(session, options, &reports, gold.as_ref())?;
    // The process ends here, and its memory with it: faster than answer by answer.
    std::mem::forget(gold);
    Ok(Verdict::Done)
}

fn write(
    session: &Session,
    options: &Score,
    reports: &[Report],
    gold: Option<&Gold>,
) -> Result<(), Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        match reports {
            [one] => output::json(&mut out, one)?,
            several => output::json(&mut out, &serde_json::json!({ "systems": several }))?,
        }
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
