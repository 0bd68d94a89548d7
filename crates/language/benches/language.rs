//! Tokens a second: cutting, tagging, taking apart, telling languages.

use divan::Bencher;
use divan::counter::ItemsCount;
use lydite_language::{Analysis, Lang, Tagger, Token, detect, treebank_tokens};

fn main() {
    divan::main();
}

/// English questions of the usual length and mixture.
const QUESTIONS: [&str; 8] = [
    "Who is the mayor of the capital of French Polynesia?",
    "Give me all movies directed by Francis Ford Coppola.",
    "In which U.S. state is Area 51 located?",
    "how many people live in the largest city of canada?",
    "Did Tesla win a nobel prize in physics?",
    "Which telecommunications organizations are located in Belgium, and who founded them?",
    "What is the highest mountain in the Bavarian Alps?",
    "When was the Statue of Liberty's pedestal finished?",
];

fn sentences() -> Vec<Vec<Token<'static>>> {
    QUESTIONS.iter().map(|text| treebank_tokens(text)).collect()
}

fn count() -> ItemsCount {
    ItemsCount::new(sentences().iter().map(Vec::len).sum::<usize>())
}

#[divan::bench]
fn tokens(bencher: Bencher) {
    bencher.counter(count()).bench(|| {
        for text in QUESTIONS {
            divan::black_box(treebank_tokens(text));
        }
    });
}

fn tagging(bencher: Bencher, tagger: &Tagger) {
    let sentences = sentences();
    bencher.counter(count()).bench(|| {
        for sentence in &sentences {
            divan::black_box(tagger.tag(sentence));
        }
    });
}

#[divan::bench]
fn tags_of_the_shipped_model(bencher: Bencher) {
    tagging(bencher, Tagger::shipped());
}

/// Needs the shared data.
#[divan::bench]
fn tags_of_nltk(bencher: Bencher) {
    let root = std::env::var("LYDITE_SHARED")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").to_owned());
    if let Ok(tagger) = Tagger::open(format!("{root}/data/postagger").as_ref()) {
        tagging(bencher, &tagger);
    }
}

#[divan::bench]
fn analysis(bencher: Bencher) {
    bencher.counter(count()).bench(|| {
        for text in QUESTIONS {
            divan::black_box(Analysis::new(text, Lang::En));
        }
    });
}

#[divan::bench]
fn detection(bencher: Bencher) {
    bencher.counter(count()).bench(|| {
        for text in QUESTIONS {
            divan::black_box(detect(text));
        }
    });
}

/// How long the first use of the tagger takes longer.
#[divan::bench]
fn opening_the_shipped_model(bencher: Bencher) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/model/english.tagger");
    bencher.bench(|| Tagger::open(path.as_ref()));
}
