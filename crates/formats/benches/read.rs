//! How fast files are read, against bare parsers of the same notation.
//!
//! `cargo bench -p lydite-formats --bench read`: the table of throughputs, then our reader as a
//! share of the bare parser, measured in the same run. With the shared data the real files are
//! read, otherwise generated ones.

use std::hint::black_box;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::BytesCount;
use lydite_formats::{Reader, generate, targets};

fn main() {
    divan::main();
    ratios();
}

/// A file of the shared data, or a generated one in the same format.
fn file(name: &str, target: &str) -> Vec<u8> {
    std::fs::read(lydite_testing::shared_path("datasets").join(name)).unwrap_or_else(|_| {
        let target = targets()
            .iter()
            .find(|known| known.format.name == target)
            .expect("a format that can be written");
        let path = std::env::temp_dir().join(format!(
            "lydite-bench-{target}",
            target = target.format.name
        ));
        let sink = std::fs::File::create(&path).expect("a temporary file");
        generate(5000, 1, target, Box::new(sink), &mut |_| {}).expect("a generated file");
        std::fs::read(&path).expect("the generated file")
    })
}

fn json() -> Vec<u8> {
    file("qald-9-train-multilingual.json", "qald-json")
}

fn xml() -> Vec<u8> {
    file("qald-4-train-multilingual.xml", "qald-xml")
}

/// Reads all questions into the model, with all checks.
fn lydite(bytes: &[u8]) -> usize {
    let reader = Reader::from_bytes("bench", bytes).expect("a known format");
    reader.map(black_box).count()
}

/// The bare structs that a script would read QALD-JSON into.
mod bare {
    use std::collections::HashMap;

    use serde::Deserialize;

    #[derive(Deserialize)]
    pub(crate) struct File {
        pub(crate) questions: Vec<Question>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    pub(crate) struct Question {
        id: serde_json::Value,
        #[serde(default)]
        question: Vec<Wording>,
        #[serde(default)]
        query: HashMap<String, String>,
        #[serde(default)]
        answers: Vec<Answers>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Wording {
        language: String,
        string: Option<String>,
        keywords: Option<String>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Answers {
        results: Option<Results>,
        boolean: Option<bool>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Results {
        #[serde(default)]
        bindings: Vec<HashMap<String, Term>>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Term {
        #[serde(rename = "type")]
        kind: String,
        value: String,
    }
}

fn serde_json(bytes: &[u8]) -> usize {
    let file: bare::File = serde_json::from_slice(bytes).expect("clean QALD-JSON");
    black_box(file).questions.len()
}

fn quick_xml(bytes: &[u8]) -> usize {
    let mut reader = quick_xml::Reader::from_reader(bytes);
    let mut events = 0;
    while !matches!(
        reader.read_event().expect("clean XML"),
        quick_xml::events::Event::Eof
    ) {
        events += 1;
    }
    events
}

macro_rules! benches {
    ($($name:ident = $read:ident($file:ident);)*) => {
        $(#[divan::bench]
        fn $name(bencher: Bencher) {
            let bytes = $file();
            bencher
                .counter(BytesCount::of_slice(&bytes))
                .bench(|| $read(&bytes));
        })*
    };
}

benches! {
    qald_json = lydite(json);
    qald_json_serde_bare_structs = serde_json(json);
    qald_xml = lydite(xml);
    qald_xml_bare_events = quick_xml(xml);
}

/// Best of 15 runs of each, alternating, so that both meet the same machine.
fn ratios() {
    println!();
    for (name, bytes, peer_name, peer) in [
        (
            "QALD-JSON",
            json(),
            "serde_json into bare structs",
            serde_json as fn(&[u8]) -> usize,
        ),
        ("QALD-XML", xml(), "bare quick-xml events", quick_xml),
    ] {
        let mut best = [Duration::MAX; 2];
        for _ in 0..15 {
            for (at, read) in [lydite as fn(&[u8]) -> usize, peer].into_iter().enumerate() {
                let start = Instant::now();
                black_box(read(&bytes));
                best[at] = best[at].min(start.elapsed());
            }
        }
        let rate = |time: Duration| bytes.len() as f64 / 1e6 / time.as_secs_f64();
        println!(
            "{name}: {:.0} MB/s, {peer_name}: {:.0} MB/s, ratio {:.2}",
            rate(best[0]),
            rate(best[1]),
            rate(best[0]) / rate(best[1])
        );
    }
}
