//! A query as a person writes it: a head, and groups of parts.
//!
//! The algebra says what a query means; an outline says what can be changed in it. Terms and
//! conditions are kept as texts, in which variables can be renamed.

use spargebra::Query;
use spargebra::algebra::{Expression, GraphPattern, OrderExpression, QueryDataset};
use spargebra::term::{NamedNodePattern, TermPattern};

use crate::diff::parts::renamed;
use crate::structure::{Duplicates, Form, Range};

/// A query, or a sub-select.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) head: Head,
    pub(super) body: Group,
}

/// All of a query but what stands between the braces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    pub(super) form: Form,
    /// The template of CONSTRUCT.
    pub(super) template: String,
    /// The FROM clauses.
    pub(super) dataset: String,
    pub(super) duplicates: Duplicates,
    pub(super) columns: Vec<Column>,
    pub(super) group_by: Vec<String>,
    pub(super) having: Vec<String>,
    pub(super) order: Vec<String>,
    pub(super) range: Range,
}

/// What SELECT names.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    /// The variable, with its question mark.
    pub(super) name: String,
    /// What it stands for, if it is computed.
    pub(super) expression: Option<String>,
}

/// What stands between two braces.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// Its number among the groups of the query.
    pub(super) id: usize,
    pub(super) parts: Vec<Part>,
}

/// A statement of a group.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its number among the parts of the query.
    pub(super) id: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A triple: its terms, and its number among the triples of the query.
    Triple([String; 3], usize),
    Filter(String),
    Bind(String, String),
    Values(String),
    Optional(Group),
    Minus(Group),
    Union(Vec<Group>),
    Nested(Group),
    /// GRAPH or SERVICE, with the words before its braces.
    Named(String, Group),
    Select(Box<Outline>),
}

impl Outline {
    /// The outline of a query; `None` if it has something that no outline can have.
    pub(super) fn of(query: &Query) -> Option<Self> {
        let (form, pattern, dataset) = match query {
            Query::Select {
                pattern, dataset, ..
            } => (Form::Select, pattern, dataset),
            Query::Ask {
                pattern, dataset, ..
            } => (Form::Ask, pattern, dataset),
            Query::Construct {
                pattern, dataset, ..
            } => (Form::Construct, pattern, dataset),
            Query::Describe {
                pattern, dataset, ..
            } => (Form::Describe, pattern, dataset),
        };
        let mut reading = Reading::default();
        let mut outline = reading.outline(pattern, form)?;
        outline.head.dataset = dataset.as_ref().map(from).unwrap_or_default();
        if let Query::Construct { template, .. } = query {
            let triples = template.iter().map(|triple| format!("{triple} . "));
            outline.head.template = triples.collect();
        }
        outline.number();
        Some(outline)
    }

    /// Numbers groups, parts and triples in the order of the text.
    fn number(&mut self) {
        let mut numbers = Numbers::default();
        numbers.group(&mut self.body);
    }

    /// The same with other names for its variables.
    pub(super) fn rename(&mut self, name: &dyn Fn(&str) -> String) {
        let change = |text: &mut String| *text = renamed(text, name);
        let head = &mut self.head;
        change(&mut head.template);
        for column in &mut head.columns {
            change(&mut column.name);
            column.expression.iter_mut().for_each(change);
        }
        let lists = [&mut head.group_by, &mut head.having, &mut head.order];
        lists.into_iter().flatten().for_each(change);
        self.body.rename(name);
    }
}

impl Group {
    fn rename(&mut self, name: &dyn Fn(&str) -> String) {
        let change = |text: &mut String| *text = renamed(text, name);
        for part in &mut self.parts {
            match &mut part.kind {
                Kind::Triple(terms, _) => terms.iter_mut().for_each(change),
                Kind::Filter(text) | Kind::Values(text) => change(text),
                Kind::Bind(variable, expression) => {
                    change(variable);
                    change(expression);
                }
                Kind::Optional(group) | Kind::Minus(group) | Kind::Nested(group) => {
                    group.rename(name);
                }
                Kind::Union(groups) => groups.iter_mut().for_each(|group| group.rename(name)),
                Kind::Named(clause, group) => {
                    change(clause);
                    group.rename(name);
                }
                Kind::Select(outline) => outline.rename(name),
            }
        }
    }

    /// Calls `f` on the terms of all triples, in the order of the text.
    pub(super) fn each_triple<'g>(&'g self, f: &mut dyn FnMut(&'g [String; 3], usize)) {
        for part in &self.parts {
            match &part.kind {
                Kind::Triple(terms, index) => f(terms, *index),
                kind => kind.groups().for_each(|group| group.each_triple(f)),
            }
        }
    }
}

impl Kind {
    /// The groups directly inside.
    pub(super) fn groups(&self) -> impl Iterator<Item = &Group> {
        let one = match self {
            Self::Optional(group)
            | Self::Minus(group)
            | Self::Nested(group)
            | Self::Named(_, group) => Some(group),
            Self::Select(outline) => Some(&outline.body),
            _ => None,
        };
        let several = match self {
            Self::Union(groups) => &groups[..],
            _ => &[],
        };
        one.into_iter().chain(several)
    }

