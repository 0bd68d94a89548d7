//! Reads a JSON file record by record and hands each record to the variant that understands it.

use std::io;

use lydite_model::Action;

use super::split::{Event, Splitter, Trouble};
use super::syntax::{First, Parser, Reason, Slip, SlipKind, SyntaxError, show};
use super::tree::{Tree, Value};
use crate::codes;
use crate::context::{Bytes, Context, Output};
use crate::input::Window;
use crate::json::fields::misspelt;
use crate::reader::{Driver, RECORD_LIMIT};
use crate::spelling;

/// One JSON (or YAML) format: what its records mean.
pub(crate) trait JsonVariant: Send {
    /// The lists that the root object may have.
    fn lists(&self) -> &'static [&'static str] {
        &["questions"]
    }

    /// Whether a list under any key of the root object belongs to the format.
    fn takes_any_list(&self) -> bool {
        false
    }

    /// A list under this key of the root object begins.
    fn list(&mut self, _key: &str) {}

    /// An element of the root list, or of the list under a key of the root object.
    fn element(&mut self, key: Option<&str>, value: Value<'_>, cx: &mut Context<'_>);

    /// A member of the root object that is not a list.
    fn member(&mut self, key: &str, value: Value<'_>, cx: &mut Context<'_>);

    /// The end of the file, for variants that hold something back; called until nothing is left.
    fn finish(&mut self, _cx: &mut Context<'_>) {}

    /// Whether nothing is held back any more.
    fn is_done(&self) -> bool {
        true
    }
}

/// Drives a variant over a file.
pub(crate) struct JsonDriver {
    splitter: Splitter,
    parser: Parser,
    variant: Box<dyn JsonVariant>,
    /// The key of the current list within the root object.
    list: Option<String>,
    /// Whether the current list is one that the format does not have.
    ignored: bool,
    index: usize,
    /// Whether the last thing that was found does not belong there.
    strayed: bool,
    /// Whether the tokens of the next record are in the parser already.
    is_read: bool,
    /// The first key of the records, by which the next one is found after a broken one.
    first_key: Option<String>,
}

impl JsonDriver {
    pub(crate) fn new(window: Window, variant: Box<dyn JsonVariant>) -> Self {
        Self {
            splitter: Splitter::new(window, RECORD_LIMIT),
            parser: Parser::default(),
            variant,
            list: None,
            ignored: false,
            index: 0,
            strayed: false,
            is_read: false,
            first_key: None,
        }
    }

    /// Reads the record in `from..to`.
    fn record(&mut self, member: Option<&str>, from: usize, to: usize, output: &mut Output) {
        let slice = self.splitter.window.slice(from, to);
        // Where invalid bytes were replaced, the places of the tokens are others.
        let is_read = std::mem::take(&mut self.is_read) && slice.is_source();
        let parsed = if is_read {
            Ok(())
        } else {
            self.parser.parse(&slice.text)
        };
        let (list, index) = (self.list.as_deref(), self.index);
        let base = || match (member, list) {
            (Some(key), _) => key.to_owned(),
            (None, list) => format!("{}[{index}]", list.unwrap_or_default()),
        };
        let mut cx = Context {
            slice: &slice,
            base: &base,
            output,
        };
        report_replacements(&mut cx);
        if let Err(error) = parsed {
            report_error(&error, None, &mut cx);
            let at = from + slice.source_offset(error.at);
            self.resume_inside(at, to);
            return;
        }
        let tree = Tree {
            text: &slice.text,
            tokens: &self.parser.tokens,
            owned: &[],
        };
        let root = tree.root();
        report_slips(&self.parser.slips, &mut cx);
        match member {
            Some(key) => self.variant.member(key, root, &mut cx),
            None => {
                if self.first_key.is_none() {
                    self.first_key = root.members().next().map(|(key, _)| key.into_owned());
                }
                self.variant.element(list, root, &mut cx);
            }
        }
    }

