//! What participants hand in: checked on arrival, judged, kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use lydite_judge::Report;
use lydite_language::Lang;
use lydite_model::{Language, Status};
use serde::{Deserialize, Serialize};

use super::{CampaignError, Hosted, PhaseKind, Task};
use crate::store::{ExperimentId, KeptDataset};
use crate::{AnswerSource, Error, Evaluation, Findings, GraphUse, System, find_rules};

/// How long a query of a submission may run.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// How many diagnostics of each code are shown.
const SHOWN: usize = 5;

/// What a participant hands in.
#[derive(Clone, Debug, Default)]
pub struct HandedIn {
    /// The task; the only one needs no name.
    pub task: Option<String>,
    /// The phase; by default the test phase while it is open, else training.
    pub phase: Option<PhaseKind>,
    /// What the system is called.
    pub system: String,
    /// How it was configured.
    pub configuration: Option<String>,
    /// The language of the answers; by default as the texts left in the file say.
    pub language: Option<Language>,
    /// The answer file.
    pub file: PathBuf,
}

/// A submission as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    /// Its number in the campaign.
    pub number: u64,
    /// The task.
    pub task: String,
    /// The phase.
    pub phase: PhaseKind,
    /// The system.
    pub system: String,
    /// How it was configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Where the answers come from.
    pub source: Source,
    /// When it arrived.
    pub received: String,
    /// What it is worth.
    #[serde(skip)]
    pub judged: Vec<JudgedIn>,
}

/// Where the answers of a submission come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// From a file.
    File {
        /// As it was called.
        name: String,
        /// The digest of its content.
        digest: String,
    },
    /// From the system itself, which was asked in an experiment.
    Experiment {
        /// The experiment.
        id: ExperimentId,
    },
}

/// What a submission is worth in a language, or in all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedIn {
    /// The language; none for all of them together.
    pub language: Option<String>,
    /// The judgement, with every question.
    pub report: Report,
}

impl JudgedIn {
    /// The score by which it is ranked.
    pub fn score(&self) -> Option<f64> {
        self.report.value(&self.report.headline()[2])
    }
}

/// What a participant is told.
#[derive(Debug, Serialize)]
pub struct Receipt {
    /// The submission.
    pub submission: Submission,
    /// How many questions the benchmark has.
    pub questions: u64,
    /// How many of them are answered, by language.
    pub answered: Vec<(Option<String>, u64)>,
    /// What is irregular in the file.
    pub findings: Findings,
    /// What it is worth, unless that is kept until the phase is over.
    pub scores: Option<Vec<JudgedIn>>,
}

impl Hosted<'_> {
    /// Takes a submission: checks it, judges it and keeps it. What it is worth is said at once in
    /// training, and after the test phase.
    ///
    /// # Errors
    /// The phase is not open, the file cannot be read, has no question of the benchmark, or does
    /// not say its language.
    pub fn submit(&self, handed_in: &HandedIn, now: Timestamp) -> Result<Receipt, Error> {
        let definition = &self.campaign.definition;
        let task = definition.chosen(handed_in.task.as_deref())?;
        let phase = handed_in
            .phase
            .unwrap_or_else(|| self.usual_phase(task, now));
        self.accept(phase, now)?;
        let gold = self.gold(task, phase)?;
        let findings = self.lab.check(&handed_in.file, SHOWN, None)?;
        let kept = self.store.keep(self.lab, &handed_in.file)?;
        let languages = self.languages(task, handed_in, &kept)?;
        let mut judged = Vec::new();
        for language in languages {
            let report = self.judge(task, &gold, &handed_in.system, &kept, language.as_ref())?;
            judged.push(JudgedIn {
                language: language.map(|language| language.to_string()),
                report,
            });
        }
        let answered: Vec<(Option<String>, u64)> = judged.iter().map(answered).collect();
        if answered.iter().all(|(_, count)| *count == 0) {
            return Err(Error::NothingJudged);
        }
        let mut submission = Submission {
            number: 0,
            task: task.name.clone(),
            phase,
            system: handed_in.system.clone(),
            configuration: handed_in.configuration.clone(),
            source: Source::File {
                name: file_name(&handed_in.file),
                digest: kept.digest,
            },
            received: now.to_string(),
            judged,
        };
        submission.number = self.store.add_submission(&definition.name, &submission)?;
        let shown = phase == PhaseKind::Training || self.is_over(now);
        Ok(Receipt {
            questions: submission
                .judged
                .first()
                .map_or(0, |judged| judged.report.questions),
            answered,
            findings,
            scores: shown.then(|| submission.judged.clone()),
            submission,
        })
    }

    /// Whether something can be handed in for a phase now.
    pub(super) fn accept(&self, phase: PhaseKind, now: Timestamp) -> Result<(), CampaignError> {
        if phase == PhaseKind::Test && self.campaign.closed.is_some() {
            return Err(CampaignError::Closed);
        }
        self.campaign.definition.accepts(phase, now)
    }

    /// The phase for which something is meant that does not say so.
    pub(super) fn usual_phase(&self, task: &Task, now: Timestamp) -> PhaseKind {
        let open = |kind| {
            task.benchmark(kind).is_some() && self.campaign.definition.accepts(kind, now).is_ok()
        };
        if open(PhaseKind::Test) && self.campaign.closed.is_none() || !open(PhaseKind::Training) {
            PhaseKind::Test
        } else {
            PhaseKind::Training
        }
    }

    /// The benchmark of a task in a phase, as a file.
    pub(super) fn gold(&self, task: &Task, phase: PhaseKind) -> Result<PathBuf, Error> {
        let digest = self.campaign.benchmark(&task.name, phase).ok_or_else(|| {
            CampaignError::NoBenchmark {
                task: task.name.clone(),
                phase,
            }
        })?;
        self.kept(digest)
    }

    /// Content that the store keeps, as a file.
    fn kept(&self, digest: &str) -> Result<PathBuf, Error> {
        let folder = self.lab.home()?.join("kept");
        Ok(self.store.gold(digest, &folder)?)
    }

    fn judge(
        &self,
        task: &Task,
        gold: &Path,
        system: &str,
        answers: &KeptDataset,
        language: Option<&Language>,
    ) -> Result<Report, Error> {
        let system = System {
            name: system.to_owned(),
            answers: AnswerSource::File(self.kept(&answers.digest)?),
        };
        let graph = task.graph.as_ref().map(|name| GraphUse {
            name: name.clone(),
            time: PATIENCE,
        });
        let is_tagged = |language: &Language| {
            let mut tags = answers.languages.keys();
            tags.any(|tag| Language::new(tag).matches(language))
        };
        let evaluated = self.lab.evaluate(&Evaluation {
            rules: vec![find_rules(&task.rules)?],
            // Tags that say something else would hide the answers from the judge.
            spoken: language.filter(|own| !is_tagged(own)).cloned(),
            language: language.cloned(),
            graph,
            ..Evaluation::new(gold, vec![system])
        })?;
        evaluated
            .reports
            .into_iter()
            .next()
            .ok_or(Error::NothingJudged)
    }
}

