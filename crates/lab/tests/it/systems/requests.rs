//! What is sent: every encoding of the field, keywords, secrets that stay secret.

use lydite_lab::Error;
use lydite_lab::system::Spec;
use lydite_model::{Language, Text};

use super::{answers, ask, ask_text, described, kind, lab, query, question};
use lydite_testing::bytes::{Server, body_of, json, reply};

/// A question that breaks whatever is not encoded.
const NASTY: &str = "Was Zürich & Bern 100% founded by A+B?";

fn answer() -> String {
    json(r#"{"answers": ["http://x/A"], "sparql": "ASK {}"}"#)
}

#[test]
fn a_question_travels_as_a_form_or_as_gerbil_writes_it() {
    let server = Server::constant(answer());
    let at = &server.url;
    let formed = described(&format!("protocol = \"gerbil\"\naddress = \"{at}/a\""));
    let raw = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{at}/a\"\nencoding = \"raw\"\nfields = {{ kb = \"dbpedia\" }}"
    ));
    ask_text(formed.as_ref(), NASTY);
    ask_text(raw.as_ref(), NASTY);
    let asked = server.asked();
    assert!(asked[0].starts_with("POST /a HTTP/1.1\r\n"));
    assert_eq!(
        body_of(&asked[0]),
        "query=Was%20Z%C3%BCrich%20%26%20Bern%20100%25%20founded%20by%20A%2BB%3F&lang=en"
    );
    // The bytes that GERBIL sends, header and all (services.md §1.1).
    assert_eq!(
        body_of(&asked[1]),
        format!("query={NASTY}&lang=en&kb=dbpedia")
    );
    let head = asked[1].to_ascii_lowercase();
    for expected in [
        "content-type: application/x-www-form-urlencoded; charset=iso-8859-1;charset=utf-8",
        "accept: application/json; charset=utf-8",
        "accept-charset: utf-8",
    ] {
        assert!(head.contains(expected), "{expected} in {head}");
    }
}

#[test]
fn the_requests_of_other_services_can_be_described() {
    let server = Server::constant(answer());
    let at = &server.url;
    for (toml, line, body) in [
        // gAnswer and the generic adapter: in the address.
        (
            format!(
                "address = \"{at}/\"\nencoding = \"query\"\nquestion-field = \"question\"\nlanguage-field = \"\""
            ),
            "GET /?question=Who%20%26%20why%3F HTTP/1.1",
            "",
        ),
        // Frankenstein: JSON.
        (
            format!(
                "address = \"{at}/query\"\nencoding = \"json\"\nquestion-field = \"queryRequestString\"\nlanguage-field = \"\"\nfields = {{ components = [], requiresQueryBuilding = true, conf = [] }}"
            ),
            "POST /query HTTP/1.1",
            r#"{"queryRequestString":"Who & why?","components":[],"conf":[],"requiresQueryBuilding":true}"#,
        ),
        // The generic interface of Qanary: a place in the address.
        (
            format!("address = \"{at}/q/{{question}}?l={{lang}}\"\nencoding = \"query\""),
            "GET /q/Who%20%26%20why%3F?l=en HTTP/1.1",
            "",
        ),
    ] {
        let system = described(&format!("protocol = \"gerbil\"\n{toml}"));
        let exchange = ask_text(system.as_ref(), "Who & why?");
        assert_eq!(answers(&exchange), "http://x/A", "{:?}", exchange.failure);
        let asked = server.asked();
        let last = asked.last().unwrap();
        assert_eq!(last.lines().next(), Some(line));
        assert_eq!(body_of(last), body);
    }
}

#[test]
fn text2sparql_asks_with_dataset_and_question() {
    let server = Server::constant(json(
        r#"{"dataset":"http://d/","question":"?","query":"SELECT * { ?s ?p ?o }"}"#,
    ));
    let at = &server.url;
    let (who, english) = (question("1", "Who & why?"), Language::new("en"));
    let mut asked = lydite_lab::system::Asked::of(&who, &english).unwrap();
    for (toml, dataset, line) in [
        ("", None, "GET /?question=Who%20%26%20why%3F HTTP/1.1"),
        (
            "",
            Some("http://b/"),
            "GET /?dataset=http%3A%2F%2Fb%2F&question=Who%20%26%20why%3F HTTP/1.1",
        ),
        (
            "dataset = \"http://s/\"",
            Some("http://b/"),
            "GET /?dataset=http%3A%2F%2Fs%2F&question=Who%20%26%20why%3F HTTP/1.1",
        ),
    ] {
        let system = described(&format!(
            "protocol = \"text2sparql\"\naddress = \"{at}/\"\n{toml}"
        ));
        asked.dataset = dataset;
        let exchange = system.ask(&asked);
        assert_eq!(query(&exchange), "SELECT * { ?s ?p ?o }");
        assert!(exchange.response.answers.is_none());
        let lines = server.asked();
        assert_eq!(lines.last().unwrap().lines().next(), Some(line));
    }
}

