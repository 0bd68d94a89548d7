//! Tests against the values of other programs, and of properties that must hold.

use lydite_model::random::SplitMix64;
use proptest::prelude::*;

use super::*;

/// Values, each as often as its number says.
fn repeated(parts: &[(f64, usize)]) -> Vec<f64> {
    let parts = parts.iter();
    parts
        .flat_map(|&(value, times)| std::iter::repeat_n(value, times))
        .collect()
}

#[test]
fn exact_tests_are_those_of_scipy() {
    // scipy 1.17.1: permutation_test((d,), numpy.mean, permutation_type='samples',
    //   alternative='two-sided', n_resamples=numpy.inf).pvalue
    // The first are Darwin's plants, in hundredths; Fisher (1935, section 21) counts 1726 of 32768.
    let darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    let darwin: Vec<f64> = darwin.iter().map(|&d| f64::from(d) / 100.0).collect();
    assert_eq!(
        randomisation_test(&darwin, 1),
        Randomisation {
            p: 0.052_673_339_843_75,
            rounds: None
        }
    );
    let thirds = (1.0 / 3.0, 2.0 / 3.0);
    let scores = [
        1.0, 0.0, 0.5, -thirds.0, 1.0, thirds.1, -0.5, 0.0, 1.0, 0.25, -1.0, 0.8,
    ];
    let difference = Difference::of(&scores, 1).unwrap();
    assert!((difference.test.p - 0.177_734_375).abs() < 1e-12);
    // numpy: d.mean(), d.mean() / d.std(ddof=1)
    assert!((difference.difference - 0.281_944_444_444_444_4).abs() < 1e-15);
    assert!((difference.cohens_dz.unwrap() - 0.426_630_497_483_592_2).abs() < 1e-12);
    assert_eq!(
        (difference.wins, difference.ties, difference.losses),
        (7, 2, 3)
    );
    assert_eq!(
        (difference.superiority, difference.cliffs_delta),
        (8.0 / 12.0, 4.0 / 12.0)
    );
}

#[test]
fn estimated_tests_are_those_of_scipy() {
    // The same with n_resamples=1_999_999, rng=numpy.random.default_rng(1). The estimate has a
    // standard deviation of 0.00014 in the first case.
    let others: Vec<f64> = (1..20)
        .map(|at| f64::from(at) / 40.0)
        .chain((1..12).map(|at| -f64::from(at) / 37.0))
        .collect();
    let mut differences = repeated(&[(1.0, 30), (-1.0, 14), (0.5, 9), (-0.5, 4), (0.0, 100)]);
    differences.extend(&others);
    let test = randomisation_test(&differences, 1);
    assert!((test.p - 0.001_962).abs() < 0.000_6, "{}", test.p);
    assert_eq!(test.rounds, Some(100_000));

    let mut differences = repeated(&[(1.0, 38), (-1.0, 12), (0.5, 9), (-0.5, 4), (0.0, 100)]);
    differences.extend(&others);
    let test = randomisation_test(&differences, 1);
    assert!(test.p < 0.000_1, "{}", test.p);
    // Never 0, for the signs that were observed are one of the choices.
    assert!(test.p >= 1.0 / 100_001.0);

    let equal: Vec<f64> = others.iter().flat_map(|&other| [other, -other]).collect();
    let test = randomisation_test(&equal, 1);
    assert_eq!((test.p, test.rounds), (1.0, Some(10_000)));
}

#[test]
fn of_right_and_wrong_answers_it_is_mcnemars_test() {
    // scipy 1.17.1: binomtest(wins, wins + losses).pvalue; statsmodels 0.15.0:
    // mcnemar([[0, wins], [losses, 0]], exact=True).pvalue
    let cases = [
        (12, 3, 0.035_156_25),
        (5, 5, 1.0),
        (40, 20, 0.013_489_293_731_191_86),
        (9, 0, 0.003_906_25),
    ];
    for (wins, losses, p) in cases {
        let test = randomisation_test(&repeated(&[(1.0, wins), (-1.0, losses), (0.0, 50)]), 1);
        assert!((test.p - p).abs() < 1e-12, "{} {p}", test.p);
        assert_eq!(test.rounds, None);
    }
    // Even of thousands.
    let test = randomisation_test(&repeated(&[(1.0, 5100), (-1.0, 4900)]), 1);
    // scipy 1.17.1: binomtest(5100, 10_000).pvalue
    assert!((test.p - 0.04658552770494645).abs() < 1e-10, "{}", test.p);
}

#[test]
fn holms_correction_is_that_of_statsmodels() {
    // statsmodels 0.15.0: multipletests(p, method='holm')[1]
    let cases: [(&[f64], &[f64]); 3] = [
        (
            &[0.01, 0.04, 0.03, 0.005, 0.5, 0.0001, 0.04],
            &[0.05, 0.12, 0.12, 0.03, 0.5, 0.0007, 0.12],
        ),
        (&[0.9, 0.8, 0.02], &[1.0, 1.0, 0.06]),
        (&[], &[]),
    ];
    for (p, expected) in cases {
        let corrected = holm(p);
        assert_eq!(corrected.len(), expected.len());
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(corrected.iter().zip(expected).all(near), "{corrected:?}");
    }
}

