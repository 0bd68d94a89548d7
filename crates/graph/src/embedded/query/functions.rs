//! The functions of queries beyond SPARQL 1.1, and those that need bounds.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::LazyLock;

use oxrdf::vocab::xsd;
use oxrdf::{BlankNode, Literal, NamedNode, NamedNodeRef, Term};
use oxsdatatypes::{
    Date, DateTime, Decimal, Double, GDay, GMonth, GMonthDay, GYear, GYearMonth, Integer, Time,
};
use regex::{Captures, Regex, RegexBuilder};
use spareval::QueryEvaluator;

use super::aggregates::with_extremes;
use super::dataset::MAX_LITERAL;
use super::lexical::{Literals, is_moment_type, is_true, pack, read_next};
use super::sort_key::{sort_key, sort_key_among_numbers};
use crate::embedded::stop::{self, Stop, tick};

pub(super) const SORT_KEY: &str = "urn:lydite:function:sort-key";
pub(super) const SORT_KEY_AMONG_NUMBERS: &str = "urn:lydite:function:sort-key-among-numbers";
pub(super) const REGEX: &str = "urn:lydite:function:regex";
pub(super) const REPLACE: &str = "urn:lydite:function:replace";
pub(super) const BOUNDED: &str = "urn:lydite:function:bounded";
/// Leaves word that the next term is read as a value; it has no result.
pub(super) const AS_VALUE: &str = "urn:lydite:function:as-value";
/// Leaves word that only dates and times matter in the next term.
pub(super) const AS_MOMENT: &str = "urn:lydite:function:as-moment";
/// Leaves word that only the datatype of the next term matters.
pub(super) const AS_DATATYPE: &str = "urn:lydite:function:as-datatype";
/// Takes such a word back.
pub(super) const AS_USUAL: &str = "urn:lydite:function:as-usual";
/// A value to be compared with `<` and `>`.
pub(super) const COMPARABLE: &str = "urn:lydite:function:comparable";
/// A literal that is to be stored as it is given.
pub(super) const PACK: &str = "urn:lydite:function:pack";
/// Whether it can be said which of two moments comes first.
pub(super) const DECIDED: &str = "urn:lydite:function:decided";
/// `STRDT` with the text as it is given.
pub(super) const TYPED: &str = "urn:lydite:function:typed";
/// `BNODE` with a label, for a row.
pub(super) const BLANK_NODE: &str = "urn:lydite:function:blank-node";

pub(super) fn named(iri: &'static str) -> NamedNode {
    NamedNode::new_unchecked(iri)
}

/// The evaluator with all functions.
pub(super) fn evaluator() -> &'static QueryEvaluator {
    static EVALUATOR: LazyLock<QueryEvaluator> = LazyLock::new(|| {
        let mut evaluator = QueryEvaluator::new()
            .with_custom_function(named(SORT_KEY), |arguments| {
                let term = arguments.first()?;
                tick(8);
                Some(Literal::new_simple_literal(sort_key(term)).into())
            })
            .with_custom_function(named(SORT_KEY_AMONG_NUMBERS), |arguments| {
                let term = arguments.first()?;
                tick(8);
                Some(Literal::new_simple_literal(sort_key_among_numbers(term)).into())
            })
            .with_custom_function(named(REGEX), regex)
            .with_custom_function(named(REPLACE), replace)
            .with_custom_function(named(BOUNDED), |arguments| {
                let term = arguments.first()?;
                if let Term::Literal(literal) = term {
                    check_length(literal.value().len());
                }
                Some(term.clone())
            })
            .with_custom_function(named(AS_VALUE), |_| {
                read_next(Some(Literals::Values));
                None
            })
            .with_custom_function(named(AS_MOMENT), |_| {
                read_next(Some(Literals::Moments));
                None
            })
            .with_custom_function(named(AS_DATATYPE), |_| {
                read_next(Some(Literals::Datatypes));
                None
            })
            .with_custom_function(named(AS_USUAL), |_| {
                read_next(None);
                None
            })
            .with_custom_function(named(COMPARABLE), |arguments| {
                arguments.first().map(comparable)
            })
            .with_custom_function(named(PACK), |arguments| {
                arguments.first().cloned().map(pack)
            })
            .with_custom_function(named(DECIDED), is_decided)
            .with_custom_function(named(TYPED), typed)
            .with_custom_function(named(BLANK_NODE), blank_node);
        evaluator = with_extremes(evaluator);
        evaluator = evaluator.with_custom_function(xsd::DATE.into_owned(), to_date);
        // XML Schema's integers of limited range: queries of the field cast to them.
        for (datatype, range) in CASTS {
            evaluator = evaluator.with_custom_function(
                datatype.into_owned(),
                move |arguments: &[Term]| {
                    let number = to_integer(arguments.first()?)?;
                    let fits = range.0 <= number && number <= range.1;
                    fits.then(|| Literal::new_typed_literal(number.to_string(), datatype).into())
                },
            );
        }
        evaluator
    });
    &EVALUATOR
}

