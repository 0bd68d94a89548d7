//! The changes that turn a query into another one.

mod apply;
mod head;
mod names;
mod outline;
mod script;
mod write;

use std::fmt;

use serde::{Deserialize, Serialize};

use outline::{Head, Kind, Outline};

use crate::diff::Place;
use crate::{Dialect, Parsed, equivalent, parse};

/// Queries with more triples than this are not compared change by change: the work grows with the
/// cube of their number, and nobody asks such a question.
const MOST_TRIPLES: usize = 100;

/// What a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// SELECT or ASK.
    Form,
    /// A constant in the place of a subject or an object.
    Entity,
    /// A predicate.
    Property,
    /// Which end of a triple is the subject.
    Direction,
    /// The object of `rdf:type`, or the like.
    Class,
    /// A triple that is not there.
    MissingTriple,
    /// A triple that is too much.
    ExtraTriple,
    /// A variable in the place of another one.
    Join,
    /// A condition: FILTER, VALUES, BIND, MINUS.
    Condition,
    /// How parts are put together: OPTIONAL, UNION, GRAPH, sub-selects.
    Grouping,
    /// An aggregate, GROUP BY or HAVING.
    Aggregation,
    /// The variables that are asked for, and OPTIONALs that only serve to fill them.
    Target,
    /// ORDER BY.
    Order,
    /// LIMIT and OFFSET.
    Range,
    /// DISTINCT.
    Duplicates,
}

/// A single change of a query.
///
/// ```
/// use lydite_sparql::{Change, Dialect, Script, parse};
///
/// let dialect = Dialect::field();
/// let gold = parse("SELECT ?x { ?x dbo:writer dbr:Kafka }", &dialect)?;
/// let ours = parse("SELECT ?b { ?b dbo:author dbr:Kafka }", &dialect)?;
/// let script = Script::between(&ours, &gold).into_iter().next().unwrap();
/// assert_eq!(script.edits[0].change, Change::Property);
/// assert_eq!(
///     script.edits[0].to_string(),
///     "replace <http://dbpedia.org/ontology/author> by <http://dbpedia.org/ontology/writer> in \
///      `?b <http://dbpedia.org/ontology/author> <http://dbpedia.org/resource/Kafka>`"
/// );
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Edit {
    /// What it is about.
    pub change: Change,
    /// What goes; nothing if something is only added.
    pub from: Option<String>,
    /// What comes; nothing if something is only removed.
    pub to: Option<String>,
    /// The triple in which it happens, as it was.
    pub triple: Option<String>,
    action: Action,
}

/// What an edit does to an outline, in which parts and groups are numbered.
#[derive(Clone, Debug)]
enum Action {
    /// Takes the whole head.
    Head(Box<Head>),
    /// Takes the columns, GROUP BY and HAVING.
    Selection(Box<Head>),
    Order(Vec<String>),
    Range(crate::Range),
    Duplicates(crate::Duplicates),
    Term(usize, Place, String),
    Swap(usize),
    Remove(usize),
    Replace(usize, Kind),
    /// Leaves out the OPTIONAL around a group.
    Require(usize),
    /// Adds to a group.
    Add(usize, Kind),
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| match self.change {
            Change::Entity | Change::Property | Change::Class | Change::Join => text.to_owned(),
            _ => format!("`{text}`"),
        };
        match (&self.action, &self.from, &self.to) {
            (Action::Swap(_), ..) => f.write_str("swap subject and object")?,
            (Action::Require(_), Some(from), _) => write!(f, "require what is in `{from}`")?,
            (_, Some(from), Some(to)) => write!(f, "replace {} by {}", quoted(from), quoted(to))?,
            (_, None, Some(to)) => write!(f, "add {}", quoted(to))?,
            (_, Some(from), None) => write!(f, "remove {}", quoted(from))?,
            (_, None, None) => f.write_str("change nothing")?,
        }
        match &self.triple {
            Some(triple) => write!(f, " in `{triple}`"),
            None => Ok(()),
        }
    }
}

/// Changes that, taken together, turn a query into another one, up to the names of variables.
#[derive(Clone, Debug)]
pub struct Script {
    /// The changes, in the order of the query: first the head, then the body.
    pub edits: Vec<Edit>,
    outline: Outline,
}

impl Script {
    /// Scripts that turn `found` into `expected`, the shortest first; several where it can be seen in
    /// different ways which variable stands for which. None if the queries are equivalent, or if one
    /// of them is too large or too unusual to be taken apart.
    pub fn between(found: &Parsed, expected: &Parsed) -> Vec<Self> {
        let plain = |parsed: &Parsed| parsed.form == lydite_model::QueryForm::Sparql;
        if !plain(found) || !plain(expected) {
            return Vec::new();
        }
        let scripts = found.with_stack(|| script::scripts(found, expected));
        scripts.unwrap_or_default()
    }

    /// The query after the changes of these numbers; `None` if they do not give a query.
    ///
    /// ```
    /// use lydite_sparql::{Dialect, Script, equivalent, parse};
    ///
    /// let dialect = Dialect::field();
    /// let gold = parse("SELECT (COUNT(?x) AS ?n) { ?x a dbo:Lake }", &dialect)?;
    /// let ours = parse("SELECT ?lake { ?lake a dbo:River }", &dialect)?;
    /// let script = Script::between(&ours, &gold).into_iter().next().unwrap();
    /// assert_eq!(script.edits.len(), 2);
    /// assert!(!equivalent(&script.apply(&[0]).unwrap(), &gold));
    /// assert!(equivalent(&script.apply(&[0, 1]).unwrap(), &gold));
    /// # Ok::<(), lydite_sparql::ParseError>(())
    /// ```
    pub fn apply(&self, chosen: &[usize]) -> Option<Parsed> {
        let edits = chosen.iter().filter_map(|number| self.edits.get(*number));
        let changed = apply::apply(&self.outline, edits);
        parse(&changed.to_string(), &Dialect::strict()).ok()
    }
}

/// The text of an algebra as a person would write it: aggregates stand where they are named, and not
/// in sub-selects. `None` if it has something that has no such text.
///
/// ```
/// use lydite_sparql::{Dialect, parse, written};
///
/// let parsed = parse("SELECT COUNT(?x) { ?x a <http://a/Lake> }", &Dialect::field())?;
/// assert_eq!(
///     written(&parsed.query).unwrap(),
///     "SELECT (COUNT(?x) AS ?result) WHERE { ?x \
///      <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a/Lake> . }"
/// );
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
pub fn written(query: &spargebra::Query) -> Option<String> {
    Some(Outline::of(query)?.to_string())
}

/// A query in which every part has a place in the outline, and its outline.
struct Plain {
    parsed: Parsed,
    outline: Outline,
}

impl Plain {
    /// `None` if there is more to the query than an outline can say.
    fn of(parsed: &Parsed) -> Option<Self> {
        let written = Outline::of(&parsed.query)?.to_string();
        let again = parse(&written, &Dialect::strict()).ok()?;
        if !equivalent(parsed, &again) {
            return None;
        }
        let outline = Outline::of(&again.query)?;
        Some(Self {
            parsed: again,
            outline,
        })
    }
}
