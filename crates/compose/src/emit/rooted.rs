//! A pattern seen from the variable that is asked for.

use crate::connect::Tree;

/// Parents and children of the variables of a pattern, from a root.
pub(super) struct Rooted {
    pub(super) root: usize,
    /// The variable and the edge by which each is reached.
    pub(super) parent: Vec<Option<(usize, usize)>>,
    pub(super) children: Vec<Vec<(usize, usize)>>,
    pub(super) depth: Vec<usize>,
}

impl Rooted {
    pub(super) fn new(tree: &Tree, root: usize) -> Self {
        let count = tree.vars.len();
        let mut rooted = Self {
            root,
            parent: vec![None; count],
            children: vec![Vec::new(); count],
            depth: vec![usize::MAX; count],
        };
        rooted.depth[root] = 0;
        let mut waiting = vec![root];
        let mut used = vec![false; tree.edges.len()];
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
                if rooted.depth[other] == usize::MAX {
                    used[at] = true;
                    rooted.depth[other] = rooted.depth[here] + 1;
                    rooted.parent[other] = Some((here, at));
                    rooted.children[here].push((other, at));
                    waiting.push(other);
                }
            }
        }
        rooted
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
