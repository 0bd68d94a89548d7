//! What the ranker sees of a query: its answers, and features of both.

use std::collections::BTreeSet;

use lydite_graph::Value;
use lydite_graph::oxrdf::Term;
use lydite_language::{Lang, stem};
use lydite_sparql::{Dialect, Form, Structure, parse};
use rustc_hash::FxHashMap;

use super::{FEATURES, RANKED};
use crate::annotation::{AnnotatedQuestion, Candidate};
use crate::components::relations::property_index::{Fit, PropertyIndex};
use crate::components::wording::{Asks, Wording};
use crate::fold::{fold, identifier_words, local_name, singular};
use crate::learn::TextRidge;
use crate::resources::Resources;

/// A query with its answers and features.
pub(super) struct Seen {
    pub(super) query: String,
    pub(super) answers: BTreeSet<String>,
    pub(super) row: [f64; FEATURES],
}

pub(super) fn f_score(gold: &BTreeSet<String>, found: &BTreeSet<String>) -> f64 {
    let common = gold.intersection(found).count() as f64;
    2.0 * common / (gold.len() + found.len()).max(1) as f64
}

/// What a query gives in its first column, as text.
pub(super) fn run(resources: &Resources, query: &str) -> Option<BTreeSet<String>> {
    match resources.result(query, 2000)? {
        Value::Boolean(value) => Some([value.to_string()].into()),
        Value::Rows(rows) => {
            let cells = rows
                .rows
                .into_iter()
                .filter_map(|row| row.into_iter().flatten().next());
            Some(cells.map(|term| term.to_string()).collect())
        }
        Value::Triples(_) => None,
    }
}

