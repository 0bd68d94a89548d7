//! What stands beside the code keeps up with it: the list of codes, the fuzz targets.

use std::fmt::Write;

use lydite_formats::codes;

#[test]
fn the_documentation_lists_every_code() {
    let mut text = String::from(
        "# Diagnostics\n\nWhat `lydite dataset check` may report. Codes are stable: never renumbered, never reused. \
         `F` concerns the file and its syntax, `Q` a question, `A` answers, `W` what a target format cannot express. \
         An error means that something could not be read, a warning that it was read in the likeliest way, \
         a note that it is worth knowing.\n\n\
         A code with *damage* means that answers or questions were lost or guessed, or may be missing: \
         a score of such a file says less about the system than about the file.\n\n\
         | code | severity | damage | title | what it means |\n| --- | --- | --- | --- | --- |\n",
    );
    for code in codes::ALL {
        let explanation = code.explanation.replace('|', "\\|");
        writeln!(
            text,
            "| {} | {} | {} | {} | {explanation} |",
            code.id,
            code.severity.as_str(),
            if code.damage { "damage" } else { "" },
            code.title
        )
        .unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/diagnostics.md");
    if std::env::var_os("LYDITE_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let documented = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        documented == text,
        "docs/diagnostics.md is out of date; run this test with LYDITE_BLESS=1"
    );
}

/// Every reader has its fuzz target.
#[test]
fn every_format_is_fuzzed() {
    for format in lydite_formats::formats() {
        let target = format.name.replace('-', "_");
        let path = format!(
            "{}/../../fuzz/fuzz_targets/{target}.rs",
            env!("CARGO_MANIFEST_DIR")
        );
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(source.contains(&format!("\"{}\"", format.name)), "{path}");
    }
}

/// A dataset in memory knows which bytes it was read from.
#[test]
fn a_loaded_file_has_its_digest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.json");
    std::fs::write(
        &path,
        r#"{"dataset": {"id": "d"}, "questions": [{"id": 1}]}"#,
    )
    .unwrap();
    let dataset = lydite_formats::Reader::load_file(&path, &mut |_| {}).unwrap();
    assert_eq!(dataset.questions.len(), 1);
    let digest = dataset.info.digest.unwrap();
    assert_eq!(
        digest,
        lydite_formats::sha256(std::fs::File::open(&path).unwrap()).unwrap()
    );
    assert_eq!(digest.len(), 64);
}
