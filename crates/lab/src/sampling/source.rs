//! Where questions and their features come from: a benchmark, or RDF with features.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use lydite_formats::Reader;
use lydite_model::{DatasetInfo, Language, Question};
use lydite_sample::{Described, Extractor, Feature, Mode, Value, question_iri, read_rdf};
use rayon::prelude::*;

use super::Measurer;
use crate::{Error, Lab, Notice, demo};

/// Questions to measure or to choose from.
#[derive(Debug)]
pub enum Source {
    /// Described in RDF.
    Rdf {
        /// What it is called.
        name: String,
        /// The questions with their features.
        questions: Vec<Described>,
    },
    /// A benchmark that is read as often as it is needed.
    File {
        /// What it is called.
        name: String,
        /// Where it is.
        path: PathBuf,
    },
    /// A benchmark in memory, since standard input is read but once.
    Memory {
        /// What it is called.
        name: String,
        /// What it says about itself.
        info: Box<DatasetInfo>,
        /// Its questions.
        questions: Vec<Question>,
    },
}

/// This many questions are measured at a time.
const BATCH: usize = 4096;

impl Source {
    /// Opens what is given by path, catalogue name or `-`.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn open(lab: &Lab, given: &Path) -> Result<Self, Error> {
        let name = stem(given);
        if given.as_os_str() == "-" {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(Error::file(given))?;
            if is_rdf(&bytes) {
                return Self::from_rdf(lab, name, "-", &bytes);
            }
            return Self::from_bytes(name, "-", &bytes);
        }
        if !given.exists()
            && let Some(file) = given.to_str().and_then(demo::find)
        {
            return Self::from_bytes(name, file.name, file.bytes);
        }
        let path = lab.resolve(given)?;
        let shown = path.display().to_string();
        let mut file = File::open(&path).map_err(Error::file(&path))?;
        let mut beginning = Vec::new();
        let mut text: Box<dyn Read> = if is_compressed(&path).map_err(Error::file(&path))? {
            Box::new(MultiGzDecoder::new(&mut file))
        } else {
            Box::new(&mut file)
        };
        let looked = text.by_ref().take(1 << 12).read_to_end(&mut beginning);
        if looked.is_err() || !is_rdf(&beginning) {
            // The reader says what is wrong with a broken file.
            drop(Reader::open(&path)?);
            return Ok(Self::File { name, path });
        }
        text.read_to_end(&mut beginning)
            .map_err(Error::file(&path))?;
        drop(text);
        Self::from_rdf(lab, name, &shown, &beginning)
    }

    fn from_bytes(name: String, shown: &str, bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::from_bytes(shown, bytes)?;
        let questions = reader.by_ref().collect();
        let info = reader.info().clone();
        Ok(Self::Memory {
            name,
            info: Box::new(info),
            questions,
        })
    }

    fn from_rdf(lab: &Lab, name: String, shown: &str, bytes: &[u8]) -> Result<Self, Error> {
        let (questions, unread) = read_rdf(bytes).map_err(|error| Error::FeatureFile {
            file: shown.to_owned(),
            error: error.to_string(),
        })?;
        if let Some(first) = unread.first() {
            lab.notice(&Notice::UnreadableStatements {
                file: shown.to_owned(),
                count: unread.len() as u64,
                line: first.line,
                reason: first.message.clone(),
            });
        }
        Ok(Self::Rdf { name, questions })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Rdf { name, .. } | Self::File { name, .. } | Self::Memory { name, .. } => name,
        }
    }

    /// Computes the features of every question, in the order of the file. Of `only`, at least.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn measure(
        &self,
        lab: &Lab,
        measurer: &Measurer,
        only: Option<&[&'static Feature]>,
        each: &mut dyn FnMut(Described),
    ) -> Result<(), Error> {
        self.require(lab, measurer.language())?;
        let name = self.name();
        let labels = measurer.labels();
        match self {
            Self::Rdf { questions, .. } => {
                let extractor = measurer.extractor(name, only, &labels);
                for batch in questions.chunks(BATCH) {
                    let measured: Vec<Described> = batch
                        .par_iter()
                        .map(|described| {
                            let question = described.question(measurer.mode());
                            Described {
                                features: extractor.features(&question),
                                ..Described::new(described.iri.clone())
                            }
                        })
                        .collect();
                    measured.into_iter().for_each(&mut *each);
                }
            }
            Self::Memory { questions, .. } => {
                let origin = origin(name, "", measurer.mode());
                let extractor = measurer.extractor(&origin, only, &labels);
                let mut batch = questions.iter();
                measure_all(&extractor, name, &mut || batch.next().cloned(), each);
            }
            Self::File { path, .. } => {
                let mut reader = lab.open_path(path)?;
                let origin = origin(name, reader.format().name, measurer.mode());
                let extractor = measurer.extractor(&origin, only, &labels);
                measure_all(&extractor, name, &mut || reader.next(), each);
                lab.notice_unreadable(path, &reader);
            }
        }
        Ok(())
    }

    /// Refuses a language in which no question has a text. English is what is measured if nobody
    /// asks for a language, so other texts serve where there are none in English.
    fn require(&self, lab: &Lab, language: &Language) -> Result<(), Error> {
        if language.matches(&Language::new("en")) {
            return Ok(());
        }
        let mut present = BTreeSet::new();
        let mut look = |question: &Question| {
            let found = question.text(language).is_some();
            if !found {
                let languages = question.texts.iter().map(|text| text.language.to_string());
                present.extend(languages);
            }
            found
        };
        let found = match self {
            Self::Rdf { .. } => true,
            Self::Memory { questions, .. } => questions.iter().any(look),
            Self::File { path, .. } => lab.open_path(path)?.any(|question| look(&question)),
        };
        if found || present.is_empty() {
            return Ok(());
        }
        Err(Error::NoTextInLanguage {
            source_name: self.name().to_owned(),
            language: language.clone(),
            present: present.into_iter().collect(),
        })
    }

    /// The questions with these numbers, which ascend, and what the file says about itself.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn questions(
        &self,
        lab: &Lab,
        numbers: &[usize],
    ) -> Result<(DatasetInfo, Vec<Question>), Error> {
        match self {
            Self::Rdf { name, questions } => {
                let info = DatasetInfo {
                    id: Some(name.clone()),
                    ..DatasetInfo::default()
                };
                let chosen = numbers.iter().map(|at| as_described(&questions[*at]));
                Ok((info, chosen.collect()))
            }
            Self::Memory {
                info, questions, ..
            } => {
                let chosen = numbers.iter().map(|at| questions[*at].clone());
                Ok(((**info).clone(), chosen.collect()))
            }
            Self::File { path, .. } => {
                let mut reader = lab.open_path(path)?;
                let mut wanted = numbers.iter().copied().peekable();
                let mut chosen = Vec::with_capacity(numbers.len());
                for (number, question) in reader.by_ref().enumerate() {
                    if wanted.next_if_eq(&number).is_some() {
                        chosen.push(question);
                    }
                    if wanted.peek().is_none() {
                        break;
                    }
                }
                Ok((reader.info().clone(), chosen))
            }
        }
    }
}

