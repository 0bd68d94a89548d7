//! What the published evaluator sees in a query, slip for slip.
//!
//! It walks through the algebra of rdflib 4.2.2 and keeps strings. Here the same is read off the
//! syntax tree, in the order in which that walk meets it.

use std::collections::{HashMap, HashSet};

use lydite_sparql::Form;

use crate::in_scope::each_variable;
use crate::problem::{Problem, SolutionRange, Span};
use crate::syntax::{
    Block, Expr, Group, Item, Literal, Part, Path, Projection, SyntaxTree, Term, Triple, Verb,
};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const INTEGER: &str = "http://www.w3.org/2001/XMLSchema#integer";

/// What the published evaluator keeps of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    pub(crate) ask: bool,
    /// The projected variables.
    pub(crate) targets: Vec<String>,
    /// At most one alias: the last expression's name, and what the first aggregate is of.
    pub(crate) bind: Option<(String, String)>,
    /// All triples that it reaches, scopes forgotten, terms as texts.
    pub(crate) triples: Vec<[String; 3]>,
    /// What each triple looks like, and where it stands.
    shown: Vec<(String, Span)>,
    /// LIMIT of the query, or else of the last sub-select that has one.
    pub(crate) length: Option<String>,
    /// OFFSET likewise; 0 beside a LIMIT without one.
    pub(crate) start: Option<String>,
    last_name: Option<String>,
    last_aggregate: Option<String>,
}

impl Facts {
    pub(crate) fn of(tree: &SyntaxTree<'_>) -> Self {
        let mut facts = Self {
            ask: tree.form == Form::Ask,
            ..Self::default()
        };
        facts.block(&tree.block);
        facts.targets = match (&tree.block.projection, tree.form) {
            (Projection::Items(items), Form::Select) => items
                .iter()
                .filter_map(|item| item.variable.map(str::to_owned))
                .collect(),
            // The others have no projection for it, and get all variables.
            _ => variables(&tree.block),
        };
        facts.bind = facts.last_name.clone().zip(facts.last_aggregate.clone());
        facts
    }

    /// A query or sub-select, in the order of rdflib's translation: the aggregates stand outside of
    /// the pattern but are met before it, names and ranges are met after it.
    fn block(&mut self, block: &Block<'_>) {
        let items: &[Item<'_>] = match &block.projection {
            Projection::Items(items) => items,
            Projection::All => &[],
        };
        let grouped = is_grouped(block, items);
        if grouped && let Some(first) = first_aggregate(block, items) {
            self.last_aggregate = Some(first);
        }
        if let Some(pattern) = &block.pattern {
            self.group(pattern);
        }
        let aliases = block.group_by.iter().filter_map(|grouping| grouping.alias);
        for alias in aliases {
            self.last_name = Some(alias.to_owned());
        }
        // Beside an aggregate plain variables are named, too: as samples.
        let plain = items.iter().filter(|item| item.expression.is_none());
        for name in plain.filter(|_| grouped).filter_map(|item| item.variable) {
            self.last_name = Some(name.to_owned());
        }
        let named = items.iter().filter(|item| item.expression.is_some());
        for name in named.filter_map(|item| item.variable) {
            self.last_name = Some(name.to_owned());
        }
        if block.limit.is_some() || block.offset.is_some() {
            self.start = Some(block.offset.unwrap_or("0").to_owned());
        }
        if let Some(limit) = block.limit {
            self.length = Some(limit.to_owned());
        }
    }

    fn group(&mut self, group: &Group<'_>) {
        let parts = match group {
            Group::Select(block) => return self.block(block),
            Group::Parts(parts) => parts,
        };
        for part in parts {
            match part {
                Part::Triples(triples) => triples.iter().for_each(|triple| self.triple(triple)),
                Part::Union(groups) => groups.iter().for_each(|group| self.group(group)),
                Part::Optional(group) | Part::Minus(group) | Part::Graph(_, group) => {
                    self.group(group);
                }
                Part::Bind(_, name) => self.last_name = Some((*name).to_owned()),
                // What EXISTS and SERVICE contain stays a list in the algebra, and lists are not
                // entered.
                Part::Filter(_) | Part::Service(..) | Part::Values(_) => {}
            }
        }
    }

    fn triple(&mut self, triple: &Triple<'_>) {
        let verb = match &triple.verb {
            Verb::Term(term) => text(term),
            Verb::Path(path) => path_text(path),
        };
        self.triples
            .push([text(&triple.subject), verb, text(&triple.object)]);
        self.shown
            .push((triple.to_string(), triple.place.clone().into()));
    }

