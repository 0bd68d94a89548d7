//! What it takes to make a graph ready for questions: time and memory, by size.
//!
//! `cargo run --release -p lydite-compose --example lexicon -- TRIPLES|FILE.kg…`

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use lydite_compose::{Answerer, Pipeline};
use lydite_graph::{Embedded, Loader, generate};

fn main() -> Result<(), Box<dyn Error>> {
    for given in std::env::args().skip(1) {
        let folder = std::env::temp_dir().join(format!("lexicon-{}", std::process::id()));
        let index = match given.parse::<u64>() {
            Ok(triples) => {
                std::fs::create_dir_all(&folder)?;
                let file = folder.join("graph.nt");
                let mut out = std::io::BufWriter::new(std::fs::File::create(&file)?);
                generate(triples, 1, &mut out)?;
                drop(out);
                Loader::new().file(&file).load(&folder.join("graph.kg"))?;
                std::fs::remove_file(file)?;
                folder.join("graph.kg")
            }
            Err(_) => given.clone().into(),
        };
        let graph = Arc::new(Embedded::open(index)?);
        let triples = graph.len();
        reset_peak();
        let before = memory("VmRSS:");
        let begun = Instant::now();
        let answerer = Answerer::new(graph)?;
        let elapsed = begun.elapsed();
        println!(
            "{given}: {triples} triples, {:.2} s, {} MB held, {} MB at most",
            elapsed.as_secs_f64(),
            memory("VmRSS:").saturating_sub(before) / 1024,
            memory("VmHWM:").saturating_sub(before) / 1024,
        );
        let answered = answerer.ask("How many rivers are there?", &Pipeline::default());
        println!(
            "  a question: {:.1} ms",
            answered.timings.total().as_secs_f64() * 1000.0
        );
        // What was made for it; there may be none.
        let _ = std::fs::remove_dir_all(&folder);
    }
    Ok(())
}

/// What the system says about the memory of this process, in kB; 0 where it does not.
fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

/// Lets the highest memory be counted anew, where the system can.
fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
