//! Expressions made ready for the evaluator.
//!
//! - Variables stand for literals as they are stored (see [`lexical`](super::lexical)); where an
//!   operator or a function needs the value, it is asked for.
//! - Equality with a text or an IRI is one of terms, and needs no look at them.
//! - Functions whose results can grow, whose cost has no bound or whose meaning differs from SPARQL
//!   are replaced by ours.

use std::mem;

use lydite_sparql::spargebra::algebra::{
    AggregateExpression, AggregateFunction, Expression, Function, GraphPattern,
};
use lydite_sparql::spargebra::term::{NamedNodePattern, TermPattern, Variable};
use oxrdf::Literal;
use oxrdf::vocab::xsd;
use rustc_hash::FxHashSet;

use super::aggregates::{MAX, MIN, concatenation};
use super::functions::{
    AS_DATATYPE, AS_MOMENT, AS_USUAL, AS_VALUE, BLANK_NODE, BOUNDED, COMPARABLE, DECIDED, PACK,
    REGEX, REPLACE, TYPED, named,
};
use super::kinds::{ignores_form, is_never_truth, may_be_moment, takes_value};
use super::lexical::Literals;
use super::prepare::Preparation;

/// What is wanted of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    /// What a variable is bound to: a literal as it is to be stored.
    Result,
    /// A term as it is stored, for a function that looks at its form.
    Form,
    /// A value to compute with.
    Value,
    /// A value to compare.
    Comparable,
}

/// The variables of a pattern that never stand for literals.
type Resources = FxHashSet<Variable>;

