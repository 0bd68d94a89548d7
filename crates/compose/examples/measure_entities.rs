//! Measures entity and class linkers on LC-QuAD 1 and QALD-9, as docs/components.md tells.
//!
//! `cargo run --release -p lydite-compose --example measure_entities -- ned|cl [--with-qald] [COMPONENT…]`
//!
//! Learned components are trained on the train split of LC-QuAD 1, with `--with-qald` on that of QALD-9 as well. The
//! graph is the slice of DBpedia of the shared data; candidates are all resources that it, or what follows from gold
//! queries, has labels for, and all entities of gold queries. Class linkers are given the gold entities.

mod benchmarks;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use benchmarks::{Failed, LABELS, SLICE, joined, lcquad, phrases, qald};
use lydite_compose::annotation::{AnnotatedQuestion, Kind};
use lydite_compose::component::{Component, Need, Registry, Task};
use lydite_compose::resources::{Models, TermList};
use lydite_compose::{Example, Resources};
use lydite_graph::{Embedded, KnowledgeGraph};

const LEXICA: &[(&str, &str)] = &[
    ("lemon", "kg/lexicon/lemon-dbpedia-en.tsv.gz"),
    ("3Eng", "kg/lexicon/nliwod-dbpedia-3Eng-class.ttl.gz"),
    ("NLIWOD", "kg/lexicon/nliwod-class-surface-forms.ttl.gz"),
];

fn main() -> Result<(), Failed> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let with_qald = arguments.iter().any(|one| one == "--with-qald");
    let shows_errors = arguments.iter().any(|one| one == "--errors");
    arguments.retain(|one| !one.starts_with("--"));
    let task = match arguments.first().map(String::as_str) {
        Some("ned") => Task::LinkEntities,
        Some("cl") => Task::LinkClasses,
        _ => return Err("give ned or cl".into()),
    };
    let chosen = &arguments[1..];
    let train = lcquad("datasets/lc-quad-1-train.json")?;
    let tests = [
        ("LC-QuAD 1 test", lcquad("datasets/lc-quad-1-test.json")?),
        (
            "QALD-9 train",
            qald("datasets/qald-9-train-multilingual.json")?,
        ),
        (
            "QALD-9 test",
            qald("datasets/qald-9-test-multilingual.json")?,
        ),
    ];
    let mut learned_from = train.clone();
    if with_qald {
        learned_from.extend(tests[1].1.iter().cloned());
    }
    let all: Vec<&Example> = train
        .iter()
        .chain(tests.iter().flat_map(|(_, test)| test))
        .collect();
    let started = Instant::now();
    let graph: Arc<dyn KnowledgeGraph> = Arc::new(graph()?);
    println!("graph loaded in {:.1} s", started.elapsed().as_secs_f64());
    let started = Instant::now();
    let registry = Registry::shipped();
    let components: Vec<&Component> = registry
        .of(task)
        .filter(|one| {
            let described = one.description();
            let is_native = !described.needs.contains(&Need::Network);
            chosen.contains(&described.name) || chosen.is_empty() && is_native
        })
        .collect();
    let untrained = resources(&graph, &all, Models::default())?;
    let names = untrained.names();
    println!(
        "{} resources with {} names, {} of them shared; {} properties, {} classes; read in {:.1} s",
        names.len(),
        names.keys(),
        names.ambiguous(),
        untrained.properties().terms().len(),
        untrained.classes().terms().len(),
        started.elapsed().as_secs_f64()
    );
    let mut models = Models::default();
    for component in &components {
        if let Some(trainer) = component.trainer() {
            let started = Instant::now();
            models.add(trainer.train(&learned_from, &untrained)?);
            let name = component.description().name;
            println!("{name} trained in {:.1} s", started.elapsed().as_secs_f64());
        }
    }
    drop(untrained);
    let resources = resources(&graph, &all, models)?;
    for component in components {
        for (name, test) in &tests {
            measure(component, name, test, &resources, shows_errors)?;
        }
    }
    Ok(())
}

/// Precision, recall and F (the harmonic mean of their means) of a linker.
fn measure(
    component: &Component,
    dataset: &str,
    test: &[Example],
    resources: &Resources,
    shows_errors: bool,
) -> Result<(), Failed> {
    let kind = component.task().kind();
    let (mut count, mut precisions, mut recalls, mut halves) = (0.0f64, 0.0f64, 0.0f64, 0.0f64);
    let mut took = Duration::ZERO;
    for example in test {
        let gold: BTreeSet<&str> = example.gold.of(kind).iter().map(String::as_str).collect();
        if gold.is_empty() {
            continue;
        }
        let mut question = AnnotatedQuestion::new(&example.text);
        if kind == Kind::Class {
            example
                .gold
                .annotate(&mut question, resources, Kind::Entity);
        }
        let started = Instant::now();
        component.annotate(&mut question, resources)?;
        took += started.elapsed();
        let found: BTreeSet<&str> = question.values(kind).into_iter().collect();
        let common = found.intersection(&gold).count() as f64;
        let precision = common / found.len().max(1) as f64;
        let recall = common / gold.len() as f64;
        count += 1.0;
        precisions += precision;
        recalls += recall;
        let f = 2.0 * common / (found.len() + gold.len()) as f64;
        halves += f64::from(u8::from(f >= 0.5));
        if shows_errors && f < 1.0 {
            println!(
                "  {f:.2} {} | gold {gold:?} | found {found:?}",
                example.text
            );
        }
    }
    let (precision, recall) = (precisions / count, recalls / count);
    let f = 2.0 * precision * recall / (precision + recall).max(1e-9);
    println!(
        "{:20} {dataset:15} P {precision:.3} R {recall:.3} F {f:.3} (F ≥ .5: {:.3}) {:.2} ms, {count} questions",
        component.description().name,
        halves / count,
        took.as_secs_f64() * 1000.0 / count,
    );
    Ok(())
}

fn graph() -> Result<Embedded, Failed> {
    let text = joined(SLICE.iter().chain([&LABELS]))?;
    Ok(Embedded::from_bytes("slice.nt", text.into_bytes())?)
}

fn resources(
    graph: &Arc<dyn KnowledgeGraph>,
    all: &[&Example],
    models: Models,
) -> Result<Resources, Failed> {
    let mut list = String::new();
    for gold in all.iter().map(|one| &one.gold) {
        for iri in &gold.entities {
            list.push_str(&format!("entity\t{iri}\n"));
        }
        for iri in &gold.classes {
            list.push_str(&format!("class\t{iri}\n"));
        }
    }
    Ok(Resources::builder()
        .terms(TermList::parse(&list)?)
        .phrases(phrases(LEXICA)?)
        .models(models)
        .read(Arc::clone(graph))?)
}
