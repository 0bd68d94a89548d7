//! Knowledge graphs from the command line, and what happens to them when the machine fails.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn lydite(home: &Path, arguments: &[&str]) -> Output {
    command(home, arguments).output().unwrap()
}

fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lydite"));
    command.args(arguments).env("LYDITE_HOME", home);
    command
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const TRIPLES: &str = "<http://a/x> <http://a/p> \"1\" .\nthis is no triple\n\
                       <http://a/x> <http://a/q> <http://a/y> .\n";

#[test]
fn a_graph_is_loaded_listed_asked_exported_and_deleted() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("small.nt");
    std::fs::write(&file, TRIPLES).unwrap();
    let file = file.to_str().unwrap();

    let loaded = lydite(
        home.path(),
        &["kg", "load", "--allow-damaged", "--name", "mine", file],
    );
    assert!(loaded.status.success(), "{}", err(&loaded));
    assert!(
        out(&loaded).starts_with("mine: 2 triples"),
        "{}",
        out(&loaded)
    );
    assert!(err(&loaded).contains("small.nt:2:"), "{}", err(&loaded));
    assert!(err(&loaded).contains("1 line skipped"), "{}", err(&loaded));

    let again = lydite(home.path(), &["kg", "load", "--name", "other", file]);
    assert!(err(&again).contains("already loaded"), "{}", err(&again));

    let list = lydite(home.path(), &["kg", "list"]);
    for name in ["demo", "mine", "other"] {
        assert!(out(&list).contains(name), "{}", out(&list));
    }

    let query = "SELECT ?o { <http://a/x> <http://a/q> ?o }";
    for graph in ["mine", file] {
        let rows = lydite(
            home.path(),
            &["kg", "query", graph, query, "--format", "csv"],
        );
        assert_eq!(out(&rows), "o\r\nhttp://a/y\r\n", "{}", err(&rows));
    }
    let both = lydite(
        home.path(),
        &[
            "kg",
            "query",
            "mine,demo",
            "ASK { ?x a dbo:City . ?y <http://a/q> ?z }",
        ],
    );
    assert_eq!(out(&both), "true\n", "{}", err(&both));

    let exported = lydite(home.path(), &["kg", "export", "mine", "-"]);
    assert_eq!(out(&exported).lines().count(), 2);

    let deleted = lydite(home.path(), &["kg", "delete", "mine", "other"]);
    assert!(deleted.status.success(), "{}", err(&deleted));
    let left = std::fs::read_dir(home.path().join("graphs")).unwrap();
    let left = left.flatten().filter(|entry| entry.path().is_file());
    assert_eq!(left.count(), 0);
    let missing = lydite(home.path(), &["kg", "info", "mine"]);
    assert_eq!(missing.status.code(), Some(3));
}

#[test]
fn the_demo_graph_is_there_at_once() {
    let home = tempfile::tempdir().unwrap();
    let info = lydite(home.path(), &["kg", "info", "demo"]);
    assert!(info.status.success(), "{}", err(&info));
    assert!(out(&info).contains("dbo:City"), "{}", out(&info));
    for line in out(&info).lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    let label = lydite(
        home.path(),
        &["kg", "label", "demo", "dbr:Berlin", "--lang", "en"],
    );
    assert_eq!(out(&label), "Berlin\n");
    let same = lydite(home.path(), &["kg", "sameas", "demo", "dbr:Berlin"]);
    assert!(out(&same).contains("wikidata"), "{}", out(&same));
    let search = lydite(
        home.path(),
        &["kg", "search", "demo", "Eiffel Towr", "--format", "json"],
    );
    let document: serde_json::Value = serde_json::from_slice(&search.stdout).unwrap();
    assert_eq!(
        document["hits"][0]["iri"],
        "http://dbpedia.org/resource/Eiffel_Tower"
    );
    let hybrid = "SELECT DISTINCT ?uri { ?uri a dbo:Film . ?uri text:\"ship\" text:\"iceberg\" }";
    let hybrid = lydite(home.path(), &["kg", "query", "demo", hybrid]);
    assert!(out(&hybrid).contains("dbr:Titanic"), "{}", out(&hybrid));
    let repaired = lydite(
        home.path(),
        &["kg", "query", "demo", "SELECT COUNT(?x) { ?x a dbo:City }"],
    );
    assert!(err(&repaired).contains("repaired:"), "{}", err(&repaired));
    let endless = [
        "kg",
        "query",
        "demo",
        "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i",
        "--timeout",
        "0.2",
    ];
    let endless = lydite(home.path(), &endless);
    assert_eq!(endless.status.code(), Some(1));
    assert!(err(&endless).contains("stopped after"), "{}", err(&endless));
}

