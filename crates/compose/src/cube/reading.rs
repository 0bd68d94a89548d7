//! What a question asks of a data cube.

use lydite_language::{Lang, Tag, lemma, stem};

use super::Cube;
use crate::knowledge::gradable::{Degree, gradable};
use crate::knowledge::{numbers, relations};

use crate::question::{Word, Words};
use crate::reading::Comparison;

/// What is asked of a cube.
pub(super) struct Asked {
    pub(super) yes_no: bool,
    /// The measures that are named, in order, with their places.
    pub(super) measures: Vec<(usize, usize)>,
    /// Values of dimensions: place, dimension, the terms.
    pub(super) values: Vec<(usize, usize, Vec<String>)>,
    /// Bounds on a dimension of time: dimension, comparison, year.
    pub(super) bounds: Vec<(usize, Comparison, String)>,
    /// The dimension that is asked for.
    pub(super) sought: Option<usize>,
    /// Dimensions by which the answer is told apart.
    pub(super) groups: Vec<usize>,
    /// Whether the largest or the smallest come first, and how many are wanted.
    pub(super) extreme: Option<(bool, usize)>,
    /// A comparison, and where the word *than* stands.
    pub(super) than: Option<(Comparison, usize)>,
    /// A number that the measure is compared with.
    pub(super) threshold: Option<(Comparison, f64)>,
    pub(super) average: bool,
    pub(super) counted: bool,
    pub(super) evidence: usize,
}

/// Reads a question; nothing if words remain that the cube has nothing for.
pub(super) fn read(cube: &Cube, words: &Words) -> Option<Asked> {
    let mut used = vec![false; words.len()];
    let mut asked = Asked {
        yes_no: matches!(
            words.at(0),
            "is" | "are" | "was" | "were" | "do" | "does" | "did" | "has" | "have"
        ),
        measures: Vec::new(),
        values: Vec::new(),
        bounds: Vec::new(),
        sought: None,
        groups: Vec::new(),
        extreme: None,
        than: None,
        threshold: None,
        average: false,
        counted: false,
        evidence: 0,
    };
    values(cube, words, &mut used, &mut asked);
    dimensions(cube, words, &mut used, &mut asked);
    measures(cube, words, &mut used, &mut asked);
    operators(words, &mut used, &mut asked);
    let understood = words.words.iter().zip(&used).all(|(word, used)| {
        *used
            || word.is_punctuation()
            || word.is_empty_word()
            || word.is_light()
            || cube.scope.contains(&word.name)
            || OPERATORS.contains(&word.lower.as_str())
            || crate::knowledge::units::unit(&word.lower).is_some()
    });
    let about = !asked.measures.is_empty()
        || cube.measures.len() == 1 && (asked.values.len() > 1 || asked.sought.is_some());
    let scoped = words
        .words
        .iter()
        .any(|word| word.capital && cube.scope.contains(&word.name));
    asked.evidence = asked.measures.len()
        + asked.values.len()
        + asked.groups.len()
        + usize::from(asked.sought.is_some())
        + usize::from(scoped);
    (understood && about && asked.evidence > 1).then_some(asked)
}

const OPERATORS: &[&str] = &[
    "altogether",
    "total",
    "overall",
    "sum",
    "average",
    "mean",
    "most",
    "least",
    "more",
    "less",
    "fewer",
    "than",
    "how",
    "much",
    "many",
    "between",
    "amount",
    "money",
    "spending",
    "combined",
    "highest",
    "lowest",
    "largest",
    "smallest",
    "together",
];

/// Names of values, the longest first.
fn values(cube: &Cube, words: &Words, used: &mut [bool], asked: &mut Asked) {
    let mut at = 0;
    while at < words.len() {
        let mut found = None;
        for end in (at + 1..=(at + 6).min(words.len())).rev() {
            let span = &words.words[at..end];
            let name: Vec<&str> = span
                .iter()
                .filter(|word| !word.is_punctuation())
                .map(|word| word.name.as_str())
                .collect();
            let singular = span
                .iter()
                .map(|word| word.root.as_str())
                .collect::<Vec<_>>();
            let hit = cube
                .dimensions
                .iter()
                .enumerate()
                .find_map(|(number, dimension)| {
                    let terms = dimension
                        .values
                        .get(&name.join(" "))
                        .or_else(|| dimension.values.get(&singular.join(" ")))?;
                    Some((number, terms.clone()))
                });
            if let Some((number, terms)) = hit {
                found = Some((end, number, terms));
                break;
            }
        }
        let Some((end, number, terms)) = found else {
            at += 1;
            continue;
        };
        used[at..end].fill(true);
        let bound = match words.at(at.wrapping_sub(1)) {
            "after" => Some(Comparison::More),
            "since" => Some(Comparison::AtLeast),
            "before" => Some(Comparison::Less),
            "until" => Some(Comparison::AtMost),
            "between" => Some(Comparison::AtLeast),
            "from" if words.at(end) == "to" || words.at(end) == "until" => {
                Some(Comparison::AtLeast)
            }
            "to" if !asked.bounds.is_empty() => Some(Comparison::AtMost),
            "and" if asked.bounds.len() == 1 && words.at(at.wrapping_sub(3)) == "between" => {
                Some(Comparison::AtMost)
            }
            _ => None,
        };
        match bound.filter(|_| cube.dimensions[number].temporal) {
            Some(comparison) => {
                used[at - 1] = true;
                asked
                    .bounds
                    .push((number, comparison, words.at(at).to_owned()));
            }
            None => asked.values.push((at, number, terms)),
        }
        at = end;
    }
}

