//! Scoring is the same whatever the size, order and oddity of the files.

mod asking;
mod holding;
mod remarks;

use std::collections::HashMap;
use std::convert::Infallible;

use lydite_model::{
    AnswerSet, DatasetInfo, Language, Outcome, Query, Question, Response, Term, Text,
};
use proptest::prelude::*;

use super::judging::{Turn, same_language};
use super::session::Session;
use super::*;
use crate::entry::Entry;
use crate::rules;

/// A file that is not in memory, as far as anybody can tell.
struct File<T> {
    entries: Vec<T>,
    at: usize,
    readings: usize,
    about: About,
}

impl<T> File<T> {
    fn new(entries: Vec<T>, about: About) -> Self {
        Self {
            entries,
            at: 0,
            readings: 1,
            about,
        }
    }
}

impl<T: Clone> Entries<T> for File<T> {
    type Item = T;
    type Error = Infallible;

    fn next(&mut self) -> Option<T> {
        self.at += 1;
        self.entries.get(self.at - 1).cloned()
    }

    fn restart(&mut self) -> Result<(), Infallible> {
        self.at = 0;
        self.readings += 1;
        Ok(())
    }

    fn about(&self) -> About {
        self.about.clone()
    }
}

/// Scoring as it is defined, without a thought for memory: the answers by key, of several in one
/// language the last, then question by question.
fn defined(scorer: &Scorer<'_>, gold: &[Question], answers: &[Response], about: &About) -> Report {
    let rules = scorer.rules.rules;
    let mut session = Session::new(scorer);
    let mut by_key: Vec<(String, Vec<&Response>)> = Vec::new();
    let mut collapsed: HashMap<String, String> = HashMap::new();
    for response in answers {
        let entry = Entry::from(response);
        let key = rules.key(&entry);
        session.answer(response);
        if let Some(text) = rules.collapse(&entry)
            && let Some(before) = collapsed.insert(text, key.clone())
            && before != key
            && let Some(at) = by_key.iter().position(|(other, _)| *other == before)
        {
            by_key.remove(at);
            session.repeated_answer(response);
        }
        let at = by_key.iter().position(|(other, _)| *other == key);
        let at = at.unwrap_or_else(|| {
            by_key.push((key, Vec::new()));
            by_key.len() - 1
        });
        let same_key = &mut by_key[at].1;
        let same =
            |other: &&Response| same_language(other.language.as_ref(), response.language.as_ref());
        match same_key.iter().position(same) {
            Some(before) => {
                session.repeated_answer(response);
                if rules.pairs_repeats() {
                    same_key.push(response);
                } else {
                    same_key[before] = response;
                }
            }
            None => same_key.push(response),
        }
    }
    let mut questions: Vec<(String, &Question)> = Vec::new();
    for question in gold {
        let key = rules.key(&Entry::from(question));
        let is_same = |(other, one): &(String, &Question)| {
            *other == key && same_language(one.language.as_ref(), question.language.as_ref())
        };
        if questions.iter().any(is_same) {
            session.repeated_question(question);
        }
        let before = questions.iter_mut().rfind(|(other, _)| *other == key);
        match before {
            Some((_, before)) if rules.replaces_gold() => *before = question,
            _ => questions.push((key, question)),
        }
    }
    for (at, (key, question)) in questions.iter().enumerate() {
        let is_same = |(other, one): &&(String, &Question)| {
            other == key && same_language(one.language.as_ref(), question.language.as_ref())
        };
        let turn = Turn {
            this: questions[..at].iter().filter(is_same).count(),
            all: questions.iter().filter(is_same).count(),
        };
        let found = by_key.iter().find(|(other, _)| other == key);
        let responses = found.map_or(&[][..], |(_, responses)| responses);
        session.add(scorer.judge_question(question, responses, turn));
    }
    let known = |key: &String| questions.iter().any(|(other, _)| other == key);
    let unknown = by_key.iter().filter(|(key, _)| !known(key));
    let mut unknown: Vec<&Response> = unknown.flat_map(|(_, all)| all).copied().collect();
    unknown.sort_by_key(|response| {
        let mut places = answers.iter();
        places.position(|other| std::ptr::eq(other, *response))
    });
    let mut listing = Listing::default();
    unknown
        .iter()
        .for_each(|response| listing.note(response.question.as_str()));
    session.finish(listing, about, about)
}

const QUERIES: [&str; 3] = [
    "SELECT ?x { ?x dbo:mayor dbr:Berlin }",
    "SELECT ?x { dbr:Berlin dbo:mayor ?x }",
    "no query {",
];

/// The languages that the entries of a file are about.
#[derive(Clone, Copy, Debug)]
enum Tags {
    Never,
    Always,
    Sometimes,
}

fn tags() -> impl Strategy<Value = Tags> {
    prop_oneof![
        3 => Just(Tags::Never),
        2 => Just(Tags::Always),
        1 => Just(Tags::Sometimes),
    ]
}

