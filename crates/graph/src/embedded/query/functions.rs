//! The functions of queries beyond SPARQL 1.1, and those that need bounds.

use std::cell::RefCell;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::LazyLock;

use oxrdf::vocab::xsd;
use oxrdf::{Literal, NamedNode, NamedNodeRef, Term};
use oxsdatatypes::{Date, Decimal, Double, Integer};
use regex::{Regex, RegexBuilder};
use spareval::QueryEvaluator;

use super::dataset::MAX_LITERAL;
use super::sort_key::{sort_key, sort_key_among_numbers};
use crate::embedded::stop::{self, Stop, tick};

pub(super) const SORT_KEY: &str = "urn:lydite:function:sort-key";
pub(super) const SORT_KEY_AMONG_NUMBERS: &str = "urn:lydite:function:sort-key-among-numbers";
pub(super) const REGEX: &str = "urn:lydite:function:regex";
pub(super) const REPLACE: &str = "urn:lydite:function:replace";
pub(super) const BOUNDED: &str = "urn:lydite:function:bounded";

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
            });
        evaluator = evaluator.with_custom_function(xsd::DATE.into_owned(), to_date);
        // XML Schema's integers of limited range: queries of the field cast to them.
        for (datatype, range) in INTEGERS {
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

const INTEGERS: [(NamedNodeRef<'static>, (i64, i64)); 12] = [
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
        captures.expand(replacement, &mut replaced);
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