    pub(super) fn groups_mut(&mut self) -> Vec<&mut Group> {
        match self {
            Self::Optional(group)
            | Self::Minus(group)
            | Self::Nested(group)
            | Self::Named(_, group) => vec![group],
            Self::Select(outline) => vec![&mut outline.body],
            Self::Union(groups) => groups.iter_mut().collect(),
            Self::Triple(..) | Self::Filter(_) | Self::Bind(..) | Self::Values(_) => Vec::new(),
        }
    }
}

#[derive(Default)]
struct Numbers {
    groups: usize,
    parts: usize,
    triples: usize,
}

impl Numbers {
    fn group(&mut self, group: &mut Group) {
        let next = |count: &mut usize| std::mem::replace(count, *count + 1);
        group.id = next(&mut self.groups);
        for part in &mut group.parts {
            part.id = next(&mut self.parts);
            if let Kind::Triple(_, index) = &mut part.kind {
                *index = next(&mut self.triples);
            }
            for inner in part.kind.groups_mut() {
                self.group(inner);
            }
        }
    }
}

fn from(dataset: &QueryDataset) -> String {
    let default = dataset.default.iter().map(|iri| format!("FROM {iri} "));
    let named = dataset.named.iter().flatten();
    default
        .chain(named.map(|iri| format!("FROM NAMED {iri} ")))
        .collect()
}

/// Reads algebra.
#[derive(Default)]
struct Reading {
    /// The blank nodes met so far, each of which becomes a variable.
    blanks: Vec<String>,
}

impl Reading {
    /// As the parser puts it: LIMIT, in it DISTINCT, the projection, the order, names of
    /// expressions, HAVING, the aggregation.
    fn outline(&mut self, pattern: &GraphPattern, form: Form) -> Option<Outline> {
        let mut pattern = pattern;
        let mut head = Head {
            form,
            template: String::new(),
            dataset: String::new(),
            duplicates: Duplicates::Keep,
            columns: Vec::new(),
            group_by: Vec::new(),
            having: Vec::new(),
            order: Vec::new(),
            range: Range::default(),
        };
        if let GraphPattern::Slice {
            inner,
            start,
            length,
        } = pattern
        {
            head.range = Range {
                limit: *length,
                offset: (*start > 0).then_some(*start),
            };
            pattern = inner;
        }
        if let GraphPattern::Distinct { inner } = pattern {
            head.duplicates = Duplicates::Distinct;
            pattern = inner;
        } else if let GraphPattern::Reduced { inner } = pattern {
            head.duplicates = Duplicates::Reduced;
            pattern = inner;
        }
        match pattern {
            GraphPattern::Project { inner, variables } => {
                if form != Form::Ask {
                    let columns = variables.iter().map(|variable| Column {
                        name: variable.to_string(),
                        expression: None,
                    });
                    head.columns = columns.collect();
                }
                pattern = inner;
            }
            _ if form == Form::Select => return None,
            _ => {}
        }
        if let GraphPattern::OrderBy { inner, expression } = pattern {
            head.order = expression.iter().map(order_text).collect();
            pattern = inner;
        }
        self.selected(head, pattern)
    }

    /// What is selected: names of expressions, HAVING and the aggregation; then the body.
    fn selected(&mut self, mut head: Head, pattern: &GraphPattern) -> Option<Outline> {
        let mut names: Vec<(String, String)> = Vec::new();
        let mut inside = pattern;
        while let GraphPattern::Extend {
            inner,
            variable,
            expression,
        } = inside
        {
            names.insert(0, (variable.to_string(), expression.to_string()));
            inside = inner;
        }
        let mut having = Vec::new();
        let mut grouped = inside;
        while let GraphPattern::Filter { expr, inner } = grouped {
            having.extend(conjuncts(expr));
            grouped = inner;
        }
        let mut body = Group::default();
        if let GraphPattern::Group {
            inner,
            variables,
            aggregates,
        } = grouped
        {
            head.group_by = variables.iter().map(ToString::to_string).collect();
            // The algebra names aggregates, which the text does not.
            let written = |text: &str| {
                let mut text = text.to_owned();
                for (variable, aggregate) in aggregates {
                    text = text.replace(&variable.to_string(), &aggregate.to_string());
                }
                text
            };
            head.having = having.iter().map(|text| written(text)).collect();
            head.order = head.order.iter().map(|text| written(text)).collect();
            for (name, expression) in &mut names {
                *expression = written(expression);
                let mut columns = head.columns.iter_mut();
                let column = columns.find(|column| column.name == *name)?;
                column.expression = Some(expression.clone());
            }
            self.collect(inner, true, &mut body.parts)?;
            return Some(Outline { head, body });
        }
        let is_column =
            |(name, _): &(String, String)| head.columns.iter().any(|column| column.name == *name);
        if names.iter().all(is_column) {
            self.collect(inside, true, &mut body.parts)?;
            for (name, expression) in names {
                let mut columns = head.columns.iter_mut();
                if let Some(column) = columns.find(|column| column.name == name) {
                    column.expression = Some(expression);
                }
            }
        } else {
            self.collect(pattern, true, &mut body.parts)?;
        }
        Some(Outline { head, body })
    }

