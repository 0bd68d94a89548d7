//! The questions that rule sets score differently.

use std::collections::{BTreeMap, BTreeSet};

use lydite_judge::Report;

use crate::failure::Failure;
use crate::output::{Cell, Column, Page, Table};

/// How many are shown.
const SHOWN: usize = 10;

/// Shows the questions that rule sets score differently, the widest apart first.
pub(super) fn page(page: &mut Page<'_>, reports: &[Report]) -> Result<(), Failure> {
    let systems: BTreeSet<_> = reports.iter().map(|report| &report.system).collect();
    for system in systems {
        let same: Vec<_> = reports
            .iter()
            .filter(|report| report.system == *system)
            .collect();
        let apart = apart(&same);
        if apart.is_empty() {
            continue;
        }
        let total = apart.len();
        let make = if total == 1 {
            "1 question".to_owned()
        } else {
            format!("{total} questions")
        };
        let verb = if total == 1 { "makes" } else { "make" };
        page.paragraph(&format!(
            "\n{make} of {} {verb} the difference between the rules; F1 of each:\n\n",
            system.as_deref().unwrap_or("the answers")
        ))?;
        let rules = same.iter().map(|report| Column::number(&report.rules.name));
        let mut table = Table::new([Column::new("question").shorten()].into_iter().chain(rules));
        for (id, scores) in apart.into_iter().take(SHOWN) {
            let scores = scores.into_iter().map(Cell::from);
            table.row([Cell::from(id)].into_iter().chain(scores));
        }
        page.table(&table)?;
        if total > SHOWN {
            let more = total - SHOWN;
            page.line(&format!("… and {more} more (see them with --per-question)"))?;
        }
    }
    Ok(())
}

/// The questions whose scores differ, with the score of each report.
fn apart(same: &[&Report]) -> Vec<(String, Vec<f64>)> {
    if same.len() < 2 {
        return Vec::new();
    }
    let mut scores: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for report in same {
        for outcome in &report.outcomes {
            let id = outcome.question.to_string();
            scores.entry(id).or_default().push(outcome.f1);
        }
    }
    let spread = |scores: &[f64]| {
        let high = scores.iter().copied().fold(f64::MIN, f64::max);
        let low = scores.iter().copied().fold(f64::MAX, f64::min);
        high - low
    };
    let mut apart: Vec<_> = scores
        .into_iter()
        .filter(|(_, scores)| scores.len() == same.len() && spread(scores) > 1e-9)
        .collect();
    apart.sort_by(|a, b| spread(&b.1).total_cmp(&spread(&a.1)));
    apart
}
