//! Brings the files of the catalogue into the home directory, each verified by its digest.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lydite_http::{Client, Sink as _, Times};

use super::download::download;
use super::mirror::{self, Address, Addresses};
use super::part::Part;
use super::{Digest, Entry, FetchError, Hosts, Mirror, place};

/// How far a transfer has come.
///
/// When a transfer has to begin again, `received` falls back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes on disk, those of earlier runs included.
    pub received: u64,
    /// Bytes of the whole file.
    pub total: u64,
}

/// How long servers are waited for: fifteen seconds for the connection, thirty without a byte. How
/// long the whole takes depends on the file.
const PATIENCE: Times = Times {
    total: None,
    connect: Some(Duration::from_secs(15)),
    stall: Some(Duration::from_secs(30)),
};

/// A file that is in its place now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Where it lies.
    pub path: PathBuf,
    /// How it got there.
    pub how: How,
}

/// How a file got into its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// It had been fetched before and is intact.
    AlreadyThere,
    /// It was copied from a folder.
    Copied {
        /// The file that was copied.
        from: PathBuf,
    },
    /// It was downloaded.
    Downloaded {
        /// The address.
        url: String,
        /// The byte at which the transfer began: above zero where an earlier one was continued.
        start: u64,
    },
}

/// Fetches files into a home directory.
///
/// ```no_run
/// use lydite_http::{Client, Config};
/// use lydite_lab::catalogue::{Catalogue, Fetcher};
///
/// let entry = Catalogue::builtin().find("mqald")?;
/// let fetcher = Fetcher::new("home", Client::new(Config::default())?);
/// let fetched = fetcher.fetch(entry, &mut |progress| {
///     eprintln!("{} of {} bytes", progress.received, progress.total);
/// })?;
/// println!("{}", fetched.path.display());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Fetcher {
    home: PathBuf,
    mirror: Mirror,
    hosts: Hosts,
    client: Client,
    times: Times,
}

impl Fetcher {
    /// Fetches from the public repositories into this home directory.
    pub fn new(home: impl Into<PathBuf>, client: Client) -> Self {
        Self {
            home: home.into(),
            mirror: Mirror::default(),
            hosts: Hosts::default(),
            client,
            times: PATIENCE,
        }
    }

    /// Fetches from this mirror instead.
    #[must_use]
    pub fn mirror(self, mirror: Mirror) -> Self {
        Self { mirror, ..self }
    }

    /// Asks these servers for the public repositories.
    #[must_use]
    pub fn hosts(self, hosts: Hosts) -> Self {
        Self { hosts, ..self }
    }

    /// Waits this long for servers.
    #[must_use]
    pub fn times(self, times: Times) -> Self {
        Self { times, ..self }
    }