/// A load that is killed leaves no index, and the next one says so.
#[cfg(unix)]
#[test]
fn a_killed_load_leaves_nothing_that_could_be_taken_for_an_index() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("large.nt");
    let file = file.to_str().unwrap();
    let made = lydite(home.path(), &["kg", "generate", "60000", file]);
    assert!(made.status.success(), "{}", err(&made));
    let load = ["kg", "load", "--name", "large", file];
    for wait in [5, 40, 100, 200, 400, 800, 1600] {
        let mut child = command(home.path(), &load)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let asked = lydite(home.path(), &["kg", "query", "large", "ASK { ?s ?p ?o }"]);
        match asked.status.code() {
            // It was quick enough to finish.
            Some(0) => assert_eq!(out(&asked), "true\n"),
            code => assert_eq!(code, Some(3), "{}", err(&asked)),
        }
    }
    // What is left of a load that was killed while it wrote.
    let loaded = lydite(home.path(), &load);
    assert!(loaded.status.success(), "{}", err(&loaded));
    let graphs = home.path().join("graphs");
    let key = std::fs::read_to_string(graphs.join("names/large")).unwrap()[..24].to_owned();
    let index = graphs.join(format!("{key}.kg"));
    let partial = graphs.join(format!("{key}.kg.partial"));
    let whole = std::fs::read(&index).unwrap();
    std::fs::remove_file(&index).unwrap();
    std::fs::write(&partial, &whole[..whole.len() / 2]).unwrap();
    let again = lydite(home.path(), &load);
    assert!(again.status.success(), "{}", err(&again));
    assert!(err(&again).contains("interrupted"), "{}", err(&again));
    assert!(!partial.exists());

    // Damage is found before it matters, and the next load makes the index anew.
    let mut damaged = std::fs::read(&index).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&index, damaged).unwrap();
    let asked = lydite(home.path(), &["kg", "info", "large", "--verify"]);
    assert_eq!(asked.status.code(), Some(3));
    assert!(err(&asked).contains("damaged"), "{}", err(&asked));
    let again = lydite(home.path(), &load);
    assert!(
        err(&again).contains("cannot be used; loading again"),
        "{}",
        err(&again)
    );
    let asked = lydite(home.path(), &["kg", "query", "large", "ASK { ?s ?p ?o }"]);
    assert_eq!(out(&asked), "true\n");
}

/// A load that is killed while it reads goes on where it stopped, and makes the same index.
#[cfg(unix)]
#[test]
fn a_killed_load_is_taken_up_again() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("large.nt");
    let file = file.to_str().unwrap();
    lydite(home.path(), &["kg", "generate", "150000", file]);
    let load = ["kg", "load", "--name", "large", file];
    let whole = lydite(home.path(), &load);
    assert!(whole.status.success(), "{}", err(&whole));
    let graphs = home.path().join("graphs");
    let [index] = &files_in(&graphs)[..] else {
        panic!("{:?}", files_in(&graphs));
    };
    let expected = std::fs::read(index).unwrap();
    let journal = index.with_extension("kg.journal");

    // A machine may be so busy that the load is done before it is seen to be under way.
    let was_killed = (0..20).any(|_| {
        lydite(home.path(), &["kg", "delete", "large"]);
        killed_when(&mut command(home.path(), &load), || {
            std::fs::metadata(&journal).is_ok_and(|facts| facts.len() > 1_000_000)
        }) && !index.exists()
    });
    assert!(was_killed && journal.exists());
    let list = lydite(home.path(), &["kg", "list"]);
    assert!(err(&list).contains("Interrupted loads"), "{}", err(&list));

    let again = lydite(home.path(), &load);
    assert!(again.status.success(), "{}", err(&again));
    let said = err(&again);
    let after = said.split("interrupted; this one resumed after ").nth(1);
    let triples = after.and_then(|after| after.split(" triple").next());
    let triples = triples.expect(&said).replace(',', "");
    let triples: u64 = triples.parse().expect(&said);
    assert!(triples > 0 && triples <= 160_000, "{said}");
    assert!(std::fs::read(index).unwrap() == expected);
    assert_eq!(files_in(&graphs).len(), 1, "{:?}", files_in(&graphs));
    let list = lydite(home.path(), &["kg", "list"]);
    assert!(!err(&list).contains("nterrupted"), "{}", err(&list));
}

