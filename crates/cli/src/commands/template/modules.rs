//! What the other modules of a chain answered, where a record has it.

use std::collections::BTreeMap;

use lydite_template::{
    AnswerScore, Chain, Criterion, Disambiguation, DisambiguationScore, GenerationScore, Judgement,
    Module, answer_score, disambiguation_score, generated_queries, generation_score,
};
use serde::Serialize;
use serde_json::Value;

/// The scores of the modules after the template generation module, for one question.
#[derive(Serialize)]
pub(super) struct Modules {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dm: Option<DisambiguationScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qgm: Option<Vec<GenerationScore>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agm: Option<AnswerScore>,
    /// The first module that makes a right answer impossible.
    pub culprit: Option<Module>,
}

impl Modules {
    pub(super) fn judge(gold: &str, judgement: &Judgement, record: &Value) -> Self {
        let slots = slots(judgement);
        let slots: Vec<&str> = slots.iter().map(String::as_str).collect();
        let dm = body(record, "dm")
            .and_then(|answer| disambiguation_score(gold, &Disambiguation::read(&answer), &slots));
        let qgm: Option<Vec<GenerationScore>> = body(record, "qgm").map(|answer| {
            let queries = generated_queries(&answer);
            queries
                .iter()
                .filter_map(|query| generation_score(gold, query))
                .collect()
        });
        let expected = record
            .get("gold_answers")
            .and_then(Value::as_array)
            .map(|list| {
                let texts = list.iter().filter_map(Value::as_str);
                texts.map(str::to_owned).collect::<Vec<_>>()
            });
        let agm = body(record, "agm")
            .zip(expected)
            .map(|(answer, expected)| answer_score(&answer, &expected));
        let templates: Vec<Criterion> = judgement
            .templates
            .iter()
            .map(|template| template.criterion)
            .collect();
        let culprit = Chain {
            templates: &templates,
            disambiguation: dm.as_ref(),
            queries: qgm.as_deref(),
            right: agm.map(|score| score.f1 >= 1.0),
        }
        .culprit();
        Self {
            dm,
            qgm,
            agm,
            culprit,
        }
    }
}

/// The variables of the first template: all that a disambiguation could fill.
fn slots(judgement: &Judgement) -> Vec<String> {
    let query = judgement
        .templates
        .first()
        .and_then(|template| template.query.as_deref());
    let parsed = query.and_then(|query| {
        lydite_sparql::Template::parse(
            query,
            Vec::<(&str, &str, &str)>::new(),
            &lydite_sparql::Dialect::field(),
        )
        .ok()
    });
    let open = parsed.as_ref().map(|template| template.open_variables());
    open.unwrap_or_default()
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// The answer of a module: as it is, or as an HTTP exchange.
fn body(record: &Value, module: &str) -> Option<Value> {
    let value = record.get(module)?;
    match value.get("body") {
        Some(Value::String(text)) => serde_json::from_str(text).ok(),
        Some(other) => Some(other.clone()),
        None => Some(value.clone()),
    }
}

/// Means over the questions that have something of a module.
#[derive(Default)]
pub(super) struct ModuleTally {
    questions: usize,
    roles: BTreeMap<&'static str, RoleTally>,
    coverage: (f64, usize),
    generated: (f64, usize),
    equivalent: usize,
    answers: (f64, usize),
    culprits: BTreeMap<Module, usize>,
    blameless: usize,
}

#[derive(Default)]
struct RoleTally {
    questions: usize,
    reciprocal_rank: f64,
    at: Vec<(usize, f64, f64)>,
}

impl ModuleTally {
    pub(super) fn add(&mut self, modules: &Modules) {
        self.questions += 1;
        for role in modules.dm.iter().flat_map(|score| &score.roles) {
            let tally = self.roles.entry(role.role).or_default();
            tally.questions += 1;
            tally.reciprocal_rank += role.mean_reciprocal_rank;
            tally.at.resize(role.at.len(), (0, 0.0, 0.0));
            for (sum, at) in tally.at.iter_mut().zip(&role.at) {
                *sum = (at.k, sum.1 + at.precision, sum.2 + at.recall);
            }
        }
        if let Some(coverage) = modules.dm.as_ref().and_then(|score| score.slot_coverage) {
            self.coverage = (self.coverage.0 + coverage, self.coverage.1 + 1);
        }
        if let Some(queries) = &modules.qgm {
            let first = queries.first().map_or(0.0, |query| query.f1);
            self.generated = (self.generated.0 + first, self.generated.1 + 1);
            self.equivalent += usize::from(queries.iter().any(|query| query.equivalent));
        }
        if let Some(score) = modules.agm {
            self.answers = (self.answers.0 + score.f1, self.answers.1 + 1);
        }
        match modules.culprit {
            Some(module) => *self.culprits.entry(module).or_default() += 1,
            None => self.blameless += 1,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.questions == 0
    }

    /// The figures by name, with the number of questions behind each.
    pub(super) fn figures(&self) -> Vec<(String, f64, usize)> {
        let mean = |(sum, count): (f64, usize)| sum / count.max(1) as f64;
        let mut figures = Vec::new();
        for (role, tally) in &self.roles {
            let count = tally.questions;
            for (k, precision, recall) in &tally.at {
                figures.push((
                    format!("dm.{role}.precision@{k}"),
                    mean((*precision, count)),
                    count,
                ));
                figures.push((
                    format!("dm.{role}.recall@{k}"),
                    mean((*recall, count)),
                    count,
                ));
            }
            let rank = mean((tally.reciprocal_rank, count));
            figures.push((format!("dm.{role}.mrr"), rank, count));
        }
        if self.coverage.1 > 0 {
            figures.push((
                "dm.slot_coverage".to_owned(),
                mean(self.coverage),
                self.coverage.1,
            ));
        }
        if self.generated.1 > 0 {
            let count = self.generated.1;
            figures.push(("qgm.triple_f1".to_owned(), mean(self.generated), count));
            let share = self.equivalent as f64 / count as f64;
            figures.push(("qgm.equivalent".to_owned(), share, count));
        }
        if self.answers.1 > 0 {
            figures.push(("agm.f1".to_owned(), mean(self.answers), self.answers.1));
        }
        figures
    }

    /// Which module was the first to make a right answer impossible, and how often.
    pub(super) fn culprits(&self) -> Vec<(String, usize)> {
        let found = |module: Module| self.culprits.get(&module).copied().unwrap_or_default();
        let mut culprits: Vec<(String, usize)> = Module::ALL
            .iter()
            .map(|module| (module.to_string(), found(*module)))
            .collect();
        culprits.push(("none".to_owned(), self.blameless));
        culprits
    }
}
