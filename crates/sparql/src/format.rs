//! Writes a query for people: one statement a line, indented groups, the prefixes everybody knows.

use std::collections::BTreeMap;

use lydite_model::QueryForm;

use crate::token::{Kind, Token, tokens};
use crate::{Dialect, Parsed, equivalent, parse};

impl Parsed {
    /// The repaired query, laid out for reading.
    ///
    /// Each statement has a line of its own and ends with a dot, groups are indented, keywords are
    /// in capitals. Identifiers are shortened by the field's prefixes and those of the query; only
    /// prefixes that are used are declared. Comments are left out, names and order are kept.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, parse};
    ///
    /// let text = "select count(?x) {?x a <http://dbpedia.org/ontology/Lake> filter(?x != res:Ulm)}";
    /// let parsed = parse(text, &Dialect::field())?;
    /// assert_eq!(
    ///     parsed.to_readable(),
    ///     "PREFIX dbo: <http://dbpedia.org/ontology/>\n\
    ///      PREFIX dbr: <http://dbpedia.org/resource/>\n\
    ///      SELECT (COUNT(?x) AS ?result)\n\
    ///      WHERE {\n  \
    ///        ?x a dbo:Lake .\n  \
    ///        FILTER (?x != dbr:Ulm)\n\
    ///      }\n"
    /// );
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    pub fn to_readable(&self) -> String {
        let readable = Layout::of(self);
        // Words of schemaless queries may look like keywords. A layout never changes a query.
        match parse(&readable, &Dialect::strict()).or_else(|_| parse(&readable, &Dialect::field()))
        {
            Ok(again) if again.form == self.form && equivalent(self, &again) => readable,
            _ => format!("{}\n", self.text.trim()),
        }
    }
}

/// Words that begin a line wherever they stand outside of brackets.
const LINES: &[&str] = &[
    "SELECT",
    "ASK",
    "CONSTRUCT",
    "DESCRIBE",
    "WHERE",
    "FROM",
    "GROUP",
    "HAVING",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "VALUES",
    "FILTER",
    "BIND",
    "OPTIONAL",
    "MINUS",
    "GRAPH",
    "SERVICE",
];

/// Other words that are written in capitals.
const WORDS: &[&str] = &[
    "DISTINCT",
    "REDUCED",
    "AS",
    "BY",
    "UNION",
    "NOT",
    "EXISTS",
    "IN",
    "NAMED",
    "SILENT",
    "UNDEF",
    "SEPARATOR",
];

/// Words that are written in capitals before a bracket, without a blank.
const FUNCTIONS: &[&str] = &[
    "ASC",
    "DESC",
    "COUNT",
    "SUM",
    "MIN",
    "MAX",
    "AVG",
    "SAMPLE",
    "GROUP_CONCAT",
];

/// The query on its way to the page.
#[derive(Default)]
struct Layout {
    lines: String,
    /// The line that is being written.
    line: String,
    groups: usize,
    brackets: usize,
    /// The statement goes on in lines that are indented further.
    continued: bool,
    statement: Statement,
    /// SELECT has been read, but not the group of its WHERE.
    head: bool,
}

/// What the current line is.
#[derive(Clone, Copy, Default, PartialEq)]
enum Statement {
    /// Nothing yet.
    #[default]
    None,
    Triples,
    /// FILTER or BIND, which end with their bracket.
    Condition,
    /// VALUES, whose braces are no group.
    Values,
    Other,
}

impl Layout {
    fn of(parsed: &Parsed) -> String {
        let tokens: Vec<Token<'_>> = tokens(&parsed.text);
        let (prologue, mut body) = prologue(&tokens);
        let mut used = BTreeMap::new();
        if prologue.base.is_none() {
            prologue.shorten(&mut body, &mut used);
        } else {
            used.extend(prologue.prefixes.clone());
        }
        let mut layout = Self::default();
        if let Some(base) = prologue.base {
            layout.lines = format!("BASE {base}\n");
        }
        for (prefix, iri) in &used {
            layout.lines.push_str(&format!("PREFIX {prefix}: {iri}\n"));
        }
        let capitals = parsed.form != QueryForm::Schemaless;
        for (index, piece) in body.iter().enumerate() {
            let next = body.get(index + 1);
            layout.piece(piece, next, capitals);
        }
        layout.end_line();
        layout.lines
    }

