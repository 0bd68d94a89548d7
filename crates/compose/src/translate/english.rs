//! English forms of words.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::item::Form;
use crate::knowledge::gradable;

/// Past tense and participle of irregular verbs, plurals of irregular nouns.
static IRREGULAR: LazyLock<FxHashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    crate::knowledge::lines(include_str!("../../data/words/irregular.txt"))
        .filter_map(|line| line.split_once(':'))
        .map(|(word, forms)| (word.trim(), forms.split_whitespace().collect()))
        .collect()
});

/// A word or phrase in the form that is asked for.
pub(super) fn inflect(gloss: &str, form: Form) -> String {
    match form {
        Form::Plain | Form::Infinitive => gloss.to_owned(),
        Form::Plural => {
            let (before, last) = gloss.rsplit_once(' ').map_or(("", gloss), |pair| pair);
            join(before, &plural(last))
        }
        Form::Third | Form::Past | Form::Participle | Form::Gerund => {
            let (first, after) = gloss.split_once(' ').map_or((gloss, ""), |pair| pair);
            join(&verb(first, form), after)
        }
        Form::Comparative => gradable::forms(gloss)
            .map(|forms| forms[1])
            .filter(|form| *form != "*")
            .map_or_else(|| format!("more {gloss}"), str::to_owned),
        Form::Superlative => gradable::forms(gloss)
            .map(|forms| forms[2])
            .filter(|form| *form != "*")
            .map_or_else(|| format!("most {gloss}"), str::to_owned),
    }
}

fn join(one: &str, other: &str) -> String {
    [one, other]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn plural(noun: &str) -> String {
    if let Some(forms) = IRREGULAR.get(noun).filter(|forms| forms.len() == 1) {
        return forms[0].to_owned();
    }
    if noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us") {
        return noun.to_owned();
    }
    let before_last = noun.chars().rev().nth(1);
    match noun.strip_suffix('y') {
        Some(stem) if !before_last.is_some_and(|c| "aeiou".contains(c)) => format!("{stem}ies"),
        _ if ends_hissing(noun) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

fn ends_hissing(word: &str) -> bool {
    ["s", "x", "z", "ch", "sh"]
        .iter()
        .any(|end| word.ends_with(end))
}

fn verb(base: &str, form: Form) -> String {
    let irregular = IRREGULAR.get(base).filter(|forms| forms.len() >= 2);
    match (form, irregular) {
        (Form::Past, Some(forms)) => forms[0].to_owned(),
        (Form::Participle, Some(forms)) => forms[1].to_owned(),
        (Form::Third, _) => match base {
            "have" => "has".to_owned(),
            "be" => "is".to_owned(),
            "do" | "go" => format!("{base}es"),
            _ => third(base),
        },
        (Form::Gerund, _) => match base.strip_suffix('e') {
            Some(stem) if !base.ends_with("ee") && base.len() > 2 => format!("{stem}ing"),
            _ => format!("{base}ing"),
        },
        _ => regular_past(base),
    }
}

fn third(base: &str) -> String {
    let before_last = base.chars().rev().nth(1);
    match base.strip_suffix('y') {
        Some(stem) if !before_last.is_some_and(|c| "aeiou".contains(c)) => format!("{stem}ies"),
        _ if ends_hissing(base) => format!("{base}es"),
        _ => format!("{base}s"),
    }
}

fn regular_past(base: &str) -> String {
    let before_last = base.chars().rev().nth(1);
    if base.ends_with('e') {
        return format!("{base}d");
    }
    match base.strip_suffix('y') {
        Some(stem) if !before_last.is_some_and(|c| "aeiou".contains(c)) => format!("{stem}ied"),
        _ if [
            "ship", "plan", "stop", "refer", "map", "star", "drop", "equip",
        ]
        .contains(&base) =>
        {
            format!("{base}{}ed", base.chars().last().unwrap_or('p'))
        }
        _ => format!("{base}ed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_their_forms() {
        for (gloss, form, expected) in [
            ("category", Form::Plural, "categories"),
            ("phone number", Form::Plural, "phone numbers"),
            ("person", Form::Plural, "people"),
            ("look after", Form::Third, "looks after"),
            ("sell", Form::Participle, "sold"),
            ("ship", Form::Past, "shipped"),
            ("deliver", Form::Past, "delivered"),
            ("heavy", Form::Superlative, "heaviest"),
            ("expensive", Form::Comparative, "more expensive"),
            ("beautiful", Form::Superlative, "most beautiful"),
        ] {
            assert_eq!(inflect(gloss, form), expected);
        }
    }
}
