//! Queries as templates: what the graph names gives way to variables, and slots say what these stand for.

use serde_json::{Value, json};

/// A query without the names of the graph.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Template {
    /// The query with variables.
    pub(super) query: String,
    /// What stood in their places.
    pub(super) slots: Vec<Slot>,
}

/// A variable for something that the graph names.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slot {
    /// The variable, without its question mark.
    pub(super) variable: String,
    /// What it stands for.
    pub(super) iri: String,
}

/// Terms of these vocabularies say how things are said, not what.
const VOCABULARIES: [&str; 4] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2001/XMLSchema#",
    "http://www.w3.org/2002/07/owl#",
];

impl Template {
    /// Takes the names out of a query. Where SPARQL allows no variable, in paths and lists of
    /// values, they stay.
    pub(super) fn of(query: &str) -> Self {
        let mut template = Self {
            query: String::with_capacity(query.len()),
            slots: Vec::new(),
        };
        let mut rest = query;
        let mut in_values = false;
        while let Some(character) = rest.chars().next() {
            match character {
                '"' | '\'' => {
                    let (literal, after) = rest.split_at(literal_length(rest, character));
                    template.query.push_str(literal);
                    rest = after;
                    continue;
                }
                '<' => {
                    if let Some((iri, after)) = iri_at(rest) {
                        let stays = in_values
                            || VOCABULARIES.iter().any(|known| iri.starts_with(known))
                            || is_in_path(&template.query, after);
                        if stays {
                            template.query.push_str(&rest[..rest.len() - after.len()]);
                        } else {
                            let variable = template.variable(iri, query);
                            template.query.push('?');
                            template.query.push_str(&variable);
                        }
                        rest = after;
                        continue;
                    }
                }
                '}' => in_values = false,
                'V' | 'v' => {
                    let is_word = template.query.ends_with([' ', '\n', '{', '}', '.']);
                    let word = rest.get(..6).unwrap_or_default();
                    in_values |= is_word && word.eq_ignore_ascii_case("values");
                }
                _ => {}
            }
            template.query.push(character);
            rest = &rest[character.len_utf8()..];
        }
        template
    }

    fn variable(&mut self, iri: &str, query: &str) -> String {
        if let Some(slot) = self.slots.iter().find(|slot| slot.iri == iri) {
            return slot.variable.clone();
        }
        let taken =
            |name: &str| query.contains(&format!("?{name}")) || query.contains(&format!("${name}"));
        let variable = (self.slots.len() + 1..)
            .map(|number| format!("v{number}"))
            .find(|name| !taken(name) && self.slots.iter().all(|slot| slot.variable != *name))
            .unwrap_or_default();
        self.slots.push(Slot {
            variable: variable.clone(),
            iri: iri.to_owned(),
        });
        variable
    }

    /// The template as modules exchange it; `said` gives the type and the words of what stood in a slot.
    pub(super) fn document(
        &self,
        score: f64,
        said: impl Fn(&str) -> (&'static str, String),
    ) -> Value {
        let mut slots = Vec::new();
        for slot in &self.slots {
            let (is, words) = said(&slot.iri);
            slots.push(json!({"s": slot.variable, "p": "is", "o": is}));
            if !words.is_empty() {
                slots.push(json!({"s": slot.variable, "p": "verbalization", "o": words}));
            }
        }
        json!({"query": self.query, "slots": slots, "score": score.to_string()})
    }
}

/// Puts something in the places of variables.
pub(super) fn filled(query: &str, values: &[(String, String)]) -> String {
    let mut written = String::with_capacity(query.len());
    let mut rest = query;
    while let Some(character) = rest.chars().next() {
        if matches!(character, '"' | '\'') {
            let (literal, after) = rest.split_at(literal_length(rest, character));
            written.push_str(literal);
            rest = after;
            continue;
        }
        if matches!(character, '?' | '$') {
            let name = rest[1..]
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .map_or(&rest[1..], |end| &rest[1..=end]);
            if let Some((_, value)) = values.iter().find(|(variable, _)| variable == name) {
                written.push_str(value);
                rest = &rest[1 + name.len()..];
                continue;
            }
        }
        written.push(character);
        rest = &rest[character.len_utf8()..];
    }
    written
}

/// The IRI that a text begins with, and what follows it.
fn iri_at(text: &str) -> Option<(&str, &str)> {
    let end = text.find('>')?;
    let iri = &text[1..end];
    let is_iri =
        iri.contains(':') && !iri.contains(|c: char| c.is_whitespace() || "<\"{}".contains(c));
    is_iri.then(|| (iri, &text[end + 1..]))
}

/// How long a literal is that a text begins with.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            character if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Whether something between two texts is part of a path, a datatype or a function.
fn is_in_path(before: &str, after: &str) -> bool {
    let before = before.trim_end();
    let after = after.trim_start();
    before.ends_with(['/', '^', '|', '!']) || after.starts_with(['/', '|', '*', '+', '('])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_way_to_variables_and_come_back() {
        let query = "SELECT ?x WHERE { <http://g/Rhine> <http://g/length> ?x . ?x a <http://g/C> . FILTER(?x != \"<http://g/no>\") }";
        let template = Template::of(query);
        assert_eq!(
            template.query,
            "SELECT ?x WHERE { ?v1 ?v2 ?x . ?x a ?v3 . FILTER(?x != \"<http://g/no>\") }"
        );
        let values = template.slots.iter();
        let values: Vec<_> = values
            .map(|slot| (slot.variable.clone(), format!("<{}>", slot.iri)))
            .collect();
        assert_eq!(filled(&template.query, &values), query);
    }

    #[test]
    fn what_cannot_be_a_variable_stays() {
        for query in [
            "ASK { ?v1 <http://g/a>/<http://g/b>* ?y }",
            "ASK { ?x ^<http://g/a> ?y }",
            "SELECT * { VALUES ?x { <http://g/a> <http://g/b> } }",
            "ASK { FILTER(<http://www.w3.org/2001/XMLSchema#integer>(?x) < 3 && ?y > 4) }",
            "ASK { ?x ?p \"3\"^^<http://g/type> }",
        ] {
            assert_eq!(Template::of(query).query, query);
        }
        let template = Template::of("ASK { ?v1 <http://g/a> ?v11 . ?x <http://g/a> ?y }");
        assert_eq!(template.query, "ASK { ?v1 ?v2 ?v11 . ?x ?v2 ?y }");
        assert_eq!(
            filled("ASK { ?v11 ?v1 ?v1x }", &[("v1".into(), "<a:b>".into())]),
            "ASK { ?v11 <a:b> ?v1x }"
        );
    }
}
