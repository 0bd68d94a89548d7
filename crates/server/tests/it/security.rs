//! What must be refused, and how.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

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

/// A server that counts who comes, and sends everybody elsewhere or away.
fn visited(location: Option<String>) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let visits = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&visits);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            counted.fetch_add(1, Ordering::SeqCst);
            let mut head = [0; 4096];
            let _ = stream.read(&mut head);
            let answer = match &location {
                Some(place) => format!(
                    "HTTP/1.1 302 Found\r\nlocation: {place}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                ),
                None => "HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret"
                    .to_owned(),
            };
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    (port, visits)
}

/// Puts a question to a system at an address, and asks for a graph there.
fn reach(page: &Page, host: &str) {
    let encoded = percent_encoding::utf8_percent_encode(host, percent_encoding::NON_ALPHANUMERIC);
    let body = format!("system=gerbil:http://{encoded}/&question=Who");
    let reply = page.post("/try", &[], body.as_bytes());
    assert!(!reply.text.contains("secret"), "{host}: {}", reply.text);
    assert!(
        reply.status == 422 || reply.text.contains("out of reach"),
        "{host}: {} {}",
        reply.status,
        reply.text
    );
    let graph = page.get(&format!(
        "/graphs/http%3A%2F%2F{encoded}%2F/query?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D"
    ));
    assert!(!graph.text.contains("secret"), "{host}");
}

#[test]
fn nothing_inside_is_reached() {
    let (port, visits) = visited(None);
    let page = Page::open(Settings {
        requests_per_second: 0,
        ..Settings::default()
    });
    for host in [
        "127.0.0.1",
        "127.1",
        "0.0.0.0",
        "0177.0.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "127.000.000.001",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:0:0:1]",
        "[64:ff9b::7f00:1]",
        // A name that means this machine, whatever it meant before.
        "localhost",
        "LOCALHOST.",
        "user@127.0.0.1",
        "example.org%40127.0.0.1",
        "%31%32%37.0.0.1",
        "①②⑦.0.0.1",
    ] {
        reach(&page, &format!("{host}:{port}"));
    }
    for host in [
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "[fe80::1]",
        "[fd00::1]",
        "[fd00:ec2::254]",
    ] {
        reach(&page, host);
    }
    assert_eq!(visits.load(Ordering::SeqCst), 0);
}

#[test]
fn redirects_lead_nowhere_inside() {
    let (inside, visits) = visited(None);
    for place in [
        format!("http://127.0.0.1:{inside}/"),
        format!("http://[::ffff:127.0.0.1]:{inside}/"),
        format!("http://localhost:{inside}/"),
        "file:///etc/passwd".to_owned(),
    ] {
        let (outside, redirected) = visited(Some(place.clone()));
        let page = Page::open(Settings {
            network: Some(format!("public 127.0.0.1:{outside}")),
            ..Settings::default()
        });
        let body = format!("system=gerbil:http://127.0.0.1:{outside}/&question=Who");
        let reply = page.post("/try", &[], body.as_bytes());
        assert!(
            !reply.text.contains("secret") && !reply.text.contains("root:"),
            "{place}: {}",
            reply.text
        );
        assert!(
            redirected.load(Ordering::SeqCst) > 0,
            "{place}: the first address is allowed"
        );
        assert_eq!(visits.load(Ordering::SeqCst), 0, "{place}");
    }
}

#[test]
fn what_is_small_only_while_it_is_packed_is_refused() {
    let page = Page::open(Settings {
        upload_bytes: 4 << 20,
        ..Settings::default()
    });
    // 64 MB of blanks, which gzip makes small.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        packed.write_all(&[b' '; 1 << 20]).unwrap();
    }
    let packed = packed.finish().unwrap();
    assert!(packed.len() < 100_000);
    let mut body =
        b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json.gz\"\r\n\r\n"
            .to_vec();
    body.extend_from_slice(&packed);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    let media = [("content-type", "multipart/form-data; boundary=edge")];
    assert_eq!(page.post("/upload", &media, &body).status, 413);
    assert_eq!(page.post("/api/v1/datasets", &media, &body).status, 413);
}

