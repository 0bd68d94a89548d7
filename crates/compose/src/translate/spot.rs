//! Finds names, listed words and numbers in a question.

use lydite_language::{Lang, Token, tokens};

use super::cognates::{self, cognate};
use super::compound::{self, Part};
use super::glossary::{Glossary, Hit, Looked};
use super::item::{Form, Item, Kind};
use super::numerals;
use crate::lexicon::Lexicon;
use crate::lexicon::names::name_words;
use crate::lexicon::phrase::roots;

/// The longest name that is looked for, in words.
const LONGEST: usize = 8;

/// The words of a question with what they mean in English.
pub(super) fn items(text: &str, glossary: &Glossary, lexicon: &Lexicon) -> Vec<Item> {
    let tokens = tokens(text, glossary.lang);
    let spotter = Spotter {
        text,
        looked: tokens
            .iter()
            .map(|token| Looked::new(token.form, glossary.lang))
            .collect(),
        tokens,
        glossary,
        lexicon,
    };
    let mut items = Vec::new();
    let mut at = 0;
    while at < spotter.tokens.len() {
        at = spotter.next(at, &mut items);
    }
    items
}

struct Spotter<'s> {
    text: &'s str,
    tokens: Vec<Token<'s>>,
    looked: Vec<Looked>,
    glossary: &'s Glossary,
    lexicon: &'s Lexicon,
}

