//! Random numbers that are the same for a seed on every machine and in every version.
//!
//! Intervals, samples and generated files must come out the same wherever they are computed, so the
//! generator is a part of what a result depends on and not a crate whose next version may differ.

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
///
/// Good for sampling, shuffling and simulation; not for secrets.
///
/// ```
/// use lydite_model::random::SplitMix64;
/// let mut random = SplitMix64::new(42);
/// let roll = 1 + random.below(6);
/// assert!((1..=6).contains(&roll));
/// assert_eq!(1 + SplitMix64::new(42).below(6), roll);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, all equally likely but for one part in 2⁶⁴ (Lemire: Fast random
    /// integer generation in an interval, TOMACS 29(1), 2019); 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A generator for one part of the work, so that the result does not depend on the order in
    /// which the parts are done.
    pub fn split(&self, part: u64) -> Self {
        let mut seed = Self(self.0 ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93));
        Self(seed.next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        // The output of Vigna's splitmix64.c for these seeds.
        let vectors = [
            (
                0,
                [
                    0xe220_a839_7b1d_cdaf,
                    0x6e78_9e6a_a1b9_65f4,
                    0x06c4_5d18_8009_454f,
                    0xf88b_b8a8_724c_81ec,
                    0x1b39_896a_51a8_749b,
                ],
            ),
            (
                1_234_567,
                [
                    6_457_827_717_110_365_317,
                    3_203_168_211_198_807_973,
                    9_817_491_932_198_370_423,
                    4_593_380_528_125_082_431,
                    16_408_922_859_458_223_821,
                ],
            ),
        ];
        for (seed, expected) in vectors {
            let mut random = SplitMix64::new(seed);
            assert_eq!(expected.map(|_| random.next_u64()), expected);
        }
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut random = SplitMix64::new(5);
        let mut counts = [0_u32; 7];
        (0..70_000).for_each(|_| counts[random.below(7)] += 1);
        // Chi-squared with 6 degrees of freedom: 22.5 has a probability of 0.001.
        let chi: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 22.5, "{chi}: {counts:?}");
        assert_eq!(random.below(1), 0);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn units_fill_the_range_from_zero_to_one() {
        let mut random = SplitMix64::new(9);
        let units: Vec<f64> = (0..10_000).map(|_| random.unit()).collect();
        assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
        let mean = units.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }

    #[test]
    fn parts_have_numbers_of_their_own() {
        let whole = SplitMix64::new(3);
        let first = |part| whole.split(part).next_u64();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert_ne!(first(0), whole.clone().next_u64());
        // The order of the parts plays no role, nor what the whole gives meanwhile elsewhere.
        assert_eq!(whole, SplitMix64::new(3));
    }
}
