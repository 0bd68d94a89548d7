//! A campaign on Codabench, as the platform runs it.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::run;

/// Unpacks as the platform does, with Python's `ZipFile.extractall`: nothing may be executed.
fn unpack(archive: &Path, folder: &Path) {
    let mut archive = zip::ZipArchive::new(File::open(archive).unwrap()).unwrap();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).unwrap();
        let path = folder.join(entry.enclosed_name().unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::io::copy(&mut entry, &mut File::create(&path).unwrap()).unwrap();
    }
}

#[test]
fn a_bundle_scores_submissions_as_the_platform_does() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let definition = "name = \"c\"\ntitle = \"C: \\\"quoted\\\"\"\n\
        [[phase]]\nkind = \"test\"\nbegin = 2026-01-01\nend = 2099-01-01\n\
        [[task]]\nname = \"t\"\ntest = \"demo\"\nlanguages = [\"en\", \"de\"]\n";
    fs::write(place.join("c.toml"), definition).unwrap();
    let path = |name: &str| place.join(name).display().to_string();
    let (code, _, error) = run(&[
        "campaign",
        "bundle",
        &path("c.toml"),
        "--out",
        &path("b.zip"),
    ]);
    assert_eq!(code, 0, "{error}");

    // The competition names what is there.
    unpack(&place.join("b.zip"), &place.join("bundle"));
    let competition = fs::read_to_string(place.join("bundle/competition.yaml")).unwrap();
    for named in [
        "logo.png",
        "terms.md",
        "overview.md",
        "scoring.zip",
        "reference-0.zip",
    ] {
        assert!(
            competition.contains(&format!("\"{named}\"")),
            "{competition}"
        );
        assert!(place.join("bundle").join(named).is_file(), "{named}");
    }
    for line in [
        "version: 2",
        "key: \"f1_de\"",
        "start: \"2026-01-01 00:00:00\"",
    ] {
        assert!(competition.contains(line), "{competition}");
    }

    // The worker puts everything below /app, and runs the command there.
    let app = place.join("app");
    unpack(&place.join("bundle/scoring.zip"), &app.join("program"));
    unpack(
        &place.join("bundle/reference-0.zip"),
        &app.join("input/ref"),
    );
    fs::create_dir_all(app.join("input/res")).unwrap();
    let (code, answers, error) = run(&[
        "dataset",
        "convert",
        "demo-careful",
        "-",
        "--to",
        "qald-json",
    ]);
    assert_eq!(code, 0, "{error}");
    fs::write(app.join("input/res/answers"), answers).unwrap();
    let metadata = fs::read_to_string(app.join("program/metadata.yaml")).unwrap();
    let command = metadata.strip_prefix("command: ").unwrap();
    let command: String = serde_json::from_str(command).unwrap();
    let command = command
        .replace("/tmp/", &format!("{}/", place.display()))
        .replace("/app/", &format!("{}/", app.display()));
    let words = command
        .strip_prefix("sh -c \"")
        .and_then(|rest| rest.strip_suffix('"'));
    let ran = Command::new("sh")
        .args(["-c", words.unwrap()])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );

    let scores = fs::read_to_string(app.join("output/scores.json")).unwrap();
    let scores: Value = serde_json::from_str(&scores).unwrap();
    let (code, report, error) = run(&[
        "score",
        "--gold",
        "demo",
        "--answers",
        "demo-careful",
        "--format",
        "json",
    ]);
    assert_eq!(code, 0, "{error}");
    let report: Value = serde_json::from_str(&report).unwrap();
    let expected = &report["systems"][0]["experiments"]["QA"]["macro"];
    for key in ["precision", "recall", "f1"] {
        assert_eq!(scores[key], expected[key], "{key}");
    }
    assert!(scores["f1_de"].is_number());
    assert!(app.join("output/detailed_results.html").is_file());
}
