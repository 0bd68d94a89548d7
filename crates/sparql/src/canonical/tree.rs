//! Queries as trees whose leaves are terms and variables, with inner nodes that know whether the
//! order of their children matters.

use std::borrow::Cow;

/// A node's number.
pub(super) type Id = usize;

/// What a node is.
#[derive(Clone, Debug)]
pub(super) enum Item<'q> {
    /// A term, a keyword, a number.
    Leaf(Cow<'q, str>),
    /// A variable by its number.
    Variable(usize),
    /// Children in order.
    Ordered(&'static str),
    /// Children in any order.
    Unordered(&'static str),
}

/// A tree. Children come before their parents, the root is last.
#[derive(Debug, Default)]
pub(super) struct Tree<'q> {
    pub(super) items: Vec<Item<'q>>,
    /// For each node, its children as a range of `children`.
    pub(super) spans: Vec<(u32, u32)>,
    pub(super) children: Vec<Id>,
    pub(super) variables: usize,
}

impl<'q> Tree<'q> {
    fn push(&mut self, item: Item<'q>, children: &[Id]) -> Id {
        let start = self.children.len();
        self.children.extend_from_slice(children);
        let at = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.spans.push((at(start), at(self.children.len())));
        self.items.push(item);
        self.items.len() - 1
    }

    pub(super) fn leaf(&mut self, text: impl Into<Cow<'q, str>>) -> Id {
        self.push(Item::Leaf(text.into()), &[])
    }

    pub(super) fn variable(&mut self, number: usize) -> Id {
        self.variables = self.variables.max(number + 1);
        self.push(Item::Variable(number), &[])
    }

    pub(super) fn ordered(&mut self, label: &'static str, children: &[Id]) -> Id {
        self.push(Item::Ordered(label), children)
    }

    pub(super) fn unordered(&mut self, label: &'static str, children: &[Id]) -> Id {
        self.push(Item::Unordered(label), children)
    }

    pub(super) fn children(&self, id: Id) -> &[Id] {
        let (start, end) = self.spans[id];
        &self.children[start as usize..end as usize]
    }

    /// The tree as text, with these numbers for the variables and unordered children sorted.
    pub(super) fn to_text(&self, numbers: &[usize]) -> String {
        let mut texts: Vec<String> = Vec::with_capacity(self.items.len());
        for (id, item) in self.items.iter().enumerate() {
            let text = match item {
                Item::Leaf(text) => text.to_string(),
                Item::Variable(number) => format!("?{}", numbers[*number]),
                Item::Ordered(label) | Item::Unordered(label) => {
                    // Each node has one parent, so its text can be moved up.
                    let mut parts: Vec<String> = self
                        .children(id)
                        .iter()
                        .map(|child| std::mem::take(&mut texts[*child]))
                        .collect();
                    if let Item::Unordered(_) = item {
                        parts.sort_unstable();
                    }
                    let length = parts.iter().map(|part| part.len() + 1).sum::<usize>();
                    let mut text = String::with_capacity(length + label.len() + 2);
                    text.push('(');
                    text.push_str(label);
                    for part in &parts {
                        if !text.ends_with('(') {
                            text.push(' ');
                        }
                        text.push_str(part);
                    }
                    text.push(')');
                    text
                }
            };
            texts.push(text);
        }
        texts.pop().unwrap_or_default()
    }
}
