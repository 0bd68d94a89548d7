//! Reads any benchmark or answer file and prints its questions and what is irregular about it.
//!
//! `cargo run --example read -- FILE`

use lydite_formats::{Item, ReadError, Reader};

fn main() -> Result<(), ReadError> {
    let Some(file) = std::env::args_os().nth(1) else {
        eprintln!("usage: read FILE");
        return Ok(());
    };
    let mut reader = Reader::open(&file)?;
    let mut questions = 0;
    for item in reader.items() {
        match item {
            Item::Question(question, _) => {
                println!("{}\t{}", question.id, question.any_text().unwrap_or("-"));
                questions += 1;
            }
            Item::Diagnostic(found) => {
                eprintln!("{}: {}: {}", found.place, found.code, found.message);
            }
        }
    }
    eprintln!("{questions} questions loaded as {}", reader.format().name);
    if !reader.damage().is_empty() {
        eprintln!("damaged in {} places", reader.damage().total());
    }
    Ok(())
}
