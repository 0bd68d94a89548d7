//! What functions look at, and what expressions give.

use lydite_sparql::spargebra::algebra::{Expression, Function};
use oxrdf::NamedNodeRef;
use oxrdf::vocab::xsd;

use super::lexical::is_moment_type;

/// Whether a function computes with the value of an argument.
pub(super) fn takes_value(function: &Function, place: usize) -> bool {
    match function {
        Function::Abs
        | Function::Ceil
        | Function::Floor
        | Function::Round
        | Function::Year
        | Function::Month
        | Function::Day
        | Function::Hours
        | Function::Minutes
        | Function::Seconds
        | Function::Timezone
        | Function::Tz
        | Function::Adjust
        | Function::IsNumeric
        | Function::Custom(_) => true,
        Function::SubStr => place > 0,
        _ => false,
    }
}

/// Whether a function gives the same for all literals of datatypes that are not texts: it looks at
/// the kind of a term, or takes texts only.
pub(super) fn ignores_form(function: &Function) -> bool {
    matches!(
        function,
        Function::IsIri
            | Function::IsBlank
            | Function::IsLiteral
            | Function::Lang
            | Function::LangMatches
            | Function::StrLen
            | Function::UCase
            | Function::LCase
            | Function::Contains
            | Function::StrStarts
            | Function::StrEnds
            | Function::StrBefore
            | Function::StrAfter
            | Function::Regex
    )
}

/// Whether an expression never gives a truth value.
pub(super) fn is_never_truth(expression: &Expression) -> bool {
    match expression {
        Expression::NamedNode(_)
        | Expression::Add(..)
        | Expression::Subtract(..)
        | Expression::Multiply(..)
        | Expression::Divide(..)
        | Expression::UnaryPlus(_)
        | Expression::UnaryMinus(_) => true,
        Expression::Literal(literal) => literal.datatype() != xsd::BOOLEAN,
        Expression::FunctionCall(function, _) => match function {
            Function::Str
            | Function::StrLen
            | Function::SubStr
            | Function::UCase
            | Function::LCase
            | Function::StrBefore
            | Function::StrAfter
            | Function::Concat
            | Function::Replace
            | Function::Lang
            | Function::Datatype
            | Function::Abs
            | Function::Ceil
            | Function::Floor
            | Function::Round
            | Function::Rand
            | Function::Now
            | Function::Year
            | Function::Month
            | Function::Day
            | Function::Hours
            | Function::Minutes
            | Function::Seconds => true,
            Function::Custom(cast) => CASTS.contains(&cast.as_ref()),
            _ => false,
        },
        _ => false,
    }
}

const CASTS: [NamedNodeRef<'static>; 6] = [
    xsd::INTEGER,
    xsd::DECIMAL,
    xsd::FLOAT,
    xsd::DOUBLE,
    xsd::DATE,
    xsd::DATE_TIME,
];

/// Whether an expression may give a date or time: a variable, a constant, or a cast of one of them.
/// What nests more deeply is left alone, because who asks will write the expression twice.
pub(super) fn may_be_moment(expression: &Expression) -> bool {
    let is_simple = |expression: &Expression| {
        matches!(expression, Expression::Variable(_) | Expression::Literal(_))
    };
    match expression {
        Expression::Variable(_) => true,
        Expression::Literal(literal) => is_moment_type(literal.datatype().as_str()),
        Expression::FunctionCall(Function::Now, _) => true,
        Expression::FunctionCall(Function::Custom(cast), arguments) => {
            is_moment_type(cast.as_str()) && arguments.iter().all(is_simple)
        }
        _ => false,
    }
}
