//! `qb-sina`: resources become a graph by forward chaining over their types.

use rustc_hash::FxHashSet;

use super::nliwod::given;
use crate::annotation::{AnnotatedQuestion, Candidate, Kind, Source};
use crate::component::{ComponentError, Cost, Described, Description, Need, QueryBuilder, Task};
use crate::resources::Resources;

/// The wrapper called SINA with at most this many IRIs.
const MOST: usize = 3;

/// SINA's second half: query construction.
pub struct Sina;

impl Described for Sina {
    fn description(&self) -> Description {
        Description::new(
            "qb-sina",
            Task::BuildQueries,
            "Chooses for each span the candidate that is most related to the others (a hidden Markov model, decoded by Viterbi); properties become edges whose ends are joined to instances and class variables where types meet domains and ranges; the graphs with the fewest free variables, up to ten. At most three IRIs, no counts, no yes or no",
        )
        .needs(&[Need::Links, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("Shekarpour et al., SINA: Semantic interpretation of user queries for question answering on interlinked data, J. Web Sem. 2015; composing.md §9.8")
        .counterpart_of(&["SINA"])
    }
}

/// A vertex of the query graph.
#[derive(Clone, PartialEq)]
enum Vertex {
    Instance(String),
    OfClass(String),
    Free,
}

impl QueryBuilder for Sina {
    fn build(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Candidate>, ComponentError> {
        let entities = decoded(question, resources)?;
        let properties = given(question, Kind::Relation);
        let classes = given(question, Kind::Class);
        let all = entities.len() + properties.len() + classes.len();
        if all == 0 || all > MOST {
            return Ok(Vec::new());
        }
        if let ([entity], [], []) = (&entities[..], &properties[..], &classes[..]) {
            let query = format!("SELECT * WHERE {{ <{entity}> ?p ?v0 }}");
            return Ok(vec![Candidate::new(query, 10.0).because(
                Source::Rule,
                "one instance",
                1.0,
            )]);
        }
        let mut types: Vec<FxHashSet<String>> = Vec::new();
        for entity in &entities {
            types.push(comprehensive_types(entity, resources)?);
        }
        let class_types: Vec<FxHashSet<String>> = classes
            .iter()
            .map(|class| with_ancestors([class.clone()], resources))
            .collect();
        let mut graphs: Vec<Graph> = vec![Graph::default()];
        for property in &properties {
            graphs = graphs
                .into_iter()
                .flat_map(|graph| {
                    let ends = Ends {
                        resources,
                        entities: &entities,
                        types: &types,
                        classes: &classes,
                        class_types: &class_types,
                    };
                    ends.extended(&graph, property)
                })
                .collect();
            graphs.truncate(400);
        }
        let mut ranked: Vec<(usize, bool, String)> = graphs
            .into_iter()
            .filter(|graph| graph.uses(&entities, &classes))
            .map(|graph| {
                let query = graph.sparql();
                let body = query.replacen("SELECT *", "ASK", 1);
                (graph.free(), !resources.holds(&body), query)
            })
            .collect();
        if properties.is_empty() && !classes.is_empty() {
            for class in &classes {
                ranked.push((1, false, format!("SELECT * WHERE {{ ?v0 a <{class}> }}")));
            }
        }
        // Minimal graphs first; among these, those that hold.
        ranked.sort_by(|a, b| (a.1, a.0, &a.2).cmp(&(b.1, b.0, &b.2)));
        ranked.dedup_by(|a, b| a.2 == b.2);
        let queries = ranked.into_iter().take(10).enumerate();
        Ok(queries
            .map(|(at, (free, _, query))| {
                Candidate::new(query, 10.0 - at as f64).because(
                    Source::Rule,
                    format!("{free} free variables"),
                    1.0,
                )
            })
            .collect())
    }
}

/// The most likely entities: the candidates of the spans are the hidden states; emission is the linker's score,
/// transition whether the graph joins two of them.
fn decoded(
    question: &AnnotatedQuestion,
    resources: &Resources,
) -> Result<Vec<String>, ComponentError> {
    let annotations: Vec<_> = question.of(Kind::Entity).collect();
    if annotations
        .iter()
        .all(|annotation| annotation.candidates.len() < 2)
    {
        return Ok(given(question, Kind::Entity));
    }
    let mut paths: Vec<(f64, Vec<&str>)> = Vec::new();
    for annotation in annotations {
        let states: Vec<(f64, &str)> = annotation
            .candidates
            .iter()
            .take(5)
            .map(|candidate| (candidate.score.max(1e-6).ln(), candidate.value.as_str()))
            .collect();
        if states.is_empty() {
            continue;
        }
        if paths.is_empty() {
            paths = states
                .into_iter()
                .map(|(score, iri)| (score, vec![iri]))
                .collect();
            continue;
        }
        let mut next = Vec::new();
        for (emission, iri) in states {
            let mut best: Option<(f64, Vec<&str>)> = None;
            for (score, path) in &paths {
                let before = path.last().copied().unwrap_or_default();
                let near = resources.neighbourhood(before)?;
                let joined = near.resources().any(|other| other == iri);
                let value = score + emission + if joined { 0.0 } else { (0.3_f64).ln() };
                if best.as_ref().is_none_or(|(known, _)| value > *known) {
                    let mut path = path.clone();
                    path.push(iri);
                    best = Some((value, path));
                }
            }
            next.extend(best);
        }
        paths = next;
    }
    let best = paths.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let mut iris: Vec<String> = Vec::new();
    for iri in best.map(|(_, path)| path).unwrap_or_default() {
        if !iris.iter().any(|known| known == iri) {
            iris.push(iri.to_owned());
        }
    }
    Ok(iris)
}

/// The classes of an instance with all classes above them.
fn comprehensive_types(
    iri: &str,
    resources: &Resources,
) -> Result<FxHashSet<String>, ComponentError> {
    let types = resources.graph().types(iri)?;
    let types = types.into_iter().map(|class| class.as_str().to_owned());
    Ok(with_ancestors(types, resources))
}

fn with_ancestors(
    classes: impl IntoIterator<Item = String>,
    resources: &Resources,
) -> FxHashSet<String> {
    let mut all = FxHashSet::default();
    let mut open: Vec<String> = classes.into_iter().collect();
    while let Some(class) = open.pop() {
        if let Some(term) = resources.classes().get(&class) {
            open.extend(
                term.parents
                    .iter()
                    .filter(|parent| !all.contains(*parent))
                    .cloned(),
            );
        }
        all.insert(class);
    }
    all
}

/// A query graph that grows.
#[derive(Clone, Default)]
struct Graph {
    vertices: Vec<Vertex>,
    edges: Vec<(usize, String, usize)>,
}

impl Graph {
    fn vertex(&mut self, vertex: Vertex) -> usize {
        let known = match vertex {
            Vertex::Free => None,
            _ => self.vertices.iter().position(|known| *known == vertex),
        };
        known.unwrap_or_else(|| {
            self.vertices.push(vertex);
            self.vertices.len() - 1
        })
    }

    fn free(&self) -> usize {
        let variable = |vertex: &&Vertex| !matches!(vertex, Vertex::Instance(_));
        self.vertices.iter().filter(variable).count()
    }

    /// Whether all entities and classes are there, and all hangs together.
    fn uses(&self, entities: &[String], classes: &[String]) -> bool {
        let has = |wanted: &Vertex| self.vertices.contains(wanted);
        let all = entities
            .iter()
            .all(|iri| has(&Vertex::Instance(iri.clone())))
            && classes.iter().all(|iri| has(&Vertex::OfClass(iri.clone())));
        let mut part: Vec<usize> = (0..self.vertices.len()).collect();
        for _ in 0..self.vertices.len() {
            for (one, _, other) in &self.edges {
                let least = part[*one].min(part[*other]);
                part[*one] = least;
                part[*other] = least;
            }
        }
        all && self.free() > 0 && part.iter().all(|one| *one == 0)
    }

    fn sparql(&self) -> String {
        let name = |at: usize| match &self.vertices[at] {
            Vertex::Instance(iri) => format!("<{iri}>"),
            _ => format!("?v{at}"),
        };
        let mut body: String = self
            .edges
            .iter()
            .map(|(one, property, other)| {
                format!("{} <{property}> {} . ", name(*one), name(*other))
            })
            .collect();
        for (at, vertex) in self.vertices.iter().enumerate() {
            if let Vertex::OfClass(class) = vertex {
                body.push_str(&format!("?v{at} a <{class}> . "));
            }
        }
        format!("SELECT * WHERE {{ {body}}}")
    }
}

/// What the ends of an edge may be.
struct Ends<'a> {
    resources: &'a Resources,
    entities: &'a [String],
    types: &'a [FxHashSet<String>],
    classes: &'a [String],
    class_types: &'a [FxHashSet<String>],
}

impl Ends<'_> {
    /// The vertices whose types meet a domain or range; any if none is declared.
    fn fitting(&self, graph: &Graph, declared: &[String]) -> Vec<Vertex> {
        let wanted = with_ancestors(declared.iter().cloned(), self.resources);
        let fits = |types: &FxHashSet<String>| {
            declared.is_empty()
                || types.is_empty()
                || types.iter().any(|class| declared.contains(class))
                || wanted.iter().any(|class| types.contains(class))
        };
        let instances = self.entities.iter().zip(self.types);
        let mut vertices: Vec<Vertex> = instances
            .filter(|(_, types)| fits(types))
            .map(|(iri, _)| Vertex::Instance(iri.clone()))
            .collect();
        let classes = self.classes.iter().zip(self.class_types);
        vertices.extend(
            classes
                .filter(|(_, types)| fits(types))
                .map(|(iri, _)| Vertex::OfClass(iri.clone())),
        );
        let _ = graph;
        vertices.push(Vertex::Free);
        vertices
    }

    fn extended(&self, graph: &Graph, property: &str) -> Vec<Graph> {
        let term = self.resources.properties().get(property);
        let domains = term.map_or(&[][..], |term| &term.domains);
        let ranges = term.map_or(&[][..], |term| &term.ranges);
        let mut extended = Vec::new();
        let free_places: Vec<usize> = (0..graph.vertices.len())
            .filter(|at| graph.vertices[*at] == Vertex::Free)
            .collect();
        for subject in self.fitting(graph, domains) {
            for object in self.fitting(graph, ranges) {
                if subject == object && subject != Vertex::Free {
                    continue;
                }
                let mut next = graph.clone();
                let one = next.vertex(subject.clone());
                let other = next.vertex(object.clone());
                next.edges.push((one, property.to_owned(), other));
                extended.push(next);
                // Incomplete graphs are joined by their open ends.
                for place in &free_places {
                    let mut joined = graph.clone();
                    match (&subject, &object) {
                        (Vertex::Free, _) => {
                            let other = joined.vertex(object.clone());
                            joined.edges.push((*place, property.to_owned(), other));
                        }
                        (_, Vertex::Free) => {
                            let one = joined.vertex(subject.clone());
                            joined.edges.push((one, property.to_owned(), *place));
                        }
                        _ => continue,
                    }
                    extended.push(joined);
                }
            }
        }
        extended
    }
}
