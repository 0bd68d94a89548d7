//! The naive normal form of t2s-metrics: comments and prefixes off, names written out, keywords in
//! upper case, variables numbered, blanks around punctuation.

use rustc_hash::FxHashMap;

use crate::tokens::{is_word, string};

/// Keywords that are written in upper case; functions and aggregates stay as they are.
const KEYWORDS: &[&str] = &[
    "SELECT",
    "DISTINCT",
    "REDUCED",
    "WHERE",
    "FILTER",
    "OPTIONAL",
    "UNION",
    "MINUS",
    "GRAPH",
    "SERVICE",
    "ORDER",
    "BY",
    "GROUP",
    "HAVING",
    "LIMIT",
    "OFFSET",
    "ASK",
    "CONSTRUCT",
    "DESCRIBE",
    "PREFIX",
    "BASE",
    "FROM",
    "NAMED",
    "BIND",
    "VALUES",
    "AS",
    "IN",
    "NOT",
    "EXISTS",
    "TRUE",
    "FALSE",
    "UNDEF",
];

/// The naive normal form of a query text. It is a rewriting of characters, not of meaning: for
/// equivalence see [`lydite_sparql::Canonical`].
///
/// ```
/// use lydite_similarity::naive_canonical;
/// let text = "PREFIX dbo: <http://d/> select ?b{?b a dbo:Lake} # lakes";
/// assert_eq!(naive_canonical(text), "SELECT ?v1 { ?v1 a <http://d/Lake> }");
/// ```
pub fn naive_canonical(text: &str) -> String {
    let text = without_comments(text);
    let (text, prefixes) = without_declarations(&text);
    let mut form = Form {
        prefixes,
        variables: FxHashMap::default(),
        out: String::with_capacity(text.len() * 2),
    };
    let mut before = None;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match protected(rest) {
            0 => form.piece(rest, before),
            length => {
                form.out.push_str(&rest[..length]);
                length
            }
        };
        before = rest[..length].chars().next_back();
        at += length;
    }
    collapsed(&form.out)
}

/// Runs of white space as one blank, none at the ends.
pub(crate) fn collapsed(text: &str) -> String {
    let mut words = text.split_whitespace();
    let mut out = String::with_capacity(text.len());
    out.extend(words.next());
    for word in words {
        out.push(' ');
        out.push_str(word);
    }
    out
}

/// How many bytes of the IRI or string that the text begins with.
fn protected(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes[0] {
        b'<' => {
            let end = bytes.iter().position(|byte| matches!(byte, b'>' | b'\n'));
            end.filter(|end| bytes[*end] == b'>')
                .map_or(0, |end| end + 1)
        }
        b'"' | b'\'' => string(bytes),
        _ => 0,
    }
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match protected(rest) {
            0 if rest.starts_with('#') => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            0 => rest.chars().next().map_or(1, char::len_utf8),
            length => length,
        };
        out.push_str(&rest[..length]);
        at += length;
    }
    out
}

/// The text without PREFIX and BASE, and what the prefixes stand for.
fn without_declarations(text: &str) -> (String, FxHashMap<String, String>) {
    let mut prefixes = FxHashMap::default();
    let mut out = String::with_capacity(text.len());
    let (mut at, mut before) = (0, None);
    while at < text.len() {
        let rest = &text[at..];
        if !before.is_some_and(is_word)
            && let Some((length, declared)) = declaration(rest)
        {
            prefixes.extend(declared);
            out.push(' ');
            before = Some('>');
            at += length;
            continue;
        }
        before = rest.chars().next();
        out.extend(before);
        at += before.map_or(1, char::len_utf8);
    }
    (out, prefixes)
}

/// The declaration that the text begins with: its length, and the prefix with its namespace.
fn declaration(text: &str) -> Option<(usize, Option<(String, String)>)> {
    let after = |keyword: &str| {
        let head = text.get(..keyword.len())?;
        head.eq_ignore_ascii_case(keyword)
            .then(|| &text[keyword.len()..])
    };
    let angled = |text: &str| {
        let inner = text.trim_start().strip_prefix('<')?;
        let end = inner.find('>')?;
        let begin = text.len() - inner.len();
        Some((inner[..end].to_owned(), begin + end + 1))
    };
    if let Some(rest) = after("base") {
        let (_, length) = angled(rest)?;
        return Some((4 + length, None));
    }
    let rest = after("prefix")?;
    let name = rest.trim_start();
    let colon = name.find(':')?;
    let prefix = name[..colon].trim_end();
    let fits = prefix.chars().all(|c| is_word(c) || matches!(c, '-' | '.'));
    if !fits || name.len() == rest.len() {
        return None;
    }
    let (namespace, length) = angled(&name[colon + 1..])?;
    let length = text.len() - name.len() + colon + 1 + length;
    Some((length, Some((prefix.to_owned(), namespace))))
}

/// A normal form that is being written.
struct Form {
    prefixes: FxHashMap<String, String>,
    variables: FxHashMap<String, usize>,
    out: String,
}

impl Form {
    /// Writes the piece that the text begins with; its length.
    fn piece(&mut self, text: &str, before: Option<char>) -> usize {
        let first = text.chars().next().unwrap_or(' ');
        let is_free = !before.is_some_and(|c| is_word(c) || matches!(c, '?' | '$' | ':' | '<'));
        if is_free && let Some((length, iri)) = self.name(text) {
            self.out.push_str(&iri);
            return length;
        }
        if matches!(first, '?' | '$') {
            let end = text[1..].find(|c| !is_word(c)).unwrap_or(text.len() - 1);
            if end > 0 {
                let next = self.variables.len() + 1;
                let name = text[1..=end].to_owned();
                let number = *self.variables.entry(name).or_insert(next);
                self.out.push_str(&format!("?v{number}"));
                return 1 + end;
            }
        }
        if is_word(first) && !before.is_some_and(is_word) {
            let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
            let word = &text[..end];
            let keyword = KEYWORDS.iter().find(|one| one.eq_ignore_ascii_case(word));
            self.out.push_str(keyword.unwrap_or(&word));
            return end;
        }
        let is_apart = match first {
            '.' => !text[1..].starts_with(is_word),
            _ => matches!(first, '{' | '}' | '(' | ')' | ',' | ';' | '[' | ']'),
        };
        if is_apart {
            self.out.extend([' ', first, ' ']);
        } else {
            self.out.push(first);
        }
        first.len_utf8()
    }

    /// The name with a declared prefix that the text begins with: its length, and the IRI.
    fn name(&self, text: &str) -> Option<(usize, String)> {
        let fits = |c: char| is_word(c) || matches!(c, '-' | '.');
        let colon = text.find(|c| !fits(c))?;
        let local = text[colon..].strip_prefix(':')?;
        if text.starts_with(|c: char| c.is_numeric() || matches!(c, '-' | '.')) {
            return None;
        }
        let namespace = self.prefixes.get(&text[..colon])?;
        let mut end = local.find(|c| !fits(c)).unwrap_or(local.len());
        end = local[..end].trim_end_matches('.').len();
        if !local.starts_with(is_word) {
            return None;
        }
        let iri = format!("<{namespace}{}>", &local[..end]);
        Some((colon + 1 + end, iri))
    }
}
