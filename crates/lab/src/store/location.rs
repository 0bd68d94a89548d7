//! Where a store is.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::address::Address;

/// Where a store is.
///
/// ```
/// use lydite_lab::store::Location;
/// let shown = |given: &str| given.parse::<Location>().unwrap().to_string();
/// assert_eq!(shown("mine.sqlite"), "mine.sqlite");
/// assert_eq!(shown("postgres://me:secret@host/lab"), "postgres://me@host/lab");
/// assert_eq!(shown("host=/run/db user=me password=secret"), "host=/run/db user=me");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// In a file.
    File(PathBuf),
    /// In PostgreSQL, by its address, or as `host=… user=…`.
    Postgres(String),
}

impl FromStr for Location {
    type Err = Infallible;

    fn from_str(given: &str) -> Result<Self, Infallible> {
        let postgres = ["postgres://", "postgresql://", "host="];
        Ok(if postgres.iter().any(|begin| given.starts_with(begin)) {
            Self::Postgres(given.to_owned())
        } else {
            Self::File(given.strip_prefix("sqlite:").unwrap_or(given).into())
        })
    }
}

impl Location {
    /// Whether several machines can share it.
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

/// As it may be shown: without a password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Postgres(address) => Address::read(address).without_password().fmt(f),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}
