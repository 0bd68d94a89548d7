//! The book, executed: every command in README.md and docs/ does what its page shows.
//!
//! Lines that begin with `$ ` in a console block are run by a shell in a fresh folder for each
//! page, in a terminal of 80 columns; what follows is their output, with the wildcards of
//! `wildcards.rs`. A block `file=NAME` is a file that the commands after it find. A command that
//! fails is followed by `$ echo $?`. A picture of a page that its commands draw is the one that
//! they draw. `LYDITE_BLESS=1` writes the output that came into the pages, and the pictures.

mod cargo;
mod links;
mod page;
mod terminal;
mod wildcards;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use page::{Block, Command, Page, Run};
use terminal::{Done, Output, Shell};

/// The width of the terminal that the book is written for.
const COLUMNS: usize = 80;
/// How many blocks are not run; each says why.
const NOT_RUN: usize = 20;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// README.md and the pages of docs/.
fn book() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(root().join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = docs
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

#[test]
fn every_command_of_the_book_does_what_its_page_shows() {
    if !terminal::has_terminals() {
        return;
    }
    let published = lydite_testing::shared("");
    let failures = Mutex::new(Vec::new());
    let ran = Mutex::new(0);
    let pages = Mutex::new(book());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(path) = pages.lock().unwrap().pop() else {
                        break;
                    };
                    let (commands, found) = execute(&path, published.as_deref());
                    *ran.lock().unwrap() += commands;
                    failures.lock().unwrap().extend(found);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let ran = ran.into_inner().unwrap();
    eprintln!("{ran} commands of the book were run");
    assert!(ran > 0);
}

/// Runs the commands of a page; how many there were, and what went wrong.
fn execute(path: &Path, published: Option<&Path>) -> (usize, Vec<String>) {
    let page = Page::read(path);
    let mut shell = Shell::new(published.map(Path::to_owned));
    let mut failures = Vec::new();
    let mut renewed = Vec::new();
    let mut ran = 0;
    for block in &page.blocks {
        if let Some(name) = block.file() {
            let file = shell.folder().join(name);
            assert!(!file.exists(), "{}: two files {name}", path.display());
            std::fs::write(file, page.text(block)).unwrap();
        }
        if !is_run(&page, block, published.is_some()) {
            continue;
        }
        let commands = page.commands(block);
        for (at, command) in commands.iter().enumerate() {
            let done = shell.run(&command.text, Output::Terminal(COLUMNS));
            ran += 1;
            let asks = |next: &Command| next.text == "echo $?";
            if done.code != 0 && !commands.get(at + 1).is_some_and(asks) {
                failures.push(format!(
                    "{}\nends with {}, which the page does not show by `$ echo $?`",
                    place(&page, command),
                    done.code
                ));
            }
            failures.extend(difference(&page, command, &done));
            renewed.push((command.expected.clone(), done.lines));
        }
    }
    let is_blessed = std::env::var_os("LYDITE_BLESS").is_some();
    if is_blessed {
        bless(&page, renewed);
        failures.retain(|failure| failure.contains("`$ echo $?`"));
    }
    for picture in links::pictures(path) {
        let drawn = shell.folder().join(picture.file_name().unwrap());
        let Ok(drawn) = std::fs::read(drawn) else {
            continue;
        };
        if is_blessed {
            std::fs::write(&picture, drawn).unwrap();
        } else if std::fs::read(&picture).ok() != Some(drawn) {
            failures.push(format!(
                "{}: {} is not what the commands draw",
                path.display(),
                picture.display()
            ));
        }
    }
    (ran, failures)
}

fn is_run(page: &Page, block: &Block, has_published_files: bool) -> bool {
    if block.language != "console" {
        return false;
    }
    match block.run() {
        Some(Run::Always) => true,
        Some(Run::WithPublishedFiles) => has_published_files,
        Some(Run::Never(_)) => false,
        None => panic!(
            "{}:{}: `{}` says neither `needs published files` nor `not run: WHY`",
            page.path.display(),
            block.lines.start,
            block.note
        ),
    }
}

fn place(page: &Page, command: &Command) -> String {
    let line = command.expected.start;
    format!("{}:{line}: $ {}", page.path.display(), command.text)
}

/// The expected lines, without the empty ones that set commands apart.
fn expected<'p>(page: &'p Page, command: &Command) -> &'p [String] {
    let mut lines = &page.lines[command.expected.clone()];
    while let Some((last, others)) = lines.split_last()
        && last.is_empty()
    {
        lines = others;
    }
    lines
}

