//! `ner-dictionary`: the longest runs of words that are names.

use super::spotting::{is_ordinary, longest, spots};
use crate::annotation::{AnnotatedQuestion, Span};
use crate::component::{ComponentError, Described, Description, EntityRecogniser, Need, Task};
use crate::resources::Resources;

/// Takes the longest runs of words for names that are names in the graph.
pub struct DictionarySpots;

impl Described for DictionarySpots {
    fn description(&self) -> Description {
        Description::new(
            "ner-dictionary",
            Task::RecogniseEntities,
            "The longest runs of words that are names in the graph, without ordinary words",
        )
        .needs(&[Need::Labels])
        .counterpart_of(&["DBpedia Spotlight NER", "TagMe NER"])
    }
}

impl EntityRecogniser for DictionarySpots {
    fn recognise(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Span>, ComponentError> {
        let mut found = spots(question, resources);
        found.retain(|spot| !is_ordinary(question, resources, &spot.words));
        Ok(longest(found).into_iter().map(|spot| spot.span).collect())
    }
}
