//! Every question of an experiment with what was asked, answered, right, wrong and missed.

use std::collections::HashMap;

use lydite_judge::{Chosen, FileKnowledge, InMemory, Scorer};
use lydite_model::{
    AnswerSet, Evidence, Experiment as Kind, Language, Outcome, Query, Question, Response,
};
use lydite_sparql::{Dialect, Difference, diff, parse};
use rayon::prelude::*;

use super::html::MANY;
use super::publication::{Board, Judged, Publication};
use crate::attribution::{Attribution, SystemFailures};
use crate::execution::Executor;
use crate::knowledge::{GraphKnowledge, Together};
use crate::store::{StoredExchange, StoredResponses, Task};
use crate::{Error, Lab};

/// The questions of a dataset that were put in a language, to every system.
#[derive(Debug)]
pub struct Explained {
    /// The digest of the dataset.
    pub dataset: String,
    /// The language; none if every question was put in its own.
    pub language: Option<Language>,
    /// The systems, in the order of the answers.
    pub systems: Vec<String>,
    /// Why each of the systems lost questions; empty if there are too many questions to look into.
    pub failures: Vec<SystemFailures>,
    /// The questions, in the order of the dataset.
    pub questions: Vec<ExplainedQuestion>,
}

/// A question with everything that was said about it.
#[derive(Debug)]
pub struct ExplainedQuestion {
    /// Its identifier.
    pub id: String,
    /// How it was put.
    pub text: String,
    /// The language in which it was put.
    pub language: String,
    /// The right answers.
    pub gold: Option<AnswerSet>,
    /// The query that gives them.
    pub query: Option<String>,
    /// What each system did; none where its outcome is not known.
    pub given: Vec<Option<Given>>,
    /// Whether rule sets by which the experiment was judged disagree about a system.
    pub disputed: bool,
}

/// What a system did with a question.
#[derive(Debug)]
pub struct Given {
    /// The judgement.
    pub outcome: Outcome,
    /// Which answers are right, wrong and missed; none where that cannot be told any more.
    pub evidence: Option<Evidence>,
    /// The query of the system.
    pub query: Option<String>,
    /// What it answered, if that was not fully right and is short.
    pub answers: Option<AnswerSet>,
    /// In what it differs from the gold query.
    pub differences: Vec<String>,
    /// Why the question was lost, if it was.
    pub failure: Option<Attribution>,
}

/// What tells outcomes apart: question, language, and how often that was met.
type Key = (String, Option<String>, usize);

impl Lab {
    /// Explains every question of an experiment, under the first rule set of each dataset and
    /// language.
    ///
    /// # Errors
    /// The benchmark or the answers cannot be read, or the work was cancelled.
    pub fn explained(&self, publication: &Publication) -> Result<Vec<Explained>, Error> {
        let mut explained: Vec<Explained> = Vec::new();
        for board in publication.boards() {
            let known = |one: &Explained| {
                one.dataset == board.task.dataset && one.language == board.task.language
            };
            if !explained.iter().any(known) {
                explained.push(self.explain(publication, &board)?);
            }
        }
        Ok(explained)
    }

    /// A question of a board as its benchmark has it.
    ///
    /// # Errors
    /// The benchmark cannot be read.
    pub fn benchmark_question(
        &self,
        publication: &Publication,
        board: &Board<'_>,
        id: &str,
    ) -> Result<Option<Question>, Error> {
        let folder = tempfile::tempdir().map_err(super::ExportError::from)?;
        let digest = publication.gold_of(board.task);
        let path = publication.store.gold(&digest, folder.path())?;
        let mut reader = self.open_path(&path)?.trusting();
        Ok(reader.find(|question| question.id.as_str() == id))
    }

