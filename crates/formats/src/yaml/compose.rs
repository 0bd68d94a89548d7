//! From YAML events to the tokens of a tree.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};

use super::scalar::{Meaning, meaning};
use crate::json::{Kind, MAX_DEPTH, Reason, Slip, SlipKind, SyntaxError, Token, Tree};

/// How many tokens aliases may add to a record: a few lines of them can stand for billions.
const ALIAS_BUDGET: usize = 100_000;

/// What a text is expected to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A document.
    Document,
    /// A list with a single item, of which the item is wanted.
    Item,
}

/// Composes trees; its memory is reused from record to record.
#[derive(Default)]
pub(super) struct Composer {
    tokens: Vec<Token>,
    owned: Vec<String>,
    slips: Vec<Slip>,
    open: Vec<Open>,
    /// The values of anchors, by their number.
    anchors: Vec<Option<Anchor>>,
    /// Tokens that came from aliases.
    copied: usize,
}

/// A list or an object that is not complete yet.
struct Open {
    token: usize,
    is_object: bool,
    /// Whether a key is next.
    at_key: bool,
    anchor: usize,
    height: usize,
    members: usize,
}

/// The tokens `from..to` of an anchored value, and how deep they are nested.
#[derive(Clone, Copy)]
struct Anchor {
    from: usize,
    to: usize,
    height: usize,
}

impl Composer {
    /// Composes the document in a text; gives its value, if there is any, and what is irregular.
    pub(super) fn compose<'s>(
        &'s mut self,
        text: &'s str,
        part: Part,
    ) -> Result<Option<(Tree<'s>, &'s [Slip])>, SyntaxError> {
        self.tokens.clear();
        self.owned.clear();
        self.slips.clear();
        self.open.clear();
        self.anchors.clear();
        self.copied = 0;
        let fits = u32::try_from(text.len()).is_ok();
        let mut run = Run {
            text,
            place: Place::new(text),
            out: self,
        };
        if !fits {
            return Err(syntax_error(0, "a text of more than 4 GiB"));
        }
        run.events(part)?;
        let tree = Tree {
            text,
            tokens: &self.tokens,
            owned: &self.owned,
        };
        Ok((!self.tokens.is_empty()).then_some((tree, &self.slips)))
    }
}

struct Run<'c> {
    text: &'c str,
    place: Place<'c>,
    out: &'c mut Composer,
}

