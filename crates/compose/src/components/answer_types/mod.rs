//! Answer-type predictors.

mod question_words;

use std::sync::Arc;

use crate::component::Component;

pub use question_words::QuestionWords;

/// All of them.
pub(super) fn all() -> Vec<Component> {
    vec![Component::AnswerTypePredictor(Arc::new(QuestionWords))]
}
