//! The published files themselves, written and read back question by question.

use std::path::{Path, PathBuf};

use lydite_formats::Reader;

use crate::projections::{self, Projection};
use crate::{is_readable, read, write};

/// Where the published files are; nothing if they are not here.
fn shared() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("LYDITE_SHARED").unwrap_or_else(|| "../shared".into());
    let datasets = workspace.join(shared).join("data/datasets");
    if datasets.is_dir() {
        return Some(datasets);
    }
    let message = format!("{} is not there; set LYDITE_SHARED", datasets.display());
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "{message} (in continuous integration, the files must be there)"
    );
    eprintln!("skipped: {message}");
    None
}

/// Writes a file's questions in a format and compares what is read back; how many there were.
fn compare(file: &Path, projection: &Projection) -> usize {
    let format = projection.format;
    let Ok(mut reader) = Reader::open(file) else {
        return 0;
    };
    let mut questions = Vec::new();
    while let Some(question) = reader.next_question(&mut |_| {}) {
        questions.push(question);
    }
    let info = reader.info();
    let written = write(format, info, info, &questions);
    for (question, losses) in questions.iter().zip(&written.losses) {
        projections::check_losses(projection, question, losses);
    }
    let (back, read) = read(format, &written.bytes);
    let name = file.display();
    assert_eq!(back, (projection.info)(info), "{name}");
    assert_eq!(read.len(), questions.len(), "{name} as {format}");
    for (read, question) in read.iter().zip(&questions) {
        assert_eq!(*read, (projection.question)(question), "{name} as {format}");
    }
    questions.len()
}

#[test]
fn published_files_survive_every_format() {
    let Some(datasets) = shared() else {
        return;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(datasets)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for projection in [
        projections::QALD_JSON,
        projections::EQALD_JSON,
        projections::TEXT2SPARQL_YAML,
        projections::JSON_LINES,
        projections::CSV,
        projections::TSV,
    ] {
        if is_readable(projection.format) {
            let counts = files.iter().map(|file| compare(file, &projection));
            let counts: Vec<usize> = counts.filter(|count| *count > 0).collect();
            let total: usize = counts.iter().sum();
            let format = projection.format;
            eprintln!("{format}: {total} questions of {} files", counts.len());
            assert!(total > 0, "nothing was compared in {format}");
        }
    }
}
