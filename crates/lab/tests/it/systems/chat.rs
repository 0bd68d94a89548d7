//! Language models that behave as no small one does: quotas, quirks, repairs, refusals.

use std::sync::atomic::{AtomicUsize, Ordering};

use lydite_lab::system::{Exchange, FailureKind, Usage};
use serde_json::{Value, json};

use super::{ask_text, demo_graph, described, kind, query, with_graph};
use lydite_testing::bytes::{Act, Server, body_of, json as replied, reply};

/// What a server says when the model says this.
fn said(content: &str, finish: &str) -> String {
    let body = json!({
        "model": "m",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    });
    replied(&body.to_string())
}

/// A model that says one thing after the other, the last one for ever.
fn model(script: &'static [&'static str]) -> Server {
    let at = AtomicUsize::new(0);
    Server::start(move |_, _| {
        let at = at.fetch_add(1, Ordering::SeqCst).min(script.len() - 1);
        Act::Send(said(script[at], "stop").into_bytes())
    })
}

fn toml(server: &Server, more: &str) -> String {
    format!(
        "protocol = \"chat\"\naddress = \"{}\"\nmodel = \"m\"\n{more}",
        server.url
    )
}

/// The messages of a request.
fn messages(request: &str) -> Vec<(String, String)> {
    let body: Value = serde_json::from_str(body_of(request)).unwrap();
    let messages = body["messages"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    messages
        .iter()
        .map(|one| (text(&one["role"]), text(&one["content"])))
        .collect()
}

fn capital() -> &'static str {
    "SELECT ?x { dbr:Germany dbo:capital ?x }"
}

#[test]
fn a_model_gets_the_question_the_schema_and_examples() {
    let folder = tempfile::tempdir().unwrap();
    let train = folder.path().join("train.json");
    std::fs::write(&train, json!({"questions": [
        {"id": "1", "question": [{"language": "en", "string": "What is the capital of France?"}], "query": {"sparql": "SELECT ?x { dbr:France dbo:capital ?x }"}, "answers": []},
        {"id": "2", "question": [{"language": "en", "string": "How many films are there?"}], "query": {"sparql": "SELECT (COUNT(?f) AS ?n) { ?f a dbo:Film }"}, "answers": []},
        {"id": "3", "question": [{"language": "en", "string": "What is the capital of Germany?"}], "query": {"sparql": "SELECT ?leak { dbr:Germany dbo:capital ?leak }"}, "answers": []},
    ]}).to_string()).unwrap();
    let server = model(&["```sparql\nSELECT ?x { dbr:Germany dbo:capital ?x }\n```"]);
    let system = with_graph(
        &toml(
            &server,
            &format!(
                "examples = \"{}\"\nshots = 1\nseed = 7\nprice = {{ prompt = 2, completion = 10 }}",
                train.display()
            ),
        ),
        Some(demo_graph()),
    );
    let exchange = ask_text(system.as_ref(), "What is the capital of Germany?");
    assert_eq!(query(&exchange), capital(), "{:?}", exchange.failure);
    assert!(exchange.response.answers.is_none());
    assert_eq!(
        exchange.usage,
        Some(Usage {
            prompt_tokens: 100,
            completion_tokens: 10,
            cost: Some(0.0003)
        })
    );
    let request = &server.asked()[0];
    assert!(request.starts_with("POST /v1/chat/completions HTTP/1.1"));
    let body: Value = serde_json::from_str(body_of(request)).unwrap();
    assert_eq!(
        (&body["temperature"], &body["seed"], &body["max_tokens"]),
        (&json!(0.0), &json!(7), &json!(1024))
    );
    let messages = messages(request);
    let roles: Vec<&str> = messages.iter().map(|(role, _)| role.as_str()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert!(
        messages[0].1.contains("dbr:Germany") && messages[0].1.contains("dbo:capital"),
        "{}",
        messages[0].1
    );
    assert_eq!(messages[1].1, "What is the capital of France?");
    assert_eq!(messages[3].1, "What is the capital of Germany?");
    // The solution of the question itself is never shown.
    assert!(!body_of(request).contains("?leak"));
    let settings = &system.descriptor().settings;
    for key in [
        "model",
        "temperature",
        "seed",
        "prompt",
        "examples",
        "graph",
    ] {
        assert!(settings.contains_key(key), "{key} in {settings:?}");
    }
    assert!(system.descriptor().digest.is_some());
}

#[test]
fn a_query_that_does_not_work_goes_back_with_the_reason() {
    let cases: [(&'static [&'static str], &str, usize, &str); 5] = [
        // Not SPARQL.
        (
            &[
                "SELECT ?x WHERE { dbr:Germany dbo:capital ",
                "SELECT ?x { dbr:Germany dbo:capital ?x }",
            ],
            capital(),
            2,
            "not valid SPARQL",
        ),
        // No results.
        (
            &[
                "SELECT ?x { dbr:Germany dbo:captial ?x }",
                "SELECT ?x { dbr:Germany dbo:capital ?x }",
            ],
            capital(),
            2,
            "The graph does not have <http://dbpedia.org/ontology/captial>",
        ),
        // No query.
        (
            &["It is Berlin.", "SELECT ?x { dbr:Germany dbo:capital ?x }"],
            capital(),
            2,
            "no query in your reply",
        ),
        // The model is sure.
        (
            &["SELECT ?x { dbr:Germany dbo:captial ?x }"],
            "SELECT ?x { dbr:Germany dbo:captial ?x }",
            2,
            "no results",
        ),
        // What was found is kept when it gets worse.
        (
            &["SELECT ?x { dbr:Germany dbo:captial ?x }", "Sorry."],
            "SELECT ?x { dbr:Germany dbo:captial ?x }",
            3,
            "no results",
        ),
    ];
    for (script, expected, turns, complaint) in cases {
        let server = model(script);
        let system = with_graph(&toml(&server, "repairs = 2"), Some(demo_graph()));
        let exchange = ask_text(system.as_ref(), "What is the capital of Germany?");
        assert_eq!(
            query(&exchange),
            expected,
            "{script:?}: {:?}",
            exchange.failure
        );
        assert_eq!(
            (kind(&exchange), exchange.turns.len()),
            (None, turns),
            "{script:?}"
        );
        let second = messages(&server.asked()[1]);
        let (role, text) = &second[second.len() - 2];
        assert_eq!((role.as_str(), text.as_str()), ("assistant", script[0]));
        assert!(second.last().unwrap().1.contains(complaint), "{second:?}");
        let tokens = exchange.usage.unwrap();
        assert_eq!(tokens.prompt_tokens, 100 * turns as u64);
    }
}