fn entry(tags: Tags) -> impl Strategy<Value = Question> {
    let tag = prop::sample::select(match tags {
        Tags::Never => vec![None],
        Tags::Always => vec![Some("en"), Some("de")],
        Tags::Sometimes => vec![None, Some("en"), Some("EN"), Some("de")],
    });
    let text = prop::collection::vec(("en|de", "Who\\?|Wer\\?|What now\\?"), 0..3);
    let values = prop::option::of(prop::collection::vec(
        "[a-c]|http://x/[a-c]|[12](\\.0)?",
        0..4,
    ));
    let id = prop_oneof![6 => "[0-9]", 1 => "x|01"];
    let query = prop::option::of(prop::sample::select(&QUERIES[..]));
    let confidence = prop::option::of(0.0..1.0);
    (id, tag, text, values, query, confidence).prop_map(
        |(id, tag, texts, values, query, confidence)| {
            let mut question = Question::new(id);
            question.language = tag.map(Language::new);
            question.texts = texts
                .iter()
                .map(|(language, text)| Text::new(language.as_str(), text))
                .collect();
            question.queries = query.map(Query::sparql).into_iter().collect();
            question.answers = values.map(|values| {
                let term = |value: &String| {
                    if value.contains("://") {
                        Term::iri(value)
                    } else {
                        Term::literal(value)
                    }
                };
                let mut set = AnswerSet::column("x", values.iter().map(term));
                set.confidence = confidence;
                set
            });
            question
        },
    )
}

fn response(tags: Tags) -> impl Strategy<Value = Response> {
    let error = prop::option::weighted(0.1, Just("out of memory".to_owned()));
    let millis = prop::option::weighted(0.2, 1_u64..100);
    (entry(tags), error, millis).prop_map(|(question, error, millis)| Response {
        error,
        latency: millis.map(std::time::Duration::from_millis),
        ..Response::from(question)
    })
}

/// Two files: about half of the answers are those of the gold file, in its order but for some.
fn files() -> impl Strategy<Value = (Vec<Question>, Vec<Response>)> {
    (tags(), tags())
        .prop_flat_map(|(gold, answers)| {
            (
                prop::collection::vec(entry(gold), 0..12),
                prop::collection::vec(response(answers), 0..8),
                prop::collection::vec((any::<bool>(), any::<prop::sample::Index>()), 12),
            )
        })
        .prop_map(|(gold, others, plan)| {
            let mut answers: Vec<Response> = gold
                .iter()
                .zip(&plan)
                .filter(|(_, (kept, _))| *kept)
                .map(|(question, _)| Response::from(question.clone()))
                .collect();
            for (other, (_, at)) in others.into_iter().zip(&plan) {
                let at = at.index(answers.len() + 1);
                answers.insert(at, other);
            }
            (gold, answers)
        })
}

fn about() -> About {
    About {
        info: DatasetInfo {
            id: Some("d".to_owned()),
            ..DatasetInfo::default()
        },
        damage: vec![Damage {
            code: "F010".to_owned(),
            title: "syntax error".to_owned(),
            count: 2,
            first: "a.json:1:2".to_owned(),
        }],
        json_flaw: Some("a.json:1:2: unexpected".to_owned()),
        repaired: Listing {
            count: 1,
            examples: vec!["1".to_owned()],
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_report_does_not_depend_on_the_way(
        (gold, answers) in files(),
        language in prop::option::of(prop::sample::select(&["en", "de", "ja"][..])),
        all in any::<bool>(),
        keeps in any::<bool>(),
        explained in prop::option::of("[0-9]"),
        most in 0_usize..6,
    ) {
        for rules in rules() {
            let mut scorer = Scorer::new(rules)
                .language(language.map(Language::new))
                .system("s")
                .seed((most == 0).then_some(1))
                .measures(vec![Measure::parse("success(f1>=0.5)").unwrap()])
                .explain(explained.clone());
            if all {
                scorer = scorer.experiments(Chosen::Available);
            }
            if !keeps {
                scorer = scorer.only_figures();
            }
            let written = |report: &Report| serde_json::to_string_pretty(report).unwrap();
            let expected = defined(&scorer, &gold, &answers, &about());
            let in_memory = scorer.score_in_memory(
                InMemory::new(&gold).about(about()),
                InMemory::new(&answers).about(about()),
            );
            let mut gold_file = File::new(gold.clone(), about());
            let mut answer_file = File::new(answers.clone(), about());
            let Ok(streamed) =
                matching::run_holding(most, &scorer, &mut gold_file, &mut answer_file);
            prop_assert_eq!(written(&in_memory), written(&expected), "{}", rules.name);
            prop_assert_eq!(written(&streamed), written(&expected), "{}", rules.name);
            // What is written can be read.
            let read: Report = serde_json::from_str(&written(&streamed)).unwrap();
            prop_assert_eq!(&read, &expected, "{}", rules.name);
            if !keeps {
                let is_explained = |outcome: &Outcome| Some(outcome.question.as_str()) == explained.as_deref();
                prop_assert!(expected.outcomes.iter().all(is_explained));
            }
        }
    }
}
