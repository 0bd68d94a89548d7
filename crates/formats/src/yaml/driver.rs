//! Reads a YAML file item by item and hands each item to the variant that understands it.

use std::io;

use lydite_model::Action;

use super::compose::{Composer, Part};
use super::split::{LIST, Piece, Splitter};
use crate::codes;
use crate::context::{Bytes, Context, Output};
use crate::input::Window;
use crate::json::fields::wrong_type;
use crate::json::{JsonVariant, Value, report_error, report_replacements, report_slips};
use crate::reader::{Driver, RECORD_LIMIT};

/// Drives a variant over a YAML file.
pub(crate) struct YamlDriver {
    splitter: Splitter,
    composer: Composer,
    variant: Box<dyn JsonVariant>,
    index: usize,
}

impl YamlDriver {
    pub(crate) fn new(window: Window, variant: Box<dyn JsonVariant>) -> Self {
        Self {
            splitter: Splitter::new(window, RECORD_LIMIT),
            composer: Composer::default(),
            variant,
            index: 0,
        }
    }

    fn read(&mut self, part: Part, from: usize, to: usize, output: &mut Output) {
        let slice = self.splitter.window.slice(from, to);
        let index = self.index;
        let base = || match part {
            Part::Item => format!("{LIST}[{index}]"),
            Part::Document => String::new(),
        };
        let mut cx = Context {
            slice: &slice,
            base: &base,
            output,
        };
        report_replacements(&mut cx);
        match self.composer.compose(&slice.text, part) {
            Ok(None) => {}
            Ok(Some((tree, slips))) => {
                report_slips(slips, &mut cx);
                let variant = &mut *self.variant;
                match part {
                    Part::Item => variant.element(Some(LIST), tree.root(), &mut cx),
                    Part::Document => members(tree.root(), variant, &mut cx),
                }
            }
            Err(error) => report_error(&error, None, &mut cx),
        }
    }
}

/// Hands on the members of a root object, and the elements of its lists.
fn members(root: Value<'_>, variant: &mut dyn JsonVariant, cx: &mut Context<'_>) {
    if !root.is_object() && !root.is_null() {
        wrong_type(cx, root, "an object with a list of questions");
    }
    for (key, value) in root.members() {
        let is_list = (value.is_array() || value.is_null()) && variant.lists().contains(&&*key);
        if is_list {
            variant.list(&key);
        } else {
            variant.member(&key, value, cx);
        }
        for element in value.items().take_while(|_| is_list) {
            variant.element(Some(&key), element, cx);
        }
    }
}

impl Driver for YamlDriver {
    fn advance(&mut self, output: &mut Output) -> io::Result<bool> {
        match self.splitter.next()? {
            Piece::Document { from, to } => self.read(Part::Document, from, to, output),
            Piece::Item { from, to } => {
                self.read(Part::Item, from, to, output);
                self.index += 1;
            }
            Piece::TooLarge => {
                let slice = self.splitter.window.slice(0, 1);
                let index = self.index;
                Context {
                    slice: &slice,
                    base: &|| format!("{LIST}[{index}]"),
                    output,
                }
                .report(
                    &Bytes(0, 1),
                    &codes::TOO_LARGE,
                    Action::Skipped,
                    format!("this record is larger than {} MiB", RECORD_LIMIT >> 20),
                );
                self.index += 1;
            }
            Piece::End => {
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
