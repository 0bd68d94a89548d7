//! Expressions: operators, functions, aggregates.

use super::parser::Parser;
use super::scan::Stop;
use super::tree::{Expr, Term};

/// How a function of SPARQL is called.
#[derive(Clone, Copy)]
enum Arguments {
    /// From so many to so many.
    Count(usize, usize),
    /// Any number.
    List,
    /// One variable.
    Variable,
    /// One, or DISTINCT and one.
    Aggregate,
    /// The same, or a star.
    Counted,
    /// The same, or one and a separator.
    Joined,
}

/// The functions of SPARQL 1.1.
fn function(name: &str) -> Option<Arguments> {
    use Arguments::{Aggregate, Count, Counted, Joined, List, Variable};
    const FUNCTIONS: &[(&str, Arguments)] = &[
        ("ABS", Count(1, 1)),
        ("AVG", Aggregate),
        ("BNODE", Count(0, 1)),
        ("BOUND", Variable),
        ("CEIL", Count(1, 1)),
        ("COALESCE", List),
        ("CONCAT", List),
        ("CONTAINS", Count(2, 2)),
        ("COUNT", Counted),
        ("DATATYPE", Count(1, 1)),
        ("DAY", Count(1, 1)),
        ("ENCODE_FOR_URI", Count(1, 1)),
        ("FLOOR", Count(1, 1)),
        ("GROUP_CONCAT", Joined),
        ("HOURS", Count(1, 1)),
        ("IF", Count(3, 3)),
        ("IRI", Count(1, 1)),
        ("ISBLANK", Count(1, 1)),
        ("ISIRI", Count(1, 1)),
        ("ISLITERAL", Count(1, 1)),
        ("ISNUMERIC", Count(1, 1)),
        ("ISURI", Count(1, 1)),
        ("LANG", Count(1, 1)),
        ("LANGMATCHES", Count(2, 2)),
        ("LCASE", Count(1, 1)),
        ("MAX", Aggregate),
        ("MD5", Count(1, 1)),
        ("MIN", Aggregate),
        ("MINUTES", Count(1, 1)),
        ("MONTH", Count(1, 1)),
        ("NOW", Count(0, 0)),
        ("RAND", Count(0, 0)),
        ("REGEX", Count(2, 3)),
        ("REPLACE", Count(3, 4)),
        ("ROUND", Count(1, 1)),
        ("SAMETERM", Count(2, 2)),
        ("SAMPLE", Aggregate),
        ("SECONDS", Count(1, 1)),
        ("SHA1", Count(1, 1)),
        ("SHA256", Count(1, 1)),
        ("SHA384", Count(1, 1)),
        ("SHA512", Count(1, 1)),
        ("STR", Count(1, 1)),
        ("STRAFTER", Count(2, 2)),
        ("STRBEFORE", Count(2, 2)),
        ("STRDT", Count(2, 2)),
        ("STRENDS", Count(2, 2)),
        ("STRLANG", Count(2, 2)),
        ("STRLEN", Count(1, 1)),
        ("STRSTARTS", Count(2, 2)),
        ("STRUUID", Count(0, 0)),
        ("SUBSTR", Count(2, 3)),
        ("SUM", Aggregate),
        ("TIMEZONE", Count(1, 1)),
        ("TZ", Count(1, 1)),
        ("UCASE", Count(1, 1)),
        ("URI", Count(1, 1)),
        ("UUID", Count(0, 0)),
        ("YEAR", Count(1, 1)),
    ];
    let compare = |(known, _): &(&str, Arguments)| {
        let ours = name.bytes().map(|byte| byte.to_ascii_uppercase());
        known.bytes().cmp(ours)
    };
    let found = FUNCTIONS.binary_search_by(compare).ok()?;
    Some(FUNCTIONS[found].1)
}