#[test]
fn whoever_sends_slowly_is_not_waited_for() {
    let page = Page::open(Settings {
        patience_seconds: 1,
        ..Settings::default()
    });
    let slow = |text: &str| {
        let mut stream = TcpStream::connect(page.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    };
    // The head never ends; the body never comes.
    let answer = slow("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 408"),
        "{answer}"
    );
    let answer = slow(
        "POST /upload HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\nconnection: close\r\n\r\nabc",
    );
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn paths_lead_nowhere_else() {
    let page = Page::open(Settings::default());
    for path in [
        "/datasets/..%2F..%2F..%2Fetc%2Fpasswd",
        "/datasets/%2Fetc%2Fpasswd",
        "/graphs/..%2F..%2Fetc%2Fpasswd",
        "/graphs/%2Fetc%2Fpasswd/query?query=ASK%7B%7D",
        "/campaigns/..%2F..%2Fx",
        "/components/..%2F..%2Fx",
        "/sample/..%2F..%2Fetc%2Fpasswd?from=demo",
        "/experiments/202611180001/export/..%2F..%2Fetc",
        "/assets/..%2Fstyle.css",
        "/api/v1/datasets/%2Fetc%2Fpasswd",
        "/api/v1/graphs/%2Fetc%2Fpasswd",
    ] {
        let reply = page.get(path);
        assert!(
            [404, 422].contains(&reply.status),
            "{path}: {}",
            reply.status
        );
        assert!(!reply.text.contains("root:"), "{path}");
    }
    for body in [
        "gold=%2Fetc%2Fpasswd&answers-name=demo-careful",
        "gold=demo&answers-name=%2Fetc%2Fpasswd",
    ] {
        let fields = body.split('&').map(|pair| {
            let (name, value) = pair.split_once('=').unwrap();
            format!(
                "--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{}\r\n",
                value.replace("%2F", "/")
            )
        });
        let body = format!("{}--edge--\r\n", fields.collect::<String>());
        let reply = page.post(
            "/score",
            &[("content-type", "multipart/form-data; boundary=edge")],
            body.as_bytes(),
        );
        assert_eq!(reply.status, 422, "{}", reply.text);
    }
    for gold in ["/etc/passwd", "../../etc/passwd"] {
        assert_eq!(
            page.get(&format!("/templates?gold={gold}&systems=demo-careful"))
                .text
                .matches("root:")
                .count(),
            0
        );
    }
}

#[test]
fn what_people_say_stays_a_text() {
    let page = Page::open(Settings::default());
    let evil = "<img src=x onerror=alert(1)>";
    let id = page.demo(&[]);
    let body = format!("leave_out=true&reason={evil}&person={evil}").replace(' ', "+");
    let said = page.post(
        &format!("/experiments/{id}/questions/3/overrule"),
        &[],
        body.as_bytes(),
    );
    assert_eq!(said.status, 303, "{}", said.text);
    for place in [
        format!("/experiments/{id}"),
        format!("/experiments/{id}/questions/3"),
    ] {
        let shown = page.get(&place).text;
        assert!(
            !shown.contains(evil) && shown.contains("&lt;img"),
            "{place}"
        );
    }
    for path in [
        "/experiments?find=",
        "/graphs/demo?q=",
        "/compare?ids=",
        "/templates?systems=",
        "/sample?from=demo&where=",
        "/sparql?query=",
        "/graphs/demo/query?query=",
    ] {
        let shown = page.get_with(
            &format!("{path}%3Cimg+src%3Dx+onerror%3Dalert(1)%3E"),
            &[("accept", "text/html")],
        );
        assert!(!shown.text.contains(evil), "{path}");
    }
    // A system with such a name, in tables and in pictures.
    let order = serde_json::json!({ "systems": ["<svg onload=alert(1)>=file:demo-careful"], "datasets": ["demo"] });
    let begun = page.post(
        "/api/v1/experiments",
        &[("content-type", "application/json")],
        order.to_string().as_bytes(),
    );
    if begun.status == 201 {
        let id = serde_json::from_str::<serde_json::Value>(&begun.text).unwrap()["experiment"]
            .as_str()
            .unwrap()
            .to_owned();
        page.finished(&id, &[]);
        for place in [
            "",
            "/questions",
            "/questions/1",
            "/charts/scores.svg",
            "/charts/plane.svg",
            "/charts/slices.svg",
        ] {
            let shown = page.get(&format!("/experiments/{id}{place}")).text;
            assert!(!shown.contains("<svg onload"), "{place}");
        }
    } else {
        assert_eq!(begun.status, 422, "{}", begun.text);
    }
}

#[test]
fn the_api_has_the_same_roles() {
    let (settings, secrets) = tokens();
    let page = Page::open(Settings {
        tokens: settings,
        requests_per_second: 0,
        ..Settings::default()
    });
    let bearer: Vec<String> = secrets
        .iter()
        .map(|secret| format!("Bearer {secret}"))
        .collect();
    let id = page.demo(&[("authorization", &bearer[1])]);
    // Whoever has no token sees nothing that is private, and asks no endpoints.
    for path in [
        "",
        "/questions",
        "/questions/1",
        "/judgings",
        "/export/zip",
        "/overrules",
        "/patch",
    ] {
        let path = format!("/api/v1/experiments/{id}{path}");
        let known = page.get_with(&path, &[("authorization", &bearer[0])]);
        assert_eq!((known.status, page.get(&path).status), (200, 404), "{path}");
    }
    assert_eq!(page.get(&format!("/api/v1/compare?ids={id}")).status, 404);
    assert!(!page.get("/api/v1/leaderboard").text.contains(&id));
    assert_eq!(
        page.get("/ask?q=x&kg=https%3A%2F%2Fexample.org%2Fsparql")
            .status,
        401
    );
    assert_eq!(
        page.get("/api/v1/graphs/https%3A%2F%2Fexample.org%2Fsparql")
            .status,
        401
    );
    let json = ("content-type", "application/json");
    let writes = [
        (
            1,
            "/api/v1/experiments".to_owned(),
            r#"{"systems":[],"datasets":[]}"#,
        ),
        (1, format!("/api/v1/experiments/{id}/cancel"), ""),
        (1, format!("/api/v1/experiments/{id}/resume"), ""),
        (
            1,
            format!("/api/v1/experiments/{id}/judgings"),
            r#"{"rules":"nothing"}"#,
        ),
        (
            1,
            format!("/api/v1/experiments/{id}/overrules"),
            r#"{"question":1,"reason":"","person":""}"#,
        ),
        (2, format!("/api/v1/experiments/{id}/publish"), ""),
        (2, "/api/v1/campaigns".to_owned(), r#"{"definition":""}"#),
        (0, "/api/v1/samples".to_owned(), r#"{"from":[],"n":1}"#),
        (
            0,
            "/api/v1/templates".to_owned(),
            r#"{"gold":"demo","systems":[]}"#,
        ),
        (
            1,
            "/api/v1/components/ned-longest/scores".to_owned(),
            r#"{"dataset":"x","graph":"x"}"#,
        ),
    ];
    for (least, path, body) in writes {
        assert_eq!(
            page.post(&path, &[json], body.as_bytes()).status,
            401,
            "{path}"
        );
        for (role, bearer) in bearer.iter().enumerate() {
            let status = page
                .post(&path, &[json, ("authorization", bearer)], body.as_bytes())
                .status;
            assert_eq!(status == 403, role < least, "{path} as {role}: {status}");
        }
    }
}

#[test]
fn other_programs_have_the_same_roles() {
    let (settings, secrets) = tokens();
    let page = Page::open(Settings {
        tokens: settings,
        origins: vec!["https://chat.example.org".to_owned()],
        requests_per_second: 0,
        ..Settings::default()
    });
    let bearer: Vec<String> = secrets
        .iter()
        .map(|secret| format!("Bearer {secret}"))
        .collect();
    let json = ("content-type", "application/json");
    // Whoever says where requests go needs a role; whoever only asks does not.
    let registration = r#"{"name": "X", "healthUrl": "http://127.0.0.1:9/health"}"#;
    let chain = r#"{"input": {"string": "Who?"}}"#;
    let message = r#"{"endpoint": "http://127.0.0.1:9/", "inGraph": "urn:g", "outGraph": "urn:g"}"#;
    for (path, body) in [
        ("/bridge/demo/instances", registration),
        ("/bridge/demo//instances", registration),
        ("/bridge/demo/api/applications", registration),
        ("/bridge/demo/okbqa/cm", chain),
        ("/bridge/demo/qanary/ned-longest/annotatequestion", message),
    ] {
        let status = |headers: &[(&str, &str)]| page.post(path, headers, body.as_bytes()).status;
        assert_eq!(status(&[json]), 401, "{path}");
        assert_eq!(
            status(&[json, ("authorization", &bearer[0])]),
            403,
            "{path}"
        );
        let allowed = status(&[json, ("authorization", &bearer[1])]);
        assert!(![401, 403].contains(&allowed), "{path}: {allowed}");
    }
    for path in ["/applications", "/question/", "/questionanswering"] {
        let path = format!("/bridge/demo{path}");
        assert_eq!(page.get(&path).status, 401, "{path}");
        let reader = [("authorization", bearer[0].as_str())];
        assert_eq!(page.get_with(&path, &reader).status, 200, "{path}");
    }
    let asked = "/bridge/demo/text2sparql?dataset=x&question=Which+countries+border+Germany%3F";
    assert_eq!(page.get(asked).status, 200);
    // What is registered inside the network is never asked.
    let listed = page.get_with(
        "/bridge/demo/applications",
        &[("authorization", &bearer[2])],
    );
    assert!(
        !listed.text.contains("\"status\":\"UP\""),
        "{}",
        listed.text
    );
    // Only graphs that are loaded, and only pages that are invited.
    for graph in [
        "nothing",
        "..%2F..%2Fetc%2Fpasswd",
        "%2Fetc%2Fpasswd",
        "http%3A%2F%2F127.0.0.1%2F",
    ] {
        assert_eq!(
            page.get(&format!("/bridge/{graph}/annotate?text=x")).status,
            404,
            "{graph}"
        );
    }
    let execute = "/bridge/demo/gerbil-execute/ned-longest?query=Rhine";
    for (origin, status) in [
        ("https://chat.example.org", 200),
        ("https://evil.example", 403),
    ] {
        let reply = page.post(execute, &[("origin", origin)], b"");
        assert_eq!(reply.status, status, "{origin}: {}", reply.text);
        let allowed = reply.header("access-control-allow-origin");
        assert_eq!(allowed, if status == 200 { origin } else { "" });
    }
    let read = page.get_with(execute, &[("origin", "https://evil.example")]);
    assert_eq!(read.header("access-control-allow-origin"), "");
    assert_eq!(
        page.post("/demo", &[("origin", "https://chat.example.org")], b"")
            .status,
        403
    );
}
