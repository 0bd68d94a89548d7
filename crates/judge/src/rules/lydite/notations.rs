//! Ways to be right in another notation than the gold standard.

use crate::rules::cases::{DecidedCase, Ruling};

const RIGHT: DecidedCase = DecidedCase {
    ruling: Ruling::Right,
    scores: [1.0; 3],
    ..DecidedCase::BLANK
};

const BERLIN: &[&str] = &["dbr:Berlin"];

pub(super) const NOTATIONS: [DecidedCase; 51] = [
    DecidedCase {
        gold: BERLIN,
        system_columns: &["x", "xLabel"],
        system: Some(&["dbr:Berlin | Berlin"]),
        argument: "a label beside its resource is a courtesy",
        ..RIGHT
    },
    DecidedCase {
        gold_columns: &["uri", "string"],
        gold: &["<http://musicbrainz.org/artist/1> | Nirvana"],
        system_columns: &["uri"],
        system: Some(&["<http://musicbrainz.org/artist/1>"]),
        argument: "nobody asked for the labels that QALD-1 to QALD-4 list",
        ..RIGHT
    },
    DecidedCase {
        gold_columns: &["uri", "string"],
        gold: &["<http://musicbrainz.org/artist/1> | Nirvana"],
        system_columns: &["name"],
        system: Some(&["Nirvana"]),
        argument: "what the gold standard itself calls a resource names it",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["dbr:Berlin", "Berlin"]),
        argument: "a resource and its name are one answer in two rows",
        ..RIGHT
    },
    DecidedCase {
        gold_columns: &["city", "population"],
        gold: &["dbr:Berlin | 3700000", "dbr:Paris | 2100000"],
        system_columns: &["a", "b"],
        system: Some(&["dbr:Paris | 2100000", "dbr:Berlin | 3700000"]),
        argument: "neither names of columns nor the order of rows are asked for",
        ..RIGHT
    },
    DecidedCase {
        gold_columns: &["city", "population"],
        gold: &["dbr:Berlin | 3700000", "dbr:Paris | 2100000"],
        system_columns: &["city", "population"],
        system: Some(&["3700000 | dbr:Berlin", "2100000 | dbr:Paris"]),
        argument: "columns are known by what is in them, not by their names",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system_columns: &["x", "y"],
        system: Some(&["dbr:Berlin | -"]),
        argument: "a column without a value is no column",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["dbr:Berlin", "dbr:Berlin"]),
        argument: "answers are a set",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["<dbr:Berlin>"]),
        argument: "the field knows this prefix",
        ..RIGHT
    },
    DecidedCase {
        gold: &["wd:Q42"],
        system: Some(&["\"wd:Q42\""]),
        argument: "the field knows this one too, also as a text",
        ..RIGHT
    },
    DecidedCase {
        gold: &["wd:Q42"],
        system: Some(&["Q42"]),
        argument: "an item of Wikidata has one number",
        ..RIGHT
    },
    DecidedCase {
        gold: &["wd:Q42"],
        system: Some(&["<https://www.wikidata.org/wiki/Q42>"]),
        argument: "the page of an item stands for it",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["<http://dbpedia.org/page/Berlin>"]),
        argument: "what a browser shows for a resource stands for it",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["<https://en.wikipedia.org/wiki/Berlin>"]),
        argument: "DBpedia names its resources after pages, and GERBIL bridges them too",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["<http://en.dbpedia.org/resource/Berlin>"]),
        argument: "the English chapter is the main one",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["<https://dbpedia.org/resource/Berlin>"]),
        argument: "the protocol is not part of the name",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["<http://DBpedia.org/resource/Berlin>"]),
        argument: "hosts do not depend on case (RFC 3986)",
        ..RIGHT
    },
    DecidedCase {
        gold: &["<http://www.bmw.com>"],
        system: Some(&["<http://www.bmw.com/>"]),
        argument: "a final slash leads to the same page",
        ..RIGHT
    },
    DecidedCase {
        gold: &["<http://dbpedia.org/resource/Yaound%C3%A9>"],
        system: Some(&["<http://dbpedia.org/resource/Yaoundé>"]),
        argument: "percent-encoding is a way of writing",
        ..RIGHT
    },
    DecidedCase {
        gold: &["<http://dbpedia.org/resource/Yaound\u{e9}>"],
        system: Some(&["<http://dbpedia.org/resource/Yaounde\u{301}>"]),
        argument: "so are combining accents",
        ..RIGHT
    },
    DecidedCase {
        gold: &["<http://dbpedia.org/resource/New_York>"],
        system: Some(&["<http://dbpedia.org/resource/New York>"]),
        argument: "DBpedia writes blanks as underscores",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["\"http://dbpedia.org/resource/Berlin\""]),
        argument: "a Web address in quotation marks is still one",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["\"http://dbpedia.org/resource/Berlin\"^^xsd:anyURI"]),
        argument: "xsd:anyURI is how literals hold IRIs",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system: Some(&["Berlin"]),
        labels: &[("dbr:Berlin", "Berlin")],
        argument: "a known label names its resource",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"Berlin\"@en"],
        system: Some(BERLIN),
        labels: &[("dbr:Berlin", "Berlin")],
        argument: "also where the gold standard has the label",
        ..RIGHT
    },
    DecidedCase {
        gold_columns: &["city", "population"],
        gold: &["dbr:Berlin | 3700000"],
        system_columns: &["city", "population"],
        system: Some(&["Berlin | 3700000"]),
        labels: &[("dbr:Berlin", "Berlin")],
        argument: "also in a row with other values",
        ..RIGHT
    },
    DecidedCase {
        gold: &["5"],
        system: Some(&["5.0"]),
        argument: "numbers are compared by value",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"37037000000\"^^xsd:integer"],
        system: Some(&["\"3.7037E10\"^^xsd:double"]),
        argument: "an exponent is a way of writing",
        ..RIGHT
    },
    DecidedCase {
        gold: &["1000000"],
        system: Some(&["1,000,000"]),
        argument: "so are separators of thousands",
        ..RIGHT
    },
    DecidedCase {
        gold: &["12345.65"],
        system: Some(&["12345.649999999998"]),
        argument: "engines add in different orders",
        ..RIGHT
    },
    DecidedCase {
        gold: &["3"],
        system: Some(&["2.9999999999999996"]),
        argument: "also up to a whole number",
        ..RIGHT
    },
    DecidedCase {
        gold: &["3.14159265"],
        system: Some(&["3.141593"]),
        argument: "six digits are what single precision keeps",
        ..RIGHT
    },
    DecidedCase {
        gold: &["1.0000008", "1.00000001"],
        system: Some(&["1.00000001", "0.9999995"]),
        argument: "close numbers are paired so that as many as possible match",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"5\"^^dbd:kilometre"],
        system: Some(&["\"5.0\"^^xsd:double"]),
        argument: "endpoints drop the datatypes of DBpedia; a unit counts if both have one",
        ..RIGHT
    },
    DecidedCase {
        gold: &["1990"],
        system: Some(&["\"1990\"^^xsd:string"]),
        argument: "one term of RDF 1.1 in two notations",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"1961\"^^xsd:gYear"],
        system: Some(&["1961"]),
        argument: "a year is its number",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"1961-08-04\"^^xsd:date"],
        system: Some(&["1961-08-04T00:00:00Z"]),
        argument: "Wikidata and Virtuoso write days as midnights",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"1993-06-08\"^^xsd:date"],
        system: Some(&["1993-6-8"]),
        argument: "zeros before a month do not count",
        ..RIGHT
    },
    DecidedCase {
        gold: &["true"],
        system: Some(&["yes"]),
        argument: "a yes is true",
        ..RIGHT
    },
    DecidedCase {
        gold: &["false"],
        system: Some(&["\"Nein\"@de"]),
        argument: "a no is false, in any language of the benchmarks",
        ..RIGHT
    },
    DecidedCase {
        gold: &["true"],
        system: Some(&["\"1\"^^xsd:boolean"]),
        argument: "XML Schema has two ways to write true",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"Berlin\"@en"],
        system: Some(&["\"Berlin\""]),
        argument: "a language tag counts if both have one",
        ..RIGHT
    },
    DecidedCase {
        gold: &["\"colour\"@en-GB"],
        system: Some(&["\"colour\"@en"]),
        argument: "British English is English",
        ..RIGHT
    },
    DecidedCase {
        gold: &["New York City"],
        system: Some(&["New\u{a0}York  City"]),
        argument: "doubled and no-break blanks are accidents of typesetting",
        ..RIGHT
    },
    DecidedCase {
        gold: &["Schindler's List"],
        system: Some(&["Schindler\u{2019}s List"]),
        argument: "so are curly apostrophes",
        ..RIGHT
    },
    DecidedCase {
        gold: &["1939-1945"],
        system: Some(&["1939\u{2013}1945"]),
        argument: "and dashes",
        ..RIGHT
    },
    DecidedCase {
        gold: &["_:a", "_:b"],
        system: Some(&["_:x", "_:y"]),
        argument: "labels of blank nodes mean nothing outside of their file",
        ..RIGHT
    },
    DecidedCase {
        gold: &["a", "b"],
        ties: &["b", "c", "d"],
        system: Some(&["a", "d"]),
        argument: "where a query cuts between rows that tie, any of them is right",
        ..RIGHT
    },
    DecidedCase {
        gold: BERLIN,
        system_columns: &["x"],
        system: Some(&["dbr:Berlin", "-"]),
        argument: "a row without a value says nothing",
        ..RIGHT
    },
    DecidedCase {
        gold: &[],
        system: Some(&["-"]),
        argument: "so it is no answer where there is none: aggregates over nothing give it",
        ..RIGHT
    },
    DecidedCase {
        gold: &["Berlin"],
        system_columns: &["city", "cityLabel"],
        system: Some(&["wd:Q64 | Berlin"]),
        argument: "where a text is asked for, the label is the answer",
        ..RIGHT
    },
];
