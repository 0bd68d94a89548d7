//! Points in a plane, with chosen ones marked; many of them as density.

use std::collections::BTreeMap;

use crate::axis::{Axis, Direction};
use crate::canvas::{Area, Canvas, MARGIN, Style};
use crate::colour::Paint;
use crate::legend;
use crate::scale::{Scale, drawable};

/// Up to so many circles stand for themselves.
const FEW: usize = 24;

/// More circles than this are slow to show, and hide each other: they are drawn as density.
const MOST_CIRCLES: usize = 3_000;

/// The side of a square of density.
const SQUARE: f64 = 5.0;

/// Points in a plane.
///
/// ```
/// use lydite_picture::{Chart, Point, Scatter, Theme};
/// let plot = Scatter::new("recall", "precision")
///     .points("all questions", [Point::new(0.1, 0.9), Point::new(0.5, 0.5)])
///     .chosen("the sample", [Point::new(0.5, 0.5).label("question 7")]);
/// let svg = Chart::new("Where questions lie", plot).render(&Theme::default());
/// assert!(svg.contains("<title>question 7</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Scatter {
    across: Axis,
    up: Axis,
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct Group {
    name: String,
    chosen: bool,
    points: Vec<Point>,
}

/// A point, perhaps with a weight and a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    x: f64,
    y: f64,
    weight: f64,
    label: String,
}

impl Point {
    /// A point. Points that are not numbers are not drawn.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            weight: 1.0,
            label: String::new(),
        }
    }

    /// The same, standing for so many things: the area of its circle.
    #[must_use]
    pub fn weight(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// The same with what it says when one points at it.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..self
        }
    }

    fn drawable(self) -> Option<Self> {
        let (x, y) = (drawable(self.x)?, drawable(self.y)?);
        let weight = drawable(self.weight).unwrap_or(1.0).max(0.0);
        Some(Self {
            x,
            y,
            weight,
            ..self
        })
    }
}

impl Scatter {
    /// A plane with these two axes.
    pub fn new(across: impl Into<Axis>, up: impl Into<Axis>) -> Self {
        Self {
            across: across.into(),
            up: up.into(),
            groups: Vec::new(),
        }
    }

    /// The same with these points.
    #[must_use]
    pub fn points(self, name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        self.group(name.into(), false, points)
    }

    /// The same with these points on top, marked.
    #[must_use]
    pub fn chosen(self, name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        self.group(name.into(), true, points)
    }

    fn group(
        mut self,
        name: String,
        chosen: bool,
        points: impl IntoIterator<Item = Point>,
    ) -> Self {
        self.groups.push(Group {
            name,
            chosen,
            points: points.into_iter().filter_map(Point::drawable).collect(),
        });
        // Chosen points are drawn last.
        self.groups.sort_by_key(|group| group.chosen);
        self
    }

    /// What stands behind chosen points is grey.
    fn paint(&self, number: usize) -> Paint {
        let any_chosen = self.groups.iter().any(|group| group.chosen);
        let behind = self.groups.iter().filter(|group| !group.chosen).count();
        match (any_chosen, self.groups[number].chosen) {
            (true, false) if behind == 1 => Paint::BACKDROP,
            _ => Paint::series(number),
        }
    }

    pub(crate) fn described(&self) -> String {
        let groups = self
            .groups
            .iter()
            .map(|group| format!("{}: {} points", group.name, group.points.len()));
        let groups: Vec<String> = groups.collect();
        format!(
            "{} across, {} up; {}",
            self.across.title,
            self.up.title,
            groups.join("; ")
        )
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let groups = self.groups.iter().enumerate();
        let entries: Vec<_> = groups
            .map(|(number, group)| (group.name.as_str(), self.paint(number)))
            .collect();
        let top = legend::draw(canvas, top, &entries);
        let top = self.up.draw_title_above(canvas, top);
        let all = || self.groups.iter().flat_map(|group| &group.points);
        let ys: Vec<f64> = all().map(|point| point.y).collect();
        let xs: Vec<f64> = all().map(|point| point.x).collect();
        let height = (canvas.width * 0.6).clamp(180.0, 480.0);
        let up = self.up.scale(&ys, height, Direction::Up);
        let plot = Area {
            left: MARGIN + self.up.labels_width(&up) + 8.0,
            top,
            right: canvas.width - MARGIN - 8.0,
            bottom: top + height,
        };
        let across = self.across.scale(&xs, plot.width(), Direction::Across);
        self.up.draw_up(canvas, &up, plot);
        let below = self.across.draw_across(canvas, &across, plot);
        canvas.frame(plot, Paint::FRAME);
        let place = |point: &Point| {
            (
                plot.left + across.share(point.x) * plot.width(),
                plot.bottom - up.share(point.y) * plot.height(),
            )
        };
        if all().next().is_none() {
            let style = Style::SMALL;
            let (x, y) = (plot.left + 12.0, (plot.top + plot.bottom) / 2.0);
            canvas.text(x, style.baseline(y), &style, "no points");
        }
        let heaviest = all().map(|point| point.weight).fold(1.0, f64::max);
        for (number, group) in self.groups.iter().enumerate() {
            let paint = self.paint(number);
            if group.points.len() > MOST_CIRCLES {
                density(canvas, plot, group, paint, &across, &up);
                continue;
            }
            for point in &group.points {
                let title = Some(point.label.as_str()).filter(|label| !label.is_empty());
                if group.chosen {
                    canvas.disc(place(point), 4.5, (paint, Paint::GROUND), 1.0, title);
                } else {
                    let radius = 2.0 + 9.0 * (point.weight / heaviest).sqrt();
                    // Few points are seen from afar; among many each is a part of a cloud.
                    let (radius, opacity) = match all().count() {
                        _ if heaviest > 1.0 => (radius, 0.55),
                        0..=FEW => (6.5, 0.9),
                        _ => (3.5, 0.55),
                    };
                    canvas.disc(place(point), radius, (paint, Paint::GROUND), opacity, title);
                }
            }
        }
        below
    }
}

/// Squares that are darker where there are more points.
fn density(
    canvas: &mut Canvas,
    plot: Area,
    group: &Group,
    paint: Paint,
    across: &Scale,
    up: &Scale,
) {
    let columns = (plot.width() / SQUARE).ceil().max(1.0);
    let rows = (plot.height() / SQUARE).ceil().max(1.0);
    let mut squares: BTreeMap<(u32, u32), f64> = BTreeMap::new();
    for point in &group.points {
        let column = (across.share(point.x) * columns).min(columns - 1.0) as u32;
        let row = (up.share(point.y) * rows).min(rows - 1.0) as u32;
        *squares.entry((row, column)).or_default() += point.weight;
    }
    let most = squares.values().copied().fold(1.0, f64::max);
    for ((row, column), weight) in squares {
        // Few and many differ by orders of magnitude.
        let share = (1.0 + weight).ln() / (1.0 + most).ln();
        let left = plot.left + f64::from(column) * SQUARE;
        let bottom = plot.bottom - f64::from(row) * SQUARE;
        let area = Area {
            left,
            top: (bottom - SQUARE).max(plot.top),
            right: (left + SQUARE).min(plot.right),
            bottom,
        };
        canvas.veil(area, paint, 0.12 + 0.88 * share);
    }
}
