//! OKBQA modules, one by one and through a controller.

use lydite_lab::system::FailureKind;

use super::{answers, ask_text, described, kind, query};
use lydite_testing::bytes::{Act, Server, body_of, json};

const TEMPLATE: &str = r#"[{"score":"1.0","query":"SELECT ?v2 WHERE { ?v2 ?v3 ?v4 . }",
    "slots":[{"s":"v4","p":"is","o":"rdf:Resource"},{"s":"v4","p":"verbalization","o":"Gunsan"}]}]"#;

#[test]
fn modules_are_asked_one_after_another() {
    let server = Server::start(|_, request| {
        let line = request.lines().next().unwrap();
        let text = if line.starts_with("POST /tgm") {
            assert_eq!(
                body_of(request),
                r#"{"string":"Which river?","language":"en"}"#
            );
            TEMPLATE.to_owned()
        } else if line.starts_with("GET /dm?data=") {
            assert!(line.contains("Which%20river"), "{line}");
            r#"{"ned":[{"score":1,"entities":[{"var":"v4","value":"http://x/Gunsan","score":1}]}]}"#
                .to_owned()
        } else if line.starts_with("POST /qgm") {
            assert!(
                body_of(request).contains(r#""disambiguation":[{"score":1,"#),
                "{request}"
            );
            r#"[{"query":"ASK { ?worse ?p ?o }","score":0.1},{"query":"ASK { ?s ?p ?o }","score":0.9}]"#.to_owned()
        } else {
            assert!(
                body_of(request).contains(r#""queries":[{"query":"ASK { ?s ?p ?o }"}"#),
                "{request}"
            );
            r#"{"answers":[{"query":"ASK { ?s ?p ?o }","answer":"http://x/Geum"}]}"#.to_owned()
        };
        Act::Send(json(&text).into_bytes())
    });
    let at = &server.url;
    let modules = format!("tgm = \"{at}/tgm\", dm = \"{at}/dm\", qgm = \"{at}/qgm\"");
    let without = described(&format!("protocol = \"okbqa\"\nmodules = {{ {modules} }}"));
    let exchange = ask_text(without.as_ref(), "Which river?");
    assert_eq!(
        (query(&exchange), answers(&exchange).as_str()),
        ("ASK { ?s ?p ?o }", "none")
    );
    assert_eq!(exchange.turns.len(), 3);
    let with = described(&format!(
        "protocol = \"okbqa\"\nmodules = {{ {modules}, agm = \"{at}/agm\" }}"
    ));
    let exchange = ask_text(with.as_ref(), "Which river?");
    assert_eq!(answers(&exchange), "http://x/Geum");
    assert_eq!(exchange.turns.len(), 4);
}

#[test]
fn a_controller_asks_for_us() {
    let server = Server::constant(json(
        r#"{"log":[{"1. module":"TGM","4. output":[]},{"1. module":"QGM","4. output":[{"query":"ASK {}"}]}],
            "result":[{"query":"ASK {}","answer":"http://x/A"}]}"#,
    ));
    let system = described(&format!(
        "protocol = \"okbqa\"\naddress = \"{}/cm\"\ngraphs = [[\"http://kb/sparql\", \"http://kb\"]]",
        server.url
    ));
    let exchange = ask_text(system.as_ref(), "Who?");
    assert_eq!(
        (answers(&exchange).as_str(), query(&exchange)),
        ("http://x/A", "ASK {}")
    );
    let sent: serde_json::Value = serde_json::from_str(body_of(&server.asked()[0])).unwrap();
    assert_eq!(sent["input"]["string"], "Who?");
    assert_eq!(sent["conf"]["address"]["KB"][0][0], "http://kb/sparql");
}

#[test]
fn a_module_without_templates_is_a_failure() {
    for (reply, expected) in [
        ("[]", FailureKind::Empty),
        ("[{}]", FailureKind::Empty),
        ("oops", FailureKind::Unreadable),
    ] {
        let server = Server::constant(json(reply));
        let at = &server.url;
        let system = described(&format!(
            "protocol = \"okbqa\"\nmodules = {{ tgm = \"{at}/t\", qgm = \"{at}/q\" }}"
        ));
        assert_eq!(
            kind(&ask_text(system.as_ref(), "Who?")),
            Some(expected),
            "{reply}"
        );
    }
}
