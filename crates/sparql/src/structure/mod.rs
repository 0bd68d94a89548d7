//! What a query consists of.

mod connectivity;
mod expressions;
mod features;
mod mentions;
mod node;
mod walk;

use spargebra::algebra::{AggregateFunction, Expression, GraphPattern, OrderExpression};
use spargebra::term::Variable;

pub use connectivity::{Component, Connectivity, Target};
pub(crate) use expressions::{conjuncts, each_exists};
pub(crate) use mentions::{INSTANCE_OF, SUBCLASS_OF};
pub use mentions::{Mention, Role};
pub use node::{Node, Predicate, Triple, Var, Within};

use crate::Parsed;

/// The four kinds of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A table of solutions.
    Select,
    /// Yes or no.
    Ask,
    /// A graph made after a template.
    Construct,
    /// A graph about resources.
    Describe,
}

/// What becomes of equal solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplicates {
    /// They stay.
    #[default]
    Keep,
    /// DISTINCT.
    Distinct,
    /// REDUCED.
    Reduced,
}

/// LIMIT and OFFSET of the query itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// How many solutions at most.
    pub limit: Option<usize>,
    /// How many are skipped; `None` without OFFSET, and where OFFSET is 0.
    pub offset: Option<usize>,
}

/// A name for the value of an expression.
#[derive(Clone, Debug)]
pub struct Alias<'q> {
    /// The name.
    pub variable: Var<'q>,
    /// The expression. Aggregates in it are variables: see [`Structure::aggregates`].
    pub expression: &'q Expression,
    /// The scope in which the expression is evaluated.
    pub scope: u32,
    /// Where it stands.
    pub within: Within,
}

/// An aggregate, in SELECT, HAVING or ORDER BY.
#[derive(Clone, Debug)]
pub struct Aggregate<'q> {
    /// The function; `None` for `COUNT(*)`.
    pub function: Option<&'q AggregateFunction>,
    /// Whether equal values count once.
    pub distinct: bool,
    /// What it is computed from.
    pub argument: Option<&'q Expression>,
    /// The variable that stands for it in the algebra.
    pub variable: Var<'q>,
    /// The name that the query gives it, if it names it directly.
    pub alias: Option<Var<'q>>,
    /// The scope of its argument.
    pub scope: u32,
    /// Where it stands.
    pub within: Within,
}

/// A condition: one conjunct of FILTER, of HAVING, or of the filters of an OPTIONAL.
#[derive(Clone, Debug)]
pub struct Filter<'q> {
    /// The condition.
    pub expression: &'q Expression,
    /// Whether it is about groups.
    pub having: bool,
    /// Its scope.
    pub scope: u32,
    /// Where it stands.
    pub within: Within,
}

/// A VALUES block.
#[derive(Clone, Debug)]
pub struct Values<'q> {
    /// The columns.
    pub variables: Vec<Var<'q>>,
    /// The IRIs in it.
    pub iris: Vec<&'q str>,
    /// How many rows it has.
    pub rows: usize,
}

/// Which constructs occur, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constructs {
    /// UNION.
    pub unions: usize,
    /// OPTIONAL.
    pub optionals: usize,
    /// MINUS.
    pub minuses: usize,
    /// EXISTS and NOT EXISTS.
    pub exists: usize,
    /// Sub-selects.
    pub sub_selects: usize,
    /// GRAPH.
    pub graphs: usize,
    /// SERVICE.
    pub services: usize,
    /// BIND.
    pub binds: usize,
    /// GROUP BY, and aggregation without it.
    pub groups: usize,
    /// ORDER BY, in sub-selects too.
    pub orders: usize,
    /// LIMIT, in sub-selects too.
    pub limits: usize,
    /// OFFSET above 0, in sub-selects too.
    pub offsets: usize,
    /// Basic graph patterns that are not empty.
    pub bgps: usize,
}

