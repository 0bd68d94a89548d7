//! Which components were chosen for a question, and why.

use lydite_lab::asking::Chosen;

use super::harmless;
use crate::failure::Failure;
use crate::output::{Column, Page, Table};

pub(super) fn explain(page: &mut Page<'_>, chosen: &Chosen) -> Result<(), Failure> {
    page.line(&format!("Chosen by the strategy {}:", chosen.strategy))?;
    let mut table = Table::new([
        Column::new("task").named("task"),
        Column::new("component").named("component"),
        Column::number("chance").named("chance"),
        Column::number("ms").named("millis"),
        Column::new("because").named("because").wrap(),
    ]);
    for of_task in &chosen.tasks {
        let reasons: Vec<String> = of_task
            .reasons
            .iter()
            .map(|reason| format!("{} {:+.2}", harmless(&reason.feature), reason.effect))
            .collect();
        for (at, component) in of_task.components.iter().enumerate() {
            let first = at == 0;
            table.row([
                if first {
                    of_task.task.as_str().to_owned()
                } else {
                    String::new()
                },
                component.name.clone(),
                format!("{:.2}", component.chance),
                format!("{:.1}", component.millis),
                if first {
                    reasons.join(", ")
                } else {
                    String::new()
                },
            ]);
        }
    }
    page.table(&table)?;
    page.blank()?;
    if chosen.fell_back {
        page.line("They gave nothing, so others were tried.")?;
    }
    for tried in &chosen.pipelines {
        let gave = match (&tried.query, tried.answers) {
            (None, _) => "no answer".to_owned(),
            (Some(_), 1) => "1 answer".to_owned(),
            (Some(_), count) => format!("{count} answers"),
        };
        page.entry(&format!("{gave:>12}  "), &tried.components.join("+"))?;
    }
    page.blank()?;
    Ok(())
}
