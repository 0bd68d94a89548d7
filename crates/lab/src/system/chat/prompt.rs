//! What a language model is told: a template with places for the question and what helps with it.

/// The prompt for everybody.
const DEFAULT: &str = include_str!("default-prompt.txt");

/// A line that parts what the system says from what the user says.
const RULER: &str = "---";

/// A prompt: what the system says, if anything, and what the user says. `{question}`, `{language}`,
/// `{schema}` and `{examples}` are replaced; all other braces stay, for SPARQL has many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    text: String,
    system: String,
    user: String,
}

/// What stands in the places of a prompt.
#[derive(Clone, Copy, Default)]
pub(super) struct Filling<'f> {
    pub question: &'f str,
    pub language: &'f str,
    pub schema: &'f str,
    pub examples: &'f str,
}

impl Prompt {
    /// Reads a prompt; with no text it is the one for everybody.
    ///
    /// # Errors
    /// There is no place for the question.
    pub(super) fn read(text: Option<&str>) -> Result<Self, &'static str> {
        let text = text.unwrap_or(DEFAULT);
        let mut parts = [String::new(), String::new()];
        let mut part = 0;
        for line in text.lines() {
            if line.trim() == RULER && part == 0 {
                part = 1;
                continue;
            }
            parts[part].push_str(line);
            parts[part].push('\n');
        }
        let [first, second] = parts;
        let (system, user) = if part == 1 {
            (first, second)
        } else {
            (String::new(), first)
        };
        if !user.contains("{question}") {
            return Err("the part for the user has no place for the {question}");
        }
        Ok(Self {
            text: text.to_owned(),
            system,
            user,
        })
    }

    /// The template as it is written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether examples have a place in it; otherwise they are shown as earlier turns.
    pub(super) fn has_place_for_examples(&self) -> bool {
        self.text.contains("{examples}")
    }

    pub(super) fn system(&self, filling: &Filling<'_>) -> Option<String> {
        Some(fill(&self.system, filling)).filter(|text| !text.is_empty())
    }

    pub(super) fn user(&self, filling: &Filling<'_>) -> String {
        fill(&self.user, filling)
    }
}

/// Replaces all places at once: what is filled in has no places.
fn fill(template: &str, filling: &Filling<'_>) -> String {
    let places = [
        ("{question}", filling.question),
        ("{language}", filling.language),
        ("{schema}", filling.schema),
        ("{examples}", filling.examples),
    ];
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let place = places.iter().find(|(name, _)| rest.starts_with(name));
        match place {
            Some((name, value)) => {
                text.push_str(value);
                rest = &rest[name.len()..];
            }
            None => {
                text.push('{');
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_and_other_braces_stay() {
        let prompt = Prompt::read(Some(
            "Use ASK { ?s ?p ?o }.\n{schema}\n---\n{question} ({language})",
        ));
        let prompt = prompt.unwrap();
        let filling = Filling {
            question: "Who is {schema}?",
            language: "en",
            schema: "dbo:City",
            examples: "",
        };
        assert_eq!(
            prompt.system(&filling).unwrap(),
            "Use ASK { ?s ?p ?o }.\ndbo:City"
        );
        assert_eq!(prompt.user(&filling), "Who is {schema}? (en)");
        let bare = Prompt::read(Some("{question}")).unwrap();
        assert_eq!(
            (bare.system(&filling), bare.user(&filling)),
            (None, "Who is {schema}?".to_owned())
        );
        assert!(Prompt::read(Some("{question}\n---\nWell?")).is_err());
        assert!(
            Prompt::read(None)
                .unwrap()
                .system(&filling)
                .unwrap()
                .contains("dbo:City")
        );
    }
}