#[test]
fn keywords_are_sent_where_there_are_some() {
    let server = Server::constant(answer());
    let system = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{}\"\nkeywords = true",
        server.url
    ));
    let mut with = question("1", "Who is the mayor of Berlin?");
    with.texts[0].keywords = vec!["mayor".to_owned(), "Berlin".to_owned()];
    ask(system.as_ref(), &with);
    ask(system.as_ref(), &question("2", "Who wrote Faust?"));
    let asked = server.asked();
    assert_eq!(body_of(&asked[0]), "query=mayor%2C%20Berlin&lang=en");
    assert_eq!(body_of(&asked[1]), "query=Who%20wrote%20Faust%3F&lang=en");
}

#[test]
fn a_question_is_asked_in_any_language_of_the_dataset() {
    let server = Server::constant(answer());
    let system = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{}\"",
        server.url
    ));
    let mut german = question("1", "Who?");
    german.texts.push(Text::new("pt_BR", "Quem?"));
    german.hybrid = Some(true);
    let language = Language::new("pt-br");
    let asked = lydite_lab::system::Asked::of(&german, &language).unwrap();
    let exchange = system.ask(&asked);
    assert_eq!(exchange.response.language, Some(language.clone()));
    assert_eq!(body_of(&server.asked()[0]), "query=Quem%3F&lang=pt-br");
}

#[test]
fn secrets_are_sent_and_never_kept() {
    let server = Server::start(|_, request| {
        // Some servers repeat the key that they reject.
        let key = request
            .lines()
            .find(|line| line.to_ascii_lowercase().starts_with("authorization"));
        let body = format!("wrong: {}", key.unwrap_or_default());
        lydite_testing::bytes::Act::Send(reply("401 Unauthorized", "", &body).into_bytes())
    });
    let system = described(&format!(
        "protocol = \"gerbil\"\naddress = \"{}?token=${{KEY}}\"\nfields = {{ key = \"${{KEY}}\" }}\n\
         headers = {{ Authorization = \"Bearer ${{KEY}}\", X-Api-Key = \"written-down\", X-Plain = \"shown\" }}",
        server.url
    ));
    let exchange = ask_text(system.as_ref(), "Who?");
    let sent = &server.asked()[0];
    assert!(sent.contains("Bearer sk-very-secret"), "{sent}");
    assert!(sent.contains("token=sk-very-secret") && sent.contains("written-down"));
    let kept = serde_json::to_string(&exchange).unwrap();
    for secret in ["sk-very-secret", "written-down"] {
        assert!(!kept.contains(secret), "{kept}");
    }
    for shown in ["Bearer ${KEY}", "X-Plain: shown", "wrong: ", "HTTP 401"] {
        assert!(kept.contains(shown), "{shown} in {kept}");
    }
    let descriptor = serde_json::to_string(system.descriptor()).unwrap();
    assert!(!descriptor.contains("sk-very-secret"));
    let spec = Spec::parse(&format!("gerbil:{}?t=${{OTHER}}", server.url)).unwrap();
    let Err(Error::NoSecret { name }) = lab().system(&spec, None) else {
        panic!("a secret that nobody knows");
    };
    assert_eq!(name, "OTHER");
}

#[test]
fn a_password_in_an_address_logs_in_and_is_not_shown() {
    let server = Server::constant(answer());
    let address = server.url.replace("http://", "http://ada:pa55word@");
    let spec = Spec::parse(&format!("gerbil:{address}/x")).unwrap();
    assert!(!spec.given.contains("pa55word"));
    let system = lab().system(&spec, None).unwrap();
    let exchange = ask_text(system.as_ref(), "Who?");
    assert_eq!(kind(&exchange), None);
    assert!(
        server.asked()[0]
            .to_ascii_lowercase()
            .contains("authorization: basic ")
    );
    let kept = serde_json::to_string(&(exchange, system.descriptor())).unwrap();
    assert!(!kept.contains("pa55word"), "{kept}");
}
