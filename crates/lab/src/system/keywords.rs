//! A system that gets keywords in the place of questions (QALD's participants could choose).

use super::{Asked, Descriptor, Exchange, QaSystem};

/// A system that gets keywords where a question has some in the language, and its text elsewhere.
pub(super) struct ByKeywords(pub(super) Box<dyn QaSystem>);

impl QaSystem for ByKeywords {
    fn descriptor(&self) -> &Descriptor {
        self.0.descriptor()
    }

    fn jobs(&self) -> Option<usize> {
        self.0.jobs()
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let texts = asked.question.texts.iter();
        let mut texts = texts.filter(|text| text.language.matches(asked.language));
        match texts.find(|text| !text.keywords.is_empty()) {
            Some(text) => self.0.ask(&Asked {
                text: &text.keywords.join(", "),
                ..*asked
            }),
            None => self.0.ask(asked),
        }
    }
}
