//! Ways to cover a question with readings: the best few, by dynamic programming over its words.

use super::{Meaning, Reading};
use crate::question::Words;

/// A way to read a whole question.
#[derive(Clone, Debug)]
pub(crate) struct Covering {
    /// Indices of readings, in the order of the question; words without meaning are left out.
    pub(crate) readings: Vec<usize>,
    pub(crate) score: f32,
    /// Words that were not understood.
    pub(crate) uncovered: Vec<usize>,
}

#[derive(Clone)]
struct Partial {
    readings: Vec<usize>,
    uncovered: Vec<usize>,
    score: f32,
}

/// How many ways are kept at each word.
const BEAM: usize = 40;

/// The best ways to cover a question.
pub(crate) fn coverings(words: &Words, readings: &[Reading], most: usize) -> Vec<Covering> {
    let length = words.len();
    let mut starting: Vec<Vec<usize>> = vec![Vec::new(); length];
    for (at, reading) in readings.iter().enumerate() {
        starting[reading.start].push(at);
    }
    // A name is not left out lightly.
    let mut named = vec![false; length];
    for reading in readings {
        if matches!(reading.meaning, Meaning::Nodes(_)) && reading.closeness > 0.95 {
            named[reading.start..reading.end].fill(true);
        }
    }
    let mut beams: Vec<Vec<Partial>> = vec![Vec::new(); length + 1];
    beams[0].push(Partial {
        readings: Vec::new(),
        uncovered: Vec::new(),
        score: 0.0,
    });
    for place in 0..length {
        let mut here = std::mem::take(&mut beams[place]);
        here.sort_by(|a, b| b.score.total_cmp(&a.score));
        here.truncate(BEAM);
        for partial in here {
            let mut skipped = partial.clone();
            let word = &words.words[place];
            let weak = word.is_empty_word() || word.is_light() || word.is_punctuation();
            let least = if named[place] && !weak { 0.9 } else { 0.0 };
            let cost = skipping_cost(words, place).max(least);
            skipped.score -= cost;
            if cost > 0.3 {
                skipped.uncovered.push(place);
            }
            beams[place + 1].push(skipped);
            for at in &starting[place] {
                let reading = &readings[*at];
                let mut next = partial.clone();
                next.score += reading.score;
                if !matches!(reading.meaning, Meaning::Skipped) {
                    next.readings.push(*at);
                }
                beams[reading.end].push(next);
            }
        }
    }
    let mut last = std::mem::take(&mut beams[length]);
    last.sort_by(|a, b| b.score.total_cmp(&a.score));
    last.truncate(most);
    last.into_iter()
        .map(|partial| Covering {
            readings: partial.readings,
            score: partial.score,
            uncovered: partial.uncovered,
        })
        .collect()
}

/// What it costs to leave a word without meaning.
fn skipping_cost(words: &Words, place: usize) -> f32 {
    let word = &words.words[place];
    if [
        "not", "no", "without", "never", "nobody", "none", "only", "both",
    ]
    .contains(&word.lower.as_str())
    {
        return 1.2;
    }
    if place == 0 && word.lower == "when" {
        return 0.8;
    }
    if word.number.is_some() && word.lower != "one" {
        return 1.5;
    }
    if word.is_punctuation() || word.is_empty_word() {
        return 0.0;
    }
    if word.is_light() {
        return 0.08;
    }
    if word.tag.is_noun() || word.tag.is_verb() || word.number.is_some() || word.capital {
        0.9
    } else if word.tag.is_adjective() {
        0.6
    } else {
        0.25
    }
}
