use proptest::prelude::*;

use super::{Fault, Grammar, Reading, parse, unescape};
use lydite_sparql::Dialect;

const TABLE: &[(&str, &str)] = &[("res", "http://dbpedia.org/resource/")];

fn fault(text: &str, grammar: Grammar) -> Option<Fault> {
    let reading = Reading {
        grammar,
        prefixes: TABLE,
    };
    parse(text, &reading).err().map(|error| error.fault)
}

#[test]
fn the_grammar_decides_and_nothing_else() {
    for text in [
        "SELECT ?x { }",
        "select $x where{?x a res:T._E._Lawrence;;<p>?y,'z'@en-GB.}limit 5offset 2",
        "SELECT ?x (COUNT(*) AS ?n) (?n AS ?m) { ?x ?p ?y BIND(1 AS ?x) }",
        "ASK { [] ?p (1 [ ?q 2.5e-3 ] ()) . [ ?a ?b ] . (1) ?c true }",
        "ASK { ?x !(a|^<q>)/(<p>|^<q>)*/^<r>+ ?y ; <s> ? ?z ; <t> +5 }",
        "DESCRIBE <a> ?x",
        "CONSTRUCT { ?x ?p 1 . } FROM <g> WHERE { ?x ?p ?y } ORDER BY ?x DESC(?y) STR(?p)",
        "CONSTRUCT WHERE { ?x ?p ?y }",
        "BASE <http://a/> PREFIX : <b#> ASK { :c :d: :%41\\- } # the end",
        "SELECT * { ?x ?p ?y FILTER(!BOUND(?x) && ?y NOT IN (1, -2) || ?x<?y) FILTER <f>() \
         FILTER NOT EXISTS { ?y ?q \"\"\"a \"quoted\" \\n line\n\"\"\" } \
         { SELECT ?x { ?x ?p ?y } VALUES ?x { UNDEF 1 } } UNION { GRAPH ?g { } } \
         SERVICE SILENT <s> { } MINUS { } VALUES (?a ?b) { (1 UNDEF) () } }",
        "SELECT ?x { ?x ?p ?y } GROUP BY ?x (STR(?y) AS ?z) YEAR(?y) HAVING (?x > 1) (?y < 2)",
        "SELECT (GROUP_CONCAT(DISTINCT ?x ; separator = ', ') AS ?n) { ?x ?p -1.5 }",
    ] {
        assert_eq!(fault(text, Grammar::Standard), None, "{text}");
    }
    for text in [
        "",
        "   ",
        "SELECT { ?x ?p ?y }",
        "SELECT ?x, ?y { ?x ?p ?y }",
        "SELECT * ?x { ?x ?p ?y }",
        "SELECT COUNT(?x) { ?x ?p ?y }",
        "SELECT (COUNT(?x)) { ?x ?p ?y }",
        "SELECT ?x { ?x ?p }",
        "SELECT ?x { ?x ?p ?y ?z }",
        "SELECT ?x { ? ?p ?y }",
        "SELECT ?x { ?x-1 ?p ?y }",
        "SELECT ?x { ?x 'p' ?y }",
        "SELECT ?x { ?x ?p \"y }",
        "SELECT ?x { ?x <a b> ?y }",
        "SELECT ?x { ?x ?p ?y } }",
        "SELECT ?x { ?x ?p ?y",
        "SELECT ?x { ?x ?p ?y } LIMIT -1",
        "SELECT ?x { ?x ?p ?y } LIMIT one",
        "SELECT ?x { ?x ?p ?y } LIMIT 1 LIMIT 2",
        "SELECT ?x { ?x ?p ?y } ORDER BY LIMIT 1",
        "SELECT ?x { ?x ?p ?y } ; DROP",
        "SELECT ?x { ?x ?p ?y .. }",
        "SELECT ?x { . }",
        "SELECT ?x { [] }",
        "SELECT ?x { ?x ?p ?y FILTER() }",
        "SELECT ?x { ?x ?p ?y FILTER ?x }",
        "SELECT ?x { ?x ?p ?y FILTER(?x > 3 AND ?x < 9) }",
        "SELECT ?x { ?x ?p ?y FILTER(STR(?x, ?y)) }",
        "SELECT ?x { << ?x ?p ?o >> ?q ?r }",
        "ASKWHERE { ?x ?p ?y }",
        "INSERT DATA { <a> <b> <c> }",
    ] {
        assert_eq!(
            fault(text, Grammar::Standard),
            Some(Fault::Grammar),
            "{text}"
        );
        assert_eq!(fault(text, Grammar::Rdflib), Some(Fault::Grammar), "{text}");
    }
}

