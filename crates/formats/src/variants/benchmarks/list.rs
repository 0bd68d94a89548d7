//! A JSON list of texts within a line of text.

use crate::format::with_value;
use crate::json::Value;

/// The texts of a JSON list.
pub(crate) fn list(text: &str) -> Option<Vec<String>> {
    with_value(text.trim(), |value| {
        value.is_array().then(|| {
            let texts = value.items().filter_map(Value::as_text);
            texts.map(std::borrow::Cow::into_owned).collect()
        })
    })?
}
