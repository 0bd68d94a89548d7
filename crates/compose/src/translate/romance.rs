//! Order in Spanish, Italian, French and Romanian: adjectives behind their nouns, *more* and *most* by one
//! word, verbs before their subjects.

use lydite_language::Lang;

use super::item::{Form, Item, Kind};

/// Puts the words of a question into English order.
pub(super) fn arrange(mut items: Vec<Item>, lang: Lang) -> Vec<Item> {
    items.retain(|item| !item.gloss.is_empty());
    both(&mut items);
    degrees(&mut items, lang);
    adjectives(&mut items);
    negation(&mut items);
    dates(&mut items);
    verbs(&mut items);
    agents(&mut items);
    items
}

/// *tanto X como Y*: both X and Y.
fn both(items: &mut [Item]) {
    let mut open = false;
    for item in items {
        if item.gloss == "both" && item.kind == Kind::Phrase {
            open = true;
        } else if open && item.is_any(&["como", "sia", "che", "cât și", "cât"]) {
            "and".clone_into(&mut item.gloss);
            item.kind = Kind::Conjunction;
            open = false;
        }
    }
}

/// The word for *more* or *less*, and which of them.
fn degree(item: &Item, lang: Lang) -> Option<bool> {
    let (more, less) = match lang {
        Lang::Es => ("más", "menos"),
        Lang::It => ("più", "meno"),
        Lang::Fr => ("plus", "moins"),
        _ => ("mai", "puțin"),
    };
    if item.is(more) || (lang == Lang::Es && item.is("mas")) {
        Some(true)
    } else if item.is(less) {
        Some(false)
    } else {
        None
    }
}

fn is_than(item: &Item, lang: Lang) -> bool {
    match lang {
        Lang::Es => item.is_any(&["que", "de"]),
        Lang::It => item.is_any(&[
            "di", "che", "del", "della", "dello", "dei", "delle", "dell'",
        ]),
        Lang::Fr => item.is_any(&["que", "qu'", "de", "d'"]),
        _ => item.is_any(&["decât", "de", "decat"]),
    }
}

fn is_definite(item: &Item) -> bool {
    item.kind == Kind::Determiner && item.gloss == "the"
        || item.is_any(&["cel", "cea", "cei", "cele"])
}

/// Comparatives and superlatives: *más caro que*, *la plus grande*, *cel mai mare*.
fn degrees(items: &mut Vec<Item>, lang: Lang) {
    let mut at = 0;
    while at < items.len() {
        let Some(more) = degree(&items[at], lang) else {
            at += 1;
            continue;
        };
        let next_kind = items.get(at + 1).map(|item| item.kind);
        let adjective = next_kind == Some(Kind::Adjective);
        let width = if adjective { 2 } else { 1 };
        let after = items.get(at + width);
        let number = items
            .get(at + 2)
            .is_some_and(|item| item.kind == Kind::Number);
        if !adjective && items.get(at + 1).is_some_and(|item| is_than(item, lang)) {
            // más de 25, plus de 25
            let word = if more { "more" } else { "fewer" };
            word.clone_into(&mut items[at].gloss);
            if number || items[at + 1].is_any(&["que", "di", "decât", "de", "d'"]) {
                "than".clone_into(&mut items[at + 1].gloss);
                items[at + 1].kind = Kind::Conjunction;
            }
            at += 2;
            continue;
        }
        let article = (0..at)
            .rev()
            .take(3)
            .find(|back| is_definite(&items[*back]));
        let direct = at > 0 && is_definite(&items[at - 1]);
        if adjective {
            let compared = after.is_some_and(|item| is_than(item, lang));
            let noun_before = at > 0 && items[at - 1].kind == Kind::Noun;
            // *el más caro de los productos* is a superlative, *più grande della Francia* none.
            let than = compared
                && !(direct && after.is_some_and(|item| !item.is("que") && !item.is("decât")))
                && !(noun_before
                    && article.is_some()
                    && lang == Lang::Es
                    && after.is_some_and(|item| item.is("de")));
            items.remove(at);
            let item = &mut items[at];
            item.form = match (than, more) {
                (true, true) => Form::Comparative,
                (false, true) => Form::Superlative,
                (true, false) => {
                    item.gloss = format!("less {}", item.gloss);
                    Form::Plain
                }
                (false, false) => {
                    item.gloss = format!("least {}", item.gloss);
                    Form::Plain
                }
            };
            if than {
                "than".clone_into(&mut items[at + 1].gloss);
                let the = items[at + 1].lower.len() > 2 && lang == Lang::It;
                items[at + 1].kind = Kind::Conjunction;
                if the && items[at + 1].lower.starts_with("del") {
                    "than the".clone_into(&mut items[at + 1].gloss);
                }
            } else if noun_before {
                // precio más alto: highest price
                let adjective = items.remove(at);
                let noun = noun_start(items, at - 1);
                items.insert(noun, adjective);
                at = noun;
                if noun == 0
                    || !matches!(
                        items[noun - 1].kind,
                        Kind::Determiner | Kind::Number | Kind::Question
                    )
                {
                    let place = items[noun].source.start;
                    items.insert(noun, Item::added("the", Kind::Determiner, place));
                }
            }
        } else {
            // más proveedores que, más proveedores
            let compared = items[at..]
                .iter()
                .skip(2)
                .take(4)
                .any(|item| item.is("que") || item.is("decât") || item.is("che"));
            let word = match (compared, more) {
                (true, true) => "more",
                (true, false) => "fewer",
                (false, true) => "most",
                (false, false) => "fewest",
            };
            let noun = matches!(next_kind, Some(Kind::Noun | Kind::Unknown));
            if noun || !compared {
                word.clone_into(&mut items[at].gloss);
                if !compared && !direct {
                    items[at].gloss = format!("the {word}");
                }
            }
            if compared
                && let Some(than) = items[at..]
                    .iter()
                    .position(|item| item.is("que") || item.is("decât") || item.is("che"))
            {
                "than".clone_into(&mut items[at + than].gloss);
            }
        }
        at += 1;
    }
}

