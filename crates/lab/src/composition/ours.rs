//! Our selector in Frankenstein's experiments.

use lydite_compose::learn::{Folds, LearnError, Matrix};
use lydite_compose::selection::{
    Classifier, Outcomes, PAPER_FEATURES, Selector, SelectorOptions, best_set, cross_validated,
    hits_of_ranking, hits_of_set, surface_features, surface_names,
};

use super::released::{self, Released};
use super::{Contenders, FOLDS, Figure, figure, most};
use crate::{Error, Lab};

/// What the selector knows of each question: the released features, and those of its surface.
pub(super) fn numbers(released: &Released) -> Result<Matrix, LearnError> {
    let surface: Vec<Vec<f64>> = released
        .texts
        .iter()
        .map(|text| surface_features(text))
        .collect();
    released.features.beside(&Matrix::from_rows(&surface)?)
}

/// For each task, for each number of components: on how many of the tested questions a chosen one succeeds.
fn hits(
    released: &Released,
    numbers: &Matrix,
    trained: &[usize],
    tested: &[usize],
) -> Result<Vec<Vec<usize>>, LearnError> {
    let of_trained = |outcomes: &Outcomes| outcomes.of(trained);
    let texts: Vec<&str> = trained
        .iter()
        .map(|at| released.texts[*at].as_str())
        .collect();
    let tasks: Vec<Outcomes> = released.tasks.iter().map(of_trained).collect();
    let mut features: Vec<String> = PAPER_FEATURES.iter().map(|&name| name.to_owned()).collect();
    features.extend(surface_names());
    let selector = Selector::fit(
        &texts,
        features,
        &numbers.select(trained),
        &tasks,
        &SelectorOptions::default(),
    )?;
    let mut hits: Vec<Vec<usize>> = tasks.iter().map(|task| vec![0; most(task)]).collect();
    for question in tested {
        let chances = selector.chances(&released.texts[*question], numbers.row(*question));
        for (at, outcomes) in released.tasks.iter().enumerate() {
            for (count, hits) in hits[at].iter_mut().enumerate() {
                let (set, _) = chances.best(at, count + 1);
                *hits += usize::from(outcomes.successes(*question) & set != 0);
            }
        }
    }
    Ok(hits)
}

fn figures(
    table: &'static str,
    released: &Released,
    hits: &[Vec<usize>],
    parts: usize,
) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (outcomes, hits) in released.tasks.iter().zip(hits) {
        for (at, hits) in hits.iter().enumerate() {
            let quantity = format!("top-{}, ours", at + 1);
            let share = *hits as f64 / parts as f64;
            figures.push(figure(table, &outcomes.task, quantity, share));
        }
    }
    figures
}

pub(super) fn of_table_5(
    table: &'static str,
    released: &Released,
    numbers: &Matrix,
    trained: &[usize],
    tested: &[usize],
) -> Result<Vec<Figure>, LearnError> {
    let hits = hits(released, numbers, trained, tested)?;
    Ok(figures(table, released, &hits, 1))
}

impl Lab {
    fn hits_of_folds(
        &self,
        released: &Released,
        numbers: &Matrix,
        folds: &Folds,
    ) -> Result<Vec<Vec<usize>>, Error> {
        let mut sums: Vec<Vec<usize>> = Vec::new();
        for fold in 0..folds.count() {
            self.go_on()?;
            let of_fold = hits(released, numbers, &folds.trained(fold), &folds.tested(fold));
            let of_fold = of_fold.map_err(released::cannot_learn)?;
            if sums.is_empty() {
                sums = of_fold;
                continue;
            }
            for (sum, hits) in sums.iter_mut().flatten().zip(of_fold.iter().flatten()) {
                *sum += hits;
            }
        }
        Ok(sums)
    }

    pub(super) fn ours_of_table_4(
        &self,
        released: &Released,
        numbers: &Matrix,
        folds: &Folds,
    ) -> Result<Vec<Figure>, Error> {
        let hits = self.hits_of_folds(released, numbers, folds)?;
        Ok(figures("4", released, &hits, FOLDS))
    }

    /// Table 4 over folds in several random orders: means and standard deviations of our selector, of logistic
    /// regression and of fixed sets.
    pub(super) fn table_4_in_random_orders(
        &self,
        released: &Released,
        numbers: &Matrix,
        contenders: &Contenders,
    ) -> Result<Vec<Figure>, Error> {
        let mut runs: Vec<Vec<Figure>> = Vec::new();
        let questions = released.texts.len();
        let all: Vec<usize> = (0..questions).collect();
        for seed in 1..=contenders.seeds {
            self.go_on()?;
            let folds = Folds::shuffled(questions, FOLDS, seed).map_err(released::cannot_learn)?;
            let mut run = Vec::new();
            let logistic = Classifier::LogisticRegression;
            let predicted = cross_validated(logistic, &released.features, &released.tasks, &folds);
            let predicted = predicted.map_err(released::cannot_learn)?;
            for (outcomes, predicted) in released.tasks.iter().zip(predicted) {
                for count in 1..=most(outcomes) {
                    let mut add = |quantity: String, hits: usize| {
                        let share = hits as f64 / FOLDS as f64;
                        run.push(figure("4-seeds", &outcomes.task, quantity, share));
                    };
                    let hits = hits_of_ranking(outcomes, &all, &predicted, count);
                    add(format!("top-{count}, {}", logistic.as_str()), hits);
                    let fixed = (0..folds.count()).map(|fold| {
                        let set = best_set(outcomes, &folds.trained(fold), count);
                        hits_of_set(outcomes, &folds.tested(fold), set)
                    });
                    add(format!("fixed set of {count}"), fixed.sum());
                }
            }
            if contenders.ours {
                let hits = self.hits_of_folds(released, numbers, &folds)?;
                run.extend(figures("4-seeds", released, &hits, FOLDS));
            }
            runs.push(run);
        }
        Ok(means(&runs))
    }
}

/// Each figure as its mean over the runs, with its standard deviation.
fn means(runs: &[Vec<Figure>]) -> Vec<Figure> {
    let Some(first) = runs.first() else {
        return Vec::new();
    };
    let count = runs.len() as f64;
    let mut means = first.clone();
    for (at, figure) in means.iter_mut().enumerate() {
        let values = || runs.iter().map(|run| run[at].found);
        let mean = values().sum::<f64>() / count;
        let squares: f64 = values().map(|value| (value - mean).powi(2)).sum();
        figure.found = mean;
        figure.spread = (runs.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
    }
    means.sort_by_key(|figure| {
        let tasks = ["QB", "CL", "NED", "RL"];
        tasks.iter().position(|task| *task == figure.task)
    });
    means
}
