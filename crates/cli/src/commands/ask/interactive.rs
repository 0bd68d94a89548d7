//! Questions one after the other, on a terminal.

use std::fs;
use std::path::PathBuf;

use lydite_lab::asking::{Asking, Completion};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::show;
use crate::args::Ask;
use crate::failure::{Failure, Verdict};
use crate::session::Session;

/// How many questions of earlier sessions are kept.
const HISTORY: usize = 1000;

/// How many names are offered.
const OFFERED: usize = 30;

const COMMANDS: [&str; 5] = [":explain", ":guess", ":help", ":kg ", ":quit"];

const HELP: &str = "A question and Enter asks it; Tab completes a name of the graph.\n\
    :explain   show how questions are read, or not any more\n\
    :guess     answer even if words are not understood, or not any more\n\
    :kg GRAPH  ask another graph\n\
    :quit      leave, as Ctrl-D does; Ctrl-C drops the line";

/// Asks what somebody types, until they leave.
pub(super) fn run(session: &Session, options: &Ask) -> Result<Verdict, Failure> {
    let mut options = options.clone();
    let mut pipeline = session.pipeline(&options.pipeline)?;
    let mut asking = session.lab.asking(&options.kg, &pipeline)?;
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(HISTORY)
        .and_then(|builder| builder.history_ignore_dups(true))
        .map(|builder| builder.history_ignore_space(true).build())
        .map_err(|error| unusable(&error))?;
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<Names, MemHistory> =
        Editor::with_history(config, history).map_err(|error| unusable(&error))?;
    editor.set_helper(Some(Names::of(&asking)));
    let kept = Kept::of(session);
    for line in kept.lines() {
        // A line that is not kept is only not offered again.
        let _ = editor.add_history_entry(line);
    }
    session.say(&format!(
        "Questions about {}; :help says what else can be typed, :quit leaves.",
        lydite_lab::graphs::shown(&options.kg)
    ));
    loop {
        let line = match editor.readline("? ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(unusable(&error)),
        };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(line);
        let said = match Typed::of(line) {
            Typed::Quit => break,
            Typed::Help => {
                session.say(HELP);
                Ok(())
            }
            Typed::Explain => {
                options.explain = !options.explain;
                session.say(if options.explain {
                    "Explanations are shown."
                } else {
                    "Explanations are not shown any more."
                });
                Ok(())
            }
            Typed::Guess => {
                let name = if pipeline.abstains { "guess" } else { "auto" };
                pipeline = session.pipeline(name)?;
                session.say(&format!("The pipeline is {name} now."));
                Ok(())
            }
            Typed::Graph("") => {
                let shown = lydite_lab::graphs::shown(&options.kg);
                session.say(&format!("The graph is {shown}; :kg GRAPH asks another."));
                Ok(())
            }
            Typed::Graph(name) => match session.lab.asking(name, &pipeline) {
                Ok(other) => {
                    editor.set_helper(Some(Names::of(&other)));
                    asking = other;
                    name.clone_into(&mut options.kg);
                    let shown = lydite_lab::graphs::shown(name);
                    session.say(&format!("Questions about {shown} now."));
                    Ok(())
                }
                Err(error) => Err(error.into()),
            },
            Typed::Unknown => {
                session.say(&format!("There is no {line}; :help says what there is."));
                Ok(())
            }
            Typed::Question(question) => {
                let asked = asking.ask(question, options.lang, &pipeline, options.n);
                asked
                    .map_err(Failure::from)
                    .and_then(|asked| show(session, &options, &asked))
            }
        };
        if session.lab.config.cancel.is_cancelled() {
            break;
        }
        if let Err(failure) = said {
            session.say(&format!("error: {}", failure.message));
            if let Some(hint) = failure.hint {
                session.say(&format!("hint: {hint}"));
            }
        }
    }
    kept.keep(editor.history());
    Ok(Verdict::Done)
}

fn unusable(error: &ReadlineError) -> Failure {
    Failure::input(format!("the terminal cannot be used: {error}"))
}

/// What somebody typed.
#[derive(Debug, PartialEq)]
enum Typed<'l> {
    Question(&'l str),
    Explain,
    Guess,
    Help,
    Graph(&'l str),
    Quit,
    Unknown,
}

impl<'l> Typed<'l> {
    fn of(line: &'l str) -> Self {
        let Some(command) = line.strip_prefix(':') else {
            return match line {
                "exit" | "quit" => Self::Quit,
                "help" | "?" => Self::Help,
                _ => Self::Question(line),
            };
        };
        let (word, rest) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        match word {
            "explain" | "e" => Self::Explain,
            "guess" => Self::Guess,
            "help" | "h" | "?" => Self::Help,
            "kg" => Self::Graph(rest.trim()),
            "quit" | "q" | "exit" => Self::Quit,
            _ => Self::Unknown,
        }
    }
}

/// Offers names of the graph.
struct Names(Completion);

impl Names {
    /// Without names there is nothing to offer, and no reason to stop.
    fn of(asking: &Asking) -> Self {
        Self(asking.completion().unwrap_or_default())
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        if before.starts_with(':') {
            let offered = COMMANDS
                .iter()
                .filter(|command| command.starts_with(before));
            return Ok((0, offered.map(|command| (*command).to_owned()).collect()));
        }
        let (start, names) = self.0.complete(before, OFFERED);
        Ok((start, names.into_iter().map(str::to_owned).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Validator for Names {}

impl Helper for Names {}

/// The questions of earlier sessions, in the home directory.
struct Kept(Option<PathBuf>);

impl Kept {
    fn of(session: &Session) -> Self {
        Self(session.home().ok().map(|home| home.join("questions.txt")))
    }

    fn lines(&self) -> Vec<String> {
        let text = self
            .0
            .as_ref()
            .and_then(|path| fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Keeps them, at once or not at all; without a place for them they are forgotten.
    fn keep(&self, history: &MemHistory) {
        let Some(path) = &self.0 else {
            return;
        };
        let mut text = String::new();
        for line in history
            .into_iter()
            .skip(history.len().saturating_sub(HISTORY))
        {
            text.push_str(&line.replace(['\n', '\r'], " "));
            text.push('\n');
        }
        let partial = path.with_extension(format!("{}.partial", std::process::id()));
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder
            .and_then(|()| fs::write(&partial, text))
            .and_then(|()| fs::rename(&partial, path));
        if written.is_err() {
            let _ = fs::remove_file(&partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_questions() {
        assert_eq!(Typed::of(":kg  demo "), Typed::Graph("demo"));
        assert_eq!(Typed::of(":kg"), Typed::Graph(""));
        assert_eq!(Typed::of(":q"), Typed::Quit);
        assert_eq!(Typed::of(":nonsense"), Typed::Unknown);
        assert_eq!(Typed::of("Who is it?"), Typed::Question("Who is it?"));
    }
}
