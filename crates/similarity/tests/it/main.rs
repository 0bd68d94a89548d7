//! The measures of query similarity, compared with the reference values of the tool that papers use.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use lydite_similarity::{
    Pair, edit_distance, naive_canonical, renamed, similarities, similarity, tokens,
};
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn every_reference_value_comes_out() {
    let Some(path) =
        lydite_testing::shared("t2s-metrics").map(|folder| folder.join("reference.json"))
    else {
        return;
    };
    let reference: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut compared, mut wrong) = (0, Vec::new());
    for entry in reference["query_pairs"].as_array().unwrap() {
        let text = |key: &str| entry[key].as_str().unwrap();
        let pair = Pair::new(text("golden"), text("generated"));
        for side in ["golden", "generated"] {
            let stated: Vec<&str> = entry["tokens"][side]
                .as_array()
                .unwrap()
                .iter()
                .map(|token| token.as_str().unwrap())
                .collect();
            let forms = [
                (tokens(text(side)) == stated, "tokens"),
                (
                    entry["sp_normalised"][side] == *renamed(text(side)),
                    "renamed",
                ),
                (
                    entry["naive_canonical"][side] == naive_canonical(text(side)),
                    "canonical",
                ),
            ];
            for (right, what) in forms {
                compared += 1;
                if !right {
                    wrong.push(format!(
                        "{} {side} {what}: {}",
                        entry["id"],
                        naive_canonical(text(side))
                    ));
                }
            }
        }
        for (name, stated) in entry["metrics"].as_object().unwrap() {
            compared += 1;
            let measure = similarity(name).unwrap_or_else(|| panic!("no {name}"));
            let ours = measure.of(&pair);
            // WordNet may be missing, and was another edition where the values were computed.
            let tolerance = if name == "meteor" { 0.05 } else { 1e-9 };
            // A text without words has no value there.
            let Some(stated) = stated.as_f64() else {
                continue;
            };
            if (ours - stated).abs() > tolerance {
                wrong.push(format!(
                    "{} {name}: ours {ours}, stated {stated}",
                    entry["id"]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert_eq!(compared, 64 * (19 + 6));
}

#[test]
fn structure_counts_what_texts_do_not_see() {
    let gold = "SELECT ?x { ?x a dbo:Lake ; dbo:country dbr:Finland }";
    let same = "SELECT DISTINCT ?l WHERE { ?l dbo:country dbr:Finland . ?l a dbo:Lake }";
    let of = |name: &str, other: &str| similarity(name).unwrap().of(&Pair::new(gold, other));
    let swapped = "SELECT ?l WHERE { ?l dbo:country dbr:Finland . ?l a dbo:Lake }";
    assert_eq!(of("query_equivalence", swapped), 1.0);
    assert_eq!(of("structural_f1", swapped), 1.0);
    assert!(of("token_f1", swapped) < 1.0);
    assert_eq!(of("query_equivalence", same), 0.0);
    assert!((of("structural_f1", same) - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(of("structural_f1", "SELECT no query"), 0.0);
}

/// The distance by the textbook.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

proptest! {
    #[test]
    fn distances_are_those_of_the_textbook(one in "[abé]{0,150}", other in "[abé]{0,150}") {
        prop_assert_eq!(edit_distance(&one, &other), distance(&one, &other));
    }

    #[test]
    fn any_two_texts_have_every_measure(
        one in "([?$<>\"'#:.{}() aé\\\\\n]|select|PREFIX a: <b>|\\?x|a:c){0,20}",
        other in "(\\PC|[?<>\"' ]|SELECT \\?x|a:c){0,20}",
    ) {
        let pair = Pair::new(&one, &other);
        for measure in similarities() {
            let value = measure.of(&pair);
            prop_assert!((0.0..=1.0 + 1e-9).contains(&value), "{} {}", measure.name, value);
        }
    }

    #[test]
    fn a_query_is_most_like_itself(one in "SELECT \\?[a-z]{2,5} \\{ \\?[a-z]{2,5} [a-z]{1,3}:[a-z]{1,9} \\?b \\}") {
        let pair = Pair::new(&one, &one);
        for measure in similarities().iter().filter(|measure| measure.name != "meteor") {
            prop_assert!((measure.of(&pair) - 1.0).abs() < 1e-9, "{}", measure.name);
        }
    }
}
