//! Loads that are interrupted and taken up again: the index is the same, wherever they stopped.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use lydite_graph::{GraphError, LoadReport, Loader, Phase};
use lydite_model::Cancel;
use proptest::prelude::*;
use tempfile::TempDir;

/// A folder with files to load, and an index of them that was made in one go.
struct Case {
    folder: TempDir,
    files: Vec<(&'static str, bool)>,
    whole: Vec<u8>,
    report: LoadReport,
}

impl Case {
    fn new(files: Vec<(&'static str, bool)>, contents: &[&[u8]]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for ((name, _), content) in files.iter().zip(contents) {
            fs::write(folder.path().join(name), content).unwrap();
        }
        let index = folder.path().join("whole.kg");
        let report = loader(folder.path(), &files).load(&index).unwrap();
        let whole = fs::read(index).unwrap();
        Self {
            folder,
            files,
            whole,
            report,
        }
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("resumed.kg")
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("resumed.kg.journal")
    }

    fn loader(&self) -> Loader<'static> {
        loader(self.folder.path(), &self.files).journal_from(0)
    }

    /// What a load leaves behind that is interrupted at the end, or after some batches.
    fn interrupted(&self, stretch: usize, batches: usize) -> Vec<u8> {
        let mut told = 0;
        let loader = self.loader().stretch(stretch).progress(|progress| {
            told += 1;
            if told > batches || progress.phase == Phase::Sorting {
                resume_unwind(Box::new("interrupted"));
            }
        });
        let index = self.index();
        assert!(catch_unwind(AssertUnwindSafe(|| loader.load(&index))).is_err());
        assert!(!index.exists());
        fs::read(self.journal()).unwrap()
    }

    /// Loads after an interrupted load, and gives how many triples were not read again.
    fn resume(&self, journal: &[u8], stretch: usize, what: &dyn std::fmt::Debug) -> u64 {
        fs::write(self.journal(), journal).unwrap();
        let report = self.loader().stretch(stretch).load(&self.index()).unwrap();
        assert!(fs::read(self.index()).unwrap() == self.whole, "{what:?}");
        assert_eq!(report.sources, self.report.sources, "{what:?}");
        assert!(!self.journal().exists());
        fs::remove_file(self.index()).unwrap();
        report.resumed.unwrap()
    }
}

fn loader(folder: &Path, files: &[(&str, bool)]) -> Loader<'static> {
    files.iter().fold(Loader::new(), |loader, (name, removed)| {
        let path = folder.join(name);
        if *removed {
            loader.without(path)
        } else {
            loader.file(path)
        }
    })
}

/// N-Triples with all that can be in them: bad lines more than are told, bytes that are no text.
fn lines(from: usize, to: usize, graphs: bool) -> Vec<u8> {
    let mut text = Vec::new();
    for n in from..to {
        let graph = match n % 3 {
            0 if graphs => format!("<http://g/{}> ", n % 4),
            _ => String::new(),
        };
        let object = match n % 7 {
            0 => format!("\"name {n}\"@en"),
            1 => format!("\"{n}\"^^<http://www.w3.org/2001/XMLSchema#integer>"),
            2 => format!("_:b{}", n % 5),
            3 => format!("\"es\\\"caped {n}\""),
            _ => format!("<http://a/{}/y{}>", n % 5, n % 11),
        };
        writeln!(
            text,
            "<http://a/x{}> <http://p/{}> {object} {graph}.",
            n % 17,
            n % 6
        )
        .unwrap();
        match n % 9 {
            0 => writeln!(text, "<http://a/stray{n}> this is no triple").unwrap(),
            5 => text.extend_from_slice(b"<http://a/x> <http://a/p> \"\xff\" .\n"),
            _ => {}
        }
    }
    text
}

