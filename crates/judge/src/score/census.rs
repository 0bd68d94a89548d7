//! How often each key occurs in the two files.

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};

/// One of the two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Gold,
    Answers,
}

/// How often a key occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub gold: u32,
    pub answers: u32,
}

impl Count {
    fn of(&mut self, side: Side) -> &mut u32 {
        match side {
            Side::Gold => &mut self.gold,
            Side::Answers => &mut self.answers,
        }
    }
}

/// How often each key occurs in the two files, known by its hash: should two keys share one, their
/// entries are held longer than needed, nothing more.
#[derive(Default)]
pub(super) struct Census {
    /// The hashes, of which two bits say in which files the key occurs: two million questions need
    /// 36 MB.
    seen: HashTable<u64>,
    /// What goes beyond once in each file.
    more: FxHashMap<u64, Count>,
    /// The keys of answers that take the place of one another by what else they have in common.
    shared: FxHashSet<u64>,
    /// The last key with something that answers may have in common.
    common: FxHashMap<u64, u64>,
}

/// Two bits in the middle, for a table looks at the lowest and the highest ones.
const IN_GOLD: u64 = 1 << 40;
const IN_ANSWERS: u64 = 1 << 41;
const KEY: u64 = !(IN_GOLD | IN_ANSWERS);

/// The hash of a key.
pub(super) fn hash(key: &str) -> u64 {
    use std::hash::BuildHasher;
    foldhash::fast::FixedState::default().hash_one(key) & KEY
}

impl Census {
    /// Counts a key; whether it is the first time in this file.
    pub(super) fn add(&mut self, side: Side, key: u64) -> bool {
        let flag = match side {
            Side::Gold => IN_GOLD,
            Side::Answers => IN_ANSWERS,
        };
        let same = |entry: &u64| entry & KEY == key;
        let is_new = match self.seen.find_mut(key, same) {
            Some(entry) => {
                let is_new = *entry & flag == 0;
                *entry |= flag;
                is_new
            }
            None => {
                let table = &mut self.seen;
                table.insert_unique(key, key | flag, |entry| entry & KEY);
                true
            }
        };
        if !is_new {
            *self.more.entry(key).or_default().of(side) += 1;
        }
        is_new
    }

    /// Notes what the answer with this key may have in common with others; whether one with another
    /// key has it too.
    pub(super) fn add_common(&mut self, common: u64, key: u64) -> bool {
        match self.common.insert(common, key) {
            Some(before) if before != key => {
                self.shared.extend([before, key]);
                true
            }
            _ => false,
        }
    }

    /// How often a key occurs.
    pub(super) fn count(&self, key: u64) -> Count {
        let same = |entry: &u64| entry & KEY == key;
        let entry = self.seen.find(key, same).copied().unwrap_or_default();
        let more = self.more.get(&key).copied().unwrap_or_default();
        Count {
            gold: u32::from(entry & IN_GOLD != 0) + more.gold,
            answers: u32::from(entry & IN_ANSWERS != 0) + more.answers,
        }
    }

    /// Whether an answer with another key may take the place of those with this one.
    pub(super) fn is_shared(&self, key: u64) -> bool {
        self.shared.contains(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_on_both_sides() {
        let mut census = Census::default();
        for number in 0..10_000_u32 {
            let key = hash(&number.to_string());
            assert!(census.add(Side::Gold, key));
            assert!(census.add(Side::Answers, key));
            if number % 10 == 0 {
                assert!(!census.add(Side::Answers, key));
                assert!(!census.add(Side::Gold, key));
                assert!(!census.add(Side::Answers, key));
            }
        }
        let count = |number: u32| {
            let count = census.count(hash(&number.to_string()));
            (count.gold, count.answers)
        };
        assert_eq!(
            (count(5), count(20), count(10_000)),
            ((1, 1), (2, 3), (0, 0))
        );
    }
}
