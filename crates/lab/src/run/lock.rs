//! One process at a time runs an experiment of a store that is a file.

use std::fs::{self, File, TryLockError};

use crate::Error;
use crate::store::{ExperimentId, Location, Store, StoreError};

/// Held while an experiment is run; the system lets go of it when the process dies. Those who
/// share a store in PostgreSQL share its experiments as well.
pub(super) struct Lock {
    _file: Option<File>,
}

impl Lock {
    pub(super) fn take(store: &Store, id: &ExperimentId) -> Result<Self, Error> {
        let Location::File(path) = store.location() else {
            return Ok(Self { _file: None });
        };
        let folder = path.with_extension("locks");
        fs::create_dir_all(&folder).map_err(StoreError::file(&folder))?;
        let path = folder.join(id.as_str());
        let file = File::create(&path).map_err(StoreError::file(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(Error::ExperimentInUse { id: id.clone() }),
            Err(TryLockError::Error(error)) => Err(StoreError::file(&path)(error).into()),
        }
    }
}
