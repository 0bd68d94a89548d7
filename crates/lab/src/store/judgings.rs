//! What experiments came to: reports and the outcome of every question, as often as it was judged.

use std::collections::BTreeMap;

use lydite_judge::Report;
use lydite_model::{Counts, Experiment as Kind, Gold, Language, Outcome, Status};
use serde::{Deserialize, Serialize};

use super::database::{Row, Value};
use super::{
    Experiment, ExperimentId, State, Statements, Store, StoreError, Task, from_json, to_json,
};
use crate::attribution::SystemFailures;
use crate::record::now;
use crate::{ComparedSystems, Evaluated, Record, Role, Unrepaired};

/// All tasks of an experiment judged, at first or again.
#[derive(Debug)]
pub struct Judging {
    /// Its number, from 1 on.
    pub number: u64,
    /// When.
    pub date: String,
    /// The task that each report is about.
    pub tasks: Vec<u64>,
    /// The reports, with every question, and what they were made from.
    pub evaluated: Evaluated,
}

impl Judging {
    /// The digest of the benchmark by which a task was judged: a later edition, if it was judged
    /// again.
    pub(crate) fn gold_of(&self, experiment: &Experiment, task: &Task) -> String {
        let judged = self.evaluated.record.files(Role::Gold);
        let judged = judged.filter_map(|file| file.sha256.as_ref());
        let mut pairs = experiment.plan.datasets.iter().zip(judged);
        let later = pairs.find(|(dataset, _)| dataset.digest == task.dataset);
        later.map_or_else(|| task.dataset.clone(), |(_, judged)| judged.clone())
    }
}

/// What is kept of an evaluation beside its reports.
#[derive(Serialize, Deserialize)]
struct Beside {
    record: Record,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comparisons: Vec<ComparedSystems>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unrepaired: Vec<Unrepaired>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    failures: Vec<SystemFailures>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    caveat: Option<String>,
}

impl Store {
    /// A judging of an experiment with every question; the latest, if no number is given.
    ///
    /// # Errors
    /// There is none, or the store cannot be read.
    pub fn judging(&self, id: &ExperimentId, number: Option<u64>) -> Result<Judging, StoreError> {
        self.judging_of(id, number, true)
    }

    /// The same without the questions: what there is to know about an experiment of any size.
    ///
    /// # Errors
    /// There is none, or the store cannot be read.
    pub fn figures(&self, id: &ExperimentId, number: Option<u64>) -> Result<Judging, StoreError> {
        self.judging_of(id, number, false)
    }

    /// So many outcomes are held in memory without being asked for.
    pub const HELD: u64 = 200_000;