fn turtle(count: usize) -> Vec<u8> {
    let mut text = String::from("@prefix : <http://a/> .\n");
    for n in 0..count {
        writeln!(text, ":x{n} :p _:b{n}, \"text {n}\" ; :q {n} .").unwrap();
        if n % 10 == 3 {
            writeln!(text, ":x :p <no iri> .").unwrap();
        }
    }
    text.into_bytes()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// Files of all kinds, one of them taken away in the middle and one at the end.
fn mixed() -> Case {
    let files = vec![
        ("one.nt", false),
        ("two.ttl", false),
        ("three.nt", true),
        ("four.nq.gz", false),
        ("empty.nt", false),
        ("five.ttl", true),
    ];
    let contents: [&[u8]; 6] = [
        &lines(0, 110, false),
        &turtle(24),
        &lines(20, 40, false),
        &packed(&lines(30, 90, true)),
        b"",
        &turtle(6),
    ];
    Case::new(files, &contents)
}

/// Where the frames of a journal end.
fn frames(journal: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    while at < journal.len() {
        at += 16 + u64::from_le_bytes(journal[at..at + 8].try_into().unwrap()) as usize;
        ends.push(at);
    }
    assert_eq!(at, journal.len());
    ends
}

#[test]
fn the_index_is_the_same_wherever_the_load_stopped() {
    let case = mixed();
    assert!(
        case.report
            .sources
            .iter()
            .any(|source| source.bad_lines > 20)
    );
    let journal = case.interrupted(600, usize::MAX);
    let ends = frames(&journal);
    assert!(ends.len() > 30, "{}", ends.len());
    let read: u64 = case
        .report
        .sources
        .iter()
        .map(|source| source.triples)
        .sum();
    let mut resumed = vec![case.resume(b"", 600, &"nothing")];
    for end in &ends {
        // Whole frames, and torn ones.
        for cut in [end - 1, *end, end + 3, end + 16, end + 40] {
            let cut = cut.min(journal.len());
            resumed.push(case.resume(&journal[..cut], 600, &cut));
        }
    }
    assert_eq!((resumed[0], *resumed.last().unwrap()), (0, read));
    assert!(resumed.is_sorted());
    resumed.dedup();
    // Turtle is read again from its beginning: its frames count only all together.
    assert!(
        resumed.len() > 12 && resumed.len() < ends.len(),
        "{resumed:?}"
    );
}

#[test]
fn what_is_spoilt_is_not_used() {
    let case = mixed();
    let journal = case.interrupted(600, usize::MAX);
    let read = case.resume(&journal, 600, &"whole");
    for at in (0..journal.len()).step_by(97) {
        let mut spoilt = journal.clone();
        spoilt[at] ^= 1 << (at % 8);
        assert!(case.resume(&spoilt, 600, &at) < read, "{at}");
    }
    // A frame that is missing breaks the row, though all others are whole.
    let ends = frames(&journal);
    let gap = [&journal[..ends[3]], &journal[ends[4]..]].concat();
    assert_eq!(
        case.resume(&gap, 600, &"gap"),
        case.resume(&journal[..ends[3]], 600, &"before the gap")
    );
}

#[test]
fn a_load_may_be_interrupted_again_and_again() {
    let case = mixed();
    let mut lengths = vec![0];
    for round in 0.. {
        assert!(round < 100, "{lengths:?}");
        // Other stretches each time, and the file is left as the interrupted load left it.
        let journal = case.interrupted(300 + round * 37, 4);
        let grown = journal.len() > *lengths.last().unwrap();
        lengths.push(journal.len());
        if !grown {
            break;
        }
    }
    assert!(lengths.len() > 4, "{lengths:?}");
    let journal = fs::read(case.journal()).unwrap();
    case.resume(&journal, 500, &lengths);
}

#[test]
fn the_journal_of_other_files_is_not_used() {
    let case = mixed();
    let journal = case.interrupted(600, usize::MAX);
    let folder = case.folder.path();
    let other_order: Vec<_> = case.files.iter().rev().copied().collect();
    let mut other_signs = case.files.clone();
    other_signs[1].1 = true;
    for files in [&other_order[..], &other_signs, &case.files[..5]] {
        fs::write(case.journal(), &journal).unwrap();
        let report = loader(folder, files).load(&case.index()).unwrap();
        assert_eq!(report.resumed, Some(0));
        let expected = folder.join("expected.kg");
        loader(folder, files).load(&expected).unwrap();
        assert!(fs::read(case.index()).unwrap() == fs::read(expected).unwrap());
    }
}

#[test]
fn files_that_changed_are_read_anew() {
    let content = String::from_utf8_lossy(&lines(0, 200, false)).into_owned();
    for (change, reused) in [("<http://a/x1>", false), ("\"name 196\"", true)] {
        let case = Case::new(vec![("one.nt", false)], &[content.as_bytes()]);
        let journal = case.interrupted(1000, usize::MAX);
        let ends = frames(&journal);
        let half = &journal[..ends[ends.len() / 2]];
        fs::write(case.journal(), half).unwrap();
        // Of the same length, but before or after what was read.
        let changed = content.replacen(
            change,
            &change.replace("a/x1", "a/z1").replace("196", "961"),
            1,
        );
        assert_ne!(changed, content);
        fs::write(case.folder.path().join("one.nt"), &changed).unwrap();
        let report = case.loader().load(&case.index()).unwrap();
        assert_eq!(report.resumed.unwrap() > 0, reused);
        let expected = Case::new(vec![("one.nt", false)], &[changed.as_bytes()]);
        assert!(fs::read(case.index()).unwrap() == expected.whole);
    }
}

#[test]
fn loads_at_once_do_not_disturb_each_other() {
    let case = mixed();
    for _ in 0..5 {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| case.loader().stretch(400).load(&case.index()).unwrap());
            }
        });
        assert!(fs::read(case.index()).unwrap() == case.whole);
        let left: Vec<_> = fs::read_dir(case.folder.path())
            .unwrap()
            .flatten()
            .collect();
        assert_eq!(left.len(), case.files.len() + 2, "{left:?}");
    }
}

