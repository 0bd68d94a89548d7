//! Answers whose order is part of the question.

/// Keeps as many pairs as are in the same order on both sides.
///
/// `rank` says where a gold row stands; rows of one rank may come in any order.
pub(super) fn in_order(
    mut pairs: Vec<(usize, usize)>,
    rank: impl Fn(usize) -> usize,
) -> Vec<(usize, usize)> {
    pairs.sort_unstable_by_key(|&(gold, system)| (rank(gold), system));
    // Longest increasing subsequence by patience sorting.
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; pairs.len()];
    for at in 0..pairs.len() {
        let pile = tops.partition_point(|&top| pairs[top].1 < pairs[at].1);
        before[at] = pile.checked_sub(1).map(|pile| tops[pile]);
        if pile == tops.len() {
            tops.push(at);
        } else {
            tops[pile] = at;
        }
    }
    let mut kept = Vec::with_capacity(tops.len());
    let mut at = tops.last().copied();
    while let Some(index) = at {
        kept.push(pairs[index]);
        at = before[index];
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_kept_as_far_as_possible() {
        let pairs = |places: &[usize]| places.iter().copied().enumerate().collect::<Vec<_>>();
        let kept = |places: &[usize]| in_order(pairs(places), |gold| gold);
        assert_eq!(kept(&[0, 1, 2]).len(), 3);
        assert_eq!(kept(&[2, 1, 0]).len(), 1);
        assert_eq!(kept(&[1, 2, 0, 3]), [(0, 1), (1, 2), (3, 3)]);
        assert_eq!(kept(&[]), []);
        assert_eq!(in_order(pairs(&[0, 2, 1]), |gold| gold.min(1)).len(), 3);
    }
}
