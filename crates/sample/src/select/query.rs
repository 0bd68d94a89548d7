//! Selection by a SPARQL query over the features, as the QaldGen paper has it.

use lydite_model::QuestionId;
use lydite_sparql::{Dialect, Form, ParseError, Parsed, Predicate, Structure, parse};
use oxrdf::{Literal, Term};
use rustc_hash::FxHashMap;
use spareval::{QueryEvaluator, QueryResults};

use crate::features::{Feature, Vocabulary};
use crate::rdf::FeatureGraph;
use crate::{Described, Pool, SampleError};

/// Why a query selects nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// It is not a query.
    #[error("the query cannot be read: line {}, column {}: {}", .0.position.line, .0.position.column, .0.message)]
    Query(#[source] Box<ParseError>),
    /// It is not a SELECT query.
    #[error("the query must be a SELECT of the question, then a column for each feature")]
    NotSelect,
    /// The engine gave up.
    #[error("the query failed: {0}")]
    Evaluation(String),
    /// The first column is not a question.
    #[error("row {row}: the first column (?{variable}) is {found}, not a question of the data")]
    NotAQuestion {
        /// The row, from 1.
        row: usize,
        /// The variable of the first column.
        variable: String,
        /// What was found.
        found: String,
    },
    /// A cell is not a number.
    #[error("?{variable} of question {question} is {found}, not a number")]
    NotANumber {
        /// The question.
        question: String,
        /// The variable of the column.
        variable: String,
        /// What was found.
        found: String,
    },
    /// A question has several rows.
    #[error(
        "question {question} has several rows with different values: a feature in the query \
         has several values"
    )]
    SeveralRows {
        /// The question.
        question: String,
    },
    /// The values cannot be used.
    #[error(transparent)]
    Sample(#[from] SampleError),
}

/// Selects questions by a query: the first column is the question, every further column a feature.
///
/// Properties that a question does not have drop it, as SPARQL has it. A query with one column gives
/// a pool without features.
///
/// ```
/// use lydite_sample::{read_rdf, select};
///
/// let (questions, _) = read_rdf(br#"
///   @prefix q: <http://qald-gen.aksw.org/vocab#> .
///   <http://qald-gen.aksw.org/question#0> q:length 9 ; q:totalClasses 1 .
///   <http://qald-gen.aksw.org/question#1> q:length 3 ; q:totalClasses 0 ."#)?;
/// let pool = select(&questions, "
///   PREFIX qaldGen: <http://qald-gen.aksw.org/vocab#>
///   SELECT DISTINCT ?qId ?words { ?qId qaldGen:length ?words FILTER (?words > 5) }")?;
/// assert_eq!(pool.features(), ["words"]);
/// assert_eq!(pool.values(0), [9.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the query cannot be read or gives something else than questions with numbers.
pub fn select<'q>(
    questions: impl IntoIterator<Item = &'q Described>,
    query: &str,
) -> Result<Pool, SelectError> {
    let mut selection = Selection::new(query)?;
    for question in questions {
        selection.add(question);
    }
    selection.pool()
}

/// A selection to which questions are shown one after another; only what the query can see of them
/// is kept.
pub struct Selection {
    query: Parsed,
    /// The properties that the query can see; `None`: all.
    properties: Option<Vec<String>>,
    graph: FeatureGraph,
    ids: FxHashMap<String, QuestionId>,
}

impl Selection {
    /// A selection by this query.
    ///
    /// # Errors
    /// If it cannot be read, or if it is not a SELECT.
    pub fn new(query: &str) -> Result<Self, SelectError> {
        let prefixes = Vocabulary::ALL.map(|v| (v.prefix(), v.namespace()));
        let more = [
            ("qaldGen", Vocabulary::Qaldgen.namespace()),
            ("xsd", "http://www.w3.org/2001/XMLSchema#"),
        ];
        let dialect = Dialect::field().with_prefixes(prefixes.into_iter().chain(more));
        let query = parse(query, &dialect).map_err(|error| SelectError::Query(Box::new(error)))?;
        let properties = {
            let structure = Structure::of(&query);
            if structure.form != Form::Select {
                return Err(SelectError::NotSelect);
            }
            properties(&structure)
        };
        Ok(Self {
            query,
            properties,
            graph: FeatureGraph::default(),
            ids: FxHashMap::default(),
        })
    }