    fn piece(&mut self, piece: &Piece, next: Option<&Piece>, capitals: bool) {
        let upper = piece.text.to_ascii_uppercase();
        let word = piece.kind == Kind::Word;
        match (piece.kind, piece.text.as_str()) {
            (Kind::Symbol, "{") if self.statement == Statement::Values => self.write("{", true),
            (Kind::Symbol, "}") if self.statement == Statement::Values => {
                self.write("}", true);
                self.end_line();
            }
            (Kind::Symbol, "{") => self.open(next),
            (Kind::Symbol, "}") => self.close(next),
            (Kind::Symbol, ".") if self.brackets == 0 => {
                // After a group or a condition the dot says nothing.
                if self.statement == Statement::Triples {
                    self.write(".", true);
                }
                self.end_line();
            }
            (Kind::Symbol, ";") if self.brackets == 0 => {
                self.write(";", true);
                self.break_line();
                self.continued = true;
            }
            _ if word && self.brackets == 0 && LINES.contains(&upper.as_str()) => {
                self.begin(&upper);
                self.write(if capitals { &upper } else { &piece.text }, true);
            }
            _ => {
                let known = WORDS.contains(&upper.as_str())
                    || (next.is_some_and(|next| next.text == "(")
                        && FUNCTIONS.contains(&upper.as_str()));
                if self.statement == Statement::None {
                    self.statement = if word && known {
                        Statement::Other
                    } else {
                        Statement::Triples
                    };
                }
                let text = if word && known && capitals {
                    &upper
                } else {
                    &piece.text
                };
                self.write(text, self.is_apart(piece));
                self.brackets(&piece.text, piece.kind);
            }
        }
    }

    fn brackets(&mut self, text: &str, kind: Kind) {
        if kind != Kind::Symbol {
            return;
        }
        match text {
            "(" | "[" => self.brackets += 1,
            ")" | "]" => {
                self.brackets = self.brackets.saturating_sub(1);
                if self.brackets == 0 && self.statement == Statement::Condition {
                    self.end_line();
                }
            }
            _ => {}
        }
    }

    /// A keyword begins a line.
    fn begin(&mut self, keyword: &str) {
        // `DESCRIBE ?x WHERE`, `FILTER` after triples without a dot.
        self.finish_triples();
        self.end_line();
        self.head = match keyword {
            "SELECT" => true,
            "WHERE" => false,
            _ => self.head,
        };
        self.statement = match keyword {
            "FILTER" | "BIND" => Statement::Condition,
            "VALUES" => Statement::Values,
            _ => Statement::Other,
        };
    }

    fn open(&mut self, next: Option<&Piece>) {
        self.finish_triples();
        if std::mem::take(&mut self.head) {
            self.end_line();
            self.write("WHERE", true);
        }
        self.write("{", true);
        if next.is_some_and(|next| next.text == "}") {
            self.groups += 1;
            return;
        }
        self.break_line();
        self.statement = Statement::None;
        self.continued = false;
        self.groups += 1;
    }

    fn close(&mut self, next: Option<&Piece>) {
        let empty = self.line.ends_with('{');
        if !empty {
            self.finish_triples();
            self.end_line();
        }
        self.groups = self.groups.saturating_sub(1);
        self.write("}", true);
        self.statement = Statement::Other;
        if !next.is_some_and(|next| next.text.eq_ignore_ascii_case("UNION")) {
            // EXISTS may stand within the bracket of a condition.
            match self.brackets {
                0 => self.end_line(),
                _ => self.statement = Statement::Condition,
            }
        }
    }

    fn finish_triples(&mut self) {
        if self.statement == Statement::Triples && self.brackets == 0 && self.groups > 0 {
            if self.line.is_empty() && self.lines.ends_with(";\n") {
                self.lines.truncate(self.lines.len() - ";\n".len());
                self.lines.push_str(".\n");
            } else if !self.line.is_empty() {
                self.write(".", true);
            }
            self.end_line();
        }
    }

    fn write(&mut self, text: &str, apart: bool) {
        if self.line.is_empty() {
            let depth = self.groups + usize::from(self.continued) * 2;
            self.line = "  ".repeat(depth);
        } else if apart {
            self.line.push(' ');
        }
        self.line.push_str(text);
    }

