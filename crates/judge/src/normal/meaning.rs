//! What a term of an answer means, under version 2 of the `lydite` rules.

use std::borrow::Cow;

use lydite_model::{Literal, Term};

use super::resource::{is_item, item, meant_iri};
use super::text::{plain_text, yes_or_no};
use super::{Date, Decimal, expanded, iri, is_web_address};
use crate::Knowledge;

/// What a term means. Equal meanings are the same answer; numbers may be close besides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meaning<'a> {
    Iri(Cow<'a, str>),
    Boolean(bool),
    Number(Decimal),
    Date(Date),
    Text(Cow<'a, str>),
    /// A blank node. Its label says nothing outside of its table.
    Blank,
    /// A row without a value in a column.
    Unbound,
}

/// What a value carries that counts only where both sides have it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark<'a> {
    /// The primary language of a text: `en-GB` is English.
    Language(Cow<'a, str>),
    /// The unit of a number, by the name of its datatype.
    Unit(&'a str),
}

/// A term as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading<'a> {
    pub meaning: Meaning<'a>,
    pub mark: Option<Mark<'a>>,
    /// The label of a blank node.
    pub blank: Option<&'a str>,
}

/// How terms are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    /// Whether IRIs are compared by what they stand for, or as they are written.
    pub meant_iris: bool,
    pub same_as: bool,
    /// Whether dates are compared by value, or as they are written.
    pub meant_dates: bool,
    /// Whether upper and lower case are the same in texts.
    pub fold_case: bool,
    /// Whether language tags are read at all.
    pub tags: bool,
    /// Whether units of numbers are read at all.
    pub units: bool,
    /// Whether yes and no are truth values.
    pub words: bool,
}

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

impl Style {
    /// What a cell of a table means.
    pub(crate) fn read<'a>(
        &self,
        cell: Option<&'a Term>,
        knowledge: &'a dyn Knowledge,
    ) -> Reading<'a> {
        let mut mark = None;
        let mut blank = None;
        let meaning = match cell {
            None => Meaning::Unbound,
            Some(Term::Blank { value }) => {
                blank = Some(value.as_str());
                Meaning::Blank
            }
            Some(Term::Iri { value }) if value.contains(':') => self.resource(value, knowledge),
            // `true` or `42` declared as an IRI: the declaration is wrong, not the value.
            Some(Term::Iri { value }) => self.look(value, knowledge),
            Some(Term::Literal(literal)) => {
                let meaning = self.literal(literal, knowledge);
                mark = self.mark(literal, &meaning);
                meaning
            }
        };
        Reading {
            meaning,
            mark,
            blank,
        }
    }

    /// The resource that an IRI stands for.
    pub(crate) fn resource<'a>(
        &self,
        written: &'a str,
        knowledge: &'a dyn Knowledge,
    ) -> Meaning<'a> {
        let meant = if self.meant_iris {
            meant_iri(written)
        } else {
            Cow::Borrowed(written.trim())
        };
        if !self.same_as {
            return Meaning::Iri(meant);
        }
        let representative = knowledge.representative(&meant).or_else(|| {
            // Links may be about the page or the prefixed form itself.
            let plain = iri(written);
            (plain != meant)
                .then(|| knowledge.representative(&plain))
                .flatten()
        });
        Meaning::Iri(match representative {
            Some(Cow::Borrowed(representative)) => meant_iri(representative),
            Some(Cow::Owned(representative)) => Cow::Owned(meant_iri(&representative).into_owned()),
            None => meant,
        })
    }

    fn literal<'a>(&self, literal: &'a Literal, knowledge: &'a dyn Knowledge) -> Meaning<'a> {
        let value = literal.value.as_str();
        // A plain literal *is* an xsd:string (RDF 1.1 Concepts, 3.3), and whether a title or a
        // name has a language tag is chance: all three are read by their look.
        let Some(datatype) = &literal.datatype else {
            return self.look(value, knowledge);
        };
        let value = value.trim();
        let name = datatype.rsplit(['#', '/', ':']).next().unwrap_or(datatype);
        let meant = match name {
            "boolean" => truth(value).map(Meaning::Boolean),
            "date" | "dateTime" | "gYearMonth" | "dateTimeStamp" => self.date(value),
            // A year is the number that people say it is.
            "gYear" => Decimal::parse(value.trim_end_matches('Z')).map(Meaning::Number),
            "anyURI" => Some(self.resource(value, knowledge)),
            "string" | "langString" | "normalizedString" | "token" => {
                Some(self.look(value, knowledge))
            }
            // xsd's numbers, and units of measure such as dbd:squareKilometre.
            _ => Decimal::parse(value).map(Meaning::Number),
        };
        meant.unwrap_or_else(|| self.text(value))
    }

    /// What a value without a type means, by its look.
    fn look<'a>(&self, value: &'a str, knowledge: &'a dyn Knowledge) -> Meaning<'a> {
        let value = value.trim();
        let resource = is_web_address(value)
            || self.meant_iris && value.contains(':') && expanded(value).is_some();
        if resource {
            return self.resource(value, knowledge);
        }
        if self.meant_iris && is_item(value) {
            return self.resource_of_item(value, knowledge);
        }
        let boolean = if self.words {
            yes_or_no(value)
        } else {
            truth(value).filter(|_| value.len() > 1)
        };
        if let Some(boolean) = boolean {
            return Meaning::Boolean(boolean);
        }
        // 007 is a name; only a date may begin with a zero.
        let zeros = value
            .strip_prefix('0')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if !zeros && let Some(number) = Decimal::parse(value) {
            return Meaning::Number(number);
        }
        self.date(value).unwrap_or_else(|| self.text(value))
    }

    fn resource_of_item(&self, word: &str, knowledge: &dyn Knowledge) -> Meaning<'static> {
        match self.resource(&item(word), knowledge) {
            Meaning::Iri(iri) => Meaning::Iri(Cow::Owned(iri.into_owned())),
            _ => Meaning::Unbound,
        }
    }

    fn date<'a>(&self, value: &str) -> Option<Meaning<'a>> {
        self.meant_dates
            .then(|| Date::parse(value))
            .flatten()
            .map(Meaning::Date)
    }

    fn text<'a>(&self, value: &'a str) -> Meaning<'a> {
        let text = plain_text(value);
        Meaning::Text(if self.fold_case {
            Cow::Owned(text.to_lowercase())
        } else {
            text
        })
    }

    fn mark<'a>(&self, literal: &'a Literal, meaning: &Meaning<'a>) -> Option<Mark<'a>> {
        match (meaning, &literal.language, &literal.datatype) {
            (Meaning::Text(_), Some(tag), _) if self.tags => {
                let primary = tag.split(['-', '_']).next().unwrap_or(tag);
                let lower = if primary.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    Cow::Owned(primary.to_ascii_lowercase())
                } else {
                    Cow::Borrowed(primary)
                };
                (!lower.is_empty()).then_some(Mark::Language(lower))
            }
            (Meaning::Number(_), None, Some(datatype)) if self.units => {
                let other = !datatype.starts_with(XSD) && !datatype.starts_with("xsd:");
                let name = datatype.rsplit(['#', '/', ':']).next().unwrap_or(datatype);
                // Not all files write the name space of xsd in full.
                (other && !is_number_type(name)).then_some(Mark::Unit(name))
            }
            _ => None,
        }
    }
}

