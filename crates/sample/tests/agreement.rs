//! Features computed by us against those that QaldGen published, feature by feature.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod shared;

use std::collections::BTreeMap;

use lydite_language::Tagger;
use lydite_sample::{Described, Extractor, Feature, Features, Mode, Value};

const QALD: &str = "qald9";
const LC_QUAD: &str = "SDA-5000-QA";

/// For each feature and origin: how many questions agree, and of how many.
type Agreement = BTreeMap<(usize, String), (usize, usize)>;

fn compare(published: &[Described], computed: &[Features]) -> Agreement {
    let origin = Feature::find("questionOrigin").unwrap();
    let mut agreement = Agreement::new();
    for (question, ours) in published.iter().zip(computed) {
        let origin = question.features.get(origin).unwrap().to_string();
        for (number, feature) in Feature::all().iter().enumerate().take(77) {
            let Some(theirs) = question.features.get(feature) else {
                continue;
            };
            let (agree, all) = agreement.entry((number, origin.clone())).or_default();
            *all += 1;
            *agree += usize::from(ours.get(feature).is_some_and(|ours| same(ours, theirs)));
        }
    }
    agreement
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Double(a), Value::Double(b)) => (a - b).abs() < 1e-9,
        _ => a == b,
    }
}

fn compute(published: &[Described], mode: Mode, tagger: &Tagger) -> Vec<Features> {
    let extractor = Extractor::new("QaldGen").mode(mode).tagger(tagger);
    published
        .iter()
        .map(|question| extractor.features(&question.question(mode)))
        .collect()
}

fn print(title: &str, agreement: &Agreement) {
    println!("{title}\n| feature | qald9 | LC-QuAD |\n| --- | ---: | ---: |");
    for (number, feature) in Feature::all().iter().enumerate().take(77) {
        let cell = |origin: &str| {
            let found = agreement.get(&(number, origin.to_owned()));
            found.map_or("–".to_owned(), |(agree, all)| format!("{agree}/{all}"))
        };
        println!("| `{}` | {} | {} |", feature.name, cell(QALD), cell(LC_QUAD));
    }
}

/// What sampling.md calls achievable: at least so many questions of QALD-9 and of LC-QuAD.
fn achievable(feature: &str) -> (usize, usize) {
    match feature {
        "totalEntities" => (542, 4989),
        "totalRelations" => (538, 4996),
        "totalClasses" => (538, 4991),
        "entity1" | "entity2" | "entity3" => (542, 0),
        "relation1" | "relation2" | "relation3" => (540, 0),
        "class1" | "class2" | "class3" => (544, 0),
        "entity1URI" | "entity2URI" => (0, 4989),
        "relation1URI" | "relation2URI" => (0, 4795),
        "class1URI" | "class2URI" => (0, 4977),
        "nouns" => (0, 4958),
        "adjectives" => (0, 4995),
        "verbs" | "questionType" => (0, 4998),
        "tps" | "bgps" => (542, 4999),
        tag if tag.bytes().all(|byte| byte.is_ascii_uppercase()) => (544, 4995),
        _ => (544, 4999),
    }
}

#[test]
fn features_agree_with_the_published_dataset() {
    let Some(published) = shared::qaldgen() else {
        return;
    };
    let tagger = Tagger::open(&shared::folder("postagger").unwrap()).unwrap();
    let agreement = compare(&published, &compute(&published, Mode::Legacy, &tagger));
    print("legacy mode", &agreement);
    let clean = compare(&published, &compute(&published, Mode::Clean, &tagger));
    print("clean mode", &clean);
    let mut short = Vec::new();
    for ((number, origin), (agree, all)) in &agreement {
        let feature = Feature::all()[*number].name;
        let (qald, lc_quad) = achievable(feature);
        let least = if origin == QALD { qald } else { lc_quad };
        if *agree < least {
            short.push(format!("{feature} {origin}: {agree}/{all}, not {least}"));
        }
    }
    assert!(short.is_empty(), "{short:#?}");
}
