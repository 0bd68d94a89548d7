//! What is inside of expressions.

use spargebra::algebra::{Expression, Function, GraphPattern};

/// The parts of a conjunction, from left to right.
pub(crate) fn conjuncts(expression: &Expression) -> Vec<&Expression> {
    let mut parts = Vec::new();
    let mut stack = vec![expression];
    while let Some(expression) = stack.pop() {
        match expression {
            Expression::And(left, right) => {
                stack.push(right);
                stack.push(left);
            }
            _ => parts.push(expression),
        }
    }
    parts
}

/// The expressions directly inside of one.
pub(crate) fn children(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::NamedNode(_)
        | Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Exists(_)
        | Expression::Bound(_) => Vec::new(),
        Expression::Or(left, right)
        | Expression::And(left, right)
        | Expression::Equal(left, right)
        | Expression::SameTerm(left, right)
        | Expression::Greater(left, right)
        | Expression::GreaterOrEqual(left, right)
        | Expression::Less(left, right)
        | Expression::LessOrEqual(left, right)
        | Expression::Add(left, right)
        | Expression::Subtract(left, right)
        | Expression::Multiply(left, right)
        | Expression::Divide(left, right) => vec![left, right],
        Expression::UnaryPlus(inner) | Expression::UnaryMinus(inner) | Expression::Not(inner) => {
            vec![inner]
        }
        Expression::In(inner, list) => std::iter::once(&**inner).chain(list).collect(),
        Expression::If(condition, then, otherwise) => vec![condition, then, otherwise],
        Expression::Coalesce(list) | Expression::FunctionCall(_, list) => list.iter().collect(),
    }
}

/// Calls `f` on an expression and everything inside it, from left to right.
pub(super) fn each<'q>(expression: &'q Expression, f: &mut impl FnMut(&'q Expression)) {
    let mut stack = vec![expression];
    while let Some(expression) = stack.pop() {
        f(expression);
        stack.extend(children(expression).into_iter().rev());
    }
}

/// Calls `f` on the variables of an expression, those of EXISTS excluded.
pub(super) fn each_variable<'q>(expression: &'q Expression, f: &mut impl FnMut(&'q str)) {
    each(expression, &mut |part| {
        if let Expression::Variable(variable) | Expression::Bound(variable) = part {
            f(variable.as_str());
        }
    });
}

/// Calls `f` on the patterns of EXISTS.
pub(crate) fn each_exists<'q>(expression: &'q Expression, f: &mut impl FnMut(&'q GraphPattern)) {
    // Most conditions have none.
    if let Expression::Variable(_) = expression {
        return;
    }
    each(expression, &mut |part| {
        if let Expression::Exists(pattern) = part {
            f(pattern);
        }
    });
}

/// The name of a function or operator in the LSQ vocabulary, after ARQ's names, without `fn-`.
pub(super) fn lsq_name(expression: &Expression) -> Option<String> {
    let name = match expression {
        Expression::NamedNode(_) | Expression::Literal(_) | Expression::Variable(_) => return None,
        Expression::Or(..) => "or",
        Expression::And(..) => "and",
        Expression::Equal(..) => "eq",
        Expression::SameTerm(..) => "sameterm",
        Expression::Greater(..) => "gt",
        Expression::GreaterOrEqual(..) => "ge",
        Expression::Less(..) => "lt",
        Expression::LessOrEqual(..) => "le",
        Expression::In(..) => "in",
        Expression::Add(..) => "add",
        Expression::Subtract(..) => "subtract",
        Expression::Multiply(..) => "multiply",
        Expression::Divide(..) => "divide",
        Expression::UnaryPlus(_) => "unaryplus",
        Expression::UnaryMinus(_) => "unaryminus",
        Expression::Not(_) => "not",
        Expression::Exists(_) => "exists",
        Expression::Bound(_) => "bound",
        Expression::If(..) => "if",
        Expression::Coalesce(_) => "coalesce",
        Expression::FunctionCall(Function::Custom(_), _) => "function",
        Expression::FunctionCall(function, _) => {
            return Some(function.to_string().to_ascii_lowercase());
        }
    };
    Some(name.to_owned())
}
