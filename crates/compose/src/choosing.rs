//! Answers questions with components that are chosen for each of them.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use lydite_language::Lang;
use lydite_model::{AnswerSet, Term};
use serde::Serialize;

use crate::annotation::{AnnotatedQuestion, Kind};
use crate::answered::{Abstention, Answered, Candidate, Timings};
use crate::component::{Component, Cost, Need, Task};
use crate::composer::{ComposeError, Composer};
use crate::confidence::Evidence;
use crate::pipeline::UnknownPipeline;
use crate::resources::Resources;
use crate::selection::{CHOSEN, Cell, ChoiceModel, Strategy, ranked};
use crate::trace;

/// How many pipelines are tried where those that were chosen give nothing.
const FALLBACKS: usize = 8;

/// How many features are told as reasons.
const REASONS: usize = 5;

/// Which components were chosen for a question, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// The strategy.
    pub strategy: String,
    /// For each task what was chosen.
    pub tasks: Vec<ChosenOfTask>,
    /// The pipelines that were run, in that order.
    pub pipelines: Vec<Tried>,
    /// Whether those that were chosen gave nothing, so that others were tried.
    pub fell_back: bool,
}

/// What was chosen for a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChosenOfTask {
    /// The task.
    pub task: Task,
    /// The components, the best first.
    pub components: Vec<ChosenComponent>,
    /// How likely some of them succeeds, where that was predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// What of the question speaks for them most, and what against.
    pub reasons: Vec<Reason>,
}

/// A component that was chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChosenComponent {
    /// The component.
    pub name: String,
    /// How likely it succeeds.
    pub chance: f64,
    /// How long it usually takes, in milliseconds.
    pub millis: f64,
}

/// What a feature of the question does to the chance of what was chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The feature, or a word.
    pub feature: String,
    /// Its value.
    pub value: f64,
    /// By how much the chance would be lower if the feature had its mean, or the word were not there.
    pub effect: f64,
}

/// A pipeline that was run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// Its components.
    pub components: Vec<String>,
    /// The query that was answered, if one was.
    pub query: Option<String>,
    /// How many answers it gave.
    pub answers: usize,
}

/// What is chosen for a task: members with their chances, the best first.
type Choice = Vec<(usize, f64)>;

/// Questions to which some components were put already.
type Annotated = BTreeMap<Vec<String>, AnnotatedQuestion>;

impl Composer {
    /// Answers a question with components that a strategy chooses by what was learned.
    ///
    /// Every combination of what was chosen is run; the answers that are not empty are put together. Where there is
    /// none, the strategies that are not the paper's try what is next best.
    ///
    /// # Errors
    /// A component is unknown, has not been trained, or cannot ask the graph.
    pub fn choose(
        &self,
        question: &str,
        lang: Lang,
        model: &ChoiceModel,
        strategy: Strategy,
    ) -> Result<Answered, ComposeError> {
        let begun = Instant::now();
        let (choices, chances) = if strategy == Strategy::Afterwards {
            (
                self.believed(question, lang, model)?,
                vec![None; model.tasks.len()],
            )
        } else {
            chosen(question, lang, model, strategy)
        };
        let mut done = Annotated::new();
        let mut run = Run::default();
        for pipeline in combinations(&choices) {
            self.run_pipeline(question, lang, model, &pipeline, &mut done, &mut run)?;
        }
        let mut fell_back = false;
        if run.answers.is_none() && strategy.falls_back() {
            for pipeline in next_best(question, lang, model, &choices) {
                fell_back = true;
                self.run_pipeline(question, lang, model, &pipeline, &mut done, &mut run)?;
                if run.answers.is_some() {
                    break;
                }
            }
        }
        let tasks = model.tasks.iter().zip(&choices).enumerate();
        let tasks = tasks.map(|(at, (of_task, choice))| ChosenOfTask {
            task: of_task.task,
            components: choice
                .iter()
                .map(|(member, chance)| ChosenComponent {
                    name: of_task.members[*member].name.clone(),
                    chance: *chance,
                    millis: of_task.members[*member].millis,
                })
                .collect(),
            chance: chances[at],
            reasons: Vec::new(),
        });
        let chosen = Chosen {
            strategy: strategy.to_string(),
            tasks: tasks.collect(),
            pipelines: run.tried,
            fell_back,
        };
        let annotated = run
            .annotated
            .unwrap_or_else(|| AnnotatedQuestion::in_language(question, lang));
        let abstained = match &run.best {
            _ if annotated.words.len() == 0 => Some(Abstention::Empty),
            None => Some(Abstention::NotUnderstood { words: Vec::new() }),
            Some(_) => None,
        };
        let sure: f64 = choices
            .iter()
            .filter_map(|choice| choice.first())
            .map(|(_, chance)| chance.clamp(0.0, 1.0))
            .product();
        Ok(Answered {
            answers: run.answers.filter(|_| abstained.is_none()),
            query: run.best,
            confidence: if abstained.is_some() { 0.0 } else { sure },
            evidence: Evidence::default(),
            abstained,
            alternatives: run.others,
            timings: Timings {
                linking: begun.elapsed().saturating_sub(run.building + run.running),
                building: run.building,
                running: run.running,
            },
            trace: trace::of_annotations(&annotated, |iri| self.label(iri)),
            chosen: Some(chosen),
        })
    }

