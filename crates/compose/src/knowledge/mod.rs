//! General knowledge about words, the same for every graph.

pub(crate) mod countries;
pub(crate) mod gradable;
pub(crate) mod numbers;
pub(crate) mod relations;
pub(crate) mod synonyms;
pub(crate) mod units;

/// The lines of a table that are not comments.
pub(crate) fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
