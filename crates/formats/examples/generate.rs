//! Makes up a benchmark and prints it.
//!
//! `cargo run --release --example generate -- QUESTIONS SEED FORMAT`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [questions, seed, format] = &arguments[..] else {
        return Err("usage: generate QUESTIONS SEED FORMAT".into());
    };
    let target = lydite_formats::Target::named(format)
        .ok_or_else(|| format!("{format} cannot be written"))?;
    let sink = Box::new(std::io::stdout().lock());
    lydite_formats::generate(questions.parse()?, seed.parse()?, target, sink, &mut |_| {})?;
    Ok(())
}
