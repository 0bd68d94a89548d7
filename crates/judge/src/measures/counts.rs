//! How many questions were answered, left empty, left out, or failed.

use lydite_model::{Gold, Outcome, Status};

use super::{Add, Measure, Unit, Value};

macro_rules! count {
    ($ident:ident, $name:literal, $title:literal, $formula:literal, $test:expr) => {
        pub(crate) static $ident: Measure = Measure {
            name: $name,
            title: $title,
            formula: $formula,
            reference: "–",
            aliases: &[],
            unit: Unit::Count,
            width: 2,
            add: Add::Plain(|outcome: &Outcome, sums: &mut [f64]| {
                let test: fn(&Outcome) -> bool = $test;
                sums[0] += f64::from(u8::from(test(outcome)));
                sums[1] += 1.0;
            }),
            value: Value::Plain(|sums| sums[0]),
            count: |sums| sums[1],
        };
    };
}

count!(QUESTIONS, "n", "questions", "n", |_| true);
count!(
    ANSWERED,
    "answered",
    "questions with answers",
    "|{answered}|",
    |outcome| outcome.status == Status::Answered
);
count!(
    EMPTY,
    "empty",
    "questions with the empty set as answer",
    "|{empty}|",
    |outcome| outcome.status == Status::Empty
);
count!(
    MISSING,
    "missing",
    "questions missing from the answer file",
    "|{missing}|",
    |outcome| outcome.status == Status::Missing
);
count!(
    ERRORS,
    "errors",
    "questions on which the system failed",
    "|{error}|",
    |outcome| outcome.status == Status::Error
);
count!(
    PROCESSED,
    "processed",
    "questions in the answer file",
    "n − |{missing}|",
    |outcome| outcome.status != Status::Missing
);
count!(
    NO_GOLD,
    "no_gold",
    "questions for which the gold standard has nothing to compare with",
    "|{gold missing}|",
    |outcome| outcome.gold != Gold::Unreadable
);
count!(
    UNREADABLE_GOLD,
    "unreadable_gold",
    "questions whose gold query cannot be read",
    "|{gold unreadable}|",
    |outcome| outcome.gold == Gold::Unreadable
);
