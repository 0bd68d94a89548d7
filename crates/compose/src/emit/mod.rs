//! Writes a connected pattern as a SPARQL query.

mod groups;
mod pairs;
mod pattern;
mod rooted;
mod text;

use std::fmt::Write;

use crate::connect::Tree;
use crate::lexicon::Lexicon;
use crate::lexicon::relation::ValueKind;
use crate::question::Words;
use crate::reading::{Aggregate, Extreme};
use crate::sketch::{Bounds, Form, Fragment, Sketch, What};
use groups::Grouped;
use pattern::Writer;
use rooted::Rooted;
use text::{is_aggregate_text, number, order, result_name, variables_in};

/// A query, with what writing it says about how likely it is meant.
#[derive(Clone, Debug)]
pub(crate) struct Emitted {
    pub(crate) text: String,
    pub(crate) penalty: f32,
    /// Whether it gives nothing but a thing that the question names.
    pub(crate) constant: bool,
}

/// What it costs to answer with what was named: nobody asks for that.
const CONSTANT: f32 = 1.2;

/// Writes the query that a pattern stands for, if it stands for one.
pub(crate) fn emit(
    words: &Words,
    lexicon: &Lexicon,
    sketch: &Sketch,
    tree: &Tree,
) -> Option<Emitted> {
    let sketch = &summed(lexicon, sketch, tree);
    let main = *sketch.asked.first()?;
    let ends = tree.ends[main].as_ref()?;
    if tree.ends.iter().any(Option::is_none) {
        return None;
    }
    let root = tree.asked_var(ends, &sketch.fragments[main]);
    let rooted = Rooted::new(tree, root);
    let writer = Writer::new(words, lexicon, sketch, tree, &rooted);
    let query = Query {
        sketch,
        tree,
        rooted: &rooted,
        writer: &writer,
    };
    // A condition on a count that nothing is grouped by would be lost.
    let lost = |at: usize| {
        let fragment = &sketch.fragments[at];
        fragment.is_aggregate()
            && (fragment.extreme.is_some() || fragment.bounds.is_some())
            && writer.grouped_by(at).is_none()
    };
    if (0..sketch.fragments.len()).any(lost) {
        return None;
    }
    let mut penalty = 0.0;
    let text = match &sketch.rival {
        Some(rival) => pairs::rivals(words, lexicon, sketch, tree, root, rival)?,
        None if sketch.opposite => pairs::opposites(words, lexicon, sketch, tree, root)?,
        None => query.write(&mut penalty)?,
    };
    let constant = query.shows_constant();
    if constant {
        penalty += CONSTANT;
    }
    Some(Emitted {
        text,
        penalty,
        constant,
    })
}

/// A sketch in which quantities of nothing in particular are summed up: *how many units of X were
/// ordered* is no list of numbers, and an assembly weighs what its parts weigh together.
fn summed(lexicon: &Lexicon, sketch: &Sketch, tree: &Tree) -> Sketch {
    let mut adjusted = sketch.clone();
    for (at, fragment) in adjusted.fragments.iter_mut().enumerate() {
        let Some(ends) = &tree.ends[at] else {
            continue;
        };
        let edge = tree.edges.iter().find(|edge| edge.fragment == Some(at));
        let number = edge
            .and_then(|edge| edge.relation)
            .is_some_and(|relation| lexicon.relations[relation as usize].kind == ValueKind::Number);
        let owner = &tree.vars[ends.owner];
        let open = !owner.is_named && owner.nodes.is_none();
        if !number || !open || fragment.is_aggregate() {
            continue;
        }
        let line = lexicon.schema.is_auxiliary(&owner.keys)
            || tree.edges.iter().any(|edge| {
                edge.to == ends.owner
                    && edge.fragment.is_none()
                    && lexicon.schema.is_auxiliary(&tree.vars[edge.from].keys)
            });
        let measured = fragment.extreme.is_some() || fragment.bounds.is_some();
        let all = fragment.amount || (measured && fragment.implied && line);
        if all && line && tree.vars.iter().any(|var| var.is_named && !var.literal) {
            fragment.aggregate = Some(Aggregate::Sum);
        }
    }
    adjusted
}

struct Query<'q> {
    sketch: &'q Sketch,
    tree: &'q Tree,
    rooted: &'q Rooted,
    writer: &'q Writer<'q>,
}

