//! Shows what a query says and what had to be repaired; with a second one, how they differ.
//!
//! `cargo run -p lydite-sparql --example understand -- 'SELECT COUNT(?x) { ?x a dbo:Lake }'`

use std::process::ExitCode;

use lydite_sparql::{Canonical, Dialect, Parsed, Structure, diff, parse};

fn main() -> ExitCode {
    let mut texts: Vec<String> = std::env::args().skip(1).take(2).collect();
    if texts.is_empty() {
        texts.push("SELECT COUNT(?x) WHERE { ?x a dbo:Lake }".to_owned());
    }
    let mut queries = Vec::new();
    for text in &texts {
        match parse(text, &Dialect::field()) {
            Ok(parsed) => queries.push(parsed),
            Err(error) => {
                eprintln!("{}", error.render(text));
                return ExitCode::FAILURE;
            }
        }
    }
    match queries.as_slice() {
        [expected, found] => {
            for difference in diff(expected, found) {
                println!("{difference}");
            }
        }
        _ => queries.iter().for_each(show),
    }
    ExitCode::SUCCESS
}

fn show(parsed: &Parsed) {
    for repair in &parsed.repairs {
        println!("{}: {:?} → {:?}", repair.kind, repair.before, repair.after);
    }
    println!("{}", parsed.text);
    let structure = Structure::of(parsed);
    for triple in &structure.triples {
        println!("triple     {triple}");
    }
    println!("entities   {}", structure.entities().join(" "));
    println!("properties {}", structure.properties().join(" "));
    println!("classes    {}", structure.classes().join(" "));
    println!("canonical  {}", Canonical::of(parsed).as_str());
}