/// Runs a command and kills it when something has come to pass; says whether it came in time.
#[cfg(unix)]
fn killed_when(command: &mut Command, come: impl Fn() -> bool) -> bool {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    while child.try_wait().unwrap().is_none() {
        if come() {
            child.kill().unwrap();
            // Killed, rather than done at the last moment.
            return child.wait().unwrap().code().is_none();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    false
}

#[cfg(unix)]
fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.is_file()).collect()
}

/// What was left behind long ago is removed by the next load, what is newer is kept.
#[test]
fn what_nobody_takes_up_again_is_removed_after_a_week() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("small.nt");
    std::fs::write(&file, TRIPLES).unwrap();
    let graphs = home.path().join("graphs");
    std::fs::create_dir(&graphs).unwrap();
    let day = Duration::from_secs(24 * 60 * 60);
    for (name, days) in [
        ("a.kg.journal", 8),
        ("a.kg.7-0.partial", 8),
        ("b.kg.partial", 8),
        ("c.kg.journal", 6),
    ] {
        let left = std::fs::File::create(graphs.join(name)).unwrap();
        left.set_len(500_000).unwrap();
        left.set_modified(std::time::SystemTime::now() - day * days)
            .unwrap();
    }
    let loaded = lydite(home.path(), &["kg", "load", file.to_str().unwrap()]);
    assert!(err(&loaded).contains("removed 1.5 MB"), "{}", err(&loaded));
    let left = std::fs::read_dir(&graphs).unwrap().flatten();
    let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
    left.sort();
    left.retain(|name| !name.to_string_lossy().ends_with(".kg"));
    assert_eq!(left, ["c.kg.journal", "names"]);
}

/// Where only the journal has no room, the load does without it.
#[cfg(unix)]
#[test]
fn a_journal_without_room_is_given_up() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("repeated.nt");
    // Much to read, little to keep.
    std::fs::write(&file, TRIPLES.repeat(150_000)).unwrap();
    let script = format!(
        "trap '' XFSZ; ulimit -f 200; exec '{}' kg load --allow-damaged --name some '{}'",
        env!("CARGO_BIN_EXE_lydite"),
        file.display()
    );
    let loaded = Command::new("sh")
        .args(["-c", &script])
        .env("LYDITE_HOME", home.path())
        .output()
        .unwrap();
    assert!(loaded.status.success(), "{}", err(&loaded));
    assert!(
        out(&loaded).starts_with("some: 2 triples"),
        "{}",
        out(&loaded)
    );
    assert_eq!(files_in(&home.path().join("graphs")).len(), 1);
}

/// A full disk is told, and leaves nothing behind.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_index() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("some.nt");
    let file = file.to_str().unwrap();
    lydite(home.path(), &["kg", "generate", "20000", file]);
    let script = format!(
        "trap '' XFSZ; ulimit -f 200; exec '{}' kg load --name some '{file}'",
        env!("CARGO_BIN_EXE_lydite")
    );
    let full = Command::new("sh")
        .args(["-c", &script])
        .env("LYDITE_HOME", home.path())
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(3), "{}", err(&full));
    let graphs = std::fs::read_dir(home.path().join("graphs")).unwrap();
    let files: Vec<_> = graphs
        .flatten()
        .filter(|entry| entry.path().is_file())
        .collect();
    assert!(files.is_empty(), "{files:?}");
    let loaded = lydite(home.path(), &["kg", "load", "--name", "some", file]);
    assert!(loaded.status.success(), "{}", err(&loaded));
}

/// A file without a single triple is no graph.
#[test]
fn what_cannot_be_read_at_all_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let cases = [
        (
            "notes.ttl",
            "These are notes, not triples.",
            "no triples could be read",
        ),
        (
            "slice.hdt",
            "$HDT\u{1}<http://purl.org/HDT/hdt#HDTv1>",
            "hdt2rdf",
        ),
    ];
    for (name, content, told) in cases {
        let file = home.path().join(name);
        std::fs::write(&file, content).unwrap();
        let load = lydite(home.path(), &["kg", "load", file.to_str().unwrap()]);
        assert_eq!(load.status.code(), Some(3), "{}", err(&load));
        assert!(err(&load).contains(told), "{}", err(&load));
    }
    let list = lydite(home.path(), &["kg", "list"]);
    assert!(!out(&list).contains("notes"), "{}", out(&list));
}