    /// A list of the root object begins.
    fn list(&mut self, key: &str, output: &mut Output) {
        let known = self.variant.lists();
        let any = self.variant.takes_any_list();
        let meant = spelling::meant(key, known).filter(|_| !any);
        self.ignored = !any && !known.contains(&key) && meant.is_none();
        let slice = self.splitter.window.slice(0, 0);
        let mut cx = Context {
            slice: &slice,
            base: &|| key.to_owned(),
            output,
        };
        let place = Bytes(0, 0);
        if self.ignored {
            cx.report(
                &place,
                &codes::UNKNOWN_FIELD,
                Action::Skipped,
                format!("the format has no list `{key}`; it was ignored"),
            );
        } else if let Some(meant) = meant {
            misspelt(&mut cx, &place, key, meant);
        }
        let key = meant.unwrap_or(key);
        self.variant.list(key);
        (self.list, self.index) = (Some(key.to_owned()), 0);
    }

    /// After an error at `at` in a record that ends at `to`: goes on with the next record, which
    /// the broken one may have swallowed.
    fn resume_inside(&mut self, at: usize, to: usize) {
        let Some(key) = &self.first_key else {
            return;
        };
        let bytes = self.splitter.window.bytes();
        let to = to.min(bytes.len());
        let at = at.min(to);
        if let Some(found) = super::split::find_object(&bytes[at..to], key) {
            self.splitter.resume_at(at + found);
        }
    }

    /// A value whose end was not found: says why, and goes on with the next record.
    fn broken(
        &mut self,
        from: usize,
        to: usize,
        trouble: Trouble,
        output: &mut Output,
    ) -> io::Result<()> {
        // With the bracket that does not fit, so that the parser says what should stand there.
        let end = to + usize::from(trouble == Trouble::Unbalanced);
        let slice = self.splitter.window.slice(from, end);
        let (list, index) = (self.list.as_deref(), self.index);
        let base = || format!("{}[{index}]", list.unwrap_or_default());
        let mut cx = Context {
            slice: &slice,
            base: &base,
            output,
        };
        let error = self.parser.parse(&slice.text).err();
        let at = error
            .as_ref()
            .map_or(to - from, |error| slice.source_offset(error.at));
        match error {
            Some(error) if error.reason != Reason::End => report_error(&error, None, &mut cx),
            Some(error) if trouble == Trouble::Truncated => {
                report_error(&error, Some(slice.text.len()), &mut cx);
            }
            _ if trouble == Trouble::TooLarge => {
                cx.report(
                    &Bytes(0, 1),
                    &codes::TOO_LARGE,
                    Action::Skipped,
                    format!("this record is larger than {} MiB", RECORD_LIMIT >> 20),
                );
            }
            _ => {
                cx.report(
                    &Bytes(slice.text.len().saturating_sub(1), slice.text.len()),
                    &codes::SYNTAX,
                    Action::Skipped,
                    "a bracket that closes nothing",
                );
            }
        }
        let first_key = self
            .first_key
            .clone()
            .or_else(|| first_key(&slice.text).map(str::to_owned));
        if trouble == Trouble::Unbalanced && self.splitter.is_among_members() {
            // The brackets that fit nothing would else end the document.
            self.splitter.resume_after_brackets(to);
            return Ok(());
        }
        // The brace of this record itself is not the next record.
        let next = (from + at.max(1)).min(self.splitter.window.bytes().len());
        match first_key {
            Some(key) => self.splitter.resume_at_next(next, &key),
            None => Ok(()),
        }
    }
}

