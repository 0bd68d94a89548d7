//! The first version of our rules, as it was.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use lydite_model::{Answer, AnswerSet, Counts, Evidence, Gold, Language, Match, Outcome, Term};
use rustc_hash::FxHashMap;

use super::order::in_order;
use super::{EMPTY_GOLD_FIGURES, FIGURES};
use crate::Knowledge;
use crate::experiments::{self, Experiments};
use crate::measures::harmonic;
use crate::normal::{self, Value};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict, both};

/// The first version of our rules.
struct Lydite1;

pub(in crate::rules) static LYDITE_1: RuleSet = RuleSet {
    name: "lydite-1",
    version: "1",
    title: "compares by meaning, columns by name (lydite before version 2)",
    rationale: "Two answers are the same if they mean the same: numbers by value, dates by value and precision, IRIs after percent-, NFC- and http/https normalisation and through sameAs, a \
        label as the resource it names where a resource is expected, rows as rows, each answer \
        used once. Missing, empty and failed answers to a question that has answers all \
        score 0, but are counted separately. Questions whose gold set is empty are reported \
        separately, so that the main scores never reward silence. Gold scored against itself is \
        exactly 1.",
    conventions: Conventions {
        values: "typed values by meaning; whole numbers exactly, others to six significant digits; a language tag counts only if both sides have one",
        empty: "P = R = F = 0",
        missing: "P = R = F = 0, counted separately",
        empty_gold: "reported separately: 1 for an explicitly empty answer, otherwise 0",
        average: "macro: means of P, R, F; micro: of the summed counts; over questions with gold answers",
    },
    examples: &[
        Example {
            gold: &["5"],
            system: Some(&["5.0"]),
            scores: [1.0, 1.0, 1.0],
            shows: "numbers by value",
        },
        Example {
            gold: &["1961-08-04"],
            system: Some(&["1961-08-04T00:00:00Z"]),
            scores: [1.0, 1.0, 1.0],
            shows: "midnight is a day",
        },
        Example {
            gold: &["http://x/A%C3%A9"],
            system: Some(&["https://x/Aé"]),
            scores: [1.0, 1.0, 1.0],
            shows: "ways of writing an IRI do not matter",
        },
        Example {
            gold: &["false"],
            system: Some(&["false"]),
            scores: [1.0, 1.0, 1.0],
            shows: "a correct *no* scores 1",
        },
        Example {
            gold: &["a", "b"],
            system: Some(&["a", "a", "c"]),
            scores: [0.5, 0.5, 0.5],
            shows: "answers are a set",
        },
        Example {
            gold: &["a"],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "an empty answer does not have precision 1",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [1.0, 1.0, 1.0],
            shows: "an empty answer is correct where there is none",
        },
        Example {
            gold: &[],
            system: None,
            scores: [0.0, 0.0, 0.0],
            shows: "a missing answer is not an empty one",
        },
    ],
    rules: &Lydite1,
};

/// An answer in its normal form.
#[derive(PartialEq)]
struct Row<'a> {
    key: Key<'a>,
    /// The language tags of its texts, in the order of the key; empty if it has none.
    tags: Vec<Option<String>>,
}

/// The distinct answers of a set.
#[derive(Default)]
struct Rows<'a> {
    rows: Vec<Row<'a>>,
    /// The number of each row in the table of answers.
    places: Vec<u32>,
    /// The rows by the hash of their keys; with half of it, so that few other rows are looked at.
    index: HashTable<(u32, u32)>,
    /// Whether any row has a language tag.
    tagged: bool,
}

/// The same for both sides, so that a row of one can be looked up in the other.
type Hashing = foldhash::fast::FixedState;

