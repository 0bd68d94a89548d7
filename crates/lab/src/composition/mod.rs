//! Frankenstein's experiments on the outcomes that it released, beside what the paper prints.

mod compare;
mod ours;
mod own;
mod published;
mod released;

use std::path::Path;

use lydite_compose::learn::Folds;
use lydite_compose::selection::{
    Classifier, Outcomes, Predicted, best_set, cramers_v, cross_validated, held_out,
    hits_of_ranking, hits_of_set,
};
use lydite_picture::{Bar, Bars, Chart, HeatMap};
use serde::Serialize;

pub use compare::{ComparedPipeline, ComparedPipelines};
pub use lydite_compose::selection::Classifier as PaperClassifier;
pub use lydite_compose::selection::PAPER_FEATURES as FEATURES;
pub use lydite_compose::selection::Strategy;
pub use released::Released;
pub(crate) use released::linkers;

use crate::{Error, Lab};

/// One figure of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Which table: `3`, `4`, `4-seeds` (the same over folds in random orders), `5a` (the released split), `5b` (train
    /// complex, test simple), `figure-4`.
    pub table: &'static str,
    /// The task.
    pub task: String,
    /// What is counted or measured.
    pub quantity: String,
    /// What the paper prints, if anything.
    pub paper: Option<f64>,
    /// What an independent reproduction with scikit-learn found, if it was made.
    pub reproduction: Option<f64>,
    /// What comes out here.
    pub found: f64,
    /// The standard deviation over the orders of the questions, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
}

/// What the tables are made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contenders {
    /// The paper's classifiers.
    pub classifiers: Vec<Classifier>,
    /// Whether our selector takes part.
    pub ours: bool,
    /// In how many random orders the questions are divided besides, for `4-seeds`.
    pub seeds: u64,
}

impl Default for Contenders {
    fn default() -> Self {
        Self {
            classifiers: Classifier::ALL.to_vec(),
            ours: true,
            seeds: 0,
        }
    }
}

/// How much the features have to do with the success of a component.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Association {
    /// The task.
    pub task: String,
    /// The component.
    pub component: String,
    /// Cramér's V for each of [`FEATURES`]; nothing where a feature never changes.
    pub cramers_v: Vec<Option<f64>>,
}

/// All tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompositionTables {
    /// How many questions there are.
    pub questions: usize,
    /// The features, in the order of the associations.
    pub features: Vec<&'static str>,
    /// The figures, table by table.
    pub figures: Vec<Figure>,
    /// Features and components.
    pub associations: Vec<Association>,
}

/// Into how many parts the questions are divided.
const FOLDS: usize = 10;

impl Lab {
    /// Frankenstein's Tables 3 and 4, Figure 4 with these classifiers, two surrogates for Table 5, and
    /// Cramér's V, from the files in a folder; our selector beside them.
    ///
    /// # Errors
    /// The files cannot be read, or what they have cannot be learned from.
    pub fn composition_tables(
        &self,
        folder: &Path,
        contenders: &Contenders,
    ) -> Result<CompositionTables, Error> {
        let released = Released::read(folder)?;
        let failed = |error| released::bad(folder, error);
        let questions = released.simple.len();
        let all: Vec<usize> = (0..questions).collect();
        let folds = Folds::in_order(questions, FOLDS).map_err(failed)?;
        let mut figures = table_3(&released, &all);
        let mut predictions = Vec::new();
        for classifier in &contenders.classifiers {
            self.go_on()?;
            let features = &released.features;
            let predicted =
                cross_validated(*classifier, features, &released.tasks, &folds).map_err(failed)?;
            predictions.push((*classifier, predicted));
        }
        figures.extend(table_4(&released, &all, &folds, &predictions));
        let numbers = ours::numbers(&released).map_err(failed)?;
        if contenders.ours {
            figures.extend(self.ours_of_table_4(&released, &numbers, &folds)?);
        }
        figures.extend(self.table_4_in_random_orders(&released, &numbers, contenders)?);
        figures.extend(figure_4(&released, &all, &predictions));
        let (tested, trained): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|at| **at < released.tested);
        figures.extend(table_5("5a", &released, &trained, &tested).map_err(failed)?);
        let ours = |table, trained: &[usize], tested: &[usize]| {
            if !contenders.ours {
                return Ok(Vec::new());
            }
            ours::of_table_5(table, &released, &numbers, trained, tested).map_err(failed)
        };
        figures.extend(ours("5a", &trained, &tested)?);
        let (tested, trained): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|at| released.simple[**at]);
        figures.extend(table_5("5b", &released, &trained, &tested).map_err(failed)?);
        figures.extend(ours("5b", &trained, &tested)?);
        for figure in &mut figures {
            (figure.paper, figure.reproduction) =
                published::of(figure.table, &figure.task, &figure.quantity);
        }
        Ok(CompositionTables {
            questions,
            features: FEATURES.to_vec(),
            figures,
            associations: associations(&released, &all),
        })
    }
}

