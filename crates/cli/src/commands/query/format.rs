//! `lydite query format`: queries repaired and laid out for reading.

use std::io::Write;

use lydite_lab::{GivenQueries, GivenQuery};
use lydite_model::QueryForm;
use lydite_sparql::Canonical;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::args::QueryFormat;
use crate::failure::{Failure, Verdict};
use crate::output::Shown;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &QueryFormat) -> Result<Verdict, Failure> {
    let queries = GivenQueries::open(&session.lab, &options.which.query)?
        .with_id(options.which.id.as_deref())?;
    let mut failure: Option<Failure> = None;
    let mut document = Formatted {
        queries: Vec::new(),
    };
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
        let text = if options.canonical {
            format!("{}\n", Canonical::of(&parsed).as_str())
        } else {
            parsed.to_readable()
        };
        document.queries.push(One {
            form: parsed.form,
            repairs: parsed.repairs.len(),
            text,
            given,
        });
    }
    session.print(Shown::new(&document).page(|page| {
        for one in &document.queries {
            if several {
                writeln!(page, "# {}", one.given.name())?;
            }
            // A query is for copying, so its lines stay as they are.
            write!(page, "{}", one.text)?;
            if several {
                writeln!(page)?;
            }
        }
        Ok(())
    }))?;
    failure.map_or(Ok(Verdict::Done), Err)
}

/// Queries that are laid out.
#[derive(Serialize)]
struct Formatted {
    queries: Vec<One>,
}

#[derive(Serialize)]
struct One {
    #[serde(serialize_with = "origin", flatten)]
    given: GivenQuery,
    form: QueryForm,
    repairs: usize,
    text: String,
}

/// Where a query comes from.
fn origin<S: Serializer>(given: &GivenQuery, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("source", &given.source)?;
    map.serialize_entry("question", &given.question)?;
    map.serialize_entry("language", &given.language)?;
    map.end()
}
