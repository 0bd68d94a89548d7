//! When no answer is given, and what can be said of names that the graph does not know.

use lydite_model::AnswerSet;

use super::Answerer;
use super::writing::Written;
use crate::answered::Abstention;
use crate::pipeline::Pipeline;
use crate::question::Words;
use crate::reading::Covering;
use crate::sketch::{Form, Sketch};

impl Answerer {
    /// What can be said about something that the graph does not know: nothing is, and there are none.
    pub(super) fn of_unknown(
        &self,
        words: &Words,
        covering: &Covering,
        sketch: &Sketch,
    ) -> Option<(Option<AnswerSet>, Option<String>)> {
        let is_name = |at: &usize| {
            let word = &words.words[*at];
            let quoted = *at > 0 && ["'", "\"", "“", "‘"].contains(&words.at(at - 1));
            (word.capital && word.start > 0) || quoted
        };
        if covering.uncovered.is_empty() || !covering.uncovered.iter().all(is_name) {
            return None;
        }
        let counted = sketch
            .asked
            .first()
            .is_some_and(|main| sketch.fragments[*main].counted);
        match sketch.form {
            Form::YesNo => Some((
                Some(AnswerSet::boolean(false)),
                Some("ASK { FILTER(false) }".to_owned()),
            )),
            Form::List if counted && sketch.asked.len() == 1 => Some((
                Some(AnswerSet::column(
                    "result",
                    [lydite_model::Term::literal("0")],
                )),
                Some("SELECT (0 AS ?result) WHERE {}".to_owned()),
            )),
            _ => None,
        }
    }

    /// Why no answer is given.
    pub(super) fn abstention(
        &self,
        question: &str,
        words: &Words,
        coverings: &[Covering],
        chosen: Option<&Written>,
        pipeline: &Pipeline,
    ) -> Option<Abstention> {
        if !question.contains(char::is_alphanumeric) {
            return Some(Abstention::Empty);
        }
        if words.cut {
            return Some(Abstention::TooLong);
        }
        let Some(chosen) = chosen else {
            return Some(Abstention::NotUnderstood { words: Vec::new() });
        };
        if !pipeline.abstains || chosen.whole {
            return None;
        }
        // What leads up to the question may say things that the graph does not know.
        let main = words.main_sentence();
        let missed: Vec<String> = coverings[chosen.covering]
            .uncovered
            .iter()
            .map(|at| (*at, &words.words[*at]))
            .filter(|(_, word)| !self.lexicon.taught.knows(&word.lemma))
            .filter(|(at, word)| {
                // Nobody knows which is the most beautiful.
                let graded = ["most", "least"].contains(&words.at(at.wrapping_sub(1)));
                word.tag.is_noun()
                    || graded && word.tag.is_adjective()
                    || word.number.is_some()
                    || (word.capital && word.start > 0)
                    || (chosen.constant && word.tag.is_verb())
                    || word.lower == "when"
            })
            .filter(|(_, word)| main.contains(&word.start))
            .map(|(_, word)| {
                question
                    .get(word.origin.clone())
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect();
        (!missed.is_empty()).then_some(Abstention::NotUnderstood { words: missed })
    }
}