fn figure(table: &'static str, task: &str, quantity: impl Into<String>, found: f64) -> Figure {
    Figure {
        table,
        task: task.to_owned(),
        quantity: quantity.into(),
        paper: None,
        reproduction: None,
        found,
        spread: None,
    }
}

/// The best component of each task, by its mean F-score (for classes over the questions that have one).
fn table_3(released: &Released, all: &[usize]) -> Vec<Figure> {
    let tasks = released.tasks.iter();
    tasks
        .map(|outcomes| {
            let questions: Vec<usize> = if outcomes.task == "CL" {
                let all = all.iter().copied();
                all.filter(|at| released.with_class[*at]).collect()
            } else {
                all.to_vec()
            };
            let best = outcomes.best(&questions);
            let name = &outcomes.components[best];
            figure(
                "3",
                &outcomes.task,
                format!("F of {name}"),
                outcomes.mean(best, &questions),
            )
        })
        .collect()
}

/// How many components are chosen at most.
fn most(outcomes: &Outcomes) -> usize {
    outcomes.components.len().min(3)
}

fn table_4(
    released: &Released,
    all: &[usize],
    folds: &Folds,
    predictions: &[(Classifier, Predicted)],
) -> Vec<Figure> {
    let mut figures = Vec::new();
    let share = |hits: usize| hits as f64 / FOLDS as f64;
    for (at, outcomes) in released.tasks.iter().enumerate() {
        let task = outcomes.task.as_str();
        let mut add = |quantity: String, hits: usize| {
            figures.push(figure("4", task, quantity, share(hits)));
        };
        add("total".to_owned(), all.len());
        add("answerable".to_owned(), outcomes.answerable(all));
        let best = outcomes.best(all);
        add("baseline".to_owned(), hits_of_set(outcomes, all, 1 << best));
        for (classifier, predicted) in predictions {
            for count in 1..=most(outcomes) {
                let hits = hits_of_ranking(outcomes, all, &predicted[at], count);
                add(format!("top-{count}, {}", classifier.as_str()), hits);
            }
        }
        for count in 1..=most(outcomes) {
            let hits = (0..folds.count()).map(|fold| {
                let set = best_set(outcomes, &folds.trained(fold), count);
                hits_of_set(outcomes, &folds.tested(fold), set)
            });
            add(format!("fixed set of {count}"), hits.sum());
        }
    }
    figures
}

/// The share of questions for which success or failure is predicted rightly.
fn figure_4(
    released: &Released,
    all: &[usize],
    predictions: &[(Classifier, Predicted)],
) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (task, outcomes) in released.tasks.iter().enumerate() {
        for (component, name) in outcomes.components.iter().enumerate() {
            let labels = outcomes.labels(component, all);
            let share = |right: usize| 100.0 * right as f64 / labels.len().max(1) as f64;
            let successes = labels.iter().filter(|label| **label).count();
            let majority = successes.max(labels.len() - successes);
            let mut add = |what: &str, right: usize| {
                let quantity = format!("{name}, {what}");
                figures.push(figure("figure-4", &outcomes.task, quantity, share(right)));
            };
            add("majority", majority);
            for (classifier, predicted) in predictions {
                let expected = predicted[task]
                    .iter()
                    .map(|row| row[component] > classifier.threshold());
                let right = expected.zip(&labels).filter(|(one, other)| one == *other);
                add(classifier.as_str(), right.count());
            }
        }
    }
    figures
}

