//! What every command has at hand: the global options, where to print, where files are.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use lydite_formats::Reader;

use crate::args::{Color, Global, OutputFormat};
use crate::catalogue::{home_dir, resolve};
use crate::failure::Failure;

/// A run of the program.
pub(crate) struct Session {
    pub global: Global,
}

impl Session {
    pub(crate) fn format(&self) -> OutputFormat {
        self.global.format
    }

    /// Whether results are coloured.
    pub(crate) fn colored(&self) -> bool {
        match self.global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            }
        }
    }

    /// Where results go; buffered, so flush it.
    pub(crate) fn out(&self) -> io::BufWriter<io::StdoutLock<'static>> {
        io::BufWriter::with_capacity(64 * 1024, io::stdout().lock())
    }

    /// A remark on stderr that is not a result.
    pub(crate) fn say(&self, remark: &str) {
        if !self.global.quiet {
            // Nobody is left to tell when stderr is gone.
            let _ = writeln!(io::stderr(), "{remark}");
        }
    }

    pub(crate) fn home(&self) -> Result<PathBuf, Failure> {
        Ok(home_dir(self.global.home.clone())?)
    }

    /// The path of a file that is given by path or by catalogue name.
    pub(crate) fn resolve(&self, given: &Path) -> Result<PathBuf, Failure> {
        if given.as_os_str() == "-" {
            return Ok(given.to_owned());
        }
        Ok(resolve(given, &self.home()?)?)
    }

    /// Opens a file that is given by path or by catalogue name.
    pub(crate) fn open(&self, given: &Path) -> Result<Reader, Failure> {
        self.open_path(&self.resolve(given)?)
    }

    /// Opens a file; a large one shows how far it is read.
    pub(crate) fn open_path(&self, path: &Path) -> Result<Reader, Failure> {
        /// Smaller files are read before anybody could look.
        const LARGE: u64 = 64 << 20;
        let large = fs::metadata(path).is_ok_and(|facts| facts.is_file() && facts.len() >= LARGE);
        if !large {
            return Ok(Reader::open(path)?);
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let length = file.metadata().map(|facts| facts.len()).ok();
        let bar = self
            .progress(
                length,
                "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
            )
            .with_message(name.clone())
            .with_finish(ProgressFinish::AndClear);
        Ok(Reader::from_reader(&name, bar.wrap_read(file))?)
    }

    /// A progress bar on stderr; it draws nothing unless that is a terminal.
    pub(crate) fn progress(&self, length: Option<u64>, template: &str) -> ProgressBar {
        let target = if self.global.quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(length, target).with_style(style)
    }
}
