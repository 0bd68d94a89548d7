//! Whether a query repeats another one.

use std::borrow::Cow;
use std::collections::HashMap;

use lydite_model::PREFIXES;

use crate::token::{Kind, Token, tokens};

/// Whether two texts are one query but for white space, comments, prefixes and the case of keywords.
///
/// This notices a query that was copied. Two people who put the same question rarely choose the same
/// names and the same order; whether their queries mean the same is for
/// [`equivalent`](crate::equivalent) to say.
///
/// ```
/// use lydite_sparql::same_query;
///
/// let gold = "SELECT ?x WHERE { ?x a dbo:Lake }";
/// let copy = "prefix o: <http://dbpedia.org/ontology/>\nselect ?x where {\n  ?x a o:Lake\n}";
/// assert!(same_query(gold, copy));
/// assert!(!same_query(gold, "SELECT ?lake WHERE { ?lake a dbo:Lake }"));
/// ```
pub fn same_query(one: &str, other: &str) -> bool {
    // What was copied letter by letter needs no second look; without a bracket it is no query.
    if one == other && one.contains('{') {
        return true;
    }
    let (one, other) = (spelling(one), spelling(other));
    !one.is_empty() && one == other
}

/// The tokens that count, each in one spelling.
fn spelling(text: &str) -> Vec<Cow<'_, str>> {
    let mut declared: HashMap<String, String> = HashMap::new();
    let mut spelled = Vec::new();
    let mut solid = tokens(text).into_iter().filter(|token| !token.is_space());
    while let Some(token) = solid.next() {
        if token.is_word("PREFIX") {
            if let (Some(name), Some(iri)) = (solid.next(), solid.next()) {
                let prefix = name.text.trim_end_matches(':').to_owned();
                declared.insert(prefix, iri.text.trim_matches(['<', '>']).to_owned());
            }
            continue;
        }
        spelled.push(spell(token, &declared));
    }
    spelled
}

fn spell<'a>(token: Token<'a>, declared: &HashMap<String, String>) -> Cow<'a, str> {
    match token.kind {
        Kind::Name => expand(&token.text, declared).map_or(token.text, Cow::Owned),
        Kind::Word => Cow::Owned(token.text.to_ascii_uppercase()),
        Kind::Variable => Cow::Owned(format!("?{}", &token.text[1..])),
        _ => token.text,
    }
}

fn expand(name: &str, declared: &HashMap<String, String>) -> Option<String> {
    let (prefix, local) = name.split_once(':')?;
    let assumed = || PREFIXES.iter().find(|(name, _)| *name == prefix);
    let namespace = declared.get(prefix).map(String::as_str);
    let namespace = namespace.or_else(|| assumed().map(|(_, namespace)| *namespace))?;
    Some(format!("<{namespace}{}>", local.replace('\\', "")))
}

#[cfg(test)]
mod tests {
    use super::same_query;

    #[test]
    fn only_the_layout_may_differ() {
        let gold =
            "PREFIX a: <http://a/> SELECT DISTINCT ?x WHERE { ?x a:b 'C' . FILTER(?x != a:d\\,e) }";
        for (other, same) in [
            (gold, true),
            (
                "select distinct $x where{?x <http://a/b> 'C'.filter(?x!=<http://a/d,e>)} # why",
                true,
            ),
            (
                "PREFIX z: <http://a/> SELECT DISTINCT ?x WHERE { ?x z:b 'C' . FILTER(?x != z:d\\,e) }",
                true,
            ),
            (
                "PREFIX a: <http://z/> SELECT DISTINCT ?x WHERE { ?x a:b 'C' . FILTER(?x != a:d\\,e) }",
                false,
            ),
            (
                "PREFIX a: <http://a/> SELECT DISTINCT ?x WHERE { ?x a:b 'c' . FILTER(?x != a:d\\,e) }",
                false,
            ),
            (
                "PREFIX a: <http://a/> SELECT ?x WHERE { ?x a:b 'C' . FILTER(?x != a:d\\,e) }",
                false,
            ),
            (
                "PREFIX a: <http://a/> SELECT DISTINCT ?y WHERE { ?y a:b 'C' . FILTER(?y != a:d\\,e) }",
                false,
            ),
            ("", false),
        ] {
            assert_eq!(same_query(gold, other), same, "{other}");
            assert_eq!(same_query(other, gold), same, "{other}");
        }
        assert!(!same_query(" ", ""));
    }
}
