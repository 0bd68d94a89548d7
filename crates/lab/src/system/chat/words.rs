//! The words of a text that say something, brought to one form.

use lydite_language::{Lang, is_stop_word, stem, tokens};
use lydite_model::Language;

/// The language in which words are read; those that we do not know are read as English.
pub(super) fn lang_of(language: &Language) -> Lang {
    Lang::of(language).unwrap_or(Lang::En)
}

/// The stems of the words that say something.
pub(super) fn stems(text: &str, lang: Lang) -> Vec<String> {
    let words = tokens(text, lang).into_iter().map(|token| token.form);
    words
        .filter(|word| word.chars().any(char::is_alphanumeric) && !is_stop_word(word, lang))
        .map(|word| stem(&word.to_lowercase(), lang))
        .collect()
}

/// The words of a name such as `populationTotal` or `birth_place`.
pub(super) fn of_name(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for character in name.chars() {
        if character.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.push(if matches!(character, '_' | '-' | '/' | '#') {
            ' '
        } else {
            character
        });
        before = character;
    }
    words
}
