//! Chooses sets of components: the one of which most likely some member succeeds.

use serde::{Deserialize, Serialize};

use super::features::masked;
use super::outcomes::Outcomes;
use super::ranking::{sets, sets_by_coverage};
use crate::learn::{
    Forest, ForestOptions, Grams, LearnError, Matrix, MixedRidge, MixedRidgeModel, Rows,
    TextFeatures, TextOptions,
};

/// How a selector learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelectorOptions {
    /// How many trees a task has: half of them see the numbers alone, half also frequent words.
    pub trees: usize,
    /// How many questions a leaf has at least.
    pub leaf: usize,
    /// How many features are looked at for a split: of the numbers alone, with words.
    pub looked_at: [usize; 2],
    /// In how many questions a run of words must occur to be a feature of the trees.
    pub frequent: usize,
    /// The regression.
    pub ridge: MixedRidge,
    /// How many components are chosen at most.
    pub most: usize,
    /// Where there are more sets than this, only the few that cover most questions are considered.
    pub sets: usize,
    /// How many these few are.
    pub few: usize,
    /// What the trees depend on.
    pub seed: u64,
}

impl Default for SelectorOptions {
    fn default() -> Self {
        Self {
            trees: 150,
            leaf: 8,
            looked_at: [20, 50],
            frequent: 25,
            ridge: MixedRidge::default(),
            most: 3,
            sets: 200,
            few: 10,
            seed: 0,
        }
    }
}

/// Says which components of each task should be asked about a question.
///
/// The best components one by one are not the best set: they often succeed on the same questions. So the chance
/// that *some* member succeeds is predicted for sets as for single components, by two models whose predictions
/// are averaged: a ridge regression over numbers and words ([`MixedRidge`]), and extremely randomised trees over
/// numbers and frequent words. The more sets there are to choose from, the likelier the best prediction is one
/// that is too good; so the trees, which are the more careful of the two, then count more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Selector {
    /// The names of the numbers, in the order in which they are given.
    pub features: Vec<String>,
    tasks: Vec<TaskSelector>,
    texts: TextFeatures,
    frequent: TextFeatures,
    ridge: MixedRidgeModel,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct TaskSelector {
    task: String,
    components: Vec<String>,
    choices: Vec<Choices>,
    /// Half of the trees see the numbers alone.
    of_numbers: Forest,
    /// The others see frequent words as well.
    of_words: Forest,
}

/// The sets of so many components.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Choices {
    sets: Vec<u64>,
    /// How much the forest counts.
    share: f64,
}

/// How likely sets of components succeed on a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// For each task, for each number of components: sets as bits, with their chances.
    tasks: Vec<Vec<Vec<(u64, f64)>>>,
}

impl Chances {
    /// The set of at most so many components of a task that most likely has one that succeeds, and how likely that
    /// is; of equals the first.
    #[must_use]
    pub fn best(&self, task: usize, count: usize) -> (u64, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        let choices = self.tasks.get(task).map_or(&[][..], Vec::as_slice);
        if let Some(sets) = choices.get(count.min(choices.len()).saturating_sub(1)) {
            for (set, chance) in sets {
                if *chance > best.1 {
                    best = (*set, *chance);
                }
            }
        }
        best
    }

    /// How likely each component of a task succeeds, in the order of its components.
    #[must_use]
    pub fn of_components(&self, task: usize) -> Vec<f64> {
        let single = self.tasks.get(task).and_then(|choices| choices.first());
        single.map_or_else(Vec::new, |sets| {
            sets.iter().map(|(_, chance)| *chance).collect()
        })
    }

    /// How likely some member of a set succeeds, if that set was considered.
    #[must_use]
    pub fn of_set(&self, task: usize, set: u64) -> Option<f64> {
        let choices = self.tasks.get(task)?;
        let sets = choices.get((set.count_ones() as usize).checked_sub(1)?)?;
        let found = sets.iter().find(|(known, _)| *known == set);
        found.map(|(_, chance)| *chance)
    }
}

