//! Charts as SVG.

use std::fmt::Write;

use super::{Histogram, Projection};
use crate::Vectors;

/// More circles than this only make a page slow.
const MOST_CIRCLES: usize = 4000;

pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// All points in the plane, the sample on top.
pub(super) fn map(
    vectors: &Vectors,
    projection: &Projection,
    sample: &[usize],
    texts: &[(String, String)],
) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 440.0;
    const MARGIN: f64 = 20.0;
    let bounds = |axis: usize| {
        let places = projection.places.iter().map(|place| place[axis]);
        let least = places.clone().fold(f64::INFINITY, f64::min);
        let most = places.fold(f64::NEG_INFINITY, f64::max);
        (least, (most - least).max(1e-12))
    };
    let (left, width) = bounds(0);
    let (bottom, height) = bounds(1);
    let place = |point: usize| {
        let [x, y] = projection.places[point];
        (
            MARGIN + (x - left) / width * (WIDTH - 2.0 * MARGIN),
            HEIGHT - MARGIN - (y - bottom) / height * (HEIGHT - 2.0 * MARGIN),
        )
    };
    let heaviest = (0..vectors.points())
        .map(|p| vectors.weight(p))
        .fold(1.0, f64::max);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         aria-label=\"All questions and the sample in two dimensions\">\n"
    );
    // Writing to a text cannot fail.
    let step = vectors.points().div_ceil(MOST_CIRCLES).max(1);
    for point in (0..vectors.points()).step_by(step) {
        let (x, y) = place(point);
        let radius = 2.0 + 10.0 * (vectors.weight(point) / heaviest).sqrt();
        let _ = writeln!(
            svg,
            "<circle class=\"whole\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" opacity=\".55\"/>"
        );
    }
    for (question, (id, text)) in sample.iter().zip(texts) {
        let (x, y) = place(vectors.point_of(*question));
        let (id, text) = (escape(id), escape(text));
        let _ = writeln!(
            svg,
            "<circle class=\"sample\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" stroke=\"#fff\">\
             <title>{id}: {text}</title></circle>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Two bars for every value.
pub(super) fn histogram(histogram: &Histogram) -> String {
    const WIDTH: f64 = 280.0;
    const HEIGHT: f64 = 170.0;
    const TOP: f64 = 24.0;
    const BASE: f64 = 140.0;
    let name = escape(&histogram.feature);
    let mut svg = format!(
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         aria-label=\"{name}\"><text x=\"4\" y=\"14\" font-weight=\"600\">{name}</text>\n"
    );
    let shares = histogram
        .bins
        .iter()
        .flat_map(|bin| [bin.whole, bin.sample]);
    let tallest = shares.fold(1e-12, f64::max);
    let step = (WIDTH - 8.0) / histogram.bins.len().max(1) as f64;
    let bar = (step * 0.42).min(24.0);
    for (number, bin) in histogram.bins.iter().enumerate() {
        let middle = 4.0 + step * (number as f64 + 0.5);
        let label = escape(&bin.label);
        for (class, share, x) in [
            ("whole", bin.whole, middle - bar),
            ("sample", bin.sample, middle),
        ] {
            let height = share / tallest * (BASE - TOP);
            let y = BASE - height;
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" \
                 height=\"{height:.1}\"><title>{label}: {:.1} %</title></rect>",
                100.0 * share
            );
        }
        // Long labels would run into each other: every other one will do.
        if histogram.bins.len() <= 8 || number % 3 == 0 {
            let _ = writeln!(
                svg,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                BASE + 16.0
            );
        }
    }
    svg.push_str("</svg></figure>\n");
    svg
}
