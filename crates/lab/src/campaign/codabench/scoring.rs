//! What runs on the platform: gold and submission in, numbers out.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_formats::Reader;
use lydite_judge::Report;
use lydite_model::{Language, QuestionId};
use serde_json::Value;

use super::{Column, SETTINGS, Settings, detailed};
use crate::{AnswerSource, Error, Evaluated, Evaluation, GraphUse, Lab, System, find_rules};

/// How long a query of a submission may run.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many diagnostics of each code are shown to a participant.
const SHOWN: usize = 3;

/// A submission to be scored as Codabench does it.
#[derive(Clone, Debug)]
pub struct Scoring {
    /// The folder with `ref`, the gold, and `res`, the submission.
    pub input: PathBuf,
    /// The folder for `scores.json` and `detailed_results.html`.
    pub output: PathBuf,
    /// The columns; by default those of the bundle, or else precision, recall and F1.
    pub columns: Vec<Column>,
    /// The rule set; by default that of the bundle, or else `lydite`.
    pub rules: Option<String>,
    /// Whether the details show the gold answers.
    pub show_gold: bool,
}

/// What scoring a submission came to.
#[derive(Clone, Debug, Default)]
pub struct Scored {
    /// The numbers, by column.
    pub scores: BTreeMap<String, f64>,
    /// What is to be said to the participant.
    pub messages: Vec<String>,
    /// Whether there was something to judge.
    pub judged: bool,
}

impl Lab {
    /// Scores a submission as Codabench does it. A submission that cannot be read scores zero, and
    /// the messages say what is wrong with it.
    ///
    /// # Errors
    /// The gold cannot be read, or the scores not be written: the organisers' business.
    pub fn score_for_codabench(&self, scoring: &Scoring) -> Result<Scored, Error> {
        let reference = scoring.input.join("ref");
        let (gold, ids) = self.gold_of(&reference)?;
        let settings = settings(scoring, &gold)?;
        let mut scored = Scored {
            scores: settings
                .columns
                .iter()
                .map(|c| (c.key.clone(), 0.0))
                .collect(),
            ..Scored::default()
        };
        fs::create_dir_all(&scoring.output).map_err(Error::file(&scoring.output))?;
        let details = match self.submission_of(&scoring.input.join("res"), &ids, &mut scored) {
            Some(answers) => self.judge_submission(&settings, &gold, &answers, &mut scored)?,
            None => None,
        };
        let page = detailed::page(&scored, details.as_ref(), scoring.show_gold);
        write(&scoring.output.join("detailed_results.html"), &page)?;
        let numbers = serde_json::to_string_pretty(&scored.scores).unwrap_or_default();
        write(&scoring.output.join("scores.json"), &numbers)?;
        Ok(scored)
    }

    /// The benchmark in a folder, found by its content, and its questions.
    fn gold_of(&self, folder: &Path) -> Result<(PathBuf, HashSet<QuestionId>), Error> {
        let mut found = None;
        for file in files(folder)? {
            if file.file_name().is_some_and(|name| name == SETTINGS) {
                continue;
            }
            if let Ok(reader) = Reader::open(&file) {
                let ids: HashSet<_> = reader.map(|question| question.id).collect();
                if found
                    .as_ref()
                    .is_none_or(|(_, most): &(_, HashSet<_>)| ids.len() > most.len())
                {
                    found = Some((file, ids));
                }
            }
        }
        found.ok_or(Error::NoQuestions)
    }

    /// The submission in a folder: of the files that can be read, the one with the most questions
    /// of the benchmark.
    fn submission_of(
        &self,
        folder: &Path,
        ids: &HashSet<QuestionId>,
        scored: &mut Scored,
    ) -> Option<PathBuf> {
        let files = files(folder).unwrap_or_default();
        if files.is_empty() {
            scored
                .messages
                .push("The submission has no file.".to_owned());
        }
        let mut found: Option<(usize, PathBuf)> = None;
        for file in files {
            match Reader::open(&file) {
                Ok(reader) => {
                    let known = reader.filter(|answer| ids.contains(&answer.id)).count();
                    if found.as_ref().is_none_or(|(most, _)| known > *most) {
                        found = Some((known, file));
                    }
                }
                Err(error) => scored.messages.push(own_name(&error.to_string(), folder)),
            }
        }
        let (known, file) = found?;
        if known == 0 {
            let name = own_name(&file.display().to_string(), folder);
            let message = format!("{name}: no question of the benchmark is answered.");
            scored.messages.push(message);
            return None;
        }
        self.note_diagnostics(&file, folder, scored);
        Some(file)
    }

