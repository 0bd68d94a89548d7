//! Differences with intervals, around the line where there is none: a forest plot.

use crate::axis::{Axis, Direction};
use crate::canvas::{Anchor, Area, BODY, Canvas, MARGIN, SMALL, Style};
use crate::chart::listed;
use crate::colour::Paint;
use crate::rows::{labels_width, row_height};
use crate::scale::drawable;
use crate::words::text_width;

/// A difference in each row: a dot with its interval, filled where it is sure.
///
/// ```
/// use lydite_picture::{Chart, Difference, Differences, Theme};
/// let plot = Differences::new("difference in F1")
///     .row("other", Difference::new(-0.12).interval(-0.2, -0.05).sure())
///     .row("third", Difference::new(-0.02).interval(-0.1, 0.06));
/// let svg = Chart::new("Behind the best", plot).render(&Theme::default());
/// assert!(svg.contains("−0.120"));
/// ```
#[derive(Clone, Debug)]
pub struct Differences {
    axis: Axis,
    rows: Vec<(String, Difference)>,
}

/// A difference, and where the true one probably lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    value: Option<f64>,
    interval: Option<(f64, f64)>,
    sure: bool,
}

impl Difference {
    /// A difference. What is not a number is missing.
    pub fn new(value: f64) -> Self {
        Self {
            value: drawable(value),
            interval: None,
            sure: false,
        }
    }

    /// The same with an interval.
    #[must_use]
    pub fn interval(mut self, low: f64, high: f64) -> Self {
        let ends = drawable(low).zip(drawable(high));
        self.interval = ends.map(|(low, high)| (low.min(high), low.max(high)));
        self
    }

    /// The same, and not by chance.
    #[must_use]
    pub fn sure(self) -> Self {
        Self { sure: true, ..self }
    }

    fn described(&self, axis: &Axis) -> String {
        let figure = |value: f64| axis.unit.signed(value);
        let mut text = self.value.map_or("–".to_owned(), figure);
        if let Some((low, high)) = self.interval {
            text.push_str(&format!(" ({} to {})", figure(low), figure(high)));
        }
        if self.sure {
            text.push_str(", significant");
        }
        text
    }
}

impl Differences {
    /// Differences in what the axis says.
    pub fn new(axis: impl Into<Axis>) -> Self {
        Self {
            axis: axis.into(),
            rows: Vec::new(),
        }
    }

    /// The same with one more row.
    #[must_use]
    pub fn row(mut self, label: impl Into<String>, difference: Difference) -> Self {
        self.rows.push((label.into(), difference));
        self
    }

    pub(crate) fn described(&self) -> String {
        let rows = self.rows.iter();
        let rows = rows.map(|(label, row)| format!("{label}: {}", row.described(&self.axis)));
        format!("{}: {}", self.axis.title, listed(rows))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let text = |row: &Difference| {
            let signed = |value| self.axis.unit.signed(value);
            row.value.map_or("–".to_owned(), signed)
        };
        let widths = self
            .rows
            .iter()
            .map(|(_, row)| text_width(&text(row), SMALL));
        let values = widths.fold(0.0, f64::max).ceil();
        let labels = self.rows.iter().map(|(label, _)| (label.as_str(), BODY));
        let labels = labels_width(canvas, values, labels);
        let height = row_height(self.rows.len(), 24.0);
        let mut plot = Area {
            left: MARGIN + labels + 10.0,
            top,
            right: canvas.width - MARGIN - values - 8.0,
            bottom: top + height * self.rows.len().max(1) as f64,
        };
        plot.right = plot.right.max(plot.left + 30.0);
        let ends = self.rows.iter().filter_map(|(_, row)| row.interval);
        let ends = ends.flat_map(|(low, high)| [low, high]);
        let points = self.rows.iter().filter_map(|(_, row)| row.value);
        let reach: Vec<f64> = ends.chain(points).chain([0.0]).collect();
        let scale = self.axis.scale(&reach, plot.width(), Direction::Across);
        let below = self.axis.draw_across(canvas, &scale, plot);
        let x = |value: f64| plot.left + scale.share(value) * plot.width();
        canvas.line((x(0.0), top), (x(0.0), plot.bottom), Paint::FRAME, 1.5);
        for (number, (label, row)) in self.rows.iter().enumerate() {
            let middle = top + height * (number as f64 + 0.5);
            let style = Style::BODY.at(Anchor::End);
            let (right, baseline) = (plot.left - 8.0, style.baseline(middle));
            canvas.label(right, baseline, &style, label, labels + 0.1);
            let style = Style::SMALL.at(Anchor::End).painted(Paint::INK);
            let right = plot.right + 8.0 + values;
            canvas.text(right, style.baseline(middle), &style, &text(row));
            let paint = Paint::series(if row.sure { 1 } else { 0 });
            if let Some((low, high)) = row.interval {
                canvas.line((x(low), middle), (x(high), middle), paint, 2.0);
            }
            if let Some(value) = row.value {
                let fill = if row.sure { paint } else { Paint::GROUND };
                let title = format!("{label}: {}", row.described(&self.axis));
                canvas.disc((x(value), middle), 4.5, (fill, paint), 1.0, Some(&title));
            }
        }
        below
    }
}
