//! The graph that a user means: a name, a file, an endpoint, or several of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use lydite_graph::{Embedded, GraphError, KnowledgeGraph, Limits, LoadReport, Loader, Union};

use crate::args::GraphOptions;
use crate::endpoint;
use crate::execution::Executor;
use crate::failure::Failure;
use crate::output::plural;
use crate::session::Session;

/// The embedded demo graph, in Turtle.
const DEMO: &[u8] = include_bytes!("../assets/demo.ttl");

/// The name of the demo graph.
pub(crate) const DEMO_NAME: &str = "demo";

impl GraphOptions {
    /// The graph that was named, if one was.
    pub(crate) fn open(
        &self,
        session: &Session,
    ) -> Result<Option<Box<dyn KnowledgeGraph>>, Failure> {
        let name = self.name.as_deref();
        name.map(|name| open(session, name)).transpose()
    }

    /// What the graph is called where people read it: passwords are left out.
    pub(crate) fn called(&self) -> Option<String> {
        Some(shown(self.name.as_deref()?))
    }

    /// Runs queries on a graph within the limits that were given.
    pub(crate) fn executor<'g>(&self, graph: &'g dyn KnowledgeGraph) -> Executor<'g> {
        let limits = Limits {
            time: Duration::from_secs(self.timeout),
            ..Limits::default()
        };
        Executor::new(graph, limits)
    }
}

/// The names of graphs as they may be shown: no address has a password.
pub(crate) fn shown(given: &str) -> String {
    let part = |name: &str| match endpoint::is_address(name.trim()) {
        true => endpoint::shown(name),
        false => name.to_owned(),
    };
    given.split(',').map(part).collect::<Vec<_>>().join(",")
}

/// The graph with this name, in this file or at this address; several with commas between them.
pub(crate) fn open(session: &Session, given: &str) -> Result<Box<dyn KnowledgeGraph>, Failure> {
    // Addresses may have commas of their own.
    let one_address = endpoint::is_address(given) && !given.contains(",http");
    if one_address || !given.contains(',') || Path::new(given).exists() {
        return open_one(session, given);
    }
    let names = given.split(',').map(str::trim);
    let graphs: Vec<_> = names
        .filter(|name| !name.is_empty())
        .map(|name| open_one(session, name))
        .collect::<Result<_, _>>()?;
    Ok(Box::new(Union::new(graphs)))
}

fn open_one(session: &Session, given: &str) -> Result<Box<dyn KnowledgeGraph>, Failure> {
    Ok(match endpoint::is_address(given) {
        true => Box::new(endpoint::open(session, given)?),
        false => Box::new(open_embedded(session, given)?),
    })
}

