//! A question as every format gives it, and what a system says about it.

use lydite_model::{AnswerSet, Language, Query, Question, Response, Term, Text};

fn main() {
    let mut question = Question::new("1");
    question
        .texts
        .push(Text::new("en", "Which rivers flow through Berlin?"));
    question.queries.push(Query::sparql(
        "SELECT ?r { ?r <http://x/through> <http://x/Berlin> }",
    ));
    question.answers = Some(AnswerSet::column("r", [Term::iri("http://x/Spree")]));

    let response = Response {
        question: question.id.clone(),
        answers: Some(AnswerSet::column("r", [Term::iri("http://x/Havel")])),
        ..Response::default()
    };

    let text = question.text(&Language::new("en")).unwrap_or_default();
    let count = |answers: &Option<AnswerSet>| answers.as_ref().map_or(0, AnswerSet::len);
    println!(
        "{text} gold: {}, system: {}",
        count(&question.answers),
        count(&response.answers)
    );
}
