//! From text to algebra: as it stands if possible, repaired if not.

use lydite_model::QueryForm;
use spargebra::{Query, SparqlParser, SparqlSyntaxError};

use crate::bounds::{self, Bounds};
use crate::explain::explain;
use crate::lower::{Lowered, lower};
use crate::repair::{AssumedPrefix, Draft, Repair, repair, statements, unwrap_quoted};
use crate::{Dialect, Obstacle, ParseError};

/// A query that has been understood.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Its algebra. The free texts of pseudo queries are IRIs here; [`Structure`](crate::Structure)
    /// shows them as texts.
    pub query: Query,
    /// The notation it is in: SPARQL, pseudo, schemaless, or a template with placeholders.
    pub form: QueryForm,
    /// The text after repair, in the same notation. It needs no repair.
    pub text: String,
    /// What had to be changed, in the order of the changes.
    pub repairs: Vec<Repair>,
    /// The prefixes that were assumed, in the order of their use.
    pub prefixes_assumed: Vec<AssumedPrefix>,
    pub(crate) bounds: Bounds,
}

impl Parsed {
    /// Whether the text was SPARQL 1.1 as given.
    pub fn is_strict(&self) -> bool {
        self.form == QueryForm::Sparql && self.repairs.is_empty()
    }

    /// Runs work that recurses with the nesting of the query on a stack that is large enough.
    /// `None` if there is none to be had, or if the work panics on it.
    pub fn with_stack<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Option<T> {
        self.bounds.run(work)
    }

    /// How many triples stand before the first property path in the text, if there is a path.
    ///
    /// The algebra has sequences and inverses as plain triples; this is for those who need to know
    /// how they were written. A bracket `[…]` counts as part of the triple it stands in.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, parse};
    ///
    /// let parsed = parse("ASK { ?x a ?y . ?y rdfs:subClassOf*/rdfs:label ?l }", &Dialect::field())?;
    /// assert_eq!(parsed.triples_before_path(), Some(1));
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    pub fn triples_before_path(&self) -> Option<usize> {
        let draft = Draft::new(&self.text);
        statements(&draft).iter().position(|statement| {
            let predicate = statement.terms.get(1);
            predicate.is_some_and(|range| range.len() > 1 || draft.tokens[range.start].is("("))
        })
    }
}

/// Queries above this size are not repaired: the passes are made for what people write.
const MAX_REPAIR_BYTES: usize = 32 << 10;

/// Understands a query.
///
/// SPARQL 1.1 is taken as it stands. Anything else is repaired if the dialect allows it; hybrid
/// *pseudo* queries (`text:"…"` in any position, triples of two terms) and *schemaless* queries
/// (words in place of predicates) are recognised by themselves.
///
/// ```
/// use lydite_model::QueryForm;
/// use lydite_sparql::{Dialect, parse};
///
/// let parsed = parse("SELECT DISTINCT COUNT(?uri) { ?uri a dbo:Lake }", &Dialect::field())?;
/// assert_eq!(
///     parsed.text,
///     "PREFIX dbo: <http://dbpedia.org/ontology/> \
///      SELECT DISTINCT (COUNT(?uri) AS ?result) { ?uri a dbo:Lake }"
/// );
/// assert_eq!(parsed.prefixes_assumed[0].prefix, "dbo");
///
/// let hybrid = parse("ASK { ?x text:\"first man in space\" }", &Dialect::field())?;
/// assert_eq!(hybrid.form, QueryForm::Pseudo);
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
///
/// # Errors
/// If the text is not a query, not even after repair: the error says where and why.
pub fn parse(text: &str, dialect: &Dialect) -> Result<Parsed, ParseError> {
    let bounds = bounds::measure(text, dialect.max_bytes)?;
    let query = run(text, bounds).ok();
    if let Some(query) = query.filter(|query| !(dialect.repair && is_glued(query, text))) {
        return Ok(Parsed {
            query,
            form: QueryForm::Sparql,
            text: text.to_owned(),
            repairs: Vec::new(),
            prefixes_assumed: Vec::new(),
            bounds,
        });
    }
    refuse_markers(text)?;
    if let (true, Some((inner, origins))) = (dialect.repair, unwrap_quoted(text)) {
        let cell = |offset: usize| {
            let stretch = origins.partition_point(|(new, _)| *new <= offset);
            let (new, old) = origins[stretch.saturating_sub(1)];
            (old + offset - new).min(text.len())
        };
        return match parse_draft(&inner, dialect, bounds) {
            Ok(mut parsed) => {
                for repair in &mut parsed.repairs {
                    repair.offset = cell(repair.offset);
                }
                let unwrapped = Repair {
                    kind: crate::RepairKind::QuotedAsCell,
                    offset: 0,
                    before: text.to_owned(),
                    after: inner,
                };
                parsed.repairs.insert(0, unwrapped);
                Ok(parsed)
            }
            Err(mut error) => {
                error.position = crate::Position::of(text, cell(error.position.offset));
                Err(error)
            }
        };
    }
    parse_draft(text, dialect, bounds)
}

