//! The paired randomisation test: could chance alone have made two systems differ as much?
//!
//! If two systems are equally good, each difference between their scores on a question might as well
//! have the opposite sign. The p-value is the share of all ways to choose the signs under which the
//! sum of the differences is at least as far from 0 as it is (Fisher: The Design of Experiments,
//! 1935, section 21; recommended for retrieval and language processing by Smucker, Allan, Carterette:
//! A comparison of statistical significance tests for information retrieval evaluation, CIKM 2007,
//! and Dror, Baumer, Shlomov, Reichart: The hitchhiker's guide to testing statistical significance
//! in natural language processing, ACL 2018). It assumes nothing about how scores are distributed.
//! Where every score is 0 or 1 it is McNemar's exact test.
//!
//! Differences become whole numbers first, so that sums are exact: the result depends neither on the
//! order of the questions nor on the machine, and 2/3 − 1/3 is as large as 1/3.

use lydite_model::random::SplitMix64;
use serde::{Deserialize, Serialize};

use crate::statistics::fair_coins;

/// The result of a paired randomisation test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Randomisation {
    /// How probable a difference at least as large is, in either direction, between two systems that
    /// are equally good.
    pub p: f64,
    /// How many random choices of signs the p-value was estimated from; none if all choices were
    /// looked at, so that it is exact.
    pub rounds: Option<u64>,
}

/// Scores that differ by less are equal.
const ROUNDING: f64 = 1e-12;

/// Up to as many different choices of signs are looked at one by one.
const MOST_EXACT: usize = 1 << 16;

/// How many choices are drawn, first and at most. More are drawn only while the p-value might turn
/// out to be small: results of 0.1 or more need no further digit, and what is below has passed all
/// rounds (so that for every level up to 0.1 the test is no more liberal than with all rounds; see
/// Besag, Clifford: Sequential Monte Carlo p-values, Biometrika 78(2), 1991).
pub(super) const ROUNDS: [u64; 2] = [10_000, 100_000];

/// The paired randomisation test (sign-flip test) of the differences between the scores of two
/// systems, two-sided.
///
/// ```
/// use lydite_judge::randomisation_test;
/// // Ten questions, all won: two of the 2¹⁰ choices of signs are as far from 0.
/// let test = randomisation_test(&[0.5; 10], 1);
/// assert_eq!(test.p, 2.0 / 1024.0);
/// assert_eq!(test.rounds, None);
/// ```
pub fn randomisation_test(differences: &[f64], seed: u64) -> Randomisation {
    Whole::of(differences).test(seed, &ROUNDS)
}

/// Differences as whole numbers of some small unit.
pub(super) struct Whole {
    values: Vec<i64>,
}

impl Whole {
    /// The largest difference becomes a number of 32 bits. What is no number, or no more than the
    /// rounding of scores, counts as 0.
    pub(super) fn of(differences: &[f64]) -> Self {
        let noticed = |value: &f64| {
            if value.is_finite() && value.abs() > ROUNDING {
                *value
            } else {
                0.0
            }
        };
        let values = || differences.iter().map(noticed);
        let largest = values().fold(0.0, |most: f64, value| most.max(value.abs()));
        // A power of two, so that nothing but the last step rounds.
        let mut unit = 1.0;
        while largest * unit < f64::from(u32::MAX) / 2.0 && unit < 1e300 && largest > 0.0 {
            unit *= 2.0;
        }
        while largest * unit > f64::from(u32::MAX) {
            unit /= 2.0;
        }
        Self {
            values: values()
                .map(|value| (value * unit).round() as i64)
                .collect(),
        }
    }

    /// The sum of the differences, in units.
    pub(super) fn sum(&self) -> i64 {
        self.values.iter().sum()
    }

    /// How many differences are above, at and below 0.
    pub(super) fn wins_ties_losses(&self) -> [usize; 3] {
        let count = |test: fn(&i64) -> bool| self.values.iter().filter(|value| test(value)).count();
        [count(|v| *v > 0), count(|v| *v == 0), count(|v| *v < 0)]
    }

    /// The test with these numbers of rounds, one after the other, if not all choices of signs can
    /// be looked at.
    pub(super) fn test(&self, seed: u64, rounds: &[u64]) -> Randomisation {
        let groups = self.groups();
        let patterns = groups.iter().try_fold(1_usize, |patterns, group| {
            let patterns = patterns.checked_mul(group.count + 1)?;
            (patterns <= MOST_EXACT).then_some(patterns)
        });
        match patterns {
            Some(_) => Randomisation {
                p: exact(&groups, self.extreme()),
                rounds: None,
            },
            None => self.estimate(seed, rounds),
        }
    }

