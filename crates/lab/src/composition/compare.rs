//! Pipelines side by side on questions that a graph can serve: Frankenstein's Table 6 with our components.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_compose::selection::Strategy;
use lydite_graph::{KnowledgeGraph, Limits};
use lydite_judge::{Case, randomisation_test, rule_set};
use lydite_language::Lang;
use lydite_model::{AnswerSet, Language, QueryForm, Question, Response};
use lydite_sparql::{Dialect, parse};
use rayon::prelude::*;
use serde::Serialize;

use crate::asking::{Asking, Pipeline};
use crate::{Error, Lab};

/// Pipelines on the same questions.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedPipelines {
    /// How many questions were put: those whose gold query gives something on the graph.
    pub questions: usize,
    /// How many have no query, or one that gives nothing there.
    pub left_out: usize,
    /// The pipelines; differences are to the first.
    pub pipelines: Vec<ComparedPipeline>,
}

/// A pipeline on the questions.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedPipeline {
    /// The pipeline.
    pub pipeline: String,
    /// How many questions it gave an answer to.
    pub answered: usize,
    /// The mean of the precisions.
    pub precision: f64,
    /// The mean of the recalls.
    pub recall: f64,
    /// The harmonic mean of these two, as the paper reports it.
    pub macro_f: f64,
    /// The mean of the F1 of the questions.
    pub mean_f1: f64,
    /// How long a question took on average, in milliseconds.
    pub mean_millis: f64,
    /// The mean F1 less that of the first pipeline.
    pub difference: Option<f64>,
    /// How probable a difference as large is if both are equally good (paired randomisation, two-sided).
    pub p: Option<f64>,
    /// What the paper reports for the strategy on 204 questions of QALD-5: answered, P, R and F.
    pub paper: Option<(usize, f64, f64, f64)>,
    /// How many questions it could not be asked, for an error.
    pub errors: usize,
    /// The F1 of every question.
    #[serde(skip)]
    pub scores: Vec<f64>,
}

/// A question with the answers that its gold query gives on the graph.
struct Put {
    text: String,
    lang: Lang,
    question: Question,
}

/// What came of a question.
struct Judged {
    answered: bool,
    precision: f64,
    recall: f64,
    f1: f64,
    took: Duration,
    failed: bool,
}

impl Lab {
    /// Puts the questions of a dataset to pipelines over a graph. Right is what the gold query gives on that graph.
    ///
    /// # Errors
    /// The dataset, the graph or the model of a pipeline cannot be read, or no gold query gives anything.
    pub fn compare_pipelines(
        &self,
        dataset: &Path,
        language: &Language,
        graph: &str,
        pipelines: &[Pipeline],
        limit: Option<usize>,
    ) -> Result<ComparedPipelines, Error> {
        let graph: Arc<dyn KnowledgeGraph> = Arc::from(self.graph(graph)?);
        let lang = Lang::of(language).unwrap_or(Lang::En);
        let mut all = self.questions(dataset)?;
        all.truncate(limit.unwrap_or(usize::MAX));
        let of = all.len();
        let put: Vec<Put> = all
            .into_par_iter()
            .filter_map(|question| answerable(question, language, lang, graph.as_ref()))
            .collect();
        if put.is_empty() {
            return Err(Error::NothingToLearn {
                path: dataset.to_owned(),
            });
        }
        // Pipelines with the same model share what was read of the graph.
        let mut ready: BTreeMap<Option<PathBuf>, Asking> = BTreeMap::new();
        let mut compared: Vec<ComparedPipeline> = Vec::new();
        for pipeline in pipelines {
            self.go_on()?;
            if !ready.contains_key(&pipeline.model) {
                let asking = self.asking_of(Arc::clone(&graph), pipeline)?;
                ready.insert(pipeline.model.clone(), asking);
            }
            let asking = &ready[&pipeline.model];
            asking.prepare(pipeline)?;
            let judged: Vec<Judged> = put
                .par_iter()
                .map(|put| {
                    self.go_on()?;
                    Ok(judged(put, asking, pipeline))
                })
                .collect::<Result<_, Error>>()?;
            let first = compared.first().map(|first| first.scores.as_slice());
            compared.push(summed(pipeline, &judged, first));
        }
        Ok(ComparedPipelines {
            questions: put.len(),
            left_out: of - put.len(),
            pipelines: compared,
        })
    }
}

