//! One case under the `lydite` rules, from two sets of answers to their scores.

use std::borrow::Cow;

use lydite_model::{Answer, AnswerSet, Counts, Evidence, Language, Literal, Match, Table, Term};

use super::columns::{Further, Layout, Mapping, Remainder};
use super::names::Labelling;
use super::options::{Empty, Options};
use super::order::in_order;
use super::pairing::pair;
use super::rows::{Key, Names, Row, Rows};
use super::ties::Tied;
use crate::measures::harmonic;
use crate::normal::{Meaning, Style};
use crate::rules::{Case, Verdict, both};

/// A set of answers as a table; yes and no are a table of one value.
fn table(answers: &AnswerSet) -> Cow<'_, Table> {
    match &answers.answer {
        Answer::Table(table) => Cow::Borrowed(table),
        Answer::Boolean(value) => {
            let mut table = Table::new(["boolean".to_owned()]);
            table.push([Some(Term::Literal(Literal {
                value: value.to_string(),
                datatype: Some("http://www.w3.org/2001/XMLSchema#boolean".to_owned()),
                language: None,
            }))]);
            Cow::Owned(table)
        }
    }
}

/// Rows of both sides under a mapping, and which of them are the same.
struct Matched<'a> {
    gold: Rows<'a>,
    system: Rows<'a>,
    pairs: Vec<(usize, usize)>,
}

/// What the sides of a case are read with.
struct Bench<'a> {
    case: &'a Case<'a>,
    options: &'a Options,
    gold: &'a Table,
    system: &'a Table,
    labelling: Labelling<'a>,
}

