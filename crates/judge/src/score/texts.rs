//! What the question texts in an answer file say: in which language the questions were put, and
//! whether they are those of the gold file.

use std::collections::BTreeSet;

use lydite_model::{Language, Question, Response, Text, letters};
use rustc_hash::FxHashMap;

/// The texts that are there, not only announced.
fn given(texts: &[Text]) -> impl Iterator<Item = (&Language, &str)> {
    texts.iter().filter_map(|text| {
        let string = text.string.as_deref()?.trim();
        (!string.is_empty()).then_some((&text.language, string))
    })
}

/// The languages of the texts that are there.
pub(super) fn languages(texts: &[Text]) -> BTreeSet<String> {
    given(texts)
        .map(|(language, _)| language.to_string())
        .collect()
}

/// Whether a response is to the question as it was put in this language.
///
/// The language of a submission follows from the texts that are left in it (QALD-6, section 5.1). A
/// text is in the language also if it is that of the gold question, whatever its tag: where a file
/// says nothing, readers take it for English.
pub(super) fn is_put_in(language: &Language, response: &Response, gold: &Question) -> bool {
    if let Some(stated) = &response.language {
        return stated.matches(language);
    }
    let mut texts = given(&response.texts).peekable();
    texts.peek().is_none()
        || texts.any(|(tag, text)| {
            tag.matches(language)
                || gold
                    .text(language)
                    .is_some_and(|own| letters(own) == letters(text))
        })
}

/// Two texts of one question in one language that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Different {
    pub gold: String,
    pub response: String,
}

/// Compares what both files say the question is, in the first language that both have; `None` if
/// they have none in common.
pub(super) fn compare(gold: &Question, response: &Response) -> Option<Result<(), Different>> {
    response.texts.iter().find_map(|text| {
        let theirs = text.string.as_deref()?;
        let ours = gold.text(&text.language)?;
        Some(if ours == theirs || letters(ours) == letters(theirs) {
            Ok(())
        } else {
            Err(Different {
                gold: ours.to_owned(),
                response: theirs.to_owned(),
            })
        })
    })
}

/// So many texts must differ before they are taken for those of another dataset.
const FEWEST: u64 = 10;

/// Tells changed question texts from those of another dataset: a text that was changed is still more
/// like its own original than like that of another question.
#[derive(Default)]
pub(super) struct Likeness {
    /// Questions whose text both files give, and those of them where it differs.
    pub compared: u64,
    pub different: u64,
    /// How alike texts are to their own originals, and to those of the question before.
    own: f64,
    other: f64,
    others: u64,
    before: Option<String>,
}

impl Likeness {
    pub(super) fn add(&mut self, texts: Result<(), Different>) {
        self.compared += 1;
        let Err(Different { gold, response }) = texts else {
            return;
        };
        self.different += 1;
        self.own += alike(&gold, &response);
        if let Some(before) = self.before.replace(gold) {
            self.other += alike(&before, &response);
            self.others += 1;
        }
    }

    /// Whether most texts are those of other questions.
    pub(super) fn is_other_dataset(&self) -> bool {
        // Small whole numbers are identifiers everywhere, so the texts have to decide; a few of them
        // may have something in common by chance.
        if self.different < FEWEST || self.different * 2 <= self.compared {
            return false;
        }
        let own = self.own / self.different as f64;
        let other = self.other / self.others as f64;
        // Between two editions of QALD both are 0.05; a free paraphrase is above 0.13.
        own < 1.5 * other + 0.05
    }
}

/// How alike two texts are: the share of their trigrams of letters that both have (Dice 1945).
fn alike(one: &str, other: &str) -> f64 {
    let trigrams = |text: &str| {
        let letters: Vec<char> = letters(text).chars().collect();
        let mut trigrams: FxHashMap<[char; 3], i64> = FxHashMap::default();
        for window in letters.windows(3) {
            *trigrams
                .entry([window[0], window[1], window[2]])
                .or_default() += 1;
        }
        (trigrams, letters.len().saturating_sub(2))
    };
    let ((one, ones), (other, others)) = (trigrams(one), trigrams(other));
    let both = one
        .iter()
        .map(|(trigram, count)| *other.get(trigram).unwrap_or(&0).min(count));
    let both: i64 = both.sum();
    2.0 * both as f64 / (ones + others).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGINALS: [&str; 10] = [
        "Who is the mayor of Berlin?",
        "Which rivers flow into a German lake?",
        "How many films did Park Chan-wook direct?",
        "Is Michelle Obama the wife of Barack Obama?",
        "When did Princess Diana die?",
        "What is the highest mountain in Australia?",
        "Give me all cosmonauts.",
        "Which countries have more than two official languages?",
        "Who wrote the novel Dune?",
        "Where do the Red Sox play?",
    ];

    fn is_other(texts: &[&str]) -> bool {
        let mut likeness = Likeness::default();
        for (gold, response) in ORIGINALS.iter().zip(texts) {
            likeness.add(Err(Different {
                gold: (*gold).to_owned(),
                response: (*response).to_owned(),
            }));
        }
        likeness.is_other_dataset()
    }

    #[test]
    fn changed_texts_differ_from_those_of_other_questions() {
        assert!(!is_other(&[
            "Give me the mayor of Berlin",
            "rivers that flow into German lakes",
            "the number of films that Park Chan-wook directed",
            "Is Barack Obama's wife Michelle Obama?",
            "Diana's date of death",
            "highest Australian mountain",
            "cosmonauts",
            "Countries whose official languages are three or more",
            "the author of Dune",
            "stadium of the Red Sox",
        ]));
        let mut shifted = ORIGINALS;
        shifted.rotate_left(3);
        assert!(is_other(&shifted));
        // A few questions say too little.
        assert!(!is_other(&shifted[..4]));
    }

    #[test]
    fn the_language_of_a_submission_follows_from_its_texts() {
        let mut gold = Question::new("1");
        gold.texts = vec![Text::new("en", "Who?"), Text::new("de", "Wer?")];
        let response = |texts: &[Text]| {
            let mut question = Question::new("1");
            question.texts = texts.to_vec();
            Response::from(question)
        };
        let english = Language::new("en");
        let german = Language::new("de");
        for (texts, in_english, in_german) in [
            (vec![], true, true),
            (vec![Text::announced("de")], true, true),
            (vec![Text::new("de", "Wer?")], false, true),
            (vec![Text::new("de", "Wer denn?")], false, true),
            (
                vec![Text::new("en", "Who?"), Text::new("de", "Wer?")],
                true,
                true,
            ),
            // A file that does not say its language was taken for English.
            (vec![Text::new("en", "wer")], true, true),
        ] {
            let response = response(&texts);
            assert_eq!(
                is_put_in(&english, &response, &gold),
                in_english,
                "{texts:?}"
            );
            assert_eq!(is_put_in(&german, &response, &gold), in_german, "{texts:?}");
        }
    }
}
