//! What papers report for systems on benchmarks, to compare with: never scores of our own.
//!
//! The values are those that the KGQA leaderboard (<https://github.com/KGQA/leaderboard>) collects, each
//! with the paper that reports it. By which rules they were computed, the papers do not always say.

/// A value that a paper reports.
#[derive(Clone, Debug, PartialEq)]
pub struct Reported {
    /// The system.
    pub system: String,
    /// The year.
    pub year: u16,
    /// The language of the questions.
    pub language: String,
    /// Precision, recall and F1, as far as they are reported.
    pub scores: [Option<f64>; 3],
    /// The paper.
    pub source: String,
}

/// What papers report on a benchmark, the best first. Its name may have an end that says which file of
/// it is meant.
///
/// ```
/// let reported = lydite_lab::literature::reported("qald-9-test-multilingual");
/// assert!(reported.iter().any(|one| one.system == "gAnswer"));
/// assert!(lydite_lab::literature::reported("demo").is_empty());
/// ```
pub fn reported(benchmark: &str) -> Vec<Reported> {
    let mut reader = csv::Reader::from_reader(include_str!("literature.csv").as_bytes());
    let lines = reader.records().map_while(Result::ok);
    let is_meant = |name: &str| {
        let rest = benchmark.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let meant = lines.filter(|line| is_meant(&line[0]));
    meant
        .map(|line| Reported {
            system: line[1].to_owned(),
            year: line[2].parse().unwrap_or_default(),
            language: line[3].to_owned(),
            scores: [4, 5, 6].map(|at: usize| line[at].parse().ok()),
            source: line[7].to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole_and_the_best_come_first() {
        let lines = include_str!("literature.csv").lines().count() - 1;
        let all = reported("qald-9-test");
        assert_eq!(all.len(), lines);
        let f1: Vec<f64> = all.iter().map(|one| one.scores[2].unwrap()).collect();
        assert!(f1.is_sorted_by(|a, b| a >= b) && f1.iter().all(|f1| (0.0..=1.0).contains(f1)));
        assert!(
            all.iter()
                .all(|one| one.year > 2010 && !one.source.is_empty())
        );
        assert!(reported("qald-9").is_empty() && reported("qald-9-tests").is_empty());
    }
}
