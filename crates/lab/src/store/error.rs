//! Why a store cannot be used.

/// Why a store cannot be used. Whatever was stored before is still there.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be opened or reached.
    #[error("the store {store} cannot be opened: {reason}")]
    OutOfReach {
        /// Where it is, without a password.
        store: String,
        /// What the database said.
        reason: String,
    },
    /// The connection to it was lost and did not come back.
    #[error("the connection to the store was lost: {reason}")]
    Lost {
        /// What the database said.
        reason: String,
    },
    /// It was written by a later version of Lydite.
    #[error(
        "the store {store} is of version {found}, and this program knows versions up to {known}"
    )]
    Newer {
        /// Where it is, without a password.
        store: String,
        /// Its version.
        found: i64,
        /// The latest version that is known.
        known: i64,
    },
    /// It is no store, or no longer whole.
    #[error("the store {store} is damaged: {reason}")]
    Damaged {
        /// Where it is, without a password.
        store: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no room left for it.
    #[error("there is no room left in the store: {reason}")]
    Full {
        /// What the database said.
        reason: String,
    },
    /// Another process holds it for too long.
    #[error("the store is busy: {reason}")]
    Busy {
        /// What the database said.
        reason: String,
    },
    /// The database refused a statement.
    #[error("the store refused a statement: {reason}")]
    Statement {
        /// What the database said.
        reason: String,
    },
    /// Something in it cannot be read.
    #[error("{what} in the store cannot be read: {reason}")]
    Unreadable {
        /// What it is.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no such experiment.
    #[error("there is no experiment {id}")]
    NoExperiment {
        /// The identifier as given.
        id: String,
        /// One like it.
        nearest: Option<String>,
    },
    /// The answers of an experiment are submissions to a campaign.
    #[error("experiment {id} cannot be deleted: the campaign {campaign} ranks its answers")]
    Ranked {
        /// The experiment.
        id: String,
        /// The campaign.
        campaign: String,
    },
    /// There is no such dataset.
    #[error("the store has no dataset with the digest {digest}")]
    NoDataset {
        /// Its digest.
        digest: String,
    },
    /// An experiment was not judged yet, or not so often.
    #[error("experiment {id} has no judging{}", number.map_or_else(String::new, |n| format!(" {n}")))]
    NotJudged {
        /// The experiment.
        id: String,
        /// The judging that was asked for.
        number: Option<u64>,
    },
    /// Only stores in PostgreSQL are shared.
    #[error("the store {store} is a file: workers share a store in PostgreSQL")]
    NotShared {
        /// Where it is.
        store: String,
    },
    /// PostgreSQL has its own programs for copies.
    #[error("a store in PostgreSQL is copied with PostgreSQL's own tools")]
    NoBackup,
    /// A backup would overwrite something.
    #[error("{} already exists", path.display())]
    Exists {
        /// The file.
        path: std::path::PathBuf,
    },
    /// A file beside the store cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: std::path::PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl StoreError {
    pub(crate) fn unreadable(what: impl Into<String>, reason: impl std::fmt::Display) -> Self {
        Self::Unreadable {
            what: what.into(),
            reason: reason.to_string(),
        }
    }

    /// An adapter for `map_err` on file operations.
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
