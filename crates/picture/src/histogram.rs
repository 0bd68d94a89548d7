//! Histograms: how the values of one or several groups are spread.

use crate::axis::{Axis, Direction};
use crate::bins::Bins;
use crate::canvas::{Anchor, Area, Canvas, MARGIN, SMALL, Style};
use crate::chart::listed;
use crate::colour::Paint;
use crate::legend;
use crate::number::Unit;
use crate::scale::drawable;
use crate::words::text_width;

/// How values are spread: one group in counts, several side by side in shares of each.
///
/// Counts are cut into whole ranges, wide spreads into ranges that grow.
///
/// ```
/// use lydite_picture::{Chart, Histogram, Theme};
/// let histogram = Histogram::new("words in a question", "questions")
///     .group("all", [4.0, 5.0, 5.0, 9.0])
///     .group("the sample", [4.0, 9.0]);
/// let svg = Chart::new("Length", histogram).render(&Theme::default());
/// assert!(svg.contains("the sample, 9: 1 (50.0 %)"));
/// ```
#[derive(Clone, Debug)]
pub struct Histogram {
    axis: Axis,
    things: String,
    groups: Vec<(String, Paint, Vec<f64>)>,
    names: Vec<String>,
    height: f64,
}

impl Histogram {
    /// A histogram of what the axis says; what is counted is called things.
    pub fn new(axis: impl Into<Axis>, things: impl Into<String>) -> Self {
        Self {
            axis: axis.into(),
            things: things.into(),
            groups: Vec::new(),
            names: Vec::new(),
            height: 200.0,
        }
    }

    /// The same with one more group of values. What is not a number is left out.
    #[must_use]
    pub fn group(self, name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        let paint = Paint::series(self.groups.len());
        self.painted_group(name, paint, values)
    }

    /// The same with one more group in this colour.
    #[must_use]
    pub fn painted_group(
        mut self,
        name: impl Into<String>,
        paint: Paint,
        values: impl IntoIterator<Item = f64>,
    ) -> Self {
        let values = values.into_iter().filter_map(drawable).collect();
        self.groups.push((name.into(), paint, values));
        self
    }

