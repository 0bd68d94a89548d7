//! The samples of the reference implementation, question by question.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use lydite_sample::{
    Agglomerative, DbscanKMeans, Described, Feasible, FeasibleExemplars, Feature, KMeans, Method,
    Pool, Quality, RandomChoice, Vectors, choose, select,
};
use serde_json::Value;

fn reference() -> Option<Value> {
    let path = lydite_testing::shared("qaldgen")?.join("reference.json");
    Some(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap())
}

/// A query for the features of a set, with a condition.
fn query(reference: &Value, set: &str, condition: &str) -> String {
    let features = reference["feature_sets"][set].as_array().unwrap();
    let variables: String = (0..features.len()).map(|at| format!(" ?f{at}")).collect();
    let patterns: String = features
        .iter()
        .enumerate()
        .map(|(at, iri)| format!("?q <{}> ?f{at} . ", iri.as_str().unwrap()))
        .collect();
    format!(
        "PREFIX qaldGen: <http://qald-gen.aksw.org/vocab#> PREFIX lsq: <http://lsq.aksw.org/vocab#> \
         SELECT DISTINCT ?q{variables} {{ {patterns} {condition} }}"
    )
}

fn conditions(selection: &str) -> &'static str {
    match selection {
        "qald9" => "?q qaldGen:questionOrigin \"qald9\" .",
        "what" => {
            "?q qaldGen:questionOrigin \"SDA-5000-QA\" . ?q qaldGen:questionType ?type . \
             ?q lsq:tps ?tps . ?q lsq:resultSize ?rs . \
             FILTER REGEX(?type, \"What\") FILTER (?tps > 1 && ?rs > 0)"
        }
        other => panic!("what is the selection {other}?"),
    }
}

fn ids(pool: &Pool, questions: &[usize]) -> Vec<u64> {
    let id = |question: &usize| pool.ids()[*question].as_str().parse().unwrap();
    questions.iter().map(id).collect()
}

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().unwrap();
    list.iter().map(|id| id.as_u64().unwrap()).collect()
}

fn method(name: &str) -> Option<Box<dyn Method>> {
    Some(match name {
        "feasible-exmp" => Box::new(FeasibleExemplars),
        "feasible" => Box::new(Feasible),
        "agglomerative" => Box::new(Agglomerative::default()),
        _ => return None,
    })
}

#[test]
fn methods_without_chance_choose_the_questions_of_the_reference() {
    let (Some(questions), Some(reference)) = (shared::qaldgen(), reference()) else {
        return;
    };
    let given = ["settings", "filtered_settings"].map(|key| reference[key].as_array().unwrap());
    let mut compared = 0;
    for setting in given.into_iter().flatten() {
        let condition = setting["selection"].as_str().map_or("", conditions);
        let set = setting["features"].as_str().unwrap();
        let n = setting["n"].as_u64().unwrap() as usize;
        let pool = select(&questions, &query(&reference, set, condition)).unwrap();
        let vectors = pool.vectors().unwrap();
        for (name, expected) in setting["algorithms"].as_object().unwrap() {
            let Some(method) = method(name) else { continue };
            let choice = choose(&*method, &vectors, n, 0).unwrap();
            assert_eq!(
                ids(&pool, &choice.questions),
                numbers(&expected["ids"]),
                "{name} {set} {n} {condition}"
            );
            if let Some(order) = expected.get("selection_order") {
                assert_eq!(ids(&pool, &choice.order.unwrap()), numbers(order));
            }
            let quality = Quality::of(&vectors, &choice.questions);
            for (key, found) in [
                ("diversity", quality.diversity),
                ("similarity_error", quality.similarity_error),
                ("mean_error", quality.mean_error),
                ("sd_error", quality.sd_error),
            ] {
                let expected = expected[key].as_f64().unwrap();
                assert!((found - expected).abs() < 1e-9, "{name} {set} {n}: {key}");
            }
            assert_eq!(expected["distinct_vectors"], quality.distinct_vectors);
            compared += 1;
        }
    }
    assert_eq!(compared, 30);
}

#[test]
fn selections_have_the_sizes_of_the_reference() {
    let (Some(questions), Some(reference)) = (shared::qaldgen(), reference()) else {
        return;
    };
    let printed = |origin: &str| {
        let condition = conditions("what").replace("SDA-5000-QA", origin);
        query(&reference, "listing12", &condition)
    };
    let with = |condition: &str| query(&reference, "listing12", condition);
    for (name, query) in [
        ("Listing 1.2", with("")),
        ("Listing 1.3 as printed", printed("qald9")),
        (
            "Listing 1.3 with origin SDA-5000-QA",
            printed("SDA-5000-QA"),
        ),
        ("origin qald9", with(conditions("qald9"))),
        (
            "resultSize > 0",
            with("?q lsq:resultSize ?rs FILTER (?rs > 0)"),
        ),
        ("usesFeature lsq:Ask", with("?q lsq:usesFeature lsq:Ask")),
        (
            "usesFeature lsq:Union",
            with("?q lsq:usesFeature lsq:Union"),
        ),
    ] {
        let pool = select(&questions, &query).unwrap();
        assert_eq!(reference["selection_counts"][name], pool.len(), "{name}");
    }
}