/// The graph with this name or in this file, where it has to be at hand.
pub(crate) fn open_embedded(session: &Session, given: &str) -> Result<Embedded, Failure> {
    if given == DEMO_NAME {
        return Ok(Embedded::from_bytes("demo.ttl", DEMO.to_vec())?);
    }
    if endpoint::is_address(given) {
        return Err(Failure::usage(format!(
            "{}: this works only on graphs that are loaded",
            endpoint::shown(given)
        )));
    }
    let library = Library::new(&session.home()?);
    if let Some(path) = library.find(given) {
        return Ok(Embedded::open(path)?);
    }
    let path = Path::new(given);
    if path.is_file() {
        return open_file(session, &library, path);
    }
    let names = library.names();
    let near = names
        .iter()
        .map(|name| (strsim::jaro_winkler(name, given), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let failure = Failure::input(format!("{given}: there is no such graph and no such file"));
    Err(match near {
        Some((_, name)) => failure.hint(format!("did you mean `{name}`?")),
        None => failure.hint("`lydite kg list` shows the graphs, `lydite kg load` adds one"),
    })
}

/// Opens an index, or loads a file of triples: once, then it is kept under its digest.
fn open_file(session: &Session, library: &Library, path: &Path) -> Result<Embedded, Failure> {
    /// Smaller files are loaded before a digest could be looked up.
    const SMALL: u64 = 1 << 20;
    if path.extension().is_some_and(|extension| extension == "kg") {
        return Ok(Embedded::open(path)?);
    }
    let failed = |error| Failure::input(format!("{}: {error}", path.display()));
    let length = fs::metadata(path).map_err(failed)?.len();
    if length <= SMALL {
        let text = fs::read(path).map_err(failed)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let graph = Embedded::from_bytes(&name, text)?;
        tell_bad_lines(session, &graph);
        return Ok(graph);
    }
    let digest = Loader::new().file(path).digest()?;
    let index = library.index(&digest);
    if !index.is_file() {
        fs::create_dir_all(&library.folder)?;
        session.say(&format!("loading {} once", path.display()));
        let report = Loader::new().file(path).load(&index)?;
        tell_resumed(session, &report);
    }
    let graph = Embedded::open(index)?;
    tell_bad_lines(session, &graph);
    Ok(graph)
}

/// Says whether an earlier load was interrupted, and what became of it.
pub(crate) fn tell_resumed(session: &Session, report: &LoadReport) {
    match report.resumed {
        Some(0) => session.say("an earlier load was interrupted; this one began anew"),
        Some(triples) => session.say(&format!(
            "an earlier load was interrupted; this one went on after {}",
            plural(triples, "triple")
        )),
        None => {}
    }
}

/// Says how many lines of the sources were left out.
pub(crate) fn tell_bad_lines(session: &Session, graph: &Embedded) {
    for source in graph.sources() {
        if source.bad_lines == 0 {
            continue;
        }
        for remark in source.remarks.iter().take(3) {
            let column = remark
                .column
                .map_or_else(String::new, |at| format!(":{at}"));
            session.say(&format!(
                "{}:{}{column}: {}",
                source.name, remark.line, remark.reason
            ));
        }
        session.say(&format!(
            "{}: {} left out",
            source.name,
            plural(source.bad_lines, "line")
        ));
    }
}

/// The graphs that are kept: indexes under the digests of what was loaded, and names for them.
pub(crate) struct Library {
    folder: PathBuf,
}

impl Library {
    pub(crate) fn new(home: &Path) -> Self {
        Self {
            folder: home.join("graphs"),
        }
    }

    /// Where the index of a content lies.
    pub(crate) fn index(&self, digest: &str) -> PathBuf {
        self.folder
            .join(format!("{}.kg", &digest[..digest.len().min(24)]))
    }

    fn name_file(&self, name: &str) -> PathBuf {
        self.folder.join("names").join(name)
    }

    /// The index with this name, if there is one.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        if !is_name(name) {
            return None;
        }
        let digest = fs::read_to_string(self.name_file(name)).ok()?;
        Some(self.index(digest.trim()))
    }

    /// The names, in their order.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.join("names"))
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| is_name(name))
            .collect();
        names.sort_unstable();
        names
    }

    /// Makes the folders.
    pub(crate) fn prepare(&self) -> Result<(), Failure> {
        Ok(fs::create_dir_all(self.folder.join("names"))?)
    }

    /// Gives a content its name, at once or not at all.
    pub(crate) fn name(&self, name: &str, digest: &str) -> Result<(), Failure> {
        let partial = self.folder.join("names").join(format!("{name}.partial"));
        fs::write(&partial, digest)?;
        Ok(fs::rename(partial, self.name_file(name))?)
    }

    /// Removes a name, and the index if no other name has it.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Failure> {
        let index = self.find(name);
        fs::remove_file(self.name_file(name))?;
        let others = self.names();
        let is_used = |index: &PathBuf| {
            let mut others = others.iter();
            others.any(|other| self.find(other).as_ref() == Some(index))
        };
        if let Some(index) = index.filter(|index| !is_used(index)) {
            // A name without an index may be removed, too.
            let _ = fs::remove_file(&index);
            Loader::discard(&index);
        }
        Ok(())
    }

    /// What interrupted loads left behind: the files with their lengths and ages.
    fn leftovers(&self) -> Vec<(PathBuf, u64, Duration)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let leftover = |entry: fs::DirEntry| {
            let path = entry.path();
            let kind = path.extension()?;
            let facts = entry.metadata().ok()?;
            let age = SystemTime::now().duration_since(facts.modified().ok()?);
            let is_one = kind == "journal" || kind == "partial";
            is_one.then(|| (path, facts.len(), age.unwrap_or_default()))
        };
        entries.filter_map(leftover).collect()
    }

    /// How many bytes interrupted loads left behind.
    pub(crate) fn unfinished(&self) -> u64 {
        self.leftovers().iter().map(|(_, bytes, _)| bytes).sum()
    }

    /// Removes what loads left behind that nobody took up again for a week; gives its length.
    pub(crate) fn sweep(&self) -> u64 {
        const GIVEN_UP: Duration = Duration::from_secs(7 * 24 * 60 * 60);
        let mut swept = 0;
        for (path, bytes, age) in self.leftovers() {
            if age < GIVEN_UP {
                continue;
            }
            // `INDEX.journal` and `INDEX.partial` may be in use; `INDEX.7-0.partial` is too old.
            let index = path.with_extension("");
            if index.extension().is_some_and(|extension| extension == "kg") {
                Loader::discard(&index);
            } else {
                let _ = fs::remove_file(&path);
            }
            if !path.exists() {
                swept += bytes;
            }
        }
        swept
    }
}

/// Whether a word can be a name: it is a file name on every system and no path or address.
pub(crate) fn is_name(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    !word.is_empty()
        && word.len() <= 100
        && word.bytes().all(plain)
        && !word.starts_with('.')
        && !word.ends_with(".partial")
}

impl From<GraphError> for Failure {
    fn from(error: GraphError) -> Self {
        let failure = Self::input(error.to_string());
        match error {
            GraphError::OutOfReach { .. }
            | GraphError::Unauthorised { .. }
            | GraphError::NotAllowed { .. }
            | GraphError::NotResults { .. } => Self {
                exit_code: 4,
                ..failure
            },
            GraphError::Deadline(_) => Self {
                exit_code: 1,
                ..failure
            }
            .hint("allow it more time with --timeout SECONDS"),
            GraphError::Memory(_) => Self {
                exit_code: 1,
                ..failure
            },
            GraphError::Damaged { .. } => {
                failure.hint("load the graph again: `lydite kg load --force --name NAME FILE…`")
            }
            _ => failure,
        }
    }
}
