//! What charts with a row for each thing share: the column of labels.

use crate::canvas::{BODY, Canvas, MARGIN};
use crate::words::{clean, text_width};

/// The column of labels takes at most this share of the width.
const SHARE: f64 = 0.4;

/// The narrowest plot.
const NARROWEST: f64 = 56.0;

/// How wide the column of labels is, where other columns take some of the room.
pub(crate) fn labels_width<'l>(
    canvas: &Canvas,
    others: f64,
    labels: impl IntoIterator<Item = (&'l str, f64)>,
) -> f64 {
    let widths = labels
        .into_iter()
        .map(|(label, size)| text_width(&clean(label), size));
    let room = canvas.width - 2.0 * MARGIN - 18.0 - NARROWEST - others;
    let most = (canvas.width * SHARE).min(room.max(0.0));
    widths.fold(0.0, f64::max).min(most).ceil()
}

/// How high a row is: less where there are many.
pub(crate) fn row_height(rows: usize, roomy: f64) -> f64 {
    if rows > 60 {
        roomy.min(BODY + 4.0)
    } else {
        roomy
    }
}
