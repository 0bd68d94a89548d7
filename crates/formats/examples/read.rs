//! Reads any benchmark or answer file and prints its questions and what is irregular about it.
//!
//! `cargo run --example read -- FILE`

use lydite_formats::{ReadError, Reader};

fn main() -> Result<(), ReadError> {
    let Some(file) = std::env::args_os().nth(1) else {
        eprintln!("usage: read FILE");
        return Ok(());
    };
    let mut reader = Reader::open(&file)?;
    let mut remarks = Vec::new();
    let mut questions = 0;
    while let Some(question) = reader.next_question(&mut |remark| remarks.push(remark)) {
        println!("{}\t{}", question.id, question.any_text().unwrap_or("-"));
        questions += 1;
    }
    for remark in &remarks {
        eprintln!("{}: {}: {}", remark.place, remark.code, remark.message);
    }
    eprintln!("{questions} questions loaded as {}", reader.format().name);
    Ok(())
}
