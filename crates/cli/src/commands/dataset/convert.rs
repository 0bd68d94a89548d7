//! `lydite dataset convert` and `lydite dataset generate`: writing files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use lydite_formats::{Target, targets};
use lydite_model::{DatasetInfo, Diagnostic, Language, Question, Severity};

use crate::args::{Convert, Generate};
use crate::failure::{Failure, Verdict};
use crate::output::plural;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Convert) -> Result<Verdict, Failure> {
    let target = target(options.to.as_deref(), &options.output)?;
    let input = session.resolve(&options.input)?;
    let destination = Destination::new(&options.output, options.force, Some(&input))?;
    let mut reader = session.open_path(&input)?;
    let languages: Vec<Language> = options.lang.iter().map(Language::new).collect();
    let mut tally = Tally::default();
    let mut questions = 0;
    // The file may say which dataset it is before or after its questions: wait for the first one.
    let mut next = reader.next();
    let mut writer = target.start(destination.sink()?, reader.info())?;
    while let Some(mut question) = next {
        select(&mut question, &languages);
        writer.question(&question, &mut |remark| tally.lost(&remark))?;
        questions += 1;
        next = reader.next();
    }
    let info: DatasetInfo = reader.info().clone();
    writer.finish(&info, &mut |remark| tally.lost(&remark))?;
    drop(writer);
    destination.finish()?;
    tally.errors = reader.diagnostics(Severity::Error);
    tally.warnings = reader.diagnostics(Severity::Warning);
    tally.tell(session, &options.input);
    session.say(&format!(
        "{} converted from {} to {}",
        plural(questions, "question"),
        reader.format().name,
        target.format.name
    ));
    Ok(match tally.errors {
        0 => Verdict::Done,
        _ => Verdict::DoesNotHold,
    })
}

/// Keeps the wordings in these languages; all of them if none is named.
fn select(question: &mut Question, languages: &[Language]) {
    if languages.is_empty() {
        return;
    }
    let wanted = |language: &Language| languages.iter().any(|wanted| wanted.matches(language));
    question.texts.retain(|text| wanted(&text.language));
    question
        .queries
        .retain(|query| query.language.as_ref().is_none_or(wanted));
    question
        .localised_answers
        .retain(|language, _| wanted(language));
}

/// What was remarked while reading and writing.
#[derive(Default)]
struct Tally {
    errors: u64,
    warnings: u64,
    lost: BTreeMap<String, u64>,
}

impl Tally {
    fn lost(&mut self, remark: &Diagnostic) {
        match self.lost.get_mut(&remark.message) {
            Some(count) => *count += 1,
            None => {
                self.lost.insert(remark.message.clone(), 1);
            }
        }
    }

    fn tell(&self, session: &Session, input: &Path) {
        for (what, count) in &self.lost {
            session.say(&format!("warning: {what} ({})", plural(*count, "question")));
        }
        if self.errors + self.warnings > 0 {
            let file = input.display();
            session.say(&format!(
                "warning: {} and {} in {file}; see `lydite dataset check {file}`",
                plural(self.errors, "error"),
                plural(self.warnings, "warning"),
            ));
        }
    }
}

pub(super) fn generate(session: &Session, options: &Generate) -> Result<Verdict, Failure> {
    let target = target(options.to.as_deref(), &options.output)?;
    let destination = Destination::new(&options.output, options.force, None)?;
    let bar = session.progress(
        Some(options.questions),
        "{wide_bar} {human_pos}/{human_len} questions {eta}",
    );
    lydite_formats::generate(
        options.questions,
        options.seed,
        target,
        destination.sink()?,
        &mut |written| bar.set_position(written),
    )?;
    bar.finish_and_clear();
    destination.finish()?;
    let questions = plural(options.questions, "question");
    session.say(&format!("{questions} written as {}", target.format.name));
    Ok(Verdict::Done)
}

/// The format to write: by name, or by the extension of the file.
pub(crate) fn target(name: Option<&str>, output: &Path) -> Result<&'static Target, Failure> {
    let names = || {
        let names: Vec<_> = targets().iter().map(|target| target.format.name).collect();
        format!("formats that can be written: {}", names.join(", "))
    };
    if let Some(name) = name {
        return targets()
            .iter()
            .find(|target| target.format.name == name)
            .ok_or_else(|| {
                Failure::usage(format!("cannot write the format `{name}`")).hint(names())
            });
    }
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    targets()
        .iter()
        .find(|target| target.extension.split(' ').any(|known| known == extension))
        .ok_or_else(|| {
            Failure::usage(format!("which format shall {} have?", output.display()))
                .hint(format!("say --to FORMAT; {}", names()))
        })
}

/// A file that appears only when it is complete.
pub(crate) struct Destination {
    path: Option<PathBuf>,
    partial: PathBuf,
}

impl Destination {
    pub(crate) fn new(path: &Path, force: bool, input: Option<&Path>) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self {
                path: None,
                partial: PathBuf::new(),
            });
        }
        let same = |other: &Path| matches!((fs::canonicalize(path), fs::canonicalize(other)), (Ok(a), Ok(b)) if a == b);
        if input.is_some_and(same) {
            return Err(Failure::usage("the output would overwrite the input"));
        }
        if path.exists() && !force {
            return Err(Failure::usage(format!("{} exists already", path.display()))
                .hint("--force overwrites it"));
        }
        let mut partial = path.as_os_str().to_owned();
        partial.push(format!(".{}.part", std::process::id()));
        Ok(Self {
            path: Some(path.to_owned()),
            partial: partial.into(),
        })
    }

    pub(crate) fn sink(&self) -> io::Result<Box<dyn Write>> {
        Ok(match self.path {
            Some(_) => Box::new(BufWriter::with_capacity(
                256 * 1024,
                File::create(&self.partial)?,
            )),
            None => Box::new(BufWriter::new(io::stdout().lock())),
        })
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        match self.path.take() {
            Some(path) => fs::rename(&self.partial, path),
            None => Ok(()),
        }
    }
}

impl Drop for Destination {
    /// After a failure nothing half-written is left behind.
    fn drop(&mut self) {
        if self.path.is_some() {
            let _ = fs::remove_file(&self.partial);
        }
    }
}