/// What a query consists of, in the order of its text.
///
/// ```
/// use lydite_sparql::{Dialect, Form, Structure, parse};
///
/// let parsed = parse(
///     "SELECT DISTINCT ?uri { ?uri a dbo:Film ; dbo:starring dbr:Al_Pacino } LIMIT 5",
///     &Dialect::field(),
/// )?;
/// let structure = Structure::of(&parsed);
/// assert_eq!(structure.form, Form::Select);
/// assert_eq!(structure.triples.len(), 2);
/// assert_eq!(structure.range.limit, Some(5));
/// assert_eq!(structure.entities(), ["http://dbpedia.org/resource/Al_Pacino"]);
/// assert_eq!(structure.classes(), ["http://dbpedia.org/ontology/Film"]);
/// assert_eq!(structure.answer_item_types(), ["http://dbpedia.org/ontology/Film"]);
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Structure<'q> {
    /// The kind of query.
    pub form: Form,
    /// What becomes of equal solutions.
    pub duplicates: Duplicates,
    /// The projected variables; empty unless it is a SELECT (or a DESCRIBE).
    pub projection: Vec<Var<'q>>,
    /// Its triple patterns, wherever they stand.
    pub triples: Vec<Triple<'q>>,
    /// Names for expressions: in SELECT, BIND and GROUP BY.
    pub aliases: Vec<Alias<'q>>,
    /// Its aggregates.
    pub aggregates: Vec<Aggregate<'q>>,
    /// Its conditions.
    pub filters: Vec<Filter<'q>>,
    /// Its VALUES blocks.
    pub values: Vec<Values<'q>>,
    /// The names of GRAPH and SERVICE.
    pub graph_names: Vec<Node<'q>>,
    /// What the query itself is ordered by.
    pub order: &'q [OrderExpression],
    /// What the query itself is grouped by.
    pub group_by: &'q [Variable],
    /// LIMIT and OFFSET of the query itself.
    pub range: Range,
    /// Which constructs occur.
    pub constructs: Constructs,
    scopes: Vec<Scope<'q>>,
    text: &'q str,
}

/// A region of a query in which a name means one variable.
#[derive(Clone, Debug)]
struct Scope<'q> {
    parent: u32,
    /// The variables that mean the same outside.
    shared: &'q [Variable],
    /// What binds its variables.
    pattern: &'q GraphPattern,
}

impl<'q> Structure<'q> {
    /// The structure of a query.
    pub fn of(parsed: &'q Parsed) -> Self {
        walk::walk(parsed)
    }