impl Preparation<'_> {
    /// A condition on the rows of some patterns.
    pub(super) fn condition(&mut self, condition: &mut Expression, on: &[&GraphPattern]) {
        let mut resources = Resources::default();
        if compares_variables(condition) {
            for pattern in on {
                collect_resources(pattern, &mut resources);
            }
        }
        // The dataset itself knows whether a variable counts as true.
        if !matches!(condition, Expression::Variable(_)) {
            self.hold(condition, &resources);
        }
    }

    /// What must hold: to be neither true nor false is as good as to be false.
    fn hold(&mut self, condition: &mut Expression, resources: &Resources) {
        match condition {
            Expression::In(value, list)
                if matches!(**value, Expression::Variable(_)) && list.iter().all(is_text) =>
            {
                *condition = any_of(value, mem::take(list));
                self.hold(condition, resources);
            }
            Expression::Or(..) => self.chain(condition, Link::Or, Self::hold, resources),
            Expression::And(..) => self.chain(condition, Link::And, Self::hold, resources),
            Expression::Equal(left, right) if names_term(left, right, is_text) => {
                *condition = Expression::SameTerm(boxed(left), boxed(right));
            }
            Expression::Equal(left, right) => {
                self.rewrite(left, Want::Value, resources);
                self.rewrite(right, Want::Value, resources);
            }
            _ => self.rewrite(condition, Want::Value, resources),
        }
    }

    /// What a variable is bound to.
    pub(super) fn binding(&mut self, expression: &mut Expression) {
        // A variable passes its term on as it is.
        if matches!(expression, Expression::Variable(_)) {
            return;
        }
        self.rewrite(expression, Want::Result, &Resources::default());
    }

    /// What is sorted by: any term.
    pub(super) fn form(&mut self, expression: &mut Expression) {
        self.rewrite(expression, Want::Form, &Resources::default());
    }

    pub(super) fn aggregate(&mut self, aggregate: &mut AggregateExpression) {
        let AggregateExpression::FunctionCall {
            name,
            expr,
            distinct,
        } = aggregate
        else {
            return;
        };
        match name {
            // Only whether it is bound counts, not what it says.
            AggregateFunction::Count if matches!(expr, Expression::Variable(_)) && !*distinct => {}
            AggregateFunction::Count => self.form(expr),
            AggregateFunction::Sum | AggregateFunction::Avg => {
                self.rewrite(expr, Want::Value, &Resources::default());
            }
            AggregateFunction::Min | AggregateFunction::Max => {
                let is_min = *name == AggregateFunction::Min;
                *name = AggregateFunction::Custom(named(if is_min { MIN } else { MAX }));
                *distinct = false;
                self.form(expr);
            }
            AggregateFunction::Sample => {
                self.form(expr);
                *expr = call(PACK, vec![take(expr)]);
            }
            AggregateFunction::GroupConcat { separator } => {
                let separator = separator.take().unwrap_or_else(|| " ".to_owned());
                *name = AggregateFunction::Custom(concatenation(self.separators.len()));
                self.separators.push(separator);
                self.form(expr);
            }
            AggregateFunction::Custom(_) => self.form(expr),
        }
    }

    fn rewrite(&mut self, expression: &mut Expression, want: Want, resources: &Resources) {
        match expression {
            Expression::Variable(variable) => match (want, self.literals) {
                (Want::Value, Literals::Forms) if !resources.contains(variable) => {
                    *expression = read(AS_VALUE, variable);
                }
                (Want::Result | Want::Form, _) => self.looks_at_forms = true,
                _ => {}
            },
            Expression::NamedNode(_) | Expression::Literal(_) | Expression::Bound(_) => {}
            Expression::Or(..) => self.chain(expression, Link::Or, Self::value, resources),
            Expression::And(..) => self.chain(expression, Link::And, Self::value, resources),
            Expression::Equal(left, right) if names_term(left, right, is_in_language) => {
                *expression = Expression::SameTerm(boxed(left), boxed(right));
            }
            Expression::Equal(left, right) => {
                let is_doubtful = is_doubtful(left, right, resources);
                let variables = [moment(left), moment(right)];
                self.rewrite(left, Want::Value, resources);
                self.rewrite(right, Want::Value, resources);
                if is_doubtful {
                    let [one, other] = variables;
                    let one = one.unwrap_or_else(|| (**left).clone());
                    let other = other.unwrap_or_else(|| (**right).clone());
                    let decided = call(DECIDED, vec![one, other]);
                    *expression = equal_if(decided, take(expression));
                }
            }
            Expression::Greater(left, right)
            | Expression::GreaterOrEqual(left, right)
            | Expression::Less(left, right)
            | Expression::LessOrEqual(left, right) => {
                if is_never_truth(left) || is_never_truth(right) {
                    self.rewrite(left, Want::Value, resources);
                    self.rewrite(right, Want::Value, resources);
                } else if is_leaf(left) && is_leaf(right) {
                    self.compare_leaves(expression, resources);
                } else {
                    self.rewrite(left, Want::Comparable, resources);
                    self.rewrite(right, Want::Comparable, resources);
                }
            }
            Expression::SameTerm(left, right) => {
                for side in [left, right] {
                    // The evaluator compares the terms of variables themselves.
                    if !matches!(**side, Expression::Variable(_)) {
                        self.rewrite(side, Want::Form, resources);
                    }
                }
            }
            Expression::Add(left, right)
            | Expression::Subtract(left, right)
            | Expression::Multiply(left, right)
            | Expression::Divide(left, right) => {
                self.rewrite(left, Want::Value, resources);
                self.rewrite(right, Want::Value, resources);
            }
            Expression::UnaryPlus(inner)
            | Expression::UnaryMinus(inner)
            | Expression::Not(inner) => self.rewrite(inner, Want::Value, resources),
            Expression::In(value, list)
                if list.iter().any(|item| is_doubtful(value, item, resources)) =>
            {
                *expression = any_of(value, mem::take(list));
                self.rewrite(expression, want, resources);
            }
            Expression::In(value, list) => {
                self.rewrite(value, Want::Value, resources);
                for item in list {
                    self.rewrite(item, Want::Value, resources);
                }
            }
            Expression::If(condition, yes, no) => {
                self.rewrite(condition, Want::Value, resources);
                self.rewrite(yes, want, resources);
                self.rewrite(no, want, resources);
            }
            Expression::Coalesce(list) => {
                for item in list {
                    self.rewrite(item, want, resources);
                }
            }
            Expression::Exists(pattern) => self.pattern(pattern),
            Expression::FunctionCall(..) => self.function(expression, want, resources),
        }
        // What comes of it may be a truth value.
        let is_done = match expression {
            Expression::If(..) | Expression::Coalesce(_) | Expression::NamedNode(_) => true,
            Expression::Literal(literal) => literal.datatype() != xsd::BOOLEAN,
            _ => false,
        };
        if want == Want::Comparable && !is_done {
            *expression = call(COMPARABLE, vec![take(expression)]);
        }
    }

    fn function(&mut self, expression: &mut Expression, want: Want, resources: &Resources) {
        let Expression::FunctionCall(function, arguments) = expression else {
            return;
        };
        for (place, argument) in arguments.iter_mut().enumerate() {
            match argument {
                Expression::Variable(_) if ignores_form(function) => {}
                Expression::Variable(variable) if *function == Function::Datatype => {
                    *argument = read(AS_DATATYPE, variable);
                }
                _ if takes_value(function, place) => {
                    self.rewrite(argument, Want::Value, resources);
                }
                _ => self.rewrite(argument, Want::Form, resources),
            }
        }
        match (&*function, arguments.as_mut_slice()) {
            (Function::Regex, _) => *function = Function::Custom(named(REGEX)),
            (Function::Replace, _) => *function = Function::Custom(named(REPLACE)),
            (Function::Concat, _) => *expression = concatenate(mem::take(arguments)),
            (Function::EncodeForUri, _) => {
                *expression = call(BOUNDED, vec![take(expression)]);
            }
            // Constants lose their form before a function sees them.
            (Function::Str, [Expression::Literal(literal)]) => {
                *expression = Expression::Literal(literal.value().into());
            }
            (Function::Datatype, [Expression::Literal(literal)]) => {
                *expression = Expression::NamedNode(literal.datatype().into_owned());
            }
            (Function::StrDt, _) if want == Want::Result => {
                *function = Function::Custom(named(TYPED));
            }
            (Function::BNode, [_]) => {
                *function = Function::Custom(named(BLANK_NODE));
                let row = self.row.clone();
                arguments.push(row.map_or_else(
                    || Expression::FunctionCall(Function::BNode, Vec::new()),
                    Expression::Variable,
                ));
            }
            _ => {}
        }
    }

    /// Compares two variables or constants. Only truth values need help with their order, so the
    /// evaluator tries first.
    fn compare_leaves(&mut self, comparison: &mut Expression, resources: &Resources) {
        let mut among_truths = comparison.clone();
        for (comparison, want) in [
            (&mut *comparison, Want::Value),
            (&mut among_truths, Want::Comparable),
        ] {
            if let Expression::Greater(left, right)
            | Expression::GreaterOrEqual(left, right)
            | Expression::Less(left, right)
            | Expression::LessOrEqual(left, right) = comparison
            {
                self.rewrite(left, want, resources);
                self.rewrite(right, want, resources);
            }
        }
        *comparison = Expression::Coalesce(vec![take(comparison), among_truths]);
    }

    /// A value to compute with.
    fn value(&mut self, expression: &mut Expression, resources: &Resources) {
        self.rewrite(expression, Want::Value, resources);
    }

    /// Balances a chain of conditions: the optimiser merges them pair by pair, which takes time in
    /// the square of their number if they lean to one side.
    fn chain(
        &mut self,
        chain: &mut Expression,
        link: Link,
        rewrite: fn(&mut Self, &mut Expression, &Resources),
        resources: &Resources,
    ) {
        let mut open = vec![take(chain)];
        let mut parts = Vec::new();
        while let Some(next) = open.pop() {
            match (next, link) {
                (Expression::Or(left, right), Link::Or)
                | (Expression::And(left, right), Link::And) => open.extend([*right, *left]),
                (part, _) => parts.push(part),
            }
        }
        for part in &mut parts {
            rewrite(self, part, resources);
        }
        *chain = link.balance(parts);
    }
}

