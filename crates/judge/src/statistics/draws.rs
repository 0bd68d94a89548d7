//! Draws questions with replacement, as many as there are, round after round.

use lydite_model::random::SplitMix64;

use super::binomial::Binomial;

/// How many draws one random number is cut into; each goes to a lane of its own.
pub(super) const LANES: usize = 3;

/// Fewer equal questions are not worth a table.
const FEW: usize = 16;

/// Rounds of draws from questions of which the first ones, often most, are equal.
///
/// How many of the equal ones come up is one draw from a binomial distribution; only the others are
/// drawn one by one.
#[derive(Clone, Debug)]
pub(super) struct Draws {
    random: SplitMix64,
    questions: usize,
    /// Those that are drawn one by one.
    others: usize,
    equal: Option<Binomial>,
}

impl Draws {
    pub(super) fn new(questions: usize, equal: usize, random: SplitMix64) -> Self {
        let worth = (FEW..questions).contains(&equal);
        Self {
            random,
            questions,
            others: questions - if worth { equal } else { 0 },
            equal: worth.then(|| Binomial::new(questions, equal as f64 / questions as f64)),
        }
    }

    /// The place of the first question that is drawn on its own.
    pub(super) fn first(&self) -> usize {
        self.questions - self.others
    }

    /// One round: gives how many of the equal questions were drawn, after `take` has heard of each
    /// other one: a lane, and the place after [`first`](Self::first).
    ///
    /// A place comes from 21 bits by multiplication, all alike but for one part in 2²¹.
    #[inline]
    pub(super) fn round(&mut self, mut take: impl FnMut(usize, usize)) -> usize {
        let equal = match &self.equal {
            Some(table) => table.draw(&mut self.random),
            None => 0,
        };
        let single = self.questions - equal;
        let others = self.others as u64;
        let place = |bits: u64, lane: usize| {
            let part = (bits >> (21 * lane)) & 0x1f_ffff;
            ((part * others) >> 21) as usize
        };
        for _ in 0..single / LANES {
            let bits = self.random.next_u64();
            take(0, place(bits, 0));
            take(1, place(bits, 1));
            take(2, place(bits, 2));
        }
        let rest = single % LANES;
        if rest > 0 {
            let bits = self.random.next_u64();
            (0..rest).for_each(|lane| take(lane, place(bits, lane)));
        }
        equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_is_drawn_as_often_as_any_other() {
        for equal in [0, 3, 40, 90] {
            let mut draws = Draws::new(100, equal, SplitMix64::new(2));
            let first = draws.first();
            let mut counts = vec![0_u64; 100 - first];
            let mut together = 0;
            for _ in 0..5000 {
                let mut drawn = 0;
                let equal = draws.round(|_, place| {
                    counts[place] += 1;
                    drawn += 1;
                });
                assert_eq!(drawn + equal, 100);
                together += equal;
            }
            // Expected 5000 each, with a standard deviation of 70.
            let fair = |count: u64| (4650..=5350).contains(&count);
            assert!(counts.iter().all(|&count| fair(count)), "{counts:?}");
            assert!(first == 0 || fair((together / first) as u64), "{together}");
        }
    }
}
