//! The criteria about form, targets, range and triples, by our rules.

use std::collections::HashSet;

use lydite_sparql::Form;

use crate::gold::{GoldQuery, Kind};
use crate::in_scope::each_variable;
use crate::problem::{Problem, SolutionRange};
use crate::remark::TemplateRemark;
use crate::scope::Connections;
use crate::slots;
use crate::syntax::{Projection, SyntaxTree};
use crate::verdict::TemplateVerdict;

/// Checks a template that is SPARQL: what is said of its slots, its form, targets, range and triples.
pub(crate) fn check(
    question: &str,
    gold: &GoldQuery,
    tree: &SyntaxTree<'_>,
    said: &[[String; 3]],
    verdict: &mut TemplateVerdict,
) {
    let (expected, range) = match &gold.kind {
        Kind::Read { form, range } => (Some(*form), range.as_ref()),
        Kind::Broken { .. } | Kind::Reference(_) => (None, None),
    };
    if let (Some(expected), Some(question)) = (expected, gold.question_type())
        && expected != tree.form
    {
        verdict.problems.push(Problem::QuestionType {
            question,
            expected,
            found: tree.form,
        });
    }
    let mut connections = Connections::of(tree);
    let open = match tree.form {
        Form::Select => connections.open_variables(),
        _ => all_variables(tree),
    };
    let all: HashSet<&str> = all_variables(tree).into_iter().collect();
    let occurs = |name: &str| all.contains(name) || is_projected(tree, name);
    verdict
        .remarks
        .extend(slots::check(said, &open, occurs, question));
    if tree.form != Form::Select {
        let pieces = connections.components().len();
        if tree.form == Form::Ask && pieces > 1 {
            verdict.remarks.push(TemplateRemark::AskInPieces { pieces });
        }
        return;
    }
    verdict.problems.extend(connections.disconnected_targets());
    let found = SolutionRange {
        limit: tree.block.limit.map(str::to_owned),
        offset: tree.block.offset.filter(|o| *o != "0").map(str::to_owned),
    };
    match range {
        Some(range) if *range != found => verdict.problems.push(Problem::WrongRange {
            expected: range.clone(),
            found,
        }),
        None if found != SolutionRange::default() && expected == Some(Form::Select) => {
            verdict.remarks.push(TemplateRemark::RangeNotAsked {
                range: found.to_string(),
            });
        }
        _ => {}
    }
    verdict.problems.extend(connections.disconnected_triples());
}

fn all_variables<'q>(tree: &SyntaxTree<'q>) -> Vec<&'q str> {
    let mut names = Vec::new();
    let mut known = HashSet::new();
    for triple in tree.block.triples() {
        each_variable(triple, &mut |name| {
            if known.insert(name) {
                names.push(name);
            }
        });
    }
    names
}

fn is_projected(tree: &SyntaxTree<'_>, name: &str) -> bool {
    match &tree.block.projection {
        Projection::All => false,
        Projection::Items(items) => items.iter().any(|item| item.variable == Some(name)),
    }
}
