//! Which classes stand above which, from a file.

use std::io::{self, BufRead, Read};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Knowledge;
use super::triples::{Object, Triples};

const SUB_CLASS: &str = "http://www.w3.org/2000/01/rdf-schema#subClassOf";

/// The hierarchy of classes.
///
/// ```
/// use lydite_judge::{Classes, Knowledge};
/// let file = "<http://o/City> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://o/Place> .\n\
///             <http://o/Place> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://o/Thing> .\n";
/// let classes = Classes::from_file(file.as_bytes())?;
/// assert_eq!(classes.super_classes("http://o/City"), ["http://o/Place", "http://o/Thing"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Classes {
    above: FxHashMap<String, Vec<String>>,
}

impl Classes {
    /// Reads `rdfs:subClassOf`: N-Triples or simple Turtle.
    pub fn from_file(bytes: impl Read) -> io::Result<Self> {
        let mut classes = Self::default();
        classes.read(io::BufReader::with_capacity(1 << 16, bytes))?;
        Ok(classes)
    }

    /// Adds the hierarchy of another file.
    pub fn read(&mut self, lines: impl BufRead) -> io::Result<()> {
        let mut triples = Triples::new(lines);
        while triples.advance()? {
            if let (class, Some(SUB_CLASS), Object::Iri(above)) = triples.triple() {
                let known = self.above.entry(class.to_owned()).or_default();
                known.push(above.to_owned());
            }
        }
        Ok(())
    }
}

impl Knowledge for Classes {
    fn super_classes(&self, class: &str) -> Vec<String> {
        let mut seen: FxHashSet<&str> = FxHashSet::from_iter([class]);
        let mut found: Vec<String> = Vec::new();
        let mut level = vec![class];
        while !level.is_empty() {
            let above = level.iter().filter_map(|class| self.above.get(*class));
            level = above
                .flatten()
                .map(String::as_str)
                .filter(|class| seen.insert(class))
                .collect();
            found.extend(level.iter().map(|class| (*class).to_owned()));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_and_diamonds_end() {
        let link = |a: &str, b: &str| format!("<http://o/{a}> <{SUB_CLASS}> <http://o/{b}> .\n");
        let file = [("A", "B"), ("A", "C"), ("B", "D"), ("C", "D"), ("D", "A")]
            .map(|(a, b)| link(a, b))
            .concat();
        let classes = Classes::from_file(file.as_bytes()).unwrap();
        let above = classes.super_classes("http://o/A");
        assert_eq!(above, ["http://o/B", "http://o/C", "http://o/D"]);
        assert!(classes.super_classes("http://o/X").is_empty());
    }
}
