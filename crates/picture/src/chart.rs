//! A chart: its words, and what is drawn.

use crate::bars::Bars;
use crate::canvas::{Canvas, MARGIN, SMALL, Style};
use crate::colour::Paint;
use crate::differences::Differences;
use crate::heat_map::HeatMap;
use crate::histogram::Histogram;
use crate::scatter::Scatter;
use crate::stacked::StackedBars;
use crate::theme::Theme;
use crate::words::wrap;

/// The size of the title.
const TITLE: f64 = 15.0;

/// A picture with its words.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    subtitle: String,
    note: String,
    panels: Vec<(String, Body)>,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub enum Body {
    /// Bars with intervals.
    Bars(Bars),
    /// What a whole is made of.
    StackedBars(StackedBars),
    /// A value for each pair.
    HeatMap(HeatMap),
    /// Points in a plane.
    Scatter(Scatter),
    /// How values are spread.
    Histogram(Histogram),
    /// Differences with intervals.
    Differences(Differences),
}

impl Body {
    /// Draws it below a line; where it ends.
    fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        match self {
            Self::Bars(body) => body.draw(canvas, top),
            Self::StackedBars(body) => body.draw(canvas, top),
            Self::HeatMap(body) => body.draw(canvas, top),
            Self::Scatter(body) => body.draw(canvas, top),
            Self::Histogram(body) => body.draw(canvas, top),
            Self::Differences(body) => body.draw(canvas, top),
        }
    }

    /// What it shows in words, for those who cannot see it.
    fn described(&self) -> String {
        match self {
            Self::Bars(body) => body.described(),
            Self::StackedBars(body) => body.described(),
            Self::HeatMap(body) => body.described(),
            Self::Scatter(body) => body.described(),
            Self::Histogram(body) => body.described(),
            Self::Differences(body) => body.described(),
        }
    }
}

impl Chart {
    /// A chart with this title.
    pub fn new(title: impl Into<String>, body: impl Into<Body>) -> Self {
        Self {
            title: title.into(),
            subtitle: String::new(),
            note: String::new(),
            panels: vec![(String::new(), body.into())],
        }
    }

    /// The same with a line below the title: on what, by which rules.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = subtitle.into();
        self
    }

    /// The same with small print below: how it is to be read.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same with something else drawn below, under a heading of its own.
    #[must_use]
    pub fn below(mut self, heading: impl Into<String>, body: impl Into<Body>) -> Self {
        self.panels.push((heading.into(), body.into()));
        self
    }

    /// The picture: an SVG document, the same for the same chart and theme.
    pub fn render(&self, theme: &Theme) -> String {
        let mut canvas = Canvas::new(theme);
        let title = Style {
            size: TITLE,
            bold: true,
            ..Style::BODY
        };
        let mut y = MARGIN - 4.0;
        y = lines(&mut canvas, y, &title, &self.title, 3);
        y = lines(&mut canvas, y + 2.0, &Style::SMALL, &self.subtitle, 3);
        for (heading, body) in &self.panels {
            y += 10.0;
            let style = Style {
                bold: true,
                ..Style::SMALL.painted(Paint::INK)
            };
            let after = lines(&mut canvas, y, &style, heading, 2);
            y = if after > y { after + 6.0 } else { y };
            y = body.draw(&mut canvas, y);
        }
        y = lines(&mut canvas, y + 6.0, &Style::SMALL, &self.note, 6);
        let described: Vec<String> = [self.subtitle.clone()]
            .into_iter()
            .chain(self.panels.iter().map(|(_, body)| body.described()))
            .chain([self.note.clone()])
            .filter(|words| !words.trim().is_empty())
            .map(|words| format!("{}.", words.trim().trim_end_matches('.')))
            .collect();
        canvas.finish(&self.title, &described.join(" "), y + MARGIN)
    }
}

/// A text in lines; where they end.
fn lines(canvas: &mut Canvas, top: f64, style: &Style, text: &str, most: usize) -> f64 {
    // Bold letters are wider.
    let room = (canvas.width - 2.0 * MARGIN) * if style.bold { 0.88 } else { 1.0 };
    let mut y = top;
    for line in wrap(text, style.size, room, most) {
        y += style.size * 1.36;
        canvas.text(MARGIN, y, style, &line);
    }
    if y > top { y + SMALL * 0.2 } else { top }
}

macro_rules! bodies {
    ($($name:ident),*) => {
        $(impl From<$name> for Body {
            fn from(body: $name) -> Self {
                Self::$name(body)
            }
        })*
    };
}

bodies!(Bars, StackedBars, HeatMap, Scatter, Histogram, Differences);

/// A list in words, of which nobody has to hear everything.
pub(crate) fn listed(parts: impl ExactSizeIterator<Item = String>) -> String {
    const MOST: usize = 24;
    let more = parts.len().saturating_sub(MOST);
    let mut text = parts.take(MOST).collect::<Vec<_>>().join("; ");
    if more > 0 {
        text.push_str(&format!("; and {more} more"));
    }
    text
}
