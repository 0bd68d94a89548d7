//! How much memory a run takes that grows: questions of generated benchmarks are put to an answer
//! file, judged and stored by the program itself.
//!
//! `cargo bench -p lydite --bench experiments [-- QUESTIONS…]` prints the peak of each size and
//! fails if more than an index of the questions grows with their number.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What may grow with a question: its identifier and the place of its answer, its scores under
/// every experiment type, from which intervals are drawn.
const BYTES_PER_QUESTION: u64 = 600;

/// The sizes that are compared; the answers of all of them are too many to be held in memory.
const SIZES: [u64; 2] = [250_000, 500_000];

fn lydite(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
    command
        .args(arguments)
        .env("LYDITE_HOME", folder.join("home"))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The most memory that a process has held so far, in bytes.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Runs an experiment of so many questions; its peak of memory and how long it took.
fn run(questions: u64) -> (u64, Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let number = questions.to_string();
    let made = lydite(folder.path(), &["dataset", "generate", &number, "g.json"]).status();
    assert!(made.is_ok_and(|made| made.success()), "no benchmark");
    let begun = Instant::now();
    let arguments = [
        "run",
        "--dataset",
        "g.json",
        "--system",
        "file:g.json",
        "--store",
        "s.sqlite",
    ];
    let mut child = lydite(folder.path(), &arguments)
        .spawn()
        .expect("a process");
    let mut most = 0;
    let status = loop {
        most = most.max(peak(child.id()).unwrap_or(0));
        match child.try_wait() {
            Ok(Some(status)) => break status,
            _ => sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success(), "{questions} questions: {status}");
    (most, begun.elapsed())
}

fn main() {
    let given: Vec<u64> = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let sizes = if given.is_empty() {
        SIZES.to_vec()
    } else {
        given
    };
    let mut before: Option<(u64, u64)> = None;
    for questions in sizes {
        let (most, took) = run(questions);
        println!(
            "{questions} questions: {} MB at the peak, {:.1} s",
            most / 1_000_000,
            took.as_secs_f64()
        );
        if let Some((fewer, less)) = before.filter(|(fewer, _)| *fewer < questions) {
            let grown = most.saturating_sub(less) / (questions - fewer);
            println!("  {grown} bytes more for each question");
            assert!(
                grown <= BYTES_PER_QUESTION,
                "memory grows by {grown} bytes for each question"
            );
        }
        before = Some((questions, most));
    }
}
