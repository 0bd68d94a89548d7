//! German and Dutch order: verbs that stand last, verbs whose parts stand apart, and cases.

use lydite_language::Lang;

use super::item::{Form, Item, Kind};

/// Puts the words of a question into English order.
pub(super) fn arrange(mut items: Vec<Item>, lang: Lang) -> Vec<Item> {
    attributes(&mut items);
    let question = items.iter().any(|item| item.gloss == "?");
    let mut arranged: Vec<Item> = Vec::with_capacity(items.len() + 4);
    let mut clause: Vec<Item> = Vec::new();
    let mut after_comma = false;
    let finite: Vec<bool> = items
        .iter()
        .skip(1)
        .map(|item| item.kind == Kind::Verb && item.is_finite())
        .chain([false])
        .collect();
    for (item, verb_follows) in items.into_iter().zip(finite) {
        // *wurde in Bonn geboren oder starb in Leipzig*
        if item.is_any(&["und", "oder", "en", "of"])
            && verb_follows
            && clause.iter().any(Item::is_finite)
        {
            flush(&mut clause, &mut arranged, lang, after_comma, question);
            after_comma = false;
            arranged.push(item);
            continue;
        }
        let ends = item.kind == Kind::Punctuation
            && [",", ";", ":", ".", "?", "!", "(", ")", "..."].contains(&item.gloss.as_str());
        if ends {
            let comma = item.gloss == ",";
            flush(&mut clause, &mut arranged, lang, after_comma, question);
            after_comma = comma;
            arranged.push(item);
        } else {
            clause.push(item);
        }
    }
    flush(&mut clause, &mut arranged, lang, after_comma, question);
    comparatives(&mut arranged);
    cases(&mut arranged);
    prepositions(&mut arranged);
    years(&mut arranged);
    heights(&mut arranged);
    arranged.retain(|item| !item.gloss.is_empty());
    arranged
}

fn flush(
    clause: &mut Vec<Item>,
    arranged: &mut Vec<Item>,
    lang: Lang,
    after_comma: bool,
    question: bool,
) {
    let mut items = std::mem::take(clause);
    if items.is_empty() {
        return;
    }
    join_particles(&mut items, lang);
    if after_comma && is_subordinate(&items) {
        subordinate(&mut items);
    } else {
        main_clause(&mut items, question);
    }
    arranged.append(&mut items);
}

/// Brings verbs together with the part that stands at the end: *bietet … an*.
fn join_particles(items: &mut Vec<Item>, lang: Lang) {
    let Some(glossary) = super::glossary::Glossary::of(lang) else {
        return;
    };
    let Some(verb) = items
        .iter()
        .position(|item| item.is_finite() || item.kind == Kind::Request || item.kind == Kind::Verb)
    else {
        return;
    };
    for last in (verb + 1..items.len()).rev() {
        let particle = &items[last].lower;
        if particle.chars().count() > 10 {
            continue;
        }
        let joined = format!("{}|{particle}", items[verb].lower);
        let Some(hit) = glossary.word(&joined, &[Kind::Verb, Kind::Request], false) else {
            continue;
        };
        // What follows the particle is another clause in all but punctuation.
        let done = items
            .get(last + 1)
            .is_none_or(|next| next.is_any(&["und", "oder", "en", "of", "als", "wie"]));
        if done {
            items.remove(last);
            let item = &mut items[verb];
            item.kind = hit.entry.kind;
            item.form = hit.form;
            hit.entry.glosses[0].clone_into(&mut item.gloss);
            item.also = hit.entry.glosses[1..]
                .iter()
                .map(|g| (*g).to_owned())
                .collect();
            return;
        }
    }
}

const RELATIVE: &[&str] = &[
    "der", "die", "das", "den", "dem", "deren", "dessen", "denen", "welche", "welcher", "welches",
    "welchen", "welchem", "was", "wo", "wer", "dass", "daß", "wenn", "weil", "ob", "obwohl",
    "damit", "wie", "als", "dat", "waar", "wie", "wat", "omdat", "indien", "of", "wofür", "womit",
    "wann",
];

/// Whether a clause has its verb at the end.
fn is_subordinate(items: &[Item]) -> bool {
    let opening = items[0].is_any(RELATIVE)
        || items.len() > 1 && items[0].kind == Kind::Preposition && items[1].is_any(RELATIVE);
    let verb_last = items
        .last()
        .is_some_and(|item| item.kind == Kind::Auxiliary || item.kind == Kind::Verb);
    let early = items
        .get(1)
        .is_some_and(|item| item.kind == Kind::Auxiliary);
    opening && verb_last && !early && items.len() > 2
}