impl Query<'_> {
    fn fragment(&self, at: usize) -> &Fragment {
        &self.sketch.fragments[at]
    }

    fn write(&self, penalty: &mut f32) -> Option<String> {
        let sketch = self.sketch;
        let root = self.rooted.root;
        match sketch.form {
            Form::YesNo => {
                let body = self.writer.whole(root)?;
                return Some(format!("ASK {{\n{body}}}"));
            }
            Form::Share => return self.share(),
            Form::List => {}
        }
        if let Some((one, other)) = sketch.difference {
            return self.difference(one, other);
        }
        if let Some(group) = sketch.group
            && let Some(text) = self.top_of_each_group(group)
        {
            return Some(text);
        }
        let columns = self.columns();
        let aggregates = columns.iter().any(|at| self.asks_aggregate(*at));
        let plain: Vec<usize> = columns
            .iter()
            .copied()
            .filter(|at| !self.asks_aggregate(*at))
            .collect();
        if aggregates && plain.is_empty() {
            return self.summary(&columns, penalty);
        }
        let list = self.list(&columns)?;
        match (sketch.over_groups, &columns[..]) {
            (Some(aggregate), [_, counted]) if sketch.group.is_some() => Some(format!(
                "SELECT ({}(?{}) AS ?result) WHERE {{\n{{ {list} }}\n}}",
                aggregate.function(),
                self.measure_name(*counted)
            )),
            _ => Some(list),
        }
    }

    /// How far apart two quantities are.
    fn difference(&self, one: usize, other: usize) -> Option<String> {
        if self.writer.relation_of(one) != self.writer.relation_of(other) {
            return None;
        }
        let body = self.writer.whole(self.rooted.root)?;
        let measure = |at: usize| {
            if self.asks_aggregate(at) {
                self.writer.aggregate(at)
            } else {
                self.writer.expression(at)
            }
        };
        let (one, other) = (measure(one)?, measure(other)?);
        Some(format!(
            "SELECT (ABS({one} - {other}) AS ?result) WHERE {{\n{body}}}"
        ))
    }

    /// Whether nothing is shown but a thing that the question names.
    fn shows_constant(&self) -> bool {
        let columns = self.columns();
        self.sketch.form == Form::List
            && self.sketch.difference.is_none()
            && columns.iter().all(|at| {
                let nodes = &self.tree.vars[self.shown(*at)].nodes;
                !self.asks_aggregate(*at) && nodes.as_ref().is_some_and(|nodes| nodes.len() == 1)
            })
    }

    /// The fragments that are columns, without those that ask for the same thing twice.
    fn columns(&self) -> Vec<usize> {
        let mut seen = Vec::new();
        let mut columns = Vec::new();
        for at in &self.sketch.asked {
            let shown = (self.shown(*at), self.asks_aggregate(*at));
            if !seen.contains(&shown) {
                seen.push(shown);
                columns.push(*at);
            }
        }
        columns
    }

    /// Whether a column is made of many values.
    fn asks_aggregate(&self, at: usize) -> bool {
        self.fragment(at).is_aggregate()
    }

    /// The variable that stands for a fragment in the result.
    fn shown(&self, at: usize) -> usize {
        match &self.tree.ends[at] {
            Some(ends) => self.tree.asked_var(ends, self.fragment(at)),
            None => self.rooted.root,
        }
    }

    /// One row of counts, sums, averages.
    fn summary(&self, columns: &[usize], penalty: &mut f32) -> Option<String> {
        let root = self.rooted.root;
        let mut head = String::new();
        for (at, column) in columns.iter().enumerate() {
            let _ = write!(
                head,
                " ({} AS ?{})",
                self.writer.aggregate(*column)?,
                result_name(at)
            );
        }
        let extremes = self.top_level_extremes();
        let grouped = self.grouped_conditions();
        let counted = self.fragment(columns[0]).counted;
        if counted && (!extremes.is_empty() || grouped.iter().any(|condition| condition.by == root))
        {
            // How many of those that pass: first the list, then its length.
            let list = self.list_text(&[], &[], root)?;
            return Some(format!("SELECT{head} WHERE {{\n{{ {list} }}\n}}"));
        }
        if !extremes.is_empty() {
            *penalty += 0.3;
        }
        let body = self.writer.whole(root)?;
        let pairs = self.distinct_pairs(columns);
        match pairs {
            Some(pairs) => Some(format!(
                "SELECT{head} WHERE {{\n{{ SELECT DISTINCT {pairs} WHERE {{\n{body}}} }}\n}}"
            )),
            None => Some(format!("SELECT{head} WHERE {{\n{body}}}")),
        }
    }

    /// The variables that make a value count once: an owner and its values.
    fn distinct_pairs(&self, columns: &[usize]) -> Option<String> {
        if self.tree.edges.len() < 3 || columns.len() != 1 {
            return None;
        }
        let fragment = self.fragment(columns[0]);
        if fragment.counted
            || matches!(
                fragment.aggregate,
                Some(Aggregate::Highest | Aggregate::Lowest)
            )
        {
            return None;
        }
        let ends = self.tree.ends[columns[0]].as_ref()?;
        let mut variables = vec![ends.owner];
        variables.extend(&ends.values);
        let line = self.writer.multiplied(columns[0]);
        variables.extend(line.map(|(line, _)| line));
        let mut names: Vec<String> = variables
            .into_iter()
            .filter(|var| self.writer.is_variable(*var))
            .map(|var| self.writer.variable(var))
            .collect();
        names.extend(line.map(|_| format!("?quantity{}", columns[0])));
        let discount = self.writer.discount(columns[0]);
        names.extend(discount.map(|_| format!("?discount{}", columns[0])));
        Some(names.join(" "))
    }

    /// Rows: things, values, and what is made of many values for each thing.
    fn list(&self, columns: &[usize]) -> Option<String> {
        let mut heads = Vec::new();
        let mut keys = Vec::new();
        for column in columns {
            if self.asks_aggregate(*column) {
                heads.push(format!(
                    "({} AS ?{})",
                    self.writer.aggregate(*column)?,
                    self.measure_name(*column)
                ));
            } else {
                let variable = self.shown(*column);
                if !self.writer.is_variable(variable) {
                    continue;
                }
                let name = self.writer.variable(variable);
                let fragment = self.fragment(*column);
                if let What::Derived(_) = fragment.what {
                    heads.push(format!(
                        "({} AS ?{})",
                        self.writer.expression(*column)?,
                        self.measure_name(*column)
                    ));
                } else {
                    heads.push(name.clone());
                    keys.push(name);
                }
            }
        }
        if heads.is_empty() {
            return None;
        }
        self.list_text(&heads, &keys, self.rooted.root)
    }

    fn measure_name(&self, at: usize) -> String {
        format!("m{at}")
    }

    /// A `SELECT` of rows around the root, grouped if conditions or columns need that.
    fn list_text(&self, heads: &[String], keys: &[String], root: usize) -> Option<String> {
        let root_name = self.writer.variable(root);
        let heads: Vec<String> = if heads.is_empty() {
            vec![root_name.clone()]
        } else {
            heads.to_vec()
        };
        let keys: Vec<String> = if keys.is_empty() && self.writer.is_variable(root) {
            vec![root_name]
        } else {
            keys.to_vec()
        };
        let grouped: Vec<Grouped> = self
            .grouped_conditions()
            .into_iter()
            .filter(|condition| condition.by == root)
            .collect();
        let columns_grouped = heads
            .iter()
            .any(|head| head.starts_with('(') && is_aggregate_text(head));
        let mut body = self.writer.whole(root)?;
        let mut averages: Vec<String> = Vec::new();
        let mut having = Vec::new();
        let mut orders = Vec::new();
        let mut limit: Option<Extreme> = None;
        for condition in &grouped {
            let fragment = self.fragment(condition.fragment);
            let measure = self.writer.aggregate(condition.fragment)?;
            if let Some(Bounds::Numbers(bounds, _)) = &fragment.bounds {
                for (comparison, value) in bounds {
                    having.push(format!(
                        "{measure} {} {}",
                        comparison.symbol(),
                        number(*value)
                    ));
                }
            }
            if let Some(Bounds::Average(comparison)) = &fragment.bounds {
                let block = self.writer.average_count(condition.fragment, root)?;
                let name = format!("?average{}", condition.fragment);
                having.push(format!("{measure} {} {name}", comparison.symbol()));
                let _ = writeln!(body, "{{ {block} }}");
                averages.push(name);
            }
            if let Some(extreme) = fragment.extreme {
                orders.push(order(&measure, extreme.descending));
                limit = Some(extreme);
            }
        }
        for at in self.top_level_extremes() {
            let fragment = self.fragment(at);
            if let Some(extreme) = fragment.extreme {
                orders.push(order(&self.writer.expression(at)?, extreme.descending));
                limit = limit.or(Some(extreme));
            }
        }
        for (at, descending) in &self.sketch.orders {
            let measure = if self.fragment(*at).is_aggregate() {
                self.writer.aggregate(*at)?
            } else {
                self.writer.expression(*at)?
            };
            orders.push(order(&measure, *descending));
        }
        if self.sketch.alphabetical
            && let Some(first) = keys.first()
        {
            orders.push(first.clone());
        }
        let is_grouped = !grouped.is_empty() || columns_grouped;
        let mut text = String::new();
        let distinct = if is_grouped { "" } else { " DISTINCT" };
        let _ = write!(
            text,
            "SELECT{distinct} {} WHERE {{\n{body}}}",
            heads.join(" ")
        );
        if is_grouped && !keys.is_empty() {
            let mut by = keys.clone();
            by.extend(averages);
            let order_keys = orders.iter().filter(|order| !is_aggregate_text(order));
            for order in order_keys {
                for variable in variables_in(order) {
                    if !by.contains(&variable) {
                        by.push(variable);
                    }
                }
            }
            let _ = write!(text, " GROUP BY {}", by.join(" "));
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
}