const CASTS: [(NamedNodeRef<'static>, (i64, i64)); 12] = [
    (xsd::LONG, (i64::MIN, i64::MAX)),
    (xsd::INT, (i32::MIN as i64, i32::MAX as i64)),
    (xsd::SHORT, (i16::MIN as i64, i16::MAX as i64)),
    (xsd::BYTE, (i8::MIN as i64, i8::MAX as i64)),
    (xsd::NON_NEGATIVE_INTEGER, (0, i64::MAX)),
    (xsd::POSITIVE_INTEGER, (1, i64::MAX)),
    (xsd::NON_POSITIVE_INTEGER, (i64::MIN, 0)),
    (xsd::NEGATIVE_INTEGER, (i64::MIN, -1)),
    (xsd::UNSIGNED_LONG, (0, i64::MAX)),
    (xsd::UNSIGNED_INT, (0, u32::MAX as i64)),
    (xsd::UNSIGNED_SHORT, (0, u16::MAX as i64)),
    (xsd::UNSIGNED_BYTE, (0, u8::MAX as i64)),
];

/// A term that the evaluator can compare: of truth values it has no order, but of texts in the same
/// language.
fn comparable(term: &Term) -> Term {
    if let Term::Literal(literal) = term
        && literal.datatype() == xsd::BOOLEAN
        && let Some(value) = is_true(term.clone())
    {
        let text = if value { "1" } else { "0" };
        return Literal::new_language_tagged_literal_unchecked(text, "x-lydite-boolean").into();
    }
    term.clone()
}

/// Whether it can be said which of two moments comes first, or that they are the same. Moments of
/// different primitive datatypes are different (XML Schema 1.1, part 2, 2.2.1), and so is what is no
/// moment: the evaluator can tell these apart by itself.
fn is_decided(arguments: &[Term]) -> Option<Term> {
    fn compare<T: FromStr + PartialOrd>(one: &Literal, other: &Literal) -> Option<bool> {
        let (one, other) = (T::from_str(one.value()), T::from_str(other.value()));
        Some(one.ok()?.partial_cmp(&other.ok()?).is_some())
    }
    /// The primitive datatype: a time stamp is a date and time.
    fn primitive(literal: &Literal) -> NamedNodeRef<'_> {
        match literal.datatype() {
            xsd::DATE_TIME_STAMP => xsd::DATE_TIME,
            datatype => datatype,
        }
    }
    let is_decided = match arguments {
        [Term::Literal(one), Term::Literal(other)]
            if is_moment_type(one.datatype().as_str()) && primitive(one) == primitive(other) =>
        {
            match primitive(one) {
                xsd::DATE_TIME => compare::<DateTime>(one, other)?,
                xsd::DATE => compare::<Date>(one, other)?,
                xsd::TIME => compare::<Time>(one, other)?,
                xsd::G_YEAR => compare::<GYear>(one, other)?,
                xsd::G_YEAR_MONTH => compare::<GYearMonth>(one, other)?,
                xsd::G_MONTH => compare::<GMonth>(one, other)?,
                xsd::G_MONTH_DAY => compare::<GMonthDay>(one, other)?,
                xsd::G_DAY => compare::<GDay>(one, other)?,
                _ => true,
            }
        }
        _ => true,
    };
    Some(Literal::from(is_decided).into())
}

fn typed(arguments: &[Term]) -> Option<Term> {
    let [text, Term::NamedNode(datatype)] = arguments else {
        return None;
    };
    let text = simple(Some(text))?;
    Some(pack(
        Literal::new_typed_literal(text, datatype.clone()).into(),
    ))
}

