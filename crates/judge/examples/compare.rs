//! A leaderboard of three simulated systems: two of them equally good, one worse.
//!
//! `cargo run -p lydite-judge --example compare`

use lydite_judge::{Contender, SplitMix64, compare};

fn main() {
    let mut random = SplitMix64::new(42);
    // How many questions of a hundred each system gets right; some it gets half right.
    let systems = [("careful", 62), ("bold", 60), ("plain", 40)];
    let mut contenders = systems.map(|(name, _)| Contender::new(name, Vec::new()));
    for _ in 0..150 {
        // A hard question is hard for all.
        let hard = random.below(60);
        for ((_, right), contender) in systems.iter().zip(&mut contenders) {
            let luck = random.below(100) + hard;
            contender.scores.push(Some(match luck {
                _ if luck < right + 25 => 1.0,
                _ if luck < right + 35 => 0.5,
                _ => 0.0,
            }));
        }
    }
    let comparison = compare(&contenders, 1);

    println!("rank  system   score  95 % interval   n    against the best");
    for standing in comparison.leaderboard().standings {
        let (Some(score), Some(interval)) = (standing.headline.score, standing.headline.interval)
        else {
            continue;
        };
        let against = standing.against_best.map_or(String::new(), |pair| {
            let difference = pair.difference;
            format!(
                "{:+.3}, {} wins, {} ties, {} losses, p = {:.1e}",
                difference.difference,
                difference.wins,
                difference.ties,
                difference.losses,
                pair.p_holm
            )
        });
        println!(
            "{}–{}   {:8} {score:.3}  [{:.3}, {:.3}]  {}  {against}",
            standing.rank,
            standing.worst_rank,
            standing.name,
            interval.low,
            interval.high,
            standing.headline.n
        );
    }

    println!("\nall pairs, corrected for their number:");
    for pair in comparison.pairs() {
        let verdict = match (pair.significant, pair.difference.difference > 0.0) {
            (true, true) => "is better than",
            (true, false) => "is worse than",
            (false, _) => "cannot be told from",
        };
        println!(
            "{} {verdict} {}, p = {:.1e}",
            pair.first, pair.second, pair.p_holm
        );
    }
}