impl<'q> Parser<'q, '_> {
    /// An expression, `||` and below.
    pub(super) fn expression(&mut self) -> Result<Expr<'q>, Stop> {
        self.nested(|parser| {
            let mut parts = vec![parser.conjunction()?];
            while parser.eat("||") {
                parts.push(parser.conjunction()?);
            }
            Ok(single(parts, Expr::Call))
        })
    }

    fn conjunction(&mut self) -> Result<Expr<'q>, Stop> {
        let mut parts = vec![self.relation()?];
        while self.eat("&&") {
            parts.push(self.relation()?);
        }
        Ok(single(parts, Expr::And))
    }

    fn relation(&mut self) -> Result<Expr<'q>, Stop> {
        let left = self.arithmetic()?;
        if self.keyword("IN") {
            return self.membership(left);
        }
        let before = self.at;
        if self.keyword("NOT") {
            if self.keyword("IN") {
                return self.membership(left);
            }
            self.at = before;
        }
        if ["<=", ">=", "!=", "=", "<", ">"]
            .iter()
            .any(|operator| self.eat(operator))
        {
            return Ok(Expr::Call(vec![left, self.arithmetic()?]));
        }
        Ok(left)
    }

    fn membership(&mut self, left: Expr<'q>) -> Result<Expr<'q>, Stop> {
        let mut parts = vec![left];
        parts.extend(self.list_of_expressions()?);
        Ok(Expr::Call(parts))
    }

    /// Sums and products: which binds closer makes no difference to what they are computed from.
    fn arithmetic(&mut self) -> Result<Expr<'q>, Stop> {
        let mut parts = vec![self.unary()?];
        while matches!(self.peek(), b'+' | b'-' | b'*' | b'/') {
            self.at += 1;
            parts.push(self.unary()?);
        }
        Ok(single(parts, Expr::Call))
    }

    fn unary(&mut self) -> Result<Expr<'q>, Stop> {
        if matches!(self.peek(), b'!' | b'+' | b'-') {
            self.at += 1;
            return Ok(Expr::Call(vec![self.primary()?]));
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<Expr<'q>, Stop> {
        match self.peek() {
            b'(' => self.bracketed(),
            b'?' | b'$' => Ok(Expr::Variable(self.variable()?)),
            b'"' | b'\'' => Ok(Expr::Constant(Term::Literal(self.string_literal()?))),
            byte if byte.is_ascii_digit() || b"+-.".contains(&byte) => {
                Ok(Expr::Constant(Term::Literal(self.number()?)))
            }
            _ if self.sees_iri() => {
                let iri = self.iri()?;
                if self.peek() == b'(' {
                    return self.call();
                }
                Ok(Expr::Constant(Term::Iri(iri)))
            }
            _ if self.sees("true") || self.sees("false") => {
                Ok(Expr::Constant(Term::Literal(self.boolean()?)))
            }
            _ => self.builtin(),
        }
    }

    /// An expression in brackets.
    pub(super) fn bracketed(&mut self) -> Result<Expr<'q>, Stop> {
        self.expect("(")?;
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(inner)
    }

    pub(super) fn sees_constraint(&mut self) -> bool {
        if self.peek() == b'(' || self.sees_iri() {
            return true;
        }
        let word = self.word();
        function(word).is_some()
            || word.eq_ignore_ascii_case("EXISTS")
            || word.eq_ignore_ascii_case("NOT")
    }

    /// What may follow FILTER, HAVING and ORDER BY.
    pub(super) fn constraint(&mut self) -> Result<Expr<'q>, Stop> {
        if self.peek() == b'(' {
            return self.bracketed();
        }
        if self.sees_iri() {
            self.iri()?;
            return self.call();
        }
        self.builtin()
    }

    /// The arguments of a function that is named by an IRI.
    fn call(&mut self) -> Result<Expr<'q>, Stop> {
        let before = self.at;
        self.expect("(")?;
        if self.keyword("DISTINCT") {
            let arguments = self.arguments()?;
            return Ok(Expr::Call(arguments));
        }
        self.at = before;
        Ok(Expr::Call(self.list_of_expressions()?))
    }

    /// `()`, or expressions in brackets.
    fn list_of_expressions(&mut self) -> Result<Vec<Expr<'q>>, Stop> {
        self.expect("(")?;
        if self.eat(")") {
            return Ok(Vec::new());
        }
        self.arguments()
    }

    /// Expressions up to the closing bracket.
    fn arguments(&mut self) -> Result<Vec<Expr<'q>>, Stop> {
        let mut arguments = vec![self.expression()?];
        while self.eat(",") {
            arguments.push(self.expression()?);
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn builtin(&mut self) -> Result<Expr<'q>, Stop> {
        if self.keyword("EXISTS") {
            return Ok(Expr::Exists(self.group()?));
        }
        if self.keyword("NOT") {
            self.expect_keyword("EXISTS")?;
            return Ok(Expr::Exists(self.group()?));
        }
        let word = self.word();
        let Some(arguments) = function(word).filter(|_| self.sees(word)) else {
            return Err(self.stop("an expression"));
        };
        self.at += word.len();
        match arguments {
            Arguments::List => Ok(Expr::Call(self.list_of_expressions()?)),
            Arguments::Count(least, most) => {
                let before = self.at;
                let given = self.list_of_expressions()?;
                if !(least..=most).contains(&given.len()) {
                    self.at = before;
                    return Err(self.stop("a different number of arguments"));
                }
                Ok(Expr::Call(given))
            }
            Arguments::Variable => {
                self.expect("(")?;
                let variable = Expr::Variable(self.variable()?);
                self.expect(")")?;
                Ok(Expr::Call(vec![variable]))
            }
            Arguments::Aggregate | Arguments::Counted | Arguments::Joined => {
                self.aggregate(arguments)
            }
        }
    }

    fn aggregate(&mut self, arguments: Arguments) -> Result<Expr<'q>, Stop> {
        self.expect("(")?;
        self.keyword("DISTINCT");
        if matches!(arguments, Arguments::Counted) && self.eat("*") {
            self.expect(")")?;
            return Ok(Expr::Aggregate(None));
        }
        let argument = self.expression()?;
        if matches!(arguments, Arguments::Joined) && self.eat(";") {
            self.expect_keyword("SEPARATOR")?;
            self.expect("=")?;
            if !matches!(self.peek(), b'"' | b'\'') {
                return Err(self.stop("a string"));
            }
            self.string()?;
        }
        self.expect(")")?;
        Ok(Expr::Aggregate(Some(Box::new(argument))))
    }
}

fn single<'q>(mut parts: Vec<Expr<'q>>, many: fn(Vec<Expr<'q>>) -> Expr<'q>) -> Expr<'q> {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            many(parts)
        }
        None => many(parts),
    }
}