fn table_5(
    table: &'static str,
    released: &Released,
    trained: &[usize],
    tested: &[usize],
) -> Result<Vec<Figure>, lydite_compose::learn::LearnError> {
    let logistic = Classifier::LogisticRegression;
    let predicted = held_out(
        logistic,
        &released.features,
        &released.tasks,
        trained,
        tested,
    )?;
    let mut figures = Vec::new();
    for (outcomes, predicted) in released.tasks.iter().zip(predicted) {
        let mut add = |quantity: String, hits: usize| {
            figures.push(figure(table, &outcomes.task, quantity, hits as f64));
        };
        add("total".to_owned(), tested.len());
        add("answerable".to_owned(), outcomes.answerable(tested));
        let best =
            |questions: &[usize]| hits_of_set(outcomes, tested, 1 << outcomes.best(questions));
        add("baseline".to_owned(), best(trained));
        for count in 1..=most(outcomes) {
            let hits = hits_of_ranking(outcomes, tested, &predicted, count);
            add(format!("top-{count}, {}", logistic.as_str()), hits);
        }
        for count in 1..=most(outcomes) {
            let set = best_set(outcomes, trained, count);
            add(
                format!("fixed set of {count}"),
                hits_of_set(outcomes, tested, set),
            );
        }
    }
    Ok(figures)
}

fn associations(released: &Released, all: &[usize]) -> Vec<Association> {
    let column = |at: usize| -> Vec<f64> {
        all.iter()
            .map(|row| released.features.row(*row)[at])
            .collect()
    };
    let columns: Vec<Vec<f64>> = (0..FEATURES.len()).map(column).collect();
    let mut found = Vec::new();
    for outcomes in &released.tasks {
        for (at, name) in outcomes.components.iter().enumerate() {
            let success = outcomes.labels(at, all);
            found.push(Association {
                task: outcomes.task.clone(),
                component: name.clone(),
                cramers_v: columns
                    .iter()
                    .map(|column| cramers_v(column, &success))
                    .collect(),
            });
        }
    }
    found
}

impl CompositionTables {
    /// Figure 4 as bars, and Cramér's V as a heat map below it.
    pub fn chart(&self) -> Chart {
        let mut series: Vec<&str> = Vec::new();
        let mut rows: Vec<(String, Vec<f64>)> = Vec::new();
        for figure in self
            .figures
            .iter()
            .filter(|figure| figure.table == "figure-4")
        {
            let (component, what) = figure
                .quantity
                .rsplit_once(", ")
                .unwrap_or((&figure.quantity, ""));
            if !series.contains(&what) {
                series.push(what);
            }
            let label = format!("{} {component}", figure.task);
            match rows.last_mut() {
                Some((last, values)) if *last == label => values.push(figure.found),
                _ => rows.push((label, vec![figure.found])),
            }
        }
        let mut bars = Bars::new("accuracy in %").series(series);
        for (label, values) in rows {
            bars = bars.row(label, values.into_iter().map(Bar::new));
        }
        let mut map = HeatMap::new("Cramér's V", self.features.iter().copied());
        let mut task = "";
        for association in &self.associations {
            if association.task != task {
                task = &association.task;
                map = map.heading(task);
            }
            map = map.row(
                association.component.as_str(),
                "",
                association.cramers_v.iter().copied(),
            );
        }
        Chart::new(
            "How well success is predicted, component by component",
            bars,
        )
        .subtitle(crate::charts::questions(self.questions as u64))
        .below("What features have to do with success", map)
    }
}
