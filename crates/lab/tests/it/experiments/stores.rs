//! Stores that are listed, deleted, copied, damaged, and of another version.

use std::fs;

use lydite_lab::run::Pace;
use lydite_lab::store::{Location, Store, StoreError};

use super::{Known, Place, arc, run_one};

#[test]
fn experiments_are_listed_published_and_deleted() {
    for place in Place::all() {
        let lab = place.lab();
        let (gold, answers) = place.benchmark(20);
        let run = || {
            run_one(
                &lab,
                &gold,
                arc(Known::new(&lab, "mine", &answers)),
                &Pace::default(),
            )
        };
        let ids = [run().unwrap().experiment.id, run().unwrap().experiment.id];
        let store = place.store();
        let listed = store.experiments().unwrap();
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0].id, ids[1], "the latest comes first");
        assert_eq!(listed[0].iri, format!("urn:lydite:experiment:{}", ids[1]));
        assert_eq!(listed[0].questions, 20);
        let best = listed[0].best.as_ref().unwrap();
        assert_eq!(
            (best.system.as_str(), best.rules.as_str()),
            ("mine", "lydite")
        );

        assert!(store.publish(&ids[0], true).unwrap().is_some());
        assert!(store.experiment(&ids[0]).unwrap().published.is_some());
        store.publish(&ids[0], false).unwrap();
        assert!(store.experiment(&ids[0]).unwrap().published.is_none());

        let said = store.exchange(&ids[0], "7").unwrap();
        assert_eq!(said[0].text, "What is number 7?");
        assert_eq!(said[0].exchange.response.answers.as_ref().unwrap().len(), 1);

        let digest = store.experiment(&ids[0]).unwrap().tasks[0].dataset.clone();
        store.delete(&ids[0]).unwrap();
        assert!(store.dataset(&digest).is_ok(), "another experiment uses it");
        store.delete(&ids[1]).unwrap();
        assert!(store.experiments().unwrap().is_empty());
        assert!(matches!(
            store.dataset(&digest),
            Err(StoreError::NoDataset { .. })
        ));
        assert!(matches!(
            store.delete(&ids[1]),
            Err(StoreError::NoExperiment { .. })
        ));
        let checked = store.check(place.folder.path()).unwrap();
        assert_eq!((checked.experiments, checked.exchanges), (0, 0));
        assert!(checked.damage.is_empty());
    }
}

#[test]
fn a_copy_is_a_store() {
    let place = Place::file();
    let lab = place.lab();
    let (gold, answers) = place.benchmark(20);
    let ran = run_one(
        &lab,
        &gold,
        arc(Known::new(&lab, "mine", &answers)),
        &Pace::default(),
    )
    .unwrap();
    let to = place.folder.path().join("copy.sqlite");
    place.store().backup(&to).unwrap();
    let copy = Store::open(&Location::File(to.clone())).unwrap();
    let judging = copy.judging(&ran.experiment.id, None).unwrap();
    assert_eq!(judging.evaluated.reports, ran.judging.evaluated.reports);
    assert!(copy.check(place.folder.path()).unwrap().damage.is_empty());
    assert!(matches!(
        place.store().backup(&to),
        Err(StoreError::Exists { .. })
    ));
}

#[test]
fn a_store_of_a_later_version_is_left_alone() {
    for place in Place::all() {
        drop(place.store());
        later(&place);
        let refused = Store::open(&place.location);
        let Err(StoreError::Newer { found, .. }) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(found, 1000);
    }
}

/// Makes a store look as if a later version had written it.
fn later(place: &Place) {
    let sql = "UPDATE lydite_store SET value = '1000' WHERE name = 'version'";
    match &place.location {
        Location::File(path) => {
            let connection = rusqlite::Connection::open(path).unwrap();
            connection.execute(sql, []).unwrap();
        }
        Location::Postgres(address) => {
            let mut client = postgres::Client::connect(address, postgres::NoTls).unwrap();
            let sql = sql.replace("lydite_store", "lydite.lydite_store");
            client.execute(&sql, &[]).unwrap();
        }
    }
}

#[test]
fn a_damaged_store_is_refused_and_not_touched() {
    let place = Place::file();
    let lab = place.lab();
    let (gold, answers) = place.benchmark(300);
    run_one(
        &lab,
        &gold,
        arc(Known::new(&lab, "mine", &answers)),
        &Pace::default(),
    )
    .unwrap();
    let Location::File(path) = &place.location else {
        panic!()
    };
    // All that is stored is in the one file when nobody has it open.
    let whole = fs::read(path).unwrap();
    assert!(!path.with_extension("sqlite-wal").exists());

    fs::write(path, "this is a letter to a friend, not a database").unwrap();
    let refused = Store::open(&place.location);
    assert!(
        matches!(refused, Err(StoreError::Damaged { .. })),
        "{refused:?}"
    );
    let text = fs::read_to_string(path).unwrap();
    assert!(text.starts_with("this is a letter"));

    let mut damaged = whole.clone();
    let (from, to) = (damaged.len() / 4, damaged.len() / 2);
    damaged[from..to].fill(0xA5);
    fs::write(path, &damaged).unwrap();
    let found = Store::open(&place.location).and_then(|store| store.check(place.folder.path()));
    match found {
        Ok(checked) => assert!(!checked.damage.is_empty()),
        Err(error) => assert!(matches!(error, StoreError::Damaged { .. }), "{error}"),
    }

    fs::write(path, &whole).unwrap();
    assert!(
        place
            .store()
            .check(place.folder.path())
            .unwrap()
            .damage
            .is_empty()
    );
}

#[test]
fn a_store_that_is_not_there_is_out_of_reach() {
    for given in [
        "postgres://nobody@127.0.0.1:1/none",
        "postgres://",
        "host=/nowhere user=x",
    ] {
        let refused = Store::open(&given.parse().unwrap());
        assert!(
            matches!(refused, Err(StoreError::OutOfReach { .. })),
            "{refused:?}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let refused = Store::open(&Location::File(folder.path().to_owned()));
    assert!(
        matches!(refused, Err(StoreError::OutOfReach { .. })),
        "{refused:?}"
    );
}
