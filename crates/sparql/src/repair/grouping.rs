//! Repairs FROM, GROUP BY and HAVING, which depend on the SELECT they belong to.

use std::ops::Range;

use super::select::{Select, Shape, alias_inside, has_aggregate, items, keywords, select_at};
use super::{Draft, RepairKind};
use crate::token::{Kind, Token};

pub(crate) fn repair(draft: &mut Draft<'_>) {
    for keyword in keywords(draft).into_iter().rev() {
        for pass in [having_parentheses, group_by, having_on_outer_query] {
            if let Some(select) = select_at(draft, keyword) {
                pass(draft, &select);
            }
        }
    }
    move_from(draft);
}

fn modifier(draft: &Draft<'_>, select: &Select, word: &str) -> Option<usize> {
    let mut depth = 0_usize;
    select.modifiers.clone().find(|&at| {
        let token = &draft.tokens[at];
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth = depth.saturating_sub(1);
        }
        depth == 0 && token.is_word(word)
    })
}

/// From the keyword to the next clause.
fn clause(draft: &Draft<'_>, select: &Select, keyword: usize) -> Range<usize> {
    let words = ["GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES"];
    let end = (keyword + 1..select.modifiers.end)
        .find(|&at| draft.tokens[at].is_any_word(&words) || draft.tokens[at].is(";"))
        .unwrap_or(select.modifiers.end);
    draft.trim(keyword..end)
}

fn having_parentheses(draft: &mut Draft<'_>, select: &Select) {
    let Some(having) = modifier(draft, select, "HAVING") else {
        return;
    };
    let range = clause(draft, select, having);
    let condition = draft.trim(having + 1..range.end);
    // `(…)` or a single call `f(…)` may stand as it is.
    let open = (condition.start..condition.end).find(|&at| draft.tokens[at].is("("));
    let whole = open.and_then(|open| draft.closing(open)) == condition.end.checked_sub(1);
    let call = open.is_some_and(|open| draft.trim(condition.start..open).len() <= 1);
    let fine = condition.is_empty() || (whole && call);
    if !fine {
        let text = format!("({})", draft.text(condition.clone()));
        draft.rewrite(condition, &text, RepairKind::HavingWithoutParentheses);
    }
}

/// SPARQL 1.1 §11.4 forbids plain variables beside aggregates unless they are grouped by; Virtuoso
/// groups by all of them.
fn group_by(draft: &mut Draft<'_>, select: &Select) {
    if modifier(draft, select, "GROUP").is_some() {
        return;
    }
    let items = items(draft, select.items.clone());
    let in_items = items.iter().any(|i| has_aggregate(draft, i.range.clone()));
    if !in_items && !has_aggregate(draft, select.modifiers.clone()) {
        return;
    }
    let mut variables: Vec<String> = Vec::new();
    let mut add = |variable: &str| {
        if variables.iter().all(|known| known != variable) {
            variables.push(variable.to_owned());
        }
    };
    for item in items.iter().filter(|item| item.shape == Shape::Variable) {
        add(&draft.tokens[item.range.start].text);
    }
    if !in_items {
        // `SELECT year(?d) … ORDER BY SUM(?x)`: the variables of the expressions.
        for item in items.iter().filter(|item| item.shape == Shape::Parentheses) {
            let end =
                alias_inside(draft, &item.expression).map_or(item.expression.end, |a| a.start);
            for token in &draft.tokens[item.expression.start..end] {
                if token.kind == Kind::Variable {
                    add(&token.text);
                }
            }
        }
    }
    if !variables.is_empty() {
        let at = select.group.1 + 1;
        let spaced = draft.tokens.get(at).is_none_or(Token::is_space);
        let space = if spaced { "" } else { " " };
        let text = format!(" GROUP BY {}{space}", variables.join(" "));
        draft.rewrite(at..at, &text, RepairKind::GroupByMissing);
    }
}

/// `SELECT ?x { SELECT ?x (SUM(?y) AS ?s) {…} } GROUP BY ?x HAVING (?s > 2)`: the outer query has
/// nothing to group, its condition filters what the inner one yields.
fn having_on_outer_query(draft: &mut Draft<'_>, select: &Select) {
    let (open, close) = select.group;
    let inner = draft
        .solid(open + 1)
        .is_some_and(|first| draft.tokens[first].is_word("SELECT"));
    let Some(having) = modifier(draft, select, "HAVING").filter(|_| inner) else {
        return;
    };
    let range = clause(draft, select, having);
    let aggregates =
        has_aggregate(draft, range.clone()) || has_aggregate(draft, select.items.clone());
    if aggregates {
        return;
    }
    let condition = draft.text(draft.trim(having + 1..range.end));
    let body = draft.text(draft.trim(open + 1..close));
    let text = format!("{{ {{ {body} }} FILTER {condition} }}");
    draft.rewrite(open..range.end, &text, RepairKind::HavingOnOuterQuery);
}

/// Moves FROM of sub-selects to the outermost query.
fn move_from(draft: &mut Draft<'_>) {
    let all = keywords(draft);
    for &keyword in all.iter().skip(1).rev() {
        let Some(select) = select_at(draft, keyword) else {
            continue;
        };
        let from = draft.trim(select.from);
        let Some(outer) = all.first().and_then(|&first| select_at(draft, first)) else {
            return;
        };
        if from.is_empty() || outer.group.0 > keyword {
            continue;
        }
        let text = draft.text(from.clone());
        let end = draft.solid(from.end).unwrap_or(from.end);
        draft.replace(from.start..end, Vec::new(), RepairKind::FromInsideSubselect);
        if !draft.text(outer.from.clone()).contains(&text) {
            let at = outer.from.end;
            let new = crate::token::tokens(&format!("{text} "))
                .into_iter()
                .map(|token| (token.kind, token.text.into_owned()))
                .collect();
            draft.exchange(at..at, new);
        }
    }
}
