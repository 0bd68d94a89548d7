//! What was done to a query as a whole on its way here: the thoughts, fences and sentences that
//! language models put around it, HTML escapes, typographic quotes, the quotes of a spreadsheet.

use std::borrow::Cow;

use super::escapes::unwrap_quoted;
use super::{Draft, Repair, RepairKind};
use crate::token::{Kind, first};

/// A part of a text, and where each stretch of it stood.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    pub(crate) text: String,
    /// Where a stretch begins here, and where it began in the text as given.
    origins: Vec<(usize, usize)>,
}

impl Excerpt {
    /// All of a text.
    pub(crate) fn whole(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            origins: vec![(0, 0)],
        }
    }

    /// Where a byte stood in the text as given.
    pub(crate) fn at(&self, offset: usize) -> usize {
        let stretch = self.origins.partition_point(|(new, _)| *new <= offset);
        let (new, old) = self.origins[stretch.saturating_sub(1)];
        old + offset - new
    }

    /// Other pieces in place of it, each with the place here at which it begins.
    fn of_pieces<'p>(&self, pieces: impl IntoIterator<Item = (Cow<'p, str>, usize)>) -> Self {
        let mut made = Self {
            text: String::with_capacity(self.text.len()),
            origins: Vec::new(),
        };
        for (piece, at) in pieces {
            // Stretches of the piece may come from different places.
            let from = self.origins.partition_point(|(new, _)| *new <= at);
            let to = self
                .origins
                .partition_point(|(new, _)| *new < at + piece.len());
            let start = made.text.len();
            made.origins.push((start, self.at(at)));
            let inner = self.origins.get(from..to).unwrap_or_default();
            let inner = inner.iter().map(|(new, old)| (start + new - at, *old));
            made.origins.extend(inner);
            made.text.push_str(&piece);
        }
        if made.origins.is_empty() {
            made.origins.push((0, 0));
        }
        made
    }

    /// The stretch from one byte to another.
    fn stretch(&self, from: usize, to: usize) -> Self {
        self.of_pieces([(Cow::Borrowed(&self.text[from..to]), from)])
    }

    /// The repair that made `inner` of this.
    pub(crate) fn repair(&self, unwrapped: &Unwrapped) -> Repair {
        Repair {
            kind: unwrapped.kind,
            offset: self.at(unwrapped.at),
            before: brief(&self.text),
            after: brief(&unwrapped.inner.text),
        }
    }
}

/// What is left after something was taken away or undone.
pub(crate) struct Unwrapped {
    pub(crate) kind: RepairKind,
    /// Where it was.
    pub(crate) at: usize,
    pub(crate) inner: Excerpt,
}

/// The next thing to undo that valid SPARQL cannot contain and that is not among those `done`.
pub(crate) fn unwrap(excerpt: &Excerpt, done: &[RepairKind]) -> Option<Unwrapped> {
    const STEPS: [fn(&Excerpt) -> Option<Unwrapped>; 5] =
        [thoughts, fence, html_escapes, curly_quotes, cell];
    let mut steps = STEPS.iter().filter_map(|step| step(excerpt));
    steps.find(|found| !done.contains(&found.kind))
}

/// A text as it is shown: the middle of a long one is left out.
fn brief(text: &str) -> String {
    const ENDS: usize = 120;
    let mut chars = text.char_indices();
    let (Some((head, _)), Some((tail, _))) = (chars.nth(ENDS), chars.nth_back(ENDS)) else {
        return text.to_owned();
    };
    format!("{} … {}", &text[..head], &text[tail..])
}

/// Takes away `<think>…</think>`. Some models begin to think before the answer begins, so that only
/// the end of it is marked.
fn thoughts(excerpt: &Excerpt) -> Option<Unwrapped> {
    let text = &excerpt.text;
    if !text.contains("</") {
        return None;
    }
    let (at, close) = ["think", "thinking", "reasoning", "thought"]
        .iter()
        .filter_map(|tag| {
            let (opening, closing) = (format!("<{tag}>"), format!("</{tag}>"));
            let close = text.rfind(&closing)?;
            Some((
                text[..close].find(&opening).unwrap_or(0),
                close + closing.len(),
            ))
        })
        .max_by_key(|(_, close)| *close)?;
    let pieces = [
        (Cow::Borrowed(text[..at].trim_end()), 0),
        (Cow::Borrowed(text[close..].trim_start()), {
            let rest = &text[close..];
            close + rest.len() - rest.trim_start().len()
        }),
    ];
    Some(Unwrapped {
        kind: RepairKind::ThoughtsAround,
        at,
        inner: excerpt.of_pieces(pieces.into_iter().filter(|(piece, _)| !piece.is_empty())),
    })
}

