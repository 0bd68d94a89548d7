//! What every command has at hand: the global options, where to print, the lab.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;
use lydite_bridge::qanary::{ForeignComponent, NoForeignComponent, with_foreign};
use lydite_formats::Reader;
use lydite_http::{Policy, Proxy};
use lydite_lab::asking::Pipeline;
use lydite_lab::catalogue::home_dir;
use lydite_lab::services::ServiceUse;
use lydite_lab::store::Location;
use lydite_lab::system::Secrets;
use lydite_lab::{Config, GraphUse, Identity, Lab};
use serde::Serialize;

use crate::args::{Color, Global, GraphOptions, OutputFormat};
use crate::failure::Failure;
use crate::output::{Look, Shown};
use crate::terminal::Terminal;

/// Where credentials stand that nobody wants in an address: `HOST=password:USER:SECRET` or
/// `HOST=token:SECRET`, separated by white space.
pub(crate) const CREDENTIALS: &str = "LYDITE_KG_CREDENTIALS";

/// For how many hours answers of endpoints are kept; 0 for not at all.
const CACHE: &str = "LYDITE_KG_CACHE";

/// How many triples a copy of a graph on an endpoint may have.
const COPY: &str = "LYDITE_KG_COPY";

/// Where requests may go: `any` (the default), `public`, `none`, or the hosts that are allowed.
pub(crate) const NETWORK: &str = "LYDITE_NETWORK";

/// Public services that may be asked as components: names, with `=ADDRESS` or `=kept`.
const SERVICES: &str = "LYDITE_SERVICES";

/// Qanary components that are asked as ours: `NAME=ADDRESS`, separated by commas.
const QANARY: &str = "LYDITE_QANARY";

/// Where those components find their questions: `http://HOST:PORT`; by default only on this machine.
const QANARY_AT: &str = "LYDITE_QANARY_AT";

/// The language model that components ask: `ADDRESS#MODEL`, or a TOML file.
const CHAT: &str = "LYDITE_CHAT";

/// Where experiments are kept.
const STORE: &str = "LYDITE_STORE";

/// What the IRIs of experiments begin with.
const BASE: &str = "LYDITE_BASE";

/// A folder with copies of published files.
const MIRROR: &str = "LYDITE_MIRROR";

/// A run of the program.
pub(crate) struct Session {
    pub global: Global,
    pub lab: Lab,
    terminal: Terminal,
    /// Where results go; to standard output if nobody else takes them.
    results: Option<Results>,
}

/// Takes the results of a command that runs within another program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results(Arc<Mutex<Vec<u8>>>);

impl Results {
    /// All that came.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Results {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the environment says about where Lydite works; nothing below reads it.
///
/// # Errors
/// A variable makes no sense.
pub fn environment(home: Option<PathBuf>) -> Result<Config, Failure> {
    let cache_hours = env::var(CACHE).ok().map(|hours| {
        let usage = || format!("{CACHE} must be a number of hours, not `{hours}`");
        hours.trim().parse().map_err(|_| Failure::usage(usage()))
    });
    let copied_triples = env::var(COPY).ok().map(|count| {
        let usage = || format!("{COPY} must be a number of triples, not `{count}`");
        count.trim().parse().map_err(|_| Failure::usage(usage()))
    });
    let policy = env::var(NETWORK)
        .ok()
        .filter(|line| !line.trim().is_empty());
    let policy = policy.map(|line| line.parse::<Policy>()).transpose();
    let policy = policy.map_err(|error| Failure::usage(format!("{NETWORK}: {error}")))?;
    Ok(Config {
        home: home_dir(home, |name| env::var_os(name)).ok(),
        mirror: env::var_os(MIRROR)
            .map(PathBuf::from)
            .filter(|folder| folder.is_dir()),
        credentials: env::var(CREDENTIALS).ok(),
        cache_hours: cache_hours.transpose()?,
        copied_triples: copied_triples.transpose()?,
        network: lydite_http::Config {
            policy: policy.unwrap_or_default(),
            proxy: Proxy::from_variables(|name| env::var(name).ok()),
            ..lydite_http::Config::default()
        },
        secrets: Secrets::new(|name| env::var(name).ok()),
        store: env::var(STORE)
            .ok()
            .filter(|store| !store.is_empty())
            .and_then(|store| store.parse::<Location>().ok()),
        services: services()?,
        chat: env::var(CHAT).ok().filter(|chat| !chat.is_empty()),
        base: env::var(BASE).ok().filter(|base| !base.is_empty()),
        command: env::args_os()
            .map(|word| without_password(&word.to_string_lossy()))
            .collect(),
        ..Config::default()
    })
}

/// The public services that may be asked.
fn services() -> Result<Vec<ServiceUse>, Failure> {
    let list = env::var(SERVICES).unwrap_or_default();
    let names = list.split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(|name| {
            let service = name.parse::<ServiceUse>();
            service.map_err(|error| Failure::usage(format!("{SERVICES}: {error}")))
        })
        .collect()
}

/// The lab with the Qanary components that the environment names.
fn with_qanary(lab: Lab) -> Result<Lab, Failure> {
    let wrong =
        |variable: &str, error: NoForeignComponent| Failure::usage(format!("{variable}: {error}"));
    let list = env::var(QANARY).unwrap_or_default();
    let named = list.split(',').filter(|one| !one.trim().is_empty());
    let components: Vec<ForeignComponent> = named
        .map(|one| one.parse().map_err(|error| wrong(QANARY, error)))
        .collect::<Result<_, _>>()?;
    if components.is_empty() {
        return Ok(lab);
    }
    let place = env::var(QANARY_AT).ok().filter(|place| !place.is_empty());
    with_foreign(lab, components, place.as_deref()).map_err(|error| wrong(QANARY_AT, error))
}

impl Session {
    /// As the environment says.
    pub(crate) fn new(global: Global) -> Result<Self, Failure> {
        let terminal = Terminal::new(global.quiet);
        let config = environment(global.home.clone())?;
        let lab = Lab::new(config).with_services()?;
        Ok(Self {
            global,
            lab: with_qanary(lab)?.observed_by(terminal.clone()),
            terminal,
            results: None,
        })
    }

