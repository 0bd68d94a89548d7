//! The edit distance of two texts, 64 characters at a time.

use rustc_hash::FxHashMap;

/// How many characters must be inserted, deleted or replaced to turn one text into the other
/// (Myers, A fast bit-vector algorithm, JACM 1999, in Hyyrö's form for long patterns).
///
/// ```
/// assert_eq!(lydite_similarity::edit_distance("kitten", "sitting"), 3);
/// ```
pub fn edit_distance(one: &str, other: &str) -> usize {
    let mut pattern: Vec<char> = one.chars().collect();
    let mut text: Vec<char> = other.chars().collect();
    let same = pattern
        .iter()
        .zip(&text)
        .take_while(|(a, b)| a == b)
        .count();
    pattern.drain(..same);
    text.drain(..same);
    while !pattern.is_empty() && pattern.last() == text.last() {
        pattern.pop();
        text.pop();
    }
    if pattern.is_empty() || text.is_empty() {
        return pattern.len().max(text.len());
    }
    let blocks = pattern.len().div_ceil(64);
    let mut places: FxHashMap<char, Vec<u64>> = FxHashMap::default();
    for (at, character) in pattern.iter().enumerate() {
        let bits = places.entry(*character).or_insert_with(|| vec![0; blocks]);
        bits[at / 64] |= 1 << (at % 64);
    }
    let none = vec![0; blocks];
    let mut up = vec![!0u64; blocks];
    let mut down = vec![0u64; blocks];
    let last = 1u64 << ((pattern.len() - 1) % 64);
    let mut distance = pattern.len();
    for character in &text {
        let equal = places.get(character).unwrap_or(&none);
        // What the block above hands down: +1 in the first row of the matrix.
        let (mut more, mut less) = (1, 0);
        for block in 0..blocks {
            let (plus, minus) = (up[block], down[block]);
            let x = equal[block] | less;
            let diagonal = ((x & plus).wrapping_add(plus) ^ plus) | x | minus;
            let mut right = minus | !(diagonal | plus);
            let mut left = plus & diagonal;
            if block + 1 == blocks {
                distance += usize::from(right & last != 0);
                distance -= usize::from(left & last != 0);
            }
            let carry = (right >> 63, left >> 63);
            right = right << 1 | more;
            left = left << 1 | less;
            (more, less) = carry;
            let vertical = equal[block] | minus;
            up[block] = left | !(vertical | right);
            down[block] = right & vertical;
        }
    }
    distance
}