#[test]
fn a_model_that_never_gets_it_right_fails_and_what_it_wrote_is_kept() {
    let server = model(&["SELECT ?x WHERE { ?x a "]);
    let system = described(&toml(&server, "repairs = 1"));
    let exchange = ask_text(system.as_ref(), "Who?");
    assert_eq!(
        (kind(&exchange), exchange.turns.len()),
        (Some(FailureKind::Query), 2)
    );
    assert_eq!(query(&exchange), "SELECT ?x WHERE { ?x a");
    assert!(
        exchange
            .failure
            .unwrap()
            .reason
            .starts_with("the query cannot be read: 1:")
    );
}

#[test]
fn a_reply_that_was_cut_off_is_not_run() {
    // It can be read, and would be another query than was meant.
    let server = Server::constant(said(
        "SELECT ?x { ?x a dbo:City } ORDER BY ?x LIMIT 1",
        "length",
    ));
    let system = described(&toml(&server, "repairs = 0"));
    let exchange = ask_text(system.as_ref(), "Who?");
    assert_eq!(kind(&exchange), Some(FailureKind::Unreadable));
    assert_eq!(query(&exchange), "");
}

fn error(status: &str, headers: &str, code: &str, parameter: &str, message: &str) -> Act {
    let body =
        json!({"error": {"message": message, "type": "t", "param": parameter, "code": code}});
    Act::Send(reply(status, headers, &body.to_string()).into_bytes())
}

fn asked_of(
    act: impl Fn(usize, &str) -> Act + Send + Sync + 'static,
    more: &str,
) -> (Server, Exchange) {
    let server = Server::start(act);
    let system = described(&toml(&server, more));
    let exchange = ask_text(system.as_ref(), "Who?");
    (server, exchange)
}

