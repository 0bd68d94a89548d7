//! What holds of every verdict, whatever a service answers.

use lydite_template::{
    Criterion, Evaluator, Exchange, Judgement, Problem, Summary, TemplateRules, Validity,
    prepare_gold,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// A query put together from pieces that fit more often than not.
fn query() -> impl Strategy<Value = String> {
    let triple = "[?][a-d] ([?][p-s]|a|<http://e/[pq]>|<p>/<q>) ([?][a-d]|\"[a-d]\"|<http://e/x>)";
    let part = prop_oneof![
        6 => triple.prop_map(|triple| format!("{triple} . ")),
        1 => triple.prop_map(|triple| format!("OPTIONAL {{ {triple} }} ")),
        1 => triple.prop_map(|triple| format!("MINUS {{ {triple} }} ")),
        1 => triple.prop_map(|triple| format!("FILTER NOT EXISTS {{ {triple} }} ")),
        1 => triple.prop_map(|triple| format!("{{ SELECT ?a {{ {triple} }} LIMIT 2 }} ")),
        1 => "FILTER[(][?][a-d] = [?][a-d][)] ",
        1 => "BIND[(]STR[(][?][a-d][)] AS [?][ef][)] ",
        1 => "VALUES [?][a-f] [{] 1 2 [}] ",
    ];
    let head = prop_oneof![
        Just("ASK"),
        Just("SELECT *"),
        Just("SELECT ?a"),
        Just("SELECT ?a ?f"),
        Just("SELECT (COUNT(?b) AS ?n)"),
        Just("SELECT (COUNT(*) AS ?n)"),
        Just("DESCRIBE ?a"),
    ];
    let tail = prop_oneof![
        Just(""),
        Just(" LIMIT 1"),
        Just(" OFFSET 1"),
        Just(" GROUP BY ?a")
    ];
    (head, prop::collection::vec(part, 0..6), tail)
        .prop_map(|(head, parts, tail)| format!("{head} WHERE {{ {} }}{tail}", parts.concat()))
}

fn judge(rules: TemplateRules, gold: &str, answer: &Exchange) -> Judgement {
    let evaluator = Evaluator::new(rules);
    evaluator.judge("Which?", &evaluator.gold(gold), answer)
}

fn criterion(rules: TemplateRules, gold: &str, template: &str) -> Criterion {
    judge(rules, gold, &Exchange::Query(template.to_owned())).criterion()
}

proptest! {
    #[test]
    fn whatever_is_answered_has_a_verdict(
        status in prop_oneof![Just(200_u16), any::<u16>()],
        body in ".*",
        gold in ".*",
        question in ".*",
    ) {
        for rules in TemplateRules::ALL {
            let evaluator = Evaluator::new(rules);
            let read = evaluator.gold(&prepare_gold(&gold, rules));
            let answer = Exchange::Answered { status, body: body.clone() };
            let judgement = evaluator.judge(&question, &read, &answer);
            prop_assert!(!judgement.templates.is_empty());
            let mut summary = Summary::new(rules);
            summary.add(&read, &judgement);
            prop_assert_eq!(summary.of(judgement.criterion()).count, 1);
        }
    }

    #[test]
    fn whatever_is_in_a_template_has_a_verdict(
        query in ".*",
        slots in prop::collection::vec(prop::array::uniform3(".{0,6}"), 0..4),
        score in ".{0,4}",
    ) {
        let slots: Vec<_> =
            slots.iter().map(|[s, p, o]| serde_json::json!({"s": s, "p": p, "o": o})).collect();
        let body = serde_json::json!([{"query": query, "slots": slots, "score": score}]).to_string();
        for rules in TemplateRules::ALL {
            for validity in [Validity::Grammar, Validity::Strict, Validity::Dialect] {
                let evaluator = Evaluator::new(rules).with_validity(validity);
                let gold = evaluator.gold("ASK { }");
                let answer = Exchange::Answered { status: 200, body: body.clone() };
                let judgement = evaluator.judge(&query, &gold, &answer);
                for problem in &judgement.templates[0].problems {
                    prop_assert!(!problem.to_string().is_empty());
                }
            }
        }
    }

    /// The verdict is the first problem, and the problems are in order.
    #[test]
    fn the_first_problem_decides(gold in query(), template in query()) {
        for rules in TemplateRules::ALL {
            let judgement = judge(rules, &gold, &Exchange::Query(template.clone()));
            let problems = &judgement.templates[0].problems;
            let first = problems.first().map_or(Criterion::Good, Problem::criterion);
            prop_assert_eq!(judgement.criterion(), first);
            prop_assert!(problems.is_sorted_by_key(Problem::criterion));
            for problem in problems {
                if let Problem::DisconnectedTriple { triples, places } = problem {
                    prop_assert_eq!(triples.len(), places.len());
                    for place in places {
                        prop_assert!(template.get(place.start..place.end).is_some());
                    }
                }
            }
        }
    }

    /// Names of variables mean nothing to our rules; to the reference they may, since it compares
    /// texts.
    #[test]
    fn names_of_variables_do_not_matter(gold in query(), template in query()) {
        let renamed = template.replace('?', "?other_");
        prop_assert_eq!(
            criterion(TemplateRules::Lydite, &gold, &template),
            criterion(TemplateRules::Lydite, &gold, &renamed)
        );
    }

    /// A query is of its own form and range.
    #[test]
    fn a_query_fits_itself_in_form_and_range(query in query()) {
        for rules in TemplateRules::ALL {
            let verdict = criterion(rules, &query, &query);
            prop_assert!(!matches!(
                verdict,
                Criterion::TgmFailure | Criterion::Syntax | Criterion::QuestionType(_)
                    | Criterion::WrongRange | Criterion::BrokenOrigin
            ));
        }
    }

    /// One more triple about a target changes nothing.
    #[test]
    fn a_connected_triple_does_no_harm(template in query()) {
        if template.starts_with("SELECT ?a WHERE") {
            let gold = "SELECT ?x { ?x ?p ?y }";
            let more = template.replace("WHERE {", "WHERE { ?a ?extra1 ?extra2 . ");
            let (before, after) =
                (criterion(TemplateRules::Lydite, gold, &template), criterion(TemplateRules::Lydite, gold, &more));
            prop_assert!(after >= before, "{before} became {after}");
        }
    }
}

/// Both ways of looking at a query, by its syntax and by its algebra, see the same components.
#[test]
fn syntax_and_algebra_agree() {
    use lydite_sparql::{Dialect, Form, Structure, parse};
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let gold = "SELECT ?x { ?x ?p ?y }";
    let mut compared = 0;
    for _ in 0..10_000 {
        let text = query().new_tree(&mut runner).unwrap().current();
        let Ok(parsed) = parse(&text, &Dialect::strict()) else {
            continue;
        };
        let structure = Structure::of(&parsed);
        if structure.form != Form::Select {
            continue;
        }
        compared += 1;
        let connectivity = structure.connectivity();
        let by_algebra = if connectivity.targets.iter().any(|target| !target.bound) {
            Criterion::DisconnectedTarget
        } else if connectivity
            .components
            .iter()
            .any(|component| !component.has_target)
        {
            Criterion::DisconnectedTriple
        } else {
            Criterion::Good
        };
        assert_eq!(
            criterion(TemplateRules::Lydite, gold, &text),
            by_algebra,
            "{text}"
        );
    }
    assert!(compared > 1_000, "{compared}");
}