/// Where a noun begins: *índice de fiabilidad* begins with *índice*.
fn noun_start(items: &[Item], noun: usize) -> usize {
    let mut at = noun;
    while at >= 2
        && items[at - 1].kind == Kind::Preposition
        && items[at - 1].gloss == "of"
        && items[at - 2].kind == Kind::Noun
    {
        at -= 2;
    }
    at
}

/// Adjectives and peoples go before their nouns.
fn adjectives(items: &mut Vec<Item>) {
    for at in 1..items.len() {
        let attribute = matches!(items[at].kind, Kind::Adjective)
            && items[at].form != Form::Comparative
            || items[at].kind == Kind::Name
                && items[at].lower.starts_with(char::is_lowercase)
                && is_people(&items[at]);
        if attribute && items[at - 1].kind == Kind::Noun {
            // Predicates stay: *son los productos compatibles con*.
            let predicate = items
                .get(at + 1)
                .is_some_and(|next| next.kind == Kind::Preposition && next.gloss == "with");
            if predicate {
                continue;
            }
            let start = noun_start(items, at - 1);
            let adjective = items.remove(at);
            items.insert(start, adjective);
        }
    }
}

/// Whether a name is that of a people rather than of a place: it is written small.
fn is_people(item: &Item) -> bool {
    let end = ["ian", "ish", "ese", "an", "ch", "ek", "ss", "i"];
    end.iter().any(|end| item.gloss.ends_with(end))
}

/// *no … ningún* and *ne … aucun* are one negation.
fn negation(items: &mut [Item]) {
    let mut negated = false;
    for item in items.iter_mut() {
        if item.gloss == "not" {
            negated = true;
        } else if negated {
            match item.gloss.as_str() {
                "no" => "any".clone_into(&mut item.gloss),
                "nobody" => "anybody".clone_into(&mut item.gloss),
                "never" | "nothing" => "".clone_into(&mut item.gloss),
                _ => {}
            }
        }
        if item.kind == Kind::Punctuation {
            negated = false;
        }
    }
}

/// *el 13 de octubre de 1997* is *on 13 October 1997*.
fn dates(items: &mut Vec<Item>) {
    let month =
        |item: &Item| crate::knowledge::numbers::month(&item.gloss.to_lowercase()).is_some();
    let mut at = 0;
    while at < items.len() {
        if month(&items[at]) {
            if items
                .get(at + 1)
                .is_some_and(|item| item.kind == Kind::Preposition)
                && items
                    .get(at + 2)
                    .is_some_and(|item| item.kind == Kind::Number)
            {
                items.remove(at + 1);
            }
            if at >= 2
                && items[at - 1].kind == Kind::Preposition
                && items[at - 2].kind == Kind::Number
            {
                items.remove(at - 1);
                at -= 1;
            }
            if at >= 2 && items[at - 1].kind == Kind::Number && is_definite(&items[at - 2]) {
                let before = at
                    .checked_sub(3)
                    .is_some_and(|back| items[back].kind == Kind::Preposition);
                if before {
                    items.remove(at - 2);
                    at -= 1;
                } else {
                    "on".clone_into(&mut items[at - 2].gloss);
                    items[at - 2].kind = Kind::Preposition;
                }
            }
        }
        at += 1;
    }
}

/// Questions that begin with their verb, and verbs that stand before their subjects.
fn verbs(items: &mut Vec<Item>) {
    let question = items.iter().any(|item| item.gloss == "?");
    let mut start = 0;
    while start < items.len() {
        let end = items[start..]
            .iter()
            .position(|item| {
                item.kind == Kind::Punctuation
                    && [",", ";", ":", ".", "?", "!"].contains(&item.gloss.as_str())
            })
            .map_or(items.len(), |length| start + length);
        let added = clause(items, start, end, question);
        start = end + added + 1;
    }
}