#[test]
fn estimates_agree_with_all_choices_of_signs() {
    let mut random = SplitMix64::new(2);
    for _ in 0..5 {
        let differences: Vec<f64> = (0..14).map(|_| random.unit() - 0.35).collect();
        let exact = randomisation_test(&differences, 1);
        assert_eq!(exact.rounds, None);
        let estimate = sign_flip::Whole::of(&differences).estimate(1, &[20_000]);
        let deviation = (exact.p * (1.0 - exact.p) / 20_000.0).sqrt();
        assert!(
            (estimate.p - exact.p).abs() < 4.0 * deviation + 0.000_1,
            "{estimate:?} {exact:?}"
        );
    }
}

#[test]
fn rounding_of_scores_is_no_difference() {
    let noise = [1e-17, -2e-16, 0.0];
    let difference = Difference::of(&noise, 1).unwrap();
    assert_eq!(
        (difference.wins, difference.ties, difference.losses),
        (0, 3, 0)
    );
    assert_eq!(difference.test.p, 1.0);
    // 2/3 − 1/3 is not the same number as 1/3, yet the same difference.
    let third = [
        2.0 / 3.0 - 1.0 / 3.0,
        -1.0 / 3.0,
        1.0 - 2.0 / 3.0,
        -1.0 / 3.0,
    ];
    assert_eq!(randomisation_test(&third, 1).p, 1.0);
}

#[test]
fn systems_without_a_common_question_cannot_be_told_apart() {
    let comparison = compare(
        &Contender::aligned([("a", vec![(1, 1.0)]), ("b", vec![(2, 0.0)]), ("c", vec![])]),
        1,
    );
    assert_eq!(comparison.pairs().len(), 3);
    assert!(
        comparison
            .pairs()
            .iter()
            .all(|pair| pair.p_holm == 1.0 && pair.difference.n == 0)
    );
    let standings = comparison.leaderboard().standings;
    // Without a single score the headline is undefined, which comes last.
    let ranks: Vec<(&str, usize)> = standings
        .iter()
        .map(|s| (s.name.as_str(), s.rank))
        .collect();
    assert_eq!(ranks, [("a", 1), ("b", 1), ("c", 3)]);
    assert_eq!(compare(&[], 1).leaderboard().standings, []);
}

#[test]
fn the_headline_decides_the_order_and_undefined_ones_come_last() {
    let scores: Vec<Option<f64>> = (0..30).map(|at| Some(f64::from(at % 2))).collect();
    let headline = |score: Option<f64>| Headline {
        score,
        interval: None,
        n: 7,
    };
    let contenders = [
        ("x", None),
        ("y", Some(0.4)),
        ("z", Some(0.6)),
        ("w", Some(f64::NAN)),
    ]
    .map(|(name, score)| Contender::new(name, scores.clone()).with_headline(headline(score)));
    let [x, y, z, w] = contenders;
    let comparison = compare(&[x, y.with_empty_gold(Some(0.25)), z, w], 1);
    let standings = comparison.leaderboard().standings;
    let names: Vec<&str> = standings
        .iter()
        .map(|standing| standing.name.as_str())
        .collect();
    assert_eq!(names, ["z", "y", "x", "w"]);
    let ranks: Vec<[usize; 2]> = standings.iter().map(|s| [s.rank, s.worst_rank]).collect();
    assert_eq!(ranks, [[1, 2], [1, 2], [3, 4], [3, 4]]);
    assert_eq!(standings[1].headline.n, 7);
    assert_eq!(standings[1].empty_gold, Some(0.25));
    assert_eq!(standings[0].against_best, None);
    let against = standings[1].against_best.as_ref().unwrap();
    assert_eq!(
        (against.first.as_str(), against.second.as_str()),
        ("y", "z")
    );
    assert_eq!(against.difference.ties, 30);
    // The other side of no difference is none.
    assert!(against.difference.difference.is_sign_positive());
}

#[test]
fn a_comparison_is_written_and_read_again() {
    let mut random = SplitMix64::new(11);
    let scores = |random: &mut SplitMix64| (0..40).map(|_| Some(random.unit())).collect();
    let contenders: Vec<Contender> = ["a", "b", "c"]
        .iter()
        .map(|name| Contender::new(*name, scores(&mut random)))
        .collect();
    let comparison = compare(&contenders, 1);
    let json = serde_json::to_string(&comparison).unwrap();
    assert_eq!(
        serde_json::from_str::<Comparison>(&json).unwrap(),
        comparison
    );
    let leaderboard = comparison.leaderboard();
    let json = serde_json::to_value(&leaderboard).unwrap();
    assert_eq!(json["standings"][0]["rank"], 1);
    assert!(json["standings"][1]["against_best"]["p_holm"].is_number());
    assert_eq!(
        serde_json::from_value::<Leaderboard>(json).unwrap(),
        leaderboard
    );
}

