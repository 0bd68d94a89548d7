//! `lydite score --explain`: why a question scores as it does.

use std::path::Path;

use lydite_graph::{KnowledgeGraph, Limits};
use lydite_judge::Report;
use lydite_lab::{Evaluated, GivenQueries, GivenQuery, System, unknown_iris};
use lydite_model::{Evidence, Experiment, Gold as GoldState, Outcome, Status};
use lydite_sparql::Dialect;

use crate::args::Score;
use crate::commands::query::diff;
use crate::failure::Failure;
use crate::output::iris::Prefixes;
use crate::output::{Page, plural};
use crate::session::Session;

/// How many answers of each kind are shown.
const ANSWERS: usize = 20;

/// The questions that are to be explained.
pub(super) struct Explained<'e> {
    session: &'e Session,
    options: &'e Score,
    evaluated: &'e Evaluated,
    systems: Vec<System>,
    /// The graph on which queries were run.
    graph: Option<(Box<dyn KnowledgeGraph>, Limits)>,
    prefixes: Prefixes,
    dialect: Dialect,
}

impl<'e> Explained<'e> {
    pub(super) fn new(
        session: &'e Session,
        options: &'e Score,
        evaluated: &'e Evaluated,
    ) -> Result<Self, Failure> {
        let graph = match options.graph.used() {
            Some(used) => Some((session.lab.graph(&used.name)?, session.lab.limits(&used))),
            None => None,
        };
        let own = graph.iter().flat_map(|(graph, _)| graph.prefixes());
        Ok(Self {
            session,
            options,
            evaluated,
            systems: System::of_files(&options.answers),
            dialect: Dialect::field().with_own_prefixes(own),
            prefixes: match &graph {
                Some((graph, _)) => Prefixes::of(&**graph),
                None => Prefixes::field(),
            },
            graph,
        })
    }

    pub(super) fn write(&self, page: &mut Page<'_>) -> Result<(), Failure> {
        for id in &self.options.explain {
            for report in &self.evaluated.reports {
                self.outcomes(page, report, id)?;
            }
            for system in &self.systems {
                self.queries(page, system, id)?;
            }
        }
        Ok(())
    }

    fn outcomes(&self, page: &mut Page<'_>, report: &Report, id: &str) -> Result<(), Failure> {
        let others = report.experiments.iter().flat_map(|one| &one.outcomes);
        let outcomes: Vec<&Outcome> = report
            .outcomes
            .iter()
            .chain(others)
            .filter(|outcome| outcome.question.as_str() == id)
            .collect();
        if outcomes.is_empty() {
            return Err(
                Failure::input(format!("the benchmark has no question `{id}`"))
                    .hint("--per-question lists all questions"),
            );
        }
        let gold = self.evaluated.gold.as_ref();
        let text = gold.map_or("", |gold| gold.text(id));
        for outcome in outcomes {
            self.question(page, report, outcome, text)?;
        }
        Ok(())
    }

    /// Both queries, if there are, and in what they differ.
    fn queries(&self, page: &mut Page<'_>, system: &System, id: &str) -> Result<(), Failure> {
        let answers = system.answers.file();
        let Some(found) = answers.and_then(|file| self.given(file, id)) else {
            return Ok(());
        };
        let expected = self.given(&self.options.gold, id);
        if let Some(expected) = &expected {
            self.query(page, "gold query", expected)?;
        }
        self.query(page, &format!("query of {}", system.name), &found)?;
        let Some(expected) = expected else {
            return Ok(());
        };
        match (
            expected.parse_in(&self.dialect),
            found.parse_in(&self.dialect),
        ) {
            (Ok(expected), Ok(found)) => diff::write(page, &expected, &found, &self.prefixes)?,
            (Err(error), _) | (_, Err(error)) => {
                page.line(&format!(
                    "the queries cannot be compared: {}",
                    Failure::from(error)
                ))?;
            }
        }
        Ok(page.blank()?)
    }

