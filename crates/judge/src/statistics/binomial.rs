//! Binomial probabilities and draws, by nothing but additions, multiplications and divisions, so
//! that they are the same on every machine.

use lydite_model::random::SplitMix64;

/// The probabilities of 0, 1, … n hits in n trials.
///
/// From the most probable number outwards, by the ratio of neighbours: nothing that matters
/// underflows, and no logarithm is needed, whose last digit differs between platforms.
fn probabilities(n: usize, hit: f64) -> Vec<f64> {
    let mut all = vec![0.0; n + 1];
    let mode = (((n + 1) as f64 * hit) as usize).min(n);
    let odds = hit / (1.0 - hit);
    all[mode] = 1.0;
    for at in mode..n {
        all[at + 1] = all[at] * odds * (n - at) as f64 / (at + 1) as f64;
    }
    for at in (0..mode).rev() {
        all[at] = all[at + 1] * (at + 1) as f64 / ((n - at) as f64 * odds);
    }
    let sum: f64 = all.iter().sum();
    all.iter_mut().for_each(|probability| *probability /= sum);
    all
}

/// The probabilities of 0, 1, … n heads of n coins.
pub(crate) fn fair_coins(n: usize) -> Vec<f64> {
    probabilities(n, 0.5)
}

/// Draws from a binomial distribution in constant time: a table says where in the cumulated
/// probabilities to look (Chen, Asau: On generating random variates from an empirical distribution,
/// AIIE Transactions 6(2), 1974).
#[derive(Clone, Debug)]
pub(super) struct Binomial {
    /// The smallest number of hits that has a probability to speak of.
    least: usize,
    /// The probability of at most as many hits, from the least on.
    cumulated: Vec<f64>,
    /// The first of these to consider, by the leading bits of the draw.
    guide: [u32; 32],
}

impl Binomial {
    /// n trials, each a hit with this probability, which is neither 0 nor 1.
    pub(super) fn new(n: usize, hit: f64) -> Self {
        let (least, mut cumulated) = likely(n, hit);
        let all: f64 = cumulated.iter().sum();
        let mut sum = 0.0;
        for probability in &mut cumulated {
            sum += *probability;
            *probability = sum / all;
        }
        // Rounding may leave the last one below 1.
        if let Some(last) = cumulated.last_mut() {
            *last = f64::INFINITY;
        }
        let mut at = 0;
        let guide = std::array::from_fn(|slot| {
            while cumulated[at] <= slot as f64 / 32.0 {
                at += 1;
            }
            at as u32
        });
        Self {
            least,
            cumulated,
            guide,
        }
    }

    #[inline]
    pub(super) fn draw(&self, random: &mut SplitMix64) -> usize {
        let bits = random.next_u64();
        // A signed number takes one instruction.
        let unit = (bits >> 11) as i64 as f64 * (1.0 / (1_u64 << 53) as f64);
        let mut at = self.guide[(bits >> 59) as usize] as usize;
        while self.cumulated[at] <= unit {
            at += 1;
        }
        self.least + at
    }
}

/// The numbers of hits that are at all likely, as the least of them and how probable each is compared
/// with the most probable one. What the 53 bits of a draw cannot tell from impossible is left out.
fn likely(n: usize, hit: f64) -> (usize, Vec<f64>) {
    const UNLIKELY: f64 = 1e-17;
    let mode = (((n + 1) as f64 * hit) as usize).min(n);
    let odds = hit / (1.0 - hit);
    let (mut weights, mut least, mut weight) = (Vec::new(), mode, 1.0);
    while least > 0 && weight > UNLIKELY {
        weights.push(weight);
        weight *= least as f64 / ((n - least + 1) as f64 * odds);
        least -= 1;
    }
    weights.push(weight);
    weights.reverse();
    let mut most = mode;
    weight = 1.0;
    while most < n && weight > UNLIKELY {
        weight *= odds * (n - most) as f64 / (most + 1) as f64;
        weights.push(weight);
        most += 1;
    }
    (least, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_fall_as_pascals_triangle_says() {
        let expected = [1.0, 4.0, 6.0, 4.0, 1.0].map(|ways| ways / 16.0);
        assert_eq!(fair_coins(4), expected);
        assert_eq!(fair_coins(0), [1.0]);
        let many = fair_coins(5000);
        assert!((many.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // scipy 1.17.1: binom.pmf(2500, 5000, 0.5)
        assert!((many[2500] - 0.011283227495479853).abs() < 1e-14);
    }

    #[test]
    fn draws_have_the_mean_and_variance_of_the_distribution() {
        for (n, hit) in [(1, 0.3), (100, 0.5), (400, 0.02), (20_000, 0.97)] {
            let table = Binomial::new(n, hit);
            let mut random = SplitMix64::new(1);
            let draws: Vec<f64> = (0..20_000)
                .map(|_| table.draw(&mut random) as f64)
                .collect();
            let mean = draws.iter().sum::<f64>() / 20_000.0;
            let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / 20_000.0;
            let (expected, spread) = (n as f64 * hit, n as f64 * hit * (1.0 - hit));
            assert!(
                (mean - expected).abs() < 4.0 * (spread / 20_000.0).sqrt(),
                "{mean}"
            );
            assert!(
                (variance / spread - 1.0).abs() < 0.06,
                "{variance} {spread}"
            );
        }
    }
}
