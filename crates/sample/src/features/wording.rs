//! What the words of a question say by themselves.

use super::{At, Features, Value};

/// The question words of Frankenstein's features.
const QUESTION_WORDS: [(&str, At); 7] = [
    ("what", At::whWhat),
    ("which", At::whWhich),
    ("when", At::whWhen),
    ("where", At::whWhere),
    ("who", At::whWho),
    ("how", At::whHow),
    ("why", At::whWhy),
];

/// First words of questions for yes or no.
const AUXILIARIES: [&str; 10] = [
    "is", "was", "were", "do", "does", "did", "are", "has", "have", "can",
];

/// Words as QaldGen counts them: runs of anything but blanks.
pub(super) fn count_words(text: &str) -> i64 {
    text.split_whitespace().count() as i64
}

pub(super) fn measure(text: &str, features: &mut Features) {
    features.put(At::text, Value::Text(text.to_owned()));
    features.put(At::length, Value::Integer(count_words(text)));
    let alone = i64::from(text.split_whitespace().next_back() == Some("?"));
    features.put(At::words, Value::Integer(count_words(text) - alone));

    let asked = question_word(text);
    for (word, at) in QUESTION_WORDS {
        features.put(at, Value::Boolean(asked == Some(word)));
    }
    let lower = text.trim_start().to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).next();
    let boolean = first.is_some_and(|first| AUXILIARIES.contains(&first));
    let number = lower.starts_with("how many") || lower.starts_with("count");
    features.put(At::asksBoolean, Value::Boolean(boolean));
    features.put(At::asksNumber, Value::Boolean(number));
    features.put(At::asksResource, Value::Boolean(!boolean && !number));
}

/// The first question word; *whom* and *whose* are forms of *who*.
fn question_word(text: &str) -> Option<&'static str> {
    text.split(|c: char| !c.is_alphanumeric()).find_map(|word| {
        let word = word.to_lowercase();
        let word = match word.as_str() {
            "whom" | "whose" => "who",
            other => other,
        };
        let known = QUESTION_WORDS.iter().find(|(known, _)| *known == word);
        known.map(|(known, _)| *known)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, at: At) -> bool {
        let mut features = Features::default();
        measure(text, &mut features);
        features.value(at) == Some(&Value::Boolean(true))
    }

    #[test]
    fn questions_ask_as_frankenstein_has_it() {
        assert!(holds("In which city is it?", At::whWhich));
        assert!(holds("To whom does it belong?", At::whWho));
        assert!(holds("Was it there?", At::asksBoolean));
        assert!(holds("How many are there?", At::asksNumber));
        assert!(holds("In how many places is it?", At::asksResource));
        assert!(holds("Give me all of them.", At::asksResource));
        assert!(!holds("Give me all of them.", At::whWhat));
    }

    #[test]
    fn a_question_mark_alone_is_no_word() {
        let mut features = Features::default();
        measure(
            "Which comic characters are painted by Bill Finger ?",
            &mut features,
        );
        assert_eq!(features.value(At::words), Some(&Value::Integer(8)));
        assert_eq!(features.value(At::length), Some(&Value::Integer(9)));
    }
}
