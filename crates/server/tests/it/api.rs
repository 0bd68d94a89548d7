//! The API: described, held to its description by other programs, asked by others' clients.

use std::path::PathBuf;
use std::process::Command;

use lydite_server::Settings;
use serde_json::{Value, json};

use crate::page::{Page, file};
use crate::tour;

const JSON: (&str, &str) = ("content-type", "application/json");

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A program of the tools for the web; without it a test reports itself as skipped.
fn tool(name: &str) -> Option<PathBuf> {
    let folder =
        std::env::var("LYDITE_WEB").unwrap_or_else(|_| "../../target/tools/web".to_owned());
    let path = PathBuf::from(folder).join("bin").join(name);
    if path.exists() {
        return Some(path);
    }
    let reason = format!("no {}; set LYDITE_WEB", path.display());
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap();
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    assert!(done.status.success(), "{said}");
    said
}

#[test]
fn the_description_is_valid() {
    let Some(python) = tool("python") else {
        return;
    };
    let page = Page::open(Settings::default());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openapi.json");
    let described = page.get("/api/v1/openapi.json");
    assert_eq!(described.status, 200);
    std::fs::write(&path, &described.text).unwrap();
    run(Command::new(python)
        .args(["-m", "openapi_spec_validator"])
        .arg(&path));
    let described = document(&described.text);
    assert_eq!(described["openapi"], "3.1.0");
    assert!(described["paths"].as_object().unwrap().len() > 30);
    // What is described is on the page for people.
    let docs = page.get("/api/v1/docs").text;
    for path in described["paths"].as_object().unwrap().keys() {
        assert!(docs.contains(path.as_str()), "{path}");
    }
}

#[test]
fn nothing_that_is_sent_breaks_it() {
    let Some(schemathesis) = tool("schemathesis") else {
        return;
    };
    let page = Page::open(Settings {
        requests_per_second: 0,
        ..Settings::default()
    });
    let id = page.demo(&[]);
    page.post(&format!("/experiments/{id}/publish"), &[], b"");
    let config = tempfile::tempdir().unwrap();
    let path = config.path().join("schemathesis.toml");
    // What is there is asked for: graph, dataset and campaign have one name.
    let campaign = tour::CAMPAIGN.replace("demo-campaign", "demo");
    page.post("/campaigns", &[], campaign.as_bytes());
    let text = format!("[parameters]\n\"path.id\" = \"{id}\"\n\"path.name\" = \"demo\"\n");
    std::fs::write(&path, text).unwrap();
    run(Command::new(schemathesis)
        .current_dir(config.path())
        .arg("--config-file")
        .arg(&path)
        .args(["run", &page.url("/api/v1/openapi.json")])
        .args(["--max-examples", "12", "--phases", "examples,coverage"])
        .args(["--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance"])
        .args(["--seed", "17", "--no-color", "--request-timeout", "60"]));
}

#[test]
fn other_clients_ask_what_is_published() {
    let Some(python) = tool("python") else {
        return;
    };
    let page = Page::open(Settings::default());
    let id = page.demo(&[]);
    let empty = page.get_with(
        "/sparql?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D",
        &[("accept", "application/sparql-results+json")],
    );
    assert_eq!(document(&empty.text)["boolean"], false, "{}", empty.text);
    page.post(&format!("/experiments/{id}/publish"), &[], b"");
    let script = r#"
import sys
from SPARQLWrapper import SPARQLWrapper, JSON, POST, POSTDIRECTLY, TURTLE, CSV
query = "SELECT (COUNT(*) AS ?n) WHERE { ?o a <http://purl.org/linked-data/cube#Observation> }"
for method, style in [("GET", None), (POST, None), (POST, POSTDIRECTLY)]:
    asked = SPARQLWrapper(sys.argv[1])
    asked.setQuery(query)
    asked.setReturnFormat(JSON)
    asked.setMethod(method)
    if style:
        asked.setRequestMethod(style)
    found = asked.query().convert()["results"]["bindings"][0]["n"]["value"]
    assert int(found) > 5, found
asked = SPARQLWrapper(sys.argv[1])
asked.setQuery("CONSTRUCT WHERE { ?s a ?c }")
asked.setReturnFormat(TURTLE)
assert b"Observation" in asked.query().convert()
print("fine")
"#;
    run(Command::new(python).args(["-c", script, &page.url("/sparql")]));
    for (query, status) in [
        ("nonsense", 400),
        ("DELETE WHERE { ?s ?p ?o }", 400),
        ("", 400),
    ] {
        let query = query.replace(' ', "+");
        let accept = [("accept", "application/sparql-results+json")];
        assert_eq!(
            page.get_with(&format!("/sparql?query={query}"), &accept)
                .status,
            status
        );
    }
    let update = page.post("/sparql", &[], b"update=DELETE+WHERE+%7B%3Fs+%3Fp+%3Fo%7D");
    assert_eq!(update.status, 400);
    let text = page.post("/sparql", &[("content-type", "text/plain")], b"SELECT");
    assert_eq!(text.status, 415);
    // Withdrawn, it is gone.
    page.post(&format!("/experiments/{id}/publish"), &[], b"withdraw=true");
    let again = page.get_with(
        "/sparql?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D",
        &[("accept", "application/sparql-results+json")],
    );
    assert_eq!(document(&again.text)["boolean"], false);
}

