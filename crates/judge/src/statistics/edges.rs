//! Intervals where the bootstrap has nothing to draw: Wilson's, and what follows from it.
//!
//! A system that answers 100 questions out of 100 will not answer every question for ever, yet
//! drawing from a hundred ones gives nothing but ones. Wilson's interval holds the shares under
//! which the observation is not surprising (Wilson: Probable inference, the law of succession, and
//! statistical inference, JASA 22, 1927; recommended for small n and extreme shares by Brown, Cai,
//! DasGupta: Interval estimation for a binomial proportion, Statistical Science 16(2), 2001).
//!
//! It is made for questions that are right or wrong. Scores between 0 and 1 vary at most as much:
//! with the mean p, their variance is at most p(1 − p), which only zeros and ones reach (Bhatia,
//! Davis: A better bound on the variance, American Mathematical Monthly 107, 2000). So for a mean of
//! scores, Wilson's interval is rather too wide than too narrow.

use super::Interval;

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval for this share of n questions.
///
/// n need not be whole: for a ratio over questions of different weight it is the effective number,
/// that of equal ones which vary as much (Korn, Graubard: Confidence intervals for proportions with
/// small expected number of positive counts, Survey Methodology 24(2), 1998).
pub(crate) fn wilson(share: f64, n: f64) -> Interval {
    let z2 = Z * Z;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let variance = share * (1.0 - share) / n + z2 / (4.0 * n * n);
    let half = Z / (1.0 + z2 / n) * variance.max(0.0).sqrt();
    Interval {
        // The ends are exact where the share is; rounding must not move them.
        low: if share <= 0.0 { 0.0 } else { centre - half }.clamp(0.0, 1.0),
        high: if share >= 1.0 { 1.0 } else { centre + half }.clamp(0.0, 1.0),
    }
}

/// The interval of a mean if all n questions have the same value, in a range that no question can
/// leave.
///
/// By Wilson, at most z² / (n + z²) of all questions differ from these n, and those by as much as
/// the range allows. For values of 0 and 1 this is Wilson's interval; for a difference of 0 between
/// two systems it is that share on both sides.
pub(crate) fn unanimous(value: f64, n: f64, [least, most]: [f64; 2]) -> Interval {
    let others = Z * Z / (n + Z * Z);
    Interval {
        low: value - others * (value - least),
        high: value + others * (most - value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, low: f64, high: f64) {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(
            close(interval.low, low) && close(interval.high, high),
            "{interval:?}, not [{low}, {high}]"
        );
    }

    #[test]
    fn wilson_intervals_are_those_of_scipy() {
        // scipy 1.17.1: binomtest(k, n).proportion_ci(0.95, method='wilson')
        let cases = [
            (0, 1, 0.0, 0.7934506856227626),
            (1, 1, 0.20654931437723745, 1.0),
            (0, 10, 0.0, 0.27753279986288926),
            (10, 10, 0.7224672001371109, 1.0),
            (0, 100, 0.0, 0.03699349820698568),
            (1, 100, 0.001767432064140647, 0.054486196178705315),
            (50, 100, 0.4038315303659956, 0.5961684696340044),
            (97, 100, 0.9154806357094724, 0.9897454759759611),
            (150, 150, 0.9750297556319234, 1.0),
            (3, 7, 0.1582198552514697, 0.7495416354723428),
        ];
        for (k, n, low, high) in cases {
            near(wilson(f64::from(k) / f64::from(n), f64::from(n)), low, high);
        }
    }

    #[test]
    fn at_zero_and_one_all_equal_questions_have_wilsons_interval() {
        for n in [1.0, 10.0, 150.0] {
            for share in [0.0, 1.0] {
                let Interval { low, high } = wilson(share, n);
                near(unanimous(share, n, [0.0, 1.0]), low, high);
            }
        }
    }

    #[test]
    fn equal_systems_may_differ_on_questions_not_seen() {
        // z² / (100 + z²)
        near(
            unanimous(0.0, 100.0, [-1.0, 1.0]),
            -0.036_993_498_206_985_68,
            0.036_993_498_206_985_68,
        );
        let Interval { low, high } = unanimous(0.5, 100.0, [0.0, 1.0]);
        assert!(low > 0.48 && low < 0.5 && high > 0.5 && high < 0.52);
    }
}