impl<'a> Bench<'a> {
    fn matched(&self, mapping: &Mapping, layout: &Layout<'_>) -> Matched<'a> {
        let names = |bench: &Self| {
            let labels = &layout.gold_labels;
            bench
                .labelling
                .names(bench.gold, bench.system, mapping, labels)
        };
        let (of_gold, of_system) = names(self);
        let (gold, system) = both(
            self.case,
            || self.rows(self.gold, &mapping.gold, &of_gold),
            || self.rows(self.system, &mapping.system, &of_system),
        );
        let pairs =
            if mapping.gold.is_empty() && self.gold.columns.len() + self.system.columns.len() > 0 {
                // Tables without a column in common have nothing in common.
                Vec::new()
            } else {
                pair(&gold, &system, self.options)
            };
        Matched {
            gold,
            system,
            pairs,
        }
    }

    fn rows(&self, table: &'a Table, columns: &[usize], names: &Names) -> Rows<'a> {
        Rows::read(table, columns, names, self.options, self.case.knowledge)
    }

    /// The mapping with the most matching rows, and the rows under it.
    fn best(&self, layout: &Layout<'_>) -> (Mapping, Matched<'a>) {
        if layout.is_fixed() {
            let mapping = layout.fixed();
            let matched = self.matched(&mapping, layout);
            return (mapping, matched);
        }
        if let Some(mapping) = layout.obvious() {
            let matched = self.matched(&mapping, layout);
            let all = matched.pairs.len() == matched.gold.len()
                || matched.pairs.len() == matched.system.len() && layout.uses_all(&mapping);
            // No other mapping can be better.
            if all {
                return (mapping, matched);
            }
        }
        let mapping = layout.best();
        let matched = self.matched(&mapping, layout);
        (mapping, matched)
    }
}

/// Judges one case.
pub(super) fn judge(case: &Case<'_>, options: &Options) -> Verdict {
    let nothing = AnswerSet::empty();
    let gold_set = case.gold.answers.as_ref().unwrap_or(&nothing);
    let response = case.response.filter(|response| response.error.is_none());
    let given = response.and_then(|response| response.answers.as_ref());
    let system_set = given.unwrap_or(&nothing);
    let (gold_table, system_table) = (table(gold_set), table(system_set));
    let gold_truth = truth(&gold_table, options, case);
    let mut options = *options;
    // Words say yes or no only where the question is one of yes or no.
    options.style.words &= gold_truth.is_some();
    let options = &options;
    let tied = gold_set.ties.as_ref().filter(|_| options.ties);
    let tied = tied.and_then(|ties| Tied::new(&gold_table, ties, options, case.knowledge));
    let english = Language::new("en");
    let bench = Bench {
        case,
        options,
        gold: tied.as_ref().map_or(&*gold_table, |tied| &tied.table),
        system: &system_table,
        labelling: Labelling {
            options,
            knowledge: case.knowledge,
            language: case.language.unwrap_or(&english),
        },
    };
    let layout = Layout::new(
        bench.gold,
        bench.system,
        options,
        case.knowledge,
        case.language,
    );
    let (mapping, matched) = bench.best(&layout);
    let Matched {
        gold,
        system,
        mut pairs,
    } = matched;
    let contradicts = gold_truth.is_some() && contradicts(&system_table, &options.style, case);
    if contradicts {
        pairs.clear();
    }
    let place = |at: usize| gold.places[at] as usize;
    if let Some(tied) = &tied {
        pairs = within_slots(pairs, tied, place);
    }
    if gold_set.ordered && options.order {
        pairs = in_order(pairs, |at| {
            tied.as_ref().map_or(place(at), |tied| tied.rank(place(at)))
        });
    }
    let mut paired = vec![false; system.len()];
    pairs.iter().for_each(|&(_, other)| paired[other] = true);
    let twice = bench.labelling.said_twice(&system, &paired);
    let said = system.len() - twice.iter().filter(|twice| **twice).count();
    let expected = match &tied {
        Some(tied) => (0..gold.len()).filter(|&at| place(at) < tied.sure).count() + tied.slots,
        None => gold.len(),
    };
    let remainder = layout.remainder(&mapping);
    let counts = Counts::of(pairs.len(), said, expected);
    let (precision, recall) = if gold.is_empty() && system.is_empty() {
        let right = f64::from(u8::from(given.is_some()));
        (right, right)
    } else if system.is_empty() && given.is_some() && options.empty == Empty::Precise {
        (1.0, 0.0)
    } else {
        let precision = counts.precision().unwrap_or(0.0);
        let recall = counts.recall().unwrap_or(0.0);
        (
            precision * precision_kept(&mapping, &remainder, options),
            recall * recall_kept(&mapping, &remainder),
        )
    };
    let ranked = system_set.ordered && !system.is_empty();
    let rank = ranked.then(|| {
        let first = pairs.iter().map(|&(_, at)| at).min();
        first.map_or(0, |at| at as u64 + 1)
    });
    let evidence = case.explain.then(|| {
        let explanation = Explanation {
            bench: &bench,
            gold: &gold,
            system: &system,
            pairs: &pairs,
            twice: &twice,
            tied: tied.as_ref(),
            contradicts,
        };
        explanation.evidence(&remainder)
    });
    Verdict {
        counts,
        precision,
        recall,
        f1: harmonic(precision, recall),
        gold_empty: gold.is_empty(),
        system_empty: system.is_empty(),
        silent: given.is_none(),
        rank,
        evidence,
        ..Verdict::default()
    }
}

/// The truth value that a set consists of.
fn truth(table: &Table, options: &Options, case: &Case<'_>) -> Option<bool> {
    let mut terms = table.terms();
    let (Some(only), None) = (terms.next(), terms.next()) else {
        return None;
    };
    let style = Style {
        words: false,
        ..options.style
    };
    match style.read(Some(only), case.knowledge).meaning {
        Meaning::Boolean(truth) => Some(truth),
        _ => None,
    }
}

/// Whether a table says yes and no.
fn contradicts(table: &Table, style: &Style, case: &Case<'_>) -> bool {
    let says = |wanted: bool| {
        table
            .terms()
            .any(|term| style.read(Some(term), case.knowledge).meaning == Meaning::Boolean(wanted))
    };
    says(true) && says(false)
}

/// Keeps only as many pairs with rows that tie as there is room for, the system's first ones.
fn within_slots(
    mut pairs: Vec<(usize, usize)>,
    tied: &Tied,
    place: impl Fn(usize) -> usize,
) -> Vec<(usize, usize)> {
    pairs.sort_unstable_by_key(|&(_, other)| other);
    let mut room = tied.slots;
    pairs.retain(|&(at, _)| {
        if place(at) < tied.sure {
            return true;
        }
        let fits = room > 0;
        room -= usize::from(fits);
        fits
    });
    pairs
}

/// What further columns leave of the precision. One that could be taken for the answer weighs as
/// much as a wrong answer would; any other is a courtesy and weighs next to nothing. But whoever
/// lists more and more of the same kind is guessing, so each of those weighs twice the one before.
fn precision_kept(mapping: &Mapping, remainder: &Remainder, options: &Options) -> f64 {
    let mut guess = options.further_column;
    let weight = |(_, further): &(usize, Further)| match further {
        Further::Answer if options.further_column > 0.0 => 1.0,
        Further::Guess => {
            let weight = guess.min(1.0);
            guess = weight * 2.0;
            weight
        }
        Further::Answer | Further::Courtesy => options.further_column,
    };
    let surplus: f64 = remainder.further.iter().map(weight).sum();
    let asked = mapping.system.len() as f64;
    if surplus == 0.0 || asked == 0.0 {
        1.0
    } else {
        asked / (asked + surplus)
    }
}

/// What columns that were asked for and not given leave of the recall: their share.
fn recall_kept(mapping: &Mapping, remainder: &Remainder) -> f64 {
    let (found, lacking) = (mapping.gold.len() as f64, remainder.lacking.len() as f64);
    if lacking == 0.0 {
        1.0
    } else {
        found / (found + lacking)
    }
}

/// What people are told about a case.
struct Explanation<'e, 'a> {
    bench: &'e Bench<'a>,
    gold: &'e Rows<'a>,
    system: &'e Rows<'a>,
    pairs: &'e [(usize, usize)],
    twice: &'e [bool],
    tied: Option<&'e Tied>,
    contradicts: bool,
}

impl Explanation<'_, '_> {
    fn evidence(&self, remainder: &Remainder) -> Evidence {
        let mut gold_texts: Vec<_> = shown(self.bench.gold, self.gold)
            .into_iter()
            .map(Some)
            .collect();
        let mut system_texts: Vec<_> = shown(self.bench.system, self.system)
            .into_iter()
            .map(Some)
            .collect();
        let mut evidence = Evidence::default();
        let mut slots = self.tied.map_or(0, |tied| tied.slots);
        for &(at, other) in self.pairs {
            let gold = gold_texts[at].take().unwrap_or_default();
            let system = system_texts[other].take().unwrap_or_default();
            let mut rule = reason(
                &self.gold.rows[at],
                &self.system.rows[other],
                &gold,
                &system,
            );
            if self.ties(at) {
                slots -= 1;
                rule = "one of the tied rows";
            }
            evidence.matched.push(Match {
                gold,
                system,
                rule: rule.to_owned(),
            });
        }
        for (at, text) in gold_texts.into_iter().enumerate() {
            let Some(text) = text else { continue };
            if !self.ties(at) {
                evidence.missed.push(text);
            } else if slots > 0 {
                slots -= 1;
                evidence.missed.push(format!("{text}, or another tied row"));
            }
        }
        let surplus = system_texts.into_iter().zip(self.twice);
        evidence.surplus = surplus
            .filter_map(|(text, twice)| text.filter(|_| !twice))
            .collect();
        evidence.notes = self.notes(remainder);
        evidence
    }

    fn ties(&self, at: usize) -> bool {
        let place = self.gold.places[at] as usize;
        self.tied.is_some_and(|tied| place >= tied.sure)
    }

    fn notes(&self, remainder: &Remainder) -> Vec<String> {
        let mut notes = Vec::new();
        let (gold, system) = (&self.bench.gold.columns, &self.bench.system.columns);
        for &(column, further) in &remainder.further {
            let why = match further {
                Further::Answer => "stands before the answer and looks like one",
                Further::Guess | Further::Courtesy => "was not asked for",
            };
            notes.push(format!("the column `{}` {why}", system[column]));
        }
        for &column in &remainder.lacking {
            notes.push(format!("no column answers `{}`", gold[column]));
        }
        let twice = self.twice.iter().filter(|twice| **twice).count();
        if twice > 0 {
            notes.push(format!("texts that only name another answer: {twice}"));
        }
        if self.contradicts {
            notes.push("yes and no at once is no answer".to_owned());
        }
        notes
    }
}

/// What the rows look like to people.
fn shown(table: &Table, rows: &Rows<'_>) -> Vec<String> {
    let cells: Vec<_> = table.rows().collect();
    let show = |place: &u32| {
        let cells = cells[*place as usize].iter().flatten();
        let texts: Vec<String> = cells.map(show_term).collect();
        texts.join(" | ")
    };
    rows.places.iter().map(show).collect()
}

/// A term as people read it; yes and no without their datatype.
fn show_term(term: &Term) -> String {
    match term {
        Term::Literal(literal) if matches!(&*literal.value, "true" | "false") => {
            literal.value.clone()
        }
        other => other.to_string(),
    }
}

/// Why two rows that mean the same do so.
fn reason(gold: &Row<'_>, system: &Row<'_>, gold_text: &str, system_text: &str) -> &'static str {
    if gold_text == system_text {
        return "identical";
    }
    match (&gold.key, &system.key) {
        (Key::One(Meaning::Iri(_)), _)
            if gold_text.starts_with('"') || system_text.starts_with('"') =>
        {
            "the label of the resource"
        }
        (Key::One(Meaning::Iri(_)), _) => "the same resource",
        (Key::One(Meaning::Number(one)), Key::One(Meaning::Number(other))) if one != other => {
            "the same number, except for rounding"
        }
        (Key::One(Meaning::Number(_)), _) => "the same number",
        (Key::One(Meaning::Date(_)), _) => "the same date",
        (Key::One(Meaning::Boolean(_)), _) => "the same truth value",
        (Key::One(Meaning::Text(_)), _) => "the same text",
        (Key::One(Meaning::Blank), _) => "a blank node for a blank node",
        (Key::One(Meaning::Unbound), _) | (Key::Many(_), _) => "the same values",
    }
}
