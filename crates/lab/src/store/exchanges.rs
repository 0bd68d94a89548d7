//! What was said between Lydite and the systems, question by question.

use std::collections::{HashMap, VecDeque};
use std::io::{Read, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use lydite_judge::{About, Entries};
use lydite_model::{DatasetInfo, Language, Response, Source, Syntax};
use serde::{Deserialize, Serialize};

use super::database::{Row, Value};
use super::{Batch, ExperimentId, Statements, Store, StoreError, from_json, to_json};
use crate::attribution::Failure as Reason;
use crate::execution::{EntryKey, Repair};
use crate::files::Repaired;
use crate::system::{Exchange, Failure, FailureKind, Turn, Usage};

/// So many are read at once.
const PAGE: usize = 500;

/// What was said about one question, on its way into the store.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) task: u64,
    /// The place of the question in the dataset, from 0 on.
    pub(crate) position: u64,
    /// The language that the entry of the dataset is about.
    pub(crate) entry_language: Option<Language>,
    /// In which it was put.
    pub(crate) language: Language,
    /// How it was put.
    pub(crate) text: String,
    pub(crate) exchange: Exchange,
    /// What had to be done to the system's query before it could be run, if it was run.
    pub(crate) repair: Option<Repair>,
}

/// What was said about one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoredExchange {
    /// The task.
    pub task: u64,
    /// The place of the question in the dataset, from 0 on.
    pub position: u64,
    /// The language in which the question was put.
    pub language: Language,
    /// How it was put: the text or the keywords.
    pub text: String,
    /// The answers in the terms of the judge, and what was sent and came back.
    #[serde(flatten)]
    pub exchange: Exchange,
}

/// The part that the judge needs.
#[derive(Serialize, Deserialize)]
struct Answered {
    response: Response,
    /// The language that the entry of the dataset is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entry_language: Option<Language>,
    /// The text of an entry of an answer file, where an official script could see it otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    json: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    xml: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repair: Option<Repair>,
}

/// The rest.
#[derive(Serialize, Deserialize)]
struct Talk {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<Turn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
}

impl Said {
    fn row(&self, id: &ExperimentId) -> Result<Vec<Value>, StoreError> {
        let exchange = &self.exchange;
        let source = exchange.response.source.get();
        let text_of = |syntax| {
            let kept = source.filter(|(own, _)| *own == syntax);
            kept.map(|(_, text)| text.to_owned())
        };
        let answered = Answered {
            response: exchange.response.clone(),
            entry_language: self.entry_language.clone(),
            json: text_of(Syntax::Json),
            xml: text_of(Syntax::Xml),
            repair: self.repair,
        };
        let is_silent =
            exchange.failure.is_none() && exchange.turns.is_empty() && exchange.usage.is_none();
        let talk = Talk {
            failure: exchange.failure.clone(),
            turns: exchange.turns.clone(),
            usage: exchange.usage,
        };
        let answered = to_json(&answered)?;
        let talk = if is_silent {
            None
        } else {
            Some(packed(&to_json(&talk)?)?)
        };
        let failure = exchange.failure.as_ref();
        let latency = exchange.response.latency;
        Ok(vec![
            id.as_str().into(),
            self.task.into(),
            self.position.into(),
            exchange.response.question.as_str().into(),
            self.language.as_str().into(),
            (&self.text).into(),
            failure.map(|failure| failure.kind.as_str()).into(),
            latency.map(|time| time.as_secs_f64() * 1000.0).into(),
            answered.len().into(),
            packed(&answered)?.into(),
            talk.into(),
        ])
    }
}

fn packed(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(text.len() / 2), Compression::fast());
    let written = encoder.write_all(text.as_bytes());
    let bytes = written.and_then(|()| encoder.finish());
    bytes.map_err(|error| StoreError::unreadable("an answer", error))
}

pub(super) fn unpacked<T: serde::de::DeserializeOwned>(
    what: &str,
    bytes: &[u8],
) -> Result<T, StoreError> {
    let mut text = String::new();
    let read = ZlibDecoder::new(bytes).read_to_string(&mut text);
    read.map_err(|error| StoreError::unreadable(what, error))?;
    from_json(what, &text)
}

/// A response as the entry of an answer file, and what was done to its query.
fn entry(bytes: &[u8]) -> Result<(Response, Option<Repair>), StoreError> {
    let answered: Answered = unpacked("an answer", bytes)?;
    let source = match (answered.json, answered.xml) {
        (Some(text), _) => Source::new(Syntax::Json, text),
        (None, Some(text)) => Source::new(Syntax::Xml, text),
        (None, None) => Source::default(),
    };
    let response = Response {
        // An answer is about the language of the entry that was put, as in a file.
        language: answered.entry_language,
        source,
        ..answered.response
    };
    Ok((response, answered.repair))
}

const EXCHANGE: &str =
    "SELECT task, position, language, text, response, turns FROM exchanges WHERE experiment = $1";

