//! Compares what is not a triple: form, modifiers, conditions, aliases, aggregates.

use spargebra::algebra::OrderExpression;

use super::Difference;
use super::matching::Matching;
use crate::structure::{Duplicates, Form, Range, Structure};

pub(super) fn head(one: &Structure<'_>, other: &Structure<'_>, differences: &mut Vec<Difference>) {
    if one.form != other.form {
        differences.push(Difference::Form {
            expected: form_name(one.form).to_owned(),
            found: form_name(other.form).to_owned(),
        });
    }
    let mut modifier = |name: &'static str, expected: String, found: String| {
        if expected != found {
            differences.push(Difference::Modifier {
                name,
                expected,
                found,
            });
        }
    };
    let duplicates = |duplicates: Duplicates| match duplicates {
        Duplicates::Keep => String::new(),
        Duplicates::Distinct => "DISTINCT".to_owned(),
        Duplicates::Reduced => "REDUCED".to_owned(),
    };
    modifier(
        "duplicates",
        duplicates(one.duplicates),
        duplicates(other.duplicates),
    );
    modifier("range", range_text(one.range), range_text(other.range));
    modifier(
        "projected variables",
        one.projection.len().to_string(),
        other.projection.len().to_string(),
    );
    let directions = |order: &[OrderExpression]| {
        let names: Vec<&str> = order
            .iter()
            .map(|part| match part {
                OrderExpression::Asc(_) => "ascending",
                OrderExpression::Desc(_) => "descending",
            })
            .collect();
        names.join(", ")
    };
    modifier("order", directions(one.order), directions(other.order));
    let groups = |structure: &Structure<'_>| structure.group_by.len().to_string();
    modifier("grouped variables", groups(one), groups(other));
}

pub(crate) fn form_name(form: Form) -> &'static str {
    match form {
        Form::Select => "SELECT",
        Form::Ask => "ASK",
        Form::Construct => "CONSTRUCT",
        Form::Describe => "DESCRIBE",
    }
}

pub(crate) fn range_text(range: Range) -> String {
    let part = |name: &str, value: Option<usize>| value.map(|value| format!("{name} {value}"));
    let parts = [part("OFFSET", range.offset), part("LIMIT", range.limit)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Compares conditions, aliases and aggregates as texts with matched variables.
pub(super) fn parts(
    one: &Structure<'_>,
    other: &Structure<'_>,
    matching: &Matching<'_>,
    differences: &mut Vec<Difference>,
) {
    let expected = part_texts(one, &|name| name.to_owned());
    let mut found = part_texts(other, &|name| matching.name_of(name));
    for (kind, part) in expected {
        match found
            .iter()
            .position(|known| *known == (kind, part.clone()))
        {
            Some(index) => {
                found.swap_remove(index);
            }
            None => differences.push(Difference::MissingPart { kind, part }),
        }
    }
    differences.extend(
        found
            .into_iter()
            .map(|(kind, part)| Difference::ExtraPart { kind, part }),
    );
}

fn part_texts(
    structure: &Structure<'_>,
    rename: &dyn Fn(&str) -> String,
) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    for filter in &structure.filters {
        parts.push(("filter", renamed(&filter.expression.to_string(), rename)));
    }
    for alias in &structure.aliases {
        // An alias of an aggregate shows as the aggregate.
        let direct = structure
            .aggregates
            .iter()
            .any(|a| a.alias == Some(alias.variable));
        if !direct {
            parts.push(("alias", renamed(&alias.expression.to_string(), rename)));
        }
    }
    for aggregate in &structure.aggregates {
        let function = aggregate
            .function
            .map_or("COUNT".to_owned(), ToString::to_string);
        let distinct = if aggregate.distinct { "DISTINCT " } else { "" };
        let argument = aggregate
            .argument
            .map_or("*".to_owned(), ToString::to_string);
        let text = format!("{function}({distinct}{argument})");
        parts.push(("aggregate", renamed(&text, rename)));
    }
    for values in &structure.values {
        parts.push(("values", values.iris.join(" ")));
    }
    parts
}

/// A text with its variables renamed. Those that stand for aggregates, which have no names of
/// their own, become `?_`.
pub(crate) fn renamed(text: &str, rename: &dyn Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    for token in crate::token::tokens(text) {
        if token.kind == crate::token::Kind::Variable {
            let name = &token.text[1..];
            let internal = name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
            out.push('?');
            out.push_str(&if internal {
                "_".to_owned()
            } else {
                rename(name)
            });
        } else {
            out.push_str(&token.text);
        }
    }
    out
}
