//! How long the selector takes to learn, and to choose for a question.
//!
//! `cargo run --release -p lydite-lab --example prediction -- path/to/frankenstein`

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use lydite_compose::learn::Matrix;
use lydite_compose::selection::{
    Outcomes, Selector, SelectorOptions, feature_names, surface_features,
};
use lydite_lab::composition::Released;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let released = Released::read(&folder.ok_or("give the folder of the released files")?)?;
    let surface: Vec<Vec<f64>> = released
        .texts
        .iter()
        .map(|text| surface_features(text))
        .collect();
    let numbers = released.features.beside(&Matrix::from_rows(&surface)?)?;
    let (tested, trained): (Vec<usize>, Vec<usize>) =
        (0..released.texts.len()).partition(|at| *at < released.tested);
    let texts: Vec<&str> = trained
        .iter()
        .map(|at| released.texts[*at].as_str())
        .collect();
    let tasks: Vec<Outcomes> = released
        .tasks
        .iter()
        .map(|task| task.of(&trained))
        .collect();
    let begun = Instant::now();
    let selector = Selector::fit(
        &texts,
        feature_names(),
        &numbers.select(&trained),
        &tasks,
        &SelectorOptions::default(),
    )?;
    println!(
        "learned from {} questions in {:.2} s",
        texts.len(),
        begun.elapsed().as_secs_f64()
    );
    let mut micros: Vec<f64> = Vec::new();
    let mut hits = 0;
    for _ in 0..10 {
        for at in &tested {
            let begun = Instant::now();
            let chances = selector.chances(&released.texts[*at], numbers.row(*at));
            let chosen: Vec<u64> = (0..tasks.len())
                .flat_map(|task| (1..=3).map(move |count| (task, count)))
                .map(|(task, count)| chances.best(task, count).0)
                .collect();
            micros.push(begun.elapsed().as_secs_f64() * 1e6);
            hits += chosen.iter().filter(|set| **set != 0).count();
        }
    }
    micros.sort_by(f64::total_cmp);
    println!(
        "{} choices for {} questions: median {:.0} µs, 99 of 100 within {:.0} µs a question",
        hits,
        micros.len(),
        micros[micros.len() / 2],
        micros[micros.len() * 99 / 100]
    );
    Ok(())
}