fn exchange(row: &mut Row) -> Result<StoredExchange, StoreError> {
    let (task, position) = (row.next()?, row.next()?);
    let language = Language::new(row.next::<String>()?);
    let text = row.next()?;
    let (mut response, _) = entry(&row.next::<Vec<u8>>()?)?;
    response.language = Some(language.clone());
    let talk = row.next::<Option<Vec<u8>>>()?;
    let talk = talk
        .map(|bytes| unpacked::<Talk>("an exchange", &bytes))
        .transpose()?;
    let talk = talk.unwrap_or(Talk {
        failure: None,
        turns: Vec::new(),
        usage: None,
    });
    Ok(StoredExchange {
        task,
        position,
        language,
        text,
        exchange: Exchange {
            response,
            failure: talk.failure,
            turns: talk.turns,
            usage: talk.usage,
        },
    })
}

impl Store {
    /// Stores what was said, and which batches are done with it: when this returns, it is durable.
    /// What is there already stays.
    pub(crate) fn store_exchanges(
        &self,
        id: &ExperimentId,
        said: &[Said],
        done: &[Batch],
    ) -> Result<(), StoreError> {
        let rows: Vec<Vec<Value>> = said
            .iter()
            .map(|one| one.row(id))
            .collect::<Result<_, _>>()?;
        self.transaction(|db| {
            let into = "exchanges (experiment, task, position, question, language, text, failure,
                        millis, size, response, turns)";
            db.insert(into, 11, rows.clone(), "ON CONFLICT DO NOTHING")?;
            for batch in done {
                batch.finish(db, id)?;
            }
            Ok(())
        })
    }

    /// The places of the questions among these that were put.
    pub(crate) fn positions(
        &self,
        id: &ExperimentId,
        batch: &Batch,
    ) -> Result<Vec<u64>, StoreError> {
        let get = "SELECT position FROM exchanges WHERE experiment = $1 AND task = $2
                   AND position >= $3 AND position < $4";
        let values = [
            id.as_str().into(),
            batch.task.into(),
            batch.first.into(),
            batch.last.into(),
        ];
        self.read(|db| db.all(get, &values, Row::next))
    }

    /// Hands over what was said in a task, in the order of the dataset.
    ///
    /// # Errors
    /// The store cannot be read, or whoever takes an exchange fails.
    pub fn exchanges<E: From<StoreError>>(
        &self,
        id: &ExperimentId,
        task: u64,
        mut each: impl FnMut(StoredExchange) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut from = 0_u64;
        loop {
            let page = self.read(|db| {
                let get = format!(
                    "{EXCHANGE} AND task = $2 AND position >= $3 ORDER BY position LIMIT {PAGE}"
                );
                let values = [id.as_str().into(), task.into(), from.into()];
                db.all(&get, &values, exchange)
            })?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            from = last.position + 1;
            page.into_iter().try_for_each(&mut each)?;
        }
    }

    /// What was said about a question, in every task.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn exchange(
        &self,
        id: &ExperimentId,
        question: &str,
    ) -> Result<Vec<StoredExchange>, StoreError> {
        let get = format!("{EXCHANGE} AND question = $2 ORDER BY task, position");
        self.read(|db| db.all(&get, &[id.as_str().into(), question.into()], exchange))
    }

    /// Forgets what was said where these kinds of failure ended it, so that it is asked again.
    pub(crate) fn forget(&self, id: &ExperimentId, failures: &[&str]) -> Result<u64, StoreError> {
        self.transaction(|db| {
            let mut forgotten = 0;
            for failure in failures {
                let values = [id.as_str().into(), (*failure).into()];
                let again = "UPDATE batches SET done = 0, owner = NULL WHERE experiment = $1
                    AND EXISTS (SELECT 1 FROM exchanges x WHERE x.experiment = batches.experiment
                        AND x.task = batches.task AND x.position >= batches.first
                        AND x.position < batches.last AND x.failure = $2)";
                db.execute(again, &values)?;
                let delete = "DELETE FROM exchanges WHERE experiment = $1 AND failure = $2";
                forgotten += db.execute(delete, &values)?;
            }
            Ok(forgotten)
        })
    }
}

/// The stored answers of a system: what an evaluation reads in the place of an answer file.
#[derive(Clone, Debug)]
pub struct StoredResponses {
    /// The store.
    pub store: Arc<Store>,
    /// The experiment.
    pub experiment: ExperimentId,
    /// The task.
    pub task: u64,
    /// What the dataset says about itself: the answers are to this one.
    pub info: DatasetInfo,
}

impl StoredResponses {
    /// How long they are as a whole, in bytes.
    pub(crate) fn bytes(&self) -> Result<u64, StoreError> {
        let get = "SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM exchanges
                   WHERE experiment = $1 AND task = $2";
        let values = [self.experiment.as_str().into(), self.task.into()];
        let sum = self.store.read(|db| db.first(get, &values, Row::next))?;
        Ok(sum.unwrap_or(0))
    }

