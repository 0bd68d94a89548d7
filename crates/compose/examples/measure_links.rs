//! Measures relation linkers and query builders on LC-QuAD 1 and QALD-9, as docs/components.md tells.
//!
//! `cargo run --release -p lydite-compose --example measure_links -- rl|qb lcquad|qald [COMPONENT…]`
//! `cargo run --release -p lydite-compose --example measure_links -- e2e qald [ENTITY LINKER…]`
//!
//! Learned components are trained on the train split of the same benchmark. The graph is the slice of DBpedia of the
//! shared data; the candidates are its properties, the properties that DBpedia 2016-10 uses often, and those of the train
//! split. Gold entities are given (for builders gold relations and classes too), without their places in the question.

mod benchmarks;

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use benchmarks::{Failed, LABELS, SLICE, joined, lcquad, phrases, qald, qald_entries, unpacked};
use lydite_compose::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind};
use lydite_compose::component::{Component, Need, Registry, Task};
use lydite_compose::resources::{Models, TermList};
use lydite_compose::{Example, Resources};
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Value};
use lydite_sparql::{Dialect, parse};

const LEXICA: &[(&str, &str)] = &[
    ("lemon", "kg/lexicon/lemon-dbpedia-en.tsv.gz"),
    ("3Eng", "kg/lexicon/nliwod-dbpedia-3Eng-property.ttl.gz"),
];

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (task, benchmark) = match &arguments[..] {
        [task, benchmark, ..] => (task.as_str(), benchmark.as_str()),
        _ => return Err("give rl or qb, and lcquad or qald".into()),
    };
    let chosen = &arguments[2..];
    let (train, test) = match benchmark {
        "lcquad" => (
            lcquad("datasets/lc-quad-1-train.json")?,
            lcquad("datasets/lc-quad-1-test.json")?,
        ),
        "qald" => (
            qald("datasets/qald-9-train-multilingual.json")?,
            qald("datasets/qald-9-test-multilingual.json")?,
        ),
        other => return Err(format!("no benchmark is called {other}").into()),
    };
    if task == "e2e" {
        return end_to_end(&train, chosen);
    }
    let started = Instant::now();
    let graph: Arc<dyn KnowledgeGraph> = Arc::new(graph(benchmark == "qald", false)?);
    let task = match task {
        "rl" => Task::LinkRelations,
        "qb" => Task::BuildQueries,
        other => return Err(format!("no task is called {other}").into()),
    };
    let registry = Registry::shipped();
    let components: Vec<&Component> = registry
        .of(task)
        .filter(|one| {
            let described = one.description();
            let is_native = !described.needs.contains(&Need::Network);
            chosen.contains(&described.name) || chosen.is_empty() && is_native
        })
        .collect();
    let mut models = Models::default();
    let untrained = resources(&graph, &train, Models::default())?;
    println!(
        "{} properties to choose from; read in {:.1} s",
        untrained.properties().terms().len(),
        started.elapsed().as_secs_f64()
    );
    for component in &components {
        if let Some(trainer) = component.trainer() {
            let started = Instant::now();
            models.add(trainer.train(&train, &untrained)?);
            let name = component.description().name;
            println!("{name} trained in {:.1} s", started.elapsed().as_secs_f64());
        }
    }
    drop(untrained);
    let resources = resources(&graph, &train, models)?;
    let seen: BTreeSet<String> = train.iter().map(|one| one.text.to_lowercase()).collect();
    for component in components {
        match task {
            Task::LinkRelations => links(component, &test, &resources, &seen)?,
            _ => queries(component, &test, &resources)?,
        }
    }
    Ok(())
}

