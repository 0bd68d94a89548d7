//! What would be gained by keeping silent below some confidence.

use lydite_model::Outcome;
use serde::{Deserialize, Serialize};

/// Precision, recall and F1 for each threshold of confidence: below it, the system is taken to have
/// given the empty answer.
///
/// GERBIL chooses the threshold with the best micro F1 for annotation tasks (its section 3.3); for
/// question answering no platform reads the confidence at all.
///
/// ```
/// use lydite_judge::CurveBuilder;
/// use lydite_model::{Outcome, Status};
/// let mut builder = CurveBuilder::default();
/// for (confidence, f1) in [(0.9, 1.0), (0.2, 0.0)] {
///     let mut outcome = Outcome::new("1", Status::Answered);
///     (outcome.confidence, outcome.precision, outcome.f1) = (Some(confidence), f1, f1);
///     builder.add(&outcome);
/// }
/// let curve = builder.finish();
/// let point = curve.points().find(|point| point.threshold == 0.5).unwrap();
/// assert_eq!((point.answered, point.precision), (1, 1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConfidenceCurve {
    /// From the lowest threshold to the highest; none without any confidence.
    points: Vec<CurvePoint>,
}

/// Adds outcomes up for a [`ConfidenceCurve`].
#[derive(Clone, Debug)]
pub struct CurveBuilder {
    steps: Vec<Step>,
    questions: u64,
    rated: u64,
}

/// The answers whose confidence lies between two thresholds.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    answered: u64,
    precision: f64,
    recall: f64,
    f1: f64,
}

/// One point of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Answers with less confidence are withheld.
    pub threshold: f64,
    /// The questions still answered.
    pub answered: u64,
    /// The mean precision of those.
    pub precision: f64,
    /// The mean recall of all questions.
    pub recall: f64,
    /// The mean F1 of all questions.
    pub f1: f64,
}

/// The curve has a point for each hundredth.
const STEPS: usize = 101;

impl Default for CurveBuilder {
    fn default() -> Self {
        Self {
            steps: vec![Step::default(); STEPS],
            questions: 0,
            rated: 0,
        }
    }
}

impl CurveBuilder {
    /// Adds an outcome; an answer without a confidence is never withheld.
    pub fn add(&mut self, outcome: &Outcome) {
        self.questions += 1;
        self.rated += u64::from(outcome.confidence.is_some());
        if outcome.status != lydite_model::Status::Answered {
            return;
        }
        let confidence = outcome.confidence.unwrap_or(1.0).clamp(0.0, 1.0);
        let step = &mut self.steps[(confidence * (STEPS - 1) as f64 + 1e-9) as usize];
        step.answered += 1;
        step.precision += outcome.precision;
        step.recall += outcome.recall;
        step.f1 += outcome.f1;
    }

    /// The curve; without points if no answer had a confidence.
    pub fn finish(&self) -> ConfidenceCurve {
        if self.rated == 0 {
            return ConfidenceCurve::default();
        }
        let all = self.questions.max(1) as f64;
        let mut points = Vec::with_capacity(STEPS);
        let mut sum = Step::default();
        for (at, step) in self.steps.iter().enumerate().rev() {
            sum.answered += step.answered;
            sum.precision += step.precision;
            sum.recall += step.recall;
            sum.f1 += step.f1;
            points.push(CurvePoint {
                threshold: at as f64 / (STEPS - 1) as f64,
                answered: sum.answered,
                precision: sum.precision / sum.answered.max(1) as f64,
                recall: sum.recall / all,
                f1: sum.f1 / all,
            });
        }
        points.reverse();
        ConfidenceCurve { points }
    }
}

impl ConfidenceCurve {
    /// Whether any answer had a confidence.
    pub fn is_rated(&self) -> bool {
        !self.points.is_empty()
    }

    /// The points, from the lowest threshold to the highest.
    pub fn points(&self) -> impl Iterator<Item = CurvePoint> {
        self.points.iter().copied()
    }

    /// The threshold with the best mean F1; the lowest one of several.
    pub fn best(&self) -> Option<CurvePoint> {
        self.points()
            .fold(None, |best: Option<CurvePoint>, point| match best {
                Some(best) if best.f1 >= point.f1 => Some(best),
                _ => Some(point),
            })
    }
}
