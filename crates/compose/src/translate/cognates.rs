//! Words that are nearly the same in another language: *Rheostate*, *reóstatos*, *Memristoren*.

use lydite_language::Lang;

use crate::fold::fold;
use crate::lexicon::Lexicon;

/// Endings that words of a language add, and what English has instead.
fn endings(lang: Lang) -> &'static [(&'static str, &'static str)] {
    match lang {
        Lang::De | Lang::Nl => &[
            ("en", ""),
            ("e", ""),
            ("n", ""),
            ("s", ""),
            ("er", ""),
            ("es", ""),
            ("ik", "ic"),
            ("iken", "ic"),
            ("isch", "ic"),
            ("tät", "ty"),
            ("teit", "ty"),
            ("ie", "y"),
            ("ion", "ion"),
            ("ionen", "ion"),
            ("ien", "y"),
            ("ismus", "ism"),
            ("ung", ""),
        ],
        Lang::Es => &[
            ("os", ""),
            ("as", ""),
            ("es", ""),
            ("o", ""),
            ("a", ""),
            ("s", ""),
            ("e", ""),
            ("os", "e"),
            ("as", "e"),
            ("o", "e"),
            ("a", "e"),
            ("ción", "tion"),
            ("ciones", "tion"),
            ("sión", "sion"),
            ("siones", "sion"),
            ("dad", "ty"),
            ("dades", "ty"),
            ("ía", "y"),
            ("ías", "y"),
            ("ico", "ic"),
            ("ica", "ic"),
            ("ismo", "ism"),
            ("ista", "ist"),
            ("or", "or"),
            ("ores", "or"),
            ("oso", "ous"),
        ],
        Lang::It => &[
            ("o", ""),
            ("a", ""),
            ("i", ""),
            ("e", ""),
            ("o", "e"),
            ("zione", "tion"),
            ("zioni", "tion"),
            ("tà", "ty"),
            ("ico", "ic"),
            ("ica", "ic"),
            ("ia", "y"),
            ("ore", "or"),
            ("ori", "or"),
            ("ista", "ist"),
            ("ismo", "ism"),
        ],
        Lang::Fr => &[
            ("s", ""),
            ("e", ""),
            ("es", ""),
            ("ique", "ic"),
            ("iques", "ic"),
            ("té", "ty"),
            ("tés", "ty"),
            ("ie", "y"),
            ("ies", "y"),
            ("eur", "or"),
            ("eurs", "or"),
            ("eur", "er"),
            ("eurs", "er"),
            ("iste", "ist"),
            ("isme", "ism"),
            ("eux", "ous"),
        ],
        Lang::Ro => &[
            ("ul", ""),
            ("ului", ""),
            ("ilor", ""),
            ("i", ""),
            ("e", ""),
            ("a", ""),
            ("ele", ""),
            ("ilor", "or"),
            ("orul", "or"),
            ("ori", "or"),
            ("ție", "tion"),
            ("ția", "tion"),
            ("ții", "tion"),
            ("tate", "ty"),
            ("ic", "ic"),
            ("uri", ""),
            ("urile", ""),
            ("ă", ""),
        ],
        Lang::Fa | Lang::En => &[],
    }
}

/// The English forms that a word of another language may stand for, the word itself among them.
pub(super) fn forms(word: &str, lang: Lang) -> Vec<String> {
    let lower = word.to_lowercase();
    let mut forms = vec![lower.clone()];
    for (ending, english) in endings(lang) {
        if let Some(stem) = lower.strip_suffix(ending)
            && stem.chars().count() >= 3
        {
            forms.push(format!("{stem}{english}"));
        }
    }
    forms.iter_mut().for_each(|form| *form = fold(form));
    forms
}

/// The word of the graph's vocabulary or of its names that a word is nearly the same as.
pub(super) fn cognate(word: &str, lang: Lang, lexicon: &Lexicon) -> Option<String> {
    if word.chars().count() < 5 || word.chars().any(char::is_numeric) {
        return None;
    }
    let forms = forms(word, lang);
    if let Some(form) = forms
        .iter()
        .find(|form| lexicon.vocabulary.knows(form) || !lexicon.names.named(form).is_empty())
    {
        return Some(form.clone());
    }
    let mut best: Option<(usize, &str)> = None;
    for known in lexicon
        .vocabulary
        .roots()
        .chain(lexicon.names.single_words())
    {
        for form in &forms {
            let longest = form.chars().count().max(known.chars().count());
            let most = longest / 5;
            if longest < 6 || !alike(form, known) {
                continue;
            }
            let apart = distance(form, known, most);
            if let Some(apart) = apart
                && best.is_none_or(|(least, _)| apart < least)
            {
                best = Some((apart, known));
            }
        }
    }
    best.map(|(_, known)| known.to_owned())
}

/// Whether two words may be near each other at all.
fn alike(one: &str, other: &str) -> bool {
    one.as_bytes().first() == other.as_bytes().first() && one.len().abs_diff(other.len()) <= 2
}

/// How many letters differ, if not more than these.
fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (place, facing) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != facing);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(row[place] + 1).min(diagonal + 1);
        }
        if row.iter().min().is_some_and(|least| *least > most) {
            return None;
        }
    }
    row.last().copied().filter(|apart| *apart <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_exchanged() {
        assert!(forms("Memristoren", Lang::De).contains(&"memristor".to_owned()));
        assert!(forms("conexiones", Lang::Es).contains(&"conexion".to_owned()));
        assert_eq!(distance("reostat", "rheostat", 1), Some(1));
        assert_eq!(distance("sensor", "motor", 1), None);
    }
}
