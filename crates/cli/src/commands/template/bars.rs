//! Verdicts as stacked bars, as in Figure 6 of the paper.

use lydite_lab::templates::SystemSummary;
use lydite_template::{Criterion, QuestionType, Summary};

use super::comparison::datasets;
use super::svg::{Set, Svg, WIDTH, ink};
use super::tables::count;

const BAR: usize = 34;
const GAP: usize = 22;
const TOP: usize = 56;
const HEADING: usize = 26;

/// What is drawn, from left to right: reds for critical, yellows for notices, green for good. The
/// colours are told apart by people with any colour vision, and by their lightness in print.
const PARTS: [(Criterion, &str); 9] = [
    (Criterion::TgmFailure, "#4a0d1f"),
    (Criterion::Syntax, "#7f1d3a"),
    (Criterion::QuestionType(QuestionType::Factoid), "#b03a4b"),
    (Criterion::QuestionType(QuestionType::YesNo), "#cc5f63"),
    (Criterion::DisconnectedTarget, "#e08b85"),
    (Criterion::WrongRange, "#e3a73b"),
    (Criterion::DisconnectedTriple, "#f2d27a"),
    (Criterion::BrokenOrigin, "#b8b8b8"),
    (Criterion::Good, "#3f8f6b"),
];

/// The chart as an SVG document: a bar for all questions and one for each dataset, and with several
/// systems a group of bars for each, with a bar for each system.
pub(super) fn draw(systems: &[SystemSummary]) -> String {
    let datasets = datasets(systems);
    let names = systems.iter().map(|system| system.system.name.as_str());
    let mut svg = match systems {
        [_] => Svg::new(datasets.iter().map(|dataset| dataset.name)),
        _ => Svg::new(names),
    };
    let left = svg.left as f64;
    let bars: usize = datasets.iter().map(|dataset| dataset.bars(systems)).sum();
    let headings = if systems.len() > 1 { datasets.len() } else { 0 };
    let bottom = TOP + bars * (BAR + GAP) + headings * HEADING;
    for tick in 0..=5_usize {
        let x = left + (WIDTH * tick) as f64 / 5.0;
        svg.tick(x, (TOP, bottom), &format!("{} %", tick * 20));
    }
    let mut y = TOP;
    for dataset in &datasets {
        if systems.len() > 1 {
            svg.text((left, y + 12), Set::Begins, "#000000", dataset.name);
            y += HEADING;
        }
        for (system, summary) in dataset.summaries(systems) {
            let name = match systems {
                [_] => dataset.name,
                _ => &system.system.name,
            };
            bar(&mut svg, y, name, summary);
            y += BAR + GAP;
        }
    }
    let occurs = |criterion| {
        systems
            .iter()
            .any(|system| system.all.of(criterion).count > 0)
    };
    let shown: Vec<(String, &str)> = PARTS
        .into_iter()
        .filter(|(criterion, _)| occurs(*criterion))
        .map(|(criterion, color)| (format!("{criterion} ({})", criterion.level()), color))
        .collect();
    let end = svg.key(bottom + 34, &shown);
    let rules = systems.first().map_or_else(String::new, |system| {
        format!(", rules {}", system.all.rules)
    });
    let title = match systems {
        [system] => format!("Verdicts on templates: {}{rules}", system.system.name),
        _ => format!("Verdicts on templates{rules}"),
    };
    svg.finish(&title, end + 12)
}

fn bar(svg: &mut Svg, y: usize, name: &str, summary: &Summary) {
    svg.label(y, name, &format!("{} questions", count(summary.questions)));
    let mut x = svg.left as f64;
    for (criterion, color) in PARTS {
        let count = summary.of(criterion).count;
        let Some(share) = summary.share(count).filter(|_| count > 0) else {
            continue;
        };
        let width = share * WIDTH as f64;
        let percent = format!("{:.1} %", share * 100.0);
        let title = format!("{criterion}: {count} ({percent})");
        svg.part((x, y), (width, BAR), color, &title);
        if width > 42.0 {
            let middle = (x + width / 2.0, y + BAR / 2 + 4);
            svg.note(middle, Set::Centred, ink(color), &percent);
        }
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_criterion_has_a_colour_of_its_own() {
        for criterion in Criterion::ALL {
            assert_eq!(PARTS.iter().filter(|(c, _)| *c == criterion).count(), 1);
        }
        for (at, (_, color)) in PARTS.iter().enumerate() {
            assert!(PARTS[..at].iter().all(|(_, other)| other != color));
        }
    }
}
