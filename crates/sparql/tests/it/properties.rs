//! What holds of any query.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use lydite_sparql::{Canonical, Dialect, Parsed, Structure, diff, equivalent, parse};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A term of a generated triple.
#[derive(Clone, Debug, PartialEq)]
enum Term {
    Variable(usize),
    Constant(usize),
}

type Triple = [Term; 3];

/// A generated query: groups of triples, the first one required.
#[derive(Clone, Debug)]
struct Generated {
    required: Vec<Triple>,
    optional: Vec<Triple>,
    union: Vec<Triple>,
    not_exists: Vec<Triple>,
    target: usize,
}

impl Generated {
    fn text(&self, names: &dyn Fn(usize) -> String, prefixed: bool) -> String {
        let term = |term: &Term| match term {
            Term::Variable(number) => format!("?{}", names(*number)),
            Term::Constant(number) if prefixed => format!("ex:c{number}"),
            Term::Constant(number) => format!("<http://example.org/c{number}>"),
        };
        let group = |triples: &[Triple]| {
            let parts: Vec<String> = triples
                .iter()
                .map(|triple| triple.each_ref().map(term).join(" "))
                .collect();
            parts.join(" . ")
        };
        let prefix = if prefixed {
            "PREFIX ex: <http://example.org/> "
        } else {
            ""
        };
        format!(
            "{prefix}SELECT ?{} WHERE {{ {} {{ {} }} UNION {{ ?{} ?{} ?{} }} \
             OPTIONAL {{ {} }} FILTER NOT EXISTS {{ {} }} }}",
            names(self.target),
            group(&self.required),
            group(&self.union),
            names(0),
            names(1),
            names(2),
            group(&self.optional),
            group(&self.not_exists),
        )
    }

    fn groups(&mut self) -> [&mut Vec<Triple>; 4] {
        [
            &mut self.required,
            &mut self.optional,
            &mut self.union,
            &mut self.not_exists,
        ]
    }
}

fn term() -> impl Strategy<Value = Term> {
    prop_oneof![
        3 => (0..5_usize).prop_map(Term::Variable),
        2 => (0..4_usize).prop_map(Term::Constant),
    ]
}

fn triples(most: usize) -> impl Strategy<Value = Vec<Triple>> {
    prop::collection::vec([term(), term(), term()], 1..=most)
}

fn generated() -> impl Strategy<Value = Generated> {
    (triples(6), triples(2), triples(3), triples(2), 0..5_usize).prop_map(
        |(required, optional, union, not_exists, target)| Generated {
            required,
            optional,
            union,
            not_exists,
            target,
        },
    )
}

fn plain(number: usize) -> String {
    format!("v{number}")
}

fn canonical(text: &str) -> Canonical {
    let parsed = parse(text, &Dialect::strict()).unwrap_or_else(|e| panic!("{}", e.render(text)));
    assert!(parsed.is_strict());
    Canonical::of(&parsed)
}

