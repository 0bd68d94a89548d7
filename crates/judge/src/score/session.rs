//! One scoring in progress: outcomes become figures, oddities become remarks.

use std::collections::BTreeMap;

use lydite_model::{Experiment, Gold, Outcome, Query, Question, Response};

use super::trial::Trial;
use super::{Chosen, Scorer};
use crate::experiments::{Reading, Sides};
use crate::measures::ConfidenceCurve;
use crate::report::{Remark, RemarkKind, Report};
use crate::rules::Case;
use crate::tally::Tally;

/// How many examples a remark gives.
const EXAMPLES: usize = 5;

pub(super) struct Session<'s, 'o> {
    scorer: &'s Scorer<'s>,
    show: &'o mut dyn FnMut(&Outcome),
    overall: Tally,
    groups: BTreeMap<String, Tally>,
    confidence: ConfidenceCurve,
    outcomes: Vec<Outcome>,
    trials: Vec<Trial>,
    remarks: BTreeMap<RemarkKind, Remark>,
    questions: u64,
    answers: u64,
    unknown: u64,
    /// Questions whose wording both files give, and those of them where it differs.
    compared: u64,
    different: u64,
}

impl<'s, 'o> Session<'s, 'o> {
    pub(super) fn new(scorer: &'s Scorer<'_>, show: &'o mut dyn FnMut(&Outcome)) -> Self {
        Self {
            scorer,
            show,
            overall: Tally::new(String::new(), scorer.rules.rules.figures(), scorer.seed),
            groups: BTreeMap::new(),
            confidence: ConfidenceCurve::default(),
            outcomes: Vec::new(),
            trials: Trial::all(scorer),
            remarks: BTreeMap::new(),
            questions: 0,
            answers: 0,
            unknown: 0,
            compared: 0,
            different: 0,
        }
    }

    fn remark(&mut self, kind: RemarkKind, example: String, detail: Option<String>) {
        let remark = self.remarks.entry(kind).or_insert_with(|| Remark {
            kind,
            count: 0,
            examples: Vec::new(),
            detail,
        });
        remark.count += 1;
        if remark.examples.len() < EXAMPLES {
            remark.examples.push(example);
        }
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
        self.remark(
            RemarkKind::RepeatedAnswers,
            response.question.to_string(),
            None,
        );
    }

    pub(super) fn repeated_question(&mut self, question: &Question) {
        self.remark(RemarkKind::RepeatedQuestions, question.id.to_string(), None);
    }

    /// Notes an answer to a question that the gold file does not have.
    pub(super) fn unknown(&mut self, response: &Response) {
        self.unknown += 1;
        let id = response.question.to_string();
        if self.scorer.rules.rules.stops_at_unknown() {
            let detail = format!("the gold file has no question {id}");
            self.remark(RemarkKind::Stops, id.clone(), Some(detail));
        }
        self.remark(RemarkKind::UnknownQuestions, id, None);
    }

    /// Whether a question is judged in the chosen language.
    pub(super) fn wants(&mut self, question: &Question) -> bool {
        let Some(wanted) = &self.scorer.language else {
            return true;
        };
        if let Some(language) = &question.language {
            return language.matches(wanted);
        }
        let has_text = question
            .text(wanted)
            .is_some_and(|text| !text.trim().is_empty());
        if has_text || question.texts.is_empty() || !self.scorer.rules.rules.needs_wording() {
            return true;
        }
        self.remark(RemarkKind::NoWording, question.id.to_string(), None);
        false
    }

