//! What people do on the page, without scripts.

use lydite_server::Settings;

use crate::page::{Page, file};

#[test]
fn the_demo_runs_and_can_be_looked_into() {
    let page = Page::open(Settings::default());
    assert!(page.get("/").text.contains("Run the demo experiment"));
    let id = page.demo(&[]);
    let shown = page.get(&format!("/experiments/{id}"));
    assert_eq!(shown.status, 200);
    for part in [
        "leads with F1",
        "95 % interval",
        "careful",
        "Look into the questions",
        "Cite as",
    ] {
        assert!(shown.text.contains(part), "{part}");
    }
    let questions = page.get(&format!(
        "/experiments/{id}/questions?show=lost&system=careful"
    ));
    assert!(questions.text.contains("Which countries border Germany?"));
    let one = page.get(&format!("/experiments/{id}/questions/3"));
    for part in ["Gold query", "missed", "extra", "Lost to"] {
        assert!(one.text.contains(part), "{part}");
    }
    for (chart, word) in [
        ("scores", "careful"),
        ("plane", "recall"),
        ("failures", "questions"),
        ("time", "milliseconds"),
    ] {
        let drawn = page.get(&format!("/experiments/{id}/charts/{chart}.svg"));
        assert_eq!(drawn.status, 200, "{chart}");
        assert!(
            drawn.text.starts_with("<svg") && drawn.text.contains(word),
            "{chart}"
        );
    }
    // Other rules: judged on request, and then shown.
    let other = page.get(&format!("/experiments/{id}?rules=gerbil"));
    assert!(other.text.contains("Judge by gerbil"));
    let judged = page.post(&format!("/experiments/{id}/judge"), &[], b"rules=gerbil");
    assert_eq!(
        judged.header("location"),
        format!("/experiments/{id}?judging=2")
    );
    let other = page.get(&format!("/experiments/{id}?rules=gerbil"));
    assert!(other.text.contains("rules gerbil") && !other.text.contains("Judge by gerbil"));
    // Compared with a second run.
    let again = page.post(&format!("/experiments/{id}/again"), &[], b"");
    let second = again
        .header("location")
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();
    page.finished(&second, &[]);
    let compared = page.get(&format!("/compare?ids={id},{second}"));
    assert_eq!(compared.status, 200, "{}", compared.text);
}

#[test]
fn experiments_are_fetched_in_every_format() {
    let page = Page::open(Settings::default());
    let id = page.demo(&[]);
    for (accept, begins) in [
        ("text/turtle", "@prefix"),
        ("application/ld+json", ""),
        ("text/csv", ""),
    ] {
        let reply = page.get_with(&format!("/experiments/{id}"), &[("accept", accept)]);
        assert_eq!(reply.status, 200);
        assert!(reply.header("content-type").starts_with(accept), "{accept}");
        assert!(reply.text.trim_start().starts_with(begins), "{accept}");
    }
    for format in ["jsonld", "turtle", "csv", "latex", "html", "zip"] {
        let reply = page.get(&format!("/experiments/{id}/export/{format}"));
        assert_eq!(reply.status, 200, "{format}");
        assert!(
            reply
                .header("content-disposition")
                .starts_with("attachment"),
            "{format}"
        );
    }
    assert_eq!(
        page.get(&format!("/experiments/{id}/export/exe")).status,
        404
    );
    let tagged = page.get(&format!("/api/v1/experiments/{id}"));
    let known = page.get_with(
        &format!("/api/v1/experiments/{id}"),
        &[("if-none-match", tagged.header("etag"))],
    );
    assert_eq!(known.status, 304);
}

