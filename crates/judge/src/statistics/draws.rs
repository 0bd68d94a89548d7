//! Draws questions with replacement, as many as there are, round after round.

use lydite_model::random::SplitMix64;

use super::binomial::Binomial;

/// How many draws one random number is cut into.
const PARTS: usize = 3;

/// Fewer equal questions are drawn one by one as fast as together.
const FEW: usize = 4;

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
    in_pairs: bool,
    places: Vec<u32>,
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
    /// Two of the others each: the place of the first, times the number of others, and that of the
    /// second.
    pub(super) pairs: &'d [u32],
    /// The others, by their places after those of a kind.
    pub(super) singles: &'d [u32],
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
            in_pairs: false,
            places: vec![0; questions + PARTS],
        }
    }

    /// Draws two questions at once from now on, as far as they go.
    pub(super) fn draw_pairs(&mut self) {
        self.in_pairs = true;
    }

    /// How many kinds are drawn together.
    pub(super) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Draws as many questions as there are.
    pub(super) fn round(&mut self) -> Round<'_> {
        let mut left = self.questions;
        for (kind, count) in self.kinds.iter_mut().zip(&mut self.counts) {
            let drawn = kind.draw(left, &mut self.random);
            *count = drawn as f64;
            left -= drawn;
        }
        let pairs = if self.in_pairs { left / 2 } else { 0 };
        let singles = left - 2 * pairs;
        self.place_pairs(pairs);
        self.place_singles(pairs, singles);
        Round {
            counts: &self.counts,
            pairs: &self.places[..pairs],
            singles: &self.places[pairs..pairs + singles],
        }
    }

    /// Draws pairs to the first places.
    ///
    /// A pair comes from 32 bits by multiplication, all alike but for one part in 2³².
    #[inline]
    fn place_pairs(&mut self, pairs: usize) {
        let all = (self.others * self.others) as u64;
        let parts = &mut self.places[..pairs.next_multiple_of(2)];
        for parts in parts.chunks_exact_mut(2) {
            let bits = self.random.next_u64();
            parts[0] = ((u64::from(bits as u32) * all) >> 32) as u32;
            parts[1] = (((bits >> 32) * all) >> 32) as u32;
        }
    }

    /// Draws single questions to the places from this one on.
    ///
    /// A place comes from 21 bits by multiplication, all alike but for one part in 2²¹.
    #[inline]
    fn place_singles(&mut self, from: usize, singles: usize) {
        let others = self.others as u64;
        let place = |bits: u64| (((bits & 0x1f_ffff) * others) >> 21) as u32;
        let parts = &mut self.places[from..from + singles.next_multiple_of(PARTS)];
        for parts in parts.chunks_exact_mut(PARTS) {
            let bits = self.random.next_u64();
            parts[0] = place(bits);
            parts[1] = place(bits >> 21);
            parts[2] = place(bits >> 42);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each kind and each other question came up in 5000 rounds.
    fn drawn(kinds: &[usize], in_pairs: bool) -> Vec<f64> {
        let mut draws = Draws::new(kinds, SplitMix64::new(2));
        if in_pairs {
            draws.draw_pairs();
        }
        let questions: usize = kinds.iter().sum();
        let together = draws.kinds();
        let others = questions - kinds[..together].iter().sum::<usize>();
        let mut counts = vec![0.0; together + others];
        for _ in 0..5000 {
            let round = draws.round();
            let ones = 2 * round.pairs.len() + round.singles.len();
            assert_eq!(
                round.counts.iter().sum::<f64>() + ones as f64,
                questions as f64
            );
            assert!(!in_pairs || round.singles.len() < 2);
            for (sum, count) in counts.iter_mut().zip(round.counts) {
                *sum += count;
            }
            for &pair in round.pairs {
                counts[together + pair as usize / others] += 1.0;
                counts[together + pair as usize % others] += 1.0;
            }
            for &place in round.singles {
                counts[together + place as usize] += 1.0;
            }
        }
        counts
    }

    #[test]
    fn each_question_is_drawn_as_often_as_any_other() {
        let cases: [&[usize]; 6] = [
            &[1; 100],
            &[90, 3, 1, 1, 1, 1, 1, 1, 1],
            &[33, 16, 6, 5, 3, 2, 2, 1, 1],
            &[60, 40],
            &[20; 5],
            &[9, 8, 8, 8, 7, 7, 7, 7, 6, 6, 5, 5, 4],
        ];
        for kinds in cases {
            for in_pairs in [false, true] {
                let counts = drawn(kinds, in_pairs);
                for (at, count) in counts.iter().enumerate() {
                    let alike = kinds
                        .get(at)
                        .copied()
                        .filter(|kind| *kind >= FEW && at < MOST);
                    let alike = alike.unwrap_or(1) as f64;
                    // Expected 5000 for each question, with a standard deviation of 70.
                    let off = (count / alike - 5000.0).abs();
                    assert!(off * alike.sqrt() < 350.0, "{kinds:?}: {counts:?}");
                }
            }
        }
    }

    #[test]
    fn counts_vary_as_they_do_if_drawn_one_by_one() {
        // The covariance of two kinds is -n p q.
        let kinds = [40, 30, 20, 10];
        let mut draws = Draws::new(&kinds, SplitMix64::new(3));
        let rounds = 20_000;
        let mut products = [[0.0; 4]; 4];
        for _ in 0..rounds {
            let counts = draws.round().counts.to_vec();
            for one in 0..4 {
                for other in 0..4 {
                    let off = |at: usize| counts[at] - kinds[at] as f64;
                    products[one][other] += off(one) * off(other) / f64::from(rounds);
                }
            }
        }
        for one in 0..4 {
            for other in 0..4 {
                let (p, q) = (kinds[one] as f64 / 100.0, kinds[other] as f64 / 100.0);
                let same = if one == other { p } else { 0.0 };
                let expected = 100.0 * (same - p * q);
                let found = products[one][other];
                assert!((found - expected).abs() < 0.9, "{found} {expected}");
            }
        }
    }
}
