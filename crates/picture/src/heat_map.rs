//! Heat maps: a value for each pair of a row and a column.

use crate::axis::{Axis, Direction};
use crate::canvas::{Anchor, Area, BODY, Canvas, MARGIN, SMALL, Style};
use crate::chart::listed;
use crate::colour::{Colour, Paint};
use crate::rows::{labels_width, row_height};
use crate::scale::{Scale, drawable};
use crate::words::{clean, fit, text_width};

/// Columns are at most this wide: a few need not fill the page.
const WIDEST: f64 = 120.0;
const HEADING: f64 = 24.0;
/// The labels of narrow columns lean.
const LEANING: f64 = 45.0;

/// Cells whose colour is their value.
///
/// ```
/// use lydite_picture::{Chart, HeatMap, Theme};
/// let map = HeatMap::new("F1", ["one", "other"])
///     .heading("answer type")
///     .row("resource", "n = 120", [Some(0.5), Some(0.4)])
///     .row("boolean", "n = 30", [Some(0.7), None]);
/// let svg = Chart::new("Where systems are strong", map).render(&Theme::default());
/// assert!(svg.contains("resource, one: 0.500"));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap {
    axis: Axis,
    columns: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Row {
    heading: Option<String>,
    label: String,
    note: String,
    cells: Vec<Option<f64>>,
}

