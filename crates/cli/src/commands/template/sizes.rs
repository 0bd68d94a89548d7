//! The questions by what they ask for as bars, as in Figure 5 of the paper.

use lydite_lab::templates::TemplateFigures;
use lydite_template::FileFigures;

use super::svg::{Set, Svg, WIDTH, ink};
use super::tables::count;

const BAR: usize = 30;
/// The bar of the ranges, below that of the questions.
const RANGES: usize = 8;
const GAP: usize = 36;
const TOP: usize = 56;

/// What is counted of a file.
struct Kind {
    name: &'static str,
    color: &'static str,
    count: fn(&FileFigures) -> usize,
}

/// The kinds of questions, from left to right.
const KINDS: [Kind; 3] = [
    Kind {
        name: "yes/no",
        color: "#1f4e79",
        count: |file| file.yes_no,
    },
    Kind {
        name: "factoid",
        color: "#9cc3e0",
        count: |file| file.factoid,
    },
    Kind {
        name: "broken gold query",
        color: "#b8b8b8",
        count: |file| file.broken_origin,
    },
];

/// What is drawn below them.
const WITH_RANGE: Kind = Kind {
    name: "with a range (LIMIT or OFFSET)",
    color: "#e3a73b",
    count: |file| file.range_specified,
};

/// The chart as an SVG document: a bar for each dataset, or for each file if there is only one.
pub(super) fn draw(figures: &TemplateFigures) -> String {
    let bars: Vec<FileFigures> = match figures.groups.as_slice() {
        [group] => group.files.clone(),
        groups => groups
            .iter()
            .map(|group| FileFigures::total(group.name.as_str(), &group.files))
            .collect(),
    };
    let most = bars.iter().map(|bar| bar.kept).max().unwrap_or_default();
    let step = step(most);
    let full = most.max(1).div_ceil(step) * step;
    let scale = WIDTH as f64 / full as f64;
    let mut svg = Svg::new(bars.iter().map(|bar| bar.file.as_str()));
    let left = svg.left as f64;
    let bottom = TOP + bars.len() * (BAR + RANGES + GAP);
    for value in (0..=full).step_by(step) {
        svg.tick(left + value as f64 * scale, (TOP, bottom), &count(value));
    }
    let mut y = TOP;
    for bar in &bars {
        svg.label(y, &bar.file, &format!("{} questions", count(bar.kept)));
        let mut x = left;
        for kind in KINDS {
            let number = (kind.count)(bar);
            if number == 0 {
                continue;
            }
            let width = number as f64 * scale;
            let title = format!("{}: {number}", kind.name);
            svg.part((x, y), (width, BAR), kind.color, &title);
            if width > 60.0 {
                let middle = (x + width / 2.0, y + BAR / 2 + 4);
                svg.note(middle, Set::Centred, ink(kind.color), &count(number));
            }
            x += width;
        }
        let ranges = bar.range_specified;
        if ranges > 0 {
            let title = format!("with a range: {ranges}");
            let width = ranges as f64 * scale;
            svg.part((left, y + BAR), (width, RANGES), WITH_RANGE.color, &title);
        }
        let caption = format!(
            "{} yes/no, {} factoid, {} with a range",
            count(bar.yes_no),
            count(bar.factoid),
            count(ranges)
        );
        let below = (left, y + BAR + RANGES + 13);
        svg.note(below, Set::Begins, "#555555", &caption);
        y += BAR + RANGES + GAP;
    }
    let occurs = |kind: &Kind| bars.iter().any(|bar| (kind.count)(bar) > 0);
    let kinds = KINDS.into_iter().chain([WITH_RANGE]).filter(occurs);
    let key: Vec<(String, &str)> = kinds
        .map(|kind| (kind.name.to_owned(), kind.color))
        .collect();
    let end = svg.key(bottom + 34, &key);
    let title = format!(
        "{} questions, rules {}",
        count(figures.questions),
        figures.rules
    );
    svg.finish(&title, end + 12)
}

/// The distance between lines of the scale: 1, 2 or 5 times a power of ten, at most eight of them.
fn step(most: usize) -> usize {
    let mut power = 1;
    loop {
        for times in [1, 2, 5] {
            if power * times * 8 >= most {
                return power * times;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn the_scale_has_round_steps() {
        for (most, expected) in [(0, 1), (8, 1), (9, 2), (1_011, 200), (4_977, 1_000)] {
            assert_eq!(step(most), expected);
        }
    }
}