    /// Adds to a record why its components were chosen: by how much their chances change when a feature of the
    /// question has its mean, or a word is left out. Only for what is chosen by the question.
    pub fn explain_choice(
        question: &str,
        lang: Lang,
        model: &ChoiceModel,
        strategy: Strategy,
        chosen: &mut Chosen,
    ) {
        if matches!(strategy, Strategy::Static | Strategy::Afterwards) {
            return;
        }
        for (at, of_task) in chosen.tasks.iter_mut().enumerate() {
            let names: Vec<&str> = of_task
                .components
                .iter()
                .map(|one| one.name.as_str())
                .collect();
            of_task.reasons = model.reasons(question, lang, strategy, at, &names, REASONS);
        }
    }

    /// One pipeline: its components are put to the question, as far as they have not been, and its queries are run.
    fn run_pipeline(
        &self,
        question: &str,
        lang: Lang,
        model: &ChoiceModel,
        pipeline: &[usize],
        done: &mut Annotated,
        run: &mut Run,
    ) -> Result<(), ComposeError> {
        let mut names: Vec<String> = Vec::new();
        let mut annotated = AnnotatedQuestion::in_language(question, lang);
        for (of_task, member) in model.tasks.iter().zip(pipeline) {
            names.push(of_task.members[*member].name.clone());
            annotated = match done.get(&names) {
                Some(known) => known.clone(),
                None => {
                    let begun = Instant::now();
                    self.component(&names[names.len() - 1])?
                        .annotate(&mut annotated, self.resources())?;
                    if of_task.task >= Task::BuildQueries {
                        run.building += begun.elapsed();
                    }
                    done.insert(names.clone(), annotated.clone());
                    annotated
                }
            };
        }
        let begun = Instant::now();
        let mut candidates = self.executed(&annotated).into_iter();
        run.running += begun.elapsed();
        let first = candidates.next();
        let given = first.as_ref().filter(|first| first.adjusted > f32::MIN);
        run.tried.push(Tried {
            components: names,
            query: given.map(|first| first.query.clone()),
            answers: given
                .and_then(|one| one.answers.as_ref())
                .map_or(0, AnswerSet::len),
        });
        let is_first = run.answers.is_none() && given.is_some();
        if run.annotated.is_none() || is_first {
            run.annotated = Some(annotated);
        }
        if let Some(answers) = given.and_then(|first| first.answers.clone()) {
            let together = match run.answers.take() {
                Some(known) => union(known, &answers),
                None => answers,
            };
            run.answers = Some(together);
        }
        match first {
            Some(first) if run.best.is_none() || is_first => run.best = Some(first.query),
            Some(first) if Some(&first.query) != run.best.as_ref() => run.others.push(first),
            _ => {}
        }
        Ok(())
    }