/// How much the forest counts where there are so many sets to choose from.
fn share(sets: usize) -> f64 {
    (0.2 + 0.09 * (sets.max(1) as f64).log2()).min(0.8)
}

impl Selector {
    /// Learns from questions, numbers that are known of them, and how the components of tasks did on them.
    ///
    /// A component that always or never succeeds is predicted to go on so; constant features do no harm.
    ///
    /// # Errors
    /// If texts, numbers and outcomes differ in their number, there are none, a number is missing or infinite, or
    /// an option makes no sense.
    pub fn fit<T: AsRef<str>>(
        texts: &[T],
        features: Vec<String>,
        numbers: &Matrix,
        tasks: &[Outcomes],
        options: &SelectorOptions,
    ) -> Result<Self, LearnError> {
        let shape = |what, found| {
            let expected = numbers.rows();
            (found != expected).then_some(LearnError::Shape {
                what,
                expected,
                found,
            })
        };
        let outcomes = tasks.iter();
        let wrong = shape("texts", texts.len()).or_else(|| {
            let mut wrong = outcomes.map(|task| shape("questions with outcomes", task.questions()));
            wrong.find_map(|wrong| wrong)
        });
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        numbers.check_finite()?;
        let texts: Vec<String> = texts.iter().map(|text| masked(text.as_ref())).collect();
        let grams = TextOptions {
            grams: vec![Grams::Words(1, 3), Grams::Characters(3, 5)],
            ..TextOptions::default()
        };
        let frequent = TextOptions {
            grams: vec![Grams::Words(1, 2)],
            least: options.frequent,
            sublinear: false,
        };
        let grams = TextFeatures::fit(&texts, &grams);
        let frequent = TextFeatures::fit(&texts, &frequent);
        let all: Vec<usize> = (0..texts.len()).collect();
        let mut trained = Vec::with_capacity(tasks.len());
        let mut rows = Matrix::new(numbers.columns() + frequent.columns());
        for (at, text) in texts.iter().enumerate() {
            rows.push(&row_of(numbers.row(at), text, &frequent))?;
        }
        let mut targets: Option<Matrix> = None;
        for outcomes in tasks {
            let choices = choices(outcomes, &all, options);
            let sets: Vec<u64> = choices
                .iter()
                .flat_map(|one| one.sets.iter().copied())
                .collect();
            let hits = hits(outcomes, &sets)?;
            let components = outcomes.components.len();
            let successes = hits_of_components(&hits, components)?;
            let grown = |rows: &Matrix, looked_at, seed| {
                let trees = options.trees.div_ceil(2);
                let mut forest = ForestOptions::extremely_random(trees, options.leaf, seed);
                forest.tree.features = Some(looked_at);
                Forest::fit(rows, &successes, &forest)?.refilled(rows, &hits)
            };
            let of_numbers = grown(numbers, options.looked_at[0], options.seed)?;
            let of_words = grown(&rows, options.looked_at[1], options.seed + 1)?;
            trained.push(TaskSelector {
                task: outcomes.task.clone(),
                components: outcomes.components.clone(),
                choices,
                of_numbers,
                of_words,
            });
            targets = Some(match targets {
                Some(targets) => targets.beside(&hits)?,
                None => hits,
            });
        }
        let targets = targets.ok_or(LearnError::Empty {
            rows: texts.len(),
            columns: 0,
        })?;
        let ridge = options
            .ridge
            .fit(numbers, &grams.matrix(&texts)?, &targets)?;
        Ok(Self {
            features,
            tasks: trained,
            texts: grams,
            frequent,
            ridge,
        })
    }

    /// The tasks, in their order, with their components.
    pub fn tasks(&self) -> impl Iterator<Item = (&str, &[String])> {
        let tasks = self.tasks.iter();
        tasks.map(|task| (task.task.as_str(), task.components.as_slice()))
    }

