//! Stems: what is left of a word when its endings are gone.

use std::borrow::Cow;

use snowball_stemmers_rs::{Algorithm, Stemmer};

use crate::Lang;

/// The stem of a word, in lower case, by the Snowball algorithm of its language.
///
/// Words that differ in their endings only get the same stem, which need not be a word itself.
///
/// ```
/// use lydite_language::{Lang, stem};
///
/// assert_eq!(stem("Cities", Lang::En), stem("city", Lang::En));
/// assert_eq!(stem("Häuser", Lang::De), stem("Haus", Lang::De));
/// assert_eq!(stem("películas", Lang::Es), stem("película", Lang::Es));
/// assert_eq!(stem("کتاب‌ها", Lang::Fa), stem("كتاب", Lang::Fa));
/// ```
pub fn stem(word: &str, lang: Lang) -> String {
    let lower = word.to_lowercase();
    let (algorithm, plain): (_, Cow<'_, str>) = match lang {
        Lang::En => (Algorithm::English, lower.replace('’', "'").into()),
        Lang::De => (Algorithm::German, lower.into()),
        Lang::Es => (Algorithm::Spanish, lower.into()),
        Lang::It => (Algorithm::Italian, lower.into()),
        Lang::Fr => (Algorithm::French, lower.into()),
        Lang::Nl => (Algorithm::Dutch, lower.into()),
        // The algorithm knows the letters with a comma below; many texts have a cedilla instead.
        Lang::Ro => (
            Algorithm::Romanian,
            lower.replace('ş', "ș").replace('ţ', "ț").into(),
        ),
        Lang::Fa => (Algorithm::Persian, persian(&lower).into()),
    };
    let stemmed = Stemmer::create(algorithm).stem(&plain).into_owned();
    // A stem that vanished would equal every other such stem.
    if stemmed.is_empty() {
        plain.into_owned()
    } else {
        stemmed
    }
}

/// Persian in one spelling: Arabic letters that look alike are replaced, vowel signs dropped.
pub(crate) fn persian(word: &str) -> String {
    word.chars()
        .filter_map(|ch| match ch {
            'ي' | 'ى' => Some('ی'),
            'ك' => Some('ک'),
            'أ' | 'إ' => Some('ا'),
            'ؤ' => Some('و'),
            'ة' | 'ۀ' => Some('ه'),
            '\u{64b}'..='\u{65f}' | '\u{640}' | '\u{670}' => None,
            '\u{200d}' | '\u{200e}' | '\u{200f}' => None,
            other => Some(other),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_do_not_matter() {
        for (lang, words) in [
            (Lang::En, ["films", "film", "FILM"].as_slice()),
            (Lang::De, &["Städte", "städten"]),
            (Lang::Es, &["películas", "película"]),
            (Lang::It, &["città", "CITTÀ"]),
            (Lang::It, &["attori", "attore"]),
            (Lang::Fr, &["acteurs", "acteur"]),
            (Lang::Nl, &["boeken", "boek"]),
            (Lang::Ro, &["orașe", "oraşe"]),
            (Lang::Fa, &["کشورها", "کشور", "کشورهای"]),
        ] {
            let stems: Vec<_> = words.iter().map(|word| stem(word, lang)).collect();
            assert!(
                stems.iter().all(|stem| *stem == stems[0]),
                "{words:?} {stems:?}"
            );
        }
    }
}
