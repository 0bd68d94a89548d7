//! Verdicts: on one template, and on all templates of a question.

use lydite_sparql::Form;
use serde::Serialize;

use crate::criterion::Criterion;
use crate::gold::GoldQuery;
use crate::problem::Problem;
use crate::remark::TemplateRemark;
use crate::reply::{Crash, TgmFailure};

/// What was found about one template.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateVerdict {
    /// The first criterion that applies, which decides.
    pub criterion: Criterion,
    /// Everything that is wrong with it, in the order of the criteria.
    pub problems: Vec<Problem>,
    /// What else is worth knowing.
    pub remarks: Vec<TemplateRemark>,
    /// Whether it is SPARQL 1.1 with all its rules; `None` if there is no query.
    pub strict: Option<bool>,
    /// Its query, if it has one.
    pub query: Option<String>,
    /// Its form, if it is SPARQL.
    pub form: Option<Form>,
    /// How sure the module is.
    pub score: Option<f64>,
}

/// What was found about the templates of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The templates in the order of the answer. A failure is a template that has none, so there is
    /// always a first one.
    pub templates: Vec<TemplateVerdict>,
    /// How many templates the answer has.
    pub offered: usize,
    /// How the published evaluator would end here, if it would; under the reference rules only.
    pub crash: Option<Crash>,
}

impl Judgement {
    /// The verdict on the question: that on its first template.
    pub fn criterion(&self) -> Criterion {
        self.templates
            .first()
            .map_or(Criterion::TgmFailure, |first| first.criterion)
    }

    /// What decides the verdict: the first problem of the first template.
    pub fn problem(&self) -> Option<&Problem> {
        self.templates.first()?.problems.first()
    }

    /// Why there is no template, if that is the verdict.
    pub fn failure(&self) -> Option<&TgmFailure> {
        match self.problem()? {
            Problem::TgmFailure(failure) => Some(failure),
            _ => None,
        }
    }
}

/// The verdict: the first problem decides, and of a broken gold query only failure and syntax count.
pub(crate) fn decide(gold: &GoldQuery, problems: &[Problem]) -> Criterion {
    let first = problems.first().map_or(Criterion::Good, Problem::criterion);
    let broken = gold.fault().is_some();
    match first {
        Criterion::TgmFailure | Criterion::Syntax => first,
        _ if broken => Criterion::BrokenOrigin,
        _ => first,
    }
}

impl Serialize for TemplateVerdict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("level", &self.criterion.level())?;
        map.serialize_entry("criterion", &self.criterion)?;
        if let Some(query) = &self.query {
            map.serialize_entry("query", query)?;
        }
        if let Some(score) = self.score {
            map.serialize_entry("score", &score)?;
        }
        if let Some(strict) = self.strict {
            map.serialize_entry("strict", &strict)?;
        }
        map.serialize_entry("problems", &self.problems)?;
        map.serialize_entry("remarks", &self.remarks)?;
        map.end()
    }
}
