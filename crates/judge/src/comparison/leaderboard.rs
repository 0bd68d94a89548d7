//! Systems in the order of their scores, with ranks that say no more than the scores show.

use serde::{Deserialize, Serialize};

use super::{Comparison, Headline, Pair};

/// Systems in the order of their headline scores.
///
/// The rank of a system is one more than the number of systems that are significantly better, so
/// systems that nobody is shown to be better than share the first place. Better is what a test on
/// all pairs shows, corrected for their number, and what follows from that: if A is better than B
/// and B is better than C, then A is better than C, whatever the direct test says (if the two claims
/// hold, so does the third, so that it adds no error). Hence
///
/// - somebody has rank 1, and who has another rank is significantly worse than somebody;
/// - a system that is better than another has a better rank;
/// - a rank is never worse than the place in the order of the mean scores, if all systems were
///   judged on the same questions;
/// - with 95 % confidence, the true rank of *every* system lies between its [`rank`](Standing::rank)
///   and its [`worst_rank`](Standing::worst_rank) (Mogstad, Romano, Shaikh, Wilhelm: Inference for
///   ranks with applications to mobility across neighbourhoods and academic achievement across
///   countries, Review of Economic Studies 91(1), 2024; ranges of ranks are the custom of the
///   machine translation campaigns: Koehn, Simulating human judgment in machine translation
///   evaluation campaigns, IWSLT 2012).
///
/// A system whose scores vary more may have a better rank than one with a somewhat higher score:
/// less can be said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// The probability of any wrong claim that a system is better than another.
    pub alpha: f64,
    /// The systems, the highest headline score first, those without one last.
    pub standings: Vec<Standing>,
}

/// A system in a leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// One more than the number of systems that are significantly better; after all others if the
    /// headline score is undefined.
    pub rank: usize,
    /// The rank if every system that cannot be told from it is in fact better.
    pub worst_rank: usize,
    /// Its number in the comparison.
    pub system: usize,
    /// Its name.
    pub name: String,
    /// The score by which the systems are sorted.
    #[serde(flatten)]
    pub headline: Headline,
    /// How it compares with the system in the first line; `None` for that system itself.
    pub against_best: Option<Pair>,
    /// The score on questions without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_gold: Option<f64>,
}

impl Leaderboard {
    pub(super) fn of(comparison: &Comparison) -> Self {
        let systems = &comparison.systems;
        let count = systems.len();
        let score = |system: usize| {
            systems[system]
                .headline
                .score
                .filter(|score| !score.is_nan())
        };
        let mut order: Vec<usize> = (0..count).collect();
        // A stable sort: equal scores stay in the order in which they were given.
        order.sort_by(|&a, &b| match (score(a), score(b)) {
            (Some(a), Some(b)) => b.total_cmp(&a),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        let defined = order
            .iter()
            .filter(|&&system| score(system).is_some())
            .count();
        let better = Better::of(comparison);
        let standings = order
            .iter()
            .map(|&system| {
                let (rank, worst_rank) = match score(system) {
                    Some(_) => {
                        let others = || (0..count).filter(|&other| score(other).is_some());
                        let above = others().filter(|&other| better.than(other, system)).count();
                        let below = others().filter(|&other| better.than(system, other)).count();
                        (1 + above, defined - below)
                    }
                    None => (1 + defined, count),
                };
                Standing {
                    rank,
                    worst_rank,
                    system,
                    name: systems[system].name.clone(),
                    headline: systems[system].headline,
                    against_best: comparison.between(system, order[0]),
                    empty_gold: systems[system].empty_gold,
                }
            })
            .collect();
        Self {
            alpha: comparison.alpha,
            standings,
        }
    }
}

/// Which systems are significantly better than which others, and what follows.
struct Better {
    count: usize,
    /// Whether there is a chain of significant differences from one system down to another.
    reaches: Vec<bool>,
}

impl Better {
    fn of(comparison: &Comparison) -> Self {
        let count = comparison.systems.len();
        let mut reaches = vec![false; count * count];
        for first in 0..count {
            for second in first + 1..count {
                let Some(pair) = comparison.between(first, second) else {
                    continue;
                };
                let ahead = pair.difference.difference > 0.0;
                reaches[first * count + second] = pair.significant && ahead;
                reaches[second * count + first] = pair.significant && !ahead;
            }
        }
        // Warshall: A theorem on Boolean matrices, JACM 9(1), 1962.
        for between in 0..count {
            for from in 0..count {
                if reaches[from * count + between] {
                    for to in 0..count {
                        reaches[from * count + to] |= reaches[between * count + to];
                    }
                }
            }
        }
        Self { count, reaches }
    }

    /// Whether one system is better than the other. Pairs that were judged on different questions
    /// might contradict each other in a circle; then none of them is better.
    fn than(&self, one: usize, other: usize) -> bool {
        let reaches = |from: usize, to: usize| self.reaches[from * self.count + to];
        reaches(one, other) && !reaches(other, one)
    }
}
