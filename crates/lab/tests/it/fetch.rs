//! Fetching over real connections: whole, continued, refused and broken transfers.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::StatusCode;
use axum::response::Redirect;
use axum::routing::get;
use lydite_http::{Client, Config, Policy, Times};
use lydite_lab::catalogue::{
    Catalogue, Digest, Entry, Fault, FetchError, Fetched, Fetcher, Hosts, How, Kind, Mirror,
    Progress, place,
};
use lydite_testing::server::{Seen, Server, blurt, nobody};
use tempfile::TempDir;

fn client() -> Client {
    Client::new(Config::default()).unwrap()
}

/// A home directory, a folder to serve, and an entry whose file is in that folder.
struct Bench {
    home: TempDir,
    served: TempDir,
    content: Vec<u8>,
    entry: Entry,
}

impl Bench {
    fn new() -> Self {
        // Longer than one read, and without a period that would hide a shift.
        let content: Vec<u8> = (0u32..50_000)
            .flat_map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes())
            .collect();
        let served = tempfile::tempdir().unwrap();
        fs::write(served.path().join("toy.json"), &content).unwrap();
        let entry = Entry {
            name: "toy".to_owned(),
            kind: Kind::Benchmark,
            file: "toy.json".to_owned(),
            benchmark: "Toy".to_owned(),
            split: "all".to_owned(),
            task: "none".to_owned(),
            knowledge_base: "none".to_owned(),
            languages: Vec::new(),
            questions: None,
            format: "none".to_owned(),
            system: None,
            gold: None,
            licence: None,
            repository: "owner/repository".to_owned(),
            path: "data/toy.json".to_owned(),
            commit: Some("c0ffee0".to_owned()),
            blob: "b10b".to_owned(),
            size: content.len() as u64,
            sha256: Digest::of(&content),
        };
        Self {
            home: tempfile::tempdir().unwrap(),
            served,
            content,
            entry,
        }
    }

    fn fetcher(&self) -> Fetcher {
        Fetcher::new(self.home.path(), client())
    }

    fn fetch(&self, mirror: &str) -> Result<Fetched, FetchError> {
        self.fetcher()
            .mirror(mirror.parse().unwrap())
            .fetch(&self.entry, &mut |_| {})
    }

    fn place(&self) -> PathBuf {
        place(self.home.path(), &self.entry)
    }

    fn part(&self) -> PathBuf {
        self.place().with_file_name("toy.json.part")
    }

    fn leave_part(&self, bytes: &[u8]) {
        fs::create_dir_all(self.place().parent().unwrap()).unwrap();
        fs::write(self.part(), bytes).unwrap();
    }

    #[track_caller]
    fn assert_whole(&self, outcome: Result<Fetched, FetchError>, start: u64) {
        let fetched = outcome.unwrap();
        assert_eq!(fetched.path, self.place());
        let How::Downloaded { start: found, .. } = fetched.how else {
            panic!("{:?}", fetched.how)
        };
        assert_eq!(found, start, "where the transfer began");
        assert_eq!(fs::read(self.place()).unwrap(), self.content);
        assert!(!self.part().exists());
    }

    #[track_caller]
    fn assert_nothing_left(&self) {
        assert!(!self.place().exists() && !self.part().exists());
    }
}

#[test]
fn a_whole_file_is_downloaded_once() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());

    let mut steps = Vec::new();
    let fetcher = bench.fetcher().mirror(Mirror::Url(server.url.clone()));
    let outcome = fetcher.fetch(&bench.entry, &mut |progress| steps.push(progress));
    bench.assert_whole(outcome, 0);
    let total = bench.entry.size;
    assert_eq!(steps.first(), Some(&Progress { received: 0, total }));
    assert_eq!(
        steps.last(),
        Some(&Progress {
            received: total,
            total
        })
    );
    assert!(steps.is_sorted_by_key(|step| step.received) && steps.len() > 2);
    assert_eq!(
        server.seen(),
        [Seen {
            path: "/toy.json".to_owned(),
            range: None,
            accept: "*/*".to_owned(),
            status: 200,
            length: Some(total),
        }]
    );

    assert_eq!(bench.fetch(&server.url).unwrap().how, How::AlreadyThere);
    assert_eq!(server.seen(), [], "what is there is not asked for");
}