impl Run<'_> {
    fn events(&mut self, part: Part) -> Result<(), SyntaxError> {
        let mut parser = Parser::new_from_str(self.text);
        let mut documents = 0;
        // The list around an item has no token.
        let mut outer = part == Part::Item;
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| self.scan_error(&error))?;
            match event {
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        let at = self.place.byte(span.start);
                        return Err(syntax_error(at, "a second document in the same file"));
                    }
                }
                Event::SequenceStart(..) if outer && self.out.open.is_empty() => outer = false,
                Event::SequenceStart(anchor, _) => self.start(false, anchor, span)?,
                Event::MappingStart(anchor, _) => self.start(true, anchor, span)?,
                Event::SequenceEnd | Event::MappingEnd => self.end(),
                Event::Scalar(value, style, anchor, tag) => {
                    self.scalar(&value, style, anchor, tag.as_deref(), span)?;
                }
                Event::Alias(anchor) => self.alias(anchor, span)?,
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            }
        }
        Ok(())
    }

    fn scan_error(&mut self, error: &ScanError) -> SyntaxError {
        let info = error.info();
        let hint = if info.contains("anchor") {
            Some("an alias works only within its question: write the value out")
        } else if info.contains("tab") {
            Some("indent with spaces, not tabs")
        } else if info.contains("mapping values") || info.contains("simple key") {
            Some("put text that contains `: ` in quotes")
        } else if info.contains("quoted") {
            Some("is a closing quote missing?")
        } else if info.contains("block") {
            Some("is this line indented like its neighbours?")
        } else {
            None
        };
        SyntaxError {
            hint,
            ..syntax_error(self.place.byte(*error.marker()), info)
        }
    }

    /// Whether the next value is a key.
    fn at_key(&self) -> bool {
        self.out.open.last().is_some_and(|open| open.at_key)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.out.tokens.len() as u32 + 1;
        self.out.tokens.push(Token {
            kind,
            start: start as u32,
            end: end.max(start) as u32,
            next,
        });
    }

    fn start(&mut self, is_object: bool, anchor: usize, span: Span) -> Result<(), SyntaxError> {
        let at = self.place.byte(span.start);
        if self.at_key() {
            return Err(syntax_error(
                at,
                "a key must be a string, not a list or an object",
            ));
        }
        if self.out.open.len() == MAX_DEPTH {
            return Err(too_deep(at));
        }
        self.out.open.push(Open {
            token: self.out.tokens.len(),
            is_object,
            at_key: is_object,
            anchor,
            height: 0,
            members: 0,
        });
        let kind = if is_object { Kind::Object } else { Kind::Array };
        self.push(kind, at, at + 1);
        Ok(())
    }

    fn end(&mut self) {
        // Nothing is open only at the end of the list around an item.
        let Some(open) = self.out.open.pop() else {
            return;
        };
        let to = self.out.tokens.len();
        let end = self.out.tokens[to - 1].end;
        let token = &mut self.out.tokens[open.token];
        token.end = token.end.max(end).min(self.text.len() as u32);
        token.next = to as u32;
        self.complete(open.token, open.anchor, open.height + 1);
    }

    fn scalar(
        &mut self,
        value: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), SyntaxError> {
        let (start, end) = (self.place.byte(span.start), self.place.byte(span.end));
        // An anchor and a tag belong to the span, but not to the value.
        let quotes = match style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
            _ => 0,
        };
        let exact = self
            .text
            .get(start..end.saturating_sub(quotes))
            .is_some_and(|source| source.ends_with(value) && source.len() >= value.len() + quotes);
        let start = if exact {
            end - value.len() - 2 * quotes
        } else {
            start
        };
        let is_text = tag.is_some_and(|tag| {
            matches!((&*tag.handle, &*tag.suffix), ("", "!") | ("!", ""))
                || (tag.is_yaml_core_schema() && tag.suffix == "str")
        });
        let token = self.out.tokens.len();
        let meaning = if style == ScalarStyle::Plain && !is_text && !self.at_key() {
            meaning(value)
        } else {
            Meaning::String
        };
        let kind = match meaning {
            Meaning::Null => Kind::Null,
            Meaning::Bool(value) => Kind::Bool(value),
            Meaning::Number if exact => Kind::Number,
            _ if exact && quotes == 1 => Kind::Plain,
            _ => {
                self.out.owned.push(value.to_owned());
                Kind::Owned(self.out.owned.len() as u32 - 1)
            }
        };
        self.push(kind, start, end);
        self.complete(token, anchor, 0);
        Ok(())
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), SyntaxError> {
        let at = self.place.byte(span.start);
        let Some(value) = self.out.anchors.get(anchor).copied().flatten() else {
            return Err(syntax_error(
                at,
                "an alias inside the value that it refers to",
            ));
        };
        if self.at_key() && value.to - value.from > 1 {
            return Err(syntax_error(
                at,
                "a key must be a string, not a list or an object",
            ));
        }
        if self.out.open.len() + value.height > MAX_DEPTH {
            return Err(too_deep(at));
        }
        self.out.copied += value.to - value.from;
        if self.out.copied > ALIAS_BUDGET {
            return Err(syntax_error(at, "aliases that expand to too much"));
        }
        let token = self.out.tokens.len();
        for index in value.from..value.to {
            let mut copy = self.out.tokens[index];
            copy.next += (token - value.from) as u32;
            self.out.tokens.push(copy);
        }
        self.complete(token, 0, value.height);
        Ok(())
    }

    /// A value or key is there, from this token on.
    fn complete(&mut self, token: usize, anchor: usize, height: usize) {
        /// Objects with more members are not looked through for duplicate keys.
        const MOST: usize = 64;
        if anchor > 0 {
            if self.out.anchors.len() <= anchor {
                self.out.anchors.resize(anchor + 1, None);
            }
            self.out.anchors[anchor] = Some(Anchor {
                from: token,
                to: self.out.tokens.len(),
                height,
            });
        }
        let Some(parent) = self.out.open.last_mut() else {
            return;
        };
        parent.height = parent.height.max(height);
        if !parent.is_object {
            return;
        }
        parent.at_key = !parent.at_key;
        let (is_key, object) = (!parent.at_key, parent.token);
        if is_key {
            parent.members += 1;
            let is_record = parent.members <= MOST;
            self.make_text(token);
            if is_record && self.repeats(object, token) {
                let at = self.out.tokens[token].start as usize;
                let kind = SlipKind::DuplicateKey;
                self.out.slips.push(Slip { at, kind });
            }
        }
    }

    /// Keys are texts, even if an alias brings something else.
    fn make_text(&mut self, token: usize) {
        let Token {
            kind, start, end, ..
        } = self.out.tokens[token];
        if matches!(kind, Kind::Null | Kind::Bool(_) | Kind::Number) {
            let source = &self.text[start as usize..end as usize];
            self.out.owned.push(source.to_owned());
            self.out.tokens[token].kind = Kind::Owned(self.out.owned.len() as u32 - 1);
        }
    }

    /// Whether a key stands before in the same object.
    fn repeats(&self, object: usize, key: usize) -> bool {
        let tokens = &self.out.tokens;
        let text = |index: usize| {
            let token = &tokens[index];
            match token.kind {
                Kind::Owned(owned) => &*self.out.owned[owned as usize],
                _ => &self.text[token.start as usize + 1..token.end as usize - 1],
            }
        };
        let mut at = object + 1;
        while at < key {
            if text(at) == text(key) {
                return true;
            }
            at = tokens[at + 1].next as usize;
        }
        false
    }
}

