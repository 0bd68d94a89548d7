//! Which resources are the same, from a file of links.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use super::Knowledge;
use super::interner::Interner;
use super::triples::{Object, Triples};
use crate::normal;

/// The links that make two resources the same.
const LINKS: [&str; 5] = [
    "http://www.w3.org/2002/07/owl#sameAs",
    "http://dbpedia.org/ontology/wikiPageRedirects",
    "http://dbpedia.org/property/redirect",
    "http://www.w3.org/2004/02/skos/core#exactMatch",
    "http://schema.org/sameAs",
];

/// Classes of resources that are the same, closed under symmetry and transitivity.
///
/// Union-find (Tarjan 1975) over interned IRIs: a link costs constant time, an IRI its own length
/// and about twenty bytes. Nothing is ever fetched.
///
/// ```
/// use lydite_judge::{Knowledge, SameAs};
/// let links = "<http://a/1> <http://www.w3.org/2002/07/owl#sameAs> <http://b/1> .\n\
///              <http://c/1> <http://www.w3.org/2002/07/owl#sameAs> <http://b/1> .\n";
/// let same = SameAs::from_file(links.as_bytes())?;
/// assert_eq!(same.representative("http://a/1"), same.representative("http://c/1"));
/// assert_eq!(same.equivalents("http://a/1").len(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct SameAs {
    iris: Interner,
    parent: Vec<u32>,
    /// The next member of the same class; classes are rings, so that joining two is a swap.
    next: Vec<u32>,
    links: u64,
}

impl SameAs {
    /// Reads `owl:sameAs` and redirect links: N-Triples, simple Turtle, or two IRIs on a line.
    pub fn from_file(bytes: impl Read) -> io::Result<Self> {
        let mut same = Self::default();
        same.read(io::BufReader::with_capacity(1 << 16, bytes))?;
        Ok(same)
    }

    /// Adds the links of another file.
    pub fn read(&mut self, lines: impl BufRead) -> io::Result<()> {
        let mut triples = Triples::new(lines);
        while triples.advance()? {
            let (subject, predicate, object) = triples.triple();
            if let Object::Iri(object) = object
                && predicate.is_none_or(|predicate| LINKS.contains(&predicate))
            {
                self.link(subject, object);
            }
        }
        self.flatten();
        Ok(())
    }

    /// The number of links read.
    pub fn links(&self) -> u64 {
        self.links
    }

    /// The number of IRIs known.
    pub fn len(&self) -> usize {
        self.iris.len()
    }

    /// Whether no link was read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn link(&mut self, a: &str, b: &str) {
        let (Some(a), Some(b)) = (self.number(a), self.number(b)) else {
            return;
        };
        self.links += 1;
        self.union(a, b);
    }

    /// The number of an IRI, which is the same as its normal form.
    fn number(&mut self, iri: &str) -> Option<u32> {
        let number = self.intern(iri)?;
        let normal = normal::iri(iri);
        if normal != iri {
            let normal = self.intern(&normal)?;
            self.union(number, normal);
        }
        Some(number)
    }

    fn intern(&mut self, iri: &str) -> Option<u32> {
        let number = self.iris.intern(iri)?;
        if number as usize == self.parent.len() {
            self.parent.push(number);
            self.next.push(number);
        }
        Some(number)
    }

    fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            // The older IRI stands for the class: the result does not depend on the sizes.
            let (root, child) = (a.min(b), a.max(b));
            self.parent[child as usize] = root;
            self.next.swap(a as usize, b as usize);
        }
    }

    fn find(&mut self, mut number: u32) -> u32 {
        while self.parent[number as usize] != number {
            let grandparent = self.parent[self.parent[number as usize] as usize];
            self.parent[number as usize] = grandparent;
            number = grandparent;
        }
        number
    }

    /// Lets every IRI point at its class, so that asking needs no search.
    fn flatten(&mut self) {
        for number in 0..self.parent.len() as u32 {
            self.parent[number as usize] = self.find(number);
        }
    }

    fn lookup(&self, iri: &str) -> Option<u32> {
        self.iris.get(iri).or_else(|| {
            let normal = normal::iri(iri);
            (normal != iri).then(|| self.iris.get(&normal)).flatten()
        })
    }
}

impl Knowledge for SameAs {
    fn representative(&self, iri: &str) -> Option<Cow<'_, str>> {
        let number = self.lookup(iri)?;
        let text = self.iris.text(self.parent[number as usize]);
        Some(Cow::Borrowed(text))
    }

    fn equivalents(&self, iri: &str) -> Vec<String> {
        let Some(start) = self.lookup(iri) else {
            return Vec::new();
        };
        let mut members = vec![self.iris.text(start).to_owned()];
        let mut member = self.next[start as usize];
        while member != start {
            members.push(self.iris.text(member).to_owned());
            member = self.next[member as usize];
        }
        members.retain(|member| member != iri);
        members
    }

    fn knows_equivalents(&self) -> bool {
        !self.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_closed_and_ways_of_writing_do_not_matter() {
        let file = "\
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix d: <http://d/> .
# a comment
d:a owl:sameAs d:b , <http://e/b> ;
    <http://other> d:z .
<http://e/b> <http://dbpedia.org/ontology/wikiPageRedirects> <http://e/%C3%A9> .
http://two/1\thttp://two/2
<http://d/a> <http://www.w3.org/2000/01/rdf-schema#label> \"x <y> .\"@en .
";
        let same = SameAs::from_file(file.as_bytes()).unwrap();
        assert_eq!(same.links(), 4);
        let class = |iri: &str| same.representative(iri).map(Cow::into_owned);
        assert_eq!(class("http://d/a"), class("http://e/é"));
        assert_eq!(class("https://d/b"), class("http://e/%C3%A9"));
        assert_eq!(class("http://two/1"), class("http://two/2"));
        assert_eq!(class("http://d/z"), None);
        let mut members = same.equivalents("http://d/a");
        members.sort();
        assert_eq!(
            members,
            ["http://d/b", "http://e/%C3%A9", "http://e/b", "http://e/é"]
        );
    }
}
