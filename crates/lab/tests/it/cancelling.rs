//! Work that is ended from outside says so, and leaves nothing that looks like a result.

use std::time::Duration;

use lydite_lab::datasets::Refresh;
use lydite_lab::{
    Config, Error, Evaluation, GraphUse, Lab, Notice, Observer, Progress, Silent, System, Task,
};
use lydite_model::Cancel;

/// Ends the work as soon as a task has begun.
struct Impatient(Cancel);

impl Observer for Impatient {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        self.0.cancel();
        Silent.begin(task)
    }

    fn notice(&self, _: &Notice) {}
}

fn lab() -> Lab {
    let config = Config::default();
    let cancel = config.cancel.clone();
    Lab::new(config).observed_by(Impatient(cancel))
}

fn demo() -> GraphUse {
    GraphUse {
        name: "demo".to_owned(),
        time: Duration::from_secs(10),
    }
}

#[test]
fn an_evaluation_that_is_cancelled_gives_no_scores() {
    let systems = vec![System {
        name: "careful".to_owned(),
        answers: "demo-careful".into(),
    }];
    let mut evaluation = Evaluation::new("demo", systems);
    Lab::new(Config::default()).evaluate(&evaluation).unwrap();
    evaluation.graph = Some(demo());
    let folder = tempfile::tempdir().unwrap();
    // Without answers of their own, all queries have to be run.
    let queries = folder.path().join("queries.json");
    let entry = r#"{"id": "1", "query": {"sparql": "SELECT ?x { ?x ?p ?o }"}}"#;
    std::fs::write(&queries, format!(r#"{{"questions": [{entry}]}}"#)).unwrap();
    evaluation.systems[0].answers = queries.into();
    let cancelled = lab().evaluate(&evaluation);
    assert!(matches!(cancelled, Err(Error::Cancelled)), "{cancelled:?}");
}

#[test]
fn a_refreshed_benchmark_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("new.json");
    let refresh = Refresh {
        input: "demo".into(),
        output: Some(output.clone()),
        to: None,
        graph: demo(),
        force: false,
    };
    let cancelled = lab().refresh(&refresh).map(|_| ());
    assert!(matches!(cancelled, Err(Error::Cancelled)), "{cancelled:?}");
    assert!(!output.exists());
    Lab::new(Config::default()).refresh(&refresh).unwrap();
    assert!(output.exists());
}
