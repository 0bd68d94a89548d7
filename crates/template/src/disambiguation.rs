//! The disambiguation module: what it proposes for the slots, against the identifiers of the gold query.

use std::collections::BTreeSet;

use lydite_sparql::{Dialect, Role, Structure, parse};
use serde::Serialize;
use serde_json::Value;

use crate::reply::number;

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// The ranks at which precision and recall are given.
const RANKS: [usize; 4] = [1, 3, 5, 10];

/// A proposal for a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The variable.
    pub variable: String,
    /// The identifier.
    pub value: String,
    /// How sure the module is.
    pub score: Option<f64>,
    /// What kind of thing it is said to be.
    pub role: Role,
}

/// What a disambiguation module proposes, read from its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Disambiguation {
    /// All proposals.
    pub proposals: Vec<Proposal>,
}

impl Disambiguation {
    /// Reads the answer `{"ned": [{"entities": [{"var", "value", "score"}], …}]}`; several items of
    /// `ned` are alternatives and count together.
    pub fn read(answer: &Value) -> Self {
        let items = match answer.get("ned") {
            Some(Value::Array(items)) => items.as_slice(),
            Some(item) => std::slice::from_ref(item),
            None => std::slice::from_ref(answer),
        };
        let mut proposals = Vec::new();
        for item in items {
            for (key, role) in [
                ("entities", Role::Entity),
                ("classes", Role::Class),
                ("properties", Role::Property),
            ] {
                let list = item.get(key).and_then(Value::as_array);
                for one in list.map(Vec::as_slice).unwrap_or_default() {
                    let text = |key: &str| one.get(key).and_then(Value::as_str);
                    let (Some(variable), Some(value)) = (text("var"), text("value")) else {
                        continue;
                    };
                    proposals.push(Proposal {
                        variable: variable.trim_start_matches(['?', '$']).to_owned(),
                        value: value.trim_matches(['<', '>']).to_owned(),
                        score: one.get("score").and_then(number),
                        role,
                    });
                }
            }
        }
        Self { proposals }
    }

    /// The distinct values for each variable in this role, best first, in order of appearance.
    fn ranked(&self, role: Role) -> Vec<Vec<&str>> {
        let mut variables: Vec<(&str, Vec<&Proposal>)> = Vec::new();
        for proposal in self
            .proposals
            .iter()
            .filter(|proposal| proposal.role == role)
        {
            match variables
                .iter_mut()
                .find(|(name, _)| *name == proposal.variable)
            {
                Some((_, list)) => list.push(proposal),
                None => variables.push((&proposal.variable, vec![proposal])),
            }
        }
        variables
            .into_iter()
            .map(|(_, mut list)| {
                // Those without a score come last, in the order of the answer.
                let score = |one: &Proposal| one.score.unwrap_or(f64::NEG_INFINITY);
                list.sort_by(|one, other| score(other).total_cmp(&score(one)));
                let mut values: Vec<&str> = Vec::new();
                for proposal in list {
                    if !values.contains(&proposal.value.as_str()) {
                        values.push(&proposal.value);
                    }
                }
                values
            })
            .collect()
    }
}

/// Precision and recall among the first k proposals for each slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct AtRank {
    /// k.
    pub k: usize,
    /// The share of these proposals that the gold query has.
    pub precision: f64,
    /// The share of the gold query's identifiers that are proposed.
    pub recall: f64,
}

/// How well one role was disambiguated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoleScore {
    /// `entity`, `class` or `property`.
    pub role: &'static str,
    /// How many identifiers of this role the gold query has.
    pub gold: usize,
    /// Precision and recall at some ranks.
    pub at: Vec<AtRank>,
    /// The mean over the gold identifiers of one divided by their best rank for any slot.
    pub mean_reciprocal_rank: f64,
    /// The gold identifiers that are not proposed at all.
    pub missing: Vec<String>,
}

