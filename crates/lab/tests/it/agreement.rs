//! Scores, slices and profiles of the same files agree, whatever the language, sample and graph.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_judge::{Report, rules};
use lydite_lab::sampling::Measuring;
use lydite_lab::{Config, Error, Evaluated, Evaluation, GraphUse, Lab, Slicing, System};
use lydite_model::random::SplitMix64;
use lydite_model::{Experiment, Language};
use lydite_sample::Feature;
use serde_json::{Value, json};

const LANGUAGES: [&str; 3] = ["en", "de", "es"];

/// Random files in a folder of their own.
struct Files {
    folder: tempfile::TempDir,
    random: SplitMix64,
}

impl Files {
    fn new(seed: u64) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            random: SplitMix64::new(seed),
        }
    }

    fn chance(&mut self, in_ten: usize) -> bool {
        self.random.below(10) < in_ten
    }

    fn write(&self, name: &str, questions: &[Value]) -> PathBuf {
        let path = self.folder.path().join(name);
        let document = json!({"dataset": {"id": "d"}, "questions": questions});
        fs::write(&path, document.to_string()).unwrap();
        path
    }

    fn values(&mut self) -> Vec<Value> {
        let count = self.random.below(4);
        (0..count)
            .map(|_| {
                let value = self.random.below(5);
                if self.chance(7) {
                    json!({"x": {"type": "uri", "value": format!("http://x/{value}")}})
                } else {
                    json!({"x": {"type": "literal", "value": value.to_string()}})
                }
            })
            .collect()
    }

    fn answers(&mut self) -> Value {
        if self.chance(1) {
            let truth = self.chance(5);
            return json!([{"head": {}, "boolean": truth}]);
        }
        json!([{"head": {"vars": ["x"]}, "results": {"bindings": self.values()}}])
    }

    fn question(&mut self, id: usize) -> Value {
        let mut texts = Vec::new();
        for language in LANGUAGES {
            if language == "en" || self.chance(6) {
                let text = format!("{id} {}?", "word ".repeat(1 + self.random.below(8)));
                texts.push(json!({"language": language, "string": text}));
            }
        }
        let mut question = json!({
            "id": id.to_string(), "question": texts,
            "query": {"sparql": format!(
                "SELECT ?x {{ <http://x/{id}> <http://p> ?x }}{}",
                if self.chance(3) { " LIMIT 1" } else { "" },
            )},
        });
        if self.chance(8) {
            question["answers"] = self.answers();
        }
        question
    }

    /// A benchmark, the answers of two systems, and a sample.
    fn all(&mut self) -> (PathBuf, Vec<PathBuf>, PathBuf) {
        let count = 2 + self.random.below(12);
        let mut gold: Vec<Value> = (0..count).map(|id| self.question(id)).collect();
        if self.chance(2) {
            // Two questions of one identifier.
            let again = self.random.below(gold.len());
            gold.push(self.question(again));
        }
        let systems = ["a.json", "b.json"].map(|name| {
            let mut entries = gold.clone();
            entries.retain(|_| self.chance(9));
            for entry in &mut entries {
                if self.chance(5) {
                    entry["answers"] = self.answers();
                }
                if self.chance(2) {
                    let language = LANGUAGES[self.random.below(LANGUAGES.len())];
                    let texts = entry["question"].as_array_mut().unwrap();
                    texts.retain(|text| text["language"] == language);
                }
            }
            if self.chance(3) && !entries.is_empty() {
                let mut again = entries[self.random.below(entries.len())].clone();
                again["answers"] = self.answers();
                entries.insert(self.random.below(entries.len() + 1), again);
            }
            self.write(name, &entries)
        });
        let mut sample = gold.clone();
        sample.retain(|_| self.chance(7));
        if sample.is_empty() {
            sample.push(gold[0].clone());
        }
        (
            self.write("gold.json", &gold),
            systems.to_vec(),
            self.write("sample.json", &sample),
        )
    }

    fn graph(&mut self) -> PathBuf {
        let mut triples = String::new();
        for _ in 0..20 {
            let (one, other) = (self.random.below(14), self.random.below(5));
            triples += &format!("<http://x/{one}> <http://p> <http://x/{other}> .\n");
        }
        triples += "<http://x/1> <http://www.w3.org/2002/07/owl#sameAs> <http://x/2> .\n";
        let path = self.folder.path().join("graph.nt");
        fs::write(&path, triples).unwrap();
        path
    }
}

fn lab(home: &Path) -> Lab {
    Lab::new(Config {
        home: Some(home.to_owned()),
        ..Config::default()
    })
}

