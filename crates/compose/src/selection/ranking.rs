//! From predictions to a choice, and how good it is.

use super::outcomes::Outcomes;

/// Components in the order of what is predicted for them, the best first; equals in the order of columns.
#[must_use]
pub fn ranked(predicted: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..predicted.len()).collect();
    order.sort_by(|a, b| predicted[*b].total_cmp(&predicted[*a]));
    order
}

/// On how many questions one of the `count` first components succeeds; a row of predictions for each question.
#[must_use]
pub fn hits_of_ranking(
    outcomes: &Outcomes,
    questions: &[usize],
    predicted: &[Vec<f64>],
    count: usize,
) -> usize {
    let pairs = questions.iter().zip(predicted);
    pairs
        .filter(|(question, predicted)| {
            let chosen = ranked(predicted).into_iter().take(count);
            let chosen = chosen.fold(0u64, |bits, at| bits | 1 << at);
            outcomes.successes(**question) & chosen != 0
        })
        .count()
}

/// On how many questions one of a fixed set of components succeeds.
#[must_use]
pub fn hits_of_set(outcomes: &Outcomes, questions: &[usize], set: u64) -> usize {
    let questions = questions.iter();
    questions
        .filter(|question| outcomes.successes(**question) & set != 0)
        .count()
}

/// All sets of so many components, as bits.
pub(super) fn sets(components: usize, count: usize) -> Vec<u64> {
    (0..1u64 << components.min(24))
        .filter(|set| set.count_ones() as usize == count)
        .collect()
}

/// The sets of so many components, by how many of the questions they cover, the best first.
pub(super) fn sets_by_coverage(outcomes: &Outcomes, questions: &[usize], count: usize) -> Vec<u64> {
    // Questions with the same successes are counted together.
    let mut patterns: std::collections::BTreeMap<u64, usize> = std::collections::BTreeMap::new();
    for question in questions {
        *patterns.entry(outcomes.successes(*question)).or_default() += 1;
    }
    let covered = |set: u64| -> usize {
        let patterns = patterns.iter();
        let hit = patterns.filter(|(pattern, _)| **pattern & set != 0);
        hit.map(|(_, count)| *count).sum()
    };
    let mut all: Vec<(usize, u64)> = sets(outcomes.components.len(), count)
        .into_iter()
        .map(|set| (covered(set), set))
        .collect();
    all.sort_by_key(|(covered, set)| (std::cmp::Reverse(*covered), *set));
    all.into_iter().map(|(_, set)| set).collect()
}

/// The fixed set of so many components that covers most of these questions.
#[must_use]
pub fn best_set(outcomes: &Outcomes, questions: &[usize], count: usize) -> u64 {
    let count = count.min(outcomes.components.len());
    let best = sets_by_coverage(outcomes, questions, count);
    best.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Matrix;

    #[test]
    fn a_set_is_more_than_its_best_members() {
        // The first two succeed together; the third alone.
        let scores =
            Matrix::from_rows(&[[1.0, 1.0, 0.0], [0.5, 0.9, 0.2], [0.0, 0.0, 1.0], [0.0; 3]]);
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let outcomes = Outcomes::new("NED", names, scores.unwrap()).unwrap();
        let all = [0, 1, 2, 3];
        assert_eq!(outcomes.answerable(&all), 3);
        assert_eq!(outcomes.best(&all), 1);
        assert_eq!(best_set(&outcomes, &all, 2), 0b101);
        assert_eq!(hits_of_set(&outcomes, &all, 0b011), 2);
        assert_eq!(ranked(&[0.1, 0.9, 0.9]), [1, 2, 0]);
        let predicted = vec![vec![0.9, 0.8, 0.1]; 4];
        assert_eq!(hits_of_ranking(&outcomes, &all, &predicted, 2), 2);
        assert_eq!(hits_of_ranking(&outcomes, &all, &predicted, 3), 3);
    }
}
