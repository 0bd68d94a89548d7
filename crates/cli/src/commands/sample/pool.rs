//! The questions to choose from: all, or those that a query or a condition selects.

use lydite_sample::{
    Condition, Described, Feature, LISTING_1_2, Pool, SampleError, SelectError, Selection,
};

use super::source::{Measurer, Source, condition};
use crate::args::Sample;
use crate::commands::features::{find, no_question};
use crate::failure::Failure;
use crate::output::plural;
use crate::session::Session;

/// The questions to choose from.
pub(super) struct Candidates {
    pub pool: Pool,
    /// For each question of the pool its number in the source.
    pub numbers: Vec<usize>,
    /// What is worth knowing about the selection.
    pub notes: Vec<String>,
}

impl Candidates {
    pub(super) fn select(
        session: &Session,
        options: &Sample,
        measurer: &Measurer,
        source: &Source,
    ) -> Result<Self, Failure> {
        let condition = condition(options.condition.as_deref())?;
        let features = features(options)?;
        let candidates = match &options.select {
            Some(file) => {
                let selection = selection(file)?;
                by_query(
                    session,
                    options,
                    measurer,
                    source,
                    selection,
                    condition.as_ref(),
                )?
            }
            None => by_features(
                session,
                measurer,
                source,
                &features,
                condition.as_ref(),
                None,
            )?,
        };
        if candidates.pool.is_empty() {
            let mut failure = no_question(options.condition.as_deref());
            if let Some(file) = &options.select {
                failure = Failure::input(format!(
                    "no question is selected by the query {}",
                    file.display()
                ))
                .hint("a property that a question does not have drops it; `lydite features` shows what there is");
            } else if options.condition.is_none() {
                let names: Vec<_> = features.iter().map(|feature| feature.name).collect();
                failure = Failure::input(format!("no question has all of {}", names.join(", ")));
            }
            return Err(failure);
        }
        Ok(candidates)
    }
}

/// The features by which questions are compared.
fn features(options: &Sample) -> Result<Vec<&'static Feature>, Failure> {
    if options.features.is_empty() {
        return LISTING_1_2.iter().map(|name| find(name)).collect();
    }
    let mut features: Vec<&'static Feature> = Vec::new();
    for name in &options.features {
        let feature = find(name)?;
        if !feature.kind.is_numeric() {
            let numeric = Feature::all()
                .iter()
                .filter(|other| other.kind.is_numeric());
            let names: Vec<_> = numeric.map(|other| other.name).take(12).collect();
            return Err(Failure::usage(format!(
                "questions cannot be compared by `{}`: it is of type {}",
                feature.name, feature.kind
            ))
            .hint(format!("numbers and facts can: {} …", names.join(", "))));
        }
        if !features.iter().any(|known| known.name == feature.name) {
            features.push(feature);
        }
    }
    Ok(features)
}

fn selection(file: &std::path::Path) -> Result<Selection, Failure> {
    let shown = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    Selection::new(&text).map_err(|error| failure(file, &error))
}

fn failure(file: &std::path::Path, error: &SelectError) -> Failure {
    let failure = Failure::input(format!("{}: {error}", file.display()));
    match error {
        SelectError::Query(error) => match &error.hint {
            Some(hint) => failure.hint(hint.clone()),
            None => failure,
        },
        SelectError::NotSelect => failure
            .hint("as in SELECT DISTINCT ?question ?length { ?question qaldgen:length ?length }"),
        SelectError::NotAQuestion { .. } => failure.hint(
            "the first variable of SELECT must be the subject of qaldgen:length and the like",
        ),
        SelectError::NotANumber { .. } => {
            failure.hint("project numbers only; what serves for filters need not be projected")
        }
        SelectError::SeveralRows { .. } => {
            failure.hint("do not project features with several values, such as lsq:usesFeature")
        }
        _ => failure,
    }
}

