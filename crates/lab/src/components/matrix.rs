//! The outcome matrix over components: what each said about each question, and how right it was.
//!
//! A file of JSON, line by line: the first says what was run on what, each other is a question. A run that was
//! stopped is taken up where it ended; a line that was cut off is made again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lydite_compose::component::{Component, Need};
use lydite_compose::selection::{CHOSEN, Cell, ChoiceModel, Observed, SelectorOptions};
use lydite_compose::{Resources, borne_out};
use lydite_language::Lang;
use lydite_model::Language;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Case, ComponentTask, Sources, judged, unknown};
use crate::{Error, Lab};

/// The version of the files.
const VERSION: u32 = 1;

/// So many questions are made between two writes.
const BATCH: usize = 32;

/// Which components are run on which questions.
#[derive(Clone, Debug)]
pub struct MatrixRun {
    /// The questions with gold queries: files or names.
    pub datasets: Vec<PathBuf>,
    /// The components; none: all that need no network and have what they must have learned.
    pub components: Vec<String>,
    /// The language in which questions are put.
    pub language: Language,
    /// What components work with.
    pub sources: Sources,
    /// Only so many questions, from the first.
    pub limit: Option<usize>,
    /// The file.
    pub out: PathBuf,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct MatrixMade {
    /// The file.
    pub path: PathBuf,
    /// How many questions it has.
    pub questions: usize,
    /// How many of them were there already.
    pub found: usize,
    /// The components.
    pub components: Vec<String>,
    /// Components that were left out because they have not been trained.
    pub untrained: Vec<String>,
    /// How long this run took, in seconds.
    pub seconds: f64,
}

/// What a file of outcomes is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatrixHeader {
    lydite_matrix: u32,
    /// The datasets: what they were called, and their digests.
    pub datasets: Vec<(String, String)>,
    /// The graph.
    pub kg: String,
    /// The language.
    pub language: String,
    /// How many questions there are.
    pub questions: usize,
    /// The components, with their tasks.
    pub components: Vec<(String, ComponentTask)>,
}

/// A question, and what each component did.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    at: usize,
    question: String,
    text: String,
    language: String,
    cells: BTreeMap<String, Cell>,
}

/// A file of outcomes that was read.
#[derive(Clone, Debug)]
pub struct OutcomeMatrix {
    /// What it is about.
    pub header: MatrixHeader,
    /// The components of each of the tasks for which components are chosen.
    pub components: Vec<Vec<String>>,
    /// The questions.
    pub observed: Vec<Observed>,
}

