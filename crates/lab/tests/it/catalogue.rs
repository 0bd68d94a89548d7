//! The built-in catalogue agrees with the lists that lie beside the real files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lydite_lab::catalogue::{Catalogue, Digest, Entry, Kind};

/// The rows of the Markdown table that begins with the column `file`.
fn file_table(markdown: &str) -> Vec<Vec<&str>> {
    markdown
        .lines()
        .skip_while(|line| !line.starts_with("| file "))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn by_file(file: &str) -> &'static Entry {
    let mut entries = Catalogue::builtin().entries().iter();
    entries
        .find(|entry| entry.file == file)
        .unwrap_or_else(|| panic!("{file} is missing"))
}

#[test]
fn the_lists_of_sources_agree() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    // Where a list has the size and the digest.
    for (folder, size, sha256, least) in [("datasets", 3, 4, 77), ("answers", 4, 5, 19)] {
        let list = fs::read_to_string(data.join(folder).join("SOURCES.md")).unwrap();
        let rows = file_table(&list);
        assert!(
            rows.len() >= least,
            "{folder}: compared {} rows",
            rows.len()
        );
        for row in rows {
            let entry = by_file(row[0]);
            assert_eq!(entry.repository, row[1], "{}", row[0]);
            // Blobs are abbreviated in the lists, with remarks around them.
            let (path, _) = row[2].split_once(" (blob").unwrap_or((row[2], ""));
            assert_eq!(entry.path, path, "{}", row[0]);
            let remarks = row.join(" ");
            if let Some((_, rest)) = remarks.split_once("blob ") {
                let blob: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
                assert!(
                    blob.len() >= 7 && entry.blob.starts_with(&blob),
                    "{}",
                    row[0]
                );
            }
            assert_eq!(entry.size.to_string(), row[size], "{}", row[0]);
            assert_eq!(entry.sha256.to_string(), row[sha256], "{}", row[0]);
        }
    }
}

#[test]
fn the_counted_facts_agree() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let text = fs::read_to_string(data.join("datasets/catalogue.json")).unwrap();
    let counted: serde_json::Value = serde_json::from_str(&text).unwrap();
    let files = counted["files"].as_array().unwrap();
    assert!(files.len() >= 77, "compared {} files", files.len());
    for facts in files {
        let entry = by_file(facts["file"].as_str().unwrap());
        let own = serde_json::json!({
            "bytes": entry.size, "sha256": entry.sha256, "format": entry.format,
            "benchmark": entry.benchmark, "split": entry.split, "task": entry.task,
            "knowledge_base": entry.knowledge_base,
        });
        for (key, value) in own.as_object().unwrap() {
            assert_eq!(value, &facts[key], "{key} of {}", entry.name);
        }
        assert_eq!(entry.kind, Kind::Benchmark);
        assert_eq!(
            entry.questions.map(u64::from),
            facts["questions"].as_u64(),
            "{}",
            entry.name
        );
        let languages: BTreeSet<&str> = facts["languages"]
            .as_object()
            .into_iter()
            .flat_map(|languages| languages.keys())
            .map(|language| {
                if language == "(no lang attribute)" {
                    "en"
                } else {
                    language
                }
            })
            .collect();
        let own: BTreeSet<&str> = entry.languages.iter().map(String::as_str).collect();
        assert_eq!(own, languages, "{}", entry.name);
    }
}

#[test]
fn answers_name_the_benchmark_they_were_scored_against() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let text = fs::read_to_string(data.join("answers/expected.json")).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&text).unwrap();
    let files = expected["files"].as_object().unwrap();
    assert!(files.len() >= 12, "compared {} files", files.len());
    for (file, facts) in files {
        let entry = by_file(file);
        assert_eq!(entry.kind, Kind::Answers, "{file}");
        let gold = Catalogue::builtin()
            .find(entry.gold.as_deref().unwrap())
            .unwrap();
        assert_eq!(gold.file, facts["gold"].as_str().unwrap(), "{file}");
    }
}

/// The TEXT2SPARQL files have no list with digests: the files themselves are compared.
#[test]
fn every_file_of_the_challenge_is_recognised_by_its_digest() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let dir = data.join("text2sparql");
    let mut compared = 0;
    for path in files_below(&dir) {
        let file = path.strip_prefix(&dir).unwrap();
        if file == Path::new("SOURCES.md") {
            continue;
        }
        let digest = Digest::of_file(&path).unwrap();
        let entry = Catalogue::builtin()
            .by_digest(&digest)
            .unwrap_or_else(|| panic!("{}", file.display()));
        assert_eq!(Path::new(&entry.file), file);
        compared += 1;
    }
    assert!(compared >= 18, "compared {compared} files");
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let items = fs::read_dir(dir).unwrap().map(|item| item.unwrap().path());
    items
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
