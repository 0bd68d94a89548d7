//! Bars with intervals: a row for each thing, in each row a bar for each series.

use crate::axis::{Axis, Direction};
use crate::canvas::{Anchor, Area, BODY, Canvas, MARGIN, SMALL, Style};
use crate::chart::listed;
use crate::colour::Paint;
use crate::legend;
use crate::rows::{labels_width, row_height};
use crate::scale::{Scale, drawable};
use crate::words::text_width;

/// Bars from left to right, with an interval drawn over each.
///
/// ```
/// use lydite_picture::{Bar, Bars, Chart, Theme};
/// let bars = Bars::new("F1")
///     .series(["lydite", "gerbil"])
///     .row("one", [Bar::new(0.5), Bar::new(0.4)])
///     .row("other", [Bar::new(0.3), Bar::missing()]);
/// let svg = Chart::new("Two systems under two rule sets", bars).render(&Theme::default());
/// assert!(svg.contains(">gerbil</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct Bars {
    axis: Axis,
    series: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    label: String,
    place: String,
    bars: Vec<Bar>,
}

/// A value, and where the true one probably lies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    value: Option<f64>,
    interval: Option<(f64, f64)>,
}

impl Bar {
    /// A value. What is not a number is missing.
    pub fn new(value: f64) -> Self {
        Self {
            value: drawable(value),
            interval: None,
        }
    }

    /// There is no value.
    pub fn missing() -> Self {
        Self::default()
    }

    /// The same with an interval.
    #[must_use]
    pub fn interval(mut self, low: f64, high: f64) -> Self {
        let ends = drawable(low).zip(drawable(high));
        self.interval = ends.map(|(low, high)| (low.min(high), low.max(high)));
        self
    }

    fn reach(&self) -> impl Iterator<Item = f64> {
        let ends = self.interval.map(|(low, high)| [low, high]);
        self.value.into_iter().chain(ends.into_iter().flatten())
    }

    fn described(&self, axis: &Axis) -> String {
        let figure = |value: f64| axis.unit.figure(value);
        match (self.value, self.interval) {
            (None, _) => "no value".to_owned(),
            (Some(value), None) => figure(value),
            (Some(value), Some((low, high))) => {
                format!("{} ({} to {})", figure(value), figure(low), figure(high))
            }
        }
    }
}