fn answerable(
    mut question: Question,
    language: &Language,
    lang: Lang,
    graph: &dyn KnowledgeGraph,
) -> Option<Put> {
    let text = question
        .text(language)
        .or_else(|| question.any_text())?
        .to_owned();
    let query = parse(question.query(QueryForm::Sparql)?, &Dialect::field()).ok()?;
    let limits = Limits::default()
        .with_time(Duration::from_secs(5))
        .with_rows(100_000);
    let answers = AnswerSet::from(&graph.query(&query, &limits).ok()?.value);
    if answers.is_empty() {
        return None;
    }
    question.answers = Some(answers);
    Some(Put {
        text,
        lang,
        question,
    })
}

fn judged(put: &Put, asking: &Asking, pipeline: &Pipeline) -> Judged {
    let begun = Instant::now();
    let answered = asking.ask(&put.text, Some(put.lang), pipeline, 0);
    let took = begun.elapsed();
    let failed = answered.is_err();
    let answers = answered.ok().and_then(|asked| {
        let given = asked.answered.abstained.is_none();
        asked
            .answered
            .answers
            .filter(|answers| given && !answers.is_empty())
    });
    let is_answered = answers.is_some();
    let mut response = Response::from(Question::new(put.question.id.clone()));
    response.answers = Some(answers.unwrap_or_else(AnswerSet::empty));
    let outcome =
        rule_set("lydite").map(|rules| rules.judge(&Case::new(&put.question, Some(&response))));
    let (precision, recall, f1) = match &outcome {
        Some(outcome) if is_answered => (outcome.precision, outcome.recall, outcome.f1),
        _ => (0.0, 0.0, 0.0),
    };
    Judged {
        answered: is_answered,
        precision,
        recall,
        f1,
        took,
        failed,
    }
}

fn summed(pipeline: &Pipeline, judged: &[Judged], first: Option<&[f64]>) -> ComparedPipeline {
    let count = judged.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Judged) -> f64| judged.iter().map(of).sum::<f64>() / count;
    let precision = mean(&|one| one.precision);
    let recall = mean(&|one| one.recall);
    let scores: Vec<f64> = judged.iter().map(|one| one.f1).collect();
    let mean_f1 = mean(&|one| one.f1);
    let differences: Option<Vec<f64>> = first.map(|first| {
        let pairs = scores.iter().zip(first);
        pairs.map(|(own, first)| own - first).collect()
    });
    ComparedPipeline {
        pipeline: pipeline.to_string(),
        answered: judged.iter().filter(|one| one.answered).count(),
        precision,
        recall,
        macro_f: if precision + recall > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        },
        mean_f1,
        mean_millis: mean(&|one| one.took.as_secs_f64() * 1000.0),
        difference: differences
            .as_ref()
            .map(|all| all.iter().sum::<f64>() / count),
        p: differences.map(|all| randomisation_test(&all, 1).p),
        paper: pipeline.strategy.and_then(paper),
        errors: judged.iter().filter(|one| one.failed).count(),
        scores,
    }
}

/// The paper's Table 6.
fn paper(strategy: Strategy) -> Option<(usize, f64, f64, f64)> {
    match strategy {
        Strategy::Static => Some((37, 0.17, 0.19, 0.18)),
        Strategy::Dynamic => Some((29, 0.14, 0.14, 0.14)),
        Strategy::Improved => Some((41, 0.20, 0.21, 0.20)),
        _ => None,
    }
}