#[test]
fn an_unknown_prefix_is_told_from_bad_grammar() {
    assert_eq!(
        fault("ASK { ?x foo:bar ?y }", Grammar::Standard),
        Some(Fault::UnknownPrefix)
    );
    assert_eq!(
        fault("ASK { ?x foo:bar }", Grammar::Standard),
        Some(Fault::Grammar)
    );
    assert_eq!(
        fault("PREFIX foo: <f#> ASK { ?x foo:bar ?y }", Grammar::Standard),
        None
    );
    assert_eq!(
        fault("ASK { ?x ?p '1'^^xsd:int }", Grammar::Standard),
        Some(Fault::UnknownPrefix)
    );
}

#[test]
fn rdflib_reads_six_corners_differently() {
    for (text, standard, rdflib) in [
        ("SELECT$x { $x ?p ?y }", true, false),
        ("ASK { ?x ?p \"it\\'s\" }", true, false),
        ("ASK { ?x ?p 'a' @en }", true, false),
        ("ASK { ?x <p>?y }", true, false),
        ("ASK { ?x <p> * ?y }", true, false),
        ("ASK { ?x a5 }", false, true),
    ] {
        assert_eq!(fault(text, Grammar::Standard).is_none(), standard, "{text}");
        assert_eq!(fault(text, Grammar::Rdflib).is_none(), rdflib, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused_and_long_chains_are_not() {
    let deep = |open: &str, close: &str| {
        let depth = 100_000;
        format!("ASK {{ {}{} }}", open.repeat(depth), close.repeat(depth))
    };
    for text in [
        deep("{", "}"),
        format!("ASK {{ ?x ?p {} }}", "[ ?p ".repeat(100_000)),
        format!("ASK {{ ?x ?p {} }}", "(".repeat(100_000)),
        format!("ASK {{ ?x {} }}", "(".repeat(100_000)),
        format!("ASK {{ FILTER {} }}", "(".repeat(100_000)),
        format!("ASK {{ FILTER {} }}", "STR(".repeat(100_000)),
        format!("ASK {{ {} }}", "{SELECT ?x ".repeat(100_000)),
        format!("ASK {{ {} }}", "FILTER EXISTS {".repeat(100_000)),
    ] {
        assert!(fault(&text, Grammar::Standard).is_some());
    }
    assert_eq!(
        fault(&deep("{", "}"), Grammar::Standard),
        Some(Fault::TooDeep)
    );
    let groups = format!("ASK {{ {}{} }}", "{".repeat(100), "}".repeat(100));
    assert_eq!(fault(&groups, Grammar::Standard), None);
    for part in ["?x ?p ?y . ", "{ } UNION { } ", "FILTER(?x) "] {
        let long = format!("ASK {{ {} }}", part.repeat(50_000));
        assert_eq!(fault(&long, Grammar::Standard), None, "{part}");
    }
    let sum = format!("ASK {{ FILTER(1{}) }}", " + 1".repeat(50_000));
    assert_eq!(fault(&sum, Grammar::Standard), None);
}

#[test]
fn escapes_of_characters_may_stand_anywhere() {
    assert_eq!(
        unescape("SELECT ?\\u00e9 { \"\\\\u00e9\" }"),
        "SELECT ?é { \"\\\\u00e9\" }"
    );
    assert_eq!(unescape("\\U0001F600\\u12"), "😀\\u12");
}

/// A query put together from pieces that fit more often than not.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "SELECT", "ASK", "?x", "?y", "*", "WHERE", "{", "}", "(", ")", "[", "]", ".", ";", ",",
        "FILTER", "OPTIONAL", "UNION", "MINUS", "BIND", "AS", "COUNT", "VALUES", "GROUP BY",
        "ORDER BY", "LIMIT", "OFFSET", "1", "-1.5e3", "'a'", "\"b\"@en", "^^", "<a:b>", "res:c",
        "_:d", "a", "/", "|", "^", "!", "+", "&&", "||", "=", "<", "EXISTS", "NOT", "é", "\\",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn arbitrary_text_is_read_or_refused(text in ".*") {
        for grammar in [Grammar::Standard, Grammar::Rdflib] {
            fault(&unescape(&text), grammar);
        }
    }

    #[test]
    fn arbitrary_pieces_are_read_or_refused(text in pieces()) {
        for grammar in [Grammar::Standard, Grammar::Rdflib] {
            fault(&text, grammar);
        }
    }

    /// Whatever has an algebra is in the grammar.
    #[test]
    fn what_can_be_parsed_is_in_the_grammar(text in pieces()) {
        if lydite_sparql::parse(&text, &Dialect::strict()).is_ok() {
            prop_assert_eq!(fault(&text, Grammar::Standard), None);
        }
    }
}
