//! Numbered candidates for a model to choose from, and what its reply means.

use std::fmt::Write;

use rustc_hash::FxHashSet;

/// A model that chooses more than these repeats the list.
const MOST: usize = 6;

/// A numbered list of what there is to choose from.
pub(super) fn numbered<T: AsRef<str>>(options: &[T]) -> String {
    let mut list = String::new();
    for (at, option) in options.iter().enumerate() {
        let _ = writeln!(list, "{}. {}", at + 1, option.as_ref());
    }
    list
}

/// The places of the options that a reply names, each once, in its order: by number, or else by what they are
/// called, a line or a part between commas each. `Some` of none says that none is meant, `None` that the reply
/// cannot be understood.
pub(super) fn chosen<T: AsRef<str>>(reply: &str, options: &[T]) -> Option<Vec<usize>> {
    let mut found: Vec<usize> = Vec::new();
    let mut none = false;
    let words = reply.split(|c: char| !c.is_alphanumeric());
    for number in words.filter_map(|word| word.parse::<usize>().ok()) {
        match number.checked_sub(1) {
            None => none = true,
            Some(at) if at < options.len() => found.push(at),
            Some(_) => {}
        }
    }
    if found.is_empty() && !none {
        for part in reply.split(['\n', ',', ';']) {
            let part = part
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase();
            none |= part == "none";
            found.extend(options.iter().position(|option| {
                let option = option.as_ref().to_lowercase();
                let name = option.split(" (").next().unwrap_or_default();
                !part.is_empty() && (name == part || option == part)
            }));
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|at| seen.insert(*at));
    match found.len() {
        0 if none => Some(found),
        1..=MOST => Some(found),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_names_what_it_means() {
        let options = ["Berlin (city)", "Berlin (band)", "Germany"];
        for (reply, expected) in [
            ("1", Some(vec![0])),
            ("1, 3", Some(vec![0, 2])),
            ("[3, 1, 3]", Some(vec![2, 0])),
            ("The numbers are: 2.\n", Some(vec![1])),
            ("{\"numbers\": [2]}", Some(vec![1])),
            ("0", Some(vec![])),
            ("None.", Some(vec![])),
            ("Germany", Some(vec![2])),
            ("“germany”, Berlin", Some(vec![2, 0])),
            ("17", None),
            ("I cannot say.", None),
            ("", None),
        ] {
            assert_eq!(chosen(reply, &options), expected, "{reply:?}");
        }
        let many: Vec<String> = (0..20).map(|at| format!("option {at}")).collect();
        assert_eq!(chosen(&numbered(&many), &many), None, "the list again");
    }
}
