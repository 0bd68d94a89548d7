//! The development sets: their graphs, and their questions with answers.

use std::error::Error;
use std::fs;
use std::path::Path;

use lydite_compose::Answered;
use lydite_formats::Reader;
use lydite_graph::{Embedded, KnowledgeGraph, Limits};
use lydite_model::{AnswerSet, Question, Response};
use lydite_sparql::{Dialect, parse};

pub(crate) struct Set {
    pub(crate) name: &'static str,
    graph: &'static [&'static str],
    questions: &'static str,
}

pub(crate) const SETS: &[Set] = &[
    Set {
        name: "ck25",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "kg/ck25/dev-questions.json",
    },
    Set {
        name: "hard",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "kg/ck25/hard-questions.json",
    },
    Set {
        name: "sales",
        graph: &["kg/sales/vocab.ttl", "kg/sales/sales.ttl"],
        questions: "kg/sales/dev.json",
    },
    Set {
        name: "corporate",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "questions/corporate.yml",
    },
    Set {
        name: "everyday",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "questions/everyday.yml",
    },
    Set {
        name: "inquiries",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "questions/inquiries.yml",
    },
    Set {
        name: "sales2",
        graph: &["kg/sales/vocab.ttl", "kg/sales/sales.ttl"],
        questions: "questions/sales.yml",
    },
    Set {
        name: "geo",
        graph: &["kg/geo/mooney-geography-corrected.nt.gz"],
        questions: "kg/geo/geo880-train.json",
    },
    Set {
        name: "geo2",
        graph: &["kg/geo/mooney-geography-corrected.nt.gz"],
        questions: "questions/geography.yml",
    },
    Set {
        name: "oxford",
        graph: &["kg/oxford-real-estate/oxford.nt.gz"],
        questions: "kg/oxford-real-estate/questions.json",
    },
    Set {
        name: "orga",
        graph: &["kg/small/orga.nt.gz"],
        questions: "kg/small/orga-train.json",
    },
    Set {
        name: "orga-test",
        graph: &["kg/small/orga.nt.gz"],
        questions: "kg/small/orga-test.json",
    },
    Set {
        name: "coypu",
        graph: &["kg/small/coypu.nt.gz"],
        questions: "kg/small/coypu-train.json",
    },
    Set {
        name: "coypu-test",
        graph: &["kg/small/coypu.nt.gz"],
        questions: "kg/small/coypu-test.json",
    },
    Set {
        name: "slice",
        graph: &[
            "kg/dbpedia-slice/dbp15k-en.nt.gz",
            "kg/dbpedia-slice/esbm-dbpedia.nt.gz",
            "kg/dbpedia-slice/kbqa-pg.nt.gz",
            "kg/dbpedia-slice/labels-derived.nt.gz",
            "kg/dbpedia-slice/ontology-2016-10.nt.gz",
            "kg/dbpedia-slice/silk-movies.nt.gz",
        ],
        questions: "kg/benchmarks/kbqa-pg-updated-qald-9-train.json.gz",
    },
    Set {
        name: "demo",
        graph: &["demo"],
        questions: "demo",
    },
];

pub(crate) fn load(set: &Set) -> Result<Embedded, Box<dyn Error>> {
    if set.name == "demo" {
        let bytes = fs::read(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../lab/assets/demo.ttl"
        ))?;
        return Ok(Embedded::from_bytes("demo.ttl", bytes)?);
    }
    let mut bytes = Vec::new();
    for file in set.graph {
        bytes.extend(fs::read(lydite_testing::shared_path(file))?);
        if !file.ends_with(".gz") {
            bytes.push(b'\n');
        }
    }
    let name = if set.graph[0].ends_with(".ttl") {
        "graph.ttl"
    } else {
        "graph.nt"
    };
    Ok(Embedded::from_bytes(name, bytes)?)
}

/// The questions of a set with their answers; those kept here are answered by their gold queries.
pub(crate) fn questions(
    set: &Set,
    graph: &dyn KnowledgeGraph,
) -> Result<Vec<Question>, Box<dyn Error>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = match set.questions {
        "demo" => own.join("../lab/assets/demo.json"),
        file if file.starts_with("questions/") => own.join(file),
        file => lydite_testing::shared_path(file),
    };
    let (mut questions, _) = Reader::open(path)?.read_to_end();
    let part = set.name == "slice";
    if !set.questions.starts_with("questions/") && !part {
        return Ok(questions);
    }
    for question in &mut questions {
        let Some(gold) = question.queries.first() else {
            continue;
        };
        let failed = |reason: String| format!("{}, question {}: {reason}", set.name, question.id);
        let parsed = parse(&gold.text, &Dialect::default());
        let results = parsed
            .map_err(|error| failed(error.to_string()))
            .and_then(|parsed| {
                let results = graph.query(&parsed, &Limits::default());
                results.map_err(|error| failed(error.to_string()))
            });
        question.answers = match results {
            Ok(results) => Some(AnswerSet::from(&results.value)),
            Err(_) if part => None,
            Err(error) => return Err(error.into()),
        };
        if part && question.answers.as_ref().is_some_and(is_void) {
            question.answers = None;
        }
    }
    Ok(questions)
}

/// Nothing, *no* or 0: what a part of a graph says that lacks the facts.
fn is_void(answers: &AnswerSet) -> bool {
    answers.as_boolean() == Some(false)
        || answers.as_table().is_some_and(|table| {
            let mut terms = table.terms();
            terms.next().is_none_or(|first| first.value() == "0") && terms.next().is_none()
        })
}

/// No answer counts as the empty one: that is what a system says that finds nothing.
pub(crate) fn response(question: &Question, answered: &Answered) -> Response {
    let mut response = Response::from(Question::new(question.id.clone()));
    response.answers = Some(
        answered
            .answers
            .clone()
            .unwrap_or_else(|| AnswerSet::column("result", [])),
    );
    response
}
