//! Verdicts on templates and the questions behind them, as in Figures 5 and 6 of the TGM paper.

use lydite_picture::{Chart, Colour, Paint, StackedBars, StackedRow};
use lydite_template::{Criterion, FileFigures, QuestionType};

use super::{file_in_words, questions};
use crate::templates::{SummarisedDataset, SystemSummary, TemplateFigures};

/// What is drawn, from left to right: reds for critical, yellows for notices, green for good. The
/// colours are told apart by people with any colour vision, and by their lightness in print.
const PARTS: [(Criterion, u32, u32); 9] = [
    (Criterion::TgmFailure, 0x4a_0d_1f, 0x8a_2c_48),
    (Criterion::Syntax, 0x7f_1d_3a, 0xa6_3d_58),
    (
        Criterion::QuestionType(QuestionType::Factoid),
        0xb0_3a_4b,
        0xc2_55_66,
    ),
    (
        Criterion::QuestionType(QuestionType::YesNo),
        0xcc_5f_63,
        0xd8_77_7a,
    ),
    (Criterion::DisconnectedTarget, 0xe0_8b_85, 0xe8_a0_9a),
    (Criterion::WrongRange, 0xe3_a7_3b, 0xe3_a7_3b),
    (Criterion::DisconnectedTriple, 0xf2_d2_7a, 0xf2_d2_7a),
    (Criterion::BrokenOrigin, 0xb8_b8_b8, 0x8c_92_9b),
    (Criterion::Good, 0x2f_7d_5b, 0x45_a5_7b),
];

/// The verdicts: a bar for all questions and one for each dataset, and with several systems a group
/// of bars for each dataset, with a bar for each system.
pub fn verdicts_chart(systems: &[SystemSummary]) -> Chart {
    let mut bars = StackedBars::new("questions").shares();
    for (criterion, light, dark) in PARTS {
        let paint = Paint {
            light: Colour::hex(light),
            dark: Colour::hex(dark),
        };
        bars = bars.part(format!("{criterion} ({})", criterion.level()), paint);
    }
    for dataset in SummarisedDataset::all_of(systems) {
        for (number, (system, summary)) in dataset.summaries(systems).enumerate() {
            let values = PARTS.map(|(criterion, ..)| summary.of(criterion).count as f64);
            let label = match systems {
                [_] => dataset.name.to_owned(),
                _ => file_in_words(&system.system.name),
            };
            let row = StackedRow::new(label, values).note(questions(summary.questions as u64));
            let begins = systems.len() > 1 && number == 0;
            bars = bars.row(if begins {
                row.heading(dataset.name)
            } else {
                row
            });
        }
    }
    let title = match systems {
        [system] => format!(
            "Verdicts on the templates of {}",
            file_in_words(&system.system.name)
        ),
        several => format!("Verdicts on the templates of {} systems", several.len()),
    };
    let chart = Chart::new(title, bars);
    match systems.first() {
        Some(system) => chart.subtitle(format!("rules {}", system.all.rules)),
        None => chart,
    }
}

/// The questions by what they ask for: a bar for each dataset, or for each file if there is only
/// one.
pub fn figures_chart(figures: &TemplateFigures) -> Chart {
    let rows: Vec<FileFigures> = match figures.groups.as_slice() {
        [group] => group.files.clone(),
        groups => groups
            .iter()
            .map(|group| FileFigures::total(group.name.as_str(), &group.files))
            .collect(),
    };
    let mut bars = StackedBars::new("questions")
        .part("yes/no", Paint::series(0))
        .part("factoid", Paint::series(5))
        .part("broken gold query", Paint::BACKDROP)
        .beneath("with a range (LIMIT or OFFSET)", Paint::series(4));
    for file in &rows {
        let values = [file.yes_no, file.factoid, file.broken_origin].map(|count| count as f64);
        let row = StackedRow::new(file_in_words(&file.file), values)
            .note(questions(file.kept as u64))
            .beneath(file.range_specified as f64);
        bars = bars.row(row);
    }
    Chart::new("What the questions ask for", bars).subtitle(format!(
        "{}, rules {}",
        questions(figures.questions as u64),
        figures.rules
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_criterion_has_a_colour_of_its_own() {
        for criterion in Criterion::ALL {
            assert_eq!(PARTS.iter().filter(|part| part.0 == criterion).count(), 1);
        }
        for (at, (_, light, dark)) in PARTS.iter().enumerate() {
            let others = &PARTS[..at];
            assert!(
                others
                    .iter()
                    .all(|other| other.1 != *light && other.2 != *dark)
            );
        }
    }
}
