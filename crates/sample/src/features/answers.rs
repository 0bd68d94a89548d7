//! Answers as QaldGen writes them: `( ?uri = <http://…> ) ( ?n = 3 ), `.

use lydite_model::{Answer, AnswerSet, Literal, Table, Term};

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The answers as one text.
pub(super) fn write(answers: &AnswerSet) -> String {
    let table = match &answers.answer {
        Answer::Boolean(value) => return value.to_string(),
        Answer::Table(table) => table,
    };
    let mut text = String::new();
    for row in table.rows() {
        let bindings: Vec<String> = row
            .iter()
            .zip(&table.columns)
            .filter_map(|(term, column)| {
                Some(format!("( ?{column} = {} )", term_text(term.as_ref()?)))
            })
            .collect();
        text.push_str(&bindings.join(" "));
        text.push_str(", ");
    }
    text
}

fn term_text(term: &Term) -> String {
    let literal = match term {
        Term::Iri { value } => return format!("<{value}>"),
        Term::Blank { value } => return format!("_:{value}"),
        Term::Literal(literal) => literal,
    };
    let quoted = || {
        let escaped = literal.value.replace('\\', "\\\\").replace('"', "\\\"");
        let escaped = escaped
            .replace('\n', "\\n")
            .replace('\r', "\\r")
            .replace('\t', "\\t");
        format!("\"{escaped}\"")
    };
    if let Some(language) = &literal.language {
        return format!("{}@{language}", quoted());
    }
    let Some(datatype) = &literal.datatype else {
        return quoted();
    };
    if let Some(name) = datatype.strip_prefix(XSD) {
        return match bare_type(&literal.value) {
            Some(bare) if bare == name => literal.value.clone(),
            _ if name == "string" => quoted(),
            _ => format!("{}^^xsd:{name}", quoted()),
        };
    }
    match datatype.strip_prefix(RDF) {
        Some(name) => format!("{}^^rdf:{name}", quoted()),
        None => format!("{}^^<{datatype}>", quoted()),
    }
}

/// The datatype of a number that Turtle allows without quotes.
fn bare_type(text: &str) -> Option<&'static str> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(unsigned) {
        return Some("integer");
    }
    if let Some((mantissa, exponent)) = unsigned.split_once(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let mantissa = mantissa.replacen('.', "", 1);
        return (digits(&mantissa) && digits(exponent)).then_some("double");
    }
    let (whole, fraction) = unsigned.split_once('.')?;
    (digits(fraction) && (whole.is_empty() || digits(whole))).then_some("decimal")
}

/// The answers that a text stands for; `None` if it is not of this kind.
pub(crate) fn read(text: &str) -> Option<AnswerSet> {
    match text.trim() {
        "true" => return Some(AnswerSet::boolean(true)),
        "false" => return Some(AnswerSet::boolean(false)),
        _ => {}
    }
    let mut table = Table::default();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut row: Vec<Option<Term>> = vec![None; table.columns.len()];
        loop {
            let (name, after) = rest.strip_prefix("( ?")?.split_once(" = ")?;
            let (term, after) = read_term(after)?;
            let column = match table.position(name) {
                Some(column) => column,
                None => table.add_column(name),
            };
            row.resize(table.columns.len(), None);
            row[column] = Some(term);
            rest = after.strip_prefix(" )")?;
            match rest.strip_prefix(' ') {
                Some(next) => rest = next,
                None => break,
            }
        }
        table.push(row);
        rest = rest.strip_prefix(',')?.trim_start();
    }
    Some(AnswerSet::from(table))
}

/// A term at the beginning of a text, and what comes after it.
fn read_term(text: &str) -> Option<(Term, &str)> {
    if let Some(rest) = text.strip_prefix('<') {
        let (iri, rest) = rest.split_once('>')?;
        return Some((Term::iri(iri), rest));
    }
    let Some(rest) = text.strip_prefix('"') else {
        let (value, _) = text.split_once(" )")?;
        let mut literal = plain(value.to_owned());
        literal.datatype = bare_type(value).map(|name| format!("{XSD}{name}"));
        return Some((Term::Literal(literal), &text[value.len()..]));
    };
    let mut value = String::new();
    let mut characters = rest.char_indices();
    let end = loop {
        match characters.next()? {
            (at, '"') => break at + 1,
            (_, '\\') => value.push(match characters.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                other => other,
            }),
            (_, other) => value.push(other),
        }
    };
    let rest = &rest[end..];
    let mut literal = plain(value);
    let suffix = &rest[..rest.find(" )")?];
    if let Some(language) = suffix.strip_prefix('@') {
        literal.language = Some(language.to_owned());
    } else if let Some(datatype) = suffix.strip_prefix("^^") {
        literal.datatype = Some(match datatype.split_once(':') {
            Some(("xsd", name)) => format!("{XSD}{name}"),
            Some(("rdf", name)) => format!("{RDF}{name}"),
            _ => datatype.trim_matches(['<', '>']).to_owned(),
        });
    }
    Some((Term::Literal(literal), &rest[suffix.len()..]))
}

fn plain(value: String) -> Literal {
    Literal {
        value,
        datatype: None,
        language: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "",
            "true",
            "( ?uri = <http://x/A_(b)> ), ( ?uri = <http://x/C> ), ",
            "( ?n = 8 ), ",
            "( ?n = 4.5e-07 ) ( ?x = \"a \\\"b\\\" ), (c\"@en ), ",
            "( ?d = \"1995-01-01\"^^xsd:date ), ( ?d = \"8.1E10\"^^<http://x/usDollar> ), ",
            "( ?s = \"72.7\"^^xsd:double ), ( ?s = \"K2\"^^rdf:langString ), ",
        ] {
            assert_eq!(write(&read(text).unwrap()), text, "{text}");
        }
        assert!(read("something else").is_none());
        assert!(read("( ?x = <open").is_none());
    }
}
