//! Files that change while they are loaded.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use lydite_lab::graphs::Load;
use lydite_lab::{Config, Error, Lab, Notice, Observer, Progress, Silent, Task};

/// Adds to a file as soon as a task has begun.
struct Meddler(PathBuf);

impl Observer for Meddler {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        let mut file = OpenOptions::new().append(true).open(&self.0).unwrap();
        file.write_all(b"<http://a> <http://p> <http://late> .\n")
            .unwrap();
        Silent.begin(task)
    }

    fn notice(&self, _: &Notice) {}
}

#[test]
fn a_file_that_changes_is_not_kept_under_its_former_digest() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("growing.nt");
    let text = "<http://a> <http://p> <http://b> .\n".repeat(1000);
    std::fs::write(&file, &text).unwrap();
    let config = || Config {
        home: Some(home.path().to_owned()),
        ..Config::default()
    };
    let load = Load {
        files: vec![file.clone()],
        name: Some("growing".to_owned()),
        ..Load::default()
    };
    let lab = Lab::new(config()).observed_by(Meddler(file.clone()));
    let failed = lab.load_graph(&load).err();
    assert!(
        matches!(failed, Some(Error::ChangedMeanwhile)),
        "{failed:?}"
    );
    // Nothing is left under the name, nor under the digest of what the file was.
    let lab = Lab::new(config());
    assert!(lab.embedded_graph("growing").is_err());
    std::fs::write(&file, &text).unwrap();
    let loaded = lab.load_graph(&load).unwrap();
    assert_eq!(loaded.graph.len(), 1);
    assert!(loaded.report.is_some(), "it was taken for loaded");
}

#[test]
fn a_forced_load_that_fails_leaves_the_graph_that_was_there() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("growing.nt");
    std::fs::write(&file, "<http://a> <http://p> <http://b> .\n").unwrap();
    let config = || Config {
        home: Some(home.path().to_owned()),
        ..Config::default()
    };
    let mut load = Load {
        files: vec![file.clone()],
        name: Some("growing".to_owned()),
        ..Load::default()
    };
    Lab::new(config()).load_graph(&load).unwrap();
    load.force = true;
    let lab = Lab::new(config()).observed_by(Meddler(file.clone()));
    let failed = lab.load_graph(&load).err();
    assert!(
        matches!(failed, Some(Error::ChangedMeanwhile)),
        "{failed:?}"
    );
    let lab = Lab::new(config());
    assert_eq!(lab.embedded_graph("growing").unwrap().len(), 1);
    let left = std::fs::read_dir(home.path().join("graphs")).unwrap();
    let left: Vec<_> = left
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("incoming"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    // Now that the file rests, it is loaded anew, and takes the place of the former graph.
    let loaded = lab.load_graph(&load).unwrap();
    assert_eq!(loaded.graph.len(), 2);
    assert_eq!(lab.embedded_graph("growing").unwrap().len(), 2);
}