/// The names of languages, in English and in the language itself, in lower case.
const NAMES: [(Lang, &str); 16] = [
    (Lang::En, "english"),
    (Lang::De, "german"),
    (Lang::De, "deutsch"),
    (Lang::Es, "spanish"),
    (Lang::Es, "español"),
    (Lang::It, "italian"),
    (Lang::It, "italiano"),
    (Lang::Fr, "french"),
    (Lang::Fr, "français"),
    (Lang::Nl, "dutch"),
    (Lang::Nl, "nederlands"),
    (Lang::Ro, "romanian"),
    (Lang::Ro, "română"),
    (Lang::Fa, "persian"),
    (Lang::Fa, "farsi"),
    (Lang::Fa, "فارسی"),
];

/// Whether a name or configuration says a language: its tag or its name, as a word.
fn says(text: &str, language: &Language) -> bool {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let mut words = words.map(str::to_lowercase);
    words.any(|word| {
        let named = NAMES.iter().find(|(_, name)| *name == word);
        Language::new(&word).matches(language) && word.len() == language.as_str().len()
            || named.is_some_and(|(named, _)| Lang::of(language) == Some(*named))
    })
}

impl Hosted<'_> {
    /// In which languages a submission is judged: those of the task that its texts are in, or that it
    /// is said to be in (QALD-6 §5: the texts left in the file, else the system's name or
    /// configuration).
    fn languages(
        &self,
        task: &Task,
        handed_in: &HandedIn,
        kept: &KeptDataset,
    ) -> Result<Vec<Option<Language>>, Error> {
        if let Some(language) = &handed_in.language {
            return Ok(vec![Some(language.clone())]);
        }
        let ranked: Vec<Language> = task.languages.iter().map(Language::new).collect();
        match ranked.as_slice() {
            [] => return Ok(vec![None]),
            [only] => return Ok(vec![Some(only.clone())]),
            _ => {}
        }
        let tagged = |language: &Language| {
            let mut found = kept.languages.keys();
            found.any(|found| Language::new(found).matches(language))
        };
        let named = [handed_in.configuration.as_deref(), Some(&handed_in.system)];
        let is_named =
            |language: &Language| named.iter().flatten().any(|text| says(text, language));
        let mut found: Vec<_> = ranked.iter().filter(|one| tagged(one)).cloned().collect();
        // English is what readers assume of a text without a tag.
        if found.iter().all(|one| Lang::of(one) == Some(Lang::En)) {
            let read = self.read_language(&kept.digest)?;
            let is_read = |one: &&Language| Lang::of(one) == read && read.is_some();
            if let Some(read) = ranked.iter().find(is_read) {
                found = vec![read.clone()];
            }
        }
        if found.is_empty() {
            found = ranked.iter().filter(|one| is_named(one)).cloned().collect();
        }
        if found.is_empty() {
            return Err(CampaignError::WhichLanguage {
                languages: task.languages.clone(),
            }
            .into());
        }
        Ok(found.into_iter().map(Some).collect())
    }

    /// The language in which most texts of a file are written, whatever their tags say.
    fn read_language(&self, digest: &str) -> Result<Option<Lang>, Error> {
        let reader = self.lab.open(&self.kept(digest)?)?.trusting();
        let mut counts: BTreeMap<Lang, usize> = BTreeMap::new();
        for question in reader {
            let texts = question.texts.iter();
            let texts = texts.filter_map(|text| text.string.as_deref());
            for language in texts.filter_map(lydite_language::detect) {
                *counts.entry(language).or_default() += 1;
            }
        }
        let all: usize = counts.values().sum();
        let mut counts = counts.into_iter();
        let most = counts.find(|(_, count)| count * 2 > all);
        Ok(most.map(|(language, _)| language))
    }
}

fn answered(judged: &JudgedIn) -> (Option<String>, u64) {
    let outcomes = judged.report.outcomes.iter();
    let said = outcomes.filter(|outcome| outcome.status != Status::Missing);
    (judged.language.clone(), said.count() as u64)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
