//! Reads the outcomes that Frankenstein released.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lydite_compose::components::PUBLISHED;
use lydite_compose::learn::{LearnError, Matrix};
use lydite_compose::selection::Outcomes;

use crate::Error;

/// A task, the end of the name of its files, and its components in the order of their columns.
type Columns = (&'static str, &'static str, &'static [&'static str]);

const TASKS: [Columns; 4] = [
    ("QB", "_QB", &["NLIWOD QB", "SINA"]),
    ("CL", "_class", &["OKBQA DM CLS", "NLIWOD CLS"]),
    (
        "NED",
        "",
        &[
            "Aylien NER+AGDISTIS",
            "TagMe NED",
            "Spotlight NER+AGDISTIS",
            "Ambiverse NED",
            "MeaningCloud NER+AGDISTIS",
            "Spotlight NED",
            "MeaningCloud NED",
            "TextRazor NER+AGDISTIS",
            "Dandelion NER+AGDISTIS",
            "Dandelion NED",
            "Ontotext NED",
            "Babelfy NER+AGDISTIS",
            "Ambiverse NER+AGDISTIS",
            "TagMe NER+AGDISTIS",
            "EntityClassifier NER+AGDISTIS",
            "Babelfy NED",
            "Stanford NER+AGDISTIS",
            "Ontotext NER+AGDISTIS",
        ],
    ),
    (
        "RL",
        "_rel",
        &[
            "ReMatch",
            "RelationMatcher",
            "RNLIWOD",
            "RelMatch",
            "Spot Property",
        ],
    ),
];

/// The 18 ways to link entities, each as the names of its components: a recogniser and AGDISTIS, or a
/// linker alone.
pub(crate) fn linkers() -> Vec<Vec<&'static str>> {
    let columns = TASKS.iter().find(|(task, ..)| *task == "NED");
    let columns = columns.map_or(&[][..], |(_, _, columns)| columns);
    let known = |name: &str| {
        let spelled = match name {
            "Spotlight NER" => "DBpedia Spotlight NER",
            "Spotlight NED" => "DBpedia Spotlight NED",
            "EntityClassifier NER" => "Entity Classifier",
            // It has one task alone.
            "TextRazor NER" => "TextRazor",
            other => other,
        };
        PUBLISHED
            .iter()
            .map(|one| one.name)
            .find(|one| *one == spelled)
    };
    columns
        .iter()
        .map(|column| column.split('+').filter_map(known).collect())
        .collect()
}

/// The released questions: test first, then training, which is the order of their numbers.
#[derive(Clone, Debug)]
pub struct Released {
    /// The questions.
    pub texts: Vec<String>,
    /// A row of features for each question.
    pub features: Matrix,
    /// How well the components of each task did.
    pub tasks: Vec<Outcomes>,
    /// How many of the questions, from the first, are the released test part.
    pub tested: usize,
    /// Which questions have a class in their gold query.
    pub with_class: Vec<bool>,
    /// Which questions have one entity and one relation in their gold query.
    pub simple: Vec<bool>,
}