impl<'a> Rows<'a> {
    fn with_capacity(rows: usize) -> Self {
        Self {
            rows: Vec::with_capacity(rows),
            places: Vec::with_capacity(rows),
            index: HashTable::with_capacity(rows),
            tagged: false,
        }
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The place of a row that is exactly like this one.
    fn position(&self, hash: u64, row: &Row<'_>) -> Option<usize> {
        let half = (hash >> 32) as u32;
        let same = |&(other, at): &(u32, u32)| other == half && self.rows[at as usize] == *row;
        self.index.find(hash, same).map(|&(_, at)| at as usize)
    }

    /// Adds a row, unless it is there.
    fn add(&mut self, row: Row<'a>, place: usize) {
        let hash = Hashing::default().hash_one(&row.key);
        if self.position(hash, &row).is_some() {
            return;
        }
        self.tagged |= !row.tags.is_empty();
        let entry = ((hash >> 32) as u32, self.rows.len() as u32);
        let hash_again =
            |&(_, at): &(u32, u32)| Hashing::default().hash_one(&self.rows[at as usize].key);
        self.index.insert_unique(hash, entry, hash_again);
        self.rows.push(row);
        self.places.push(place as u32);
    }
}

/// What the values of a row mean; most rows have one.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    One(Value<'a>),
    Many(Vec<Value<'a>>),
}

/// The distinct answers of a set.
fn rows<'a>(answers: &'a AnswerSet, by_name: bool, knowledge: &'a dyn Knowledge) -> Rows<'a> {
    let table = match &answers.answer {
        Answer::Boolean(value) => {
            let mut rows = Rows::default();
            let key = Key::One(Value::Boolean(*value));
            rows.add(
                Row {
                    key,
                    tags: Vec::new(),
                },
                0,
            );
            return rows;
        }
        Answer::Table(table) => table,
    };
    let mut order: Vec<usize> = (0..table.columns.len()).collect();
    order.sort_by_key(|&column| &table.columns[column]);
    let mut rows = Rows::with_capacity(table.len());
    for (place, row) in table.rows().enumerate() {
        let mut cells = order.iter().map(|&column| row[column].as_ref());
        let (key, tags) = match (&order[..], by_name) {
            ([_], true) => {
                let (value, tag) = form(cells.next().flatten(), knowledge);
                (
                    Key::One(value),
                    tag.map_or_else(Vec::new, |tag| vec![Some(tag)]),
                )
            }
            (_, true) => many(cells.map(|cell| form(cell, knowledge)).collect()),
            (_, false) => {
                let bound = cells.flatten().map(|cell| form(Some(cell), knowledge));
                let mut cells: Vec<_> = bound.collect();
                cells.sort();
                many(cells)
            }
        };
        rows.add(Row { key, tags }, place);
    }
    rows
}

fn many(cells: Vec<(Value<'_>, Option<String>)>) -> (Key<'_>, Vec<Option<String>>) {
    let (mut values, mut tags): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
    if tags.iter().all(Option::is_none) {
        tags.clear();
    }
    match values.len() {
        1 => (Key::One(values.swap_remove(0)), tags),
        _ => (Key::Many(values), tags),
    }
}

fn form<'a>(cell: Option<&'a Term>, knowledge: &'a dyn Knowledge) -> (Value<'a>, Option<String>) {
    let Some(term) = cell else {
        return (Value::Unbound, None);
    };
    let tag = match term {
        Term::Literal(literal) => literal.language.as_deref(),
        _ => None,
    };
    // en-GB is English.
    let primary = tag.and_then(|tag| tag.split(['-', '_']).next());
    (
        normal::value(term, knowledge),
        primary.map(str::to_ascii_lowercase),
    )
}

/// Whether both tables name their columns alike, so that a row can be compared column by column.
fn same_columns(gold: &AnswerSet, system: &AnswerSet) -> bool {
    let names = |answers: &AnswerSet| {
        let mut names = answers.as_table().map(|table| table.columns.clone());
        names.iter_mut().for_each(|names| names.sort());
        names
    };
    names(gold) == names(system)
}

/// Pairs rows one to one: those with the same tags first, then those without any tag.
fn pair(gold: &Rows<'_>, system: &Rows<'_>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut left: Vec<usize> = Vec::new();
    for (at, row) in gold.rows.iter().enumerate() {
        let hash = Hashing::default().hash_one(&row.key);
        match system.position(hash, row) {
            Some(found) => pairs.push((at, found)),
            None => left.push(at),
        }
    }
    if !gold.tagged && !system.tagged {
        return pairs;
    }
    let mut paired = vec![false; system.len()];
    pairs.iter().for_each(|&(_, found)| paired[found] = true);
    let mut unpaired: FxHashMap<&Key<'_>, Vec<usize>> = FxHashMap::default();
    for at in (0..system.len()).filter(|&at| !paired[at]) {
        unpaired.entry(&system.rows[at].key).or_default().push(at);
    }
    for at in left {
        let row = &gold.rows[at];
        let compatible = |&other: &usize| row.tags.is_empty() || system.rows[other].tags.is_empty();
        if let Some(others) = unpaired.get_mut(&row.key)
            && let Some(found) = others.iter().position(compatible)
        {
            pairs.push((at, others.swap_remove(found)));
        }
    }
    pairs
}

/// Pairs texts of the system with the resources that they name, as far as both are unpaired yet.
fn pair_by_label(
    gold: &Rows<'_>,
    system: &Rows<'_>,
    system_set: &AnswerSet,
    pairs: &mut Vec<(usize, usize)>,
    case: &Case<'_>,
) {
    let Some(table) = system_set.as_table() else {
        return;
    };
    let mut expected: FxHashMap<&str, usize> = gold
        .rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| match &row.key {
            Key::One(Value::Iri(iri)) => Some((&**iri, at)),
            _ => None,
        })
        .collect();
    let mut named = vec![false; system.len()];
    for &(at, other) in pairs.iter() {
        named[other] = true;
        if let Key::One(Value::Iri(iri)) = &gold.rows[at].key {
            expected.remove(&**iri);
        }
    }
    let english = Language::new("en");
    let spoken = case.language.unwrap_or(&english);
    let cells: Vec<_> = table.rows().collect();
    for other in (0..system.len()).filter(|&at| !named[at]) {
        if expected.is_empty() {
            break;
        }
        let mut bound = cells[system.places[other] as usize].iter().flatten();
        let (Some(Term::Literal(literal)), None) = (bound.next(), bound.next()) else {
            continue;
        };
        let tag = literal.language.as_ref().map(Language::new);
        let language = tag.as_ref().unwrap_or(spoken);
        let meant = case.knowledge.labelled(literal.value.trim(), language);
        let found = meant.iter().find_map(|iri| {
            let Value::Iri(iri) = normal::resource(iri, case.knowledge) else {
                return None;
            };
            expected.remove(&*iri)
        });
        pairs.extend(found.map(|at| (at, other)));
    }
}

