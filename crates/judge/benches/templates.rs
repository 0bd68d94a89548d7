//! How long judging templates takes: the paper's 5,988 questions, each with its gold query as the
//! template, as the published evaluator was timed.

use divan::Bencher;
use divan::counter::ItemsCount;
use lydite_formats::Reader;
use lydite_judge::templates::{
    Collection, Evaluator, Exchange, FileFigures, PAPER_LC_QUAD, PAPER_QALD, Pair, Rules, Sameness,
    Summary, paper_wording,
};
use lydite_model::Language;

fn main() {
    divan::main();
}

/// The paper's questions, or some of our own where the shared data is missing.
fn pairs(rules: Rules) -> Vec<Pair> {
    let folder = lydite_testing::shared_path("datasets");
    let mut collection = Collection::new(rules, Language::new("en"), Sameness::Exact);
    let mut pairs = Vec::new();
    let names = PAPER_QALD.iter().map(|file| file.name).chain(PAPER_LC_QUAD);
    for name in names {
        let stem = name.trim_end_matches("-xml");
        let ends = if stem == name {
            ["json", "xml"]
        } else {
            ["xml", "xml"]
        };
        let readers = ends
            .iter()
            .filter_map(|end| Reader::open(folder.join(format!("{stem}.{end}"))).ok());
        for reader in readers.take(1) {
            let mut figures = FileFigures::default();
            for question in reader {
                let wording = paper_wording(&question);
                pairs.extend(collection.take(&question, wording.as_deref(), &mut figures));
            }
        }
    }
    if pairs.is_empty() {
        pairs.extend((0..5_988).map(|number| Pair {
            id: number.to_string(),
            source: "made".to_owned(),
            question: "Which lakes are there in Finland?".to_owned(),
            sparql: "SELECT ?x { ?x a onto:Lake ; onto:country res:Finland }".to_owned(),
        }));
    }
    pairs
}

#[divan::bench(args = [Rules::Lydite, Rules::Reference], sample_count = 10, sample_size = 1)]
fn the_questions_of_the_paper(bencher: Bencher<'_, '_>, rules: Rules) {
    let exchanges: Vec<(Pair, Exchange)> = pairs(rules)
        .into_iter()
        .map(|pair| {
            let body = serde_json::json!([{"query": pair.sparql, "slots": [], "score": "1.0"}]);
            let body = body.to_string();
            (pair, Exchange::Answered { status: 200, body })
        })
        .collect();
    let evaluator = Evaluator::new(rules);
    bencher
        .counter(ItemsCount::new(exchanges.len()))
        .bench_local(|| {
            let mut summary = Summary::new(rules);
            for (pair, exchange) in &exchanges {
                let gold = evaluator.gold(&pair.sparql);
                summary.add(&gold, &evaluator.judge(&pair.question, &gold, exchange));
            }
            summary.questions
        });
}

#[divan::bench(args = [Rules::Lydite, Rules::Reference])]
fn one_template(bencher: Bencher<'_, '_>, rules: Rules) {
    let evaluator = Evaluator::new(rules).with_strictness(false);
    let gold = evaluator.gold("SELECT ?x { ?x a onto:Lake ; onto:country res:Finland }");
    let answer = Exchange::Query("SELECT ?v1 WHERE { ?v1 ?v2 ?v3 ; ?v4 ?v5 . }".to_owned());
    bencher.bench_local(|| evaluator.judge("", &gold, &answer).criterion());
}
