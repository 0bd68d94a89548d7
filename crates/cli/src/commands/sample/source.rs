//! Where questions and their features come from: a benchmark, or RDF with features.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use lydite_formats::Reader;
use lydite_language::Tagger;
use lydite_model::{DatasetInfo, Language, Question, Severity};
use lydite_sample::{
    Condition, Described, Extractor, Feature, Mode, Needs, Value, question_iri, read_rdf,
};
use rayon::prelude::*;

use crate::args::{FeatureMode, Measuring};
use crate::failure::Failure;
use crate::output::plural;
use crate::session::Session;

/// How features are computed.
pub(in crate::commands) struct Measurer {
    mode: Mode,
    language: Language,
    /// A tagger other than ours.
    tagger: Option<Tagger>,
}

impl Measurer {
    pub(in crate::commands) fn new(options: &Measuring) -> Result<Self, Failure> {
        let tagger = options.pos_model.as_deref().map(Tagger::open);
        let tagger = tagger.transpose().map_err(|error| {
            Failure::input(error.to_string())
                .hint("--pos-model names a folder with weights.json, tagdict.json and classes.txt")
        })?;
        Ok(Self {
            mode: match options.mode {
                FeatureMode::Clean => Mode::Clean,
                FeatureMode::Legacy => Mode::Legacy,
            },
            language: Language::new(&options.lang),
            tagger,
        })
    }

