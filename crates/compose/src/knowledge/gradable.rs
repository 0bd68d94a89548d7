//! Adjectives that order things, and the quantities they order by.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A gradable adjective.
#[derive(Debug, PartialEq)]
pub(crate) struct Gradable {
    /// Whether more of the quantity is more of the adjective.
    pub(crate) rising: bool,
    /// What it orders by, the most usual first.
    pub(crate) quantities: Vec<&'static str>,
}

/// The form of an adjective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Degree {
    Positive,
    Comparative,
    Superlative,
}

static TABLE: LazyLock<FxHashMap<&'static str, (Degree, usize)>> = LazyLock::new(|| {
    let mut forms = FxHashMap::default();
    for (at, (words, _)) in ADJECTIVES.iter().enumerate() {
        let degrees = [Degree::Positive, Degree::Comparative, Degree::Superlative];
        for (word, degree) in words.iter().zip(degrees) {
            if *word != "*" {
                forms.entry(*word).or_insert((degree, at));
            }
        }
    }
    forms
});

static ADJECTIVES: LazyLock<Vec<([&'static str; 3], Gradable)>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let (words, quantities) = line.split_once(['+', '-'])?;
        let rising = line.as_bytes().get(words.len()) == Some(&b'+');
        let mut words = words.split_whitespace();
        let words = [words.next()?, words.next()?, words.next()?];
        let quantities = quantities.split(',').map(str::trim).collect();
        Some((words, Gradable { rising, quantities }))
    };
    super::lines(include_str!("../../data/gradable.txt"))
        .filter_map(read)
        .collect()
});

/// The adjective that a word in lower case is a form of.
pub(crate) fn gradable(word: &str) -> Option<(Degree, &'static Gradable)> {
    let (degree, at) = TABLE.get(word)?;
    Some((*degree, &ADJECTIVES[*at].1))
}

/// Positive, comparative and superlative of an adjective; `*` where they are made with *more* and *most*.
pub(crate) fn forms(positive: &str) -> Option<&'static [&'static str; 3]> {
    let (_, at) = TABLE
        .get(positive)
        .filter(|(degree, _)| *degree == Degree::Positive)?;
    Some(&ADJECTIVES[*at].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_known() {
        let (degree, heavy) = gradable("heaviest").unwrap();
        assert_eq!((degree, heavy.rising), (Degree::Superlative, true));
        assert_eq!(heavy.quantities[0], "weight");
        assert!(!gradable("cheaper").unwrap().1.rising);
        assert!(gradable("expensive").is_some() && gradable("table").is_none());
    }
}
