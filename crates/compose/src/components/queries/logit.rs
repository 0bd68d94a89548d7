//! `qr-logit`: queries ranked by a conditional logit over words, forms and the types of their answers.

mod seen;

use serde::{Deserialize, Serialize};

use super::search::Search;
use crate::annotation::{AnnotatedQuestion, Annotation, Candidate, Kind, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Need, QueryBuilder, QueryRanker, Task, Trainable,
};
use crate::components::relations::with_gold;
use crate::components::wording::Wording;
use crate::gold::Example;
use crate::learn::{Choice, ChoiceOptions, Folds, Grams, Group, Matrix, TextOptions, TextRidge};
use crate::resources::{Model, Resources};
use seen::{f_score, run, seen};

const NAME: &str = "qr-logit";

/// How many features a query has.
const FEATURES: usize = 27;

/// How many queries are ranked.
const RANKED: usize = 200;

/// Ranks queries by what was learned from questions with queries.
pub struct Logit;

impl Described for Logit {
    fn description(&self) -> Description {
        Description::new(
            NAME,
            Task::RankQueries,
            "A conditional logit over the queries of a question: words explained, what a text model expects, number and types of the answers against the question word and the asked class, form, steps, how common the properties are",
        )
        .needs(&[Need::Training, Need::Labels, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("McFadden 1974; linking.md §5")
    }

    fn trainer(&self) -> Option<&dyn Trainable> {
        Some(self)
    }
}

/// What is learned.
#[derive(Serialize, Deserialize)]
struct Trained {
    text: TextRidge,
    choice: Choice,
}

impl Trainable for Logit {
    fn train(&self, examples: &[Example], resources: &Resources) -> Result<Model, ComponentError> {
        let examples: Vec<&Example> = examples
            .iter()
            .filter(|example| !example.gold.relations.is_empty())
            .collect();
        let questions: Vec<AnnotatedQuestion> = examples
            .iter()
            .map(|example| {
                let mut question = with_gold(example);
                for class in &example.gold.classes {
                    question.add(Annotation {
                        kind: Kind::Class,
                        span: None,
                        candidates: vec![Candidate::new(class, 1.0)],
                        component: "gold".to_owned(),
                    });
                }
                question
            })
            .collect();
        let texts: Vec<String> = questions
            .iter()
            .map(|one| Wording::of(one).masked())
            .collect();
        let labels: Vec<Vec<String>> = examples
            .iter()
            .map(|one| one.gold.relations.clone())
            .collect();
        let folds = Folds::shuffled(texts.len(), 5, 1)?;
        let mut groups = Vec::new();
        for fold in 0..folds.count() {
            let trained = folds.trained(fold);
            let fold_texts: Vec<&String> = trained.iter().map(|at| &texts[*at]).collect();
            let fold_labels: Vec<Vec<String>> =
                trained.iter().map(|at| labels[*at].clone()).collect();
            let text = text_model(&fold_texts, &fold_labels)?;
            for at in folds.tested(fold) {
                let Some(gold) = run(resources, &examples[at].gold.query) else {
                    continue;
                };
                if gold.is_empty() {
                    continue;
                }
                let queries = Search.build(&questions[at], resources)?;
                let seen = seen(&questions[at], &queries, &text, resources);
                let mut candidates = Matrix::new(FEATURES);
                let mut gains = Vec::new();
                for one in &seen {
                    candidates.push(&one.row)?;
                    gains.push(f_score(&gold, &one.answers));
                }
                if gains.iter().any(|gain| *gain > 0.0) {
                    groups.push(Group { candidates, gains });
                }
            }
        }
        let choice = Choice::fit(&groups, ChoiceOptions { penalty: 1.0 })?;
        let trained = Trained {
            text: text_model(&texts, &labels)?,
            choice,
        };
        Model::new(NAME, groups.len(), &trained)
    }
}

fn text_model<T: AsRef<str>>(
    texts: &[T],
    labels: &[Vec<String>],
) -> Result<TextRidge, ComponentError> {
    let options = TextOptions {
        grams: vec![Grams::Words(1, 2), Grams::Characters(3, 5)],
        least: if texts.len() < 50 { 1 } else { 2 },
        sublinear: true,
    };
    TextRidge::fit(texts, labels, &options, 0.6).map_err(ComponentError::from)
}

impl QueryRanker for Logit {
    fn rank(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let trained = resources.model::<Trained>(NAME)?;
        let mut queries: Vec<Candidate> = Vec::new();
        for candidate in question.of(Kind::Query).flat_map(|one| &one.candidates) {
            if !queries.iter().any(|known| known.value == candidate.value) {
                queries.push(candidate.clone());
            }
        }
        queries.truncate(RANKED);
        let seen = seen(question, &queries, &trained.text, resources);
        let mut ranked: Vec<(f64, Candidate)> = seen
            .into_iter()
            .map(|one| {
                let score = trained.choice.score(&one.row);
                let candidate =
                    Candidate::new(one.query, score).because(Source::Model, "learned", score);
                (score, candidate)
            })
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.value.cmp(&b.1.value)));
        Ok(ranked.into_iter().map(|(_, candidate)| candidate).collect())
    }
}
