//! What is guessed about questions, against what benchmark files say.
//!
//! The lists of words and the rules were written with the questions of QALD in sight, and with some of LC-QuAD's
//! test set and of English Mintaka. LC-QuAD's training set and the other languages of Mintaka were only measured.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use lydite_formats::Reader;
use lydite_language::{Analysis, Lang, detect};
use lydite_model::{AnswerType, Question};
use serde_json::Value;

const QALD: [&str; 5] = [
    "qald-6-train-multilingual.json",
    "qald-6-test-multilingual.json",
    "qald-7-test-multilingual.json",
    "qald-9-train-multilingual.json",
    "qald-9-test-multilingual.json",
];
const MINTAKA: &str = "mintaka-dev-plainlabels-first300.json";
const LC_QUAD: &str = "lc-quad-1-train.json";

/// A wording of a question, and the type of its answer.
struct Wording {
    lang: Lang,
    text: String,
    stated: AnswerType,
}

/// The wordings of each file, or nothing without the shared data.
fn files() -> Option<Vec<(&'static str, Vec<Wording>)>> {
    let mut files = Vec::new();
    for file in QALD {
        files.push((
            file,
            read(file, |question| question.answer_type.as_ref()?.meant())?,
        ));
    }
    files.push((LC_QUAD, read(LC_QUAD, by_query)?));
    files.push((MINTAKA, mintaka()?));
    Some(files)
}

fn read(file: &str, stated: impl Fn(&Question) -> Option<AnswerType>) -> Option<Vec<Wording>> {
    let path = lydite_testing::shared("datasets")?.join(file);
    let mut wordings = Vec::new();
    for question in Reader::open(&path).unwrap() {
        let Some(stated) = stated(&question) else {
            continue;
        };
        for text in &question.texts {
            if let (Some(lang), Some(string)) = (Lang::of(&text.language), &text.string)
                && !string.is_empty()
            {
                wordings.push(Wording {
                    lang,
                    text: string.clone(),
                    stated: stated.clone(),
                });
            }
        }
    }
    Some(wordings)
}

/// LC-QuAD states no type; the query tells.
fn by_query(question: &Question) -> Option<AnswerType> {
    let query = question.queries.first()?.text.to_uppercase();
    Some(if query.contains("ASK WHERE") {
        AnswerType::Boolean
    } else if query.contains("COUNT(") {
        AnswerType::Number
    } else {
        AnswerType::Resource
    })
}

fn mintaka() -> Option<Vec<Wording>> {
    let path = lydite_testing::shared("datasets-modern")?.join(MINTAKA);
    let entries: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut wordings = Vec::new();
    for entry in entries.as_array().unwrap() {
        let stated = match entry["answer"]["answerType"].as_str().unwrap() {
            "entity" => AnswerType::Resource,
            "numerical" => AnswerType::Number,
            other => AnswerType::parse(other),
        };
        let english = [("en", entry["question"].as_str().unwrap())];
        let others = entry["translations"].as_object().unwrap().iter();
        let others = others.map(|(tag, text)| (tag.as_str(), text.as_str().unwrap()));
        for (tag, text) in english.into_iter().chain(others) {
            if let Some(lang) = Lang::parse(tag) {
                wordings.push(Wording {
                    lang,
                    text: text.to_owned(),
                    stated: stated.clone(),
                });
            }
        }
    }
    Some(wordings)
}

/// How many were right, of how many, in each language.
type Counts = BTreeMap<Lang, (usize, usize)>;

/// The counts of each file, and of all.
#[derive(Default)]
struct Table {
    rows: Vec<(String, Counts)>,
}

impl Table {
    fn new(files: &[(&str, Vec<Wording>)], right: impl Fn(&Wording) -> bool) -> Self {
        let mut table = Self::default();
        let mut all: Counts = Counts::new();
        for (file, wordings) in files {
            let mut counts: Counts = Counts::new();
            for wording in wordings {
                let right = right(wording);
                for counts in [&mut counts, &mut all] {
                    let count = counts.entry(wording.lang).or_default();
                    count.0 += usize::from(right);
                    count.1 += 1;
                }
            }
            table.rows.push(((*file).to_owned(), counts));
        }
        table.rows.push(("all".to_owned(), all));
        table
    }

    fn print(&self, title: &str) {
        let names: Vec<_> = Lang::ALL.iter().map(|lang| format!("{lang:>6}")).collect();
        println!("{title:40}{}", names.join(" "));
        for (name, counts) in &self.rows {
            let cells = Lang::ALL.iter().map(|lang| match counts.get(lang) {
                Some((right, all)) => format!("{:6.1}", 100.0 * *right as f64 / *all as f64),
                None => format!("{:>6}", "–"),
            });
            println!("{name:40}{}", cells.collect::<Vec<_>>().join(" "));
        }
    }

    /// The share in a row that must not be lower.
    fn holds(&self, row: &str, lang: Lang, floor: f64) {
        let (_, counts) = self.rows.iter().find(|(name, _)| name == row).unwrap();
        let (right, all) = counts[&lang];
        let share = 100.0 * right as f64 / all as f64;
        assert!(share >= floor, "{row} {lang}: {share}");
    }
}

#[test]
fn types_of_answers() {
    let Some(files) = files() else { return };
    let table = Table::new(&files, |wording| {
        Analysis::new(&wording.text, wording.lang).answer_type() == wording.stated
    });
    table.print("type of the answer, % right");
    // Of what is missing, most are slips of the files: *How many museums does Paris have?* is said to ask
    // for a resource.
    for (row, lang, floor) in [
        ("all", Lang::En, 95.5),
        ("all", Lang::De, 92.0),
        ("all", Lang::Es, 91.0),
        ("all", Lang::It, 90.0),
        ("all", Lang::Fr, 90.0),
        ("all", Lang::Nl, 93.5),
        ("all", Lang::Ro, 93.5),
        ("all", Lang::Fa, 88.5),
        (LC_QUAD, Lang::En, 97.5),
        (MINTAKA, Lang::De, 85.5),
        (MINTAKA, Lang::Es, 84.5),
        (MINTAKA, Lang::It, 83.5),
        (MINTAKA, Lang::Fr, 83.0),
    ] {
        table.holds(row, lang, floor);
    }
}

#[test]
fn languages_are_told_apart() {
    let Some(files) = files() else { return };
    let table = Table::new(&files, |wording| {
        detect(&wording.text) == Some(wording.lang)
    });
    table.print("language, % right");
    for lang in Lang::ALL {
        table.holds("all", lang, 97.0);
    }
    table.holds(MINTAKA, Lang::De, 99.0);
}