/// Calls `each` with every question and its number. What RDF says is taken as it stands; features that
/// it does not have of any question are computed.
fn visit(
    session: &Session,
    measurer: &Measurer,
    source: &Source,
    only: &[&'static Feature],
    each: &mut dyn FnMut(usize, &Described),
) -> Result<(), Failure> {
    if let Source::Rdf { questions, .. } = source {
        let unknown = |feature: &&&'static Feature| {
            let mut questions = questions.iter();
            !questions.any(|question| question.features.get(feature).is_some())
        };
        let missing: Vec<&'static Feature> = only.iter().filter(unknown).copied().collect();
        if missing.is_empty() {
            for (number, question) in questions.iter().enumerate() {
                each(number, question);
            }
            return Ok(());
        }
        let mut number = 0;
        return source.measure(session, measurer, Some(&missing), &mut |measured| {
            let mut question = questions[number].clone();
            for feature in &missing {
                if let Some(value) = measured.features.get(feature) {
                    question.features.set(feature, value.clone());
                }
            }
            each(number, &question);
            number += 1;
        });
    }
    let mut number = 0;
    source.measure(session, measurer, Some(only), &mut |question| {
        each(number, &question);
        number += 1;
    })
}

fn by_features(
    session: &Session,
    measurer: &Measurer,
    source: &Source,
    features: &[&'static Feature],
    condition: Option<&Condition>,
    among: Option<&dyn Fn(&Described) -> bool>,
) -> Result<Candidates, Failure> {
    let mut pool = Pool::new(features.iter().map(|feature| feature.name));
    let mut numbers = Vec::new();
    let mut incomplete = 0;
    let mut wrong = None;
    let mut needed = features.to_vec();
    needed.extend(condition.iter().flat_map(|condition| condition.features()));
    visit(
        session,
        measurer,
        source,
        &needed,
        &mut |number, question| {
            let selected = condition.is_none_or(|condition| condition.holds(&question.features))
                && among.is_none_or(|among| among(question));
            if !selected || wrong.is_some() {
                return;
            }
            let value = |feature: &&Feature| question.features.get(feature)?.as_number();
            let values: Option<Vec<f64>> = features.iter().map(value).collect();
            match values {
                None => incomplete += 1,
                Some(values) => match pool.push(question.id.clone(), &values) {
                    Ok(()) => numbers.push(number),
                    Err(error) => wrong = Some(error),
                },
            }
        },
    )?;
    if let Some(error) = wrong {
        return Err(super::failure(&error));
    }
    let mut notes = Vec::new();
    if incomplete > 0 {
        notes.push(format!(
            "{} left out: not all of the features are known",
            plural(incomplete, "question")
        ));
    }
    Ok(sorted(pool, &numbers, notes))
}

/// Puts the questions into the order of their identifiers.
fn sorted(mut pool: Pool, numbers: &[usize], notes: Vec<String>) -> Candidates {
    let order = pool.sort();
    Candidates {
        pool,
        numbers: order.into_iter().map(|at| numbers[at]).collect(),
        notes,
    }
}

fn by_query(
    session: &Session,
    options: &Sample,
    measurer: &Measurer,
    source: &Source,
    mut selection: Selection,
    condition: Option<&Condition>,
) -> Result<Candidates, Failure> {
    let Some(file) = &options.select else {
        return Err(super::failure(&SampleError::EmptySelection));
    };
    let mut needed = selection.features();
    needed.extend(condition.iter().flat_map(|condition| condition.features()));
    let mut number_of = std::collections::HashMap::new();
    visit(
        session,
        measurer,
        source,
        &needed,
        &mut |number, question| {
            if condition.is_none_or(|condition| condition.holds(&question.features)) {
                selection.add(question);
                number_of.entry(question.id.clone()).or_insert(number);
            }
        },
    )?;
    let pool = selection.pool().map_err(|error| failure(file, &error))?;
    let selected: Vec<usize> = pool
        .ids()
        .iter()
        .filter_map(|id| number_of.get(id).copied())
        .collect();
    if !pool.features().is_empty() {
        if !options.features.is_empty() {
            return Err(Failure::usage(
                "the query of --select gives features already; leave out --features, or let it give the question only",
            ));
        }
        return Ok(sorted(pool, &selected, Vec::new()));
    }
    // A query for questions only: the features come from the command line.
    let features = features(options)?;
    let ids: std::collections::HashSet<_> = pool.ids().iter().cloned().collect();
    by_features(
        session,
        measurer,
        source,
        &features,
        condition,
        Some(&|question: &Described| ids.contains(&question.id)),
    )
}