    /// How likely sets of components succeed on a question of which these numbers are known; a missing one counts as
    /// the mean for the regression and as least for the trees.
    #[must_use]
    pub fn chances(&self, text: &str, numbers: &[f64]) -> Chances {
        self.chances_of_masked(&masked(text), numbers)
    }

    pub(super) fn chances_of_masked(&self, text: &str, numbers: &[f64]) -> Chances {
        let by_ridge = self.ridge.predict(numbers, &self.texts.row(text));
        let row = row_of(numbers, text, &self.frequent);
        let mut ridge = by_ridge.into_iter();
        let mut tasks = Vec::with_capacity(self.tasks.len());
        for task in &self.tasks {
            let of_numbers = task.of_numbers.predict(numbers);
            let of_words = task.of_words.predict(&row);
            let mut trees = of_numbers.into_iter().zip(of_words);
            let choices = task.choices.iter().map(|choices| {
                let sets = choices.sets.iter().map(|set| {
                    let (one, other) = trees.next().unwrap_or_default();
                    let by_trees = (one + other) / 2.0;
                    let ridge = f64::from(ridge.next().unwrap_or_default());
                    (
                        *set,
                        choices.share * by_trees + (1.0 - choices.share) * ridge,
                    )
                });
                sets.collect()
            });
            tasks.push(choices.collect());
        }
        Chances { tasks }
    }
}

/// Numbers, then for each frequent run of words whether the text has it.
fn row_of(numbers: &[f64], text: &str, frequent: &TextFeatures) -> Vec<f64> {
    let mut row = numbers.to_vec();
    row.resize(numbers.len() + frequent.columns(), 0.0);
    for (column, _) in frequent.row(text) {
        row[numbers.len() + column as usize] = 1.0;
    }
    row
}

/// Which sets are considered, for each number of components.
fn choices(outcomes: &Outcomes, questions: &[usize], options: &SelectorOptions) -> Vec<Choices> {
    let components = outcomes.components.len();
    (1..=components.min(options.most.max(1)))
        .map(|count| {
            let all = possible(components, count);
            let sets = if count == 1 {
                // In the order of the components.
                (0..components).map(|at| 1 << at).collect()
            } else if all > options.sets as f64 {
                let mut few = sets_by_coverage(outcomes, questions, count);
                few.truncate(options.few.max(1));
                few
            } else {
                sets(components, count)
            };
            Choices {
                sets,
                share: share(all as usize),
            }
        })
        .collect()
}

/// How many sets of so many components there are.
fn possible(components: usize, count: usize) -> f64 {
    (0..count).fold(1.0, |all, at| {
        all * (components - at) as f64 / (at + 1) as f64
    })
}

/// 1 where a set has a component that succeeds, 0 elsewhere.
fn hits(outcomes: &Outcomes, sets: &[u64]) -> Result<Matrix, LearnError> {
    let mut hits = Matrix::new(sets.len());
    for question in 0..outcomes.questions() {
        let successes = outcomes.successes(question);
        let row: Vec<f64> = sets
            .iter()
            .map(|set| f64::from(u8::from(successes & set != 0)))
            .collect();
        hits.push(&row)?;
    }
    Ok(hits)
}