#[test]
fn a_damaged_file_is_replaced() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    fs::create_dir_all(bench.place().parent().unwrap()).unwrap();
    let mut damaged = bench.content.clone();
    damaged[7] ^= 1;
    fs::write(bench.place(), damaged).unwrap();
    bench.assert_whole(bench.fetch(&server.url), 0);
}

#[test]
fn a_part_is_continued_with_only_the_rest() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    bench.leave_part(&bench.content[..150_000]);
    bench.assert_whole(bench.fetch(&server.url), 150_000);
    let [seen] = &server.seen()[..] else {
        panic!("one request")
    };
    assert_eq!(seen.range.as_deref(), Some("bytes=150000-"));
    assert_eq!((seen.status, seen.length), (206, Some(50_000)));
}

#[test]
fn a_part_that_is_already_whole_needs_no_request() {
    let bench = Bench::new();
    bench.leave_part(&bench.content);
    bench.assert_whole(bench.fetch(&nobody()), bench.entry.size);
}

#[test]
fn a_bad_part_is_not_blamed_on_the_server() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    let longer = [&bench.content[..], b"more"].concat();
    // A wrong beginning is noticed at the end; one that is too long is never used.
    for (part, statuses) in [(&vec![0; 1000], &[206, 200][..]), (&longer, &[200])] {
        bench.leave_part(part);
        bench.assert_whole(bench.fetch(&server.url), 0);
        let seen: Vec<u16> = server.seen().iter().map(|seen| seen.status).collect();
        assert_eq!(seen, statuses);
        fs::remove_file(bench.place()).unwrap();
    }
}

#[test]
fn a_killed_transfer_is_continued() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    let fetcher = bench.fetcher().mirror(Mirror::Url(server.url.clone()));
    // Unwinding out of the transfer leaves the disk as a kill would.
    let killed = catch_unwind(AssertUnwindSafe(|| {
        fetcher.fetch(&bench.entry, &mut |progress| {
            assert!(progress.received < 60_000, "killed");
        })
    }));
    assert!(killed.is_err());
    let kept = fs::metadata(bench.part()).unwrap().len();
    assert!((60_000..bench.entry.size).contains(&kept), "{kept}");
    server.seen();

    bench.assert_whole(bench.fetch(&server.url), kept);
    assert_eq!(server.seen()[0].length, Some(bench.entry.size - kept));
}

#[test]
fn a_server_that_ignores_ranges_sends_everything_again() {
    let bench = Bench::new();
    let content = bench.content.clone();
    let server = Server::of(Router::new().route("/toy.json", get(|| async { content })));
    bench.leave_part(&bench.content[..1000]);
    bench.assert_whole(bench.fetch(&server.url), 0);
    let [seen] = &server.seen()[..] else {
        panic!("one request")
    };
    assert_eq!(
        (seen.range.as_deref(), seen.status),
        (Some("bytes=1000-"), 200)
    );
}

#[test]
fn a_range_out_of_reach_or_out_of_place_begins_again() {
    let bench = Bench::new();
    // Status and Content-Range of the answer to a range; without a range all is sent.
    for (status, range) in [
        (StatusCode::RANGE_NOT_SATISFIABLE, "bytes */10"),
        (StatusCode::PARTIAL_CONTENT, "bytes 0-9/200000"),
        (StatusCode::PARTIAL_CONTENT, "bytes 1000-1009/1010"),
        (StatusCode::PARTIAL_CONTENT, "nonsense"),
    ] {
        let content = bench.content.clone();
        let answer = move |headers: axum::http::HeaderMap| async move {
            match headers.contains_key("range") {
                true => (status, [("content-range", range)], b"0123456789".to_vec()),
                false => (StatusCode::OK, [("x-whole", "yes")], content),
            }
        };
        let server = Server::of(Router::new().route("/toy.json", get(answer)));
        bench.leave_part(&bench.content[..1000]);
        bench.assert_whole(bench.fetch(&server.url), 0);
        assert_eq!(server.seen().len(), 2, "{range}");
        fs::remove_file(bench.place()).unwrap();
    }
}