/// What stands in a Markdown fence. Of several the last one with a query counts: drafts come first.
fn fence(excerpt: &Excerpt) -> Option<Unwrapped> {
    const FENCE: &str = "```";
    let text = &excerpt.text;
    if !text.contains('`') {
        return None;
    }
    let mut blocks = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find(FENCE).map(|at| from + at) {
        let start = open + FENCE.len();
        let end = text[start..]
            .find(FENCE)
            .map_or(text.len(), |at| start + at);
        blocks.push((open, start + tag(&text[start..end]), end));
        from = (end + FENCE.len()).min(text.len());
    }
    if blocks.is_empty() {
        // `SELECT …` between single backticks.
        let start = text.len() - text.trim_start().len();
        let inner = text.trim().strip_prefix('`')?.strip_suffix('`')?;
        blocks.push((start, start + 1, start + 1 + inner.len()));
    }
    let holds_query =
        |&&(_, from, to): &&(usize, usize, usize)| beginning(&text[from..to]).is_some();
    let block = blocks.iter().rfind(holds_query).or(blocks.first())?;
    let &(at, from, to) = block;
    let inner = &text[from..to];
    let from = from + inner.len() - inner.trim_start().len();
    Some(Unwrapped {
        kind: RepairKind::CodeFence,
        at,
        inner: excerpt.stretch(from, from + inner.trim().len()),
    })
}

/// How long the name of the notation is that a fence begins with.
fn tag(block: &str) -> usize {
    const KNOWN: [&str; 6] = ["sparql", "sql", "rq", "text", "txt", "plaintext"];
    let length = block
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+')))
        .unwrap_or(block.len());
    let (word, rest) = block.split_at(length);
    let alone = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    if alone || KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known)) {
        length
    } else {
        0
    }
}

/// What HTML writes otherwise.
const ENTITIES: [(&str, &str); 7] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&#x27;", "'"),
    ("&amp;", "&"),
];

/// Undoes HTML escapes. A single `&amp;` may be part of an IRI or of a text, so that alone is none.
fn html_escapes(excerpt: &Excerpt) -> Option<Unwrapped> {
    const SURE: [&str; 4] = ["&lt;", "&gt;", "&quot;", "&amp;&amp;"];
    let is_escaped = |text: &str| SURE.iter().any(|mark| text.contains(mark));
    let at = excerpt
        .text
        .find('&')
        .filter(|_| is_escaped(&excerpt.text))?;
    let mut inner = excerpt.clone();
    // What was escaped twice is undone twice; nobody escapes more often.
    for _ in 0..3 {
        if is_escaped(&inner.text) {
            inner = unescaped(&inner);
        }
    }
    (!is_escaped(&inner.text)).then_some(Unwrapped {
        kind: RepairKind::HtmlEscapes,
        at,
        inner,
    })
}

fn unescaped(excerpt: &Excerpt) -> Excerpt {
    let text = &excerpt.text;
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let entity = ENTITIES
            .iter()
            .find(|(escaped, _)| rest.starts_with(escaped));
        if let Some((escaped, plain)) = entity {
            pieces.push((Cow::Borrowed(*plain), at));
            at += escaped.len();
            continue;
        }
        let next = rest[1..].find('&').map_or(rest.len(), |next| next + 1);
        let next = (next..rest.len())
            .find(|n| rest.is_char_boundary(*n))
            .unwrap_or(rest.len());
        pieces.push((Cow::Borrowed(&rest[..next]), at));
        at += next;
    }
    excerpt.of_pieces(pieces)
}

const DOUBLE: [char; 4] = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}'];
const SINGLE: [char; 3] = ['\u{2018}', '\u{2019}', '\u{201b}'];

