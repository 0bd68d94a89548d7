//! Finds the triples of a query in its tokens, without a grammar.

use std::ops::Range;

use super::Draft;
use crate::token::Kind;

/// The terms between two separators of a group, the subject and predicate carried over by `;` and
/// `,` included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The tokens of each term; a property path is one term.
    pub(crate) terms: Vec<Range<usize>>,
    /// How many of them were carried over.
    pub(crate) carried: usize,
    /// The token that ends it: `.`, `;`, `,`, a brace, a keyword, or the end.
    pub(crate) end: usize,
}

const PATTERN_WORDS: [&str; 4] = ["OPTIONAL", "UNION", "MINUS", "LATERAL"];
const MODIFIER_WORDS: [&str; 5] = ["GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET"];

/// All statements, in text order. Brackets `[…]` and `(…)` count as one term.
pub(crate) fn statements(draft: &Draft<'_>) -> Vec<Statement> {
    let mut scan = Scan {
        draft,
        found: Vec::new(),
        terms: Vec::new(),
        carried: 0,
        joined: false,
    };
    let mut at = draft
        .tokens
        .iter()
        .position(|token| token.is("{"))
        .unwrap_or(draft.len());
    while at < draft.len() {
        at = scan.step(at).max(at + 1);
    }
    scan.end(draft.len(), 0);
    scan.found
}

struct Scan<'d, 'a> {
    draft: &'d Draft<'a>,
    found: Vec<Statement>,
    terms: Vec<Range<usize>>,
    carried: usize,
    joined: bool,
}

impl Scan<'_, '_> {
    /// Takes the token at `at` and returns where to go on.
    fn step(&mut self, at: usize) -> usize {
        let token = &self.draft.tokens[at];
        match token.kind {
            Kind::Space => at + 1,
            Kind::Symbol => self.symbol(at),
            Kind::Word => self.word(at),
            Kind::String => {
                let mut end = at + 1;
                let next = |i: usize| self.draft.tokens.get(i);
                if next(end).is_some_and(|t| t.kind == Kind::Language) {
                    end += 1;
                } else if next(end).is_some_and(|t| t.is("^^")) {
                    end = (end + 2).min(self.draft.len());
                }
                self.term(at..end);
                end
            }
            _ => {
                self.term(at..at + 1);
                at + 1
            }
        }
    }

    fn symbol(&mut self, at: usize) -> usize {
        match &*self.draft.tokens[at].text {
            "." | "{" | "}" => self.end(at, 0),
            ";" => self.end(at, 1),
            "," => self.end(at, 2),
            "(" | "[" => {
                let close = self.draft.closing(at).unwrap_or(self.draft.len() - 1);
                self.term(at..close + 1);
                return close + 1;
            }
            "/" | "|" => {
                self.extend(at);
                self.joined = true;
            }
            "*" | "+" | "?" | "%" => self.extend(at),
            "^" | "!" | "-" | "^^" => {
                self.term(at..at + 1);
                self.joined = true;
            }
            _ => self.term(at..at + 1),
        }
        at + 1
    }

    fn word(&mut self, at: usize) -> usize {
        let draft = self.draft;
        let token = &draft.tokens[at];
        if token.is_any_word(&PATTERN_WORDS) {
            self.end(at, 0);
        } else if token.is_word("FILTER") || token.is_word("BIND") {
            self.end(at, 0);
            return self.skip_expression(at + 1);
        } else if token.is_word("VALUES") {
            self.end(at, 0);
            let open = (at..draft.len()).find(|&i| draft.tokens[i].is("{"));
            return open
                .and_then(|open| draft.closing(open))
                .map_or(draft.len(), |i| i + 1);
        } else if token.is_word("GRAPH") || token.is_word("SERVICE") {
            self.end(at, 0);
            let silent = draft
                .solid(at + 1)
                .filter(|&i| draft.tokens[i].is_word("SILENT"));
            return draft
                .solid(silent.unwrap_or(at) + 1)
                .map_or(draft.len(), |name| name + 1);
        } else if token.is_word("SELECT") || token.is_any_word(&MODIFIER_WORDS) {
            self.end(at, 0);
            return (at..draft.len())
                .find(|&i| draft.tokens[i].is("{") || draft.tokens[i].is("}"))
                .unwrap_or(draft.len());
        } else {
            self.term(at..at + 1);
        }
        at + 1
    }

    /// Passes over what follows FILTER or BIND; a group of EXISTS is left to be read.
    fn skip_expression(&self, from: usize) -> usize {
        let draft = self.draft;
        let mut at = from;
        while let Some(next) = draft.solid(at) {
            let token = &draft.tokens[next];
            if token.is("(") {
                return draft.closing(next).map_or(draft.len(), |close| close + 1);
            }
            let names = matches!(token.kind, Kind::Word | Kind::Name | Kind::Iri);
            if !names && !token.is("!") {
                return next;
            }
            at = next + 1;
        }
        draft.len()
    }

    fn term(&mut self, range: Range<usize>) {
        match self.terms.last_mut() {
            Some(last) if self.joined => last.end = range.end,
            _ => self.terms.push(range),
        }
        self.joined = false;
    }

    fn extend(&mut self, at: usize) {
        match self.terms.last_mut() {
            Some(last) => last.end = at + 1,
            None => self.terms.push(at..at + 1),
        }
    }

    fn end(&mut self, at: usize, keep: usize) {
        self.joined = false;
        if self.terms.len() > self.carried {
            self.found.push(Statement {
                terms: self.terms.clone(),
                carried: self.carried,
                end: at,
            });
        }
        self.terms.truncate(keep);
        self.carried = self.terms.len();
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, statements};

    #[test]
    fn terms_are_found_in_every_kind_of_group() {
        let draft = Draft::new(
            "SELECT ?x { ?x a/b* 'c'@en ; <d> -1, ?e . FILTER (?e > 2) OPTIONAL { ?x <f> [ <g> 1 ] } }",
        );
        let found: Vec<Vec<String>> = statements(&draft)
            .into_iter()
            .map(|s| s.terms.into_iter().map(|range| draft.text(range)).collect())
            .collect();
        assert_eq!(
            found,
            [
                vec!["?x", "a/b*", "'c'@en"],
                vec!["?x", "<d>", "-1"],
                vec!["?x", "<d>", "?e"],
                vec!["?x", "<f>", "[ <g> 1 ]"],
            ]
        );
    }
}
