//! Reads the manifests of the suite and the files that they name.

use std::collections::HashMap;
use std::fmt::Write;
use std::io::Read;

use lydite_graph::oxrdf::{
    Graph, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, Term, TermRef, Triple, vocab::rdf,
};
use oxrdfio::{RdfFormat, RdfParser};

const MANIFEST: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const QUERY: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
/// Where the files of the suite are said to be.
const ROOT: &str = "http://suite.invalid/";

/// All files of the suite, by path.
pub(crate) struct Suite {
    files: HashMap<String, Vec<u8>>,
}

pub(crate) enum Kind {
    PositiveSyntax,
    NegativeSyntax,
    Evaluation,
}

pub(crate) struct Test {
    pub(crate) folder: String,
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) query_iri: String,
    pub(crate) query: String,
    pub(crate) result: Option<String>,
    data: Vec<String>,
    named: Vec<(String, String)>,
}

impl Suite {
    pub(crate) fn read() -> Option<Self> {
        let archive = lydite_testing::shared("w3c")?.join("sparql11.tar.gz");
        let packed = std::fs::File::open(archive).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed));
        let mut files = HashMap::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().display().to_string();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            files.insert(path, bytes);
        }
        Some(Self { files })
    }

    /// The bytes of a file by its IRI.
    pub(crate) fn bytes(&self, iri: &str) -> &[u8] {
        let path = iri.strip_prefix(ROOT).unwrap();
        self.files
            .get(path)
            .unwrap_or_else(|| panic!("{path} is missing"))
    }

    pub(crate) fn tests(&self, out_of_scope: &[&str]) -> Vec<Test> {
        let mut manifests: Vec<&String> = self
            .files
            .keys()
            .filter(|path| path.ends_with("/manifest.ttl") && path.matches('/').count() == 3)
            .collect();
        manifests.sort();
        let mut tests = Vec::new();
        for path in manifests {
            let folder = path.rsplit('/').nth(1).unwrap();
            if !out_of_scope.contains(&folder) {
                self.tests_of(path, folder, &mut tests);
            }
        }
        tests
    }

    fn tests_of(&self, path: &str, folder: &str, tests: &mut Vec<Test>) {
        let iri = format!("{ROOT}{path}");
        let manifest = self.graph(&iri);
        for (property, kind) in [
            ("PositiveSyntaxTest11", "positive"),
            ("NegativeSyntaxTest11", "negative"),
            ("QueryEvaluationTest", "evaluation"),
            ("CSVResultFormatTest", "evaluation"),
        ] {
            let class = format!("{MANIFEST}{property}");
            let class = NamedNodeRef::new(&class).unwrap();
            for test in manifest.subjects_for_predicate_object(rdf::TYPE, class) {
                let action = object(&manifest, test, MANIFEST, "action").unwrap();
                let (query, data, named) = match action {
                    TermRef::NamedNode(query) => (query.as_str(), Vec::new(), Vec::new()),
                    TermRef::BlankNode(action) => {
                        let query = object(&manifest, action.into(), QUERY, "query").unwrap();
                        (
                            text(query),
                            objects(&manifest, action.into(), "data"),
                            named_graphs(&manifest, action.into()),
                        )
                    }
                    TermRef::Literal(_) => panic!("{test} has a literal as action"),
                };
                let result = object(&manifest, test, MANIFEST, "result");
                let name = test.to_string();
                tests.push(Test {
                    folder: folder.to_owned(),
                    name: name
                        .trim_end_matches('>')
                        .rsplit('#')
                        .next()
                        .unwrap()
                        .to_owned(),
                    kind: match kind {
                        "positive" => Kind::PositiveSyntax,
                        "negative" => Kind::NegativeSyntax,
                        _ => Kind::Evaluation,
                    },
                    query_iri: query.to_owned(),
                    query: String::from_utf8(self.bytes(query).to_vec()).unwrap(),
                    result: result.map(|result| text(result).to_owned()),
                    data,
                    named,
                });
            }
        }
    }

    /// The data of a test as N-Quads.
    pub(crate) fn dataset(&self, test: &Test) -> String {
        let mut quads = String::new();
        for iri in &test.data {
            for triple in self.triples(iri) {
                writeln!(quads, "{triple} .").unwrap();
            }
        }
        for (name, iri) in &test.named {
            for triple in self.triples(iri) {
                writeln!(quads, "{triple} <{name}> .").unwrap();
            }
        }
        quads
    }

    /// The triples of a file, with blank nodes of its own.
    fn triples(&self, iri: &str) -> Vec<Triple> {
        let format = match iri.rsplit('.').next() {
            Some("rdf") => RdfFormat::RdfXml,
            Some("nt") => RdfFormat::NTriples,
            _ => RdfFormat::Turtle,
        };
        let parser = RdfParser::from_format(format)
            .with_base_iri(iri)
            .unwrap()
            .rename_blank_nodes();
        parser
            .for_slice(self.bytes(iri))
            .map(|quad| quad.unwrap().into())
            .collect()
    }

    pub(crate) fn graph(&self, iri: &str) -> Graph {
        self.triples(iri).into_iter().collect()
    }
}