#[test]
fn wrong_content_is_refused_and_removed() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    let mut wrong = bench.content.clone();
    wrong[0] ^= 1;

    fs::write(bench.served.path().join("toy.json"), &wrong).unwrap();
    let error = bench.fetch(&server.url).unwrap_err();
    assert!(
        matches!(&error, FetchError::WrongDigest { expected, found, .. }
            if *expected == bench.entry.sha256 && *found == Digest::of(&wrong)),
        "{error}"
    );
    assert_eq!(error.fault(), Fault::WrongContent);
    bench.assert_nothing_left();

    for wrong in [&bench.content[1..], b"<html>log in first</html>"] {
        fs::write(bench.served.path().join("toy.json"), wrong).unwrap();
        let error = bench.fetch(&server.url).unwrap_err();
        assert!(
            matches!(error, FetchError::WrongSize { found, .. } if found == wrong.len() as u64),
            "{error}"
        );
        assert_eq!(error.fault(), Fault::WrongContent);
        bench.assert_nothing_left();
    }
}

#[test]
fn content_without_end_is_cut_off() {
    let bench = Bench::new();
    // No length is announced, so only counting helps.
    let mut answer = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec();
    answer.extend(&bench.content);
    answer.extend(b"and on");
    let error = bench.fetch(&blurt(answer, true)).unwrap_err();
    assert!(matches!(error, FetchError::WrongSize { .. }), "{error}");
    bench.assert_nothing_left();
}

#[test]
fn a_truncated_transfer_is_continued_by_the_next() {
    for announce in ["content-length: 200000\r\n", "connection: close\r\n"] {
        let bench = Bench::new();
        let mut answer = format!("HTTP/1.1 200 OK\r\n{announce}\r\n").into_bytes();
        answer.extend(&bench.content[..120_000]);
        let error = bench.fetch(&blurt(answer, true)).unwrap_err();
        assert!(
            matches!(
                error,
                FetchError::Interrupted {
                    received: 120_000,
                    ..
                }
            ),
            "{error}"
        );
        assert_eq!(error.fault(), Fault::OutOfReach);

        let server = Server::of_dir(bench.served.path());
        bench.assert_whole(bench.fetch(&server.url), 120_000);
        assert_eq!(server.seen()[0].length, Some(80_000));
    }
}