/// What a question word expects: words that name fitting classes, and whether a number or a date would fit.
fn expected(wording: &Wording<'_>) -> (&'static [&'static str], bool, bool) {
    let lower = |at: usize| wording.words.get(at).map_or("", |word| word.lower.as_str());
    match lower(0) {
        "who" | "whom" | "whose" => (
            &[
                "person",
                "agent",
                "people",
                "organisation",
                "organization",
                "employee",
                "company",
            ],
            false,
            false,
        ),
        "where" => (
            &[
                "place",
                "location",
                "city",
                "country",
                "town",
                "settlement",
                "region",
            ],
            false,
            false,
        ),
        "when" => (&[], false, true),
        "how" => (&[], true, false),
        _ => (&[], false, false),
    }
}

/// The queries that can be run, with their features.
pub(super) fn seen(
    question: &AnnotatedQuestion,
    queries: &[Candidate],
    text: &TextRidge,
    resources: &Resources,
) -> Vec<Seen> {
    let wording = Wording::of(question);
    let index = resources.derived(PropertyIndex::new);
    let fits: FxHashMap<u32, Fit> = index
        .fits(&wording)
        .into_iter()
        .map(|fit| (fit.property, fit))
        .collect();
    let scores: FxHashMap<&str, f64> = text
        .labels()
        .iter()
        .map(String::as_str)
        .zip(text.scores(&wording.masked()).into_iter().map(f64::from))
        .collect();
    let content: Vec<usize> = wording
        .content()
        .filter(|at| !wording.words[*at].is_light())
        .collect();
    let stems: Vec<String> = content
        .iter()
        .map(|at| stem(&wording.words[*at].root, Lang::En))
        .collect();
    let (classes, number_fits, date_fits) = expected(&wording);
    let asks = wording.asks();
    let plural = content
        .first()
        .is_some_and(|at| format!("{:?}", wording.words[*at].tag) == "NNS");
    let mut types: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let mut seen = Vec::new();
    for candidate in queries.iter().take(RANKED) {
        let Ok(parsed) = parse(&candidate.value, &Dialect::field()) else {
            continue;
        };
        let Some(result) = resources.result(&candidate.value, 500) else {
            continue;
        };
        let structure = Structure::of(&parsed);
        let properties: Vec<&str> = structure
            .properties()
            .into_iter()
            .filter(|iri| !iri.ends_with("22-rdf-syntax-ns#type"))
            .collect();
        let entities = structure.entities();
        let of_classes = structure.classes();
        let (answers, terms, truth) = match result {
            Value::Boolean(value) => ([value.to_string()].into(), Vec::new(), Some(value)),
            Value::Rows(rows) => {
                let terms: Vec<Term> = rows
                    .rows
                    .into_iter()
                    .filter_map(|row| row.into_iter().flatten().next())
                    .collect();
                let answers: BTreeSet<String> = terms.iter().map(ToString::to_string).collect();
                (answers, terms, None)
            }
            Value::Triples(_) => continue,
        };
        let counted = !structure.aggregates.is_empty();
        let mut in_asked = 0.0;
        let mut in_expected = 0.0;
        let mut numbers = 0.0;
        let mut dates = 0.0;
        let sample = &terms[..terms.len().min(12)];
        for term in sample {
            match term {
                Term::NamedNode(node) => {
                    let words = types
                        .entry(node.as_str().to_owned())
                        .or_insert_with(|| type_words(node.as_str(), resources));
                    in_asked += f64::from(u8::from(words.iter().any(|word| stems.contains(word))));
                    let fits = classes
                        .iter()
                        .any(|class| words.contains(&stem(class, Lang::En)));
                    in_expected += f64::from(u8::from(fits));
                }
                Term::Literal(literal) => {
                    let datatype = literal.datatype().as_str();
                    let date = datatype.ends_with("date")
                        || datatype.ends_with("dateTime")
                        || datatype.ends_with("gYear");
                    dates += f64::from(u8::from(date));
                    let number = !date && literal.value().parse::<f64>().is_ok();
                    numbers += f64::from(u8::from(number));
                }
                Term::BlankNode(_) => {}
            }
        }
        let count = sample.len().max(1) as f64;
        let (in_asked, in_expected) = (in_asked / count, in_expected / count);
        let (numbers, dates) = (numbers / count, dates / count);
        let mut covered = vec![false; wording.words.len()];
        let mut best: f64 = 0.0;
        let mut least: f64 = 1.0;
        let mut exact: f64 = 0.0;
        let mut uses = 0.0;
        let mut expected_text = 0.0;
        for property in &properties {
            let number = resources.properties().number(property).map(|at| at as u32);
            let fit = number
                .and_then(|number| fits.get(&number).copied())
                .unwrap_or_default();
            if fit.related > 0.0 {
                covered[fit.first..fit.end.min(wording.words.len())].fill(true);
            }
            best = best.max(fit.related);
            least = least.min(fit.related);
            exact = exact.max(fit.exact);
            uses += number.map_or(0.0, |number| index.log_uses[number as usize]);
            // Twins share what the words lead to.
            let pooled = number.map_or(0.0, |number| {
                let twins = &index.groups[index.group[number as usize] as usize];
                let twins = twins
                    .iter()
                    .map(|twin| &resources.properties().terms()[*twin as usize].iri);
                twins
                    .filter_map(|iri| scores.get(iri.as_str()))
                    .sum::<f64>()
            });
            expected_text += scores.get(property).copied().unwrap_or_default() + 0.5 * pooled;
        }
        let steps = properties.len().max(1) as f64;
        for class in &of_classes {
            let name = identifier_words(&local_name(class));
            for word in name {
                let stem = stem(&singular(&fold(&word)), Lang::En);
                for (at, known) in content.iter().zip(&stems) {
                    covered[*at] |= *known == stem;
                }
            }
        }
        let explained = content.iter().filter(|at| covered[**at]).count() as f64;
        let share = explained / content.len().max(1) as f64;
        let form_fits = match (asks, structure.form == Form::Ask) {
            (Asks::YesNo, ask) => ask,
            (Asks::Number, _) => counted || numbers > 0.5,
            (Asks::Things, ask) => !ask && !counted,
        };
        let from_subject = structure
            .triples
            .iter()
            .filter(|triple| triple.subject.as_iri().is_some())
            .count() as f64;
        let answered = answers.len() as f64;
        let flag = |holds: bool| f64::from(u8::from(holds));
        let row = [
            candidate.score,
            share,
            best,
            least,
            exact,
            expected_text / steps,
            uses / steps,
            flag(properties.len() > 1 && entities.len() < 2),
            flag(entities.len() > 1),
            flag(!of_classes.is_empty()),
            flag(form_fits),
            answered.ln_1p(),
            flag(answered == 1.0),
            flag(answered == 0.0 || truth == Some(false)),
            if classes.is_empty() { 0.0 } else { in_expected },
            flag(!classes.is_empty()) * flag(numbers + dates > 0.5),
            if date_fits { dates } else { 0.0 },
            if date_fits { 0.0 } else { dates },
            if number_fits {
                numbers + flag(counted)
            } else {
                0.0
            },
            if number_fits { 0.0 } else { numbers },
            in_asked,
            flag(plural) * flag(answered > 1.0),
            flag(!plural) * flag(answered > 5.0),
            entities.len() as f64 / wording.entities.len().max(1) as f64,
            from_subject / structure.triples.len().max(1) as f64,
            flag(counted) * flag(asks == Asks::Number),
            flag(properties.is_empty()),
        ];
        seen.push(Seen {
            query: candidate.value.clone(),
            answers,
            row,
        });
    }
    seen
}

/// The stems of the words that name the classes of a resource, and those above.
fn type_words(iri: &str, resources: &Resources) -> Vec<String> {
    let mut open: Vec<String> = resources
        .graph()
        .types(iri)
        .unwrap_or_default()
        .into_iter()
        .map(|class| class.as_str().to_owned())
        .take(30)
        .collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < open.len() && at < 60 {
        let class = open[at].clone();
        at += 1;
        if let Some(term) = resources.classes().get(&class) {
            for parent in &term.parents {
                if !open.contains(parent) {
                    open.push(parent.clone());
                }
            }
        }
        let name = identifier_words(&local_name(&class));
        if let Some(last) = name.last() {
            words.push(stem(&singular(&fold(last)), Lang::En));
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}
