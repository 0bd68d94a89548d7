//! Trains the tagger on a treebank in CoNLL-U.
//!
//! ```sh
//! cargo run --release -p lydite-language --example train -- \
//!     --out crates/language/model/english.tagger --test en_ewt-ud-test.conllu.gz en_ewt-ud-train.conllu.gz
//! ```

use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use lydite_language::training::{Options, TaggedSentence, train};

const USAGE: &str = "usage: train [--out FILE] [--test FILE]… [--features N] [--occurrences N] [--dropout SHARE] [--epochs N] [--runs N] [--seed N] TREEBANK…";

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    let mut out: Option<PathBuf> = None;
    let (mut sentences, mut tests) = (Vec::new(), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(USAGE);
        match argument.as_str() {
            "--out" => out = Some(value()?.into()),
            "--test" => tests.push(PathBuf::from(value()?)),
            "--features" => options.features = value()?.parse()?,
            "--occurrences" => options.occurrences = value()?.parse()?,
            "--dropout" => options.dropout = value()?.parse()?,
            "--epochs" => options.epochs = value()?.parse()?,
            "--runs" => options.runs = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            option if option.starts_with('-') => return Err(USAGE.into()),
            file => sentences.extend(read(file.as_ref())?),
        }
    }
    println!("learning from {} sentences", sentences.len());
    let model = train(&sentences, &options, |progress| {
        println!(
            "round {} epoch {}: {} features, {:.2} % wrong while learning",
            progress.round,
            progress.epoch,
            progress.features,
            100.0 * progress.error
        );
    })?;
    println!("the model has {} bytes", model.bytes.len());
    for test in &tests {
        let sentences = read(test)?;
        let lower: Vec<_> = sentences.iter().map(TaggedSentence::to_lowercase).collect();
        for (name, sentences) in [("as written", &sentences), ("in lower case", &lower)] {
            let accuracy = TaggedSentence::accuracy(&model.tagger, sentences);
            println!(
                "{} {name}: {:.2} % of {} tokens",
                test.display(),
                100.0 * accuracy.share(),
                accuracy.tokens
            );
        }
    }
    if let Some(out) = out {
        std::fs::write(&out, &model.bytes)?;
    }
    Ok(())
}

/// The sentences of a file, compressed or not.
fn read(path: &Path) -> Result<Vec<TaggedSentence>, Box<dyn Error>> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        MultiGzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        text = String::from_utf8(bytes)?;
    }
    TaggedSentence::read_all(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}
