//! How results look: commands say what there is, and here is how each format prints it.
//!
//! A result is [`Shown`]: a document for programs, a [`Table`] of typed cells, a [`Page`] for people.
//! From the same table come, a file each, the [terminal](text), [Markdown](markdown), [CSV](csv) and
//! [LaTeX](latex); [`layout`] fits columns into a width.
//!
//! ```text
//! session.print(Shown::new(&document).table(|| table).page(|page| page.table(&table)))
//! ```

pub(crate) mod coverage;
mod csv;
pub(crate) mod iris;
mod latex;
mod layout;
mod markdown;
mod page;
pub(crate) mod remarks;
mod shown;
mod table;
mod text;
pub(crate) mod wrap;

pub(crate) use page::{Look, Page};
pub(crate) use shown::{Shown, json, no_table};
pub(crate) use table::{Cell, Column, Table};

/// A number with separators: 2,000,000.
pub(crate) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A p-value as papers print it: `.034`, `<.001`.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.001 {
        return "<.001".to_owned();
    }
    format!("{p:.3}").replacen("0.", ".", 1)
}

/// `1 question`, `2 questions`.
pub(crate) fn plural(count: u64, noun: &str) -> String {
    plural_of(count, noun, &format!("{noun}s"))
}

/// `1 query`, `2 queries`.
pub(crate) fn plural_of(count: u64, one: &str, several: &str) -> String {
    let noun = if count == 1 { one } else { several };
    format!("{} {noun}", number(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (value, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (2_000_000, "2,000,000"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