#[test]
fn a_stalled_server_is_given_up() {
    let bench = Bench::new();
    let began = Instant::now();
    let fetch = |url| {
        let stall = Duration::from_millis(300);
        let times = Times {
            total: None,
            connect: None,
            stall: Some(stall),
        };
        let fetcher = bench.fetcher().times(times).mirror(Mirror::Url(url));
        fetcher.fetch(&bench.entry, &mut |_| {}).unwrap_err()
    };

    let error = fetch(blurt(Vec::new(), false));
    assert!(
        matches!(error, FetchError::Unreachable { .. }),
        "no answer at all: {error}"
    );
    assert_eq!(error.fault(), Fault::OutOfReach);
    bench.assert_nothing_left();

    let mut answer = b"HTTP/1.1 200 OK\r\ncontent-length: 200000\r\n\r\n".to_vec();
    answer.extend(&bench.content[..5000]);
    let error = fetch(blurt(answer, false));
    assert!(
        matches!(error, FetchError::Interrupted { received: 5000, .. }),
        "{error}"
    );
    assert_eq!(error.fault(), Fault::OutOfReach);

    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn unreachable_sources_are_told_with_the_reason() {
    let bench = Bench::new();
    let looping = Server::of(Router::new().route(
        "/toy.json",
        get(|| async { Redirect::temporary("/toy.json") }),
    ));
    let cases = [
        (nobody(), "refused"),
        (looping.url.clone(), "redirects more than 5 times"),
    ];
    for (mirror, reason) in cases {
        let error = bench.fetch(&mirror).unwrap_err();
        assert!(matches!(error, FetchError::Unreachable { .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains(reason), "{message}");
        assert_eq!(error.fault(), Fault::OutOfReach);
        bench.assert_nothing_left();
    }
    assert_eq!(looping.seen().len(), 6, "the request and five redirects");
}

#[test]
fn nothing_is_fetched_from_where_requests_may_not_go() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    let public = Config {
        policy: Policy::public(),
        ..Config::default()
    };
    let fetcher = Fetcher::new(bench.home.path(), Client::new(public).unwrap())
        .mirror(Mirror::Url(server.url.clone()));
    let error = fetcher.fetch(&bench.entry, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("public internet"), "{error}");
    assert!(server.seen().is_empty(), "the server was asked");
    bench.assert_nothing_left();
}

#[test]
fn a_refusing_server_is_reported_with_its_status() {
    let bench = Bench::new();
    for status in [401, 403, 404, 429, 500] {
        let code = StatusCode::from_u16(status).unwrap();
        let server = Server::of(Router::new().fallback(move || async move { code }));
        bench.leave_part(&bench.content[..10]);
        let error = bench.fetch(&server.url).unwrap_err();
        assert!(
            matches!(error, FetchError::Status { status: found, .. } if found == status),
            "{error}"
        );
        assert_eq!(error.fault(), Fault::OutOfReach);
        assert_eq!(
            fs::read(bench.part()).unwrap(),
            bench.content[..10],
            "what has arrived is kept"
        );
    }
}

#[test]
fn a_redirect_is_followed() {
    let bench = Bench::new();
    let target = Server::of_dir(bench.served.path());
    let to = format!("{}/toy.json", target.url);
    let server = Server::of(
        Router::new().route("/toy.json", get(|| async move { Redirect::temporary(&to) })),
    );
    bench.leave_part(&bench.content[..1000]);
    bench.assert_whole(bench.fetch(&server.url), 1000);
    assert_eq!(
        target.seen()[0].status,
        206,
        "the range is asked for after the redirect"
    );
}

#[test]
fn a_public_file_comes_from_the_commit_or_else_by_its_blob_id() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    let hosts = Hosts {
        raw: format!("{}/raw", server.url),
        api: format!("{}/api", server.url),
    };
    let fetcher = bench.fetcher().hosts(hosts);
    let put = |path: &str, bytes: &[u8]| {
        let path = bench.served.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let requests = |entry: &Entry| -> Vec<(String, String, u16)> {
        bench.assert_whole(fetcher.fetch(entry, &mut |_| {}), 0);
        fs::remove_file(bench.place()).unwrap();
        server
            .seen()
            .into_iter()
            .map(|seen| (seen.path, seen.accept, seen.status))
            .collect()
    };
    let raw = |status| {
        (
            "/raw/owner/repository/c0ffee0/data/toy.json".to_owned(),
            "*/*".to_owned(),
            status,
        )
    };
    let blob = (
        "/api/repos/owner/repository/git/blobs/b10b".to_owned(),
        "application/vnd.github.raw".to_owned(),
        200,
    );

    put("api/repos/owner/repository/git/blobs/b10b", &bench.content);
    let history = Entry {
        commit: None,
        ..bench.entry.clone()
    };
    assert_eq!(requests(&history), std::slice::from_ref(&blob));
    assert_eq!(requests(&bench.entry), [raw(404), blob.clone()]);
    put(
        "raw/owner/repository/c0ffee0/data/toy.json",
        b"another revision",
    );
    assert_eq!(requests(&bench.entry), [raw(200), blob]);
    put("raw/owner/repository/c0ffee0/data/toy.json", &bench.content);
    assert_eq!(requests(&bench.entry), [raw(200)]);
}

#[test]
fn a_folder_is_copied_from() {
    let bench = Bench::new();
    let mirror = bench.served.path().to_str().unwrap();
    let missing = bench.served.path().join("missing");

    let error = bench.fetch(missing.to_str().unwrap()).unwrap_err();
    assert!(matches!(error, FetchError::NotInMirror { .. }), "{error}");
    assert_eq!(error.fault(), Fault::OutOfReach);

    let file = bench.served.path().join("toy.json");
    let mut wrong = bench.content.clone();
    wrong[0] ^= 1;
    for wrong in [&wrong[..], &wrong[1..], &[&wrong[..], b"x"].concat()] {
        fs::write(&file, wrong).unwrap();
        let error = bench.fetch(mirror).unwrap_err();
        assert_eq!(error.fault(), Fault::WrongContent, "{error}");
        bench.assert_nothing_left();
    }

    let deeper = bench.served.path().join("datasets/toy.json");
    fs::create_dir(deeper.parent().unwrap()).unwrap();
    fs::write(&deeper, &bench.content).unwrap();
    fs::write(&file, b"not it").unwrap();
    bench.leave_part(b"of another origin");
    assert_eq!(
        bench.fetch(mirror).unwrap().how,
        How::Copied {
            from: deeper.clone()
        }
    );
    assert_eq!(fs::read(bench.place()).unwrap(), bench.content);
    assert_eq!(
        fs::read(deeper).unwrap(),
        bench.content,
        "the original stays"
    );

    assert_eq!(bench.fetch(mirror).unwrap().how, How::AlreadyThere);
}

#[test]
fn fetching_the_same_file_at_once_downloads_it_once() {
    let bench = Bench::new();
    let server = Server::of_dir(bench.served.path());
    let mut hows: Vec<How> = thread::scope(|scope| {
        let fetches: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| bench.fetch(&server.url).unwrap().how))
            .collect();
        fetches
            .into_iter()
            .map(|fetch| fetch.join().unwrap())
            .collect()
    });
    hows.retain(|how| *how != How::AlreadyThere);
    assert_eq!(hows.len(), 1);
    assert_eq!(server.seen().len(), 1);
    assert_eq!(fs::read(bench.place()).unwrap(), bench.content);
}

