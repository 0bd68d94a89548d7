//! How much a feature has to do with success.

use std::collections::BTreeMap;

/// Cramér's V of a feature and success, corrected for chance (Bergsma 2013): 0 for independence, 1 if one
/// decides the other. Values beyond the nine most frequent are counted together; nothing if the feature is
/// constant, or all or none succeed. A missing value (NaN) is a value of its own.
#[must_use]
pub fn cramers_v(feature: &[f64], success: &[bool]) -> Option<f64> {
    let mut counts: BTreeMap<u64, [f64; 2]> = BTreeMap::new();
    for (value, success) in feature.iter().zip(success) {
        // Equal numbers have equal bits once −0 is 0.
        counts.entry((value + 0.0).to_bits()).or_default()[usize::from(*success)] += 1.0;
    }
    let mut rows: Vec<[f64; 2]> = counts.into_values().collect();
    rows.sort_by(|a, b| (b[0] + b[1]).total_cmp(&(a[0] + a[1])));
    if let Some(rest) = rows.get(9..).filter(|rest| !rest.is_empty()) {
        let rest = rest
            .iter()
            .fold([0.0; 2], |sum, row| [sum[0] + row[0], sum[1] + row[1]]);
        rows.truncate(9);
        rows.push(rest);
    }
    let columns = rows
        .iter()
        .fold([0.0; 2], |sum, row| [sum[0] + row[0], sum[1] + row[1]]);
    let all = columns[0] + columns[1];
    if rows.len() < 2 || columns.contains(&0.0) || all < 2.0 {
        return None;
    }
    let mut squares = 0.0;
    for row in &rows {
        for (cell, column) in row.iter().zip(columns) {
            let expected = (row[0] + row[1]) * column / all;
            squares += (cell - expected).powi(2) / expected;
        }
    }
    let (r, k) = (rows.len() as f64, 2.0);
    let phi = (squares / all - (r - 1.0) * (k - 1.0) / (all - 1.0)).max(0.0);
    let r = r - (r - 1.0).powi(2) / (all - 1.0);
    let k = k - (k - 1.0f64).powi(2) / (all - 1.0);
    let most = (r - 1.0).min(k - 1.0);
    (most > 0.0).then(|| (phi / most).sqrt().min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decides_has_one_and_what_is_independent_zero() {
        let success: Vec<bool> = (0..200).map(|at| at % 2 == 0).collect();
        let decides: Vec<f64> = (0..200).map(|at| f64::from(at % 2)).collect();
        assert!((cramers_v(&decides, &success).unwrap() - 1.0).abs() < 1e-9);
        let apart: Vec<f64> = (0..200).map(|at| f64::from(at / 100)).collect();
        assert_eq!(cramers_v(&apart, &success), Some(0.0));
        assert_eq!(cramers_v(&[1.0; 200], &success), None);
        assert_eq!(cramers_v(&decides, &[true; 200]), None);
    }
}
