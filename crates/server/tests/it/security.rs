//! What must be refused, and how.

use lydite_server::Settings;

use crate::page::{Page, file, tokens};

#[test]
fn other_pages_cannot_write() {
    let page = Page::open(Settings::default());
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
    ] {
        assert_eq!(
            page.post("/demo", &[(name, value)], b"").status,
            403,
            "{name}: {value}"
        );
    }
    // A name that suddenly means this machine is not its name.
    assert_eq!(page.get_with("/", &[("host", "evil.example")]).status, 421);
    assert!(page.get("/api/v1/experiments").text.contains("\"total\":0"));
}

#[test]
fn every_response_is_dressed() {
    let page = Page::open(Settings::default());
    for path in ["/", "/nothing", "/api/v1/experiments", "/assets/style.css"] {
        let reply = page.get(path);
        let policy = reply.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
            "{path}"
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert!(
            !reply.text.contains("<script>") && !reply.text.contains(" style="),
            "{path}"
        );
    }
}

#[test]
fn roles_bound_what_tokens_do() {
    let (settings, secrets) = tokens();
    let page = Page::open(Settings {
        tokens: settings,
        ..Settings::default()
    });
    let bearer: Vec<String> = secrets
        .iter()
        .map(|secret| format!("Bearer {secret}"))
        .collect();
    let as_role = |at: usize| [("authorization", bearer[at].as_str())];
    assert_eq!(page.post("/demo", &[], b"").status, 401);
    assert_eq!(page.post("/demo", &as_role(0), b"").status, 403);
    assert_eq!(
        page.get_with("/", &[("authorization", "Bearer lydite_guess")])
            .status,
        401
    );
    let id = page.demo(&as_role(1));
    // Private until published, and not told from what does not exist.
    let place = format!("/experiments/{id}");
    let guessed = page.get(&place);
    assert_eq!(guessed.status, 404);
    for path in [
        "/questions",
        "/questions/1",
        "/charts/scores.svg",
        "/export/zip",
        "/events",
    ] {
        assert_eq!(page.get(&format!("{place}{path}")).status, 404, "{path}");
    }
    assert_eq!(page.get(&format!("/api/v1/experiments/{id}")).status, 404);
    assert_eq!(page.get_with(&place, &as_role(0)).status, 200);
    // A link opens it, a guess does not.
    let shared = page.get_with(&place, &as_role(0)).text;
    let key = shared
        .split("?key=")
        .nth(1)
        .unwrap()
        .split('<')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(
        page.get(&format!("{place}?key={}", "0".repeat(40))).status,
        404
    );
    let opened = page.get(&format!("{place}?key={key}"));
    let cookie = opened
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(page.get_with(&place, &[("cookie", &cookie)]).status, 200);
    assert_eq!(
        page.post(&format!("{place}/publish"), &as_role(1), b"")
            .status,
        403
    );
    assert_eq!(
        page.post(&format!("{place}/publish"), &as_role(2), b"")
            .status,
        303
    );
    assert_eq!(page.get(&place).status, 200);
    assert_eq!(
        page.post(&format!("{place}/delete"), &as_role(2), b"")
            .status,
        409
    );
    let audit = std::fs::read_to_string(page.home.path().join("audit.jsonl")).unwrap();
    assert!(audit.contains("\"who\":\"admin\"") && !audit.contains(&secrets[2]));
}

#[test]
fn large_and_strange_requests_are_refused() {
    let page = Page::open(Settings {
        upload_bytes: 100_000,
        ..Settings::default()
    });
    let (media, body) = file("file", "large.json", &"x".repeat(200_000));
    assert_eq!(
        page.post("/upload", &[("content-type", &media)], &body)
            .status,
        413
    );
    for path in [
        "/experiments/..%2F..%2Fetc",
        "/experiments/%00",
        "/datasets/..%2F..%2Fetc%2Fpasswd",
        "/assets/../Cargo.toml",
    ] {
        assert_eq!(page.get(path).status, 404, "{path}");
    }
    let private = [
        "127.0.0.1:1",
        "10.0.0.1",
        "169.254.169.254",
        "[::1]:1",
        "[::ffff:127.0.0.1]:1",
        "2130706433",
        "0x7f.1",
    ];
    for host in private {
        let body = format!("system=gerbil:http://{host}/&question=Who");
        let reply = page.post("/try", &[], body.as_bytes());
        let is_refused = reply.status == 422 || !reply.text.contains("It answers");
        assert!(
            is_refused && !reply.text.contains("refused the connection"),
            "{host}: {}",
            reply.text
        );
    }
    for system in ["exec:/bin/true", "file:/etc/passwd"] {
        let body = format!("system={system}&dataset=demo");
        assert_eq!(
            page.post("/experiments", &[], body.as_bytes()).status,
            422,
            "{system}"
        );
    }
}

#[test]
fn texts_of_others_stay_texts() {
    let page = Page::open(Settings::default());
    let evil = "<script>alert(1)</script>";
    let gold = format!(
        r#"{{"dataset": {{"id": "x"}}, "questions": [{{"id": "1", "question": [{{"language": "en", "string": "{evil}"}}], "query": {{"sparql": "SELECT ?x WHERE {{ ?x ?y ?z }}"}}, "answers": [{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{{"x": {{"type": "literal", "value": "{evil}"}}}}]}}}}]}}]}}"#
    );
    let (media, mut body) = file("answers", "<b>mine.json", &gold);
    body.truncate(body.len() - "--edge--\r\n".len());
    let (_, second) = file("gold-file", "gold.json", &gold);
    body.extend(second);
    let scored = page.post("/score", &[("content-type", &media)], &body);
    assert_eq!(scored.status, 303, "{}", scored.text);
    let place = scored.header("location").to_owned();
    page.finished(place.rsplit('/').next().unwrap(), &[]);
    for path in ["", "/questions", "/questions/1"] {
        let shown = page.get(&format!("{place}{path}")).text;
        assert!(
            !shown.contains(evil) && !shown.contains("<b>mine"),
            "{path}"
        );
    }
    assert!(
        page.get(&format!("{place}/questions/1"))
            .text
            .contains("&lt;script&gt;")
    );
    let asked = page.get("/ask?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E").text;
    assert!(!asked.contains(evil));
}
