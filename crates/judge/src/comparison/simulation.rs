//! Simulations: how often equally good systems are called different, and better ones found.

use lydite_model::random::SplitMix64;
use rayon::prelude::*;

use super::sign_flip::Whole;
use super::*;

/// Systems that are equally good, or better by some amount, on questions that are easy or hard for
/// all of them; scores are 0, 1 or something between.
fn scores(better: &[f64], questions: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut random = SplitMix64::new(seed);
    let mut systems = vec![Vec::with_capacity(questions); better.len()];
    for _ in 0..questions {
        let easy = 0.1 + 0.8 * random.unit();
        for (scores, better) in systems.iter_mut().zip(better) {
            let luck = random.unit();
            let mut score = match luck {
                _ if luck < 0.8 * easy => 1.0,
                _ if luck < easy => [1.0 / 3.0, 0.5, 2.0 / 3.0, 0.8][random.below(4)],
                _ => 0.0,
            };
            // The mean is 0.4575, so that so many of the other questions must be won.
            if random.unit() < better / (1.0 - 0.4575) {
                score = 1.0;
            }
            scores.push(score);
        }
    }
    systems
}

/// The corrected p-values of all pairs, with their numbers; without intervals and with fewer rounds,
/// but for the smallest values, which decide.
fn p_values(systems: &[Vec<f64>], seed: u64) -> Vec<((usize, usize), f64)> {
    let numbers: Vec<(usize, usize)> = (0..systems.len())
        .flat_map(|first| (first + 1..systems.len()).map(move |second| (first, second)))
        .collect();
    let tests: Vec<f64> = numbers
        .iter()
        .map(|&(first, second)| {
            let pairs = systems[first].iter().zip(&systems[second]);
            let differences: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
            Whole::of(&differences).test(seed, &[200, 2_000, 20_000]).p
        })
        .collect();
    numbers.into_iter().zip(holm(&tests)).collect()
}

#[test]
fn twenty_equally_good_systems_are_seldom_called_different() {
    let runs = 60_u64;
    let wrong = (0..runs)
        .into_par_iter()
        .filter(|&run| {
            let systems = scores(&[0.0; 20], 150, run);
            p_values(&systems, run).iter().any(|(_, p)| *p < ALPHA)
        })
        .count();
    // 3 are expected at most.
    assert!(wrong <= 6, "{wrong} of {runs}");
}

#[test]
fn a_better_system_is_found() {
    let runs = 12;
    let mut better = [0.0; 20];
    better[7] = 0.15;
    // Of the 19 others, how many it is called better than.
    let found: usize = (0..runs)
        .into_par_iter()
        .map(|run| {
            let systems = scores(&better, 400, run);
            let values = p_values(&systems, run);
            let with = values
                .iter()
                .filter(|((one, other), _)| *one == 7 || *other == 7);
            with.filter(|(_, p)| *p < ALPHA).count()
        })
        .sum();
    let share = found as f64 / (19 * runs) as f64;
    assert!(share > 0.8, "{share}");
}

#[test]
fn the_leaderboard_shows_who_is_better() {
    let systems = scores(&[0.0, 0.25, 0.25, 0.0], 300, 5);
    let contenders: Vec<Contender> = systems
        .into_iter()
        .enumerate()
        .map(|(at, scores)| Contender::new(at.to_string(), scores.into_iter().map(Some).collect()))
        .collect();
    let standings = compare(&contenders, 1).leaderboard().standings;
    let ranks: Vec<usize> = standings.iter().map(|standing| standing.rank).collect();
    assert_eq!(ranks, [1, 1, 3, 3]);
    assert!(
        standings[..2]
            .iter()
            .all(|standing| [1, 2].contains(&standing.system))
    );
    let last = standings[3].against_best.as_ref().unwrap();
    assert!(last.difference.losses > last.difference.wins);
    assert!(last.difference.interval.unwrap().high < 0.0);
}