#[test]
fn what_cannot_be_read_to_its_end_keeps_the_journal() {
    let good = packed(&lines(0, 5000, false));
    let case = Case::new(vec![("one.nt.gz", false)], &[&good]);
    let file = case.folder.path().join("one.nt.gz");
    let mut bad = good.clone();
    let end = bad.len() - 8;
    bad[end..].fill(0);
    fs::write(&file, bad).unwrap();
    let error = case.loader().stretch(5000).load(&case.index()).unwrap_err();
    assert!(error.to_string().contains("one.nt.gz"), "{error}");
    let journal = fs::read(case.journal()).unwrap();
    fs::write(&file, good).unwrap();
    assert!(case.resume(&journal, 5000, &"repaired") > 0);
    // Nothing was kept of what is missing from the beginning.
    fs::remove_file(&file).unwrap();
    case.loader().load(&case.index()).unwrap_err();
    File::create(&file).unwrap();
    assert_eq!(case.loader().load(&case.index()).unwrap().triples, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_lines_cut_anywhere_give_the_same_index(
        bounds in (0_usize..50, 0_usize..50),
        stretches in (64_usize..2000, 64_usize..2000),
        cut in any::<prop::sample::Index>(),
    ) {
        let contents: [&[u8]; 2] = [&lines(bounds.0, 60, true), &packed(&lines(bounds.1, 70, false))];
        let case = Case::new(vec![("one.nq", false), ("two.nt.gz", false)], &contents);
        let journal = case.interrupted(stretches.0, usize::MAX);
        let cut = cut.index(journal.len());
        case.resume(&journal[..cut], stretches.1, &(bounds, stretches, cut));
    }
}

#[test]
fn blank_nodes_without_labels_are_called_the_same_in_every_load() {
    let turtle = b"@prefix : <http://x/> . :a :b [ :c [] ], [] . _:x :d ( 1 2 ) . _:b1 :e [] .";
    let json = br#"[{"@id": "http://x/a", "http://x/b": [{"http://x/c": [{"@value": 1}]}]}]"#;
    let files = vec![("a.ttl", false), ("b.jsonld", false)];
    let one = Case::new(files.clone(), &[turtle, json]);
    let other = Case::new(files, &[turtle, json]);
    assert_eq!(one.report.triples, 11);
    assert!(one.whole == other.whole);
}

#[test]
fn a_load_that_is_cancelled_ends_and_can_be_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("a.nt");
    fs::write(&source, lines(0, 20_000, false)).unwrap();
    let index = folder.path().join("a.kg");
    let cancel = Cancel::new();
    let from_inside = cancel.clone();
    let loader = || Loader::new().file(&source).stretch(4096).journal_from(0);
    let error = loader()
        .cancel(cancel)
        .progress(move |progress| {
            if progress.triples > 1000 {
                from_inside.cancel();
            }
        })
        .load(&index)
        .unwrap_err();
    assert!(matches!(error, GraphError::Cancelled), "{error}");
    assert!(!index.exists());
    let report = loader().load(&index).unwrap();
    assert!(report.resumed.is_some_and(|triples| triples > 1000));
    let whole = folder.path().join("whole.kg");
    loader().load(&whole).unwrap();
    assert!(fs::read(&index).unwrap() == fs::read(&whole).unwrap());

    let late = Cancel::new();
    late.cancel();
    let error = loader().cancel(late.clone()).load(&index).unwrap_err();
    assert!(matches!(error, GraphError::Cancelled), "{error}");
    assert!(loader().cancel(late).key().is_err());
}