/// A comparison with these means in which these pairs are significant, in the order of the pairs.
fn comparison(means: &[f64], significant: &[bool]) -> Comparison {
    let contenders: Vec<Contender> = means
        .iter()
        .enumerate()
        .map(|(at, mean)| Contender::new(at.to_string(), vec![Some(*mean)]))
        .collect();
    let mut comparison = compare(&contenders, 1);
    for (pair, significant) in comparison.pairs.iter_mut().zip(significant) {
        pair.significant = *significant && pair.difference.difference != 0.0;
    }
    comparison
}

#[test]
fn what_follows_from_two_differences_is_one() {
    // The first is better than the second, and that better than the third; the direct test of the
    // first against the third has failed. The third is worse than two, not than one.
    let ranks = |comparison: &Comparison| -> Vec<[usize; 2]> {
        let standings = comparison.leaderboard().standings;
        standings.iter().map(|s| [s.rank, s.worst_rank]).collect()
    };
    let chain = comparison(&[0.9, 0.5, 0.1], &[true, false, true]);
    assert_eq!(ranks(&chain), [[1, 1], [2, 2], [3, 3]]);
    // The second is worse than the first, the third cannot be told from either.
    let vague = comparison(&[0.9, 0.5, 0.4], &[true, false, false]);
    assert_eq!(ranks(&vague), [[1, 2], [2, 3], [1, 3]]);
    // Systems that were judged on different questions, in a circle: nothing is shown.
    let mut circle = comparison(&[0.9, 0.5, 0.1], &[true, true, true]);
    let around = &mut circle.pairs[1].difference;
    *around = around.reversed();
    assert_eq!(ranks(&circle), [[1, 3], [1, 3], [1, 3]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn ranks_say_what_they_promise(
        means in prop::collection::vec((0_u8..6).prop_map(|score| f64::from(score) / 5.0), 1..7),
        flags in prop::collection::vec(any::<bool>(), 21),
    ) {
        let comparison = comparison(&means, &flags);
        let standings = comparison.leaderboard().standings;
        let standing = |system: usize| standings.iter().find(|s| s.system == system).unwrap();
        prop_assert_eq!(standings[0].rank, 1);
        for (place, one) in standings.iter().enumerate() {
            let mean = |system: usize| means[system];
            let above = means.iter().filter(|other| **other > mean(one.system)).count();
            prop_assert!(one.rank <= above + 1);
            prop_assert!(one.rank <= one.worst_rank && one.worst_rank <= means.len());
            prop_assert!(place == 0 || standings[place - 1].headline.score >= one.headline.score);
            let worse_than_some = (0..means.len()).any(|other| {
                let pair = comparison.between(one.system, other);
                pair.is_some_and(|pair| pair.significant && pair.difference.difference < 0.0)
            });
            prop_assert_eq!(one.rank > 1, worse_than_some);
        }
        for first in 0..means.len() {
            for second in 0..means.len() {
                let Some(pair) = comparison.between(first, second) else { continue };
                prop_assert_eq!(&pair.clone().reversed(), &comparison.between(second, first).unwrap());
                if pair.significant && pair.difference.difference > 0.0 {
                    prop_assert!(standing(first).rank < standing(second).rank);
                    prop_assert!(standing(first).worst_rank < standing(second).worst_rank);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn neither_the_order_of_questions_nor_of_systems_matters(
        rows in prop::collection::vec(
            prop::collection::vec(prop::option::weighted(0.9, (0_u8..5).prop_map(|s| f64::from(s) / 4.0)), 3),
            1..40,
        ),
    ) {
        let contenders = |rows: &[Vec<Option<f64>>], order: [usize; 3]| {
            order.map(|system| {
                let scores = rows.iter().map(|row| row[system]).collect();
                Contender::new(system.to_string(), scores)
            })
        };
        let comparison = compare(&contenders(&rows, [0, 1, 2]), 1);
        let mut turned = rows.clone();
        turned.reverse();
        prop_assert_eq!(&compare(&contenders(&turned, [0, 1, 2]), 1), &comparison);
        let other = compare(&contenders(&rows, [2, 0, 1]), 1);
        for (first, second, there) in [(0, 1, (1, 2)), (0, 2, (1, 0)), (1, 2, (2, 0))] {
            let mut here = comparison.between(first, second).unwrap();
            let mut there = other.between(there.0, there.1).unwrap();
            if here.difference.difference.abs() < 1e-9 {
                // Of two sides that are even none is the better one to look from.
                (here.difference.interval, there.difference.interval) = (None, None);
                there.difference.difference = here.difference.difference;
                there.difference.cohens_dz = here.difference.cohens_dz;
            }
            prop_assert_eq!(here, there);
        }
        for pair in comparison.pairs() {
            let Difference { n, wins, ties, losses, test, superiority, interval, .. } = pair.difference;
            prop_assert_eq!(wins + ties + losses, n);
            prop_assert!((0.0..=1.0).contains(&superiority));
            prop_assert!(test.p > 0.0 && test.p <= pair.p_holm && pair.p_holm <= 1.0);
            if let Some(interval) = interval {
                prop_assert!(interval.contains(pair.difference.difference));
            }
        }
    }
}
