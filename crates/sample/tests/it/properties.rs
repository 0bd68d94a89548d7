//! What holds for every pool, condition and file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use lydite_sample::{
    Agglomerative, Condition, Described, Feasible, FeasibleExemplars, Feature, Kind, Method, Pool,
    Quality, RdfWriter, Value, choose, methods, read_rdf,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Few values, so that there are equal questions and many ties.
fn rows() -> impl Strategy<Value = Vec<Vec<f64>>> {
    (1..4_usize)
        .prop_flat_map(|width| vec(vec((0..5_u8).prop_map(f64::from), width..=width), 1..30))
}

fn pool(rows: &[Vec<f64>]) -> Pool {
    let mut pool = Pool::new((0..rows[0].len()).map(|column| format!("f{column}")));
    for (id, row) in rows.iter().enumerate() {
        pool.push(id.to_string(), row).unwrap();
    }
    pool
}

/// The methods written down as the papers and programs have them, question by question.
mod plain {
    const TIE: f64 = 1e-9;

    pub(super) fn normalised(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let max = |column: usize| rows.iter().map(|row| row[column]).fold(0.0, f64::max);
        let maxima: Vec<f64> = (0..rows[0].len()).map(max).collect();
        let divide = |(value, max): (&f64, &f64)| if *max > 0.0 { value / max } else { 0.0 };
        rows.iter()
            .map(|row| row.iter().zip(&maxima).map(divide).collect())
            .collect()
    }

    fn distance(a: &[f64], b: &[f64]) -> f64 {
        let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f64>().sqrt()
    }

    fn mean(rows: &[Vec<f64>], members: &[usize]) -> Vec<f64> {
        let column = |at: usize| members.iter().map(|m| rows[*m][at]).sum::<f64>();
        let width = rows[0].len();
        (0..width)
            .map(|at| column(at) / members.len() as f64)
            .collect()
    }

    fn first_largest(values: impl Iterator<Item = (usize, f64)> + Clone) -> usize {
        let largest = values
            .clone()
            .map(|(_, value)| value)
            .fold(f64::NEG_INFINITY, f64::max);
        let mut ties = values.filter(|(_, value)| *value >= largest - TIE);
        ties.next().unwrap().0
    }

    pub(super) fn exemplars(rows: &[Vec<f64>], n: usize) -> Vec<usize> {
        let all: Vec<usize> = (0..rows.len()).collect();
        let centre = mean(rows, &all);
        let from_mean = all.iter().map(|at| (*at, distance(&rows[*at], &centre)));
        let mut chosen = vec![first_largest(from_mean)];
        while chosen.len() < n {
            let sum = |at: usize| chosen.iter().map(|e| distance(&rows[at], &rows[*e])).sum();
            let open = all.iter().filter(|at| !chosen.contains(at));
            let sums: Vec<(usize, f64)> = open.map(|at| (*at, sum(*at))).collect();
            chosen.push(first_largest(sums.into_iter()));
        }
        chosen
    }

    fn representative(rows: &[Vec<f64>], members: &[usize]) -> usize {
        let centre = mean(rows, members);
        let mut members = members.to_vec();
        members.sort_unstable();
        first_largest(
            members
                .iter()
                .map(|at| (*at, -distance(&rows[*at], &centre))),
        )
    }

    pub(super) fn feasible(rows: &[Vec<f64>], n: usize) -> Vec<usize> {
        let mut exemplars = exemplars(rows, n);
        exemplars.sort_unstable();
        let mut clusters: Vec<Vec<usize>> = exemplars.iter().map(|e| vec![*e]).collect();
        for at in (0..rows.len()).filter(|at| !exemplars.contains(at)) {
            let near = exemplars.iter().enumerate();
            let near = near.map(|(cluster, e)| (cluster, -distance(&rows[at], &rows[*e])));
            clusters[first_largest(near)].push(at);
        }
        let mut chosen: Vec<usize> = clusters.iter().map(|c| representative(rows, c)).collect();
        chosen.sort_unstable();
        chosen
    }

    pub(super) fn agglomerative(rows: &[Vec<f64>], n: usize) -> Vec<usize> {
        let mut clusters: Vec<Vec<usize>> = Vec::new();
        for at in 0..rows.len() {
            match clusters
                .iter_mut()
                .find(|cluster| rows[cluster[0]] == rows[at])
            {
                Some(cluster) => cluster.push(at),
                None => clusters.push(vec![at]),
            }
        }
        while clusters.len() > n {
            let between = |a: &[usize], b: &[usize]| {
                let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y)));
                let sum: f64 = pairs.map(|(x, y)| distance(&rows[x], &rows[y])).sum();
                sum / (a.len() * b.len()) as f64
            };
            let pairs =
                (0..clusters.len()).flat_map(|a| (a + 1..clusters.len()).map(move |b| (a, b)));
            let pairs: Vec<(usize, usize)> = pairs.collect();
            let near = pairs.iter().enumerate();
            let near = near.map(|(at, (a, b))| (at, -between(&clusters[*a], &clusters[*b])));
            let near: Vec<_> = near.collect();
            let (a, b) = pairs[first_largest(near.into_iter())];
            let merged = clusters.remove(b);
            clusters[a].extend(merged);
        }
        let mut chosen: Vec<usize> = clusters.iter().map(|c| representative(rows, c)).collect();
        chosen.sort_unstable();
        chosen
    }
}

