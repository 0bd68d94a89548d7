//! Experiments as a user runs them: killed, resumed, shared, compared.

mod bad_input;
mod commands;
mod crashes;
mod rude;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use lydite_testing::postgres::Postgres;
use serde_json::{Value, json};

/// A home with a benchmark, two answer files and a store.
struct Place {
    folder: tempfile::TempDir,
    store: String,
    _server: Option<Postgres>,
}

impl Place {
    fn file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("experiments.sqlite");
        Self {
            store: store.display().to_string(),
            folder,
            _server: None,
        }
    }

    fn postgres() -> Option<Self> {
        let server = Postgres::start()?;
        Some(Self {
            folder: tempfile::tempdir().unwrap(),
            store: server.url(),
            _server: Some(server),
        })
    }

    fn all() -> Vec<Self> {
        [Some(Self::file()), Self::postgres()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// A benchmark with so many questions.
    fn gold(&self, questions: usize) -> String {
        self.write(&format!("gold-{questions}.json"), questions, 0)
    }

    /// Answers to so many questions; every so many is wrong, none if that is 0.
    fn answers(&self, questions: usize, wrong: usize) -> String {
        self.write(
            &format!("answers-{questions}-{wrong}.json"),
            questions,
            wrong,
        )
    }

    fn write(&self, name: &str, questions: usize, wrong: usize) -> String {
        let entry = |number: usize| {
            let is_wrong = wrong > 0 && number.is_multiple_of(wrong);
            let value = if is_wrong { number + 1 } else { number };
            json!({
                "id": number.to_string(),
                "question": [{"language": "en", "string": format!("What is number {number}?")}],
                "answers": [{
                    "head": {"vars": ["n"]},
                    "results": {"bindings": [{"n": {"type": "literal", "value": value.to_string()}}]},
                }],
            })
        };
        let path = self.folder.path().join(name);
        let questions: Vec<Value> = (0..questions).map(entry).collect();
        let document = json!({"dataset": {"id": "numbers"}, "questions": questions});
        std::fs::write(&path, document.to_string()).unwrap();
        path.display().to_string()
    }

    /// A system that answers as a file does, but takes its time: some milliseconds a question.
    fn slow(&self, answers: &str, millis: u32) -> Option<String> {
        let python = python()?;
        let script = self.folder.path().join("slow.py");
        let text = "import json, sys, time\n\
            known = {str(q['id']): q for q in json.load(open(sys.argv[1]))['questions']}\n\
            for line in sys.stdin:\n\
            \x20   asked = json.loads(line)\n\
            \x20   time.sleep(float(sys.argv[2]) / 1000)\n\
            \x20   found = known[str(asked['id'])]\n\
            \x20   value = found['answers'][0]['results']['bindings'][0]['n']['value']\n\
            \x20   print(json.dumps({'id': asked['id'], 'answers': [value]}), flush=True)\n";
        std::fs::write(&script, text).unwrap();
        Some(format!(
            "slow=exec:{} {} {answers} {millis}",
            python.display(),
            script.display()
        ))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
        command
            .args(arguments)
            .env("LYDITE_HOME", self.folder.path().join("home"))
            .env("LYDITE_STORE", &self.store)
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end; its exit code, stdout and stderr.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap_or(-1),
            text(output.stdout),
            text(output.stderr),
        )
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--format", "json"]].concat();
        let (code, out, err) = self.run(&arguments);
        assert!([0, 1].contains(&code), "{arguments:?}: {code}\n{err}");
        serde_json::from_str(&out).unwrap()
    }

    /// The identifier of the latest experiment, if there is one.
    fn latest(&self) -> Option<String> {
        let list = self.json(&["experiment", "list"]);
        let id = list["experiments"].get(0)?["id"].as_str()?;
        Some(id.to_owned())
    }

    /// The cells of an experiment, without times and names.
    fn matrix(&self, id: &str) -> Vec<Value> {
        let mut shown = self.json(&["experiment", "show", id]);
        assert_eq!(shown["experiment"]["state"], "finished");
        let reports = shown["systems"].as_array_mut().unwrap().iter_mut();
        let mut cells = Vec::new();
        for report in reports {
            for cell in report["questions"].as_array_mut().unwrap() {
                cell.as_object_mut().unwrap().remove("millis");
                cells.push(cell.take());
            }
        }
        cells
    }
}

/// Python, without which some systems cannot be played.
fn python() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join("python3"))
        .find(|program| Path::new(program).is_file());
    if found.is_none() {
        let reason = "no python3; install the package python3";
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
        eprintln!("skipped: {reason}");
    }
    found
}