/// The blank node with a label in a row, which is known by a blank node of its own. It is none of the
/// graph's, whatever the label.
fn blank_node(arguments: &[Term]) -> Option<Term> {
    let [label, Term::BlankNode(row)] = arguments else {
        return None;
    };
    let mut name = row.as_str().to_owned();
    for byte in simple(Some(label))?.bytes() {
        let _ = write!(name, "{byte:02x}");
    }
    check_length(name.len());
    Some(BlankNode::new_unchecked(name).into())
}

/// A number from any literal that looks like one.
fn to_integer(term: &Term) -> Option<i64> {
    let Term::Literal(literal) = term else {
        return None;
    };
    let text = literal.value().trim();
    if let Ok(number) = text.parse::<i64>() {
        return Some(number);
    }
    if let Ok(number) = Decimal::from_str(text) {
        return Integer::try_from(number).ok().map(i64::from);
    }
    let number = Double::from_str(text).ok()?;
    Integer::try_from(number).ok().map(i64::from)
}

/// The date of a date, a time stamp or a text that begins with one; of a year its first day.
///
/// Virtuoso casts years so, and queries of the field rely on it.
fn to_date(arguments: &[Term]) -> Option<Term> {
    let [Term::Literal(literal)] = arguments else {
        return None;
    };
    let value = literal.value().trim();
    let date = match value.split_once('T') {
        Some((date, time)) => {
            let zone = time.find(['Z', '+', '-']).map_or("", |at| &time[at..]);
            format!("{date}{zone}")
        }
        None if value.trim_start_matches('-').len() == 4 => format!("{value}-01-01"),
        None => value.to_owned(),
    };
    Date::from_str(&date).ok()?;
    Some(Literal::new_typed_literal(date, xsd::DATE).into())
}

fn check_length(length: usize) {
    tick(1 + (length / 64) as u32);
    if length > MAX_LITERAL {
        stop::unwind(Stop::Growth);
    }
}

/// A compiled pattern with a bound for its size.
struct Compiled {
    regex: Regex,
    size: usize,
}

/// How much work a search may be at worst: bytes of the pattern's program times bytes of the text.
/// The program is tried on every character if all shortcuts fail; this takes some 300 ms.
const SEARCH_WORK: usize = 1 << 31;

/// How many patterns are kept for the next row.
const PATTERNS_KEPT: usize = 16;

type Patterns = Vec<((String, String), Option<Rc<Compiled>>)>;

thread_local! {
    static PATTERNS: RefCell<Patterns> = const { RefCell::new(Vec::new()) };
}

fn compile(pattern: &str, flags: &str) -> Option<Rc<Compiled>> {
    PATTERNS.with_borrow_mut(|patterns| {
        let known = patterns
            .iter()
            .find(|((known, with), _)| known == pattern && with == flags);
        if let Some((_, compiled)) = known {
            return compiled.clone();
        }
        // Compiling costs as much as many rows.
        tick(256);
        let compiled = compile_anew(pattern, flags).map(Rc::new);
        if patterns.len() == PATTERNS_KEPT {
            patterns.remove(0);
        }
        let key = (pattern.to_owned(), flags.to_owned());
        patterns.push((key, compiled.clone()));
        compiled
    })
}

fn compile_anew(pattern: &str, flags: &str) -> Option<Compiled> {
    let escaped;
    let mut source = pattern;
    if flags.contains('q') {
        escaped = regex::escape(pattern);
        source = &escaped;
    }
    let mut builder = RegexBuilder::new(source);
    for flag in flags.chars() {
        match flag {
            's' => builder.dot_matches_new_line(true),
            'm' => builder.multi_line(true),
            'i' => builder.case_insensitive(true),
            'x' => builder.ignore_whitespace(true),
            'q' => &mut builder,
            _ => return None,
        };
    }
    [16_usize << 10, 64 << 10, 256 << 10, 1 << 20]
        .into_iter()
        .find_map(|size| {
            let regex = builder.size_limit(size).build().ok()?;
            Some(Compiled { regex, size })
        })
}

