//! What a user may have meant by a name that does not exist.

const MOST: usize = 3;

/// No entry of the catalogue has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not in the catalogue")]
pub struct UnknownName {
    /// The name that was asked for.
    pub name: String,
    /// Names that look alike, best first.
    pub suggestions: Vec<String>,
}

/// How loosely a name may be like another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// A slip of the keyboard.
    Slip,
    /// A slip, or a piece of the name.
    SlipOrPiece,
}

/// The names like the given one, best first; none if nothing comes near.
pub(super) fn similar<'a>(
    given: &str,
    names: impl Iterator<Item = &'a str>,
    likeness: Likeness,
) -> Vec<String> {
    let given = squash(given);
    let letters = given.chars().count();
    let mut scored: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let squashed = squash(name);
            let distance = strsim::osa_distance(&given, &squashed);
            // A third of the letters wrong is still a slip; more is another word.
            let slip = distance <= letters / 3;
            let piece =
                likeness == Likeness::SlipOrPiece && letters >= 3 && squashed.contains(&given);
            (slip || piece).then_some((distance, name))
        })
        .collect();
    scored.sort_unstable();
    scored
        .into_iter()
        .take(MOST)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Users misplace hyphens, dots and capitals more often than letters.
fn squash(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_pieces_find_the_name() {
        let names = [
            "mqald",
            "lc-quad-1-test",
            "lc-quad-1-train",
            "qald-9-test-multilingual",
            "qbench1",
            "qbench2",
        ];
        let cases: [(&str, &[&str]); 8] = [
            ("QALD9-test_multilingual", &["qald-9-test-multilingual"]),
            ("qald-9-test-multilingaul", &["qald-9-test-multilingual"]),
            ("lcquad", &["lc-quad-1-test", "lc-quad-1-train"]),
            ("lc-quad-1-tset", &["lc-quad-1-test"]),
            ("qbench3", &["qbench1", "qbench2"]),
            ("mqlad", &["mqald"]),
            ("webquestions", &[]),
            ("--", &[]),
        ];
        for (given, expected) in cases {
            let found = similar(given, names.into_iter(), Likeness::SlipOrPiece);
            assert_eq!(found, expected, "{given}");
        }
    }

    #[test]
    fn a_piece_is_not_a_slip() {
        let slips = |given| similar(given, ["lc-quad-1-test"].into_iter(), Likeness::Slip);
        assert_eq!(slips("lc-quad"), [""; 0]);
        assert_eq!(slips("lc-quad1-test"), ["lc-quad-1-test"]);
    }
}
