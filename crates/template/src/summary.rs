//! Many verdicts in figures.

use std::collections::BTreeMap;

use lydite_sparql::Form;
use serde::Serialize;

use crate::criterion::{Criterion, Level, QuestionType};
use crate::gold::GoldQuery;
use crate::problem::Problem;
use crate::reply::FailureReason;
use crate::rules::TemplateRules;
use crate::several::{Several, SeveralTally};
use crate::verdict::Judgement;

/// How often a criterion was checked, and how often it applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CriterionCount {
    /// Questions whose verdict it is.
    pub count: usize,
    /// Questions for which it was checked: no earlier criterion applied.
    pub checked: usize,
    /// Questions whose first template has the problem, whatever the verdict.
    pub found: usize,
}

impl CriterionCount {
    /// The share of the questions for which it was checked.
    pub fn share(&self) -> Option<f64> {
        (self.checked > 0).then(|| self.count as f64 / self.checked as f64)
    }
}

/// The verdicts on a run, added up one by one: memory does not grow with the questions.
///
/// ```
/// use lydite_template::{Criterion, Evaluator, Exchange, TemplateRules, Summary};
///
/// let evaluator = Evaluator::new(TemplateRules::Lydite);
/// let mut summary = Summary::new(TemplateRules::Lydite);
/// for (gold, template) in [
///     ("ASK { res:Ulm ?p ?x }", "ASK { ?v1 ?v2 ?v3 }"),
///     ("ASK { res:Ulm ?p ?x }", "SELECT ?v1 { ?v1 ?v2 ?v3 }"),
/// ] {
///     let gold = evaluator.gold(gold);
///     let judgement = evaluator.judge("", &gold, &Exchange::Query(template.to_owned()));
///     summary.add(&gold, &judgement);
/// }
/// assert_eq!(summary.yes_no, 2);
/// assert_eq!(summary.of(Criterion::Good).count, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Summary {
    /// The rules.
    pub rules: TemplateRules,
    /// All questions.
    pub questions: usize,
    /// Those that ask for things.
    pub factoid: usize,
    /// Those that ask for yes or no.
    pub yes_no: usize,
    /// Those that ask for a range.
    pub range_specified: usize,
    /// Those whose gold query is broken.
    pub broken_origin: usize,
    /// Templates that are SPARQL 1.1 with all its rules, among the first ones that have a query.
    pub strict: usize,
    /// First templates that have a query.
    pub queries: usize,
    /// Answers on which the published evaluator ends, by how; under the reference rules only.
    pub crashes: BTreeMap<String, usize>,
    /// Remarks about first templates, by kind.
    pub remarks: BTreeMap<String, usize>,
    counts: [CriterionCount; Criterion::ALL.len()],
    failures: BTreeMap<FailureReason, usize>,
    several: SeveralTally,
}

impl Summary {
    /// A summary of nothing yet.
    pub fn new(rules: TemplateRules) -> Self {
        Self {
            rules,
            questions: 0,
            factoid: 0,
            yes_no: 0,
            range_specified: 0,
            broken_origin: 0,
            strict: 0,
            queries: 0,
            crashes: BTreeMap::new(),
            remarks: BTreeMap::new(),
            counts: [CriterionCount::default(); Criterion::ALL.len()],
            failures: BTreeMap::new(),
            several: SeveralTally::default(),
        }
    }

    /// Adds the verdict on a question.
    pub fn add(&mut self, gold: &GoldQuery, judgement: &Judgement) {
        self.questions += 1;
        match gold.question_type() {
            Some(QuestionType::Factoid) => self.factoid += 1,
            Some(QuestionType::YesNo) => self.yes_no += 1,
            None => self.broken_origin += 1,
        }
        self.range_specified += usize::from(gold.has_range());
        let criterion = judgement.criterion();
        let Some(first) = judgement.templates.first() else {
            return;
        };
        self.count(criterion, |count| count.count += 1);
        for known in Criterion::ALL {
            if is_checked(known, criterion, gold, first.form, self.rules) {
                self.count(known, |count| count.checked += 1);
            }
            let found = first
                .problems
                .iter()
                .any(|problem| problem.criterion() == known);
            self.count(known, |count| count.found += usize::from(found));
        }
        if let Some(Problem::TgmFailure(failure)) = first.problems.first() {
            *self.failures.entry(failure.reason).or_default() += 1;
        }
        if let Some(crash) = judgement.crash {
            *self.crashes.entry(format!("{crash:?}")).or_default() += 1;
        }
        self.queries += usize::from(first.query.is_some());
        self.strict += usize::from(first.strict == Some(true));
        for remark in &first.remarks {
            *self.remarks.entry(remark.kind().to_owned()).or_default() += 1;
        }
        self.several.add(judgement);
    }

    fn count(&mut self, criterion: Criterion, change: impl FnOnce(&mut CriterionCount)) {
        let at = Criterion::ALL.iter().position(|known| *known == criterion);
        if let Some(count) = at.and_then(|at| self.counts.get_mut(at)) {
            change(count);
        }
    }

    /// The figures of a criterion.
    pub fn of(&self, criterion: Criterion) -> CriterionCount {
        let at = Criterion::ALL.iter().position(|known| *known == criterion);
        at.and_then(|at| self.counts.get(at))
            .copied()
            .unwrap_or_default()
    }

    /// What share of all questions so many are; `None` if there are no questions.
    pub fn share(&self, count: usize) -> Option<f64> {
        (self.questions > 0).then(|| count as f64 / self.questions as f64)
    }

    /// How many verdicts have this level.
    pub fn level(&self, level: Level) -> usize {
        let criteria = Criterion::ALL
            .into_iter()
            .filter(|known| known.level() == level);
        criteria.map(|criterion| self.of(criterion).count).sum()
    }

    /// Failures by reason.
    pub fn failures(&self) -> impl Iterator<Item = (FailureReason, usize)> {
        self.failures
            .iter()
            .map(|(reason, count)| (*reason, *count))
    }

    /// How well the templates serve, where a question has several.
    pub fn several(&self) -> Several {
        self.several.finish()
    }
}

/// Whether a criterion was checked for a question whose verdict is `verdict`: no earlier one applied,
/// and it can apply.
fn is_checked(
    criterion: Criterion,
    verdict: Criterion,
    gold: &GoldQuery,
    form: Option<Form>,
    rules: TemplateRules,
) -> bool {
    let broken = gold.fault().is_some();
    let patterns = match rules {
        TemplateRules::Lydite => form == Some(Form::Select),
        TemplateRules::Reference => form != Some(Form::Ask),
    };
    // Of the two question types only one can be checked.
    let reached = match (criterion, verdict) {
        (Criterion::QuestionType(_), Criterion::QuestionType(_)) => true,
        _ => criterion <= verdict,
    };
    let applies = match criterion {
        Criterion::TgmFailure | Criterion::Syntax => true,
        Criterion::QuestionType(question) => gold.question_type() == Some(question),
        Criterion::DisconnectedTarget | Criterion::DisconnectedTriple => patterns && !broken,
        Criterion::WrongRange => gold.has_range(),
        Criterion::BrokenOrigin => return true,
        Criterion::Good => return !broken,
    };
    reached && applies
}