fn truth(value: &str) -> Option<bool> {
    if value == "1" || value.eq_ignore_ascii_case("true") {
        Some(true)
    } else if value == "0" || value.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

fn is_number_type(name: &str) -> bool {
    matches!(
        name,
        "integer"
            | "int"
            | "decimal"
            | "double"
            | "float"
            | "long"
            | "short"
            | "byte"
            | "gYear"
            | "number"
            | "nonNegativeInteger"
            | "positiveInteger"
            | "string"
            | "langString"
            | "unsignedInt"
            | "unsignedLong"
            | "unsignedShort"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoKnowledge;

    const STYLE: Style = Style {
        meant_iris: true,
        same_as: true,
        meant_dates: true,
        fold_case: false,
        tags: true,
        units: true,
        words: false,
    };

    fn literal(value: &str, datatype: &str, language: &str) -> Term {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Term::Literal(Literal {
            value: value.to_owned(),
            datatype: some(datatype).map(|name| {
                if name.contains(':') {
                    name
                } else {
                    format!("{XSD}{name}")
                }
            }),
            language: some(language),
        })
    }

    fn meaning(term: &Term) -> Meaning<'_> {
        STYLE.read(Some(term), &NoKnowledge).meaning
    }

    #[test]
    fn what_means_the_same() {
        for (a, b) in [
            (literal("1990", "", ""), literal("1990", "string", "")),
            (literal("1990", "", ""), literal("1990", "", "en")),
            (literal("http://x/A", "anyURI", ""), Term::iri("http://x/A")),
            (Term::iri("wd:Q42"), literal("Q42", "", "")),
            (
                literal("dbr:Berlin", "", ""),
                Term::iri("http://dbpedia.org/page/Berlin"),
            ),
            (literal("1", "boolean", ""), literal("True", "", "")),
            (literal("1,000,000", "", ""), literal("1e6", "double", "")),
            (
                literal("1961-08-04", "date", ""),
                literal("1961-08-04T00:00:00Z", "", ""),
            ),
            (
                literal("Schindler\u{2019}s List", "", ""),
                literal("Schindler's\u{a0}List", "", "en"),
            ),
        ] {
            assert_eq!(meaning(&a), meaning(&b), "{a} and {b}");
        }
    }

    #[test]
    fn what_does_not() {
        for (a, b) in [
            (literal("007", "", ""), literal("7", "", "")),
            (literal("1", "", ""), literal("true", "", "")),
            (literal("no", "", ""), literal("false", "", "")),
            (literal("1961", "", ""), literal("1961-08-04", "", "")),
            (literal("Berlin", "", ""), literal("berlin", "", "")),
            (Term::iri("http://x/A"), literal("A", "", "")),
        ] {
            assert_ne!(meaning(&a), meaning(&b), "{a} and {b}");
        }
    }

    #[test]
    fn marks_are_languages_and_units() {
        let mark = |term: &Term| format!("{:?}", STYLE.read(Some(term), &NoKnowledge).mark);
        assert!(mark(&literal("five", "", "en-GB")).contains("\"en\""));
        let metre = "http://dbpedia.org/datatype/metre";
        assert!(mark(&literal("5", metre, "")).contains("metre"));
        assert_eq!(mark(&literal("5", "integer", "")), "None");
        assert_eq!(mark(&literal("5", "", "en")), "None");
    }
}
