//! Reading the values of a rule file, with the place of what is wrong.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{RuleFileError, RuleFileProblem};

/// A table of the file.
pub(super) struct Section<'t> {
    text: &'t str,
    table: Option<&'t DeTable<'t>>,
}

impl<'t> Section<'t> {
    pub(super) fn new(
        text: &'t str,
        table: &'t DeTable<'t>,
        known: &[&str],
    ) -> Result<Self, RuleFileError> {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let problem = RuleFileProblem::UnknownKey(name.to_owned());
                return Err(error(text, key.span().start, problem, nearest(name, known)));
            }
        }
        Ok(Self {
            text,
            table: Some(table),
        })
    }

    /// A table inside of this one; an empty one if it is not there.
    pub(super) fn section(&self, key: &str, known: &[&str]) -> Result<Self, RuleFileError> {
        match self.get(key) {
            None => Ok(Self {
                text: self.text,
                table: None,
            }),
            Some(value) => match value.get_ref() {
                DeValue::Table(table) => Self::new(self.text, table, known),
                _ => Err(self.wrong_type(key, value, "a table")),
            },
        }
    }

    fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table?.get(key)
    }

    /// A text that must be there.
    pub(super) fn required(&self, key: &str) -> Result<&'t str, RuleFileError> {
        match self.text(key)? {
            Some(text) => Ok(text),
            None => Err(error(
                self.text,
                0,
                RuleFileProblem::Missing(key.to_owned()),
                Some(format!("write {key} = \"…\"")),
            )),
        }
    }

    pub(super) fn text(&self, key: &str) -> Result<Option<&'t str>, RuleFileError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => Ok(Some(text)),
            _ => Err(self.wrong_type(key, value, "a text")),
        }
    }

    pub(super) fn flag(&self, key: &str, otherwise: bool) -> Result<bool, RuleFileError> {
        let Some(value) = self.get(key) else {
            return Ok(otherwise);
        };
        match value.get_ref() {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => Err(self.wrong_type(key, value, "true or false")),
        }
    }

    pub(super) fn number(
        &self,
        key: &str,
        otherwise: f64,
        most: f64,
    ) -> Result<f64, RuleFileError> {
        let Some(value) = self.get(key) else {
            return Ok(otherwise);
        };
        let number = match value.get_ref() {
            DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        match number {
            Some(number) if (0.0..=most).contains(&number) => Ok(number),
            Some(_) => {
                let problem = RuleFileProblem::OutOfRange {
                    key: key.to_owned(),
                    least: "0".to_owned(),
                    most: most.to_string(),
                };
                Err(error(self.text, value.span().start, problem, None))
            }
            None => Err(self.wrong_type(key, value, "a number")),
        }
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(
        &self,
        key: &str,
        choices: &[(&str, T)],
        otherwise: T,
    ) -> Result<T, RuleFileError> {
        let Some(value) = self.get(key) else {
            return Ok(otherwise);
        };
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let DeValue::String(word) = value.get_ref() else {
            let expected = format!("one of \"{}\"", words.join("\", \""));
            return Err(self.wrong_type(key, value, &expected));
        };
        let chosen = choices.iter().find(|(name, _)| name == word);
        chosen.map(|(_, meant)| *meant).ok_or_else(|| {
            let problem = RuleFileProblem::UnknownValue {
                key: key.to_owned(),
                value: word.to_string(),
            };
            let hint = format!("it can be \"{}\"", words.join("\" or \""));
            error(self.text, value.span().start, problem, Some(hint))
        })
    }

    /// A list of words, each looked up.
    pub(super) fn list<T>(
        &self,
        key: &str,
        known: &[&str],
        look_up: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<Vec<T>>, RuleFileError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let DeValue::Array(items) = value.get_ref() else {
            return Err(self.wrong_type(key, value, "a list of strings"));
        };
        let mut found = Vec::new();
        for item in items {
            let DeValue::String(word) = item.get_ref() else {
                return Err(self.wrong_type(key, item, "a list of strings"));
            };
            found.push(look_up(word).ok_or_else(|| {
                let problem = RuleFileProblem::UnknownValue {
                    key: key.to_owned(),
                    value: word.to_string(),
                };
                error(self.text, item.span().start, problem, nearest(word, known))
            })?);
        }
        Ok(Some(found))
    }

    /// An error at the value of a key.
    pub(super) fn refuse(&self, key: &str, problem: RuleFileProblem, hint: &str) -> RuleFileError {
        let at = self.get(key).map_or(0, |value| value.span().start);
        error(self.text, at, problem, Some(hint.to_owned()))
    }

    fn wrong_type(&self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) -> RuleFileError {
        let problem = RuleFileProblem::WrongType {
            key: key.to_owned(),
            expected: expected.to_owned(),
        };
        error(self.text, value.span().start, problem, None)
    }
}

/// What somebody who wrote this probably meant.
fn nearest(word: &str, known: &[&str]) -> Option<String> {
    Some(match lydite_model::nearest(word, known.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("there are {}", known.join(", ")),
    })
}

/// An error at this byte of the text.
pub(super) fn error(
    text: &str,
    at: usize,
    problem: RuleFileProblem,
    hint: Option<String>,
) -> RuleFileError {
    let before = text.get(..at).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    RuleFileError {
        problem,
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
        hint,
    }
}
