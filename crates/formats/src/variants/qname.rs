//! TEXT2SPARQL's names of questions: `db25:1-en` is question 1 of `db25` in English.

use lydite_model::{Language, QuestionId};

/// The parts of such a name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Qname<'n> {
    pub prefix: Option<&'n str>,
    pub id: &'n str,
    pub language: Option<&'n str>,
}

impl<'n> Qname<'n> {
    pub(crate) fn parse(name: &'n str) -> Self {
        let name = name.trim();
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        let split = local
            .match_indices('-')
            .map(|(at, _)| (&local[..at], &local[at + 1..]))
            .find(|(id, tag)| !id.is_empty() && is_language(tag));
        let (id, language) = match split {
            Some((id, tag)) => (id, Some(tag)),
            None => (local, None),
        };
        Self {
            prefix,
            id,
            language,
        }
    }

    /// The identifier within the dataset, if there is one.
    pub(crate) fn question_id(&self) -> Option<QuestionId> {
        (!self.id.is_empty()).then(|| QuestionId::from(self.id))
    }

    /// The language of the question, if the name says it.
    pub(crate) fn question_language(&self) -> Option<Language> {
        self.language.map(Language::new)
    }
}

/// Whether this is a language tag, with or without a region: `en`, `pt-BR`, `zh_CN`.
pub(crate) fn is_language(tag: &str) -> bool {
    let (primary, region) = match tag.split_once(['-', '_']) {
        Some((primary, region)) => (primary, Some(region)),
        None => (tag, None),
    };
    matches!(primary.len(), 2 | 3)
        && primary.bytes().all(|byte| byte.is_ascii_lowercase())
        && region.is_none_or(|region| {
            region.len() == 2 && region.bytes().all(|byte| byte.is_ascii_uppercase())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_parts() {
        let cases = [
            ("db25:1-en", (Some("db25"), "1", Some("en"))),
            ("ck25-dev:12-pt-BR", (Some("ck25-dev"), "12", Some("pt-BR"))),
            ("p:a-bc-en", (Some("p"), "a-bc", Some("en"))),
            ("p:q-1", (Some("p"), "q-1", None)),
            ("7-es", (None, "7", Some("es"))),
            ("p:-en", (Some("p"), "-en", None)),
            ("p:", (Some("p"), "", None)),
            ("", (None, "", None)),
        ];
        for (name, expected) in cases {
            let Qname {
                prefix,
                id,
                language,
            } = Qname::parse(name);
            assert_eq!((prefix, id, language), expected, "{name}");
        }
    }
}
