//! Holds the tables of `docs/templates.md` to the code.

use lydite_template::{Evaluator, Exchange, Problem, TemplateRules};

const GOLD: &str = "SELECT ?city WHERE { res:Japan onto:capital ?city . }";

/// The rows of the tables below a marker, cell by cell.
fn rows(marker: &str) -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/templates.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows = Vec::new();
    for part in text.split(&format!("<!-- {marker} -->\n")).skip(1) {
        let table = part
            .lines()
            .take_while(|line| line.starts_with('|'))
            .skip(2);
        rows.extend(table.map(|line| {
            let line = line.replace("\\|", "\u{1}");
            let cells = line.trim_matches('|').split('|');
            cells
                .map(|cell| cell.trim().trim_matches('`').replace('\u{1}', "|"))
                .collect()
        }));
    }
    rows
}

/// The verdict, or the exception in italics; and the reason of a failure.
fn verdict(rules: TemplateRules, gold: &str, answer: &Exchange) -> (String, String) {
    let evaluator = Evaluator::new(rules);
    let judgement = evaluator.judge("", &evaluator.gold(gold), answer);
    let reason = match judgement.templates[0].problems.first() {
        Some(Problem::TgmFailure(failure)) => failure.reason.name().to_owned(),
        _ => String::new(),
    };
    let verdict = match judgement.crash {
        Some(crash) => format!("*{crash:?}*"),
        None => judgement.criterion().to_string(),
    };
    (verdict, reason)
}

#[test]
fn every_documented_difference_is_one() {
    let rows = rows("differences");
    assert!(rows.len() > 60, "{}", rows.len());
    for row in rows {
        let [template, gold, reference, lydite] = row.as_slice() else {
            panic!("{row:?}");
        };
        let gold = if gold.is_empty() { GOLD } else { gold };
        let answer = Exchange::Query(template.clone());
        let ours = |rules| verdict(rules, gold, &answer).0;
        assert_eq!(
            ours(TemplateRules::Reference),
            *reference,
            "reference: {template}"
        );
        assert_eq!(ours(TemplateRules::Lydite), *lydite, "lydite: {template}");
    }
}

#[test]
fn every_documented_answer_has_its_verdict() {
    let rows = rows("answers");
    assert!(rows.len() > 10, "{}", rows.len());
    for row in rows {
        let [status, body, reference, lydite, reason] = row.as_slice() else {
            panic!("{row:?}");
        };
        let answer = Exchange::Answered {
            status: status.parse().unwrap(),
            body: body.clone(),
        };
        assert_eq!(
            verdict(TemplateRules::Reference, GOLD, &answer).0,
            *reference,
            "{body}"
        );
        let ours = verdict(TemplateRules::Lydite, GOLD, &answer);
        assert_eq!((&ours.0, &ours.1), (lydite, reason), "{body}");
    }
}
