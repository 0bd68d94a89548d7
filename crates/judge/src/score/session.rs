//! One scoring in progress: outcomes become figures, oddities become remarks.

use std::collections::{BTreeMap, BTreeSet};

use lydite_model::{Experiment, Gold, Outcome, Question, Response, Status};

use super::entries::{About, Damage, Listing};
use super::judging::{Judged, JudgedCase, LeftOut};
use super::texts::Likeness;
use super::trial::Trial;
use super::{Chosen, Handed, Scorer};
use crate::measures::{CurveBuilder, ERRORS, MEAN_MILLIS};
use crate::report::{FilesDamage, Remark, RemarkKind, Report, RulesId, headline_of};
use crate::rules::Listed;
use crate::tally::{Figure, Tally};

/// How many questions with changed texts are listed; of everything else there are a few examples.
const REFORMULATED: usize = 100;

pub(super) struct Session<'s> {
    scorer: &'s Scorer<'s>,
    overall: Tally,
    /// Errors and times, for rules that do not report them.
    running: Tally,
    /// Whether there was any error or time.
    ran: bool,
    /// What measures asked of every question, also of those whose answers cannot be judged.
    asked: Tally,
    groups: BTreeMap<String, Tally>,
    confidence: CurveBuilder,
    outcomes: Vec<Outcome>,
    trials: Vec<Trial>,
    remarks: BTreeMap<RemarkKind, Remark>,
    questions: u64,
    answers: u64,
    /// Questions whose gold answers can be judged.
    judgeable: u64,
    texts: Likeness,
    /// Questions with queries on both sides, and those of them where they are the same.
    queries: u64,
    same_queries: u64,
    /// The languages of gold questions that are not judged, and of answers to other ones.
    gold_languages: BTreeSet<String>,
    answer_languages: BTreeSet<String>,
}

/// The measures that the user asks for, as far as the figures do not have them.
pub(super) fn own_measures(
    scorer: &Scorer<'_>,
    figures: &'static [Listed],
) -> impl Iterator<Item = Listed> {
    let has = |name: &str| figures.iter().any(|(path, _)| *path == name);
    let mut seen = BTreeSet::new();
    scorer
        .measures
        .iter()
        .filter(|measure| measure.asked().is_none())
        .filter(move |measure| !has(measure.name) && seen.insert(measure.name))
        .map(|measure| (measure.name, *measure))
}

impl<'s> Session<'s> {
    pub(super) fn new(scorer: &'s Scorer<'_>) -> Self {
        let figures = scorer.rules.rules.figures();
        let own: Vec<Listed> = own_measures(scorer, figures).collect();
        let all = || figures.iter().chain(&own);
        let mut seen = BTreeSet::new();
        let asking = scorer.measures.iter().filter(|one| one.asked().is_some());
        let asked = asking.filter(|measure| seen.insert(measure.name));
        let running = [("errors", &ERRORS), ("mean_millis", &MEAN_MILLIS)];
        let unreported = running
            .into_iter()
            .filter(|(name, _)| !all().any(|(path, _)| path == name));
        Self {
            scorer,
            overall: Tally::new(String::new(), all().copied(), scorer.seed),
            running: Tally::new(String::new(), unreported, scorer.seed),
            asked: Tally::new(
                String::new(),
                asked.map(|measure| (measure.name, *measure)),
                scorer.seed,
            ),
            ran: false,
            groups: BTreeMap::new(),
            confidence: CurveBuilder::default(),
            outcomes: Vec::new(),
            trials: scorer
                .tasks()
                .map(|task| Trial::new(task, scorer))
                .collect(),
            remarks: BTreeMap::new(),
            questions: 0,
            answers: 0,
            judgeable: 0,
            texts: Likeness::default(),
            queries: 0,
            same_queries: 0,
            gold_languages: BTreeSet::new(),
            answer_languages: BTreeSet::new(),
        }
    }

