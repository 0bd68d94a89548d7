//! Stores of every released version are read, with all that is in them.

use lydite_lab::run::Rejudge;
use lydite_lab::store::{Location, State};

use super::Place;

/// A store of each version, as statements: its tables, and an experiment on three questions with a
/// system that knows two of them.
const VERSIONS: [&str; 1] = [include_str!("versions/1.sql")];

fn load(place: &Place, statements: &str) {
    match &place.location {
        Location::File(path) => {
            let connection = rusqlite::Connection::open(path).unwrap();
            connection.execute_batch(statements).unwrap();
        }
        Location::Postgres(address) => {
            let mut client = postgres::Client::connect(address, postgres::NoTls).unwrap();
            client
                .batch_execute("CREATE SCHEMA lydite; SET search_path TO lydite")
                .unwrap();
            client
                .batch_execute(&statements.replace("X'", "'\\x"))
                .unwrap();
        }
    }
}

#[test]
fn stores_of_every_version_are_read() {
    for (version, statements) in (1..).zip(VERSIONS) {
        for place in Place::all() {
            load(&place, statements);
            let store = place.store();
            let listed = store.experiments().unwrap();
            assert_eq!(listed.len(), 1, "version {version}");
            let id = &listed[0].id;
            assert_eq!(id.as_str(), "202611180001");
            let experiment = store.experiment(id).unwrap();
            assert_eq!(experiment.state, State::Finished);
            assert_eq!(experiment.name.as_deref(), Some("kept"));
            assert_eq!((experiment.done(), experiment.tasks[0].failed), (3, 0));
            let judging = store.judging(id, None).unwrap();
            let report = &judging.evaluated.reports[0];
            assert_eq!(report.outcomes.len(), 3);
            let f1 = report.value("macro.f1").unwrap();
            assert!((f1 - 2.0 / 3.0).abs() < 1e-9, "{f1}");
            assert_eq!(
                store.exchange(id, "1").unwrap()[0].text,
                "What is number 1?"
            );
            // All that judging needs is there.
            let again = place.lab().rejudge(id, &Rejudge::default()).unwrap();
            assert_eq!(again.evaluated.reports[0].value("macro.f1"), Some(f1));
            assert_eq!(again.evaluated.reports[0].outcomes.len(), 3);
            assert!(store.check(place.folder.path()).unwrap().damage.is_empty());
        }
    }
}
