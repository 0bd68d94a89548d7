//! A shell as a reader has it: a fresh folder, the program on the path, a terminal or a pipe.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Where commands are run, one after the other.
pub(super) struct Shell {
    folder: TempDir,
    /// The published files, for commands that fetch.
    published: Option<PathBuf>,
    /// How the last command ended.
    last: i32,
}

/// Where output goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Output {
    /// A terminal of so many columns.
    Terminal(usize),
    /// A pipe.
    Pipe,
}

/// What a command printed, on both streams, and how it ended.
pub(super) struct Done {
    /// The lines, without blanks at their ends.
    pub(super) lines: Vec<String>,
    /// The exit code.
    pub(super) code: i32,
}

impl Shell {
    /// A shell in a fresh folder, which is also the home of the user.
    pub(super) fn new(published: Option<PathBuf>) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            published,
            last: 0,
        }
    }

    /// Where commands are run.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a command; `$?` is how the one before ended.
    pub(super) fn run(&mut self, command: &str, output: Output) -> Done {
        let line = format!("(exit {})\n{command}", self.last);
        let mut shell = match output {
            Output::Pipe => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("exec 2>&1\n{line}")]);
                shell
            }
            Output::Terminal(columns) => {
                let mut script = Command::new("script");
                let line = format!("stty cols {columns} rows 50 -onlcr\n{line}");
                script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
                script.env("SHELL", "/bin/sh");
                script
            }
        };
        let ours = Path::new(env!("CARGO_BIN_EXE_lydite")).parent().unwrap();
        let others = std::env::var("PATH").unwrap_or_default();
        shell
            .current_dir(self.folder())
            .env("PATH", format!("{}:{others}", ours.display()))
            .env("HOME", self.folder())
            .env("LYDITE_HOME", self.folder().join(".lydite"))
            .env("LC_ALL", "C.UTF-8")
            // Neither colour nor progress bars.
            .env("NO_COLOR", "1")
            .env("TERM", "dumb")
            // Nothing leaves the machine.
            .env("ALL_PROXY", "http://127.0.0.1:9")
            .env("NO_PROXY", "localhost,127.0.0.1")
            .env_remove("COLUMNS")
            .env_remove("LYDITE_MIRROR")
            .stdin(Stdio::null());
        if let Some(folder) = &self.published {
            shell.env("LYDITE_MIRROR", folder);
        }
        let done = shell.output().unwrap();
        assert!(
            done.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        self.last = done.status.code().unwrap_or(-1);

        let text = String::from_utf8_lossy(&done.stdout)
            .replace('\r', "")
            .replace(&self.folder().display().to_string(), "~");
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        Done {
            lines,
            code: self.last,
        }
    }
}

/// Whether there are terminals here: `script` of util-linux makes them.
///
/// # Panics
/// With `CI=true`, if there are none.
pub(super) fn has_terminals() -> bool {
    let version = Command::new("script").arg("--version").output();
    let found =
        version.is_ok_and(|done| String::from_utf8_lossy(&done.stdout).contains("util-linux"));
    if !found {
        let reason = "no `script` of util-linux, which makes terminals";
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
        eprintln!("skipped: {reason}");
    }
    found
}

#[test]
fn the_exit_code_of_a_command_is_known_to_the_next() {
    let mut shell = Shell::new(None);
    assert_eq!(shell.run("false", Output::Pipe).code, 1);
    assert_eq!(shell.run("echo $?", Output::Pipe).lines, ["1"]);
    if has_terminals() {
        assert_eq!(shell.run("exit 3", Output::Terminal(80)).code, 3);
        let seen = shell.run("echo $?; stty size; pwd", Output::Terminal(72));
        assert_eq!(seen.lines, ["3", "50 72", "~"]);
    }
}
