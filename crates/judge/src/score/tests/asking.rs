//! Knowledge from far away is asked beforehand, in few requests.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Mutex;

use lydite_model::{AnswerSet, Language, Query, Question, Response, Term};

use super::super::*;
use crate::{Asks, rules};

/// Names of things in three worlds, where `http://a/1`, `http://b/1` and `http://c/1` are the same
/// and have the label `thing 1`. Notes what it is asked without having been told.
#[derive(Default)]
struct Far {
    prefetches: Mutex<usize>,
    told: Mutex<HashSet<String>>,
    surprises: Mutex<Vec<String>>,
    near: bool,
}

impl Far {
    fn asked(&self, what: String) {
        if !self.told.lock().unwrap().contains(&what) {
            self.surprises.lock().unwrap().push(what);
        }
    }

    fn names(iri: &str) -> Vec<String> {
        match iri.rsplit_once('/') {
            Some((world, number)) if ["http://a", "http://b", "http://c"].contains(&world) => {
                ["a", "b", "c"]
                    .map(|w| format!("http://{w}/{number}"))
                    .to_vec()
            }
            _ => Vec::new(),
        }
    }
}

impl Knowledge for Far {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        self.asked(iri.to_owned());
        Self::names(iri).into_iter().next().map(Cow::Owned)
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        self.asked(iri.to_owned());
        let names = Self::names(iri).into_iter();
        names.filter(|name| name != iri).collect()
    }

    fn knows_equivalents(&self) -> bool {
        true
    }

    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        self.asked(format!("{label}@{language}"));
        let number = label.strip_prefix("thing ");
        number
            .map(|n| format!("http://c/{n}"))
            .into_iter()
            .collect()
    }

    fn knows_labels(&self) -> bool {
        true
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        self.asked(class.to_owned());
        vec![format!("{class}/above")]
    }

    fn wants_prefetch(&self) -> bool {
        !self.near
    }

    fn prefetch(&self, asks: &Asks) {
        *self.prefetches.lock().unwrap() += 1;
        let mut told = self.told.lock().unwrap();
        told.extend(asks.names().map(str::to_owned));
        told.extend(asks.classes().map(str::to_owned));
        told.extend(
            asks.labels()
                .map(|(label, language)| format!("{label}@{language}")),
        );
    }

    fn failures(&self) -> Option<(u64, String)> {
        Some((3, "no route to host".to_owned()))
    }
}

fn files() -> (Vec<Question>, Vec<Response>) {
    let entry = |number: usize, term: Term| {
        let mut question = Question::new(number.to_string());
        question.answers = Some(AnswerSet::column("x", [term]));
        question.queries.push(Query::sparql(format!(
            "SELECT ?x {{ ?x a <http://classes/{number}> . ?x <http://b/p> <http://a/{number}> }}"
        )));
        question
    };
    let gold = (0..1100)
        .map(|number| entry(number, Term::iri(format!("http://a/{number}"))))
        .collect();
    let answers = (0..1100).map(|number| {
        entry(
            number,
            match number % 3 {
                0 => Term::iri(format!("http://b/{number}")),
                1 => Term::literal(format!("thing {number}")),
                _ => Term::iri("http://b/none"),
            },
        )
    });
    (gold, answers.map(Response::from).collect())
}

#[test]
fn nothing_is_asked_that_was_not_announced() {
    let (gold, answers) = files();
    for rules in rules() {
        let (near, far) = (
            Far {
                near: true,
                ..Far::default()
            },
            Far::default(),
        );
        let score = |knowledge: &Far| {
            Scorer::new(rules)
                .knowledge(knowledge)
                .seed(None)
                .experiments(Chosen::Available)
                .score(&gold, &answers)
        };
        let report = score(&far);
        let surprises = far.surprises.lock().unwrap();
        assert!(surprises.is_empty(), "{}: {:?}", rules.name, &surprises[0]);
        // Two batches, with a few rounds each.
        let prefetches = *far.prefetches.lock().unwrap();
        assert!(prefetches <= 2 * 4, "{}: {prefetches}", rules.name);
        assert_eq!(report, score(&near), "{}", rules.name);
        if rules.name == "lydite" {
            assert!(prefetches >= 2);
            let found = report.value("macro.f1").unwrap();
            assert!((found - 2.0 / 3.0).abs() < 2e-3, "{found}");
        }
        let failure = report.graph_failure().unwrap();
        assert_eq!(
            failure.to_string(),
            "3 lookups of names, labels or classes failed; those answers were compared without the \
             graph: no route to host"
        );
    }
}