impl Spotter<'_> {
    fn lang(&self) -> Lang {
        self.glossary.lang
    }

    fn slice(&self, from: usize, to: usize) -> &str {
        &self.text[self.tokens[from].start..self.tokens[to - 1].end]
    }

    fn item(&self, from: usize, to: usize, kind: Kind, gloss: &str) -> Item {
        Item {
            kind,
            form: Form::Plain,
            lower: self.slice(from, to).to_lowercase(),
            gloss: gloss.to_owned(),
            also: Vec::new(),
            source: self.tokens[from].start..self.tokens[to - 1].end,
        }
    }

    /// Adds what stands at a token; returns where the next begins.
    fn next(&self, at: usize, items: &mut Vec<Item>) -> usize {
        let form = self.tokens[at].form;
        if let Some(close) = self.quoted(at) {
            let text = self.slice(at, close + 1);
            let text = text.replace(['„', '“', '”', '«', '»', '‚', '‘'], "\"");
            items.push(self.item(at, close + 1, Kind::Unknown, &text));
            return close + 1;
        }
        if !form.contains(char::is_alphanumeric) {
            let gloss = match form {
                "¿" | "¡" => "",
                "؟" => "?",
                "،" => ",",
                "«" | "»" | "„" | "”" | "“" => "\"",
                "–" | "—" => ",",
                other => other,
            };
            items.push(self.item(at, at + 1, Kind::Punctuation, gloss));
            return at + 1;
        }
        if let Some(number) = numerals::english(form, self.lang()) {
            items.push(self.item(at, at + 1, Kind::Number, &number));
            // 1. Januar, 3er
            let point = self.tokens.get(at + 1).is_some_and(|next| next.form == ".");
            let month = self
                .looked
                .get(at + 2..)
                .map(|rest| self.glossary.hits(rest))
                .is_some_and(|hits| hits.iter().any(|hit| is_month(hit.entry.glosses[0])));
            return if point && month { at + 2 } else { at + 1 };
        }
        let hits = self.glossary.hits(&self.looked[at..]);
        let best = self.best(at, &hits);
        if let Some(length) = self.named(at, best) {
            let text = self.slice(at, at + length);
            items.push(self.item(at, at + length, Kind::Unknown, text));
            return at + length;
        }
        if let Some((length, english)) = self.labelled(at, best) {
            let mut item = self.item(at, at + length, Kind::Noun, &english);
            if let Some(hit) = best.filter(|hit| hit.length == length) {
                item = self.listed(at, hit);
                if item.kind == Kind::Noun {
                    item.also
                        .insert(0, std::mem::replace(&mut item.gloss, english));
                } else {
                    item.also.insert(0, english);
                }
            } else if self.looked[at + length - 1].stem != self.looked[at + length - 1].lower {
                item.form = self.number_by_context(at, Form::Plural);
            }
            items.push(item);
            return at + length;
        }
        if let Some(hit) = best {
            items.push(self.listed(at, hit));
            return at + hit.length;
        }
        if let Some(item) = self.compound(at) {
            items.push(item);
            return at + 1;
        }
        items.extend(self.unlisted(at));
        at + 1
    }

    /// Where a quotation ends that begins here; short ones only.
    fn quoted(&self, at: usize) -> Option<usize> {
        let close: &[&str] = match self.tokens[at].form {
            "\"" => &["\""],
            "„" => &["“", "”", "\""],
            "“" => &["”"],
            "«" => &["»"],
            "‚" => &["‘"],
            _ => return None,
        };
        (at + 2..(at + 10).min(self.tokens.len()))
            .find(|end| close.contains(&self.tokens[*end].form))
    }

    /// The entry that fits best: nouns have capitals in German, and only there.
    fn best<'h>(&self, at: usize, hits: &[Hit<'h>]) -> Option<Hit<'h>> {
        let word = &self.looked[at];
        let inside = at > 0 && self.tokens[at - 1].form.contains(char::is_alphanumeric);
        let cased = self.looked.iter().skip(1).any(|word| word.capital);
        let fits = |hit: &Hit<'_>| {
            let noun = matches!(hit.entry.kind, Kind::Noun | Kind::Name);
            match self.lang() {
                Lang::De if hit.length > 1 => true,
                Lang::De if inside && word.capital => noun,
                Lang::De if inside && cased => hit.entry.kind != Kind::Noun,
                // Small words that lost their accents, and places in small letters.
                _ => hit.closeness == 3 || hit.entry.kind != Kind::Adverb,
            }
        };
        let opening = at == 0 || !inside;
        let before = at
            .checked_sub(1)
            .and_then(|at| self.glossary.hits(&self.looked[at..=at]).into_iter().next());
        // *el pedido* is an order, *ha pedido* has ordered.
        let after_article = before.is_some_and(|hit| {
            hit.entry.kind == Kind::Determiner
                || hit.entry.kind == Kind::Preposition && hit.entry.glosses[0].ends_with(" the")
        });
        let hits: Vec<Hit<'h>> = hits
            .iter()
            .filter(|hit| opening || hit.entry.kind != Kind::Request)
            .copied()
            .collect();
        let longest = hits.first()?.length;
        let rank = |hit: &Hit<'_>| {
            let kind = match hit.entry.kind {
                Kind::Noun | Kind::Name | Kind::Verb | Kind::Adjective => 0,
                _ => 1,
            };
            let german = self.lang() == Lang::De;
            let fitting = u8::from(fits(hit)) + u8::from(!german && hit.closeness == 3);
            let named = u8::from(!german && after_article && hit.entry.kind == Kind::Noun) * 2;
            (
                fitting + named,
                hit.closeness,
                std::cmp::Reverse(hit.apart),
                kind,
            )
        };
        // Hoch is a name where nothing else is written with a capital.
        let proper = self.lang() == Lang::De && inside && word.capital && cased;
        if proper
            && longest == 1
            && !hits.iter().any(fits)
            && self.part_of_name(self.tokens[at].form)
        {
            return None;
        }
        let mut best: Option<&Hit<'_>> = None;
        for hit in hits.iter().filter(|hit| hit.length == longest) {
            if hit.closeness == 1 && hit.entry.kind == Kind::Name {
                continue;
            }
            if best.is_none_or(|best| rank(hit) > rank(best)) {
                best = Some(hit);
            }
        }
        best.copied()
    }

    /// How many words from here are a name of the graph that is to stay as it is.
    fn named(&self, at: usize, best: Option<Hit<'_>>) -> Option<usize> {
        let most = LONGEST.min(self.tokens.len() - at);
        for length in (1..=most).rev() {
            if best.is_some_and(|best| best.length > length) {
                return None;
            }
            let span = &self.tokens[at..at + length];
            if !span[length - 1].form.contains(char::is_alphanumeric) {
                continue;
            }
            let joined = name_words(self.slice(at, at + length)).join(" ");
            let known = self
                .lexicon
                .names
                .named(&joined)
                .iter()
                .any(|name| name.score > 0.9)
                || (length > 1 && !self.lexicon.names.values(&joined).is_empty());
            let code = length == 1 && is_code(span[0].form);
            if !known && !code {
                continue;
            }
            if length == 1 {
                let same =
                    best.is_some_and(|hit| hit.entry.glosses[0].eq_ignore_ascii_case(span[0].form));
                let capital = self.looked[at].capital && at > 0 || self.lang() == Lang::Fa;
                let listed = match best {
                    // What English calls it says more, if the graph knows that too.
                    Some(hit) if hit.entry.kind == Kind::Name => {
                        hit.entry.glosses.iter().any(|name| self.is_name(name))
                    }
                    Some(hit) if hit.closeness == 1 => !capital,
                    Some(_) if self.lang() == Lang::De => true,
                    Some(hit) => {
                        !capital || !matches!(hit.entry.kind, Kind::Noun | Kind::Adjective)
                    }
                    None => false,
                };
                return (!listed && !same).then_some(1);
            }
            let small = |place: usize| {
                let hits = self.glossary.hits(&self.looked[place..=place]);
                let capital = self.looked[place].capital && place > 0;
                !capital && hits.iter().any(|hit| hit.closeness == 3)
            };
            let proper = (at..at + length).any(|place| {
                let capital = self.looked[place].capital && (place > 0 || self.lang() != Lang::De);
                let form = self.tokens[place].form;
                (capital && self.lang() != Lang::De)
                    || form.chars().any(|c| c.is_ascii_digit())
                    || self.glossary.hits(&self.looked[place..=place]).is_empty()
            });
            if proper && !small(at) && !small(at + length - 1) {
                return Some(length);
            }
        }
        None
    }

    /// What the graph itself calls in this language by words that stand here.
    fn labelled(&self, at: usize, best: Option<Hit<'_>>) -> Option<(usize, String)> {
        let least = best.map_or(1, |hit| hit.length);
        if best.is_some_and(|hit| {
            !matches!(
                hit.entry.kind,
                Kind::Noun | Kind::Verb | Kind::Adjective | Kind::Name
            )
        }) {
            return None;
        }
        let most = 4.min(self.tokens.len() - at);
        (least..=most).rev().find_map(|length| {
            let stems: Vec<&str> = self.looked[at..at + length]
                .iter()
                .map(|word| word.stem.as_str())
                .collect();
            let english = self
                .lexicon
                .foreign
                .english(self.lang(), &stems.join(" "))?;
            Some((length, english.to_owned()))
        })
    }

    fn listed(&self, at: usize, hit: Hit<'_>) -> Item {
        let mut item = self.item(at, at + hit.length, hit.entry.kind, hit.entry.glosses[0]);
        item.form = hit.form;
        let glosses = &hit.entry.glosses;
        // The word that the graph itself uses.
        let known = |gloss: &&&str| {
            let roots = roots(gloss);
            !roots.is_empty() && roots.iter().all(|root| self.lexicon.vocabulary.knows(root))
        };
        if item.kind == Kind::Noun {
            let reached = known(&&glosses[0])
                || !crate::knowledge::relations::asked_by(glosses[0]).is_empty();
            let chosen = glosses.iter().find(known).filter(|_| !reached);
            item.gloss = self.with_capitals(chosen.unwrap_or(&glosses[0]));
            item.form = self.number(at, hit);
        }
        if matches!(item.kind, Kind::Noun | Kind::Verb | Kind::Adjective) {
            let others = glosses.iter().filter(|gloss| **gloss != item.gloss);
            item.also = others.map(|gloss| (*gloss).to_owned()).collect();
        }
        if item.kind == Kind::Name {
            item.gloss = self.place(at, hit);
        }
        item
    }

    /// Words that are names in the graph get capitals: the Legal department.
    fn with_capitals(&self, gloss: &str) -> String {
        let words = gloss.split(' ').map(|word| {
            let name = crate::fold::fold_name(word);
            let named = self
                .lexicon
                .names
                .named(&name)
                .iter()
                .any(|name| name.score > 0.95);
            if named && !self.lexicon.vocabulary.knows(word) && gloss.contains(' ') {
                capitalised(word)
            } else {
                word.to_owned()
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// A place as the graph calls it.
    fn place(&self, at: usize, hit: Hit<'_>) -> String {
        let chosen = hit.entry.glosses.iter().find(|name| self.is_name(name));
        let written = self.slice(at, at + hit.length);
        match chosen {
            Some(name) => (*name).to_owned(),
            None if self.is_name(written) => written.to_owned(),
            None => hit.entry.glosses[0].to_owned(),
        }
    }

    fn is_name(&self, name: &str) -> bool {
        let joined = name_words(name).join(" ");
        !self.lexicon.names.named(&joined).is_empty()
            || !self.lexicon.names.values(&joined).is_empty()
    }

    /// Whether a noun is one or many.
    fn number(&self, at: usize, hit: Hit<'_>) -> Form {
        if self.lang() != Lang::De {
            return hit.form;
        }
        self.number_by_context(at, hit.form)
    }

    fn number_by_context(&self, at: usize, form: Form) -> Form {
        let word = self.looked[at].lower.as_str();
        let mut before = at;
        // Adjectives and numbers stand between the article and its noun.
        while before > 0 {
            let hits = self.glossary.hits(&self.looked[before - 1..before]);
            let between = hits
                .first()
                .is_some_and(|hit| matches!(hit.entry.kind, Kind::Adjective | Kind::Name));
            if !between {
                break;
            }
            before -= 1;
        }
        let article = before
            .checked_sub(1)
            .map_or("", |at| self.looked[at].lower.as_str());
        let one = [
            "ein", "eine", "einen", "einem", "einer", "eines", "dem", "des", "das", "jeder",
            "jede", "jedes", "jedem", "jeden", "im", "zum", "vom", "am", "beim", "kein", "welcher",
            "welches", "welchem", "dieses", "diesem", "unserem", "zur",
        ];
        let many = [
            "viele",
            "alle",
            "aller",
            "allen",
            "mehrere",
            "welche",
            "unsere",
            "unseren",
            "keine",
            "die",
            "welchen",
            "wenige",
            "einige",
            "diese",
            "ihre",
            "seine",
            "meisten",
            "wenigsten",
            "unserer",
            "vieler",
            "zwei",
            "drei",
            "vier",
            "fünf",
        ];
        let feminine = [
            "nummer", "mutter", "tochter", "steuer", "dauer", "mauer", "oper", "insel", "regel",
        ];
        let endless = ["er", "el", "en"].iter().any(|end| word.ends_with(end))
            && !feminine.iter().any(|end| word.ends_with(end));
        if one.contains(&article) {
            return Form::Plain;
        }
        if form == Form::Plain && endless && many.contains(&article) {
            return Form::Plural;
        }
        form
    }

    fn compound(&self, at: usize) -> Option<Item> {
        let form = self.tokens[at].form;
        if form.chars().any(|c| c.is_ascii_digit()) {
            return None;
        }
        let known = |word: &str| {
            self.lexicon
                .names
                .named(&crate::fold::fold_name(word))
                .iter()
                .any(|name| name.score > 0.9)
                || self.lexicon.vocabulary.knows(&crate::fold::fold(word))
        };
        if form.contains('-') {
            return self.hyphenated(at, form);
        }
        let parts = compound::parts(form, self.glossary, &known)?;
        let mut glosses = Vec::new();
        let mut last = Form::Plain;
        for part in &parts {
            match part {
                Part::Listed(hit) => {
                    let chosen = hit.entry.glosses.iter().find(|gloss| {
                        roots(gloss)
                            .iter()
                            .all(|root| self.lexicon.vocabulary.knows(root))
                    });
                    glosses.push((*chosen.unwrap_or(&hit.entry.glosses[0])).to_owned());
                    last = hit.form;
                }
                Part::Known(word) => {
                    let capital = capitalised(word);
                    let named = !self
                        .lexicon
                        .names
                        .named(&crate::fold::fold_name(word))
                        .is_empty();
                    glosses.push(if named { capital } else { word.clone() });
                    last = Form::Plain;
                }
            }
        }
        let mut item = self.item(at, at + 1, Kind::Noun, &glosses.join(" "));
        item.form = self.number_by_context(
            at,
            if last == Form::Plural {
                last
            } else {
                Form::Plain
            },
        );
        Some(item)
    }

    /// Words that are joined by hyphens: *US-Lieferanten*; at least one must be listed.
    fn hyphenated(&self, at: usize, form: &str) -> Option<Item> {
        let mut listed = None;
        let glosses: Vec<String> = form
            .split('-')
            .filter(|part| !part.is_empty())
            .map(|part| {
                let hit =
                    self.glossary
                        .word(part, &[Kind::Noun, Kind::Name, Kind::Adjective], true);
                listed = hit.map(|hit| hit.form);
                hit.map_or_else(|| part.to_owned(), |hit| hit.entry.glosses[0].to_owned())
            })
            .collect();
        let mut item = self.item(at, at + 1, Kind::Noun, &glosses.join(" "));
        item.form = self.number_by_context(at, listed?);
        Some(item)
    }

    /// A word that no list has: perhaps a form of a name, perhaps nearly an English word.
    fn unlisted(&self, at: usize) -> Vec<Item> {
        let form = self.tokens[at].form;
        let verbatim = self.item(at, at + 1, Kind::Unknown, form);
        if self.part_of_name(form) {
            return vec![verbatim];
        }
        if let Some((name, owns)) = self.inflected_name(form) {
            let mut items = Vec::new();
            if owns {
                let of = Item::added("of", Kind::Preposition, self.tokens[at].start);
                items.push(of);
            }
            items.push(self.item(at, at + 1, Kind::Unknown, &name));
            return items;
        }
        if self.lexicon.vocabulary.knows(&crate::fold::fold(form)) {
            return vec![verbatim];
        }
        match cognate(form, self.lang(), self.lexicon) {
            Some(word) => {
                let mut item = self.item(at, at + 1, Kind::Noun, &word);
                if self.looked[at].capital && !self.lexicon.vocabulary.knows(&word) {
                    item.kind = Kind::Unknown;
                    item.gloss = word;
                }
                vec![item]
            }
            None => {
                let english = cognates::forms(form, self.lang());
                let plain = !self.looked[at].capital || self.lang() == Lang::De;
                let known = english
                    .iter()
                    .find(|word| crate::knowledge::synonyms::related(word).next().is_some());
                match known.filter(|_| plain && form.len() > 4) {
                    Some(word) => vec![self.item(at, at + 1, Kind::Noun, word)],
                    None => vec![verbatim],
                }
            }
        }
    }

    fn part_of_name(&self, form: &str) -> bool {
        let word = crate::fold::fold_name(form);
        !self.lexicon.names.named(&word).is_empty()
            || !self.lexicon.names.containing(&[word.as_str()]).is_empty()
            || !self.lexicon.names.values(&word).is_empty()
    }

    /// A name with an ending of this language, and whether the ending says that it owns something.
    fn inflected_name(&self, form: &str) -> Option<(String, bool)> {
        let endings: &[(&str, &[&str], bool)] = match self.lang() {
            Lang::De | Lang::Nl => &[("s", &[""], true), ("'s", &[""], true), ("’s", &[""], true)],
            Lang::Ro => &[
                ("iei", &["ia", "ie"], true),
                ("ului", &["", "ul"], true),
                ("ei", &["a", "ă", "ia"], true),
                ("ul", &[""], false),
                ("ii", &["ia", "ie"], true),
                ("i", &["a", "ă", ""], true),
                ("a", &["ă", ""], false),
                ("lui", &["", "l"], true),
            ],
            _ => &[],
        };
        for (ending, others, owns) in endings {
            let Some(stem) = form.strip_suffix(ending) else {
                continue;
            };
            if stem.chars().count() < 3 {
                continue;
            }
            for other in *others {
                let name = format!("{stem}{other}");
                if self.part_of_name(&name) {
                    return Some((name, *owns));
                }
                let listed = self.glossary.word(&name, &[Kind::Name], false);
                if let Some(hit) = listed {
                    return Some((hit.entry.glosses[0].to_owned(), *owns));
                }
            }
        }
        None
    }
}

fn capitalised(word: &str) -> String {
    let first = word.chars().take(1).flat_map(char::to_uppercase);
    first.chain(word.chars().skip(1)).collect()
}

fn is_month(gloss: &str) -> bool {
    crate::knowledge::numbers::month(&gloss.to_lowercase()).is_some()
}

/// Letters and digits in one word.
fn is_code(form: &str) -> bool {
    form.chars().any(|c| c.is_ascii_digit()) && form.chars().any(char::is_alphabetic)
}