    /// The same with names for the values 0, 1, 2 and so on: no and yes, for instance.
    #[must_use]
    pub fn names<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.names = names.into_iter().map(Into::into).collect();
        self
    }

    /// The same with bars of this height at most.
    #[must_use]
    pub fn height(mut self, height: f64) -> Self {
        self.height = if height.is_finite() {
            height.clamp(60.0, 800.0)
        } else {
            self.height
        };
        self
    }

    /// How many values of each group are in each range.
    fn counted(&self) -> Option<(Bins, Vec<Vec<f64>>)> {
        let named = (0..self.names.len()).map(|number| number as f64);
        let all = self.groups.iter().flat_map(|(_, _, values)| values);
        let bins = Bins::of(all.copied().chain(named))?;
        let counts = self.groups.iter().map(|(_, _, values)| {
            let mut counts = vec![0.0; bins.len()];
            for value in values {
                counts[bins.place(*value)] += 1.0;
            }
            counts
        });
        let counts = counts.collect();
        Some((bins, counts))
    }

    fn name(&self, bins: &Bins, at: usize) -> String {
        let value = bins.edges[at];
        let named = (bins.single() && value >= 0.0).then(|| self.names.get(value as usize));
        match named.flatten() {
            Some(name) => name.clone(),
            None => bins.name(at, self.axis.unit),
        }
    }

    fn several(&self) -> bool {
        self.groups.len() > 1
    }

    fn bar_text(&self, count: f64, total: f64) -> String {
        let share = if total > 0.0 { count / total } else { 0.0 };
        format!(
            "{} ({})",
            Unit::Count.figure(count),
            Unit::Percent.figure(share)
        )
    }

    pub(crate) fn described(&self) -> String {
        let Some((bins, counts)) = self.counted() else {
            return format!("{}: no values", self.axis.title);
        };
        let groups = self.groups.iter().zip(&counts);
        let groups: Vec<String> = groups
            .map(|((name, _, values), counts)| {
                let bars = counts.iter().enumerate().map(|(at, count)| {
                    let text = self.bar_text(*count, values.len() as f64);
                    format!("{} {text}", self.name(&bins, at))
                });
                format!("{name}: {}", listed(bars))
            })
            .collect();
        format!("{}; {}", self.axis.title, groups.join("; "))
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let mut top = top;
        if self.several() {
            let groups = self.groups.iter();
            let entries: Vec<_> = groups
                .map(|(name, paint, _)| (name.as_str(), *paint))
                .collect();
            top = legend::draw(canvas, top, &entries);
        }
        let (up, unit) = if self.several() {
            (format!("share of {}", self.things), Unit::Percent)
        } else {
            (self.things.clone(), Unit::Count)
        };
        let up = Axis::new(up).unit(unit);
        let top = up.draw_title_above(canvas, top);
        let Some((bins, counts)) = self.counted() else {
            let style = Style::SMALL;
            canvas.text(MARGIN, top + SMALL, &style, "no values");
            return top + 2.0 * SMALL;
        };
        let heights: Vec<Vec<f64>> = self
            .groups
            .iter()
            .zip(&counts)
            .map(|((_, _, values), counts)| {
                let whole = if self.several() {
                    values.len().max(1) as f64
                } else {
                    1.0
                };
                counts.iter().map(|count| count / whole).collect()
            })
            .collect();
        let reach: Vec<f64> = heights.iter().flatten().copied().chain([0.0]).collect();
        let scale = up.scale(&reach, self.height, Direction::Up);
        let plot = Area {
            left: MARGIN + up.labels_width(&scale) + 8.0,
            top,
            right: canvas.width - MARGIN - 4.0,
            bottom: top + self.height,
        };
        up.draw_up(canvas, &scale, plot);
        let step = plot.width() / bins.len().max(1) as f64;
        let wide = (step * 0.86).min(90.0) / self.groups.len().max(1) as f64;
        for (number, ((name, paint, values), heights)) in
            self.groups.iter().zip(&heights).enumerate()
        {
            for (at, height) in heights.iter().enumerate() {
                let middle = plot.left + step * (at as f64 + 0.5);
                let left = middle + wide * (number as f64 - self.groups.len() as f64 / 2.0);
                let area = Area {
                    left,
                    top: plot.bottom - scale.share(*height) * plot.height(),
                    right: left + wide,
                    bottom: plot.bottom,
                };
                let text = self.bar_text(counts[number][at], values.len() as f64);
                let bin = self.name(&bins, at);
                let title = if self.several() {
                    format!("{name}, {bin}: {text}")
                } else {
                    format!("{bin}: {text}")
                };
                if *height > 0.0 {
                    canvas.rectangle(area, *paint, Some(&title));
                }
            }
        }
        canvas.line(
            (plot.left, plot.bottom),
            (plot.right, plot.bottom),
            Paint::FRAME,
            1.0,
        );
        let baseline = plot.bottom + 8.0 + SMALL;
        self.draw_names(canvas, &bins, plot, baseline);
        self.axis.draw_title_below(canvas, plot, baseline)
    }

    /// The values below their bars, or the edges of ranges below the gaps: as many as fit.
    fn draw_names(&self, canvas: &mut Canvas, bins: &Bins, plot: Area, baseline: f64) {
        let style = Style::SMALL.at(Anchor::Middle);
        let step = plot.width() / bins.len().max(1) as f64;
        let single = bins.single();
        let labels: Vec<(f64, String)> = if single {
            let all = 0..bins.len();
            all.map(|at| (plot.left + step * (at as f64 + 0.5), self.name(bins, at)))
                .collect()
        } else {
            let width = |at: usize| {
                let next = (at + 1).min(bins.edges.len() - 1);
                (bins.edges[next] - bins.edges[next - 1]).abs()
            };
            let edges = bins.edges.iter().enumerate();
            edges
                .map(|(at, edge)| {
                    (
                        plot.left + step * at as f64,
                        self.axis.unit.tick(*edge, width(at)),
                    )
                })
                .collect()
        };
        let widest = labels.iter().map(|(_, label)| text_width(label, SMALL));
        let widest = widest.fold(0.0, f64::max) + 6.0;
        let every = if single && !self.names.is_empty() {
            1
        } else {
            (widest / step).ceil().max(1.0) as usize
        };
        let mut taken = 0.0;
        for (x, label) in labels.into_iter().step_by(every) {
            if !single {
                canvas.line((x, plot.bottom), (x, plot.bottom + 4.0), Paint::FRAME, 1.0);
            }
            let room = step * every as f64 - 4.0;
            let half = text_width(&label, SMALL).min(room) / 2.0;
            let x = x.clamp(half + 1.0, (canvas.width - half - 1.0).max(half + 1.0));
            // The last one may have been moved to the left.
            if x - half >= taken {
                canvas.label(x, baseline, &style, &label, room);
                taken = x + half + 3.0;
            }
        }
    }
}
