//! Repairs what stands between SELECT and its group.

use std::ops::Range;

use super::{Draft, Repair, RepairKind};
use crate::token::{Kind, Token};

const AGGREGATES: [&str; 7] = [
    "COUNT",
    "SUM",
    "AVG",
    "MIN",
    "MAX",
    "SAMPLE",
    "GROUP_CONCAT",
];
const OPERATORS: [&str; 12] = [
    "+", "-", "*", "/", "=", "!=", "<", ">", "<=", ">=", "&&", "||",
];

/// A SELECT, top-level or not, by the tokens of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Select {
    /// What is projected, DISTINCT and REDUCED excluded.
    pub(crate) items: Range<usize>,
    /// The FROM clauses.
    pub(crate) from: Range<usize>,
    /// The braces of its group.
    pub(crate) group: (usize, usize),
    /// GROUP BY, HAVING, ORDER BY, LIMIT …
    pub(crate) modifiers: Range<usize>,
}

/// Something that is projected.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) range: Range<usize>,
    /// The expression, without alias.
    pub(crate) expression: Range<usize>,
    /// The variable after AS outside of parentheses.
    alias: Option<usize>,
    pub(crate) shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Comma,
    Star,
    Variable,
    /// `( … )` as a whole.
    Parentheses,
    /// Anything else.
    Bare,
}

pub(crate) fn repair(draft: &mut Draft<'_>) {
    // From the last to the first: inner queries come after the SELECT that contains them, and
    // changes do not move what stands before them.
    for keyword in keywords(draft).into_iter().rev() {
        let Some(select) = select_at(draft, keyword) else {
            continue;
        };
        for item in items(draft, select.items).into_iter().rev() {
            repair_item(draft, &item);
        }
    }
}

pub(crate) fn keywords(draft: &Draft<'_>) -> Vec<usize> {
    (0..draft.len())
        .filter(|&at| draft.tokens[at].is_word("SELECT"))
        .collect()
}

pub(crate) fn select_at(draft: &Draft<'_>, keyword: usize) -> Option<Select> {
    let mut start = keyword + 1;
    if let Some(word) = draft.solid(start)
        && draft.tokens[word].is_any_word(&["DISTINCT", "REDUCED"])
    {
        start = word + 1;
    }
    let ends =
        |at: usize, words: &[&str]| draft.tokens[at].is("{") || draft.tokens[at].is_any_word(words);
    let items_end = (start..draft.len()).find(|&at| ends(at, &["FROM", "WHERE"]))?;
    let from_end = (items_end..draft.len()).find(|&at| ends(at, &["WHERE"]))?;
    let open = (from_end..draft.len()).find(|&at| draft.tokens[at].is("{"))?;
    let close = draft.closing(open)?;
    let mut depth = 0_usize;
    let end = (close + 1..draft.len())
        .find(|&at| {
            let token = &draft.tokens[at];
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                if depth == 0 {
                    return true;
                }
                depth -= 1;
            }
            false
        })
        .unwrap_or(draft.len());
    Some(Select {
        items: start..items_end,
        from: items_end..from_end,
        group: (open, close),
        modifiers: close + 1..end,
    })
}

/// Whether an aggregate is called in `range`.
pub(crate) fn has_aggregate(draft: &Draft<'_>, range: Range<usize>) -> bool {
    range.into_iter().any(|at| {
        draft.tokens[at].is_any_word(&AGGREGATES)
            && draft
                .solid(at + 1)
                .is_some_and(|next| draft.tokens[next].is("("))
    })
}

/// What is projected, in order.
pub(crate) fn items(draft: &Draft<'_>, range: Range<usize>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = range.start;
    while let Some(start) = draft.solid(at).filter(|&start| start < range.end) {
        let Some((mut end, mut shape)) = operand(draft, start, range.end) else {
            let shape = match &*draft.tokens[start].text {
                "," => Some(Shape::Comma),
                "*" => Some(Shape::Star),
                _ => None,
            };
            items.extend(shape.map(|shape| Item {
                range: start..start + 1,
                expression: start..start + 1,
                alias: None,
                shape,
            }));
            at = start + 1;
            continue;
        };
        while let Some(operator) = draft.solid(end).filter(|&next| {
            next < range.end
                && draft.tokens[next].kind == Kind::Symbol
                && OPERATORS.contains(&&*draft.tokens[next].text)
        }) {
            let right = draft
                .solid(operator + 1)
                .and_then(|right| operand(draft, right, range.end));
            let Some((next, _)) = right else { break };
            end = next;
            shape = Shape::Bare;
        }
        let expression = start..end;
        let alias = alias_after(draft, end, range.end);
        at = alias.map_or(end, |alias| alias + 1);
        items.push(Item {
            range: start..at,
            expression,
            alias,
            shape,
        });
    }
    items
}

/// Where the operand at `start` ends.
fn operand(draft: &Draft<'_>, start: usize, limit: usize) -> Option<(usize, Shape)> {
    let token = &draft.tokens[start];
    let closed = |open: usize| draft.closing(open).filter(|&close| close < limit);
    match token.kind {
        Kind::Variable => Some((start + 1, Shape::Variable)),
        Kind::Number | Kind::String => Some((start + 1, Shape::Bare)),
        Kind::Symbol if token.is("(") => Some((closed(start)? + 1, Shape::Parentheses)),
        Kind::Word | Kind::Name | Kind::Iri => {
            let open = draft
                .solid(start + 1)
                .filter(|&i| draft.tokens[i].is("("))?;
            Some((closed(open)? + 1, Shape::Bare))
        }
        _ => None,
    }
}

