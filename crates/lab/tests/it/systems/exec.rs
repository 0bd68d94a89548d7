//! Programs that answer, with a real Python.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use lydite_lab::system::{FailureKind, QaSystem};

use super::{answers, ask, described, kind, query, question};

/// Whether there is a Python; without one a test reports itself as skipped.
fn has_python() -> bool {
    if Command::new("python3").arg("--version").output().is_ok() {
        return true;
    }
    assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "no python3");
    eprintln!("skipped: no python3; install the package python3");
    false
}

/// A system that is a Python script; `then` is further TOML.
fn script(text: &str, then: &str) -> (tempfile::TempDir, Box<dyn QaSystem>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("qa.py");
    std::fs::write(&path, text).unwrap();
    let system = described(&format!(
        "protocol = \"exec\"\ncommand = [\"python3\", \"{}\"]\n{then}",
        path.display()
    ));
    (folder, system)
}

#[test]
fn the_example_answers() {
    if !has_python() {
        return;
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/qa.py");
    let lines = std::fs::read_to_string(&path).unwrap().lines().count();
    assert!(lines <= 12, "the example has {lines} lines");
    let system = described(&format!(
        "protocol = \"exec\"\ncommand = [\"python3\", \"{}\"]",
        path.display()
    ));
    assert!(
        system
            .descriptor()
            .version
            .as_ref()
            .unwrap()
            .starts_with("sha256:")
    );
    for city in ["Berlin", "Paris"] {
        let exchange = ask(
            system.as_ref(),
            &question("1", &format!("Who is the mayor of {city}?")),
        );
        let expected = format!(
            "SELECT ?x {{ <http://dbpedia.org/resource/{city}> <http://dbpedia.org/ontology/mayor> ?x }}"
        );
        assert_eq!(query(&exchange), expected, "{:?}", exchange.failure);
    }
    let exchange = ask(system.as_ref(), &question("2", "Why?"));
    assert_eq!(kind(&exchange), Some(FailureKind::Refused));
}

#[test]
fn a_process_is_kept_and_what_it_says_besides_is_ignored() {
    if !has_python() {
        return;
    }
    let (_folder, system) = script(
        "import json, sys\nprint('Loading the model …', flush=True)\n\
         for number, line in enumerate(sys.stdin):\n  asked = json.loads(line)\n\
         \x20 print('warning: deprecated', flush=True)\n\
         \x20 print(json.dumps({'id': asked['id'], 'answers': [number, asked['question'], asked['language']]}), flush=True)\n",
        "",
    );
    for number in 0..3 {
        let exchange = ask(system.as_ref(), &question("7", "Zürich?"));
        assert_eq!(answers(&exchange), format!("{number} Zürich? en"));
        assert!(exchange.turns[0].request.contains("Zürich?"));
    }
}

#[test]
fn a_program_may_end_after_each_answer() {
    if !has_python() {
        return;
    }
    let (_folder, system) = script("print('{\"answers\": [1]}')", "");
    for _ in 0..3 {
        assert_eq!(answers(&ask(system.as_ref(), &question("1", "?"))), "1");
    }
}

#[test]
fn a_program_that_fails_is_ended_and_replaced() {
    if !has_python() {
        return;
    }
    let (_folder, system) = script(
        "import json, sys, time\nfor line in sys.stdin:\n  q = json.loads(line)['question']\n\
         \x20 if q == 'hang': time.sleep(1000)\n  if q == 'crash': raise ValueError('no such entity')\n\
         \x20 if q == 'lie': print('{\"id\": \"99\", \"answers\": []}', flush=True); continue\n\
         \x20 if q == 'babble': print('{\"answers\": ', flush=True); continue\n\
         \x20 print('{\"answers\": [\"fine\"]}', flush=True)\n",
        "timeout = 3",
    );
    for (text, expected, reason) in [
        ("fine", None, ""),
        ("hang", Some(FailureKind::Timeout), "no answer within 3.0s"),
        ("fine", None, ""),
        (
            "crash",
            Some(FailureKind::Crashed),
            "ValueError: no such entity",
        ),
        ("fine", None, ""),
        (
            "lie",
            Some(FailureKind::Unreadable),
            "the reply is about question 99, not 1",
        ),
        ("fine", None, ""),
        ("babble", Some(FailureKind::Unreadable), "{\"answers\":"),
        ("fine", None, ""),
    ] {
        let exchange = ask(system.as_ref(), &question("1", text));
        assert_eq!(kind(&exchange), expected, "{text}: {:?}", exchange.failure);
        if let Some(failure) = &exchange.failure {
            assert!(
                failure.reason.contains(reason),
                "{text}: {}",
                failure.reason
            );
        } else {
            assert_eq!(answers(&exchange), "fine");
        }
    }
}

#[test]
fn a_program_that_is_not_there_is_a_failure_with_its_name() {
    let system = described("protocol = \"exec\"\ncommand = \"./no-such-program\"");
    let exchange = ask(system.as_ref(), &question("1", "?"));
    assert_eq!(kind(&exchange), Some(FailureKind::Crashed));
    let reason = exchange.failure.unwrap().reason;
    assert!(
        reason.contains("`./no-such-program` cannot be started"),
        "{reason}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_started_ends_with_it() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let system = described(&format!(
        "protocol = \"exec\"\ntimeout = 1\ncommand = [\"sh\", \"-c\", \"sleep 1000 & echo $! > {}; wait\"]",
        pid.display()
    ));
    let exchange = ask(system.as_ref(), &question("1", "?"));
    assert_eq!(kind(&exchange), Some(FailureKind::Timeout));
    let pid = std::fs::read_to_string(pid).unwrap();
    let stat = format!("/proc/{}/stat", pid.trim());
    let begin = Instant::now();
    // It is gone, or waits for somebody to take note of it.
    while std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")) {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "{stat} is still there"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}
