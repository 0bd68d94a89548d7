//! What a gold query says that components should find.

use lydite_language::Lang;
use lydite_sparql::{Dialect, Structure, parse};
use serde::{Deserialize, Serialize};

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// The entities, relations and classes of a query.
///
/// ```
/// use lydite_compose::Gold;
///
/// let gold = Gold::of_query("SELECT ?x { ?x a <http://ex/River> . ?x <http://ex/in> <http://ex/Peru> }").unwrap();
/// assert_eq!(gold.entities, ["http://ex/Peru"]);
/// assert_eq!(gold.relations, ["http://ex/in"]);
/// assert_eq!(gold.classes, ["http://ex/River"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gold {
    /// The resources.
    pub entities: Vec<String>,
    /// The properties, without `rdf:type`.
    pub relations: Vec<String>,
    /// The classes.
    pub classes: Vec<String>,
    /// The query, as it was given.
    pub query: String,
}

impl Gold {
    /// Reads a query; nothing if it is none.
    pub fn of_query(query: &str) -> Option<Self> {
        let parsed = parse(query, &Dialect::field()).ok()?;
        let structure = Structure::of(&parsed);
        let owned = |iris: Vec<&str>| iris.into_iter().map(str::to_owned).collect();
        let mut relations = structure.properties();
        relations.retain(|iri| *iri != TYPE);
        Some(Self {
            entities: owned(structure.entities()),
            relations: owned(relations),
            classes: owned(structure.classes()),
            query: query.to_owned(),
        })
    }
}

/// A question with its gold query, to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The question.
    pub text: String,
    /// Its language.
    pub lang: Lang,
    /// What its query says.
    pub gold: Gold,
}
