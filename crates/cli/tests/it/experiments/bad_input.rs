//! Whatever is wrong, there is a clear message, and nothing is lost.

use super::Place;

#[test]
fn every_mistake_has_a_message() {
    let place = Place::file();
    let gold = place.gold(40);
    let answers = place.answers(40, 3);
    let system = format!("file:{answers}");
    assert_eq!(
        place
            .run(&["run", "--dataset", &gold, "--system", &system])
            .0,
        0
    );
    let id = place.latest().unwrap();
    let toml = place.folder.path().join("wrong.toml");
    std::fs::write(&toml, "protocol = \"gerbil\"\naddress = \"http://x\n").unwrap();
    let toml = toml.to_str().unwrap();
    let letter = place.folder.path().join("letter.sqlite");
    std::fs::write(&letter, "Dear friend, this is not a database, but a letter").unwrap();
    let letter = letter.to_str().unwrap();
    let cases: [(&[&str], i32, &str); 12] = [
        (
            &["run", "--dataset", &gold, "--system", "smtp:http://x"],
            2,
            "there is no protocol named",
        ),
        (
            &["run", "--dataset", &gold, "--system", toml],
            3,
            "wrong.toml:2",
        ),
        (
            &["run", "--dataset", "nothing.json", "--system", &system],
            3,
            "nothing.json",
        ),
        (
            &["run", "--resume", &id],
            2,
            "is finished: there is nothing to resume",
        ),
        (
            &["run", "--resume", &id, "--retry"],
            2,
            "nothing to ask again",
        ),
        (
            &["run", "--resume", "209912310001"],
            3,
            "there is no experiment 209912310001",
        ),
        (&["experiment", "show", "x"], 3, "there is no experiment x"),
        (&["experiment", "list", "--store", letter], 3, "is damaged"),
        (
            &[
                "experiment",
                "list",
                "--store",
                "postgres://x@127.0.0.1:1/x",
            ],
            4,
            "cannot be opened",
        ),
        (
            &["worker", "--once"],
            2,
            "workers share a store in PostgreSQL",
        ),
        (&["compare", &id], 3, "there is nothing to compare"),
        (
            &[
                "run",
                "--dataset",
                &gold,
                "--system",
                &system,
                "--rules",
                "lydit",
            ],
            2,
            "did you mean `lydite`?",
        ),
    ];
    for (arguments, code, message) in cases {
        let (found, _, err) = place.run(arguments);
        assert!(
            found == code && err.contains(message),
            "{arguments:?}: {found}\n{err}"
        );
    }
    assert_eq!(std::fs::read(letter).unwrap()[..11], *b"Dear friend");
    let listed = place.json(&["experiment", "list"]);
    assert_eq!(listed["experiments"].as_array().unwrap().len(), 1);
}

#[test]
fn a_host_that_cannot_be_reached_ends_with_a_verdict() {
    let place = Place::file();
    let gold = place.gold(300);
    let system = "dead=gerbil:http://127.0.0.1:1/";
    let (code, _, err) = place.run(&["run", "--dataset", &gold, "--system", system]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("dead failed on all 300 questions"), "{err}");
    assert!(err.contains("--retry"), "{err}");
    let id = place.latest().unwrap();
    let shown = place.json(&["experiment", "show", &id]);
    assert_eq!(shown["experiment"]["tasks"][0]["failed"], 300);
    assert_eq!(shown["systems"][0]["experiments"]["QA"]["errors"], 300);
}
