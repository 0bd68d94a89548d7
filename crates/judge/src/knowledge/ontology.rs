//! The classes and relations of Freebase, as GrailQA's script needs them.

use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};

/// What relations lead from and to, which classes stand above which, and which relations are each
/// other's reverse.
#[derive(Clone, Debug, Default)]
pub struct Ontology {
    roles: FxHashMap<String, (String, String)>,
    above: FxHashMap<String, FxHashSet<String>>,
    types: FxHashSet<String>,
    reverse: FxHashMap<String, String>,
}

/// What a symbol of a logical form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Entity,
    Literal,
    Class,
    Relation,
}

impl Ontology {
    /// Reads the files `fb_roles`, `fb_types` and `reverse_properties` of a folder.
    pub fn from_folder(folder: &Path) -> std::io::Result<Self> {
        let text = |name: &str| std::fs::read_to_string(folder.join(name));
        Ok(Self::from_texts(
            &text("fb_roles")?,
            &text("fb_types")?,
            &text("reverse_properties")?,
        ))
    }

    /// Reads the texts of the three files; lines that are too short are passed over.
    pub fn from_texts(roles: &str, types: &str, reverse: &str) -> Self {
        let mut ontology = Self::default();
        for line in roles.lines() {
            let mut words = line.split_whitespace().map(str::to_owned);
            if let (Some(domain), Some(relation), Some(range)) =
                (words.next(), words.next(), words.next())
            {
                ontology.roles.insert(relation, (domain, range));
            }
        }
        for line in types.lines() {
            let mut words = line.split_whitespace().map(str::to_owned);
            if let (Some(class), Some(_), Some(above)) = (words.next(), words.next(), words.next())
            {
                ontology.types.extend([class.clone(), above.clone()]);
                ontology.above.entry(class).or_default().insert(above);
            }
        }
        for line in reverse.lines() {
            if let Some((relation, other)) = line.split_once('\t') {
                ontology
                    .reverse
                    .insert(relation.to_owned(), other.trim().to_owned());
            }
        }
        ontology
    }

    /// What a symbol is. Without files, a name of three parts is a relation and one of two a class.
    pub(crate) fn symbol(&self, name: &str) -> Symbol {
        if name.contains("^^") {
            return Symbol::Literal;
        }
        if self.roles.is_empty() && !name.starts_with("m.") && !name.starts_with("g.") {
            return match name.split('.').count() {
                2 => Symbol::Class,
                3.. => Symbol::Relation,
                _ => Symbol::Entity,
            };
        }
        if self.types.contains(name) {
            Symbol::Class
        } else if self.roles.contains_key(name) {
            Symbol::Relation
        } else {
            Symbol::Entity
        }
    }

    /// The classes that a relation leads from and to.
    pub(crate) fn role(&self, relation: &str) -> (String, String) {
        self.roles.get(relation).cloned().unwrap_or_else(|| {
            let domain = relation
                .rsplit_once('.')
                .map_or(relation, |(domain, _)| domain);
            (domain.to_owned(), String::new())
        })
    }

    pub(crate) fn reverse_of(&self, relation: &str) -> Option<&str> {
        self.reverse.get(relation).map(String::as_str)
    }

    /// Whether the second class stands above the first.
    pub(crate) fn is_above(&self, class: &str, above: &str) -> bool {
        self.above.get(class).is_some_and(|all| all.contains(above))
    }
}
