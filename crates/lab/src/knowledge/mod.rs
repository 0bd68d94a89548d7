//! What a graph, or a graph and files together, know beyond the answers.

mod graph;

use std::borrow::Cow;
use std::collections::HashMap;

use lydite_judge::{Asks, FileKnowledge, Knowledge};
use lydite_model::Language;

pub use graph::GraphKnowledge;

/// A thing with more names than this is none.
const MOST_NAMES: usize = 1000;

/// What files say and what a graph knows. Links of both make one class: where a file says that *a*
/// is *b*, and the graph that *b* is *c*, all three are the same.
pub struct Together<'k> {
    /// What files say.
    pub files: &'k FileKnowledge,
    /// What a graph knows.
    pub graph: Option<GraphKnowledge<'k>>,
}

impl<'k> Together<'k> {
    /// All that is known, the files first.
    fn each(&self) -> impl Iterator<Item = &dyn Knowledge> {
        let graph = self.graph.as_ref().map(|graph| graph as &dyn Knowledge);
        std::iter::once(self.files as &dyn Knowledge).chain(graph)
    }

    /// The one source of links, if there are not two.
    fn only_links(&self) -> Option<&dyn Knowledge> {
        match &self.graph {
            None => Some(self.files),
            Some(graph) if !self.files.knows_equivalents() => Some(graph),
            Some(_) => None,
        }
    }

    /// All names of a thing in files and graph, itself first.
    fn class(&self, iri: &str) -> Vec<String> {
        let sources: Vec<&dyn Knowledge> = self.each().collect();
        let mut names = vec![iri.to_owned()];
        // The sources whose class each name belongs to; a source gives its whole class at once.
        let mut known = vec![vec![false; sources.len()]];
        let mut place = HashMap::from([(iri.to_owned(), 0)]);
        let mut at = 0;
        while at < names.len() && names.len() <= MOST_NAMES {
            for (number, source) in sources.iter().enumerate() {
                if std::mem::replace(&mut known[at][number], true) {
                    continue;
                }
                for name in source.equivalents(&names[at]) {
                    let place = *place.entry(name).or_insert_with_key(|name| {
                        names.push(name.clone());
                        known.push(vec![false; sources.len()]);
                        names.len() - 1
                    });
                    known[place][number] = true;
                }
            }
            at += 1;
        }
        names
    }
}

impl Knowledge for Together<'_> {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        match self.only_links() {
            Some(links) => links.representative(iri),
            None => self.class(iri).into_iter().min().map(Cow::Owned),
        }
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        match self.only_links() {
            Some(links) => links.equivalents(iri),
            None => self.class(iri).split_off(1),
        }
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

    fn types(&self, iri: &str) -> Vec<String> {
        self.each().flat_map(|known| known.types(iri)).collect()
    }

    fn knows_types(&self) -> bool {
        self.each().any(Knowledge::knows_types)
    }

    fn has_iri(&self, iri: &str) -> Option<bool> {
        self.graph.as_ref()?.has_iri(iri)
    }

    fn knows_iris(&self) -> bool {
        self.graph.is_some()
    }

    fn wants_prefetch(&self) -> bool {
        self.each().any(Knowledge::wants_prefetch)
    }

    fn prefetch(&self, asks: &Asks) {
        self.each().for_each(|known| known.prefetch(asks));
    }

    fn failures(&self) -> Option<(u64, String)> {
        self.graph.as_ref()?.failures()
    }
}

#[cfg(test)]
mod tests {
    use lydite_graph::Embedded;
    use lydite_judge::SameAs;

    use super::*;

    /// Links between numbered resources.
    fn links(pairs: &[(u32, u32)]) -> String {
        let line = |(a, b): &(u32, u32)| {
            format!("<http://e/{a}> <http://www.w3.org/2002/07/owl#sameAs> <http://e/{b}> .\n")
        };
        pairs.iter().map(line).collect()
    }

    fn files(pairs: &[(u32, u32)]) -> FileKnowledge {
        FileKnowledge {
            same_as: SameAs::from_file(links(pairs).as_bytes()).unwrap(),
            ..FileKnowledge::default()
        }
    }

    fn graph(pairs: &[(u32, u32)]) -> Embedded {
        Embedded::from_bytes("links.nt", links(pairs).into_bytes()).unwrap()
    }

    fn name(number: u32) -> String {
        format!("http://e/{number}")
    }

    #[test]
    fn links_of_files_and_of_a_graph_are_joined() {
        // 5 - 4 and 3 - 2 in the file, 4 - 3 and 2 - 1 in the graph: back and forth.
        let files = files(&[(5, 4), (3, 2), (8, 9)]);
        let graph = graph(&[(4, 3), (2, 1), (7, 6)]);
        let both = Together {
            files: &files,
            graph: Some(GraphKnowledge::new(&graph)),
        };
        for member in 1..=5 {
            assert_eq!(both.representative(&name(member)).unwrap(), name(1));
            let mut others = both.equivalents(&name(member));
            others.sort();
            let expected: Vec<String> = (1..=5).filter(|n| *n != member).map(name).collect();
            assert_eq!(others, expected, "{member}");
        }
        for (member, first) in [(8, 8), (9, 8), (6, 6), (7, 6)] {
            assert_eq!(both.representative(&name(member)).unwrap(), name(first));
        }
        assert!(both.equivalents(&name(10)).is_empty());
    }

    #[test]
    fn too_many_names_end_somewhere() {
        let pairs: Vec<(u32, u32)> = (0..5000).map(|n| (n, n + 1)).collect();
        let (in_files, in_graph): (Vec<_>, Vec<_>) = pairs.iter().partition(|(n, _)| n % 2 == 0);
        let (files, graph) = (files(&in_files), graph(&in_graph));
        let both = Together {
            files: &files,
            graph: Some(GraphKnowledge::new(&graph)),
        };
        let found = both.equivalents(&name(0)).len();
        assert!((MOST_NAMES..MOST_NAMES + 10).contains(&found), "{found}");
    }
}
