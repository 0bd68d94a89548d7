//! JSON-LD that the parser would read wrongly is refused.
//!
//! A type can bring a context of its own (JSON-LD 1.1, 4.1.3). It holds for the values of an index
//! map too (JSON-LD 1.1 API, 5.1.2, steps 7 and 13.8), but the parser reads them by the context
//! before it, and so gives wrong properties. The text is watched on its way to the parser for such
//! maps; what stands in the way of nobody is only noted.

use std::io::{self, Read};

use json_event_parser::{JsonEvent, LowLevelJsonParser, LowLevelJsonParserResult};
use rustc_hash::FxHashSet;

/// More of what may be such maps are not noted.
const NOTED: usize = 1 << 12;

/// A text on its way to the parser; reading its end fails if it has such maps.
pub(super) struct IndexMaps<R> {
    inner: R,
    watch: Option<Watch>,
}

impl<R: Read> IndexMaps<R> {
    /// Watches a text, if it is JSON-LD.
    pub(super) fn watched(inner: R, is_json_ld: bool) -> Self {
        let watch = is_json_ld.then(Watch::default);
        Self { inner, watch }
    }
}

impl<R: Read> Read for IndexMaps<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let Some(watch) = &mut self.watch else {
            return Ok(count);
        };
        // What is not JSON is for the parser to say.
        if watch.pass(&buffer[..count], count == 0).is_none() {
            self.watch = None;
        } else if count == 0
            && let Some((kind, map)) = watch.misread()
        {
            let reason = format!(
                "it has an index map, `{map}`, in a node of type `{kind}`, which has a context of \
                 its own; such maps are not read correctly: write the values of `{map}` as an array"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(count)
    }
}

/// What was seen of a document.
#[derive(Default)]
struct Watch {
    parser: LowLevelJsonParser,
    /// What the JSON parser has not taken yet.
    rest: Vec<u8>,
    open: Vec<Level>,
    terms: Terms,
    noted: FxHashSet<Noted>,
}

/// The terms of all contexts by what they are.
#[derive(Default)]
struct Terms {
    /// Those that stand for `@type`.
    types: FxHashSet<String>,
    type_maps: FxHashSet<String>,
    index_maps: FxHashSet<String>,
    /// Those with a context of their own.
    scoped: FxHashSet<String>,
}

/// A node with what may be an index map.
#[derive(PartialEq, Eq, Hash)]
struct Noted {
    kind: String,
    /// What must be a type map for this to be its type.
    through: Option<String>,
    map: String,
}

/// An array or an object that is open.
#[derive(Default)]
struct Level {
    is_array: bool,
    in_context: bool,
    /// The key that it stands under, maybe within arrays.
    under: String,
    /// The key that what it stands in stands under.
    above: String,
    /// The key that is being read.
    key: String,
    types: Vec<String>,
    maps: Vec<String>,
}

impl Watch {
    /// Looks at the next bytes; nothing if they are not JSON.
    fn pass(&mut self, bytes: &[u8], is_end: bool) -> Option<()> {
        self.rest.extend_from_slice(bytes);
        let rest = std::mem::take(&mut self.rest);
        let mut taken = 0;
        loop {
            let LowLevelJsonParserResult {
                consumed_bytes,
                event,
            } = self.parser.parse_next(&rest[taken..], is_end);
            taken += consumed_bytes;
            let Some(event) = event else { break };
            let event = event.ok()?;
            if event == JsonEvent::Eof {
                break;
            }
            see(&mut self.open, &mut self.terms, &mut self.noted, event);
        }
        self.rest = rest[taken..].to_vec();
        Some(())
    }

    /// A type with a context of its own, and an index map in a node of this type.
    fn misread(&self) -> Option<(&str, &str)> {
        let terms = &self.terms;
        let mut found: Vec<_> = self
            .noted
            .iter()
            .filter(|noted| {
                let through = noted.through.as_ref();
                terms.scoped.contains(&noted.kind)
                    && terms.index_maps.contains(&noted.map)
                    && through.is_none_or(|map| terms.type_maps.contains(map))
            })
            .map(|noted| (noted.kind.as_str(), noted.map.as_str()))
            .collect();
        found.sort_unstable();
        found.first().copied()
    }
}

