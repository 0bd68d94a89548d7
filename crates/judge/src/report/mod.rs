//! What scoring comes to, as a value and as the documented JSON.

mod document;
mod remark;

use std::collections::BTreeSet;

use lydite_model::{Experiment, Outcome};
use serde::{Deserialize, Serialize};

pub use remark::{Remark, RemarkKind};

use crate::measures::ConfidenceCurve;
use crate::score::Damage;
use crate::tally::Figure;
use crate::{RuleSet, rule_set};

/// The judgement of one answer file under one rule set.
///
/// It is written as the documented JSON, and what is written can be read again:
///
/// ```
/// use lydite_judge::{Report, Scorer, rule_set};
/// use lydite_model::{AnswerSet, Question, Response, Term};
///
/// let mut gold = Question::new("1");
/// gold.answers = Some(AnswerSet::column("n", [Term::literal("42")]));
/// let report = Scorer::new(rule_set("lydite").unwrap()).score([gold], [] as [Response; 0]);
///
/// let written = serde_json::to_string(&report)?;
/// assert_eq!(serde_json::from_str::<Report>(&written)?, report);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The rules.
    pub rules: RulesId,
    /// The identifier of the gold file.
    pub dataset: Option<String>,
    /// The number of gold questions judged.
    pub questions: u64,
    /// The name of the system.
    pub system: Option<String>,
    /// The language that was chosen.
    pub language: Option<String>,
    /// The places of the precision, recall and F1 that stand for the whole.
    pub headline: [String; 3],
    /// The figures of question answering; none if it was not asked for.
    pub figures: Vec<Figure>,
    /// What silence below a confidence would gain, if the answers have confidences.
    pub confidence: ConfidenceCurve,
    /// The answers question by question, if they were asked for.
    pub outcomes: Vec<Outcome>,
    /// The other experiments.
    pub experiments: Vec<ExperimentReport>,
    /// What could not be read of the two files.
    pub damage: FilesDamage,
    /// What is worth knowing about the two files.
    pub remarks: Vec<Remark>,
}

/// The name and version of a rule set. A report may have been made by rules that this program does
/// not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RulesId {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

impl RulesId {
    /// The rule set, if this program knows it in this version.
    pub fn rule_set(&self) -> Option<&'static RuleSet> {
        rule_set(&self.name).filter(|rules| rules.version == self.version)
    }
}

impl From<&RuleSet> for RulesId {
    fn from(rules: &RuleSet) -> Self {
        Self {
            name: rules.name.to_owned(),
            version: rules.version.to_owned(),
        }
    }
}

/// What a system found on its way to the answer, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentReport {
    /// Which task it is.
    pub experiment: Experiment,
    /// The figures.
    pub figures: Vec<Figure>,
    /// What silence below a confidence would gain, if the answers have confidences.
    pub confidence: ConfidenceCurve,
    /// The questions one by one, if they were asked for.
    pub outcomes: Vec<Outcome>,
}

/// What could not be read of the two files, by the code of the diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilesDamage {
    /// Of the gold file.
    #[serde(default)]
    pub gold: Vec<Damage>,
    /// Of the answer file.
    #[serde(default)]
    pub answers: Vec<Damage>,
}

impl FilesDamage {
    /// Whether all of both files could be read.
    pub fn is_empty(&self) -> bool {
        self.gold.is_empty() && self.answers.is_empty()
    }
}

impl ExperimentReport {
    /// The figure at this place of the document.
    pub fn figure(&self, path: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.path == path)
    }

    /// The value of the figure at this place.
    pub fn value(&self, path: &str) -> Option<f64> {
        self.figure(path)?.value
    }
}

impl Report {
    /// The figure at this place of the document.
    ///
    /// A name such as `macro.f1`, `global.macro.f1` or `empty_gold.correct`; see
    /// [`RuleSet::figures`].
    pub fn figure(&self, path: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.path == path)
    }

    /// The value of the figure at this place.
    pub fn value(&self, path: &str) -> Option<f64> {
        self.figure(path)?.value
    }

    /// The places of the precision, recall and F1 that stand for the whole.
    pub fn headline(&self) -> [String; 3] {
        self.headline.clone()
    }

    /// The parts of the benchmark that the rules average on their own, such as `hybrid`; none for
    /// most rules. Known only as far as outcomes are.
    pub fn parts(&self) -> Vec<&str> {
        let outcomes = self.outcomes.iter();
        let parts: BTreeSet<&str> = outcomes.filter_map(|one| one.part.as_deref()).collect();
        parts.into_iter().collect()
    }

    /// The places of precision, recall and F1 of one of the [parts](Self::parts).
    pub fn part_headline(&self, part: &str) -> [String; 3] {
        self.headline
            .clone()
            .map(|path| match path.split_once('.') {
                Some((_, place)) => format!("{part}.{place}"),
                None => path,
            })
    }

    /// The remark of this kind, if there is one.
    pub fn remark(&self, kind: RemarkKind) -> Option<&Remark> {
        self.remarks.iter().find(|remark| remark.kind == kind)
    }

    /// Whether nothing was judged at all: whatever the figures say, they say nothing.
    pub fn is_vacuous(&self) -> bool {
        self.remark(RemarkKind::NothingJudged).is_some()
    }

    /// Why the official program would give no result, if so.
    pub fn stops(&self) -> Option<&str> {
        self.remark(RemarkKind::Stops)?.detail.as_deref()
    }

    /// The remark that the graph failed, if it did.
    pub fn graph_failure(&self) -> Option<&Remark> {
        self.remark(RemarkKind::GraphFailed)
    }

    /// The judgement of one of the other experiments.
    pub fn experiment(&self, experiment: Experiment) -> Option<&ExperimentReport> {
        let mut experiments = self.experiments.iter();
        experiments.find(|report| report.experiment == experiment)
    }
}

/// The places of the precision, recall and F1 that stand for the whole under these rules. Where the
/// files have nothing of the part that the rules name, another part stands for the whole.
pub(crate) fn headline_of(rules: &RuleSet, figures: &[Figure]) -> [String; 3] {
    let own = rules.headline();
    let has = figures.iter().any(|figure| figure.path == own[2]);
    let mut paths = figures.iter().map(|figure| figure.path.as_str());
    let other = paths.find_map(|path| path.strip_suffix("f1"));
    match other {
        Some(stem) if !has => ["precision", "recall", "f1"].map(|end| format!("{stem}{end}")),
        _ => own.map(str::to_owned),
    }
}
