//! Repairs words that nobody knows but that are one slip away from a word that the graph or the tables have.

use crate::knowledge::gradable::gradable;
use crate::knowledge::{countries, numbers, relations, synonyms, units};
use crate::lexicon::Lexicon;
use crate::question::{Word, Words};

/// Words of operations that are worth repairing.
const OPERATIONS: &[&str] = &[
    "average",
    "total",
    "number",
    "percentage",
    "highest",
    "lowest",
    "cheapest",
    "expensive",
    "maximum",
    "minimum",
    "which",
    "department",
    "people",
    "sorted",
    "ordered",
    "descending",
    "ascending",
    "alphabetical",
    "alphabetically",
    "together",
    "between",
    "without",
    "difference",
];

/// Shorter words have too many neighbours.
const SHORTEST: usize = 5;

/// Repairs misspelt words.
pub(crate) fn correct(words: &mut Words, lexicon: &Lexicon) {
    for at in 0..words.words.len() {
        let word = &words.words[at];
        let plain = word.lower.chars().all(char::is_alphabetic);
        if !plain || word.lower.chars().count() < SHORTEST || is_known(word, lexicon) {
            continue;
        }
        let name = word.capital && at > 0;
        let Some(meant) = meant(word, lexicon, name) else {
            continue;
        };
        let word = &mut words.words[at];
        let plural = word.root != word.lower && word.lower.ends_with('s');
        word.lower = if plural && !meant.ends_with('s') {
            format!("{meant}s")
        } else {
            meant.clone()
        };
        word.stem = lydite_language::stem(&word.lower, lydite_language::Lang::En);
        word.name = crate::fold::fold_name(&meant);
        word.lemma.clone_from(&meant);
        word.root = meant;
    }
}

fn is_known(word: &Word, lexicon: &Lexicon) -> bool {
    let forms = [&word.lower, &word.root, &word.lemma];
    word.is_empty_word()
        || word.is_light()
        || word.number.is_some()
        || numbers::month(&word.lower).is_some()
        || !countries::names(&word.lower).is_empty()
        || lexicon.names.knows(&word.name)
        || OPERATIONS.contains(&word.lower.as_str())
        || forms.iter().any(|form| {
            lexicon.vocabulary.knows(form)
                || synonyms::related(form).next().is_some()
                || !relations::asked_by(form).is_empty()
                || gradable(form).is_some()
                || units::unit(form).is_some()
                || numbers::ordinal(form).is_some()
        })
        || !lydite_language::is_stop_word(&word.lower, lydite_language::Lang::En)
            && word.lower != word.stem
            && lexicon.vocabulary.knows(&word.stem)
        || lydite_language::is_stop_word(&word.lower, lydite_language::Lang::En)
}

/// The word that is meant, if there is one near enough.
fn meant(word: &Word, lexicon: &Lexicon, name: bool) -> Option<String> {
    let among_names = || nearest(&[&word.name], &mut lexicon.names.words());
    if name {
        return among_names();
    }
    let mut all: Vec<&str> = lexicon.vocabulary.roots().collect();
    for word in relations::words().chain(OPERATIONS.iter().copied()) {
        all.push(word);
    }
    nearest(&[&word.root, &word.lower], &mut all.into_iter()).or_else(among_names)
}

/// The candidate nearest to one of some forms of a word.
fn nearest(forms: &[&str], candidates: &mut dyn Iterator<Item = &str>) -> Option<String> {
    let near = candidates.filter_map(|candidate| {
        let distances = forms
            .iter()
            .filter_map(|form| distance(form, candidate, 1 + usize::from(form.len() >= 9)));
        Some((distances.min()?, candidate))
    });
    near.min().map(|(_, candidate)| candidate.to_owned())
}

/// How many letters were left out, added, changed or swapped with their neighbour, if at most `most`.
fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let a: Vec<char> = one.chars().collect();
    let b: Vec<char> = other.chars().collect();
    if a.len().abs_diff(b.len()) > most || b.len() < SHORTEST || a.first() != b.first() {
        return None;
    }
    let mut rows: [Vec<usize>; 3] = [Vec::new(), (0..=b.len()).collect(), Vec::new()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (rows[1][j] + usize::from(x != y))
                .min(rows[1][j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(rows[0][j - 1] + 1);
            }
            row.push(cost);
        }
        if row.iter().min().is_none_or(|least| *least > most) {
            return None;
        }
        rows[0] = std::mem::replace(&mut rows[1], row);
    }
    rows[1].last().copied().filter(|cost| *cost <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near() {
        assert_eq!(distance("suplier", "supplier", 1), Some(1));
        assert_eq!(distance("avarage", "average", 1), Some(1));
        assert_eq!(distance("deparmtent", "department", 1), Some(1));
        assert_eq!(distance("manager", "managing", 1), None);
    }
}
