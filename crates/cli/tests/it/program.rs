//! The program, run as a user runs it, and the files that it is given.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Runs a command in a home of its own; its exit code, stdout and stderr.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    let home = tempfile::tempdir().unwrap();
    run_in(home.path(), arguments, &[])
}

/// Runs a command in a home, with settings of the environment.
pub(crate) fn run_in(
    home: &Path,
    arguments: &[&str],
    settings: &[(&str, &str)],
) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(arguments)
        .env("LYDITE_HOME", home)
        .envs(settings.iter().copied())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Writes entries as QALD-JSON; the path of the file.
pub(crate) fn write_entries(folder: &Path, name: &str, entries: &[Value]) -> String {
    let path = folder.join(name);
    let document = json!({"dataset": {"id": "d"}, "questions": entries});
    std::fs::write(&path, document.to_string()).unwrap();
    path.display().to_string()
}

/// The report of the only system in the document of `score`.
pub(crate) fn only_report(document: &str) -> Value {
    let mut document: Value = serde_json::from_str(document).unwrap();
    let systems = document["systems"].as_array_mut().unwrap();
    assert_eq!(systems.len(), 1);
    systems.remove(0)
}