    /// The features that the query can see.
    pub fn features(&self) -> Vec<&'static Feature> {
        let seen = |feature: &&Feature| {
            let properties = self.properties.as_ref();
            properties.is_none_or(|properties| properties.contains(&feature.iri()))
        };
        Feature::all().iter().filter(seen).collect()
    }

    /// Shows it a question.
    pub fn add(&mut self, question: &Described) {
        let properties = self.properties.as_ref();
        self.graph.add(question, &|property| {
            properties.is_none_or(|wanted| wanted.iter().any(|iri| iri == property))
        });
        self.ids.insert(question.iri.clone(), question.id.clone());
    }

    /// The questions that the query selects.
    ///
    /// # Errors
    /// If it gives something else than questions with numbers.
    pub fn pool(self) -> Result<Pool, SelectError> {
        evaluate(&self.query, &self.graph.finish(), &self.ids)
    }
}

/// The properties that a query can see; `None`: all.
fn properties(structure: &Structure<'_>) -> Option<Vec<String>> {
    let constant = structure.triples.iter().all(
        |triple| matches!(&triple.predicate, Predicate::Node(node) if node.as_iri().is_some()),
    );
    let names = || structure.properties().into_iter().map(str::to_owned);
    constant.then(|| names().collect())
}

fn evaluate(
    parsed: &Parsed,
    graph: &FeatureGraph,
    ids: &FxHashMap<String, QuestionId>,
) -> Result<Pool, SelectError> {
    let failed = |error: &dyn std::fmt::Display| SelectError::Evaluation(error.to_string());
    let evaluator = QueryEvaluator::new();
    let results = evaluator
        .prepare(&parsed.query)
        .execute(graph)
        .map_err(|error| failed(&error))?;
    let QueryResults::Solutions(solutions) = results else {
        return Err(SelectError::NotSelect);
    };
    let variables: Vec<String> = solutions
        .variables()
        .iter()
        .map(|variable| variable.as_str().to_owned())
        .collect();
    let Some((first, features)) = variables.split_first() else {
        return Err(SelectError::NotSelect);
    };
    let mut pool = Pool::new(features);
    let mut seen: FxHashMap<QuestionId, usize> = FxHashMap::default();
    for (row, solution) in solutions.enumerate() {
        let solution = solution.map_err(|error| failed(&error))?;
        let question = match solution.get(0) {
            Some(Term::NamedNode(iri)) => ids.get(iri.as_str()),
            _ => None,
        };
        let Some(id) = question else {
            return Err(SelectError::NotAQuestion {
                row: row + 1,
                variable: first.clone(),
                found: shown(solution.get(0)),
            });
        };
        let values: Vec<f64> = features
            .iter()
            .enumerate()
            .map(|(at, variable)| {
                let cell = solution.get(at + 1);
                number(cell).ok_or_else(|| SelectError::NotANumber {
                    question: id.as_str().to_owned(),
                    variable: variable.clone(),
                    found: shown(cell),
                })
            })
            .collect::<Result<_, _>>()?;
        match seen.get(id) {
            None => {
                seen.insert(id.clone(), pool.len());
                pool.push(id.clone(), &values)?;
            }
            Some(at) if pool.values(*at) == values => {}
            Some(_) => {
                return Err(SelectError::SeveralRows {
                    question: id.as_str().to_owned(),
                });
            }
        }
    }
    pool.sort();
    Ok(pool)
}

/// The number that a cell holds.
fn number(cell: Option<&Term>) -> Option<f64> {
    let Some(Term::Literal(literal)) = cell else {
        return None;
    };
    match literal.value() {
        "true" if is_boolean(literal) => Some(1.0),
        "false" if is_boolean(literal) => Some(0.0),
        text => text.trim().parse().ok(),
    }
}

fn is_boolean(literal: &Literal) -> bool {
    literal.datatype() == oxrdf::vocab::xsd::BOOLEAN
}

fn shown(cell: Option<&Term>) -> String {
    cell.map_or_else(|| "unbound".to_owned(), |term| format!("`{term}`"))
}
