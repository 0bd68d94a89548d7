//! Prints queries and what was answered.

use lydite_compose::Answered;
use lydite_model::AnswerSet;

pub(crate) fn one_line(query: &str) -> String {
    let line: Vec<&str> = query
        .split_whitespace()
        .filter(|word| !word.eq_ignore_ascii_case("prefix"))
        .collect();
    let line = line.join(" ");
    let mut short = String::new();
    let mut rest = line.as_str();
    while let Some(open) = rest.find('<') {
        short.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('>') else {
            break;
        };
        let iri = &rest[open + 1..open + close];
        if iri.contains("://") {
            short.push(':');
            short.push_str(iri.rsplit(['/', '#']).next().unwrap_or(iri));
        } else {
            short.push_str(&rest[open..=open + close]);
        }
        rest = &rest[open + close + 1..];
    }
    short.push_str(rest);
    short
}

pub(crate) fn show(answered: &Answered) {
    println!(
        "{}",
        serde_json::to_string_pretty(&answered.trace).unwrap_or_default()
    );
    println!(
        "{}",
        one_line(answered.query.as_deref().unwrap_or_default())
    );
    if let Some(reason) = &answered.abstained {
        println!("abstained: {reason}");
    }
    println!("{:?} {:?}", answered.answers, answered.timings);
    for other in &answered.alternatives {
        println!(
            "{:.2} {:.2} {}",
            other.score,
            other.adjusted,
            one_line(&other.query)
        );
    }
}

pub(crate) fn brief(question: &str, answered: &Answered) {
    let count = answered.answers.as_ref().map_or(0, AnswerSet::len);
    let reason = answered
        .abstained
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    println!("── {question}");
    println!(
        "   {count} {reason} {}",
        one_line(answered.query.as_deref().unwrap_or_default())
    );
}
