//! No score changes in silence: if an answer file is damaged such that its score is another one,
//! the report says so, or there is none.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use lydite_formats::Target;
use lydite_judge::{Figure, RemarkKind, Report, rule_set};
use lydite_lab::{Config, Evaluation, Lab, System};
use lydite_model::random::SplitMix64;
use lydite_model::{AnswerSet, DatasetInfo, Language, Literal, Query, Question, Term, Text};
use lydite_testing::corruption::{Corruption, NAMES, corrupt, is_beyond_finding};

/// How often the answers in each format are corrupted.
const CASES: usize = 300;

const FORMATS: [&str; 8] = [
    "qald-json",
    "eqald-json",
    "qald-xml",
    "json-lines",
    "csv",
    "tsv",
    "text2sparql-answers",
    "text2sparql-results",
];

const RULES: [&str; 4] = ["lydite", "gerbil", "text2sparql", "nliwod"];

fn questions() -> Vec<Question> {
    let literal = |value: &str, datatype: Option<&str>, language: Option<&str>| {
        Term::Literal(Literal {
            value: value.to_owned(),
            datatype: datatype.map(str::to_owned),
            language: language.map(str::to_owned),
        })
    };
    let integer = Some("http://www.w3.org/2001/XMLSchema#integer");
    let answers = [
        AnswerSet::column("uri", [Term::iri("http://x/a"), Term::iri("http://x/b")]),
        AnswerSet::column("number", [literal("5", integer, None)]),
        AnswerSet::column("string", [literal("five", None, Some("en"))]),
        AnswerSet::boolean(true),
        AnswerSet::boolean(false),
        AnswerSet::column("uri", []),
    ];
    let entries = answers.into_iter().enumerate().map(|(at, answers)| {
        let mut question = Question::new((at + 10).to_string());
        question.language = Some(Language::new("en"));
        question.texts = vec![Text::new("en", format!("Who is number {at}, then?"))];
        question.queries = vec![Query::sparql(format!(
            "SELECT ?x WHERE {{ ?x a <http://dbpedia.org/ontology/C{at}> }}"
        ))];
        question.answers = Some(answers);
        question
    });
    entries.collect()
}

fn written(format: &str) -> String {
    #[derive(Clone, Default)]
    struct Sink(Rc<RefCell<Vec<u8>>>);
    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let info = DatasetInfo {
        id: Some("http://example.org/d".to_owned()),
        prefix: Some("d".to_owned()),
        ..DatasetInfo::default()
    };
    let sink = Sink::default();
    let target = Target::named(format).unwrap();
    let mut writer = target.start(Box::new(sink.clone()), &info).unwrap();
    for question in questions() {
        writer.question(&question, &mut |_| {}).unwrap();
    }
    writer.finish(&info, &mut |_| {}).unwrap();
    String::from_utf8(sink.0.take()).unwrap()
}

fn corruption(random: &mut SplitMix64) -> Corruption {
    let at = random.unit();
    let count = 1 + random.below(3);
    match random.below(18) {
        0..4 => Corruption::Delete { at, count },
        4..7 => Corruption::Repeat { at, count },
        7..11 => Corruption::Replace {
            at,
            by: b' ' + random.below(95) as u8,
        },
        11..14 => Corruption::Rename {
            name: random.below(NAMES.len()),
            letter: at,
            by: char::from(b'a' + random.below(26) as u8),
        },
        14..16 => Corruption::Truncate { at },
        16 => Corruption::DropBracket { at },
        _ => Corruption::AddBrackets {
            at,
            both: random.below(2) == 0,
        },
    }
}

/// Every score of a report. That a language of its own has no entry any more is beyond finding: an
/// entry may have none, and fields that a format does not have may mean anything.
fn scores(report: &Report) -> Vec<(String, Option<f64>)> {
    let listed = |of: &str, figures: &[Figure]| -> Vec<(String, Option<f64>)> {
        let each = figures.iter();
        let each = each.filter(|figure| !figure.path.starts_with("by_language."));
        each.map(|figure| (format!("{of} {}", figure.path), figure.value))
            .collect()
    };
    let mut scores = listed("QA", &report.figures);
    for other in &report.experiments {
        scores.extend(listed(other.experiment.as_str(), &other.figures));
    }
    scores
}

#[test]
fn no_damaged_answer_file_changes_a_score_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab::new(Config {
        home: Some(folder.path().to_owned()),
        ..Config::default()
    });
    let gold = folder.path().join("gold.json");
    fs::write(&gold, written("qald-json")).unwrap();
    let evaluate = |answers: &Path, rules: &str| {
        let evaluated = lab.evaluate(&Evaluation {
            rules: rule_set(rules).into_iter().collect(),
            ..Evaluation::new(&gold, System::of_files(&[answers]))
        });
        evaluated.map(|mut evaluated| evaluated.reports.remove(0))
    };
    let mut silent = Vec::new();
    for (seed, format) in FORMATS.iter().enumerate() {
        let text = written(format);
        let answers = folder.path().join("answers");
        fs::write(&answers, &text).unwrap();
        let originals = RULES.map(|rules| evaluate(&answers, rules).unwrap());
        for report in &originals {
            assert!(report.damage.is_empty(), "{format}: {:?}", report.damage);
        }
        let mut random = SplitMix64::new(seed as u64);
        let (mut refused, mut changed, mut reported) = (0, 0, 0);
        for case in 0..CASES {
            let before = &originals[case % RULES.len()];
            let corruption = corruption(&mut random);
            let (corrupted, touched) = corrupt(&text, &corruption);
            let grew = corrupted.len() > text.len();
            fs::write(&answers, &corrupted).unwrap();
            let Ok(after) = evaluate(&answers, &before.rules.name) else {
                refused += 1;
                continue;
            };
            if scores(before) == scores(&after) {
                continue;
            }
            changed += 1;
            assert_eq!(
                after.damage.is_empty(),
                after.remark(RemarkKind::Damaged).is_none()
            );
            if !after.damage.is_empty() || after.remark(RemarkKind::NoEntries).is_some() {
                reported += 1;
                continue;
            }
            if is_beyond_finding(format, &text, touched.clone(), grew) {
                continue;
            }
            let scores = scores(before).into_iter().zip(scores(&after));
            let first = scores.into_iter().find(|(before, after)| before != after);
            let around = touched.start.saturating_sub(30)..(touched.start + 30).min(text.len());
            let around = &text[around];
            silent.push(format!(
                "{format} {} {corruption:?} {around:?} {first:?}",
                after.rules.name
            ));
        }
        println!(
            "{format}: {CASES} damaged, {refused} refused, {changed} other scores, {reported} of them reported"
        );
        assert!(changed + refused > CASES / 10, "{format}");
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}
