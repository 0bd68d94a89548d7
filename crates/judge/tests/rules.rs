//! What holds for every rule set: the worked examples, the bounds, the independence of order.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod shared;

use lydite_judge::{Case, RuleSet, Scorer, rule_set, rules};
use lydite_model::{AnswerSet, Question, Response, Term};
use proptest::prelude::*;

/// A set of answers from plain texts, as a person would write it.
fn set(values: &[impl AsRef<str>]) -> AnswerSet {
    if let [only] = values
        && let Ok(boolean) = only.as_ref().parse::<bool>()
    {
        return AnswerSet::boolean(boolean);
    }
    let term = |value: &str| match value.contains("://") {
        true => Term::iri(value),
        false => Term::literal(value),
    };
    AnswerSet::column("x", values.iter().map(|value| term(value.as_ref())))
}

fn entry(id: &str, values: &[impl AsRef<str>]) -> Question {
    let mut question = Question::new(id);
    question.answers = Some(set(values));
    question
}

#[test]
fn worked_examples_hold() {
    let mut checked = 0;
    for rules in rules() {
        assert!(!rules.examples.is_empty(), "{} has no example", rules.name);
        for example in rules.examples {
            let gold = entry("1", example.gold);
            let response = example
                .system
                .map(|values| Response::from(entry("1", values)));
            let outcome = rules.judge(&Case::new(&gold, response.as_ref()));
            let ours = [outcome.precision, outcome.recall, outcome.f1];
            assert_eq!(ours, example.scores, "{}: {}", rules.name, example.shows);
            checked += 1;
        }
    }
    assert!(checked >= 30, "{checked}");
}

#[test]
fn names_and_texts_are_there() {
    let mut names: Vec<_> = rules().iter().map(|rules| rules.name).collect();
    assert_eq!(names[0], "lydite");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 16);
    for rules in rules() {
        assert!(
            rules.rationale.len() > 80 && !rules.version.is_empty(),
            "{}",
            rules.name
        );
        assert!(std::ptr::eq(rule_set(rules.name).unwrap(), *rules));
    }
}

/// Values that mean many things to many rules.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-d]",
        "http://dbpedia\\.org/resource/[A-C](_\\(x\\)|_%28x%29)?",
        "https?://x\\.org/[a-c]",
        Just("true".to_owned()),
        "[0-3](\\.0)?",
        "19[67][01]-0[1-3]-0[12](T00:00:00Z)?",
        Just(String::new()),
        "é|e\u{301}|%C3%A9|a b",
    ]
}

fn values() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(value(), 0..8)
}