/// Whether two expressions may be moments of which only one has a time zone.
fn is_doubtful(left: &Expression, right: &Expression, resources: &Resources) -> bool {
    [left, right].into_iter().all(|side| match side {
        Expression::Variable(variable) => !resources.contains(variable),
        side => may_be_moment(side),
    })
}

/// A variable as a moment.
fn moment(expression: &Expression) -> Option<Expression> {
    match expression {
        Expression::Variable(variable) => Some(read(AS_MOMENT, variable)),
        _ => None,
    }
}

/// An equality that has a result only if it can be said. The evaluator takes moments for different
/// of which only one has a time zone, but that cannot be said if they are less than 14 hours apart.
fn equal_if(decided: Expression, equal: Expression) -> Expression {
    let truth = |value: bool| Box::new(Expression::Literal(value.into()));
    let different = Expression::If(Box::new(decided), truth(false), Box::new(nothing()));
    Expression::If(Box::new(equal), truth(true), Box::new(different))
}

/// `IN` as it is defined (SPARQL 1.1, 17.4.1.9).
fn any_of(value: &Expression, list: Vec<Expression>) -> Expression {
    let equal = |item| Expression::Equal(Box::new(value.clone()), Box::new(item));
    Link::Or.balance(list.into_iter().map(equal).collect())
}

/// A variable, read after word was left what for.
fn read(word: &'static str, variable: &Variable) -> Expression {
    // A variable without a value is not read, so that the word must be taken back.
    Expression::Coalesce(vec![
        call(word, Vec::new()),
        Expression::Variable(variable.clone()),
        call(AS_USUAL, Vec::new()),
    ])
}