/// An export that fails midway is told, and leaves no cut-off file, nor touches one that was there.
#[cfg(unix)]
#[test]
fn an_export_that_fails_leaves_no_cut_off_file() {
    let home = tempfile::tempdir().unwrap();
    let (out, there) = (home.path().join("out.nt"), home.path().join("there.nt"));
    std::fs::write(&there, "before").unwrap();
    for (file, more) in [(&out, ""), (&there, "--force")] {
        let script = format!(
            "trap '' XFSZ; ulimit -f 200; exec '{}' kg export demo '{}' {more}",
            env!("CARGO_BIN_EXE_lydite"),
            file.display()
        );
        let full = Command::new("sh")
            .args(["-c", &script])
            .env("LYDITE_HOME", home.path())
            .output()
            .unwrap();
        assert_eq!(full.status.code(), Some(3), "{}", err(&full));
        assert!(err(&full).contains("File too large"), "{}", err(&full));
    }
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "before");
    assert_eq!(files_in(home.path()), [there]);
    if std::path::Path::new("/dev/full").exists() {
        let full = lydite(
            home.path(),
            &["kg", "export", "demo", "/dev/full", "--force"],
        );
        assert_eq!(full.status.code(), Some(3), "{}", err(&full));
    }
}

/// The results of a query, printed as JSON, are an answer file.
#[test]
fn the_results_of_a_query_can_be_read_as_answers() {
    let home = tempfile::tempdir().unwrap();
    let query = "SELECT ?m ?h ?l { ?m a dbo:Mountain ; dbo:elevation ?h ; rdfs:label ?l \
                 FILTER(LANG(?l) = \"en\") } ORDER BY DESC(?h) LIMIT 3";
    for (query, format, expected) in [
        (query, "json", Some(3)),
        (query, "xml", Some(3)),
        ("ASK { dbr:Berlin a dbo:City }", "json", None),
        ("SELECT ?x { ?x a dbo:Unicorn }", "json", Some(0)),
    ] {
        let printed = lydite(
            home.path(),
            &["kg", "query", "demo", query, "--format", format],
        );
        assert!(printed.status.success(), "{}", err(&printed));
        let name = format!("results.{format}");
        let mut reader = lydite_formats::Reader::from_bytes(&name, &printed.stdout).unwrap();
        let (read, diagnostics) = reader.read_to_end();
        assert!(
            diagnostics.iter().all(|found| !found.code.damage),
            "{diagnostics:?}"
        );
        let [question] = &read[..] else {
            panic!("{read:?}");
        };
        let answers = question.answers.as_ref().unwrap();
        match (&answers.answer, expected) {
            (lydite_model::Answer::Boolean(value), None) => assert!(value),
            (lydite_model::Answer::Table(table), Some(rows)) => {
                assert_eq!(table.len(), rows, "{table:?}");
                if rows > 0 {
                    assert_eq!(table.columns, ["m", "h", "l"]);
                    let shown = format!("{:?}", table.rows().next());
                    assert!(
                        shown.contains("Mount_Everest") && shown.contains("8849"),
                        "{shown}"
                    );
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Queries that say `FROM <http://dbpedia.org>` find a graph that was loaded under this name.
#[test]
fn the_default_graph_is_found_by_its_name() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("some.nt");
    std::fs::write(&file, TRIPLES).unwrap();
    let file = file.to_str().unwrap();
    let name = ["--graph-name", "http://dbpedia.org"];
    let load = |more: &[&str]| {
        let all = [
            "kg",
            "load",
            "--force",
            "--allow-damaged",
            "--name",
            "some",
            file,
        ];
        lydite(home.path(), &[&all[..], more].concat())
    };
    let query = "SELECT (COUNT(*) AS ?n) FROM <http://dbpedia.org> { ?s ?p ?o }";
    let query = ["kg", "query", "some", query, "--format", "csv"];
    load(&[]);
    assert_eq!(out(&lydite(home.path(), &query)), "n\r\n0\r\n");
    let loaded = load(&name);
    assert!(loaded.status.success(), "{}", err(&loaded));
    assert_eq!(out(&lydite(home.path(), &query)), "n\r\n2\r\n");
    let info = lydite(home.path(), &["kg", "info", "some"]);
    assert!(out(&info).contains("http://dbpedia.org"), "{}", out(&info));
    let wrong = load(&["--graph-name", "dbpedia"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", err(&wrong));
}
