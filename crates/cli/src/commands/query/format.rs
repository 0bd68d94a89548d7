//! `lydite query format`: queries repaired and laid out for reading.

use std::io::Write;

use lydite_sparql::Canonical;

use crate::args::{OutputFormat, QueryFormat};
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::session::Session;
use lydite_lab::GivenQueries;

pub(super) fn run(session: &Session, options: &QueryFormat) -> Result<Verdict, Failure> {
    let queries = GivenQueries::open(&session.lab, &options.which.query)?
        .with_id(options.which.id.as_deref())?;
    let mut out = session.out();
    let mut failure: Option<Failure> = None;
    let mut documents = Vec::new();
    let several = queries.len() > 1;
    for given in queries {
        let parsed = match given.parse() {
            Ok(parsed) => parsed,
            // The other queries are written all the same; all refusals are told.
            Err(error) => {
                if let Some(earlier) = failure.replace(error.into()) {
                    super::super::report(&earlier);
                }
                continue;
            }
        };
        let text = match options.canonical {
            true => format!("{}\n", Canonical::of(&parsed).as_str()),
            false => parsed.to_readable(),
        };
        match session.format() {
            OutputFormat::Json => documents.push(serde_json::json!({
                "source": given.source,
                "question": given.question,
                "language": given.language,
                "form": parsed.form,
                "repairs": parsed.repairs.len(),
                "text": text,
            })),
            _ if several => writeln!(out, "# {}\n{text}", given.name())?,
            _ => write!(out, "{text}")?,
        }
    }
    if session.format() == OutputFormat::Json {
        output::json(&mut out, &serde_json::json!({ "queries": documents }))?;
    }
    out.flush()?;
    failure.map_or(Ok(Verdict::Done), Err)
}