/// Queries to cut, double and mix.
const SEEDS: [&str; 14] = [
    "SELECT DISTINCT COUNT(?uri) WHERE { ?uri dbo:family dbr:Ape . }",
    "PREFIX dbo: <http://dbpedia.org/ontology/> SELECT ?x, ?y { ?x dbo:a 'it''s'@en ; dbo:b 2.5 } LIMIT 3",
    "select avg(?sum) { select ?c sum(xsd:decimal(?a)) as ?sum from <http://a/g> { ?o lso:c ?c. ?o lso:a ?a. } }",
    "SELECT ?x WHERE { ?x text:\"is\" text:\"first man\" . ?x text:\"moon\" . }",
    "\"ask where { ?proj text:\\\"\"other\"\" . }\"",
    "SELECT ?x { ?x dbo:abbreviation CPU . FILTER regex(?x, thrash metal, i) }",
    "ASK { res:Martin_Luther_King,_Jr. dbo:p res:Michael_(album) FILTER (NOT regex(?y,\"a\")) };",
    "SELECT ?u WHERE { ?u a dbo:B . { ?u dbo:g res:S . } UNION { ?u dbp:g ?g . FILTER (regex(?g,'S') }",
    "SELECT ?x { ?x ?p ?y } GROUP BY ?xHAVING (COUNT(?y) > 2) ORDER BY DESC(COUNT(?y)) OFSET 0 LIMIT 1",
    "SELECT ?d { SELECT ?d (SUM(?a) AS ?s) { ?d ?p ?a } } GROUP BY ?d HAVING (?s > 2)",
    "ASK { dbr:Schindler's_List dbo:p dbr:Rock_'n'_Roll . dbr:McDonald's rdfs:label'M c'@en, 'it' }",
    "SELECT ?x { ?x <member of> <http://a/New York (city)> . <http:/b/c> <pred:name> ?x FILTER (?x <3) }",
    "PREFIX : <http://a/> ASK { :Butter's_Very_Own_Episode ?p ?x . ?x ?q :Butter's_Very_Own_Episode }",
    "SELECT ?x { ?x <a> ?y ; <b/c> 'd' FILTER (?y<5&&?z>3) } GROUP BY ?xORDER BY ?x",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]


    #[test]
    fn names_order_and_prefixes_do_not_matter(
        query in generated(),
        names in Just((0..5).collect::<Vec<usize>>()).prop_shuffle(),
        seeds in prop::collection::vec(any::<u64>(), 4),
    ) {
        let before = canonical(&query.text(&plain, false));
        let mut shuffled = query.clone();
        for (group, seed) in shuffled.groups().into_iter().zip(seeds) {
            // A permutation is enough; it need not be uniform.
            let length = group.len() as u64;
            group.rotate_left((seed % length) as usize);
            if seed & 1 == 0 { group.reverse(); }
        }
        let after = canonical(&shuffled.text(&|number| format!("renamed{}", names[number]), true));
        prop_assert!(before.is_exact());
        prop_assert_eq!(before, after);
    }

    #[test]
    fn another_term_always_matters(query in generated(), group in 0..4_usize, triple: Index, place in 0..3_usize) {
        let before = query.text(&plain, false);
        let mut changed = query;
        let triples = &mut changed.groups()[group];
        let at = triple.index(triples.len());
        triples[at][place] = Term::Constant(99);
        let after = changed.text(&plain, false);
        prop_assert_ne!(canonical(&before), canonical(&after));
        let dialect = Dialect::strict();
        let (before, after) = (parse(&before, &dialect).unwrap(), parse(&after, &dialect).unwrap());
        prop_assert!(!equivalent(&before, &after));
        prop_assert!(!diff(&before, &after).is_empty());
    }

    #[test]
    fn valid_queries_are_left_alone(query in generated()) {
        let text = query.text(&plain, true);
        let parsed = parse(&text, &Dialect::field()).unwrap();
        prop_assert!(parsed.repairs.is_empty());
        prop_assert_eq!(parsed.text, text);
    }

    #[test]
    fn apostrophes_belong_to_names(
        one in "[A-Z][a-z_]{0,5}('[a-z_]{1,5}){1,2}",
        two in "[A-Z][a-z_]{0,5}('[a-z_]{1,5}){0,2}",
        text in "[a-z]{1,4}( [a-z]{0,4}){0,2}",
    ) {
        let query = format!(
            "SELECT ?x {{ dbr:{one} dbo:p ?x . ?x rdfs:label '{text}'@en . ?x ?p dbr:{two}, '{text}'\
             . dbr:{two} ?q dbr:{one} }}"
        );
        let printed = understood(&query).query.to_string();
        for name in [one, two] {
            let iri = format!("<http://dbpedia.org/resource/{name}>");
            prop_assert!(printed.matches(&iri).count() >= 2, "{query}\n{printed}");
        }
        let literal = format!("\"{text}\"@en");
        prop_assert!(printed.contains(&literal), "{}", printed);
    }

    #[test]
    fn strings_may_follow_names_without_a_blank(
        text in "[A-Za-z]{1,5}( [a-z.,()]{0,4}){0,3}",
        name in "[a-z]{1,5}",
    ) {
        let query = format!("ASK {{ ?x foaf:{name}'{text}'@en ; rdfs:label'{text}', 'a' . ?x dbo:{name}'{text}' }}");
        let parsed = understood(&query);
        prop_assert!(parsed.text.ends_with(&query), "{}", parsed.text);
        let declared = format!("PREFIX foaf: <http://a/> PREFIX rdfs: <http://b/> PREFIX dbo: <http://c/> {query}");
        prop_assert!(parse(&declared, &Dialect::field()).unwrap().is_strict());
    }

    #[test]
    fn blanks_belong_to_iris(
        words in prop::collection::vec("[A-Za-z][a-z0-9]{0,5}", 2..5),
        more in "( \\([a-z]{1,4}\\))?",
    ) {
        let (plain, words) = (words.join(" "), words.join("%20"));
        let query = format!("ASK {{ ?x <{plain}> <http://a/{plain}{more}> FILTER (?x < 3 && ?y > 2) }}");
        let printed = understood(&query).query.to_string();
        let relative = format!("<{}{words}>", Dialect::DEFAULT_BASE);
        let absolute = format!("<http://a/{words}{}>", more.replace(' ', "%20"));
        prop_assert!(printed.contains(&relative), "{printed}");
        prop_assert!(printed.contains(&absolute), "{printed}");
    }

    #[test]
    fn any_text_is_understood_or_refused(text in "\\PC{0,80}") {
        understand(&text);
    }

    #[test]
    fn damaged_queries_are_understood_or_refused(
        seed in select(&SEEDS[..]),
        other in select(&SEEDS[..]),
        cuts in prop::collection::vec((any::<Index>(), any::<Index>(), 0..4_u8), 1..6),
    ) {
        let mut text: Vec<char> = seed.chars().collect();
        let other: Vec<char> = other.chars().collect();
        for (from, to, action) in cuts {
            let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
            let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 12));
            match action {
                0 => { text.drain(from..to); }
                1 => { let piece = text[from..to].to_vec(); text.splice(to..to, piece); }
                2 => { let piece = other[from.min(other.len())..to.min(other.len())].to_vec(); text.splice(from..from, piece); }
                _ => text.insert(from, ['(', '}', '"', '.', ';', '?', '<', ' '][to % 8]),
            }
        }
        understand(&text.into_iter().collect::<String>());
    }
}

