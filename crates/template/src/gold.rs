//! Gold queries: what a question asks for.

use lydite_sparql::{Dialect, Form, RepairKind, parse};

use crate::criterion::QuestionType;
use crate::problem::SolutionRange;
use crate::reference::Facts;
use crate::reply::Crash;
use crate::rules::TemplateRules;
use crate::syntax::{self, Fault};

/// What is known of a question from its gold query.
#[derive(Clone, Debug)]
pub struct GoldQuery {
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// The gold query cannot be read.
    Broken {
        message: String,
        crash: Option<Crash>,
    },
    /// As the published evaluator reads it.
    Reference(Box<Facts>),
    /// As we read it.
    Read {
        form: Form,
        range: Option<SolutionRange>,
    },
}

impl GoldQuery {
    /// What the question asks for, unless its gold query is broken.
    pub fn question_type(&self) -> Option<QuestionType> {
        let ask = match &self.kind {
            Kind::Broken { .. } => return None,
            Kind::Reference(facts) => facts.ask,
            Kind::Read { form, .. } => *form == Form::Ask,
        };
        Some(if ask {
            QuestionType::YesNo
        } else {
            QuestionType::Factoid
        })
    }

    /// Whether the question asks for a range of the solutions: the tallest, the second largest.
    pub fn has_range(&self) -> bool {
        match &self.kind {
            Kind::Broken { .. } => false,
            Kind::Reference(facts) => facts.length.is_some(),
            Kind::Read { range, .. } => range.is_some(),
        }
    }

    /// Why the gold query is broken, if it is.
    pub fn fault(&self) -> Option<&str> {
        match &self.kind {
            Kind::Broken { message, .. } => Some(message),
            Kind::Reference(_) | Kind::Read { .. } => None,
        }
    }

    /// Reads a gold query as it stands.
    pub(crate) fn read(text: &str, rules: TemplateRules) -> Self {
        let text = syntax::unescape(text);
        let reading = rules.reading();
        let kind = match syntax::parse(&text, &reading) {
            Err(error) => Kind::Broken {
                crash: match (rules, error.fault) {
                    (TemplateRules::Reference, Fault::UnknownPrefix) => Some(Crash::Exception),
                    (TemplateRules::Reference, Fault::TooDeep | Fault::TooLong) => {
                        Some(Crash::RecursionError)
                    }
                    _ => None,
                },
                message: error.to_string(),
            },
            Ok(tree) if rules == TemplateRules::Reference => {
                Kind::Reference(Box::new(Facts::of(&tree)))
            }
            Ok(tree) => {
                let range = SolutionRange {
                    limit: tree.block.limit.map(str::to_owned),
                    offset: tree.block.offset.filter(|o| *o != "0").map(str::to_owned),
                };
                let asks = tree.form == Form::Select && range != SolutionRange::default();
                Kind::Read {
                    form: tree.form,
                    range: asks.then_some(range),
                }
            }
        };
        Self { kind }
    }
}

/// The text of a gold query as it is judged by `rules`: the dialects of the field repaired by rule, or
/// by the four expressions of the published formatter.
///
/// Some editions of QALD that are still to be had, those with answers, have lost the quotes of
/// literals; the paper used others. So quotes are put back under both rules.
///
/// ```
/// use lydite_template::{TemplateRules, prepare_gold};
///
/// let text = "SELECT DISTINCT COUNT(?uri) WHERE { ?uri a onto:Lake }";
/// assert_eq!(
///     prepare_gold(text, TemplateRules::Reference),
///     "SELECT (COUNT (?uri) AS ?tgm_eval_result) WHERE { ?uri a onto:Lake }"
/// );
/// assert!(prepare_gold(text, TemplateRules::Lydite).contains("SELECT DISTINCT (COUNT(?uri) AS ?result)"));
/// ```
pub fn prepare_gold(text: &str, rules: TemplateRules) -> String {
    let dialect = Dialect::field();
    let prepared = match rules {
        TemplateRules::Reference => as_published(text),
        TemplateRules::Lydite => text.to_owned(),
    };
    if syntax::parse(&syntax::unescape(&prepared), &rules.reading()).is_ok() {
        return prepared;
    }
    let repaired = parse(&prepared, &dialect).ok().filter(|parsed| {
        let mut kinds = parsed.repairs.iter().map(|repair| repair.kind);
        rules == TemplateRules::Lydite || kinds.any(|kind| kind == RepairKind::QuotesLost)
    });
    repaired.map_or(prepared, |parsed| parsed.text)
}

/// The repairs of the published formatter. DISTINCT is lost, and everything up to the last
/// ` WHERE {` counts as the aggregate.
fn as_published(text: &str) -> String {
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text = text.replace(
        "SELECT DISTINCT (?h1-?h2) WHERE",
        "SELECT DISTINCT ((?h1 - ?h2) AS ?tgm_eval_result) WHERE",
    );
    text = text.replace(
        " FILTER (NOT regex(?artistname,\"Ramone\"))",
        " FILTER (!(REGEX(?artistname, \"Ramone\")))",
    );
    let starts = ["SELECT DISTINCT COUNT", "SELECT COUNT"];
    let start = starts
        .iter()
        .filter_map(|start| Some((text.find(start)?, start.len())))
        .min();
    if let Some((start, length)) = start
        && let Some(end) = text[start + length..].rfind(" WHERE {")
    {
        let argument = &text[start + length..start + length + end];
        let tail = &text[start + length + end + " WHERE {".len()..];
        let head = &text[..start];
        text = format!("{head}SELECT (COUNT {argument} AS ?tgm_eval_result) WHERE {{{tail}");
    }
    for double in [
        "AS ?number AS ?tgm_eval_result",
        "as ?number AS ?tgm_eval_result",
    ] {
        text = text.replace(double, "AS ?number");
    }
    text
}
