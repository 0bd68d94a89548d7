//! `lydite dataset stats`: benchmarks in figures, side by side.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use lydite_formats::{FlagProfile, Profile};
use lydite_judge::rules;
use lydite_lab::charts::profiles_chart;
use lydite_lab::{Error, Profiled};
use rayon::prelude::*;

use crate::args::OutputFormat;
use crate::commands::charting;
use crate::failure::{Failure, Verdict};
use crate::output::{self, grid::Grid, number};
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
    let mut out = session.out();
    match session.format() {
        OutputFormat::Json => output::json(&mut out, &serde_json::json!({ "files": figures }))?,
        format => grid(&figures, format == OutputFormat::Table).write(&mut out, format)?,
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// A row a figure, a column a file. Rows that are empty for all files are left out.
pub(crate) fn grid(figures: &[Profiled], bars: bool) -> Grid {
    let name = |file: &str| {
        Path::new(file)
            .file_name()
            .map_or_else(|| file.into(), |name| name.to_string_lossy().into_owned())
    };
    let mut headers = vec![String::new()];
    headers.extend(figures.iter().map(|figures| name(&figures.file)));
    let mut rows = Rows {
        grid: Grid::new(headers).numeric_from(1),
        figures,
    };
    rows.text("dataset", |f| f.dataset.clone());
    rows.text("catalogue name", |f| f.catalogue_name.clone());
    rows.text("knowledge base", |f| f.knowledge_base.clone());
    rows.text("format", |f| Some(f.format.to_owned()));
    rows.always("questions", |f| f.profile.questions);
    let share = |share: Option<f64>| share.map(|share| format!("{:.0} %", 100.0 * share));
    rows.text("simple: one entity, one relation", |f| {
        share(f.overview.simple_share())
    });
    rows.text("words in a question, mean", |f| {
        f.overview.mean_words().map(|words| format!("{words:.1}"))
    });
    rows.count("unreadable entries", |f| f.errors);
    rows.count("duplicate ids", |f| {
        f.profile.questions - f.profile.distinct_ids
    });
    rows.count("repeated English wordings", |f| f.profile.repeated_wordings);
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
    rows.count("entries without wording", |f| {
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
        let label = format!("F1 of the gold / of silence: {}", rules.name);
        rows.text(&label, |f| {
            let baseline = f.baselines.get(at)?;
            Some(format!(
                "{} / {}",
                share(baseline.gold),
                share(baseline.nothing)
            ))
        });
    }
    rows.grid
}

fn keys<K: AsRef<str>>(keys: impl Iterator<Item = K>) -> Vec<String> {
    keys.map(|key| key.as_ref().to_owned()).collect()
}

struct Rows<'f> {
    grid: Grid,
    figures: &'f [Profiled],
}

impl Rows<'_> {
    fn text(&mut self, label: &str, text: impl Fn(&Profiled) -> Option<String>) {
        let cells: Vec<_> = self.figures.iter().map(text).collect();
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter().map(Option::unwrap_or_default);
            self.grid
                .row(std::iter::once(label.to_owned()).chain(cells));
        }
    }

    fn always(&mut self, label: &str, figure: impl Fn(&Profiled) -> u64) {
        let cells = self.figures.iter().map(|figures| number(figure(figures)));
        self.grid
            .row(std::iter::once(label.to_owned()).chain(cells));
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
            self.always(&format!("{label}: {key}"), |figures| figure(figures, &key));
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
            let cells: Vec<String> = self
                .figures
                .iter()
                .map(|figures| {
                    let sizes = sizes(figures);
                    let count = sizes.get(bucket).copied().unwrap_or(0);
                    let largest = sizes.iter().copied().max().unwrap_or(1).max(1);
                    match bars {
                        true => format!("{} {:>5}", bar(count, largest), number(count)),
                        false => number(count),
                    }
                })
                .collect();
            self.grid.row(std::iter::once(label).chain(cells));
        }
    }
}

/// A bar of up to ten characters, in eighths.
fn bar(count: u64, largest: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count * 80).div_ceil(largest) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