proptest! {
    #[test]
    fn methods_do_what_their_definitions_say(rows in rows(), n in 1..20_usize) {
        prop_assume!(n < rows.len());
        let vectors = pool(&rows).vectors().unwrap();
        let normal = plain::normalised(&rows);
        let chosen = |method: &dyn Method| choose(method, &vectors, n, 0).unwrap();
        prop_assert_eq!(chosen(&FeasibleExemplars).order.unwrap(), plain::exemplars(&normal, n));
        prop_assert_eq!(chosen(&Feasible).questions, plain::feasible(&normal, n));
        let merged = chosen(&Agglomerative::default()).questions;
        prop_assert_eq!(merged, plain::agglomerative(&normal, n));
    }

    #[test]
    fn a_sample_is_a_part_of_the_pool(rows in rows(), n in 1..40_usize, seed in 0..5_u64) {
        let pool = pool(&rows);
        let vectors = pool.vectors().unwrap();
        for method in methods() {
            let Ok(choice) = choose(&*method, &vectors, n, seed) else {
                // DBSCAN may find nothing but noise.
                prop_assert_eq!(method.name(), "dbscan-kmeans");
                continue;
            };
            let chosen = &choice.questions;
            prop_assert!(chosen.is_sorted_by(|a, b| a < b), "{} {:?}", method.name(), chosen);
            prop_assert!(!chosen.is_empty() && chosen.len() <= n.min(pool.len()));
            prop_assert!(chosen.iter().all(|question| *question < pool.len()));
            prop_assert_eq!(&choice, &choose(&*method, &vectors, n, seed).unwrap());
            let quality = Quality::of(&vectors, chosen);
            prop_assert!((0.0..=1.0).contains(&quality.diversity));
            prop_assert!((0.0..=1.0 + 1e-9).contains(&quality.coverage));
            prop_assert!(quality.similarity_error >= 0.0 && quality.similarity_error.is_finite());
            prop_assert!(quality.mean_distance <= quality.radius + 1e-9);
        }
    }

    #[test]
    fn the_whole_pool_is_like_itself(rows in rows()) {
        let pool = pool(&rows);
        let vectors = pool.vectors().unwrap();
        let choice = choose(&FeasibleExemplars, &vectors, rows.len(), 0).unwrap();
        let quality = Quality::of(&vectors, &choice.questions);
        prop_assert!(quality.similarity_error.abs() < 1e-12);
        prop_assert!((quality.coverage - 1.0).abs() < 1e-9);
        prop_assert_eq!(quality.radius, 0.0);
    }

    #[test]
    fn conditions_never_panic(text in "\\PC*", words in vec("(and|or|not|tps|text|>|=|~|\\(|\\)|1|in|,|'a')", 0..12)) {
        let _ = text.parse::<Condition>();
        let _ = words.join(" ").parse::<Condition>();
    }

    #[test]
    fn rdf_never_panics(bytes in vec(any::<u8>(), 0..200), text in "\\PC*") {
        let _ = read_rdf(&bytes);
        let _ = read_rdf(text.as_bytes());
    }

    #[test]
    fn what_is_written_is_read_back(
        id in 0..1000_u32,
        numbers in vec(any::<i32>(), 112),
        text in "\\PC*[\\r\\n\"\\\\]?\\PC*",
    ) {
        let mut question = Described::new(format!("http://x/question#{id}"));
        for (feature, number) in Feature::all().iter().zip(&numbers) {
            let value = match feature.kind {
                Kind::Integer => Value::Integer(i64::from(*number)),
                Kind::Double => Value::Double(f64::from(*number) / 7.0),
                Kind::Boolean => Value::Boolean(*number > 0),
                Kind::Text => Value::Text(text.clone()),
                Kind::Names => Value::Names(vec!["Ask".to_owned(), "fn-gt".to_owned()]),
            };
            question.features.set(feature, value);
        }
        let mut turtle = Vec::new();
        let mut writer = RdfWriter::new(&mut turtle).unwrap();
        writer.question(&question).unwrap();
        writer.finish().unwrap();
        let (read, unread) = read_rdf(&turtle).unwrap();
        prop_assert!(unread.is_empty());
        prop_assert_eq!(read, [question]);
    }
}

#[test]
fn values_that_cannot_be_compared_are_refused() {
    let mut pool = Pool::new(["length"]);
    for value in [f64::NAN, f64::INFINITY] {
        let error = pool.push("7", &[value]).unwrap_err().to_string();
        assert!(error.contains("`length` of question 7"), "{error}");
    }
    assert!(pool.push("7", &[1.0, 2.0]).is_err());
    assert!(pool.vectors().is_err());
}
