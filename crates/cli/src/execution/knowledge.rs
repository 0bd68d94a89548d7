//! What a graph, or a graph and files together, know beyond the answers.

use std::borrow::Cow;

use lydite_graph::KnowledgeGraph;
use lydite_graph::oxrdf::NamedNode;
use lydite_judge::{FileKnowledge, Knowledge};
use lydite_model::Language;

/// What a graph knows. A question that it cannot answer is as one that it knows nothing about.
pub(crate) struct GraphKnowledge<'g>(pub(crate) &'g dyn KnowledgeGraph);

impl Knowledge for GraphKnowledge<'_> {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        let same = self.equivalents(iri);
        let first = same.into_iter().min()?;
        Some(Cow::Owned(match first.as_str() < iri {
            true => first,
            false => iri.to_owned(),
        }))
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        let same = self.0.same_as(iri).unwrap_or_default();
        same.into_iter().map(NamedNode::into_string).collect()
    }

    fn knows_equivalents(&self) -> bool {
        true
    }

    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        let found = self.0.labelled(label, Some(language.as_str()));
        found
            .unwrap_or_default()
            .into_iter()
            .map(NamedNode::into_string)
            .collect()
    }

    fn knows_labels(&self) -> bool {
        true
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        let above = self.0.super_classes(class).unwrap_or_default();
        above.into_iter().map(NamedNode::into_string).collect()
    }
}

/// What files say, and where they say nothing, what the graph does.
pub(crate) struct Together<'k> {
    pub(crate) files: &'k FileKnowledge,
    pub(crate) graph: Option<GraphKnowledge<'k>>,
}

impl<'k> Together<'k> {
    /// All that is known, the files first.
    fn each(&self) -> impl Iterator<Item = &dyn Knowledge> {
        let graph = self.graph.as_ref().map(|graph| graph as &dyn Knowledge);
        std::iter::once(self.files as &dyn Knowledge).chain(graph)
    }
}

impl Knowledge for Together<'_> {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        self.each().find_map(|known| known.representative(iri))
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        self.each()
            .flat_map(|known| known.equivalents(iri))
            .collect()
    }

    fn knows_equivalents(&self) -> bool {
        self.each().any(Knowledge::knows_equivalents)
    }

    fn labelled(&self, label: &str, language: &Language) -> Vec<String> {
        self.each()
            .flat_map(|known| known.labelled(label, language))
            .collect()
    }

    fn knows_labels(&self) -> bool {
        self.each().any(Knowledge::knows_labels)
    }

    fn super_classes(&self, class: &str) -> Vec<String> {
        let mut each = self.each().map(|known| known.super_classes(class));
        each.find(|above| !above.is_empty()).unwrap_or_default()
    }
}
