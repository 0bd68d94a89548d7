//! What the colours mean, in lines above a chart.

use crate::canvas::{Area, Canvas, MARGIN, SMALL, Style};
use crate::colour::Paint;
use crate::words::{fit, text_width};

/// The side of a square of colour.
const SQUARE: f64 = 11.0;
const LINE: f64 = 19.0;

/// Draws names and colours side by side as far as there is room; where they end.
pub(crate) fn draw(canvas: &mut Canvas, top: f64, entries: &[(&str, Paint)]) -> f64 {
    let style = Style::SMALL.painted(Paint::INK);
    let room = canvas.width - 2.0 * MARGIN - SQUARE - 6.0;
    let (mut x, mut y) = (MARGIN, top);
    for (name, paint) in entries {
        let short = fit(name, SMALL, room);
        let width = SQUARE + 6.0 + text_width(&short, SMALL);
        if x > MARGIN && x + width > canvas.width - MARGIN {
            (x, y) = (MARGIN, y + LINE);
        }
        let square = Area {
            left: x,
            top: y + 2.0,
            right: x + SQUARE,
            bottom: y + 2.0 + SQUARE,
        };
        canvas.rectangle(square, *paint, None);
        let baseline = style.baseline(y + 2.0 + SQUARE / 2.0);
        canvas.label(x + SQUARE + 6.0, baseline, &style, name, room);
        x += width + 16.0;
    }
    if entries.is_empty() {
        top
    } else {
        y + LINE + 4.0
    }
}
