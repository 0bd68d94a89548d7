//! Systems on the same questions: their scores, precision against recall, how long they took.

use lydite_picture::{Axis, Chart, Histogram, Point, Scatter};

use crate::Evaluated;
use crate::export::{Board, Judged, Publication};

/// The scores with their intervals, and the differences from the best.
pub fn scores(publication: &Publication, board: &Board<'_>) -> Chart {
    let mut record = publication.judging.evaluated.record.clone();
    // The chart is about one dataset.
    record.files.retain(|file| {
        let digest = file.sha256.as_ref();
        digest.is_some_and(|digest| *digest == board.task.dataset)
    });
    let figures = |one: &Judged<'_>| {
        let mut report = one.report.clone();
        report.outcomes.clear();
        report.experiments.clear();
        report
    };
    let evaluated = Evaluated {
        record,
        reports: board.reports.iter().map(figures).collect(),
        comparisons: board.compared.into_iter().cloned().collect(),
        unrepaired: Vec::new(),
        caveat: publication.judging.evaluated.caveat.clone(),
        failures: Vec::new(),
        gold: None,
    };
    evaluated.chart()
}

/// Precision against recall, a point a system.
pub fn plane(board: &Board<'_>) -> Chart {
    let mut scatter = Scatter::new(Axis::from("recall"), Axis::from("precision"));
    for one in &board.reports {
        let [precision, recall, _] = one.report.headline();
        let values = one.report.value(&recall).zip(one.report.value(&precision));
        let point =
            values.map(|(recall, precision)| Point::new(recall, precision).label(one.name()));
        scatter = scatter.points(one.name(), point);
    }
    Chart::new("Precision and recall", scatter)
}

/// How long the systems took.
pub fn time(board: &Board<'_>) -> Chart {
    let mut histogram = Histogram::new(Axis::from("milliseconds"), "questions");
    for one in &board.reports {
        let times: Vec<f64> = one
            .report
            .outcomes
            .iter()
            .filter_map(|outcome| outcome.millis)
            .collect();
        if !times.is_empty() {
            histogram = histogram.group(one.name(), times);
        }
    }
    Chart::new("Time for a question", histogram)
}