    fn remark(&mut self, kind: RemarkKind, example: impl Into<String>, detail: Option<String>) {
        let remark = self.remarks.entry(kind).or_insert_with(|| Remark {
            kind,
            count: 0,
            examples: Vec::new(),
            detail,
        });
        remark.count += 1;
        let most = match kind {
            RemarkKind::Reformulated => REFORMULATED,
            _ => Listing::EXAMPLES,
        };
        if remark.examples.len() < most {
            remark.examples.push(example.into());
        }
    }

    /// Adds a remark about the files as a whole, unless there is one of its kind.
    fn remark_once(&mut self, kind: RemarkKind, count: u64, detail: Option<String>) {
        self.remarks.entry(kind).or_insert_with(|| Remark {
            kind,
            count,
            examples: Vec::new(),
            detail,
        });
    }

    /// Notes an answer as it comes in.
    pub(super) fn answer(&mut self, response: &Response) {
        self.answers += 1;
        if let (Some(wanted), Some(language)) = (&self.scorer.language, &response.language)
            && !language.matches(wanted)
        {
            let example = format!("{} {language}", response.question);
            self.remark(RemarkKind::OtherLanguages, example, None);
        }
    }

    pub(super) fn repeated_answer(&mut self, response: &Response) {
        let id = response.question.as_str();
        self.remark(RemarkKind::RepeatedAnswers, id, None);
    }

    pub(super) fn repeated_question(&mut self, question: &Question) {
        self.remark(RemarkKind::RepeatedQuestions, question.id.as_str(), None);
    }

    /// Adds what judging a question came to; questions come in the order of the gold file.
    pub(super) fn add(&mut self, judged: Judged) {
        match judged.left_out {
            Some(LeftOut::OtherLanguage(has)) => self.gold_languages.extend(has),
            Some(LeftOut::NoText { id, has }) => {
                self.gold_languages.extend(has);
                self.remark(RemarkKind::NoWording, id, None);
            }
            None => {}
        }
        for (id, languages) in judged.elsewhere {
            self.answer_languages.extend(languages);
            self.remark(RemarkKind::SubmissionLanguage, id, None);
        }
        for case in judged.cases {
            self.add_case(case);
        }
    }

    fn add_case(&mut self, case: JudgedCase) {
        self.questions += 1;
        if let Some(texts) = case.texts {
            if texts.is_err() {
                self.remark(RemarkKind::Reformulated, case.id.as_str(), None);
            }
            self.texts.add(texts);
        }
        if let Some(same) = case.same_query {
            self.queries += 1;
            self.same_queries += u64::from(same);
        }
        let mut unreadable = false;
        for (trial, (outcome, parts)) in self.trials.iter_mut().zip(case.findings) {
            unreadable |= outcome.gold == Gold::Unreadable;
            if let Some(take) = self.scorer.takes_outcomes {
                take(Handed::Outcome(&outcome));
            }
            trial.add(outcome, parts, case.keep);
        }
        if unreadable {
            self.remark(RemarkKind::UnreadableQueries, case.id.as_str(), None);
        }
        let Some((outcome, stop)) = case.answers else {
            return;
        };
        if let Some(stop) = stop {
            self.remark(RemarkKind::Stops, case.id.as_str(), Some(stop.0));
        }
        if outcome.gold == Gold::Missing {
            self.remark(RemarkKind::NoGoldAnswers, case.id, None);
        } else {
            self.judgeable += 1;
        }
        self.asked.add(&outcome);
        let rules = self.scorer.rules.rules;
        if rules.averages(&outcome) {
            self.overall.add(&outcome);
            self.running.add(&outcome);
            self.ran |= outcome.status == Status::Error || outcome.millis.is_some();
            self.confidence.add(&outcome);
        }
        if let Some(group) = rules.group(&outcome)
            && (rules.averages(&outcome) || outcome.gold != Gold::Answerable)
        {
            self.group(group).add(&outcome);
        }
        if let Some(take) = self.scorer.takes_outcomes {
            take(Handed::Outcome(&outcome));
        }
        if case.keep {
            self.outcomes.push(outcome);
        }
    }

    fn group(&mut self, group: String) -> &mut Tally {
        let (rules, seed) = (self.scorer.rules.rules, self.scorer.seed);
        self.groups.entry(group).or_insert_with_key(|group| {
            let figures = rules.group_figures().iter().copied();
            Tally::new(group.clone(), figures, seed)
        })
    }