    /// Within another program, which has a lab and takes the results.
    pub(crate) fn within(lab: Lab, global: Global, results: Results) -> Self {
        Self {
            global,
            lab,
            terminal: Terminal::new(true),
            results: Some(results),
        }
    }

    /// Ends the work in good order when somebody presses Ctrl-C or asks the process to end; at the
    /// second time at once.
    pub(crate) fn cancel_on_signals(&self) {
        let cancel = self.lab.config.cancel.clone();
        let terminal = self.terminal.clone();
        // Without it the process just ends, and loses nothing either.
        let _ = ctrlc::set_handler(move || {
            if cancel.is_cancelled() {
                std::process::exit(130);
            }
            terminal.say("stopping; press Ctrl-C again to end at once");
            cancel.cancel();
        });
    }

    /// Whether the process ends with the command.
    pub(crate) fn ends_process(&self) -> bool {
        self.results.is_none()
    }

    pub(crate) fn format(&self) -> OutputFormat {
        self.global.format
    }

    /// By what the record of a result tells files apart: a document shows the record, and `cited`
    /// says that something else does.
    pub(crate) fn identity(&self, cited: bool) -> Identity {
        if cited || self.format() == OutputFormat::Json {
            Identity::Content
        } else {
            Identity::Name
        }
    }

    /// Whether results are coloured.
    pub(crate) fn colored(&self) -> bool {
        match self.global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                self.results.is_none()
                    && io::stdout().is_terminal()
                    && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }

    /// How results look.
    pub(crate) fn look(&self) -> Look {
        Look {
            format: self.format(),
            width: match self.results {
                Some(_) => None,
                None => terminal_width(),
            },
            colored: self.colored(),
        }
    }

    /// Prints a result in the format that is asked for.
    pub(crate) fn print<D: Serialize>(&self, shown: Shown<'_, D>) -> Result<(), Failure> {
        shown.print(self.out(), self.look())
    }

    /// Where results go; buffered, so flush it.
    pub(crate) fn out(&self) -> io::BufWriter<Box<dyn Write>> {
        let out: Box<dyn Write> = match &self.results {
            Some(results) => Box::new(results.clone()),
            None => Box::new(io::stdout().lock()),
        };
        io::BufWriter::with_capacity(64 * 1024, out)
    }

    /// A line on standard error that is not a result.
    pub(crate) fn say(&self, line: &str) {
        self.terminal.say(line);
    }

    /// The pipeline of a name, with all components that can be used.
    pub(crate) fn pipeline(&self, name: &str) -> Result<Pipeline, Failure> {
        let found = Pipeline::parse(name, self.lab.components());
        found.map_err(|error| Failure::usage(error.to_string()))
    }

    /// For threads that have something to say.
    pub(crate) fn terminal(&self) -> Terminal {
        self.terminal.clone()
    }

    pub(crate) fn home(&self) -> Result<PathBuf, Failure> {
        Ok(self.lab.home()?.to_owned())
    }

    /// Opens a file that is given by path or by catalogue name.
    pub(crate) fn open(&self, given: &Path) -> Result<Reader, Failure> {
        Ok(self.lab.open(given)?)
    }

    /// A progress bar on standard error.
    pub(crate) fn progress(&self, length: Option<u64>, template: &str) -> ProgressBar {
        self.terminal.progress(length, template)
    }
}

/// How wide the terminal is that results go to; none if they go elsewhere.
fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let size = terminal_size::terminal_size_of(io::stdout());
    let said = || env::var("COLUMNS").ok()?.parse().ok();
    let width = size.map(|(width, _)| usize::from(width.0));
    Some(width.filter(|width| *width > 0).or_else(said).unwrap_or(80))
}

/// A word of the command line as it may be kept: addresses without users and passwords.
fn without_password(word: &str) -> String {
    if word.contains("password=") && !word.contains("://") {
        let words = word.split_whitespace();
        let kept: Vec<&str> = words.filter(|one| !one.starts_with("password=")).collect();
        return kept.join(" ");
    }
    let mut kept = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(at) = rest.find("://") {
        let (scheme, after) = rest.split_at(at + 3);
        let host = after.find(['/', '?', '#', ',']).unwrap_or(after.len());
        kept.push_str(scheme);
        rest = match after[..host].rfind('@') {
            Some(user) => &after[user + 1..],
            None => after,
        };
    }
    kept.push_str(rest);
    kept
}

impl GraphOptions {
    /// The graph that was named, if one was, with its limits.
    pub(crate) fn used(&self) -> Option<GraphUse> {
        Some(GraphUse {
            name: self.name.clone()?,
            time: self.timeout,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_kept() {
        for (word, kept) in [
            (
                "--kg=http://me:secret@host/sparql",
                "--kg=http://host/sparql",
            ),
            ("http://a:b@x/1,https://c:d@y/2", "http://x/1,https://y/2"),
            ("http://host/a@b", "http://host/a@b"),
            ("http://me:p@ss@host", "http://host"),
            ("gold.json", "gold.json"),
        ] {
            assert_eq!(without_password(word), kept);
        }
    }
}
