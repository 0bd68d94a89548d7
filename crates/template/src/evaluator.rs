//! Judges the templates of one question.

use lydite_sparql::{Dialect, Form, is_sparql_11};

use crate::criterion::Criterion;
use crate::gold::{GoldQuery, Kind};
use crate::patterns;
use crate::problem::{Problem, SyntaxReason};
use crate::reference::Facts;
use crate::refusal::{broken_rule, refusal};
use crate::remark::TemplateRemark;
use crate::reply::{self, Candidate, Crash, Exchange, TgmFailure};
use crate::rules::{TemplateRules, Validity};
use crate::syntax::{self, Fault, SyntaxTree};
use crate::verdict::{Judgement, TemplateVerdict, decide};

/// Judges templates by one rule set.
///
/// ```
/// use lydite_template::{Criterion, Evaluator, Exchange, TemplateRules};
///
/// let evaluator = Evaluator::new(TemplateRules::Lydite);
/// let gold = evaluator.gold("SELECT ?city { res:Japan onto:capital ?city }");
/// let answer = Exchange::Answered {
///     status: 200,
///     body: r#"[{"query": "SELECT ?v4 { ?v1 ?v2 ?v3 }", "slots": []}]"#.to_owned(),
/// };
/// let judgement = evaluator.judge("What is the capital of Japan?", &gold, &answer);
/// assert_eq!(judgement.criterion(), Criterion::DisconnectedTarget);
/// assert_eq!(
///     judgement.templates[0].problems[0].to_string(),
///     "?v4 is asked for, the pattern does not bind it"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    rules: TemplateRules,
    validity: Validity,
    strictness: bool,
    dialect: Dialect,
}

impl Evaluator {
    /// An evaluator by these rules.
    pub fn new(rules: TemplateRules) -> Self {
        Self {
            rules,
            validity: Validity::Grammar,
            strictness: true,
            dialect: Dialect::field(),
        }
    }

    /// When a template counts as SPARQL. The reference rules know the grammar only.
    #[must_use]
    pub fn with_validity(mut self, validity: Validity) -> Self {
        self.validity = validity;
        self
    }

    /// Whether to find out if templates are SPARQL 1.1 with all its rules, too.
    #[must_use]
    pub fn with_strictness(mut self, strictness: bool) -> Self {
        self.strictness = strictness;
        self
    }

    /// The rules.
    pub fn rules(&self) -> TemplateRules {
        self.rules
    }

    /// Reads a gold query as it stands; [`prepare_gold`](super::prepare_gold) repairs one first.
    pub fn gold(&self, text: &str) -> GoldQuery {
        GoldQuery::read(text, self.rules)
    }

