//! AT: what kind of thing answers a question.
//!
//! GERBIL knows five words, in whatever capitals, and drops all others. We take each word for what
//! it means (`uri` and `list` are resources), and leave out questions whose gold type is not given.

use lydite_model::{AnswerType, Experiment, Gold};

use super::one_to_one::{self, Pairs, offered};
use super::reading::State;
use super::{Finding, Task, figures};

pub(super) const GERBIL: Task = Task {
    experiment: Experiment::AnswerType,
    judge: |sides| {
        let word = |stated: Option<&AnswerType>| -> Vec<String> {
            stated.iter().map(|word| word.as_str().to_owned()).collect()
        };
        let gold = word(sides.case.gold.answer_type.as_ref());
        let system = word(sides.case.response.and_then(|r| r.answer_type.as_ref()));
        let pairs = pair(&gold, &system);
        let offered = if gold.iter().any(|word| known(word).is_some()) {
            Gold::Answerable
        } else {
            Gold::Empty
        };
        let given = State::of(&system);
        Finding {
            evidence: Some(pairs.evidence),
            ..Finding::of_counts(pairs.counts, offered, given)
        }
    },
    figures: &figures::PLAIN,
    part_figures: &[],
    averages_all: true,
};

pub(super) const LYDITE: Task = Task {
    experiment: Experiment::AnswerType,
    judge: |sides| {
        let item = |stated: Option<&AnswerType>| {
            let meant = |stated: &AnswerType| stated.meant().unwrap_or_else(|| stated.clone());
            let items = stated
                .iter()
                .map(|stated| (meant(stated), stated.to_string()));
            items.collect::<Vec<_>>()
        };
        let case = sides.case;
        let response = case.response.filter(|response| response.error.is_none());
        let gold = item(case.gold.answer_type.as_ref());
        let system = item(response.and_then(|response| response.answer_type.as_ref()));
        let (has, given) = (State::of(&gold), State::of(&system));
        one_to_one::pair(gold, system).judged(offered(true, has, false), given)
    },
    figures: &figures::LYDITE,
    part_figures: &figures::EMPTY_GOLD,
    averages_all: false,
};

/// The answer type that GERBIL takes a word for.
fn known(word: &str) -> Option<String> {
    // It repairs this one misspelling, which its systems write.
    let word = word.to_uppercase().replace("RESOUCE", "RESOURCE");
    let five = ["RESOURCE", "STRING", "NUMBER", "DATE", "BOOLEAN"];
    five.contains(&word.as_str()).then_some(word)
}

/// Compares answer types as GERBIL does: words that it does not know are dropped.
pub fn pair(gold: &[String], system: &[String]) -> Pairs {
    let items = |words: &[String]| {
        let known = words
            .iter()
            .filter_map(|word| Some((known(word)?, word.clone())));
        known.collect()
    };
    one_to_one::pair(items(gold), items(system))
}
