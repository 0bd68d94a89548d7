//! Word lists of other languages, and how their words are found in a question.

use std::sync::LazyLock;

use lydite_language::{Lang, stem};
use rustc_hash::FxHashMap;

use super::inflection;
use super::item::{Form, Kind};
use crate::fold::{fold, fold_name};

/// A word or phrase with what it means in English.
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) glosses: Vec<&'static str>,
}

/// A way to write an entry.
struct Written {
    /// Its words in lower case.
    words: Vec<String>,
    form: Form,
    entry: u32,
    /// Whether words that only share its stem are forms of it.
    open: bool,
}

/// The words of a language.
pub(super) struct Glossary {
    pub(super) lang: Lang,
    entries: Vec<Entry>,
    written: Vec<Written>,
    /// By the first word: as written, folded, and its stem.
    exact: FxHashMap<String, Vec<u32>>,
    folded: FxHashMap<String, Vec<u32>>,
    stems: FxHashMap<String, Vec<u32>>,
}

/// An entry that was found.
#[derive(Clone, Copy)]
pub(super) struct Hit<'g> {
    pub(super) entry: &'g Entry,
    pub(super) form: Form,
    /// How many words it takes.
    pub(super) length: usize,
    /// 3: as written, 2: but for accents, 1: by its stem.
    pub(super) closeness: u8,
    /// By how many letters the first word is longer or shorter than the listed one.
    pub(super) apart: usize,
}

/// A word as it is looked up.
pub(super) struct Looked {
    pub(super) lower: String,
    pub(super) folded: String,
    pub(super) stem: String,
    pub(super) capital: bool,
}

impl Looked {
    pub(super) fn new(word: &str, lang: Lang) -> Self {
        let lower = word.to_lowercase().replace(['’', 'ʼ'], "'");
        Self {
            folded: folded(&lower, lang),
            stem: stem(&lower, lang),
            capital: word.starts_with(char::is_uppercase),
            lower,
        }
    }
}

/// Without accents; German *ae* is *ä*.
fn folded(lower: &str, lang: Lang) -> String {
    match lang {
        Lang::De => fold_name(lower),
        _ => fold(lower),
    }
}

static LISTS: LazyLock<[Glossary; 7]> = LazyLock::new(|| {
    [
        (Lang::De, include_str!("../../data/words/de.txt")),
        (Lang::Es, include_str!("../../data/words/es.txt")),
        (Lang::It, include_str!("../../data/words/it.txt")),
        (Lang::Fr, include_str!("../../data/words/fr.txt")),
        (Lang::Nl, include_str!("../../data/words/nl.txt")),
        (Lang::Ro, include_str!("../../data/words/ro.txt")),
        (Lang::Fa, include_str!("../../data/words/fa.txt")),
    ]
    .map(|(lang, text)| Glossary::read(lang, text))
});

