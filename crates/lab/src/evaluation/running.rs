//! An evaluation with what it needs at hand.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use lydite_graph::KnowledgeGraph;
use lydite_judge::{
    FileKnowledge, Handed, InMemory, Listing, Report, RereadError, RuleSet, Scorer,
};
use lydite_model::Response;
use lydite_sample::Bias;

use super::comparison::Score;
use super::{
    AnswerSource, ComparedSystems, Evaluated, Evaluation, System, TakesOutcomes, Unrepaired,
};
use crate::attribution::SystemFailures;
use crate::execution::{Executor, Repair};
use crate::files::{Answers, Gold, SampleIds, Streamed};
use crate::knowledge::{GraphKnowledge, Together};
use crate::{Error, Lab, Record};

/// An evaluation with what it needs at hand.
pub(super) struct Running<'r> {
    pub(super) lab: &'r Lab,
    pub(super) evaluation: &'r Evaluation,
    pub(super) graph: Option<&'r dyn KnowledgeGraph>,
    pub(super) files: &'r FileKnowledge,
    /// Who takes the outcomes of what is too large to be held in memory.
    pub(super) outcomes: Option<&'r TakesOutcomes<'r>>,
}

impl Running<'_> {
    pub(super) fn run(&self) -> Result<Evaluated, Error> {
        let Evaluation { systems, rules, .. } = self.evaluation;
        let knowledge = Together {
            files: self.files,
            graph: self.graph.map(GraphKnowledge::new),
        };
        let executor = self.executor();
        let sample = self.evaluation.sample.as_deref();
        let sample = sample.map(|file| self.lab.sample_ids(file)).transpose()?;
        let mut gold: Option<Gold> = None;
        let (mut reports, mut unrepaired) = (Vec::new(), Vec::new());
        let mut failures = Vec::new();
        // Only several systems are compared.
        let compares = systems.len() > 1;
        let mut scores: Vec<Vec<Score>> = Vec::new();
        for system in systems {
            self.lab.go_on()?;
            if executor.is_none() && self.is_large(system)? {
                for &rules in rules {
                    let place = reports.len();
                    let own = RefCell::new(Vec::new());
                    let take = |handed: Handed<'_>| {
                        match handed {
                            Handed::Outcome(outcome) if compares => {
                                own.borrow_mut().push(Score::of(outcome, rules));
                            }
                            Handed::Outcome(_) => {}
                            Handed::Anew => own.borrow_mut().clear(),
                        }
                        if let Some(take) = self.outcomes {
                            take(place, handed);
                        }
                    };
                    let scorer = self.scorer(rules, &system.name, &knowledge);
                    let scorer = scorer.only_figures().outcomes_to(&take);
                    reports.push(self.streamed(&scorer, system, sample.as_ref())?);
                    scores.resize_with(place, Vec::new);
                    scores.push(own.take());
                }
                continue;
            }
            let gold = match &gold {
                Some(gold) => gold,
                None => gold.insert(self.gold(executor.as_ref(), sample.as_ref())?),
            };
            let mut answers = match &system.answers {
                AnswerSource::File(file) => self.lab.answers(file, gold, executor.as_ref())?,
                AnswerSource::Stored(stored) => {
                    self.lab.stored_answers(stored, executor.as_ref())?
                }
            };
            if let Some(sample) = &sample {
                let responses = &mut answers.responses;
                responses.retain(|response| sample.ids.contains(&response.question));
            }
            for &rules in rules {
                self.lab.go_on()?;
                let scorer = self.scorer(rules, &system.name, &knowledge);
                let (report, other) = self.held(&scorer, rules, gold, &answers);
                unrepaired.extend(other);
                if self.evaluation.failures {
                    failures.push(self.failures(rules, &report, gold, &answers)?);
                }
                reports.push(report);
            }
        }
        let method = sample.as_ref().and_then(|sample| sample.method.as_deref());
        let bias = method.and_then(Bias::of_method).unwrap_or_default();
        Ok(Evaluated {
            record: Record::begin(self.lab, self.evaluation, self.graph),
            comparisons: ComparedSystems::of_scored(&reports, &scores, self.evaluation.seed),
            unrepaired,
            failures,
            caveat: bias.caveat().map(str::to_owned),
            reports,
            gold,
        })
    }

    fn executor(&self) -> Option<Executor<'_>> {
        let limits = self.lab.limits(self.evaluation.graph.as_ref()?);
        Some(Executor::new(self.graph?, limits))
    }

    fn gold(
        &self,
        executor: Option<&Executor<'_>>,
        sample: Option<&SampleIds>,
    ) -> Result<Gold, Error> {
        let mut gold = self.lab.gold(&self.evaluation.gold, executor)?;
        if let Some(sample) = sample {
            gold.questions
                .retain(|question| sample.ids.contains(&question.id));
            if gold.questions.is_empty() {
                return Err(Error::NoQuestionOfSample);
            }
        }
        Ok(gold)
    }

    /// Finds out why the questions of a report were lost.
    fn failures(
        &self,
        rules: &RuleSet,
        report: &Report,
        gold: &Gold,
        answers: &Answers,
    ) -> Result<SystemFailures, Error> {
        let on = self.graph.zip(self.evaluation.graph.as_ref());
        self.lab.attribute(rules, on, report, gold, answers)
    }

    /// Whether the two files are too large to be held in memory.
    fn is_large(&self, system: &System) -> Result<bool, Error> {
        // What is compared query by query has to be at hand.
        if self.evaluation.failures {
            return Ok(false);
        }
        let size = |given: &Path| {
            let path = self.lab.resolve(given).ok();
            let facts = path.and_then(|path| std::fs::metadata(path).ok());
            facts.map_or(0, |facts| facts.len())
        };
        let answers = match &system.answers {
            AnswerSource::File(file) => size(file),
            AnswerSource::Stored(stored) => stored.bytes()?,
        };
        Ok(size(&self.evaluation.gold) + answers > self.evaluation.large)
    }

    fn scorer<'k>(
        &self,
        rules: &'static RuleSet,
        system: &str,
        knowledge: &'k Together<'_>,
    ) -> Scorer<'k> {
        Scorer::new(rules)
            .knowledge(knowledge)
            .language(self.evaluation.language.clone())
            .system(system)
            .seed(Some(self.evaluation.seed))
            .explain(self.evaluation.explain.iter().cloned())
            .experiments(self.evaluation.experiments.clone())
            .measures(self.evaluation.measures.clone())
    }

    /// Judges what is held in memory; if queries were repaired, also what they are worth without.
    fn held(
        &self,
        scorer: &Scorer<'_>,
        rules: &RuleSet,
        gold: &Gold,
        answers: &Answers,
    ) -> (Report, Option<Unrepaired>) {
        let gold = || InMemory::new(&gold.questions).about(gold.about.clone());
        let repaired = || {
            let about = answers.about.clone();
            scorer.score_in_memory(gold(), InMemory::new(&answers.responses).about(about))
        };
        let strictly = |accepted: Repair| {
            let each = answers.responses.iter();
            let as_given: Vec<Cow<'_, Response>> = each
                .map(|response| as_given(response, answers, accepted))
                .collect();
            let mut about = answers.about.clone();
            about.repaired = Listing::default();
            scorer.score_in_memory(gold(), InMemory::new(&as_given).about(about))
        };
        if answers.repaired.is_empty() {
            return (repaired(), None);
        }
        if self.evaluation.strict {
            return (strictly(Repair::None), None);
        }
        if rules.runs_queries_as_given() {
            return (strictly(Repair::Tolerated), None);
        }
        let (report, strict) = (repaired(), strictly(Repair::None));
        let headline = |report: &Report| report.value(&report.headline()[2]);
        let unrepaired = Unrepaired {
            system: report.system.clone().unwrap_or_default(),
            rules: rules.name.to_owned(),
            queries: answers.repaired.len() as u64,
            repaired: headline(&report),
            as_given: headline(&strict),
        };
        (report, Some(unrepaired))
    }

    /// Judges what is not held in memory.
    fn streamed(
        &self,
        scorer: &Scorer<'_>,
        system: &System,
        sample: Option<&SampleIds>,
    ) -> Result<Report, Error> {
        let sample = sample.map(|sample| &sample.ids);
        let mut gold = Streamed::open(self.lab, &self.evaluation.gold, sample)?;
        match &system.answers {
            AnswerSource::File(file) => {
                let mut answers =
                    Streamed::open(self.lab, file, sample)?.identified_by(&self.evaluation.gold);
                let scored = scorer.score_entries(&mut gold, &mut answers);
                let report = scored.map_err(|error| match error {
                    RereadError::Gold(error) | RereadError::Answers(error) => error,
                })?;
                answers.notice_identified();
                Ok(report)
            }
            AnswerSource::Stored(stored) => {
                let mut answers = stored.stream();
                let scored = scorer.score_entries(&mut gold, &mut answers);
                // What ended too early may look like anything.
                if let Some(error) = answers.error {
                    return Err(error.into());
                }
                scored.map_err(|error| match error {
                    RereadError::Gold(error) => error,
                    RereadError::Answers(error) => error.into(),
                })
            }
        }
    }
}

/// An answer as it is if no more is done to its query than is accepted.
fn as_given<'a>(response: &'a Response, answers: &Answers, accepted: Repair) -> Cow<'a, Response> {
    let key = (response.question.clone(), response.language.clone());
    let repair = answers.repaired.get(&key);
    if repair.is_none_or(|repair| *repair <= accepted) {
        return Cow::Borrowed(response);
    }
    Cow::Owned(Response {
        answers: None,
        error: Some("the query is not valid SPARQL as given".to_owned()),
        ..response.clone()
    })
}