fn is_leaf(expression: &Expression) -> bool {
    matches!(expression, Expression::Variable(_) | Expression::Literal(_))
}

/// Whether one side is a variable and the other one a constant of a kind.
fn names_term(left: &Expression, right: &Expression, is_kind: fn(&Expression) -> bool) -> bool {
    let is_variable = |side: &Expression| matches!(side, Expression::Variable(_));
    (is_variable(left) && is_kind(right)) || (is_kind(left) && is_variable(right))
}

/// Whether a constant equals nothing but itself, and is different from all else.
fn is_in_language(expression: &Expression) -> bool {
    match expression {
        Expression::NamedNode(_) => true,
        Expression::Literal(literal) => literal.language().is_some(),
        _ => false,
    }
}

/// Whether a constant equals nothing but itself. It cannot be said if a mere text is different from
/// literals of unknown datatypes.
fn is_text(expression: &Expression) -> bool {
    let is_plain = |literal: &Literal| literal.datatype() == xsd::STRING;
    is_in_language(expression)
        || matches!(expression, Expression::Literal(literal) if is_plain(literal))
}

fn boxed(expression: &mut Expression) -> Box<Expression> {
    Box::new(take(expression))
}

/// Whether an expression compares variables for equality.
fn compares_variables(expression: &Expression) -> bool {
    match expression {
        Expression::Equal(left, right) => {
            matches!(
                (&**left, &**right),
                (Expression::Variable(_), Expression::Variable(_))
            )
        }
        Expression::Or(left, right) | Expression::And(left, right) => {
            compares_variables(left) || compares_variables(right)
        }
        Expression::Not(inner) => compares_variables(inner),
        _ => false,
    }
}

/// Adds the variables that stand for subjects or predicates in every row of a pattern: those can be
/// compared as they are, without a look at their texts.
fn collect_resources(pattern: &GraphPattern, resources: &mut Resources) {
    match pattern {
        GraphPattern::Bgp { patterns } => {
            for pattern in patterns {
                if let TermPattern::Variable(subject) = &pattern.subject {
                    resources.insert(subject.clone());
                }
                if let NamedNodePattern::Variable(predicate) = &pattern.predicate {
                    resources.insert(predicate.clone());
                }
            }
        }
        GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
            collect_resources(left, resources);
            collect_resources(right, resources);
        }
        GraphPattern::LeftJoin { left, .. } | GraphPattern::Minus { left, .. } => {
            collect_resources(left, resources);
        }
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::Graph { inner, .. } => collect_resources(inner, resources),
        _ => {}
    }
}

/// What holds a chain of conditions together.
#[derive(Clone, Copy)]
enum Link {
    Or,
    And,
}

impl Link {
    fn balance(self, mut parts: Vec<Expression>) -> Expression {
        while parts.len() > 1 {
            let mut pairs = Vec::with_capacity(parts.len().div_ceil(2));
            let mut rest = parts.into_iter();
            while let Some(left) = rest.next() {
                pairs.push(match rest.next() {
                    Some(right) => self.join(left, right),
                    None => left,
                });
            }
            parts = pairs;
        }
        parts.pop().unwrap_or_else(nothing)
    }

    fn join(self, left: Expression, right: Expression) -> Expression {
        let (left, right) = (Box::new(left), Box::new(right));
        match self {
            Self::Or => Expression::Or(left, right),
            Self::And => Expression::And(left, right),
        }
    }
}

/// An expression without a value, to stand where one is being rebuilt.
fn nothing() -> Expression {
    Expression::Coalesce(Vec::new())
}

pub(super) fn take(expression: &mut Expression) -> Expression {
    mem::replace(expression, nothing())
}

pub(super) fn call(function: &'static str, arguments: Vec<Expression>) -> Expression {
    Expression::FunctionCall(Function::Custom(named(function)), arguments)
}

/// `CONCAT` two at a time, each result within bounds.
fn concatenate(arguments: Vec<Expression>) -> Expression {
    let concat = |parts| Expression::FunctionCall(Function::Concat, parts);
    if arguments.len() < 2 {
        return concat(arguments);
    }
    let mut arguments = arguments.into_iter();
    let first = arguments.next();
    first
        .map(|first| {
            arguments.fold(first, |so_far, next| {
                call(BOUNDED, vec![concat(vec![so_far, next])])
            })
        })
        .unwrap_or_else(|| concat(Vec::new()))
}
