//! The figures of a dataset: how many questions of each file remain, and what they ask for.

use lydite_lab::templates::TemplateFigures;
use lydite_template::FileFigures;

use crate::args::OutputFormat;
use crate::failure::Failure;
use crate::output::{Cell, Column, Shown, Table, plural};
use crate::session::Session;

pub(super) fn write(session: &Session, figures: &TemplateFigures) -> Result<(), Failure> {
    session.print(Shown::new(figures).table(|| table(figures)))?;
    if session.format() == OutputFormat::Table {
        session.say(&format!(
            "note: {} with more than one gold query; the last one counts",
            plural(figures.conflicts as u64, "question")
        ));
        for question in &figures.disputed {
            session.say(&format!(
                "note: the yes/no question \"{question}\" has a LIMIT in a sub-select only; the \
                 published evaluator counts it among the ranges, the rules lydite do not"
            ));
        }
    }
    Ok(())
}

fn table(figures: &TemplateFigures) -> Table {
    let mut table = Table::new([
        Column::new("file").shorten(),
        Column::number("all").named("questions_in_source_file"),
        Column::number("no query")
            .named("without_query")
            .drop_first(),
        Column::number("scope").named("out_of_scope").drop_first(),
        Column::number("cut").named("other_dropped").drop_first(),
        Column::number("again")
            .named("duplicates_dropped")
            .drop_first(),
        Column::number("kept"),
        Column::number("yes/no"),
        Column::number("factoid"),
        Column::number("range").named("range_specified"),
    ]);
    for group in &figures.groups {
        for file in &group.files {
            row(&mut table, file);
        }
        row(&mut table, &group.total());
    }
    table
}

fn row(table: &mut Table, file: &FileFigures) {
    table.row([
        Cell::from(file.file.trim_end_matches(".json")),
        file.questions_in_source_file.into(),
        file.without_query.into(),
        file.out_of_scope.into(),
        file.other_dropped.into(),
        file.duplicates_dropped.into(),
        file.kept.into(),
        file.yes_no.into(),
        file.factoid.into(),
        file.range_specified.into(),
    ]);
}
