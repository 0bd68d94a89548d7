//! What a report says beside its figures.

use lydite_model::{
    AnswerSet, Experiment, Language, Query, Question, Response, Severity, Status, Term, Text,
};

use super::super::*;
use crate::{RemarkKind, rule_set, rules};

fn lydite() -> Scorer<'static> {
    Scorer::new(rule_set("lydite").unwrap())
}

fn question(id: &str, texts: &[(&str, &str)], value: &str) -> Question {
    let mut question = Question::new(id);
    question.texts = texts
        .iter()
        .map(|(language, text)| Text::new(*language, *text))
        .collect();
    question.answers = Some(AnswerSet::column("x", [Term::literal(value)]));
    question
}

#[test]
fn damage_is_in_every_report() {
    let gold = [question("1", &[], "a")];
    let answers = [Response::from(gold[0].clone())];
    let damaged = |count| About {
        damage: vec![
            Damage {
                code: "F010".to_owned(),
                title: "syntax error".to_owned(),
                count,
                first: "a.json:3:7".to_owned(),
            },
            Damage {
                code: "F016".to_owned(),
                title: "stray character".to_owned(),
                count: 40,
                first: "a.json:9:1".to_owned(),
            },
        ],
        ..About::default()
    };
    for rules in rules() {
        let report = Scorer::new(rules).score_in_memory(
            InMemory::new(&gold),
            InMemory::new(&answers).about(damaged(2)),
        );
        let remark = report.remark(RemarkKind::Damaged).unwrap();
        assert_eq!(remark.count, 42);
        assert_eq!(remark.kind.severity(), Severity::Error);
        assert_eq!(
            remark.to_string(),
            "the files are damaged: 42 places could not be read: answer file: F010 syntax error ×2, \
             F016 stray character ×40 (a.json:3:7, a.json:9:1, …)"
        );
        let document = serde_json::to_value(&report).unwrap();
        assert_eq!(document["damage"]["answers"][0]["code"], "F010");
        assert_eq!(document["damage"]["answers"][1]["count"], 40);
        assert_eq!(document["damage"]["gold"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn damage_is_counted_by_code() {
    use lydite_model::{Action, Code, Diagnostic, Place};
    static FIELD: Code = Code {
        id: "Q015",
        title: "unknown field",
        severity: Severity::Note,
        damage: false,
        explanation: "",
    };
    static KIND: Code = Code {
        id: "Q014",
        title: "wrong type",
        severity: Severity::Warning,
        damage: true,
        explanation: "",
    };
    static CUT: Code = Code {
        id: "F011",
        title: "file cut off",
        severity: Severity::Error,
        damage: true,
        explanation: "",
    };
    let mut about = About::default();
    for (line, code) in [&FIELD, &KIND, &CUT, &KIND, &FIELD].into_iter().enumerate() {
        about.note(&Diagnostic {
            code,
            place: Place {
                file: "a.json".to_owned(),
                line: line as u64 + 1,
                column: 2,
                path: String::new(),
            },
            message: String::new(),
            action: Action::Skipped,
            hint: None,
            snippet: None,
        });
    }
    let counts: Vec<_> = about
        .damage
        .iter()
        .map(|damage| (damage.code.as_str(), damage.count, damage.first.as_str()))
        .collect();
    assert_eq!(
        counts,
        [("F011", 1, "a.json:3:2"), ("Q014", 2, "a.json:2:2")]
    );
}

#[test]
fn a_german_submission_is_not_judged_as_english() {
    let gold = question("1", &[("en", "Who?"), ("de", "Wer?")], "a");
    let mut german = Response::from(gold.clone());
    german.texts.remove(0);
    // Think-on-Graph's script pairs by the question text, so that a translation is another question.
    for rules in rules().iter().filter(|rules| rules.name != "tog") {
        let score = |language: &str| {
            Scorer::new(rules)
                .language(Some(Language::new(language)))
                .score([&gold], [&german])
        };
        let report = score("en");
        assert_eq!(report.outcomes[0].status, Status::Missing, "{}", rules.name);
        let remark = report.remark(RemarkKind::SubmissionLanguage).unwrap();
        assert_eq!(remark.kind.severity(), Severity::Error);
        assert_eq!(
            remark.to_string(),
            "1 answer not counted, because the question text beside it is in another language: de \
             instead of en (1)"
        );
        let report = score("de");
        assert_eq!(
            report.outcomes[0].status,
            Status::Answered,
            "{}",
            rules.name
        );
        assert!(report.remark(RemarkKind::SubmissionLanguage).is_none());
    }
    // An entry about a language says which one is meant.
    let mut gold = gold;
    gold.language = Some("en".into());
    let report = lydite().score([&gold], [&german]);
    assert_eq!(report.outcomes[0].status, Status::Missing);
}

#[test]
fn a_report_about_nothing_says_so() {
    let gold = [
        question("1", &[("en", "Who?"), ("de", "Wer?")], "a"),
        question("2", &[("fr", "Qui ?")], "b"),
    ];
    let answers: Vec<_> = gold.iter().cloned().map(Response::from).collect();
    let japanese = lydite().language(Some(Language::new("ja")));
    let report = japanese.score(&gold, &answers);
    assert!(report.is_vacuous());
    let remark = report.remark(RemarkKind::NothingJudged).unwrap();
    assert_eq!(
        remark.to_string(),
        "nothing was judged: the gold file has no question in ja; it has de, en, fr"
    );
    for figure in report
        .figures
        .iter()
        .filter(|f| f.unit != crate::Unit::Count)
    {
        assert_eq!((figure.value, figure.n), (None, 0), "{}", figure.path);
    }

    let bare: Vec<_> = gold
        .iter()
        .cloned()
        .map(|question| Question {
            answers: None,
            ..question
        })
        .collect();
    for rules in rules() {
        assert!(!Scorer::new(rules).score(&gold, &answers).is_vacuous());
        let report = Scorer::new(rules).score(&bare, &answers);
        let remark = report.remark(RemarkKind::NothingJudged).unwrap();
        let says = "nothing was judged: the gold file has no answers to compare with";
        assert_eq!(remark.to_string(), says, "{}", rules.name);
    }
    let report = lydite().score([] as [Question; 0], &answers);
    assert!(report.is_vacuous());
}

/// Questions that are about something.
const ASKED: [&str; 12] = [
    "Who is the mayor of Berlin?",
    "Which rivers flow into a German lake?",
    "How many films did Park Chan-wook direct?",
    "Is Michelle Obama the wife of Barack Obama?",
    "When did Princess Diana die?",
    "What is the highest mountain in Australia?",
    "Give me all cosmonauts.",
    "Which countries have more than two official languages?",
    "Who wrote the novel Dune?",
    "Where do the Red Sox play?",
    "How tall is Amazon Eve?",
    "Who developed Skype?",
];

#[test]
fn changed_texts_are_listed_and_other_datasets_noticed() {
    let file = |text: &dyn Fn(usize) -> String| -> Vec<Question> {
        (0..ASKED.len())
            .map(|at| question(&at.to_string(), &[("en", &text(at))], "a"))
            .collect()
    };
    let answers = |text: &dyn Fn(usize) -> String| -> Vec<Response> {
        file(text).into_iter().map(Response::from).collect()
    };
    let gold = file(&|at| ASKED[at].to_owned());
    let report = lydite().score(&gold, answers(&|at| ASKED[at].to_uppercase()));
    assert!(report.remarks.is_empty(), "{:?}", report.remarks);
    let report = lydite().score(
        &gold,
        answers(&|at| format!("Please tell me: {}", ASKED[at])),
    );
    let remark = report.remark(RemarkKind::Reformulated).unwrap();
    assert_eq!((remark.count, remark.examples.len()), (12, 12));
    assert!(report.remark(RemarkKind::OtherDataset).is_none());
    let report = lydite().score(&gold, answers(&|at| ASKED[(at + 5) % 12].to_owned()));
    assert!(report.remark(RemarkKind::Reformulated).is_none());
    let remark = report.remark(RemarkKind::OtherDataset).unwrap();
    assert_eq!(
        remark.detail.as_deref(),
        Some("12 of 12 question texts differ from those of the same identifier")
    );
}

#[test]
fn queries_that_repeat_the_gold_queries_say_nothing() {
    let file = |text: &dyn Fn(usize) -> String| -> Vec<Question> {
        (0..4)
            .map(|at| {
                let mut question = question(&at.to_string(), &[], "a");
                question.queries.push(Query::sparql(text(at)));
                question
            })
            .collect()
    };
    let query = |at: usize| format!("SELECT ?x {{ ?x dbo:p{at} dbr:A }}");
    let gold = file(&query);
    let score = |answers: Vec<Question>, chosen: Chosen| {
        lydite()
            .experiments(chosen)
            .score(&gold, answers.into_iter().map(Response::from))
    };
    let report = score(file(&|at| query(at).replace(' ', "\n ")), Chosen::Available);
    let remark = report.remark(RemarkKind::QueriesEqualGold).unwrap();
    assert_eq!(
        remark.to_string(),
        "queries identical to the gold queries: the sub-experiments say nothing about the system: 4 of 4"
    );
    let other = file(&|at| query(at.max(1)));
    let report = score(other, Chosen::Available);
    assert!(report.remark(RemarkKind::QueriesEqualGold).is_none());
    // Nobody looks at the queries.
    let report = score(gold.clone(), Chosen::These(vec![Experiment::Qa]));
    assert!(report.remark(RemarkKind::QueriesEqualGold).is_none());
}

#[test]
fn errors_and_times_show_under_all_rules() {
    let gold = [question("1", &[], "a"), question("2", &[], "b")];
    let mut answers: Vec<_> = gold.iter().cloned().map(Response::from).collect();
    for rules in rules() {
        let without = Scorer::new(rules).score(&gold, &answers);
        assert!(without.value("mean_millis").is_none(), "{}", rules.name);
    }
    answers[0].latency = Some(std::time::Duration::from_millis(250));
    answers[1].error = Some("no route to host".to_owned());
    for rules in rules() {
        let report = Scorer::new(rules).score(&gold, &answers);
        assert_eq!(report.value("mean_millis"), Some(250.0), "{}", rules.name);
        assert_eq!(report.value("errors"), Some(1.0), "{}", rules.name);
        let failed = &report.outcomes[1];
        assert_eq!(failed.status, Status::Error);
        assert_eq!(failed.error.as_deref(), Some("no route to host"));
        assert_eq!(report.outcomes[0].error, None);
    }
}

#[test]
fn questions_without_answers_are_in_every_report_of_ours() {
    let mut empty = question("2", &[], "");
    empty.answers = Some(AnswerSet::empty());
    let full = question("1", &[], "a");
    for (gold, answers, n, correct) in [
        (vec![&full], vec![&full], 0.0, None),
        (vec![&full, &empty], vec![&full, &empty], 1.0, Some(1.0)),
        (vec![&full, &empty], vec![&full], 1.0, Some(0.0)),
    ] {
        let answers = answers.into_iter().cloned().map(Response::from);
        let report = lydite().score(gold, answers);
        assert_eq!(report.value("empty_gold.n"), Some(n));
        assert_eq!(report.value("empty_gold.correct"), correct);
        assert_eq!(report.value("macro.f1"), Some(1.0));
    }
}

#[test]
fn repaired_queries_are_counted() {
    let gold = [question("1", &[], "a")];
    let answers = [Response::from(gold[0].clone())];
    let mut about = About::default();
    (1..=7).for_each(|id| about.repaired.note(id.to_string()));
    let report =
        lydite().score_in_memory(InMemory::new(&gold), InMemory::new(&answers).about(about));
    let remark = report.remark(RemarkKind::Repaired).unwrap();
    assert_eq!(
        remark.to_string(),
        "7 queries of the system were repaired before running (1, 2, 3, 4, 5, …)"
    );
}

#[test]
fn a_report_of_unknown_rules_can_be_read() {
    let gold = [question("1", &[], "a")];
    let report = lydite().score(&gold, [Response::from(gold[0].clone())]);
    assert!(report.rules.rule_set().is_some());
    let mut document = serde_json::to_value(&report).unwrap();
    document["rules"] = serde_json::json!({"name": "of the future", "version": "12"});
    let read: Report = serde_json::from_value(document).unwrap();
    assert!(read.rules.rule_set().is_none());
    assert_eq!(read.headline(), report.headline());
    assert_eq!(read.value(&read.headline()[2]), Some(1.0));
    let figure = read.figure("macro.f1").unwrap();
    assert_eq!((figure.n, figure.measure().unwrap().name), (1, "macro_f1"));
}

#[test]
fn measures_of_the_user_are_reported_with_the_others() {
    let gold = [question("1", &[], "a"), question("2", &[], "b")];
    let answers = [
        Response::from(gold[0].clone()),
        Response::from(question("2", &[], "c")),
    ];
    let names = [
        "F(beta=0.5)",
        "success(f1>=0.5)",
        "hits@3",
        "exact_match",
        "F(beta=0.5)",
    ];
    let measures: Vec<_> = names
        .iter()
        .map(|name| Measure::parse(name).unwrap())
        .collect();
    for rules in rules() {
        let report = Scorer::new(rules)
            .measures(measures.clone())
            .score(&gold, &answers);
        let expected = measures[0].of(&report.outcomes);
        assert_eq!(
            report.value("f(beta=0.5)"),
            Some(expected),
            "{}",
            rules.name
        );
        assert_eq!(report.figure("f(beta=0.5)").unwrap().n, 2);
        let same = |figure: &&crate::Figure| figure.path == "exact_match";
        assert_eq!(report.figures.iter().filter(same).count(), 1);
        let document = serde_json::to_value(&report).unwrap();
        let answering = &document["experiments"]["QA"];
        assert_eq!(answering["f(beta=0.5)"], expected, "{answering}");
        assert!(answering["intervals"]["success(f1>=0.5)"].is_array());
        assert_eq!(answering["hits@3"], serde_json::Value::Null);
    }
}
