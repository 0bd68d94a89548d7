//! What a query consists of, as a document.

use std::collections::BTreeMap;

use lydite_sparql::spargebra::algebra::OrderExpression;
use lydite_sparql::{Aggregate, Duplicates, Form, Node, Parsed, Role, Structure, Triple, Within};
use serde::Serialize;

/// What a query consists of.
#[derive(Serialize)]
pub(super) struct Anatomy {
    /// `SELECT`, `ASK` …
    pub form: &'static str,
    /// `DISTINCT` or `REDUCED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<&'static str>,
    pub is_template: bool,
    pub projection: Vec<Projected>,
    pub triples: Vec<Pattern>,
    pub filters: Vec<Part>,
    pub having: Vec<Part>,
    /// What BIND and GROUP BY give names to.
    pub bindings: Vec<Part>,
    pub aggregates: Vec<Part>,
    pub values: Vec<Block>,
    pub group_by: Vec<String>,
    pub order: Vec<Order>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    pub entities: Vec<String>,
    pub properties: Vec<String>,
    pub classes: Vec<String>,
    pub graphs: Vec<String>,
    pub answer_item_types: Vec<String>,
    pub connectivity: Connectivity,
    pub lsq: Lsq,
}

/// A column of the results.
#[derive(Serialize)]
pub(super) struct Projected {
    pub variable: String,
    /// What it is the name of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
}

/// A triple pattern.
#[derive(Serialize)]
pub(super) struct Pattern {
    pub subject: String,
    pub predicate: String,
    pub object: String,
    /// The number of its basic graph pattern.
    pub bgp: usize,
    /// The constructs around it.
    pub within: Vec<&'static str>,
    /// The GRAPH or SERVICE around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
    /// Variables that are not those of the results, with the number of their scope.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scopes: BTreeMap<String, u32>,
}

/// An expression with where it stands.
#[derive(Serialize)]
pub(super) struct Part {
    pub expression: String,
    /// The name of its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    pub within: Vec<&'static str>,
}

/// A VALUES block.
#[derive(Serialize)]
pub(super) struct Block {
    pub variables: Vec<String>,
    pub iris: Vec<String>,
    pub rows: usize,
}

/// What solutions are ordered by.
#[derive(Serialize)]
pub(super) struct Order {
    pub expression: String,
    pub descending: bool,
}

/// How targets and triples hang together.
#[derive(Serialize)]
pub(super) struct Connectivity {
    pub targets: Vec<Target>,
    pub components: Vec<Component>,
}

#[derive(Serialize)]
pub(super) struct Target {
    pub variable: String,
    pub sources: Vec<String>,
    pub bound: bool,
}

#[derive(Serialize)]
pub(super) struct Component {
    /// Numbers of triples, from 0.
    pub triples: Vec<usize>,
    pub has_target: bool,
}

/// The features of the LSQ vocabulary.
#[derive(Serialize)]
pub(super) struct Lsq {
    pub features: Vec<String>,
    pub triple_patterns: usize,
    pub basic_graph_patterns: usize,
}

impl Anatomy {
    pub(super) fn of(parsed: &Parsed) -> Self {
        let structure = Structure::of(parsed);
        let names = Names(&structure);
        let expression = |expression: &dyn ToString| names.expand(&expression.to_string());
        let aliased = |variable| structure.aliases.iter().find(|a| a.variable == variable);
        let strings = |iris: Vec<&str>| iris.into_iter().map(str::to_owned).collect();
        let conditions = |having| {
            let filters = structure.filters.iter();
            let chosen = filters.filter(|filter| filter.having == having);
            chosen
                .map(|filter| Part {
                    expression: expression(filter.expression),
                    variable: None,
                    within: around(filter.within),
                })
                .collect()
        };
        Self {
            form: form(structure.form),
            duplicates: match structure.duplicates {
                Duplicates::Keep => None,
                Duplicates::Distinct => Some("DISTINCT"),
                Duplicates::Reduced => Some("REDUCED"),
            },
            is_template: structure.is_template(),
            projection: structure
                .projection
                .iter()
                .map(|variable| Projected {
                    variable: variable.to_string(),
                    expression: aliased(*variable).map(|alias| expression(alias.expression)),
                })
                .collect(),
            triples: structure
                .triples
                .iter()
                .map(|triple| pattern(triple, &structure))
                .collect(),
            filters: conditions(false),
            having: conditions(true),
            bindings: structure
                .aliases
                .iter()
                .filter(|alias| !structure.projection.contains(&alias.variable))
                .map(|alias| Part {
                    expression: expression(alias.expression),
                    variable: Some(alias.variable.to_string()),
                    within: around(alias.within),
                })
                .collect(),
            aggregates: structure
                .aggregates
                .iter()
                .map(|aggregate| Part {
                    expression: names.expand(&call(aggregate)),
                    variable: aggregate.alias.map(|alias| alias.to_string()),
                    within: around(aggregate.within),
                })
                .collect(),
            values: structure
                .values
                .iter()
                .map(|values| Block {
                    variables: values.variables.iter().map(ToString::to_string).collect(),
                    iris: strings(values.iris.clone()),
                    rows: values.rows,
                })
                .collect(),
            group_by: structure.group_by.iter().map(ToString::to_string).collect(),
            order: structure
                .order
                .iter()
                .map(|part| {
                    let (inner, descending) = match part {
                        OrderExpression::Asc(inner) => (inner, false),
                        OrderExpression::Desc(inner) => (inner, true),
                    };
                    Order {
                        expression: expression(inner),
                        descending,
                    }
                })
                .collect(),
            limit: structure.range.limit,
            offset: structure.range.offset,
            entities: strings(structure.entities()),
            properties: strings(structure.properties()),
            classes: strings(structure.classes()),
            graphs: strings(structure.iris(Role::Graph)),
            answer_item_types: strings(structure.answer_item_types()),
            connectivity: connectivity(&structure),
            lsq: Lsq {
                features: structure.lsq_features().into_iter().collect(),
                triple_patterns: structure.lsq_triple_patterns(),
                basic_graph_patterns: structure.lsq_basic_graph_patterns(),
            },
        }
    }
}

