//! Names that a format does not have, but that are surely meant for one that it has.

/// The known name that a misspelt one is meant for, if that is beyond doubt.
///
/// Names may differ in case and blanks, those of four letters and more in one letter, those of
/// six and more in two; two known names that are as near as each other leave a doubt.
pub(crate) fn meant<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name = name.trim();
    if known.contains(&name) {
        return None;
    }
    let distance = |other: &str| {
        // Too different in length to be near: no need to look at the letters.
        if name.len().abs_diff(other.len()) > 2 {
            return usize::MAX;
        }
        strsim::osa_distance(&name.to_lowercase(), &other.to_lowercase())
    };
    let mut nearest: Option<(usize, &str)> = None;
    let mut doubtful = false;
    for other in known.iter().copied() {
        let far = match other.chars().count() {
            ..4 => 0,
            4..6 => 1,
            _ => 2,
        };
        let distance = distance(other);
        if distance > far {
            continue;
        }
        match nearest {
            Some((least, _)) if least < distance => {}
            Some((least, _)) if least == distance => doubtful = true,
            _ => (nearest, doubtful) = (Some((distance, other)), false),
        }
    }
    nearest.filter(|_| !doubtful).map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_beyond_doubt_is_taken_for_a_name() {
        let known = ["id", "question", "query", "answers", "results", "type"];
        for (name, expected) in [
            ("result", Some("results")),
            ("answer", Some("answers")),
            ("anwsers", Some("answers")),
            ("Answers ", Some("answers")),
            ("ID", Some("id")),
            ("questions", Some("question")),
            ("qurey", Some("query")),
            ("answers", None),
            ("queries", None),
            ("qid", None),
            ("solutions", None),
            ("time", None),
            ("", None),
        ] {
            assert_eq!(meant(name, &known), expected, "{name}");
        }
        assert_eq!(meant("bart", &["cart", "bars"]), None);
    }
}
