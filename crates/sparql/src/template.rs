//! Query templates: all-variable queries whose variables are slots to fill.

use std::collections::BTreeMap;

use crate::{Dialect, ParseError, Parsed, Structure, parse};

/// A template as template-generation modules return it.
///
/// ```
/// use lydite_sparql::{Dialect, Template};
///
/// let template = Template::parse(
///     "SELECT ?v2 WHERE { ?v2 ?v8 ?v7 ; ?v9 ?v5 . }",
///     [("v7", "is", "rdf:Class|rdf:Resource"), ("v7", "verbalization", "river")],
///     &Dialect::field(),
/// )?;
/// assert_eq!(template.slots["v7"].kinds, ["rdf:Class", "rdf:Resource"]);
/// assert_eq!(template.open_variables(), ["v8", "v9", "v5"]);
/// # Ok::<(), lydite_sparql::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Template {
    /// The query.
    pub parsed: Parsed,
    /// What is known about its variables, by name.
    pub slots: BTreeMap<String, Slot>,
}

/// What is known about a variable of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// What may fill it, such as `rdf:Class`: the alternatives of `is`.
    pub kinds: Vec<String>,
    /// The words of the question that it stands for.
    pub verbalization: Option<String>,
    /// Other statements about it, as property and value.
    pub others: Vec<(String, String)>,
}

impl Template {
    /// Understands a template: its query, and its slots as `(s, p, o)`.
    ///
    /// # Errors
    /// If the query cannot be parsed.
    pub fn parse<S: AsRef<str>>(
        query: &str,
        slots: impl IntoIterator<Item = (S, S, S)>,
        dialect: &Dialect,
    ) -> Result<Self, ParseError> {
        let parsed = parse(query, dialect)?;
        let mut known: BTreeMap<String, Slot> = BTreeMap::new();
        for (variable, property, value) in slots {
            let name = variable.as_ref().trim_start_matches('?');
            let slot = known.entry(name.to_owned()).or_default();
            let value = value.as_ref();
            match property.as_ref() {
                "is" => slot.kinds.extend(value.split('|').map(str::to_owned)),
                "verbalization" => slot.verbalization = Some(value.to_owned()),
                other => slot.others.push((other.to_owned(), value.to_owned())),
            }
        }
        Ok(Self {
            parsed,
            slots: known,
        })
    }

    /// The variables of triples that are neither projected nor said to be something.
    pub fn open_variables(&self) -> Vec<&str> {
        let structure = Structure::of(&self.parsed);
        let mut names = triple_variables(&structure);
        names.retain(|name| {
            let projected = structure
                .projection
                .iter()
                .any(|target| target.name == *name);
            let said = self
                .slots
                .get(*name)
                .is_some_and(|slot| !slot.kinds.is_empty());
            !projected && !said
        });
        names
    }
}

fn triple_variables<'q>(structure: &Structure<'q>) -> Vec<&'q str> {
    let mut names = Vec::new();
    for triple in &structure.triples {
        let nodes = [
            Some(&triple.subject),
            triple.predicate.as_node(),
            Some(&triple.object),
        ];
        for variable in nodes
            .into_iter()
            .flatten()
            .filter_map(crate::Node::as_variable)
        {
            if !names.contains(&variable.name) {
                names.push(variable.name);
            }
        }
    }
    names
}