    /// The test by random choices of signs.
    pub(super) fn estimate(&self, seed: u64, rounds: &[u64]) -> Randomisation {
        estimated(
            &self.groups(),
            self.extreme(),
            SplitMix64::new(seed),
            rounds,
        )
    }

    /// How far from 0 a sum must be to count as at least as far.
    fn extreme(&self) -> i64 {
        // Rounding to units may have moved each difference by half a unit in either sum.
        let rounded = self.values.iter().filter(|value| **value != 0).count();
        self.sum().abs() - rounded as i64
    }

    /// The differences that are not 0, by their size.
    fn groups(&self) -> Vec<Group> {
        let different = self.values.iter().filter(|value| **value != 0);
        let mut sizes: Vec<i64> = different.map(|value| value.abs()).collect();
        sizes.sort_unstable();
        sizes
            .chunk_by(|a, b| a == b)
            .map(|equal| Group {
                size: equal[0],
                count: equal.len(),
            })
            .collect()
    }
}

/// Differences of the same size.
struct Group {
    size: i64,
    count: usize,
}

/// The share of all choices of signs whose sum is at least as far from 0.
fn exact(groups: &[Group], extreme: i64) -> f64 {
    // Of equal differences only the number of positive signs counts.
    let mut sums = vec![(0_i64, 1.0_f64)];
    for group in groups {
        let coins = fair_coins(group.count);
        let mut next = Vec::with_capacity(sums.len() * coins.len());
        for (positive, probability) in coins.iter().enumerate() {
            let sum = group.size * (2 * positive as i64 - group.count as i64);
            let shifted = |&(before, share): &(i64, f64)| (before + sum, share * probability);
            next.extend(sums.iter().map(shifted));
        }
        sums = next;
    }
    let far = sums.iter().filter(|(sum, _)| sum.abs() >= extreme);
    far.map(|(_, share)| share).sum::<f64>().min(1.0)
}

/// As many equal differences are counted by the bits of random numbers; of fewer, eight at a time
/// are looked up in a table.
const MANY: usize = 16;

/// The share of random choices of signs whose sum is at least as far from 0; the choice that was
/// observed counts as one of them, so that it is never 0 (Phipson, Smyth: Permutation p-values
/// should never be zero, Statistical Applications in Genetics and Molecular Biology 9(1), 2010).
fn estimated(
    groups: &[Group],
    extreme: i64,
    mut random: SplitMix64,
    rounds: &[u64],
) -> Randomisation {
    let (many, few): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| group.count >= MANY);
    let single: Vec<i64> = few
        .iter()
        .flat_map(|group| std::iter::repeat_n(group.size, group.count))
        .collect();
    let tables: Vec<[i64; 256]> = single.chunks(8).map(table).collect();
    let (mut done, mut far) = (0, 0);
    for &until in rounds {
        while done < until {
            let mut sum = 0;
            for group in &many {
                sum += group.size * (2 * heads(group.count, &mut random) - group.count as i64);
            }
            for tables in tables.chunks(8) {
                let bytes = random.next_u64().to_le_bytes();
                for (table, byte) in tables.iter().zip(bytes) {
                    sum += table[usize::from(byte)];
                }
            }
            far += u64::from(sum.abs() >= extreme);
            done += 1;
        }
        // p is 0.1 or more.
        if 10 * (far + 1) > done {
            break;
        }
    }
    Randomisation {
        p: (far + 1) as f64 / (done + 1) as f64,
        rounds: Some(done),
    }
}

/// The sum of up to eight differences for each choice of their signs.
fn table(sizes: &[i64]) -> [i64; 256] {
    let signed = |bits: usize| {
        let sizes = sizes.iter().enumerate();
        sizes
            .map(|(at, size)| if bits >> at & 1 == 1 { *size } else { -*size })
            .sum()
    };
    std::array::from_fn(signed)
}

/// How many of some coins show heads.
#[inline]
fn heads(coins: usize, random: &mut SplitMix64) -> i64 {
    let mut heads = 0;
    for _ in 0..coins / 64 {
        heads += random.next_u64().count_ones();
    }
    let rest = coins % 64;
    if rest > 0 {
        heads += (random.next_u64() >> (64 - rest)).count_ones();
    }
    i64::from(heads)
}
