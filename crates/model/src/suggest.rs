//! What somebody may have meant by a name that does not exist.

use crate::letters;

/// The name that is most like the given one, if one comes near enough to be meant.
///
/// One measure for the whole program: the optimal string alignment distance, in which a letter
/// that is missing, extra, wrong or has changed places with the next counts one. Case and
/// punctuation go wrong more often than letters and do not count. A name comes near if at most
/// a third of the letters of the given one are wrong; of equally near names the first is taken.
///
/// ```
/// use lydite_model::nearest;
///
/// let names = ["gerbil", "qald", "lydite"];
/// assert_eq!(nearest("gerbl", names), Some("gerbil"));
/// assert_eq!(nearest("Gebril", names), Some("gerbil"));
/// assert_eq!(nearest("text2sparql", names), None);
/// ```
pub fn nearest<'n>(given: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    near(given, candidates)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// All names that come near enough to be meant, the most similar first: see [`nearest`].
///
/// ```
/// use lydite_model::similar;
///
/// assert_eq!(similar("qbench3", ["mqald", "qbench1", "qbench2"]), ["qbench1", "qbench2"]);
/// ```
pub fn similar<'n>(given: &str, candidates: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut found: Vec<(usize, &str)> = near(given, candidates).collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, name)| name).collect()
}

fn near<'n>(
    given: &str,
    candidates: impl IntoIterator<Item = &'n str>,
) -> impl Iterator<Item = (usize, &'n str)> {
    let given = letters(given);
    let most = given.chars().count() / 3;
    candidates.into_iter().filter_map(move |name| {
        let distance = strsim::osa_distance(&given, &letters(name));
        // Nothing but punctuation is like any other punctuation.
        (distance <= most && !given.is_empty()).then_some((distance, name))
    })
}

#[cfg(test)]
mod tests {
    use super::{nearest, similar};

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let names = ["demo", "foaf", "pq", "lc-quad-1-test", "text2sparql"];
        for (given, expected) in [
            ("dmo", Some("demo")),
            ("fofa", Some("foaf")),
            ("LCQuAD_1 test", Some("lc-quad-1-test")),
            ("lc-quad-1-tset", Some("lc-quad-1-test")),
            ("text2sparq", Some("text2sparql")),
            // One letter of two is another word.
            ("pv", None),
            ("webquestions", None),
            ("--", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, names), expected, "{given}");
        }
    }

    #[test]
    fn the_nearest_come_first_and_equals_keep_their_order() {
        let names = ["question_2", "questions", "question_1"];
        assert_eq!(
            similar("question1", names),
            ["question_1", "question_2", "questions"]
        );
        assert_eq!(nearest("question3", names), Some("question_2"));
    }
}