/// Parses what has to be understood.
fn understood(text: &str) -> Parsed {
    understand(text);
    parse(text, &Dialect::field()).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

/// Whatever comes out of a repair needs no repair and means the same.
fn understand(text: &str) {
    let dialect = Dialect::field();
    match parse(text, &dialect) {
        Err(error) => {
            error.render(text);
            assert!(error.position.offset <= text.len());
        }
        Ok(parsed) => {
            Structure::of(&parsed).connectivity();
            let again = parse(&parsed.text, &dialect)
                .unwrap_or_else(|error| panic!("{text}\n{}", error.render(&parsed.text)));
            assert!(
                again.repairs.is_empty(),
                "{text}\n{}\n{:?}",
                parsed.text,
                again.repairs
            );
            assert!(equivalent(&again, &parsed), "{text}\n{}", parsed.text);
            assert!(diff(&again, &parsed).is_empty());
        }
    }
}

/// The passes look at a query again for each thing they find; this must not add up.
#[test]
fn repairing_the_largest_queries_takes_a_moment() {
    let most = 32 << 10;
    for (before, piece, after) in [
        ("", "SELECT ", ""),
        ("ASK { ", "dbr:b. dbo:c. ", " }"),
        ("", "SELECT COUNT(?x) { ?x ?p ?y } ", ""),
        ("ASK { ", "{ SELECT COUNT(?x) { ?x ?p ?y } } ", " }"),
        ("SELECT ?x { ?x ?p ?y } ", "LIMIT 1 ", ""),
        ("SELECT ", "?x, ", "{ ?x ?p ?y }"),
        ("ASK { ?x ?p ?y ", ".", " }"),
        ("ASK { ", "?x text:\"a text:\"b\" . ", " }"),
        ("ASK { FILTER regex(?x, ", "a b ", ") }"),
        ("", "dbr:Lamb_(&_", ""),
        ("ASK { ", "dbr:a'b ", " }"),
        ("ASK { ", "dbr:a'b'c'", " }"),
        ("ASK { ", "a'b' ", " }"),
        ("ASK { ", "<a b ", " }"),
        ("ASK { ", "?x <a b> <c>. ", " }"),
    ] {
        let count = (most - before.len() - after.len()) / piece.len();
        let text = format!("{before}{}{after}", piece.repeat(count));
        let before = processor_time();
        if let Ok(parsed) = parse(&text, &Dialect::field()) {
            Structure::of(&parsed);
            Canonical::of(&parsed);
        }
        let used = processor_time() - before;
        println!("{piece}: {used:?}");
        assert!(used.as_secs() < 30, "{piece}: {used:?}");
    }
}

/// How long this thread has computed, whatever else the machine does; nothing where that is not told.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

/// Runs with the stack of a test thread, 2 MiB.
#[test]
fn deep_and_long_queries_do_not_exhaust_the_stack() {
    let dialect = Dialect::field();
    let deep = |open: &str, close: &str, n: usize| {
        format!("ASK {{ {}?x ?p ?y{} }}", open.repeat(n), close.repeat(n))
    };
    assert!(parse(&deep("{ ", " }", 100), &dialect).is_ok());
    for text in [
        deep("{", "}", 100_000),
        deep("[ ?p ", "]", 5_000),
        format!(
            "ASK {{ FILTER ({}1{}) }}",
            "(".repeat(2_000),
            ")".repeat(2_000)
        ),
        // The brackets look like parts of IRIs or strings.
        format!(
            "ASK {{ FILTER (1 {} 1{}) }}",
            "<((".repeat(1_000),
            "))".repeat(1_000)
        ),
        format!(
            "ASK {{ ?x ?p <?'> FILTER ({}1{}) }}",
            "(' ) '<".repeat(2_000),
            ")".repeat(2_000)
        ),
        format!("ASK {{ FILTER (1 {} > 0) }}", "- 1 ".repeat(100_000)),
        // What chains looks like an IRI.
        format!("ASK {{ FILTER (1 <abs(1){}> 0) }}", "-1".repeat(100_000)),
        format!(
            "ASK {{ FILTER (1 <xsd:int(1){}> 0) }}",
            "-1".repeat(100_000)
        ),
        format!("ASK {{ FILTER (1 <abs - a{}> 0) }}", " - a".repeat(100_000)),
        "SELECT ".repeat(20_000),
        "(".repeat(1_000_000),
    ] {
        assert!(parse(&text, &dialect).is_err(), "{}", &text[..60]);
    }
    for text in [
        format!("ASK {{ {} }}", ["{ ?x ?p ?y }"; 4_000].join(" UNION ")),
        format!("ASK {{ {} }}", ["OPTIONAL { ?x ?p ?y }"; 4_000].join(" ")),
        format!("ASK {{ FILTER ({}) }}", ["?x"; 4_000].join(" || ")),
        format!("ASK {{ FILTER ({}) }}", ["?x"; 4_000].join(" + ")),
        format!("ASK {{ ?x {} ?y }}", ["<http://a>"; 4_000].join("/")),
        format!("ASK {{ ?x {} ?y }}", ["<http://a>"; 4_000].join("|")),
    ] {
        match parse(&text, &dialect) {
            Ok(parsed) => {
                Structure::of(&parsed).connectivity();
                Canonical::of(&parsed);
            }
            Err(error) => panic!("{}", error.render(&text)),
        }
    }
}

#[test]
fn free_texts_do_not_become_names() {
    understand(r#"SELECT ?x WHERE { ?x text:xt:"first man" . ?x text:"moon" . }"#);
    understand(r#"ASK { ?x text:a ?y }"#);
}