/// Names of dimensions: what is asked for, and what the answer is told apart by.
fn dimensions(cube: &Cube, words: &Words, used: &mut [bool], asked: &mut Asked) {
    for at in 0..words.len() {
        for (number, dimension) in cube.dimensions.iter().enumerate() {
            let named = dimension.names.iter().find(|name| {
                name.iter().enumerate().all(|(offset, root)| {
                    words.words.get(at + offset).is_some_and(|word| {
                        (word.root == *root || word.lemma == *root) && !used[at + offset]
                    })
                })
            });
            let Some(name) = named else {
                continue;
            };
            let length = name.len();
            used[at..at + length].fill(true);
            let before = words.at(at.wrapping_sub(1));
            let counted = before == "many";
            let limited = words
                .words
                .get(at.wrapping_sub(1))
                .and_then(|word| word.number);
            if ["each", "every", "per", "by"].contains(&before) {
                used[at - 1] = true;
                asked.groups.push(number);
            } else if ["which", "what", "whose"].contains(&before) || counted {
                asked.counted |= counted;
                asked.sought = Some(number);
            } else if let Some(limit) = limited.filter(|_| at > 0) {
                used[at - 1] = true;
                asked.extreme.get_or_insert((true, limit as usize)).1 = limit as usize;
                asked.sought = Some(number);
            } else if asked.values.iter().all(|(_, other, _)| *other != number)
                && asked.sought.is_none()
                && asked.groups.is_empty()
            {
                asked.sought = Some(number);
            }
        }
    }
}

/// Names of measures, by any of their words or by words that ask for them.
fn measures(cube: &Cube, words: &Words, used: &mut [bool], asked: &mut Asked) {
    for (at, word) in words.words.iter().enumerate() {
        if used[at] || word.is_empty_word() || word.is_punctuation() {
            continue;
        }
        let best = cube
            .measures
            .iter()
            .enumerate()
            .filter_map(|(number, measure)| Some((likeness(word, &measure.roots)?, number)))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        if let Some((_, number)) = best {
            used[at] = true;
            asked.measures.push((at, number));
        }
    }
    // *plan to spend*: what is planned.
    if let [(first, one), (second, other), ..] = asked.measures[..]
        && one != other
        && second == first + 2
        && words.at(first + 1) == "to"
    {
        asked.measures.remove(1);
    }
    asked.measures.dedup_by_key(|(_, number)| *number);
}

/// How well a word fits the name of a measure.
fn likeness(word: &Word, roots: &[String]) -> Option<f32> {
    let verb = |form: &str| lemma(form, Tag::VBN);
    let own = [word.lemma.clone(), word.root.clone(), verb(&word.lower)];
    let near = roots.iter().filter_map(|root| {
        let base = verb(root);
        if own.iter().any(|form| form == root || *form == base) {
            Some(1.0)
        } else if stem(root, Lang::En) == word.stem {
            Some(0.9)
        } else {
            let asks = relations::asked_by(&word.lemma);
            let place = asks.iter().position(|noun| noun == root)?;
            Some(0.8 - 0.02 * place as f32)
        }
    });
    near.max_by(f32::total_cmp)
}

fn operators(words: &Words, used: &mut [bool], asked: &mut Asked) {
    for at in 0..words.len() {
        let next = words.at(at + 1);
        let limit = words
            .words
            .get(at.wrapping_sub(1))
            .and_then(|word| word.number)
            .map_or(1, |number| number as usize);
        match words.at(at) {
            "average" | "mean" => asked.average = true,
            "most" | "highest" | "largest" | "greatest" | "biggest" | "maximum" => {
                let many = asked.extreme.map_or(limit, |(_, many)| many);
                asked.extreme = Some((true, many));
                used[at] = true;
            }
            "least" if words.at(at.wrapping_sub(1)) != "at" => asked.extreme = Some((false, limit)),
            "lowest" | "smallest" | "fewest" | "minimum" => asked.extreme = Some((false, limit)),
            "than" => {
                let before: Vec<&str> = (at.saturating_sub(5)..at).map(|at| words.at(at)).collect();
                let less = before
                    .iter()
                    .any(|word| ["less", "fewer", "lower"].contains(word));
                let comparison = if less {
                    Comparison::Less
                } else {
                    Comparison::More
                };
                if let Some(value) = amount(words, at + 1, used) {
                    asked.threshold = Some((comparison, value));
                } else {
                    asked.than = Some((comparison, at));
                }
            }
            "over" | "above" | "exceed" | "exceeds" | "exceeding" => {
                if let Some(value) = amount(words, at + 1, used) {
                    used[at] = true;
                    asked.threshold = Some((Comparison::More, value));
                }
            }
            "under" | "below" => {
                if let Some(value) = amount(words, at + 1, used) {
                    used[at] = true;
                    asked.threshold = Some((Comparison::Less, value));
                }
            }
            "at" if next == "least" => {
                if let Some(value) = amount(words, at + 2, used) {
                    asked.threshold = Some((Comparison::AtLeast, value));
                    used[at + 1] = true;
                }
            }
            word => {
                if let Some((Degree::Superlative, adjective)) = gradable(word)
                    && !used[at]
                {
                    used[at] = true;
                    asked.extreme = Some((adjective.rising, limit));
                }
            }
        }
    }
}

/// The number at a place, unless it names a value.
fn amount(words: &Words, at: usize, used: &mut [bool]) -> Option<f64> {
    let mut value = words.words.get(at)?.number.filter(|_| !used[at])?;
    used[at] = true;
    let mut next = at + 1;
    while let Some(factor) = numbers::multiplier(words.at(next)) {
        value *= factor;
        used[next] = true;
        next += 1;
    }
    Some(value)
}