fn difference(page: &Page, command: &Command, done: &Done) -> Option<String> {
    let expected = expected(page, command);
    if wildcards::matches(expected, &done.lines) {
        return None;
    }
    Some(format!(
        "{}\n--- the page shows\n{}\n--- the program prints\n{}\n---",
        place(page, command),
        expected.join("\n"),
        done.lines.join("\n")
    ))
}

/// Writes what came into the page.
fn bless(page: &Page, renewed: Vec<(std::ops::Range<usize>, Vec<String>)>) {
    let mut lines = page.lines.clone();
    for (range, actual) in renewed.into_iter().rev() {
        let shown = &page.lines[range.clone()];
        let blank = shown
            .iter()
            .rev()
            .take_while(|line| line.is_empty())
            .count();
        let end = range.end - blank;
        let new = wildcards::renewed(&page.lines[range.start..end], &actual);
        assert!(
            !new.iter().any(|line| line.starts_with("$ ")),
            "{}:{}: output that looks like a command; leave it out with `...`",
            page.path.display(),
            range.start
        );
        lines.splice(range.start..end, new);
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(&page.path, text).unwrap();
}

#[test]
fn what_is_not_run_says_why_and_is_counted() {
    let mut not_run = Vec::new();
    for path in book() {
        let page = Page::read(&path);
        for block in &page.blocks {
            let at = format!("{}:{}", path.display(), block.lines.start);
            if block.language == "console" {
                if let Some(Run::Never(reason)) = block.run() {
                    not_run.push(format!("{at}: {reason}"));
                }
            } else {
                let text = page.text(block);
                let is_ours =
                    |line: &str| line.starts_with("lydite ") || line.starts_with("$ lydite ");
                assert!(
                    !text.lines().any(is_ours),
                    "{at}: commands belong into a console block"
                );
            }
        }
    }
    assert_eq!(not_run.len(), NOT_RUN, "{not_run:#?}");
}

#[test]
fn all_links_between_pages_lead_somewhere() {
    let pages = links::pages(&root());
    assert!(pages.len() > 10);
    let broken: Vec<String> = pages.iter().flat_map(|page| links::broken(page)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn whatever_a_page_has_cargo_run_exists() {
    let root = root();
    let pages = links::pages(&root);
    let missing: Vec<String> = pages
        .iter()
        .flat_map(|page| cargo::missing(&root, page))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn no_command_of_the_readme_prints_a_line_wider_than_the_terminal() {
    if !terminal::has_terminals() {
        return;
    }
    for columns in [60, 80, 100, 200] {
        for (command, done) in readme(Output::Terminal(columns)) {
            for line in &done.lines {
                let width = unicode_width::UnicodeWidthStr::width(line.as_str());
                assert!(
                    width <= columns,
                    "`{command}` prints {width} columns in a terminal of {columns}:\n{line}"
                );
            }
        }
    }
}

#[test]
fn no_command_of_the_readme_cuts_anything_in_a_pipe() {
    for (command, done) in readme(Output::Pipe) {
        let cut = done.lines.iter().find(|line| line.contains('…'));
        assert_eq!(cut, None, "`{command}`");
    }
}

/// The commands of the README with what they print, those aside that need what is not here.
fn readme(output: Output) -> Vec<(String, Done)> {
    let page = Page::read(&root().join("README.md"));
    let published = lydite_testing::shared("");
    let mut shell = Shell::new(published.clone());
    let mut done = Vec::new();
    for block in &page.blocks {
        if let Some(name) = block.file() {
            std::fs::write(shell.folder().join(name), page.text(block)).unwrap();
        }
        if is_run(&page, block, published.is_some()) {
            for command in page.commands(block) {
                let result = shell.run(&command.text, output);
                done.push((command.text, result));
            }
        }
    }
    assert!(!done.is_empty());
    done
}
