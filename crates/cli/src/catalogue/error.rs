//! What can go wrong while fetching, and how the program should end then.

use std::io;
use std::path::PathBuf;

use super::Digest;

/// How the program should end after an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The file was obtained, but it is not what was promised.
    WrongContent,
    /// The input is unknown or cannot be read or written.
    Unreadable,
    /// A server, mirror or network is out of reach.
    OutOfReach,
}

impl Failure {
    /// The exit code of the program.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::WrongContent => 1,
            Self::Unreadable => 3,
            Self::OutOfReach => 4,
        }
    }
}

/// Why a file was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// No answer came from the server.
    #[error(
        "{url} is out of reach ({reason}); check the connection and the proxy, or take the file from a copy with `--mirror DIR` or `--mirror URL`"
    )]
    Unreachable {
        /// The address that was tried.
        url: String,
        /// What the network said.
        reason: String,
    },

    /// The transfer ended early; what has arrived is kept.
    #[error(
        "the transfer from {url} broke off after {received} of {total} bytes ({reason}); fetch `{name}` again to continue from there"
    )]
    Interrupted {
        /// The entry.
        name: String,
        /// The address.
        url: String,
        /// How many bytes are on disk.
        received: u64,
        /// How many bytes the file has.
        total: u64,
        /// What the network said.
        reason: String,
    },

    /// The server answered, but not with the file.
    #[error("{url} answered with status {status}; {}", advice(*status))]
    Status {
        /// The address that was tried.
        url: String,
        /// The HTTP status code.
        status: u16,
    },

    /// The directory given as a mirror does not have the file.
    #[error("the mirror {} has no file `{file}`, neither itself nor in a folder of it; name another with `--mirror`, or leave the option out to use the public repository", dir.display())]
    NotInMirror {
        /// The directory.
        dir: PathBuf,
        /// The file that was looked for.
        file: String,
    },

    /// The content has another digest than the catalogue promises; it was thrown away.
    #[error(
        "what {from} gave for `{name}` is not the catalogued file: expected SHA-256 {expected}, found {found}; it was removed, try another source with `--mirror`"
    )]
    WrongDigest {
        /// The entry.
        name: String,
        /// The address or file that gave it.
        from: String,
        /// The digest of the catalogue.
        expected: Digest,
        /// The digest of what came.
        found: Digest,
    },

    /// The content has another size than the catalogue promises; it was thrown away.
    #[error(
        "what {from} gives for `{name}` is not the catalogued file: expected {expected} bytes, was offered {found}; try another source with `--mirror`"
    )]
    WrongSize {
        /// The entry.
        name: String,
        /// The address or file that gave it.
        from: String,
        /// The size of the catalogue.
        expected: u64,
        /// The size announced, or as much as came before giving up.
        found: u64,
    },

    /// A file or folder on this machine cannot be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl FetchError {
    /// How the program should end.
    pub fn failure(&self) -> Failure {
        match self {
            Self::Unreachable { .. }
            | Self::Interrupted { .. }
            | Self::Status { .. }
            | Self::NotInMirror { .. } => Failure::OutOfReach,
            Self::WrongDigest { .. } | Self::WrongSize { .. } => Failure::WrongContent,
            Self::File { .. } => Failure::Unreadable,
        }
    }

    /// An adapter for `map_err` on file operations.
    pub(super) fn file(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File {
            action,
            path,
            source,
        }
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        404 | 410 => {
            "the file is no longer there, take it from a copy with `--mirror DIR` or `--mirror URL`"
        }
        // GitHub answers both when an address has used up its hourly allowance.
        403 | 429 => "the server refuses or limits requests, wait an hour or use `--mirror`",
        500.. => "the server is in trouble, try again later or use `--mirror`",
        _ => "try another source with `--mirror DIR` or `--mirror URL`",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_have_the_documented_exit_codes() {
        let cases = [
            (
                FetchError::Unreachable {
                    url: String::new(),
                    reason: String::new(),
                },
                4,
            ),
            (
                FetchError::Status {
                    url: String::new(),
                    status: 404,
                },
                4,
            ),
            (
                FetchError::NotInMirror {
                    dir: PathBuf::new(),
                    file: String::new(),
                },
                4,
            ),
            (
                FetchError::WrongSize {
                    name: String::new(),
                    from: String::new(),
                    expected: 1,
                    found: 2,
                },
                1,
            ),
            (
                FetchError::file("read", "x")(io::ErrorKind::PermissionDenied.into()),
                3,
            ),
        ];
        for (error, code) in cases {
            assert_eq!(error.failure().exit_code(), code, "{error}");
        }
    }

    #[test]
    fn messages_tell_what_to_do_next() {
        for status in [404, 403, 429, 503, 302] {
            let error = FetchError::Status {
                url: "http://h/f".to_owned(),
                status,
            };
            assert!(error.to_string().contains("--mirror"), "{error}");
        }
    }
}
