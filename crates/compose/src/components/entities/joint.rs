//! `ned-joint`: the resources in the query that the joint system chooses.

use crate::annotation::{AnnotatedQuestion, Candidate, Source, Span};
use crate::component::{
    ComponentError, Cost, Described, Description, EntityLinker, Link, Need, Task,
};
use crate::gold::Gold;
use crate::pipeline::Pipeline;
use crate::resources::Resources;
use crate::trace::Kind;

/// Answers the question with the joint system and tells which resources its query names.
pub struct Joint;

impl Described for Joint {
    fn description(&self) -> Description {
        Description::new(
            "ned-joint",
            Task::LinkEntities,
            "The resources that the query of the joint system names, with the words that it took for them: linking, query building and execution decide together",
        )
        .needs(&[Need::Labels, Need::WholeGraph])
        .cost(Cost::Milliseconds)
    }
}

impl EntityLinker for Joint {
    fn link_entities(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let guess = Pipeline {
            abstains: false,
            ..Pipeline::default()
        };
        let answered = resources
            .joint()?
            .ask_in(question.text(), question.lang(), &guess);
        let query = answered.query.as_deref().unwrap_or_default();
        let named = Gold::of_query(query).unwrap_or_default().entities;
        let annotations = answered.trace.annotations.iter();
        let entities: Vec<_> = annotations
            .filter(|annotation| annotation.chosen && annotation.kind == Kind::Entity)
            .collect();
        let links = named.into_iter().map(|iri| {
            let words = entities.iter().find(|annotation| {
                let mut meant = annotation.candidates.iter();
                meant.any(|meant| meant.what.trim_matches(['<', '>']) == iri)
            });
            let label = words.map_or("", |annotation| annotation.text.as_str());
            Link {
                span: words.map(|annotation| Span {
                    start: annotation.start,
                    end: annotation.end,
                }),
                candidates: vec![Candidate::new(iri, answered.confidence).because(
                    Source::Label,
                    label,
                    1.0,
                )],
            }
        });
        Ok(links.collect())
    }
}
