//! The figures of a dataset: how many questions of each file remain, and what they ask for.

use std::io::Write;

use lydite_lab::templates::TemplateFigures;
use lydite_template::FileFigures;

use crate::args::OutputFormat;
use crate::failure::Failure;
use crate::output::{self, grid::Grid, number};
use crate::session::Session;

pub(super) fn write(session: &Session, figures: &TemplateFigures) -> Result<(), Failure> {
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        output::json(&mut out, figures)?;
        out.flush()?;
        return Ok(());
    }
    let headers = [
        "file", "all", "no query", "scope", "cut", "again", "kept", "yes/no", "factoid", "range",
    ];
    let mut grid = Grid::new(headers).numeric_from(1);
    for group in &figures.groups {
        for file in &group.files {
            row(&mut grid, file);
        }
        row(&mut grid, &group.total());
    }
    grid.write(&mut out, session.format())?;
    out.flush()?;
    if session.format() == OutputFormat::Table {
        session.say(&format!(
            "note: {} questions occur with more than one gold query; the newest counts",
            number(figures.conflicts as u64)
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

fn row(grid: &mut Grid, file: &FileFigures) {
    let count = |n: usize| number(n as u64);
    grid.row([
        file.file.trim_end_matches(".json").to_owned(),
        count(file.questions_in_source_file),
        count(file.without_query),
        count(file.out_of_scope),
        count(file.other_dropped),
        count(file.duplicates_dropped),
        count(file.kept),
        count(file.yes_no),
        count(file.factoid),
        count(file.range_specified),
    ]);
}