/// The text of a plain or tagged literal, and its language.
fn plain(term: &Term) -> Option<(&str, Option<&str>)> {
    let Term::Literal(literal) = term else {
        return None;
    };
    let plain = literal.datatype() == xsd::STRING || literal.language().is_some();
    plain.then(|| (literal.value(), literal.language()))
}

fn simple(term: Option<&Term>) -> Option<&str> {
    match term {
        None => Some(""),
        Some(Term::Literal(literal)) if literal.datatype() == xsd::STRING => Some(literal.value()),
        Some(_) => None,
    }
}

/// The pattern for a text, unless searching could take too long.
fn pattern_for(text: &str, pattern: &Term, flags: Option<&Term>) -> Option<Rc<Compiled>> {
    tick(4 + (text.len() / 16) as u32);
    let compiled = compile(simple(Some(pattern))?, simple(flags)?)?;
    (compiled.size.saturating_mul(text.len()) <= SEARCH_WORK).then_some(compiled)
}

fn regex(arguments: &[Term]) -> Option<Term> {
    let [text, pattern, flags @ ..] = arguments else {
        return None;
    };
    let (text, _) = plain(text)?;
    let compiled = pattern_for(text, pattern, flags.first())?;
    Some(Literal::from(compiled.regex.is_match(text)).into())
}

fn replace(arguments: &[Term]) -> Option<Term> {
    let [text, pattern, replacement, flags @ ..] = arguments else {
        return None;
    };
    let (text, language) = plain(text)?;
    let compiled = pattern_for(text, pattern, flags.first())?;
    let replacement = simple(Some(replacement))?;
    let mut replaced = String::new();
    let mut end = 0;
    for captures in compiled.regex.captures_iter(text) {
        let Some(found) = captures.get(0) else {
            continue;
        };
        replaced.push_str(&text[end..found.start()]);
        expand(replacement, &captures, &mut replaced);
        end = found.end();
        check_length(replaced.len());
    }
    replaced.push_str(&text[end..]);
    check_length(replaced.len());
    Some(match language {
        Some(language) => Literal::new_language_tagged_literal_unchecked(replaced, language).into(),
        None => Literal::new_simple_literal(replaced).into(),
    })
}

/// Writes a replacement as XPath's `fn:replace` defines it: `$1` is what the first group has found
/// (of more digits as many as there are groups for), and a backslash takes `$` and itself as they
/// are.
fn expand(replacement: &str, captures: &Captures<'_>, replaced: &mut String) {
    let mut rest = replacement.chars().peekable();
    while let Some(next) = rest.next() {
        match (next, rest.peek()) {
            ('\\', Some(&escaped @ ('$' | '\\'))) => {
                replaced.push(escaped);
                rest.next();
            }
            ('$', Some(digit)) if digit.is_ascii_digit() => {
                let mut group = 0;
                let mut is_first = true;
                while let Some(digit) = rest.peek().and_then(|digit| digit.to_digit(10)) {
                    let longer = group * 10 + digit as usize;
                    if !is_first && longer >= captures.len() {
                        break;
                    }
                    (group, is_first) = (longer, false);
                    rest.next();
                }
                replaced.push_str(captures.get(group).map_or("", |found| found.as_str()));
            }
            _ => replaced.push(next),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_name_groups_by_digits() {
        let text = |value: &str| Term::from(Literal::new_simple_literal(value));
        for (given, pattern, replacement, expected) in [
            ("abab", "(a)b", "$1c", "acac"),
            ("abab", "(a)(b)", "$2$1", "baba"),
            ("ab", "(a)", "$12", "a2b"),
            ("ab", "a", r"\$1", "$1b"),
            ("ab", "a", r"\\", r"\b"),
            ("ab", "(a)", "$0$3", "ab"),
            ("ab", "a", "${x}", "${x}b"),
        ] {
            let replaced = replace(&[text(given), text(pattern), text(replacement)]);
            assert_eq!(replaced, Some(text(expected)), "{pattern} {replacement}");
        }
    }

    #[test]
    fn truth_has_an_order() {
        let literal = |value: &str| Literal::new_typed_literal(value, xsd::BOOLEAN).into();
        assert_eq!(comparable(&literal("true")), comparable(&literal("1")));
        assert_ne!(comparable(&literal("true")), comparable(&literal("false")));
    }
}
