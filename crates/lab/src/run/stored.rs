//! Stored experiments side by side: which systems can be told apart, which questions tell them
//! apart, and what got worse since the last run.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use lydite_judge::{Difference, Report};
use lydite_model::{Language, Outcome};
use serde::Serialize;

use super::judging::{Terms, groups};
use crate::attribution::{Analyst, FailureClass};
use crate::store::{Experiment, ExperimentId, Judging, State, Store, Task};
use crate::{ComparedSystems, Error, Evaluation, Lab, find_rules};

/// Stored experiments side by side.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedExperiments {
    /// The experiments.
    pub experiments: Vec<ExperimentId>,
    /// How their systems compare, for each dataset, language and rule set.
    pub comparisons: Vec<ComparedSystems>,
    /// The questions on which they differ most.
    pub differences: Vec<Differing>,
    /// How each system changed since an earlier run.
    pub changes: Vec<Change>,
}

/// A question on which systems differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differing {
    /// The dataset.
    pub dataset: String,
    /// The language in which it was put, if one was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The rule set.
    pub rules: String,
    /// The question.
    pub question: String,
    /// How it was put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The F1 of each system.
    pub scores: Vec<(String, f64)>,
    /// The distance between the best and the worst.
    pub spread: f64,
}

/// How a system changed since an earlier run.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The system.
    pub system: String,
    /// The dataset.
    pub dataset: String,
    /// The language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The rule set.
    pub rules: String,
    /// The earlier experiment.
    pub before: ExperimentId,
    /// The later one.
    pub after: ExperimentId,
    /// Its score then and now.
    pub scores: (Option<f64>, Option<f64>),
    /// Whether the difference may be chance; nothing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// The questions that got worse, the worst first.
    pub worse: Vec<Changed>,
    /// Why they were lost, with the number of questions, the most frequent first.
    pub classes: Vec<(FailureClass, usize)>,
    /// How many got better.
    pub better: usize,
}

/// A question whose outcome changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changed {
    /// The question.
    pub question: String,
    /// How it was put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its F1 then.
    pub before: f64,
    /// Its F1 now.
    pub after: f64,
    /// Why it was lost now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<FailureClass>,
    /// What exactly is wrong, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// A report of an experiment.
struct Entry {
    experiment: ExperimentId,
    task: Task,
    report: Report,
    /// The digest of the benchmark by which it was judged.
    gold: String,
}

/// What reports have in common that can be compared.
type Common = (String, Option<String>, String);

impl Entry {
    fn common(&self) -> Common {
        (
            self.task.dataset.clone(),
            self.task.language.as_ref().map(Language::to_string),
            format!("{} {}", self.report.rules.name, self.report.rules.version),
        )
    }

    fn system(&self) -> &str {
        self.report.system.as_deref().unwrap_or_default()
    }

    /// The outcomes that the score averages, by question and language.
    fn outcomes(&self) -> BTreeMap<(&str, Option<&str>), &Outcome> {
        let rules = self.report.rules.rule_set();
        let averages = |outcome: &&Outcome| match rules {
            Some(rules) => rules.averages(outcome),
            None => outcome.gold.is_answerable(),
        };
        let outcomes = self.report.outcomes.iter().filter(averages);
        outcomes
            .map(|outcome| {
                let language = outcome.language.as_ref().map(Language::as_str);
                ((outcome.question.as_str(), language), outcome)
            })
            .collect()
    }

    fn score(&self) -> Option<f64> {
        self.report.value(&self.report.headline()[2])
    }
}