/// The first columns, which are those of single components.
fn hits_of_components(hits: &Matrix, components: usize) -> Result<Matrix, LearnError> {
    let rows: Vec<&[f64]> = (0..hits.rows())
        .map(|row| &hits.row(row)[..components])
        .collect();
    Matrix::from_rows(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Questions of two kinds; the first two components succeed together on one kind, the third on the other.
    fn example() -> (Vec<String>, Matrix, Outcomes) {
        let mut texts = Vec::new();
        let (mut numbers, mut scores) = (Matrix::new(2), Matrix::new(4));
        for at in 0..60 {
            let who = at % 3 != 0;
            let name = ["Rome", "Peru", "Ada Lovelace", "Lake Erie"][at % 4];
            texts.push(if who {
                format!("Who wrote about {name}?")
            } else {
                format!("How many books about {name}?")
            });
            numbers.push(&[f64::from(u8::from(who)), 7.0]).unwrap();
            let good = f64::from(u8::from(who));
            scores.push(&[good, good, 1.0 - good, 0.0]).unwrap();
        }
        let names = ["a", "b", "c", "never"].map(str::to_owned).to_vec();
        let outcomes = Outcomes::new("NED", names, scores).unwrap();
        (texts, numbers, outcomes)
    }

    fn options() -> SelectorOptions {
        SelectorOptions {
            trees: 20,
            leaf: 3,
            frequent: 3,
            ridge: MixedRidge {
                penalty: 0.1,
                waves: 50,
                seed: 0,
            },
            ..SelectorOptions::default()
        }
    }

    fn names() -> Vec<String> {
        ["who", "constant"].map(str::to_owned).to_vec()
    }

    #[test]
    fn the_set_is_chosen_of_which_some_member_succeeds() {
        let (texts, numbers, outcomes) = example();
        let tasks = [outcomes];
        let selector = Selector::fit(&texts, names(), &numbers, &tasks, &options()).unwrap();
        let chances = selector.chances("Who wrote about Oslo?", &[1.0, 7.0]);
        assert!([0b1, 0b10].contains(&chances.best(0, 1).0));
        let (pair, chance) = chances.best(0, 2);
        assert_eq!(pair & 0b100, 0b100, "{pair:b}");
        assert!(chance > 0.8, "{chance}");
        assert!(chances.of_components(0)[3] < 0.05);
        assert_eq!(chances.of_set(0, pair), Some(chance));
        let many = selector.chances("How many books about Oslo?", &[0.0, 7.0]);
        assert_eq!(many.best(0, 1).0, 0b100);
        // More are asked for than there are: the largest sets that were considered.
        assert_eq!(many.best(0, 9).0.count_ones(), 3);
    }

    #[test]
    fn missing_and_strange_input_is_taken_at_prediction_and_refused_in_learning() {
        let (texts, mut numbers, outcomes) = example();
        let tasks = [outcomes];
        let selector = Selector::fit(&texts, names(), &numbers, &tasks, &options()).unwrap();
        for text in ["", "¿Quién escribió sobre Oslo?", "?!"] {
            let chances = selector.chances(text, &[f64::NAN, f64::INFINITY]);
            assert!(chances.of_components(0).iter().all(|one| one.is_finite()));
        }
        numbers.row_mut(4)[1] = f64::NAN;
        let failed = Selector::fit(&texts, names(), &numbers, &tasks, &options());
        assert_eq!(failed, Err(LearnError::NotFinite { row: 4, column: 1 }));
        let failed = Selector::fit(&texts[1..], names(), &numbers, &tasks, &options());
        assert!(matches!(
            failed,
            Err(LearnError::Shape { what: "texts", .. })
        ));
        assert!(Selector::fit(&texts, names(), &numbers, &[], &options()).is_err());
    }

    #[test]
    fn one_class_only_is_predicted_to_stay() {
        let (texts, numbers, _) = example();
        let scores = Matrix::from_rows(&[[1.0, 0.0]; 60]).unwrap();
        let names_of = ["always", "never"].map(str::to_owned).to_vec();
        let tasks = [Outcomes::new("CL", names_of, scores).unwrap()];
        let selector = Selector::fit(&texts, names(), &numbers, &tasks, &options()).unwrap();
        let chances = selector.chances("Who is it?", &[0.3, 7.0]).of_components(0);
        assert!((chances[0] - 1.0).abs() < 1e-6 && chances[1].abs() < 1e-6);
    }

    #[test]
    fn a_selector_read_again_chooses_the_same() {
        let (texts, numbers, outcomes) = example();
        let selector = Selector::fit(&texts, names(), &numbers, &[outcomes], &options()).unwrap();
        let text = serde_json::to_string(&selector).unwrap();
        let again: Selector = serde_json::from_str(&text).unwrap();
        let of = |selector: &Selector| selector.chances(&texts[3], numbers.row(3));
        assert_eq!(of(&again), of(&selector));
    }
}
