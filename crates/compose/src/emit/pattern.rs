//! Writes the graph pattern around a variable, with filters, negation and selections inside it.

use std::fmt::Write;

use lydite_graph::oxrdf::Term;

use super::rooted::Rooted;
use super::{needs_cast, number, order};
use crate::connect::Tree;
use crate::fold::fold;
use crate::knowledge::units::Unit;
use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::relation::ValueKind;
use crate::question::Words;
use crate::reading::{Aggregate, Comparison};
use crate::sketch::{Bounds, Form, Sketch, What};

/// Writes patterns.
pub(super) struct Writer<'w> {
    lexicon: &'w Lexicon,
    sketch: &'w Sketch,
    tree: &'w Tree,
    rooted: &'w Rooted,
    names: Vec<String>,
    /// For each edge the fragment that negates it.
    negated: Vec<bool>,
}

/// How a part of the pattern is written.
#[derive(Clone, Copy)]
struct Mode {
    /// What is put behind the names of variables.
    suffix: &'static str,
    /// The fragment whose condition is turned round.
    turned: Option<usize>,
    /// Whether conditions on values are left out.
    bare: bool,
}

const PLAIN: Mode = Mode {
    suffix: "",
    turned: None,
    bare: false,
};

impl<'w> Writer<'w> {
    pub(super) fn new(
        words: &'w Words,
        lexicon: &'w Lexicon,
        sketch: &'w Sketch,
        tree: &'w Tree,
        rooted: &'w Rooted,
    ) -> Self {
        let mut names: Vec<String> = Vec::new();
        for (at, var) in tree.vars.iter().enumerate() {
            let fragment = var
                .fragments
                .first()
                .map(|fragment| &sketch.fragments[*fragment]);
            let word = fragment
                .filter(|fragment| var.is_named && !fragment.implied)
                .and_then(|fragment| words.words.get(fragment.start..fragment.end))
                .and_then(|span| span.iter().rev().find(|word| !word.is_empty_word()))
                .map(|word| fold(&word.root))
                .filter(|word| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase())
                });
            let mut name = word.unwrap_or_else(|| format!("x{at}"));
            if names.contains(&name) || name.len() < 2 {
                name = format!("{name}{at}");
            }
            names.push(name);
        }
        let negated = negated_edges(sketch, tree, rooted);
        Self {
            lexicon,
            sketch,
            tree,
            rooted,
            names,
            negated,
        }
    }

    /// Whether a variable is written as one, and not as a constant.
    pub(super) fn is_variable(&self, var: usize) -> bool {
        let is_constant = match (&self.tree.vars[var].nodes, &self.tree.vars[var].values) {
            (Some(nodes), _) => nodes.len() == 1,
            (None, Some(values)) => values.len() == 1,
            (None, None) => false,
        };
        !is_constant || (var == self.rooted.root && self.sketch.form != Form::YesNo)
    }

    pub(super) fn variable(&self, var: usize) -> String {
        format!("?{}", self.names[var])
    }

    fn reference(&self, var: usize, mode: Mode) -> String {
        if self.is_true(var) {
            return "true".to_owned();
        }
        if !self.is_variable(var) {
            let info = &self.tree.vars[var];
            let turned = mode
                .turned
                .is_some_and(|turned| info.fragments.contains(&turned));
            let constant = info
                .nodes
                .as_ref()
                .or(info.values.as_ref())
                .and_then(|list| list.first());
            if let Some(constant) = constant.filter(|_| !turned) {
                return self.term(*constant);
            }
        }
        if mode.suffix.is_empty() || self.keeps_name(var, mode) {
            format!("?{}", self.names[var])
        } else {
            format!("?{}{}", self.names[var], mode.suffix)
        }
    }

    /// In a turned copy the root stays the same.
    fn keeps_name(&self, var: usize, mode: Mode) -> bool {
        mode.turned.is_some() && var == self.rooted.root
    }

    /// Whether a variable is whether something holds, and nobody asks whether: then it does.
    fn is_true(&self, var: usize) -> bool {
        self.tree.edges.iter().any(|edge| {
            let boolean = edge.relation.is_some_and(|relation| {
                self.lexicon.relations[relation as usize].kind == ValueKind::Boolean
            });
            let asked = |fragment: usize| {
                self.sketch.form != Form::YesNo && self.sketch.asked.contains(&fragment)
            };
            edge.to == var && boolean && edge.fragment.is_some_and(|fragment| !asked(fragment))
        })
    }

    fn term(&self, id: TermId) -> String {
        match self.lexicon.facts.term(id) {
            Term::BlankNode(_) => "[]".to_owned(),
            term => term.to_string(),
        }
    }

    fn iri(&self, id: TermId) -> String {
        self.term(id)
    }

    /// The pattern around the root.
    pub(super) fn whole(&self, root: usize) -> Option<String> {
        let mut text = String::new();
        self.around(root, PLAIN, &mut text)?;
        for apart in self.rooted.roots.iter().filter(|apart| **apart != root) {
            self.around(*apart, PLAIN, &mut text)?;
        }
        self.quantities(&mut text);
        self.exclusive(&mut text)?;
        self.comparisons(&mut text)?;
        Some(text)
    }

    /// The quantities by which values are multiplied.
    fn quantities(&self, text: &mut String) {
        for at in 0..self.sketch.fragments.len() {
            if let Some((line, relation)) = self.multiplied(at) {
                let predicate = self.iri(self.lexicon.relations[relation as usize].path[0]);
                let _ = writeln!(text, "{} {predicate} ?quantity{at} .", self.variable(line));
            }
        }
    }

    /// What is said about a variable and what hangs below it.
    fn around(&self, var: usize, mode: Mode, text: &mut String) -> Option<()> {
        self.own(var, mode, text);
        for (child, edge) in &self.rooted.children[var] {
            self.branch(*child, *edge, mode, text)?;
        }
        Some(())
    }

    fn branch(&self, child: usize, edge: usize, mode: Mode, text: &mut String) -> Option<()> {
        let mut inner = String::new();
        self.triple(edge, mode, &mut inner);
        let selection = if mode.suffix.is_empty() {
            self.selection(child)
        } else {
            None
        };
        match selection {
            Some(selection) => {
                let _ = writeln!(inner, "{{ {selection} }}");
            }
            None => self.around(child, mode, &mut inner)?,
        }
        let optional = self.tree.edges[edge]
            .fragment
            .or(Some(self.tree.edges[edge].cause))
            .is_some_and(|fragment| {
                self.sketch.fragments[fragment].optional
                    && self.sketch.asked.contains(&fragment)
                    && self.sketch.asked.first() != Some(&fragment)
            });
        if self.negated[edge] {
            let _ = write!(text, "FILTER NOT EXISTS {{\n{inner}}}\n");
        } else if optional {
            let _ = write!(text, "OPTIONAL {{\n{inner}}}\n");
        } else {
            text.push_str(&inner);
        }
        Some(())
    }

    fn triple(&self, edge: usize, mode: Mode, text: &mut String) {
        let edge = &self.tree.edges[edge];
        let path: Vec<String> = edge
            .path
            .iter()
            .map(|predicate| self.iri(*predicate))
            .collect();
        let _ = writeln!(
            text,
            "{} {} {} .",
            self.reference(edge.from, mode),
            path.join("/"),
            self.reference(edge.to, mode)
        );
    }

    /// Class, names, values and filters of one variable.
    fn own(&self, var: usize, mode: Mode, text: &mut String) {
        let info = &self.tree.vars[var];
        let name = self.reference(var, mode);
        if let Some(class) = info.class
            && self.is_variable(var)
            && info.nodes.is_none()
            && !self.is_implied(var, class)
        {
            let _ = writeln!(
                text,
                "{}",
                self.class_pattern(&name, class, &format!("{}{}", self.names[var], mode.suffix))
            );
        }
        let turned = mode
            .turned
            .is_some_and(|turned| info.fragments.contains(&turned));
        if let Some(list) = info.nodes.as_ref().or(info.values.as_ref()) {
            let terms: Vec<String> = list.iter().map(|id| self.term(*id)).collect();
            if turned {
                let _ = writeln!(text, "FILTER({name} NOT IN ({}))", terms.join(", "));
            } else if self.is_variable(var) {
                let _ = writeln!(text, "VALUES {name} {{ {} }}", terms.join(" "));
            }
        }
        if let Some(search) = &info.text {
            let quoted = lydite_graph::oxrdf::Literal::new_simple_literal(search.to_lowercase());
            let _ = writeln!(text, "FILTER(CONTAINS(LCASE(STR({name})), {quoted}))");
        }
        if mode.bare {
            return;
        }
        for fragment in &info.fragments {
            let is_value = self.tree.ends[*fragment]
                .as_ref()
                .is_some_and(|ends| ends.values.first() == Some(&var));
            if is_value && info.literal {
                self.bounds(*fragment, mode, text);
            }
        }
    }

    /// Whether a link of a variable already says that it is of a class: only such have it.
    fn is_implied(&self, var: usize, class: u32) -> bool {
        let schema = &self.lexicon.schema;
        let members = &schema.classes[class as usize].keys;
        self.tree.edges.iter().enumerate().any(|(at, edge)| {
            if self.negated[at] || (edge.from != var && edge.to != var) {
                return false;
            }
            let optional = |at: usize| self.sketch.fragments[at].optional;
            if edge.fragment.is_some_and(optional) || optional(edge.cause) {
                return false;
            }
            let relation = self
                .lexicon
                .relations
                .iter()
                .find(|relation| relation.path == edge.path);
            let Some(relation) = relation else {
                return false;
            };
            let ends = if edge.from == var {
                &relation.subjects
            } else {
                &relation.objects
            };
            let is_typed = |key: &u32| !schema.keys[*key as usize].classes.is_empty();
            let mut typed = ends.iter().filter(is_typed).peekable();
            typed.peek().is_some() && typed.all(|key| members.contains(key))
        })
    }

    /// What a class is called where its members are said to have one.
    fn class_pattern(&self, name: &str, class: u32, unique: &str) -> String {
        let schema = &self.lexicon.schema;
        let Some(kind) = schema.type_predicate else {
            return String::new();
        };
        let kind = self.iri(kind);
        let stated: Vec<String> = schema.classes[class as usize]
            .stated
            .iter()
            .map(|class| self.iri(schema.classes[*class as usize].term))
            .collect();
        match &stated[..] {
            [one] => format!("{name} {kind} {one} ."),
            several => format!(
                "VALUES ?{unique}_class {{ {} }} {name} {kind} ?{unique}_class .",
                several.join(" ")
            ),
        }
    }

    /// The pattern of all members of the class of a variable, as `?all`.
    pub(super) fn own_class(&self, var: usize) -> Option<String> {
        let info = &self.tree.vars[var];
        if let Some(class) = info.class {
            return Some(self.class_pattern("?all", class, "all"));
        }
        let edge = self
            .tree
            .edges
            .iter()
            .find(|edge| edge.from == var || edge.to == var)?;
        let path: Vec<String> = edge
            .path
            .iter()
            .map(|predicate| self.iri(*predicate))
            .collect();
        Some(if edge.from == var {
            format!("?all {} ?other .", path.join("/"))
        } else {
            format!("?other {} ?all .", path.join("/"))
        })
    }

    /// Filters on the values of a fragment.
    fn bounds(&self, at: usize, mode: Mode, text: &mut String) {
        let fragment = &self.sketch.fragments[at];
        if fragment.is_aggregate() {
            return;
        }
        let Some(bounds) = &fragment.bounds else {
            return;
        };
        let Some(ends) = &self.tree.ends[at] else {
            return;
        };
        let relation = self.relation_of(at);
        let value = self.reference(ends.values[0], mode);
        let turn = |comparison: Comparison| {
            if mode.turned.is_some() && self.is_exclusive_condition(at) {
                comparison.opposite()
            } else {
                comparison
            }
        };
        let mut conditions = Vec::new();
        match bounds {
            Bounds::Numbers(numbers, unit) => {
                let own =
                    relation.and_then(|relation| self.lexicon.relations[relation as usize].unit);
                let factor = match (own, unit) {
                    (Some(own), Some(unit)) if own.converts_to(*unit) => unit.factor / own.factor,
                    _ => 1.0,
                };
                let is_year = relation.is_some_and(|relation| {
                    matches!(
                        self.lexicon.relations[relation as usize].kind,
                        ValueKind::Date | ValueKind::Year
                    )
                });
                for (comparison, bound) in numbers {
                    let (left, right) = if is_year {
                        (format!("STR({value})"), format!("\"{:04}\"", *bound as i64))
                    } else {
                        (self.cast(&value, relation), number(round(bound * factor)))
                    };
                    conditions.push(format!("{left} {} {right}", turn(*comparison).symbol()));
                }
            }
            Bounds::Dates(dates) => {
                let years = relation.is_some_and(|relation| {
                    self.lexicon.relations[relation as usize].kind == ValueKind::Year
                });
                for (comparison, bound) in dates {
                    let bound = if years { &bound[..4] } else { bound };
                    conditions.push(format!(
                        "SUBSTR(STR({value}), 1, {}) {} \"{bound}\"",
                        bound.len(),
                        turn(*comparison).symbol()
                    ));
                }
            }
            Bounds::Average(comparison) => {
                if let Some(block) = self.average(at) {
                    let _ = writeln!(text, "{{ {block} }}");
                    conditions.push(format!(
                        "{} {} ?average{at}",
                        self.cast(&value, relation),
                        turn(*comparison).symbol()
                    ));
                }
            }
            // Written when both values are there.
            Bounds::Other(..) => return,
        }
        let joint = if mode.turned.is_some() {
            " || "
        } else {
            " && "
        };
        if !conditions.is_empty() {
            let _ = writeln!(text, "FILTER({})", conditions.join(joint));
        }
    }

    /// Comparisons between two values of the pattern.
    fn comparisons(&self, text: &mut String) -> Option<()> {
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            if let Some(Bounds::Other(comparison, other)) = fragment.bounds {
                let implied = self.sketch.fragments[other].implied;
                if implied && self.relation_of(at) != self.relation_of(other) {
                    return None;
                }
                let one = self.expression(at)?;
                let other = self.expression(other)?;
                let _ = writeln!(text, "FILTER({one} {} {other})", comparison.symbol());
            }
        }
        Some(())
    }

    /// Conditions that must hold for all: none may be otherwise.
    fn exclusive(&self, text: &mut String) -> Option<()> {
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            if !fragment.only {
                continue;
            }
            let Some(ends) = &self.tree.ends[at] else {
                continue;
            };
            let target = *ends.values.last().unwrap_or(&ends.named);
            let way = self.rooted.upwards(target);
            if way.len() < 2 {
                continue;
            }
            let top = way[way.len() - 2];
            let (_, edge) = self.rooted.parent[top]?;
            let condition = self.condition_of(at).unwrap_or(at);
            let mode = Mode {
                suffix: "_other",
                turned: Some(condition),
                bare: false,
            };
            let mut inner = String::new();
            self.triple(edge, mode, &mut inner);
            self.around(top, mode, &mut inner)?;
            let _ = write!(text, "FILTER NOT EXISTS {{\n{inner}}}\n");
        }
        Some(())
    }

    /// The bounded fragment that is about the same thing.
    fn condition_of(&self, at: usize) -> Option<usize> {
        let fragment = &self.sketch.fragments[at];
        if fragment.bounds.is_some() {
            return Some(at);
        }
        let named = self.tree.ends[at].as_ref()?.named;
        (0..self.sketch.fragments.len()).find(|other| {
            self.sketch.fragments[*other].bounds.is_some()
                && self.tree.ends[*other]
                    .as_ref()
                    .is_some_and(|ends| ends.owner == named)
        })
    }

    fn is_exclusive_condition(&self, at: usize) -> bool {
        self.sketch.fragments[at].bounds.is_some()
    }

    /// The average of a quantity over all members of the class of its owner.
    fn average(&self, at: usize) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        let relation = self.relation_of(at)?;
        let path: Vec<String> = self.lexicon.relations[relation as usize]
            .path
            .iter()
            .map(|predicate| self.iri(*predicate))
            .collect();
        let class = self.tree.vars[ends.owner]
            .class
            .map(|class| self.class_pattern("?each", class, "each"))
            .unwrap_or_default();
        let value = self.cast("?amount", Some(relation));
        Some(format!(
            "SELECT (AVG({value}) AS ?average{at}) WHERE {{ {class} ?each {} ?amount . }}",
            path.join("/")
        ))
    }

    /// The average number of things that others of the same class have, as a query.
    pub(super) fn average_count(&self, at: usize, by: usize) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        let mode = Mode {
            suffix: "_all",
            turned: None,
            bare: true,
        };
        let mut body = String::new();
        self.around(by, mode, &mut body)?;
        let counted = self.reference(ends.named, mode);
        let grouped = self.reference(by, mode);
        Some(format!(
            "SELECT (COUNT(DISTINCT {counted}) / COUNT(DISTINCT {grouped}) AS ?average{at}) WHERE {{\n{body}}}"
        ))
    }

    /// A selection below the root: the first few of something.
    fn selection(&self, var: usize) -> Option<String> {
        let mut orders = Vec::new();
        let mut having = Vec::new();
        let mut limit = None;
        let mut is_grouped = false;
        for (at, fragment) in self.sketch.fragments.iter().enumerate() {
            let concerned = if fragment.is_aggregate() {
                self.grouped_by(at)
            } else {
                self.limited(at)
            };
            if concerned != Some(var)
                || self.sketch.asked.contains(&at)
                    && fragment.is_aggregate()
                    && fragment.bounds.is_none()
                    && fragment.extreme.is_none()
            {
                continue;
            }
            if let Some(extreme) = fragment.extreme {
                let measure = if fragment.is_aggregate() {
                    is_grouped = true;
                    self.aggregate(at)?
                } else {
                    self.expression(at)?
                };
                orders.push(order(&measure, extreme.descending));
                limit = Some(extreme);
            }
            if fragment.is_aggregate()
                && let Some(Bounds::Numbers(bounds, _)) = &fragment.bounds
            {
                is_grouped = true;
                let measure = self.aggregate(at)?;
                for (comparison, bound) in bounds {
                    having.push(format!(
                        "{measure} {} {}",
                        comparison.symbol(),
                        number(*bound)
                    ));
                }
            }
        }
        if orders.is_empty() && having.is_empty() {
            return None;
        }
        let name = self.variable(var);
        let mut body = String::new();
        self.around(var, PLAIN, &mut body)?;
        let mut text = format!(
            "SELECT {} WHERE {{\n{body}}}",
            if self.is_variable(var) {
                name.as_str()
            } else {
                "*"
            }
        );
        if is_grouped {
            let _ = write!(text, " GROUP BY {name}");
        }
        if !having.is_empty() {
            let _ = write!(text, " HAVING({})", having.join(" && "));
        }
        if !orders.is_empty() {
            let _ = write!(text, " ORDER BY {}", orders.join(" "));
        }
        if let Some(extreme) = limit {
            if let Some(limit) = extreme.limit {
                let _ = write!(text, " LIMIT {limit}");
            }
            if extreme.offset > 0 {
                let _ = write!(text, " OFFSET {}", extreme.offset);
            }
        }
        Some(text)
    }

    /// The thing of which an extreme value selects some: the nearest that words name.
    pub(super) fn limited(&self, at: usize) -> Option<usize> {
        let fragment = &self.sketch.fragments[at];
        fragment.extreme?;
        let ends = self.tree.ends[at].as_ref()?;
        if let Some(owner) = fragment.owner
            && let Some(owner) = &self.tree.ends[owner]
            && self.tree.vars[owner.named].nodes.is_none()
        {
            return Some(owner.named);
        }
        Some(self.nearest_named(ends.owner, &ends.values))
    }

    /// The thing by which a count or an average is grouped.
    pub(super) fn grouped_by(&self, at: usize) -> Option<usize> {
        let fragment = &self.sketch.fragments[at];
        if !fragment.is_aggregate() {
            return None;
        }
        let ends = self.tree.ends[at].as_ref()?;
        let counted = if fragment.counted {
            ends.named
        } else {
            ends.owner
        };
        let upwards = self.rooted.upwards(counted);
        upwards
            .into_iter()
            .skip(1)
            .find(|var| self.is_thing(*var))
            .or(Some(self.rooted.root))
            .filter(|by| *by != ends.named || !fragment.counted)
    }

    fn is_thing(&self, var: usize) -> bool {
        let info = &self.tree.vars[var];
        var == self.rooted.root || (info.is_named && !info.literal && info.nodes.is_none())
    }

    fn nearest_named(&self, var: usize, values: &[usize]) -> usize {
        // If the value itself is nearer to the root, its owner lies below.
        let info = &self.tree.vars[var];
        if info.is_named && !info.literal && info.nodes.is_none() {
            return var;
        }
        let upwards = self.rooted.upwards(var);
        upwards
            .iter()
            .copied()
            .find(|up| !values.contains(up) && self.is_thing(*up))
            .unwrap_or(var)
    }

    fn relation_of(&self, at: usize) -> Option<u32> {
        let edge = self
            .tree
            .edges
            .iter()
            .find(|edge| edge.fragment == Some(at))?;
        edge.relation
    }

    fn cast(&self, value: &str, relation: Option<u32>) -> String {
        if needs_cast(self.lexicon, relation) {
            format!("<http://www.w3.org/2001/XMLSchema#decimal>({value})")
        } else {
            value.to_owned()
        }
    }

    /// The value of a fragment as an expression.
    pub(super) fn expression(&self, at: usize) -> Option<String> {
        let ends = self.tree.ends[at].as_ref()?;
        if let What::Volume(unit) = &self.sketch.fragments[at].what {
            let sides: Vec<String> = ends
                .values
                .iter()
                .map(|value| self.variable(*value))
                .collect();
            let own = self
                .relation_of(at)
                .and_then(|relation| self.lexicon.relations[relation as usize].unit);
            let product = sides.join(" * ");
            return Some(match volume_factor(own, *unit) {
                Some(divisor) => format!("({product} / {})", number(divisor)),
                None => format!("({product})"),
            });
        }
        let value = self.variable(ends.values[0]);
        Some(self.cast(&value, self.relation_of(at)))
    }

    /// Where lines of quantities stand between a thing and what it is made of, the line and the
    /// relation that says how many: values are multiplied by it.
    pub(super) fn multiplied(&self, at: usize) -> Option<(usize, u32)> {
        const QUANTITIES: &[&str] = &["quantity", "qty", "count", "piece"];
        let fragment = &self.sketch.fragments[at];
        if fragment.aggregate != Some(Aggregate::Sum) {
            return None;
        }
        let owner = self.tree.ends[at].as_ref()?.owner;
        let own = self.relation_of(at)?;
        let (line, _) = self.rooted.parent[owner].or_else(|| {
            let edge = self.tree.edges.iter().position(|edge| edge.to == owner)?;
            Some((self.tree.edges[edge].from, edge))
        })?;
        let line = if self.tree.vars[line].literal {
            self.tree.edges.iter().find(|edge| edge.to == owner)?.from
        } else {
            line
        };
        let keys = &self.tree.vars[line].keys;
        if !self.lexicon.schema.is_auxiliary(keys) {
            return None;
        }
        let relation = self
            .lexicon
            .relations
            .iter()
            .enumerate()
            .find(|(relation, info)| {
                info.kind == ValueKind::Number
                    && keys.is_within(&info.subjects)
                    && *relation as u32 != own
                    && self
                        .lexicon
                        .relation_words(*relation as u32)
                        .any(|word| QUANTITIES.contains(&word))
            })?;
        Some((line, relation.0 as u32))
    }

    /// What is made of the many values of a fragment.
    pub(super) fn aggregate(&self, at: usize) -> Option<String> {
        let fragment = &self.sketch.fragments[at];
        let ends = self.tree.ends[at].as_ref()?;
        if fragment.counted && fragment.aggregate.is_none() {
            let counted = self.tree.asked_var(ends, fragment);
            return Some(format!("COUNT(DISTINCT {})", self.variable(counted)));
        }
        let mut expression = self.expression(at)?;
        if let Some((_, relation)) = self.multiplied(at) {
            let quantity = self.cast(&format!("?quantity{at}"), Some(relation));
            expression = format!("{quantity} * {expression}");
        }
        let function = match fragment.aggregate? {
            Aggregate::Average => "AVG",
            Aggregate::Sum => "SUM",
            Aggregate::Highest => "MAX",
            Aggregate::Lowest => "MIN",
        };
        Some(format!("{function}({expression})"))
    }
}

