//! Names that a format does not have, but that are surely meant for one that it has.

/// The known name that a misspelt one is meant for, if that is beyond doubt.
///
/// Names may differ in case and blanks, those of four letters and more in one letter, those of
/// six and more in two; two known names that are as near as each other leave a doubt.
pub(crate) fn meant<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    // Most names are right, and of the others most are meant for nothing: both are soon told.
    if known.contains(&name) {
        return None;
    }
    let name = name.trim();
    if known.contains(&name) {
        return None;
    }
    let letters = letters(name);
    let distance = |other: &str, far: usize| {
        if name.len().abs_diff(other.len()) > 2 || letters.is_beyond(self::letters(other), far) {
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
        let distance = distance(other, far);
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

/// Which letters a name has, in upper or lower case; some share a bit with a digit.
#[derive(Clone, Copy)]
struct Letters {
    bits: u32,
    is_ascii: bool,
}

fn letters(name: &str) -> Letters {
    let bits = name.bytes().fold(0, |bits, byte| bits | 1 << (byte & 31));
    Letters {
        bits,
        is_ascii: name.is_ascii(),
    }
}

impl Letters {
    /// Whether names with these letters differ in more places than that: one place has one letter
    /// in each of them.
    fn is_beyond(self, other: Self, places: usize) -> bool {
        let different = (self.bits ^ other.bits).count_ones() as usize;
        self.is_ascii && other.is_ascii && different > 2 * places
    }
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

    #[test]
    fn names_are_as_far_apart_as_they_are_without_a_look_at_their_letters() {
        let names = [
            "results",
            "result",
            "resluts",
            "RESULT5",
            "answers",
            "anwsers",
            "answer s",
            "id",
            "Id",
            "query",
            "queries",
            "qurey",
            "type",
            "tpye",
            "typ",
            "_type",
            "vars",
            "var5",
            "réponse",
            "response",
            "\u{212a}ind",
            "kind",
        ];
        for name in names {
            for other in names {
                let distance = strsim::osa_distance(&name.to_lowercase(), &other.to_lowercase());
                for far in 0..3 {
                    let beyond = letters(name).is_beyond(letters(other), far);
                    assert!(!beyond || distance > far, "{name} {other} {far}");
                }
            }
        }
    }
}