/// Where the verbs begin with which a clause ends.
fn verbs_at_end(items: &[Item], from: usize) -> usize {
    let mut start = items.len();
    while start > from
        && (matches!(items[start - 1].kind, Kind::Verb | Kind::Auxiliary)
            || (start < items.len() && items[start - 1].is("zu")))
    {
        start -= 1;
    }
    start
}

/// Verbs in English order: *erteilt hat* is *has placed*, *gebucht werden können* is *can be booked*.
fn in_order(mut verbs: Vec<Item>, auxiliary: Option<&str>) -> Vec<Item> {
    verbs.retain(|verb| !verb.is("zu"));
    let governing = verbs.last().filter(|verb| verb.kind == Kind::Auxiliary);
    let governing = match (&governing, auxiliary) {
        (Some(verb), _) => verb.lower.clone(),
        (None, Some(lower)) => lower.to_owned(),
        (None, None) => String::new(),
    };
    let completes = [
        "hat", "haben", "habe", "hatte", "hatten", "ist", "sind", "war", "waren", "wird", "werden",
        "wurde", "wurden", "heeft", "hebben", "had", "is", "zijn", "wordt", "worden", "werd",
    ];
    for verb in &mut verbs {
        if verb.kind == Kind::Verb && verb.form != Form::Participle && !governing.is_empty() {
            verb.form = if completes.contains(&governing.as_str()) {
                Form::Participle
            } else {
                Form::Infinitive
            };
        }
    }
    if verbs.len() > 1 {
        verbs.reverse();
        // *werden* behind another auxiliary.
        for verb in verbs.iter_mut().skip(1) {
            if verb.is_any(&["werden", "worden"]) {
                "be".clone_into(&mut verb.gloss);
            }
        }
    }
    verbs
}

/// Puts the verbs of a subordinate clause behind its subject.
fn subordinate(items: &mut Vec<Item>) {
    let tail = extraposed(items).map_or_else(Vec::new, |at| items.split_off(at));
    let start = verbs_at_end(items, 1);
    let verbs = in_order(items.split_off(start), None);
    let opening = usize::from(items[0].kind == Kind::Preposition);
    let pronoun = items[opening].lower.clone();
    let relative = [
        "der", "die", "das", "den", "dem", "denen", "welche", "welcher", "welches",
    ];
    if relative.contains(&pronoun.as_str()) && items[opening].kind == Kind::Determiner {
        let word = if opening == 1 { "which" } else { "that" };
        word.clone_into(&mut items[opening].gloss);
        items[opening].kind = Kind::Pronoun;
    }
    if pronoun == "deren" || pronoun == "dessen" {
        "whose".clone_into(&mut items[opening].gloss);
    }
    let place = opening + 1;
    let object = [
        "den", "dem", "denen", "dass", "daß", "wenn", "weil", "ob", "als", "wo", "wie",
    ];
    let subject_follows = items.get(place).is_some_and(|next| {
        next.kind == Kind::Pronoun && !next.is_any(&["uns", "sich", "mir", "ihm", "ihn", "ihr"])
            || object.contains(&pronoun.as_str())
            || opening == 1
            || ["deren", "dessen"].contains(&pronoun.as_str())
            || (next.kind == Kind::Unknown && pronoun != "wer")
    });
    let at = if subject_follows {
        phrase_end(items, place)
    } else {
        place
    };
    let at = at.min(items.len());
    items.splice(at..at, verbs);
    items.extend(tail);
}

/// Where what is compared with stands behind the verb: *die teurer sind als X*.
fn extraposed(items: &[Item]) -> Option<usize> {
    (2..items.len()).find(|at| {
        items[*at].is_any(&["als", "wie", "dan"])
            && matches!(items[at - 1].kind, Kind::Verb | Kind::Auxiliary)
    })
}

/// Where the noun phrase ends that begins at a place.
fn phrase_end(items: &[Item], start: usize) -> usize {
    if items
        .get(start)
        .is_some_and(|item| item.kind == Kind::Pronoun)
    {
        return start + 1;
    }
    let mut at = start;
    while let Some(item) = items.get(at) {
        let genitive = at > start && item.kind == Kind::Preposition && item.is_any(&["von", "van"]);
        let other = at > start
            && item.kind == Kind::Determiner
            && item.is_any(&["den", "einen", "keinen", "dem", "einem"])
            && items[at - 1].kind != Kind::Preposition;
        let joined = at > start
            && item.kind == Kind::Conjunction
            && items.get(at + 1).is_some_and(Item::is_nominal);
        if !(item.is_nominal() || genitive || joined) || other {
            break;
        }
        at += 1;
    }
    at.max(start)
}

