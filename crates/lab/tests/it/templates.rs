//! Templates judged by a program that has no terminal.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lydite_lab::templates::{
    Asking, JudgedCase, SystemSummary, TemplateEvaluation, TemplateSource, TemplateSystem,
    TemplateVisitor,
};
use lydite_lab::{Config, Error, Lab, Notice, Observer, Progress, Silent, Task};
use lydite_template::{TemplateRules, Validity};
use serde_json::{Value, json};

/// Writes down what it sees.
#[derive(Default)]
struct Diary(String);

impl TemplateVisitor for Diary {
    fn begin(&mut self, system: &TemplateSystem) -> io::Result<()> {
        let _ = write!(self.0, "{}:", system.name);
        Ok(())
    }

    fn take(&mut self, case: &JudgedCase<'_>) -> io::Result<()> {
        let _ = write!(self.0, " {} {};", case.pair.id, case.judgement.criterion());
        Ok(())
    }

    fn end(&mut self, summary: &SystemSummary) -> io::Result<()> {
        let _ = writeln!(self.0, " {}", summary.all.questions);
        Ok(())
    }
}

/// Keeps what is worth knowing.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl Observer for Notes {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        Silent.begin(task)
    }

    fn notice(&self, notice: &Notice) {
        self.0.lock().unwrap().push(format!("{notice:?}"));
    }
}

fn cases(folder: &Path, name: &str, templates: &[&str]) -> TemplateSource {
    let lines: Vec<String> = templates
        .iter()
        .enumerate()
        .map(|(number, query)| {
            let gold = "SELECT ?x { ?x a onto:Lake }";
            json!({"id": number.to_string(), "gold_sparql": gold, "query": query}).to_string()
        })
        .collect();
    let path = folder.join(name);
    std::fs::write(&path, lines.join("\n") + "\n[]\n").unwrap();
    TemplateSource::Recorded(path)
}

fn evaluation(sources: Vec<TemplateSource>) -> TemplateEvaluation {
    let unnamed = sources.into_iter().map(|source| (None, source));
    TemplateEvaluation {
        questions: None,
        systems: TemplateSystem::named(unnamed),
        rules: TemplateRules::Lydite,
        validity: Validity::Grammar,
        asking: Asking::default(),
    }
}

#[test]
fn systems_are_judged_one_after_the_other_case_by_case() {
    let folder = tempfile::tempdir().unwrap();
    let one = cases(
        folder.path(),
        "one.jsonl",
        &["SELECT ?v1 { ?v1 ?v2 ?v3 }", "ASK {"],
    );
    let other = cases(folder.path(), "other.jsonl", &["ASK { ?v1 ?v2 ?v3 }"]);
    let notes = Notes::default();
    let lab = Lab::new(Config::default()).observed_by(notes.clone());
    let mut diary = Diary::default();
    let evaluation = evaluation(vec![one, other]);
    let summaries = lab.judge_templates(&evaluation, &mut diary).unwrap();
    assert_eq!(
        diary.0,
        "one: 0 good; 1 syntax; 2\nother: 0 question type (factoid); 1\n"
    );
    let document: Value = serde_json::to_value(&summaries[0]).unwrap();
    assert_eq!(document["criteria"]["syntax"]["share"], 0.5);
    assert_eq!(document["levels"]["critical"]["count"], 1);
    assert_eq!(document.get("groups"), None);
    // The line that is no record is told once for each file.
    let notes = notes.0.lock().unwrap();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("not an object"), "{notes:?}");
}

/// Has seen enough after the first case.
struct Impatient;

impl TemplateVisitor for Impatient {
    fn begin(&mut self, _: &TemplateSystem) -> io::Result<()> {
        Ok(())
    }

    fn take(&mut self, _: &JudgedCase<'_>) -> io::Result<()> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn end(&mut self, _: &SystemSummary) -> io::Result<()> {
        panic!("nothing ends well here");
    }
}

#[test]
fn what_cannot_be_done_has_a_kind() {
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab::new(Config::default());
    let one = cases(folder.path(), "one.jsonl", &["ASK {}"]);
    let judge = |source: TemplateSource| {
        let evaluation = evaluation(vec![source]);
        lab.judge_templates(&evaluation, &mut Impatient)
            .unwrap_err()
    };
    assert!(matches!(judge(one), Error::Write(_)));
    let empty = folder.path().join("empty.jsonl");
    std::fs::write(&empty, "\n").unwrap();
    let empty = judge(TemplateSource::Recorded(empty));
    assert!(matches!(empty, Error::NoRecords { .. }));
    let nowhere = judge(TemplateSource::Recorded(PathBuf::from("nowhere.jsonl")));
    assert!(matches!(nowhere, Error::File { .. }));
    let service = judge(TemplateSource::Service {
        address: "http://localhost/".to_owned(),
        record: None,
        then: lydite_lab::system::OkbqaModules::default(),
    });
    assert!(matches!(service, Error::NoQuestions));
}
