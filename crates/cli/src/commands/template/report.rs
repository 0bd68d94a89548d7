//! The JSON document: a line for each case, then the summary. Memory does not grow with the cases.

use std::io::{self, Write};

use lydite_template::{Criterion, Judgement, Level, Summary, TemplateRules};
use serde_json::{Map, Value, json};

use super::modules::Modules;
use super::run::{Item, Results, failure};

pub(super) fn begin(out: &mut dyn Write, rules: TemplateRules, source: &str) -> io::Result<()> {
    let source = Value::from(source);
    write!(
        out,
        "{{\n\"rules\": \"{rules}\",\n\"templates\": {source},\n\"cases\": ["
    )
}

pub(super) fn case(
    out: &mut dyn Write,
    first: bool,
    item: &Item,
    judgement: &Judgement,
    modules: Option<&Modules>,
) -> io::Result<()> {
    let criterion = judgement.criterion();
    let mut case = Map::new();
    case.insert("id".to_owned(), item.id.as_str().into());
    case.insert("level".to_owned(), criterion.level().name().into());
    case.insert("criterion".to_owned(), criterion.name().into());
    if !item.source.is_empty() {
        case.insert("source".to_owned(), item.source.as_str().into());
    }
    case.insert("question".to_owned(), item.question.as_str().into());
    if let Some(failure) = failure(judgement) {
        case.insert("reason".to_owned(), failure.reason.name().into());
    }
    if let Some(crash) = judgement.crash {
        case.insert("reference_crash".to_owned(), format!("{crash:?}").into());
    }
    if let Some(millis) = item.millis {
        case.insert("millis".to_owned(), millis.into());
    }
    if let Some(first) = judgement.templates.first()
        && let Ok(Value::Object(first)) = serde_json::to_value(first)
    {
        let rest = first
            .into_iter()
            .filter(|(key, _)| key != "level" && key != "criterion");
        case.extend(rest);
    }
    if judgement.templates.len() > 1 {
        case.insert("all_templates".to_owned(), json!(judgement.templates));
    }
    if let Some(modules) = modules {
        case.insert("modules".to_owned(), json!(modules));
    }
    let comma = if first { "" } else { "," };
    write!(out, "{comma}\n{}", Value::Object(case))
}

pub(super) fn end(out: &mut dyn Write, results: &Results) -> io::Result<()> {
    let Results {
        summary,
        groups,
        modules,
        ..
    } = results;
    let mut document = figures(summary);
    if let (Value::Object(document), false) = (&mut document, groups.is_empty()) {
        let groups: Map<String, Value> = groups
            .iter()
            .map(|(name, summary)| (name.clone(), figures(summary)))
            .collect();
        document.insert("groups".to_owned(), Value::Object(groups));
    }
    if let (Value::Object(document), false) = (&mut document, modules.is_empty()) {
        let mut figures: Map<String, Value> = Map::new();
        for (name, value, questions) in modules.figures() {
            figures.insert(name, json!({"value": value, "n": questions}));
        }
        let culprits: Map<String, Value> = modules
            .culprits()
            .into_iter()
            .map(|(name, count)| (name, count.into()))
            .collect();
        figures.insert("culprits".to_owned(), Value::Object(culprits));
        document.insert("modules".to_owned(), Value::Object(figures));
    }
    writeln!(out, "\n],\n\"summary\": {document:#}\n}}")
}

/// A summary in figures.
fn figures(summary: &Summary) -> Value {
    let share = |count: usize| match summary.questions {
        0 => Value::Null,
        all => (count as f64 / all as f64).into(),
    };
    let criteria: Map<String, Value> = Criterion::ALL
        .into_iter()
        .map(|criterion| {
            let count = summary.of(criterion);
            let figures = json!({
                "level": criterion.level(),
                "count": count.count,
                "checked": count.checked,
                "found": count.found,
                "share_of_checked": count.share(),
                "share": share(count.count),
            });
            (criterion.name().to_owned(), figures)
        })
        .collect();
    let level =
        |level: Level| json!({"count": summary.level(level), "share": share(summary.level(level))});
    let failures: Map<String, Value> = summary
        .failures()
        .map(|(reason, count)| (reason.name().to_owned(), count.into()))
        .collect();
    let several = summary.several();
    let best: Map<String, Value> = several
        .best
        .iter()
        .map(|(criterion, count)| (criterion.name().to_owned(), (*count).into()))
        .collect();
    json!({
        "rules": summary.rules,
        "questions": summary.questions,
        "factoid": summary.factoid,
        "yes_no": summary.yes_no,
        "range_specified": summary.range_specified,
        "broken_origin": summary.broken_origin,
        "levels": {
            "critical": level(Level::Critical),
            "notice": level(Level::Notice),
            "info": level(Level::Info),
        },
        "criteria": criteria,
        "failures": failures,
        "reference_crashes": summary.crashes,
        "queries": summary.queries,
        "strict": summary.strict,
        "remarks": summary.remarks,
        "several": {
            "templates": several.templates,
            "questions_with_several": several.with_several,
            "usable": several.usable,
            "good": several.good,
            "best": best,
        },
    })
}