impl Bars {
    /// Bars of what the axis says.
    pub fn new(axis: impl Into<Axis>) -> Self {
        Self {
            axis: axis.into(),
            series: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The same with these series: each row has a bar for each.
    #[must_use]
    pub fn series<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.series = names.into_iter().map(Into::into).collect();
        self
    }

    /// The same with one more row.
    #[must_use]
    pub fn row(self, label: impl Into<String>, bars: impl IntoIterator<Item = Bar>) -> Self {
        self.placed_row("", label, bars)
    }

    /// The same with one more row and its place in an order. Neighbours with the same place are
    /// joined by a bracket.
    #[must_use]
    pub fn placed_row(
        mut self,
        place: impl Into<String>,
        label: impl Into<String>,
        bars: impl IntoIterator<Item = Bar>,
    ) -> Self {
        self.rows.push(Row {
            label: label.into(),
            place: place.into(),
            bars: bars.into_iter().collect(),
        });
        self
    }

    pub(crate) fn described(&self) -> String {
        let rows = self.rows.iter().map(|row| {
            let bars = row.bars.iter().enumerate().map(|(number, bar)| {
                let name = self.series.get(number).filter(|_| self.series.len() > 1);
                let value = bar.described(&self.axis);
                name.map_or_else(|| value.clone(), |name| format!("{name} {value}"))
            });
            let place = Some(format!("{}. ", row.place)).filter(|_| !row.place.is_empty());
            let place = place.unwrap_or_default();
            format!(
                "{place}{}: {}",
                row.label,
                bars.collect::<Vec<_>>().join(", ")
            )
        });
        format!("{}: {}", self.axis.title, listed(rows))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let across = self
            .rows
            .iter()
            .map(|row| row.bars.len())
            .max()
            .unwrap_or(1)
            .max(1);
        let mut top = top;
        if self.series.len() > 1 {
            let series = self.series.iter().take(across).enumerate();
            let entries: Vec<_> = series
                .map(|(number, name)| (name.as_str(), Paint::series(number)))
                .collect();
            top = legend::draw(canvas, top, &entries);
        }
        let layout = self.layout(canvas, top, across);
        let below = self.axis.draw_across(canvas, &layout.scale, layout.plot);
        let zero = layout.x(0.0);
        canvas.line(
            (zero, layout.plot.top),
            (zero, layout.plot.bottom),
            Paint::FRAME,
            1.0,
        );
        for (number, row) in self.rows.iter().enumerate() {
            let row_top = layout.plot.top + layout.row * number as f64;
            self.draw_row(canvas, &layout, row, row_top);
        }
        self.brackets(canvas, &layout);
        below
    }

    fn layout(&self, canvas: &Canvas, top: f64, across: usize) -> Layout {
        let places = self.rows.iter().map(|row| text_width(&row.place, SMALL));
        let places = places.fold(0.0, f64::max);
        let places = if places > 0.0 {
            places.min(30.0) + 14.0
        } else {
            0.0
        };
        let all = || self.rows.iter().flat_map(|row| &row.bars);
        let values = all().map(|bar| text_width(&self.value_text(bar), SMALL));
        let values = values.fold(0.0, f64::max).ceil();
        let labels = self.rows.iter().map(|row| (row.label.as_str(), BODY));
        let labels = labels_width(canvas, places + values, labels);
        let thick = if across == 1 {
            row_height(self.rows.len(), 24.0)
        } else {
            SMALL + 3.5
        };
        let row = thick * across as f64 + if across == 1 { 0.0 } else { 10.0 };
        let mut plot = Area {
            left: MARGIN + places + labels + 10.0,
            top,
            right: canvas.width - MARGIN - values - 8.0,
            bottom: top + row * self.rows.len().max(1) as f64,
        };
        plot.right = plot.right.max(plot.left + 30.0);
        let reach: Vec<f64> = all().flat_map(Bar::reach).chain([0.0]).collect();
        Layout {
            scale: self.axis.scale(&reach, plot.width(), Direction::Across),
            plot,
            places,
            labels,
            values,
            thick,
            row,
            across,
        }
    }

    fn value_text(&self, bar: &Bar) -> String {
        bar.value
            .map_or("–".to_owned(), |value| self.axis.unit.figure(value))
    }

    fn draw_row(&self, canvas: &mut Canvas, layout: &Layout, row: &Row, top: f64) {
        let middle = top + layout.row / 2.0;
        let faint = Style::SMALL.at(Anchor::Middle);
        if layout.places > 0.0 {
            let x = MARGIN + (layout.places - 14.0) / 2.0;
            let room = layout.places - 14.0;
            canvas.label(x, faint.baseline(middle), &faint, &row.place, room + 0.1);
        }
        let label = Style::BODY.at(Anchor::End);
        let (x, y) = (layout.plot.left - 8.0, label.baseline(middle));
        canvas.label(x, y, &label, &row.label, layout.labels + 0.1);
        let used = layout.thick * layout.across as f64;
        let first = top + (layout.row - used) / 2.0;
        for (number, bar) in row.bars.iter().enumerate() {
            let paint = Paint::series(number);
            let bar_top = first + layout.thick * number as f64;
            let middle = bar_top + layout.thick / 2.0;
            let right = Style::SMALL.at(Anchor::End).painted(Paint::INK);
            let x = layout.plot.right + 8.0 + layout.values;
            canvas.text(x, right.baseline(middle), &right, &self.value_text(bar));
            let Some(value) = bar.value else { continue };
            let (from, to) = (layout.x(value.min(0.0)), layout.x(value.max(0.0)));
            let inset = (layout.thick * if layout.across == 1 { 0.2 } else { 0.09 }).max(1.0);
            let area = Area {
                left: from,
                top: bar_top + inset,
                right: to,
                bottom: bar_top + layout.thick - inset,
            };
            let series = self.series.get(number).filter(|_| self.series.len() > 1);
            let series = series.map_or_else(String::new, |name| format!(", {name}"));
            let title = format!("{}{series}: {}", row.label, bar.described(&self.axis));
            canvas.rectangle(area, paint, Some(&title));
            if let Some((low, high)) = bar.interval {
                whisker(canvas, layout, middle, (low, high));
            }
        }
    }

    /// Lines beside neighbours that share a place.
    fn brackets(&self, canvas: &mut Canvas, layout: &Layout) {
        if layout.places == 0.0 {
            return;
        }
        let x = MARGIN + layout.places - 9.0;
        let mut top = layout.plot.top;
        for shared in self.rows.chunk_by(|a, b| a.place == b.place) {
            let bottom = top + layout.row * shared.len() as f64;
            if shared.len() > 1 && !shared[0].place.is_empty() {
                canvas.line((x, top + 5.0), (x, bottom - 5.0), Paint::FRAME, 2.0);
            }
            top = bottom;
        }
    }
}

/// An interval with caps. Light around it keeps it visible on its bar.
fn whisker(canvas: &mut Canvas, layout: &Layout, middle: f64, (low, high): (f64, f64)) {
    let (from, to) = (layout.x(low), layout.x(high));
    let cap = (layout.thick * 0.2).min(4.0);
    for (paint, width) in [(Paint::GROUND, 3.0), (Paint::INK, 1.4)] {
        canvas.line((from, middle), (to, middle), paint, width);
        for x in [from, to] {
            canvas.line((x, middle - cap), (x, middle + cap), paint, width);
        }
    }
}

struct Layout {
    scale: Scale,
    plot: Area,
    places: f64,
    labels: f64,
    values: f64,
    thick: f64,
    row: f64,
    across: usize,
}

impl Layout {
    fn x(&self, value: f64) -> f64 {
        self.plot.left + self.scale.share(value) * self.plot.width()
    }
}