impl Driver for JsonDriver {
    fn advance(&mut self, output: &mut Output) -> io::Result<bool> {
        self.is_read = false;
        let event = self.splitter.next_with(&mut |bytes| {
            let first = if self.ignored {
                First::Flawed
            } else {
                self.parser.parse_first(bytes)
            };
            self.is_read |= matches!(first, First::Whole(_));
            first
        })?;
        // One character that does not belong seldom comes alone; the first one says it for all.
        let is_stray = matches!(event, Event::Stray { .. });
        if is_stray && self.strayed {
            return Ok(true);
        }
        self.strayed = is_stray;
        match event {
            Event::Root { .. } => {}
            Event::List { key } => self.list(&key, output),
            Event::Element { .. } if self.ignored => {}
            Event::Element { from, to } => {
                self.record(None, from, to, output);
                self.index += 1;
            }
            Event::Member { key, from, to } => self.record(Some(&key), from, to, output),
            Event::Broken { from, to, trouble } => {
                self.broken(from, to, trouble, output)?;
                self.index += 1;
            }
            Event::Stray { at } => {
                let slice = self.splitter.window.slice(at, at + 1);
                let stray = slice.text.chars().next().unwrap_or('?');
                Context {
                    slice: &slice,
                    base: &String::new,
                    output,
                }
                .report(
                    &Bytes(0, 1),
                    &codes::STRAY,
                    Action::Skipped,
                    format!("{} does not belong here", show(stray)),
                )
                .hint = Some("look for an extra bracket before it".to_owned());
            }
            Event::Truncated => {
                let end = self.splitter.window.slice(0, 0);
                Context {
                    slice: &end,
                    base: &String::new,
                    output,
                }
                .report(
                    &Bytes(0, 0),
                    &codes::TRUNCATED,
                    Action::Kept,
                    "the file ends before its last bracket is closed",
                );
            }
            Event::End => {
                let end = self.splitter.window.slice(0, 0);
                self.variant.finish(&mut Context {
                    slice: &end,
                    base: &String::new,
                    output,
                });
                return Ok(!self.variant.is_done());
            }
        }
        Ok(true)
    }
}

fn first_key(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    rest.split('"').next()
}

/// Invalid UTF-8 was replaced when the slice was made.
pub(crate) fn report_replacements(cx: &mut Context<'_>) {
    if !cx.slice.is_source() {
        let at = cx.slice.text.find('\u{fffd}').unwrap_or(0);
        cx.report(
            &Bytes(at, at + 3),
            &codes::INVALID_UTF8,
            Action::Repaired,
            "bytes that are not UTF-8, read as the replacement character",
        );
    }
}

pub(crate) fn report_error(error: &SyntaxError, end: Option<usize>, cx: &mut Context<'_>) {
    let code = match error.reason {
        Reason::Depth => &codes::TOO_DEEP,
        Reason::End if end.is_some() => &codes::TRUNCATED,
        _ => &codes::SYNTAX,
    };
    let diagnostic = cx.report(
        &Bytes(error.at, error.at + 1),
        code,
        Action::Skipped,
        error.message.clone(),
    );
    diagnostic.hint = if code.id == codes::TRUNCATED.id {
        Some("compare the size of the file with that of the original".to_owned())
    } else {
        error.hint.map(str::to_owned)
    };
}

pub(crate) fn report_slips(slips: &[Slip], cx: &mut Context<'_>) {
    for slip in slips {
        let (code, message) = match slip.kind {
            SlipKind::TrailingComma => (&codes::NOT_QUITE_JSON, "a comma with nothing after it"),
            SlipKind::MissingComma => (&codes::NOT_QUITE_JSON, "a comma is missing before this"),
            SlipKind::Comment => (&codes::NOT_QUITE_JSON, "JSON has no comments"),
            SlipKind::ControlCharacter => (
                &codes::NOT_QUITE_JSON,
                "a line break or control character inside a string",
            ),
            SlipKind::Notation => (&codes::NOT_QUITE_JSON, "not a JSON value"),
            SlipKind::Escape => (&codes::NOT_QUITE_JSON, "not an escape sequence of JSON"),
            SlipKind::DuplicateKey => (
                &codes::DUPLICATE_KEY,
                "this key occurs twice in the same object",
            ),
        };
        cx.report(
            &Bytes(slip.at, slip.at + 1),
            code,
            Action::Repaired,
            message,
        );
    }
}