    fn explain(&self, publication: &Publication, board: &Board<'_>) -> Result<Explained, Error> {
        let plan = &publication.experiment.plan;
        // Without the graph less can be explained, but the scores are known.
        let used = plan.graph_use();
        let graph = used.as_ref().and_then(|used| self.graph(&used.name).ok());
        let executor = used.as_ref().zip(graph.as_deref());
        let executor = executor.map(|(used, graph)| Executor::new(graph, self.limits(used)));
        let folder = tempfile::tempdir().map_err(super::ExportError::from)?;
        let path = publication
            .store
            .gold(&publication.gold_of(board.task), folder.path())?;
        let gold = self.gold(&path, executor.as_ref())?;
        let files = FileKnowledge::default();
        let knowledge = Together {
            files: &files,
            graph: graph.as_deref().map(GraphKnowledge::new),
        };
        let on = graph.as_deref().zip(used.as_ref());
        let mut failures = Vec::new();
        let mut questions = Questions::new(&gold.questions, board.task);
        for (column, judged) in board.reports.iter().enumerate() {
            let stored = StoredResponses {
                store: publication.store.clone(),
                experiment: publication.experiment.id.clone(),
                task: judged.task.number,
                info: gold.about.info.clone(),
            };
            let answers = self.stored_answers(&stored, executor.as_ref())?;
            let evidence = judged.report.rules.rule_set().map(|rules| {
                let ids = gold
                    .questions
                    .iter()
                    .map(|question| question.id.to_string());
                let report = Scorer::new(rules)
                    .knowledge(&knowledge)
                    .language(judged.task.language.clone())
                    .seed(None)
                    .explain(ids)
                    .experiments(Chosen::These(vec![Kind::Qa]))
                    .score_in_memory(
                        InMemory::new(&gold.questions).about(gold.about.clone()),
                        InMemory::new(&answers.responses).about(answers.about.clone()),
                    );
                report.outcomes
            });
            questions.add(publication, column, judged, evidence.unwrap_or_default());
            questions.answer(column, &answers.responses);
            if let Some(rules) = judged.report.rules.rule_set()
                && gold.questions.len() <= MANY
            {
                let found = self.attribute(rules, on, judged.report, &gold, &answers)?;
                questions.lose(column, &found);
                failures.push(found);
            }
            let id = &publication.experiment.id;
            publication.store.exchanges(id, judged.task.number, |one| {
                questions.hear(column, &one);
                Ok::<(), Error>(())
            })?;
        }
        self.go_on()?;
        questions.dispute(publication, board);
        questions.compare_queries();
        Ok(Explained {
            dataset: board.task.dataset.clone(),
            language: board.task.language.clone(),
            systems: board
                .reports
                .iter()
                .map(|one| one.name().to_owned())
                .collect(),
            failures,
            questions: questions.all,
        })
    }
}

/// Questions on the way to being explained.
struct Questions<'g> {
    gold: HashMap<Key, &'g Question>,
    /// The language of the task.
    language: Option<&'g Language>,
    all: Vec<ExplainedQuestion>,
    places: HashMap<Key, usize>,
    /// Where the question of an identifier and language is; of several, the first.
    heard: HashMap<(String, Option<String>), usize>,
}

impl<'g> Questions<'g> {
    fn new(gold: &'g [Question], task: &'g Task) -> Self {
        let mut keys = Keys::default();
        let named = gold.iter().map(|question| {
            let language = question.language.as_ref().map(ToString::to_string);
            (keys.of(question.id.as_str(), language), question)
        });
        Self {
            gold: named.collect(),
            language: task.language.as_ref(),
            all: Vec::new(),
            places: HashMap::new(),
            heard: HashMap::new(),
        }
    }

    /// Adds the outcomes of a system, with the evidence where it leads to the same judgement.
    fn add(
        &mut self,
        publication: &Publication,
        column: usize,
        judged: &Judged<'_>,
        explained: Vec<Outcome>,
    ) {
        let mut explained = explained.into_iter();
        let mut keys = Keys::default();
        for outcome in &judged.report.outcomes {
            let evidence = explained.next().filter(|other| is_same(outcome, other));
            let language = outcome.language.as_ref().map(ToString::to_string);
            let key = keys.of(outcome.question.as_str(), language);
            let place = *self.places.entry(key.clone()).or_insert_with(|| {
                let gold = self.gold.get(&key).copied();
                let language = outcome.language.as_ref().or(self.language);
                let query = gold.and_then(|gold| Query::choose(&gold.queries, language));
                self.all.push(ExplainedQuestion {
                    id: key.0.clone(),
                    text: gold
                        .and_then(Question::any_text)
                        .unwrap_or_default()
                        .to_owned(),
                    language: publication.language(judged.task, outcome),
                    gold: gold.and_then(|gold| gold.answers.clone()),
                    query: query.map(|query| query.text.clone()),
                    given: Vec::new(),
                    disputed: false,
                });
                self.all.len() - 1
            });
            self.heard.entry((key.0, key.1)).or_insert(place);
            let question = &mut self.all[place];
            question
                .given
                .resize_with(question.given.len().max(column + 1), || None);
            question.given[column] = Some(Given {
                outcome: outcome.clone(),
                evidence: evidence
                    .and_then(|one| one.evidence)
                    .map(|evidence| *evidence),
                query: None,
                answers: None,
                differences: Vec::new(),
                failure: None,
            });
        }
    }