fn object<'g>(
    graph: &'g Graph,
    subject: NamedOrBlankNodeRef<'_>,
    namespace: &str,
    name: &str,
) -> Option<TermRef<'g>> {
    let property = format!("{namespace}{name}");
    let property = NamedNodeRef::new(&property).unwrap();
    graph.object_for_subject_predicate(subject, property)
}

fn objects(graph: &Graph, subject: NamedOrBlankNodeRef<'_>, name: &str) -> Vec<String> {
    let property = format!("{QUERY}{name}");
    let property = NamedNodeRef::new(&property).unwrap();
    graph
        .objects_for_subject_predicate(subject, property)
        .map(|object| text(object).to_owned())
        .collect()
}

/// The names and files of the named graphs of a test.
fn named_graphs(graph: &Graph, action: NamedOrBlankNodeRef<'_>) -> Vec<(String, String)> {
    let property = format!("{QUERY}graphData");
    let property = NamedNodeRef::new(&property).unwrap();
    let label = "http://www.w3.org/2000/01/rdf-schema#";
    graph
        .objects_for_subject_predicate(action, property)
        .map(|object| match object {
            TermRef::BlankNode(node) => {
                let file = text(self::object(graph, node.into(), QUERY, "graph").unwrap());
                let name = text(self::object(graph, node.into(), label, "label").unwrap());
                (name.to_owned(), file.to_owned())
            }
            file => (text(file).to_owned(), text(file).to_owned()),
        })
        .collect()
}

fn text(term: TermRef<'_>) -> &str {
    match term {
        TermRef::NamedNode(node) => node.as_str(),
        TermRef::BlankNode(node) => node.as_str(),
        TermRef::Literal(literal) => literal.value(),
    }
}

/// The results that a graph of the vocabulary for results describes.
pub(crate) fn described_results(graph: &Graph) -> Option<Vec<Vec<(String, Term)>>> {
    const RESULTS: &str = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";
    let class = format!("{RESULTS}ResultSet");
    let class = NamedNodeRef::new(&class).unwrap();
    let set: NamedOrBlankNode = graph
        .subject_for_predicate_object(rdf::TYPE, class)?
        .into_owned();
    let solution = format!("{RESULTS}solution");
    let solutions =
        graph.objects_for_subject_predicate(set.as_ref(), NamedNodeRef::new(&solution).unwrap());
    let binding = format!("{RESULTS}binding");
    let binding = NamedNodeRef::new(&binding).unwrap();
    let rows = solutions.map(|solution| {
        let TermRef::BlankNode(solution) = solution else {
            panic!("a solution is no blank node");
        };
        let bindings = graph.objects_for_subject_predicate(solution, binding);
        bindings
            .map(|binding| {
                let TermRef::BlankNode(binding) = binding else {
                    panic!("a binding is no blank node");
                };
                let variable = object(graph, binding.into(), RESULTS, "variable").unwrap();
                let value = object(graph, binding.into(), RESULTS, "value").unwrap();
                (text(variable).to_owned(), value.into_owned())
            })
            .collect()
    });
    Some(rows.collect())
}