    /// The targets, the alias resolved.
    fn resolved(&self) -> impl Iterator<Item = (&str, &str)> {
        self.targets.iter().map(|target| match &self.bind {
            Some((name, of)) if name == target => (target.as_str(), of.as_str()),
            _ => (target.as_str(), target.as_str()),
        })
    }

    /// The targets that are no term of any triple.
    pub(crate) fn disconnected_targets(&self) -> Vec<Problem> {
        let nodes: HashSet<&str> = self.triples.iter().flatten().map(String::as_str).collect();
        self.resolved()
            .filter(|(_, of)| !nodes.contains(of))
            .map(|(target, of)| Problem::DisconnectedTarget {
                target: target.to_owned(),
                missing: vec![of.to_owned()],
                place: None,
            })
            .collect()
    }

    /// LIMIT and OFFSET, if they differ from those of a gold query that has a LIMIT.
    pub(crate) fn wrong_range(&self, gold: &Self) -> Option<Problem> {
        let range = |facts: &Self| SolutionRange {
            limit: facts.length.clone(),
            offset: facts.start.clone(),
        };
        let differs = gold.length.is_some() && range(self) != range(gold);
        differs.then(|| Problem::WrongRange {
            expected: range(gold),
            found: range(self),
        })
    }

    /// The components without a target.
    pub(crate) fn disconnected_triples(&self) -> Vec<Problem> {
        let mut roots: HashMap<&str, usize> = HashMap::new();
        let mut parents: Vec<usize> = Vec::new();
        for triple in &self.triples {
            let mut numbers = triple.iter().map(|node| {
                let next = parents.len();
                let number = *roots.entry(node).or_insert(next);
                if number == next {
                    parents.push(next);
                }
                root(&mut parents, number)
            });
            let numbers: [usize; 3] = std::array::from_fn(|_| numbers.next().unwrap_or_default());
            for number in numbers {
                let (left, right) = (root(&mut parents, numbers[0]), root(&mut parents, number));
                parents[left.max(right)] = left.min(right);
            }
        }
        let anchored: HashSet<usize> = self
            .resolved()
            .filter_map(|(_, of)| roots.get(of).copied())
            .map(|number| root(&mut parents, number))
            .collect();
        let mut components: HashMap<usize, usize> = HashMap::new();
        let mut problems: Vec<(Vec<String>, Vec<Span>)> = Vec::new();
        for (triple, (shown, place)) in self.triples.iter().zip(&self.shown) {
            let number = roots.get(triple[0].as_str()).copied().unwrap_or_default();
            let component = root(&mut parents, number);
            if anchored.contains(&component) {
                continue;
            }
            let at = *components.entry(component).or_insert(problems.len());
            if at == problems.len() {
                problems.push((Vec::new(), Vec::new()));
            }
            problems[at].0.push(shown.clone());
            problems[at].1.push(*place);
        }
        let problem = |(triples, places)| Problem::DisconnectedTriple { triples, places };
        problems.into_iter().map(problem).collect()
    }
}

fn root(parents: &mut [usize], mut number: usize) -> usize {
    while parents[number] != number {
        parents[number] = parents[parents[number]];
        number = parents[number];
    }
    number
}

/// Whether rdflib groups the solutions: by GROUP BY, or because an aggregate is somewhere.
fn is_grouped(block: &Block<'_>, items: &[Item<'_>]) -> bool {
    !block.group_by.is_empty()
        || block.having.iter().any(Expr::has_aggregate)
        || block.order_by.iter().any(Expr::has_aggregate)
        || items
            .iter()
            .filter_map(|item| item.expression.as_ref())
            .any(Expr::has_aggregate)
}

/// What the first aggregate is of. Plain variables beside aggregates count as aggregates: they are
/// sampled.
fn first_aggregate(block: &Block<'_>, items: &[Item<'_>]) -> Option<String> {
    let projected = items
        .iter()
        .find_map(|item| first_argument(item.expression.as_ref()?, item.variable));
    let ordered = |list: &[Expr<'_>]| {
        let aggregated = list.iter().any(Expr::has_aggregate);
        let mut arguments = list.iter().filter_map(|expr| first_argument(expr, None));
        arguments.next().filter(|_| aggregated)
    };
    let plain = || {
        let mut plain = items.iter().filter(|item| item.expression.is_none());
        plain.find_map(|item| item.variable.map(str::to_owned))
    };
    projected
        .or_else(|| ordered(&block.having))
        .or_else(|| ordered(&block.order_by))
        .or_else(plain)
}