impl Released {
    /// Reads the files of a folder.
    ///
    /// # Errors
    /// A file is missing, a cell is not a number, or files differ in their questions.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let (mut ids, features) = numbers(&folder.join("test_questionFeatures.csv"), 28)?;
        let tested = ids.len();
        let (more, rest) = numbers(&folder.join("questionFeature_old.csv"), 28)?;
        ids.extend(more);
        let features = joined(folder, features, &rest)?;
        let mut tasks = Vec::new();
        for (task, end, components) in TASKS {
            let test = folder.join(format!("test_fscore{end}.csv"));
            let train = folder.join(format!("fscore{end}.csv"));
            let (mut found, scores) = numbers(&test, components.len())?;
            let (more, rest) = numbers(&train, components.len())?;
            found.extend(more);
            if found != ids {
                return Err(bad(&train, "its questions are not those of the features"));
            }
            let names = components.iter().map(|name| (*name).to_owned()).collect();
            let outcomes = Outcomes::new(task, names, joined(folder, scores, &rest)?);
            tasks.push(outcomes.map_err(|error| bad(&train, error))?);
        }
        let join = folder.join("lcquad_join.csv");
        let mut with_class = Vec::new();
        let mut simple = Vec::new();
        let mut reader = csv::Reader::from_path(&join).map_err(|error| bad(&join, error))?;
        for (at, record) in reader.records().enumerate() {
            let record = record.map_err(|error| bad(&join, error))?;
            let count =
                |column: usize| record.get(column).and_then(|cell| cell.parse::<u32>().ok());
            let (Some(id), Some(entities), Some(relations), Some(classes)) =
                (count(0), count(4), count(5), count(6))
            else {
                return Err(bad(&join, format!("line {}: a count is missing", at + 2)));
            };
            if ids.get(at) != Some(&id) {
                return Err(bad(
                    &join,
                    format!("line {}: question {id} is out of place", at + 2),
                ));
            }
            with_class.push(classes > 0);
            simple.push(entities == 1 && relations == 1);
        }
        if simple.len() != ids.len() {
            return Err(bad(
                &join,
                format!(
                    "{} questions, but {} have features",
                    simple.len(),
                    ids.len()
                ),
            ));
        }
        Ok(Self {
            texts: texts(&folder.join("lcquad_questions_3253.csv"), &ids)?,
            features,
            tasks,
            tested,
            with_class,
            simple,
        })
    }
}

/// The questions of a file, in the order of these numbers.
fn texts(path: &Path, ids: &[u32]) -> Result<Vec<String>, Error> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_path(path)
        .map_err(|error| bad(path, error))?;
    let mut known: BTreeMap<u32, String> = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(|error| bad(path, error))?;
        let id = record.get(0).and_then(|cell| cell.trim().parse().ok());
        if let (Some(id), Some(text)) = (id, record.get(1)) {
            known.insert(id, text.to_owned());
        }
    }
    let texts = ids.iter().map(|id| {
        let text = known.remove(id);
        text.ok_or_else(|| bad(path, format!("question {id} is missing")))
    });
    texts.collect()
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "errors are handed over as they come"
)]
pub(super) fn bad(path: &Path, reason: impl ToString) -> Error {
    Error::BadList {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "errors are handed over as they come"
)]
pub(super) fn cannot_learn(error: LearnError) -> Error {
    Error::BadList {
        path: PathBuf::from("the released outcomes"),
        reason: error.to_string(),
    }
}

fn joined(folder: &Path, mut first: Matrix, second: &Matrix) -> Result<Matrix, Error> {
    use lydite_compose::learn::Rows as _;
    for row in 0..second.rows() {
        first
            .push(second.row(row))
            .map_err(|error| bad(folder, error))?;
    }
    Ok(first)
}

/// Lines of a number of a question and so many numbers.
fn numbers(path: &Path, columns: usize) -> Result<(Vec<u32>, Matrix), Error> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_path(path)
        .map_err(|error| bad(path, error))?;
    let mut ids = Vec::new();
    let mut matrix = Matrix::new(columns);
    for (at, record) in reader.records().enumerate() {
        let record = record.map_err(|error| bad(path, error))?;
        let wrong = |what: String| bad(path, format!("line {}: {what}", at + 1));
        if record.len() != columns + 1 {
            return Err(wrong(format!(
                "{} cells, but the number of the question and {columns} more are expected",
                record.len()
            )));
        }
        let mut cells = record.iter();
        let id = cells.next().and_then(|cell| cell.trim().parse().ok());
        ids.push(
            id.ok_or_else(|| wrong("the first cell is not the number of a question".to_owned()))?,
        );
        let mut row = Vec::with_capacity(columns);
        for (column, cell) in cells.enumerate() {
            match cell.trim().parse::<f64>() {
                Ok(value) if value.is_finite() => row.push(value),
                _ => {
                    return Err(wrong(format!(
                        "cell {} is “{cell}”, not a number; write 0 for a component that was not run",
                        column + 2
                    )));
                }
            }
        }
        matrix.push(&row).map_err(|error| bad(path, error))?;
    }
    Ok((ids, matrix))
}
