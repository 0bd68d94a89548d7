//! Groups, triples and property paths.

use super::Grammar;
use super::parser::Parser;
use super::scan::Stop;
use super::tree::{Group, Part, Path, Term, Triple, Verb};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

impl<'q> Parser<'q, '_> {
    /// A group in braces.
    pub(super) fn group(&mut self) -> Result<Group<'q>, Stop> {
        self.expect("{")?;
        let group = self.nested(|parser| {
            if parser.keyword("SELECT") {
                Ok(Group::Select(Box::new(parser.sub_select()?)))
            } else {
                Ok(Group::Parts(parser.parts()?))
            }
        })?;
        self.expect("}")?;
        Ok(group)
    }

    /// Triples in braces, as the short form of CONSTRUCT has them.
    pub(super) fn triples_only(&mut self) -> Result<Group<'q>, Stop> {
        self.expect("{")?;
        let mut triples = Vec::new();
        if self.sees_triples() {
            self.triples(&mut triples, false)?;
        }
        self.expect("}")?;
        Ok(Group::Parts(vec![Part::Triples(triples)]))
    }

    fn parts(&mut self) -> Result<Vec<Part<'q>>, Stop> {
        let mut parts = Vec::new();
        loop {
            if self.sees_triples() {
                let mut triples = Vec::new();
                self.triples(&mut triples, true)?;
                parts.push(Part::Triples(triples));
            }
            let Some(part) = self.part()? else {
                return Ok(parts);
            };
            parts.push(part);
            self.eat(".");
        }
    }

    /// Anything but triples, if it is next.
    fn part(&mut self) -> Result<Option<Part<'q>>, Stop> {
        let part = if self.peek() == b'{' {
            let mut groups = vec![self.group()?];
            while self.keyword("UNION") {
                groups.push(self.group()?);
            }
            Part::Union(groups)
        } else if self.keyword("OPTIONAL") {
            Part::Optional(self.group()?)
        } else if self.keyword("MINUS") {
            Part::Minus(self.group()?)
        } else if self.keyword("GRAPH") {
            Part::Graph(self.variable_or_iri()?, self.group()?)
        } else if self.keyword("SERVICE") {
            self.keyword("SILENT");
            Part::Service(self.variable_or_iri()?, self.group()?)
        } else if self.keyword("FILTER") {
            Part::Filter(self.constraint()?)
        } else if self.keyword("BIND") {
            self.expect("(")?;
            let expression = self.expression()?;
            self.expect_keyword("AS")?;
            let variable = self.variable()?;
            self.expect(")")?;
            Part::Bind(expression, variable)
        } else if self.keyword("VALUES") {
            Part::Values(self.data_block()?)
        } else {
            return Ok(None);
        };
        Ok(Some(part))
    }

    pub(super) fn sees_triples(&mut self) -> bool {
        matches!(self.peek(), b'[' | b'(') || self.sees_term()
    }

    /// Triples, with property paths or without.
    pub(super) fn triples(&mut self, out: &mut Vec<Triple<'q>>, paths: bool) -> Result<(), Stop> {
        loop {
            let bracket = matches!(self.peek(), b'[' | b'(');
            let (before, start) = (out.len(), self.at);
            let subject = self.node(out, paths)?;
            // `[ … ]` and `( … )` say something by themselves; `[]` and `()` do not.
            if !(bracket && out.len() > before) || self.sees_verb(paths) {
                self.properties(&subject, start, out, paths)?;
            }
            if !self.eat(".") || !self.sees_triples() {
                return Ok(());
            }
        }
    }

    fn sees_verb(&mut self, paths: bool) -> bool {
        match self.peek() {
            b'?' | b'$' | b'<' => true,
            b'^' | b'!' | b'(' => paths,
            b'a' if self.sees_type() => true,
            _ => self.prefix_len().is_some(),
        }
    }

    /// Whether `a` is next, not the beginning of a name.
    fn sees_type(&mut self) -> bool {
        let glued = self.grammar == Grammar::Standard && self.word() != "a";
        self.peek() == b'a' && !glued && self.prefix_len().is_none()
    }

    fn properties(
        &mut self,
        subject: &Term<'q>,
        mut start: usize,
        out: &mut Vec<Triple<'q>>,
        paths: bool,
    ) -> Result<(), Stop> {
        loop {
            let verb = self.verb(paths)?;
            loop {
                let object = self.node(out, paths)?;
                out.push(Triple {
                    subject: subject.clone(),
                    verb: verb.clone(),
                    object,
                    place: start..self.at,
                });
                if !self.eat(",") {
                    break;
                }
            }
            let mut more = false;
            while self.eat(";") {
                more = true;
            }
            if !more || !self.sees_verb(paths) {
                return Ok(());
            }
            start = self.at;
        }
    }

    fn verb(&mut self, paths: bool) -> Result<Verb<'q>, Stop> {
        if matches!(self.peek(), b'?' | b'$') {
            return Ok(Verb::Term(Term::Variable(self.variable()?)));
        }
        if !paths {
            let iri = if self.sees_type() {
                self.at += 1;
                format!("{RDF}type").into()
            } else {
                self.iri()?
            };
            return Ok(Verb::Term(Term::Iri(iri)));
        }
        Ok(match self.path()? {
            Path::Iri(iri) => Verb::Term(Term::Iri(iri)),
            path => Verb::Path(path),
        })
    }

    fn path(&mut self) -> Result<Path<'q>, Stop> {
        let mut ways = vec![self.sequence()?];
        while self.peek() == b'|' && self.byte(1) != b'|' {
            self.at += 1;
            ways.push(self.sequence()?);
        }
        Ok(single(ways, Path::Alternative))
    }

    fn sequence(&mut self) -> Result<Path<'q>, Stop> {
        let mut steps = vec![self.step()?];
        while self.eat("/") {
            steps.push(self.step()?);
        }
        Ok(single(steps, Path::Sequence))
    }

    fn step(&mut self) -> Result<Path<'q>, Stop> {
        if self.eat("^") {
            return Ok(Path::Inverse(Box::new(self.element()?)));
        }
        self.element()
    }

    fn element(&mut self) -> Result<Path<'q>, Stop> {
        let path = if self.eat("(") {
            let path = self.nested(Self::path)?;
            self.expect(")")?;
            path
        } else if self.eat("!") {
            Path::Negated(self.negated()?)
        } else {
            Path::Iri(self.predicate()?)
        };
        if self.grammar == Grammar::Standard {
            self.skip();
        }
        let modifier = match self.byte(0) {
            b'*' => Some('*'),
            b'?' if self.grammar == Grammar::Rdflib || !self.begins_variable() => Some('?'),
            b'+' if self.grammar == Grammar::Rdflib || !self.begins_number() => Some('+'),
            _ => None,
        };
        Ok(match modifier {
            Some(modifier) => {
                self.at += 1;
                Path::Repeated(Box::new(path), modifier)
            }
            None => path,
        })
    }

    /// Whether the sign at the place belongs to a number.
    fn begins_number(&self) -> bool {
        let next = self.byte(1);
        next.is_ascii_digit() || (next == b'.' && self.byte(2).is_ascii_digit())
    }

    fn predicate(&mut self) -> Result<std::borrow::Cow<'q, str>, Stop> {
        if self.sees_type() {
            self.at += 1;
            return Ok(format!("{RDF}type").into());
        }
        if !self.sees_iri() {
            return Err(self.stop("a predicate"));
        }
        self.iri()
    }

    fn negated(&mut self) -> Result<Vec<(std::borrow::Cow<'q, str>, bool)>, Stop> {
        let mut set = Vec::new();
        if !self.eat("(") {
            let inverse = self.eat("^");
            set.push((self.predicate()?, inverse));
            return Ok(set);
        }
        while !self.eat(")") {
            if !set.is_empty() {
                self.expect("|")?;
            }
            let inverse = self.eat("^");
            set.push((self.predicate()?, inverse));
        }
        Ok(set)
    }

    /// A term, a blank node with properties, or a list; what they say goes to `out`.
    fn node(&mut self, out: &mut Vec<Triple<'q>>, paths: bool) -> Result<Term<'q>, Stop> {
        match self.peek() {
            b'[' => {
                let start = self.at;
                self.at += 1;
                let blank = self.fresh();
                if !self.eat("]") {
                    self.nested(|parser| parser.properties(&blank, start, out, paths))?;
                    self.expect("]")?;
                }
                Ok(blank)
            }
            b'(' => {
                self.at += 1;
                self.nested(|parser| parser.list(out, paths))
            }
            _ => self.term(),
        }
    }

    /// The rest of a list, from after its bracket.
    fn list(&mut self, out: &mut Vec<Triple<'q>>, paths: bool) -> Result<Term<'q>, Stop> {
        let start = self.at;
        let mut first = Term::Nil;
        let mut last: Option<Term<'q>> = None;
        while !self.eat(")") {
            let item = self.node(out, paths)?;
            let link = self.fresh();
            match last {
                Some(last) => out.push(self.link(last, "rest", link.clone(), start)),
                None => first = link.clone(),
            }
            out.push(self.link(link.clone(), "first", item, start));
            last = Some(link);
        }
        if let Some(last) = last {
            out.push(self.link(last, "rest", Term::Nil, start));
        }
        Ok(first)
    }

    fn link(&self, subject: Term<'q>, name: &str, object: Term<'q>, start: usize) -> Triple<'q> {
        Triple {
            subject,
            verb: Verb::Term(Term::Iri(format!("{RDF}{name}").into())),
            object,
            place: start..self.at,
        }
    }

    fn fresh(&mut self) -> Term<'q> {
        self.anonymous += 1;
        Term::Anonymous(self.anonymous)
    }
}

fn single<'q>(mut parts: Vec<Path<'q>>, many: fn(Vec<Path<'q>>) -> Path<'q>) -> Path<'q> {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            many(parts)
        }
        None => many(parts),
    }
}
