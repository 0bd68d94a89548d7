//! Stacked bars: what a whole is made of, a row for each whole.

use crate::axis::{Axis, Direction};
use crate::canvas::{Anchor, Area, BODY, Canvas, MARGIN, SMALL, Style};
use crate::chart::listed;
use crate::colour::Paint;
use crate::legend;
use crate::number::Unit;
use crate::rows::labels_width;
use crate::scale::{Scale, drawable};
use crate::words::text_width;

/// How high a bar is, and what is below it.
const BAR: f64 = 24.0;
const BENEATH: f64 = 6.0;
const GAP: f64 = 12.0;
const HEADING: f64 = 24.0;

/// Bars made of parts.
///
/// ```
/// use lydite_picture::{Chart, Paint, StackedBars, StackedRow, Theme};
/// let bars = StackedBars::new("questions")
///     .part("yes/no", Paint::series(0))
///     .part("factoid", Paint::series(1))
///     .row(StackedRow::new("QALD-9", [12.0, 138.0]).note("150 questions"))
///     .shares();
/// let svg = Chart::new("What questions ask for", bars).render(&Theme::default());
/// assert!(svg.contains("factoid: 138 (92.0 %)"));
/// ```
#[derive(Clone, Debug)]
pub struct StackedBars {
    axis: Axis,
    parts: Vec<(String, Paint)>,
    beneath: Option<(String, Paint)>,
    rows: Vec<StackedRow>,
    shares: bool,
}

/// A bar made of parts.
#[derive(Clone, Debug)]
pub struct StackedRow {
    label: String,
    note: String,
    heading: String,
    values: Vec<f64>,
    beneath: f64,
}

impl StackedRow {
    /// A bar with a value for each part; what is not a positive number counts as none.
    pub fn new(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Self {
            label: label.into(),
            note: String::new(),
            heading: String::new(),
            values: values.into_iter().map(amount).collect(),
            beneath: 0.0,
        }
    }

    /// The same with small print below the label.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same with a heading above: a group of bars begins.
    #[must_use]
    pub fn heading(mut self, heading: impl Into<String>) -> Self {
        self.heading = heading.into();
        self
    }

    /// The same with a thin bar beneath, for what cuts across the parts.
    #[must_use]
    pub fn beneath(mut self, value: f64) -> Self {
        self.beneath = amount(value);
        self
    }

    fn total(&self) -> f64 {
        self.values.iter().sum()
    }
}

fn amount(value: f64) -> f64 {
    drawable(value).unwrap_or(0.0).max(0.0)
}

impl StackedBars {
    /// Bars of so many things.
    pub fn new(things: impl Into<String>) -> Self {
        Self {
            axis: Axis::new(things).unit(Unit::Count),
            parts: Vec::new(),
            beneath: None,
            rows: Vec::new(),
            shares: false,
        }
    }

    /// The same with one more part, to the right of the others.
    #[must_use]
    pub fn part(mut self, name: impl Into<String>, paint: Paint) -> Self {
        self.parts.push((name.into(), paint));
        self
    }

    /// The same with thin bars beneath that mean this.
    #[must_use]
    pub fn beneath(mut self, name: impl Into<String>, paint: Paint) -> Self {
        self.beneath = Some((name.into(), paint));
        self
    }

    /// The same with one more bar.
    #[must_use]
    pub fn row(mut self, row: StackedRow) -> Self {
        self.rows.push(row);
        self
    }

    /// The same with all bars of one length: shares of each whole.
    #[must_use]
    pub fn shares(mut self) -> Self {
        self.shares = true;
        self
    }

    /// How many there are, and which share of the whole that is.
    fn described_value(&self, value: f64, total: f64) -> String {
        let count = self.axis.unit.figure(value);
        if total > 0.0 {
            format!("{count} ({})", Unit::Percent.figure(value / total))
        } else {
            count
        }
    }

