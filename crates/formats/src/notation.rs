//! Answers as one piece of text, in the notation of SPARQL's `VALUES`.
//!
//! | text | answers |
//! | --- | --- |
//! | `true`, `false` | yes or no |
//! | `{}` | the empty set |
//! | `?uri {<http://…> "text"@en "5"^^<http://…> _:b}` | one column |
//! | `(?a ?b) {(<http://…> "x") (UNDEF "y")}` | several columns, with a gap |
//! | `<http://…> <http://…>` | one column `answer`, for people who write by hand |
//!
//! Escapes are those of N-Triples (`\"`, `\\`, `\n`, `\u00E9`). A name that is more than letters,
//! digits, `_` and `-` stands in quotes: `?"not set"`.

use std::fmt::Write;

use lydite_model::{Answer, AnswerSet, Literal, Table, Term};

/// The column of terms that stand without a variable.
const COLUMN: &str = "answer";

/// Writes answers; neither order nor confidence have a place in the notation.
pub(crate) fn write(answers: &AnswerSet) -> String {
    let mut out = String::new();
    match &answers.answer {
        Answer::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Answer::Table(table) => write_table(&mut out, table),
    }
    out
}

fn write_table(out: &mut String, table: &Table) {
    let single = table.columns.len() == 1;
    if !table.columns.is_empty() {
        let names = table.columns.iter().map(|name| format!("?{}", word(name)));
        let names = names.collect::<Vec<_>>().join(" ");
        let _ = if single {
            write!(out, "{names} ")
        } else {
            write!(out, "({names}) ")
        };
    }
    out.push('{');
    for (at, row) in table.rows().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        if !single {
            out.push('(');
        }
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                out.push(' ');
            }
            match cell {
                Some(term) => write_term(out, term),
                None => out.push_str("UNDEF"),
            }
        }
        if !single {
            out.push(')');
        }
    }
    out.push('}');
}

