//! What GERBIL itself would reject in a reply that we understand.
//!
//! Its reader knows every key by name; an unknown one, except directly in a question entry, makes a
//! reply an error, of which its users see nothing but "too many single errors".

use serde_json::Value;

/// The keys that GERBIL does not know, as JSON paths: reasons why it would reject the reply.
///
/// ```
/// use lydite_lab::system::unknown_to_gerbil;
///
/// let reply = r#"{"questions": [{"id": "1", "took": 3, "answers": [
///     {"head": {"vars": []}, "results": {"distinct": false, "bindings": []}}]}], "version": 2}"#;
/// let found = unknown_to_gerbil(reply.as_bytes());
/// assert_eq!(found, ["version", "questions[0].answers[0].results.distinct"]);
/// ```
pub fn unknown_to_gerbil(reply: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(value) = serde_json::from_slice::<Value>(reply) {
        check(&value, "", Level::Document, &mut found);
    }
    found
}

#[derive(Clone, Copy)]
enum Level {
    Document,
    Dataset,
    Question,
    Wording,
    Query,
    Answer,
    Head,
    Results,
    Row,
    Binding,
    Any,
}

impl Level {
    /// Whether a key is known here, and what stands below it.
    fn below(self, key: &str) -> Option<Self> {
        Some(match (self, key) {
            (Self::Document, "dataset") => Self::Dataset,
            (Self::Document, "questions") => Self::Question,
            (Self::Dataset, "id" | "metadata") => Self::Any,
            (Self::Question, "question") => Self::Wording,
            (Self::Question, "query") => Self::Query,
            (Self::Question, "answers") => Self::Answer,
            (Self::Wording, "language" | "string" | "keywords") => Self::Any,
            (Self::Query, "sparql" | "pseudo") => Self::Any,
            (Self::Answer, "head") => Self::Head,
            (Self::Answer, "results") => Self::Results,
            (Self::Answer, "boolean" | "confidence") => Self::Any,
            (Self::Head, "vars" | "link") => Self::Any,
            (Self::Results, "bindings") => Self::Row,
            (Self::Row, _) => Self::Binding,
            (Self::Binding, "type" | "value" | "datatype" | "xml:lang") => Self::Any,
            // Other members of a question entry are tolerated, whatever they hold.
            (Self::Question | Self::Any, _) => Self::Any,
            _ => return None,
        })
    }
}

fn check(value: &Value, path: &str, level: Level, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                check(item, &format!("{path}[{at}]"), level, found);
            }
        }
        Value::Object(members) => {
            let inner = |key: &str| match path {
                "" => key.to_owned(),
                path => format!("{path}.{key}"),
            };
            // Those of this level first: they are the ones to see.
            for key in members.keys().filter(|key| level.below(key).is_none()) {
                found.push(inner(key));
            }
            for (key, member) in members {
                if let Some(below) = level.below(key) {
                    check(member, &inner(key), below, found);
                }
            }
        }
        _ => {}
    }
}
