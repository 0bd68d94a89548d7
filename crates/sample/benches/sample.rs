//! How fast questions are measured, selected and chosen, on QaldGen's dataset and on synthetic pools.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench may panic, and nobody links to it"
)]

#[path = "../tests/it/shared/mod.rs"]
mod shared;

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use lydite_language::Tagger;
use lydite_sample::{
    Agglomerative, DbscanKMeans, Described, Extractor, Feasible, FeasibleExemplars, Feature,
    KMeans, LISTING_1_2, Method, Mode, Pool, Quality, choose, read_rdf, select,
};

static QALDGEN: LazyLock<Option<Vec<Described>>> = LazyLock::new(shared::qaldgen);

fn main() {
    divan::main();
}

fn pool(questions: &[Described]) -> Pool {
    let features = LISTING_1_2.map(|name| Feature::find(name).unwrap());
    let mut pool = Pool::new(LISTING_1_2);
    for question in questions {
        let value = |feature: &Feature| question.features.get(feature)?.as_number();
        pool.push(question.id.clone(), &features.map(|f| value(f).unwrap()))
            .unwrap();
    }
    pool
}

/// Vectors and a sample of 200 of QaldGen's 5,543 questions.
fn choosing(bencher: Bencher<'_, '_>, method: &dyn Method) {
    let Some(questions) = &*QALDGEN else { return };
    let pool = pool(questions);
    bencher
        .counter(ItemsCount::new(pool.len()))
        .bench_local(|| {
            let vectors = pool.vectors().unwrap();
            choose(method, black_box(&vectors), 200, 1).unwrap()
        });
}

#[divan::bench]
fn feasible_exemplars_200(bencher: Bencher<'_, '_>) {
    choosing(bencher, &FeasibleExemplars);
}

#[divan::bench]
fn feasible_200(bencher: Bencher<'_, '_>) {
    choosing(bencher, &Feasible);
}

#[divan::bench]
fn kmeans_200(bencher: Bencher<'_, '_>) {
    choosing(bencher, &KMeans::default());
}

#[divan::bench]
fn dbscan_kmeans_200(bencher: Bencher<'_, '_>) {
    choosing(bencher, &DbscanKMeans::default());
}

#[divan::bench]
fn agglomerative_200(bencher: Bencher<'_, '_>) {
    choosing(bencher, &Agglomerative::default());
}

/// As many different vectors of nine random values: the hardest case.
fn random_pool(questions: usize) -> Pool {
    let mut pool = Pool::new(LISTING_1_2);
    let mut state = 1_u64;
    for id in 0..questions {
        let values = [0; 9].map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 40) as f64
        });
        pool.push(id.to_string(), &values).unwrap();
    }
    pool
}

/// How the cost grows with the number of different vectors, and with the size of the sample.
fn growing(bencher: Bencher<'_, '_>, method: &dyn Method, (questions, n): (usize, usize)) {
    let vectors = random_pool(questions).vectors().unwrap();
    bencher
        .counter(ItemsCount::new(questions))
        .bench_local(|| choose(method, black_box(&vectors), n, 1).unwrap());
}

const SIZES: [(usize, usize); 6] = [
    (1_000, 100),
    (10_000, 100),
    (100_000, 100),
    (1_000_000, 100),
    (100_000, 1_000),
    (1_000_000, 1_000),
];

#[divan::bench(args = SIZES, sample_count = 1, sample_size = 1)]
fn growing_feasible_exemplars(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    growing(bencher, &FeasibleExemplars, size);
}

#[divan::bench(args = SIZES, sample_count = 1, sample_size = 1)]
fn growing_feasible(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    growing(bencher, &Feasible, size);
}

#[divan::bench(args = [(1_000, 100), (10_000, 100), (100_000, 100), (10_000, 1_000)], sample_count = 1, sample_size = 1)]
fn growing_kmeans(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    growing(bencher, &KMeans::default(), size);
}

#[divan::bench]
fn quality_of_200(bencher: Bencher<'_, '_>) {
    let Some(questions) = &*QALDGEN else { return };
    let vectors = pool(questions).vectors().unwrap();
    let choice = choose(&FeasibleExemplars, &vectors, 200, 1).unwrap();
    bencher.bench_local(|| Quality::of(black_box(&vectors), &choice.questions));
}

#[divan::bench(sample_count = 10)]
fn select_listing_1_2(bencher: Bencher<'_, '_>) {
    let Some(questions) = &*QALDGEN else { return };
    let patterns: String = LISTING_1_2
        .iter()
        .map(|name| {
            let feature = Feature::find(name).unwrap();
            format!("?q {} ?{name} . ", feature.prefixed())
        })
        .collect();
    let query = format!(
        "SELECT DISTINCT ?q ?{} {{ {patterns} }}",
        LISTING_1_2.join(" ?")
    );
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| select(black_box(questions), &query).unwrap());
}

#[divan::bench(sample_count = 10)]
fn all_features_of_qaldgen(bencher: Bencher<'_, '_>) {
    let Some(published) = &*QALDGEN else { return };
    let folder = lydite_testing::shared("postagger").unwrap();
    let tagger = Tagger::open(&folder).unwrap();
    let questions: Vec<_> = published.iter().map(|q| q.question(Mode::Clean)).collect();
    let extractor = Extractor::new("QaldGen").tagger(&tagger);
    bencher
        .counter(ItemsCount::new(questions.len()))
        .bench_local(|| {
            for question in &questions {
                black_box(extractor.features(question));
            }
        });
}

#[divan::bench(sample_count = 5)]
fn read_qaldgen(bencher: Bencher<'_, '_>) {
    use std::io::Read;
    let Some(folder) = lydite_testing::shared("qaldgen") else {
        return;
    };
    let file = std::fs::File::open(folder.join("qaldgen-dataset.nt.gz")).unwrap();
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_end(&mut bytes)
        .unwrap();
    bencher
        .counter(divan::counter::BytesCount::new(bytes.len()))
        .bench_local(|| read_rdf(black_box(&bytes)).unwrap());
}