fn write_term(out: &mut String, term: &Term) {
    match term {
        Term::Iri { value } => {
            let special = |c: char| {
                c <= ' '
                    || c.is_control()
                    || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\')
            };
            out.push('<');
            for c in value.chars() {
                if special(c) {
                    let _ = write!(out, "\\u{:04X}", u32::from(c));
                } else {
                    out.push(c);
                }
            }
            out.push('>');
        }
        Term::Blank { value } => {
            out.push_str("_:");
            out.push_str(&word(value));
        }
        Term::Literal(literal) => {
            out.push_str(&quote(&literal.value));
            if let Some(language) = &literal.language {
                out.push('@');
                out.push_str(&word(language));
            }
            if let Some(datatype) = &literal.datatype {
                out.push_str("^^");
                write_term(out, &Term::iri(datatype));
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// A name, in quotes if need be.
fn word(name: &str) -> String {
    if !name.is_empty() && name.chars().all(is_word) {
        name.to_owned()
    } else {
        quote(name)
    }
}

fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Why a text is not in this notation, and at which byte.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotAnswers {
    pub at: usize,
    pub expected: &'static str,
}

/// Reads answers.
pub(crate) fn parse(text: &str) -> Result<AnswerSet, NotAnswers> {
    match text.trim() {
        "true" => return Ok(AnswerSet::boolean(true)),
        "false" => return Ok(AnswerSet::boolean(false)),
        _ => {}
    }
    let mut cursor = Cursor { text, at: 0 };
    let table = cursor.table()?;
    match cursor.peek() {
        None => Ok(AnswerSet::from(table)),
        Some(_) => Err(cursor.error("nothing more")),
    }
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn error(&self, expected: &'static str) -> NotAnswers {
        NotAnswers {
            at: self.at,
            expected,
        }
    }

    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, token: &str) -> bool {
        self.peek();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &'static str) -> Result<(), NotAnswers> {
        if self.take(token) {
            Ok(())
        } else {
            Err(self.error(token))
        }
    }

    fn table(&mut self) -> Result<Table, NotAnswers> {
        let mut columns = Vec::new();
        let single = match self.peek() {
            Some('?') => {
                columns.push(self.variable()?);
                true
            }
            Some('(') => {
                self.expect("(")?;
                while !self.take(")") {
                    columns.push(self.variable()?);
                }
                false
            }
            Some('{') => false,
            _ => return self.bare_terms(),
        };
        let width = columns.len();
        let mut table = Table::new(columns);
        self.expect("{")?;
        while !self.take("}") {
            if single {
                table.push([self.cell()?]);
                continue;
            }
            self.expect("(")?;
            let mut row = Vec::with_capacity(width);
            while !self.take(")") {
                if row.len() == width {
                    return Err(self.error("as many terms as there are variables"));
                }
                row.push(self.cell()?);
            }
            table.push(row);
        }
        Ok(table)
    }

    fn bare_terms(&mut self) -> Result<Table, NotAnswers> {
        let mut table = Table::new([COLUMN.to_owned()]);
        while self.peek().is_some() {
            table.push([self.cell()?]);
        }
        Ok(table)
    }

    fn variable(&mut self) -> Result<String, NotAnswers> {
        self.expect("?")?;
        self.word()
    }

    fn word(&mut self) -> Result<String, NotAnswers> {
        if self.rest().starts_with('"') {
            return self.delimited('"', '"');
        }
        let length = self
            .rest()
            .find(|c| !is_word(c))
            .unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.error("a name"));
        }
        let word = self.rest()[..length].to_owned();
        self.at += length;
        Ok(word)
    }

    fn cell(&mut self) -> Result<Option<Term>, NotAnswers> {
        if self.take("UNDEF") {
            return Ok(None);
        }
        let term = match self.peek() {
            Some('<') => Term::iri(self.delimited('<', '>')?),
            Some('_') => {
                self.expect("_:")?;
                Term::Blank {
                    value: self.word()?,
                }
            }
            Some('"') => {
                let value = self.delimited('"', '"')?;
                let (mut language, mut datatype) = (None, None);
                if self.rest().starts_with('@') {
                    self.at += 1;
                    language = Some(self.word()?);
                }
                if self.rest().starts_with("^^") {
                    self.at += 2;
                    datatype = Some(self.delimited('<', '>')?);
                }
                Term::Literal(Literal {
                    value,
                    datatype,
                    language,
                })
            }
            _ => return Err(self.error("a term such as <http://…> or \"text\"")),
        };
        Ok(Some(term))
    }

    /// What stands between two delimiters, without its escapes.
    fn delimited(&mut self, open: char, close: char) -> Result<String, NotAnswers> {
        if !self.rest().starts_with(open) {
            return Err(self.error(if open == '<' { "<" } else { "\"" }));
        }
        let start = self.at;
        let mut value = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            if c == close {
                self.at = start + at + 1;
                return Ok(value);
            }
            if c != '\\' {
                value.push(c);
                continue;
            }
            let escape = chars.next().map(|(_, c)| c);
            let mut hexadecimal = |digits: usize| {
                let code: String = chars.by_ref().take(digits).map(|(_, c)| c).collect();
                let code = u32::from_str_radix(&code, 16).ok()?;
                char::from_u32(code)
            };
            let unescaped = match escape {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('b') => Some('\u{8}'),
                Some('f') => Some('\u{c}'),
                Some(c @ ('"' | '\'' | '\\')) => Some(c),
                Some('u') => hexadecimal(4),
                Some('U') => hexadecimal(8),
                _ => None,
            };
            match unescaped {
                Some(c) => value.push(c),
                None => {
                    self.at = start + at;
                    return Err(self.error("an escape such as \\n or \\u00E9"));
                }
            }
        }
        self.at = start;
        Err(self.error(if close == '>' {
            "> to close this <"
        } else {
            "\" to close this \""
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: &[&str], rows: &[&[Option<Term>]]) -> AnswerSet {
        let mut table = Table::new(columns.iter().map(|&name| name.to_owned()));
        for row in rows {
            table.push(row.iter().cloned());
        }
        AnswerSet::from(table)
    }

    #[test]
    fn answers_are_written_and_read() {
        let literal = |value: &str, datatype: Option<&str>, language: Option<&str>| {
            Some(Term::Literal(Literal {
                value: value.to_owned(),
                datatype: datatype.map(str::to_owned),
                language: language.map(str::to_owned),
            }))
        };
        let iri = |value| Some(Term::iri(value));
        let blank = Some(Term::Blank {
            value: "b 0".to_owned(),
        });
        let cases = [
            (AnswerSet::boolean(true), "true"),
            (AnswerSet::boolean(false), "false"),
            (AnswerSet::empty(), "{}"),
            (table(&["uri"], &[]), "?uri {}"),
            (
                table(&["uri"], &[&[iri("http://x/é")], &[None]]),
                "?uri {<http://x/é> UNDEF}",
            ),
            (
                table(
                    &["a", "not set"],
                    &[
                        &[literal("5", Some("http://t"), None), blank],
                        &[
                            literal("say \"hi\"\n\\", None, Some("en")),
                            literal("", Some("t"), Some("x y")),
                        ],
                    ],
                ),
                r#"(?a ?"not set") {("5"^^<http://t> _:"b 0") ("say \"hi\"\n\\"@en ""@"x y"^^<t>)}"#,
            ),
            (
                table(&[""], &[&[iri("<a b>")]]),
                r#"?"" {<\u003Ca\u0020b\u003E>}"#,
            ),
            (table(&[], &[&[], &[]]), "{() ()}"),
        ];
        for (answers, text) in cases {
            assert_eq!(write(&answers), text);
            assert_eq!(parse(text).as_ref(), Ok(&answers), "{text}");
        }
    }

    #[test]
    fn people_may_write_bare_terms() {
        let expected = AnswerSet::column(COLUMN, [Term::iri("http://x"), Term::literal("a")]);
        assert_eq!(parse(" <http://x>\n\"a\" "), Ok(expected));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, at) in [
            ("Berlin", 0),
            ("<http://x", 0),
            ("?x {<a> Berlin}", 8),
            ("?x {<a>", 7),
            ("?x <a>", 3),
            ("(?x) {(<a> <b>)}", 11),
            ("\"a\\q\"", 2),
            ("\"\\uD800\"", 1),
            ("{} {}", 3),
            ("? {}", 1),
        ] {
            assert_eq!(parse(text).map_err(|error| error.at), Err(at), "{text}");
        }
    }
}
