//! Finding a good sequence of tags from left to right, a few at a time.

use super::features::{History, START, Sentence};
use crate::Tag;

/// A sum of weights for each tag.
pub(crate) type Sums = [f32; Tag::ALL.len()];

/// Weights of features.
pub(crate) trait Weights {
    /// Adds the weights of features.
    fn add(&self, features: &[u32], sums: &mut Sums);
}

/// A sequence of tags up to some token; the tags before the last are found by following `parent`.
#[derive(Clone, Copy)]
struct State {
    score: f32,
    last: History,
    earlier: History,
    parent: u32,
}

/// Which sequences are followed.
#[derive(Clone, Copy)]
pub(crate) struct Beam {
    /// At most so many.
    pub width: usize,
    /// None that is so much worse than the best. Most tokens leave no doubt, and most of the time goes
    /// into following sequences.
    pub margin: f32,
}

/// The best sequence of tags among those that stay in the beam.
///
/// With `gold`, the search ends where that sequence falls out of the beam: from there on the model
/// cannot learn from what it does.
pub(crate) fn search<W: Weights>(
    weights: &W,
    tags: &[Tag],
    sentence: &Sentence,
    Beam { width, margin }: Beam,
    gold: Option<&[Tag]>,
) -> Vec<Tag> {
    let mut states: Vec<State> = Vec::with_capacity(sentence.len() * width + 1);
    states.push(State {
        score: 0.0,
        last: START,
        earlier: START,
        parent: 0,
    });
    let mut beam = 0..1;
    let mut gold_state = 0;
    let mut best: Vec<State> = Vec::with_capacity(width + 1);
    for at in 0..sentence.len() {
        let mut fixed = [0.0; Tag::ALL.len()];
        weights.add(&sentence.fixed(at), &mut fixed);
        best.clear();
        for parent in beam.clone() {
            let state = states[parent];
            let mut sums = fixed;
            let features = sentence.dynamic(at, state.last, state.earlier);
            weights.add(&features, &mut sums);
            for &tag in tags {
                let score = state.score + sums[tag as usize];
                if best.len() == width && score <= best[width - 1].score {
                    continue;
                }
                let place = best.partition_point(|other| other.score >= score);
                best.truncate(width - usize::from(best.len() == width));
                best.insert(
                    place,
                    State {
                        score,
                        last: tag as History,
                        earlier: state.last,
                        parent: parent as u32,
                    },
                );
            }
        }
        let least = best.first().map_or(0.0, |best| best.score - margin);
        best.truncate(best.partition_point(|state| state.score >= least));
        beam = states.len()..states.len() + best.len();
        states.extend_from_slice(&best);
        if let Some(gold) = gold {
            let kept = beam.clone().find(|&index| {
                let state = states[index];
                state.parent as usize == gold_state && state.last == gold[at] as History
            });
            match kept {
                Some(index) => gold_state = index,
                None => break,
            }
        }
    }
    trace(&states, beam.start)
}

/// The tags that lead to a state.
fn trace(states: &[State], end: usize) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut at = end;
    while at > 0 {
        let state = states[at];
        tags.push(Tag::ALL[usize::from(state.last)]);
        at = state.parent as usize;
    }
    tags.reverse();
    tags
}
