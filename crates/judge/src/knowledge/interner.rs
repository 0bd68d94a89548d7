//! Millions of texts by number, each stored once.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Texts by number, in one piece of memory: four bytes of index and eight of place for each.
#[derive(Debug, Default)]
pub(super) struct Interner {
    bytes: String,
    ends: Vec<usize>,
    /// Open addressing; 0 is free, otherwise the number plus one.
    table: Vec<u32>,
}

impl Interner {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        let start = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.bytes[start..self.ends[number]]
    }

    pub(super) fn get(&self, text: &str) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        match self.table[self.slot(text)] {
            0 => None,
            found => Some(found - 1),
        }
    }

    /// The number of a text; a new one if need be. `None` when four billion are used up.
    pub(super) fn intern(&mut self, text: &str) -> Option<u32> {
        if (self.ends.len() + 1) * 3 > self.table.len() * 2 {
            self.grow();
        }
        let slot = self.slot(text);
        if self.table[slot] != 0 {
            return Some(self.table[slot] - 1);
        }
        let number = u32::try_from(self.ends.len())
            .ok()
            .filter(|&number| number < u32::MAX)?;
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        self.table[slot] = number + 1;
        Some(number)
    }

    /// Where a text is, or belongs.
    fn slot(&self, text: &str) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(text) & mask;
        while self.table[slot] != 0 && self.text(self.table[slot] - 1) != text {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(1024);
        self.table = vec![0; size];
        for number in 0..self.ends.len() as u32 {
            let mut slot = hash(self.text(number)) & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = number + 1;
        }
    }
}

fn hash(text: &str) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    // The high bits of this hash are the good ones.
    (hasher.finish() >> 16) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_one_number() {
        let mut interner = Interner::default();
        for round in 0..2 {
            for number in 0..5000_u32 {
                let text = format!("http://example.org/{number}");
                assert_eq!(interner.intern(&text), Some(number), "round {round}");
                assert_eq!(interner.text(number), text);
            }
        }
        assert_eq!(interner.get("http://example.org/x"), None);
        assert_eq!(interner.len(), 5000);
    }
}
