//! Stored exchanges: a JSON object a line.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use lydite_model::Language;
use lydite_template::{Exchange, FailureReason, Pair, TgmFailure};
use serde_json::{Value, json};

use super::Case;
use crate::{Error, Lab, Notice};

/// A line longer than this is no record.
const LONGEST: u64 = 64 << 20;

/// How many bad lines are named one by one.
const NAMED: usize = 5;

/// Calls `take` on every record of a file, one after the other: memory does not grow with it.
pub(super) fn each(
    lab: &Lab,
    path: &Path,
    take: &mut dyn FnMut(Case<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(path).map_err(Error::file(path))?;
        Box::new(BufReader::with_capacity(256 << 10, file))
    };
    let mut line = Vec::new();
    let (mut number, mut good, mut bad) = (0_usize, 0_usize, 0_usize);
    loop {
        line.clear();
        let length = input
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut line)
            .map_err(Error::file(path))?;
        if length == 0 {
            break;
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match record(&line, number) {
            Ok(record) => {
                good += 1;
                take(record.case())?;
            }
            Err(reason) => {
                bad += 1;
                if bad <= NAMED {
                    lab.notice(&Notice::BadRecord {
                        file: path.to_owned(),
                        line: number,
                        reason,
                    });
                }
            }
        }
    }
    if bad > NAMED {
        lab.notice(&Notice::BadRecords {
            file: path.to_owned(),
            count: bad,
        });
    }
    if good == 0 {
        return Err(Error::NoRecords {
            path: path.to_owned(),
        });
    }
    Ok(())
}

/// The answers of a recording, by question.
pub(super) fn by_question(lab: &Lab, path: &Path) -> Result<HashMap<String, Exchange>, Error> {
    let mut recorded = HashMap::new();
    each(lab, path, &mut |case| {
        recorded.insert(case.pair.question.clone(), case.exchange.clone());
        Ok(())
    })?;
    Ok(recorded)
}

/// A line of a file with exchanges.
struct Record {
    pair: Pair,
    exchange: Exchange,
    millis: Option<f64>,
    /// What the other modules answered.
    modules: Option<Value>,
}

impl Record {
    fn case(&self) -> Case<'_> {
        Case {
            pair: &self.pair,
            exchange: &self.exchange,
            millis: self.millis,
            modules: self.modules.as_ref(),
        }
    }
}

fn record(line: &[u8], number: usize) -> Result<Record, String> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| format!("not JSON at column {}", error.column()))?;
    let Value::Object(mut record) = value else {
        return Err("not an object".to_owned());
    };
    let mut text = |key: &str| match record.remove(key) {
        Some(Value::String(text)) => Some(text),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let id = text("id").unwrap_or_else(|| number.to_string());
    let source = text("source").unwrap_or_default();
    let question = text("question").unwrap_or_default();
    let gold = text("gold_sparql").or_else(|| text("gold"));
    let gold = gold.ok_or("gold_sparql is missing")?;
    let query = text("query");
    let exchange = match (record.get("tgm"), query) {
        (Some(tgm), _) => exchange(tgm)?,
        (None, Some(query)) => Exchange::Query(query),
        (None, None) => return Err("both tgm and query are missing".to_owned()),
    };
    let modules = ["dm", "qgm", "agm", "gold_answers"]
        .iter()
        .any(|key| record.contains_key(*key));
    let pair = Pair {
        id,
        source,
        question,
        sparql: gold,
    };
    Ok(Record {
        pair,
        exchange,
        millis: record.get("millis").and_then(Value::as_f64),
        modules: modules.then_some(Value::Object(record)),
    })
}

/// The HTTP exchange of a record.
fn exchange(tgm: &Value) -> Result<Exchange, String> {
    match tgm.get("error") {
        None | Some(Value::Null) => {}
        Some(Value::String(detail)) => {
            let failure = TgmFailure::new(FailureReason::Connection, detail.as_str());
            return Ok(Exchange::Failed(failure));
        }
        Some(error) => {
            let text = |key: &str| error.get(key).and_then(Value::as_str);
            let reason = text("reason").and_then(FailureReason::named);
            let reason = reason.ok_or("tgm.error has no known reason")?;
            let detail = text("detail").unwrap_or_default();
            return Ok(Exchange::Failed(TgmFailure::new(reason, detail)));
        }
    }
    let status = tgm.get("status").and_then(Value::as_u64);
    let status = status.and_then(|status| u16::try_from(status).ok());
    let body = match tgm.get("body") {
        Some(Value::String(body)) => body.clone(),
        // What the service sent, not as a text but as it is.
        Some(other) => other.to_string(),
        None => return Err("tgm has no body".to_owned()),
    };
    Ok(Exchange::Answered {
        status: status.ok_or("tgm has no status")?,
        body,
    })
}

/// Writes an exchange with a service as a record.
pub(super) fn write(
    out: &mut dyn Write,
    service: &str,
    language: &Language,
    case: &Case<'_>,
) -> io::Result<()> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let tgm = match case.exchange {
        Exchange::Answered { status, body } => json!({"status": status, "body": body}),
        Exchange::Failed(failure) => json!({"error": failure}),
        Exchange::Query(query) => {
            json!({"status": 200, "body": json!([{"query": query}]).to_string()})
        }
    };
    let mut record = json!({
        "id": case.pair.id,
        "source": case.pair.source,
        "question": case.pair.question,
        "gold_sparql": case.pair.sparql,
        "service": service,
        "language": language,
        "unix_seconds": now.as_secs(),
        "millis": case.millis,
        "tgm": tgm,
    });
    for (module, answer) in case
        .modules
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        record[module] = answer.clone();
    }
    writeln!(out, "{record}")
}