    /// A judging with every question, or without the questions if there are too many of them to be
    /// held without need.
    ///
    /// # Errors
    /// There is none, or the store cannot be read.
    pub fn overview(&self, id: &ExperimentId, number: Option<u64>) -> Result<Judging, StoreError> {
        let figures = self.figures(id, number)?;
        let count = format!(
            "SELECT count(*) FROM (SELECT 1 FROM outcomes WHERE experiment = $1 AND judging = $2
             LIMIT {}) AS cells",
            Self::HELD + 1
        );
        let values = [id.as_str().into(), figures.number.into()];
        let found = self.read(|db| db.first(&count, &values, Row::next::<u64>))?;
        if found.unwrap_or(0) > Self::HELD {
            return Ok(figures);
        }
        self.judging(id, Some(figures.number))
    }

    fn judging_of(
        &self,
        id: &ExperimentId,
        number: Option<u64>,
        with_outcomes: bool,
    ) -> Result<Judging, StoreError> {
        self.read(|db| {
            let get = "SELECT judging, date, document FROM judgings WHERE experiment = $1
                       ORDER BY judging DESC";
            let mut all = db.all(get, &[id.as_str().into()], |row| {
                Ok((row.next::<u64>()?, row.next()?, row.next::<String>()?))
            })?;
            all.retain(|(own, ..)| number.is_none_or(|number| number == *own));
            let Some((number, date, document)) = all.into_iter().next() else {
                return Err(StoreError::NotJudged {
                    id: id.to_string(),
                    number,
                });
            };
            let beside: Beside = from_json("a judging", &document)?;
            let mut judging = Judging {
                number,
                date,
                tasks: Vec::new(),
                evaluated: Evaluated {
                    record: beside.record,
                    reports: Vec::new(),
                    comparisons: beside.comparisons,
                    unrepaired: beside.unrepaired,
                    failures: beside.failures,
                    caveat: beside.caveat,
                    gold: None,
                },
            };
            let reports = "SELECT task, document FROM reports
                           WHERE experiment = $1 AND judging = $2 ORDER BY report";
            let reports = db.all(reports, &[id.as_str().into(), number.into()], |row| {
                Ok((row.next()?, from_json("a report", &row.next::<String>()?)?))
            })?;
            for (place, (task, mut report)) in reports.into_iter().enumerate() {
                if with_outcomes {
                    attach(db, id, number, place, &mut report)?;
                }
                judging.tasks.push(task);
                judging.evaluated.reports.push(report);
            }
            Ok(judging)
        })
    }

    /// When an experiment was judged, by which rules.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn judgings(&self, id: &ExperimentId) -> Result<Vec<(u64, String, String)>, StoreError> {
        let get = "SELECT j.judging, j.date, r.rules FROM judgings j
            JOIN reports r ON r.experiment = j.experiment AND r.judging = j.judging
            WHERE j.experiment = $1 GROUP BY j.judging, j.date, r.rules ORDER BY 1, 3";
        let values = [id.as_str().into()];
        self.read(|db| {
            db.all(get, &values, |row| {
                Ok((row.next()?, row.next()?, row.next()?))
            })
        })
    }

    /// The number of the next judging; what an interrupted one left is removed.
    pub(crate) fn next_judging(&self, id: &ExperimentId) -> Result<u64, StoreError> {
        self.transaction(|db| {
            let values = [id.as_str().into()];
            let last = "SELECT max(judging) FROM judgings WHERE experiment = $1";
            let last = db.first(last, &values, Row::next::<Option<u64>>)?;
            let next = last.flatten().unwrap_or(0) + 1;
            let left = "DELETE FROM outcomes WHERE experiment = $1 AND judging >= $2";
            db.execute(left, &[id.as_str().into(), next.into()])?;
            Ok(next)
        })
    }

    /// Stores outcomes of a report, from a number on.
    pub(crate) fn store_outcomes(
        &self,
        id: &ExperimentId,
        (judging, report): (u64, usize),
        from: u64,
        outcomes: &[Outcome],
    ) -> Result<(), StoreError> {
        let numbered = outcomes.iter().zip(from..);
        let rows: Vec<Vec<Value>> = numbered
            .map(|(outcome, number)| {
                let mut row = vec![
                    id.as_str().into(),
                    judging.into(),
                    report.into(),
                    number.into(),
                ];
                row.extend(values(outcome));
                row
            })
            .collect();
        self.transaction(|db| {
            let into = format!("outcomes (experiment, judging, report, number, {COLUMNS})");
            db.insert(&into, 21, rows.clone(), "ON CONFLICT DO NOTHING")?;
            Ok(())
        })
    }

    /// Drops outcomes of a report: those of some experiment types, or all if none are named.
    pub(crate) fn drop_outcomes(
        &self,
        id: &ExperimentId,
        (judging, report): (u64, usize),
        kinds: &[Kind],
    ) -> Result<(), StoreError> {
        let mut delete =
            "DELETE FROM outcomes WHERE experiment = $1 AND judging = $2 AND report = $3"
                .to_owned();
        if !kinds.is_empty() {
            let names: Vec<String> = kinds.iter().map(|kind| format!("'{kind}'")).collect();
            delete.push_str(&format!(" AND kind IN ({})", names.join(", ")));
        }
        let values = [id.as_str().into(), judging.into(), report.into()];
        self.transaction(|db| db.execute(&delete, &values).map(drop))
    }

    /// Stores what a judging came to; with that it counts, and the experiment is finished. Who comes
    /// second, because his connection was lost for a while, changes nothing.
    pub(crate) fn finish_judging(
        &self,
        id: &ExperimentId,
        number: u64,
        evaluated: &Evaluated,
        tasks: &[u64],
    ) -> Result<(), StoreError> {
        let beside = to_json(&Beside {
            record: evaluated.record.clone(),
            comparisons: evaluated.comparisons.clone(),
            unrepaired: evaluated.unrepaired.clone(),
            failures: evaluated.failures.clone(),
            caveat: evaluated.caveat.clone(),
        })?;
        let documents: Vec<String> = evaluated
            .reports
            .iter()
            .map(|report| to_json(&without_outcomes(report)))
            .collect::<Result<_, _>>()?;
        self.transaction(|db| {
            let judged = "INSERT INTO judgings (experiment, judging, date, document)
                          VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let is_first = db.execute(
                judged,
                &[
                    id.as_str().into(),
                    number.into(),
                    now().into(),
                    (&beside).into(),
                ],
            )?;
            if is_first == 0 {
                return Ok(());
            }
            let reports = evaluated.reports.iter().zip(&documents).zip(tasks);
            for (place, ((report, document), task)) in reports.enumerate() {
                let measure = report.headline()[2].clone();
                db.execute(
                    "INSERT INTO reports (experiment, judging, report, task, rules, version,
                         measure, score, document)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                    &[
                        id.as_str().into(),
                        number.into(),
                        place.into(),
                        (*task).into(),
                        (&report.rules.name).into(),
                        (&report.rules.version).into(),
                        (&measure).into(),
                        report.value(&measure).into(),
                        document.into(),
                    ],
                )?;
            }
            let finished = "UPDATE experiments SET state = $1, finished = coalesce(finished, $2),
                            owner = NULL, detail = NULL WHERE id = $3";
            db.execute(
                finished,
                &[
                    State::Finished.as_str().into(),
                    now().into(),
                    id.as_str().into(),
                ],
            )?;
            Ok(())
        })
    }
}

