//! What was recorded is replayed without the network, byte for byte.

use std::path::Path;
use std::sync::Arc;

use lydite_lab::Error;
use lydite_lab::system::{FailureKind, Kind, QaSystem, Recorded, Recording, Spec};

use super::{ask, described, kind, lab, question};
use lydite_testing::bytes::{Act, Server, json, reply};

fn recorded(system: Box<dyn QaSystem>, path: &Path) -> (Recorded, Arc<Recording>) {
    let recording = Arc::new(Recording::create(path, system.descriptor()).unwrap());
    (Recorded::new(system, recording.clone()), recording)
}

#[test]
fn a_replay_is_the_run_again_without_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("1.jsonl"), folder.path().join("2.jsonl"));
    let server = Server::start(|number, _| {
        let text = match number {
            1 => json(
                r#"{"questions":[{"id":"9","question":[{"language":"en","string":"?"}],"answers":[{"head":{},"boolean":"true"}],"confidence":0.1}]}"#,
            ),
            2 => reply("500 No", "", "Zürich\u{0} \"quoted\""),
            3 => reply("429 Slow", "Retry-After: 0\r\n", ""),
            _ => json(
                r#"{"answers": ["b", "http://x/A"], "confidence": 0.30000000000000004, "sparql": "ASK {}"}"#,
            ),
        };
        Act::Send(text.into_bytes())
    });
    let system = described(&format!(
        "protocol = \"gerbil\"\nname = \"mine\"\naddress = \"{}\"",
        server.url
    ));
    let questions: Vec<_> = (1..=3)
        .map(|id| question(&id.to_string(), &format!("Q{id}?")))
        .collect();
    let (system, recording) = recorded(system, &first);
    let lived: Vec<_> = questions.iter().map(|one| ask(&system, one)).collect();
    recording.finish().unwrap();
    let requests = server.asked().len();

    let spec = lab()
        .system_spec(&format!("replay:{}", first.display()))
        .unwrap();
    let replay = lab().system(&spec, None).unwrap();
    assert_eq!(replay.descriptor(), system.descriptor());
    assert_eq!(
        (replay.descriptor().name.as_str(), replay.descriptor().kind),
        ("mine", Kind::Gerbil)
    );
    let (replay, recording) = recorded(replay, &second);
    for (one, lived) in questions.iter().zip(&lived) {
        let again = ask(&replay, one);
        assert_eq!(again, *lived);
        // What official scripts look at is the same, too; it takes no part in comparisons.
        assert_eq!(again.response.source.get(), lived.response.source.get());
    }
    recording.finish().unwrap();
    assert_eq!(
        std::fs::read(&first).unwrap(),
        std::fs::read(&second).unwrap()
    );
    assert_eq!(server.asked().len(), requests);

    let unknown = ask(&replay, &question("1", "Another text?"));
    assert_eq!(kind(&unknown), Some(FailureKind::NotRecorded));
    assert_eq!(
        unknown.failure.unwrap().reason,
        "question 1 in en is not in the recording"
    );
}

#[test]
fn a_recording_that_was_cut_off_serves_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.jsonl");
    let server = Server::constant(json(r#"{"answers": ["a"], "sparql": ""}"#));
    let (system, recording) = recorded(
        described(&format!(
            "protocol = \"gerbil\"\naddress = \"{}\"",
            server.url
        )),
        &path,
    );
    for id in ["1", "2"] {
        ask(&system, &question(id, "Who?"));
    }
    recording.finish().unwrap();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 10]).unwrap();
    let spec = Spec::parse(&format!("replay:{}", path.display())).unwrap();
    let replay = lab().system(&spec, None).unwrap();
    assert_eq!(kind(&ask(replay.as_ref(), &question("1", "Who?"))), None);
    let lost = ask(replay.as_ref(), &question("2", "Who?"));
    assert_eq!(kind(&lost), Some(FailureKind::NotRecorded));
}

#[test]
fn what_is_no_recording_is_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.jsonl");
    for text in [
        "",
        "{}",
        "no JSON",
        r#"{"recording": 99, "system": {"name": "x", "kind": "gerbil", "spec": "x"}}"#,
    ] {
        std::fs::write(&path, text).unwrap();
        let spec = Spec::parse(&format!("replay:{}", path.display())).unwrap();
        assert!(
            matches!(lab().system(&spec, None), Err(Error::NoRecording { .. })),
            "{text}"
        );
    }
}