/// How well a question was disambiguated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DisambiguationScore {
    /// By role, those that the gold query has something of.
    pub roles: Vec<RoleScore>,
    /// The share of the template's slots for which there is a proposal; `None` without slots.
    pub slot_coverage: Option<f64>,
}

impl DisambiguationScore {
    /// Whether every identifier of the gold query is proposed for some slot.
    pub fn is_complete(&self) -> bool {
        self.roles.iter().all(|role| role.missing.is_empty())
    }
}

/// Holds proposals against a gold query; `None` if that cannot be read.
///
/// `rdf:type` is no slot in templates, so it need not be proposed.
///
/// ```
/// use lydite_template::{Disambiguation, disambiguation_score};
///
/// let answer = serde_json::json!({"ned": [{"score": 0.9,
///     "entities": [{"var": "v4", "value": "http://dbpedia.org/resource/Japan", "score": 1}],
///     "properties": [{"var": "v2", "value": "http://dbpedia.org/ontology/city", "score": 0.9},
///                    {"var": "v2", "value": "http://dbpedia.org/ontology/capital", "score": 0.8}]}]});
/// let gold = "SELECT ?x { dbr:Japan dbo:capital ?x }";
/// let score = disambiguation_score(gold, &Disambiguation::read(&answer), &["v2", "v4"]).unwrap();
/// assert!(score.is_complete());
/// assert_eq!(score.slot_coverage, Some(1.0));
/// let properties = &score.roles[1];
/// assert_eq!((properties.role, properties.mean_reciprocal_rank), ("property", 0.5));
/// assert_eq!((properties.at[0].recall, properties.at[1].recall), (0.0, 1.0));
/// ```
pub fn disambiguation_score(
    gold: &str,
    found: &Disambiguation,
    slots: &[&str],
) -> Option<DisambiguationScore> {
    let parsed = parse(gold, &Dialect::field()).ok()?;
    let structure = Structure::of(&parsed);
    let mut roles = Vec::new();
    for (role, name) in [
        (Role::Entity, "entity"),
        (Role::Property, "property"),
        (Role::Class, "class"),
    ] {
        let mut gold = structure.iris(role);
        gold.retain(|iri| *iri != TYPE);
        if !gold.is_empty() {
            roles.push(role_score(name, &gold, &found.ranked(role)));
        }
    }
    let proposed: BTreeSet<&str> = found
        .proposals
        .iter()
        .map(|one| one.variable.as_str())
        .collect();
    let covered = slots
        .iter()
        .filter(|slot| proposed.contains(**slot))
        .count();
    Some(DisambiguationScore {
        roles,
        slot_coverage: (!slots.is_empty()).then(|| covered as f64 / slots.len() as f64),
    })
}

fn role_score(role: &'static str, gold: &[&str], ranked: &[Vec<&str>]) -> RoleScore {
    let rank = |iri: &str| {
        let ranks = ranked
            .iter()
            .filter_map(|list| list.iter().position(|value| *value == iri));
        ranks.min().map(|rank| rank + 1)
    };
    let at = RANKS.map(|k| {
        let top: BTreeSet<&str> = ranked
            .iter()
            .flat_map(|list| list.iter().take(k))
            .copied()
            .collect();
        let hits = gold.iter().filter(|iri| top.contains(**iri)).count();
        AtRank {
            k,
            precision: hits as f64 / top.len().max(1) as f64,
            recall: hits as f64 / gold.len() as f64,
        }
    });
    let reciprocal: f64 = gold
        .iter()
        .filter_map(|iri| rank(iri))
        .map(|rank| 1.0 / rank as f64)
        .sum();
    RoleScore {
        role,
        gold: gold.len(),
        at: at.into(),
        mean_reciprocal_rank: reciprocal / gold.len() as f64,
        missing: gold
            .iter()
            .filter(|iri| rank(iri).is_none())
            .map(|iri| (*iri).to_owned())
            .collect(),
    }
}