/// A question just as RDF describes it, with the whole query in one line.
fn as_described(described: &Described) -> Question {
    let mut question = described.question(Mode::Legacy);
    question.extras.clear();
    let text = Feature::find("query")
        .ok()
        .and_then(|query| described.features.get(query));
    if let (Some(Value::Text(text)), Some(query)) = (text, question.queries.first_mut()) {
        query.text = text.replace('\n', " ");
    }
    question
}

/// Measures a batch of questions at a time, on all cores.
fn measure_all(
    extractor: &Extractor<'_>,
    name: &str,
    next: &mut dyn FnMut() -> Option<Question>,
    each: &mut dyn FnMut(Described),
) {
    loop {
        let batch: Vec<Question> = std::iter::from_fn(&mut *next).take(BATCH).collect();
        if batch.is_empty() {
            return;
        }
        let measured: Vec<Described> = batch
            .into_par_iter()
            .map(|question| {
                let features = extractor.features(&question);
                Described {
                    id: question.id.clone(),
                    features,
                    ..Described::new(question_iri(name, question.id.as_str()))
                }
            })
            .collect();
        measured.into_iter().for_each(&mut *each);
    }
}

/// The origin of questions; in legacy mode as QaldGen names its two.
fn origin(name: &str, format: &str, mode: Mode) -> String {
    match mode {
        Mode::Legacy if format.starts_with("lc-quad") => "SDA-5000-QA".to_owned(),
        Mode::Legacy if name.starts_with("qald-9-t") => "qald9".to_owned(),
        _ => name.to_owned(),
    }
}

/// The name of a file without folder and extensions.
fn stem(path: &Path) -> String {
    let name = path
        .file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy();
    let stem = name.split('.').next().unwrap_or(&name);
    if matches!(stem, "" | "-") {
        "stdin".to_owned()
    } else {
        stem.to_owned()
    }
}

fn is_compressed(path: &Path) -> std::io::Result<bool> {
    let mut magic = [0; 2];
    let read = File::open(path)?.read(&mut magic)?;
    Ok(read == 2 && magic == [0x1f, 0x8b])
}

/// Whether a text begins like Turtle or N-Triples.
fn is_rdf(beginning: &[u8]) -> bool {
    let end = beginning.len().min(1 << 12);
    let text = String::from_utf8_lossy(&beginning[..end]);
    let statement = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let Some(first) = lines.find(statement) else {
        return false;
    };
    let lower = first.to_ascii_lowercase();
    if ["@prefix", "@base", "prefix ", "base "]
        .iter()
        .any(|begin| lower.starts_with(begin))
    {
        return true;
    }
    let Some((iri, _)) = first
        .strip_prefix('<')
        .and_then(|rest| rest.split_once('>'))
    else {
        return false;
    };
    iri.contains(':') && !iri.contains([' ', '"', '='])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rdf_is_detected() {
        for (text, is) in [
            ("<http://x/q#1> <http://x/p> \"a\" .", true),
            ("# features\n\n@prefix q: <http://x/> .", true),
            ("PREFIX q: <http://x/>\n", true),
            ("<?xml version=\"1.0\"?>", false),
            ("<dataset id=\"qald\">", false),
            ("<dataset xmlns:x=\"http://x\">", false),
            ("{\"questions\": []}", false),
            ("id,text\n", false),
            ("", false),
        ] {
            assert_eq!(is_rdf(text.as_bytes()), is, "{text}");
        }
    }
}
