//! Systems on the same questions: their scores, precision against recall, what they found on the way,
//! which of them can be told apart, how long they took.

use lydite_model::Experiment as Kind;
use lydite_picture::{Axis, Chart, HeatMap, Histogram, Point, Scatter};

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

/// What systems found on the way to the answers: macro F1 of each experiment type; nothing if only
/// answers were judged.
pub fn kinds(board: &Board<'_>) -> Option<Chart> {
    let score = |one: &Judged<'_>, kind: Kind| {
        if kind == Kind::Qa {
            return one.report.value(&one.report.headline()[2]);
        }
        one.report.experiment(kind)?.value("macro.f1")
    };
    let judged = |kind: &Kind| board.reports.iter().any(|one| score(one, *kind).is_some());
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(judged).collect();
    if kinds.len() < 2 {
        return None;
    }
    let columns = kinds.iter().map(ToString::to_string);
    let mut map = HeatMap::new(Axis::new("F1").covering(0.0, 1.0), columns);
    for one in &board.reports {
        let cells = kinds.iter().map(|kind| score(one, *kind));
        map = map.row(one.name(), "", cells);
    }
    let note = "QA: answers; C2KB: entities; P2KB: properties; RE2KB: triples; AT: answer type; \
                AIT2KB: classes of the answers.";
    Some(Chart::new("On the way to the answer", map).note(note))
}

/// How likely the difference between two systems is chance; nothing for a single system.
pub fn significance(board: &Board<'_>) -> Option<Chart> {
    let pairs = &board.compared?.comparison.pairs;
    let names: Vec<&str> = board
        .lines()
        .iter()
        .map(|line| line.judged.name())
        .collect();
    let p = |one: &str, other: &str| {
        let fits = |first: &str, second: &str| first == one && second == other;
        let mut pairs = pairs.iter();
        let found =
            pairs.find(|pair| fits(&pair.first, &pair.second) || fits(&pair.second, &pair.first));
        found.map(|pair| pair.p_holm)
    };
    let axis = Axis::new("p").covering(0.0, 1.0);
    let mut map = HeatMap::new(axis, names.iter().copied());
    for one in &names {
        map = map.row(*one, "", names.iter().map(|other| p(one, other)));
    }
    let note = "The probability of such a difference if there were none, corrected for the number of \
                pairs (Holm). Below 0.05 two systems can be told apart.";
    Some(Chart::new("Which systems can be told apart", map).note(note))
}
