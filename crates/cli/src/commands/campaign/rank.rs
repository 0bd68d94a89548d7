//! Rankings as tables.

use lydite_lab::campaign::Ranking;

use crate::failure::Failure;
use crate::output::{Cell, Column, Shown, Table};
use crate::session::Session;

pub(super) fn write(session: &Session, rankings: &[Ranking]) -> Result<(), Failure> {
    let document = serde_json::json!({ "rankings": rankings });
    let shown = Shown::new(document).table(|| records(rankings));
    session.print(shown.page(|page| {
        if rankings.is_empty() {
            page.paragraph("Nothing was submitted yet.")?;
        }
        for (at, ranking) in rankings.iter().enumerate() {
            if at > 0 {
                page.line("\n")?;
            }
            let language = ranking.language.as_ref();
            let language = language.map_or(String::new(), |language| format!(", {language}"));
            page.paragraph(&format!(
                "{}{language} ({} phase, rules {}, by {})\n",
                ranking.task, ranking.phase, ranking.rules, ranking.measure
            ))?;
            page.table(&table(ranking))?;
        }
        Ok(())
    }))
}

fn table(ranking: &Ranking) -> Table {
    let mut table = Table::new([
        Column::number("rank"),
        Column::new("system").wrap(),
        Column::number("P"),
        Column::number("R"),
        Column::number("F1"),
        Column::number("submission"),
    ]);
    for place in &ranking.places {
        let [precision, recall, f1] = place.scores.map(|score| Cell::from(score).digits(3));
        table.row([
            Cell::from(place.rank as u64),
            Cell::from(&place.system),
            precision,
            recall,
            f1.within(place.interval),
            Cell::from(place.submission),
        ]);
    }
    table
}

/// A row a ranking and system, for programs.
fn records(rankings: &[Ranking]) -> Table {
    let mut table = Table::new([
        Column::new("task"),
        Column::new("phase"),
        Column::new("language"),
        Column::number("rank"),
        Column::new("system"),
        Column::new("configuration"),
        Column::number("precision"),
        Column::number("recall"),
        Column::number("f1").with_interval(),
        Column::number("submission"),
        Column::number("submissions"),
    ]);
    for ranking in rankings {
        for place in &ranking.places {
            let [precision, recall, f1] = place.scores.map(Cell::from);
            table.row([
                Cell::from(&ranking.task),
                Cell::from(ranking.phase.as_str()),
                ranking
                    .language
                    .as_ref()
                    .map_or_else(Cell::missing, Cell::from),
                Cell::from(place.rank as u64),
                Cell::from(&place.system),
                place
                    .configuration
                    .as_ref()
                    .map_or_else(Cell::missing, Cell::from),
                precision,
                recall,
                f1.within(place.interval),
                Cell::from(place.submission),
                Cell::from(place.submissions),
            ]);
        }
    }
    table
}