#[test]
fn the_pools_are_those_of_the_reference() {
    let (Some(questions), Some(reference)) = (shared::qaldgen(), reference()) else {
        return;
    };
    for (set, expected) in reference["full_sets"].as_object().unwrap() {
        let pool = select(&questions, &query(&reference, set, "")).unwrap();
        let vectors = pool.vectors().unwrap();
        assert_eq!(expected["questions"], pool.len());
        assert_eq!(expected["distinct_vectors"], pool.distinct());
        let maxima: Vec<f64> = serde_json::from_value(expected["max"].clone()).unwrap();
        assert_eq!(vectors.maxima(), maxima);
        let all: Vec<usize> = (0..pool.len()).collect();
        let diversity = Quality::of(&vectors, &all).diversity;
        assert!((diversity - expected["diversity_full"].as_f64().unwrap()).abs() < 1e-12);
        for (radius, count) in expected["dbscan_noise_count_by_radius"]
            .as_object()
            .unwrap()
        {
            let method = DbscanKMeans {
                radius: radius.parse().unwrap(),
                kmeans: KMeans {
                    rounds: 1,
                    trials: 1,
                },
                ..DbscanKMeans::default()
            };
            let choice = choose(&method, &vectors, 10, 0).unwrap();
            assert_eq!(*count, choice.noise, "{set}: noise at radius {radius}");
        }
        let thresholds = &expected["agglomerative_clusters_by_threshold"];
        for (threshold, clusters) in thresholds.as_object().unwrap() {
            let method = Agglomerative {
                threshold: Some(threshold.parse().unwrap()),
            };
            let choice = choose(&method, &vectors, 1, 0).unwrap();
            assert_eq!(
                *clusters,
                choice.questions.len(),
                "{set}: cut at {threshold}"
            );
        }
    }
}

/// The mean and the standard deviation of the diversity over some seeds.
fn diversity(method: &dyn Method, vectors: &Vectors, n: usize, seeds: u64) -> (f64, f64) {
    let found: Vec<f64> = (0..seeds)
        .map(|seed| {
            let choice = choose(method, vectors, n, seed).unwrap();
            Quality::of(vectors, &choice.questions).diversity
        })
        .collect();
    let mean = found.iter().sum::<f64>() / seeds as f64;
    let squares: f64 = found.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (seeds as f64 - 1.0)).sqrt())
}

#[test]
fn methods_with_chance_are_as_diverse_as_the_reference() {
    const SEEDS: u64 = 5;
    let (Some(questions), Some(reference)) = (shared::qaldgen(), reference()) else {
        return;
    };
    for setting in reference["settings"].as_array().unwrap() {
        let set = setting["features"].as_str().unwrap();
        let n = setting["n"].as_u64().unwrap() as usize;
        let pool = select(&questions, &query(&reference, set, "")).unwrap();
        let vectors = pool.vectors().unwrap();
        // Without noise it is KMeans++.
        let far = DbscanKMeans {
            radius: 1.0,
            ..DbscanKMeans::default()
        };
        assert_eq!(
            choose(&far, &vectors, n, 1).unwrap(),
            choose(&KMeans::default(), &vectors, n, 1).unwrap()
        );
        for (name, method) in [
            ("km++", &KMeans::default() as &dyn Method),
            ("db+km++ radius 0.1", &DbscanKMeans::default()),
            ("random", &RandomChoice),
        ] {
            let expected = &setting["algorithms"][name];
            let figure = |key: &str| expected["diversity"][key].as_f64().unwrap();
            let (mean, deviation) = diversity(method, &vectors, n, SEEDS);
            println!(
                "{set} {n} {name}: {mean:.4} ± {deviation:.4}, reference {:.4} ± {:.4}",
                figure("mean"),
                figure("sd")
            );
            // Two means of few seeds each: three standard errors of their difference.
            let seeds = expected["seeds"].as_f64().unwrap();
            let error = (1.0 / SEEDS as f64 + 1.0 / seeds).sqrt();
            let spread = 3.0 * deviation.max(figure("sd")) * error + 1e-9;
            assert!(
                (mean - figure("mean")).abs() <= spread,
                "{set} {n} {name}: {mean} is not {} ± {spread}",
                figure("mean"),
            );
            let choice = choose(method, &vectors, n, 1).unwrap();
            assert_eq!(choice, choose(method, &vectors, n, 1).unwrap());
            let returned = expected["n"]["mean"].as_f64().unwrap();
            assert!((choice.questions.len() as f64 - returned).abs() < 0.5);
        }
    }
}

#[test]
fn the_dataset_has_the_properties_that_we_declare() {
    let Some(questions) = shared::qaldgen() else {
        return;
    };
    let folder = lydite_testing::shared("qaldgen").unwrap();
    let listed: Value =
        serde_json::from_slice(&std::fs::read(folder.join("properties.json")).unwrap()).unwrap();
    assert_eq!(questions.len(), 5543);
    assert!(questions.iter().all(|question| question.others.is_empty()));
    let listed = listed["properties"].as_array().unwrap();
    assert_eq!(listed.len(), 77);
    for (property, feature) in listed.iter().zip(Feature::all()) {
        assert_eq!(property["iri"], feature.iri());
        let have = |question: &&Described| question.features.get(feature).is_some();
        assert_eq!(
            property["questions"],
            questions.iter().filter(have).count(),
            "{}",
            feature.name
        );
    }
}
