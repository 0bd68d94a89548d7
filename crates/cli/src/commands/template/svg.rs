//! The few shapes that the charts are made of.

use std::fmt::Write;

/// The width of what is drawn to scale.
pub(super) const WIDTH: usize = 620;

/// The widest label, in characters.
const LONGEST: usize = 42;

/// A drawing of bars with labels to the left of them.
pub(super) struct Svg {
    shapes: String,
    /// Where bars begin.
    pub left: usize,
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(super) enum Set {
    /// It begins at the place.
    Begins,
    /// Its middle is at the place.
    Centred,
    /// It ends at the place.
    Ends,
}

impl Svg {
    /// A drawing with room for these labels.
    pub(super) fn new<'l>(labels: impl IntoIterator<Item = &'l str>) -> Self {
        let longest = labels.into_iter().map(|label| label.chars().count()).max();
        let longest = longest.unwrap_or_default().min(LONGEST);
        Self {
            shapes: String::new(),
            left: (longest * 8 + 24).max(140),
        }
    }

    // Writing into a string cannot fail.

    /// A text; its size is that of small print, or the usual one.
    pub(super) fn text(&mut self, (x, y): (f64, usize), set: Set, color: &str, text: &str) {
        let anchor = match set {
            Set::Begins => "start",
            Set::Centred => "middle",
            Set::Ends => "end",
        };
        let _ = writeln!(
            self.shapes,
            "<text x=\"{x:.2}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{color}\">{}</text>",
            escape(text)
        );
    }

    /// A text in small print.
    pub(super) fn note(&mut self, place: (f64, usize), set: Set, color: &str, text: &str) {
        let begin = self.shapes.len();
        self.text(place, set, color, text);
        self.shapes
            .insert_str(begin + "<text".len(), " font-size=\"11\"");
    }

    /// The label of a bar, with a note under it.
    pub(super) fn label(&mut self, y: usize, label: &str, note: &str) {
        let x = self.left as f64 - 10.0;
        self.text((x, y + 15), Set::Ends, "#000000", &shorten(label));
        self.note((x, y + 30), Set::Ends, "#555555", note);
    }

    /// A part of a bar, which says what it is when one points at it.
    pub(super) fn part(
        &mut self,
        (x, y): (f64, usize),
        (width, height): (f64, usize),
        color: &str,
        title: &str,
    ) {
        let _ = writeln!(
            self.shapes,
            "<rect x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{height}\" \
             fill=\"{color}\"><title>{}</title></rect>",
            escape(title)
        );
    }

    /// A line of the scale with its label.
    pub(super) fn tick(&mut self, x: f64, (top, bottom): (usize, usize), label: &str) {
        let _ = writeln!(
            self.shapes,
            "<line x1=\"{x:.2}\" y1=\"{}\" x2=\"{x:.2}\" y2=\"{bottom}\" stroke=\"#dddddd\"/>",
            top - 8
        );
        self.text((x, bottom + 16), Set::Centred, "#555555", label);
    }

    /// What the colours mean, in two columns below the scale; where it ends.
    pub(super) fn key(&mut self, top: usize, colors: &[(String, &str)]) -> usize {
        const LINE: usize = 20;
        for (number, (name, color)) in colors.iter().enumerate() {
            let x = self.left + (number % 2) * WIDTH / 2;
            let y = top + (number / 2) * LINE;
            let _ = writeln!(
                self.shapes,
                "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{color}\"/>"
            );
            self.text((x as f64 + 18.0, y + 11), Set::Begins, "#000000", name);
        }
        top + colors.len().div_ceil(2) * LINE
    }

    /// The document.
    pub(super) fn finish(self, title: &str, height: usize) -> String {
        let (total, left) = (self.left + WIDTH + 40, self.left);
        let title = escape(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total} {height}\" \
             width=\"{total}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" \
             role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"{total}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <text x=\"{left}\" y=\"28\" font-size=\"15\">{title}</text>\n{}</svg>\n",
            self.shapes
        )
    }
}

/// Black or white, whichever is easier to read on a colour `#rrggbb`. The contrast is at least 4.5,
/// as WCAG 2 asks of small print.
pub(super) fn ink(color: &str) -> &'static str {
    // (L + 0.05) / 0.05 against 1.05 / (L + 0.05): equal where L + 0.05 is the root of 0.0525.
    if luminance(color) > 0.179 {
        "#000000"
    } else {
        "#ffffff"
    }
}

/// The relative luminance of WCAG 2.
fn luminance(color: &str) -> f64 {
    let linear = |at: usize| {
        let digits = color.get(at..at + 2).unwrap_or("ff");
        let value = f64::from(u8::from_str_radix(digits, 16).unwrap_or(255)) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
}

/// A label that fits: what distinguishes names is at their beginning or their end.
fn shorten(label: &str) -> String {
    let length = label.chars().count();
    if length <= LONGEST {
        return label.to_owned();
    }
    let half = (LONGEST - 1) / 2;
    let begin: String = label.chars().take(half).collect();
    let end: String = label.chars().skip(length - half).collect();
    format!("{begin}…{end}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_can_be_read_on_any_colour() {
        for color in [
            "#4a0d1f", "#cc5f63", "#e08b85", "#f2d27a", "#b8b8b8", "#3f8f6b", "#777777",
        ] {
            let (ground, ink) = (luminance(color) + 0.05, luminance(ink(color)) + 0.05);
            let contrast = ground.max(ink) / ground.min(ink);
            assert!(contrast >= 4.5, "{color}: {contrast}");
        }
        assert_eq!(ink("#e08b85"), "#000000");
        assert_eq!(ink("#4a0d1f"), "#ffffff");
    }
}
