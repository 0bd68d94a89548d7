//! Several workers share a queue in PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use lydite_lab::Error;
use lydite_lab::run::{Pace, Ran, Run};
use lydite_lab::store::{Plan, State, StoreError};
use lydite_lab::system::QaSystem;

use super::{Known, Place, arc, matrix, run_one};

#[test]
fn several_workers_come_to_what_one_comes_to() {
    let Some(place) = Place::postgres() else {
        return;
    };
    let lab = place.lab();
    let (gold, answers) = place.benchmark(1000);
    let alone = run_one(
        &lab,
        &gold,
        arc(Known::new(&lab, "mine", &answers)),
        &Pace::default(),
    );
    let alone = matrix(&alone.unwrap());

    let system = Arc::new(Known::new(&lab, "mine", &answers));
    let run = Run::new(vec![gold], vec![Arc::clone(&system) as Arc<dyn QaSystem>]);
    let id = lab.enqueue(&run).unwrap();
    let open = |_: &Plan| Ok(vec![Arc::clone(&system) as Arc<dyn QaSystem>]);
    let judged: usize = thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| place.lab().work(&open, &Pace::default(), false)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap().unwrap().judged.len())
            .sum()
    });
    assert_eq!(judged, 1, "one worker judges, once");
    assert_eq!(
        system.asked.load(Ordering::SeqCst),
        1000,
        "no question is put twice"
    );
    let store = place.store();
    let experiment = store.experiment(&id).unwrap();
    assert_eq!(
        (experiment.state, experiment.judgings),
        (State::Finished, 1)
    );
    let judging = store.judging(&id, None).unwrap();
    assert_eq!(
        matrix(&Ran {
            experiment,
            judging
        }),
        alone
    );
}

#[test]
fn a_worker_needs_a_store_that_is_shared() {
    let place = Place::file();
    let open = |_: &Plan| Err(Error::NothingJudged);
    let refused = place.lab().work(&open, &Pace::default(), false);
    assert!(
        matches!(refused, Err(Error::Store(StoreError::NotShared { .. }))),
        "{refused:?}"
    );
}