fn is_accusative(item: &Item) -> bool {
    item.kind == Kind::Determiner && item.is_any(&["den", "einen", "keinen", "ihren", "seinen"])
}

fn main_clause(items: &mut Vec<Item>, question: bool) {
    let Some(finite) = items.iter().position(Item::is_finite) else {
        return;
    };
    if items[finite].kind == Kind::Auxiliary {
        with_auxiliary(items, finite);
        return;
    }
    let verb_first = finite == 0 && question;
    let opening = &items[0];
    let adverbial = opening.kind == Kind::Preposition
        || matches!(
            opening.gloss.as_str(),
            "when" | "where" | "how much" | "how" | "what" | "since when" | "from where"
        );
    let plural = matches!(items[finite].form, Form::Plain)
        || items[finite].form == Form::Past && items[finite].lower.ends_with("en");
    let object = opening.is_any(&["welche", "welchen", "welches", "welke"])
        && items.get(finite + 1).is_some_and(|next| {
            next.kind == Kind::Pronoun || matches!(next.kind, Kind::Unknown | Kind::Name) && !plural
        });
    let counted = opening.gloss == "how many"
        && items.get(finite + 1).is_some_and(|next| {
            matches!(next.kind, Kind::Unknown | Kind::Pronoun)
                || next.kind == Kind::Determiner && next.is_any(&["der", "die", "das"])
        });
    if !(verb_first || finite > 0 && (adverbial || object || counted)) {
        return;
    }
    let end = phrase_end(items, finite + 1);
    if end == finite + 1 {
        return;
    }
    let mut verb = items.remove(finite);
    let end = end - 1;
    let did = match verb.form {
        Form::Past => "did",
        Form::Plain => "do",
        _ => "does",
    };
    verb.form = Form::Infinitive;
    let place = verb.source.start;
    items.insert(end, verb);
    items.insert(finite, Item::added(did, Kind::Auxiliary, place));
}

/// Brings the verb or the adjective with which a clause ends to its auxiliary.
fn with_auxiliary(items: &mut Vec<Item>, finite: usize) {
    let mut start = verbs_at_end(items, finite + 1);
    if start == items.len() {
        let adjective = items
            .last()
            .is_some_and(|item| item.kind == Kind::Adjective && item.form == Form::Plain);
        if !adjective || items.len() < finite + 3 {
            return;
        }
        start = items.len() - 1;
    }
    if start <= finite + 1 {
        let auxiliary = items[finite].lower.clone();
        let verbs = in_order(items.split_off(start), Some(&auxiliary));
        items.extend(verbs);
        return;
    }
    let subject_first = finite > 0
        && (items[0].is_any(&["wer", "wie", "welcher"]) && items[0].kind == Kind::Question
            || matches!(
                items[finite + 1].kind,
                Kind::Preposition | Kind::Phrase | Kind::Number | Kind::Adjective
            )
            || is_accusative(&items[finite + 1]));
    let place = if subject_first {
        Some(finite + 1)
    } else {
        (finite + 2..start).find(|at| {
            (items[*at].kind == Kind::Preposition
                && !(items[*at].is_any(&["von", "van"])
                    && items[*at - 1].is_nominal()
                    && !is_passive(items, finite)))
                || is_accusative(&items[*at])
        })
    };
    if let Some(place) = place {
        let auxiliary = items[finite].lower.clone();
        let verbs = in_order(items.split_off(start), Some(&auxiliary));
        items.splice(place..place, verbs);
    } else {
        let auxiliary = items[finite].lower.clone();
        let verbs = in_order(items.split_off(start), Some(&auxiliary));
        items.extend(verbs);
    }
}

fn is_passive(items: &[Item], finite: usize) -> bool {
    items[finite].is_any(&[
        "wird", "werden", "wurde", "wurden", "worden", "wordt", "werd",
    ])
}

