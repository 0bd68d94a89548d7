//! Models that cannot be used say why.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use lydite_language::Tagger;

fn message(path: &Path) -> String {
    match Tagger::open(path) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn messages_name_the_file_and_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(message(path).contains("has no weights.json; expected a folder with"));

    fs::write(path.join("weights.json"), "{\"bias\": {\"NN\": 1.0}}").unwrap();
    fs::write(path.join("tagdict.json"), "{\"the\": \"DT\"}").unwrap();
    fs::write(path.join("classes.txt"), "NN\nNOUN\n").unwrap();
    assert!(message(path).contains("\"NOUN\" is not a Penn Treebank tag"));

    fs::write(path.join("classes.txt"), "").unwrap();
    assert!(message(path).contains("no tags"));

    fs::write(path.join("classes.txt"), "NN\nDT\n").unwrap();
    fs::write(path.join("tagdict.json"), "{\"the\": \"DTT\"}").unwrap();
    let error = message(path);
    assert!(
        error.contains("tagdict.json") && error.contains("line 1 column"),
        "{error}"
    );

    fs::write(path.join("tagdict.json"), "{\"the\": \"DT\"}").unwrap();
    for broken in [
        "{\"bias\": {\"NN\": \"x\"}}",
        "[]",
        "{\"bias\": {\"NN\": 1}} {}",
        "{\"a\":{},\"a\":{}}",
    ] {
        fs::write(path.join("weights.json"), broken).unwrap();
        let error = message(path);
        assert!(error.contains("weights.json"), "{broken}: {error}");
    }

    fs::write(path.join("weights.json"), "{\"bias\": {\"NN\": 1.0}}").unwrap();
    let tags = Tagger::open(path).unwrap().tag(&["the", "end"]);
    assert_eq!(
        tags.iter().map(|tag| tag.as_str()).collect::<Vec<_>>(),
        ["DT", "NN"]
    );
}

#[test]
fn files_that_are_no_models() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.tagger");
    assert!(message(&path).contains("some.tagger"));
    for bytes in [
        b"".as_slice(),
        b"PK",
        b"lydtag1\n",
        b"lydtag1\n\xff\xff\xff\xff\xff\xff",
    ] {
        fs::write(&path, bytes).unwrap();
        assert!(message(&path).contains("not a tagger model"));
    }
}
