//! A real PostgreSQL server in a temporary folder, reached over a Unix socket.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A server that runs until it is dropped.
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
}

impl Postgres {
    /// Starts a server.
    ///
    /// Without PostgreSQL a test reports itself as skipped; with `CI=true` that is a failure.
    ///
    /// # Panics
    /// With `CI=true`, if it is not installed; or if it does not start.
    pub fn start() -> Option<Self> {
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
        let server = Self { folder, programs };
        server.run(
            "initdb",
            &["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync"],
        );
        server.go();
        Some(server)
    }

    /// Its address; the database is that of the administrator.
    pub fn url(&self) -> String {
        format!(
            "postgres:///postgres?host={}&user=postgres",
            self.folder.display()
        )
    }

    /// Starts it again after it was stopped.
    pub fn go(&self) {
        let socket = self.folder.display();
        let options = format!(
            "-c listen_addresses='' -c unix_socket_directories={socket} -c fsync=off \
             -c max_connections=50"
        );
        let log = self.folder.join("log");
        let log = log.to_str().unwrap();
        self.run("pg_ctl", &["-w", "-l", log, "-o", &options, "start"]);
    }

    /// Stops it as a power failure would; connections break.
    pub fn crash(&self) {
        self.run("pg_ctl", &["-w", "-m", "immediate", "stop"]);
    }

    /// Runs a program of PostgreSQL on the data of the server; not as root, which it refuses.
    fn run(&self, program: &str, arguments: &[&str]) {
        let is_root = fs::metadata("/proc/self").is_ok_and(|facts| {
            use std::os::unix::fs::MetadataExt;
            facts.uid() == 0
        });
        let path = self.programs.join(program);
        let mut command = if is_root {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        command
            .arg("-D")
            .arg(self.folder.join("db"))
            .args(arguments);
        command.current_dir(&self.folder);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let status = command.status().unwrap();
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
