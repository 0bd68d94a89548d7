//! What the scores do not say, said once.

use lydite_judge::{Remark, RemarkKind, Report};
use lydite_lab::{Evaluated, official_rules};
use lydite_model::Severity;

use crate::args::OutputFormat;
use crate::output::plural_of;
use crate::session::Session;

/// Says what is worth knowing beside the scores.
pub(super) fn say(session: &Session, evaluated: &Evaluated) {
    let reports = &evaluated.reports[..];
    for other in &evaluated.unrepaired {
        let score =
            |score: Option<f64>| score.map_or("–".to_owned(), |score| format!("{score:.4}"));
        // That queries were repaired is said below; here, what it is worth.
        if score(other.as_given) == score(other.repaired) {
            continue;
        }
        session.say(&format!(
            "note: {}, {}: {} repaired before running; without repairs (--strict), the score is \
             {} instead of {}",
            other.system,
            other.rules,
            plural_of(other.queries, "query", "queries"),
            score(other.as_given),
            score(other.repaired)
        ));
    }
    let official = evaluated.gold.as_ref();
    let official = official.and_then(|gold| official_rules(&gold.about.info));
    let is_used = |name: &str| reports.iter().any(|report| report.rules.name == name);
    if let Some(official) = official.filter(|official| !is_used(official.name)) {
        session.say(&format!(
            "note: this dataset was officially evaluated under the rules `{name}`; add --rules \
             {name} to compare with published scores",
            name = official.name
        ));
    }
    if let Some(caveat) = &evaluated.caveat {
        session.say(&format!("note: {caveat}"));
    }
    if let Some(failure) = reports.first().and_then(Report::graph_failure) {
        session.say(&format!("warning: {failure}"));
    }
    for line in remarks(reports, session.format()) {
        session.say(&line);
    }
}

/// Whether a remark is said beside what is printed. JSON has all of them; a table that goes into a
/// paper or a program has none, so whatever puts its scores in doubt is said.
fn is_said(remark: &Remark, format: OutputFormat) -> bool {
    match format {
        OutputFormat::Json => false,
        OutputFormat::Table => remark.kind != RemarkKind::GraphFailed,
        _ => remark.kind != RemarkKind::GraphFailed && remark.kind.severity() != Severity::Note,
    }
}

/// Each remark once, with whom it concerns unless that is everybody.
fn remarks(reports: &[Report], format: OutputFormat) -> Vec<String> {
    let mut said: Vec<(String, Vec<&Report>)> = Vec::new();
    for report in reports {
        let remarks = report.remarks.iter();
        for remark in remarks.filter(|remark| is_said(remark, format)) {
            let text = remark.to_string();
            match said.iter_mut().find(|(known, _)| *known == text) {
                Some((_, concerned)) => concerned.push(report),
                None => said.push((text, vec![report])),
            }
        }
    }
    said.iter()
        .map(|(text, concerned)| match whom(reports, concerned) {
            Some(whom) => format!("note: {whom}: {text}"),
            None => format!("note: {text}"),
        })
        .collect()
}

/// The systems and rules that a remark concerns, unless they are all.
fn whom(reports: &[Report], concerned: &[&Report]) -> Option<String> {
    let all: Vec<&Report> = reports.iter().collect();
    let mut whom = Vec::new();
    let systems = names(concerned, |report| {
        report.system.clone().unwrap_or("the answers".to_owned())
    });
    let rules = names(concerned, |report| report.rules.name.clone());
    // With one system, its name says whose answers are meant.
    let several = names(&all, |report| report.system.clone()).len();
    if reports.len() == 1 || systems.len() < several {
        whom.push(systems.join(", "));
    }
    if rules.len() < names(&all, |report| report.rules.name.clone()).len() {
        whom.push(format!("under {}", rules.join(", ")));
    }
    (!whom.is_empty()).then(|| whom.join(" "))
}

/// Different names in their order.
fn names<N: PartialEq>(reports: &[&Report], name: impl Fn(&Report) -> N) -> Vec<N> {
    let mut names = Vec::new();
    for report in reports {
        let name = name(report);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