    /// Keeps what was answered where somebody may want to look at it.
    fn answer(&mut self, column: usize, responses: &[Response]) {
        /// Longer answers are shown in part, and are nothing to be corrected by hand.
        const LONGEST: usize = 200;
        for response in responses {
            let language = response.language.as_ref().map(ToString::to_string);
            let id = response.question.to_string();
            let own = self.heard.get(&(id.clone(), language));
            let place = own.or_else(|| self.heard.get(&(id, None))).copied();
            let question = place.and_then(|place| self.all.get_mut(place));
            if let Some(Some(given)) = question.and_then(|one| one.given.get_mut(column))
                && !given.outcome.is_exact()
            {
                let short = response.answers.as_ref();
                given.answers = short.filter(|answers| answers.len() <= LONGEST).cloned();
            }
        }
    }

    /// Notes about which questions other rules of the same judging say something else.
    fn dispute(&mut self, publication: &Publication, board: &Board<'_>) {
        /// A smaller difference is one of averages.
        const APART: f64 = 0.5;
        let boards = publication.boards();
        let others = boards.iter().filter(|other| {
            other.task.dataset == board.task.dataset
                && other.task.language == board.task.language
                && other.reports[0].report.rules != board.reports[0].report.rules
        });
        for other in others {
            for (column, judged) in board.reports.iter().enumerate() {
                let mut reports = other.reports.iter();
                let Some(same) = reports.find(|one| one.task.number == judged.task.number) else {
                    continue;
                };
                let mut keys = Keys::default();
                for outcome in &same.report.outcomes {
                    let language = outcome.language.as_ref().map(ToString::to_string);
                    let key = keys.of(outcome.question.as_str(), language);
                    let place = self.places.get(&key).copied();
                    let Some(question) = place.and_then(|place| self.all.get_mut(place)) else {
                        continue;
                    };
                    let given = question.given.get(column).and_then(Option::as_ref);
                    question.disputed |=
                        given.is_some_and(|given| (given.outcome.f1 - outcome.f1).abs() > APART);
                }
            }
        }
    }

    /// Notes why questions were lost.
    fn lose(&mut self, column: usize, failures: &SystemFailures) {
        for one in &failures.questions {
            let key = (
                one.id.to_string(),
                one.language.as_ref().map(ToString::to_string),
            );
            let place = self.heard.get(&key).copied();
            let question = place.and_then(|place| self.all.get_mut(place));
            if let Some(Some(given)) = question.and_then(|one| one.given.get_mut(column)) {
                given.failure = Some(one.clone());
            }
        }
    }

    /// Notes how a question was put, and the query that came back.
    fn hear(&mut self, column: usize, one: &StoredExchange) {
        let response = &one.exchange.response;
        let id = response.question.to_string();
        let own = (id.clone(), Some(one.language.to_string()));
        let place = self.heard.get(&own).or_else(|| self.heard.get(&(id, None)));
        let Some(question) = place.map(|place| &mut self.all[*place]) else {
            return;
        };
        question.text.clone_from(&one.text);
        if let Some(Some(given)) = question.given.get_mut(column) {
            let query = Query::choose(&response.queries, Some(&one.language));
            given.query = query.map(|query| query.text.clone());
        }
    }

