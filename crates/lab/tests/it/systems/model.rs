//! A real language model behind its real server, held to any shape of reply by grammars.
//!
//! `.ci/llm DIR` installs both; `LYDITE_LLM=DIR` says where.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use lydite_lab::system::{FailureKind, QaSystem};
use serde_json::json;

use super::{ask_text, demo_graph, described, kind, query, with_graph};

/// The server, until it is dropped.
pub(super) struct Llm {
    child: Child,
    url: String,
}

impl Llm {
    /// Starts the server; without one a test reports itself as skipped.
    pub(super) fn start(arguments: &[&str]) -> Option<Self> {
        let Some(folder) = std::env::var_os("LYDITE_LLM").map(PathBuf::from) else {
            let reason = "no language model; run `.ci/llm DIR` and set LYDITE_LLM=DIR";
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
            eprintln!("skipped: {reason}");
            return None;
        };
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/systems/serve.py");
        let mut child = Command::new(folder.join("bin/python"))
            .arg(script)
            .arg(folder.join("model.gguf"))
            .args(["--alias", "smollm2"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let ready = stdout
            .lines()
            .map(Result::unwrap)
            .find(|line| line.starts_with("READY"));
        let url = ready.unwrap().split(' ').nth(1).unwrap().to_owned();
        Some(Self { child, url })
    }

    pub(super) fn toml(&self, more: &str) -> String {
        format!(
            "protocol = \"chat\"\naddress = \"{}\"\nmodel = \"smollm2\"\ntimeout = 300\njobs = 1\nretries = 0\n{more}",
            self.url
        )
    }

    /// The model, held to a text.
    fn held_to(&self, text: &str, more: &str) -> Box<dyn QaSystem> {
        let grammar = format!("root ::= {}", json!(text));
        described(&self.toml(&format!(
            "{more}\nextra = {{ grammar = {} }}",
            json!(grammar)
        )))
    }
}

impl Drop for Llm {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn replies_of_every_shape_are_understood() {
    let Some(llm) = Llm::start(&[]) else { return };
    let select = "SELECT ?x { ?x a dbo:City }";
    let cases: [(&str, &str, Option<FailureKind>, &str); 9] = [
        ("SELECT ?x { ?x a dbo:City }", "", None, select),
        (
            "<think>hm, cities</think>\n\nSELECT ?x { ?x a dbo:City }",
            "",
            None,
            select,
        ),
        (
            "cities it is</think>\nSELECT ?x { ?x a dbo:City }",
            "",
            None,
            select,
        ),
        (
            "Here:\n```sparql\nSELECT ?x { ?x a dbo:City }\n```\nDone.",
            "",
            None,
            select,
        ),
        (
            "```text\nno\n```\n```\nSELECT ?x { ?x a dbo:City }\n```",
            "",
            None,
            select,
        ),
        (
            "```json\n{\"query\": \"SELECT ?x { ?x a dbo:City }\"}\n```",
            "",
            None,
            select,
        ),
        ("", "", Some(FailureKind::Empty), ""),
        (
            "<think>this is going to take a while",
            "max-tokens = 5",
            Some(FailureKind::Unreadable),
            "",
        ),
        (
            "SELECT ?x WHERE { ?x a",
            "",
            Some(FailureKind::Query),
            "SELECT ?x WHERE { ?x a",
        ),
    ];
    for (text, more, expected, found) in cases {
        for stream in [false, true] {
            let more = format!("{more}\nrepairs = 0\nstream = {stream}");
            let exchange = ask_text(llm.held_to(text, &more).as_ref(), "Which cities are there?");
            assert_eq!(
                kind(&exchange),
                expected,
                "{text:?} {stream}: {:?}",
                exchange.failure
            );
            assert_eq!(query(&exchange), found, "{text:?} {stream}");
            if expected.is_none() {
                let usage = exchange.usage.unwrap();
                assert!(
                    usage.prompt_tokens > 0 && usage.completion_tokens > 0,
                    "{usage:?}"
                );
            }
        }
    }
}

#[test]
fn a_model_left_to_itself_is_asked_again_and_always_the_same() {
    let Some(llm) = Llm::start(&[]) else { return };
    // A model of this size writes no query; what matters is that it ends with a verdict.
    let toml = llm.toml("max-tokens = 24\nschema-tokens = 200\nrepairs = 1");
    let system = with_graph(&toml, Some(demo_graph()));
    let ask = || ask_text(system.as_ref(), "What is the capital of Germany?");
    let (one, two) = (ask(), ask());
    let replies = |exchange: &lydite_lab::system::Exchange| {
        let turns = exchange.turns.iter().map(|turn| {
            let reply: serde_json::Value =
                serde_json::from_str(turn.reply.as_ref().unwrap()).unwrap();
            reply["choices"][0]["message"]["content"].clone()
        });
        turns.collect::<Vec<_>>()
    };
    assert!(one.failure.is_some() || !one.response.queries.is_empty());
    assert!((1..=2).contains(&one.turns.len()));
    assert_eq!(replies(&one), replies(&two));
    assert_eq!(one.failure, two.failure);
}

#[test]
fn a_grammar_of_sparql_is_run_and_repaired_on_the_graph() {
    let Some(llm) = Llm::start(&[]) else { return };
    let grammar = r#"root ::= "SELECT ?x { " ("dbr:Germany" | "dbr:France") " " ("dbo:capital" | "dbo:nothing") " ?x }""#;
    let more = format!(
        "repairs = 1\nschema-tokens = 200\nextra = {{ grammar = {} }}",
        json!(grammar)
    );
    let system = with_graph(&llm.toml(&more), Some(demo_graph()));
    let exchange = ask_text(system.as_ref(), "What is the capital of Germany?");
    assert_eq!(kind(&exchange), None, "{:?}", exchange.failure);
    assert!(
        query(&exchange).starts_with("SELECT ?x { dbr:"),
        "{}",
        query(&exchange)
    );
}

#[test]
fn a_server_that_minds_says_why() {
    let Some(llm) = Llm::start(&["--ctx", "256", "--key", "sk-very-secret"]) else {
        return;
    };
    let system = described(&llm.toml(""));
    let stranger = ask_text(system.as_ref(), "Who?");
    assert_eq!(kind(&stranger), Some(FailureKind::Status));
    let reason = stranger.failure.unwrap().reason;
    assert!(
        reason.starts_with("HTTP 401: ") && reason.contains("authentication_error"),
        "{reason}"
    );

    let key = "headers = { Authorization = \"Bearer ${KEY}\" }";
    let known = described(&llm.toml(&format!("{key}\nmax-tokens = 8\nrepairs = 0")));
    let long = ask_text(known.as_ref(), &"Who wrote this long book? ".repeat(200));
    assert_eq!(kind(&long), Some(FailureKind::Status));
    let reason = &long.failure.as_ref().unwrap().reason;
    assert!(reason.contains("exceed_context_size_error"), "{reason}");
    assert!(
        !serde_json::to_string(&long)
            .unwrap()
            .contains("sk-very-secret")
    );

    let bad = described(&llm.toml(&format!(
        "{key}\nextra = {{ grammar = \"root := nonsense\" }}"
    )));
    let bad = ask_text(bad.as_ref(), "Who?");
    assert_eq!(kind(&bad), Some(FailureKind::Status), "{:?}", bad.failure);
}