/// What the rows look like to people.
fn shown(answers: &AnswerSet, rows: &Rows<'_>) -> Vec<String> {
    let table = match &answers.answer {
        Answer::Boolean(value) => return vec![value.to_string()],
        Answer::Table(table) => table,
    };
    let cells: Vec<_> = table.rows().collect();
    let show = |place: &u32| {
        let cells = cells[*place as usize].iter().flatten();
        cells
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" | ")
    };
    rows.places.iter().map(show).collect()
}

/// Why two rows that mean the same do so.
fn reason(gold: &Row<'_>, system: &Row<'_>, gold_text: &str, system_text: &str) -> &'static str {
    if gold_text == system_text {
        return "identical";
    }
    if gold.key != system.key {
        return "the label of the resource";
    }
    match &gold.key {
        Key::One(Value::Iri(_)) => "the same resource",
        Key::One(Value::Number(_)) => "the same number",
        Key::One(Value::Date(_)) => "the same date",
        Key::One(Value::Boolean(_)) => "the same truth value",
        Key::One(Value::Text(_)) => "the same text",
        Key::One(Value::Blank) => "blank nodes have no name to compare",
        Key::One(Value::Unbound) | Key::Many(_) => "the same values",
    }
}

impl Rules for Lydite1 {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let nothing = AnswerSet::empty();
        let gold_set = case.gold.answers.as_ref().unwrap_or(&nothing);
        let response = case.response.filter(|response| response.error.is_none());
        let given = response.and_then(|response| response.answers.as_ref());
        let system_set = given.unwrap_or(&nothing);
        let by_name = same_columns(gold_set, system_set);
        let (gold, system) = both(
            case,
            || rows(gold_set, by_name, case.knowledge),
            || rows(system_set, by_name, case.knowledge),
        );
        let mut pairs = pair(&gold, &system);
        if case.knowledge.knows_labels() {
            pair_by_label(&gold, &system, system_set, &mut pairs, case);
        }
        if gold_set.ordered {
            pairs = in_order(pairs, |gold| gold);
        }
        let counts = Counts::of(pairs.len(), system.len(), gold.len());
        // An entry without answers says that there are none, as out-of-scope questions do in QALD.
        let (precision, recall) = match (gold.is_empty(), system.is_empty(), response) {
            (true, true, Some(_)) => (1.0, 1.0),
            _ => (
                counts.precision().unwrap_or(0.0),
                counts.recall().unwrap_or(0.0),
            ),
        };
        let ranked = system_set.ordered && !system.is_empty();
        let rank = ranked.then(|| {
            let first = pairs.iter().map(|&(_, at)| at).min();
            first.map_or(0, |at| at as u64 + 1)
        });
        let evidence = case.explain.then(|| {
            let mut evidence = Evidence::default();
            let mut gold_texts: Vec<_> = shown(gold_set, &gold).into_iter().map(Some).collect();
            let mut system_texts: Vec<_> =
                shown(system_set, &system).into_iter().map(Some).collect();
            for &(at, other) in &pairs {
                let gold_text = gold_texts[at].take().unwrap_or_default();
                let system_text = system_texts[other].take().unwrap_or_default();
                evidence.matched.push(Match {
                    rule: reason(
                        &gold.rows[at],
                        &system.rows[other],
                        &gold_text,
                        &system_text,
                    )
                    .to_owned(),
                    gold: gold_text,
                    system: system_text,
                });
            }
            evidence.missed = gold_texts.into_iter().flatten().collect();
            evidence.surplus = system_texts.into_iter().flatten().collect();
            evidence
        });
        Verdict {
            counts,
            precision,
            recall,
            f1: harmonic(precision, recall),
            gold_empty: gold.is_empty(),
            system_empty: system.is_empty(),
            rank,
            evidence,
            ..Verdict::default()
        }
    }

    fn experiments(&self) -> Option<&'static Experiments> {
        Some(&experiments::LYDITE)
    }

    fn headline(&self) -> [&'static str; 3] {
        super::HEADLINE
    }

    fn figures(&self) -> &'static [Listed] {
        &FIGURES
    }

    fn averages(&self, outcome: &Outcome) -> bool {
        outcome.gold == Gold::Answerable
    }

    fn group(&self, outcome: &Outcome) -> Option<String> {
        let empty = matches!(outcome.gold, Gold::Empty | Gold::OutOfScope);
        empty.then(|| "empty_gold".to_owned())
    }

    fn group_figures(&self) -> &'static [Listed] {
        &EMPTY_GOLD_FIGURES
    }

    fn needs_wording(&self) -> bool {
        true
    }

    fn pairs_repeats(&self) -> bool {
        true
    }
}
