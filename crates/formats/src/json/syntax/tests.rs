//! The grammar against serde_json, and what it forgives.

use proptest::prelude::*;

use super::super::tree::Tree;
use super::*;
use crate::context::Spot;

fn parse(text: &str) -> Result<serde_json::Value, SyntaxError> {
    let mut parser = Parser::default();
    parser.parse(text)?;
    let tree = Tree {
        text,
        tokens: &parser.tokens,
        owned: &[],
    };
    Ok(tree.root().to_json())
}

#[test]
fn slips_are_passed_over_and_told() {
    use SlipKind::*;
    let cases: [(&str, &str, &[SlipKind]); 9] = [
        ("[1, 2,]", "[1,2]", &[TrailingComma]),
        (r#"{"a": 1 "b": 2}"#, r#"{"a":1,"b":2}"#, &[MissingComma]),
        ("[1, // one\n 2]", "[1,2]", &[Comment]),
        ("[/* none */]", "[]", &[Comment]),
        ("[\"a\nb\"]", r#"["a\nb"]"#, &[ControlCharacter]),
        ("[True, None, NaN]", r#"[true,null,"NaN"]"#, &[Notation; 3]),
        ("[+1, 007]", r#"["+1","007"]"#, &[Notation; 2]),
        (r#"["\'\ud800"]"#, "[\"\\\\'\u{fffd}\"]", &[Escape; 2]),
        (r#"{"a": 1, "a": 2}"#, r#"{"a":2}"#, &[DuplicateKey]),
    ];
    for (text, meaning, slips) in cases {
        let value = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(
            value,
            serde_json::from_str::<serde_json::Value>(meaning).unwrap()
        );
        let mut parser = Parser::default();
        parser.parse(text).unwrap();
        let found: Vec<_> = parser.slips.iter().map(|slip| slip.kind).collect();
        assert_eq!(found, slips, "{text}");
    }
}

#[test]
fn errors_say_where_and_what() {
    let cases: [(&str, usize, &str); 9] = [
        ("", 0, "the text ends where a value is expected"),
        ("{\"a\": }", 6, "expected a value, found `}`"),
        ("{\"a\" 1}", 5, "expected `:`, found `1`"),
        ("{a: 1}", 1, "expected a key in double quotes, found `a`"),
        ("{'a': 1}", 1, "expected a key in double quotes, found `'`"),
        ("[1 2]", 3, "expected `,` or `]`, found `2`"),
        ("[\"abc", 1, "a string that is never closed"),
        ("[yes]", 1, "`yes` is not a JSON value"),
        ("[1, 2", 5, "the text ends where `,` or `]` is expected"),
    ];
    for (text, at, message) in cases {
        let error = parse(text).unwrap_err();
        assert_eq!((error.at, &*error.message), (at, message), "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(parse(&deep(MAX_DEPTH)).is_ok());
    let error = parse(&deep(100_000)).unwrap_err();
    assert_eq!((error.at, error.reason), (MAX_DEPTH, Reason::Depth));
}

#[test]
fn every_value_knows_its_path() {
    let text = r#"{"a": [1, {"b c": "x"}], "d": null}"#;
    let mut parser = Parser::default();
    parser.parse(text).unwrap();
    let tree = Tree {
        text,
        tokens: &parser.tokens,
        owned: &[],
    };
    let inner = tree.root().get("a").unwrap().items().nth(1).unwrap();
    let x = inner.get("b c").unwrap();
    assert_eq!(x.path(), r#".a[1]["b c"]"#);
    assert_eq!(x.source(), "\"x\"");
    assert_eq!(tree.root().get("d").unwrap().path(), ".d");
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn valid_json_is_read_as_serde_json_reads_it(value in json()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            prop_assert_eq!(&parse(&text).unwrap(), &value);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        let _ = parse(&text);
    }

    #[test]
    fn what_serde_json_takes_is_taken(text in r#"[\[\]{}:,"a1e.\-\\ unl]{0,20}"#) {
        if let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) {
            prop_assert_eq!(parse(&text).unwrap(), value);
        }
    }
}
