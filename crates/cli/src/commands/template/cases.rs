//! Stored exchanges: a JSON object a line.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use lydite_template::{Exchange, FailureReason, TgmFailure};
use serde_json::Value;

use super::run::Item;
use crate::failure::Failure;
use crate::session::Session;

/// A line longer than this is no record.
const LONGEST: u64 = 64 << 20;

/// How many bad lines are named one by one.
const NAMED: usize = 5;

/// Calls `take` on every record of a file, one after the other: memory does not grow with it.
pub(super) fn each(
    session: &Session,
    path: &Path,
    take: &mut dyn FnMut(Item) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = path.display();
    let unreadable = |error: std::io::Error| Failure::input(format!("{name}: {error}"));
    let mut input: Box<dyn BufRead> = match path.as_os_str() == "-" {
        true => Box::new(BufReader::new(std::io::stdin())),
        false => Box::new(BufReader::with_capacity(
            256 << 10,
            File::open(path).map_err(unreadable)?,
        )),
    };
    let mut line = Vec::new();
    let (mut number, mut good, mut bad) = (0_usize, 0_usize, 0_usize);
    loop {
        line.clear();
        let length = input
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut line)
            .map_err(unreadable)?;
        if length == 0 {
            break;
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match record(&line, number) {
            Ok(item) => {
                good += 1;
                take(item)?;
            }
            Err(message) => {
                bad += 1;
                if bad <= NAMED {
                    session.say(&format!("warning: {name}:{number}: {message}; left out"));
                }
            }
        }
    }
    if bad > NAMED {
        session.say(&format!(
            "warning: {name}: {bad} lines were left out in all"
        ));
    }
    if good == 0 {
        return Err(
            Failure::input(format!("{name}: there is no record in it")).hint(
                "each line is an object with question, gold_sparql and tgm: {status, body}; see \
             docs/templates.md",
            ),
        );
    }
    Ok(())
}

/// The answers of a recording, by question.
pub(super) fn by_question(
    session: &Session,
    path: &Path,
) -> Result<HashMap<String, Exchange>, Failure> {
    let mut recorded = HashMap::new();
    each(session, path, &mut |item| {
        recorded.insert(item.question, item.exchange);
        Ok(())
    })?;
    Ok(recorded)
}

fn record(line: &[u8], number: usize) -> Result<Item, String> {
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
    let gold = gold.ok_or("there is no gold_sparql")?;
    let query = text("query");
    let exchange = match (record.get("tgm"), query) {
        (Some(tgm), _) => exchange(tgm)?,
        (None, Some(query)) => Exchange::Query(query),
        (None, None) => return Err("there is neither tgm nor query".to_owned()),
    };
    let modules = ["dm", "qgm", "agm", "gold_answers"]
        .iter()
        .any(|key| record.contains_key(*key));
    Ok(Item {
        id,
        source,
        question,
        gold,
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