    /// Judges the answer to a question.
    pub fn judge(&self, question: &str, gold: &GoldQuery, answer: &Exchange) -> Judgement {
        let (offered, candidates) = match reply::read(answer) {
            Ok(candidates) => (candidates.len(), candidates),
            Err(failure) => {
                let none = Candidate {
                    query: Err(failure),
                    slots: Vec::new(),
                    score: None,
                };
                (0, vec![none])
            }
        };
        let mut crash = match (self.rules, &gold.kind) {
            (TemplateRules::Lydite, _) => None,
            (
                TemplateRules::Reference,
                Kind::Broken {
                    crash: Some(crash), ..
                },
            ) => Some(*crash),
            (TemplateRules::Reference, _) => reply::crash(answer),
        };
        let mut templates = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let first = templates.is_empty();
            let (verdict, fatal) = self.template(question, gold, candidate);
            if first {
                crash = crash.or(fatal);
            }
            templates.push(verdict);
        }
        Judgement {
            templates,
            offered,
            crash,
        }
    }

    fn template(
        &self,
        question: &str,
        gold: &GoldQuery,
        candidate: Candidate,
    ) -> (TemplateVerdict, Option<Crash>) {
        let mut verdict = TemplateVerdict {
            criterion: Criterion::Good,
            problems: Vec::new(),
            remarks: Vec::new(),
            strict: None,
            query: None,
            form: None,
            score: candidate.score,
        };
        let mut crash = None;
        match candidate.query {
            Err(failure) => verdict.problems.push(self.failure(failure)),
            Ok(query) => {
                verdict.strict = self.strictness.then_some(false);
                let plain = syntax::unescape(&query);
                match self.rules {
                    TemplateRules::Lydite => {
                        self.by_lydite(question, gold, &plain, &candidate.slots, &mut verdict);
                    }
                    TemplateRules::Reference => {
                        crash = self.by_reference(gold, &plain, &mut verdict);
                    }
                }
                verdict.query = Some(query);
            }
        }
        verdict.criterion = decide(gold, &verdict.problems);
        (verdict, crash)
    }

    /// The published evaluator takes a template without a query for one with an empty query.
    fn failure(&self, failure: TgmFailure) -> Problem {
        let missing = failure.reason == reply::FailureReason::NoQuery;
        if self.rules == TemplateRules::Reference && missing {
            return Problem::Syntax {
                reason: SyntaxReason::Grammar,
                message: failure.to_string(),
                position: None,
                hint: None,
            };
        }
        Problem::TgmFailure(failure)
    }

    fn by_lydite(
        &self,
        question: &str,
        gold: &GoldQuery,
        query: &str,
        said: &[[String; 3]],
        verdict: &mut TemplateVerdict,
    ) {
        let reading = self.rules.reading();
        let repaired;
        let tree = match syntax::parse(query, &reading) {
            Ok(tree) => tree,
            Err(error) if self.validity == Validity::Dialect => {
                let Ok(parsed) = lydite_sparql::parse(query, &self.dialect) else {
                    verdict.problems.push(refusal(query, &error));
                    return;
                };
                let kinds = parsed
                    .repairs
                    .iter()
                    .map(|repair| repair.kind.id().to_owned());
                verdict.remarks.push(TemplateRemark::Repaired {
                    repairs: kinds.collect(),
                });
                repaired = parsed.text;
                match syntax::parse(&repaired, &reading) {
                    Ok(tree) => tree,
                    Err(_) => {
                        verdict.problems.push(refusal(query, &error));
                        return;
                    }
                }
            }
            Err(error) => {
                verdict.problems.push(refusal(query, &error));
                return;
            }
        };
        verdict.form = Some(tree.form);
        verdict.strict = self.is_strict(query, &tree);
        let strict = verdict.strict.unwrap_or(true);
        if self.validity == Validity::Strict && !strict {
            verdict.problems.push(broken_rule(query));
        }
        patterns::check(question, gold, &tree, said, verdict);
        if self.validity == Validity::Grammar && !strict {
            verdict.remarks.push(TemplateRemark::NotStrict);
        }
        let assumed = tree
            .assumed
            .iter()
            .map(|prefix| TemplateRemark::PrefixAssumed {
                prefix: (*prefix).to_owned(),
            });
        verdict.remarks.extend(assumed);
    }

    /// Whether a template that is in the grammar keeps the other rules, too.
    fn is_strict(&self, query: &str, tree: &SyntaxTree<'_>) -> Option<bool> {
        let table = TemplateRules::Lydite.prefixes().iter().copied();
        let needed: Vec<(&str, &str)> = table
            .filter(|(prefix, _)| tree.assumed.contains(prefix))
            .collect();
        self.strictness.then(|| is_sparql_11(query, &needed))
    }

    fn by_reference(
        &self,
        gold: &GoldQuery,
        query: &str,
        verdict: &mut TemplateVerdict,
    ) -> Option<Crash> {
        let tree = match syntax::parse(query, &self.rules.reading()) {
            Ok(tree) => tree,
            Err(error) => {
                verdict.problems.push(refusal(query, &error));
                return match error.fault {
                    Fault::Grammar => None,
                    Fault::UnknownPrefix => Some(Crash::Exception),
                    Fault::TooDeep | Fault::TooLong => Some(Crash::RecursionError),
                };
            }
        };
        verdict.form = Some(tree.form);
        verdict.strict = self.is_strict(query, &tree);
        let crash = tree
            .block
            .pattern
            .is_none()
            .then_some(Crash::AttributeError);
        let facts = Facts::of(&tree);
        if let Kind::Reference(gold_facts) = &gold.kind
            && let Some(question) = gold.question_type()
            && (gold_facts.ask != facts.ask || crash.is_some())
        {
            verdict.problems.push(Problem::QuestionType {
                question,
                expected: if gold_facts.ask {
                    Form::Ask
                } else {
                    Form::Select
                },
                found: tree.form,
            });
        }
        if !facts.ask {
            verdict.problems.extend(facts.disconnected_targets());
        }
        if let Kind::Reference(gold_facts) = &gold.kind {
            verdict.problems.extend(facts.wrong_range(gold_facts));
        }
        if !facts.ask {
            verdict.problems.extend(facts.disconnected_triples());
        }
        crash
    }
}
