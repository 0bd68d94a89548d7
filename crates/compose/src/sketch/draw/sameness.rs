//! *The same manager as X*: two things that have one value in common.

use super::Drawing;
use crate::reading::Comparison;
use crate::sketch::{Bounds, What};

impl Drawing<'_> {
    /// Compares what follows *the same* with what is named after *as* or *like*.
    pub(super) fn take_same(&mut self) {
        let words = self.words;
        let Some(same) = (0..words.len()).find(|at| words.at(*at) == "same") else {
            return;
        };
        let order: Vec<usize> = (0..self.pieces.len())
            .filter_map(|at| self.fragment_at(at))
            .collect();
        let shared = order.iter().copied().find(|fragment| {
            let start = self.fragments[*fragment].start;
            start > same && (same + 1..start).all(|at| words.words[at].tag.is_adjective())
        });
        let Some(shared) = shared else {
            return;
        };
        let What::Relation(readings) = &self.fragments[shared].what else {
            return;
        };
        let end = self.fragments[shared].end;
        let standard = order.iter().copied().find(|fragment| {
            let start = self.fragments[*fragment].start;
            start > end
                && ["as", "like", "than"]
                    .iter()
                    .any(|word| (end..start).any(|at| words.at(at) == *word))
                && matches!(self.fragments[*fragment].what, What::Nodes(_))
        });
        let Some(standard) = standard else {
            return;
        };
        let readings = readings.clone();
        let Some(relation) = readings.first().map(|reading| reading.relation) else {
            return;
        };
        let before = order.iter().copied().find(|fragment| {
            self.fragments[*fragment].start < same
                && matches!(self.fragments[*fragment].what, What::Class(_))
                && self.can_have(*fragment, &readings)
        });
        let owner = match before {
            Some(owner) => owner,
            None => {
                let Some(owner) = self.imply_owner(shared, relation) else {
                    return;
                };
                self.asked.push(owner);
                owner
            }
        };
        let other = self.imply(What::Relation(readings), same);
        self.fragments[other].owner = Some(standard);
        let fragment = &mut self.fragments[shared];
        fragment.verb = false;
        fragment.owner = Some(owner);
        fragment.bounds = Some(Bounds::Other(Comparison::Equal, other));
        self.sketch_score += 0.5;
    }
}