#[test]
fn programs_do_what_pages_do() {
    let page = Page::open(Settings::default());
    let id = page.demo(&[]);
    let place = format!("/api/v1/experiments/{id}");
    // A verdict is overruled, the scores change, and the correction can be taken back.
    let question = document(&page.get(&format!("{place}/questions/3")).text);
    assert_eq!(question["text"], "Which countries border Germany?");
    let before = document(&page.get(&format!("{place}/overrules")).text);
    assert_eq!(before["overrules"].as_array().unwrap().len(), 0);
    let said = json!({ "question": 3, "leave_out": true, "reason": "unclear", "person": "Ann" });
    let headers = [JSON, ("idempotency-key", "a")];
    let first = page.post(
        &format!("{place}/overrules"),
        &headers,
        said.to_string().as_bytes(),
    );
    assert_eq!(first.status, 201, "{}", first.text);
    let second = page.post(
        &format!("{place}/overrules"),
        &headers,
        said.to_string().as_bytes(),
    );
    assert_eq!((second.status, &second.text), (200, &first.text));
    let other = json!({ "question": 4, "leave_out": true, "reason": "unclear", "person": "Ann" });
    let third = page.post(
        &format!("{place}/overrules"),
        &headers,
        other.to_string().as_bytes(),
    );
    assert_eq!(third.status, 422, "{}", third.text);
    let after = document(&page.get(&format!("{place}/overrules")).text);
    assert_eq!(after["overrules"].as_array().unwrap().len(), 1);
    let scores = after["scores"].as_array().unwrap();
    assert!(scores.len() == 5 && scores.iter().any(|one| one["judged"] != one["corrected"]));
    let patch = document(&page.get(&format!("{place}/patch")).text);
    assert_eq!(patch["corrections"][0]["person"], "Ann");
    assert_eq!(page.delete(&format!("{place}/overrules/1")).status, 204);
    assert_eq!(page.delete(&format!("{place}/overrules/1")).status, 404);
    // A micro-benchmark, templates, a component, a campaign.
    let sample = page.post("/api/v1/samples", &[JSON], br#"{"from": ["demo"], "n": 7}"#);
    assert_eq!(
        document(&sample.text)["questions"]
            .as_array()
            .unwrap()
            .len(),
        7
    );
    let body = br#"{"gold": "demo", "systems": ["demo-careful"]}"#;
    let judged = page.post("/api/v1/templates", &[JSON], body);
    assert_eq!(
        document(&judged.text)["systems"][0]["summary"]["questions"],
        134,
        "{}",
        judged.text
    );
    let definition = json!({ "definition": "name = \"x\"\ntitle = \"X\"\n[[task]]\nname = \"t\"\ntraining = \"demo\"\n" });
    let created = page.post(
        "/api/v1/campaigns",
        &[JSON],
        definition.to_string().as_bytes(),
    );
    assert_eq!(created.status, 201, "{}", created.text);
    let path = json!({ "definition": "name = \"y\"\ntitle = \"Y\"\n[[task]]\nname = \"t\"\ntest = \"/etc/passwd\"\n" });
    let refused = page.post("/api/v1/campaigns", &[JSON], path.to_string().as_bytes());
    assert_eq!(refused.status, 422, "{}", refused.text);
    let kept = file(
        "file",
        "mine.json",
        &String::from_utf8_lossy(lydite_lab::demo::SYSTEMS[0].bytes),
    );
    let kept = page.post("/api/v1/datasets", &[("content-type", &kept.0)], &kept.1);
    assert_eq!(kept.status, 201, "{}", kept.text);
    let name = document(&kept.text)["name"].as_str().unwrap().to_owned();
    let seen = document(&page.get(&format!("/api/v1/datasets/{name}")).text);
    assert_eq!(seen["profile"]["questions"], 53, "{seen}");
    // Graphs.
    let hits = document(&page.get("/api/v1/graphs/demo/search?q=Berlin").text);
    assert!(hits["hits"][0]["iri"].as_str().unwrap().ends_with("Berlin"));
    let rows = page.get("/api/v1/graphs/demo/query?query=SELECT+*+%7B%3Fs+%3Fp+%3Fo%7D+LIMIT+3");
    assert_eq!(
        document(&rows.text)["results"]["bindings"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert!(rows.header("server-timing").starts_with("query;dur="));
    // What is wrong is said as a problem, whatever reads it.
    for (path, status) in [
        ("/api/v1/experiments?page=x", 400),
        ("/api/v1/experiments?page=0", 400),
        ("/api/v1/experiments/abc", 404),
        ("/api/v1/graphs/nothing", 404),
        ("/api/v1/nothing", 404),
        ("/api/v1/graphs/demo/query?query=nonsense", 400),
    ] {
        let reply = page.get(path);
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (status, "application/problem+json"),
            "{path}"
        );
        assert_eq!(document(&reply.text)["status"], status);
    }
    let reply = page.post("/api/v1/rules", &[], b"");
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (405, "application/problem+json")
    );
}
