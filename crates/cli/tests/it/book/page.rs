//! A page of the book as a test sees it: the blocks in fences, in the order of the page.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A page and its fenced blocks.
pub(super) struct Page {
    /// The file.
    pub(super) path: PathBuf,
    /// Its lines, without line ends.
    pub(super) lines: Vec<String>,
    /// The blocks, in order.
    pub(super) blocks: Vec<Block>,
}

/// What stands between two fences.
#[derive(Debug)]
pub(super) struct Block {
    /// The first word behind the opening fence: `console`, `json` …
    pub(super) language: String,
    /// What else stands there.
    pub(super) note: String,
    /// The lines between the fences.
    pub(super) lines: Range<usize>,
}

/// A command of a console block.
#[derive(Debug, PartialEq)]
pub(super) struct Command {
    /// What the shell gets, continuation lines included.
    pub(super) text: String,
    /// The lines of output that follow.
    pub(super) expected: Range<usize>,
}

/// Whether a console block is run, by what its info string says.
#[derive(Debug, PartialEq)]
pub(super) enum Run {
    /// It needs nothing but the program.
    Always,
    /// It needs the published files, which the shared data stand in for.
    WithPublishedFiles,
    /// It is not run, for this reason.
    Never(String),
}

impl Page {
    /// Reads a page.
    pub(super) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self::parse(path, &text)
    }

    /// Finds the blocks of a text.
    pub(super) fn parse(path: &Path, text: &str) -> Self {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut blocks = Vec::new();
        let mut open: Option<(usize, String)> = None;
        for (at, line) in lines.iter().enumerate() {
            let Some(info) = line.trim_start().strip_prefix("```") else {
                continue;
            };
            match open.take() {
                None => open = Some((at + 1, info.trim().to_owned())),
                Some((start, info)) => {
                    let (language, note) = info.split_once(' ').unwrap_or((&info, ""));
                    blocks.push(Block {
                        language: language.to_owned(),
                        note: note.trim().to_owned(),
                        lines: start..at,
                    });
                }
            }
        }
        assert!(open.is_none(), "{}: a fence is not closed", path.display());
        Self {
            path: path.to_owned(),
            lines,
            blocks,
        }
    }

    /// The text of a block.
    pub(super) fn text(&self, block: &Block) -> String {
        let lines = &self.lines[block.lines.clone()];
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The commands of a console block.
    pub(super) fn commands(&self, block: &Block) -> Vec<Command> {
        let mut commands: Vec<Command> = Vec::new();
        let mut is_continued = false;
        for at in block.lines.clone() {
            let line = &self.lines[at];
            if is_continued {
                let command = commands.last_mut().expect("a command goes on");
                command.text.push('\n');
                command.text.push_str(line);
                command.expected = at + 1..at + 1;
                is_continued = line.ends_with('\\');
            } else if let Some(text) = line.strip_prefix("$ ") {
                commands.push(Command {
                    text: text.to_owned(),
                    expected: at + 1..at + 1,
                });
                is_continued = line.ends_with('\\');
            } else {
                let place = format!("{}:{}", self.path.display(), at + 1);
                let command = commands.last_mut();
                let command = command.unwrap_or_else(|| panic!("{place}: output before a command"));
                command.expected.end = at + 1;
            }
        }
        commands
    }
}

impl Block {
    /// The file that this block is, if it is one: `file=NAME`.
    pub(super) fn file(&self) -> Option<&str> {
        self.note.strip_prefix("file=")
    }

    /// Whether a console block is run; none if its info string says something else.
    pub(super) fn run(&self) -> Option<Run> {
        if self.note.is_empty() {
            return Some(Run::Always);
        }
        if self.note == "needs published files" {
            return Some(Run::WithPublishedFiles);
        }
        let reason = self.note.strip_prefix("not run: ")?;
        Some(Run::Never(reason.to_owned()))
    }
}

#[test]
fn a_page_is_taken_apart() {
    let text = "# Title\n```json file=a.json\n{}\n```\n```console\n$ one \\\n    --two\nout\n\n\
                $ three\n```\n```console not run: no service\n$ x\n```\n";
    let page = Page::parse(Path::new("p.md"), text);

    assert_eq!(page.blocks[0].file(), Some("a.json"));
    assert_eq!(page.text(&page.blocks[0]), "{}\n");
    let commands = page.commands(&page.blocks[1]);
    assert_eq!(commands[0].text, "one \\\n    --two");
    assert_eq!(page.lines[commands[0].expected.clone()], ["out", ""]);
    assert_eq!(commands[1].text, "three");
    assert!(commands[1].expected.is_empty());
    assert_eq!(page.blocks[1].run(), Some(Run::Always));
    assert_eq!(
        page.blocks[2].run(),
        Some(Run::Never("no service".to_owned()))
    );
}
