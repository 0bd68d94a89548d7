//! How tests read the shared data.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Read;

/// QaldGen's dataset as published.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn qaldgen() -> Option<Vec<lydite_sample::Described>> {
    let file =
        std::fs::File::open(lydite_testing::shared("qaldgen")?.join("qaldgen-dataset.nt.gz"))
            .unwrap();
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_end(&mut bytes)
        .unwrap();
    let (questions, unread) = lydite_sample::read_rdf(&bytes).unwrap();
    assert!(unread.is_empty(), "{unread:?}");
    Some(questions)
}
