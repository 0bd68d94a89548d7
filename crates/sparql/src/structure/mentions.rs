//! The identifiers in a query, by the position they stand in.

use spargebra::algebra::Expression;

use super::expressions::each;
use super::{Node, Predicate, Structure, Within};

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Predicates whose object is a class: `rdf:type`, and *instance of* in Wikidata.
pub(crate) const INSTANCE_OF: [&str; 2] = [TYPE, "http://www.wikidata.org/prop/direct/P31"];

/// Predicates between classes.
pub(crate) const SUBCLASS_OF: [&str; 2] = [
    "http://www.w3.org/2000/01/rdf-schema#subClassOf",
    "http://www.wikidata.org/prop/direct/P279",
];

/// What an identifier is, by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Subject or object of a triple, or a constant in FILTER or VALUES.
    Entity,
    /// Predicate of a triple, `rdf:type` included, also within a path.
    Property,
    /// The object of `rdf:type`, or either side of `rdfs:subClassOf`.
    Class,
    /// The name of a graph or service.
    Graph,
}

/// An identifier in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mention<'q> {
    /// The identifier.
    pub iri: &'q str,
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub within: Within,
}

impl<'q> Structure<'q> {
    /// Every identifier as often as it occurs: those of triples in text order, then those of VALUES,
    /// FILTER, and GRAPH and SERVICE.
    pub fn mentions(&self) -> Vec<Mention<'q>> {
        let mut mentions = Vec::with_capacity(self.triples.len() * 2);
        for triple in &self.triples {
            let predicates = triple.predicate.iris();
            // In `wdt:P31/wdt:P279*` the last step decides.
            let last = predicates.last().copied().unwrap_or("");
            let of_classes = SUBCLASS_OF.contains(&last);
            let subject = if of_classes && predicates.len() == 1 {
                Role::Class
            } else {
                Role::Entity
            };
            let object = if of_classes || INSTANCE_OF.contains(&last) {
                Role::Class
            } else {
                Role::Entity
            };
            let parts = triple
                .subject
                .as_iri()
                .map(|iri| (iri, subject))
                .into_iter()
                .chain(predicates.iter().map(|iri| (*iri, Role::Property)))
                .chain(triple.object.as_iri().map(|iri| (iri, object)));
            mentions.extend(parts.map(|(iri, role)| Mention {
                iri,
                role,
                within: triple.within,
            }));
        }
        let mut add = |iri: &'q str, role: Role, within: Within| {
            mentions.push(Mention { iri, role, within });
        };
        for iri in self.values.iter().flat_map(|values| &values.iris) {
            add(iri, Role::Entity, Within::NOTHING);
        }
        for filter in &self.filters {
            each(filter.expression, &mut |part| {
                if let Expression::NamedNode(iri) = part {
                    add(iri.as_str(), Role::Entity, filter.within);
                }
            });
        }
        for iri in self.graph_names.iter().filter_map(Node::as_iri) {
            add(iri, Role::Graph, Within::NOTHING);
        }
        mentions
    }

    /// The distinct identifiers with this role, in order of appearance.
    pub fn iris(&self, role: Role) -> Vec<&'q str> {
        let mut iris = Vec::new();
        for mention in self.mentions() {
            if mention.role == role && !iris.contains(&mention.iri) {
                iris.push(mention.iri);
            }
        }
        iris
    }

    /// The distinct entities.
    pub fn entities(&self) -> Vec<&'q str> {
        self.iris(Role::Entity)
    }

    /// The distinct properties.
    pub fn properties(&self) -> Vec<&'q str> {
        self.iris(Role::Property)
    }

    /// The distinct classes.
    pub fn classes(&self) -> Vec<&'q str> {
        self.iris(Role::Class)
    }

    /// The distinct classes that the query requires of its answers: `rdf:type` of a projected
    /// variable, outside of MINUS and EXISTS. A variable that is only counted has none.
    pub fn answer_item_types(&self) -> Vec<&'q str> {
        let mut types = Vec::new();
        for triple in &self.triples {
            let typed = matches!(&triple.predicate, Predicate::Node(Node::Iri(iri)) if INSTANCE_OF.contains(iri));
            let projected = triple
                .subject
                .as_variable()
                .is_some_and(|variable| self.projection.contains(&variable));
            let required = [Within::MINUS, Within::EXISTS, Within::TEMPLATE]
                .iter()
                .all(|around| !triple.within.contains(*around));
            if typed
                && projected
                && required
                && let Some(class) = triple.object.as_iri()
                && !types.contains(&class)
            {
                types.push(class);
            }
        }
        types
    }
}
