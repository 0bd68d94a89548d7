//! Whatever the pattern, the index gives what a look at every triple gives.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use lydite_graph::oxrdf::{BlankNode, Literal, NamedNode, NamedOrBlankNode, Term, Triple};
use lydite_graph::{Embedded, KnowledgeGraph, Limits, Pattern};
use proptest::prelude::*;

fn node() -> impl Strategy<Value = NamedOrBlankNode> {
    prop_oneof![
        (0..6_u8).prop_map(|n| NamedNode::new_unchecked(format!("http://a/{n}")).into()),
        (0..2_u8).prop_map(|n| NamedNode::new_unchecked(format!("urn:x:{n}")).into()),
        (0..2_u8).prop_map(|n| BlankNode::new_unchecked(format!("b{n}")).into()),
    ]
}

fn predicate() -> impl Strategy<Value = NamedNode> {
    (0..4_u8).prop_map(|n| NamedNode::new_unchecked(format!("http://a/{n}")))
}

fn term() -> impl Strategy<Value = Term> {
    let integer = NamedNode::new_unchecked("http://www.w3.org/2001/XMLSchema#integer");
    prop_oneof![
        node().prop_map(Term::from),
        "[a-c\"\\\\\n é]{0,3}".prop_map(|text| Literal::new_simple_literal(text).into()),
        "[ab]{1,2}"
            .prop_map(|text| { Literal::new_language_tagged_literal_unchecked(text, "en").into() }),
        "[ab]{1,2}".prop_map(|text| {
            Literal::new_language_tagged_literal_unchecked(text, "de-at").into()
        }),
        (0..4_u8).prop_map(move |n| {
            Literal::new_typed_literal(n.to_string(), integer.clone()).into()
        }),
    ]
}

fn triple() -> impl Strategy<Value = Triple> {
    (node(), predicate(), term()).prop_map(|(s, p, o)| Triple::new(s, p, o))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn patterns_match_as_a_scan_does(
        triples in proptest::collection::vec(triple(), 0..60),
        subject in proptest::option::of(node()),
        predicate in proptest::option::of(predicate()),
        object in proptest::option::of(term()),
    ) {
        let text: String = triples.iter().map(|triple| format!("{triple} .\n")).collect();
        let graph = Embedded::from_bytes("t.nt", text.into_bytes()).unwrap();
        let all: BTreeSet<String> = triples.iter().map(Triple::to_string).collect();
        prop_assert_eq!(graph.len(), all.len() as u64);
        let fits = |triple: &&Triple| {
            subject.as_ref().is_none_or(|s| *s == triple.subject)
                && predicate.as_ref().is_none_or(|p| *p == triple.predicate)
                && object.as_ref().is_none_or(|o| *o == triple.object)
        };
        let expected: BTreeSet<String> =
            triples.iter().filter(fits).map(Triple::to_string).collect();
        let pattern = Pattern { subject, predicate, object };
        let found = graph.triples(&pattern, &Limits::default()).unwrap();
        prop_assert_eq!(found.len(), expected.len());
        let found: BTreeSet<String> = found.iter().map(Triple::to_string).collect();
        prop_assert_eq!(found, expected);
    }
}