    fn break_line(&mut self) {
        if !self.line.is_empty() {
            self.lines.push_str(&self.line);
            self.lines.push('\n');
            self.line.clear();
        }
    }

    fn end_line(&mut self) {
        self.break_line();
        self.continued = false;
        self.statement = Statement::None;
    }

    /// Whether a blank stands before a piece.
    fn is_apart(&self, piece: &Piece) -> bool {
        let last = self.line.chars().next_back().unwrap_or(' ');
        let symbol = piece.kind == Kind::Symbol;
        match piece.text.as_str() {
            ")" | "," if symbol => false,
            "(" if symbol => match last {
                '(' | '!' => false,
                // A function, or a keyword with a blank.
                _ if last.is_alphanumeric() || last == '_' || last == '>' => {
                    let start = self.line.rfind([' ', '(']).map_or(0, |at| at + 1);
                    let word = self.line[start..].to_ascii_uppercase();
                    let variable = word.starts_with(['?', '$']);
                    variable
                        || LINES.contains(&word.as_str())
                        || WORDS.contains(&word.as_str())
                        || (piece.apart && self.statement == Statement::Triples)
                }
                ',' => true,
                _ => piece.apart || last == ')',
            },
            "=" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" if symbol => true,
            _ if last == '(' => false,
            _ if self.line.ends_with("^^") => false,
            _ if [',', '=', '<', '{', ')'].contains(&last) && !symbol => true,
            _ if self.line.ends_with(" >") || self.line.ends_with(['&']) => true,
            _ if self.line.ends_with(" ||") => true,
            _ if piece.kind == Kind::Language => false,
            _ if symbol => piece.apart,
            _ => piece.apart || !last.is_ascii_punctuation() || "?>\"'_.".contains(last),
        }
    }
}

/// A token of the body, whether a blank or a comment stood before it.
struct Piece {
    kind: Kind,
    text: String,
    apart: bool,
}

/// The declarations of a query.
#[derive(Default)]
struct Prologue {
    base: Option<String>,
    /// Prefixes with their namespaces in angle brackets.
    prefixes: BTreeMap<String, String>,
}

