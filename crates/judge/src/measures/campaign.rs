//! The totals of the QALD campaigns: *global* over all gold questions, *local* over those that the
//! submission processed. F1 is the harmonic mean of the two means; what cannot be divided is 0.

use lydite_model::{Outcome, Status};

use super::{Add, Measure, Unit, Value};

const REFERENCE: &str = "Unger, Ngonga Ngomo, Cabrio: 6th Open Challenge on Question Answering over Linked Data (QALD-6), 2016; its evaluation script";

/// Sums: P, R, n, processed, tp, user answers, gold answers, gold answers of processed questions.
const WIDTH: usize = 8;

macro_rules! total {
    ($ident:ident, $name:literal, $title:literal, $formula:literal, $count:expr, $value:expr) => {
        pub(crate) static $ident: Measure = Measure {
            name: $name,
            title: $title,
            formula: $formula,
            reference: REFERENCE,
            aliases: &[],
            unit: Unit::Share,
            width: WIDTH,
            add: Add::Plain(add),
            value: $value,
            count: $count,
        };
    };
}

total!(
    GLOBAL_MACRO_PRECISION,
    "global_macro_precision",
    "sum of precisions / number of gold questions",
    "Σ P / n; P = 0 for a missing question, 1 for an empty answer",
    |sums| sums[2],
    Value::Share(0, 2)
);
total!(
    GLOBAL_MACRO_RECALL,
    "global_macro_recall",
    "sum of recalls / number of gold questions",
    "Σ R / n",
    |sums| sums[2],
    Value::Share(1, 2)
);
total!(
    GLOBAL_MACRO_F1,
    "global_macro_f1",
    "F1 of the global mean precision and recall",
    "2·P̄·R̄ / (P̄ + R̄) over all gold questions",
    |sums| sums[2],
    Value::HarmonicShares([0, 2], [1, 2])
);
total!(
    LOCAL_MACRO_PRECISION,
    "local_macro_precision",
    "mean precision of the processed questions",
    "Σ P / processed",
    |sums| sums[3],
    Value::Share(0, 3)
);
total!(
    LOCAL_MACRO_RECALL,
    "local_macro_recall",
    "mean recall of the processed questions",
    "Σ R / processed",
    |sums| sums[3],
    Value::Share(1, 3)
);
total!(
    LOCAL_MACRO_F1,
    "local_macro_f1",
    "F1 of the local mean precision and recall",
    "2·P̄·R̄ / (P̄ + R̄) over the processed questions",
    |sums| sums[3],
    Value::HarmonicShares([0, 3], [1, 3])
);
total!(
    GLOBAL_MICRO_PRECISION,
    "global_micro_precision",
    "correct answers / submitted answers",
    "Σ tp / Σ user answers",
    |sums| sums[2],
    Value::Share(4, 5)
);
total!(
    GLOBAL_MICRO_RECALL,
    "global_micro_recall",
    "correct answers / gold answers",
    "Σ tp / Σ gold answers of all questions",
    |sums| sums[2],
    Value::Share(4, 6)
);
total!(
    GLOBAL_MICRO_F1,
    "global_micro_f1",
    "F1 of the global micro precision and recall",
    "2PR / (P + R)",
    |sums| sums[2],
    Value::HarmonicShares([4, 5], [4, 6])
);
total!(
    LOCAL_MICRO_PRECISION,
    "local_micro_precision",
    "correct answers / submitted answers",
    "Σ tp / Σ user answers",
    |sums| sums[3],
    Value::Share(4, 5)
);
total!(
    LOCAL_MICRO_RECALL,
    "local_micro_recall",
    "correct answers / gold answers of the processed questions",
    "Σ tp / Σ gold answers of processed questions",
    |sums| sums[3],
    Value::Share(4, 7)
);
total!(
    LOCAL_MICRO_F1,
    "local_micro_f1",
    "F1 of the local micro precision and recall",
    "2PR / (P + R)",
    |sums| sums[3],
    Value::HarmonicShares([4, 5], [4, 7])
);

fn add(outcome: &Outcome, sums: &mut [f64]) {
    let counts = outcome.counts;
    let gold = (counts.tp + counts.fn_) as f64;
    sums[2] += 1.0;
    sums[6] += gold;
    if outcome.status != Status::Missing {
        sums[0] += outcome.precision;
        sums[1] += outcome.recall;
        sums[3] += 1.0;
        sums[4] += counts.tp as f64;
        sums[5] += (counts.tp + counts.fp) as f64;
        sums[7] += gold;
    }
}