impl Lab {
    /// Runs components on questions and keeps what they say; goes on with a file that is not complete.
    ///
    /// # Errors
    /// A component, a dataset or the graph is not there; the file cannot be written or is about something else.
    pub fn outcome_matrix(&self, run: &MatrixRun) -> Result<MatrixMade, Error> {
        let begun = Instant::now();
        let mut cases = Vec::new();
        let mut datasets = Vec::new();
        for dataset in &run.datasets {
            let own = self.cases(dataset, &run.language)?;
            datasets.push((dataset.display().to_string(), digest(&own)));
            cases.extend(own);
        }
        if cases.is_empty() {
            return Err(Error::NothingToLearn {
                path: run.datasets.first().cloned().unwrap_or_default(),
            });
        }
        cases.truncate(run.limit.unwrap_or(usize::MAX));
        let resources = self.resources(&run.sources)?;
        let (components, untrained) = self.chosen_components(run, &resources)?;
        let header = MatrixHeader {
            lydite_matrix: VERSION,
            datasets,
            kg: crate::graphs::shown(&run.sources.kg),
            language: run.language.as_str().to_owned(),
            questions: cases.len(),
            components: components
                .iter()
                .map(|component| (component.description().name, component.task()))
                .collect(),
        };
        let taken_up = take_up(&run.out, &header)?;
        let found = taken_up.unwrap_or_default();
        let failed = |source| Error::File {
            path: run.out.clone(),
            source,
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&run.out)
            .map_err(failed)?;
        if taken_up.is_none() {
            writeln!(file, "{}", serde_json::json!(header)).map_err(failed)?;
        }
        let left = cases.get(found..).unwrap_or_default();
        for (batch, cases) in left.chunks(BATCH).enumerate() {
            self.go_on()?;
            let lines: Vec<Line> = cases
                .par_iter()
                .enumerate()
                .map(|(at, case)| line(found + batch * BATCH + at, case, &components, &resources))
                .collect::<Result<_, _>>()?;
            let mut text = String::new();
            for line in lines {
                text.push_str(&serde_json::json!(line).to_string());
                text.push('\n');
            }
            file.write_all(text.as_bytes()).map_err(failed)?;
        }
        Ok(MatrixMade {
            path: run.out.clone(),
            questions: cases.len(),
            found,
            components: components
                .iter()
                .map(|one| one.description().name)
                .collect(),
            untrained,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// The components that are run, in the order of their tasks, and those that have not been trained.
    fn chosen_components(
        &self,
        run: &MatrixRun,
        resources: &Resources,
    ) -> Result<(Vec<&Component>, Vec<String>), Error> {
        let registry = self.components();
        let mut untrained = Vec::new();
        let mut components = Vec::new();
        if run.components.is_empty() {
            for task in CHOSEN {
                for component in registry.of(task) {
                    let description = component.description();
                    let is_trained = resources
                        .models()
                        .list()
                        .any(|model| model.component == description.name);
                    if description.needs.contains(&Need::Network) {
                        continue;
                    }
                    if description.needs.contains(&Need::Training) && !is_trained {
                        untrained.push(description.name);
                        continue;
                    }
                    components.push(component);
                }
            }
        } else {
            for name in &run.components {
                components.push(registry.get(name).map_err(unknown)?);
            }
            components.sort_by_key(|component| component.task());
        }
        Ok((components, untrained))
    }

    /// Learns from files of outcomes which components to choose, and keeps it in a file.
    ///
    /// # Errors
    /// A file cannot be read, is no file of outcomes, or is about other components than the first; there is too
    /// little to learn from; the model cannot be written.
    pub fn train_choice(&self, matrices: &[PathBuf], out: &Path) -> Result<TrainedChoice, Error> {
        let mut files = matrices.iter();
        let Some(first) = files.next() else {
            return Err(Error::NothingToLearn {
                path: out.to_owned(),
            });
        };
        let mut matrix = OutcomeMatrix::read(first)?;
        for path in files {
            let more = OutcomeMatrix::read(path)?;
            if more.components != matrix.components {
                return Err(Error::BadList {
                    path: path.clone(),
                    reason: format!(
                        "it has other components than {}; make both with the same --component options",
                        first.display()
                    ),
                });
            }
            matrix.header.datasets.extend(more.header.datasets);
            matrix.observed.extend(more.observed);
        }
        let cannot = |error: lydite_compose::learn::LearnError| Error::BadList {
            path: first.clone(),
            reason: error.to_string(),
        };
        let model = ChoiceModel::train(
            &matrix.components,
            &matrix.observed,
            &SelectorOptions::default(),
        )
        .map_err(cannot)?;
        let given: Vec<String> = matrices
            .iter()
            .map(|path| format!("--matrix {}", path.display()))
            .collect();
        let provenance = lydite_compose::learn::Provenance {
            examples: matrix.header.datasets.clone(),
            count: matrix.observed.len(),
            command: format!(
                "lydite pipeline train {} --out {}",
                given.join(" "),
                out.display()
            ),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            licence: None,
        };
        model.write(out, provenance)?;
        Ok(TrainedChoice {
            path: out.to_owned(),
            questions: matrix.observed.len(),
            components: matrix.components.concat(),
            bytes: fs::metadata(out).map_err(Error::file(out))?.len(),
        })
    }
}

/// What was learned about components.
#[derive(Clone, Debug, Serialize)]
pub struct TrainedChoice {
    /// The file.
    pub path: PathBuf,
    /// From how many questions.
    pub questions: usize,
    /// The components among which it chooses.
    pub components: Vec<String>,
    /// How large the file is, in bytes.
    pub bytes: u64,
}

/// What identifies questions with their gold queries, wherever they were read from.
fn digest(cases: &[Case]) -> String {
    let mut all = String::new();
    for case in cases {
        all.push_str(&format!(
            "{}\t{}\t{}\n",
            case.id, case.text, case.gold.query
        ));
    }
    lydite_digest::sha256_of(all.as_bytes())
}

/// What all components say about a question.
fn line(
    at: usize,
    case: &Case,
    components: &[&Component],
    resources: &Resources,
) -> Result<Line, Error> {
    let mut cells = BTreeMap::new();
    for component in components {
        let (judged, question) = judged(case, component, None, resources)?;
        let borne_out = borne_out(component.task(), &question, &judged.found, resources);
        let cell = Cell {
            f1: judged.f1,
            millis: (judged.millis * 1000.0).round() / 1000.0,
            found: judged.found,
            borne_out,
        };
        cells.insert(judged.component, cell);
    }
    Ok(Line {
        at,
        question: case.id.clone(),
        text: case.text.clone(),
        language: case.lang.as_str().to_owned(),
        cells,
    })
}

fn bad(path: &Path, reason: impl Into<String>) -> Error {
    Error::BadList {
        path: path.to_owned(),
        reason: reason.into(),
    }
}

/// How many questions a file has already, if it has been begun; whatever was cut off at its end is removed.
fn take_up(path: &Path, header: &MatrixHeader) -> Result<Option<usize>, Error> {
    let Ok(file) = File::open(path) else {
        return Ok(None);
    };
    let failed = |source| Error::File {
        path: path.to_owned(),
        source,
    };
    let mut reader = BufReader::new(file);
    let (mut whole, mut lines) = (0, 0usize);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 || !line.ends_with(b"\n") {
            break;
        }
        if lines == 0 {
            let known: MatrixHeader = serde_json::from_slice(&line).map_err(|_| {
                bad(
                    path,
                    "it is there already and has no outcomes; name another file",
                )
            })?;
            if known != *header {
                return Err(bad(
                    path,
                    "it has outcomes of other questions or components; name another file, or remove this one",
                ));
            }
        } else if serde_json::from_slice::<Line>(&line).is_err() {
            break;
        }
        whole += read as u64;
        lines += 1;
    }
    let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
    file.set_len(whole).map_err(failed)?;
    Ok(lines.checked_sub(1))
}

impl OutcomeMatrix {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is no file of outcomes, has another version, or is not complete.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(Error::file(path))?;
        let mut lines = text.lines();
        let first: serde_json::Value = lines
            .next()
            .and_then(|line| serde_json::from_str(line).ok())
            .ok_or_else(|| {
                bad(
                    path,
                    "it is no file of outcomes; `lydite pipeline matrix` makes one",
                )
            })?;
        match first["lydite_matrix"].as_u64() {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => {
                return Err(bad(
                    path,
                    format!(
                        "it has version {version} of the format, this program reads version {VERSION}; make it again with `lydite pipeline matrix`"
                    ),
                ));
            }
            None => {
                return Err(bad(
                    path,
                    "it is no file of outcomes; `lydite pipeline matrix` makes one",
                ));
            }
        }
        let header: MatrixHeader =
            serde_json::from_value(first).map_err(|error| bad(path, error.to_string()))?;
        let components: Vec<Vec<String>> = CHOSEN
            .into_iter()
            .map(|task| {
                let of_task = header.components.iter().filter(|(_, does)| *does == task);
                of_task.map(|(name, _)| name.clone()).collect()
            })
            .collect();
        let mut observed = Vec::new();
        for (at, line) in lines.enumerate() {
            let mut line: Line = serde_json::from_str(line)
                .map_err(|error| bad(path, format!("line {}: {error}", at + 2)))?;
            let cells = components.iter().map(|names| {
                let cells = names.iter().map(|name| line.cells.remove(name));
                cells.collect()
            });
            let cells: Vec<Vec<Option<Cell>>> = cells.collect();
            let is_sound = |cell: &Cell| {
                cell.f1.is_none_or(|f1| (0.0..=1.0).contains(&f1))
                    && cell.millis.is_finite()
                    && cell.borne_out.is_finite()
            };
            if !cells.iter().flatten().flatten().all(is_sound) {
                return Err(bad(
                    path,
                    format!("line {}: an F-score is not between 0 and 1", at + 2),
                ));
            }
            observed.push(Observed {
                lang: Lang::parse(&line.language).unwrap_or(Lang::En),
                text: line.text,
                cells,
            });
        }
        if observed.len() != header.questions {
            return Err(bad(
                path,
                format!(
                    "it has {} of {} questions; the command that makes it goes on where it stopped",
                    observed.len(),
                    header.questions
                ),
            ));
        }
        Ok(Self {
            header,
            components,
            observed,
        })
    }

    /// How long all components took for all questions.
    pub fn time(&self) -> Duration {
        let cells = self
            .observed
            .iter()
            .flat_map(|one| one.cells.iter().flatten().flatten());
        Duration::from_secs_f64(cells.map(|cell| cell.millis.max(0.0)).sum::<f64>() / 1000.0)
    }
}
