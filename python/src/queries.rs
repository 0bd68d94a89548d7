//! Queries by themselves.

use lydite_lab::GivenQuery;
use lydite_sparql::{Canonical, Dialect, Parsed, diff};
use pyo3::prelude::*;

use crate::errors::Trouble;
use crate::evaluating::document;

fn given(text: &str) -> GivenQuery {
    GivenQuery {
        source: None,
        question: None,
        language: None,
        place: None,
        text: text.to_owned(),
    }
}

fn parsed(text: &str, strict: bool) -> Result<Parsed, Trouble> {
    let dialect = if strict {
        Dialect::strict()
    } else {
        Dialect::field()
    };
    lydite_sparql::parse(text, &dialect).map_err(|error| Trouble::query(text, error))
}

/// What a query consists of, as the document of `lydite query show`.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, text: &str, strict: bool) -> PyResult<String> {
    py.detach(|| {
        let query = parsed(text, strict)?;
        document(&lydite::documents::anatomy(&given(text), &query))
    })
    .map_err(|trouble| trouble.raise(py))
}

/// A query laid out for reading.
#[pyfunction]
pub(crate) fn readable(py: Python<'_>, text: &str) -> PyResult<String> {
    py.detach(|| Ok(parsed(text, false)?.to_readable()))
        .map_err(|trouble: Trouble| trouble.raise(py))
}

/// The form that equivalent queries share.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, text: &str) -> PyResult<String> {
    py.detach(|| Ok(Canonical::of(&parsed(text, false)?).as_str().to_owned()))
        .map_err(|trouble: Trouble| trouble.raise(py))
}

/// In what two queries differ, as the document of `lydite query diff`.
#[pyfunction]
pub(crate) fn difference(py: Python<'_>, expected: &str, found: &str) -> PyResult<String> {
    py.detach(|| {
        let (first, second) = (parsed(expected, false)?, parsed(found, false)?);
        let differences = diff(&first, &second);
        document(&lydite::documents::difference(
            (&given(expected), &first),
            (&given(found), &second),
            &differences,
        ))
    })
    .map_err(|trouble| trouble.raise(py))
}
