//! Judges templates: what is wrong with them, by both rule sets.
//!
//! ```text
//! cargo run -p lydite-template --example judge -- GOLD TEMPLATE
//! ```
//!
//! Without queries, some of its own are judged.

use lydite_template::{Evaluator, Exchange, TemplateRules};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let pairs = match (arguments.next(), arguments.next()) {
        (Some(gold), Some(template)) => vec![(gold, template)],
        _ => [
            "SELECT ?v1 { ?v2 ?v3 ?v1 }",
            "SELECT ?v1 { ?v2 ?v3 }",
            "ASK { ?v1 ?v2 ?v3 }",
            "SELECT (STR(?v1) AS ?name) { ?v2 ?v3 ?v1 }",
            "SELECT ?v1 { ?v2 a ?v1 . ?v4 a ?v5 }",
        ]
        .map(|template| {
            let gold = "SELECT ?city { res:Japan onto:capital ?city }";
            (gold.to_owned(), template.to_owned())
        })
        .into(),
    };
    for (gold, template) in pairs {
        println!("{template}");
        for rules in TemplateRules::ALL {
            let evaluator = Evaluator::new(rules);
            let gold = evaluator.gold(&gold);
            let judgement = evaluator.judge("", &gold, &Exchange::Query(template.clone()));
            println!("  {:<9} {}", rules.name(), judgement.criterion());
            for problem in &judgement.templates[0].problems {
                println!("            {problem}");
            }
        }
    }
}
