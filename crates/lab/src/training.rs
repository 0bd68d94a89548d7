//! Learning of the joint pipeline from questions with queries.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lydite_compose::learn::Provenance;
use lydite_compose::{Answerer, Example, Gold, train};
use lydite_graph::{KnowledgeGraph, Limits};
use lydite_judge::{Case, rule_set};
use lydite_language::Lang;
use lydite_model::{AnswerSet, Language, QueryForm, Question, Response};
use lydite_sparql::{Dialect, parse};
use serde::Serialize;

use crate::graphs::shown;
use crate::{Error, Lab};

/// What a pipeline has learned, and where it is kept.
#[derive(Clone, Debug, Serialize)]
pub struct TrainedPipeline {
    /// The file.
    pub path: PathBuf,
    /// How many questions it was learned from.
    pub examples: usize,
    /// How many conditions that only convention knows.
    pub conventions: usize,
    /// How many words for classes and properties.
    pub words: usize,
    /// How many weights of features.
    pub weights: usize,
}

impl Lab {
    /// Lets the joint pipeline learn from questions with queries over a graph, and keeps what it learned in a
    /// file. Answers are those of the dataset, or what its queries give.
    ///
    /// # Errors
    /// The dataset or the graph cannot be read, no question has a query, or the file cannot be written.
    pub fn train_pipeline(
        &self,
        dataset: &Path,
        graph: &str,
        out: &Path,
    ) -> Result<TrainedPipeline, Error> {
        let name = shown(graph);
        let graph: Arc<dyn KnowledgeGraph> = Arc::from(self.graph(graph)?);
        if graph.is_remote() {
            return Err(Error::NotLoaded { address: name });
        }
        let english = Language::new("en");
        let mut questions: Vec<Question> = Vec::new();
        let mut examples = Vec::new();
        for mut question in self.questions(dataset)? {
            let text = question.text(&english).or_else(|| question.any_text());
            let query = question.query(QueryForm::Sparql);
            let gold = query.and_then(Gold::of_query);
            let (Some(text), Some(gold)) = (text.map(str::to_owned), gold) else {
                continue;
            };
            if question.answers.is_none() {
                let parsed = parse(&gold.query, &Dialect::field()).ok();
                let results = parsed.and_then(|query| graph.query(&query, &Limits::default()).ok());
                question.answers = results.map(|results| AnswerSet::from(&results.value));
            }
            if question.answers.is_some() {
                examples.push(Example {
                    text,
                    lang: Lang::En,
                    gold,
                });
                questions.push(question);
            }
        }
        let rules = rule_set("lydite");
        let (Some(rules), false) = (rules, examples.is_empty()) else {
            return Err(Error::NothingToLearn {
                path: dataset.to_owned(),
            });
        };
        let (model, _) = train(Answerer::new(graph)?, &examples, |at, answers| {
            let mut response = Response::from(Question::new(questions[at].id.clone()));
            response.answers = Some(answers.clone());
            rules.judge(&Case::new(&questions[at], Some(&response))).f1
        });
        let digest = fs::read(dataset).map(|bytes| lydite_digest::sha256_of(&bytes));
        let provenance = Provenance {
            examples: vec![(dataset.display().to_string(), digest.unwrap_or_default())],
            count: examples.len(),
            command: format!(
                "lydite pipeline train --dataset {} --kg {name} --out {}",
                dataset.display(),
                out.display()
            ),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            licence: None,
        };
        model.write(out, provenance)?;
        Ok(TrainedPipeline {
            path: out.to_owned(),
            examples: examples.len(),
            conventions: model.conventions.len(),
            words: model.words.len(),
            weights: model.weights.len(),
        })
    }
}