fn prologue(tokens: &[Token<'_>]) -> (Prologue, Vec<Piece>) {
    let mut prologue = Prologue::default();
    let mut body: Vec<Piece> = Vec::with_capacity(tokens.len());
    let mut solid = tokens.iter().filter(|token| !token.is_space());
    let mut declarations = true;
    let mut end = None;
    while let Some(token) = solid.next() {
        if declarations && token.is_word("BASE") {
            prologue.base = solid.next().map(|iri| iri.text.to_string());
        } else if declarations && token.is_word("PREFIX") {
            if let (Some(name), Some(iri)) = (solid.next(), solid.next()) {
                let prefix = name.text.trim_end_matches(':').to_owned();
                prologue.prefixes.insert(prefix, iri.text.to_string());
            }
        } else {
            declarations = false;
            body.push(Piece {
                kind: token.kind,
                text: token.text.to_string(),
                apart: end != Some(token.at),
            });
            end = Some(token.at + token.text.len());
        }
    }
    (prologue, body)
}

impl Prologue {
    /// Writes each identifier as short as possible, and notes the prefixes that this takes.
    fn shorten(&self, body: &mut [Piece], used: &mut BTreeMap<String, String>) {
        for piece in body {
            let (namespace, local) = match piece.kind {
                Kind::Name => {
                    let Some((prefix, local)) = piece.text.split_once(':') else {
                        continue;
                    };
                    let Some(namespace) = self.prefixes.get(prefix) else {
                        continue;
                    };
                    (namespace.trim_matches(['<', '>']), local)
                }
                Kind::Iri => {
                    let iri = piece.text.trim_matches(['<', '>']);
                    let cut = iri.rfind(['/', '#', ':']).map_or(0, |at| at + 1);
                    let (namespace, local) = iri.split_at(cut);
                    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
                    if !local.starts_with(char::is_alphanumeric) || !local.chars().all(plain) {
                        continue;
                    }
                    (namespace, local)
                }
                _ => continue,
            };
            if let Some(prefix) = self.prefix(namespace) {
                used.insert(prefix.to_owned(), format!("<{namespace}>"));
                piece.text = format!("{prefix}:{local}");
                piece.kind = Kind::Name;
            }
        }
    }

    /// The field's prefix for a namespace, unless the query means something else by it.
    fn prefix(&self, namespace: &str) -> Option<&str> {
        let stands_for = |declared: &String| declared.trim_matches(['<', '>']) == namespace;
        let field = lydite_model::PREFIXES.iter().find(|(name, iri)| {
            *iri == namespace && self.prefixes.get(*name).is_none_or(stands_for)
        });
        let own = self.prefixes.iter().find(|(_, iri)| stands_for(iri));
        field
            .map(|(name, _)| *name)
            .or(own.map(|(name, _)| name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, RepairKind, parse};

    fn readable(text: &str) -> String {
        let parsed = parse(text, &Dialect::field());
        parsed
            .unwrap_or_else(|error| panic!("{}", error.render(text)))
            .to_readable()
    }

    #[test]
    fn every_construct_has_its_place() {
        let text = "PREFIX unused: <http://u/> SELECT  distinct ?x (count(*) as ?n) FROM <http://g/> where \
            { ?x a dbo:Film; dbo:director/foaf:name 'A. B.'@en . # why\n ?x dbo:budget ?b FILTER(?b>2.5&&!bound(?c)) . \
            OPTIONAL{?x rdfs:label ?l filter(lang(?l)='en')} {?x ?p 1} union {?x ?q '2'^^<http://www.w3.org/2001/XMLSchema#int>} \
            FILTER NOT EXISTS { ?x dbo:y [] } VALUES ?x { dbr:A <http://a/b c> } BIND (year(?d) AS ?y) \
            { SELECT ?x {} LIMIT 3 } } group by ?x having(count(?b) > 1) order by desc(?n) ?x limit 5";
        let text = text.replace("b c>", "b>");
        let expected = "\
PREFIX dbo: <http://dbpedia.org/ontology/>
PREFIX dbr: <http://dbpedia.org/resource/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
SELECT DISTINCT ?x (COUNT(*) AS ?n)
FROM <http://g/>
WHERE {
  ?x a dbo:Film ;
      dbo:director/foaf:name 'A. B.'@en .
  ?x dbo:budget ?b .
  FILTER (?b > 2.5 && !bound(?c))
  OPTIONAL {
    ?x rdfs:label ?l .
    FILTER (lang(?l) = 'en')
  }
  {
    ?x ?p 1 .
  } UNION {
    ?x ?q '2'^^xsd:int .
  }
  FILTER NOT EXISTS {
    ?x dbo:y [] .
  }
  VALUES ?x { dbr:A <http://a/b> }
  BIND (year(?d) AS ?y)
  {
    SELECT ?x
    WHERE { }
    LIMIT 3
  }
}
GROUP BY ?x
HAVING (COUNT(?b) > 1)
ORDER BY DESC(?n) ?x
LIMIT 5
";
        assert_eq!(readable(&text), expected);
    }

    #[test]
    fn a_layout_is_its_own_layout_and_means_the_same() {
        for kind in RepairKind::ALL {
            let (text, _) = kind.example();
            let once = readable(text);
            assert_eq!(readable(&once), once, "{kind}");
        }
        for text in [
            "ASK { ?x text:\"first man in space\" . ?x a dbo:Person }",
            "SELECT ?x { ?x capital Germany }",
            "PREFIX dbo: <http://other/> ASK { ?x dbo:a <http://dbpedia.org/ontology/b> }",
            "BASE <http://b/> ASK { <a> <p> ?x FILTER (?x IN (1, -2)) }",
            "ASK { ?x (dbo:a|^dbo:b)+/dbo:c* ?y . ?y dbo:d -1 FILTER (?y - 1 < -?z * 2) }",
            "SELECT (GROUP_CONCAT(?x; SEPARATOR=',') AS ?n) { ?x ?p (1 2) ; ?q [ ?r 1 ; ?s 2 ] ; }",
            "CONSTRUCT { ?x a ?y } WHERE { ?x a ?y }",
            "PREFIX text: <http://t/> ASK { ?x text:keyword \"First\" }",
        ] {
            let once = readable(text);
            assert!(once.contains('\n') && once.trim() != text, "{once}");
            assert_eq!(readable(&once), once);
        }
    }
}
