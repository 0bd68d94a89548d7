//! Draws questions with replacement, as many as there are, round after round.

use lydite_model::random::SplitMix64;

use super::binomial::Binomial;

/// How many draws one random number is cut into.
const PARTS: usize = 3;

/// Fewer equal questions are not worth a table.
const FEW: usize = 16;

/// Rounds of draws from questions of which the first ones, often most, are equal.
///
/// How many of the equal ones come up is one draw from a binomial distribution; only the others are
/// drawn one by one, or two by two.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    random: SplitMix64,
    questions: usize,
    /// Those that are drawn one by one.
    others: usize,
    equal: Option<Binomial>,
    in_pairs: bool,
    places: Vec<u32>,
}

/// What one round has drawn.
pub(super) struct Round<'d> {
    /// How many of the equal questions.
    pub(super) equal: usize,
    /// Two of the others each: the place of the first, times the number of others, and that of the
    /// second.
    pub(super) pairs: &'d [u32],
    /// The others, by their places after [`Draws::first`].
    pub(super) singles: &'d [u32],
}

impl Draws {
    pub(super) fn new(questions: usize, equal: usize, random: SplitMix64) -> Self {
        let worth = (FEW..questions).contains(&equal);
        Self {
            random,
            questions,
            others: questions - if worth { equal } else { 0 },
            equal: worth.then(|| Binomial::new(questions, equal as f64 / questions as f64)),
            in_pairs: false,
            places: vec![0; questions + PARTS],
        }
    }

    /// Draws two questions at once from now on, as far as they go.
    pub(super) fn draw_pairs(&mut self) {
        self.in_pairs = true;
    }

    /// The place of the first question that is drawn on its own.
    pub(super) fn first(&self) -> usize {
        self.questions - self.others
    }

    /// Draws as many questions as there are.
    #[inline]
    pub(super) fn round(&mut self) -> Round<'_> {
        let equal = match &self.equal {
            Some(table) => table.draw(&mut self.random),
            None => 0,
        };
        let others = self.questions - equal;
        let pairs = if self.in_pairs { others / 2 } else { 0 };
        let singles = others - 2 * pairs;
        self.place_pairs(pairs);
        self.place_singles(pairs, singles);
        Round {
            equal,
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
        let place = |bits: u64| (((bits & 0xffff_ffff) * all) >> 32) as u32;
        let parts = &mut self.places[..pairs.next_multiple_of(2)];
        for parts in parts.chunks_exact_mut(2) {
            let bits = self.random.next_u64();
            parts[0] = place(bits);
            parts[1] = place(bits >> 32);
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

    #[test]
    fn each_question_is_drawn_as_often_as_any_other() {
        for (equal, in_pairs) in [(0, false), (3, false), (40, true), (90, false), (91, true)] {
            let mut draws = Draws::new(100, equal, SplitMix64::new(2));
            if in_pairs {
                draws.draw_pairs();
            }
            let first = draws.first();
            let others = 100 - first;
            let mut counts = vec![0_u64; others];
            let mut together = 0;
            for _ in 0..5000 {
                let round = draws.round();
                assert_eq!(
                    round.equal + 2 * round.pairs.len() + round.singles.len(),
                    100
                );
                assert!(!in_pairs || round.singles.len() < 2);
                for &pair in round.pairs {
                    counts[pair as usize / others] += 1;
                    counts[pair as usize % others] += 1;
                }
                for &place in round.singles {
                    counts[place as usize] += 1;
                }
                together += round.equal;
            }
            // Expected 5000 each, with a standard deviation of 70.
            let fair = |count: u64| (4650..=5350).contains(&count);
            assert!(counts.iter().all(|&count| fair(count)), "{counts:?}");
            assert!(first == 0 || fair((together / first) as u64), "{together}");
        }
    }
}