/// *die von X betreuten Produkte*: the products managed by X.
fn attributes(items: &mut Vec<Item>) {
    let mut at = 2;
    while at + 1 < items.len() {
        let participle = items[at].kind == Kind::Verb
            && matches!(items[at].form, Form::Participle | Form::Past)
            && items[at].lower.ends_with(['e', 'n', 'r', 's'])
            && items[at + 1].kind == Kind::Noun;
        if participle {
            let article = (at.saturating_sub(8)..at)
                .rev()
                .find(|back| items[*back].kind == Kind::Preposition)
                .filter(|back| {
                    *back > 0 && matches!(items[*back - 1].kind, Kind::Determiner | Kind::Question)
                });
            if let Some(preposition) = article {
                let noun = items.remove(at + 1);
                let mut verb = items.remove(at);
                verb.form = Form::Participle;
                if items[preposition].is_any(&["von", "van", "durch", "door"]) {
                    "by".clone_into(&mut items[preposition].gloss);
                    items[preposition].lower = "durch".to_owned();
                }
                items.insert(preposition, verb);
                items.insert(preposition, noun);
            }
        }
        at += 1;
    }
}

const GENITIVES: &[&str] = &[
    "der", "des", "eines", "einer", "unserer", "unseres", "aller", "dieser", "dieses", "seiner",
    "ihrer", "jedes", "jeder", "beider", "mehrerer",
];

/// Articles that say *of*.
fn cases(items: &mut Vec<Item>) {
    let mut at = 1;
    while at < items.len() {
        let genitive = items[at].kind == Kind::Determiner && items[at].is_any(GENITIVES);
        let before = &items[at - 1];
        let owned = match before.kind {
            Kind::Noun => true,
            Kind::Question => before.is_any(&["welche", "welcher", "welches", "wer", "wie viele"]),
            Kind::Unknown | Kind::Name => items[at].is("des"),
            Kind::Adjective => before.form == Form::Superlative,
            Kind::Number => true,
            _ => before.is_any(&["anzahl", "hälfte", "teil", "eine", "einer", "einer"]),
        };
        let nothing_follows = items
            .get(at + 1)
            .is_none_or(|next| !next.is_nominal() && next.kind != Kind::Verb);
        if genitive && owned && !nothing_follows {
            let place = items[at].source.start;
            items.insert(at, Item::added("of", Kind::Preposition, place));
            at += 1;
        }
        at += 1;
    }
}

/// *teurer als*: what looks like an ending of case compares.
fn comparatives(items: &mut [Item]) {
    for at in 0..items.len() {
        let ending = items[at].kind == Kind::Adjective
            && items[at].form == Form::Plain
            && items[at].lower.ends_with("er");
        let attributive = items.get(at + 1).is_some_and(Item::is_nominal);
        let than = items[at + 1..]
            .iter()
            .take(4)
            .take_while(|item| item.kind != Kind::Punctuation)
            .any(|item| item.is_any(&["als", "dan"]));
        if ending && !attributive && than {
            items[at].form = Form::Comparative;
        }
    }
}