fn headlines(evaluated: &Evaluated) -> Vec<Option<f64>> {
    let reports = evaluated.reports.iter();
    reports
        .map(|report| report.value(&report.headline()[2]))
        .collect()
}

/// A report of files that are too large to be held in memory.
fn without_outcomes(report: &Report) -> Report {
    let mut report = report.clone();
    report.outcomes.clear();
    for other in &mut report.experiments {
        other.outcomes.clear();
    }
    report
}

#[test]
fn scores_slices_and_profiles_agree() {
    let (mut judged, mut apart) = (0, 0);
    for seed in 0..240 {
        let mut files = Files::new(seed);
        let (gold, answers, sample) = files.all();
        let lab = lab(files.folder.path());
        let rules = rules()[files.random.below(rules().len())];
        let mut evaluation = Evaluation {
            rules: vec![rules],
            ..Evaluation::new(&gold, System::of_files(&answers))
        };
        if files.chance(5) {
            let language = LANGUAGES[files.random.below(3)];
            evaluation.language = Some(Language::new(language));
        }
        if files.chance(4) {
            evaluation.sample = Some(sample);
        }
        if files.chance(5) {
            evaluation.graph = Some(GraphUse {
                name: files.graph().display().to_string(),
                time: Duration::from_secs(30),
            });
        }
        let evaluated = lab.evaluate(&evaluation).unwrap();
        let scores = headlines(&evaluated);

        // Held in memory or not, the reports are the same, but for the questions one by one.
        if evaluation.graph.is_none() {
            let streamed = lab.evaluate(&Evaluation {
                large: 0,
                ..evaluation.clone()
            });
            for (streamed, held) in streamed
                .unwrap()
                .reports
                .into_iter()
                .zip(&evaluated.reports)
            {
                assert_eq!(streamed, without_outcomes(held), "{seed}, {rules:?}");
            }
        }

        let slicing = Slicing {
            by: vec![Feature::find("length").unwrap()],
            measuring: Measuring::default(),
            experiment: Experiment::Qa,
            at_least: 1,
        };
        match lab.slice(&evaluation, &slicing) {
            Ok(slices) => {
                let all: Vec<_> = slices
                    .all
                    .systems
                    .iter()
                    .map(|system| system.score)
                    .collect();
                assert_eq!(all, scores, "{seed}, {rules:?}");
                if let Some(empty) = &slices.empty_gold {
                    let right = empty.systems.iter().map(|system| system.score);
                    let reports = evaluated.reports.iter();
                    let right_in = reports.map(|report| report.value("empty_gold.correct"));
                    assert!(right.eq(right_in), "{seed}, {rules:?}");
                    apart += 1;
                }
                judged += slices.all.n;
                // Of a mean, the slices make up the whole.
                if rules.name.starts_with("lydite") {
                    for (at, score) in scores.iter().enumerate() {
                        let sum: f64 = slices
                            .slices
                            .iter()
                            .map(|slice| slice.systems[at].score.unwrap_or(0.0) * slice.n as f64)
                            .sum();
                        let mean = sum / slices.all.n as f64;
                        let score = score.unwrap_or(0.0);
                        assert!((mean - score).abs() < 1e-9, "{seed}: {mean} {score}");
                    }
                }
            }
            Err(error) => assert!(matches!(error, Error::NothingJudged), "{error}"),
        }

        let profile = lab.profile(&gold).unwrap();
        let itself = lab
            .evaluate(&Evaluation {
                rules: vec![rules],
                ..Evaluation::new(&gold, System::of_files(&[&gold]))
            })
            .unwrap();
        let baseline = profile
            .baselines
            .iter()
            .find(|line| line.rules == rules.name);
        assert_eq!(
            baseline.and_then(|line| line.gold),
            headlines(&itself)[0].filter(|_| baseline.is_some()),
            "{seed}, {rules:?}"
        );
    }
    assert!(judged > 300 && apart > 5, "{judged} {apart}");
}

#[test]
fn an_evaluation_is_readable_again() {
    let mut files = Files::new(7);
    let (gold, answers, _) = files.all();
    let lab = lab(files.folder.path());
    let evaluated = lab
        .evaluate(&Evaluation::new(&gold, System::of_files(&answers)))
        .unwrap();
    let text = serde_json::to_string(&evaluated).unwrap();
    let again: Evaluated = serde_json::from_str(&text).unwrap();
    assert_eq!(again.reports, evaluated.reports);
    assert_eq!(again.record, evaluated.record);
    assert_eq!(again.comparisons, evaluated.comparisons);
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
}
