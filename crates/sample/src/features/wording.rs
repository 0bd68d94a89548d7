//! What the words of a question say by themselves.

use lydite_language::{Asked, QuestionForm, QuestionWord, Target};

use super::{At, Features, Value};

/// The question words of Frankenstein's features.
const QUESTION_WORDS: [(QuestionWord, At); 7] = [
    (QuestionWord::What, At::whWhat),
    (QuestionWord::Which, At::whWhich),
    (QuestionWord::When, At::whWhen),
    (QuestionWord::Where, At::whWhere),
    (QuestionWord::Who, At::whWho),
    (QuestionWord::How, At::whHow),
    (QuestionWord::Why, At::whWhy),
];

/// First words of questions for yes or no.
const AUXILIARIES: [&str; 10] = [
    "is", "was", "were", "do", "does", "did", "are", "has", "have", "can",
];

/// Words as QaldGen counts them: runs of anything but blanks.
pub(super) fn count_words(text: &str) -> i64 {
    text.split_whitespace().count() as i64
}

/// What holds in any language.
pub(super) fn measure(text: &str, features: &mut Features) {
    features.put(At::text, Value::Text(text.to_owned()));
    features.put(At::length, Value::Integer(count_words(text)));
    let last = text.split_whitespace().next_back();
    let alone = i64::from(matches!(last, Some("?" | "؟")));
    features.put(At::words, Value::Integer(count_words(text) - alone));
}

/// How a question asks, by the word lists of its language.
pub(super) fn measure_asking(asked: &Asked, features: &mut Features) {
    let command = asked.form == QuestionForm::Command;
    features.put(At::isCommand, Value::Boolean(command));
    put_asking(
        features,
        asked.form.question_word(),
        asked.form == QuestionForm::YesNo,
        asked.asks_for == Target::Quantity,
    );
}

/// How a question asks in one word.
pub(super) fn question_type(form: QuestionForm) -> &'static str {
    match form {
        QuestionForm::Asks(word) => word.as_str(),
        QuestionForm::Command => "command",
        QuestionForm::YesNo => "yes-no",
        QuestionForm::Other => "other",
    }
}

/// How a question asks, as Frankenstein has it: by English words, whatever the language.
pub(super) fn measure_as_published(text: &str, features: &mut Features) {
    let lower = text.trim_start().to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).next();
    put_asking(
        features,
        first_question_word(text),
        first.is_some_and(|first| AUXILIARIES.contains(&first)),
        lower.starts_with("how many") || lower.starts_with("count"),
    );
}

fn put_asking(features: &mut Features, word: Option<QuestionWord>, boolean: bool, number: bool) {
    for (known, at) in QUESTION_WORDS {
        features.put(at, Value::Boolean(word == Some(known)));
    }
    features.put(At::asksBoolean, Value::Boolean(boolean));
    features.put(At::asksNumber, Value::Boolean(number));
    features.put(At::asksResource, Value::Boolean(!boolean && !number));
}

/// The first question word; *whom* and *whose* are forms of *who*.
fn first_question_word(text: &str) -> Option<QuestionWord> {
    text.split(|c: char| !c.is_alphanumeric()).find_map(|word| {
        let word = word.to_lowercase();
        let word = match word.as_str() {
            "whom" | "whose" => "who",
            other => other,
        };
        let mut known = QuestionWord::ALL.into_iter();
        known.find(|known| known.as_str() == word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, at: At) -> bool {
        let mut features = Features::default();
        measure_as_published(text, &mut features);
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
