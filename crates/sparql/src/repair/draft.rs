//! A query as tokens that passes may change.

use std::collections::HashSet;
use std::ops::Range;

use super::{Repair, RepairKind};
use crate::token::{Kind, Token, tokens};

/// A query on its way to SPARQL 1.1.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'a> {
    pub(crate) tokens: Vec<Token<'a>>,
    pub(crate) repairs: Vec<Repair>,
    names: Option<HashSet<String>>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            tokens: tokens(text),
            repairs: Vec::new(),
            names: None,
        }
    }

    /// The names of its variables, for finding new ones.
    pub(crate) fn variable_names(&mut self) -> &mut HashSet<String> {
        self.names.get_or_insert_with(|| {
            let variables = self.tokens.iter().filter(|t| t.kind == Kind::Variable);
            variables.map(|token| token.text[1..].to_owned()).collect()
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text of some tokens.
    pub(crate) fn text(&self, range: Range<usize>) -> String {
        self.tokens[range].iter().map(|t| &*t.text).collect()
    }

    /// The first token at or after `from` that is not white space.
    pub(crate) fn solid(&self, from: usize) -> Option<usize> {
        (from..self.len()).find(|&i| !self.tokens[i].is_space())
    }

    /// The last token before `before` that is not white space.
    pub(crate) fn solid_before(&self, before: usize) -> Option<usize> {
        (0..before).rev().find(|&i| !self.tokens[i].is_space())
    }

    /// `range` without white space at its ends.
    pub(crate) fn trim(&self, mut range: Range<usize>) -> Range<usize> {
        while range.start < range.end && self.tokens[range.start].is_space() {
            range.start += 1;
        }
        while range.start < range.end && self.tokens[range.end - 1].is_space() {
            range.end -= 1;
        }
        range
    }

    /// The place in the given text where token `index` begins.
    pub(crate) fn at(&self, index: usize) -> usize {
        match self.tokens.get(index) {
            Some(token) => token.at,
            None => self.tokens.last().map_or(0, |t| t.at + t.text.len()),
        }
    }

    /// Replaces tokens and notes the repair.
    pub(crate) fn replace(
        &mut self,
        range: Range<usize>,
        new: Vec<(Kind, String)>,
        kind: RepairKind,
    ) {
        let at = self.at(range.start);
        let before = self.text(range.clone());
        let after = new.iter().map(|(_, text)| text.as_str()).collect();
        self.exchange(range, new);
        self.repairs.push(Repair {
            kind,
            offset: at,
            before,
            after,
        });
    }

    /// Replaces tokens without a note.
    pub(crate) fn exchange(&mut self, range: Range<usize>, new: Vec<(Kind, String)>) {
        let at = self.at(range.start);
        self.tokens.splice(
            range,
            new.into_iter()
                .map(|(kind, text)| Token::new(kind, text, at)),
        );
    }

    /// Replaces tokens by `text`, cut anew, and notes the repair.
    pub(crate) fn rewrite(&mut self, range: Range<usize>, text: &str, kind: RepairKind) {
        let new = tokens(text)
            .into_iter()
            .map(|token| (token.kind, token.text.into_owned()))
            .collect();
        self.replace(range, new, kind);
    }

    /// The bracket that closes the one at `open`.
    pub(crate) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in open..self.len() {
            let token = &self.tokens[index];
            if token.kind != Kind::Symbol {
                continue;
            }
            match &*token.text {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The whole query.
    pub(crate) fn to_text(&self) -> String {
        self.text(0..self.len())
    }
}