/// Returns how many words were added.
fn clause(items: &mut Vec<Item>, start: usize, end: usize, question: bool) -> usize {
    let Some(finite) = (start..end).find(|at| items[*at].is_finite()) else {
        return 0;
    };
    let asked = (start..finite).find(|at| items[*at].kind == Kind::Question);
    let auxiliary = items[finite].kind == Kind::Auxiliary;
    let negated = finite > start && items[finite - 1].gloss == "not";
    let first = finite == start || (negated && finite == start + 1);
    let opening = asked.map(|at| items[at].gloss.clone()).unwrap_or_default();
    if auxiliary {
        // ha scoperto X: the participle stands behind its subject if that comes after the verb.
        if negated {
            items.swap(finite, finite - 1);
        }
        let participle = (finite + 1..end.min(finite + 3))
            .find(|at| items[*at].kind == Kind::Verb && items[*at].form == Form::Participle);
        let object_first = asked.is_some()
            && !["who", "how many"].contains(&opening.as_str())
            && (items[start].kind == Kind::Preposition
                || finite > asked.unwrap_or(0) + 1
                || ["what", "when", "where", "how", "how much"].contains(&opening.as_str()));
        if let Some(participle) = participle
            && (first || object_first)
            && items.get(participle + 1).is_some_and(|next| {
                matches!(next.kind, Kind::Unknown | Kind::Name)
                    || (first || items[start].kind == Kind::Preposition) && next.is_nominal()
            })
        {
            let last = phrase_end(items, participle + 1, end);
            let verb = items.remove(participle);
            items.insert(last - 1, verb);
        }
        return 0;
    }
    let prepositional = items[start].kind == Kind::Preposition;
    let adverbial = ["when", "where", "how", "how much"].contains(&opening.as_str());
    let plural = matches!(items[finite].form, Form::Plain)
        || items[finite].form == Form::Past && items[finite].lower.ends_with("ron");
    let object = asked.is_some()
        && opening != "who"
        && items.get(finite + 1).is_some_and(|next| {
            matches!(next.kind, Kind::Unknown | Kind::Name) && !plural
                || next.kind == Kind::Determiner
                    && next.gloss == "the"
                    && !plural
                    && finite > start + 1
        });
    let next_nominal = items
        .get(finite + 1)
        .is_some_and(|next| next.is_nominal() && finite + 1 < end);
    let wanted = (first && question && asked.is_none()
        || asked.is_some() && (prepositional || adverbial || object))
        && next_nominal;
    let do_form = |item: &Item| match item.form {
        Form::Past => "did",
        Form::Plain => "do",
        _ => "does",
    };
    if wanted {
        let last = phrase_end(items, finite + 1, end);
        let did = do_form(&items[finite]);
        let mut verb = items.remove(finite);
        verb.form = Form::Infinitive;
        let place = verb.source.start;
        items.insert(last - 1, verb);
        items.insert(finite, Item::added(did, Kind::Auxiliary, place));
        return 1;
    }
    if negated || first && question && asked.is_none() {
        let did = do_form(&items[finite]);
        let at = if negated { finite - 1 } else { finite };
        let place = items[at].source.start;
        items[finite].form = Form::Infinitive;
        items.insert(at, Item::added(did, Kind::Auxiliary, place));
        return 1;
    }
    0
}

/// Where the noun phrase ends that begins at a place.
fn phrase_end(items: &[Item], start: usize, end: usize) -> usize {
    let mut at = start;
    while at < end {
        let item = &items[at];
        let of = at > start && item.kind == Kind::Preposition && item.gloss.starts_with("of");
        let and = at > start && item.kind == Kind::Conjunction && items[at].gloss == "and";
        let other = at > start
            && item.kind == Kind::Determiner
            && matches!(items[at - 1].kind, Kind::Unknown | Kind::Noun | Kind::Name);
        if !(item.is_nominal() || of || and) || other {
            break;
        }
        at += 1;
    }
    at.max(start + 1)
}

/// *por*, *da*, *par*, *de către* after a participle name who does it.
fn agents(items: &mut [Item]) {
    for at in 1..items.len() {
        let agent = items[at].kind == Kind::Preposition
            && items[at].is_any(&["por", "da", "dal", "dalla", "dai", "par", "de către"]);
        let done = items[at - 1].kind == Kind::Verb && items[at - 1].form == Form::Participle;
        if agent && done {
            let the = if items[at].lower.starts_with("da") && items[at].lower.len() > 2 {
                "by the"
            } else {
                "by"
            };
            the.clone_into(&mut items[at].gloss);
        }
    }
}
