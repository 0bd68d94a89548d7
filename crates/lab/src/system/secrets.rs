//! Secrets: named where a system is described, looked up by whoever starts Lydite, never shown.

use std::fmt;
use std::sync::Arc;

/// Where secrets are looked up by name. Nothing is found by default: a front end decides whether
/// that is the environment, a vault or a form.
///
/// ```
/// use lydite_lab::system::Secrets;
///
/// let secrets = Secrets::new(|name| (name == "KEY").then(|| "s3cret".to_owned()));
/// assert_eq!(secrets.get("KEY").as_deref(), Some("s3cret"));
/// assert_eq!(Secrets::default().get("KEY"), None);
/// ```
#[derive(Clone, Default)]
pub struct Secrets(Option<Arc<LookUp>>);

type LookUp = dyn Fn(&str) -> Option<String> + Send + Sync;

impl Secrets {
    /// Secrets that are looked up so.
    pub fn new(look_up: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(look_up)))
    }

    /// The secret of this name.
    pub fn get(&self, name: &str) -> Option<String> {
        self.0.as_ref()?(name)
    }

    /// The text with `${NAME}` replaced by secrets, and the secrets that it holds then.
    ///
    /// # Errors
    /// The name of the first that is not known.
    pub(super) fn fill(&self, template: &str) -> Result<(String, Vec<String>), String> {
        let (mut text, mut used) = (String::with_capacity(template.len()), Vec::new());
        let mut rest = template;
        while let Some(at) = rest.find("${") {
            let Some(end) = rest[at..].find('}') else {
                break;
            };
            let name = &rest[at + 2..at + end];
            let secret = self.get(name).ok_or_else(|| name.to_owned())?;
            text.push_str(&rest[..at]);
            text.push_str(&secret);
            used.push(secret);
            rest = &rest[at + end + 1..];
        }
        text.push_str(rest);
        Ok((text, used))
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}

/// What must not be kept of an exchange.
#[derive(Clone, Default)]
pub(super) struct Redaction(Vec<String>);

impl Redaction {
    /// Takes note of something secret. Words too short to be told from others are no secrets.
    pub(super) fn add(&mut self, secret: &str) {
        const LEAST: usize = 4;
        if secret.len() >= LEAST && !self.0.iter().any(|known| known == secret) {
            self.0.push(secret.to_owned());
            // The longest first: one secret may hold another.
            self.0.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        }
    }

    /// The text with dots in the place of secrets.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.0 {
            if text.contains(secret.as_str()) {
                text = text.replace(secret.as_str(), "•••");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_filled_in_and_taken_out_again() {
        let secrets = Secrets::new(|name| match name {
            "KEY" => Some("sk-abcdef".to_owned()),
            "USER" => Some("ada".to_owned()),
            _ => None,
        });
        let (text, used) = secrets.fill("Bearer ${KEY} of ${USER}, ${").unwrap();
        assert_eq!(text, "Bearer sk-abcdef of ada, ${");
        assert_eq!(secrets.fill("${OTHER}"), Err("OTHER".to_owned()));
        let mut redaction = Redaction::default();
        used.iter().for_each(|secret| redaction.add(secret));
        assert_eq!(
            redaction.apply("wrong key sk-abcdef for ada"),
            "wrong key ••• for ada"
        );
        assert_eq!(format!("{secrets:?}"), "Secrets(…)");
    }
}
