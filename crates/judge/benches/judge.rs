//! How long judging takes: a question with a million answers, and many small questions.

use divan::Bencher;
use lydite_judge::{Case, Scorer, rule_set, rules};
use lydite_model::{AnswerSet, Question, Response, Term};

fn main() {
    divan::main();
}

const RULES: [&str; 15] = [
    "lydite",
    "gerbil",
    "gerbil-2017",
    "gerbil-2018",
    "gerbil-2019",
    "gerbil-2023",
    "qald",
    "qald-document",
    "qald-1",
    "qald-2",
    "qald-3",
    "qald-4",
    "qald-5",
    "text2sparql",
    "nliwod",
];

fn question(id: &str, answers: usize, skip: usize) -> Question {
    let mut question = Question::new(id);
    let iris = (0..answers).map(|n| {
        Term::iri(format!(
            "http://dbpedia.org/resource/Some_(thing)_{}",
            n * skip
        ))
    });
    question.answers = Some(AnswerSet::column("uri", iris));
    question
}

/// Half of the answers are right.
#[divan::bench(args = RULES, sample_count = 3, sample_size = 1)]
fn a_million_answers(bencher: Bencher<'_, '_>, name: &str) {
    let gold = question("1", 1_000_000, 1);
    let response = Response::from(question("1", 1_000_000, 2));
    let rules = rule_set(name).unwrap_or(rules()[0]);
    bencher.bench_local(|| rules.judge(&Case::new(&gold, Some(&response))).f1);
}

#[divan::bench(args = RULES, sample_count = 5, sample_size = 1)]
fn ten_thousand_questions(bencher: Bencher<'_, '_>, name: &str) {
    let gold: Vec<_> = (0..10_000)
        .map(|id| question(&id.to_string(), 3, 1))
        .collect();
    let answers: Vec<_> = (0..10_000)
        .map(|id| Response::from(question(&id.to_string(), 3, 2)))
        .collect();
    let rules = rule_set(name).unwrap_or(rules()[0]);
    bencher
        .with_inputs(|| (gold.clone(), answers.clone()))
        .bench_local_values(|(gold, answers)| Scorer::new(rules).score(gold, answers).questions);
}
