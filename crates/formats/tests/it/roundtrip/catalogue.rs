//! The published files themselves, written and read back question by question.

use std::path::Path;

use lydite_formats::Reader;
use lydite_model::Dataset;

use super::projections::{self, Projection};
use super::{is_readable, read, write};

/// Writes questions in a format and compares what is read back.
fn compare(file: &Path, projection: &Projection, dataset: &Dataset) {
    let (format, name) = (projection.format, file.display());
    let Dataset { info, questions } = dataset;
    let written = write(format, info, info, questions);
    for (question, losses) in questions.iter().zip(&written.losses) {
        projections::check_losses(projection, question, losses);
    }
    let (back, read) = read(format, &written.bytes);
    assert_eq!(back, (projection.info)(info), "{name} as {format}");
    assert_eq!(read.len(), questions.len(), "{name} as {format}");
    for (read, question) in read.iter().zip(questions) {
        assert_eq!(*read, (projection.question)(question), "{name} as {format}");
    }
}

/// All that a file says, duplicate identifiers included; nothing if its format is not known.
fn all_of(file: &Path) -> Option<Dataset> {
    let mut reader = Reader::open(file).ok()?;
    let questions: Vec<_> = reader.by_ref().collect();
    let info = reader.info().clone();
    (!questions.is_empty()).then_some(Dataset { info, questions })
}

#[test]
fn published_files_survive_every_format() {
    let Some(datasets) = lydite_testing::shared("datasets") else {
        return;
    };
    let mut projections = vec![
        projections::QALD_JSON,
        projections::EQALD_JSON,
        projections::TEXT2SPARQL_YAML,
        projections::JSON_LINES,
        projections::CSV,
        projections::TSV,
    ];
    projections.retain(|projection| is_readable(projection.format));
    let entries = std::fs::read_dir(datasets).unwrap();
    let (mut files, mut questions) = (0, 0);
    for file in entries.map(|entry| entry.unwrap().path()) {
        if let Some(dataset) = all_of(&file) {
            for projection in &projections {
                compare(&file, projection, &dataset);
            }
            files += 1;
            questions += dataset.questions.len();
        }
    }
    eprintln!(
        "{questions} questions of {files} files in {} formats",
        projections.len()
    );
    assert!(
        questions > 0 && !projections.is_empty(),
        "nothing was compared"
    );
}