    /// The IRIs in the triples that are asked of the graph itself, each once, in the order of the
    /// query; datatypes and the names of functions are none of them.
    pub fn triple_iris(&self) -> Vec<&'q str> {
        let mut iris = Vec::new();
        // What another service is asked stands elsewhere.
        for triple in self.triples.iter().filter(|triple| triple.graph.is_none()) {
            let ends = [triple.subject.as_iri(), triple.object.as_iri()];
            for iri in ends.into_iter().flatten().chain(triple.predicate.iris()) {
                if !iris.contains(&iri) {
                    iris.push(iri);
                }
            }
        }
        iris
    }

    /// The conditions on solutions, HAVING excluded.
    pub fn where_filters(&self) -> impl Iterator<Item = &Filter<'q>> {
        self.filters.iter().filter(|filter| !filter.having)
    }

    /// Whether it is a template: it has triples, and all their terms are variables. Like Rocknrole's
    /// templates it may name `owl:sameAs`.
    pub fn is_template(&self) -> bool {
        let slot = |node: &Node<'_>| matches!(node, Node::Variable(_));
        !self.triples.is_empty()
            && self.triples.iter().all(|triple| {
                let predicate = match &triple.predicate {
                    Predicate::Node(Node::Iri(iri)) => {
                        *iri == "http://www.w3.org/2002/07/owl#sameAs"
                    }
                    Predicate::Node(node) => slot(node),
                    Predicate::Path(_) | Predicate::Mentions => false,
                };
                slot(&triple.subject) && predicate && slot(&triple.object)
            })
    }

    /// The variable that `name` means in `scope`.
    pub(crate) fn resolve(&self, name: &'q str, scope: u32) -> Var<'q> {
        let mut scope = scope;
        while scope != 0 {
            let Some(region) = self.scopes.get(scope as usize) else {
                break;
            };
            if region
                .shared
                .iter()
                .all(|variable| variable.as_str() != name)
            {
                break;
            }
            scope = region.parent;
        }
        Var { name, scope }
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, Structure, Within};
    use crate::{Dialect, Parsed, parse};

    fn parsed(text: &str) -> Parsed {
        parse(text, &Dialect::field()).unwrap_or_else(|error| panic!("{}", error.render(text)))
    }

    #[test]
    fn triples_are_found_wherever_they_stand() {
        let parsed = parsed(
            "SELECT ?x { ?x <a:1> 1 OPTIONAL { ?x <a:2> 1 } { ?x <a:3> 1 } UNION { ?x <a:4> 1 } \
             MINUS { ?x <a:5> 1 } FILTER NOT EXISTS { ?x <a:6> 1 } { SELECT ?x { ?x <a:7> 1 } } \
             GRAPH <a:g> { ?x <a:8> 1 } SERVICE <a:s> { ?x <a:9> 1 } ?x (<a:p>|<a:q>)+ ?y \
             VALUES ?x { <a:v> } }",
        );
        let structure = Structure::of(&parsed);
        let mut found: Vec<(&str, Within)> = structure
            .triples
            .iter()
            .filter_map(|triple| Some((triple.predicate.as_node()?.as_iri()?, triple.within)))
            .collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                ("a:1", Within::NOTHING),
                ("a:2", Within::OPTIONAL),
                ("a:3", Within::UNION),
                ("a:4", Within::UNION),
                ("a:5", Within::MINUS),
                ("a:6", Within::EXISTS),
                ("a:7", Within::SUB_SELECT),
                ("a:8", Within::GRAPH),
                ("a:9", Within::SERVICE),
            ]
        );
        assert_eq!(structure.triples.len(), 10);
        assert!(structure.properties().contains(&"a:q"));
        assert_eq!(structure.entities(), ["a:v"]);
    }

    #[test]
    fn names_mean_another_variable_in_another_scope() {
        let parsed = parsed("SELECT (SUM(?y) AS ?y) { ?x <a:p> ?y { SELECT ?x { ?x <a:q> ?y } } }");
        let structure = Structure::of(&parsed);
        let scopes: Vec<Option<u32>> = structure
            .triples
            .iter()
            .map(|triple| triple.object.as_variable().map(|variable| variable.scope))
            .collect();
        assert_eq!(structure.projection[0].scope, 0);
        assert_eq!(scopes, [Some(1), Some(2)]);
        assert_eq!(structure.triples[0].subject, structure.triples[1].subject);
        assert_eq!(structure.aggregates[0].alias, Some(structure.projection[0]));
    }

    #[test]
    fn ranges_and_orders_are_those_of_the_query_itself() {
        let text = "SELECT ?x { { SELECT ?x { ?x ?p ?y } ORDER BY ?y LIMIT 3 } } OFFSET 0";
        let parsed = parsed(text);
        let structure = Structure::of(&parsed);
        assert_eq!(structure.range, super::Range::default());
        assert!(structure.order.is_empty());
        assert_eq!(
            (structure.constructs.limits, structure.constructs.orders),
            (1, 1)
        );
    }

    #[test]
    fn answers_have_the_types_that_the_query_requires() {
        for (text, types) in [
            ("SELECT ?x { ?x a <a:C> . ?y a <a:D> }", vec!["a:C"]),
            (
                "SELECT ?x { ?x wdt:P31 wd:Q5 }",
                vec!["http://www.wikidata.org/entity/Q5"],
            ),
            (
                "SELECT ?x { { ?x a <a:C> } UNION { ?x a <a:D> } }",
                vec!["a:C", "a:D"],
            ),
            ("SELECT ?x { ?x ?p ?y MINUS { ?x a <a:C> } }", vec![]),
            ("SELECT (COUNT(?x) AS ?n) { ?x a <a:C> }", vec![]),
            ("ASK { ?x a <a:C> }", vec![]),
        ] {
            assert_eq!(
                Structure::of(&parsed(text)).answer_item_types(),
                types,
                "{text}"
            );
        }
    }

    #[test]
    fn texts_of_hybrid_and_schemaless_queries_are_terms() {
        let hybrid = parsed("SELECT ?x { text:\"Father of Singapore\" dbo:birthPlace ?x }");
        let structure = Structure::of(&hybrid);
        assert_eq!(
            structure.triples[0].subject,
            Node::Text("Father of Singapore".into())
        );
        let schemaless = parsed("SELECT ?x { ?x capital Germany }");
        let structure = Structure::of(&schemaless);
        assert_eq!(structure.triples[0].object, Node::Text("Germany".into()));
        assert!(structure.entities().is_empty());
    }

    #[test]
    fn templates_consist_of_variables() {
        for (text, is) in [
            ("SELECT ?v2 WHERE { ?v2 ?v8 ?v7 ; ?v9 ?v5 . }", true),
            ("SELECT ?v2 WHERE { ?v2 owl:sameAs ?v7 }", true),
            ("SELECT ?v2 WHERE { ?v2 a ?v7 }", false),
            ("ASK { }", false),
        ] {
            assert_eq!(Structure::of(&parsed(text)).is_template(), is, "{text}");
        }
    }
}