    fn extractor(&self, origin: &str, only: Option<&[&'static Feature]>) -> Extractor<'_> {
        let mut extractor = Extractor::new(origin)
            .mode(self.mode)
            .language(self.language.clone());
        // Our tagger is unpacked when it is first asked for.
        if only.is_none_or(|features| features.iter().any(|f| f.needs == Needs::Tags)) {
            let tagger = self.tagger.as_ref();
            extractor = extractor.tagger(tagger.unwrap_or_else(|| Tagger::shipped()));
        }
        match only {
            Some(features) => extractor.only(features.iter().copied()),
            None => extractor,
        }
    }
}

/// The condition on the command line.
pub(in crate::commands) fn condition(text: Option<&str>) -> Result<Option<Condition>, Failure> {
    let Some(text) = text else { return Ok(None) };
    text.parse()
        .map(Some)
        .map_err(|error: lydite_sample::ConditionError| {
            let pointer = format!("{}^", " ".repeat(error.position));
            Failure::usage(format!(
                "the condition cannot be read: {error}\n  {text}\n  {pointer}"
            ))
            .hint("for example: --where 'origin = qald9 and (tps > 1 or usesFeature = Union)'")
        })
}

/// Questions to measure or to choose from.
pub(in crate::commands) enum Source {
    /// Described in RDF.
    Rdf {
        name: String,
        questions: Vec<Described>,
    },
    /// A benchmark that is read as often as it is needed.
    File { name: String, path: PathBuf },
    /// A benchmark in memory, since standard input is read but once.
    Memory {
        name: String,
        info: DatasetInfo,
        questions: Vec<Question>,
    },
}

/// This many questions are measured at a time.
const BATCH: usize = 4096;

impl Source {
    /// Opens what is given by path or catalogue name.
    pub(in crate::commands) fn open(session: &Session, given: &Path) -> Result<Self, Failure> {
        let path = session.resolve(given)?;
        let name = stem(given);
        if given.as_os_str() == "-" {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::input(format!("-: {error}")))?;
            if is_rdf(&bytes) {
                return Self::from_rdf(session, name, "-", &bytes);
            }
            let mut reader = Reader::from_bytes("-", &bytes)?;
            let questions = reader.by_ref().collect();
            let info = reader.info().clone();
            return Ok(Self::Memory {
                name,
                info,
                questions,
            });
        }
        let shown = path.display().to_string();
        let failed = |error| Failure::input(format!("{shown}: {error}"));
        let mut file = File::open(&path).map_err(failed)?;
        let mut beginning = Vec::new();
        let packed = is_packed(&path).map_err(failed)?;
        let mut text: Box<dyn Read> = match packed {
            true => Box::new(MultiGzDecoder::new(&mut file)),
            false => Box::new(&mut file),
        };
        let looked = text.by_ref().take(1 << 12).read_to_end(&mut beginning);
        if looked.is_err() || !is_rdf(&beginning) {
            // The reader says what is wrong with a broken file.
            drop(Reader::open(&path)?);
            return Ok(Self::File { name, path });
        }
        text.read_to_end(&mut beginning).map_err(failed)?;
        drop(text);
        Self::from_rdf(session, name, &shown, &beginning)
    }

    fn from_rdf(
        session: &Session,
        name: String,
        shown: &str,
        bytes: &[u8],
    ) -> Result<Self, Failure> {
        let (questions, unread) = read_rdf(bytes).map_err(|error| {
            Failure::input(format!("{shown}: {error}"))
                .hint("features of questions as QaldGen has them, in Turtle or N-Triples, are read")
        })?;
        if let Some(first) = unread.first() {
            session.say(&format!(
                "warning: {shown}: {} could not be read; the first in line {}: {}",
                plural(unread.len() as u64, "statement"),
                first.line,
                first.message
            ));
        }
        Ok(Self::Rdf { name, questions })
    }

    /// What it is called.
    pub(in crate::commands) fn name(&self) -> &str {
        match self {
            Self::Rdf { name, .. } | Self::File { name, .. } | Self::Memory { name, .. } => name,
        }
    }

    /// Computes the features of every question, in the order of the file. Of `only`, at least.
    pub(in crate::commands) fn measure(
        &self,
        session: &Session,
        measurer: &Measurer,
        only: Option<&[&'static Feature]>,
        each: &mut dyn FnMut(Described),
    ) -> Result<(), Failure> {
        let name = self.name();
        match self {
            Self::Rdf { questions, .. } => {
                let extractor = measurer.extractor(name, only);
                for batch in questions.chunks(BATCH) {
                    let measured: Vec<Described> = batch
                        .par_iter()
                        .map(|described| {
                            let question = described.question(measurer.mode);
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
                let origin = origin(name, "", measurer.mode);
                let extractor = measurer.extractor(&origin, only);
                let mut batch = questions.iter();
                measure_all(&extractor, name, &mut || batch.next().cloned(), each);
            }
            Self::File { path, .. } => {
                let mut reader = session.open_path(path)?;
                let origin = origin(name, reader.format().name, measurer.mode);
                let extractor = measurer.extractor(&origin, only);
                measure_all(&extractor, name, &mut || reader.next(), each);
                let errors = reader.diagnostics(Severity::Error);
                if errors > 0 {
                    let shown = path.display();
                    session.say(&format!(
                        "warning: {} in {shown}; see `lydite dataset check {shown}`",
                        plural(errors, "error")
                    ));
                }
            }
        }
        Ok(())
    }

    /// The questions with these numbers, which ascend, and what the file says about itself.
    pub(in crate::commands) fn questions(
        &self,
        session: &Session,
        numbers: &[usize],
    ) -> Result<(DatasetInfo, Vec<Question>), Failure> {
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
                Ok((info.clone(), chosen.collect()))
            }
            Self::File { path, .. } => {
                let mut reader = session.open_path(path)?;
                let mut wanted = numbers.iter().copied().peekable();
                let mut chosen = Vec::with_capacity(numbers.len());
                let mut number = 0;
                for question in reader.by_ref() {
                    if wanted.next_if_eq(&number).is_some() {
                        chosen.push(question);
                    }
                    number += 1;
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
    match stem {
        "" | "-" => "stdin".to_owned(),
        stem => stem.to_owned(),
    }
}

fn is_packed(path: &Path) -> std::io::Result<bool> {
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
    fn rdf_is_told_from_other_files() {
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
