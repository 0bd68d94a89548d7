//! The address of a PostgreSQL database: `postgres://…?name=value`, or words as `name=value`.

use std::fmt;

use percent_encoding::percent_decode_str;

/// An address, taken apart as far as its parameters.
#[derive(Clone)]
pub(super) enum Address {
    /// What stands before the question mark, and the parameters as they are written.
    Url {
        before: String,
        parameters: Vec<(String, String)>,
    },
    /// Parameters only.
    Words(Vec<(String, String)>),
}

impl Address {
    pub(super) fn read(given: &str) -> Self {
        if !given.contains("://") {
            return Self::Words(words(given));
        }
        let (before, parameters) = given.split_once('?').unwrap_or((given, ""));
        let parameters = parameters.split('&').filter(|one| !one.is_empty());
        Self::Url {
            before: before.to_owned(),
            parameters: parameters
                .map(|one| one.split_once('=').unwrap_or((one, "")))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }

    /// Removes a parameter and gives its value; the last one counts.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let (Self::Url { parameters, .. } | Self::Words(parameters)) = self;
        let mut taken = None;
        parameters.retain(|(own, value)| {
            if own == name {
                taken = Some(value.clone());
            }
            own != name
        });
        match self {
            Self::Words(_) => taken,
            Self::Url { .. } => {
                let decoded = |value: String| percent_decode_str(&value).decode_utf8_lossy().into();
                taken.map(decoded)
            }
        }
    }

    /// The address as it may be shown.
    pub(super) fn without_password(&self) -> Self {
        let mut shown = self.clone();
        shown.take("password");
        if let Self::Url { before, .. } = &mut shown
            && let Some((scheme, rest)) = before.split_once("://")
            && let end = rest.find('/').unwrap_or(rest.len())
            && let (authority, path) = rest.split_at(end)
            && let Some((user, host)) = authority.rsplit_once('@')
        {
            let user = user.split(':').next().unwrap_or_default();
            *before = format!("{scheme}://{user}@{host}{path}");
        }
        shown
    }
}

/// As PostgreSQL's own programs read it.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url { before, parameters } => {
                f.write_str(before)?;
                for (at, (name, value)) in parameters.iter().enumerate() {
                    let sign = if at == 0 { '?' } else { '&' };
                    write!(f, "{sign}{name}={value}")?;
                }
                Ok(())
            }
            Self::Words(parameters) => {
                for (at, (name, value)) in parameters.iter().enumerate() {
                    let space = if at == 0 { "" } else { " " };
                    let is_plain = |c: char| !c.is_whitespace() && c != '\'' && c != '\\';
                    if !value.is_empty() && value.chars().all(is_plain) {
                        write!(f, "{space}{name}={value}")?;
                    } else {
                        let value = value.replace('\\', r"\\").replace('\'', r"\'");
                        write!(f, "{space}{name}='{value}'")?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Words such as `host=x password='a b'`, in which a backslash takes the next character as it is.
fn words(given: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = given.trim_start();
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let mut characters = value.trim_start().chars().peekable();
        let is_quoted = characters.next_if_eq(&'\'').is_some();
        let mut text = String::new();
        while let Some(character) = characters.next() {
            match character {
                '\\' => text.extend(characters.next()),
                '\'' if is_quoted => break,
                space if !is_quoted && space.is_whitespace() => break,
                other => text.push(other),
            }
        }
        found.push((name.trim().to_owned(), text));
        let left: usize = characters.map(char::len_utf8).sum();
        rest = rest[rest.len() - left..].trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_taken_out_of_both_forms() {
        let cases = [
            (
                "postgres://me:secret@host/lab?sslrootcert=%2Fa%20b.crt&user=x&password=p",
                "/a b.crt",
                "postgres://me:secret@host/lab?user=x&password=p",
                "postgres://me@host/lab?user=x",
            ),
            (
                r"host=h password='a \'b' sslrootcert = '/a b.crt' user=x",
                "/a b.crt",
                r"host=h password='a \'b' user=x",
                "host=h user=x",
            ),
            (
                r"host=/run/a\ b sslrootcert=/a\ b.crt",
                "/a b.crt",
                "host='/run/a b'",
                "host='/run/a b'",
            ),
            (
                "sslrootcert=x sslrootcert='/a b.crt' host=h password='never ends",
                "/a b.crt",
                "host=h password='never ends'",
                "host=h",
            ),
        ];
        for (given, taken, rest, shown) in cases {
            let mut address = Address::read(given);
            assert_eq!(
                address.take("sslrootcert").as_deref(),
                Some(taken),
                "{given}"
            );
            assert_eq!(address.take("sslrootcert"), None, "{given}");
            assert_eq!(address.to_string(), rest);
            assert_eq!(address.without_password().to_string(), shown);
        }
    }
}
