//! The queries of any system, from an answer file.

use std::collections::HashMap;
use std::path::Path;

use lydite_judge::templates::{Exchange, Pair};
use lydite_model::{Language, Question};

use crate::failure::Failure;
use crate::session::Session;

/// Queries by question: by its text, or else by its identifier.
pub(super) struct Queries {
    by_text: HashMap<String, Option<String>>,
    by_id: HashMap<String, Entry>,
}

/// What a system answered for an identifier.
struct Entry {
    query: Option<String>,
    has_text: bool,
}

impl Queries {
    pub(super) fn read(session: &Session, path: &Path, language: &str) -> Result<Self, Failure> {
        let language = Language::new(language);
        let reader = session.open(path)?;
        let (mut by_id, mut by_text) = (HashMap::new(), HashMap::new());
        for answer in reader {
            // In files with an entry for each language, those in other languages are not meant.
            if answer
                .language
                .as_ref()
                .is_some_and(|own| !own.matches(&language))
            {
                continue;
            }
            let query = answer.queries.first().map(|query| query.text.clone());
            let text = answer
                .text(&language)
                .or_else(|| Question::any_text(&answer));
            if let Some(text) = text {
                by_text
                    .entry(text.trim().to_owned())
                    .or_insert_with(|| query.clone());
            }
            let has_text = text.is_some();
            by_id
                .entry(answer.id.to_string())
                .or_insert(Entry { query, has_text });
        }
        if by_id.is_empty() {
            let name = path.display();
            return Err(Failure::input(format!(
                "{name}: there are no answers in the language {language}"
            )));
        }
        Ok(Self { by_text, by_id })
    }

    /// The query for a question. With several benchmarks, each of which numbers its questions from 1,
    /// an identifier tells nothing where the answers have texts.
    pub(super) fn of(&self, pair: &Pair, several: bool) -> Option<Exchange> {
        if let Some(query) = self.by_text.get(&pair.question) {
            return query.clone().map(Exchange::Query);
        }
        let entry = self.by_id.get(&pair.id)?;
        let certain = !(several && entry.has_text);
        entry.query.clone().filter(|_| certain).map(Exchange::Query)
    }
}
