//! Experiments that are interrupted lose nothing that was reported as done.

use std::sync::Arc;
use std::time::Duration;

use lydite_lab::Error;
use lydite_lab::run::{Pace, Run};
use lydite_lab::store::{Plan, State};
use lydite_lab::system::{Asked, Descriptor, Exchange, FailureKind, Kind, QaSystem};
use lydite_model::Cancel;

use super::{Known, Place, arc, matrix, run_one};

#[test]
fn a_cancelled_run_is_resumed() {
    for place in Place::all() {
        let (gold, answers) = place.benchmark(500);
        let lab = place.lab();
        let whole = run_one(
            &lab,
            &gold,
            arc(Known::new(&lab, "mine", &answers)),
            &Pace::default(),
        );
        let whole = matrix(&whole.unwrap());

        let cancel = Cancel::new();
        let mut config = place.config();
        config.cancel = cancel.clone();
        let interrupted = lydite_lab::Lab::new(config);
        let system = Known::new(&lab, "mine", &answers).watched(move |number| {
            if number == 200 {
                cancel.cancel();
            }
        });
        let stopped = run_one(&interrupted, &gold, arc(system), &Pace::default());
        assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");

        let store = place.store();
        let id = store.experiments().unwrap()[0].id.clone();
        let half = store.experiment(&id).unwrap();
        assert_eq!(half.state, State::Interrupted);
        assert!((150..=300).contains(&half.done()), "{}", half.done());

        let again = Arc::new(Known::new(&lab, "mine", &answers));
        let open = |_: &Plan| Ok(vec![Arc::clone(&again) as Arc<dyn QaSystem>]);
        let ran = lab.resume(&id, &open, false, &Pace::default()).unwrap();
        let asked = again.asked.load(std::sync::atomic::Ordering::SeqCst);
        assert_eq!(asked, 500 - half.done(), "only what was left is asked");
        assert_eq!(matrix(&ran), whole);

        let over = lab.resume(&id, &open, false, &Pace::default());
        assert!(
            matches!(over, Err(Error::FinishedExperiment { .. })),
            "{over:?}"
        );
    }
}

/// A system that is out of order, but for some of its questions.
struct Broken {
    descriptor: Descriptor,
    works: Box<dyn Fn(&str) -> bool + Send + Sync>,
}

impl Broken {
    fn but_for(works: impl Fn(&str) -> bool + Send + Sync + 'static) -> Arc<dyn QaSystem> {
        Arc::new(Self {
            descriptor: Descriptor::new("broken", Kind::Gerbil, "gerbil:http://x/"),
            works: Box::new(works),
        })
    }
}

impl QaSystem for Broken {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        let exchange = Exchange::from(asked.unanswered());
        if (self.works)(asked.question.id.as_str()) {
            return exchange;
        }
        exchange.failed(FailureKind::Unreachable, "connection refused")
    }
}

#[test]
fn a_dead_system_ends_with_a_verdict_and_can_be_asked_again() {
    let place = Place::file();
    let lab = place.lab();
    let (gold, answers) = place.benchmark(200);
    let pace = Pace {
        pause: Duration::from_millis(5),
        ..Pace::default()
    };
    let systems = vec![
        Broken::but_for(|_| false),
        arc(Known::new(&lab, "mine", &answers)),
    ];
    let ran = lab
        .run(&Run::new(vec![gold.clone()], systems), &pace)
        .unwrap();
    assert_eq!(ran.experiment.state, State::Finished);
    let [dead, alive] = &ran.experiment.tasks[..] else {
        panic!()
    };
    assert_eq!((dead.done, dead.failed), (200, 200));
    assert_eq!((alive.done, alive.failed), (200, 0));
    let failures = &dead.failures;
    assert!((5..20).contains(&failures["unreachable"]), "{failures:?}");
    assert_eq!(failures["given-up"] + failures["unreachable"], 200);
    let errors = &ran.judging.evaluated.reports[0];
    assert_eq!(errors.value("errors"), Some(200.0));

    // It is repaired.
    let known = Arc::new(Known::new(&lab, "broken", &answers));
    let open = |_: &Plan| Ok(vec![Arc::clone(&known) as Arc<dyn QaSystem>; 2]);
    let again = lab.resume(&ran.experiment.id, &open, true, &pace).unwrap();
    assert_eq!(again.experiment.tasks[0].failed, 0);
    let cells = matrix(&again);
    assert_eq!(cells[0].1, cells[1].1);
    let nothing = lab.resume(&ran.experiment.id, &open, true, &pace);
    assert!(
        matches!(nothing, Err(Error::NothingToRetry { .. })),
        "{nothing:?}"
    );
}

#[test]
fn a_system_that_stumbles_is_not_given_up() {
    let place = Place::file();
    let lab = place.lab();
    let (gold, _) = place.benchmark(100);
    let pace = Pace {
        jobs: 1,
        pause: Duration::from_millis(5),
        ..Pace::default()
    };
    // Six outages in a row: a pause, then it is back.
    let system = Broken::but_for(|id| !(10..16).contains(&id.parse::<u32>().unwrap()));
    let ran = run_one(&lab, &gold, system, &pace).unwrap();
    assert_eq!(
        (ran.experiment.done(), ran.experiment.tasks[0].failed),
        (100, 6)
    );
}

#[test]
fn what_is_left_when_the_time_is_over_is_given_up() {
    let place = Place::file();
    let lab = place.lab();
    let (gold, answers) = place.benchmark(200);
    let system = Known::new(&lab, "slow", &answers)
        .watched(|_| std::thread::sleep(Duration::from_millis(20)));
    let pace = Pace {
        deadline: Some(Duration::from_millis(300)),
        ..Pace::default()
    };
    let ran = run_one(&lab, &gold, arc(system), &pace).unwrap();
    let task = &ran.experiment.tasks[0];
    assert_eq!(task.done, 200);
    assert!(task.failed > 0 && task.failed < 200, "{}", task.failed);
    assert_eq!(task.failures, [("given-up".to_owned(), task.failed)].into());
}

#[test]
fn a_lost_connection_loses_nothing() {
    let Some(place) = Place::postgres() else {
        return;
    };
    let lab = place.lab();
    let (gold, answers) = place.benchmark(600);
    let whole = run_one(
        &lab,
        &gold,
        arc(Known::new(&lab, "mine", &answers)),
        &Pace::default(),
    );
    let whole = matrix(&whole.unwrap());
    let place = Arc::new(place);
    let server = Arc::clone(&place);
    let crashed = std::sync::Mutex::new(());
    let system = Known::new(&lab, "mine", &answers).watched(move |number| {
        if number == 100 || number == 350 {
            let _one_at_a_time = crashed.lock().unwrap();
            let server = server.server.as_ref().unwrap();
            server.crash();
            server.go();
        }
    });
    let ran = run_one(&lab, &gold, arc(system), &Pace::default()).unwrap();
    assert_eq!(matrix(&ran), whole);
}
