//! An experiment with all that is said about it in public.

use std::collections::HashMap;
use std::sync::Arc;

use lydite_judge::{Figure, Report};
use lydite_model::{Experiment as Kind, Outcome};

use super::ExportError;
use super::names::Names;
use crate::catalogue::{Catalogue, Digest, Entry};
use crate::store::{Experiment, ExperimentId, Judging, KeptDataset, Store, Task};
use crate::system::Descriptor;
use crate::{ComparedSystems, Error, Role};

/// An experiment with all that is said about it in public.
#[derive(Debug)]
pub struct Publication {
    /// What was run.
    pub experiment: Experiment,
    /// What it came to.
    pub judging: Judging,
    /// The datasets of its tasks.
    pub datasets: Vec<KeptDataset>,
    pub(crate) store: Arc<Store>,
    pub(crate) names: Names,
    /// The language in which each question was put, by task and question: where the outcome does
    /// not say it.
    languages: HashMap<(u64, String), String>,
}

/// Reports of systems on the same questions under the same rules.
#[derive(Debug)]
pub struct Board<'p> {
    /// The task of the first system.
    pub task: &'p Task,
    /// The reports, in the order of the systems.
    pub reports: Vec<Judged<'p>>,
    /// How the systems compare, if there are several.
    pub compared: Option<&'p ComparedSystems>,
}

/// A line of a board.
#[derive(Clone, Copy, Debug)]
pub struct Line<'p> {
    /// The rank, shared by systems that cannot be told apart; none where nothing was compared.
    pub rank: Option<usize>,
    /// The report.
    pub judged: Judged<'p>,
}

impl<'p> Board<'p> {
    /// The systems, the best first.
    pub fn lines(&self) -> Vec<Line<'p>> {
        let Some(compared) = self.compared else {
            let score = |one: &Judged<'_>| one.headline().and_then(|figure| figure.value);
            let mut reports = self.reports.clone();
            reports.sort_by(|a, b| match (score(a), score(b)) {
                (Some(a), Some(b)) => b.total_cmp(&a),
                (a, b) => b.is_some().cmp(&a.is_some()),
            });
            let each = reports.into_iter();
            return each.map(|judged| Line { rank: None, judged }).collect();
        };
        let standings = compared.leaderboard.standings.iter();
        let ranked = standings.filter_map(|standing| {
            let judged = self
                .reports
                .iter()
                .find(|one| one.name() == standing.name)?;
            Some(Line {
                rank: Some(standing.rank),
                judged: *judged,
            })
        });
        ranked.collect()
    }
}

/// A report, with what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'p> {
    /// Its place in the judging.
    pub number: usize,
    /// The task.
    pub task: &'p Task,
    /// The system.
    pub system: &'p Descriptor,
    /// The report.
    pub report: &'p Report,
}

impl<'p> Judged<'p> {
    /// What the system is called in the report.
    pub fn name(&self) -> &'p str {
        self.report.system.as_deref().unwrap_or(&self.system.name)
    }

    /// The figure that stands for the whole, if there is one.
    pub fn headline(&self) -> Option<&'p Figure> {
        self.report.figure(&self.report.headline()[2])
    }

    /// Everything that was judged: the experiment type, its figures, its outcomes.
    pub fn parts(&self) -> impl Iterator<Item = (Kind, &'p [Figure], &'p [Outcome])> {
        let report = self.report;
        let answering = (Kind::Qa, &report.figures[..], &report.outcomes[..]);
        let others = report
            .experiments
            .iter()
            .map(|other| (other.experiment, &other.figures[..], &other.outcomes[..]));
        [answering]
            .into_iter()
            .chain(others)
            .filter(|(_, figures, _)| !figures.is_empty())
    }
}

