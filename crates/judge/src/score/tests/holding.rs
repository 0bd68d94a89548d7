//! How much of the files is held, and how often they are read.

use std::borrow::Borrow;
use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;

use lydite_model::{AnswerSet, Question, Response, Term};

use super::super::*;
use crate::rule_set;

/// How many entries are held now, and how many were held at most.
#[derive(Default)]
struct Held {
    now: Cell<usize>,
    most: Cell<usize>,
}

/// An entry that knows when it is dropped.
struct Watched<T> {
    entry: T,
    held: Rc<Held>,
}

impl<T> Drop for Watched<T> {
    fn drop(&mut self) {
        self.held.now.set(self.held.now.get() - 1);
    }
}

impl Borrow<Question> for Watched<Question> {
    fn borrow(&self) -> &Question {
        &self.entry
    }
}

impl Borrow<Response> for Watched<Response> {
    fn borrow(&self) -> &Response {
        &self.entry
    }
}

/// Entries that are made one by one, as the numbers say.
struct Made<N: Fn() -> I, I> {
    numbers: N,
    left: I,
    readings: usize,
    held: Rc<Held>,
}

impl<N: Fn() -> I, I: Iterator<Item = usize>> Made<N, I> {
    fn new(numbers: N, held: &Rc<Held>) -> Self {
        Self {
            left: numbers(),
            numbers,
            readings: 1,
            held: held.clone(),
        }
    }
}

impl<T: From<Question>, N: Fn() -> I, I: Iterator<Item = usize>> Entries<T> for Made<N, I>
where
    Watched<T>: Borrow<T>,
{
    type Item = Watched<T>;
    type Error = Infallible;

    fn next(&mut self) -> Option<Watched<T>> {
        let number = self.left.next()?;
        let mut question = Question::new((number % 1_000_000).to_string());
        // Beyond a million the id is the same again, and the value another one every second time.
        let value = number % 1000 + number / 1_000_000 % 2;
        let value = Term::literal(value.to_string());
        question.answers = Some(AnswerSet::column("x", [value]));
        let now = self.held.now.get() + 1;
        self.held.now.set(now);
        self.held.most.set(self.held.most.get().max(now));
        Some(Watched {
            entry: T::from(question),
            held: self.held.clone(),
        })
    }

    fn restart(&mut self) -> Result<(), Infallible> {
        self.left = (self.numbers)();
        self.readings += 1;
        Ok(())
    }
}

/// Scores the answers with these numbers; the report, how often the gold file was read, and how many
/// entries were held.
fn score<I: Iterator<Item = usize>>(answers: impl Fn() -> I) -> (Report, usize, usize) {
    let held = Rc::default();
    let mut gold = Made::new(|| 0..QUESTIONS, &held);
    let mut answers = Made::new(answers, &held);
    let scorer = Scorer::new(rule_set("lydite").unwrap())
        .seed(None)
        .only_figures();
    let Ok(report) = scorer.score_entries(&mut gold, &mut answers);
    (report, gold.readings, held.most.get())
}

const QUESTIONS: usize = 60_000;

#[test]
fn files_in_step_are_read_once_and_nothing_is_held() {
    let (report, readings, held) = score(|| 0..QUESTIONS);
    assert_eq!(report.value("macro.f1"), Some(1.0));
    assert_eq!(report.questions as usize, QUESTIONS);
    assert_eq!((readings, held), (1, 2));
    // Neighbours that change places do no harm.
    let (_, readings, held) = score(|| (0..QUESTIONS).map(|n| n ^ 3));
    assert!(readings == 1 && held <= 8, "{readings} {held}");
    // Nor does a file that ends early, or goes on.
    let (report, readings, held) = score(|| 0..1000);
    assert_eq!(report.value("missing"), Some((QUESTIONS - 1000) as f64));
    assert!(readings == 1 && held <= 8, "{readings} {held}");
    let (_, readings, held) = score(|| 0..2 * QUESTIONS);
    assert!(readings == 1 && held <= 8, "{readings} {held}");
}

#[test]
fn many_questions_without_answers_are_not_held() {
    // Every second one is missing.
    let (report, readings, held) = score(|| (0..QUESTIONS).step_by(2));
    assert_eq!(report.value("macro.f1"), Some(0.5));
    assert_eq!(readings, 2);
    // As many as it takes to find out.
    assert!(held < 41_000, "{held}");
}

#[test]
fn of_several_answers_the_last_counts_and_few_are_held() {
    // Each question is answered twice, wrongly at first.
    let twice = || (0..QUESTIONS).flat_map(|n| [n + 1_000_000, n + 2_000_000]);
    let (report, readings, held) = score(twice);
    assert_eq!(report.value("macro.f1"), Some(1.0));
    let repeated = report.remark(crate::RemarkKind::RepeatedAnswers).unwrap();
    assert_eq!(repeated.count as usize, QUESTIONS);
    assert!(readings == 2 && held <= 10, "{readings} {held}");
}