/// The parser takes `ASKWHERE` for two words.
fn is_glued(query: &Query, text: &str) -> bool {
    let mut windows = text.as_bytes().windows(8);
    matches!(query, Query::Ask { .. }) && windows.any(|w| w.eq_ignore_ascii_case(b"askwhere"))
}

fn refuse_markers(text: &str) -> Result<(), ParseError> {
    let trimmed = text.trim();
    let at = text.len() - text.trim_start().len();
    if trimmed.is_empty() {
        return Err(ParseError::new(
            Obstacle::Empty,
            text,
            0,
            "the query is empty",
        ));
    }
    if trimmed.eq_ignore_ascii_case("out of scope") {
        let message = "the question is marked as out of scope: there is no query";
        return Err(ParseError::new(Obstacle::OutOfScope, text, at, message));
    }
    Ok(())
}

fn parse_draft(text: &str, dialect: &Dialect, bounds: Bounds) -> Result<Parsed, ParseError> {
    let mut draft = Draft::new(text);
    let mut prefixes_assumed = Vec::new();
    if dialect.repair && text.len() <= MAX_REPAIR_BYTES {
        prefixes_assumed = repair(&mut draft, text, dialect)?;
    }
    let Lowered {
        text: lowered,
        form,
        origins,
    } = lower(&draft, dialect.repair);
    let bounds = Bounds {
        // Repairs add a few brackets and declarations, none of which nests.
        parts: bounds.parts + draft.repairs.len(),
    };
    let query = run(&lowered, bounds).map_err(|error| {
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        explain(text, &draft, &lowered, &origins, &message)
    })?;
    let repaired = draft.to_text();
    // Plain SPARQL has just been parsed as it stands. Texts and words are seen only by the cutter,
    // and in garbage it may see other ones after a change: then the query is not understood.
    if lowered != repaired && !draft.repairs.is_empty() && !is_settled(&repaired, &lowered, dialect)
    {
        let message = "this has too many irregularities to be read with certainty";
        let at = draft.repairs.first().map_or(0, |repair| repair.offset);
        return Err(ParseError::new(Obstacle::Syntax, text, at, message));
    }
    Ok(Parsed {
        query,
        form,
        text: repaired,
        repairs: draft.repairs,
        prefixes_assumed,
        bounds,
    })
}

/// Whether a text is SPARQL 1.1 with all its rules, given these prefixes beside those it declares.
///
/// ```
/// use lydite_sparql::is_sparql_11;
///
/// let table = [("res", "http://dbpedia.org/resource/")];
/// assert!(is_sparql_11("ASK { res:Ulm ?p ?x }", &table));
/// assert!(!is_sparql_11("ASK { dbr:Ulm ?p ?x }", &table));
/// assert!(!is_sparql_11("SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y }", &table));
/// ```
pub fn is_sparql_11(text: &str, prefixes: &[(&str, &str)]) -> bool {
    let Ok(bounds) = bounds::measure(text, Dialect::strict().max_bytes) else {
        return false;
    };
    let mut declared = String::new();
    for (prefix, namespace) in prefixes {
        // Declarations of the query stand later, and win.
        declared.push_str(&format!("PREFIX {prefix}: <{namespace}> "));
    }
    declared.push_str(text);
    if run(&declared, bounds).is_ok() {
        return true;
    }
    let lowered = lower(&Draft::new(&declared), false).text;
    lowered != declared && run(&lowered, bounds).is_ok()
}

/// Whether a repaired text needs no repair and is still read as `lowered`.
fn is_settled(repaired: &str, lowered: &str, dialect: &Dialect) -> bool {
    let mut draft = Draft::new(repaired);
    repair(&mut draft, repaired, dialect).is_ok()
        && draft.repairs.is_empty()
        && unwrap_quoted(repaired).is_none()
        && lower(&draft, dialect.repair).text == lowered
}

/// Parses SPARQL 1.1. The error is the parser's, if it came to that.
fn run(text: &str, bounds: Bounds) -> Result<Query, Option<SparqlSyntaxError>> {
    let result = bounds.run(|| SparqlParser::new().parse_query(text));
    result.ok_or(None)?.map_err(Some)
}
