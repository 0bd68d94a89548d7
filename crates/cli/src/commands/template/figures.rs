//! The figures of a dataset: how many questions of each file remain, and what they ask for.

use std::io::Write;

use lydite_template::{Evaluator, FileFigures, TemplateRules};
use serde_json::json;

use super::gold::Questions;
use crate::args::{OutputFormat, Template};
use crate::failure::Failure;
use crate::output::{self, grid::Grid, number};
use crate::session::Session;

pub(super) fn write(
    session: &Session,
    options: &Template,
    questions: &Questions,
) -> Result<(), Failure> {
    let disputed = disputed(questions);
    let mut out = session.out();
    if session.format() == OutputFormat::Json {
        let groups: Vec<_> = questions
            .groups
            .iter()
            .map(|(name, files)| json!({"name": name, "total": total(name, files), "files": files}))
            .collect();
        let document = json!({
            "rules": super::rules(options),
            "questions": questions.pairs.len(),
            "conflicting_golds": questions.conflicts,
            "groups": groups,
            "ranges_only_in_sub_selects": disputed,
        });
        output::json(&mut out, &document)?;
        out.flush()?;
        return Ok(());
    }
    let headers = [
        "file", "all", "no query", "scope", "cut", "again", "kept", "yes/no", "factoid", "range",
    ];
    let mut grid = Grid::new(headers).numeric_from(1);
    for (name, files) in &questions.groups {
        for file in files {
            row(&mut grid, file);
        }
        row(&mut grid, &total(name, files));
    }
    grid.write(&mut out, session.format())?;
    out.flush()?;
    if session.format() == OutputFormat::Table {
        session.say(&format!(
            "note: {} questions occur with more than one gold query; the newest counts",
            number(questions.conflicts as u64)
        ));
        for question in &disputed {
            session.say(&format!(
                "note: the yes/no question \"{question}\" has a LIMIT in a sub-select only; the \
                 published evaluator counts it among the ranges, the rules lydite do not"
            ));
        }
    }
    Ok(())
}

/// The questions about whose range the two rule sets differ.
fn disputed(questions: &Questions) -> Vec<&str> {
    let (ours, theirs) = (
        Evaluator::new(TemplateRules::Lydite),
        Evaluator::new(TemplateRules::Reference),
    );
    let differ = |text: &str| ours.gold(text).has_range() != theirs.gold(text).has_range();
    let pairs = questions.pairs.iter().filter(|pair| differ(&pair.sparql));
    pairs.map(|pair| pair.question.as_str()).collect()
}

fn total(name: &str, files: &[FileFigures]) -> FileFigures {
    let sum = |of: fn(&FileFigures) -> usize| files.iter().map(of).sum();
    FileFigures {
        file: format!("{name}, together"),
        questions_in_source_file: sum(|file| file.questions_in_source_file),
        without_query: sum(|file| file.without_query),
        out_of_scope: sum(|file| file.out_of_scope),
        other_dropped: sum(|file| file.other_dropped),
        duplicates_dropped: sum(|file| file.duplicates_dropped),
        kept: sum(|file| file.kept),
        yes_no: sum(|file| file.yes_no),
        factoid: sum(|file| file.factoid),
        range_specified: sum(|file| file.range_specified),
        broken_origin: sum(|file| file.broken_origin),
    }
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