    pub(super) fn judge(&mut self, gold: &Question, response: Option<&Response>) {
        let scorer = self.scorer;
        self.compare_wordings(gold, response);
        let language = gold
            .language
            .as_ref()
            .or_else(|| response.and_then(|response| response.language.as_ref()))
            .or(scorer.language.as_ref());
        let case = Case {
            gold,
            response,
            knowledge: scorer.knowledge,
            language,
            explain: scorer.explains(gold),
        };
        self.questions += 1;
        self.judge_experiments(&case);
        if !scorer.experiments.includes(Experiment::Qa) {
            return;
        }
        let (outcome, stop) = scorer.rules.judge_with_stop(&case);
        if let Some(stop) = stop {
            self.remark(RemarkKind::Stops, gold.id.to_string(), Some(stop.0));
        }
        if outcome.gold == Gold::Missing {
            self.remark(RemarkKind::NoGoldAnswers, gold.id.to_string(), None);
        }
        let rules = scorer.rules.rules;
        if rules.averages(&outcome) {
            self.overall.add(&outcome);
            self.confidence.add(&outcome);
        }
        if let Some(group) = rules.group(&outcome)
            && (rules.averages(&outcome) || outcome.gold != Gold::Answerable)
        {
            let figures = rules.group_figures();
            let tally = self
                .groups
                .entry(group)
                .or_insert_with_key(|group| Tally::new(group.clone(), figures, scorer.seed));
            tally.add(&outcome);
        }
        (self.show)(&outcome);
        if scorer.keeps_outcomes {
            self.outcomes.push(outcome);
        }
    }

    /// Judges everything but the answers.
    fn judge_experiments(&mut self, case: &Case<'_>) {
        let scorer = self.scorer;
        let Some(experiments) = scorer.rules.rules.experiments() else {
            return;
        };
        if self.trials.is_empty() {
            return;
        }
        let read = |queries: &[Query]| {
            Query::choose(queries, case.language).map_or_else(Reading::default, experiments.read)
        };
        let response = case.response.filter(|response| response.error.is_none());
        let sides = Sides {
            case,
            gold: &read(&case.gold.queries),
            system: &response.map_or_else(Reading::default, |response| read(&response.queries)),
        };
        let mut unreadable = false;
        for trial in &mut self.trials {
            let gold = trial.judge(&sides, scorer.keeps_outcomes, self.show);
            unreadable |= gold == Gold::Unreadable;
        }
        if unreadable {
            let id = case.gold.id.to_string();
            self.remark(RemarkKind::UnreadableQueries, id, None);
        }
    }

    /// Compares what both files say the question is.
    fn compare_wordings(&mut self, gold: &Question, response: Option<&Response>) {
        let Some(response) = response else { return };
        let letters = |text: &str| -> String {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        for text in &response.texts {
            if let (Some(ours), Some(theirs)) = (gold.text(&text.language), &text.string) {
                self.compared += 1;
                self.different += u64::from(letters(ours) != letters(theirs));
                return;
            }
        }
    }

    pub(super) fn finish(mut self) -> Report {
        // Small whole numbers are identifiers everywhere: the wordings tell more.
        let other_wordings = self.compared >= 3 && self.different * 2 > self.compared;
        let other_ids = self.answers > 0 && self.unknown * 2 > self.answers;
        if other_wordings || other_ids {
            let detail = match other_wordings {
                true => format!(
                    "{} of {} wordings differ from those of the same identifier",
                    self.different, self.compared
                ),
                false => format!(
                    "{} of {} answers have identifiers that the gold file does not have",
                    self.unknown, self.answers
                ),
            };
            let remark = Remark {
                kind: RemarkKind::OtherDataset,
                count: self.different.max(self.unknown),
                examples: Vec::new(),
                detail: Some(detail),
            };
            self.remarks.insert(RemarkKind::OtherDataset, remark);
        }
        let chosen = &self.scorer.experiments;
        if let Chosen::These(these) = chosen {
            let judged: Vec<Experiment> = self.scorer.rules.experiments().collect();
            for experiment in these.iter().filter(|one| !judged.contains(one)) {
                self.remark(RemarkKind::NotJudged, experiment.to_string(), None);
            }
        }
        let experiments = self.trials.into_iter();
        let experiments = experiments
            .filter_map(|trial| trial.finish(chosen))
            .collect();
        let mut figures = match chosen.includes(Experiment::Qa) {
            true => self.overall.finish(),
            false => Vec::new(),
        };
        figures.extend(self.groups.values().flat_map(Tally::finish));
        Report {
            rules: self.scorer.rules,
            dataset: None,
            questions: self.questions,
            system: self.scorer.system.clone(),
            language: self.scorer.language.as_ref().map(ToString::to_string),
            figures,
            confidence: self.confidence,
            outcomes: self.outcomes,
            experiments,
            remarks: self.remarks.into_values().collect(),
        }
    }
}
