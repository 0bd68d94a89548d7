//! Tokens a second: cutting, tagging, taking apart, telling languages.
//!
//! With the shared data, on the 5,543 questions of the QaldGen dataset; without, on a few of our own, which
//! stay in the cache and are faster.

use std::io::Read;
use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use flate2::read::GzDecoder;
use lydite_language::{Analysis, Lang, Tagger, Token, detect, treebank_tokens};

fn main() {
    divan::main();
}

fn questions() -> &'static [String] {
    static QUESTIONS: OnceLock<Vec<String>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let mut text = String::new();
        let file =
            std::fs::File::open(lydite_testing::shared_path("qaldgen/qaldgen-dataset.nt.gz"));
        let read = file.and_then(|file| GzDecoder::new(file).read_to_string(&mut text));
        if read.is_err() {
            let own = [
                "Who is the mayor of the capital of French Polynesia?",
                "how many people live in the largest city of canada?",
                "Which telecommunications organizations are located in Belgium?",
                "When was the Statue of Liberty's pedestal finished?",
            ];
            return own.map(str::to_owned).to_vec();
        }
        (text.lines())
            .filter_map(|line| line.split_once(" <http://qald-gen.aksw.org/vocab#text> \""))
            .filter_map(|(_, rest)| Some(rest.rsplit_once('"')?.0.to_owned()))
            .collect()
    })
}

fn sentences() -> Vec<Vec<Token<'static>>> {
    questions()
        .iter()
        .map(|text| treebank_tokens(text))
        .collect()
}

fn count() -> ItemsCount {
    ItemsCount::new(sentences().iter().map(Vec::len).sum::<usize>())
}

#[divan::bench(sample_count = 10)]
fn tokens(bencher: Bencher) {
    bencher.counter(count()).bench(|| {
        for text in questions() {
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

#[divan::bench(sample_count = 10)]
fn tags_of_the_shipped_model(bencher: Bencher) {
    tagging(bencher, Tagger::shipped());
}

/// Needs the shared data.
#[divan::bench(sample_count = 10)]
fn tags_of_nltk(bencher: Bencher) {
    if let Ok(tagger) = Tagger::open(&lydite_testing::shared_path("postagger")) {
        tagging(bencher, &tagger);
    }
}

#[divan::bench(sample_count = 10)]
fn analysis(bencher: Bencher) {
    bencher.counter(count()).bench(|| {
        for text in questions() {
            divan::black_box(Analysis::new(text, Lang::En));
        }
    });
}

#[divan::bench(sample_count = 10)]
fn detection(bencher: Bencher) {
    bencher.counter(count()).bench(|| {
        for text in questions() {
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
