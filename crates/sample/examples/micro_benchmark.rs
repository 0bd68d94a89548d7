//! From questions to a micro-benchmark: `cargo run -p lydite-sample --example micro_benchmark`.

use std::error::Error;

use lydite_model::{Query, Question, Text};
use lydite_sample::{Condition, Extractor, Feature, Pool, Quality, choose, methods};

fn main() -> Result<(), Box<dyn Error>> {
    let questions = [
        (
            "1",
            "Who wrote Dubliners?",
            "SELECT ?x { dbr:Dubliners dbo:author ?x }",
        ),
        (
            "2",
            "Who wrote Ulysses?",
            "SELECT ?x { dbr:Ulysses dbo:author ?x }",
        ),
        ("3", "Is Berlin a city?", "ASK { dbr:Berlin a dbo:City }"),
        (
            "4",
            "Which books by James Joyce have more than 300 pages?",
            "SELECT ?x { ?x dbo:author dbr:James_Joyce ; dbo:numberOfPages ?n FILTER (?n > 300) }",
        ),
    ]
    .map(|(id, text, query)| {
        let mut question = Question::new(id);
        question.texts.push(Text::new("en", text));
        question.queries.push(Query::sparql(query));
        question
    });

    let features = ["length", "tps", "projectVars"].map(|name| Feature::find(name).ok());
    let condition: Condition = "tps > 0".parse()?;
    let extractor = Extractor::new("example");
    let mut pool = Pool::new(features.iter().flatten().map(|feature| feature.name));
    for question in &questions {
        let measured = extractor.features(question);
        let number = |feature: &Feature| measured.get(feature)?.as_number();
        let values: Vec<f64> = features
            .iter()
            .flatten()
            .filter_map(|f| number(f))
            .collect();
        if condition.holds(&measured) {
            pool.push(question.id.clone(), &values)?;
        }
    }

    let vectors = pool.vectors()?;
    for method in methods() {
        let choice = choose(&*method, &vectors, 2, 1)?;
        let ids: Vec<_> = choice
            .questions
            .iter()
            .map(|at| pool.ids()[*at].as_str())
            .collect();
        let quality = Quality::of(&vectors, &choice.questions);
        println!(
            "{:20} {ids:?} diversity {:.3}",
            method.name(),
            quality.diversity
        );
    }
    Ok(())
}
