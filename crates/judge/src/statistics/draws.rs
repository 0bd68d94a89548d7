//! Draws questions with replacement, as many as there are, round after round.

use lydite_model::random::SplitMix64;

use super::binomial::Binomial;

/// Fewer equal questions are drawn one by one as fast as together.
const FEW: usize = 6;

/// So many kinds of equal questions are drawn together; more take more memory than time.
const MOST: usize = 8;

/// From so many questions on only the most frequent kind is drawn together, for each of the others
/// would need a table for every number of draws that is left to it.
const MANY: usize = 4096;

/// Rounds of draws from questions of which the first ones, often most, are of a few kinds.
///
/// How many of a kind come up is one draw from a binomial distribution, given what came up of the
/// kinds before it (Devroye: Non-Uniform Random Variate Generation, 1986, chapter XI.1.4: the
/// conditional distribution method). Only the other questions are drawn one by one, or two by two.
#[derive(Debug)]
pub(super) struct Draws {
    random: SplitMix64,
    questions: usize,
    kinds: Vec<Kind>,
    /// How many of each kind the round has drawn.
    counts: Vec<f64>,
    /// Those that are drawn one by one.
    others: usize,
}

/// Equal questions.
#[derive(Debug)]
struct Kind {
    /// Their share of the questions that are not of a kind before them.
    share: f64,
    /// The distribution of their number, for as many draws as are left to them.
    tables: Vec<Option<Box<Binomial>>>,
}

impl Kind {
    /// How many of so many draws are of this kind.
    #[inline]
    fn draw(&mut self, draws: usize, random: &mut SplitMix64) -> usize {
        if self.share >= 1.0 {
            return draws;
        }
        let share = self.share;
        let table = &mut self.tables[draws];
        table
            .get_or_insert_with(|| Box::new(Binomial::new(draws, share)))
            .draw(random)
    }
}

/// What one round has drawn.
pub(super) struct Round<'d> {
    /// How many questions of each kind.
    pub(super) counts: &'d [f64],
    /// How many of the others are to be drawn.
    pub(super) others: usize,
    /// By what they are drawn; as it is afterwards, it is for the next round.
    pub(super) random: &'d mut SplitMix64,
}

impl Draws {
    /// Draws from kinds of questions, of which there are so many each, the largest first.
    pub(super) fn new(kinds: &[usize], random: SplitMix64) -> Self {
        let questions: usize = kinds.iter().sum();
        let most = if questions < MANY { MOST } else { 1 };
        let mut others = questions;
        let kinds: Vec<Kind> = kinds
            .iter()
            .take(most)
            .take_while(|count| **count >= FEW)
            .map(|count| {
                let share = *count as f64 / others as f64;
                others -= count;
                Kind {
                    share,
                    tables: (0..=questions).map(|_| None).collect(),
                }
            })
            .collect();
        Self {
            random,
            questions,
            counts: vec![0.0; kinds.len()],
            kinds,
            others,
        }
    }

    /// How many kinds are drawn together.
    pub(super) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// How many questions are drawn one by one.
    pub(super) fn others(&self) -> usize {
        self.others
    }

    /// Draws how many questions of each kind come up, and so how many others.
    #[inline]
    pub(super) fn round(&mut self) -> Round<'_> {
        let mut left = self.questions;
        for (kind, count) in self.kinds.iter_mut().zip(&mut self.counts) {
            let drawn = kind.draw(left, &mut self.random);
            *count = drawn as u32 as f64;
            left -= drawn;
        }
        Round {
            counts: &self.counts,
            others: left,
            random: &mut self.random,
        }
    }
}

/// Draws one of so many, two at once from each random number.
///
/// A place comes from 32 bits by multiplication, all alike but for one part in 2³².
#[inline]
pub(super) fn two(all: usize, random: &mut SplitMix64) -> [usize; 2] {
    let (bits, all) = (random.next_u64(), all as u64);
    [u64::from(bits as u32), bits >> 32].map(|bits| ((bits * all) >> 32) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_drawn_as_often_as_it_occurs() {
        let cases: [&[usize]; 6] = [
            &[1; 100],
            &[90, 3, 1, 1, 1, 1, 1, 1, 1],
            &[33, 16, 6, 5, 3, 2, 2, 1, 1],
            &[60, 40],
            &[20; 5],
            &[9, 8, 8, 8, 7, 7, 7, 7, 6, 6, 5, 5, 4],
        ];
        for kinds in cases {
            let mut draws = Draws::new(kinds, SplitMix64::new(2));
            let questions: usize = kinds.iter().sum();
            let mut sums = vec![0.0; draws.kinds()];
            for _ in 0..5000 {
                let round = draws.round();
                let together: f64 = round.counts.iter().sum();
                assert_eq!(together + round.others as f64, questions as f64);
                for (sum, count) in sums.iter_mut().zip(round.counts) {
                    *sum += count;
                }
            }
            for (sum, kind) in sums.iter().zip(kinds) {
                // Expected 5000 for each question, with a standard deviation of 70.
                let off = (sum / *kind as f64 - 5000.0).abs();
                assert!(off * (*kind as f64).sqrt() < 280.0, "{kinds:?}: {sums:?}");
            }
        }
    }

    #[test]
    fn each_of_two_is_any_with_the_same_probability() {
        let mut random = SplitMix64::new(2);
        let mut counts = [[0_u32; 7]; 2];
        for _ in 0..70_000 {
            for (counts, place) in counts.iter_mut().zip(two(7, &mut random)) {
                counts[place] += 1;
            }
        }
        // Expected 10,000 each, with a standard deviation of 93.
        let fair = |count: &u32| (9600..=10_400).contains(count);
        assert!(counts.as_flattened().iter().all(fair), "{counts:?}");
    }

    #[test]
    fn counts_vary_as_they_do_if_drawn_one_by_one() {
        // The covariance of two kinds is -n p q.
        let kinds = [40, 30, 20, 10];
        let mut draws = Draws::new(&kinds, SplitMix64::new(3));
        let rounds = 20_000;
        let pairs: Vec<[usize; 2]> = (0..16).map(|pair| [pair / 4, pair % 4]).collect();
        let mut products = [0.0; 16];
        for _ in 0..rounds {
            let counts = draws.round().counts.to_vec();
            let off = |at: usize| counts[at] - kinds[at] as f64;
            for (product, [one, other]) in products.iter_mut().zip(&pairs) {
                *product += off(*one) * off(*other) / f64::from(rounds);
            }
        }
        for (found, [one, other]) in products.iter().zip(&pairs) {
            let (p, q) = (kinds[*one] as f64 / 100.0, kinds[*other] as f64 / 100.0);
            let same = if one == other { p } else { 0.0 };
            let expected = 100.0 * (same - p * q);
            assert!((found - expected).abs() < 0.9, "{found} {expected}");
        }
    }
}
