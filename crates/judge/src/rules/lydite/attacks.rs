//! Ways to score high while being wrong, and what they score.

use crate::rules::cases::DecidedCase;

const WRONG: DecidedCase = DecidedCase::BLANK;

/// Half of what was said is right, and all of it was found.
const HALF_PRECISE: [f64; 3] = [0.5, 1.0, 2.0 / 3.0];
/// A quarter of what was said is right, and all of it was found.
const QUARTER_PRECISE: [f64; 3] = [0.25, 1.0, 0.4];
const HALF_FOUND: [f64; 3] = [1.0, 0.5, 2.0 / 3.0];
const THIRD_PRECISE: [f64; 3] = [1.0 / 3.0, 1.0, 0.5];
const THIRD_FOUND: [f64; 3] = [1.0, 1.0 / 3.0, 0.5];

pub(super) const ATTACKS: [DecidedCase; 54] = [
    DecidedCase {
        gold_columns: &["x", "y"],
        gold: &["A | 1", "B | 2"],
        system_columns: &["x", "y"],
        system: Some(&["1 | A", "B | 2"]),
        scores: [0.5, 0.5, 0.5],
        argument: "columns are mapped once for the table, not row by row",
        ..WRONG
    },
    DecidedCase {
        gold_columns: &["country", "capital"],
        gold: &["dbr:Germany | dbr:Berlin", "dbr:France | dbr:Paris"],
        system_columns: &["country", "capital"],
        system: Some(&["dbr:Germany | dbr:Paris", "dbr:France | dbr:Berlin"]),
        argument: "the right values in the wrong rows answer nothing",
        ..WRONG
    },
    DecidedCase {
        gold_columns: &["country", "capital"],
        gold: &["dbr:Germany | dbr:Berlin", "dbr:France | dbr:Paris"],
        system_columns: &["country", "capital"],
        system: Some(&[
            "dbr:Germany | dbr:Berlin",
            "dbr:Germany | dbr:Paris",
            "dbr:France | dbr:Berlin",
            "dbr:France | dbr:Paris",
        ]),
        scores: HALF_PRECISE,
        argument: "a cross product is half wrong",
        ..WRONG
    },
    DecidedCase {
        gold_columns: &["country", "capital"],
        gold: &["dbr:Germany | dbr:Berlin", "dbr:France | dbr:Paris"],
        system_columns: &["country"],
        system: Some(&["dbr:Germany", "dbr:France"]),
        scores: HALF_FOUND,
        argument: "a column that was asked for and not given is half of the answer",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system_columns: &["a", "b"],
        system: Some(&["dbr:Paris | dbr:Berlin"]),
        scores: HALF_PRECISE,
        argument: "a guess in a column before the answer costs as much as one in a row",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system_columns: &["a", "b", "c", "d"],
        system: Some(&["dbr:Paris | dbr:Rome | dbr:Oslo | dbr:Berlin"]),
        scores: QUARTER_PRECISE,
        argument: "four guesses side by side are four guesses",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system: Some(&["dbr:Paris", "dbr:Rome", "dbr:Oslo", "dbr:Berlin"]),
        scores: QUARTER_PRECISE,
        argument: "four guesses below each other are four guesses",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system_columns: &["city", "population"],
        system: Some(&["dbr:Berlin | 3700000"]),
        scores: [1.0 / 1.05, 1.0, 2.0 / 2.05],
        argument: "a column that nobody asked for costs a twentieth of an answer",
        ..WRONG
    },
    DecidedCase {
        gold_columns: &["x", "y"],
        gold: &["A | 1", "A | 2"],
        system_columns: &["x"],
        system: Some(&["A"]),
        scores: HALF_FOUND,
        argument: "what rows have in common is not the rows",
        ..WRONG
    },
    DecidedCase {
        gold: &["true"],
        system: Some(&["true", "false"]),
        argument: "yes and no at once is no answer",
        ..WRONG
    },
    DecidedCase {
        gold: &["false"],
        system_columns: &["yes", "no"],
        system: Some(&["true | false"]),
        argument: "nor is it in two columns",
        ..WRONG
    },
    DecidedCase {
        gold: &["false"],
        system: Some(&["yes", "no"]),
        argument: "nor in words",
        ..WRONG
    },
    DecidedCase {
        gold: &["false"],
        system: Some(&["true"]),
        argument: "yes is not no",
        ..WRONG
    },
    DecidedCase {
        gold: &["true"],
        system: Some(&["1"]),
        argument: "a count is not a yes",
        ..WRONG
    },
    DecidedCase {
        gold: &["a", "b"],
        system: Some(&["a", "a", "a"]),
        scores: HALF_FOUND,
        argument: "an answer said three times is one answer",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin", "dbr:Paris"],
        system: Some(&[
            "dbr:Berlin",
            "<http://dbpedia.org/page/Berlin>",
            "<https://en.wikipedia.org/wiki/Berlin>",
        ]),
        scores: HALF_FOUND,
        argument: "an answer in three notations is one answer",
        ..WRONG
    },
    DecidedCase {
        gold: &["3000000000"],
        system: Some(&["3000004000.5"]),
        argument: "a whole number is not a measurement",
        ..WRONG
    },
    DecidedCase {
        gold: &["1000000"],
        system: Some(&["1000001"]),
        argument: "counts are exact",
        ..WRONG
    },
    DecidedCase {
        gold: &["5"],
        system: Some(&["5.000001"]),
        argument: "also where only a millionth is wrong",
        ..WRONG
    },
    DecidedCase {
        gold: &["12345678901234567890"],
        system: Some(&["12345678901234567891"]),
        argument: "also where floating point has no digits left",
        ..WRONG
    },
    DecidedCase {
        gold: &["5"],
        system: Some(&["4", "5", "6"]),
        scores: THIRD_PRECISE,
        argument: "a range of numbers is a range of guesses",
        ..WRONG
    },
    DecidedCase {
        gold: &["0.5"],
        system: Some(&["0.4999999", "0.5", "0.5000001"]),
        scores: THIRD_PRECISE,
        argument: "each answer is used once, however close they are",
        ..WRONG
    },
    DecidedCase {
        gold: &["\"5\"^^dbd:kilometre"],
        system: Some(&["\"5\"^^dbd:metre"]),
        argument: "a kilometre is not a metre",
        ..WRONG
    },
    DecidedCase {
        gold: &["\"100\"^^dbd:euro"],
        system: Some(&["\"100\"^^dbd:usDollar"]),
        argument: "a euro is not a dollar",
        ..WRONG
    },
    DecidedCase {
        gold: &["007"],
        system: Some(&["7"]),
        argument: "a number with a leading zero is a name",
        ..WRONG
    },
    DecidedCase {
        gold: &["1961-08-04"],
        system: Some(&["1961"]),
        argument: "a year is not a day",
        ..WRONG
    },
    DecidedCase {
        gold: &["1961"],
        system: Some(&["1961-01-01"]),
        argument: "a day is not a year",
        ..WRONG
    },
    DecidedCase {
        gold: &["\"2010-05\"^^xsd:gYearMonth"],
        system: Some(&["2010-05-01"]),
        argument: "nor is it a month",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system: Some(&["_:a"]),
        argument: "something is not Berlin",
        ..WRONG
    },
    DecidedCase {
        gold: &["_:a", "_:b", "_:c"],
        system: Some(&["_:x"]),
        scores: THIRD_FOUND,
        argument: "one blank node is not three",
        ..WRONG
    },
    DecidedCase {
        gold_columns: &["x", "y"],
        gold: &["_:a | 1", "_:a | 2"],
        system_columns: &["x", "y"],
        system: Some(&["_:x | 1", "_:y | 2"]),
        scores: [0.5, 0.5, 0.5],
        argument: "two blank nodes are not the same one twice",
        ..WRONG
    },
    DecidedCase {
        gold: &["<http://x.org/A>"],
        system: Some(&["<http://x.org/a>"]),
        argument: "paths depend on case, hosts do not",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Gift"],
        system: Some(&["dbo:Gift"]),
        argument: "a resource is not the class of its name",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Gift"],
        system: Some(&["<https://de.wikipedia.org/wiki/Gift>"]),
        argument: "pages of one name in two languages may be about two things",
        ..WRONG
    },
    DecidedCase {
        gold: &["\"Gift\"@de"],
        system: Some(&["\"Gift\"@en"]),
        argument: "so may words: poison is no present",
        ..WRONG
    },
    DecidedCase {
        gold: &["Berlin"],
        system: Some(&["Berlin is the capital of Germany"]),
        argument: "a sentence around the answer is another text",
        ..WRONG
    },
    DecidedCase {
        gold: &["Berlin", "Paris"],
        system: Some(&["Berlin, Paris"]),
        argument: "a list in one text is one wrong answer",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system: Some(&["Berlin"]),
        argument: "a name alone is no resource unless it is known to be its label",
        ..WRONG
    },
    DecidedCase {
        gold: &["dbr:Berlin"],
        system: Some(&["dbr:Berlin", "Paris"]),
        scores: HALF_PRECISE,
        argument: "only the name of an answer may stand beside it",
        ..WRONG
    },
    DecidedCase {
        gold: &["a"],
        system: Some(&[]),
        argument: "an empty answer does not have precision 1",
        ..WRONG
    },
    DecidedCase {
        gold: &[],
        system: Some(&["a"]),
        argument: "inventing an answer is wrong where there is none",
        ..WRONG
    },
    DecidedCase {
        gold: &[],
        system: None,
        argument: "who says nothing has not said that there is nothing",
        ..WRONG
    },
    DecidedCase {
        gold: &["a", "b", "c"],
        ordered: true,
        system: Some(&["c", "b", "a"]),
        scores: [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0],
        argument: "where order counts, only what is in order counts",
        ..WRONG
    },
    DecidedCase {
        gold: &["a"],
        ties: &["a", "b", "c", "d"],
        system: Some(&["a", "b", "c", "d"]),
        scores: QUARTER_PRECISE,
        argument: "any one of the rows that tie is right, all of them are not",
        ..WRONG
    },
    DecidedCase {
        gold_columns: &["uri", "string"],
        gold: &["dbr:Berlin | Berlin"],
        system_columns: &["uri", "string"],
        system: Some(&["dbr:Paris | Berlin"]),
        argument: "the right label does not put the wrong resource right",
        ..WRONG
    },
    DecidedCase {
        gold: &["wd:Q64"],
        system_columns: &["city", "cityLabel"],
        system: Some(&["wd:Q90 | Berlin"]),
        labels: &[("wd:Q64", "Berlin"), ("wd:Q90", "Paris")],
        argument: "nor does it where labels are known from elsewhere",
        ..WRONG
    },
    DecidedCase {
        gold: &["wd:Q64"],
        system_columns: &["a", "b"],
        system: Some(&["wd:Q90 | Berlin"]),
        labels: &[("wd:Q64", "Berlin"), ("wd:Q90", "Paris")],
        argument: "nor where the columns do not say that one labels the other",
        ..WRONG
    },
    DecidedCase {
        gold: &["5"],
        system_columns: &["a", "b", "c"],
        system: Some(&["5 | 6 | 7"]),
        scores: [1.0 / 1.15, 1.0, 2.0 / 2.15],
        argument: "each further column of the same kind costs twice the one before",
        ..WRONG
    },
    DecidedCase {
        gold: &["1"],
        system_columns: &["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
        system: Some(&["1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10"]),
        scores: [1.0 / 6.55, 1.0, 2.0 / 7.55],
        argument: "so ten guesses side by side are guesses even if the first is right",
        ..WRONG
    },
    DecidedCase {
        gold: &["a", "b", "c"],
        ordered: true,
        system: Some(&["c", "b", "a", "b", "c", "b", "a"]),
        scores: [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0],
        argument: "an answer that is repeated keeps its first place",
        ..WRONG
    },
    DecidedCase {
        gold: &["1.0E308", "5"],
        system: Some(&["\"INF\"^^xsd:double", "\"NaN\"^^xsd:double"]),
        argument: "infinity and what is no number match no number",
        ..WRONG
    },
    DecidedCase {
        gold: &["\"-0044-03-15\"^^xsd:date"],
        system: Some(&["0044-03-15"]),
        argument: "before Christ is not after",
        ..WRONG
    },
    DecidedCase {
        gold: &["1961-08-04"],
        system: Some(&["\"1961-08-03T23:00:00-01:00\"^^xsd:dateTime"]),
        argument: "a moment is not the day that it falls on elsewhere",
        ..WRONG
    },
    DecidedCase {
        gold: &["<http://x.org/a?b=1>"],
        system: Some(&["<http://x.org/a?b=2>"]),
        argument: "what follows the question mark belongs to the name",
        ..WRONG
    },
];
