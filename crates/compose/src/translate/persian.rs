//! Persian order: the verb of a clause stands last, what belongs to a thing follows it.

use super::item::{Form, Item, Kind};

/// Puts the words of a question into English order.
pub(super) fn arrange(mut items: Vec<Item>) -> Vec<Item> {
    let wanted = |item: &Item| !(item.kind == Kind::Phrase && item.gloss.is_empty());
    items.retain(wanted);
    possessives(&mut items);
    question_first(&mut items);
    items
}

/// *capital Romania* is *capital of Romania*.
fn possessives(items: &mut Vec<Item>) {
    let mut at = 1;
    while at < items.len() {
        let owner = matches!(items[at].kind, Kind::Name | Kind::Unknown);
        if owner && items[at - 1].kind == Kind::Noun {
            let place = items[at].source.start;
            items.insert(at, Item::added("of", Kind::Preposition, place));
            at += 1;
        }
        at += 1;
    }
}

/// The question word goes to the front with the noun that follows it; the verb follows its subject.
fn question_first(items: &mut Vec<Item>) {
    let Some(asked) = items.iter().position(|item| item.kind == Kind::Question) else {
        return;
    };
    if asked == 0 {
        return;
    }
    let mut end = asked + 1;
    while end < items.len()
        && matches!(items[end].kind, Kind::Noun | Kind::Adjective)
        && end < asked + 3
    {
        end += 1;
    }
    let before = asked
        .checked_sub(1)
        .filter(|at| items[*at].kind == Kind::Preposition)
        .unwrap_or(asked);
    let front: Vec<Item> = items.drain(before..end).collect();
    let alone = front.len() == 1;
    items.splice(0..0, front);
    // What is the capital of Romania: the copula follows the question word.
    if let Some(verb) = items
        .iter()
        .rposition(|item| item.kind == Kind::Auxiliary && item.form == Form::Plain)
        && alone
        && verb > 1
    {
        let verb = items.remove(verb);
        items.insert(1, verb);
    }
}
