//! What countries are called, and what comes from there.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::fold::fold;

struct Country {
    names: Vec<String>,
    union: bool,
}

struct Countries {
    all: Vec<Country>,
    by_word: FxHashMap<String, usize>,
}

static COUNTRIES: LazyLock<Countries> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut by_word = FxHashMap::default();
    for line in super::lines(include_str!("../../data/countries.txt")) {
        let fields: Vec<&str> = line.split('|').collect();
        let [name, code, people, others, memberships] = fields[..] else {
            continue;
        };
        let split = |list: &'static str| list.split(',').filter(|word| !word.is_empty());
        let mut names = vec![fold(name)];
        names.extend(split(others).map(|other| fold(other).replace('.', " ")));
        for word in names.iter().cloned().chain(split(people).map(fold)) {
            by_word.entry(word).or_insert(all.len());
        }
        names.push(fold(code));
        names.retain(|name| !name.is_empty());
        all.push(Country {
            names,
            union: memberships == "eu",
        });
    }
    Countries { all, by_word }
});

/// The names under which a graph may know the country that a folded word stands for: itself and its
/// synonyms, the usual one first, the code last.
pub(crate) fn names(word: &str) -> &'static [String] {
    let country = COUNTRIES.by_word.get(word);
    country.map_or(&[], |at| &COUNTRIES.all[*at].names)
}

/// The names of the member states of the European Union.
pub(crate) fn union_members() -> impl Iterator<Item = &'static [String]> {
    let members = COUNTRIES.all.iter().filter(|country| country.union);
    members.map(|country| country.names.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjectives_and_short_names_stand_for_countries() {
        assert_eq!(names("german")[0], "germany");
        assert_eq!(names("us")[0], "united states");
        assert!(names("usa").contains(&"us".to_owned()));
        assert_eq!(union_members().count(), 27);
    }
}