/// The argument of the first aggregate in an expression, or its first variable if that comes first.
fn first_argument(expression: &Expr<'_>, alias: Option<&str>) -> Option<String> {
    match expression {
        Expr::Aggregate(None) => Some("*".to_owned()),
        Expr::Aggregate(Some(argument)) => Some(match &**argument {
            Expr::Variable(name) => (*name).to_owned(),
            Expr::Constant(term) => text(term),
            // The printed expression, which is the text of no term.
            _ => "\u{0}expression".to_owned(),
        }),
        Expr::Variable(name) => (Some(*name) != alias).then(|| (*name).to_owned()),
        Expr::And(inner) | Expr::Call(inner) => {
            inner.iter().find_map(|inner| first_argument(inner, alias))
        }
        Expr::Constant(_) | Expr::Exists(_) => None,
    }
}

/// All variables of a pattern, those of FILTER and EXISTS included, of BIND only the name, of
/// sub-selects only the projected ones.
fn variables(block: &Block<'_>) -> Vec<String> {
    let (mut names, mut known) = (Vec::new(), HashSet::new());
    let mut add = |name: &str| {
        if known.insert(name.to_owned()) {
            names.push(name.to_owned());
        }
    };
    if let Some(pattern) = &block.pattern {
        collect(pattern, &mut add);
    }
    names
}

fn collect(group: &Group<'_>, add: &mut impl FnMut(&str)) {
    let parts = match group {
        Group::Select(block) => {
            if let Projection::Items(items) = &block.projection {
                items.iter().filter_map(|item| item.variable).for_each(add);
            }
            return;
        }
        Group::Parts(parts) => parts,
    };
    for part in parts {
        match part {
            Part::Triples(triples) => {
                for triple in triples {
                    each_variable(triple, &mut |name| add(name));
                }
            }
            Part::Union(groups) => groups.iter().for_each(|group| collect(group, add)),
            Part::Optional(group) | Part::Minus(group) => collect(group, add),
            Part::Graph(name, group) | Part::Service(name, group) => {
                if let Term::Variable(name) = name {
                    add(name);
                }
                collect(group, add);
            }
            Part::Filter(expression) => {
                expression.each_variable(&mut |name| add(name));
                let mut groups = Vec::new();
                expression.each_exists(&mut |group| groups.push(group));
                groups.into_iter().for_each(|group| collect(group, add));
            }
            Part::Bind(_, name) => add(name),
            Part::Values(values) => values.variables.iter().for_each(|name| add(name)),
        }
    }
}

/// A term as Python prints it: its kind is lost.
fn text(term: &Term<'_>) -> String {
    match term {
        Term::Variable(name) => (*name).to_owned(),
        Term::Iri(iri) => iri.to_string(),
        Term::Literal(literal) => literal_text(literal),
        Term::Blank(label) => (*label).to_owned(),
        Term::Anonymous(number) => format!("\u{0}{number}"),
        Term::Nil => format!("{RDF}nil"),
    }
}

/// rdflib writes whole numbers anew.
fn literal_text(literal: &Literal<'_>) -> String {
    let lexical = literal.lexical.trim();
    let (sign, digits) = match lexical.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", lexical.strip_prefix('+').unwrap_or(lexical)),
    };
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if literal.suffix.as_deref() != Some(INTEGER) || !whole {
        return literal.lexical.to_string();
    }
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => format!("{sign}{digits}"),
    }
}

