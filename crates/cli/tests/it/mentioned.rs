//! Whatever command is mentioned in a help text, a hint or the documentation is one that exists.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory, Parser};
use lydite::args::Cli;

/// The words of a line as a shell splits them, up to a pipe, a redirection or a comment, which
/// stands after two blanks or more.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut quote = None;
    let mut is_open = false;
    let mut blanks = 0;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.push(c),
            (None, '\'' | '"') => (quote, is_open) = (Some(c), true),
            (None, '|' | '>' | '<' | ';' | '&') => break,
            (None, ' ') => {
                blanks += 1;
                if is_open {
                    words.push(std::mem::take(&mut word));
                    is_open = false;
                }
                if blanks == 2 {
                    break;
                }
                continue;
            }
            (None, c) => {
                word.push(c);
                is_open = true;
            }
        }
        blanks = 0;
    }
    if is_open {
        words.push(word);
    }
    words
}

/// Why a whole command line is not understood.
fn refused(line: &str) -> Option<String> {
    let error = Cli::try_parse_from(words(line)).err()?;
    // Who asks for help gets it.
    error
        .use_stderr()
        .then(|| format!("{line}\n{}", error.render()))
}

/// Why a mention, which may leave out most of a command, does not fit any.
fn unknown(mention: &str) -> Option<String> {
    let program = Cli::command();
    let mut command = &program;
    for word in words(mention).iter().skip(1) {
        if let Some(own) = command.find_subcommand(word) {
            command = own;
        } else if let Some(option) = word.strip_prefix("--") {
            let option = option.split('=').next().unwrap_or_default();
            let has = |command: &Command| {
                let mut arguments = command.get_arguments();
                arguments.any(|one| one.get_long() == Some(option) && !one.is_hide_set())
            };
            if !has(command) && !has(&program) && !matches!(option, "help" | "version") {
                return Some(format!("`{mention}`: no --{option}"));
            }
        } else if command.has_subcommands() && !is_placeholder(word) {
            return Some(format!("`{mention}`: no {word}"));
        }
    }
    None
}

fn is_placeholder(word: &str) -> bool {
    word.contains(['…', '{', '-']) || word.chars().all(|c| c.is_ascii_uppercase())
}

/// What stands between backticks and begins with the name of the program.
fn mentions(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.split('`').filter(|span| !span.contains('\n'));
    // Rule sets are called by the name of the program and a version.
    let is_command = |span: &&str| {
        let rest = span.strip_prefix("lydite ");
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    spans.filter(is_command)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files under a folder whose names end like this.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_example_of_the_help_is_understood_and_fits_a_terminal() {
    fn visit(command: &Command, wrong: &mut Vec<String>, seen: &mut usize) {
        let help = command.get_after_help().map(ToString::to_string);
        for line in help.unwrap_or_default().lines() {
            let Some(line) = line.strip_prefix("  ") else {
                continue;
            };
            let line = line.trim_start();
            if line.starts_with("lydite ") {
                *seen += 1;
                wrong.extend(refused(line));
                // Broken by a terminal, it could not be copied.
                let width = line.chars().count() + 2;
                if width > 80 {
                    wrong.push(format!("{width} columns: {line}"));
                }
            }
        }
        for own in command.get_subcommands() {
            visit(own, wrong, seen);
        }
    }
    let (mut wrong, mut seen) = (Vec::new(), 0);
    visit(&Cli::command(), &mut wrong, &mut seen);
    assert!(seen > 150, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hints_and_messages_name_commands_that_exist() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for own in fs::read_dir(root().join("crates")).unwrap() {
        let source = own.unwrap().path().join("src");
        for file in files(&source, ".rs") {
            // A text that goes on in the next line of the source.
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.split("\\\n").enumerate();
            let lines = lines.map(|(at, part)| if at == 0 { part } else { part.trim_start() });
            let text = lines.collect::<String>();
            for mention in mentions(&text) {
                seen += 1;
                let reason = unknown(mention);
                wrong.extend(reason.map(|reason| format!("{}: {reason}", file.display())));
            }
        }
    }
    assert!(seen > 150, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_documentation_names_commands_that_exist() {
    let mut pages = files(&root().join("docs"), ".md");
    pages.push(root().join("README.md"));
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let mut reasons: Vec<String> = mentions(&text).filter_map(unknown).collect();
        let whole = text.replace("\\\n", "");
        let commands = whole.lines().filter_map(|line| line.strip_prefix("$ "));
        for command in commands.filter(|line| line.starts_with("lydite ")) {
            seen += 1;
            reasons.extend(refused(
                &command.split_whitespace().collect::<Vec<_>>().join(" "),
            ));
        }
        wrong.extend(
            reasons
                .iter()
                .map(|one| format!("{}: {one}", page.display())),
        );
    }
    assert!(seen > 100, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_command_that_does_not_exist_is_noticed() {
    for (mention, is_known) in [
        ("lydite dataset stats", true),
        ("lydite dataset info", false),
        ("lydite dataset import FILE --name NAME", true),
        ("lydite dataset import FILE --as NAME", false),
        ("lydite run --resume {id}", true),
        ("lydite rum", false),
    ] {
        assert_eq!(unknown(mention).is_none(), is_known, "{mention}");
    }
    assert!(refused("lydite score --gold G.json --answers A.json   a comment").is_none());
    assert!(refused("lydite score --gold G.json --anwers A.json").is_some());
    assert!(refused("lydite kg query demo 'ASK {}' | head").is_none());
}