impl Publication {
    /// Reads an experiment; the latest judging, if no number is given.
    ///
    /// # Errors
    /// There is none, it was not judged, or the base makes no IRIs.
    pub fn of(
        store: &Arc<Store>,
        id: &ExperimentId,
        judging: Option<u64>,
        base: Option<&str>,
    ) -> Result<Self, Error> {
        let experiment = store.experiment(id)?;
        let names = Names::of(&experiment, base)?;
        let judging = store.judging(id, judging)?;
        let mut datasets: Vec<KeptDataset> = Vec::new();
        let put = experiment
            .tasks
            .iter()
            .map(|task| (&task.dataset, &task.dataset_name));
        let gold = judging.evaluated.record.files(Role::Gold);
        let gold = gold.filter_map(|file| Some((file.sha256.as_ref()?, &file.name)));
        for (digest, name) in put.chain(gold) {
            if datasets.iter().any(|known| known.digest == *digest) {
                continue;
            }
            datasets.push(KeptDataset {
                // The store has the name under which any experiment used it first.
                name: name.clone(),
                ..store.dataset(digest)?
            });
        }
        let mut languages = HashMap::new();
        for task in experiment
            .tasks
            .iter()
            .filter(|task| task.language.is_none())
        {
            store.exchanges(id, task.number, |one| {
                let question = one.exchange.response.question.to_string();
                languages.insert((task.number, question), one.language.to_string());
                Ok::<(), Error>(())
            })?;
        }
        let known = |task: &u64| experiment.tasks.iter().any(|own| own.number == *task);
        if !judging.tasks.iter().all(known)
            || judging.tasks.len() != judging.evaluated.reports.len()
        {
            return Err(ExportError::Inconsistent { id: id.to_string() }.into());
        }
        Ok(Self {
            experiment,
            judging,
            datasets,
            store: Arc::clone(store),
            names,
            languages,
        })
    }

    /// The IRI of the experiment.
    pub fn iri(&self) -> String {
        self.names.experiment().into_string()
    }

    /// What people call it.
    pub fn title(&self) -> String {
        match &self.experiment.name {
            Some(name) if !name.trim().is_empty() => name.clone(),
            _ => format!("Experiment {}", self.experiment.id),
        }
    }

    /// All reports, with what they are about.
    pub fn reports(&self) -> impl Iterator<Item = Judged<'_>> {
        let reports = self
            .judging
            .evaluated
            .reports
            .iter()
            .zip(&self.judging.tasks);
        reports.enumerate().filter_map(|(number, (report, task))| {
            let mut tasks = self.experiment.tasks.iter();
            let task = tasks.find(|own| own.number == *task)?;
            Some(Judged {
                number,
                task,
                system: self.experiment.system(task),
                report,
            })
        })
    }

    /// The reports, those together that can be compared.
    pub fn boards(&self) -> Vec<Board<'_>> {
        let mut boards: Vec<Board<'_>> = Vec::new();
        for judged in self.reports() {
            let same = |board: &&mut Board<'_>| {
                let first = &board.reports[0];
                first.task.dataset == judged.task.dataset
                    && first.task.language == judged.task.language
                    && first.report.rules == judged.report.rules
            };
            match boards.iter_mut().find(same) {
                Some(board) => board.reports.push(judged),
                None => boards.push(Board {
                    task: judged.task,
                    reports: vec![judged],
                    compared: None,
                }),
            }
        }
        for board in &mut boards {
            board.compared = self.compared(board);
        }
        boards
    }

    fn compared(&self, board: &Board<'_>) -> Option<&ComparedSystems> {
        let first = board.reports.first()?;
        let headline = &first.report.headline()[2];
        let mut all = self.judging.evaluated.comparisons.iter();
        all.find(|one| {
            let language = board.task.language.as_ref().map(ToString::to_string);
            one.rules == first.report.rules.name
                && one.experiment == Kind::Qa
                && one.measure == *headline
                && one.dataset == first.report.dataset
                && one.language == language
        })
    }

    /// The digest of the dataset by which a task was judged: a later edition, if it was judged
    /// again.
    pub(crate) fn gold_of(&self, task: &Task) -> String {
        self.judging.gold_of(&self.experiment, task)
    }

    /// The language in which a question was put.
    pub fn language(&self, task: &Task, outcome: &Outcome) -> String {
        if let Some(language) = outcome.language.as_ref().or(task.language.as_ref()) {
            return language.to_string();
        }
        let key = (task.number, outcome.question.to_string());
        // ISO 639-2 for a language that nobody knows.
        self.languages
            .get(&key)
            .cloned()
            .unwrap_or("und".to_owned())
    }
}

/// The language of a task: that of all its questions, or `mul` (several, in ISO 639-2).
pub(crate) fn language_of(task: &Task) -> String {
    let language = task.language.as_ref();
    language.map_or_else(|| "mul".to_owned(), ToString::to_string)
}

/// The catalogue's entry with the same content as a dataset.
pub(crate) fn published(dataset: &KeptDataset) -> Option<&'static Entry> {
    let digest: Digest = dataset.digest.parse().ok()?;
    Catalogue::builtin().by_digest(&digest)
}

/// What a dataset is called: as in the catalogue, or as it was named.
pub fn dataset_title(dataset: &KeptDataset) -> String {
    published(dataset).map_or_else(
        || crate::charts::file_in_words(&dataset.name),
        |entry| entry.name.clone(),
    )
}