impl Glossary {
    /// The words of a language; none are needed for English.
    pub(super) fn of(lang: Lang) -> Option<&'static Self> {
        LISTS.iter().find(|glossary| glossary.lang == lang)
    }

    fn read(lang: Lang, text: &'static str) -> Self {
        let mut glossary = Self {
            lang,
            entries: Vec::new(),
            written: Vec::new(),
            exact: FxHashMap::default(),
            folded: FxHashMap::default(),
            stems: FxHashMap::default(),
        };
        let mut kind = Kind::Noun;
        for line in crate::knowledge::lines(text) {
            if let Some(section) = line.strip_prefix('[') {
                kind = kind_of(section.trim_end_matches(']'));
                continue;
            }
            let Some((forms, glosses)) = line.split_once('=') else {
                continue;
            };
            let entry = glossary.entries.len() as u32;
            glossary.entries.push(Entry {
                kind,
                glosses: glosses.split(',').map(str::trim).collect(),
            });
            let forms: Vec<&str> = forms.split('/').map(str::trim).collect();
            for (form, written) in inflection::forms(lang, kind, &forms) {
                glossary.add(entry, kind, form, &written);
            }
        }
        glossary
    }

    fn add(&mut self, entry: u32, kind: Kind, form: Form, written: &str) {
        let lower = written.to_lowercase();
        let words: Vec<String> = lower.split_whitespace().map(str::to_owned).collect();
        let Some(first) = words.first().cloned() else {
            return;
        };
        let number = self.written.len() as u32;
        let open = matches!(kind, Kind::Noun | Kind::Verb | Kind::Adjective | Kind::Name);
        let fold = folded(&first, self.lang);
        if open && first.chars().count() >= 4 {
            let stem = stem(&first, self.lang);
            self.stems.entry(stem).or_default().push(number);
        }
        self.folded.entry(fold).or_default().push(number);
        self.exact.entry(first).or_default().push(number);
        self.written.push(Written {
            words,
            form,
            entry,
            open,
        });
    }

    /// The entries with which a run of words begins, the longest and closest first.
    pub(super) fn hits(&self, words: &[Looked]) -> Vec<Hit<'_>> {
        let Some(first) = words.first() else {
            return Vec::new();
        };
        let mut hits: Vec<Hit<'_>> = Vec::new();
        for (level, numbers) in [
            (3, self.exact.get(&first.lower)),
            (2, self.folded.get(&first.folded)),
            (1, self.stems.get(&first.stem)),
        ] {
            for number in numbers.into_iter().flatten() {
                let written = &self.written[*number as usize];
                let Some(closeness) = self.closeness(written, words, level) else {
                    continue;
                };
                let entry = &self.entries[written.entry as usize];
                let apart = first.lower.len().abs_diff(written.words[0].len());
                let known = hits.iter().any(|hit| {
                    std::ptr::eq(hit.entry, entry)
                        && hit.length == written.words.len()
                        && (hit.closeness, hit.apart) >= (closeness, 0)
                        && (hit.closeness > closeness || hit.apart <= apart)
                });
                if !known {
                    hits.push(Hit {
                        entry,
                        form: if level == 1 {
                            inflection::by_ending(
                                self.lang,
                                entry.kind,
                                &first.lower,
                                &written.words[0],
                            )
                        } else {
                            written.form
                        },
                        length: written.words.len(),
                        closeness,
                        apart: first.lower.len().abs_diff(written.words[0].len()),
                    });
                }
            }
        }
        hits.sort_by_key(|hit| std::cmp::Reverse((hit.length, hit.closeness)));
        hits
    }

    fn closeness(&self, written: &Written, words: &[Looked], first: u8) -> Option<u8> {
        if words.len() < written.words.len() {
            return None;
        }
        let mut least = first;
        for (expected, word) in written.words.iter().zip(words).skip(1) {
            let level = if *expected == word.lower {
                3
            } else if folded(expected, self.lang) == word.folded {
                2
            } else if written.open && stem(expected, self.lang) == word.stem {
                1
            } else {
                return None;
            };
            least = least.min(level);
        }
        Some(least)
    }

    /// The best entry for one word of some kinds, if there is any.
    pub(super) fn word(&self, word: &str, kinds: &[Kind], stems: bool) -> Option<Hit<'_>> {
        let looked = [Looked::new(word, self.lang)];
        self.hits(&looked)
            .into_iter()
            .find(|hit| kinds.contains(&hit.entry.kind) && (stems || hit.closeness > 1))
    }
}

fn kind_of(section: &str) -> Kind {
    match section {
        "noun" => Kind::Noun,
        "verb" => Kind::Verb,
        "auxiliary" => Kind::Auxiliary,
        "adjective" => Kind::Adjective,
        "adverb" => Kind::Adverb,
        "determiner" => Kind::Determiner,
        "preposition" => Kind::Preposition,
        "pronoun" => Kind::Pronoun,
        "conjunction" => Kind::Conjunction,
        "question" => Kind::Question,
        "request" => Kind::Request,
        "number" => Kind::Number,
        "name" => Kind::Name,
        _ => Kind::Phrase,
    }
}
