//! Holm's correction for several tests.

/// The p-values after Holm's correction, in the same order: if all below 0.05 are called significant,
/// the probability of calling *any* difference significant that is none is at most 0.05, whatever the
/// tests have in common (Holm: A simple sequentially rejective multiple test procedure, Scandinavian
/// Journal of Statistics 6(2), 1979).
///
/// ```
/// let corrected = lydite_judge::holm(&[0.01, 0.04, 0.03]);
/// assert_eq!(corrected, [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![1.0; count];
    let mut largest: f64 = 0.0;
    for (place, at) in order.into_iter().enumerate() {
        largest = largest.max((count - place) as f64 * p_values[at]).min(1.0);
        corrected[at] = largest;
    }
    corrected
}
