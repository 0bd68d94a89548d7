//! Keeping every exchange with a system, so that it can be replayed when the system is gone.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use lydite_model::{Language, QuestionId, Response, Source, Syntax};
use serde::{Deserialize, Serialize};

use super::{Asked, Descriptor, Exchange, QaSystem};
use crate::Error;

/// Whoever keeps exchanges: a file, a store.
pub trait Recorder: Send + Sync {
    /// Keeps an exchange. A recorder that fails says so in its own way: the exchange took place.
    fn record(&self, asked: &Asked<'_>, exchange: &Exchange);
}

/// A system whose exchanges are kept.
pub struct Recorded {
    system: Box<dyn QaSystem>,
    recorder: Arc<dyn Recorder>,
}

impl Recorded {
    /// Keeps the exchanges of a system.
    pub fn new(system: Box<dyn QaSystem>, recorder: Arc<dyn Recorder>) -> Self {
        Self { system, recorder }
    }
}

impl QaSystem for Recorded {
    fn descriptor(&self) -> &Descriptor {
        self.system.descriptor()
    }

    fn jobs(&self) -> Option<usize> {
        self.system.jobs()
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let exchange = self.system.ask(asked);
        self.recorder.record(asked, &exchange);
        exchange
    }
}

/// The first line of a recording.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    /// The layout of the file.
    pub(super) recording: u32,
    pub(super) system: Descriptor,
}

/// The layout that is written.
pub(super) const LAYOUT: u32 = 1;

/// Any other line.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) question: QuestionId,
    pub(super) language: Language,
    pub(super) text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) dataset: Option<String>,
    exchange: Exchange,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<StoredSource>,
}

impl Entry {
    fn of(asked: &Asked<'_>, exchange: &Exchange) -> Self {
        Self {
            question: asked.question.id.clone(),
            language: asked.language.clone(),
            text: asked.text.to_owned(),
            dataset: asked.dataset.map(str::to_owned),
            exchange: exchange.clone(),
            source: StoredSource::of(&exchange.response.source),
        }
    }

    /// The exchange as it was.
    pub(super) fn into_exchange(self) -> Exchange {
        let mut exchange = self.exchange;
        exchange.response.source = StoredSource::restored(self.source);
        exchange
    }
}

/// A response with all that belongs to it.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredResponse {
    response: Response,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<StoredSource>,
}

impl From<&Response> for StoredResponse {
    fn from(response: &Response) -> Self {
        Self {
            response: response.clone(),
            source: StoredSource::of(&response.source),
        }
    }
}

impl From<StoredResponse> for Response {
    fn from(stored: StoredResponse) -> Self {
        Self {
            source: StoredSource::restored(stored.source),
            ..stored.response
        }
    }
}

/// The source of a response, which official scripts look at and which is no part of its document.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredSource {
    Json(String),
    Xml(String),
    Record(String),
}

impl StoredSource {
    fn of(source: &Source) -> Option<Self> {
        let (syntax, text) = source.get()?;
        Some(match syntax {
            Syntax::Json => Self::Json(text.to_owned()),
            Syntax::Xml => Self::Xml(text.to_owned()),
            Syntax::Record => Self::Record(text.to_owned()),
        })
    }

    fn restored(stored: Option<Self>) -> Source {
        match stored {
            None => Source::default(),
            Some(Self::Json(text)) => Source::new(Syntax::Json, text),
            Some(Self::Xml(text)) => Source::new(Syntax::Xml, text),
            Some(Self::Record(text)) => Source::new(Syntax::Record, text),
        }
    }
}

/// A file of exchanges, a JSON object a line: first the system, then an exchange each. A line is
/// written at once, so that a program that is killed leaves whole lines behind.
pub struct Recording {
    /// The file, and what went wrong with it first.
    file: Mutex<(File, Option<io::Error>)>,
}

impl Recording {
    /// Begins a recording; what the file held is gone.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path, system: &Descriptor) -> Result<Self, Error> {
        let mut file = File::create(path).map_err(Error::file(path))?;
        let header = Header {
            recording: LAYOUT,
            system: system.clone(),
        };
        line(&header)
            .and_then(|line| file.write_all(&line))
            .map_err(Error::file(path))?;
        Ok(Self {
            file: Mutex::new((file, None)),
        })
    }

    /// Ends a recording.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn finish(&self) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.1.take() {
            Some(error) => Err(error),
            None => file.0.sync_all(),
        }
    }
}

impl Recorder for Recording {
    fn record(&self, asked: &Asked<'_>, exchange: &Exchange) {
        let written = line(&Entry::of(asked, exchange));
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, failed) = &mut *file;
        if let Err(error) = written.and_then(|line| file.write_all(&line)) {
            failed.get_or_insert(error);
        }
    }
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
