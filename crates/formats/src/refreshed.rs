//! That gold answers were computed anew, as a sentence: GERBIL's reader of QALD-JSON takes nothing
//! about a dataset but an id and a text.

use lydite_model::Refreshed;

const START: &str = "answers refreshed from <";
const CHECKED: &str = " (checked)";
const UNCHECKED: &str = " (unchecked)";

/// The sentence, after whatever else the text says.
pub(crate) fn join(text: Option<&str>, refreshed: &Refreshed) -> String {
    let before = text.map_or(String::new(), |text| format!("{text}; "));
    let Refreshed { graph, date, .. } = refreshed;
    let state = if refreshed.checked {
        CHECKED
    } else {
        UNCHECKED
    };
    format!("{before}{START}{graph}> on {date}{state}")
}

/// The rest of a text, and what the sentence at its end says, if there is one.
pub(crate) fn split(text: &str) -> (Option<&str>, Option<Refreshed>) {
    match sentence(text) {
        None => (Some(text), None),
        Some((at, refreshed)) => {
            let rest = text[..at].strip_suffix("; ");
            (rest, Some(refreshed))
        }
    }
}

fn sentence(text: &str) -> Option<(usize, Refreshed)> {
    let (said, checked) = match text.strip_suffix(CHECKED) {
        Some(said) => (said, true),
        None => (text.strip_suffix(UNCHECKED)?, false),
    };
    let at = said.find(START)?;
    let (graph, date) = said[at + START.len()..].rsplit_once("> on ")?;
    let refreshed = Refreshed {
        graph: graph.to_owned(),
        date: date.to_owned(),
        checked,
    };
    (at == 0 || said[..at].ends_with("; ")).then_some((at, refreshed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_is_read_as_it_was_written() {
        for (text, checked) in [(None, false), (Some("by; hand"), true), (Some(""), false)] {
            let refreshed = Refreshed {
                graph: "http://example.org/sparql> on".to_owned(),
                date: "2026-11-16".to_owned(),
                checked,
            };
            let joined = join(text, &refreshed);
            assert_eq!(split(&joined), (text, Some(refreshed)), "{joined}");
        }
        assert_eq!(
            split("refreshed by hand"),
            (Some("refreshed by hand"), None)
        );
    }
}