    /// The report. `unknown` are the answers to questions that the gold file does not have.
    pub(super) fn finish(mut self, unknown: Listing, gold: &About, answers: &About) -> Report {
        self.compare_files(&unknown, gold, answers);
        self.compare_identifiers(unknown);
        let damage = FilesDamage {
            gold: gold.damage.clone(),
            answers: answers.damage.clone(),
        };
        self.remark_damage(&damage);
        self.remark_language();
        if self.answers == 0 {
            self.remark_once(RemarkKind::NoEntries, 1, None);
        }
        self.remark_queries(gold, answers);
        let chosen = &self.scorer.experiments;
        if let Chosen::These(these) = chosen {
            let judged: Vec<Experiment> = self.scorer.rules.experiments().collect();
            for experiment in these.iter().filter(|one| !judged.contains(one)) {
                self.remark(RemarkKind::NotJudged, experiment.to_string(), None);
            }
        }
        if let Some((count, reason)) = self.scorer.knowledge.failures() {
            self.remark_once(RemarkKind::GraphFailed, count, Some(reason));
        }
        let trials = std::mem::take(&mut self.trials).into_iter();
        let experiments: Vec<_> = trials.filter_map(|trial| trial.finish(chosen)).collect();
        let figures = self.figures();
        let asked = self.asked.finish();
        let found = asked.iter().any(|figure| figure.n > 0);
        let figures: Vec<Figure> = figures.into_iter().chain(asked).collect();
        let found = found
            || experiments
                .iter()
                .any(|report| report.value("n").is_some_and(|n| n > 0.0));
        if !found && (self.judgeable == 0 || figures.is_empty()) {
            let why = self.why_nothing();
            self.remark_once(RemarkKind::NothingJudged, 1, Some(why));
        }
        Report {
            rules: RulesId::from(self.scorer.rules),
            dataset: gold.info.id.clone(),
            questions: self.questions,
            system: self.scorer.system.clone(),
            language: self.scorer.language.as_ref().map(ToString::to_string),
            headline: headline_of(self.scorer.rules, &figures),
            figures,
            confidence: self.confidence.finish(),
            outcomes: self.outcomes,
            experiments,
            damage,
            remarks: self.remarks.into_values().collect(),
        }
    }

    /// The figures of question answering, if it is judged.
    fn figures(&mut self) -> Vec<Figure> {
        if !self.scorer.experiments.includes(Experiment::Qa) {
            return Vec::new();
        }
        // How a system treats questions without answers is worth knowing even if there are none.
        let mut nothing = Outcome::new("", Status::Empty);
        nothing.gold = Gold::Empty;
        if let Some(group) = self.scorer.rules.rules.group(&nothing) {
            self.group(group);
        }
        let mut figures = self.overall.finish();
        if self.ran {
            figures.extend(self.running.finish());
        }
        figures.extend(self.groups.values().flat_map(Tally::finish));
        figures
    }

    /// Compares what the files say about themselves.
    fn compare_files(&mut self, unknown: &Listing, gold: &About, answers: &About) {
        let rules = self.scorer.rules.rules;
        if let (Some(id), true) = (unknown.examples.first(), rules.stops_at_unknown()) {
            let detail = format!("the gold file has no question {id}");
            let kind = RemarkKind::Stops;
            self.remark_once(kind, 0, Some(detail));
            if let Some(remark) = self.remarks.get_mut(&kind) {
                remark.count += unknown.count;
                let room = Listing::EXAMPLES.saturating_sub(remark.examples.len());
                let more = unknown.examples.iter().take(room).cloned();
                remark.examples.extend(more);
            }
        }
        if rules.needs_dataset() && answers.info.id.is_none() {
            let detail = "the answer file has no dataset with an id".to_owned();
            self.remark_once(RemarkKind::Stops, 1, Some(detail));
        }
        if let (Some(flaw), true) = (&answers.json_flaw, rules.needs_valid_json()) {
            let detail = format!("the answer file is not valid JSON: {flaw}");
            self.remark_once(RemarkKind::Stops, 1, Some(detail));
        }
        if let (Some(one), Some(other)) = (&gold.info.id, &answers.info.id)
            && one != other
        {
            let detail = format!("`{one}` and `{other}`");
            self.remark_once(RemarkKind::DatasetNames, 1, Some(detail));
        }
    }

