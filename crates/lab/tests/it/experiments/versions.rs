//! Stores of every released version are read, with all that is in them.

use lydite_lab::campaign::PhaseKind;
use lydite_lab::run::Rejudge;
use lydite_lab::store::{Location, State};

use super::Place;

/// A store of each earlier version, as statements: its tables, and an experiment on three questions with a
/// system that knows two of them; from version 2 on a campaign with a submission and a participant,
/// from version 3 on an experiment in which the campaign asked its participants, from version 4 on a
/// word against a verdict.
const VERSIONS: [&str; 4] = [
    include_str!("versions/1.sql"),
    include_str!("versions/2.sql"),
    include_str!("versions/3.sql"),
    include_str!("versions/4.sql"),
];

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

/// The tables of all versions, in the order in which they came.
const TABLES: [&str; 15] = [
    "datasets",
    "dataset_parts",
    "experiments",
    "systems",
    "tasks",
    "exchanges",
    "batches",
    "judgings",
    "reports",
    "outcomes",
    "campaigns",
    "participants",
    "submissions",
    "polls",
    "overrules",
];

/// Asks a store for one number.
fn number(place: &Place, sql: &str) -> Option<i64> {
    match &place.location {
        Location::File(path) => {
            let connection = rusqlite::Connection::open(path).unwrap();
            connection.query_row(sql, [], |row| row.get(0)).ok()
        }
        Location::Postgres(address) => {
            let mut client = postgres::Client::connect(address, postgres::NoTls).unwrap();
            client.batch_execute("SET search_path TO lydite").unwrap();
            Some(client.query_one(sql, &[]).ok()?.get(0))
        }
    }
}

fn count(place: &Place, table: &str) -> i64 {
    number(place, &format!("SELECT count(*) FROM {table}")).unwrap()
}

/// The tables that a store has, with the number of their rows.
fn rows(place: &Place) -> Vec<(&'static str, i64)> {
    let count = |table: &&'static str| {
        let sql = format!("SELECT count(*) FROM {table}");
        Some((*table, number(place, &sql)?))
    };
    let rows: Vec<_> = TABLES.iter().filter_map(count).collect();
    assert!(rows.iter().all(|(_, rows)| *rows > 0), "{rows:?}");
    rows
}

/// The version of a store.
fn latest(place: &Place) -> usize {
    let get = "SELECT CAST(value AS BIGINT) FROM lydite_store WHERE name = 'version'";
    usize::try_from(number(place, get).unwrap()).unwrap()
}

/// The columns of all tables, a line each.
fn columns(place: &Place) -> Vec<String> {
    match &place.location {
        Location::File(path) => {
            let connection = rusqlite::Connection::open(path).unwrap();
            let get = "SELECT m.name || ' ' || c.name || ' ' || c.type || c.\"notnull\" || c.pk
                FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'
                ORDER BY 1";
            let mut statement = connection.prepare(get).unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            rows.collect::<Result<_, _>>().unwrap()
        }
        Location::Postgres(address) => {
            let mut client = postgres::Client::connect(address, postgres::NoTls).unwrap();
            let get = "SELECT table_name || ' ' || column_name || ' ' || data_type || is_nullable
                FROM information_schema.columns WHERE table_schema = 'lydite' ORDER BY 1";
            let rows = client.query(get, &[]).unwrap();
            rows.iter().map(|row| row.get(0)).collect()
        }
    }
}

#[test]
fn stores_of_every_version_get_the_tables_of_a_new_one() {
    let new: Vec<_> = Place::all()
        .into_iter()
        .map(|place| {
            drop(place.store());
            columns(&place)
        })
        .collect();
    for (version, statements) in (1..).zip(VERSIONS) {
        for (place, new) in Place::all().iter().zip(&new) {
            load(place, statements);
            // Whoever changes the tables makes a new version.
            assert_eq!(columns(place) == *new, version == VERSIONS.len());
            drop(place.store());
            assert_eq!(columns(place), *new, "version {version}");
        }
    }
}

/// The campaign of version 2: its hidden benchmark, what was handed in, and who joined.
fn keeps_the_campaign(place: &Place) {
    let (lab, store) = (place.lab(), place.store());
    let hosted = lab.host(&store, "kept-2026").unwrap();
    assert_eq!(hosted.campaign.definition.title, "A campaign that is kept");
    let participants = hosted.participants().unwrap();
    assert_eq!(participants[0].spec, "file:handed-in.json");
    let rankings = hosted
        .rank(
            PhaseKind::Test,
            true,
            "2026-11-18T10:00:00Z".parse().unwrap(),
        )
        .unwrap();
    let place = &rankings[0].places[0];
    // Of three questions one is right, one wrong, and one was left out.
    assert_eq!((place.system.as_str(), place.rank), ("someone", 1));
    assert!((place.scores[2].unwrap() - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn stores_of_every_version_are_read() {
    for (version, statements) in (1..).zip(VERSIONS) {
        for place in Place::all() {
            load(&place, statements);
            let before = rows(&place);
            let store = place.store();
            assert_eq!(latest(&place), VERSIONS.len(), "version {version}");
            // Nothing that was there is gone, and nothing else has come.
            for (table, rows) in before {
                assert_eq!(count(&place, table), rows, "version {version}, {table}");
            }
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
            if version > 1 {
                keeps_the_campaign(&place);
            }
            // A store that is up to date is opened as it is.
            drop(store);
            assert_eq!(place.store().experiments().unwrap().len(), 1);
        }
    }
}