#[test]
fn a_rate_limit_is_waited_for_and_an_empty_purse_is_not() {
    let (_, busy) = asked_of(
        |number, _| match number {
            1 => error(
                "429 Slow",
                "retry-after-ms: 5\r\n",
                "rate_limit_exceeded",
                "",
                "slow down",
            ),
            _ => Act::Send(said("ASK { ?s ?p ?o }", "stop").into_bytes()),
        },
        "",
    );
    assert_eq!((kind(&busy), busy.turns.len()), (None, 2));
    let (server, poor) = asked_of(
        |_, _| {
            error(
                "429 Slow",
                "Retry-After: 0\r\n",
                "insufficient_quota",
                "",
                "You exceeded your current quota",
            )
        },
        "",
    );
    assert_eq!(
        (kind(&poor), server.asked().len()),
        (Some(FailureKind::RateLimited), 1)
    );
    assert_eq!(
        poor.failure.unwrap().reason,
        "HTTP 429: You exceeded your current quota (insufficient_quota)"
    );
}

#[test]
fn what_a_server_does_not_know_is_left_out() {
    let (server, exchange) = asked_of(
        |_, request| {
            let body = body_of(request);
            if body.contains("\"max_tokens\"") {
                return error(
                    "400 Bad",
                    "",
                    "unsupported_parameter",
                    "max_tokens",
                    "Unsupported parameter: 'max_tokens' is not supported",
                );
            }
            if body.contains("\"temperature\"") {
                return error(
                    "400 Bad",
                    "",
                    "unsupported_value",
                    "temperature",
                    "Unsupported value: 'temperature' does not support 0",
                );
            }
            Act::Send(said("ASK { ?s ?p ?o }", "stop").into_bytes())
        },
        "",
    );
    assert_eq!(kind(&exchange), None, "{:?}", exchange.failure);
    assert_eq!(exchange.turns.len(), 3);
    let last = &server.asked()[2];
    assert!(
        last.contains("\"max_completion_tokens\":1024") && !last.contains("temperature"),
        "{last}"
    );
}

#[test]
fn errors_have_their_reasons_in_every_layout() {
    for (status, body, expected) in [
        (
            "404 No",
            r#"{"object":"error","message":"The model `x` does not exist","type":"NotFoundError","param":null,"code":404}"#,
            "HTTP 404: The model `x` does not exist (NotFoundError)",
        ),
        (
            "400 No",
            r#"{"error":{"code":400,"message":"too long","type":"exceed_context_size_error","n_ctx":10}}"#,
            "HTTP 400: too long (exceed_context_size_error)",
        ),
        (
            "500 No",
            r#"{"error":"model runner has stopped"}"#,
            "HTTP 500: model runner has stopped",
        ),
        (
            "502 No",
            "<html>Bad Gateway</html>",
            "HTTP 502: <html>Bad Gateway</html>",
        ),
        (
            "200 OK",
            r#"{"error":{"message":"upstream died","code":"x"}}"#,
            "upstream died (x)",
        ),
    ] {
        let (_, exchange) = asked_of(
            move |_, _| Act::Send(reply(status, "", body).into_bytes()),
            "retries = 0",
        );
        assert_eq!(kind(&exchange), Some(FailureKind::Status), "{body}");
        assert_eq!(exchange.failure.unwrap().reason, expected);
    }
}

#[test]
fn the_prompt_is_a_file_and_keys_stay_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("prompt.txt");
    std::fs::write(
        &path,
        "Write SPARQL {like this}.\n---\nQ({language}): {question}\nA:",
    )
    .unwrap();
    let more = format!(
        "prompt = \"{}\"\nheaders = {{ Authorization = \"Bearer ${{KEY}}\" }}",
        path.display()
    );
    let (server, exchange) = asked_of(
        |_, _| Act::Send(said("ASK { ?s ?p ?o }", "stop").into_bytes()),
        &more,
    );
    assert_eq!(kind(&exchange), None);
    let request = &server.asked()[0];
    assert!(request.contains("Bearer sk-very-secret"));
    assert_eq!(
        messages(request),
        [
            ("system".to_owned(), "Write SPARQL {like this}.".to_owned()),
            ("user".to_owned(), "Q(en): Who?\nA:".to_owned()),
        ]
    );
    assert!(
        !serde_json::to_string(&exchange)
            .unwrap()
            .contains("sk-very-secret")
    );
    // A change of the prompt is another system.
    let one = described(&toml(&server, &more));
    std::fs::write(&path, "Another: {question}").unwrap();
    assert_ne!(
        one.descriptor().digest,
        described(&toml(&server, &more)).descriptor().digest
    );
}
