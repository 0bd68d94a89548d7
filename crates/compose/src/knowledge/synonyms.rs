//! Words of similar meaning, compiled from WordNet (see `data/README.md`).

use std::io::Read;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

static TABLE: LazyLock<FxHashMap<Box<str>, Box<str>>> = LazyLock::new(|| {
    let mut text = String::new();
    let packed: &[u8] = include_bytes!("../../data/synonyms.txt.gz");
    // The file is part of the program; a test reads it.
    if flate2::read::GzDecoder::new(packed)
        .read_to_string(&mut text)
        .is_err()
    {
        text.clear();
    }
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(word, related)| (word.into(), related.into()))
        .collect()
});

/// The words related to a word in dictionary form, with their closeness.
pub(crate) fn related(word: &str) -> impl Iterator<Item = (&'static str, f32)> {
    let entries = TABLE.get(word).map_or("", |related| related);
    entries.split(' ').filter_map(|entry| {
        let (closeness, word) = entry.split_at_checked(1)?;
        let closeness = match closeness {
            "s" => 0.8,
            "t" => 0.7,
            "d" => 0.75,
            "h" => 0.57,
            _ => return None,
        };
        Some((word, closeness))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_there() {
        assert!(related("car").any(|(word, _)| word == "automobile"));
        assert!(related("supply").any(|(word, _)| word == "supplier"));
    }
}
