//! How long intervals and comparisons take: 10,000 rounds each, one thread and all.

use divan::Bencher;
use lydite_judge::{
    Contender, Difference, Scorer, SplitMix64, compare, mean_interval, randomisation_test, rules,
};
use lydite_model::{AnswerSet, Question, Response, Term};

fn main() {
    divan::main();
}

/// Scores as they are in practice: half of them 0, a third 1, some between.
fn score(random: &mut SplitMix64) -> f64 {
    match random.below(12) {
        0..6 => 0.0,
        6..10 => 1.0,
        _ => random.below(12) as f64 / 12.0,
    }
}

fn scores(questions: usize, seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    (0..questions).map(|_| score(&mut random)).collect()
}

fn question(id: usize, answers: usize, from: usize) -> Question {
    let mut question = Question::new(id.to_string());
    let iris = (from..from + answers).map(|n| Term::iri(format!("http://example.org/{n}")));
    question.answers = Some(AnswerSet::column("uri", iris));
    question
}

/// Scoring with and without intervals; the difference is what the intervals take.
#[divan::bench(args = [(100, false), (100, true), (1_000, false), (1_000, true), (10_000, false), (10_000, true)])]
fn scoring(bencher: Bencher<'_, '_>, (questions, intervals): (usize, bool)) {
    let mut random = SplitMix64::new(1);
    let sizes: Vec<(usize, usize)> = (0..questions)
        .map(|_| (1 + random.below(5).pow(2), random.below(3) * 3))
        .collect();
    let gold: Vec<_> = (0..questions)
        .map(|id| question(id, sizes[id].0, 0))
        .collect();
    let answers: Vec<_> = (0..questions)
        .map(|id| Response::from(question(id, sizes[id].0, sizes[id].1)))
        .collect();
    let scorer = || Scorer::new(rules()[0]).seed(intervals.then_some(1));
    bencher
        .with_inputs(|| (gold.clone(), answers.clone()))
        .bench_local_values(|(gold, answers)| scorer().score(gold, answers).questions);
}

#[divan::bench(args = [100, 400, 2_000, 20_000])]
fn interval_of_a_mean(bencher: Bencher<'_, '_>, questions: usize) {
    let scores = scores(questions, 1);
    bencher.bench_local(|| mean_interval(&scores, 1));
}

fn differences(questions: usize) -> Vec<f64> {
    let (first, second) = (scores(questions, 1), scores(questions, 2));
    first.iter().zip(second).map(|(a, b)| a - b).collect()
}

#[divan::bench(args = [100, 400, 20_000])]
fn randomisation(bencher: Bencher<'_, '_>, questions: usize) {
    let differences = differences(questions);
    bencher.bench_local(|| randomisation_test(&differences, 1));
}

#[divan::bench(args = [100, 400, 20_000])]
fn one_pair(bencher: Bencher<'_, '_>, questions: usize) {
    let differences = differences(questions);
    bencher.bench_local(|| Difference::of(&differences, 1));
}

/// All pairs of systems on 400 questions.
#[divan::bench(args = [2, 5, 20], sample_count = 10)]
fn all_pairs(bencher: Bencher<'_, '_>, systems: usize) {
    let contenders: Vec<Contender> = (0..systems)
        .map(|system| {
            let scores = scores(400, system as u64).into_iter().map(Some).collect();
            Contender::new(system.to_string(), scores)
        })
        .collect();
    bencher.bench_local(|| compare(&contenders, 1).pairs.len());
}