fn path_text(path: &Path<'_>) -> String {
    let join = |parts: &[Path<'_>], between: &str| {
        let parts: Vec<String> = parts.iter().map(path_text).collect();
        format!("Path({})", parts.join(between))
    };
    match path {
        Path::Iri(iri) => iri.to_string(),
        Path::Inverse(path) => format!("Path(~{})", path_text(path)),
        Path::Sequence(parts) => join(parts, " / "),
        Path::Alternative(parts) => join(parts, " | "),
        Path::Repeated(path, modifier) => format!("Path({}{modifier})", path_text(path)),
        Path::Negated(set) => {
            let parts: Vec<&str> = set
                .iter()
                .map(|(iri, inverse)| {
                    if *inverse {
                        "InversePath_InversePath_{}"
                    } else {
                        iri
                    }
                })
                .collect();
            format!("Path(! {})", parts.join(","))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::syntax;
    use serde_json::Value;

    use super::Facts;
    use crate::TemplateRules;

    fn facts(text: &str) -> Facts {
        let tree = syntax::parse(text, &TemplateRules::Reference.reading());
        Facts::of(&tree.unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    /// What the published evaluator read, where the hand-written cases say so.
    #[test]
    fn the_facts_are_those_of_the_published_evaluator() {
        let Some(folder) = lydite_testing::shared("tgm") else {
            return;
        };
        let text = std::fs::read_to_string(folder.join("micro-public.jsonl")).unwrap();
        let mut compared = 0;
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let read = &case["reference_parse"];
            if read["triples"].is_null() {
                continue;
            }
            let body: Value =
                serde_json::from_str(&case["tgm"]["body"].as_str().unwrap().replace("NaN", "0"))
                    .unwrap();
            let template = body.get(0).unwrap_or(&body);
            let facts = facts(template["query"].as_str().unwrap());
            let name = &case["corruption"];
            assert_eq!(facts.ask, read["ask_query"], "{name}");
            let texts = |value: &Value| -> BTreeSet<String> {
                let list = value.as_array().unwrap().iter();
                list.map(|text| text.as_str().unwrap().to_owned()).collect()
            };
            let targets: BTreeSet<String> = facts.targets.iter().cloned().collect();
            // For ASK it keeps variables that it never looks at.
            if !facts.ask {
                assert_eq!(targets, texts(&read["targets"]), "{name}");
            }
            let bind = facts
                .bind
                .as_ref()
                .map(|(name, of)| (name.as_str(), of.as_str()));
            let stated = read["binds"].as_object().unwrap().iter().next();
            let stated = stated.map(|(name, of)| (name.as_str(), of.as_str().unwrap()));
            // Sampled variables are bound to themselves, which says nothing.
            assert_eq!(bind.filter(|(name, of)| name != of), stated, "{name}");
            let triples: BTreeSet<Vec<String>> =
                facts.triples.iter().map(|triple| triple.to_vec()).collect();
            let stated: BTreeSet<Vec<String>> = read["triples"]
                .as_array()
                .unwrap()
                .iter()
                .map(|triple| {
                    let terms = triple.as_array().unwrap().iter();
                    terms
                        .map(|term| term.as_str().unwrap().to_owned())
                        .collect()
                })
                .collect();
            assert_eq!(triples, stated, "{name}");
            let number = |text: &Option<String>| text.as_ref().map(|n| n.parse::<u64>().unwrap());
            assert_eq!(number(&facts.length), read["length"].as_u64(), "{name}");
            assert_eq!(number(&facts.start), read["start"].as_u64(), "{name}");
            compared += 1;
        }
        assert!(compared > 30, "{compared}");
    }

    #[test]
    fn one_alias_is_known_and_not_always_the_right_one() {
        for (text, bind) in [
            ("SELECT (COUNT(?x) AS ?n) { ?x ?p ?y }", Some(("n", "x"))),
            ("SELECT (COUNT(*) AS ?n) { ?x ?p ?y }", Some(("n", "*"))),
            ("SELECT (STR(?x) AS ?n) { ?x ?p ?y }", None),
            // The name of the last, the argument of the first.
            (
                "SELECT (MIN(?x) AS ?a) (MAX(?y) AS ?b) { ?x ?p ?y }",
                Some(("b", "x")),
            ),
            // Aggregates for the order count; the plain variable is sampled, so it has a name.
            (
                "SELECT ?x { ?x ?p ?y } GROUP BY ?x ORDER BY DESC(COUNT(?y))",
                Some(("x", "y")),
            ),
            (
                "SELECT ?x { ?x ?p ?y } ORDER BY ?p COUNT(?y)",
                Some(("x", "p")),
            ),
            ("SELECT ?x ?y { ?x ?p ?y } GROUP BY ?x ?y", Some(("y", "x"))),
            // The innermost aggregate, the outermost name.
            (
                "SELECT (MAX(?n) AS ?m) { { SELECT (COUNT(?x) AS ?n) { ?x ?p ?y } } }",
                Some(("m", "x")),
            ),
        ] {
            let found = facts(text).bind;
            let found = found
                .as_ref()
                .map(|(name, of)| (name.as_str(), of.as_str()));
            assert_eq!(found, bind, "{text}");
        }
    }

    #[test]
    fn ranges_of_sub_selects_fill_the_gaps() {
        for (text, length, start) in [
            ("SELECT ?x { } LIMIT 007", Some("7"), Some("0")),
            ("SELECT ?x { } OFFSET 2", None, Some("2")),
            (
                "SELECT ?x { { SELECT ?x { } LIMIT 5 OFFSET 1 } }",
                Some("5"),
                Some("1"),
            ),
            (
                "SELECT ?x { { SELECT ?x { } LIMIT 5 OFFSET 1 } } OFFSET 3",
                Some("5"),
                Some("3"),
            ),
        ] {
            let facts = facts(text);
            assert_eq!(
                (facts.length.as_deref(), facts.start.as_deref()),
                (length, start),
                "{text}"
            );
        }
    }
}
