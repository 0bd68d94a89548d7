//! Sets of kinds of nodes, as bits.

/// The number of a kind of nodes: those with the same most specific classes.
pub(crate) type Key = u32;

/// A set of [`Key`]s.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct KeySet(Box<[u64]>);

impl KeySet {
    /// None of `size` keys.
    pub(crate) fn none(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)].into())
    }

    pub(crate) fn insert(&mut self, key: Key) {
        self.0[key as usize / 64] |= 1 << (key % 64);
    }

    pub(crate) fn contains(&self, key: Key) -> bool {
        self.0[key as usize / 64] >> (key % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|bits| *bits == 0)
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (bits, more) in self.0.iter_mut().zip(&other.0) {
            *bits |= more;
        }
    }

    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Key> {
        self.0.iter().enumerate().flat_map(|(at, bits)| {
            let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|bits| *bits != 0);
            let first = Some(*bits).filter(|bits| *bits != 0);
            std::iter::successors(first, rest)
                .map(move |bits| at as u32 * 64 + bits.trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_meet_and_join() {
        let mut one = KeySet::none(100);
        one.insert(3);
        one.insert(99);
        let mut other = KeySet::none(100);
        other.insert(99);
        assert!(one.meets(&other) && other.is_within(&one) && !one.is_within(&other));
        assert_eq!(one.and(&other), other);
        assert_eq!(one.iter().collect::<Vec<_>>(), [3, 99]);
    }
}
