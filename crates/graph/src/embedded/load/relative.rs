//! Relative IRIs that a file gives no base for: resolved, and counted.
//!
//! Parsers do not tell which IRIs were relative. So they get a base with a scheme of its own, by
//! which those IRIs are recognised, and which is then replaced by that of the base that is meant.

use oxrdf::{GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term};

const SCHEME: &str = "lydite-relative:";

/// Resolves relative IRIs, and counts them.
pub(super) struct Relative {
    base: String,
    /// How many there were since somebody took the count.
    pub(super) count: u64,
}

impl Relative {
    pub(super) fn to(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            count: 0,
        }
    }

    /// The base for a parser.
    pub(super) fn marked_base(&self) -> String {
        let (_, rest) = self.base.split_once(':').unwrap_or(("", &self.base));
        format!("{SCHEME}{rest}")
    }

    /// A text with what is meant.
    pub(super) fn text(&self, text: &str) -> String {
        text.replace(SCHEME, self.scheme())
    }

    fn scheme(&self) -> &str {
        let end = self.base.find(':').map_or(0, |at| at + 1);
        &self.base[..end]
    }

    /// A statement with what is meant.
    pub(super) fn quad(&mut self, quad: &mut Quad) {
        if let NamedOrBlankNode::NamedNode(node) = &mut quad.subject {
            self.node(node);
        }
        self.node(&mut quad.predicate);
        match &mut quad.object {
            Term::NamedNode(node) => self.node(node),
            Term::Literal(literal) if literal.datatype().as_str().starts_with(SCHEME) => {
                let mut datatype = literal.datatype().into_owned();
                self.node(&mut datatype);
                *literal = Literal::new_typed_literal(literal.value(), datatype);
            }
            Term::Literal(_) | Term::BlankNode(_) => {}
        }
        if let GraphName::NamedNode(node) = &mut quad.graph_name {
            self.node(node);
        }
    }

    fn node(&mut self, node: &mut NamedNode) {
        if let Some(rest) = node.as_str().strip_prefix(SCHEME) {
            self.count += 1;
            *node = NamedNode::new_unchecked(format!("{}{rest}", self.scheme()));
        }
    }
}