impl Lab {
    /// Compares the systems of stored experiments, with each other and with an earlier run: the one
    /// that is named, or the last one of the same system on the same questions.
    ///
    /// # Errors
    /// There is no such experiment, or they have nothing in common.
    pub fn compare(
        &self,
        ids: &[ExperimentId],
        against: Option<&ExperimentId>,
        most: usize,
    ) -> Result<ComparedExperiments, Error> {
        let store = Arc::new(self.store()?);
        let mut entries = Vec::new();
        let mut seed = 1;
        for id in ids {
            let experiment = store.experiment(id)?;
            seed = experiment.plan.seed;
            entries.extend(entries_of(&experiment, store.judging(id, None)?));
        }
        let mut changes = changes(&store, &entries, against, seed, most)?;
        for change in &mut changes {
            self.explain_change(&store, &entries, change)?;
        }
        if let Some(against) = against.filter(|against| !ids.contains(against)) {
            let experiment = store.experiment(against)?;
            entries.extend(entries_of(&experiment, store.judging(against, None)?));
        }
        name_apart(&mut entries);
        let mut groups: BTreeMap<Common, Vec<&Entry>> = BTreeMap::new();
        for entry in &entries {
            groups.entry(entry.common()).or_default().push(entry);
        }
        let (mut comparisons, mut differences) = (Vec::new(), Vec::new());
        for group in groups.values().filter(|group| group.len() > 1) {
            let reports: Vec<Report> = group.iter().map(|entry| entry.report.clone()).collect();
            for mut compared in ComparedSystems::of(&reports, seed) {
                compared.dataset = Some(group[0].task.dataset_name.clone());
                compared.language = group[0].task.language.as_ref().map(Language::to_string);
                comparisons.push(compared);
            }
            differences.extend(differing(&store, group, most)?);
        }
        if comparisons.is_empty() && changes.is_empty() {
            return Err(Error::NothingInCommon);
        }
        Ok(ComparedExperiments {
            experiments: ids.to_vec(),
            comparisons,
            differences,
            changes,
        })
    }

    /// Says why the questions were lost that got worse.
    fn explain_change(
        &self,
        store: &Arc<Store>,
        entries: &[Entry],
        change: &mut Change,
    ) -> Result<(), Error> {
        let is_meant = |entry: &&Entry| {
            entry.experiment == change.after
                && entry.system() == change.system
                && entry.task.dataset_name == change.dataset
                && entry.task.language.as_ref().map(Language::to_string) == change.language
                && entry.report.rules.name == change.rules
        };
        let Some(entry) = entries.iter().find(is_meant) else {
            return Ok(());
        };
        if change.worse.is_empty() {
            return Ok(());
        }
        let worse: HashSet<&str> = change.worse.iter().map(|one| &*one.question).collect();
        let mut report = Report {
            outcomes: Vec::new(),
            ..entry.report.clone()
        };
        let outcomes = entry.report.outcomes.iter();
        let lost = outcomes.filter(|one| worse.contains(one.question.as_str()));
        report.outcomes = lost.cloned().collect();
        let experiment = store.experiment(&entry.experiment)?;
        let mut analyst = Analyst::new(self, store, &experiment);
        let failures = analyst.failures(&entry.task, &entry.gold, &report)?;
        for one in &mut change.worse {
            let mut questions = failures.questions.iter();
            let found = questions.find(|found| found.id.as_str() == one.question);
            one.class = found.map(|found| found.class);
            one.detail = found.map(|found| found.detail.clone());
        }
        let classes = failures.classes.iter();
        change.classes = classes.map(|one| (one.class, one.questions)).collect();
        change
            .classes
            .sort_by_key(|(_, questions)| std::cmp::Reverse(*questions));
        Ok(())
    }

