//! Texts in the form in which they are compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text in small letters without accents and punctuation, words one space apart.
pub(in crate::embedded) fn normalise(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    let mut gap = false;
    let mut push = |letter: char| {
        if letter.is_alphanumeric() {
            if gap && !normal.is_empty() {
                normal.push(' ');
            }
            gap = false;
            normal.extend(letter.to_lowercase());
        } else {
            gap = true;
        }
    };
    if text.is_ascii() {
        text.chars().for_each(&mut push);
    } else {
        // Marks go without leaving a gap.
        text.nfkd()
            .filter(|letter| !is_combining_mark(*letter))
            .for_each(&mut push);
    }
    normal
}

/// The words of a text by which it is found: normal, without common endings of English.
pub(in crate::embedded) fn words(text: &str) -> impl Iterator<Item = String> {
    let normal = normalise(text);
    let words: Vec<String> = normal.split(' ').map(stem).collect();
    words.into_iter().filter(|word| !word.is_empty())
}

/// Cuts plural and past: a search for *played* is to find *plays*.
fn stem(word: &str) -> String {
    let cut = |ending: &str, least: usize| {
        let rest = word.strip_suffix(ending)?;
        (rest.len() >= least && rest.is_ascii()).then_some(rest)
    };
    let stem = cut("ies", 3)
        .map(|rest| format!("{rest}y"))
        .or_else(|| cut("ing", 4).map(str::to_owned))
        .or_else(|| cut("ed", 4).map(str::to_owned))
        .or_else(|| {
            let keeps = word.ends_with("ss") || word.ends_with("us") || word.ends_with("is");
            let rest = if keeps { None } else { cut("s", 3) };
            rest.map(str::to_owned)
        });
    let stem = stem.unwrap_or_else(|| word.to_owned());
    match stem.strip_suffix('e') {
        Some(rest) if rest.len() >= 4 && rest.is_ascii() => rest.to_owned(),
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_punctuation_do_not_matter() {
        for (text, normal) in [
            ("Barack_Obama", "barack obama"),
            ("  Çatalhöyük (site)", "catalhoyuk site"),
            ("AC/DC", "ac dc"),
            ("東京", "東京"),
            ("...", ""),
        ] {
            assert_eq!(normalise(text), normal);
        }
    }

    #[test]
    fn forms_of_a_word_are_one() {
        for (one, other) in [
            ("played", "plays"),
            ("cities", "city"),
            ("destroyed", "destroying"),
            ("vampire", "vampires"),
        ] {
            assert!(words(one).eq(words(other)), "{one} {other}");
        }
    }
}
