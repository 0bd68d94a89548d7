//! Where use cases are carried out: the home directory, the options of the network, the observer.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lydite_compose::component::{Component, Registry};
use lydite_compose::components::chat::LanguageModel;
use lydite_formats::Reader;
use lydite_graph::Limits;
use lydite_http::Client;
use lydite_model::Cancel;

use crate::catalogue::{Fetcher, NoHome, resolve};
use crate::observer::{Notice, Observer, Progress, Silent, Task};
use crate::services::ServiceUse;
use crate::store::Location;
use crate::system::{ChatModel, Pipelines, Secrets};
use crate::{Error, GraphUse, demo};

/// What use cases need to know about where they run. Values, not environment variables: whoever
/// starts Lydite reads those.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where Lydite keeps its data.
    pub home: Option<PathBuf>,
    /// A folder with copies of published files.
    pub mirror: Option<PathBuf>,
    /// Credentials for endpoints: `HOST=password:USER:SECRET` or `HOST=token:SECRET`, separated by
    /// white space.
    pub credentials: Option<String>,
    /// For how many hours answers of endpoints are kept; by default a day, and not at all for
    /// those on this machine.
    pub cache_hours: Option<u64>,
    /// How many triples a copy of a graph on an endpoint may have, by default
    /// [`MOST_TRIPLES`](crate::graphs::MOST_TRIPLES).
    pub copied_triples: Option<u64>,
    /// How requests leave the machine: where they may go, how long they may take, the proxy.
    pub network: lydite_http::Config,
    /// Where experiments are kept; by default in a file in the home directory.
    pub store: Option<Location>,
    /// What the IRIs of experiments begin with; by default `urn:lydite:experiment:`.
    pub base: Option<String>,
    /// How many bytes a benchmark and the answers to it may have to be held in memory while an
    /// experiment is judged, by default 8 MiB; what is larger is read as it is judged.
    pub held: Option<u64>,
    /// The public services that may be asked as components.
    pub services: Vec<ServiceUse>,
    /// The language model that components ask: `ADDRESS#MODEL`, or a TOML file that describes it as
    /// a system.
    pub chat: Option<String>,
    /// Where the secrets of systems are looked up.
    pub secrets: Secrets,
    /// The command line, for the record.
    pub command: Vec<String>,
    /// Ends the work from outside: see [`Error::Cancelled`].
    pub cancel: Cancel,
}

/// Where use cases are carried out.
#[derive(Clone)]
pub struct Lab {
    /// What it was opened with.
    pub config: Config,
    observer: Arc<dyn Observer>,
    pub(crate) pipelines: Option<Arc<dyn Pipelines>>,
    components: Registry,
}

impl Lab {
    /// A lab in which nobody watches.
    pub fn new(config: Config) -> Self {
        let mut lab = Self {
            config,
            observer: Arc::new(Silent),
            pipelines: None,
            components: Registry::shipped(),
        };
        if let Some(given) = &lab.config.chat {
            let model: Arc<dyn LanguageModel> = Arc::new(ChatModel::new(lab.clone(), given));
            lab.components = Registry::shipped().with_language_model(&model);
        }
        lab
    }

    /// Knows these built-in pipelines.
    #[must_use]
    pub fn with_pipelines(self, pipelines: impl Pipelines + 'static) -> Self {
        Self {
            pipelines: Some(Arc::new(pipelines)),
            ..self
        }
    }

    /// Knows this component besides those of the program; one of the same name gives way to it.
    #[must_use]
    pub fn with_component(mut self, component: Component) -> Self {
        self.components.add(component);
        self
    }

    /// The components that can be used.
    pub fn components(&self) -> &Registry {
        &self.components
    }

    /// Tells this observer.
    #[must_use]
    pub fn observed_by(self, observer: impl Observer + 'static) -> Self {
        Self {
            observer: Arc::new(observer),
            ..self
        }
    }

    /// The home directory.
    ///
    /// # Errors
    /// [`NoHome`] if none was named.
    pub fn home(&self) -> Result<&Path, NoHome> {
        self.config.home.as_deref().ok_or(NoHome)
    }

    /// The client for everything that leaves the machine.
    pub(crate) fn client(&self) -> Result<Client, Error> {
        Ok(Client::new(lydite_http::Config {
            cancel: Some(self.config.cancel.clone()),
            ..self.config.network.clone()
        })?)
    }

    /// Goes on, unless the work was ended from outside.
    pub(crate) fn go_on(&self) -> Result<(), Error> {
        if self.config.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        Ok(())
    }

    /// The limits of a query on a graph.
    pub fn limits(&self, used: &GraphUse) -> Limits {
        Limits {
            time: used.time,
            ..Limits::default()
        }
        .with_cancel(self.config.cancel.clone())
    }

    /// Fetches published files into the home directory.
    ///
    /// # Errors
    /// No home directory was named, or there is no such proxy.
    pub fn fetcher(&self) -> Result<Fetcher, Error> {
        Ok(Fetcher::new(self.home()?, self.client()?))
    }

    pub(crate) fn notice(&self, notice: &Notice) {
        self.observer.notice(notice);
    }

    pub(crate) fn notice_any(&self, notice: impl IntoIterator<Item = Notice>) {
        for notice in notice {
            self.notice(&notice);
        }
    }

    pub(crate) fn begin(&self, task: &Task) -> Box<dyn Progress> {
        self.observer.begin(task)
    }

    /// The path of a file that is given by path or by catalogue name.
    ///
    /// # Errors
    /// There is none.
    pub fn resolve(&self, given: &Path) -> Result<PathBuf, Error> {
        if given.as_os_str() == "-" {
            return Ok(given.to_owned());
        }
        // Without a home directory, paths work all the same.
        let home = self.config.home.as_deref().unwrap_or(Path::new(""));
        Ok(resolve(given, home, self.config.mirror.as_deref())?)
    }

    /// Opens a file that is given by path, by catalogue name, or as part of the demo.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn open(&self, given: &Path) -> Result<Reader, Error> {
        if !given.exists()
            && let Some(file) = given.to_str().and_then(demo::find)
        {
            return Ok(Reader::from_bytes(file.name, file.bytes)?);
        }
        self.open_path(&self.resolve(given)?)
    }

    /// Opens a file; a large one tells how far it is read.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn open_path(&self, path: &Path) -> Result<Reader, Error> {
        /// Smaller files are read before anybody could look.
        const LARGE: u64 = 64 << 20;
        let bytes = fs::metadata(path).ok().filter(fs::Metadata::is_file);
        let bytes = bytes.map(|facts| facts.len());
        if bytes.is_none_or(|bytes| bytes < LARGE) {
            return Ok(Reader::open(path)?);
        }
        let watched = Watched {
            file: File::open(path).map_err(Error::file(path))?,
            progress: self.begin(&Task::Reading {
                file: path.to_owned(),
                bytes,
            }),
            cancel: self.config.cancel.clone(),
        };
        Ok(Reader::from_reader(&path.display().to_string(), watched)?)
    }
}

/// A file that tells how far it is read.
struct Watched {
    file: File,
    progress: Box<dyn Progress>,
    cancel: Cancel,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        let count = self.file.read(buffer)?;
        self.progress.advance(count as u64);
        Ok(count)
    }
}