    fn group(&mut self, pattern: &GraphPattern) -> Option<Group> {
        let mut parts = Vec::new();
        self.collect(pattern, true, &mut parts)?;
        Some(Group { id: 0, parts })
    }

    /// The parts of a group; `last` if nothing of the group follows, so that its conditions are
    /// those of the group.
    fn collect(&mut self, pattern: &GraphPattern, last: bool, parts: &mut Vec<Part>) -> Option<()> {
        let mut push = |kind: Kind| parts.push(Part { id: 0, kind });
        match pattern {
            GraphPattern::Bgp { patterns } => {
                for triple in patterns {
                    let predicate = match &triple.predicate {
                        NamedNodePattern::NamedNode(iri) => iri.to_string(),
                        NamedNodePattern::Variable(variable) => variable.to_string(),
                    };
                    let (subject, object) = (self.term(&triple.subject), self.term(&triple.object));
                    push(Kind::Triple([subject, predicate, object], 0));
                }
            }
            GraphPattern::Path {
                subject,
                path,
                object,
            } => {
                let terms = [self.term(subject), path.to_string(), self.term(object)];
                push(Kind::Triple(terms, 0));
            }
            GraphPattern::Join { left, right } => {
                self.collect(left, false, parts)?;
                match &**right {
                    GraphPattern::LeftJoin { .. }
                    | GraphPattern::Minus { .. }
                    | GraphPattern::Extend { .. } => {
                        let kind = Kind::Nested(self.group(right)?);
                        parts.push(Part { id: 0, kind });
                    }
                    right => self.collect(right, false, parts)?,
                }
            }
            GraphPattern::Filter { expr, inner } if last => {
                self.collect(inner, true, parts)?;
                let filters = conjuncts(expr).into_iter().map(Kind::Filter);
                parts.extend(filters.map(|kind| Part { id: 0, kind }));
            }
            GraphPattern::Filter { .. } => push(Kind::Nested(self.group(pattern)?)),
            GraphPattern::LeftJoin {
                left,
                right,
                expression,
            } => {
                self.collect(left, false, parts)?;
                let mut group = self.group(right)?;
                let filters = expression.iter().flat_map(conjuncts).map(Kind::Filter);
                group.parts.extend(filters.map(|kind| Part { id: 0, kind }));
                let kind = Kind::Optional(group);
                parts.push(Part { id: 0, kind });
            }
            GraphPattern::Minus { left, right } => {
                self.collect(left, false, parts)?;
                let kind = Kind::Minus(self.group(right)?);
                parts.push(Part { id: 0, kind });
            }
            GraphPattern::Extend {
                inner,
                variable,
                expression,
            } => {
                self.collect(inner, false, parts)?;
                let kind = Kind::Bind(variable.to_string(), expression.to_string());
                parts.push(Part { id: 0, kind });
            }
            GraphPattern::Union { .. } => {
                let mut branches = Vec::new();
                let mut stack = vec![pattern];
                while let Some(branch) = stack.pop() {
                    if let GraphPattern::Union { left, right } = branch {
                        stack.push(right);
                        stack.push(left);
                    } else {
                        branches.push(self.group(branch)?);
                    }
                }
                push(Kind::Union(branches));
            }
            GraphPattern::Values { .. } => push(Kind::Values(pattern.to_string())),
            GraphPattern::Graph { name, inner } => {
                push(Kind::Named(format!("GRAPH {name}"), self.group(inner)?));
            }
            GraphPattern::Service {
                name,
                inner,
                silent,
            } => {
                let silent = if *silent { "SILENT " } else { "" };
                let clause = format!("SERVICE {silent}{name}");
                push(Kind::Named(clause, self.group(inner)?));
            }
            GraphPattern::Lateral { .. } => return None,
            GraphPattern::Project { .. }
            | GraphPattern::Distinct { .. }
            | GraphPattern::Reduced { .. }
            | GraphPattern::Slice { .. }
            | GraphPattern::OrderBy { .. }
            | GraphPattern::Group { .. } => {
                push(Kind::Select(Box::new(self.outline(pattern, Form::Select)?)));
            }
        }
        Some(())
    }

    fn term(&mut self, term: &TermPattern) -> String {
        let TermPattern::BlankNode(blank) = term else {
            return term.to_string();
        };
        let label = blank.as_str();
        let known = self.blanks.iter().position(|known| known == label);
        let number = known.unwrap_or_else(|| {
            self.blanks.push(label.to_owned());
            self.blanks.len() - 1
        });
        format!("?via_{}", number + 1)
    }
}

fn order_text(order: &OrderExpression) -> String {
    match order {
        OrderExpression::Asc(Expression::Variable(variable)) => variable.to_string(),
        OrderExpression::Asc(by) => format!("ASC({by})"),
        OrderExpression::Desc(by) => format!("DESC({by})"),
    }
}

fn conjuncts(expression: &Expression) -> Vec<String> {
    let parts = crate::structure::conjuncts(expression).into_iter();
    parts.map(ToString::to_string).collect()
}