impl HeatMap {
    /// A map of what the axis says, with these columns.
    pub fn new<C: Into<String>>(
        axis: impl Into<Axis>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        Self {
            axis: axis.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// The same with a heading above the rows to come.
    #[must_use]
    pub fn heading(mut self, heading: impl Into<String>) -> Self {
        self.rows.push(Row {
            heading: Some(heading.into()),
            label: String::new(),
            note: String::new(),
            cells: Vec::new(),
        });
        self
    }

    /// The same with one more row: its label, a note beside it, and its values.
    #[must_use]
    pub fn row(
        mut self,
        label: impl Into<String>,
        note: impl Into<String>,
        cells: impl IntoIterator<Item = Option<f64>>,
    ) -> Self {
        let cells = cells.into_iter().map(|cell| cell.and_then(drawable));
        self.rows.push(Row {
            heading: None,
            label: label.into(),
            note: note.into(),
            cells: cells.take(self.columns.len()).collect(),
        });
        self
    }

    pub(crate) fn described(&self) -> String {
        let lines: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| row.heading.is_none())
            .collect();
        let rows = lines.iter().map(|row| {
            let cells = self.columns.iter().zip(&row.cells);
            let cells = cells.map(|(column, cell)| format!("{column} {}", self.cell_text(*cell)));
            format!("{}: {}", row.label, cells.collect::<Vec<_>>().join(", "))
        });
        format!("{}: {}", self.axis.title, listed(rows))
    }

    fn cell_text(&self, cell: Option<f64>) -> String {
        cell.map_or("–".to_owned(), |value| self.axis.unit.figure(value))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let values: Vec<f64> = self
            .rows
            .iter()
            .flat_map(|row| row.cells.iter().copied().flatten())
            .collect();
        let ramp_width = (canvas.width - 2.0 * MARGIN - 30.0).min(260.0);
        let scale = self.axis.scale(&values, ramp_width, Direction::Across);
        let top = self.draw_ramp(canvas, top, &scale, ramp_width);
        let layout = self.layout(canvas, top);
        self.draw_columns(canvas, &layout);
        let mut y = layout.top;
        for row in &self.rows {
            y = self.draw_row(canvas, &layout, &scale, row, y);
        }
        y
    }

    /// What the colours mean: a strip with its scale.
    fn draw_ramp(&self, canvas: &mut Canvas, top: f64, scale: &Scale, width: f64) -> f64 {
        const STEPS: usize = 40;
        let top = self.axis.draw_title_above(canvas, top) - 7.0;
        let left = MARGIN + 15.0;
        for step in 0..STEPS {
            let from = step as f64 / STEPS as f64;
            let colour = Colour::on_scale((step as f64 + 0.5) / STEPS as f64);
            let area = Area {
                left: left + from * width,
                top,
                // An overlap hides the seams.
                right: left + (from + 1.0 / STEPS as f64) * width + 0.4,
                bottom: top + 10.0,
            };
            canvas.rectangle(area, Paint::same(colour), None);
        }
        let style = Style::SMALL.at(Anchor::Middle);
        let baseline = top + 10.0 + SMALL + 4.0;
        let mut taken = 0.0;
        for tick in scale.ticks() {
            let label = self.axis.unit.tick(tick, scale.step);
            let half = text_width(&label, SMALL) / 2.0;
            let x = (left + scale.share(tick) * width).max(half + 1.0);
            if x - half >= taken && x + half < canvas.width {
                canvas.text(x, baseline, &style, &label);
                taken = x + half + 4.0;
            }
        }
        baseline + 14.0
    }

    fn layout(&self, canvas: &Canvas, top: f64) -> Layout {
        let lines = self.rows.iter().filter(|row| row.heading.is_none());
        let labels = labels_width(
            canvas,
            40.0,
            lines.clone().map(|row| (row.label.as_str(), BODY)),
        );
        let notes = lines.map(|row| text_width(&clean(&row.note), SMALL));
        let notes = notes.fold(0.0, f64::max).min(canvas.width * 0.14).ceil();
        let left = MARGIN + labels + if notes > 0.0 { notes + 10.0 } else { 0.0 } + 8.0;
        let room = (canvas.width - MARGIN - left).max(24.0);
        let count = self.columns.len().max(1) as f64;
        let widest = |size: f64| {
            let widths = self
                .columns
                .iter()
                .map(|name| text_width(&clean(name), size));
            widths.fold(0.0, f64::max)
        };
        let column = (room / count).min(WIDEST);
        let needed = widest(SMALL);
        if needed + 8.0 <= column {
            return Layout {
                left,
                top: top + SMALL + 8.0,
                column,
                labels,
                notes,
                leaning: None,
            };
        }
        // Leaning labels need room above, and the last one to its right.
        let length = needed.min(canvas.width * 0.24);
        let lean = LEANING.to_radians();
        let right = canvas.width - 2.0 - SMALL;
        let fits = self.columns.iter().enumerate().map(|(number, name)| {
            let over = text_width(&fit(name, SMALL, length), SMALL) * lean.cos();
            (right - over - left) / (number as f64 + 0.5)
        });
        let column = fits.fold(room / count, f64::min).min(WIDEST);
        Layout {
            left,
            top: top + length * lean.sin() + SMALL,
            column: column.max(2.0),
            labels,
            notes,
            leaning: Some(length),
        }
    }

    fn draw_columns(&self, canvas: &mut Canvas, layout: &Layout) {
        let style = Style::SMALL.painted(Paint::INK);
        // Labels that lean closer than their height would touch: some are left out.
        let every = match layout.leaning {
            Some(_) => (SMALL * 1.6 / layout.column).ceil().max(1.0) as usize,
            None => 1,
        };
        for (number, name) in self.columns.iter().enumerate().step_by(every) {
            let middle = layout.left + layout.column * (number as f64 + 0.5);
            match layout.leaning {
                None => {
                    let style = style.at(Anchor::Middle);
                    canvas.label(middle, layout.top - 7.0, &style, name, layout.column);
                }
                Some(length) => {
                    let style = Style {
                        turned: LEANING,
                        ..style
                    };
                    let x = middle + SMALL * 0.25;
                    canvas.label(x, layout.top - 6.0, &style, name, length + 0.1);
                }
            }
        }
    }

    fn draw_row(
        &self,
        canvas: &mut Canvas,
        layout: &Layout,
        scale: &Scale,
        row: &Row,
        top: f64,
    ) -> f64 {
        if let Some(heading) = &row.heading {
            let style = Style {
                bold: true,
                ..Style::SMALL.painted(Paint::INK)
            };
            let room = (canvas.width - 2.0 * MARGIN) * 0.88;
            canvas.label(MARGIN, top + SMALL + 6.0, &style, heading, room);
            return top + HEADING;
        }
        let height = row_height(self.rows.len(), 25.0);
        let middle = top + height / 2.0;
        let label = Style::BODY;
        let baseline = label.baseline(middle);
        canvas.label(MARGIN, baseline, &label, &row.label, layout.labels + 0.1);
        let note = Style::SMALL.at(Anchor::End);
        let x = layout.left - 8.0;
        canvas.label(
            x,
            note.baseline(middle),
            &note,
            &row.note,
            layout.notes + 0.1,
        );
        for (number, cell) in row.cells.iter().enumerate() {
            let left = layout.left + layout.column * number as f64;
            let area = Area {
                left,
                top,
                right: left + layout.column,
                bottom: top + height,
            };
            let text = self.cell_text(*cell);
            let column = &self.columns[number];
            let title = format!("{}, {column}: {text}", row.label);
            let paint = match cell {
                Some(value) => Paint::same(Colour::on_scale(scale.share(*value))),
                None => Paint::GRID,
            };
            canvas.rectangle(area.inset(0.5), paint, Some(&title));
            if text_width(&text, SMALL) + 4.0 <= layout.column {
                let style = Style::SMALL.at(Anchor::Middle).painted(paint.ink());
                let x = (area.left + area.right) / 2.0;
                canvas.text(x, style.baseline(middle), &style, &text);
            }
        }
        top + height
    }
}

struct Layout {
    left: f64,
    top: f64,
    column: f64,
    labels: f64,
    notes: f64,
    /// How long the labels of columns are, if they lean.
    leaning: Option<f64>,
}
