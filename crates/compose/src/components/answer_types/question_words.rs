//! `at-words`: how a question is put says what its answer should be.

use lydite_language::Analysis;

use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{AnswerTypePredictor, ComponentError, Described, Description, Task};
use crate::resources::Resources;

/// Reads the question word, the form and the head word of a question.
pub struct QuestionWords;

impl Described for QuestionWords {
    fn description(&self) -> Description {
        Description::new(
            "at-words",
            Task::PredictAnswerType,
            "Reads from question word, form and head word whether a boolean, number, date, string or resource is asked for; in eight languages",
        )
        .reference("Singh et al., WWW 2018, section 5.2 (answer types); word lists of our own")
    }
}

impl AnswerTypePredictor for QuestionWords {
    fn predict(
        &self,
        question: &AnnotatedQuestion,
        _: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let analysis = Analysis::new(question.text(), question.lang());
        let word = analysis
            .question_word()
            .map_or_else(|| "no question word".to_owned(), |word| word.to_string());
        Ok(vec![
            Candidate::new(analysis.answer_type().as_str(), 1.0).because(Source::Rule, word, 1.0),
        ])
    }
}
