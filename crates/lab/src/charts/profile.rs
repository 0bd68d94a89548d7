//! Benchmarks side by side: what their questions ask for, and how.

use std::collections::BTreeMap;

use lydite_picture::{Chart, Paint, StackedBars, StackedRow};

use super::{file_in_words, questions};
use crate::Profiled;

/// More parts than this cannot be told apart: the rarest are drawn as one.
const MOST_PARTS: usize = 7;

/// Benchmarks as stacked bars: questions by answer type, and their queries by form.
pub fn profiles_chart(profiles: &[Profiled]) -> Chart {
    let types = stacked(profiles, "questions", |profiled| {
        let types = profiled.profile.answer_types.iter();
        let named = types.map(|(name, count)| {
            let name = if name == "-" {
                "not stated"
            } else {
                name.as_str()
            };
            (name.to_owned(), *count)
        });
        named.collect()
    });
    let title = match profiles {
        [one] => format!("The questions of {}", shown_name(one)),
        several => format!("The questions of {} benchmarks", several.len()),
    };
    let chart = Chart::new(title, types).subtitle("by answer type");
    if profiles
        .iter()
        .all(|profiled| profiled.profile.sparql_forms.is_empty())
    {
        return chart;
    }
    let forms = stacked(profiles, "SPARQL queries", |profiled| {
        let forms = profiled.profile.sparql_forms.iter();
        forms
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect()
    });
    chart.below("Their SPARQL queries by form", forms)
}

fn shown_name(profiled: &Profiled) -> String {
    let known = profiled.catalogue_name.clone();
    known.unwrap_or_else(|| file_in_words(&profiled.file))
}

fn stacked(
    profiles: &[Profiled],
    things: &str,
    parts: impl Fn(&Profiled) -> BTreeMap<String, u64>,
) -> StackedBars {
    let counted: Vec<BTreeMap<String, u64>> = profiles.iter().map(parts).collect();
    let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, count) in counted.iter().flatten() {
        *totals.entry(name).or_default() += count;
    }
    let mut names: Vec<&str> = totals.keys().copied().collect();
    names.sort_by_key(|name| std::cmp::Reverse(totals[name]));
    let rare = names.split_off(names.len().min(MOST_PARTS));
    let mut bars = StackedBars::new(things).shares();
    for (number, name) in names.iter().enumerate() {
        bars = bars.part(*name, Paint::series(number));
    }
    if !rare.is_empty() {
        bars = bars.part("others", Paint::series(MOST_PARTS));
    }
    for (profiled, counts) in profiles.iter().zip(&counted) {
        let count = |name: &&str| counts.get(*name).copied().unwrap_or(0) as f64;
        let others: f64 = rare.iter().map(count).sum();
        let values = names.iter().map(count).chain([others]);
        let row = StackedRow::new(shown_name(profiled), values);
        bars = bars.row(row.note(questions(profiled.profile.questions)));
    }
    bars
}
