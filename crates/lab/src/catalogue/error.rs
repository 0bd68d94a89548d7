//! What can go wrong while fetching.

use std::io;
use std::path::PathBuf;

use super::Digest;

/// Where the fault lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The file was obtained, but it is not what was promised.
    WrongContent,
    /// A file on this machine cannot be read or written.
    Unreadable,
    /// A server, mirror or network is out of reach.
    OutOfReach,
}

/// Why a file was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// No answer came from the server.
    #[error("cannot reach {url} ({reason})")]
    Unreachable {
        /// The address that was tried.
        url: String,
        /// What the network said.
        reason: String,
    },

    /// The transfer ended early; what has arrived is kept.
    #[error("the transfer from {url} broke off after {received} of {total} bytes ({reason})")]
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
    #[error("{url} returned status {status}")]
    Status {
        /// The address that was tried.
        url: String,
        /// The HTTP status code.
        status: u16,
    },

    /// The directory given as a mirror does not have the file.
    #[error("the mirror {} has no file `{file}`, not even in a subfolder", dir.display())]
    NotInMirror {
        /// The directory.
        dir: PathBuf,
        /// The file that was looked for.
        file: String,
    },

    /// The content has another digest than the catalogue promises; it was thrown away.
    #[error(
        "the file from {from} for `{name}` is not the catalogued one: expected SHA-256 {expected}, found {found}; it was removed"
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
        "the file from {from} for `{name}` is not the catalogued one: expected {expected} bytes, found {found}"
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
    /// Where the fault lies.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Unreachable { .. }
            | Self::Interrupted { .. }
            | Self::Status { .. }
            | Self::NotInMirror { .. } => Fault::OutOfReach,
            Self::WrongDigest { .. } | Self::WrongSize { .. } => Fault::WrongContent,
            Self::File { .. } => Fault::Unreadable,
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
