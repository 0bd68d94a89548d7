//! The shipped tagger on the test part of the English Web Treebank.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use lydite_language::Tagger;
use lydite_language::training::TaggedSentence;

#[test]
fn nineteen_of_twenty_tags_are_right() {
    let Some(folder) = lydite_testing::shared("treebank") else {
        return;
    };
    let text = shared::unpacked(&folder.join("en_ewt-ud-test.conllu.gz"));
    let sentences = TaggedSentence::read_all(&text).unwrap();
    let lower: Vec<_> = sentences.iter().map(TaggedSentence::to_lowercase).collect();
    for (name, sentences, floor) in [
        ("as written", &sentences, 0.950),
        ("in lower case", &lower, 0.940),
    ] {
        let accuracy = TaggedSentence::accuracy(Tagger::shipped(), sentences);
        let share = accuracy.share();
        println!(
            "{name}: {:.2} % of {} tokens",
            100.0 * share,
            accuracy.tokens
        );
        assert!(share >= floor, "{name}: {share}");
    }
}
