//! Verdicts as stacked bars, as in Figure 6 of the paper.

use std::fmt::Write;

use lydite_template::{Criterion, QuestionType, Summary};

use super::run::Results;

const LEFT: usize = 140;
const WIDTH: usize = 620;
const BAR: usize = 34;
const GAP: usize = 22;
const TOP: usize = 56;
const KEY: usize = 20;

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

/// The chart as an SVG document: a bar for all questions, and one for each group.
pub(super) fn draw(results: &Results) -> String {
    let (all, title) = (&results.summary, &results.source);
    let mut bars: Vec<(&str, &Summary)> = vec![("all", all)];
    bars.extend(
        results
            .groups
            .iter()
            .map(|(name, summary)| (name.as_str(), summary)),
    );
    let shown: Vec<(Criterion, &str)> = PARTS
        .into_iter()
        .filter(|(criterion, _)| all.of(*criterion).count > 0)
        .collect();
    let bottom = TOP + bars.len() * (BAR + GAP);
    let height = bottom + 34 + shown.len().div_ceil(2) * KEY + 12;
    let total = LEFT + WIDTH + 30;
    let mut svg = String::new();
    // Writing into a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total} {height}\" \
         width=\"{total}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" \
         role=\"img\">\n<title>Verdicts on templates: {}</title>\n\
         <rect width=\"{total}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"15\">{}, rules {}</text>\n",
        escape(title),
        escape(title),
        all.rules
    );
    for tick in 0..=5 {
        let x = LEFT + WIDTH * tick / 5;
        let _ = write!(
            svg,
            "<line x1=\"{x}\" y1=\"{}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"#dddddd\"/>\n\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">{} %</text>\n",
            TOP - 8,
            bottom + 16,
            tick * 20
        );
    }
    for (number, (name, summary)) in bars.iter().enumerate() {
        bar(&mut svg, TOP + number * (BAR + GAP), name, summary);
    }
    for (number, (criterion, color)) in shown.iter().enumerate() {
        let x = LEFT + (number % 2) * WIDTH / 2;
        let y = bottom + 34 + (number / 2) * KEY;
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{color}\"/>\n\
             <text x=\"{}\" y=\"{}\">{criterion} ({})</text>\n",
            x + 18,
            y + 11,
            criterion.level()
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn bar(svg: &mut String, y: usize, name: &str, summary: &Summary) {
    let label = LEFT - 10;
    let _ = write!(
        svg,
        "<text x=\"{label}\" y=\"{}\" text-anchor=\"end\">{}</text>\n\
         <text x=\"{label}\" y=\"{}\" text-anchor=\"end\" font-size=\"11\" \
         fill=\"#555555\">{} questions</text>\n",
        y + 15,
        escape(name),
        y + 30,
        summary.questions
    );
    let scale = WIDTH as f64 / summary.questions.max(1) as f64;
    let mut x = LEFT as f64;
    for (criterion, color) in PARTS {
        let count = summary.of(criterion).count;
        if count == 0 {
            continue;
        }
        let width = count as f64 * scale;
        let share = 100.0 * count as f64 / summary.questions.max(1) as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{BAR}\" \
             fill=\"{color}\"><title>{criterion}: {count} ({share:.1} %)</title></rect>"
        );
        if width > 42.0 {
            let ink = match criterion {
                Criterion::WrongRange | Criterion::DisconnectedTriple | Criterion::BrokenOrigin => {
                    "#222222"
                }
                _ => "#ffffff",
            };
            let _ = writeln!(
                svg,
                "<text x=\"{:.2}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" \
                 fill=\"{ink}\">{share:.1} %</text>",
                x + width / 2.0,
                y + BAR / 2 + 4
            );
        }
        x += width;
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
