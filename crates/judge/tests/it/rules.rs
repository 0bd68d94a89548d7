//! What holds for every rule set: the worked examples, the bounds, the independence of order.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use lydite_judge::{Case, RuleSet, Ruling, Scorer, rule_set, rules};
use lydite_model::{AnswerSet, Outcome, Question, Response, Status, Table, Term, Ties};
use proptest::prelude::*;

/// A set of answers from plain texts, as a person would write it.
fn set(values: &[impl AsRef<str>]) -> AnswerSet {
    if let [only] = values
        && let Ok(boolean) = only.as_ref().parse::<bool>()
    {
        return AnswerSet::boolean(boolean);
    }
    let term = |value: &str| {
        if value.contains("://") {
            Term::iri(value)
        } else {
            Term::literal(value)
        }
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
    assert_eq!(names.len(), 32);
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

/// Some scorers look at the first answer, at all answers in a row, or at answers within each other.
fn takes_answers_for_text(rules: &RuleSet) -> bool {
    matches!(
        rules.name,
        "kqapro" | "mintaka" | "mintaka-text" | "mkqa" | "tog"
    )
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
            if exceeds_one(rules) || takes_answers_for_text(rules) {
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
            if exceeds_one(rules) || takes_answers_for_text(rules) || system.is_empty() {
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
            let apart = scorer.score(gold.clone(), answers.iter().rev().cloned());
            for other in [&back, &apart] {
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
        for version in ["lydite", "lydite-1"] {
            let outcome = rule_set(version).unwrap().judge(&Case::new(&gold, Some(&response)));
            prop_assert_eq!([outcome.precision, outcome.recall, outcome.f1], [1.0, 1.0, 1.0]);
        }
    }

    #[test]
    fn names_and_order_of_columns_do_not_matter_under_lydite(
        rows in prop::collection::vec(prop::collection::vec(value(), 3), 1..8),
        order in Just([0usize, 1, 2]).prop_shuffle(),
        reversed in any::<bool>(),
    ) {
        let mut rows = rows;
        let gold = table(["a", "b", "c"], &rows);
        for row in &mut rows {
            *row = order.iter().map(|&at| row[at].clone()).collect();
        }
        if reversed {
            rows.reverse();
        }
        let outcome = judged(&gold, &table(["x", "y", "z"], &rows));
        prop_assert_eq!([outcome.precision, outcome.recall], [1.0, 1.0]);
    }

    #[test]
    fn scores_of_tables_are_between_0_and_1_and_say_why(
        gold in prop::collection::vec(prop::collection::vec(value(), 2), 0..6),
        system in prop::collection::vec(prop::collection::vec(value(), 3), 0..6),
    ) {
        let (gold, system) = (table(["a", "b"], &gold), table(["b", "c", "a"], &system));
        for (gold, system) in [(&gold, &system), (&system, &gold)] {
            let outcome = judged(gold, system);
            for score in [outcome.precision, outcome.recall, outcome.f1] {
                prop_assert!((0.0..=1.0).contains(&score), "{score}");
            }
            let evidence = outcome.evidence.unwrap();
            let counts = [evidence.matched.len(), evidence.surplus.len(), evidence.missed.len()];
            let stated = [outcome.counts.tp, outcome.counts.fp, outcome.counts.fn_];
            prop_assert_eq!(counts, stated.map(|count| count as usize));
        }
    }

    #[test]
    fn numbers_are_paired_as_often_as_possible(
        gold in prop::collection::btree_set(0u32..40, 1..7),
        system in prop::collection::btree_set(0u32..40, 1..7),
    ) {
        // Steps of a third of the tolerance, away from whole numbers.
        let number = |step: &u32| 1.5 + f64::from(*step) * 0.5e-6;
        let texts = |steps: &std::collections::BTreeSet<u32>| -> Vec<String> {
            steps.iter().map(|step| format!("{:.9}", number(step))).collect()
        };
        let outcome = judged(&set(&texts(&gold)), &set(&texts(&system)));
        let close = |a: &u32, b: &u32| (number(a) - number(b)).abs() <= 1.000_000_1e-6 * number(a);
        prop_assert_eq!(outcome.counts.tp, most_pairs(&gold.into_iter().collect::<Vec<_>>(), &system.into_iter().collect::<Vec<_>>(), &close));
    }
}

/// The largest number of pairs, by trying them all.
fn most_pairs(gold: &[u32], system: &[u32], close: &dyn Fn(&u32, &u32) -> bool) -> u64 {
    let Some((first, rest)) = gold.split_first() else {
        return 0;
    };
    let mut most = most_pairs(rest, system, close);
    for at in 0..system.len() {
        if close(first, &system[at]) {
            let mut left = system.to_vec();
            left.remove(at);
            most = most.max(1 + most_pairs(rest, &left, close));
        }
    }
    most
}

/// A table of values.
fn table<const N: usize>(columns: [&str; N], rows: &[Vec<String>]) -> AnswerSet {
    let mut table = Table::new(columns.map(str::to_owned));
    for row in rows {
        table.push(row.iter().map(|value| {
            Some(if value.contains("://") {
                Term::iri(value)
            } else {
                Term::literal(value)
            })
        }));
    }
    AnswerSet::from(table)
}

/// What `lydite` says about these answers, with reasons.
fn judged(gold: &AnswerSet, system: &AnswerSet) -> Outcome {
    let mut question = Question::new("1");
    question.answers = Some(gold.clone());
    let mut response = Response::from(question.clone());
    response.answers = Some(system.clone());
    let case = Case {
        explain: true,
        ..Case::new(&question, Some(&response))
    };
    rule_set("lydite").unwrap().judge(&case)
}

#[test]
fn decided_cases_hold() {
    let lydite = rule_set("lydite").unwrap();
    let mut wrong = Vec::new();
    for case in lydite.cases() {
        let ours = case.judged_by(lydite);
        if !ours
            .iter()
            .zip(case.scores)
            .all(|(a, b)| (a - b).abs() < 1e-12)
        {
            wrong.push(format!("{ours:?} {case:?}"));
        }
        assert!(case.argument.chars().count() <= 78, "{}", case.argument);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for ruling in [Ruling::Wrong, Ruling::Right] {
        let cases = lydite.cases().iter().filter(|case| case.ruling == ruling);
        assert!(cases.clone().count() >= 40);
        // Who is right scores 1, who is wrong does not.
        assert!(
            cases
                .clone()
                .all(|case| (case.scores[2] == 1.0) == (ruling == Ruling::Right))
        );
    }
    // Most of them are why there is a second version.
    let first = rule_set("lydite-1").unwrap();
    let otherwise = lydite
        .cases()
        .iter()
        .filter(|case| case.judged_by(first) != case.scores);
    assert!(otherwise.count() >= 30);
}

#[test]
fn both_versions_have_names() {
    let version = |name: &str| rule_set(name).map(|rules| (rules.name, rules.version));
    for name in ["lydite", "lydite-2", "lydite@2"] {
        assert_eq!(version(name), Some(("lydite", "2")));
    }
    for name in ["lydite-1", "lydite@1"] {
        assert_eq!(version(name), Some(("lydite-1", "1")));
    }
}

#[test]
fn labels_in_the_gold_standard_are_not_asked_for() {
    let Some(datasets) = lydite_testing::shared("datasets") else {
        return;
    };
    let gold = shared::file(&datasets.join("qald-2-train-dbpedia.xml"));
    // Only the resources of each answer that has any.
    let mut resources = gold.clone();
    for question in &mut resources.0 {
        let table = question.answers.as_ref().and_then(AnswerSet::as_table);
        if let Some(uri) = table.and_then(|table| table.position("uri")) {
            let rows = table.into_iter().flat_map(Table::rows);
            let resources: Vec<_> = rows.filter_map(|row| row[uri].clone()).collect();
            question.answers = Some(AnswerSet::column("uri", resources));
        }
    }
    let f1 = |rules: &str| {
        shared::score(rules, &gold, &resources)
            .value("macro.f1")
            .unwrap()
    };
    assert_eq!(f1("lydite"), 1.0);
    assert!(f1("lydite-1") < 0.25, "{}", f1("lydite-1"));
}

#[test]
fn an_entry_without_answers_says_nothing() {
    let (nothing, empty) = (Question::new("1"), entry("1", &[] as &[&str]));
    let judge = |rules: &str, system: &Question| {
        let response = Response::from(system.clone());
        let outcome = rule_set(rules)
            .unwrap()
            .judge(&Case::new(&empty, Some(&response)));
        (outcome.f1, outcome.status)
    };
    assert_eq!(judge("lydite", &nothing), (0.0, Status::Missing));
    assert_eq!(judge("lydite", &empty), (1.0, Status::Empty));
    assert_eq!(judge("gerbil", &nothing).0, 1.0);
    // Who marks a question as out of scope has said so.
    let mut marked = Question::new("1");
    marked.scope = lydite_model::Scope::Marked;
    assert_eq!(judge("lydite", &marked), (1.0, Status::Empty));
}

#[test]
fn further_and_lacking_columns_are_reported() {
    let rows = |rows: &[[&str; 2]]| -> Vec<Vec<String>> {
        rows.iter()
            .map(|row| row.map(str::to_owned).to_vec())
            .collect()
    };
    let wide = table(
        ["city", "population"],
        &rows(&[["http://x/a", "5"], ["http://x/b", "6"]]),
    );
    let narrow = set(&["http://x/a", "http://x/b"]);
    let notes = |gold, system| judged(gold, system).evidence.unwrap().notes;
    assert_eq!(
        notes(&narrow, &wide),
        ["the column `population` was not asked for"]
    );
    assert_eq!(notes(&wide, &narrow), ["no column answers `population`"]);
    assert!(notes(&wide, &wide).is_empty());
}

#[test]
fn wide_tables_are_mapped_too() {
    let columns: Vec<String> = (0..12).map(|at| format!("c{at}")).collect();
    let mut gold = Table::new(columns.iter().cloned());
    let mut system = Table::new(columns.iter().rev().map(|name| format!("{name}x")));
    for row in 0..200 {
        let cells: Vec<_> = (0..12)
            .map(|at| Some(Term::literal(format!("v{at}-{}", row % (at + 2)))))
            .collect();
        gold.push(cells.clone());
        system.push(cells.into_iter().rev());
    }
    let outcome = judged(&AnswerSet::from(gold), &AnswerSet::from(system));
    assert_eq!(outcome.f1, 1.0);
}

#[test]
fn rows_that_tie_may_stand_in_any_order() {
    let mut gold = set(&["a", "b", "c"]);
    gold.ordered = true;
    gold.ties = Some(Ties {
        taken: 2,
        rows: set(&["b", "c", "d"]).as_table().unwrap().clone(),
    });
    for (system, tp) in [
        (["a", "c", "b"], 3),
        (["a", "d", "b"], 3),
        (["d", "c", "a"], 2),
        (["b", "c", "d"], 2),
    ] {
        let outcome = judged(&gold, &set(&system));
        assert_eq!(outcome.counts.tp, tp, "{system:?}");
        assert_eq!(outcome.counts.tp + outcome.counts.fn_, 3);
    }
}

#[test]
fn headlines_are_reported() {
    let mut gold = entry("1", &["http://x/a"]);
    gold.hybrid = Some(false);
    for rules in rules() {
        let report = Scorer::new(rules).score([gold.clone()], [Response::from(gold.clone())]);
        for path in rules.headline() {
            // Scholarly QALD adds a millionth to its denominators.
            let value = report.value(path).unwrap();
            assert!((value - 1.0).abs() < 1e-5, "{} {path}: {value}", rules.name);
        }
    }
}

#[test]
fn only_text2sparql_runs_queries_as_given() {
    let given: Vec<_> = rules()
        .iter()
        .filter(|rules| rules.runs_queries_as_given())
        .collect();
    let names: Vec<&str> = given.iter().map(|rules| rules.name).collect();
    assert_eq!(names, ["text2sparql", "text2sparql-2026"]);
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

/// The rule file that the documentation shows.
fn documented() -> &'static str {
    let text = include_str!("../../../../docs/rules.md");
    let (_, rest) = text.split_once("```toml\n").unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_documented_rule_file_is_a_rule_set() {
    let rules = RuleSet::from_toml(documented()).unwrap();
    assert_eq!((rules.name, rules.version), ("corporate", "2026-01"));
    assert!(std::ptr::eq(
        rules,
        RuleSet::from_toml(documented()).unwrap()
    ));
    assert!(std::ptr::eq(rules, rule_set("corporate").unwrap()));
    assert_eq!(
        rules.headline(),
        ["macro.precision", "macro.recall", "macro.f1"]
    );
    let gold = [
        entry("1", &["Berlin"]),
        entry("2", &["1.5"]),
        entry("3", &["x"]),
    ];
    let answers = [entry("1", &["BERLIN"]), entry("2", &["1.5006"])].map(Response::from);
    let report = Scorer::new(rules).seed(None).score(gold, answers);
    // Case is ignored, the tolerance is wider, and a missing answer is left out.
    assert_eq!(report.value("macro.f1"), Some(1.0));
    assert_eq!(report.value("n"), Some(2.0));
    // Questions without an answer are always reported apart.
    let own = report.figures.iter();
    let own = own.filter(|figure| !figure.path.starts_with("empty_gold."));
    assert_eq!(own.count(), 6);
}

#[test]
fn what_is_wrong_with_a_rule_file_is_said_with_its_place() {
    let head = "name = \"x\"\nversion = \"1\"\ntitle = \"t\"\n";
    for (text, line, column, says) in [
        ("name = ", 1, 8, "not valid TOML"),
        (
            "version = \"1\"",
            1,
            1,
            "`name` is missing; write name = \"…\"",
        ),
        (
            "name = \"gerbil\"",
            1,
            8,
            "`gerbil` is the name of a built-in rule set",
        ),
        ("name = \"lydite-2\"", 1, 8, "built-in"),
        ("name = \"Über\"", 1, 8, "cannot be the name of a rule set"),
        (
            "[matching]\nnumbrs = 1",
            5,
            1,
            "unknown key `numbrs`; did you mean `numbers`?",
        ),
        (
            "[matching]\nnumbers = \"1\"",
            5,
            11,
            "`numbers` must be a number",
        ),
        ("[matching]\nnumbers = 7", 5, 11, "between 0 and 0.5"),
        ("[matching]\nnumbers = nan", 5, 11, "between 0 and 0.5"),
        (
            "[matching]\nlabels = 1",
            5,
            10,
            "`labels` must be true or false",
        ),
        (
            "[matching]\ncase = \"lower\"",
            5,
            8,
            "it can be \"exact\" or \"ignored\"",
        ),
        ("[answers]\nempty = 0", 5, 9, "one of \"zero\", \"precise\""),
        ("matching = 5", 4, 12, "`matching` must be a table"),
        (
            "[report]\nmeasures = [\"macro.f2\"]",
            5,
            13,
            "did you mean `macro.f1`?",
        ),
        (
            "[report]\nmeasures = [\"micro.f1\"]",
            1,
            1,
            "`headline` must be",
        ),
        (
            "[report]\nheadline = [\"macro.f1\"]",
            5,
            12,
            "`headline` must be",
        ),
    ] {
        let whole = if line >= 4 || text.contains('[') {
            format!("{head}{text}")
        } else {
            text.to_owned()
        };
        let error = RuleSet::from_toml(&whole).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{error}");
        let place = format!("{line}:{column}: ");
        assert!(error.to_string().starts_with(&place), "{error}");
        let hint = error.hint.clone().unwrap_or_default();
        assert!(format!("{error}; {hint}").contains(says), "{error}; {hint}");
    }
    let large = format!("{head}rationale = \"{}\"", "x".repeat(100_000));
    assert!(RuleSet::from_toml(&large).is_err());
}

#[test]
fn gerbil_compares_numbers_as_they_are_written() {
    let read = |value: &str| {
        let file = format!(
            r#"{{"questions": [{{"id": "1", "question": [{{"language": "en", "string": "x"}}], "query": {{}}, "answers": [{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{{"x": {{"type": "literal", "value": {value}}}}}]}}}}]}}]}}"#
        );
        let reader = lydite_formats::Reader::from_bytes("file.json", file.as_bytes()).unwrap();
        shared::entries(reader)
    };
    for rules in ["gerbil", "nliwod"] {
        for (gold, system, same) in [
            ("1.50", "\"1.50\"", true),
            ("1.50", "1.5", false),
            ("1e3", "1000.0", false),
            (
                "12345678901234567890123",
                "\"12345678901234567890123\"",
                true,
            ),
        ] {
            let report = shared::score(rules, &read(gold), &read(system));
            let f1 = report.outcomes[0].f1;
            assert_eq!(f1 == 1.0, same, "{rules} {gold} {system}");
        }
    }
}
