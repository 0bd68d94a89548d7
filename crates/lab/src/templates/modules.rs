//! What the other modules of a chain answered, where a record has it.

use std::collections::BTreeMap;

use lydite_template::{
    AnswerScore, Chain, Criterion, Disambiguation, DisambiguationScore, GenerationScore, Judgement,
    Module, answer_score, disambiguation_score, generated_queries, generation_score,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// The scores of the modules after the template generation module, for one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModuleScores {
    /// The disambiguation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dm: Option<DisambiguationScore>,
    /// The queries made, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qgm: Option<Vec<GenerationScore>>,
    /// The answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agm: Option<AnswerScore>,
    /// The first module that makes a right answer impossible.
    pub culprit: Option<Module>,
}

impl ModuleScores {
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
#[derive(Clone, Debug, Default)]
pub struct ModuleTally {
    questions: usize,
    roles: BTreeMap<&'static str, RoleTally>,
    coverage: (f64, usize),
    generated: (f64, usize),
    equivalent: usize,
    answers: (f64, usize),
    culprits: BTreeMap<Module, usize>,
    blameless: usize,
}

#[derive(Clone, Debug, Default)]
struct RoleTally {
    questions: usize,
    reciprocal_rank: f64,
    at: Vec<(usize, f64, f64)>,
}

impl ModuleTally {
    pub(super) fn add(&mut self, modules: &ModuleScores) {
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

    /// Whether no question has anything of another module.
    pub fn is_empty(&self) -> bool {
        self.questions == 0
    }

    /// The figures by name, with the number of questions behind each.
    pub fn figures(&self) -> Vec<ModuleFigure> {
        let mut figures = Vec::new();
        let mut put = |name: String, sum: f64, questions: usize| {
            if questions > 0 {
                figures.push(ModuleFigure {
                    name,
                    value: sum / questions as f64,
                    questions,
                });
            }
        };
        for (role, tally) in &self.roles {
            for (k, precision, recall) in &tally.at {
                put(
                    format!("dm.{role}.precision@{k}"),
                    *precision,
                    tally.questions,
                );
                put(format!("dm.{role}.recall@{k}"), *recall, tally.questions);
            }
            let name = format!("dm.{role}.mrr");
            put(name, tally.reciprocal_rank, tally.questions);
        }
        let (coverage, questions) = self.coverage;
        put("dm.slot_coverage".to_owned(), coverage, questions);
        let (generated, questions) = self.generated;
        put("qgm.triple_f1".to_owned(), generated, questions);
        let equivalent = self.equivalent as f64;
        put("qgm.equivalent".to_owned(), equivalent, questions);
        let (answers, questions) = self.answers;
        put("agm.f1".to_owned(), answers, questions);
        figures
    }

    /// Which module was the first to make a right answer impossible, and how often; `None` for
    /// questions that every module got right.
    pub fn culprits(&self) -> Vec<(Option<Module>, usize)> {
        let found = |module: Module| self.culprits.get(&module).copied().unwrap_or_default();
        let modules = Module::ALL
            .into_iter()
            .map(|module| (Some(module), found(module)));
        modules.chain([(None, self.blameless)]).collect()
    }
}

/// A mean over the questions that have something of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleFigure {
    /// Its name, such as `dm.entity.recall@1`.
    pub name: String,
    /// The mean.
    pub value: f64,
    /// The number of questions behind it.
    pub questions: usize,
}

impl Serialize for ModuleTally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Mean {
            value: f64,
            n: usize,
        }
        let mut map = serializer.serialize_map(None)?;
        for figure in self.figures() {
            let mean = Mean {
                value: figure.value,
                n: figure.questions,
            };
            map.serialize_entry(&figure.name, &mean)?;
        }
        let culprits: Map<String, Value> = self
            .culprits()
            .into_iter()
            .map(|(module, count)| {
                let name = module.map_or_else(|| "none".to_owned(), |module| module.to_string());
                (name, count.into())
            })
            .collect();
        map.serialize_entry("culprits", &culprits)?;
        map.end()
    }
}