    /// The evaluation behind a stored experiment: of one dataset in one language, under one rule set.
    ///
    /// # Errors
    /// There is no such experiment, or which dataset or language is meant is not said.
    pub fn stored_evaluation(
        &self,
        id: &ExperimentId,
        rules: Option<&str>,
        dataset: Option<&str>,
        language: Option<&Language>,
    ) -> Result<Evaluation, Error> {
        let store = Arc::new(self.store()?);
        let experiment = store.experiment(id)?;
        if experiment.state != State::Finished {
            return Err(Error::UnfinishedExperiment { id: id.clone() });
        }
        let mut terms = Terms::of(&experiment)?;
        match rules {
            Some(name) => terms.rules = vec![find_rules(name)?],
            None => terms.rules.truncate(1),
        }
        let mut groups = groups(&experiment);
        groups.retain(|group| {
            let task = group[0];
            dataset.is_none_or(|name| task.dataset_name == name)
                && language.is_none_or(|wanted| {
                    task.language.as_ref().is_none_or(|own| own.matches(wanted))
                })
        });
        match &groups[..] {
            [group] => self.evaluation(&store, &experiment, group, &terms),
            _ => Err(Error::WhichDataset {
                names: experiment
                    .plan
                    .datasets
                    .iter()
                    .map(crate::store::PlannedDataset::shown)
                    .collect(),
            }),
        }
    }
}

impl crate::store::PlannedDataset {
    /// Its name, with the languages in which its questions are put.
    fn shown(&self) -> String {
        if self.languages.is_empty() {
            return self.name.clone();
        }
        let languages: Vec<&str> = self.languages.iter().map(Language::as_str).collect();
        format!("{} ({})", self.name, languages.join(", "))
    }
}

fn entries_of(experiment: &Experiment, judging: Judging) -> Vec<Entry> {
    let golds: Vec<Option<(Task, String)>> = judging
        .tasks
        .iter()
        .map(|number| {
            let mut tasks = experiment.tasks.iter();
            let task = tasks.find(|task| task.number == *number)?;
            Some((task.clone(), judging.gold_of(experiment, task)))
        })
        .collect();
    let reports = judging.evaluated.reports.into_iter().zip(golds);
    reports
        .filter_map(|(report, found)| {
            let (task, gold) = found?;
            Some(Entry {
                experiment: experiment.id.clone(),
                task,
                report,
                gold,
            })
        })
        .collect()
}

/// Adds the experiment to the names of systems that occur in several.
fn name_apart(entries: &mut [Entry]) {
    let names: Vec<(String, ExperimentId)> = entries
        .iter()
        .map(|entry| (entry.system().to_owned(), entry.experiment.clone()))
        .collect();
    for entry in entries {
        let name = entry.system().to_owned();
        let is_elsewhere =
            |(other, id): &(String, ExperimentId)| *other == name && *id != entry.experiment;
        if names.iter().any(is_elsewhere) {
            entry.report.system = Some(format!("{name} ({})", entry.experiment));
        }
    }
}

/// The questions on which systems differ most; among equals the first of the dataset.
fn differing(store: &Store, group: &[&Entry], most: usize) -> Result<Vec<Differing>, Error> {
    let outcomes: Vec<_> = group
        .iter()
        .map(|entry| (entry, entry.outcomes()))
        .collect();
    let Some((first, of_first)) = outcomes.first() else {
        return Ok(Vec::new());
    };
    let mut differing: Vec<Differing> = Vec::new();
    let order = first.report.outcomes.iter();
    for outcome in order {
        let language = outcome.language.as_ref().map(Language::as_str);
        let key = (outcome.question.as_str(), language);
        if !of_first.contains_key(&key) {
            continue;
        }
        let scores: Vec<(String, f64)> = outcomes
            .iter()
            .filter_map(|(entry, of)| Some((entry.system().to_owned(), of.get(&key)?.f1)))
            .collect();
        let high = scores.iter().map(|(_, f1)| *f1).fold(f64::MIN, f64::max);
        let low = scores.iter().map(|(_, f1)| *f1).fold(f64::MAX, f64::min);
        if scores.len() > 1 && high > low {
            differing.push(Differing {
                dataset: first.task.dataset_name.clone(),
                language: first.task.language.as_ref().map(Language::to_string),
                rules: first.report.rules.name.clone(),
                question: outcome.question.to_string(),
                text: None,
                spread: high - low,
                scores,
            });
        }
    }
    differing.sort_by(|a, b| b.spread.total_cmp(&a.spread));
    differing.truncate(most);
    for one in &mut differing {
        one.text = text(store, first, &one.question)?;
    }
    Ok(differing)
}