    /// Puts the entry's file into its [`place`], unless it is there already.
    ///
    /// A transfer that broke off is continued. Nothing is put into the place before the whole
    /// content has been verified, and several processes may fetch the same file at once: one
    /// does the work, the others wait for it.
    ///
    /// # Errors
    /// A [`FetchError`], which tells an unreachable source from wrong content.
    pub fn fetch(
        &self,
        entry: &Entry,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Fetched, FetchError> {
        let path = place(&self.home, entry);
        if is_intact(&path, entry) {
            return Ok(Fetched {
                path,
                how: How::AlreadyThere,
            });
        }
        let _lock = lock(&path)?;
        // Another process may have fetched it while this one waited for the lock.
        if is_intact(&path, entry) {
            return Ok(Fetched {
                path,
                how: How::AlreadyThere,
            });
        }
        let how = match &self.mirror {
            Mirror::Public => self.download(
                &Addresses::public(&self.hosts, entry),
                entry,
                &path,
                progress,
            ),
            Mirror::Url(url) => {
                self.download(&Addresses::below(url, entry), entry, &path, progress)
            }
            Mirror::Dir(dir) => copy(dir, entry, &path, progress),
        }?;
        Ok(Fetched { path, how })
    }

    fn download(
        &self,
        addresses: &Addresses,
        entry: &Entry,
        path: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<How, FetchError> {
        let by = (&self.client, self.times);
        let mut from = |address: &Address| {
            let start = download_verified(by, address, entry, path, progress)?;
            Ok(How::Downloaded {
                url: address.url.clone(),
                start,
            })
        };
        match (from(&addresses.first), &addresses.second) {
            (Err(error), Some(second)) if is_elsewhere(&error) => from(second),
            (outcome, _) => outcome,
        }
    }
}

/// Whether another address may have what this one has not.
fn is_elsewhere(error: &FetchError) -> bool {
    matches!(
        error,
        FetchError::Status {
            status: 404 | 410,
            ..
        } | FetchError::WrongDigest { .. }
            | FetchError::WrongSize { .. }
    )
}

fn is_intact(path: &Path, entry: &Entry) -> bool {
    mirror::has_size(path, entry.size)
        && Digest::of_file(path).is_ok_and(|found| found == entry.sha256)
}

/// Makes this process the only one that writes beside `path`, until the lock is dropped.
fn lock(path: &Path) -> Result<File, FetchError> {
    let dir = path.parent().unwrap_or(path);
    fs::create_dir_all(dir).map_err(FetchError::file("create", dir))?;
    let path = dir.join(".lock");
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(FetchError::file("open", &path))?;
    file.lock().map_err(FetchError::file("lock", &path))?;
    Ok(file)
}

/// Returns the byte at which the transfer began.
fn download_verified(
    by: (&Client, Times),
    address: &Address,
    entry: &Entry,
    path: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<u64, FetchError> {
    let mut part = Part::open(path, entry.size)?;
    let mut outcome = download(by, address, entry, &mut part, progress);
    // A bad beginning left by an earlier run is not the fault of this source: begin again, once.
    if matches!(outcome, Ok(start) if start > 0) && part.digest() != entry.sha256 {
        part.clear().map_err(|error| part.failed(error))?;
        outcome = download(by, address, entry, &mut part, progress);
    }
    settle(part, outcome, entry, path, &address.url)
}

fn copy(
    dir: &Path,
    entry: &Entry,
    path: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<How, FetchError> {
    let Some(from) = mirror::find_in(dir, entry) else {
        let (dir, file) = (dir.to_owned(), entry.file.clone());
        return Err(FetchError::NotInMirror { dir, file });
    };
    let mut part = Part::open(path, entry.size)?;
    let outcome = fill(&mut part, &from, entry, progress);
    settle(part, outcome, entry, path, &from.display().to_string())?;
    Ok(How::Copied { from })
}

/// Fills the part anew from a file.
fn fill(
    part: &mut Part,
    from: &Path,
    entry: &Entry,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), FetchError> {
    part.clear().map_err(|error| part.failed(error))?;
    let source = File::open(from).map_err(FetchError::file("open", from))?;
    // One byte more than wanted shows that there is more.
    let mut source = source.take(entry.size.saturating_add(1));
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = source
            .read(&mut buffer)
            .map_err(FetchError::file("read", from))?;
        if count == 0 {
            break;
        }
        part.append(&buffer[..count])
            .map_err(|error| part.failed(error))?;
        progress(Progress {
            received: part.length(),
            total: entry.size,
        });
    }
    if part.length() == entry.size {
        return Ok(());
    }
    Err(FetchError::WrongSize {
        name: entry.name.clone(),
        from: from.display().to_string(),
        expected: entry.size,
        found: fs::metadata(from).map_or(part.length(), |metadata| metadata.len()),
    })
}

/// Puts a good part into its place, keeps an unfinished one and removes a bad one.
fn settle<T>(
    part: Part,
    outcome: Result<T, FetchError>,
    entry: &Entry,
    path: &Path,
    from: &str,
) -> Result<T, FetchError> {
    match outcome {
        Ok(done) => {
            let found = part.digest();
            if found == entry.sha256 {
                part.finish(path)?;
                return Ok(done);
            }
            part.discard()?;
            Err(FetchError::WrongDigest {
                name: entry.name.clone(),
                from: from.to_owned(),
                expected: entry.sha256,
                found,
            })
        }
        Err(error) => {
            if part.length() == 0 || matches!(error, FetchError::WrongSize { .. }) {
                part.discard()?;
            }
            Err(error)
        }
    }
}
