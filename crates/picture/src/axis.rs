//! The axes of a chart: what is drawn, in which unit, from where to where.

use crate::canvas::{Anchor, Area, Canvas, MARGIN, SMALL, Style};
use crate::colour::Paint;
use crate::number::Unit;
use crate::scale::Scale;
use crate::words::text_width;

/// What an axis shows. A text is an axis with that title.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub(crate) title: String,
    pub(crate) unit: Unit,
    ends: Vec<f64>,
}

impl Axis {
    /// An axis with this title, for scores and the like.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            unit: Unit::Plain,
            ends: Vec::new(),
        }
    }

    /// The same in this unit.
    #[must_use]
    pub fn unit(self, unit: Unit) -> Self {
        Self { unit, ..self }
    }

    /// The same from here to there at least, whatever the values are.
    #[must_use]
    pub fn covering(self, low: f64, high: f64) -> Self {
        Self {
            ends: vec![low, high],
            ..self
        }
    }

    /// A scale for these values whose labels fit side by side into a room.
    pub(crate) fn scale(&self, values: &[f64], room: f64, direction: Direction) -> Scale {
        let steps = |most: usize| {
            let all = values.iter().chain(&self.ends).copied();
            Scale::covering(all, most, self.unit == Unit::Count)
        };
        let fits = |scale: &Scale| {
            let ticks = scale.ticks();
            let gap = room / ticks.len().saturating_sub(1).max(1) as f64;
            match direction {
                Direction::Across => {
                    let widths = ticks.iter().map(|tick| self.tick_width(*tick, scale.step));
                    widths.fold(0.0, f64::max) + 10.0 <= gap
                }
                Direction::Up => gap >= 2.2 * SMALL,
            }
        };
        (1..=6)
            .rev()
            .map(steps)
            .find(fits)
            .unwrap_or_else(|| steps(1))
    }

    fn tick_width(&self, tick: f64, step: f64) -> f64 {
        text_width(&self.unit.tick(tick, step), SMALL)
    }

    /// How much room the labels of a vertical axis take.
    pub(crate) fn labels_width(&self, scale: &Scale) -> f64 {
        let ticks = scale.ticks();
        let widths = ticks.iter().map(|tick| self.tick_width(*tick, scale.step));
        widths.fold(0.0, f64::max)
    }

    /// Lines from top to bottom with labels below, and the title below those; where it ends.
    pub(crate) fn draw_across(&self, canvas: &mut Canvas, scale: &Scale, plot: Area) -> f64 {
        let style = Style::SMALL.at(Anchor::Middle);
        let baseline = plot.bottom + 8.0 + SMALL;
        let mut taken = 0.0;
        for tick in scale.ticks() {
            let x = plot.left + scale.share(tick) * plot.width();
            canvas.line((x, plot.top), (x, plot.bottom), Paint::GRID, 1.0);
            let label = self.unit.tick(tick, scale.step);
            let half = text_width(&label, SMALL) / 2.0;
            let x = x.clamp(half + 1.0, (canvas.width - half - 1.0).max(half + 1.0));
            // Where not even two labels fit, the first must do.
            if x - half >= taken {
                canvas.text(x, baseline, &style, &label);
                taken = x + half + 4.0;
            }
        }
        self.draw_title_below(canvas, plot, baseline)
    }

    /// The title below the labels; where it ends.
    pub(crate) fn draw_title_below(&self, canvas: &mut Canvas, plot: Area, baseline: f64) -> f64 {
        if self.title.trim().is_empty() {
            return baseline + 4.0;
        }
        let style = Style::SMALL.at(Anchor::Middle).painted(Paint::INK);
        let y = baseline + SMALL + 6.0;
        // A title that is wider than the plot hangs over where there is room.
        let room = canvas.width - 2.0 * MARGIN;
        let half = text_width(&self.title, SMALL).min(room) / 2.0;
        let middle = (plot.left + plot.right) / 2.0;
        let middle = middle.clamp(MARGIN + half, canvas.width - MARGIN - half);
        canvas.label(middle, y, &style, &self.title, room);
        y + 4.0
    }

    /// Lines from left to right with labels to their left.
    pub(crate) fn draw_up(&self, canvas: &mut Canvas, scale: &Scale, plot: Area) {
        let style = Style::SMALL.at(Anchor::End);
        for tick in scale.ticks() {
            let y = plot.bottom - scale.share(tick) * plot.height();
            canvas.line((plot.left, y), (plot.right, y), Paint::GRID, 1.0);
            let label = self.unit.tick(tick, scale.step);
            canvas.text(plot.left - 6.0, style.baseline(y), &style, &label);
        }
    }

    /// The title of a vertical axis, above it; where it ends.
    pub(crate) fn draw_title_above(&self, canvas: &mut Canvas, top: f64) -> f64 {
        if self.title.trim().is_empty() {
            return top + 6.0;
        }
        let style = Style::SMALL.painted(Paint::INK);
        let room = canvas.width - 2.0 * MARGIN;
        canvas.label(MARGIN, top + SMALL, &style, &self.title, room);
        top + SMALL + 12.0
    }
}

/// Where an axis runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From left to right.
    Across,
    /// From bottom to top.
    Up,
}

impl From<&str> for Axis {
    fn from(title: &str) -> Self {
        Self::new(title)
    }
}

impl From<String> for Axis {
    fn from(title: String) -> Self {
        Self::new(title)
    }
}
