//! Says why a template is not SPARQL.

use lydite_sparql::{Dialect, ParseError};

use crate::problem::{Problem, SyntaxReason};
use crate::syntax::{Fault, SyntaxError};

/// Says in the best words there are why a template is not SPARQL.
pub(crate) fn refusal(query: &str, error: &SyntaxError) -> Problem {
    let reason = match error.fault {
        Fault::Grammar => SyntaxReason::Grammar,
        Fault::UnknownPrefix => SyntaxReason::UndeclaredPrefix,
        Fault::TooDeep => SyntaxReason::TooDeep,
        Fault::TooLong => SyntaxReason::TooLong,
    };
    match explain(query).filter(|_| error.fault == Fault::Grammar) {
        Some(explained) => Problem::Syntax {
            reason,
            message: explained.message,
            position: Some(explained.position),
            hint: explained.hint,
        },
        None => Problem::Syntax {
            reason,
            message: error.message.clone(),
            position: Some(error.position),
            hint: None,
        },
    }
}

/// Why a query is refused, in more words; for queries that somebody could have written.
fn explain(query: &str) -> Option<ParseError> {
    const LONGEST: usize = 32 << 10;
    let short = query.len() <= LONGEST;
    short
        .then(|| lydite_sparql::parse(query, &Dialect::strict()).err())
        .flatten()
}

/// Says which rule a template breaks that is not one of grammar.
pub(crate) fn broken_rule(query: &str) -> Problem {
    let (message, position, hint) = match explain(query) {
        Some(error) => (error.message, Some(error.position), error.hint),
        None => ("it violates a rule of SPARQL 1.1".to_owned(), None, None),
    };
    Problem::Syntax {
        reason: SyntaxReason::Rules,
        message,
        position,
        hint,
    }
}