/// QALD-9 test from question to answers on the slice: entities, classes, graph search, ranking. Only questions whose gold
/// query gives the gold answers there, without those that are in train.
fn end_to_end(train: &[Example], chosen: &[String]) -> Result<(), Failed> {
    let graph: Arc<dyn KnowledgeGraph> = Arc::new(graph(false, true)?);
    let registry = Registry::shipped();
    let ranker = registry.get("qr-logit")?;
    let untrained = resources(&graph, train, Models::default())?;
    let mut models = Models::default();
    let started = Instant::now();
    if let Some(trainer) = ranker.trainer() {
        let model = trainer.train(train, &untrained)?;
        println!(
            "qr-logit trained on {} questions in {:.1} s",
            model.examples,
            started.elapsed().as_secs_f64()
        );
        models.add(model);
    }
    drop(untrained);
    let resources = resources(&graph, train, models)?;
    let seen: BTreeSet<String> = train.iter().map(|one| one.text.to_lowercase()).collect();
    let stats: serde_json::Value =
        serde_json::from_slice(&fs::read(lydite_testing::shared_path("kg/stats.json"))?)?;
    let coverage = &stats["graphs"]["dbpedia-slice"]["coverage"];
    for (name, text, key) in [
        (
            "2018",
            fs::read_to_string(lydite_testing::shared_path(
                "datasets/qald-9-test-multilingual.json",
            ))?,
            "qald-9-test-multilingual",
        ),
        (
            "refreshed",
            unpacked("kg/benchmarks/kbqa-pg-updated-qald-9-test.json.gz")?,
            "kbqa-pg-updated-qald-9-test",
        ),
    ] {
        let exact: BTreeSet<&str> = coverage[key]["exact_ids"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|id| id.as_str())
            .collect();
        let test: Vec<Example> = qald_entries(&text)?
            .into_iter()
            .filter(|(id, example)| {
                exact.contains(id.as_str()) && !seen.contains(&example.text.to_lowercase())
            })
            .map(|(_, example)| example)
            .collect();
        let linkers = registry
            .of(Task::LinkEntities)
            .map(|one| one.description().name);
        let linkers: Vec<String> = ["gold".to_owned()]
            .into_iter()
            .chain(linkers)
            .filter(|one| chosen.is_empty() || chosen.contains(one))
            .collect();
        for linker in linkers {
            let (mut sum, mut best_sum, mut took) = (0.0, 0.0, Duration::ZERO);
            for example in &test {
                let started = Instant::now();
                let mut question = if linker == "gold" {
                    given(example, &[Kind::Entity])
                } else {
                    let mut question = AnnotatedQuestion::new(&example.text);
                    if registry
                        .get(&linker)?
                        .annotate(&mut question, &resources)
                        .is_err()
                    {
                        continue;
                    }
                    question
                };
                for component in ["cl-labels", "qb-search", "qr-logit"] {
                    registry
                        .get(component)?
                        .annotate(&mut question, &resources)?;
                }
                took += started.elapsed();
                let gold = answers(&resources, &example.gold.query).unwrap_or_default();
                let queries = question.of(Kind::Query).flat_map(|one| &one.candidates);
                let scores: Vec<f64> = queries
                    .map(|one| answers(&resources, &one.value).unwrap_or_default())
                    .map(|found| f_score(&gold, &found))
                    .collect();
                sum += scores.first().copied().unwrap_or_default();
                best_sum += scores.iter().copied().fold(0.0, f64::max);
            }
            let count = test.len() as f64;
            println!(
                "{name:10} {linker}+cl-labels+qb-search+qr-logit: F {:.3}, best candidate {:.3}, {count} questions, {:.1} ms",
                sum / count,
                best_sum / count,
                took.as_secs_f64() * 1000.0 / count
            );
        }
    }
    Ok(())
}

/// Precision, recall and F (the harmonic mean of their means) of a relation linker.
fn links(
    component: &Component,
    test: &[Example],
    resources: &Resources,
    seen: &BTreeSet<String>,
) -> Result<(), Failed> {
    let mut sums = [[0.0; 4]; 2];
    let mut took = Duration::ZERO;
    for example in test {
        let gold: BTreeSet<&str> = example.gold.relations.iter().map(String::as_str).collect();
        if gold.is_empty() {
            continue;
        }
        let mut question = given(example, &[Kind::Entity]);
        let started = Instant::now();
        component.annotate(&mut question, resources)?;
        took += started.elapsed();
        let found: BTreeSet<&str> = question.values(Kind::Relation).into_iter().collect();
        let common = found.intersection(&gold).count() as f64;
        let precision = common / found.len().max(1) as f64;
        let recall = common / gold.len() as f64;
        let f = if common > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        };
        let new = !seen.contains(&example.text.to_lowercase());
        for (at, counts) in [(0, true), (1, new)] {
            if counts {
                sums[at][0] += 1.0;
                sums[at][1] += precision;
                sums[at][2] += recall;
                sums[at][3] += f64::from(u8::from(f >= 0.5));
            }
        }
    }
    let figure = |[count, precision, recall, _]: [f64; 4]| {
        let (precision, recall) = (precision / count, recall / count);
        let f = 2.0 * precision * recall / (precision + recall).max(1e-9);
        format!("P {precision:.3} R {recall:.3} F {f:.3}")
    };
    println!(
        "{:20} {} (F ≥ .5: {:.3}; without duplicates of train {}) {:.2} ms, {} questions",
        component.description().name,
        figure(sums[0]),
        sums[0][3] / sums[0][0],
        figure(sums[1]),
        took.as_secs_f64() * 1000.0 / sums[0][0],
        sums[0][0]
    );
    Ok(())
}

