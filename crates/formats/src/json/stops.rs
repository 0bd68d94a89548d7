//! Where a run of dull bytes ends, eight bytes at a time.
//!
//! Half of most files is indentation, and most strings are shorter than a call of a vectorised
//! search is worth. The masks are exact for the lowest byte that they mark, which is the one asked
//! for (Mycroft's test for a zero byte; Warren: Hacker's Delight, 6-1).

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The first byte from `at` on that is no white space of JSON.
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let [b' ' | b'\n' | b'\r' | b'\t', more @ ..] = rest {
        rest = more;
        // After a line break, most of it is blanks.
        while let Some((word, more)) = rest.split_first_chunk() {
            let others = u64::from_le_bytes(*word) ^ (ONES * b' ' as u64);
            if others != 0 {
                rest = &rest[others.trailing_zeros() as usize / 8..];
                break;
            }
            rest = more;
        }
    }
    bytes.len() - rest.len()
}

/// The first byte from `at` on that is a quote, a backslash or a control character.
pub(super) fn string_stop(bytes: &[u8], at: usize) -> usize {
    find(
        bytes,
        at,
        |word| {
            below(word ^ (ONES * b'"' as u64), 1)
                | below(word ^ (ONES * b'\\' as u64), 1)
                | below(word, b' ')
        },
        |byte| matches!(byte, b'"' | b'\\' | ..b' '),
    )
}

/// The first byte from `at` on that may open or close something: a quote or a bracket. A few other
/// bytes stop as well, `^`, `_` and some letters, which valid JSON does not have there.
pub(super) fn mark_stop(bytes: &[u8], at: usize) -> usize {
    // The brackets differ in three bits only, and all are ones in DEL.
    const DIFFERENT: u8 = b'[' ^ b'{' | b'[' ^ b']';
    let is_bracket = |byte: u8| byte | DIFFERENT == 0x7f;
    find(
        bytes,
        at,
        |word| {
            below(word ^ (ONES * b'"' as u64), 1)
                | below((word | (ONES * DIFFERENT as u64)) ^ (ONES * 0x7f), 1)
        },
        |byte| byte == b'"' || is_bracket(byte),
    )
}

/// Marks the lowest byte that is smaller than `bound`, and perhaps bytes above it.
fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(ONES * u64::from(bound)) & !word & HIGHS
}

/// The first byte in question, or the end; `mark` leaves the bytes before it zero.
fn find(bytes: &[u8], at: usize, mark: impl Fn(u64) -> u64, stops: impl Fn(u8) -> bool) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((word, more)) = rest.split_first_chunk() {
        let marks = mark(u64::from_le_bytes(*word));
        if marks != 0 {
            return bytes.len() - rest.len() + marks.trailing_zeros() as usize / 8;
        }
        rest = more;
    }
    let dull = rest.iter().take_while(|byte| !stops(**byte)).count();
    bytes.len() - rest.len() + dull
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MARKS: &[u8] = b"\"{}[]";
    const DULL: &[u8] = b" \n\r\t,:.-0123456789truefalsn";

    proptest! {
        #[test]
        fn runs_end_where_a_plain_search_says(space in "[ \n]{0,3} {0,40}[\r\t]?", bytes: Vec<u8>, from in 0..40_usize) {
            let mut text = space.into_bytes();
            text.extend(bytes);
            let from = from.min(text.len());
            let plain = |stops: fn(u8) -> bool| {
                let rest = text[from..].iter();
                rest.copied().position(stops).map_or(text.len(), |at| from + at)
            };
            prop_assert_eq!(
                skip_space(&text, from),
                plain(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
            );
            let stop = mark_stop(&text, from);
            let first_mark = plain(|byte| MARKS.contains(&byte));
            let dull = text.get(stop).is_some_and(|byte| DULL.contains(byte));
            prop_assert!(stop <= first_mark && !dull);
            prop_assert_eq!(
                string_stop(&text, from),
                plain(|byte| matches!(byte, b'"' | b'\\' | ..b' '))
            );
        }
    }
}