fn syntax_error(at: usize, message: impl Into<String>) -> SyntaxError {
    SyntaxError {
        at,
        message: message.into(),
        hint: None,
        reason: Reason::Syntax,
    }
}

fn too_deep(at: usize) -> SyntaxError {
    SyntaxError {
        reason: Reason::Depth,
        ..syntax_error(at, format!("nested more than {MAX_DEPTH} levels deep"))
    }
}

/// Turns the parser's places, which count characters, into bytes.
struct Place<'t> {
    text: &'t str,
    is_ascii: bool,
    /// A place that is known: a character and its byte.
    character: usize,
    byte: usize,
}

impl<'t> Place<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            is_ascii: text.is_ascii(),
            character: 0,
            byte: 0,
        }
    }

    fn byte(&mut self, mark: Marker) -> usize {
        if self.is_ascii {
            return mark.index().min(self.text.len());
        }
        let bytes = self.text.as_bytes();
        // The byte after the character at `byte`, or before it.
        while self.character < mark.index() && self.byte < bytes.len() {
            self.byte += 1;
            while self.byte < bytes.len() && !self.text.is_char_boundary(self.byte) {
                self.byte += 1;
            }
            self.character += 1;
        }
        while self.character > mark.index() {
            self.byte -= 1;
            while !self.text.is_char_boundary(self.byte) {
                self.byte -= 1;
            }
            self.character -= 1;
        }
        self.byte
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn compose(text: &str) -> Result<serde_json::Value, SyntaxError> {
        let mut composer = Composer::default();
        let tree = composer.compose(text, Part::Document)?;
        Ok(tree.map_or(serde_json::Value::Null, |(tree, _)| tree.root().to_json()))
    }

    #[test]
    fn yaml_is_read_as_the_json_it_stands_for() {
        let cases = [
            ("", "null"),
            ("# nothing\n", "null"),
            ("---\na: 1\n...\n", r#"{"a":1}"#),
            (
                "a: 'it''s'\nb: \"x\\ty\"\nc: \"x\"\nd: 'x'",
                r#"{"a":"it's","b":"x\ty","c":"x","d":"x"}"#,
            ),
            (
                "a: |\n  x\n   y\n\nb: >-\n  x\n  y\n",
                r#"{"a":"x\n y\n","b":"x y"}"#,
            ),
            (
                "no: yes\n1: 2010\ntrue: ~\n",
                r#"{"no":"yes","1":2010,"true":null}"#,
            ),
            (
                "a: !!str 2010\nb: ! 7\nc: !other x",
                r#"{"a":"2010","b":"7","c":"x"}"#,
            ),
            (
                "- a\n- - b\n  - c\n-\n- {d: [1, 2.5]}\n",
                r#"["a",["b","c"],null,{"d":[1,2.5]}]"#,
            ),
            (
                "a: &x [1, {b: 2}]\nc: *x\nd: [*x]",
                r#"{"a":[1,{"b":2}],"c":[1,{"b":2}],"d":[[1,{"b":2}]]}"#,
            ),
            ("a: &x 1\n*x : 2\nb: !t \"é\"", r#"{"a":1,"1":2,"b":"é"}"#),
            (
                "a: été\r\nb: \"日本\"\r\nc: 12\r\n",
                r#"{"a":"été","b":"日本","c":12}"#,
            ),
            ("a: x\n  y\n", r#"{"a":"x y"}"#),
        ];
        for (text, json) in cases {
            let value = compose(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            let expected: serde_json::Value = serde_json::from_str(json).unwrap();
            assert_eq!(value, expected, "{text:?}");
        }
    }

    #[test]
    fn an_item_is_taken_out_of_its_list() {
        let mut composer = Composer::default();
        let tree = composer.compose("  - a: 1\n    b: [2]\n", Part::Item);
        let value = tree.unwrap().unwrap().0.root().to_json();
        assert_eq!(value.to_string(), r#"{"a":1,"b":[2]}"#);
    }

    #[test]
    fn values_know_their_places() {
        let text = "é: [1, ü]\r\n日: \"x\"\r\nn: 12\r\n";
        let mut composer = Composer::default();
        let (tree, _) = composer.compose(text, Part::Document).unwrap().unwrap();
        let get = |key: &str| tree.root().get(key).unwrap();
        assert_eq!(get("é").items().nth(1).unwrap().source(), "ü");
        assert_eq!(get("日").source(), "\"x\"");
        assert_eq!(get("n").source(), "12");
    }

    #[test]
    fn errors_say_where_and_what() {
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n".to_owned()
            + &('b'..='i').fold(String::new(), |lines, name| {
                let before = (name as u8 - 1) as char;
                let aliases = vec![format!("*{before}"); 10].join(", ");
                lines + &format!("{name}: &{name} [{aliases}]\n")
            });
        let deep = "[".repeat(200);
        let cases: [(&str, usize, Reason, &str); 7] = [
            ("é: *x", 4, Reason::Syntax, "unknown anchor"),
            ("a: &a [*a]", 7, Reason::Syntax, "inside the value"),
            ("? [a]\n: b", 2, Reason::Syntax, "a key must be a string"),
            ("a: \"b\nc: d", 3, Reason::Syntax, "quoted"),
            ("--- a\n--- b", 6, Reason::Syntax, "second document"),
            (&bomb, 204, Reason::Syntax, "expand to too much"),
            (&deep, MAX_DEPTH, Reason::Depth, "nested more than"),
        ];
        for (text, at, reason, message) in cases {
            let error = compose(text).unwrap_err();
            assert!(error.message.contains(message), "{text}: {error:?}");
            assert_eq!(error.reason, reason, "{text}: {error:?}");
            assert_eq!(error.at, at, "{text}: {error:?}");
        }
    }

    #[test]
    fn depth_counts_what_aliases_bring() {
        let nest = |inner: &str| "[".repeat(100) + inner + &"]".repeat(100);
        let text = format!("- &a {}\n- &b {}\n", nest("x"), nest("*a"));
        assert_eq!(compose(&text).unwrap_err().reason, Reason::Depth);
    }

    #[test]
    fn duplicate_keys_are_told() {
        let mut composer = Composer::default();
        let text = "a: 1\nb: {c: 1, 'c': 2}\n\"a\": 3";
        let (_, slips) = composer.compose(text, Part::Document).unwrap().unwrap();
        let at: Vec<_> = slips.iter().map(|slip| slip.at).collect();
        assert_eq!(at, [15, 23]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = compose(&text);
        }

        #[test]
        fn no_yaml_like_text_makes_it_panic(text in "([-?:,{}\\[\\]&*!|>'\"%@# \\n\\r\\ta1é~.]|: |- |\\n  |---\\n|<<|&a |\\*a |!!str ){0,40}") {
            let _ = compose(&text);
        }

        #[test]
        fn json_is_yaml(texts in prop::collection::vec("[a-zé\"\\\\\\n ]{0,8}", 0..6), number in any::<i32>()) {
            let value = serde_json::json!({"texts": texts, "n": number, "none": null});
            prop_assert_eq!(compose(&value.to_string()).unwrap(), value);
        }
    }
}