/// How often the first query of a builder is the gold query, among all, and among those with a result on the graph.
fn queries(component: &Component, test: &[Example], resources: &Resources) -> Result<(), Failed> {
    let (mut all, mut right, mut some, mut right_of_some, mut score) = (0, 0, 0, 0, 0.0);
    let mut took = Duration::ZERO;
    for example in test {
        let mut question = given(example, &[Kind::Entity, Kind::Relation, Kind::Class]);
        let started = Instant::now();
        component.annotate(&mut question, resources)?;
        took += started.elapsed();
        let first = question
            .of(Kind::Query)
            .next()
            .and_then(Annotation::best)
            .map(|candidate| candidate.value.clone());
        let gold = answers(resources, &example.gold.query);
        let same = first.as_ref().is_some_and(|first| {
            let one = parse(first, &Dialect::field());
            let other = parse(&example.gold.query, &Dialect::field());
            match (one, other) {
                (Ok(one), Ok(other)) => {
                    lydite_sparql::equivalent(&one, &other)
                        || lydite_compose::components::queries::same_small_query(
                            first,
                            &example.gold.query,
                        )
                }
                _ => false,
            }
        });
        all += 1;
        right += usize::from(same);
        let holds = gold
            .as_ref()
            .is_some_and(|gold| !gold.is_empty() && !is_nothing(gold));
        if holds {
            some += 1;
            right_of_some += usize::from(same);
            let found = first
                .and_then(|first| answers(resources, &first))
                .unwrap_or_default();
            score += f_score(&gold.unwrap_or_default(), &found);
        }
    }
    println!(
        "{:20} exact {:.3} of {all}; of {some} with a result on the graph exact {:.3}, answers F {:.3}; {:.2} ms",
        component.description().name,
        right as f64 / all as f64,
        right_of_some as f64 / f64::from(some).max(1.0),
        score / f64::from(some).max(1.0),
        took.as_secs_f64() * 1000.0 / all as f64
    );
    Ok(())
}

fn is_nothing(answers: &BTreeSet<String>) -> bool {
    let zero = answers
        .iter()
        .next()
        .is_some_and(|one| one == "false" || one.starts_with("\"0\""));
    answers.len() == 1 && zero
}

fn f_score(gold: &BTreeSet<String>, found: &BTreeSet<String>) -> f64 {
    let common = gold.intersection(found).count() as f64;
    2.0 * common / (gold.len() + found.len()).max(1) as f64
}

/// What the first column of a query holds.
fn answers(resources: &Resources, query: &str) -> Option<BTreeSet<String>> {
    let parsed = parse(query, &Dialect::field()).ok()?;
    let limits = Limits::default()
        .with_time(Duration::from_secs(2))
        .with_rows(20_000);
    match resources.graph().query(&parsed, &limits).ok()?.value {
        Value::Boolean(value) => Some([value.to_string()].into()),
        Value::Rows(rows) => {
            let rows = rows.rows.into_iter();
            Some(
                rows.filter_map(|row| row.into_iter().flatten().next())
                    .map(|term| term.to_string())
                    .collect(),
            )
        }
        Value::Triples(_) => None,
    }
}

/// A question with some of what its gold query says.
fn given(example: &Example, kinds: &[Kind]) -> AnnotatedQuestion {
    let mut question = AnnotatedQuestion::new(&example.text);
    for kind in kinds {
        let iris = match kind {
            Kind::Entity => &example.gold.entities,
            Kind::Relation => &example.gold.relations,
            _ => &example.gold.classes,
        };
        for iri in iris {
            question.add(Annotation {
                kind: *kind,
                span: None,
                candidates: vec![Candidate::new(iri, 1.0)],
                component: "gold".to_owned(),
            });
        }
    }
    question
}

/// The slice; for QALD with the predicates of entities that SLING's authors kept from an endpoint.
fn graph(with_predicates: bool, with_labels: bool) -> Result<Embedded, Failed> {
    let labels = with_labels.then_some(&LABELS);
    let mut text = joined(labels.into_iter().chain(SLICE))?;
    if with_predicates {
        let predicates = unpacked("kg/lexicon/sling-entity-predicates.tsv.gz")?;
        for (at, line) in predicates.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            let odd = |iri: &str| iri.contains([' ', '<', '>', '"', '{', '}', '|', '^', '`', '\\']);
            if let [entity, way, property] = fields[..]
                && !odd(entity)
                && !odd(property)
            {
                match way {
                    "out" => text.push_str(&format!("<{entity}> <{property}> _:s{at} .\n")),
                    _ => text.push_str(&format!("_:s{at} <{property}> <{entity}> .\n")),
                }
            }
        }
    }
    Ok(Embedded::from_bytes("slice.nt", text.into_bytes())?)
}

fn resources(
    graph: &Arc<dyn KnowledgeGraph>,
    train: &[Example],
    models: Models,
) -> Result<Resources, Failed> {
    let mut list = String::new();
    for line in unpacked("kg/lexicon/dbpedia-2016-10-property-counts.tsv.gz")?.lines() {
        if let Some((iri, uses)) = line.split_once('\t')
            && let Ok(uses) = uses.trim().parse::<usize>()
        {
            let often = match iri {
                iri if iri.starts_with("http://dbpedia.org/ontology/") => uses >= 20,
                iri if iri.starts_with("http://dbpedia.org/property/") => uses >= 500,
                _ => false,
            };
            if often {
                list.push_str(&format!("property\t{iri}\t\t{uses}\n"));
            }
        }
    }
    for iri in train.iter().flat_map(|one| &one.gold.relations) {
        list.push_str(&format!("property\t{iri}\t\t1\n"));
    }
    Ok(Resources::builder()
        .terms(TermList::parse(&list)?)
        .phrases(phrases(LEXICA)?)
        .models(models)
        .read(Arc::clone(graph))?)
}
