//! Features computed by us against those that QaldGen published, feature by feature.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::shared;
use std::collections::BTreeMap;

use lydite_language::Tagger;
use lydite_sample::{Described, Extractor, Feature, Features, Mode, Value};

const QALD: &str = "qald9";
const LC_QUAD: &str = "SDA-5000-QA";

/// How many questions of QALD-9 and of LC-QuAD a feature must agree on, if that is known.
type Rates<'a> = dyn Fn(&str) -> Option<(usize, usize)> + 'a;

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
        println!(
            "| `{}` | {} | {} |",
            feature.name,
            cell(QALD),
            cell(LC_QUAD)
        );
    }
}

/// At least so many questions of QALD-9 and of LC-QuAD agree; `docs/features.md` explains the others.
fn achievable(feature: &str) -> (usize, usize) {
    match feature {
        "totalEntities" => (542, 4999),
        "totalRelations" => (538, 4996),
        "totalClasses" => (538, 4999),
        "entity1" | "entity2" | "entity3" => (542, 4999),
        "relation1" | "relation2" | "relation3" => (540, 4999),
        "entity1URI" | "entity2URI" => (0, 4989),
        "relation1URI" | "relation2URI" => (0, 4960),
        "class1URI" | "class2URI" => (0, 4990),
        "nouns" => (0, 4958),
        "adjectives" => (0, 4995),
        "verbs" | "questionType" => (0, 4998),
        // These follow from the ones above: see the next test.
        "totalWordsEntity1" | "avgEntitiesWords" => (542, 4999),
        "totalWordsRelation1" | "totalWordsRelation2" => (542, 4999),
        "avgRelationsWords" => (539, 4996),
        "totalNounds" => (0, 4997),
        "totalAdjectives" => (0, 4995),
        "totalVerbs" => (0, 4998),
        tag if tag.bytes().all(|byte| byte.is_ascii_uppercase()) => (544, 4995),
        _ => (544, 4999),
    }
}

/// The rates of the rules for new data, which QALD-9's queries were not described by.
fn clean(feature: &str) -> Option<(usize, usize)> {
    match feature {
        "totalEntities" => Some((493, 4989)),
        "totalRelations" => Some((418, 4996)),
        "totalClasses" => Some((304, 4991)),
        "length" | "tps" | "bgps" | "usesFeature" => Some((544, 4999)),
        _ => None,
    }
}

#[test]
fn features_agree_with_the_published_dataset() {
    let Some(published) = shared::qaldgen() else {
        return;
    };
    let tagger = Tagger::open(&lydite_testing::shared("postagger").unwrap()).unwrap();
    let agreement = compare(&published, &compute(&published, Mode::Legacy, &tagger));
    print("legacy mode", &agreement);
    let clean_agreement = compare(&published, &compute(&published, Mode::Clean, &tagger));
    print("clean mode", &clean_agreement);
    let mut short = Vec::new();
    for (mode, agreement, least) in [
        (
            "legacy",
            &agreement,
            (&|name: &str| Some(achievable(name))) as &Rates,
        ),
        ("clean", &clean_agreement, &clean),
    ] {
        for ((number, origin), (agree, all)) in agreement {
            let feature = Feature::all()[*number].name;
            let Some((qald, lc_quad)) = least(feature) else {
                continue;
            };
            let least = if origin == QALD { qald } else { lc_quad };
            if *agree < least {
                short.push(format!(
                    "{mode} {feature} {origin}: {agree}/{all}, not {least}"
                ));
            }
        }
    }
    assert!(short.is_empty(), "{short:#?}");
}

/// What follows from published names and lists follows exactly, also where those are odd.
#[test]
fn counts_follow_from_what_is_counted() {
    let Some(published) = shared::qaldgen() else {
        return;
    };
    let mut compared = 0;
    for question in &published {
        let get = |name: &str| question.features.get(Feature::find(name).unwrap());
        let text = |name: &str| get(name).map(ToString::to_string).unwrap_or_default();
        for (kind, plural) in [
            ("Entity", "Entities"),
            ("Relation", "Relations"),
            ("Class", "Classes"),
        ] {
            let mut sum = 0;
            for slot in 1..=3 {
                let Some(stored) = get(&format!("totalWords{kind}{slot}")) else {
                    continue;
                };
                let name = text(&format!("{}{slot}", kind.to_lowercase()));
                let words = name.split_whitespace().count() as i64;
                assert_eq!(*stored, Value::Integer(words), "{name}");
                sum += words;
                compared += 1;
            }
            let total = get(&format!("total{plural}")).unwrap().as_number().unwrap();
            let average = if total > 0.0 { sum as f64 / total } else { 0.0 };
            let stored = get(&format!("avg{plural}Words"))
                .unwrap()
                .as_number()
                .unwrap();
            assert!((average - stored).abs() < 1e-9);
        }
        for (list, total) in [
            ("nouns", "totalNounds"),
            ("adjectives", "totalAdjectives"),
            ("verbs", "totalVerbs"),
        ] {
            if let Some(stored) = get(total) {
                let items = text(list).matches(", ").count() as i64;
                assert_eq!(*stored, Value::Integer(items), "{}", text(list));
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 544 * 9 + 4999 * 9);
}