/// Whether the official script itself leaves the bounds.
fn exceeds_one(rules: &RuleSet) -> bool {
    matches!(rules.name, "qald-1" | "qald-2" | "qald-3" | "qald-4")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scores_are_between_0_and_1(gold in values(), system in values()) {
        let gold = entry("1", &gold);
        let response = Response::from(entry("1", &system));
        for rules in rules() {
            let outcome = rules.judge(&Case::new(&gold, Some(&response)));
            let highest = if exceeds_one(rules) { f64::MAX } else { 1.0 };
            for score in [outcome.precision, outcome.recall, outcome.f1] {
                prop_assert!((0.0..=highest).contains(&score), "{} {score}", rules.name);
            }
        }
    }

    #[test]
    fn the_order_of_answers_does_not_matter(gold in values(), system in values(), seed in any::<u64>()) {
        let shuffled = |values: &[String]| {
            let mut values = values.to_vec();
            let mut random = lydite_judge::SplitMix64::new(seed);
            for at in (1..values.len()).rev() {
                values.swap(at, random.below(at + 1));
            }
            values
        };
        let (one, other) = (entry("1", &gold), entry("1", &shuffled(&gold)));
        let (first, second) = (Response::from(entry("1", &system)), Response::from(entry("1", &shuffled(&system))));
        for rules in rules() {
            // The old scripts take the type of the gold answers from the last answer submitted.
            if exceeds_one(rules) {
                continue;
            }
            let a = rules.judge(&Case::new(&one, Some(&first)));
            let b = rules.judge(&Case::new(&other, Some(&second)));
            prop_assert_eq!(a, b, "{}", rules.name);
        }
    }

    #[test]
    fn a_wrong_answer_never_raises_precision(gold in values(), system in values()) {
        let gold = entry("1", &gold);
        let wrong = "http://dbpedia.org/resource/Certainly_wrong".to_owned();
        let mut more = system.clone();
        more.push(wrong);
        // A set with one text is yes or no if the text says so; with two it no longer is.
        prop_assume!(system.len() != 1 || system[0].parse::<bool>().is_err());
        let before = Response::from(entry("1", &system));
        let after = Response::from(entry("1", &more));
        for rules in rules() {
            if exceeds_one(rules) || system.is_empty() {
                continue;
            }
            let before = rules.judge(&Case::new(&gold, Some(&before)));
            let after = rules.judge(&Case::new(&gold, Some(&after)));
            prop_assert!(after.precision <= before.precision, "{}: {before:?} {after:?}", rules.name);
        }
    }

    #[test]
    fn evidence_agrees_with_the_counts(gold in values(), system in values()) {
        let gold = entry("1", &gold);
        let response = Response::from(entry("1", &system));
        for rules in rules() {
            let mut case = Case::new(&gold, Some(&response));
            let plain = rules.judge(&case);
            case.explain = true;
            let mut explained = rules.judge(&case);
            let evidence = explained.evidence.take().unwrap();
            prop_assert_eq!(&plain, &explained, "{}", rules.name);
            if !exceeds_one(rules) && rules.name != "qald-5" {
                let counts = [evidence.matched.len(), evidence.surplus.len(), evidence.missed.len()];
                let stated = [plain.counts.tp, plain.counts.fp, plain.counts.fn_].map(|count| count as usize);
                prop_assert_eq!(counts, stated, "{}", rules.name);
            }
        }
    }

    #[test]
    fn the_order_of_questions_does_not_matter(
        questions in prop::collection::vec((values(), values()), 1..6),
    ) {
        let gold: Vec<_> = questions.iter().enumerate().map(|(id, (gold, _))| entry(&id.to_string(), gold)).collect();
        let answers: Vec<_> = questions.iter().enumerate().map(|(id, (_, system))| Response::from(entry(&id.to_string(), system))).collect();
        for rules in rules() {
            let scorer = Scorer::new(rules).seed(None);
            let forth = scorer.score(gold.clone(), answers.clone());
            let back = scorer.score(gold.iter().rev().cloned(), answers.iter().rev().cloned());
            let step = scorer.score_in_step(gold.clone(), answers.iter().rev().cloned(), &mut |_| {});
            for other in [&back, &step] {
                for (a, b) in forth.figures.iter().zip(&other.figures) {
                    prop_assert_eq!(&a.path, &b.path);
                    let close = match (a.value, b.value) {
                        (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                        (a, b) => a == b,
                    };
                    prop_assert!(close, "{} {}: {:?} {:?}", rules.name, a.path, a.value, b.value);
                }
            }
        }
    }

    #[test]
    fn gold_against_itself_is_1_under_lydite(gold in values()) {
        let gold = entry("1", &gold);
        let response = Response::from(gold.clone());
        let outcome = rule_set("lydite").unwrap().judge(&Case::new(&gold, Some(&response)));
        prop_assert_eq!([outcome.precision, outcome.recall, outcome.f1], [1.0, 1.0, 1.0]);
    }
}

#[test]
fn gold_against_itself_is_1_on_all_files() {
    let (mut files, mut questions) = (0, 0);
    for folder in ["datasets", "datasets-modern"] {
        let Some(folder) = lydite_testing::shared(folder) else {
            return;
        };
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir()
                || matches!(path.extension().and_then(|e| e.to_str()), Some("md") | None)
            {
                continue;
            }
            let Ok(reader) = lydite_formats::Reader::open(&path) else {
                continue;
            };
            let gold = shared::entries(reader);
            let report = shared::score("lydite", &gold, &gold);
            let name = path.display();
            for outcome in report
                .outcomes
                .iter()
                .filter(|outcome| outcome.gold != lydite_model::Gold::Missing)
            {
                let scores = [outcome.precision, outcome.recall, outcome.f1];
                assert_eq!(scores, [1.0; 3], "{name} {outcome:?}");
                questions += 1;
            }
            for path in [
                "macro.f1",
                "micro.f1",
                "macro.precision",
                "macro.recall",
                "exact_match",
            ] {
                let figure = report.figure(path).unwrap();
                assert!(
                    figure.n == 0 || figure.value == Some(1.0),
                    "{name} {path} {:?}",
                    figure.value
                );
            }
            files += 1;
        }
    }
    println!("{files} files, {questions} questions");
    assert!(files >= 77, "only {files} files");
}
