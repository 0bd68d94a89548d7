//! How much of a benchmark a graph can answer, as tables.

use lydite_lab::execution::{Coverage, Freshness, Renewed};

use super::{Cell, Column, Table};

/// How many questions came to what.
pub(crate) fn summary(coverage: &Coverage) -> Table {
    let mut table = Table::new([
        Column::new("state"),
        Column::number("questions"),
        Column::new("meaning").wrap(),
    ]);
    for (state, name, meaning) in Freshness::ALL {
        let count = coverage.count(state);
        if count > 0 {
            table.row([name.into(), count.into(), Cell::from(meaning)]);
        }
    }
    table
}

/// The questions that need a look.
pub(crate) fn troubles(coverage: &Coverage, most: usize) -> Table {
    let odd = |renewed: &&Renewed| {
        matches!(
            renewed.state,
            Freshness::Changed | Freshness::Empty | Freshness::Failed | Freshness::New
        )
    };
    let mut table = Table::new([
        Column::new("question").shorten(),
        Column::new("state"),
        Column::number("before"),
        Column::number("after"),
        Column::number("F1"),
        Column::new("why").wrap(),
    ]);
    let mut odd: Vec<&Renewed> = coverage.questions.iter().filter(odd).collect();
    odd.sort_by_key(|renewed| std::cmp::Reverse(renewed.state));
    for renewed in odd.iter().take(most) {
        let name = Freshness::ALL
            .iter()
            .find(|(state, ..)| *state == renewed.state)
            .map_or("", |(_, name, _)| name);
        let why = renewed.reason.as_deref().unwrap_or_default();
        table.row([
            Cell::from(&renewed.id),
            name.into(),
            renewed.before.into(),
            renewed.after.into(),
            Cell::from(renewed.f1).digits(2),
            Cell::from(why).shown(why.lines().next().unwrap_or_default()),
        ]);
    }
    table
}

/// The questions whose answer depends on the engine.
pub(crate) fn undecided(coverage: &Coverage, most: usize) -> Table {
    let mut table = Table::new([
        Column::new("question").shorten(),
        Column::number("taken"),
        Column::number("of"),
        Column::new("tied rows").wrap(),
    ]);
    let undecided = coverage
        .questions
        .iter()
        .filter_map(|renewed| Some((&renewed.id, renewed.undecided.as_ref()?)));
    for (id, found) in undecided.take(most) {
        let rows = if found.rows.is_empty() {
            "(in a sub-select)".to_owned()
        } else {
            found.rows.join(", ")
        };
        table.row([
            Cell::from(id),
            found.taken.into(),
            found.tied.into(),
            rows.into(),
        ]);
    }
    table
}