/// Prepositions whose meaning depends on what follows.
fn prepositions(items: &mut [Item]) {
    let sorting = items.iter().any(|item| {
        item.gloss.starts_with("sort")
            || item.gloss.starts_with("rank")
            || item.gloss.starts_with("group")
            || item.gloss == "order"
            || item.gloss == "top"
    });
    let moving = items.iter().any(|item| {
        item.kind == Kind::Verb
            && [
                "come",
                "get",
                "buy",
                "receive",
                "obtain",
                "source",
                "purchase",
                "originate",
            ]
            .contains(&item.gloss.as_str())
    });
    for at in 0..items.len() {
        if items[at].kind != Kind::Preposition {
            if items[at].is("als") || items[at].is("dan") {
                let compared = items[..at].iter().rev().take(8).any(|item| {
                    item.form == Form::Comparative
                        || item.gloss.contains("more")
                        || item.gloss.contains("fewer")
                        || item.gloss.contains("less")
                        || item.gloss.contains("later")
                        || item.gloss.contains("earlier")
                });
                if compared && !items[..at].iter().any(|item| item.is("sowohl")) {
                    "than".clone_into(&mut items[at].gloss);
                }
            }
            continue;
        }
        let mut next = at + 1;
        while items
            .get(next)
            .is_some_and(|item| item.kind == Kind::Determiner)
        {
            next += 1;
        }
        let number = items
            .get(next)
            .is_some_and(|item| item.kind == Kind::Number || is_time(item));
        let date = items
            .get(next)
            .is_some_and(|item| is_date(items, next, item));
        let place = items
            .get(next)
            .is_some_and(|item| matches!(item.kind, Kind::Name | Kind::Unknown));
        let average = items
            .get(next)
            .is_some_and(|item| item.gloss.contains("average") || item.gloss.contains("mean"));
        let after_noun = at > 0 && items[at - 1].is_nominal();
        let passive = items[..at].iter().any(|item| {
            item.is_any(&[
                "wird", "werden", "wurde", "wurden", "wordt", "worden", "werd",
            ])
        }) || at > 0
            && items[at - 1].kind == Kind::Verb
            && items[at - 1].form == Form::Participle;
        let gloss = match items[at].lower.as_str() {
            "von" | "vom" | "van" => {
                if passive && at > 0 && items[at - 1].kind == Kind::Verb {
                    "by"
                } else if moving || !after_noun {
                    "from"
                } else {
                    "of"
                }
            }
            "nach" | "na" | "naar" => {
                if date || (number && !sorting) {
                    "after"
                } else if place && !sorting {
                    "to"
                } else {
                    "by"
                }
            }
            "über" | "boven" | "over" if number => "over",
            "über" if average => "above",
            "über" => "about",
            "unter" | "onder" if number => "under",
            "unter" if average => "below",
            "ab" | "vanaf" if number => "since",
            "vor" | "voor" if number || date => "before",
            "an" | "am" | "op" if number => "on",
            "bis" | "tot" if at > 0 && items[at - 1].kind == Kind::Number => "to",
            // sich um etwas kümmern
            "um" if items.iter().any(|item| item.gloss == "look after") => "",
            _ => continue,
        };
        gloss.clone_into(&mut items[at].gloss);
    }
}

/// Years without preposition: *gab 2023 aus*.
fn years(items: &mut [Item]) {
    for at in 1..items.len() {
        let year = items[at].kind == Kind::Number
            && items[at].gloss.len() == 4
            && ["1", "20"]
                .iter()
                .any(|start| items[at].gloss.starts_with(start))
            && items[at].gloss.bytes().all(|byte| byte.is_ascii_digit());
        let led = matches!(
            items[at - 1].kind,
            Kind::Preposition | Kind::Phrase | Kind::Number | Kind::Punctuation
        ) || is_time(&items[at - 1])
            || items[at - 1].gloss.starts_with("no");
        let counted = items
            .get(at + 1)
            .is_some_and(|next| matches!(next.kind, Kind::Noun | Kind::Adjective | Kind::Unknown));
        let named = items[at - 1].kind == Kind::Noun;
        if year && !led && !counted && !named {
            items[at].gloss = format!("in {}", items[at].gloss);
        }
    }
}

fn is_time(item: &Item) -> bool {
    crate::knowledge::numbers::month(&item.gloss.to_lowercase()).is_some()
}

/// Whether a date begins here rather than a number.
fn is_date(items: &[Item], at: usize, item: &Item) -> bool {
    is_time(item)
        || item.kind == Kind::Number
            && (item.gloss.len() == 4 && !item.gloss.contains('.')
                || items.get(at + 1).is_some_and(is_time))
}

/// Nouns that have a height in German: *wie hoch ist der Preis*.
const MEASURES: &[&str] = &[
    "price",
    "cost",
    "salary",
    "share",
    "percentage",
    "number",
    "average",
    "sum",
    "total",
    "revenue",
    "sales",
    "freight",
    "discount",
    "budget",
    "population",
    "density",
    "turnover",
    "amount",
    "value",
    "rate",
    "income",
    "stock",
    "temperature",
    "weight",
    "profit",
    "fee",
    "tax",
    "quantity",
    "reliability",
    "volume",
    "level",
    "proportion",
    "expense",
    "index",
    "rent",
    "count",
];

/// *Wie hoch ist der Preis*: what is the price.
fn heights(items: &mut Vec<Item>) {
    let Some(at) = items
        .iter()
        .position(|item| item.is("wie") || item.is("hoe"))
    else {
        return;
    };
    let high = items.get(at + 1).is_some_and(|item| {
        item.kind == Kind::Adjective && ["high", "large", "big"].contains(&item.gloss.as_str())
    });
    let measured = items[at..].iter().take(9).any(|item| {
        item.kind == Kind::Noun
            && MEASURES
                .iter()
                .any(|measure| item.gloss.split(' ').any(|word| word == *measure))
    });
    if high && measured {
        items.remove(at + 1);
        "what".clone_into(&mut items[at].gloss);
    }
}
