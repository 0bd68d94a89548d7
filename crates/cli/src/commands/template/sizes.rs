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

/// The kinds of questions, from left to right.
const KINDS: [(&str, &str, fn(&FileFigures) -> usize); 3] = [
    ("yes/no", "#1f4e79", |file| file.yes_no),
    ("factoid", "#9cc3e0", |file| file.factoid),
    ("broken gold query", "#b8b8b8", |file| file.broken_origin),
];

const WITH_RANGE: (&str, &str) = ("with a range (LIMIT or OFFSET)", "#e3a73b");

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
        for (name, color, of) in KINDS {
            let number = of(bar);
            if number == 0 {
                continue;
            }
            let width = number as f64 * scale;
            svg.part((x, y), (width, BAR), color, &format!("{name}: {number}"));
            if width > 60.0 {
                let middle = (x + width / 2.0, y + BAR / 2 + 4);
                svg.note(middle, Set::Centred, ink(color), &count(number));
            }
            x += width;
        }
        let ranges = bar.range_specified;
        if ranges > 0 {
            let title = format!("with a range: {ranges}");
            let width = ranges as f64 * scale;
            svg.part((left, y + BAR), (width, RANGES), WITH_RANGE.1, &title);
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
    let occurs = |of: fn(&FileFigures) -> usize| bars.iter().any(|bar| of(bar) > 0);
    let kinds = KINDS.into_iter().filter(|(_, _, of)| occurs(*of));
    let mut key: Vec<(String, &str)> = kinds
        .map(|(name, color, _)| (name.to_owned(), color))
        .collect();
    if occurs(|bar| bar.range_specified) {
        key.push((WITH_RANGE.0.to_owned(), WITH_RANGE.1));
    }
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