    /// A query as it was given, and the IRIs in it that the graph does not have.
    fn query(&self, page: &mut Page<'_>, what: &str, given: &GivenQuery) -> Result<(), Failure> {
        page.line(&format!("{what}:"))?;
        for line in given.text.trim().lines() {
            page.entry("    ", line.trim_end())?;
        }
        if let (Some((graph, limits)), Ok(query)) = (&self.graph, given.parse_in(&self.dialect)) {
            match unknown_iris(&**graph, &query, limits) {
                Ok(unknown) => {
                    for iri in unknown {
                        let iri = self.prefixes.iri(&iri);
                        page.entry("  ", &format!("not in the graph: {iri}"))?;
                    }
                }
                Err(error) => page.entry("  ", &format!("IRIs not looked up: {error}"))?,
            }
        }
        Ok(page.blank()?)
    }

    /// The query of a file for a question; the first where each language has one.
    fn given(&self, file: &Path, id: &str) -> Option<GivenQuery> {
        let queries = GivenQueries::open(&self.session.lab, &file.to_string_lossy()).ok()?;
        queries.with_id(Some(id)).ok()?.into_iter().next()
    }

    fn question(
        &self,
        page: &mut Page<'_>,
        report: &Report,
        outcome: &Outcome,
        text: &str,
    ) -> Result<(), Failure> {
        // Of files too large to be held in memory the text is not at hand.
        let text = if text.is_empty() {
            String::new()
        } else {
            format!(": {text}")
        };
        page.line(&format!("question {}{text}", outcome.question))?;
        let experiment = match outcome.experiment {
            Experiment::Qa => String::new(),
            other => format!("{other} of "),
        };
        page.entry(
            "  ",
            &format!(
                "{experiment}{} under {} {}: P {:.4}, R {:.4}, F1 {:.4}",
                report.system.as_deref().unwrap_or("the answers"),
                report.rules.name,
                report.rules.version,
                outcome.precision,
                outcome.recall,
                outcome.f1
            ),
        )?;
        let said = match outcome.status {
            Status::Answered => "the system answered",
            Status::Empty if outcome.experiment != Experiment::Qa => {
                "the system gave nothing for this"
            }
            Status::Empty => "the system answered that there is no answer",
            Status::Missing => "the system did not answer",
            Status::Error => "the system failed",
        };
        let reason = outcome.error.as_ref();
        let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
        let asked = match outcome.gold {
            GoldState::Answerable => "",
            GoldState::Empty => "; the gold set is empty",
            GoldState::OutOfScope => "; the question is out of scope",
            GoldState::Missing => "; the benchmark has nothing to compare with",
            GoldState::Unreadable => "; the gold query cannot be read",
        };
        page.entry("  ", &format!("{said}{reason}{asked}"))?;
        if let Some(evidence) = &outcome.evidence {
            self.write_evidence(page, evidence)?;
        }
        page.blank()?;
        Ok(())
    }

    fn write_evidence(&self, page: &mut Page<'_>, evidence: &Evidence) -> Result<(), Failure> {
        if !evidence.matched.is_empty() {
            let count = plural(evidence.matched.len() as u64, "answer");
            page.line(&format!("\n  correct: {count}"))?;
            for pair in evidence.matched.iter().take(ANSWERS) {
                let both = if pair.gold == pair.system {
                    pair.gold.clone()
                } else {
                    format!("{} = {}", pair.system, pair.gold)
                };
                let both = self.prefixes.shorten(&both);
                page.entry("    ", &format!("{both} ({})", pair.rule))?;
            }
            more(page, evidence.matched.len())?;
        }
        for (what, answers) in [("missed", &evidence.missed), ("wrong", &evidence.surplus)] {
            if answers.is_empty() {
                continue;
            }
            let count = plural(answers.len() as u64, "answer");
            page.line(&format!("\n  {what}: {count}"))?;
            for answer in answers.iter().take(ANSWERS) {
                page.entry("    ", &self.prefixes.shorten(answer))?;
            }
            more(page, answers.len())?;
        }
        for note in &evidence.notes {
            page.blank()?;
            page.entry("  note: ", &self.prefixes.shorten(note))?;
        }
        Ok(())
    }
}

fn more(page: &mut Page<'_>, count: usize) -> Result<(), Failure> {
    if count > ANSWERS {
        page.line(&format!("    … and {} more", count - ANSWERS))?;
    }
    Ok(())
}
