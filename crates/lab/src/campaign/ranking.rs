//! Who is where: a ranking for each task and language, in which places are shared.

use jiff::Timestamp;
use lydite_judge::Report;
use serde::Serialize;

use super::{CampaignError, Hosted, JudgedIn, PhaseKind, Submission};
use crate::{ComparedSystems, Error};

/// The random seed of the comparisons, so that a ranking is the same every time.
const SEED: u64 = 1;

/// A ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// The task.
    pub task: String,
    /// The phase.
    pub phase: PhaseKind,
    /// The language; none for all of them together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The rule set.
    pub rules: String,
    /// The score by which systems are ranked.
    pub measure: String,
    /// The systems in their order.
    pub places: Vec<Place>,
}

/// A system in a ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Its rank; shared by systems that cannot be told apart.
    pub rank: usize,
    /// The system.
    pub system: String,
    /// How it was configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Its best submission.
    pub submission: u64,
    /// Of how many.
    pub submissions: u64,
    /// Its precision, recall and F1.
    pub scores: [Option<f64>; 3],
    /// Where the last of them probably lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
}

impl Hosted<'_> {
    /// The rankings of a phase, task by task and language by language. Of each system the best
    /// submission counts.
    ///
    /// # Errors
    /// The test phase is not over, unless a provisional ranking is asked for.
    pub fn rank(
        &self,
        phase: PhaseKind,
        provisional: bool,
        now: Timestamp,
    ) -> Result<Vec<Ranking>, Error> {
        if phase == PhaseKind::Test && !provisional && !self.is_over(now) {
            let end = self
                .campaign
                .definition
                .phase(phase)
                .and_then(|phase| phase.end);
            return Err(CampaignError::StillOpen { end }.into());
        }
        let definition = &self.campaign.definition;
        let all = self.store.submissions(&definition.name)?;
        let mut rankings = Vec::new();
        for task in &definition.tasks {
            let own = all
                .iter()
                .filter(|one| one.task == task.name && one.phase == phase);
            let own: Vec<&Submission> = own.collect();
            let mut languages: Vec<Option<String>> =
                task.languages.iter().cloned().map(Some).collect();
            if languages.is_empty() {
                languages.push(None);
            }
            for language in languages {
                rankings.extend(ranking(&task.name, phase, language, &own));
            }
        }
        Ok(rankings)
    }
}

/// The ranking of some submissions in a language; nothing without any.
fn ranking(
    task: &str,
    phase: PhaseKind,
    language: Option<String>,
    submissions: &[&Submission],
) -> Option<Ranking> {
    let mut best: Vec<Best<'_>> = Vec::new();
    for &submission in submissions {
        let judged = submission.judged.iter();
        let Some(judged) = judged
            .into_iter()
            .find(|judged| judged.language == language)
        else {
            continue;
        };
        match best
            .iter_mut()
            .find(|best| best.submission.system == submission.system)
        {
            Some(known) => {
                known.count += 1;
                if judged.score() > known.judged.score() {
                    (known.submission, known.judged) = (submission, judged);
                }
            }
            None => best.push(Best {
                submission,
                judged,
                count: 1,
            }),
        }
    }
    best.sort_by(|one, other| {
        let by_score = other.judged.score().partial_cmp(&one.judged.score());
        let by_score = by_score.unwrap_or(std::cmp::Ordering::Equal);
        by_score.then_with(|| one.submission.system.cmp(&other.submission.system))
    });
    let reports: Vec<Report> = best.iter().map(|best| best.judged.report.clone()).collect();
    let first = reports.first()?;
    let compared = ComparedSystems::of(&reports, SEED).into_iter().next();
    let rank_of = |system: &str| {
        let standings = compared
            .iter()
            .flat_map(|compared| &compared.leaderboard.standings);
        let mut own = standings.filter(|standing| standing.name == system);
        own.next().map_or(1, |standing| standing.rank)
    };
    let places = best.iter().map(|best| {
        let report = &best.judged.report;
        let headline = report.headline();
        let interval = report
            .figure(&headline[2])
            .and_then(|figure| figure.interval);
        Place {
            rank: rank_of(&best.submission.system),
            system: best.submission.system.clone(),
            configuration: best.submission.configuration.clone(),
            submission: best.submission.number,
            submissions: best.count,
            scores: headline.each_ref().map(|path| report.value(path)),
            interval: interval.map(|interval| (interval.low, interval.high)),
        }
    });
    Some(Ranking {
        task: task.to_owned(),
        phase,
        rules: first.rules.name.clone(),
        measure: first.headline()[2].clone(),
        places: places.collect(),
        language,
    })
}

/// The best submission of a system so far.
struct Best<'s> {
    submission: &'s Submission,
    judged: &'s JudgedIn,
    count: u64,
}