fn round(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// By what a product of three lengths is divided to be in a unit of volume.
fn volume_factor(length: Option<Unit>, volume: Option<Unit>) -> Option<f64> {
    let length = length.filter(|unit| unit.quantity == "length")?;
    let volume = volume?;
    // The unit of volume is the cubic centimetre.
    let cubic = (length.factor * 100.0).powi(3);
    let factor = volume.factor / cubic;
    (factor.is_finite() && (factor - 1.0).abs() > 1e-9).then(|| round(factor))
}

/// For each negated fragment the link nearest to the root that stands for it.
fn negated_edges(sketch: &Sketch, tree: &Tree, rooted: &Rooted) -> Vec<bool> {
    let mut negated = vec![false; tree.edges.len()];
    for (at, fragment) in sketch.fragments.iter().enumerate() {
        if !fragment.negated {
            continue;
        }
        let own = (0..tree.vars.len())
            .filter_map(|var| rooted.parent[var].map(|(parent, edge)| (rooted.depth[parent], edge)))
            .filter(|(_, edge)| tree.edges[*edge].cause == at)
            .min();
        let fallback = tree.ends[at]
            .as_ref()
            .and_then(|ends| rooted.parent[ends.named])
            .map(|(parent, edge)| (rooted.depth[parent], edge));
        if let Some((_, edge)) = own.or(fallback) {
            negated[edge] = true;
        }
    }
    negated
}