#[test]
fn a_home_that_cannot_be_written_is_reported() {
    let bench = Bench::new();
    let file = bench.served.path().join("toy.json");
    let fetcher = Fetcher::new(&file, client()).mirror(Mirror::Dir(bench.served.path().to_owned()));
    let error = fetcher.fetch(&bench.entry, &mut |_| {}).unwrap_err();
    assert!(matches!(error, FetchError::File { .. }), "{error}");
    assert_eq!(error.fault(), Fault::Unreadable);
}

#[test]
fn every_entry_of_the_catalogue_is_fetched_over_http() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let mut fetched = 0;
    for folder in ["datasets", "answers", "text2sparql", "datasets-modern"] {
        let server = Server::of_dir(&data.join(folder));
        let fetcher = Fetcher::new(home.path(), client()).mirror(Mirror::Url(server.url.clone()));
        for entry in entries_in(&data.join(folder)) {
            let file = fetcher.fetch(entry, &mut |_| {}).unwrap();
            assert_eq!(
                Digest::of_file(&file.path).unwrap(),
                entry.sha256,
                "{}",
                entry.name
            );
            fetched += 1;
        }
    }
    assert_eq!(fetched, Catalogue::builtin().entries().len());
}

#[test]
fn every_entry_of_the_catalogue_is_fetched_from_the_folder() {
    let Some(data) = lydite_testing::shared("") else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let fetcher = Fetcher::new(home.path(), client()).mirror(Mirror::Dir(data));
    for entry in Catalogue::builtin().entries() {
        let fetched = fetcher.fetch(entry, &mut |_| {}).unwrap();
        assert!(matches!(fetched.how, How::Copied { .. }), "{}", entry.name);
        assert_eq!(
            fetcher.fetch(entry, &mut |_| {}).unwrap().how,
            How::AlreadyThere
        );
    }
}

fn entries_in(dir: &Path) -> impl Iterator<Item = &'static Entry> {
    let entries = Catalogue::builtin().entries().iter();
    entries.filter(|entry| dir.join(&entry.file).is_file())
}
