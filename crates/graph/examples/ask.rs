//! Loads a few triples and asks them: `cargo run -p lydite-graph --example ask`

use std::error::Error;
use std::time::Duration;

use lydite_graph::{Embedded, KnowledgeGraph, Limits, Value};
use lydite_sparql::{Dialect, parse};

const LAKES: &str = r#"
    @prefix ex: <http://example.org/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ex:Saimaa a ex:Lake ; ex:area 4370 ; rdfs:label "Saimaa"@fi .
    ex:Inari a ex:Lake ; ex:area 1040 ; rdfs:label "Inarijärvi"@fi , "Lake Inari"@en .
    ex:Lake rdfs:subClassOf ex:Water .
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Embedded::from_bytes("lakes.ttl", LAKES.into())?;
    let query = parse(
        "SELECT ?lake ?area { ?lake <http://example.org/area> ?area } ORDER BY DESC(?area)",
        &Dialect::field(),
    )?;
    let limits = Limits::default().with_time(Duration::from_secs(2));
    if let Value::Rows(table) = graph.query(&query, &limits)?.value {
        println!("{}", table.variables.join("\t"));
        for row in &table.rows {
            let cell = |cell: &Option<_>| match cell {
                Some(term) => format!("{term}"),
                None => String::new(),
            };
            let row: Vec<String> = row.iter().map(cell).collect();
            println!("{}", row.join("\t"));
        }
    }
    let inari = "http://example.org/Inari";
    println!("{inari} is called {:?}", graph.labels(inari, None)?);
    for class in graph.types(inari)? {
        let above = graph.super_classes(class.as_str())?;
        println!("it is a {class}, which is a {above:?}");
    }
    Ok(())
}