fn form(form: Form) -> &'static str {
    match form {
        Form::Select => "SELECT",
        Form::Ask => "ASK",
        Form::Construct => "CONSTRUCT",
        Form::Describe => "DESCRIBE",
    }
}

fn pattern(triple: &Triple<'_>, structure: &Structure<'_>) -> Pattern {
    let nodes = [
        Some(&triple.subject),
        triple.predicate.as_node(),
        Some(&triple.object),
    ];
    let graph = triple.graph.and_then(|at| structure.graph_names.get(at));
    Pattern {
        subject: triple.subject.to_string(),
        predicate: triple.predicate.to_string(),
        object: triple.object.to_string(),
        bgp: triple.bgp,
        within: around(triple.within),
        graph: graph.map(ToString::to_string),
        scopes: nodes
            .into_iter()
            .flatten()
            .filter_map(Node::as_variable)
            .filter(|variable| variable.scope > 0)
            .map(|variable| (variable.to_string(), variable.scope))
            .collect(),
    }
}

/// The constructs around a part, as SPARQL calls them.
fn around(within: Within) -> Vec<&'static str> {
    [
        (Within::TEMPLATE, "CONSTRUCT"),
        (Within::SUB_SELECT, "sub-SELECT"),
        (Within::GRAPH, "GRAPH"),
        (Within::SERVICE, "SERVICE"),
        (Within::UNION, "UNION"),
        (Within::OPTIONAL, "OPTIONAL"),
        (Within::MINUS, "MINUS"),
        (Within::EXISTS, "EXISTS"),
    ]
    .into_iter()
    .filter(|(construct, _)| within.contains(*construct))
    .map(|(_, name)| name)
    .collect()
}

fn connectivity(structure: &Structure<'_>) -> Connectivity {
    let connectivity = structure.connectivity();
    Connectivity {
        targets: connectivity
            .targets
            .iter()
            .map(|target| Target {
                variable: format!("?{}", target.name),
                sources: target.sources.iter().map(ToString::to_string).collect(),
                bound: target.bound,
            })
            .collect(),
        components: connectivity
            .components
            .into_iter()
            .map(|component| Component {
                triples: component.triples,
                has_target: component.has_target,
            })
            .collect(),
    }
}

fn call(aggregate: &Aggregate<'_>) -> String {
    let function = aggregate
        .function
        .map_or("COUNT".to_owned(), ToString::to_string);
    let distinct = if aggregate.distinct { "DISTINCT " } else { "" };
    let argument = aggregate
        .argument
        .map_or("*".to_owned(), ToString::to_string);
    format!("{function}({distinct}{argument})")
}

/// The algebra has variables in place of aggregates; people expect the aggregates.
struct Names<'s, 'q>(&'s Structure<'q>);

impl Names<'_, '_> {
    fn expand(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for aggregate in &self.0.aggregates {
            // A variable that the query itself names is no stand-in.
            if aggregate.alias != Some(aggregate.variable) {
                text = text.replace(&aggregate.variable.to_string(), &call(aggregate));
            }
        }
        text
    }
}
