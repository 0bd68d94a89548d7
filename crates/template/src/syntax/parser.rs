//! Queries: prologue, the four forms, modifiers.

use std::borrow::Cow;

use super::scan::Stop;
use super::tree::{Block, Grouping, Item, Projection, SyntaxTree, ValuesBlock};
use super::{Fault, Grammar, Reading, SyntaxError};
use lydite_sparql::{Form, Position};

/// How deeply brackets may be nested. No stack that a thread commonly has is exhausted by as many.
const MAX_DEPTH: usize = 128;

pub(super) struct Parser<'q, 'p> {
    pub(super) text: &'q str,
    pub(super) at: usize,
    pub(super) grammar: Grammar,
    pub(super) prefixes: &'p [(&'p str, &'p str)],
    pub(super) declared: Vec<(&'q str, Cow<'q, str>)>,
    pub(super) base: Option<&'q str>,
    /// The first prefix that nobody knows, and where.
    pub(super) unknown: Option<(usize, &'q str)>,
    /// The prefixes taken from the table.
    pub(super) assumed: Vec<&'q str>,
    /// How many blank nodes without a label there are.
    pub(super) anonymous: usize,
    depth: usize,
}

impl<'q, 'p> Parser<'q, 'p> {
    pub(super) fn new(text: &'q str, reading: &Reading<'p>) -> Self {
        Self {
            text,
            at: 0,
            grammar: reading.grammar,
            prefixes: reading.prefixes,
            declared: Vec::new(),
            base: None,
            unknown: None,
            assumed: Vec::new(),
            anonymous: 0,
            depth: 0,
        }
    }

    pub(super) fn query(mut self) -> Result<SyntaxTree<'q>, SyntaxError> {
        let tree = self.unit().map_err(|stop| {
            let message = match stop.fault {
                Fault::TooDeep => format!("brackets are nested more than {MAX_DEPTH} deep"),
                _ => format!("expected {}", stop.expected),
            };
            SyntaxError {
                fault: stop.fault,
                position: Position::of(self.text, stop.at),
                message,
            }
        })?;
        match self.unknown {
            Some((at, prefix)) => Err(SyntaxError {
                fault: Fault::UnknownPrefix,
                position: Position::of(self.text, at),
                message: format!("the prefix `{prefix}:` is not declared"),
            }),
            None => Ok(tree),
        }
    }

    /// Runs `inner` one bracket deeper.
    pub(super) fn nested<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.depth == MAX_DEPTH {
            return Err(Stop {
                fault: Fault::TooDeep,
                ..self.stop("fewer brackets")
            });
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn unit(&mut self) -> Result<SyntaxTree<'q>, Stop> {
        self.prologue()?;
        let (form, mut block) = if self.keyword("SELECT") {
            (Form::Select, Block::new(self.projection()?))
        } else if self.keyword("ASK") {
            (Form::Ask, Block::new(Projection::All))
        } else if self.keyword("DESCRIBE") {
            (Form::Describe, Block::new(self.described()?))
        } else if self.keyword("CONSTRUCT") {
            (Form::Construct, Block::new(Projection::All))
        } else {
            return Err(self.stop("SELECT, ASK, CONSTRUCT or DESCRIBE"));
        };
        let short = form == Form::Construct && !self.eat("{");
        if form == Form::Construct && !short {
            // What is made of the solutions tells nothing about the question.
            if self.sees_triples() {
                self.triples(&mut Vec::new(), false)?;
            }
            self.expect("}")?;
        }
        while self.keyword("FROM") {
            self.keyword("NAMED");
            self.iri()?;
        }
        if short {
            self.expect_keyword("WHERE")?;
            block.pattern = Some(self.triples_only()?);
        } else if form != Form::Describe || self.sees("WHERE") || self.peek() == b'{' {
            self.keyword("WHERE");
            block.pattern = Some(self.group()?);
        }
        self.modifiers(&mut block)?;
        self.skip();
        if self.at < self.text.len() {
            return Err(self.stop("the end of the query"));
        }
        Ok(SyntaxTree {
            form,
            block,
            assumed: std::mem::take(&mut self.assumed),
        })
    }

    fn prologue(&mut self) -> Result<(), Stop> {
        loop {
            if self.keyword("BASE") {
                self.base = Some(self.iri_ref()?);
            } else if self.keyword("PREFIX") {
                let Some(length) = self.prefix_len() else {
                    return Err(self.stop("a prefix"));
                };
                let prefix = &self.rest()[..length - 1];
                self.at += length;
                let namespace = self.iri_ref()?;
                self.declared.push((prefix, self.absolute(namespace)));
            } else {
                return Ok(());
            }
        }
    }

