//! Trains on parts of a set and tries the others.

use std::error::Error;
use std::sync::Arc;

use lydite_compose::{Answerer, Example, Gold, Lang, Pipeline, train};
use lydite_graph::Embedded;
use lydite_judge::{Case, rule_set};
use lydite_model::{AnswerSet, Question, Response};

use crate::Options;
use crate::printing::one_line;
use crate::sets::{Set, questions};

/// Trains on all parts of a set but one, tries that one, and so on.
pub(crate) fn cross_validate(
    set: &Set,
    graph: &Arc<Embedded>,
    pipeline: &Pipeline,
    options: &Options,
    folds: usize,
) -> Result<(), Box<dyn Error>> {
    let questions = questions(set, graph.as_ref())?;
    let rules = rule_set("lydite").ok_or("no rules")?;
    let mut used: Vec<(usize, &Question)> = questions
        .iter()
        .enumerate()
        .filter(|(at, question)| question.answers.is_some() && (at % 2 == 0 || options.held_out))
        .collect();
    // Shuffled, and always in the same way.
    used.sort_by_key(|(at, _)| (*at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let text = |question: &Question| {
        let text = question.text(&options.language).or(question.any_text());
        text.unwrap_or_default().to_owned()
    };
    let f1 = |question: &Question, answers: Option<AnswerSet>| {
        let mut response = Response::from(Question::new(question.id.clone()));
        response.answers = Some(answers.unwrap_or_else(|| AnswerSet::column("result", [])));
        rules.judge(&Case::new(question, Some(&response))).f1
    };
    let mut judged = Vec::new();
    let mut errors = Vec::new();
    for fold in 0..folds {
        let (rest, tried): (Vec<_>, Vec<_>) = (0..used.len()).partition(|at| at % folds != fold);
        let gold = |at: usize| used[at].1.queries.first().map(|query| query.text.as_str());
        let examples: Vec<Example> = rest
            .iter()
            .map(|at| Example {
                text: text(used[*at].1),
                lang: Lang::En,
                gold: gold(*at).and_then(Gold::of_query).unwrap_or_default(),
            })
            .collect();
        let graph: Arc<Embedded> = Arc::clone(graph);
        let (_, answerer) = train(Answerer::new(graph)?, &examples, |at, answers| {
            f1(used[rest[at]].1, Some(answers.clone()))
        });
        for at in tried {
            let (place, question) = used[at];
            let answered = answerer.ask(&text(question), pipeline);
            let query = answered.query.clone().unwrap_or_default();
            let f1 = f1(question, answered.answers);
            judged.push(f1);
            if options.errors && place % 2 == 0 && f1 < 1.0 {
                errors.push(format!(
                    "── {place} F1 {f1:.2}: {}\n   gold: {}\n   ours: {}",
                    text(question),
                    one_line(gold(at).unwrap_or_default()),
                    one_line(&query)
                ));
            }
        }
    }
    for error in errors {
        println!("{error}");
    }
    println!(
        "{:<11} {:>4} {:>6.3} when trained, {folds} folds",
        set.name,
        judged.len(),
        judged.iter().sum::<f64>() / judged.len().max(1) as f64
    );
    Ok(())
}
