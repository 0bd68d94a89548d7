//! Values as YAML that people can edit: blocks, with every text in quotes.

use serde_json::Value;

/// A value as a YAML document. A JSON text is a YAML text as well, so only the blocks are ours.
pub(super) fn document(value: &Value) -> String {
    let mut out = String::new();
    block(value, 0, &mut out);
    out
}

fn block(value: &Value, indent: usize, out: &mut String) {
    let pad = |out: &mut String| out.extend(std::iter::repeat_n(' ', indent));
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (at, (key, value)) in fields.iter().enumerate() {
                // The first line of a list item stands behind its dash.
                if at > 0 || out.ends_with('\n') || out.is_empty() {
                    pad(out);
                }
                out.push_str(key);
                out.push(':');
                nested(value, indent, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                pad(out);
                out.push_str("- ");
                if is_block(item) {
                    block(item, indent + 2, out);
                } else {
                    out.push_str(&format!("{item}\n"));
                }
            }
        }
        plain => out.push_str(&format!("{plain}\n")),
    }
}

fn nested(value: &Value, indent: usize, out: &mut String) {
    if is_block(value) {
        out.push('\n');
        block(value, indent + 2, out);
    } else {
        out.push_str(&format!(" {value}\n"));
    }
}

fn is_block(value: &Value) -> bool {
    match value {
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::document;

    #[test]
    fn blocks_are_indented_and_texts_are_quoted() {
        let value = json!({
            "version": 2, "title": "A: \"b\"", "empty": [],
            "phases": [{"index": 0, "tasks": [0, 1]}, {"index": 1, "tasks": []}],
        });
        assert_eq!(
            document(&value),
            "version: 2\n\
             title: \"A: \\\"b\\\"\"\n\
             empty: []\n\
             phases:\n\
             \x20 - index: 0\n\
             \x20   tasks:\n\
             \x20     - 0\n\
             \x20     - 1\n\
             \x20 - index: 1\n\
             \x20   tasks: []\n"
        );
    }
}
