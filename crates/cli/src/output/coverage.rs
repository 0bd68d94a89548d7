//! How much of a benchmark a graph can answer, as tables.

use lydite_lab::execution::{Coverage, Freshness, Renewed};

use crate::output::cut;
use crate::output::grid::Grid;

/// How many questions came to what.
pub(crate) fn summary(coverage: &Coverage) -> Grid {
    let mut grid = Grid::new(["questions", "", "meaning"]);
    for (state, name, meaning) in Freshness::ALL {
        let count = coverage.count(state);
        if count > 0 {
            grid.row([name, &count.to_string(), meaning]);
        }
    }
    grid
}

/// The questions that need a look.
pub(crate) fn troubles(coverage: &Coverage, most: usize) -> Option<Grid> {
    let odd = |renewed: &&Renewed| {
        matches!(
            renewed.state,
            Freshness::Changed | Freshness::Empty | Freshness::Failed | Freshness::New
        )
    };
    let mut grid = Grid::new(["question", "state", "before", "after", "F1", "why"]);
    let mut odd: Vec<&Renewed> = coverage.questions.iter().filter(odd).collect();
    odd.sort_by_key(|renewed| std::cmp::Reverse(renewed.state));
    let count = |n: Option<usize>| n.map_or_else(|| "–".to_owned(), |n| n.to_string());
    for renewed in odd.iter().take(most) {
        let name = Freshness::ALL
            .iter()
            .find(|(state, ..)| *state == renewed.state)
            .map_or("", |(_, name, _)| name);
        let why: String = renewed.reason.as_deref().unwrap_or_default().into();
        grid.row([
            renewed.id.clone(),
            name.to_owned(),
            count(renewed.before),
            count(renewed.after),
            renewed.f1.map_or(String::new(), |f1| format!("{f1:.2}")),
            why.lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(50)
                .collect(),
        ]);
    }
    (!odd.is_empty()).then_some(grid)
}

/// The questions whose answer depends on the engine.
pub(crate) fn undecided(coverage: &Coverage, most: usize) -> Option<Grid> {
    let mut grid = Grid::new(["question", "taken", "of", "rows that tie"]);
    let undecided = coverage
        .questions
        .iter()
        .filter_map(|renewed| Some((&renewed.id, renewed.undecided.as_ref()?)));
    for (id, found) in undecided.clone().take(most) {
        let rows = if found.rows.is_empty() {
            "(in a sub-select)".to_owned()
        } else {
            cut(&found.rows.join(", "), 50)
        };
        grid.row([
            id.clone(),
            found.taken.to_string(),
            found.tied.to_string(),
            rows,
        ]);
    }
    undecided.clone().next().map(|_| grid)
}
