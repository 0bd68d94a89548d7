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
    fn resolve(&self, name: &'q str, scope: u32) -> Var<'q> {
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
