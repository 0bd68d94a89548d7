//! `lydite dataset stats`: benchmarks in figures, side by side.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lydite_formats::{FlagProfile, Profile};
use lydite_judge::rules;
use lydite_lab::charts::profiles_chart;
use lydite_lab::{Error, Profiled};
use rayon::prelude::*;
use serde::Serialize;

use crate::commands::charting;
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, number};
use crate::session::Session;

pub(super) fn run(
    session: &Session,
    files: &[PathBuf],
    chart: Option<&Path>,
) -> Result<Verdict, Failure> {
    charting::check(chart)?;
    let figures: Vec<Profiled> = files
        .par_iter()
        .map(|file| session.lab.profile(file))
        .collect::<Result<_, Error>>()?;
    charting::write(chart, || profiles_chart(&figures))?;
    let document = Files { files: &figures };
    session.print(
        Shown::new(document)
            .table(|| table(&figures, false))
            .records(|| records(&figures))
            .page(|page| Ok(page.table(&table(&figures, true))?)),
    )?;
    Ok(Verdict::Done)
}

/// All files that were profiled.
#[derive(Serialize)]
struct Files<'f> {
    files: &'f [Profiled],
}

/// A row a figure, a column a file. Rows that are empty for all files are left out.
pub(crate) fn table(figures: &[Profiled], bars: bool) -> Table {
    let name = |file: &str| {
        Path::new(file)
            .file_name()
            .map_or_else(|| file.into(), |name| name.to_string_lossy().into_owned())
    };
    let files = figures
        .iter()
        .map(|one| Column::number(name(&one.file)).shorten());
    let mut table = Table::new([Column::new("property").wrap()].into_iter().chain(files));
    for row in rows(figures, bars) {
        if row.audience != Audience::Programs {
            table.row([Cell::from(row.label)].into_iter().chain(row.cells));
        }
    }
    table
}

/// A row a file, a column a figure.
fn records(figures: &[Profiled]) -> Table {
    let mut rows = rows(figures, false);
    rows.retain(|row| row.audience != Audience::People);
    let columns = rows.iter().map(|row| Column::new(&row.label));
    let mut table = Table::new([Column::new("file")].into_iter().chain(columns));
    for (at, one) in figures.iter().enumerate() {
        let cells = rows.iter().map(|row| row.cells[at].clone());
        table.row([Cell::from(&one.file)].into_iter().chain(cells));
    }
    table
}

/// A figure of every file.
struct Row {
    label: String,
    cells: Vec<Cell>,
    audience: Audience,
}

/// Who wants to see a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    Everybody,
    People,
    Programs,
}

fn rows(figures: &[Profiled], bars: bool) -> Vec<Row> {
    let mut rows = Rows {
        rows: Vec::new(),
        figures,
    };
    rows.text("dataset", |f| f.dataset.clone());
    rows.text("catalogue name", |f| f.catalogue_name.clone());
    rows.text("knowledge base", |f| f.knowledge_base.clone());
    rows.text("format", |f| Some(f.format.to_owned()));
    rows.always("questions", |f| f.profile.questions);
    rows.cells("simple: one entity, one relation", |f| {
        let share = f.overview.simple_share();
        let shown = share.map_or(String::new(), |share| format!("{:.0} %", 100.0 * share));
        Cell::from(share).shown(shown)
    });
    rows.cells("mean words per question", |f| {
        Cell::from(f.overview.mean_words()).digits(1)
    });
    rows.count("unreadable entries", |f| f.errors);
    rows.count("duplicate ids", |f| {
        f.profile.questions - f.profile.distinct_ids
    });
    rows.count("repeated English question texts", |f| {
        f.profile.repeated_wordings
    });
    rows.count("out of scope, marked", |f| f.profile.out_of_scope_marked);
    rows.count("out of scope, implied", |f| f.profile.out_of_scope_implied);
    rows.keyed(
        "language",
        |f| keys(f.profile.languages.keys()),
        |f, key| {
            f.profile
                .languages
                .get(key)
                .map_or(0, |language| language.questions)
        },
    );
    rows.count("paraphrases", |f| {
        f.profile
            .languages
            .values()
            .map(|language| language.wordings - language.questions)
            .sum()
    });
    rows.count("entries without question text", |f| {
        f.profile
            .languages
            .values()
            .map(|language| language.entries - language.wordings)
            .sum()
    });
    rows.keyed(
        "answer type",
        |f| keys(f.profile.answer_types.keys()),
        |f, key| f.profile.answer_types.get(key).copied().unwrap_or(0),
    );
    for (label, flag) in [
        (
            "aggregation",
            (|p| &p.aggregation) as fn(&Profile) -> &FlagProfile,
        ),
        ("onlydbo", |p| &p.only_dbo),
        ("hybrid", |p| &p.hybrid),
    ] {
        rows.count(label, |f| flag(&f.profile).yes);
    }
    rows.keyed(
        "query",
        |f| keys(f.profile.query_forms.keys()),
        |f, key| f.profile.query_forms.get(key).copied().unwrap_or(0),
    );
    rows.keyed(
        "SPARQL",
        |f| keys(f.profile.sparql_forms.keys()),
        |f, key| f.profile.sparql_forms.get(key).copied().unwrap_or(0),
    );
    rows.count("without query", |f| f.profile.without_query);
    rows.always("with answers", |f| f.profile.answers.present);
    rows.count("empty answer set", |f| f.profile.answers.empty);
    rows.count("answers missing", |f| f.profile.answers.missing);
    rows.count("yes/no answers", |f| f.profile.answers.boolean);
    rows.count("answer rows", |f| f.profile.answers.rows);
    rows.count("rows with several columns", |f| f.profile.answers.wide_rows);
    rows.count("questions with repeated rows", |f| {
        f.profile.answers.with_repeated_rows
    });
    rows.count("largest answer set", |f| f.profile.answers.largest);
    rows.keyed(
        "value",
        |f| keys(f.profile.answers.values.keys()),
        |f, key| f.profile.answers.values.get(key).copied().unwrap_or(0),
    );
    rows.sizes(bars);
    for (at, rules) in rules().iter().enumerate() {
        let share =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        let label = format!("F1 of gold / no answers: {}", rules.name);
        rows.text(&label, |f| {
            let baseline = f.baselines.get(at)?;
            Some(format!(
                "{} / {}",
                share(baseline.gold),
                share(baseline.nothing)
            ))
        });
        rows.last_is_for(Audience::People);
        rows.cells(&format!("gold F1: {}", rules.name), |f| {
            f.baselines
                .get(at)
                .and_then(|baseline| baseline.gold)
                .into()
        });
        rows.last_is_for(Audience::Programs);
        rows.cells(&format!("silence F1: {}", rules.name), |f| {
            f.baselines
                .get(at)
                .and_then(|baseline| baseline.nothing)
                .into()
        });
        rows.last_is_for(Audience::Programs);
    }
    rows.rows
}