fn see(
    open: &mut Vec<Level>,
    terms: &mut Terms,
    noted: &mut FxHashSet<Noted>,
    event: JsonEvent<'_>,
) {
    match event {
        JsonEvent::ObjectKey(key) => {
            if let Some(level) = open.last_mut() {
                if level.in_context && key == "@context" {
                    terms.scoped.insert(level.under.clone());
                }
                level.key = key.into_owned();
            }
        }
        JsonEvent::String(text) => {
            if let Some(level) = open.last_mut() {
                level.string(&text, terms);
            }
        }
        JsonEvent::StartArray | JsonEvent::StartObject => {
            let is_array = event == JsonEvent::StartArray;
            if !is_array {
                note_map(open);
            }
            let level = open.last().map_or_else(Level::default, |parent| Level {
                in_context: parent.in_context || parent.name() == "@context",
                under: parent.name().to_owned(),
                above: parent.under.clone(),
                ..Level::default()
            });
            open.push(Level { is_array, ..level });
        }
        JsonEvent::EndArray | JsonEvent::EndObject => {
            let Some(level) = open.pop() else { return };
            if level.is_array {
                if let Some(parent) = open.last_mut() {
                    parent.types.extend(level.types);
                }
                return;
            }
            let holder = open.iter().rev().find(|level| !level.is_array);
            let through = holder.map(|map| (Some(map.under.clone()), level.under.clone()));
            let types = level.types.into_iter().map(|kind| (None, kind));
            for (through, kind) in types.chain(through) {
                for map in &level.maps {
                    if noted.len() < NOTED {
                        noted.insert(Noted {
                            kind: kind.clone(),
                            through: through.clone(),
                            map: map.clone(),
                        });
                    }
                }
            }
        }
        _ => {}
    }
}

/// An object begins: if it is in an object in an object, that one may be a map.
fn note_map(open: &mut [Level]) {
    let Some(at) = open.iter().rposition(|level| !level.is_array) else {
        return;
    };
    let map = open[at].under.clone();
    if let Some(node) = at.checked_sub(1).map(|at| &mut open[at])
        && !node.is_array
        && !node.in_context
        && !node.maps.contains(&map)
    {
        node.maps.push(map);
    }
}

impl Level {
    /// The key that a value in it stands under.
    fn name(&self) -> &str {
        if self.is_array {
            &self.under
        } else {
            &self.key
        }
    }

    fn string(&mut self, text: &str, terms: &mut Terms) {
        let name = self.name();
        if !self.in_context {
            if name == "@type" || terms.types.contains(name) {
                self.types.push(text.to_owned());
            }
            return;
        }
        let defined = if self.is_array {
            &self.above
        } else {
            &self.under
        };
        let (term, kind) = match (name, text) {
            ("@container", "@type") => (defined.as_str(), &mut terms.type_maps),
            ("@container", "@index") => (defined.as_str(), &mut terms.index_maps),
            ("@id", "@type") => (defined.as_str(), &mut terms.types),
            (name, "@type") => (name, &mut terms.types),
            _ => return,
        };
        kind.insert(term.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let mut all = String::new();
        let mut reader = IndexMaps::watched(text.as_bytes(), true);
        let result = reader.read_to_string(&mut all);
        result.map(|_| all).map_err(|error| error.to_string())
    }

    const CONTEXT: &str = r#""@context": {
        "@vocab": "http://example/", "kind": "@type",
        "by": {"@container": ["@index", "@set"]}, "of": {"@container": "@type"},
        "Plain": "http://example/Plain",
        "Own": {"@context": {"name": "http://own/name"}}}"#;

    #[test]
    fn index_maps_in_nodes_with_contexts_of_their_own_are_refused() {
        for node in [
            r#""@type": "Own", "by": {"a": {"name": "x"}}"#,
            r#""kind": ["Plain", "Own"], "by": {"a": [{"name": "x"}]}"#,
            r#""by": {"a": {"name": "x"}}, "kind": "Own""#,
            r#""of": {"Own": {"by": {"a": {"name": "x"}}}}"#,
            r#""of": {"Plain": {}, "Own": [{"by": {"a": {"name": "x"}}}]}"#,
        ] {
            let text = format!("{{{CONTEXT}, {node}}}");
            let reason = read(&text).unwrap_err();
            assert!(reason.contains("an index map, `by`"), "{node}: {reason}");
        }
    }

    #[test]
    fn everything_else_passes() {
        for node in [
            r#""@type": "Plain", "by": {"a": {"name": "x"}}"#,
            r#""@type": "Own", "by": {"a": "x"}"#,
            r#""@type": "Own", "by": [{"name": "x"}]"#,
            r#""@type": "Own", "of": {"Plain": {"name": "x"}}"#,
            r#""of": {"Own": {"other": {"by": {"a": {"name": "x"}}}}}"#,
            r#""other": {"Own": {"by": {"a": {"name": "x"}}}}"#,
        ] {
            let text = format!("{{{CONTEXT}, {node}}}");
            assert_eq!(read(&text).as_ref(), Ok(&text), "{node}");
        }
        for text in ["", "no JSON", "{\"@context\": ", "[[[]], {}]"] {
            assert_eq!(read(text).as_deref(), Ok(text));
        }
    }
}
