//! Tools that check, run, compare and score.

use std::time::Duration;

use lydite_graph::{Limits, Results};
use lydite_judge::{Case, rule_set, rules};
use lydite_lab::unknown_iris;
use lydite_model::{AnswerSet, Question, Response, Term};
use lydite_sparql::{Parsed, diff, parse};
use rmcp::schemars;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{Said, bounded, terms};
use crate::Site;

/// A query that is checked.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Check {
    /// The query.
    query: String,
}

/// A query that is run.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Run {
    /// The query.
    query: String,
    /// How many rows are wanted at most: 100, if not said; no more than 10,000.
    rows: Option<u32>,
    /// How many seconds it may take: 10, if not said; no more than 60.
    seconds: Option<u32>,
}

/// Two queries that are compared.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Compare {
    /// The query that is expected.
    expected: String,
    /// The query that was found.
    found: String,
}

/// Answers that are scored.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(super) struct Score {
    /// The right answers: IRIs and values, or the values "true" or "false" for yes and no.
    gold: Option<Vec<String>>,
    /// A query that gives the right answers, in their place.
    gold_query: Option<String>,
    /// The answers that are scored.
    answers: Option<Vec<String>>,
    /// A query that gives them, in their place.
    answers_query: Option<String>,
    /// The rule set: `lydite`, if not said.
    rules: Option<String>,
}

fn read(site: &Site, name: &str, query: &str) -> Result<Parsed, String> {
    let query = bounded(name, query)?;
    parse(query, &site.dialect()).map_err(|error| format!("`{name}` is no SPARQL query: {error}"))
}

fn execute(site: &Site, parsed: &Parsed, rows: usize, seconds: u64) -> Result<Results, String> {
    let limits = Limits::default()
        .with_time(Duration::from_secs(seconds))
        .with_rows(rows)
        .with_memory(512 << 20)
        .with_cancel(site.lab().config.cancel.clone());
    site.graph
        .query(parsed, &limits)
        .map_err(|error| error.to_string())
}

fn repairs(parsed: &Parsed) -> Vec<Json> {
    parsed
        .repairs
        .iter()
        .map(|repair| json!({"kind": repair.kind, "before": repair.before, "after": repair.after}))
        .collect()
}

pub(super) fn check(site: &Site, check: &Check) -> Said {
    let text = bounded("query", &check.query)?;
    let parsed = match parse(text, &site.dialect()) {
        Ok(parsed) => parsed,
        Err(error) => {
            return Ok(json!({"valid": false, "error": error.to_string()}));
        }
    };
    let limits = Limits::default().with_time(Duration::from_secs(10));
    let unknown =
        unknown_iris(site.graph.as_ref(), &parsed, &limits).map_err(|error| error.to_string())?;
    Ok(json!({
        "valid": true,
        "as_given": parsed.repairs.is_empty(),
        "query": parsed.text,
        "repairs": repairs(&parsed),
        "unknown_iris": unknown,
    }))
}

pub(super) fn run(site: &Site, run: &Run) -> Said {
    let parsed = read(site, "query", &run.query)?;
    let rows = run.rows.unwrap_or(100).clamp(1, 10_000) as usize;
    let seconds = u64::from(run.seconds.unwrap_or(10).clamp(1, 60));
    let mut document = terms::results(&execute(site, &parsed, rows, seconds)?);
    if !parsed.repairs.is_empty() {
        document["query"] = json!(parsed.text);
        document["repairs"] = json!(repairs(&parsed));
    }
    Ok(document)
}

pub(super) fn compare(site: &Site, compare: &Compare) -> Said {
    let expected = read(site, "expected", &compare.expected)?;
    let found = read(site, "found", &compare.found)?;
    let differences = diff(&expected, &found);
    let (rows, seconds) = (100_000, 20);
    let results = (
        execute(site, &expected, rows, seconds),
        execute(site, &found, rows, seconds),
    );
    let scored = match &results {
        (Ok(expected), Ok(found)) => {
            let outcome = judged(
                AnswerSet::from(&expected.value),
                AnswerSet::from(&found.value),
                "lydite",
            )?;
            json!({
                "same_results": outcome["f1"].as_f64() == Some(1.0),
                "precision": outcome["precision"], "recall": outcome["recall"], "f1": outcome["f1"],
            })
        }
        (Err(error), _) => json!({"error": format!("`expected`: {error}")}),
        (_, Err(error)) => json!({"error": format!("`found`: {error}")}),
    };
    Ok(json!({
        "equivalent": differences.is_empty(),
        "differences": differences,
        "results": scored,
    }))
}

fn judged(gold: AnswerSet, answers: AnswerSet, name: &str) -> Said {
    let rules = rule_set(name).ok_or_else(|| {
        let names: Vec<&str> = rules().iter().map(|rules| rules.name).collect();
        format!(
            "there is no rule set named `{name}`; the rule sets are {}",
            names.join(", ")
        )
    })?;
    let mut question = Question::new("1");
    question.answers = Some(gold);
    let mut response = Response::from(Question::new("1"));
    response.answers = Some(answers);
    let outcome = rules.judge(&Case::new(&question, Some(&response)));
    serde_json::to_value(&outcome).map_err(|error| error.to_string())
}

/// Answers as they are given: a list, or what a query gives.
fn given(
    site: &Site,
    name: &str,
    list: Option<&Vec<String>>,
    query: Option<&String>,
) -> Result<AnswerSet, String> {
    match (list, query) {
        (Some(list), None) => {
            if list.iter().map(String::len).sum::<usize>() > super::LONGEST * 10 {
                return Err(format!("`{name}` is too long"));
            }
            if let [one] = list.as_slice()
                && let Ok(value) = one.trim().to_lowercase().parse::<bool>()
            {
                return Ok(AnswerSet::boolean(value));
            }
            let terms = list.iter().map(|value| {
                let bare = value.trim().trim_start_matches('<').trim_end_matches('>');
                if bare.contains("://") && !bare.contains(char::is_whitespace) {
                    Term::iri(bare)
                } else {
                    Term::literal(value.as_str())
                }
            });
            Ok(AnswerSet::column("answer", terms))
        }
        (None, Some(query)) => {
            let name = format!("{name}_query");
            let parsed = read(site, &name, query)?;
            let results = execute(site, &parsed, 100_000, 30)?;
            Ok(AnswerSet::from(&results.value))
        }
        _ => Err(format!("give either `{name}` or `{name}_query`")),
    }
}

pub(super) fn score(site: &Site, score: &Score) -> Said {
    let gold = given(site, "gold", score.gold.as_ref(), score.gold_query.as_ref())?;
    let answers = given(
        site,
        "answers",
        score.answers.as_ref(),
        score.answers_query.as_ref(),
    )?;
    let name = score.rules.as_deref().unwrap_or("lydite");
    let outcome = judged(gold, answers, name)?;
    Ok(json!({"rules": name, "outcome": outcome}))
}