/// Turns typographic quotes around a literal into plain ones; those within strings, names and IRIs
/// stay.
fn curly_quotes(excerpt: &Excerpt) -> Option<Unwrapped> {
    let text = &excerpt.text;
    if text.is_ascii() || !text.contains(DOUBLE) && !text.contains(SINGLE) {
        return None;
    }
    let mut pieces: Vec<(Cow<'_, str>, usize)> = Vec::new();
    let (mut first, mut kept, mut at) = (None, 0, 0);
    while at < text.len() {
        let Some(open) = text[at..].chars().next() else {
            break;
        };
        let family = [(&DOUBLE[..], '"'), (&SINGLE[..], '\'')]
            .into_iter()
            .find(|(family, _)| family.contains(&open));
        let inside = at + open.len_utf8();
        let quoted = family.and_then(|(family, plain)| {
            let end = inside + text[inside..].find(|c| family.contains(&c) || c == '\n')?;
            let close = text[end..].chars().next().filter(|c| family.contains(c))?;
            Some((end, end + close.len_utf8(), plain))
        });
        if let Some((end, after, plain)) = quoted {
            first.get_or_insert(at);
            pieces.push((Cow::Borrowed(&text[kept..at]), kept));
            let escaped = format!("\\{plain}");
            let content = text[inside..end].replace(plain, &escaped);
            pieces.push((Cow::Owned(format!("{plain}{content}{plain}")), at));
            (at, kept) = (after, after);
        } else {
            at += solid_length(&text[at..]);
        }
    }
    pieces.push((Cow::Borrowed(&text[kept..]), kept));
    Some(Unwrapped {
        kind: RepairKind::CurlyQuotes,
        at: first?,
        inner: excerpt.of_pieces(pieces),
    })
}

/// How far to go on: over a string, an IRI, a comment or a name as a whole.
fn solid_length(rest: &str) -> usize {
    let (kind, length) = first(rest);
    if matches!(kind, Kind::String | Kind::Iri | Kind::Space | Kind::Name) {
        return length;
    }
    // A word ends where a quote begins.
    let mut chars = rest[..length].char_indices().skip(1);
    let quote = chars.find(|(_, c)| DOUBLE.contains(c) || SINGLE.contains(c));
    quote.map_or(length, |(at, _)| at)
}

/// What stands in the quotes of a spreadsheet.
fn cell(excerpt: &Excerpt) -> Option<Unwrapped> {
    let (text, origins) = unwrap_quoted(&excerpt.text)?;
    let origins = origins.iter().map(|(new, old)| (*new, excerpt.at(*old)));
    Some(Unwrapped {
        kind: RepairKind::QuotedAsCell,
        at: 0,
        inner: Excerpt {
            origins: origins.collect(),
            text,
        },
    })
}

/// The query without the sentences before and after it, if there are any.
pub(crate) fn without_prose(excerpt: &Excerpt) -> Option<Unwrapped> {
    let text = &excerpt.text;
    let from = beginning(text)?;
    let to = from + ending(&text[from..]);
    let inner = text[from..to].trim_end();
    let at = if from > text.len() - text.trim_start().len() {
        0
    } else {
        to
    };
    (inner.len() < text.trim().len()).then(|| Unwrapped {
        kind: RepairKind::ProseAround,
        at,
        inner: excerpt.stretch(from, from + inner.len()),
    })
}

/// Where the first query of a text begins: at a keyword with what must follow it.
fn beginning(text: &str) -> Option<usize> {
    const AFTER_SELECT: [&str; 9] = [
        "distinct",
        "reduced",
        "count",
        "sum",
        "avg",
        "min",
        "max",
        "sample",
        "group_concat",
    ];
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let starts_word = !(before.is_alphanumeric() || matches!(before, '_' | '?' | '$' | ':'));
        before = c;
        if !starts_word || !c.is_ascii_alphabetic() {
            continue;
        }
        let rest = &text[at..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let (word, rest) = rest.split_at(length);
        let rest = rest.trim_start();
        let next = |marks: &[char]| rest.starts_with(marks);
        let next_word = |words: &[&str]| {
            let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let word = &rest[..length.unwrap_or(rest.len())];
            words.iter().any(|known| word.eq_ignore_ascii_case(known))
        };
        let begins = match &*word.to_ascii_uppercase() {
            "PREFIX" => {
                let name =
                    rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')));
                name.is_some_and(|end| rest[end..].starts_with(':'))
            }
            "BASE" => next(&['<']),
            "SELECT" => next(&['?', '$', '*', '(']) || next_word(&AFTER_SELECT),
            "ASK" => next(&['{']) || next_word(&["where", "from"]),
            "CONSTRUCT" => next(&['{']) || next_word(&["where"]),
            "DESCRIBE" => next(&['<', '?', '$', '*']),
            _ => false,
        };
        if begins {
            return Some(at);
        }
    }
    None
}

/// Where a query ends that begins the text: after its last group and what modifies the solutions.
fn ending(text: &str) -> usize {
    const MODIFIERS: [&str; 11] = [
        "group", "by", "having", "order", "limit", "offset", "values", "asc", "desc", "where",
        "undef",
    ];
    let draft = Draft::new(text);
    let open = (0..draft.len()).find(|&at| draft.tokens[at].is("{"));
    let Some(mut at) = open.and_then(|open| draft.closing(open)) else {
        return text.len();
    };
    while let Some(next) = draft.solid(at + 1) {
        let token = &draft.tokens[next];
        let starts_line = draft.tokens[at + 1..next]
            .iter()
            .any(|space| space.text.contains('\n'));
        let is_call = || {
            draft
                .solid(next + 1)
                .is_some_and(|after| draft.tokens[after].is("("))
        };
        let goes_on = match token.kind {
            Kind::Word => token.is_any_word(&MODIFIERS) || is_call(),
            Kind::Number => draft.tokens[at].kind != Kind::Number && !starts_line,
            Kind::Symbol => {
                let marks = [
                    "(", ")", "{", "}", "<", ">", "=", "!", "&&", "||", "+", "/", ",", ";",
                ];
                let either = ["-", "*"];
                marks.iter().any(|mark| token.is(mark))
                    || [">=", "<=", "!="].iter().any(|mark| token.is(mark))
                    || !starts_line && either.iter().any(|mark| token.is(mark))
            }
            Kind::Space => true,
            Kind::Variable | Kind::Iri | Kind::Name | Kind::String | Kind::Language => {
                !starts_line || token.kind == Kind::Variable
            }
            Kind::BareIri | Kind::Date | Kind::Blank | Kind::Text => false,
        };
        if !goes_on {
            return token.at;
        }
        at = if token.is("{") {
            draft.closing(next).unwrap_or(next)
        } else {
            next
        };
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, parse};

    fn repaired(text: &str) -> (String, Vec<&'static str>) {
        let parsed =
            parse(text, &Dialect::field()).unwrap_or_else(|error| panic!("{}", error.render(text)));
        let again = parse(&parsed.text, &Dialect::field()).unwrap();
        assert!(again.repairs.is_empty(), "{:?}", again.repairs);
        (
            parsed.text,
            parsed.repairs.iter().map(|r| r.kind.id()).collect(),
        )
    }

    #[test]
    fn what_language_models_write_is_read() {
        let query = "SELECT ?x WHERE { ?x <http://a/p> \"b\" }";
        let limited = format!("{query}\nORDER BY DESC(?x)\nLIMIT 3");
        let cases: &[(String, &str, &[&str])] = &[
            (format!("```sparql\n{query}\n```"), query, &["code-fence"]),
            (format!("```\n{limited}\n```\n"), &limited, &["code-fence"]),
            (format!("```sparql {query}```"), query, &["code-fence"]),
            (format!("```SPARQL\r\n{query}\r\n"), query, &["code-fence"]),
            (format!("`{query}`"), query, &["code-fence"]),
            (
                format!(
                    "Here's the query:\n\n```sparql\n{query}\n```\n\nIt finds what I'd want {{…}}."
                ),
                query,
                &["code-fence"],
            ),
            (
                format!(
                    "A draft:\n```sparql\nSELECT * {{ ?s ?p ?o }}\n```\nBetter:\n```sparql\n{query}\n```\nResult:\n```json\n{{}}\n```"
                ),
                query,
                &["code-fence"],
            ),
            (
                format!("<think>\nShould I SELECT ?y {{ or not?\n</think>\n\n{query}"),
                query,
                &["thoughts-around"],
            ),
            (
                format!("I wonder.</think>```sparql\n{query}\n```"),
                query,
                &["thoughts-around", "code-fence"],
            ),
            (format!("SPARQL: {query}"), query, &["prose-around"]),
            (
                format!("SPARQL Query:\n{limited}"),
                &limited,
                &["prose-around"],
            ),
            (
                format!("Here's the query that you've asked me to select: {query}"),
                query,
                &["prose-around"],
            ),
            (
                format!("{limited}\n\nThis query returns (at most) three things that have b."),
                &limited,
                &["prose-around"],
            ),
            (
                format!("{query}\n\n**Explanation:**\n- `?x` is a thing\n"),
                query,
                &["prose-around"],
            ),
            (
                "SELECT ?x WHERE { ?x &lt;http://a/p&gt; &quot;b&quot; }".to_owned(),
                query,
                &["html-escapes"],
            ),
            (
                "ASK { ?x ?p ?y FILTER(?y &gt; 3 &amp;&amp; ?y &amp;lt; 5) }".to_owned(),
                "ASK { ?x ?p ?y FILTER(?y > 3 && ?y < 5) }",
                &["html-escapes"],
            ),
            (
                "SELECT ?x WHERE { ?x <http://a/p> “b” }".to_owned(),
                query,
                &["curly-quotes"],
            ),
            (
                "ASK { ?x <http://a/p> ‘b’@en, \"it’s “fine”\" }".to_owned(),
                "ASK { ?x <http://a/p> 'b'@en, \"it’s “fine”\" }",
                &["curly-quotes"],
            ),
        ];
        for (text, expected, kinds) in cases {
            let (query, found) = repaired(text);
            assert_eq!((query.as_str(), &found[..]), (*expected, *kinds), "{text}");
        }
    }

    #[test]
    fn repairs_and_errors_inside_are_where_they_stand_in_the_text_as_given() {
        let text = "Sure!\n```sparql\nSELECT COUNT(?x) { ?x a ?y }\n```";
        let parsed = parse(text, &Dialect::field()).unwrap();
        assert_eq!(parsed.repairs[0].offset, 6);
        assert_eq!(&text[parsed.repairs[1].offset..][..9], "COUNT(?x)");
        let text = "<think>a</think> Answer:\n\n```\nASK { ?x nope:y &quot;z&quot; }\n```";
        let error = parse(text, &Dialect::field()).unwrap_err();
        assert_eq!((error.position.line, error.position.column), (4, 10));
    }

    #[test]
    fn whoever_runs_queries_as_they_stand_is_told_why_such_a_text_is_none() {
        for dialect in [Dialect::strict(), Dialect::virtuoso()] {
            for (text, hint) in [
                ("```sparql\nASK { ?x ?p ?y }\n```", "fence"),
                ("<think>hm</think>ASK { ?x ?p ?y }", "reasoning"),
                ("ASK { ?x ?p “y” }", "typographic"),
                ("ASK { ?x &lt;http://a/p&gt; ?y }", "HTML"),
            ] {
                let error = parse(text, &dialect).unwrap_err();
                assert!(error.hint.unwrap().contains(hint), "{text}");
            }
            assert!(parse("SPARQL: ASK { ?x ?p ?y }", &dialect).is_err());
        }
    }

    #[test]
    fn valid_queries_keep_what_looks_like_wrapping() {
        for text in [
            "ASK { ?x ?p \"```sparql ASK { ?x ?p ?y } ```\" }",
            "ASK { ?x ?p \"<think>a</think> &lt; “b”\" }",
            "# Here is the query:\nASK { ?x ?p ?y }\n# It asks.",
        ] {
            assert_eq!(repaired(text), (text.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn a_long_text_is_shown_by_its_ends() {
        assert_eq!(brief("short"), "short");
        let long = "é".repeat(1000);
        assert_eq!(brief(&long).chars().count(), 120 + 3 + 121);
    }
}