    /// The component of a name.
    fn component(&self, name: &str) -> Result<&Component, ComposeError> {
        let found = self.registry().get(name);
        Ok(found.map_err(UnknownPipeline::from)?)
    }

    /// For each task the components by how likely what they said is right; all that are cheap are run, each after
    /// the best of the tasks before.
    fn believed(
        &self,
        question: &str,
        lang: Lang,
        model: &ChoiceModel,
    ) -> Result<Vec<Choice>, ComposeError> {
        let mut annotated = AnnotatedQuestion::in_language(question, lang);
        let mut choices = Vec::with_capacity(model.tasks.len());
        for of_task in &model.tasks {
            let mut cells: Vec<Option<Cell>> = Vec::with_capacity(of_task.members.len());
            let mut after = Vec::with_capacity(of_task.members.len());
            for member in &of_task.members {
                let component = self.component(&member.name)?;
                if !is_cheap(component) {
                    cells.push(None);
                    after.push(None);
                    continue;
                }
                let mut said = annotated.clone();
                component.annotate(&mut said, self.resources())?;
                let there = annotated.annotations().len();
                let found = found_of(&said, there, of_task.task.kind());
                cells.push(Some(Cell {
                    f1: None,
                    millis: 0.0,
                    borne_out: borne_out(of_task.task, &said, &found, self.resources()),
                    found,
                }));
                after.push(Some(said));
            }
            let chances = of_task.agreement.chances(&cells);
            let best = ranked(&chances);
            let choice: Choice = best.iter().take(1).map(|at| (*at, chances[*at])).collect();
            if let Some(said) = best.first().and_then(|at| after[*at].take()) {
                annotated = said;
            }
            choices.push(choice);
        }
        Ok(choices)
    }
}

/// What a run has come to.
#[derive(Default)]
struct Run {
    answers: Option<AnswerSet>,
    best: Option<String>,
    others: Vec<Candidate>,
    annotated: Option<AnnotatedQuestion>,
    tried: Vec<Tried>,
    building: Duration,
    running: Duration,
}

/// Whether a component answers within milliseconds and asks nobody elsewhere.
pub(crate) fn is_cheap(component: &Component) -> bool {
    let description = component.description();
    description.cost != Cost::Seconds && !description.needs.contains(&Need::Network)
}

/// What was found since so many annotations: the best candidate of each, once.
pub(crate) fn found_of(question: &AnnotatedQuestion, there: usize, kind: Kind) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let said = question.annotations().get(there..).unwrap_or_default();
    for annotation in said.iter().filter(|annotation| annotation.kind == kind) {
        if let Some(best) = annotation.best()
            && !found.contains(&best.value)
        {
            found.push(best.value.clone());
        }
    }
    found
}

/// The share of what was found that the graph bears out; 0 for nothing.
///
/// Entities are borne out if the graph says something about them, relations if one of the entities of the question
/// has them, queries if they give something; classes always are.
#[must_use]
pub fn borne_out(
    task: Task,
    question: &AnnotatedQuestion,
    found: &[String],
    resources: &Resources,
) -> f64 {
    if found.is_empty() {
        return 0.0;
    }
    let is_known = |iri: &str| {
        let around = resources.neighbourhood(iri);
        around.is_ok_and(|around| !around.outgoing.is_empty() || !around.incoming.is_empty())
    };
    let of_some_entity = |relation: &str| {
        question.values(Kind::Entity).into_iter().any(|entity| {
            let around = resources.neighbourhood(entity);
            around.is_ok_and(|around| around.has(relation) || around.is_value_of(relation))
        })
    };
    let borne_out = |value: &String| match task {
        Task::LinkEntities => is_known(value),
        Task::LinkRelations => of_some_entity(value),
        Task::BuildQueries => resources.holds(value),
        _ => true,
    };
    let first_query_only = if task == Task::BuildQueries {
        1
    } else {
        found.len()
    };
    let found = &found[..first_query_only];
    found.iter().filter(|value| borne_out(value)).count() as f64 / found.len() as f64
}

