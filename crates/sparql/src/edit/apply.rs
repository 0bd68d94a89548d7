//! Makes changes to an outline.

use super::outline::{Group, Kind, Outline, Part};
use super::{Action, Edit};

/// The outline after these edits, all of which are about the outline as it was.
pub(super) fn apply<'e>(outline: &Outline, edits: impl Iterator<Item = &'e Edit>) -> Outline {
    let actions: Vec<&Action> = edits.map(|edit| &edit.action).collect();
    let mut changed = Outline {
        head: outline.head.clone(),
        body: group(&outline.body, &actions),
    };
    let head = &mut changed.head;
    for action in actions {
        match action {
            Action::Head(other) => {
                let dataset = std::mem::take(&mut head.dataset);
                head.clone_from(other);
                head.dataset = dataset;
            }
            Action::Selection(other) => {
                head.columns.clone_from(&other.columns);
                head.group_by.clone_from(&other.group_by);
                head.having.clone_from(&other.having);
            }
            Action::Order(order) => head.order.clone_from(order),
            Action::Range(range) => head.range = *range,
            Action::Duplicates(duplicates) => head.duplicates = *duplicates,
            Action::Term(..)
            | Action::Swap(_)
            | Action::Remove(_)
            | Action::Replace(..)
            | Action::Require(_)
            | Action::Add(..) => {}
        }
    }
    changed
}

fn group(before: &Group, actions: &[&Action]) -> Group {
    let mut parts: Vec<Part> = Vec::new();
    for part in &before.parts {
        changed(part, actions, &mut parts);
    }
    for action in actions {
        let Action::Add(target, kind) = action else {
            continue;
        };
        if *target != before.id {
            continue;
        }
        let part = Part {
            id: usize::MAX,
            kind: kind.clone(),
        };
        // What is joined is joined before what is left out or computed.
        match part.kind {
            Kind::Filter(_) | Kind::Bind(..) | Kind::Optional(_) | Kind::Minus(_) => {
                parts.push(part);
            }
            _ => {
                let triple = |part: &Part| matches!(part.kind, Kind::Triple(..));
                let end = parts.iter().rposition(triple).map_or(0, |at| at + 1);
                parts.insert(end, part);
            }
        }
    }
    Group {
        id: before.id,
        parts,
    }
}

/// Puts what becomes of a part at the end of the others.
fn changed(part: &Part, actions: &[&Action], parts: &mut Vec<Part>) {
    let mut after = part.clone();
    if let Kind::Triple(terms, _) = &mut after.kind {
        let swaps = |action: &&Action| matches!(action, Action::Swap(id) if *id == part.id);
        if actions.iter().any(swaps) {
            terms.swap(0, 2);
        }
    }
    let before: Vec<&Group> = part.kind.groups().collect();
    for (inside, before) in after.kind.groups_mut().into_iter().zip(before) {
        *inside = group(before, actions);
    }
    for action in actions {
        match action {
            Action::Remove(id) if *id == part.id => return,
            Action::Replace(id, kind) if *id == part.id => after.kind = kind.clone(),
            Action::Require(id) if *id == part.id => {
                if let Kind::Optional(group) = after.kind {
                    parts.extend(group.parts);
                    return;
                }
            }
            Action::Term(id, place, term) if *id == part.id => {
                if let Kind::Triple(terms, _) = &mut after.kind {
                    terms[*place as usize].clone_from(term);
                }
            }
            _ => {}
        }
    }
    parts.push(after);
}
