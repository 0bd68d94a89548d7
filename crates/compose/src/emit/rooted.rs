//! A pattern seen from the variable that is asked for.

use crate::connect::Tree;

/// Parents and children of the variables of a pattern, from a root.
pub(super) struct Rooted {
    pub(super) root: usize,
    /// The variable and the edge by which each is reached.
    pub(super) parent: Vec<Option<(usize, usize)>>,
    pub(super) children: Vec<Vec<(usize, usize)>>,
    pub(super) depth: Vec<usize>,
    /// Where each part of the pattern begins, the first with the root.
    pub(super) roots: Vec<usize>,
}

impl Rooted {
    pub(super) fn new(tree: &Tree, root: usize) -> Self {
        let count = tree.vars.len();
        let mut rooted = Self {
            root,
            parent: vec![None; count],
            children: vec![Vec::new(); count],
            depth: vec![usize::MAX; count],
            roots: Vec::new(),
        };
        let mut used = vec![false; tree.edges.len()];
        for start in std::iter::once(root).chain(0..count) {
            if rooted.depth[start] == usize::MAX {
                rooted.roots.push(start);
                rooted.descend(tree, start, &mut used);
            }
        }
        rooted
    }

    fn descend(&mut self, tree: &Tree, start: usize, used: &mut [bool]) {
        self.depth[start] = 0;
        let mut waiting = vec![start];
        while let Some(here) = waiting.pop() {
            for (at, edge) in tree.edges.iter().enumerate() {
                if used[at] || (edge.from != here && edge.to != here) {
                    continue;
                }
                let other = if edge.from == here {
                    edge.to
                } else {
                    edge.from
                };
                if self.depth[other] == usize::MAX {
                    used[at] = true;
                    self.depth[other] = self.depth[here] + 1;
                    self.parent[other] = Some((here, at));
                    self.children[here].push((other, at));
                    waiting.push(other);
                }
            }
        }
    }

    /// The variables from one up to the root, itself first.
    pub(super) fn upwards(&self, var: usize) -> Vec<usize> {
        let mut path = vec![var];
        let mut here = var;
        while let Some((parent, _)) = self.parent[here] {
            path.push(parent);
            here = parent;
        }
        path
    }
}