fn keys<K: AsRef<str>>(keys: impl Iterator<Item = K>) -> Vec<String> {
    keys.map(|key| key.as_ref().to_owned()).collect()
}

struct Rows<'f> {
    rows: Vec<Row>,
    figures: &'f [Profiled],
}

impl Rows<'_> {
    fn cells(&mut self, label: &str, cell: impl Fn(&Profiled) -> Cell) {
        self.rows.push(Row {
            label: label.to_owned(),
            cells: self.figures.iter().map(cell).collect(),
            audience: Audience::Everybody,
        });
    }

    fn last_is_for(&mut self, audience: Audience) {
        if let Some(row) = self.rows.last_mut() {
            row.audience = audience;
        }
    }

    fn text(&mut self, label: &str, text: impl Fn(&Profiled) -> Option<String>) {
        if self.figures.iter().any(|figures| text(figures).is_some()) {
            self.cells(label, |figures| text(figures).unwrap_or_default().into());
        }
    }

    fn always(&mut self, label: &str, figure: impl Fn(&Profiled) -> u64) {
        self.cells(label, |figures| figure(figures).into());
    }

    fn count(&mut self, label: &str, figure: impl Fn(&Profiled) -> u64) {
        if self.figures.iter().any(|figures| figure(figures) > 0) {
            self.always(label, figure);
        }
    }

    fn keyed(
        &mut self,
        label: &str,
        keys: impl Fn(&Profiled) -> Vec<String>,
        figure: impl Fn(&Profiled, &str) -> u64,
    ) {
        let keys: BTreeSet<String> = self.figures.iter().flat_map(keys).collect();
        for key in keys {
            let name = if key == "-" { "none" } else { &key };
            self.always(&format!("{label}: {name}"), |figures| figure(figures, &key));
        }
    }

    /// A small histogram of the answer-set sizes, in powers of two.
    fn sizes(&mut self, bars: bool) {
        let sizes = |figures: &Profiled| figures.profile.answers.sizes.clone();
        let most = self.figures.iter().map(|f| sizes(f).len()).max();
        for bucket in 0..most.unwrap_or(0) {
            let (low, high) = (1_u64 << bucket, (2_u64 << bucket) - 1);
            let label = match bucket {
                0 => "size of answer sets: 1".to_owned(),
                _ => format!("size of answer sets: {}–{}", number(low), number(high)),
            };
            self.cells(&label, |figures| {
                let sizes = sizes(figures);
                let count = sizes.get(bucket).copied().unwrap_or(0);
                let largest = sizes.iter().copied().max().unwrap_or(1).max(1);
                if bars {
                    let bar = bar(count, largest);
                    Cell::from(count).shown(format!("{bar} {:>5}", number(count)))
                } else {
                    count.into()
                }
            });
        }
    }
}

/// A bar of up to ten characters, in eighths.
fn bar(count: u64, largest: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count * 80).div_ceil(largest) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