/// The variable of `AS ?x` right after `end`.
fn alias_after(draft: &Draft<'_>, end: usize, limit: usize) -> Option<usize> {
    let word = draft
        .solid(end)
        .filter(|&i| draft.tokens[i].is_word("AS"))?;
    draft
        .solid(word + 1)
        .filter(|&i| i < limit && draft.tokens[i].kind == Kind::Variable)
}

/// `AS ?x` directly inside the brackets that end at `end`, as the tokens from AS to the variable.
pub(crate) fn alias_inside(draft: &Draft<'_>, range: &Range<usize>) -> Option<Range<usize>> {
    let close = range
        .end
        .checked_sub(1)
        .filter(|&i| draft.tokens[i].is(")"))?;
    let variable = draft
        .solid_before(close)
        .filter(|&i| i > range.start && draft.tokens[i].kind == Kind::Variable)?;
    let word = draft.solid_before(variable).filter(|&i| i > range.start)?;
    draft.tokens[word]
        .is_word("AS")
        .then_some(word..variable + 1)
}

fn repair_item(draft: &mut Draft<'_>, item: &Item) {
    match item.shape {
        Shape::Star => {}
        Shape::Comma => {
            let spaced = draft.tokens.get(item.range.end).is_none_or(Token::is_space);
            let new = if spaced { "" } else { " " };
            draft.rewrite(item.range.clone(), new, RepairKind::CommaInProjection);
        }
        Shape::Variable if item.alias.is_none() => {}
        Shape::Parentheses => parentheses(draft, item),
        Shape::Variable | Shape::Bare => bare(draft, item),
    }
}

fn parentheses(draft: &mut Draft<'_>, item: &Item) {
    let inner = draft.trim(item.expression.start + 1..item.expression.end - 1);
    if let (Some(alias), None) = (alias_inside(draft, &item.expression), item.alias) {
        let name = draft.tokens[alias.end - 1].text.to_string();
        if uses(draft, item.expression.start..alias.start, &name) {
            let new = fresh(draft, &format!("{name}_agg"));
            let at = alias.end - 1;
            draft.rewrite(at..at + 1, &new, RepairKind::AliasReusesVariable);
        }
        return;
    }
    if inner.len() == 1 && draft.tokens[inner.start].kind == Kind::Variable {
        let glued = item.range.start > 0 && !draft.tokens[item.range.start - 1].is_space();
        let variable = &draft.tokens[inner.start].text;
        let text = format!("{}{variable}", if glued { " " } else { "" });
        draft.rewrite(item.range.clone(), &text, RepairKind::DistinctAsFunction);
        return;
    }
    if item.alias.is_some() {
        bare(draft, item);
        return;
    }
    let expression = draft.text(inner);
    let alias = fresh(draft, "?result");
    let text = format!("({expression} AS {alias})");
    draft.rewrite(
        item.range.clone(),
        &text,
        RepairKind::ExpressionWithoutAlias,
    );
}

fn bare(draft: &mut Draft<'_>, item: &Item) {
    let aggregate = has_aggregate(draft, item.expression.clone());
    let kind = if aggregate {
        RepairKind::AggregateWithoutParentheses
    } else {
        RepairKind::ExpressionWithoutParentheses
    };
    let mut expression = draft.text(item.expression.clone());
    let mut body = item.expression.clone();
    let mut alias = item.alias.map(|at| draft.tokens[at].text.to_string());
    if alias.is_none()
        && let Some(inside) = alias_inside(draft, &item.expression)
    {
        alias = Some(draft.tokens[inside.end - 1].text.to_string());
        body.end = inside.start;
        let head = draft.text(item.expression.start..inside.start);
        let tail = draft.text(inside.end..item.expression.end);
        note(
            draft,
            inside,
            String::new(),
            RepairKind::AliasInsideAggregate,
        );
        expression = format!("{}{}", head.trim_end(), tail.trim_start());
    }
    let alias = match alias {
        None => fresh(draft, "?result"),
        Some(name) if uses(draft, body, &name) => {
            let new = fresh(draft, &format!("{name}_agg"));
            let at = item.alias.unwrap_or(item.expression.start);
            note(
                draft,
                at..at + 1,
                new.clone(),
                RepairKind::AliasReusesVariable,
            );
            new
        }
        Some(name) => name,
    };
    let text = format!("({expression} AS {alias})");
    draft.rewrite(item.range.clone(), &text, kind);
}

/// Notes a repair that is part of a larger one.
fn note(draft: &mut Draft<'_>, range: Range<usize>, after: String, kind: RepairKind) {
    let repair = Repair {
        kind,
        offset: draft.at(range.start),
        before: draft.text(range),
        after,
    };
    draft.repairs.push(repair);
}

/// Whether the variable stands in `range`.
fn uses(draft: &Draft<'_>, range: Range<usize>, variable: &str) -> bool {
    draft.tokens[range]
        .iter()
        .any(|token| token.kind == Kind::Variable && token.text[1..] == variable[1..])
}

/// `wanted`, with a number behind it if the query has such a variable.
fn fresh(draft: &mut Draft<'_>, wanted: &str) -> String {
    let names = draft.variable_names();
    let mut name = wanted.to_owned();
    let mut number = 2_usize;
    while !names.insert(name[1..].to_owned()) {
        name = format!("{wanted}{number}");
        number += 1;
    }
    name
}