/// How a question was put in a task.
fn text(store: &Store, entry: &Entry, question: &str) -> Result<Option<String>, Error> {
    let said = store.exchange(&entry.experiment, question)?;
    let own = said.into_iter().find(|one| one.task == entry.task.number);
    Ok(own.map(|one| one.text))
}

/// How systems changed since an earlier run.
fn changes(
    store: &Store,
    entries: &[Entry],
    against: Option<&ExperimentId>,
    seed: u64,
    most: usize,
) -> Result<Vec<Change>, Error> {
    let earlier = match against {
        Some(id) => vec![id.clone()],
        None => {
            let first = entries.iter().map(|entry| &entry.experiment);
            let Some(first) = first.min_by(|a, b| by_age(a, b)).cloned() else {
                return Ok(Vec::new());
            };
            let all = store.experiments()?.into_iter();
            let older = all.filter(|one| by_age(&one.id, &first) == Ordering::Less);
            let names: Vec<&str> = entries.iter().map(Entry::system).collect();
            let related = older.filter(|one| {
                let mut systems = one.systems.iter();
                one.state == State::Finished && systems.any(|name| names.contains(&&**name))
            });
            related.map(|one| one.id).collect()
        }
    };
    let mut changes = Vec::new();
    let mut left: Vec<&Entry> = entries.iter().collect();
    for id in earlier {
        if left.is_empty() {
            break;
        }
        let before = entries_of(&store.experiment(&id)?, store.judging(&id, None)?);
        let mut still = Vec::new();
        for entry in left {
            let same = |other: &&Entry| {
                other.common() == entry.common()
                    && other.system() == entry.system()
                    && other.experiment != entry.experiment
            };
            match before.iter().find(same) {
                Some(before) => changes.push(change(store, before, entry, seed, most)?),
                None => still.push(entry),
            }
        }
        left = still;
    }
    Ok(changes)
}

/// Identifiers of the same day may have different lengths.
fn by_age(a: &ExperimentId, b: &ExperimentId) -> Ordering {
    let (a, b) = (a.as_str(), b.as_str());
    let day = |id: &str| id.get(..8).unwrap_or(id).to_owned();
    day(a)
        .cmp(&day(b))
        .then(a.len().cmp(&b.len()))
        .then(a.cmp(b))
}

fn change(
    store: &Store,
    before: &Entry,
    after: &Entry,
    seed: u64,
    most: usize,
) -> Result<Change, Error> {
    let (then, now) = (before.outcomes(), after.outcomes());
    let pairs: Vec<_> = now
        .iter()
        .filter_map(|(key, now)| Some((key.0, then.get(key)?.f1, now.f1)))
        .collect();
    let differences: Vec<f64> = pairs.iter().map(|(_, then, now)| now - then).collect();
    let mut worse: Vec<Changed> = pairs
        .iter()
        .filter(|(_, then, now)| now < then)
        .map(|(question, then, now)| Changed {
            question: (*question).to_owned(),
            text: None,
            before: *then,
            after: *now,
            class: None,
            detail: None,
        })
        .collect();
    worse.sort_by(|a, b| (a.after - a.before).total_cmp(&(b.after - b.before)));
    for one in worse.iter_mut().take(most) {
        one.text = text(store, after, &one.question)?;
    }
    Ok(Change {
        system: after.system().to_owned(),
        dataset: after.task.dataset_name.clone(),
        language: after.task.language.as_ref().map(Language::to_string),
        rules: after.report.rules.name.clone(),
        before: before.experiment.clone(),
        after: after.experiment.clone(),
        scores: (before.score(), after.score()),
        difference: Difference::of(&differences, seed),
        worse,
        classes: Vec::new(),
        better: differences.iter().filter(|one| **one > 0.0).count(),
    })
}