    /// SELECT and all after it.
    pub(super) fn sub_select(&mut self) -> Result<Block<'q>, Stop> {
        let mut block = Block::new(self.projection()?);
        self.keyword("WHERE");
        block.pattern = Some(self.group()?);
        self.modifiers(&mut block)?;
        Ok(block)
    }

    fn projection(&mut self) -> Result<Projection<'q>, Stop> {
        if !self.keyword("DISTINCT") {
            self.keyword("REDUCED");
        }
        if self.eat("*") {
            return Ok(Projection::All);
        }
        let mut items = Vec::new();
        loop {
            match self.peek() {
                b'?' | b'$' => {
                    let start = self.at;
                    let variable = Some(self.variable()?);
                    items.push(Item {
                        variable,
                        expression: None,
                        place: start..self.at,
                    });
                }
                b'(' => {
                    let start = self.at;
                    self.at += 1;
                    let expression = Some(self.expression()?);
                    self.expect_keyword("AS")?;
                    let variable = Some(self.variable()?);
                    self.expect(")")?;
                    items.push(Item {
                        variable,
                        expression,
                        place: start..self.at,
                    });
                }
                _ if items.is_empty() => return Err(self.stop("a variable, an expression or *")),
                _ => return Ok(Projection::Items(items)),
            }
        }
    }

    fn described(&mut self) -> Result<Projection<'q>, Stop> {
        if self.eat("*") {
            return Ok(Projection::All);
        }
        let mut items = Vec::new();
        while matches!(self.peek(), b'?' | b'$') || self.sees_iri() {
            let start = self.at;
            let variable = match self.variable_or_iri()? {
                super::Term::Variable(name) => Some(name),
                _ => None,
            };
            items.push(Item {
                variable,
                expression: None,
                place: start..self.at,
            });
        }
        if items.is_empty() {
            return Err(self.stop("a variable, an IRI or *"));
        }
        Ok(Projection::Items(items))
    }

    fn modifiers(&mut self, block: &mut Block<'q>) -> Result<(), Stop> {
        if self.keyword("GROUP") {
            self.expect_keyword("BY")?;
            loop {
                block.group_by.push(self.grouping()?);
                if !self.sees_constraint() && !matches!(self.peek(), b'?' | b'$') {
                    break;
                }
            }
        }
        if self.keyword("HAVING") {
            loop {
                block.having.push(self.constraint()?);
                if !self.sees_constraint() {
                    break;
                }
            }
        }
        if self.keyword("ORDER") {
            self.expect_keyword("BY")?;
            loop {
                block.order_by.push(self.ordering()?);
                let more = self.sees_constraint()
                    || matches!(self.peek(), b'?' | b'$')
                    || self.sees("ASC")
                    || self.sees("DESC");
                if !more {
                    break;
                }
            }
        }
        if self.keyword("LIMIT") {
            block.limit = Some(self.digits()?);
            if self.keyword("OFFSET") {
                block.offset = Some(self.digits()?);
            }
        } else if self.keyword("OFFSET") {
            block.offset = Some(self.digits()?);
            if self.keyword("LIMIT") {
                block.limit = Some(self.digits()?);
            }
        }
        if self.keyword("VALUES") {
            block.values = Some(self.data_block()?);
        }
        Ok(())
    }

    fn grouping(&mut self) -> Result<Grouping<'q>, Stop> {
        let (expression, alias) = match self.peek() {
            b'?' | b'$' => (super::Expr::Variable(self.variable()?), None),
            b'(' => {
                self.at += 1;
                let expression = self.expression()?;
                let named = self.keyword("AS");
                let alias = if named { Some(self.variable()?) } else { None };
                self.expect(")")?;
                (expression, alias)
            }
            _ => (self.constraint()?, None),
        };
        Ok(Grouping { expression, alias })
    }

    fn ordering(&mut self) -> Result<super::Expr<'q>, Stop> {
        if self.keyword("ASC") || self.keyword("DESC") {
            return self.bracketed();
        }
        match self.peek() {
            b'?' | b'$' => Ok(super::Expr::Variable(self.variable()?)),
            _ => self.constraint(),
        }
    }

    fn digits(&mut self) -> Result<&'q str, Stop> {
        self.skip();
        let rest = self.rest();
        let end = rest.bytes().take_while(u8::is_ascii_digit).count();
        if end == 0 {
            return Err(self.stop("a number of solutions"));
        }
        self.at += end;
        let digits = rest[..end].trim_start_matches('0');
        Ok(if digits.is_empty() { "0" } else { digits })
    }

    /// What follows VALUES.
    pub(super) fn data_block(&mut self) -> Result<ValuesBlock<'q>, Stop> {
        let mut variables = Vec::new();
        let rows = self.eat("(");
        if rows {
            while !self.eat(")") {
                variables.push(self.variable()?);
            }
        } else {
            variables.push(self.variable()?);
        }
        self.expect("{")?;
        while !self.eat("}") {
            if rows {
                self.expect("(")?;
                while !self.eat(")") {
                    self.data_value()?;
                }
            } else {
                self.data_value()?;
            }
        }
        Ok(ValuesBlock { variables })
    }

    fn data_value(&mut self) -> Result<(), Stop> {
        if self.keyword("UNDEF") {
            return Ok(());
        }
        match self.peek() {
            b'?' | b'$' | b'_' => Err(self.stop("a constant")),
            _ => self.term().map(|_| ()),
        }
    }
}
