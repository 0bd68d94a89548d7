//! What each language asks, commands and joins with: lists of our own, a file for each language.

mod de;
mod en;
mod es;
mod fa;
mod fr;
mod it;
mod nl;
mod ro;

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::question::{QuestionWord, Target};
use crate::stem::{persian, stem};
use crate::{Lang, tokens};

/// The lists of a language. Words stand in lower case, separated by blanks.
pub(crate) struct Lists {
    /// Phrases that ask, the word that they amount to, and what they ask for.
    pub questions: &'static [(&'static str, QuestionWord, Target)],
    /// Words that ask only at the beginning; elsewhere they begin a relative clause.
    pub relatives: &'static str,
    /// Verbs that ask for something to be listed.
    pub commands: &'static str,
    /// Verbs that ask for something to be counted.
    pub counting: &'static str,
    /// Verbs and particles with which a question for yes or no begins.
    pub yes_no: &'static str,
    /// Forms of *to be*.
    pub copulas: &'static str,
    /// Articles, quantifiers and what else stands before a noun without describing it.
    pub determiners: &'static str,
    /// Prepositions, also merged with articles.
    pub prepositions: &'static str,
    /// The rest of the stop words: pronouns, conjunctions, auxiliaries, adverbs.
    pub others: &'static str,
    /// Adjectives and adverbs that, behind *how*, ask for a number.
    pub degrees: &'static str,
    /// Nouns that say what the answer is.
    pub nouns: &'static [(Target, &'static str)],
    /// What a question for yes or no begins with.
    pub yes_no_begins: YesNo,
    /// Where a noun stands among its adjectives.
    pub order: Order,
}

/// What a question for yes or no begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum YesNo {
    /// One of the few verbs in the list.
    Auxiliary,
    /// Some verb.
    Verb,
    /// Anything: a statement becomes a question by its tone.
    Anyhow,
}

/// Where a noun stands among its adjectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    NounFirst,
    NounLast,
}

/// The lists of a language, ready to be asked.
pub(crate) struct Words {
    /// Phrases as tokens, long ones first.
    pub questions: Vec<(Vec<String>, QuestionWord, Target)>,
    pub relatives: HashSet<&'static str>,
    pub commands: HashSet<&'static str>,
    pub counting: HashSet<&'static str>,
    pub yes_no: HashSet<&'static str>,
    pub yes_no_begins: YesNo,
    pub copulas: HashSet<&'static str>,
    pub determiners: HashSet<&'static str>,
    pub prepositions: HashSet<&'static str>,
    pub degrees: HashSet<&'static str>,
    pub stop: HashSet<&'static str>,
    /// By stem.
    nouns: HashMap<String, Target>,
    pub order: Order,
}

impl Words {
    pub(crate) fn of(lang: Lang) -> &'static Self {
        static READY: [OnceLock<Words>; Lang::ALL.len()] =
            [const { OnceLock::new() }; Lang::ALL.len()];
        READY[lang as usize].get_or_init(|| Self::new(lang))
    }

    fn new(lang: Lang) -> Self {
        let lists = match lang {
            Lang::En => &en::LISTS,
            Lang::De => &de::LISTS,
            Lang::Es => &es::LISTS,
            Lang::It => &it::LISTS,
            Lang::Fr => &fr::LISTS,
            Lang::Nl => &nl::LISTS,
            Lang::Ro => &ro::LISTS,
            Lang::Fa => &fa::LISTS,
        };
        let set = |list: &'static str| list.split_whitespace().collect::<HashSet<_>>();
        let mut questions: Vec<_> = (lists.questions.iter())
            .map(|&(phrase, word, target)| (phrase_forms(phrase, lang), word, target))
            .collect();
        questions.sort_by_key(|(phrase, ..)| std::cmp::Reverse(phrase.len()));
        let asking = (lists.questions.iter())
            .filter(|(phrase, ..)| !phrase.contains(' '))
            .map(|&(phrase, ..)| phrase);
        let lists_of_stop_words = [
            lists.copulas,
            lists.determiners,
            lists.prepositions,
            lists.others,
            lists.yes_no,
        ];
        let nouns = lists.nouns.iter().flat_map(|&(target, list)| {
            (list.split_whitespace()).map(move |noun| (stem(noun, lang), target))
        });
        Self {
            questions,
            relatives: set(lists.relatives),
            commands: set(lists.commands),
            counting: set(lists.counting),
            yes_no: set(lists.yes_no),
            yes_no_begins: lists.yes_no_begins,
            copulas: set(lists.copulas),
            determiners: set(lists.determiners),
            prepositions: set(lists.prepositions),
            degrees: set(lists.degrees),
            stop: (lists_of_stop_words.into_iter())
                .flat_map(str::split_whitespace)
                .chain(asking)
                .collect(),
            nouns: nouns.collect(),
            order: lists.order,
        }
    }

    /// What a noun says about the answer.
    pub(crate) fn target(&self, noun: &str, lang: Lang) -> Option<Target> {
        self.nouns.get(&stem(noun, lang)).copied()
    }
}

/// The tokens of a phrase as they are in a sentence, where `quand'` is followed by something.
fn phrase_forms(phrase: &str, lang: Lang) -> Vec<String> {
    let mut forms: Vec<String> = (tokens(phrase, lang).iter())
        .map(|token| token.form.to_owned())
        .collect();
    if let Some(apostrophe) = forms.pop_if(|form| form == "'")
        && let Some(last) = forms.last_mut()
    {
        last.push_str(&apostrophe);
    }
    forms
}

/// A word as the lists write it.
pub(crate) fn plain(form: &str, lang: Lang) -> String {
    let lower = form.to_lowercase();
    match lang {
        Lang::Fa => persian(&lower),
        Lang::Ro => lower.replace('ş', "ș").replace('ţ', "ț"),
        _ => lower.replace('’', "'"),
    }
}

/// Whether a word says little by itself: an article, a pronoun, a form of *to be*.
///
/// ```
/// use lydite_language::{Lang, is_stop_word};
///
/// assert!(is_stop_word("The", Lang::En) && is_stop_word("dell'", Lang::It));
/// assert!(!is_stop_word("river", Lang::En));
/// ```
pub fn is_stop_word(word: &str, lang: Lang) -> bool {
    Words::of(lang).stop.contains(plain(word, lang).as_str())
}

/// All stop words of a language, in no order.
pub fn stop_words(lang: Lang) -> impl Iterator<Item = &'static str> {
    Words::of(lang).stop.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_in_plain_form() {
        for lang in Lang::ALL {
            let words = Words::of(lang);
            for word in &words.stop {
                assert_eq!(plain(word, lang), *word, "{lang}");
            }
            for (phrase, ..) in &words.questions {
                for form in phrase {
                    assert_eq!(plain(form, lang), *form, "{lang}");
                }
            }
            assert!(words.stop.len() > 100, "{lang} {}", words.stop.len());
        }
    }

    #[test]
    fn every_language_asks_with_all_seven_words() {
        for lang in Lang::ALL {
            for expected in QuestionWord::ALL {
                let asks = |(_, word, _): &(Vec<String>, QuestionWord, Target)| *word == expected;
                assert!(
                    Words::of(lang).questions.iter().any(asks),
                    "{lang} {expected}"
                );
            }
        }
    }
}
