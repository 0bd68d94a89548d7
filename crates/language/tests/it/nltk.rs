//! Tokens and tags against what NLTK gave for the questions of QaldGen.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use lydite_language::{Tagger, treebank_tokens};

#[test]
fn tokens_and_tags_equal_those_of_nltk() {
    let (Some(folder), Some(questions)) = (lydite_testing::shared("postagger"), shared::qaldgen())
    else {
        return;
    };
    let tagger = Tagger::open(&folder).unwrap();
    let expected = shared::unpacked(&folder.join("expected-tags-even.tsv.gz"));
    let mut compared = 0;
    for line in expected.lines() {
        let (number, expected) = line.split_once('\t').unwrap();
        let number: usize = number.parse().unwrap();
        let (_, text) = questions.iter().find(|(n, _)| *n == number).unwrap();
        let tokens = treebank_tokens(text);
        let tags = tagger.tag(&tokens);
        let ours: Vec<_> = tokens
            .iter()
            .zip(&tags)
            .map(|(token, tag)| format!("{}/{tag}", token.form))
            .collect();
        assert_eq!(ours.join(" "), expected, "question {number}: {text}");
        compared += tokens.len();
    }
    println!("{compared} tokens are cut and tagged as by NLTK");
    assert!(compared > 30_000);
}