    /// Says in what the queries of lost questions differ from the gold queries.
    fn compare_queries(&mut self) {
        let dialect = Dialect::field();
        self.all.par_iter_mut().for_each(|question| {
            let gold = question.query.as_ref();
            let Some(gold) = gold.and_then(|query| parse(query, &dialect).ok()) else {
                return;
            };
            for given in question.given.iter_mut().flatten() {
                let query = given.query.as_ref().filter(|_| !given.outcome.is_exact());
                if let Some(found) = query.and_then(|query| parse(query, &dialect).ok()) {
                    given.differences = diff(&gold, &found).iter().map(in_words).collect();
                }
            }
        });
    }
}

/// Whether two judgements say the same.
fn is_same(one: &Outcome, other: &Outcome) -> bool {
    one.question == other.question
        && one.language == other.language
        && one.counts == other.counts
        && one.f1.to_bits() == other.f1.to_bits()
}

/// Numbers questions that share identifier and language.
#[derive(Default)]
struct Keys(HashMap<(String, Option<String>), usize>);

impl Keys {
    fn of(&mut self, id: &str, language: Option<String>) -> Key {
        let count = self.0.entry((id.to_owned(), language.clone())).or_default();
        *count += 1;
        (id.to_owned(), language, *count)
    }
}

/// A difference between queries.
fn in_words(difference: &Difference) -> String {
    match difference {
        Difference::Form { expected, found } => format!("{found} in the place of {expected}"),
        Difference::Modifier {
            name,
            expected,
            found,
        } => match (expected.is_empty(), found.is_empty()) {
            (true, _) => format!("{name} {found} is too much"),
            (_, true) => format!("{name} {expected} is missing"),
            _ => format!("{name} {found} in the place of {expected}"),
        },
        Difference::Target { expected, found } => {
            format!("asks for {found} in the place of {expected}")
        }
        Difference::Missing { triple, .. } => format!("missing: {triple}"),
        Difference::Extra { triple, .. } => format!("too much: {triple}"),
        Difference::Changed {
            expected, found, ..
        } => format!("{found} in the place of {expected}"),
        Difference::MissingPart { kind, part } => format!("missing {kind}: {part}"),
        Difference::ExtraPart { kind, part } => format!("{kind} too much: {part}"),
        Difference::Arrangement => "the same parts, put together otherwise".to_owned(),
    }
}

/// Why the gold of a question may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// Several systems give the same answers, and the gold has none of them.
    Agreement,
    /// The gold query does not decide between rows, so that the gold depends on the engine.
    Tie,
    /// The rule sets by which the experiment was judged disagree.
    Disputed,
}

impl Suspicion {
    /// The suspicion in words.
    pub fn description(self) -> &'static str {
        match self {
            Self::Agreement => {
                "several systems agree on answers that the gold standard does not have: it may be \
                 wrong, or out of date"
            }
            Self::Tie => {
                "the gold query sorts and cuts between rows that tie, so the gold depends on the \
                 engine that made it"
            }
            Self::Disputed => "rule sets disagree about what the systems answered",
        }
    }
}

/// Why the gold of a question may be wrong; nothing, if there is no reason to think so.
pub fn suspicions(question: &ExplainedQuestion) -> Vec<Suspicion> {
    let ties = question.gold.as_ref().and_then(|gold| gold.ties.as_ref());
    let mut found = Vec::new();
    found.extend(is_outvoted(question).then_some(Suspicion::Agreement));
    found.extend(ties.map(|_| Suspicion::Tie));
    found.extend(question.disputed.then_some(Suspicion::Disputed));
    found
}

/// Whether at least two systems give the same answers, and the gold has none of them.
fn is_outvoted(question: &ExplainedQuestion) -> bool {
    let mut surplus: Vec<Vec<&String>> = question
        .given
        .iter()
        .flatten()
        .filter(|given| given.outcome.f1 == 0.0)
        .filter_map(|given| given.evidence.as_ref())
        .filter(|evidence| !evidence.surplus.is_empty())
        .map(|evidence| {
            let mut answers: Vec<&String> = evidence.surplus.iter().collect();
            answers.sort_unstable();
            answers
        })
        .collect();
    surplus.sort_unstable();
    surplus.windows(2).any(|pair| pair[0] == pair[1])
}
