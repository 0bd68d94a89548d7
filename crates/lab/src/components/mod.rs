//! Components by themselves: what they find, held against gold queries.
//!
//! A component is judged question by question against the entities, relations or classes of the gold
//! query; query builders get those and are judged by their first query. The rows are the outcome matrix
//! over components: a row a question, a column a component.

mod judging;
mod kept;
mod matrix;
mod published;
mod report;
mod sources;

use std::path::{Path, PathBuf};
use std::time::Instant;

use lydite_compose::annotation::{AnnotatedQuestion, Kind};
use lydite_compose::component::{Component, Task as Does, UnknownComponent};
use lydite_compose::{ComposeError, Gold, Resources, UnknownPipeline};
use lydite_language::Lang;
use lydite_model::{Language, QueryForm, Question};

pub use kept::KeptScore;
pub use lydite_compose::component::{
    ComponentError, Cost, Description, Need, Task as ComponentTask, UnknownTask,
};
pub use matrix::{MatrixHeader, MatrixMade, MatrixRun, OutcomeMatrix, TrainedChoice};
pub use published::{PublishedComponent, PublishedPipeline, PublishedState};
pub use report::{ComponentReport, ComponentScore, ComponentSlice, Judged, Universe};
pub use sources::{Sources, Trained};

use crate::{Error, Lab};

/// Which components are judged on which questions.
#[derive(Clone, Debug)]
pub struct ComponentRun {
    /// The components, by name.
    pub components: Vec<String>,
    /// The dataset: a file or a name.
    pub dataset: PathBuf,
    /// The language in which questions are put.
    pub language: Language,
    /// What components work with.
    pub sources: Sources,
    /// Components that work before each of them; none: they are given what the gold query has.
    pub before: Option<Vec<String>>,
    /// Only so many questions, from the first.
    pub limit: Option<usize>,
}

fn unknown(unknown: UnknownComponent) -> Error {
    Error::Compose(ComposeError::Unknown(UnknownPipeline::from(unknown)))
}

/// A question as components get it.
struct Case {
    id: String,
    text: String,
    lang: Lang,
    gold: Gold,
    answer_type: Option<String>,
}

impl Lab {
    /// What there is to know of all components, in the order of their tasks.
    pub fn component_list(&self) -> Vec<Description> {
        let mut all: Vec<Description> = self
            .components()
            .list()
            .map(Component::description)
            .collect();
        all.sort_by_key(|description| description.task);
        all
    }

    /// What there is to know of the component of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn component(&self, name: &str) -> Result<Description, Error> {
        let found = self.components().get(name);
        Ok(found.map_err(unknown)?.description())
    }

    /// Judges components.
    ///
    /// # Errors
    /// A component, the dataset or the graph is not there, or a component has not been trained.
    pub fn run_components(&self, run: &ComponentRun) -> Result<ComponentReport, Error> {
        let registry = self.components();
        let chosen = run.components.iter();
        let components = chosen
            .map(|name| registry.get(name))
            .collect::<Result<Vec<_>, _>>()
            .map_err(unknown)?;
        let before = match &run.before {
            None => None,
            Some(names) => {
                let names = names.iter();
                let found = names.map(|name| registry.get(name));
                Some(found.collect::<Result<Vec<_>, _>>().map_err(unknown)?)
            }
        };
        let mut cases = self.cases(&run.dataset, &run.language)?;
        cases.truncate(run.limit.unwrap_or(usize::MAX));
        let resources = self.resources(&run.sources)?;
        let mut rows = Vec::new();
        for case in &cases {
            for component in &components {
                if self.config.cancel.is_cancelled() {
                    return Err(Error::Cancelled);
                }
                rows.push(judged(case, component, before.as_deref(), &resources)?.0);
            }
        }
        Ok(ComponentReport::new(&components, rows, &resources))
    }

    /// The questions of a dataset that have a text in a language and a query that can be read.
    fn cases(&self, dataset: &Path, language: &Language) -> Result<Vec<Case>, Error> {
        let questions = self.questions(dataset)?;
        let lang = Lang::of(language).unwrap_or(Lang::En);
        let case = |question: &Question| {
            let text = question.text(language).or_else(|| question.any_text())?;
            let query = question.query(QueryForm::Sparql)?;
            Some(Case {
                id: question.id.to_string(),
                text: text.to_owned(),
                lang,
                gold: Gold::of_query(query)?,
                answer_type: question
                    .answer_type
                    .as_ref()
                    .map(|kind| kind.as_str().to_owned()),
            })
        };
        Ok(questions.iter().filter_map(case).collect())
    }
}

/// What a component says about a question, and how right it is; the question with it.
fn judged(
    case: &Case,
    component: &Component,
    before: Option<&[&Component]>,
    resources: &Resources,
) -> Result<(Judged, AnnotatedQuestion), Error> {
    let mut question = AnnotatedQuestion::in_language(&case.text, case.lang);
    let failed = |error: ComponentError| Error::Compose(ComposeError::Component(error));
    match before {
        Some(before) => {
            for component in before {
                component
                    .annotate(&mut question, resources)
                    .map_err(failed)?;
            }
        }
        None => {
            for kind in given(component.task()) {
                case.gold.annotate(&mut question, resources, *kind);
            }
        }
    }
    let there = question.annotations().len();
    let begun = Instant::now();
    let outcome = component.annotate(&mut question, resources);
    let millis = begun.elapsed().as_secs_f64() * 1000.0;
    let error = match outcome {
        Ok(()) => None,
        // A component that lacks its model lacks it for every question.
        Err(
            error @ (ComponentError::NotTrained { .. }
            | ComponentError::BadModel { .. }
            | ComponentError::NoLanguageModel { .. }),
        ) => {
            return Err(failed(error));
        }
        Err(error) => Some(error.to_string()),
    };
    let said = question.annotations().get(there..).unwrap_or_default();
    let judged = judging::judge(case, component, said, resources, millis, error);
    Ok((judged, question))
}

/// What a component of a task is given of the gold query.
fn given(task: Does) -> &'static [Kind] {
    match task {
        Does::RecogniseEntities | Does::LinkEntities | Does::PredictAnswerType => &[],
        Does::LinkRelations | Does::LinkClasses => &[Kind::Entity],
        Does::BuildQueries | Does::RankQueries => &[Kind::Entity, Kind::Relation, Kind::Class],
    }
}
