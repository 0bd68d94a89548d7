//! A real Virtuoso 7 in a temporary directory, for as long as a test needs it.

use std::fs::{self, File};
use std::io::Read;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

use tempfile::TempDir;

/// A server of our own. It ends with this value.
pub(crate) struct Virtuoso {
    folder: TempDir,
    server: Child,
    database: u16,
    http: u16,
}

/// How many rows the server gives at most: few enough that a test meets the limit.
pub(crate) const MOST_ROWS: usize = 10_000;

impl Virtuoso {
    /// Starts a server. Where it is not installed the test reports itself as skipped, except in CI.
    pub(crate) fn start() -> Option<Self> {
        for program in ["virtuoso-t", "isql-vt"] {
            let found = Command::new(program)
                .arg("-?")
                .stdin(Stdio::null())
                .output();
            if found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
                assert!(
                    std::env::var_os("CI").is_none_or(|ci| ci != "true"),
                    "{program} is missing: install virtuoso-opensource-7-bin"
                );
                eprintln!("skipped: no {program} (package virtuoso-opensource-7-bin)");
                return None;
            }
        }
        // Another process may take a free port before the server does.
        (0..3).find_map(|_| Self::try_start()).or_else(|| {
            panic!("virtuoso-t is installed but does not start");
        })
    }

    fn try_start() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let [database, http] = free_ports();
        let place = folder.path().display();
        let settings = format!(
            "[Database]\nDatabaseFile={place}/virtuoso.db\nErrorLogFile={place}/virtuoso.log\n\
             LockFile={place}/virtuoso.lck\nTransactionFile={place}/virtuoso.trx\n\
             xa_persistent_file={place}/virtuoso.pxa\n\
             [TempDatabase]\nDatabaseFile={place}/temp.db\nTransactionFile={place}/temp.trx\n\
             [Parameters]\nServerPort=127.0.0.1:{database}\nDirsAllowed={place}\n\
             ServerThreads=20\nNumberOfBuffers=40000\nMaxDirtyBuffers=30000\n\
             [HTTPServer]\nServerPort=127.0.0.1:{http}\nServerRoot={place}\nServerThreads=10\n\
             [SPARQL]\nResultSetMaxRows={MOST_ROWS}\nMaxQueryExecutionTime=20\n"
        );
        fs::write(folder.path().join("virtuoso.ini"), settings).unwrap();
        let output = File::create(folder.path().join("output")).unwrap();
        let server = Command::new("virtuoso-t")
            .args(["+configfile", "virtuoso.ini", "+foreground"])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap();
        let mut virtuoso = Self {
            folder,
            server,
            database,
            http,
        };
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(90) {
            if virtuoso.server.try_wait().unwrap().is_some() {
                return None;
            }
            if virtuoso.sql("SELECT 1;").is_ok()
                && std::net::TcpStream::connect(("127.0.0.1", http)).is_ok()
            {
                return Some(virtuoso);
            }
            thread::sleep(Duration::from_millis(200));
        }
        None
    }

    /// The address of the endpoint.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/sparql", self.http)
    }

    /// The address of the endpoint that wants a password.
    pub(crate) fn url_with_password(&self, user: &str, password: &str) -> String {
        format!(
            "http://{user}:{password}@127.0.0.1:{}/sparql-auth",
            self.http
        )
    }

    /// Runs a command of the database.
    pub(crate) fn sql(&self, command: &str) -> Result<(), String> {
        let output = Command::new("isql-vt")
            .arg(format!("127.0.0.1:{}", self.database))
            .args(["dba", "dba", &format!("exec={command}")])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        if output.status.success() && !said.contains("*** Error") {
            Ok(())
        } else {
            Err(said)
        }
    }

    /// Loads a file of Turtle or N-Triples, plain or packed by gzip, into a graph.
    pub(crate) fn load(&self, file: &Path, graph: &str) {
        let mut text = fs::read(file).unwrap();
        if file.extension().is_some_and(|extension| extension == "gz") {
            let packed = std::mem::take(&mut text);
            let mut reader = flate2::read::MultiGzDecoder::new(packed.as_slice());
            reader.read_to_end(&mut text).unwrap();
        }
        let place = self.folder.path().join("load");
        fs::write(&place, text).unwrap();
        let load = format!(
            "DB.DBA.TTLP_MT(file_to_string_output('{}'), '', '{graph}'); checkpoint;",
            place.display()
        );
        self.sql(&load).unwrap();
    }
}

impl Drop for Virtuoso {
    fn drop(&mut self) {
        // What it has not written goes with the directory.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn free_ports() -> [u16; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}