    /// A page of them from a place on.
    fn page(&self, from: u64) -> Result<Vec<Paged>, StoreError> {
        let get = format!(
            "SELECT position, response, failure FROM exchanges
             WHERE experiment = $1 AND task = $2 AND position >= $3
             ORDER BY position LIMIT {PAGE}"
        );
        let values = [
            self.experiment.as_str().into(),
            self.task.into(),
            from.into(),
        ];
        let raw = self.store.read(|db: &mut Statements<'_>| {
            db.all(&get, &values, |row| {
                Ok((
                    row.next::<u64>()?,
                    row.next::<Vec<u8>>()?,
                    row.next::<Option<String>>()?,
                ))
            })
        })?;
        raw.into_iter()
            .map(|(position, bytes, failure)| {
                let (response, repair) = entry(&bytes)?;
                Ok(Paged {
                    position,
                    response,
                    repair,
                    failure: failure.and_then(|name| known_failure(&name)),
                })
            })
            .collect()
    }

    /// All of them, with what was done to their queries.
    pub(crate) fn all(&self) -> Result<HeardFrom, StoreError> {
        let mut heard = HeardFrom::default();
        let mut from = 0;
        loop {
            let page = self.page(from)?;
            let Some(last) = page.last() else {
                return Ok(heard);
            };
            from = last.position + 1;
            for one in page {
                let Some(one) = one.if_said() else { continue };
                let key = || (one.response.question.clone(), one.response.language.clone());
                if let Some(repair) = one.repair.filter(|repair| *repair > Repair::None) {
                    heard.repaired.insert(key(), repair);
                }
                if let Some(failure) = one.failure {
                    heard.failures.insert(key(), failure);
                }
                heard.responses.push(one.response);
            }
        }
    }

    /// One after the other, from the beginning as often as needed.
    pub(crate) fn stream(&self) -> StreamedResponses<'_> {
        StreamedResponses {
            stored: self,
            from: 0,
            page: VecDeque::new(),
            last: Repair::None,
            error: None,
        }
    }
}

/// All that a system said in a task.
#[derive(Default)]
pub(crate) struct HeardFrom {
    pub(crate) responses: Vec<Response>,
    /// What was done to queries before they could be run.
    pub(crate) repaired: HashMap<EntryKey, Repair>,
    /// Why it gave nothing.
    pub(crate) failures: HashMap<EntryKey, Reason>,
}

struct Paged {
    position: u64,
    response: Response,
    repair: Option<Repair>,
    failure: Option<Reason>,
}

/// Why a system gave nothing, by the name of the kind; nothing where only its words say more.
fn known_failure(name: &str) -> Option<Reason> {
    let mut kinds = FailureKind::ALL.into_iter();
    let kind = kinds.find(|kind| kind.as_str() == name)?;
    Some(Reason::from(kind)).filter(|reason| *reason != Reason::Other)
}

impl Paged {
    /// Nothing if the system said nothing at all: a file would have no entry.
    fn if_said(self) -> Option<Self> {
        let Response {
            question: _,
            language: _,
            texts,
            answers,
            queries,
            answer_type,
            item_types,
            confidence,
            error,
            latency,
            source,
        } = &self.response;
        let is_silent = texts.is_empty()
            && answers.is_none()
            && queries.is_empty()
            && answer_type.is_none()
            && item_types.is_empty()
            && confidence.is_none()
            && error.is_none()
            && latency.is_none()
            && source.get().is_none();
        (!is_silent).then_some(self)
    }
}

/// Stored answers, one after the other.
pub(crate) struct StreamedResponses<'s> {
    stored: &'s StoredResponses,
    from: u64,
    page: VecDeque<Paged>,
    /// What was done to the query of the answer that was handed out last.
    last: Repair,
    /// Why the answers ended too early.
    pub(crate) error: Option<StoreError>,
}

impl Entries<Response> for StreamedResponses<'_> {
    type Item = Response;
    type Error = StoreError;

    fn next(&mut self) -> Option<Response> {
        let one = loop {
            if self.page.is_empty() {
                match self.stored.page(self.from) {
                    Ok(page) => self.page = page.into(),
                    Err(error) => self.error = Some(error),
                }
                self.from = self.page.back()?.position + 1;
            }
            if let Some(one) = self.page.pop_front()?.if_said() {
                break one;
            }
        };
        self.last = one.repair.unwrap_or(Repair::None);
        Some(one.response)
    }

    fn restart(&mut self) -> Result<(), StoreError> {
        *self = self.stored.stream();
        Ok(())
    }

    fn about(&self) -> About {
        About::from(self.stored.info.clone())
    }
}

impl Repaired for StreamedResponses<'_> {
    fn repair(&self) -> Repair {
        self.last
    }
}
