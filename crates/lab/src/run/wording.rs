//! How a question is put: in which language, as a text or as keywords.

use std::borrow::Cow;

use lydite_model::{Language, Question};

/// How a question is put.
pub(super) struct Wording<'q> {
    pub(super) text: Cow<'q, str>,
    pub(super) language: &'q Language,
}

/// How a question is put in a language, or in its own; nothing if it has no words for it.
pub(super) fn wording<'q>(
    question: &'q Question,
    wanted: Option<&Language>,
    keywords: bool,
) -> Option<Wording<'q>> {
    let english = Language::new("en");
    let given = |text: &&lydite_model::Text| {
        text.string
            .as_deref()
            .is_some_and(|text| !text.trim().is_empty())
    };
    let texts = || question.texts.iter().filter(given);
    let of = |language: &Language| texts().find(|text| text.language.matches(language));
    if let (Some(own), Some(wanted)) = (&question.language, wanted)
        && !own.matches(wanted)
    {
        return None;
    }
    let text = match question.language.as_ref().or(wanted) {
        // An entry about a language may have its one text under another tag.
        Some(language) if question.language.is_some() => of(language).or_else(|| texts().next()),
        Some(language) => of(language),
        None => of(&english).or_else(|| texts().next()),
    }?;
    let language = question.language.as_ref().unwrap_or(&text.language);
    let words = (keywords && !text.keywords.is_empty()).then(|| text.keywords.join(", "));
    let text = match words {
        Some(words) => Cow::Owned(words),
        None => Cow::Borrowed(text.string.as_deref()?),
    };
    Some(Wording { text, language })
}

#[cfg(test)]
mod tests {
    use lydite_model::Text;

    use super::*;

    #[test]
    fn a_question_is_put_in_the_language_that_is_wanted_or_in_its_own() {
        let mut keywords = Text::new("en", "Who wrote Faust?");
        keywords.keywords = vec!["author".to_owned(), "Faust".to_owned()];
        let multilingual = Question {
            texts: vec![Text::new("de", "Wer schrieb Faust?"), keywords],
            ..Question::new("1")
        };
        let entry = Question {
            language: Some("de".into()),
            texts: vec![Text::new("de", "Wer schrieb Faust?")],
            ..Question::new("2")
        };
        let silent = Question {
            texts: vec![Text::new("en", " "), Text::announced("de")],
            ..Question::new("3")
        };
        let cases = [
            (&multilingual, None, false, Some("Who wrote Faust?")),
            (&multilingual, Some("de"), false, Some("Wer schrieb Faust?")),
            (&multilingual, Some("en"), true, Some("author, Faust")),
            (&multilingual, Some("de"), true, Some("Wer schrieb Faust?")),
            (&multilingual, Some("fr"), false, None),
            (&entry, None, false, Some("Wer schrieb Faust?")),
            (&entry, Some("de"), false, Some("Wer schrieb Faust?")),
            (&entry, Some("en"), false, None),
            (&silent, None, false, None),
        ];
        for (question, wanted, keywords, expected) in cases {
            let wanted = wanted.map(Language::new);
            let put = wording(question, wanted.as_ref(), keywords);
            assert_eq!(
                put.as_ref().map(|put| &*put.text),
                expected,
                "{}",
                question.id
            );
        }
    }
}
