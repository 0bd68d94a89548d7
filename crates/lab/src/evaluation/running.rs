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

use super::comparison::Scores;
use super::{
    AnswerSource, ComparedSystems, Evaluated, Evaluation, System, TakesOutcomes, Unrepaired,
};
use crate::attribution::SystemFailures;
use crate::execution::{Executor, Repair};
use crate::files::{Accepting, Answers, Executed, Gold, SampleIds, Streamed, not_accepted};
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
        let scores = RefCell::new(Scores::default());
        for system in systems {
            self.lab.go_on()?;
            if self.is_large(system)? {
                for (number, &rules) in rules.iter().enumerate() {
                    let place = reports.len();
                    let take = |handed: Handed<'_>| {
                        if compares {
                            let mut scores = scores.borrow_mut();
                            match handed {
                                Handed::Outcome(outcome) => scores.add(place, outcome, rules),
                                Handed::Anew => scores.forget(place),
                            }
                        }
                        if let Some(take) = self.outcomes {
                            take(place, handed);
                        }
                    };
                    let scorer = self.scorer(rules, &system.name, &knowledge);
                    let scorer = scorer.only_figures().outcomes_to(&take);
                    let read = Streams {
                        running: self,
                        system,
                        sample: sample.as_ref(),
                        executor: executor.as_ref(),
                        tells: number == 0,
                    };
                    let (report, other) = self.streamed(&scorer, rules, &read, &knowledge)?;
                    unrepaired.extend(other);
                    reports.push(report);
                }
                continue;
            }
            let gold = match &gold {
                Some(gold) => gold,
                None => gold.insert(self.gold(executor.as_ref(), sample.as_ref())?),
            };
            let mut answers = match &system.answers {
                AnswerSource::File(file) => {
                    let spoken = self.evaluation.spoken.as_ref();
                    self.lab.answers(file, spoken, gold, executor.as_ref())?
                }
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
            comparisons: ComparedSystems::of_scored(
                &reports,
                &scores.borrow(),
                self.evaluation.seed,
            ),
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
        let queries = answers.repaired.len() as u64;
        let unrepaired = Unrepaired::of(&report, &strict, queries);
        (report, Some(unrepaired))
    }

    /// Judges what is not held in memory; if queries were repaired, also what they are worth
    /// without.
    fn streamed(
        &self,
        scorer: &Scorer<'_>,
        rules: &'static RuleSet,
        read: &Streams<'_>,
        knowledge: &Together<'_>,
    ) -> Result<(Report, Option<Unrepaired>), Error> {
        let accepted = match () {
            () if self.evaluation.strict => Repair::None,
            () if rules.runs_queries_as_given() => Repair::Tolerated,
            () => Repair::Needed,
        };
        let (report, repaired) = read.score(scorer, accepted, read.tells)?;
        if repaired == 0 {
            return Ok((report, None));
        }
        let strict = self.scorer(rules, &read.system.name, knowledge);
        let (strict, _) = read.score(&strict.only_figures(), Repair::None, false)?;
        let unrepaired = Unrepaired::of(&report, &strict, repaired);
        Ok((report, Some(unrepaired)))
    }
}

/// The files of an evaluation that are judged as they are read.
struct Streams<'r> {
    running: &'r Running<'r>,
    system: &'r System,
    sample: Option<&'r SampleIds>,
    executor: Option<&'r Executor<'r>>,
    /// Whether it is told what is remarkable about the files.
    tells: bool,
}

impl Streams<'_> {
    /// Judges the answers with the repairs that are accepted; says how many there were, if all are.
    fn score(
        &self,
        scorer: &Scorer<'_>,
        accepted: Repair,
        tells: bool,
    ) -> Result<(Report, u64), Error> {
        let Self {
            running: Running {
                lab, evaluation, ..
            },
            executor,
            ..
        } = *self;
        let sample = self.sample.map(|sample| &sample.ids);
        let gold = Streamed::open(lab, &evaluation.gold, sample)?;
        let mut gold = Executed::new(gold, executor);
        let (report, repaired) = match &self.system.answers {
            AnswerSource::File(file) => {
                let answers = Streamed::open(lab, file, sample)?
                    .identified_by(&evaluation.gold)
                    .spoken_in(evaluation.spoken.as_ref());
                let mut answers = Accepting::new(Executed::new(answers, executor), accepted);
                let scored = scorer.score_entries(&mut gold, &mut answers);
                let report = scored.map_err(|error| match error {
                    RereadError::Gold(error) | RereadError::Answers(error) => error,
                })?;
                if tells {
                    answers.answers.inner().notice_identified();
                    let not_run = executor.map_or(answers.not_run, |_| 0);
                    lab.notice_not_run(file, not_run);
                    lab.notice_filled(file, std::mem::take(&mut answers.answers.filled));
                }
                (report, answers.repaired.count)
            }
            AnswerSource::Stored(stored) => {
                let answers = Executed::new(stored.stream(), executor);
                let mut answers = Accepting::new(answers, accepted);
                let scored = scorer.score_entries(&mut gold, &mut answers);
                // What ended too early may look like anything.
                if let Some(error) = answers.answers.inner().error.take() {
                    return Err(error.into());
                }
                let report = scored.map_err(|error| match error {
                    RereadError::Gold(error) => error,
                    RereadError::Answers(error) => error.into(),
                })?;
                (report, answers.repaired.count)
            }
        };
        if tells {
            lab.notice_filled(&evaluation.gold, std::mem::take(&mut gold.filled));
        }
        Ok((report, repaired))
    }
}

/// An answer as it is if no more is done to its query than is accepted.
fn as_given<'a>(response: &'a Response, answers: &Answers, accepted: Repair) -> Cow<'a, Response> {
    let key = (response.question.clone(), response.language.clone());
    let repair = answers.repaired.get(&key);
    if repair.is_none_or(|repair| *repair <= accepted) {
        return Cow::Borrowed(response);
    }
    Cow::Owned(not_accepted(response.clone()))
}