/// The digests of all benchmarks by which something was judged.
pub(super) fn golds(db: &mut Statements<'_>) -> Result<Vec<String>, StoreError> {
    #[derive(Deserialize)]
    struct Recorded {
        record: Record,
    }
    let get = "SELECT document FROM judgings";
    let recorded = db.all(get, &[], |row| {
        from_json::<Recorded>("a judging", &row.next::<String>()?)
    })?;
    let files = recorded.iter().flat_map(|one| one.record.files(Role::Gold));
    Ok(files.filter_map(|file| file.sha256.clone()).collect())
}

/// The report with its figures alone.
fn without_outcomes(report: &Report) -> Report {
    let mut figures = Report {
        outcomes: Vec::new(),
        ..report.clone()
    };
    for other in &mut figures.experiments {
        other.outcomes.clear();
    }
    figures
}

/// Gives a report the outcomes of its questions.
fn attach(
    db: &mut Statements<'_>,
    id: &ExperimentId,
    judging: u64,
    place: usize,
    report: &mut Report,
) -> Result<(), StoreError> {
    let get = format!(
        "SELECT {COLUMNS} FROM outcomes WHERE experiment = $1 AND judging = $2 AND report = $3
         ORDER BY number"
    );
    let values = [id.as_str().into(), judging.into(), place.into()];
    let mut by_kind: BTreeMap<Kind, Vec<Outcome>> = BTreeMap::new();
    db.0.query(&get, &values, &mut |mut row| {
        let outcome = outcome(&mut row)?;
        by_kind.entry(outcome.experiment).or_default().push(outcome);
        Ok(())
    })?;
    report.outcomes = by_kind.remove(&Kind::Qa).unwrap_or_default();
    for other in &mut report.experiments {
        other.outcomes = by_kind.remove(&other.experiment).unwrap_or_default();
    }
    Ok(())
}

const COLUMNS: &str =
    "question, language, kind, status, gold, tp, fp, fn, \"precision\", recall, f1,
    rank, ndcg, confidence, millis, error, part";

fn values(outcome: &Outcome) -> [Value; 17] {
    [
        outcome.question.as_str().into(),
        outcome.language.as_ref().map(Language::as_str).into(),
        outcome.experiment.as_str().into(),
        status_name(outcome.status).into(),
        gold_name(outcome.gold).into(),
        outcome.counts.tp.into(),
        outcome.counts.fp.into(),
        outcome.counts.fn_.into(),
        outcome.precision.into(),
        outcome.recall.into(),
        outcome.f1.into(),
        outcome.rank.into(),
        outcome.ndcg.into(),
        outcome.confidence.into(),
        outcome.millis.into(),
        outcome.error.clone().into(),
        outcome.part.clone().into(),
    ]
}

fn outcome(row: &mut Row) -> Result<Outcome, StoreError> {
    let question: String = row.next()?;
    let language = row.next::<Option<String>>()?.map(Language::new);
    let kind: String = row.next()?;
    let experiment =
        Kind::parse(&kind).ok_or_else(|| StoreError::unreadable("an outcome", &kind))?;
    let status = named(
        &row.next::<String>()?,
        STATUSES.map(|s| (status_name(s), s)),
    )?;
    let gold = named(&row.next::<String>()?, GOLDS.map(|g| (gold_name(g), g)))?;
    Ok(Outcome {
        language,
        experiment,
        gold,
        counts: Counts {
            tp: row.next()?,
            fp: row.next()?,
            fn_: row.next()?,
        },
        precision: row.next()?,
        recall: row.next()?,
        f1: row.next()?,
        rank: row.next()?,
        ndcg: row.next()?,
        confidence: row.next()?,
        millis: row.next()?,
        error: row.next()?,
        part: row.next()?,
        ..Outcome::new(question.as_str(), status)
    })
}

const STATUSES: [Status; 4] = [
    Status::Answered,
    Status::Empty,
    Status::Missing,
    Status::Error,
];

pub(crate) fn status_name(status: Status) -> &'static str {
    match status {
        Status::Answered => "answered",
        Status::Empty => "empty",
        Status::Missing => "missing",
        Status::Error => "error",
    }
}

const GOLDS: [Gold; 5] = [
    Gold::Answerable,
    Gold::Empty,
    Gold::OutOfScope,
    Gold::Missing,
    Gold::Unreadable,
];

pub(crate) fn gold_name(gold: Gold) -> &'static str {
    match gold {
        Gold::Answerable => "answerable",
        Gold::Empty => "empty",
        Gold::OutOfScope => "out-of-scope",
        Gold::Missing => "missing",
        Gold::Unreadable => "unreadable",
    }
}

fn named<T, const N: usize>(name: &str, all: [(&str, T); N]) -> Result<T, StoreError> {
    let mut all = all.into_iter();
    let found = all.find(|(own, _)| *own == name).map(|(_, value)| value);
    found.ok_or_else(|| StoreError::unreadable("an outcome", name))
}
