//! Real clients of other people's protocols, against the program.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A Python that has a module, by the variable that names it.
fn python(variable: &str, module: &str) -> Option<String> {
    let python = env::var(variable).unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python)
        .args(["-c", &format!("import {module}")])
        .output();
    if probe.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let reason = format!("no {module}; set {variable}");
    assert_ne!(env::var("CI").as_deref(), Ok("true"), "{reason}");
    eprintln!("skipped: {reason}");
    None
}

fn client(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/clients")
        .join(name)
}

/// The program, listening on a free port until it is dropped.
struct Listening {
    child: Child,
    url: String,
    _home: tempfile::TempDir,
}

impl Listening {
    fn new(words: &[&str]) -> Self {
        Self::saying(words, |line| {
            Some(line.strip_prefix("listening on ")?.to_owned())
        })
    }

    /// The page, with what it offers to other programs about the demo.
    fn page(words: &[&str]) -> Self {
        let words = [&["serve"], words].concat();
        Self::saying(&words, |line| {
            let url = line.strip_prefix("open ")?.split_once("/ in a browser")?.0;
            Some(format!("{url}/bridge/demo"))
        })
    }

    fn saying(words: &[&str], place: impl Fn(&str) -> Option<String>) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lydite"))
            .args(words)
            .args(["--listen", "127.0.0.1:0"])
            .env("LYDITE_HOME", home.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = loop {
            let line = lines.next().expect("the program ended").unwrap();
            if let Some(url) = place(&line) {
                break url;
            }
        };
        // Whatever it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            child,
            url,
            _home: home,
        }
    }

    fn authority(&self) -> &str {
        let rest = self.url.trim_start_matches("http://");
        rest.split('/').next().unwrap()
    }

    /// A path below the address.
    fn path(&self, path: &str) -> String {
        let rest = self.url.trim_start_matches("http://");
        format!("{}{path}", rest.strip_prefix(self.authority()).unwrap())
    }

    /// Sends bytes as they are and gives status, headers and body.
    fn raw(&self, request: &[u8]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.authority()).unwrap();
        stream.write_all(request).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let reply = String::from_utf8(reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    fn post(&self, path: &str, content_type: &str, body: &str) -> (u16, String, String) {
        let (authority, path) = (self.authority(), self.path(path));
        self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: {authority}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
                 Connection: close\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
    }

    fn get(&self, path: &str) -> (u16, String, String) {
        let (authority, path) = (self.authority(), self.path(path));
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n");
        self.raw(request.as_bytes())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What every conversation of the official client must have come to.
fn holds_of_the_conversation(seen: &Value) {
    let tools = seen["tools"].as_object().unwrap();
    let calls = seen["calls"].as_object().unwrap();
    assert_eq!(tools.len(), 9, "{tools:?}");
    for (name, read_only) in tools {
        assert_eq!(read_only, true, "{name}");
        assert_eq!(
            calls[name]["error"], false,
            "{name}: {}",
            calls[name]["text"]
        );
    }
    let said = |name: &str| json(calls[name]["text"].as_str().unwrap());
    let rhine = "http://dbpedia.org/resource/Rhine";
    assert_eq!(said("find_entities")["entities"][0]["iri"], rhine);
    assert_eq!(
        said("find_classes")["classes"][0]["iri"],
        "http://dbpedia.org/ontology/River"
    );
    assert!(
        !said("find_properties")["properties"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    assert!(said("describe_class")["members"].as_u64().unwrap() > 0);
    assert_eq!(said("describe_neighbourhood")["iri"], rhine);
    assert_eq!(said("check_query")["as_given"], false);
    assert_eq!(
        said("run_query")["results"]["bindings"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(said("compare_queries")["equivalent"], false);
    assert_eq!(said("compare_queries")["results"]["same_results"], false);
    assert_eq!(said("score_answers")["outcome"]["recall"], 0.5);
    for hostile in seen["hostile"].as_array().unwrap() {
        assert_eq!(hostile["error"], true, "{hostile}");
        assert_ne!(hostile["text"], "", "{hostile}");
    }
    assert_eq!(
        json(seen["after"]["text"].as_str().unwrap())["boolean"],
        true
    );
}

fn converse(python: &str, words: &[&str]) -> Value {
    let home = tempfile::tempdir().unwrap();
    let output = Command::new(python)
        .arg(client("mcp_client.py"))
        .args(words)
        .env("LYDITE_HOME", home.path())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    json(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_official_mcp_client_calls_every_tool_over_stdio() {
    let Some(python) = python("LYDITE_INTEROP", "mcp") else {
        return;
    };
    let program = env!("CARGO_BIN_EXE_lydite");
    holds_of_the_conversation(&converse(
        &python,
        &["stdio", program, "mcp", "--kg", "demo"],
    ));
}

#[test]
fn the_official_mcp_client_calls_every_tool_over_http() {
    let Some(python) = python("LYDITE_INTEROP", "mcp") else {
        return;
    };
    let server = Listening::new(&["mcp"]);
    let url = format!("{}/mcp", server.url);
    holds_of_the_conversation(&converse(&python, &["http", &url]));
}

#[test]
fn the_official_mcp_client_calls_every_tool_under_the_page() {
    let Some(python) = python("LYDITE_INTEROP", "mcp") else {
        return;
    };
    let server = Listening::page(&[]);
    let url = format!("{}/mcp", server.url);
    holds_of_the_conversation(&converse(&python, &["http", &url]));
}

#[test]
fn the_page_speaks_every_protocol() {
    let server = Listening::page(&[]);
    let question = "Which+countries+border+Germany%3F";
    let (status, _, reply) =
        server.get(&format!("/text2sparql/guess?dataset=x&question={question}"));
    assert_eq!(status, 200, "{reply}");
    assert!(
        json(&reply)["query"].as_str().unwrap().contains("Germany"),
        "{reply}"
    );
    let raw = "query=Which countries border Germany & where is Zürich 100% A+B?&lang=en";
    let (status, _, reply) = server.post("/gerbil-qa/auto", FORM, raw);
    assert_eq!(status, 200, "{reply}");
    let asked = &json(&reply)["questions"][0]["question"][0]["string"];
    assert_eq!(
        asked,
        "Which countries border Germany & where is Zürich 100% A+B?"
    );
    let (status, _, reply) = server.get("/annotate?text=Is%20the%20Rhine%20long%3F");
    assert_eq!(
        (status, &json(&reply)["Resources"][0]["@surfaceForm"]),
        (200, &"Rhine".into())
    );
    let question = "What is the length of the Rhine?";
    let chained = controlled(&server, question, &serde_json::json!({}));
    assert_eq!(chained["result"].as_array().unwrap().len(), 1, "{chained}");
    // Nothing of it is for pages elsewhere.
    let (_, head, _) = server.get(&format!("/gerbil-execute/ned-longest?query={}", "Rhine%3F"));
    assert!(head.to_lowercase().contains("x-qanary-graph: "), "{head}");
    assert!(
        !head.to_lowercase().contains("access-control-allow-origin"),
        "{head}"
    );
    // Modules and components inside the network are not asked for strangers.
    let inside = serde_json::json!({"DM": ["http://127.0.0.1:9/"]});
    let stopped = controlled(&server, question, &inside);
    assert!(
        stopped["error"].as_str().unwrap().contains("not allowed"),
        "{stopped}"
    );
    for path in ["/nothing", "/../../x", "/qanary/nobody/health"] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    let elsewhere = server.url.replace("/bridge/demo", "/bridge/nothing/mcp");
    let elsewhere = elsewhere.trim_start_matches("http://");
    let request = format!(
        "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        elsewhere.strip_prefix(server.authority()).unwrap(),
        server.authority()
    );
    assert_eq!(server.raw(request.as_bytes()).0, 404);
}

#[test]
fn the_official_text2sparql_client_asks_our_endpoint() {
    let Some(python) = python("LYDITE_PYTHON", "text2sparql_client") else {
        return;
    };
    let dataset = "https://example.org/demo/";
    let server = Listening::new(&["bridge", "--dataset", dataset]);
    let folder = tempfile::tempdir().unwrap();
    let questions = folder.path().join("questions.yaml");
    std::fs::write(
        &questions,
        format!(
            "dataset:\n  id: {dataset}\n  prefix: demo\nquestions:\n  - id: 1\n    question:\n      en: Which countries border Germany?\n\
             \x20   query:\n      sparql: SELECT ?x {{ <http://dbpedia.org/resource/Germany> <http://dbpedia.org/ontology/border> ?x }}\n\
             \x20 - id: 2\n    question:\n      en: How long is the Rhine?\n\
             \x20   query:\n      sparql: SELECT ?x {{ <http://dbpedia.org/resource/Rhine> <http://dbpedia.org/ontology/length> ?x }}\n"
        ),
    )
    .unwrap();
    let asked = Command::new(&python)
        .args([
            "-c",
            "from text2sparql_client.cli import cli; cli()",
            "ask",
            "--no-cache",
            "-o",
        ])
        .arg(folder.path().join("answers.json"))
        .arg(&questions)
        .arg(format!("{}/text2sparql", server.url))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&asked.stderr);
    assert!(asked.status.success(), "{error}");
    let answers = std::fs::read_to_string(folder.path().join("answers.json")).unwrap();
    let answers = json(&answers);
    assert_eq!(answers.as_array().unwrap().len(), 2, "{answers}");
    for answer in answers.as_array().unwrap() {
        assert!(
            answer["query"].as_str().unwrap().contains("SELECT"),
            "{answer}"
        );
    }
    evaluated(&python, folder.path());
    assert_eq!(
        server
            .get("/text2sparql?dataset=http://other/&question=x")
            .0,
        404
    );
    assert_eq!(server.get("/text2sparql?question=x").0, 422);
    let dataset = "dataset=https://example.org/demo/&question=How+long+is+the+Rhine%3F";
    assert_eq!(server.get(&format!("/text2sparql/nobody?{dataset}")).0, 404);
    let (status, _, body) = server.get(&format!("/text2sparql/guess?{dataset}"));
    assert_eq!(
        (status, &json(&body)["dataset"]),
        (200, &Value::from("https://example.org/demo/"))
    );
}

/// The client runs the gold queries and ours at an endpoint, and evaluates what they give.
fn evaluated(python: &str, folder: &Path) {
    let page = Listening::page(&[]);
    let endpoint = page
        .url
        .replace("/bridge/demo", "/api/v1/graphs/demo/query");
    let run = |words: &[&str]| {
        let done = Command::new(python)
            .args(["-c", "from text2sparql_client.cli import cli; cli()"])
            .args(words)
            .current_dir(folder)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{words:?}: {error}");
    };
    run(&[
        "query",
        "questions.yaml",
        "-e",
        &endpoint,
        "-o",
        "gold.json",
    ]);
    let answers = ["-a", "answers.json", "-o", "found.json"];
    run(&[&["query", "questions.yaml", "-e", &endpoint], &answers[..]].concat());
    run(&[
        "evaluate",
        "lydite",
        "gold.json",
        "found.json",
        "-o",
        "scores.json",
    ]);
    let scores = json(&std::fs::read_to_string(folder.join("scores.json")).unwrap());
    let f1 = |question: &str| scores[question]["set_F"].as_f64();
    assert_eq!(
        (f1("demo:1-en"), f1("demo:2-en")),
        (Some(1.0), Some(1.0)),
        "{scores}"
    );
}

#[test]
fn gerbil_gets_its_answers_byte_for_byte() {
    let server = Listening::new(&["bridge"]);
    let question = "Which countries border Germany & where is Zürich 100% A+B?";
    let body = format!("query={question}&lang=en");
    let request = format!(
        "POST /gerbil-qa HTTP/1.1\r\nAccept: application/json; charset=UTF-8\r\nAccept-Charset: UTF-8\r\n\
         Content-Length: {}\r\nContent-Type: application/x-www-form-urlencoded; charset=ISO-8859-1;charset=UTF-8\r\n\
         Host: {}\r\nConnection: close\r\nUser-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)\r\n\r\n{body}",
        body.len(),
        server.authority()
    );
    let (status, _, reply) = server.raw(request.as_bytes());
    assert_eq!(status, 200);
    assert_eq!(
        json(&reply)["questions"][0]["question"][0]["string"],
        question
    );

    let form = "application/x-www-form-urlencoded";
    let encoded = "query=Which+countries+border+Germany%3F&lang=en&kb=dbpedia";
    for path in ["/gerbil-qa", "/gerbil-qa/auto", "/gerbil-qa/guess"] {
        let (status, head, reply) = server.post(path, form, encoded);
        assert_eq!(status, 200, "{reply}");
        assert!(
            head.to_lowercase()
                .contains("content-type: application/json")
        );
        let reply = json(&reply);
        let entry = &reply["questions"][0];
        assert!(
            entry["query"]["sparql"]
                .as_str()
                .unwrap()
                .contains("SELECT")
        );
        let found = &entry["answers"][0]["results"]["bindings"];
        assert!(found.as_array().unwrap().len() > 3, "{found}");
        assert_eq!(
            found[0].as_object().unwrap().values().next().unwrap()["type"],
            "uri"
        );
    }
    // The raw body and the encoded one are the same question.
    let raw = "query=Which countries border Germany?&lang=en";
    assert_eq!(
        server.post("/gerbil-qa", form, raw).2,
        server.post("/gerbil-qa", form, encoded).2
    );
    assert_eq!(
        server.post("/gerbil-qa?query=Who%3F&lang=en", form, "").0,
        200
    );
    assert_eq!(server.post("/gerbil-qa", form, "").0, 400);
    assert_eq!(server.post("/gerbil-qa/nobody", form, raw).0, 404);
}

#[test]
fn scripts_that_drive_gerbil_run_experiments_here() {
    let Some(python) = python("LYDITE_PYTHON", "requests") else {
        return;
    };
    let service = Listening::new(&["bridge"]);
    let server = Listening::page(&["--network", "public 127.0.0.1"]);
    let folder = tempfile::tempdir().unwrap();
    let text = |name: &str, question: &str, country: &str| {
        let document = serde_json::json!({"dataset": {"id": "own"}, "questions": [{
            "id": "1", "answertype": "resource",
            "question": [{"language": "en", "string": question, "keywords": ""}],
            "query": {"sparql": format!("SELECT ?x WHERE {{ <{country}> <http://dbpedia.org/ontology/capital> ?x }}")},
            "answers": [{"head": {"vars": ["x"]}, "results": {"bindings": [
                {"x": {"type": "uri", "value": "http://dbpedia.org/resource/Bucharest"}}]}}],
        }]});
        let path = folder.path().join(name);
        std::fs::write(&path, document.to_string()).unwrap();
        path
    };
    let question = "What is the capital of Romania?";
    let romania = "http://dbpedia.org/resource/Romania";
    let done = Command::new(python)
        .arg(client("gerbil_script.py"))
        .arg(server.url.replace("/bridge/demo", "/gerbil"))
        .arg(text("gold.json", question, romania))
        .arg(text("mine.json", question, romania))
        .arg(format!("{}/gerbil-qa", service.url))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{error}");
    let seen = json(&String::from_utf8_lossy(&done.stdout));
    assert_eq!(seen["kinds"]["exptypes"]["ExperimentType"][0]["name"], "QA");
    assert_eq!(
        seen["kinds"]["matchings"]["Matching"][0]["name"],
        "STRONG_ENTITY_MATCH"
    );
    assert!(
        seen["kinds"]["annotators"]
            .as_array()
            .unwrap()
            .contains(&"auto".into())
    );
    assert_eq!(seen["kinds"]["datasets"][0]["group"], "Demo");
    assert_eq!(
        seen["uploaded"][0]["files"][0]["name"], "gold.json",
        "{seen}"
    );
    for (kind, system) in [("files", "mine-en (uploaded)"), ("live", "mine")] {
        let row = &seen[kind]["table"][0];
        assert_eq!(row["Annotator"], system, "{row}");
        assert_eq!(
            (&row["Macro F1"], &row["Error Count"]),
            (&"1.0000".into(), &"0".into()),
            "{row}"
        );
        for column in [
            "Dataset",
            "Language",
            "Micro F1",
            "avg millis/doc",
            "Macro F1 QALD",
            "Timestamp",
            "GERBIL version",
        ] {
            assert!(row[column].is_string(), "{column}: {row}");
        }
        let graph = seen[kind]["graph"].as_array().unwrap();
        let observed = graph.iter().find(|one| one["macroF1"].is_string()).unwrap();
        assert_eq!(
            (&observed["macroF1"], &observed["annotator"]),
            (&"1".into(), &system.into())
        );
        let questions: Vec<&Value> = graph
            .iter()
            .filter(|one| one["datasetElement"].is_string())
            .collect();
        assert_eq!(
            (questions.len(), &questions[0]["truePositiveCount"]),
            (1, &"1".into())
        );
    }
    assert!(
        seen["live"]["table"][0]["avg millis/doc"]
            .as_str()
            .unwrap()
            .parse::<f64>()
            .unwrap()
            > 0.0
    );
}

#[test]
fn spotlight_is_answered_by_our_linkers() {
    let server = Listening::new(&["bridge"]);
    let text = "text=Is%20the%20Rhine%20longer%20than%20the%20Elbe%3F&confidence=0.1";
    let (status, _, reply) = server.get(&format!("/annotate?{text}"));
    assert_eq!(status, 200, "{reply}");
    let reply = json(&reply);
    let found = reply["Resources"].as_array().unwrap();
    let first = &found[0];
    assert_eq!(first["@URI"], "http://dbpedia.org/resource/Rhine");
    assert_eq!(
        (&first["@offset"], &first["@surfaceForm"]),
        (&"7".into(), &"Rhine".into())
    );
    assert!(first["@similarityScore"].is_string());
    let form = "application/x-www-form-urlencoded";
    assert_eq!(json(&server.post("/rest/annotate", form, text).2), reply);
    let (_, _, nothing) = server.get("/annotate?text=nothing%20at%20all%20qqq");
    assert!(json(&nothing).get("Resources").is_none(), "{nothing}");
    assert_eq!(server.get("/annotate").0, 400);
    assert_eq!(
        server.get(&format!("/annotate?{text}&linker=nobody")).0,
        400
    );
    assert_eq!(server.get("/annotate?text=x&confidence=NaN").0, 400);
}

#[test]
fn an_address_that_is_taken_is_a_usage_error() {
    let server = Listening::new(&["bridge"]);
    let output = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(["bridge", "--listen", server.authority()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot listen on"));
}

/// The component of the Python world, until it is dropped.
struct Component(Child);

impl Component {
    fn new(python: &str, script: &Path, pipeline: &str, port: u16, lexicon: &str) -> Self {
        let child = Command::new(python)
            .arg(script)
            .env("PIPELINE_URL", pipeline)
            .env("COMPONENT_PORT", port.to_string())
            .env("REGISTER_INTERVAL", "1")
            .env("LEXICON", lexicon)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self(child)
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

const FORM: &str = "application/x-www-form-urlencoded";

/// The script of the component and a Python that runs it.
fn qanary_component() -> Option<(String, PathBuf)> {
    let script = lydite_testing::shared_path("").join("../interop/qanary_component.py");
    if !script.is_file() {
        let is_ci = env::var("CI").as_deref() == Ok("true");
        assert!(!is_ci, "no {}", script.display());
        return None;
    }
    Some((python("LYDITE_INTEROP", "qanary_helpers")?, script))
}

/// Who Old Father is, nobody else knows.
const LEXICON: &str = r#"{"Old Father": "http://dbpedia.org/resource/Rhine"}"#;

/// Waits until a component has registered and is up.
fn is_up(server: &Listening, name: &str) {
    let up = (0..300).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let listed = json(&server.get("/applications").2);
        let mut all = listed.as_array().unwrap().iter();
        all.any(|one| one["name"] == name && one["status"] == "UP")
    });
    assert!(up, "{}", server.get("/applications").2);
}

#[test]
fn a_python_component_works_in_our_qanary_pipeline() {
    let Some((python, script)) = qanary_component() else {
        return;
    };
    let server = Listening::new(&["bridge"]);
    let _component = Component::new(&python, &script, &server.url, free_port(), LEXICON);
    is_up(&server, "NED-InteropLexicon");
    works_with_ours(&server);
}

#[test]
fn a_python_component_works_under_the_page() {
    let Some((python, script)) = qanary_component() else {
        return;
    };
    // What the page asks must be allowed; where it is not, a component is never up.
    let server = Listening::page(&["--network", "public 127.0.0.1"]);
    let _component = Component::new(&python, &script, &server.url, free_port(), LEXICON);
    is_up(&server, "NED-InteropLexicon");
    works_with_ours(&server);
}

fn works_with_ours(server: &Listening) {
    // Only the foreign component knows who Old Father is; ours find the relation and write the query.
    let body = "query=What is the length of Old Father?&lang=en";
    let ours = "/gerbil-execute/NED-InteropLexicon,rl-labels,qb-probe";
    let (status, head, reply) = server.post(ours, FORM, body);
    assert_eq!(status, 200, "{reply}");
    assert!(
        head.to_lowercase().contains("x-qanary-graph: urn:graph:"),
        "{head}"
    );
    let reply = json(&reply);
    let query = reply["questions"][0]["query"]["sparql"].as_str().unwrap();
    assert!(
        query.contains("http://dbpedia.org/resource/Rhine"),
        "{reply}"
    );
    let found = &reply["questions"][0]["answers"][0]["results"]["bindings"];
    assert!(!found.as_array().unwrap().is_empty(), "{reply}");

    // Twenty questions at once keep their graphs apart.
    std::thread::scope(|scope| {
        for at in 0..20 {
            scope.spawn(move || {
                let times = at % 4;
                let question = format!("Is it {}", "Old Father ".repeat(times));
                let body = format!("question={question}&componentlist[]=NED-InteropLexicon");
                let path = "/startquestionansweringwithtextquestion";
                let (status, _, reply) = server.post(path, FORM, &body.replace(' ', "+"));
                assert_eq!(status, 201, "{reply}");
                let graph = json(&reply)["outGraph"].as_str().unwrap().to_owned();
                let query = format!(
                    "query=PREFIX qa: <http://www.wdaqua.eu/qa%23> SELECT ?a FROM <{graph}> {{ ?a a qa:AnnotationOfInstance }}"
                );
                let (status, _, reply) = server.post("/sparql", FORM, &query);
                assert_eq!(status, 200, "{reply}");
                let rows = json(&reply)["results"]["bindings"].as_array().unwrap().len();
                assert_eq!(rows, times);
            });
        }
    });
}

#[test]
fn components_that_hang_die_or_write_nonsense_do_not_stop_the_pipeline() {
    let server = Listening::new(&["bridge", "--patience", "1"]);
    let hangs = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nonsense = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (hanging, rude) = (hangs.local_addr().unwrap(), nonsense.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in nonsense.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\xff<{");
        }
    });
    let dead = free_port();
    for (name, address) in [
        ("hangs", hanging.to_string()),
        ("nonsense", rude.to_string()),
        ("dead", format!("127.0.0.1:{dead}")),
    ] {
        let body = format!(
            r#"{{"name": "{name}", "healthUrl": "http://{address}/health", "serviceUrl": "http://{address}/"}}"#
        );
        let (status, head, _) = server.post("//instances", "application/json", &body);
        assert_eq!(status, 201);
        assert!(head.to_lowercase().contains("location: "));
    }
    let body = "query=How long is the Rhine?&lang=en";
    let path = "/gerbil-execute/hangs,nonsense,dead,nobody,ned-longest";
    let (status, head, reply) = server.post(path, FORM, body);
    assert_eq!(status, 200, "{reply}");
    let graph = head
        .lines()
        .find_map(|line| line.strip_prefix("x-qanary-graph: "))
        .unwrap();
    let run = json(&server.get(&format!("/questionanswering/{graph}")).2);
    assert_eq!(run["failures"].as_array().unwrap().len(), 4, "{run}");
    assert_eq!(run["extendedProtocol"][4]["httpResponseCode"], 200, "{run}");
    drop(hangs);
}

#[test]
fn the_requests_of_recorded_clients_are_answered() {
    let server = Listening::new(&["bridge"]);
    let start = "question=Where+is+Z%C3%BCrich%3F&componentlist%5B%5D=&additionaltriples=&componentfilterinput=&language=de";
    let (status, _, reply) = server.post("/startquestionansweringwithtextquestion", FORM, start);
    assert_eq!(status, 201, "{reply}");
    let begun = json(&reply);
    let (graph, question) = (
        begun["inGraph"].as_str().unwrap(),
        begun["question"].as_str().unwrap(),
    );
    let path = question.strip_prefix(&server.url).unwrap();
    let (_, head, text) = server.get(&format!("{path}/raw"));
    assert_eq!(text, "Where is Zürich?");
    assert!(head.contains("text/plain;charset=UTF-8"), "{head}");

    // TypeScript: an update in a form, a query in the address; connections are closed as asked.
    let update = format!(
        "update=INSERT%20%7B%20GRAPH%20%3C{graph}%3E%20%7B%20%3Fa%20a%20%3Curn%3AT%3E%20%7D%20%7D%20WHERE%20%7B%20BIND(IRI(str(RAND()))%20AS%20%3Fa)%20%7D"
    );
    assert_eq!(server.post("/sparql", FORM, &update).0, 204);
    let ask =
        format!("/sparql?query=ASK%20FROM%20%3C{graph}%3E%20%7B%20%3Fs%20a%20%3Curn%3AT%3E%20%7D");
    let (status, head, body) = server.get(&ask);
    assert_eq!((status, json(&body)["boolean"].clone()), (200, true.into()));
    assert!(head.to_lowercase().contains("connection: close"), "{head}");
    assert!(head.contains("application/sparql-results+json"), "{head}");

    // Jena: bodies of their own types.
    let update = format!("INSERT DATA {{ GRAPH <{graph}> {{ <urn:a> a <urn:J> }} }}");
    assert_eq!(
        server
            .post("/sparql", "application/sparql-update", &update)
            .0,
        204
    );
    let query = format!("SELECT ?s FROM <{graph}> {{ ?s a <urn:J> }}");
    let kind = "application/sparql-query;charset=utf-8";
    let (status, _, body) = server.post("/sparql", kind, &query);
    assert_eq!(status, 200);
    assert_eq!(json(&body)["results"]["bindings"][0]["s"]["value"], "urn:a");
    // As its bytes were recorded: half escaped, with an upgrade that nobody needs.
    let recorded = format!(
        "GET /sparql?query=ASK%20FROM%20%3C{graph}%3E%20%7B%20?s%20?p%20?o%20%7D HTTP/1.1\r\n\
         Connection: Upgrade, HTTP2-Settings\r\nContent-Length: 0\r\nHost: {}\r\n\
         HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA\r\nUpgrade: h2c\r\n\
         User-Agent: Java-http-client/17.0.15\r\nAccept: application/sparql-results+json, \
         application/sparql-results+xml;q=0.9,application/json;q=0.2,application/xml;q=0.2,*/*;q=0.1\r\n\r\n",
        server.authority()
    );
    let mut stream = TcpStream::connect(server.authority()).unwrap();
    stream.write_all(recorded.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("HTTP/1.1 200"));
    let mut head = lines
        .by_ref()
        .map(Result::unwrap)
        .take_while(|line| !line.is_empty());
    let media = "application/sparql-results+json";
    assert!(
        head.any(|line| line.to_lowercase().starts_with("content-type: ") && line.contains(media))
    );
    // A relative name, and the qualities of Python's client.
    let relative =
        format!("INSERT DATA {{ GRAPH <{graph}> {{ <urn:x> <urn:p> <www.wdaqua.eu/qanary> }} }}");
    assert_eq!(
        server
            .post("/sparql", "application/sparql-update", &relative)
            .0,
        204
    );
    let wrapped = format!(
        "/sparql?query=SELECT+DISTINCT+%3Fo+FROM+%3C{graph}%3E+WHERE+%7B+%3Curn%3Ax%3E+%3Curn%3Ap%3E+%3Fo+%7D&format=json&output=json&results=json"
    );
    let found = json(&server.get(&wrapped).2);
    let name = found["results"]["bindings"][0]["o"]["value"]
        .as_str()
        .unwrap();
    assert!(name.ends_with("/www.wdaqua.eu/qanary"), "{found}");
    assert_eq!(server.post("/sparql", FORM, "update=nonsense").0, 400);
    assert_eq!(server.post("/sparql", FORM, "").0, 400);

    let started = r#"{"question": "Who?", "componentlist": []}"#;
    let json_path = "/startquestionansweringwithtextquestionThroughJson";
    assert_eq!(server.post(json_path, "application/json", started).0, 201);
    assert_eq!(server.post(json_path, "application/json", "{").0, 400);
    assert_eq!(json(&server.get("/actuator/health").2)["status"], "UP");
    let (status, _, kept) = server.post("/question", FORM, "question=Who%3F");
    assert_eq!(status, 201);
    let id = json(&kept)["questionID"].as_str().unwrap().to_owned();
    assert!(
        json(&server.get(&format!("/question/{id}")).2)["rawdata"]
            .as_str()
            .unwrap()
            .ends_with("/raw")
    );
    assert_eq!(server.get("/question/nobody/raw").0, 404);
}

#[test]
fn a_qanary_component_is_one_of_our_components() {
    let Some((python, script)) = qanary_component() else {
        return;
    };
    // Its own pipeline is nowhere: it goes on trying, and works on what it is sent.
    let port = free_port();
    let nowhere = format!("http://127.0.0.1:{}", free_port());
    let _component = Component::new(&python, &script, &nowhere, port, LEXICON);
    let address = format!("127.0.0.1:{port}");
    let up = (0..300).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        TcpStream::connect(&address).is_ok()
    });
    assert!(up);
    let home = tempfile::tempdir().unwrap();
    let lydite = |components: &str, words: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_lydite"))
            .args(words)
            .env("LYDITE_HOME", home.path())
            .env("LYDITE_QANARY", components)
            .output()
            .unwrap()
    };
    let used = format!("ned-theirs=http://{address}");
    let question = "What is the length of Old Father?";
    let pipeline = "ned-theirs+rl-labels+qb-probe";
    let asked = ["ask", question, "--pipeline", pipeline, "--format", "json"];
    let said = lydite(&used, &asked);
    let error = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.status.success(), "{error}");
    let found = json(&String::from_utf8_lossy(&said.stdout));
    let query = found["answered"]["query"].as_str().unwrap_or_default();
    assert!(
        query.contains("http://dbpedia.org/resource/Rhine"),
        "{found}"
    );
    // As a system of a run; and judged by itself.
    let system = format!("theirs=pipeline:{pipeline}");
    let few = home.path().join("few.json");
    std::fs::write(
        &few,
        serde_json::json!({"dataset": {"id": "few"}, "questions": [{
            "id": "1", "question": [{"language": "en", "string": question}], "answers": [],
            "query": {"sparql": "SELECT ?x { <http://dbpedia.org/resource/Rhine> <http://dbpedia.org/ontology/length> ?x }"},
        }]})
        .to_string(),
    )
    .unwrap();
    let few = few.to_str().unwrap();
    let run = ["run", "--dataset", few, "--kg", "demo", "--system"];
    let said = lydite(&used, &[&run[..], &[&system, "--format", "json"]].concat());
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    let judged = [
        "component",
        "run",
        "ned-theirs",
        "--dataset",
        "demo",
        "--limit",
        "5",
    ];
    let said = lydite(&used, &[&judged[..], &["--format", "json"]].concat());
    let report = json(&String::from_utf8_lossy(&said.stdout));
    assert_eq!(report["components"][0]["errors"], 0, "{report}");
    let listed = lydite(&used, &["component", "list", "--format", "json"]);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("ned-theirs"));

    // Who is not there, or cannot be meant, is named.
    let gone = lydite(&format!("ned-theirs={nowhere}"), &asked);
    let error = String::from_utf8_lossy(&gone.stderr).into_owned();
    assert!(
        !gone.status.success() && error.contains("ned-theirs"),
        "{error}"
    );
    for wrong in ["theirs=http://x", "ned-theirs", "qr-theirs=http://x"] {
        let refused = lydite(wrong, &["component", "list"]);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{error}");
        assert!(error.contains("LYDITE_QANARY"), "{error}");
    }
}

#[test]
fn our_components_register_at_a_pipeline_of_others() {
    let theirs = Listening::new(&["bridge"]);
    let offered = [
        "--offer",
        "ned-longest",
        "--offer",
        "rl-labels",
        "--offer",
        "qb-probe",
    ];
    let register = ["bridge", "--register", theirs.url.as_str()];
    let ours = Listening::new(&[&register[..], &offered[..]].concat());
    for name in ["ned-longest", "rl-labels", "qb-probe"] {
        is_up(&theirs, name);
    }
    let body = "query=What is the length of the Rhine?&lang=en";
    let path = "/gerbil-execute/ned-longest,rl-labels,qb-probe";
    let (status, head, reply) = theirs.post(path, FORM, body);
    assert_eq!(status, 200, "{reply}");
    let found = json(&reply);
    let query = found["questions"][0]["query"]["sparql"].as_str().unwrap();
    assert!(
        query.contains("http://dbpedia.org/resource/Rhine"),
        "{reply}"
    );
    // It was ours that worked, at their address, and what they wrote is in the graph.
    let graph = head
        .lines()
        .find_map(|line| line.strip_prefix("x-qanary-graph: "));
    let graph = graph.unwrap();
    let run = json(&theirs.get(&format!("/questionanswering/{graph}")).2);
    assert_eq!(run["failures"], serde_json::json!([]), "{run}");
    for step in run["extendedProtocol"].as_array().unwrap() {
        let place = step["componentUri"].as_str().unwrap();
        assert!(place.starts_with(&ours.url), "{run}");
    }
    let asked = format!(
        "query=PREFIX oa: <http://www.w3.org/ns/openannotation/core/> SELECT DISTINCT ?by FROM <{graph}> {{ ?a oa:annotatedBy ?by }}"
    );
    let by = theirs.post("/sparql", FORM, &asked).2;
    for name in ["ned-longest", "rl-labels", "qb-probe"] {
        assert!(by.contains(&format!("urn:qanary:{name}")), "{by}");
    }
    // What is not offered is there for whoever asks; what is wrong is refused, and nothing is written.
    let description = ours.get("/qanary/ned-hits/component-description").2;
    assert!(description.contains("QanaryComponentNED"), "{description}");
    assert_eq!(json(&ours.get("/qanary/ned-hits/health").2)["status"], "UP");
    assert_eq!(ours.get("/qanary/nobody/health").0, 404);
    for (message, status) in [
        ("nonsense".to_owned(), 400),
        ("{}".to_owned(), 400),
        (
            r#"{"endpoint": "x", "inGraph": "no iri", "outGraph": "urn:g"}"#.to_owned(),
            400,
        ),
        (
            format!(
                r#"{{"endpoint": "{}/sparql", "inGraph": "urn:g", "outGraph": "urn:g"}}"#,
                theirs.url
            ),
            500,
        ),
        (
            r#"{"endpoint": "http://127.0.0.1:9/", "inGraph": "urn:g", "outGraph": "urn:g"}"#
                .to_owned(),
            500,
        ),
    ] {
        let path = "/qanary/ned-longest/annotatequestion";
        let (found, _, reply) = ours.post(path, "application/json", &message);
        assert_eq!(found, status, "{message}: {reply}");
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(["bridge", "--register", &theirs.url, "--offer", "nobody"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_qanary_pipeline_is_a_system_like_any_other() {
    let server = Listening::new(&["bridge"]);
    let check = |components: &str| {
        let system = format!("qanary:{}#{components}", server.url);
        let question = "What is the length of the Rhine?";
        let output = Command::new(env!("CARGO_BIN_EXE_lydite"))
            .args(["system", "check", &system, "--question", question])
            .args(["--kg", "demo", "--format", "json"])
            .output()
            .unwrap();
        let document = json(&String::from_utf8_lossy(&output.stdout));
        (output.status.code(), document)
    };
    let (code, found) = check("ned-longest,rl-labels,qb-probe");
    assert_eq!(code, Some(0), "{found}");
    let query = found["exchange"]["response"]["queries"][0]["text"]
        .as_str()
        .unwrap();
    assert!(
        query.contains("http://dbpedia.org/resource/Rhine"),
        "{found}"
    );
    assert!(!found["judged"].is_null(), "{found}");
    // Nobody builds queries here.
    let (code, found) = check("ned-longest");
    assert_eq!(code, Some(1), "{found}");
    assert_eq!(found["exchange"]["failure"]["kind"], "empty", "{found}");
}

/// What the controller of OKBQA makes of a question, with modules elsewhere where addresses are given.
fn controlled(server: &Listening, question: &str, addresses: &Value) -> Value {
    let request = serde_json::json!({
        "input": {"string": question, "language": "en"},
        "conf": {"sequence": ["TGM", "DM", "QGM", "AGM"], "address": addresses},
        "timelimit": "20",
    });
    let (status, _, reply) = server.post("/okbqa/cm", "application/json", &request.to_string());
    assert_eq!(status, 200, "{reply}");
    json(&reply)
}

#[test]
fn okbqa_modules_answer_as_our_pipeline_does() {
    let server = Listening::new(&["bridge"]);
    let mut compared = 0;
    for question in [
        "What is the length of the Rhine?",
        "Which countries border Germany?",
        "Is the Rhine longer than the Elbe?",
        "Which is the longest river?",
        "What is the capital of Romania?",
    ] {
        let body = format!("query={question}&lang=en");
        let direct = json(&server.post("/gerbil-qa", FORM, &body).2);
        let answer = &direct["questions"][0]["answers"][0];
        let mut expected: Vec<String> = match answer["boolean"].as_bool() {
            Some(yes) => vec![yes.to_string()],
            None => answer["results"]["bindings"]
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|row| row.as_object().unwrap().values())
                .map(|cell| cell["value"].as_str().unwrap().to_owned())
                .collect(),
        };
        let chained = controlled(&server, question, &serde_json::json!({}));
        let result = chained["result"].as_array().unwrap().iter();
        let mut found: Vec<String> = result
            .map(|entry| entry["answer"].as_str().unwrap().to_owned())
            .collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{question}: {chained}");
        compared += usize::from(!found.is_empty());
    }
    assert!(compared >= 4, "{compared}");

    // Each module by itself: templates name nothing of the graph.
    let question = r#"{"string": "What is the length of the Rhine?", "language": "en"}"#;
    let (status, _, templates) = server.post("/okbqa/tgm", "application/json", question);
    assert_eq!(status, 200);
    let template = &json(&templates)[0];
    let query = template["query"].as_str().unwrap();
    assert!(!query.contains("http"), "{template}");
    let words = template["slots"].as_array().unwrap().iter();
    let words: Vec<&str> = words
        .filter(|slot| slot["p"] == "verbalization")
        .map(|slot| slot["o"].as_str().unwrap())
        .collect();
    assert_eq!(words, ["Rhine", "length"], "{template}");
    for (path, body) in [
        ("/okbqa/tgm", "{"),
        ("/okbqa/tgm", "{}"),
        ("/okbqa/dm", r#"{"slots": 3}"#),
        ("/okbqa/qgm", r#"{"template": {"query": "ASK {}"}}"#),
        ("/okbqa/agm", r#"{"queries": "x"}"#),
        ("/okbqa/cm", r#"{"input": {}}"#),
    ] {
        let (status, _, reply) = server.post(path, "application/json", body);
        assert_eq!(status, 400, "{path} {body}: {reply}");
        assert!(json(&reply)["message"].is_string(), "{reply}");
    }
}

#[test]
fn all_four_modules_are_judged_live_and_side_by_side() {
    let (one, other) = (
        Listening::new(&["bridge"]),
        Listening::new(&["bridge", "--pipeline", "guess"]),
    );
    let home = tempfile::tempdir().unwrap();
    let recorded = home.path().join("one.jsonl");
    // The second has a module that disambiguates badly: it is not there.
    let broken = home.path().join("broken.toml");
    let gone = free_port();
    let module = |name: &str| format!("{name} = \"{}/okbqa/{name}\"\n", other.url);
    std::fs::write(
        &broken,
        format!(
            "name = \"broken\"\nprotocol = \"okbqa\"\n[modules]\n{}dm = \"http://127.0.0.1:{gone}/dm\"\n{}{}",
            module("tgm"),
            module("qgm"),
            module("agm"),
        ),
    )
    .unwrap();
    let lydite = |words: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_lydite"))
            .args(["template", "--format", "json"])
            .args(words)
            .env("LYDITE_HOME", home.path())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{words:?}: {error}");
        json(&String::from_utf8_lossy(&done.stdout))
    };
    let chains = [
        format!("one={}/okbqa", one.url),
        format!("other={}/okbqa/", other.url),
        broken.display().to_string(),
    ];
    let gold = ["--gold", "demo", "--okbqa"];
    let chains: Vec<&str> = chains.iter().map(String::as_str).collect();
    let judged = lydite(&[&gold[..], &chains].concat());
    let systems = judged["systems"].as_array().unwrap();
    let names: Vec<&str> = systems
        .iter()
        .map(|one| one["system"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["one", "other", "broken"], "{judged}");
    let figure = |at: usize, name: &str| systems[at]["summary"]["modules"][name]["value"].as_f64();
    for at in [0, 1] {
        for name in [
            "dm.entity.recall@1",
            "dm.property.recall@1",
            "qgm.triple_f1",
            "agm.f1",
        ] {
            let value = figure(at, name);
            assert!(
                value.is_some_and(|value| value > 0.3),
                "{at} {name}: {value:?}"
            );
        }
    }
    assert_eq!(
        figure(2, "dm.entity.recall@1"),
        Some(0.0),
        "{}",
        systems[2]["summary"]["modules"]
    );
    assert_eq!(figure(2, "agm.f1"), None);
    let blamed = |at: usize| {
        systems[at]["summary"]["modules"]["culprits"]["DM"]
            .as_u64()
            .unwrap()
    };
    assert!(blamed(2) > blamed(0), "{} {}", blamed(2), blamed(0));
    // What was recorded is judged as it was when it was live.
    let path = recorded.to_str().unwrap();
    let live = lydite(&[&gold[..], &chains[..1], &["--record", path]].concat());
    let again = lydite(&["--cases", &format!("one={path}")]);
    assert_eq!(
        live["systems"][0]["modules"],
        again["systems"][0]["modules"]
    );
    let refused = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(["template", "--gold", "demo", "--okbqa", "nowhere"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_foreign_module_takes_its_place_in_the_chain() {
    let server = Listening::new(&["bridge"]);
    // It knows one river, under a name that the graph does not have.
    let foreign = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/dm", foreign.local_addr().unwrap());
    let (tell, asked) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in foreign.incoming() {
            let mut stream = stream.unwrap();
            let mut request = vec![0; 1 << 16];
            let read = stream.read(&mut request).unwrap();
            let body = r#"{"ned": [{"score": 1, "entities": [{"var": "v1", "value": "http://dbpedia.org/resource/Elbe", "score": 1}],
            "classes": [], "properties": [{"var": "v2", "value": "http://dbpedia.org/ontology/length", "score": 1}]}]}"#;
            let reply = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(reply.as_bytes()).unwrap();
            let _ = tell.send(String::from_utf8_lossy(&request[..read]).into_owned());
        }
    });
    let question = "What is the length of the Rhine?";
    let addresses = serde_json::json!({ "DM": [address] });
    let replaced = controlled(&server, question, &addresses);
    let request = asked.recv().unwrap();
    assert!(request.starts_with("GET /dm?data="), "{request}");
    let query = replaced["result"][0]["query"].as_str().unwrap();
    assert!(query.contains("resource/Elbe"), "{replaced}");

    // One that is gone ends the chain with a reason.
    let addresses = serde_json::json!({ "QGM": [format!("http://127.0.0.1:{}/", free_port())] });
    let stopped = controlled(&server, question, &addresses);
    assert!(
        stopped["error"].as_str().unwrap().contains("QGM"),
        "{stopped}"
    );
    assert_eq!(stopped["result"], serde_json::json!([]));

    // Our modules are a system that can be run: through the controller, as anybody's.
    let output = Command::new(env!("CARGO_BIN_EXE_lydite"))
        .args(["system", "check", &format!("okbqa:{}/okbqa/cm", server.url)])
        .args(["--question", question, "--format", "json"])
        .output()
        .unwrap();
    let found = json(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(0), "{found}");
}
