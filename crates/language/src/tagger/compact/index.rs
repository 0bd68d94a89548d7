//! From the keys of features to numbers, by open addressing.

/// A table from keys to numbers.
pub(crate) struct Index {
    /// A key and its number plus one; 0 marks a free slot.
    slots: Vec<(u32, u32)>,
    shift: u32,
}

impl Index {
    /// The table that numbers these keys in their order. Of equal keys the first counts.
    pub(crate) fn new(keys: &[u32]) -> Self {
        let size = (keys.len() * 2).next_power_of_two().max(2);
        let mut index = Self {
            slots: vec![(0, 0); size],
            shift: 32 - size.trailing_zeros(),
        };
        for (number, &key) in (1..).zip(keys) {
            let at = index.slot(key);
            if index.slots[at].1 == 0 {
                index.slots[at] = (key, number);
            }
        }
        index
    }

    /// The slot of a key, or the free one where it would be.
    fn slot(&self, key: u32) -> usize {
        // Keys are hashes; their high bits spread them, and keep sorted keys in order.
        let mut at = (key >> self.shift) as usize;
        loop {
            let (held, number) = self.slots[at];
            if number == 0 || held == key {
                return at;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The number of a key.
    pub(crate) fn get(&self, key: u32) -> Option<usize> {
        let (_, number) = self.slots[self.slot(key)];
        number.checked_sub(1).map(|number| number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn numbers_are_found_again() {
        let keys = [7, u32::MAX, 0, u32::MAX - 1, 7 << 29, 8];
        let index = Index::new(&keys);
        for (number, &key) in keys.iter().enumerate() {
            assert_eq!(index.get(key), Some(number));
        }
        assert_eq!(index.get(9), None);
        assert_eq!(Index::new(&[]).get(9), None);
    }
}