#[test]
fn files_are_checked_where_they_arrive_and_scored() {
    let page = Page::open(Settings::default());
    let (media, body) = file(
        "file",
        "broken.json",
        "{\"questions\": [{\"id\": 1, \"question\": [{\"language\": \"en\", \"string\": \"Who?\"}], \"answers\": [{\"head\": ]}",
    );
    let reply = page.post("/upload", &[("content-type", &media)], &body);
    assert!(reply.text.contains("broken.json:1:"), "{}", reply.text);
    let (media, body) = file("file", "noise.bin", "this is no benchmark");
    let reply = page.post("/upload", &[("content-type", &media)], &body);
    assert_eq!(reply.status, 422);
    let answers = String::from_utf8_lossy(lydite_lab::demo::SYSTEMS[0].bytes).into_owned();
    let (media, mut body) = file("answers", "mine.json", &answers);
    let end = body.len() - "--edge--\r\n".len();
    body.truncate(end);
    body.extend_from_slice(
        b"--edge\r\ncontent-disposition: form-data; name=\"gold\"\r\n\r\ndemo\r\n--edge--\r\n",
    );
    let scored = page.post("/score", &[("content-type", &media)], &body);
    assert_eq!(scored.status, 303, "{}", scored.text);
    let id = scored
        .header("location")
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();
    page.finished(&id, &[]);
    assert!(
        page.get(&format!("/experiments/{id}"))
            .text
            .contains("mine")
    );
}

#[test]
fn questions_are_answered_with_their_reading() {
    let page = Page::open(Settings::default());
    let reply = page.get("/ask?q=Which+countries+border+Germany%3F");
    for part in [
        "Poland",
        "dbo:border",
        "How it was read",
        "Link to this result",
    ] {
        assert!(reply.text.contains(part), "{part}");
    }
    assert_eq!(page.get("/ask?q=x&kg=%2Fetc%2Fpasswd").status, 422);
}

#[test]
fn programs_create_experiments_once() {
    let page = Page::open(Settings::default());
    let body = br#"{"systems": ["a=file:demo-careful"], "datasets": ["demo"]}"#;
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", "one"),
    ];
    let first = page.post("/api/v1/experiments", &headers, body);
    assert_eq!(first.status, 201, "{}", first.text);
    let second = page.post("/api/v1/experiments", &headers, body);
    assert_eq!((second.status, &second.text), (200, &first.text));
    let wrong = page.post(
        "/api/v1/experiments",
        &[("content-type", "application/json")],
        b"{\"systems\": 1}",
    );
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.header("content-type"), "application/problem+json");
}

#[test]
fn what_is_chosen_is_what_is_run() {
    let page = Page::open(Settings::default());
    let form = page.get("/new").text;
    for part in [
        "data-questions=\"151\"",
        "qanary:",
        "C2KB",
        "upload a file",
        "build a micro-benchmark",
    ] {
        assert!(form.contains(part), "{part}");
    }
    let body = b"system=careful%3Dfile%3Ademo-careful&dataset=demo&type=QA&type=P2KB&kg=demo";
    let begun = page.post("/experiments", &[], body);
    assert_eq!(begun.status, 303, "{}", begun.text);
    let place = begun.header("location").to_owned();
    let id = place.rsplit('/').next().unwrap().to_owned();
    page.finished(&id, &[]);
    let shown = page.get(&place).text;
    assert!(shown.contains("P2KB") && !shown.contains("C2KB"), "{shown}");
    let wrong = page.post(
        "/experiments",
        &[],
        b"system=a%3Dfile%3Ademo-careful&dataset=demo&type=D2KB",
    );
    assert_eq!(wrong.status, 422);
    // Answers stand under their names, with what they are behind.
    let question = page.get(&format!("{place}/questions/3")).text;
    assert!(
        question.contains("<bdi>Austria</bdi> <code class=\"muted\">dbr:Austria</code>"),
        "{question}"
    );
    // A second system has a place of its own.
    let id = page.demo(&[]);
    let board = page.get("/leaderboard").text;
    for system in ["careful", "eager", "auto", "guess"] {
        assert!(board.contains(system), "{system}");
    }
    assert!(board.contains(&format!("/experiments/{id}")));
    let compared = page.get(&format!("/compare?ids={id}")).text;
    assert!(
        compared.contains("C2KB") && compared.contains("&lt; .001"),
        "{compared}"
    );
    // Programs find what they can ask.
    let graph = page.get("/graphs/demo").text;
    assert!(graph.contains("/bridge/demo/mcp"), "{graph}");
    assert!(page.get("/components").text.contains("native counterpart"));
}