    /// Finds out whether the answers are to the questions of the gold file.
    fn compare_identifiers(&mut self, unknown: Listing) {
        let other_texts = self.texts.is_other_dataset();
        let detail = if other_texts {
            Some(format!(
                "{} of {} question texts differ from those of the same identifier",
                self.texts.different, self.texts.compared
            ))
        } else {
            (self.answers > 0 && unknown.count * 2 > self.answers).then(|| {
                format!(
                    "{} of {} answers have identifiers that are not in the gold file",
                    unknown.count, self.answers
                )
            })
        };
        if other_texts {
            self.remarks.remove(&RemarkKind::Reformulated);
        }
        if detail.is_some() {
            let count = self.texts.different.max(unknown.count);
            self.remark_once(RemarkKind::OtherDataset, count, detail);
        }
        if unknown.count > 0 {
            let kind = RemarkKind::UnknownQuestions;
            let remark = Remark {
                kind,
                count: unknown.count,
                examples: unknown.examples,
                detail: None,
            };
            self.remarks.insert(kind, remark);
        }
    }

    fn remark_damage(&mut self, damage: &FilesDamage) {
        if damage.is_empty() {
            return;
        }
        let sides = [
            ("gold file", &damage.gold),
            ("answer file", &damage.answers),
        ];
        let listed = |damage: &Damage| {
            let Damage {
                code, title, count, ..
            } = damage;
            format!("{code} {title} ×{count}")
        };
        let detail: Vec<String> = sides
            .iter()
            .filter(|(_, damage)| !damage.is_empty())
            .map(|(side, damage)| {
                let all: Vec<String> = damage.iter().map(listed).collect();
                format!("{side}: {}", all.join(", "))
            })
            .collect();
        let all = || damage.gold.iter().chain(&damage.answers);
        let kind = RemarkKind::Damaged;
        let remark = Remark {
            kind,
            count: all().map(|damage| damage.count).sum(),
            examples: all()
                .map(|damage| damage.first.clone())
                .take(Listing::EXAMPLES)
                .collect(),
            detail: Some(detail.join("; ")),
        };
        self.remarks.insert(kind, remark);
    }

    fn remark_language(&mut self) {
        let languages = list(&self.answer_languages);
        if let Some(remark) = self.remarks.get_mut(&RemarkKind::SubmissionLanguage) {
            remark.detail = Some(match &self.scorer.language {
                Some(wanted) => format!("{languages} instead of {wanted}"),
                None => languages,
            });
        }
    }

    fn remark_queries(&mut self, gold: &About, answers: &About) {
        if self.queries > 1 && self.queries == self.same_queries {
            let detail = format!("{} of {}", self.same_queries, self.queries);
            self.remark_once(RemarkKind::QueriesEqualGold, self.queries, Some(detail));
        }
        let repaired = &answers.repaired;
        if repaired.count > 0 {
            let kind = RemarkKind::Repaired;
            let detail = (gold.repaired.count > 0)
                .then(|| format!("also {} of the gold file", gold.repaired.count));
            let remark = Remark {
                kind,
                count: repaired.count,
                examples: repaired.examples.clone(),
                detail,
            };
            self.remarks.insert(kind, remark);
        }
    }

    /// Why no question could be judged.
    fn why_nothing(&self) -> String {
        if self.questions > 0 {
            return "the gold file has no answers to compare with".to_owned();
        }
        match &self.scorer.language {
            Some(wanted) if !self.gold_languages.is_empty() => {
                let languages = list(&self.gold_languages);
                format!("the gold file has no question in {wanted}; it has {languages}")
            }
            _ => "the gold file has no questions".to_owned(),
        }
    }
}

/// The languages in a row.
fn list(languages: &BTreeSet<String>) -> String {
    let all: Vec<&str> = languages.iter().map(String::as_str).collect();
    all.join(", ")
}
