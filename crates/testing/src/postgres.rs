//! A real PostgreSQL server in a temporary folder, reached over a Unix socket, or encrypted over
//! the network of this machine.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::certificate::Certificate;

/// A server that runs until it is dropped.
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    /// Where it listens for encrypted connections, if it does.
    port: Option<u16>,
}

impl Postgres {
    /// Starts a server.
    ///
    /// Without PostgreSQL a test reports itself as skipped; with `CI=true` that is a failure.
    ///
    /// # Panics
    /// With `CI=true`, if it is not installed; or if it does not start.
    pub fn start() -> Option<Self> {
        let server = Self::new()?;
        server.go();
        Some(server)
    }

    /// Starts a server that takes encrypted connections only, but for its Unix socket.
    ///
    /// # Panics
    /// As [`start`](Self::start).
    pub fn start_encrypted(certificate: &Certificate) -> Option<Self> {
        let mut server = Self::new()?;
        let db = server.folder.join("db");
        for (from, to) in [
            (&certificate.file, "server.crt"),
            (&certificate.key, "server.key"),
        ] {
            let content = fs::read(from).unwrap();
            // The folder is that of another user, who must own the key.
            server.as_owner("tee", &[db.join(to).to_str().unwrap()], &content);
            server.as_owner("chmod", &["600", db.join(to).to_str().unwrap()], &[]);
        }
        let rules = "local all all trust\nhostssl all all all trust\n";
        server.as_owner(
            "tee",
            &[db.join("pg_hba.conf").to_str().unwrap()],
            rules.as_bytes(),
        );
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        server.port = Some(free.local_addr().unwrap().port());
        drop(free);
        server.go();
        Some(server)
    }

    fn new() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let Some(programs) = programs() else {
            let reason = "no PostgreSQL; install the package postgresql";
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
            eprintln!("skipped: {reason}");
            return None;
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("lydite-pg-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        let server = Self {
            folder,
            programs,
            port: None,
        };
        server.run(
            "initdb",
            &["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync"],
        );
        Some(server)
    }

    /// Its address; the database is that of the administrator.
    pub fn url(&self) -> String {
        // The port is a part of the name of the socket.
        format!(
            "postgres:///postgres?host={}&port={}&user=postgres",
            self.folder.display(),
            self.port.unwrap_or(5432),
        )
    }

    /// Its address on the network of this machine, by a name of it, if it listens there.
    pub fn network_url(&self, host: &str) -> Option<String> {
        let port = self.port?;
        Some(format!("postgres://postgres@{host}:{port}/postgres"))
    }

    /// Starts it again after it was stopped.
    pub fn go(&self) {
        let socket = self.folder.display();
        let network = self.port.map_or_else(
            || "-c listen_addresses=''".to_owned(),
            |port| format!("-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on"),
        );
        let options = format!(
            "{network} -c unix_socket_directories={socket} -c fsync=off -c max_connections=50"
        );
        let log = self.folder.join("log");
        let log = log.to_str().unwrap();
        self.run("pg_ctl", &["-w", "-l", log, "-o", &options, "start"]);
    }

    /// Stops it as a power failure would; connections break.
    pub fn crash(&self) {
        self.run("pg_ctl", &["-w", "-m", "immediate", "stop"]);
    }

    /// Runs a program of PostgreSQL on the data of the server.
    fn run(&self, program: &str, arguments: &[&str]) {
        let path = self.programs.join(program);
        let data = self.folder.join("db");
        let own = ["-D", data.to_str().unwrap()];
        self.as_owner(path.to_str().unwrap(), &[&own[..], arguments].concat(), &[]);
    }

    /// Runs a program as the user whose server it is, with some input; not as root, which
    /// PostgreSQL refuses.
    fn as_owner(&self, program: &str, arguments: &[&str], input: &[u8]) {
        let is_root = fs::metadata("/proc/self").is_ok_and(|facts| {
            use std::os::unix::fs::MetadataExt;
            facts.uid() == 0
        });
        let mut command = if is_root {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", program]);
            command
        } else {
            Command::new(program)
        };
        command.args(arguments).current_dir(&self.folder);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let status = child.wait().unwrap();
        assert!(status.success(), "{program} {arguments:?}: {status}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let path = self.folder.join("db/postmaster.pid");
        if path.exists() {
            self.crash();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Where the programs of the server are; Debian keeps them out of the way.
fn programs() -> Option<PathBuf> {
    let has = |folder: &Path| folder.join("initdb").is_file();
    let path = std::env::var_os("PATH")?;
    if let Some(folder) = std::env::split_paths(&path).find(|folder| has(folder)) {
        // They look for their own files beside themselves.
        return fs::canonicalize(folder.join("initdb"))
            .ok()?
            .parent()
            .map(Path::to_owned);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let mut folders: Vec<PathBuf> = folders.filter(|folder| has(folder)).collect();
    folders.sort();
    folders.pop()
}
