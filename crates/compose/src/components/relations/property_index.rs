//! The properties of a graph by the words of their labels.

use lydite_language::{Lang, stem};
use rustc_hash::FxHashMap;

use crate::components::wording::Wording;
use crate::fold::{fold, identifier_words, local_name, singular, words_of};
use crate::knowledge::relations::asked_by;
use crate::knowledge::synonyms::related;
use crate::resources::Resources;

/// The properties of a graph by the words of their labels.
pub(crate) struct PropertyIndex {
    labels: Vec<LabelWords>,
    by_stem: FxHashMap<String, Vec<u32>>,
    /// By property, the group of those whose local names are the same words: `dbo:author`, `dbp:authors`.
    pub(crate) group: Vec<u32>,
    pub(crate) groups: Vec<Vec<u32>>,
    /// By property, the logarithm of its uses.
    pub(crate) log_uses: Vec<f64>,
}

struct LabelWords {
    property: u32,
    stems: Vec<String>,
    weights: Vec<f64>,
}

/// How well a label of a property fits the words of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fit {
    pub(crate) property: u32,
    /// The share of the label that stands in the question.
    pub(crate) exact: f64,
    /// The same, words of similar meaning included.
    pub(crate) related: f64,
    /// How many words of the label stand in the question side by side.
    pub(crate) contiguous: usize,
    /// How many words the label has.
    pub(crate) length: usize,
    /// The first word of the question that stands for one of the label.
    pub(crate) first: usize,
    /// The word after the last one.
    pub(crate) end: usize,
}

impl Fit {
    /// One figure for how well it fits.
    pub(crate) fn score(&self) -> f64 {
        0.75 * self.related + 0.25 * self.exact + 0.02 * (self.contiguous.min(4) as f64)
    }
}

/// Words of labels that say little.
const LITTLE: &[&str] = &[
    "of", "the", "by", "in", "for", "to", "at", "has", "is", "on", "and", "a",
];

impl PropertyIndex {
    /// Puts the properties first that fit best; of those that fit as well the one that is used most.
    pub(crate) fn sort(&self, fits: &mut [Fit]) {
        let uses = |fit: &Fit| self.log_uses[fit.property as usize];
        fits.sort_by(|a, b| {
            let usual = || uses(b).total_cmp(&uses(a));
            let fit = b.score().total_cmp(&a.score());
            fit.then_with(usual).then(a.property.cmp(&b.property))
        });
    }

    pub(crate) fn new(resources: &Resources) -> Self {
        let terms = resources.properties().terms();
        let mut labels = Vec::new();
        let mut by_stem: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut by_name: FxHashMap<String, u32> = FxHashMap::default();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut group = Vec::with_capacity(terms.len());
        for (at, term) in terms.iter().enumerate() {
            let mut known: Vec<Vec<String>> = Vec::new();
            for label in term.english().take(4) {
                let stems: Vec<String> = words_of(&label)
                    .map(|word| stem(&singular(word), Lang::En))
                    .take(8)
                    .collect();
                if !stems.is_empty() && !known.contains(&stems) {
                    known.push(stems);
                }
            }
            for stems in known {
                let number = labels.len() as u32;
                let mut distinct = stems.clone();
                distinct.sort_unstable();
                distinct.dedup();
                for word in distinct {
                    by_stem.entry(word).or_default().push(number);
                }
                let weights = stems.iter().map(|word| {
                    if stems.len() > 1 && LITTLE.contains(&word.as_str()) {
                        0.15
                    } else {
                        1.0
                    }
                });
                labels.push(LabelWords {
                    property: at as u32,
                    weights: weights.collect(),
                    stems,
                });
            }
            let name: Vec<String> = identifier_words(&local_name(&term.iri))
                .iter()
                .map(|word| singular(&fold(word)))
                .collect();
            let name = name.concat();
            let number = *by_name.entry(name).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() as u32 - 1
            });
            groups[number as usize].push(at as u32);
            group.push(number);
        }
        Self {
            labels,
            by_stem,
            group,
            groups,
            log_uses: terms
                .iter()
                .map(|term| (term.uses as f64).ln_1p())
                .collect(),
        }
    }

    /// The properties of which a word stands in the question, with the label that fits best, by property.
    pub(crate) fn fits(&self, wording: &Wording<'_>) -> Vec<Fit> {
        let places: Vec<usize> = (0..wording.words.len())
            .filter(|at| wording.is_free(*at))
            .collect();
        self.fits_within(wording, &places)
    }

    /// The same, looking at some words only.
    pub(crate) fn fits_within(&self, wording: &Wording<'_>, places: &[usize]) -> Vec<Fit> {
        // The best place and closeness for every stem that a word of the question may stand for.
        let mut stands: FxHashMap<String, (f64, usize)> = FxHashMap::default();
        for at in places {
            let word = &wording.words[*at];
            let mut note = |stem: String, closeness: f64| {
                let entry = stands.entry(stem).or_insert((closeness, *at));
                if closeness > entry.0 {
                    *entry = (closeness, *at);
                }
            };
            note(stem(&word.root, Lang::En), 1.0);
            note(word.stem.clone(), 1.0);
            note(stem(&word.lemma, Lang::En), 1.0);
            if word.is_empty_word() && !["when", "where", "who"].contains(&word.lower.as_str()) {
                continue;
            }
            for (other, closeness) in related(&word.lemma).chain(related(&word.root)) {
                note(stem(other, Lang::En), f64::from(closeness));
            }
            for other in asked_by(&word.lower).iter().chain(asked_by(&word.lemma)) {
                note(stem(other.trim_start_matches('^'), Lang::En), 0.8);
            }
        }
        let mut touched: Vec<u32> = stands
            .keys()
            .filter(|stem| !LITTLE.contains(&stem.as_str()))
            .filter_map(|stem| self.by_stem.get(stem))
            .flatten()
            .copied()
            .collect();
        touched.sort_unstable();
        touched.dedup();
        let mut best: FxHashMap<u32, Fit> = FxHashMap::default();
        for number in touched {
            let label = &self.labels[number as usize];
            let fit = fit(label, &stands);
            let known = best.entry(label.property).or_insert(fit);
            if fit.score() > known.score() {
                *known = fit;
            }
        }
        let mut fits: Vec<Fit> = best.into_values().collect();
        fits.sort_unstable_by_key(|fit| fit.property);
        fits
    }
}

fn fit(label: &LabelWords, stands: &FxHashMap<String, (f64, usize)>) -> Fit {
    let whole: f64 = label.weights.iter().sum();
    let mut fit = Fit {
        property: label.property,
        length: label.stems.len(),
        first: usize::MAX,
        ..Fit::default()
    };
    let mut run = 0;
    let mut before = None;
    for (stem, weight) in label.stems.iter().zip(&label.weights) {
        let Some((closeness, at)) = stands.get(stem) else {
            run = 0;
            before = None;
            continue;
        };
        fit.related += weight * closeness / whole;
        fit.first = fit.first.min(*at);
        fit.end = fit.end.max(at + 1);
        if *closeness == 1.0 {
            fit.exact += weight / whole;
            run = if before.is_some_and(|before: usize| before + 1 == *at) {
                run + 1
            } else {
                1
            };
            fit.contiguous = fit.contiguous.max(run);
            before = Some(*at);
        }
    }
    fit
}
