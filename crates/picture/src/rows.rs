//! What charts with a row for each thing share: the column of labels.

use crate::canvas::{BODY, Canvas};
use crate::words::{clean, text_width};

/// The column of labels takes at most this share of the width.
const SHARE: f64 = 0.4;

/// How wide the column of labels is.
pub(crate) fn labels_width<'l>(
    canvas: &Canvas,
    labels: impl IntoIterator<Item = (&'l str, f64)>,
) -> f64 {
    let widths = labels
        .into_iter()
        .map(|(label, size)| text_width(&clean(label), size));
    widths.fold(0.0, f64::max).min(canvas.width * SHARE).ceil()
}

/// How high a row is: less where there are many.
pub(crate) fn row_height(rows: usize, roomy: f64) -> f64 {
    if rows > 60 {
        roomy.min(BODY + 4.0)
    } else {
        roomy
    }
}