    pub(crate) fn described(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let parts = self.parts.iter().zip(&row.values);
            let parts = parts
                .filter(|(_, value)| **value > 0.0)
                .map(|((name, _), value)| {
                    format!("{name} {}", self.described_value(*value, row.total()))
                });
            format!("{}: {}", row.label, parts.collect::<Vec<_>>().join(", "))
        });
        listed(rows)
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let occurs = |number: usize| {
            let has = |row: &StackedRow| row.values.get(number).is_some_and(|value| *value > 0.0);
            self.rows.iter().any(has)
        };
        let parts = self.parts.iter().enumerate();
        let parts = parts.filter(|(number, _)| occurs(*number));
        let mut entries: Vec<_> = parts
            .map(|(_, (name, paint))| (name.as_str(), *paint))
            .collect();
        let any_beneath = self.rows.iter().any(|row| row.beneath > 0.0);
        if let Some((name, paint)) = self.beneath.as_ref().filter(|_| any_beneath) {
            entries.push((name, *paint));
        }
        let top = legend::draw(canvas, top, &entries);
        let layout = self.layout(canvas, top, any_beneath);
        let below = layout.axis.draw_across(canvas, &layout.scale, layout.plot);
        let mut y = layout.plot.top;
        for row in &self.rows {
            if !row.heading.trim().is_empty() {
                let style = Style {
                    bold: true,
                    ..Style::SMALL.painted(Paint::INK)
                };
                // The lines of the scale would run through it.
                let ground = Area {
                    left: MARGIN,
                    top: y,
                    right: canvas.width - 1.0,
                    bottom: y + HEADING - 3.0,
                };
                canvas.rectangle(ground, Paint::GROUND, None);
                let room = (canvas.width - 2.0 * MARGIN) * 0.88;
                canvas.label(MARGIN, y + SMALL + 3.0, &style, &row.heading, room);
                y += HEADING;
            }
            self.draw_row(canvas, &layout, row, y);
            y += layout.row;
        }
        canvas.line(
            (layout.plot.left, layout.plot.top),
            (layout.plot.left, layout.plot.bottom),
            Paint::FRAME,
            1.0,
        );
        below
    }

    fn layout(&self, canvas: &Canvas, top: f64, any_beneath: bool) -> Layout {
        let labels = self.rows.iter().map(|row| (row.label.as_str(), BODY));
        let notes = self.rows.iter().map(|row| (row.note.as_str(), SMALL));
        let labels = labels_width(canvas, 14.0, labels.chain(notes));
        let has_notes = self.rows.iter().any(|row| !row.note.trim().is_empty());
        let bar = if has_notes { BAR + 4.0 } else { BAR };
        let row = bar + GAP + if any_beneath { BENEATH } else { 0.0 };
        let headings = self
            .rows
            .iter()
            .filter(|row| !row.heading.trim().is_empty());
        let height = row * self.rows.len().max(1) as f64 + HEADING * headings.count() as f64;
        let mut plot = Area {
            left: MARGIN + labels + 10.0,
            top,
            right: canvas.width - MARGIN - 14.0,
            bottom: top + height,
        };
        plot.right = plot.right.max(plot.left + 30.0);
        let axis = if self.shares {
            let title = format!("share of {}", self.axis.title);
            Axis::new(title).unit(Unit::Percent).covering(0.0, 1.0)
        } else {
            self.axis.clone()
        };
        let reach: Vec<f64> = if self.shares {
            vec![0.0, 1.0]
        } else {
            let totals = self.rows.iter().map(|row| row.total().max(row.beneath));
            totals.chain([0.0]).collect()
        };
        Layout {
            scale: axis.scale(&reach, plot.width(), Direction::Across),
            axis,
            plot,
            labels,
            bar,
            row,
        }
    }

    fn draw_row(&self, canvas: &mut Canvas, layout: &Layout, row: &StackedRow, top: f64) {
        let top = top + GAP / 2.0;
        let middle = top + layout.bar / 2.0;
        let label = Style::BODY.at(Anchor::End);
        let x = layout.plot.left - 8.0;
        let room = layout.labels + 0.1;
        if row.note.trim().is_empty() {
            canvas.label(x, label.baseline(middle), &label, &row.label, room);
        } else {
            let note = Style::SMALL.at(Anchor::End);
            canvas.label(x, middle - 2.5, &label, &row.label, room);
            canvas.label(x, middle + SMALL, &note, &row.note, room);
        }
        let total = row.total();
        let whole = if self.shares { total } else { 1.0 };
        let x_of = |value: f64| {
            let share = if whole > 0.0 { value / whole } else { 0.0 };
            layout.plot.left + layout.scale.share(share) * layout.plot.width()
        };
        let mut before = 0.0;
        for ((name, paint), value) in self.parts.iter().zip(&row.values) {
            if *value <= 0.0 {
                continue;
            }
            let area = Area {
                left: x_of(before),
                top,
                right: x_of(before + value),
                bottom: top + layout.bar,
            };
            before += value;
            let title = format!("{name}: {}", self.described_value(*value, total));
            canvas.rectangle(area, *paint, Some(&title));
            if before > *value {
                canvas.line(
                    (area.left, area.top),
                    (area.left, area.bottom),
                    Paint::GROUND,
                    1.0,
                );
            }
            let text = if self.shares {
                Unit::Percent.figure(value / whole)
            } else {
                self.axis.unit.figure(*value)
            };
            if text_width(&text, SMALL) + 8.0 <= area.width() {
                let style = Style::SMALL.at(Anchor::Middle).painted(paint.ink());
                let x = (area.left + area.right) / 2.0;
                canvas.text(x, style.baseline(middle), &style, &text);
            }
        }
        if let Some((name, paint)) = self.beneath.as_ref().filter(|_| row.beneath > 0.0) {
            let area = Area {
                left: layout.plot.left,
                top: top + layout.bar + 1.0,
                right: x_of(row.beneath),
                bottom: top + layout.bar + 1.0 + BENEATH,
            };
            let title = format!("{name}: {}", self.described_value(row.beneath, total));
            canvas.rectangle(area, *paint, Some(&title));
        }
    }
}

struct Layout {
    axis: Axis,
    scale: Scale,
    plot: Area,
    labels: f64,
    bar: f64,
    row: f64,
}