    /// Says what is irregular in a submission.
    fn note_diagnostics(&self, file: &Path, folder: &Path, scored: &mut Scored) {
        let Ok(findings) = self.check(file, SHOWN, None) else {
            return;
        };
        for found in &findings.diagnostics {
            let message = format!("{}: {} [{}]", found.place, found.message, found.code.id);
            scored.messages.push(own_name(&message, folder));
        }
    }

    /// Judges a submission once for each language that a column asks for; gives the whole of it.
    fn judge_submission(
        &self,
        settings: &Settings,
        gold: &Path,
        answers: &Path,
        scored: &mut Scored,
    ) -> Result<Option<Evaluated>, Error> {
        let rules = find_rules(&settings.rules)?;
        let graph = settings.graph.as_ref().map(|file| GraphUse {
            name: gold.with_file_name(file).display().to_string(),
            time: PATIENCE,
        });
        let evaluate = |language: Option<&String>| {
            let system = System {
                name: "submission".to_owned(),
                answers: AnswerSource::File(answers.to_owned()),
            };
            self.evaluate(&Evaluation {
                rules: vec![rules],
                language: language.map(Language::new),
                graph: graph.clone(),
                ..Evaluation::new(gold, vec![system])
            })
        };
        let mut evaluated: Vec<(Option<&String>, Option<Evaluated>)> = Vec::new();
        let wanted = settings
            .columns
            .iter()
            .map(|column| column.language.as_ref());
        for language in wanted.chain([None]) {
            if evaluated.iter().any(|(known, _)| *known == language) {
                continue;
            }
            let result = match evaluate(language) {
                Ok(result) => Some(result),
                // A track that the submission says nothing about.
                Err(Error::NoAnswersInLanguage { .. } | Error::NothingJudged) => None,
                Err(error) => return Err(error),
            };
            evaluated.push((language, result));
        }
        for column in &settings.columns {
            let of_language = evaluated
                .iter()
                .find(|(language, _)| *language == column.language.as_ref());
            let report = of_language.and_then(|(_, result)| result.as_ref()?.reports.first());
            let number = report.and_then(|report| number(report, &column.path));
            scored
                .scores
                .insert(column.key.clone(), number.unwrap_or(0.0));
        }
        let whole = evaluated
            .into_iter()
            .find(|(language, _)| language.is_none());
        let whole = whole.and_then(|(_, result)| result);
        scored.judged = whole.is_some();
        Ok(whole)
    }
}

/// The number at a place of the document of a report.
fn number(report: &Report, path: &str) -> Option<f64> {
    let document = serde_json::to_value(report).ok()?;
    let place = path
        .split('.')
        .try_fold(&document, |value, key| value.get(key));
    place
        .and_then(Value::as_f64)
        .filter(|number| number.is_finite())
}

/// How to score: as the bundle says, unless the caller says otherwise.
fn settings(scoring: &Scoring, gold: &Path) -> Result<Settings, Error> {
    let path = gold.with_file_name(SETTINGS);
    let mut settings = match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| Error::File {
            path,
            source: error.into(),
        })?,
        Err(_) => Settings {
            rules: "lydite".to_owned(),
            columns: Vec::new(),
            graph: None,
        },
    };
    if let Some(rules) = &scoring.rules {
        settings.rules.clone_from(rules);
    }
    if !scoring.columns.is_empty() {
        settings.columns.clone_from(&scoring.columns);
    }
    if settings.columns.is_empty() {
        let [precision, recall, f1] = find_rules(&settings.rules)?.headline();
        let columns = [("f1", f1), ("precision", precision), ("recall", recall)];
        let column = |(key, path): (&str, &str)| Column {
            key: key.to_owned(),
            path: format!("experiments.QA.{path}"),
            language: None,
        };
        settings.columns = columns.into_iter().map(column).collect();
    }
    Ok(settings)
}

/// The files in a folder and one level below, sorted; what archives of Macs add is left out.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(Error::file(&folder))? {
            let path = entry.map_err(Error::file(&folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') || name == "__MACOSX" {
                continue;
            }
            if path.is_file() {
                files.push(path);
            } else if path.is_dir() && depth == 0 {
                folders.push((path, depth + 1));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// A message without the folder in which the platform put the submission.
fn own_name(message: &str, folder: &Path) -> String {
    message.replace(&format!("{}/", folder.display()), "")
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(Error::file(path))
}
