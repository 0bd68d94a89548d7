//! The queries of any system, from an answer file.

use std::collections::HashMap;
use std::path::Path;

use lydite_judge::templates::{Exchange, Pair};
use lydite_model::{Language, Question};

use crate::failure::Failure;
use crate::session::Session;

/// Queries by question: by its identifier, or else by its text.
pub(super) struct Queries {
    by_id: HashMap<String, Option<String>>,
    by_text: HashMap<String, Option<String>>,
}

impl Queries {
    pub(super) fn read(session: &Session, path: &Path, language: &str) -> Result<Self, Failure> {
        let language = Language::new(language);
        let mut reader = session.open(path)?;
        let (mut by_id, mut by_text) = (HashMap::new(), HashMap::new());
        while let Some(answer) = reader.next_question(&mut |_| {}) {
            // In files with an entry for each language, those in other languages are not meant.
            if answer
                .language
                .as_ref()
                .is_some_and(|own| !own.matches(&language))
            {
                continue;
            }
            let query = answer.queries.first().map(|query| query.text.clone());
            if let Some(text) = answer
                .text(&language)
                .or_else(|| Question::any_text(&answer))
            {
                by_text
                    .entry(text.trim().to_owned())
                    .or_insert_with(|| query.clone());
            }
            by_id.entry(answer.id.to_string()).or_insert(query);
        }
        if by_id.is_empty() {
            let name = path.display();
            return Err(Failure::input(format!(
                "{name}: there are no answers in the language {language}"
            )));
        }
        Ok(Self { by_id, by_text })
    }

    /// The query for a question. Identifiers count only where the text, if there is one, agrees:
    /// several editions number their questions from 1.
    pub(super) fn of(&self, pair: &Pair) -> Option<Exchange> {
        let found = match self.by_text.get(&pair.question) {
            Some(query) => query,
            None => self.by_id.get(&pair.id)?,
        };
        found.clone().map(Exchange::Query)
    }
}
