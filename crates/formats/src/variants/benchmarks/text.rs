//! Benchmarks and answers that are lines of text, each with a layout of its own.

use std::cmp::Ordering;

use lydite_model::Action;

use super::draft::Draft;
use super::graph::Graph;
use crate::codes;
use crate::context::{Bytes, Context};
use crate::format::{Format, Probe, Shape, Variant};
use crate::input::Window;
use crate::layouts::Layout;
use crate::reader::Driver;
use crate::variants::lines::{Lines, ReadLine};

/// A benchmark whose records are lines.
pub(crate) struct TextSet {
    pub format: Format,
    pub layout: Layout,
    pub graph: Graph,
    /// Whether lines have identifiers.
    pub has_ids: bool,
    /// Whether the first lines of a file are of this set; there is one at least.
    pub recognises: fn(&[&str]) -> bool,
    /// Reads a line; what is wrong with it, if it cannot be read.
    pub read: fn(&str, &mut Draft<'_, '_>) -> Result<Kept, &'static str>,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// It is a question or an answer.
    Question,
    /// It is a header, or a total.
    Nothing,
}

/// How many lines decide.
const PROBE_LINES: usize = 40;

impl Variant for &'static TextSet {
    fn format(&self) -> Format {
        self.format
    }

    fn layout(&self) -> Option<Layout> {
        Some(self.layout)
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        if !matches!(probe.shape, Shape::Text | Shape::Json(_)) {
            return false;
        }
        let head = &*probe.head;
        // The last line may be cut off; a file of one line is shorter than the probe.
        let whole = head.rfind('\n').map_or(head, |end| &head[..end]);
        let lines = whole.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.take(PROBE_LINES).collect();
        !lines.is_empty() && (self.recognises)(&lines)
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        Box::new(Lines::new(
            window,
            TextLines {
                set: self,
                position: 0,
                columns: None,
            },
        ))
    }
}

struct TextLines {
    set: &'static TextSet,
    position: usize,
    /// How many columns the first line has.
    columns: Option<usize>,
}

impl TextLines {
    /// Remarks on a line that has more or fewer columns than the first.
    fn check_columns(&mut self, line: &str, cx: &mut Context<'_>) {
        let found = line.split('\t').count();
        let expected = *self.columns.get_or_insert(found);
        let code = match found.cmp(&expected) {
            Ordering::Equal => return,
            Ordering::Less => &codes::SHORT_ROW,
            Ordering::Greater => &codes::RAGGED_ROW,
        };
        let message = format!("{found} columns, the first line has {expected}");
        cx.report(&Bytes(0, 1), code, Action::Kept, message);
    }
}

impl ReadLine for TextLines {
    fn line(&mut self, _index: usize, cx: &mut Context<'_>) {
        let slice = cx.slice;
        let line = slice.text.trim_end_matches(['\r', '\n']);
        cx.output.info.layout = Some(self.set.format.name);
        if cx.output.info.knowledge_base.is_none() {
            cx.output.info.knowledge_base = self.set.graph.name().map(str::to_owned);
        }
        let spot = Bytes(0, slice.text.len());
        let mut draft = Draft::new(cx, &spot, self.set.graph);
        match (self.set.read)(line, &mut draft) {
            Ok(Kept::Question) => {
                self.position += 1;
                draft.finish(self.position, self.set.has_ids);
                self.check_columns(line, cx);
            }
            Ok(Kept::Nothing) => {}
            Err(wrong) => {
                self.position += 1;
                let spot = Bytes(0, 1);
                cx.report(&spot, &codes::NOT_A_LINE, Action::Skipped, wrong);
            }
        }
    }
}
