//! Names of a graph, completed while somebody types.

use lydite_graph::oxrdf::{NamedNode, Term};
use lydite_graph::{KnowledgeGraph, Limits, Pattern};
use lydite_model::NAMING_PROPERTIES;

use crate::Error;

/// How many names are held at most.
const NAMES: usize = 500_000;

/// Longer names are not typed.
const LONGEST: usize = 80;

/// The names of the things in a graph, in their order.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// Names in small letters, and as they are written.
    names: Vec<(String, String)>,
}

impl Completion {
    pub(super) fn new(graph: &dyn KnowledgeGraph) -> Result<Self, Error> {
        let mut names = Vec::new();
        for property in NAMING_PROPERTIES {
            let left = NAMES.saturating_sub(names.len());
            if left == 0 {
                break;
            }
            let pattern = Pattern {
                predicate: Some(NamedNode::new_unchecked(property)),
                ..Pattern::default()
            };
            let found = graph.triples(&pattern, &Limits::default().with_rows(left))?;
            names.extend(found.into_iter().filter_map(|triple| {
                let Term::Literal(literal) = triple.object else {
                    return None;
                };
                let plain = |c: char| !c.is_control();
                let name = literal.value();
                let typed = name.len() <= LONGEST && name.chars().all(plain);
                typed.then(|| (name.to_lowercase(), name.to_owned()))
            }));
        }
        names.sort_unstable();
        names.dedup();
        Ok(Self { names })
    }

    /// At most so many names that continue the end of a line, and where in the line each of them
    /// begins. The longest run of words that begins a name counts.
    pub fn complete(&self, line: &str, most: usize) -> (usize, Vec<&str>) {
        let starts = line
            .char_indices()
            .filter(|(at, c)| c.is_alphanumeric() && !follows_word(line, *at))
            .map(|(at, _)| at);
        for start in starts {
            let typed = line[start..].to_lowercase();
            if typed.chars().count() < 2 {
                continue;
            }
            let from = self.names.partition_point(|(name, _)| *name < typed);
            let found: Vec<&str> = self.names[from..]
                .iter()
                .take_while(|(name, _)| name.starts_with(&typed))
                .map(|(_, written)| written.as_str())
                .take(most)
                .collect();
            if !found.is_empty() {
                return (start, found);
            }
        }
        (line.len(), Vec::new())
    }
}

/// Whether a character goes on with a word.
fn follows_word(line: &str, at: usize) -> bool {
    let before = line[..at].chars().next_back();
    before.is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_of_a_name_is_completed() {
        let names = ["New York", "York", "Yorkshire", "Äland"];
        let mut names: Vec<(String, String)> = names
            .iter()
            .map(|name| (name.to_lowercase(), (*name).to_owned()))
            .collect();
        names.sort_unstable();
        let completion = Completion { names };
        assert_eq!(
            completion.complete("Who is mayor of new yo", 5),
            (16, vec!["New York"])
        );
        assert_eq!(
            completion.complete("Where is yor", 5),
            (9, vec!["York", "Yorkshire"])
        );
        assert_eq!(completion.complete("in ÄL", 5), (3, vec!["Äland"]));
        assert_eq!(
            completion.complete("in New York or", 5).1,
            Vec::<&str>::new()
        );
        assert_eq!(completion.complete("", 5).1, Vec::<&str>::new());
    }
}