/// For each task the members that a strategy chooses by the question, and how likely some of them succeeds.
fn chosen(
    question: &str,
    lang: Lang,
    model: &ChoiceModel,
    strategy: Strategy,
) -> (Vec<Choice>, Vec<Option<f64>>) {
    let predicted = model.chances(question, lang, strategy);
    if let Strategy::CostAware { millis } = strategy {
        return (
            model.affordable(&predicted.members, millis),
            vec![None; model.tasks.len()],
        );
    }
    let mut choices = Vec::with_capacity(model.tasks.len());
    let mut chances = Vec::with_capacity(model.tasks.len());
    for (at, of_task) in model.tasks.iter().enumerate() {
        let own = &predicted.members[at];
        let most = strategy.most(of_task.task);
        let order = ranked(own);
        if let (Strategy::SetAware, Some(sets)) = (strategy, &predicted.sets) {
            let (set, chance) = sets.best(at, most);
            let members = order.into_iter().filter(|member| set & (1 << member) != 0);
            choices.push(members.map(|member| (member, own[member])).collect());
            chances.push(Some(chance));
        } else {
            let members = order.into_iter().take(most);
            choices.push(members.map(|member| (member, own[member])).collect());
            chances.push(None);
        }
    }
    (choices, chances)
}

/// All pipelines of one chosen member for each task, those with the best chances first.
fn combinations(choices: &[Choice]) -> Vec<Vec<usize>> {
    let mut all: Vec<(Vec<usize>, f64)> = vec![(Vec::new(), 1.0)];
    for choice in choices {
        let longer = all.iter().flat_map(|(pipeline, chance)| {
            choice.iter().map(move |(member, own)| {
                let mut pipeline = pipeline.clone();
                pipeline.push(*member);
                (pipeline, chance * own.max(0.0))
            })
        });
        all = longer.collect();
    }
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
    all.into_iter().map(|(pipeline, _)| pipeline).collect()
}

/// What is next best: of each task the best three, without what was run.
fn next_best(
    question: &str,
    lang: Lang,
    model: &ChoiceModel,
    choices: &[Choice],
) -> Vec<Vec<usize>> {
    let predicted = model.chances(question, lang, Strategy::SetAware);
    let wider: Vec<Choice> = predicted
        .members
        .iter()
        .map(|own| {
            let order = ranked(own).into_iter().take(3);
            order.map(|member| (member, own[member])).collect()
        })
        .collect();
    let run = combinations(choices);
    let mut next = combinations(&wider);
    next.retain(|pipeline| !run.contains(pipeline));
    next.truncate(FALLBACKS);
    next
}

/// The answers of both; where one of them is yes or no, or they have not as many columns, the first alone.
fn union(one: AnswerSet, other: &AnswerSet) -> AnswerSet {
    let (Some(table), Some(more)) = (one.as_table(), other.as_table()) else {
        return one;
    };
    if table.columns.len() != more.columns.len() {
        return one;
    }
    let mut both = table.clone();
    let known: HashSet<&[Option<Term>]> = table.rows().collect();
    for row in more.rows().filter(|row| !known.contains(row)) {
        both.push(row.iter().cloned());
    }
    AnswerSet::from(lydite_model::Answer::Table(both))
}

impl ChoiceModel {
    /// Whether it knows the tasks that are chosen for; a model that was changed by hand may not.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.tasks.iter().map(|of_task| of_task.task).eq(CHOSEN)
            && self.tasks.iter().all(|of_task| !of_task.members.is_empty())
    }
}
