//! Which nouns a word asks for: *boss* a manager, *cost* a price, *live* an address or a population.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

static TABLE: LazyLock<FxHashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    super::lines(include_str!("../../data/relations.txt"))
        .filter_map(|line| line.split_once(':'))
        .map(|(word, nouns)| (word.trim(), nouns.split(',').map(str::trim).collect()))
        .collect()
});

/// The nouns that a word or phrase, in dictionary form, asks for; the most usual first.
pub(crate) fn asked_by(phrase: &str) -> &'static [&'static str] {
    TABLE.get(phrase).map_or(&[], Vec::as_slice)
}

/// All single words of the table.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    TABLE.keys().copied().filter(|word| !word.contains(' '))
}
