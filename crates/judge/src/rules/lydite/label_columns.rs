//! Columns that only say what the resource beside them is called.

use std::borrow::Cow;

use lydite_model::{Language, Table, Term, letters};
use rustc_hash::FxHashMap;

use crate::normal::{Meaning, Style, shown_name};
use crate::{Knowledge, normal_iri};

/// So many rows tell what a column is.
const SAMPLE: usize = 1000;

/// So many labels are looked up before a column is taken for labels.
const LOOKUPS: usize = 5;

/// A column of labels, and the column of the resources that it labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LabelColumn {
    pub label: usize,
    pub resource: usize,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Resource,
    Text,
    /// Numbers, dates and truth values.
    Value,
    Blank,
}

/// What most of the first values of a column are; `None` if it has none.
pub(super) fn kind(
    table: &Table,
    column: usize,
    style: &Style,
    knowledge: &dyn Knowledge,
) -> Option<Kind> {
    let mut counts = [0usize; 4];
    let kinds = [Kind::Resource, Kind::Text, Kind::Value, Kind::Blank];
    let bound = table.rows().filter_map(|row| row[column].as_ref());
    for term in bound.take(SAMPLE) {
        let kind = match style.read(Some(term), knowledge).meaning {
            Meaning::Iri(_) => 0,
            Meaning::Text(_) => 1,
            Meaning::Boolean(_) | Meaning::Number(_) | Meaning::Date(_) => 2,
            Meaning::Blank | Meaning::Unbound => 3,
        };
        counts[kind] += 1;
    }
    let most = (0..4).max_by_key(|&at| (counts[at], 4 - at))?;
    (counts[most] > 0).then_some(kinds[most])
}

/// The columns of labels in a table.
pub(super) fn find(
    table: &Table,
    knowledge: &dyn Knowledge,
    language: Option<&Language>,
) -> Vec<LabelColumn> {
    if table.columns.len() < 2 {
        return Vec::new();
    }
    let of = |wanted: fn(&Term) -> bool| -> Vec<usize> {
        let all = 0..table.columns.len();
        all.filter(|&column| consists(table, column, wanted))
            .collect()
    };
    let resources = of(is_resource);
    if resources.is_empty() {
        return Vec::new();
    }
    let labels = of(is_string).into_iter().filter_map(|label| {
        let resource = resources.iter().copied().find(|&resource| {
            let named = is_label_name(&table.columns[label], &table.columns[resource]);
            let sample = Sample::of(table, resource, label);
            sample.functional
                && (named || sample.shows_names() || sample.is_known(knowledge, language))
        })?;
        Some(LabelColumn { label, resource })
    });
    labels.collect()
}

/// Whether the values of a column are resources.
pub(super) fn names_resources(table: &Table, column: usize) -> bool {
    consists(table, column, is_resource)
}

/// Whether all first values of a column are of this kind, and there is one at least.
fn consists(table: &Table, column: usize, wanted: fn(&Term) -> bool) -> bool {
    let mut bound = table
        .rows()
        .filter_map(|row| row[column].as_ref())
        .take(SAMPLE)
        .peekable();
    bound.peek().is_some() && bound.all(wanted)
}

fn is_resource(term: &Term) -> bool {
    match term {
        Term::Iri { value } => value.contains(':'),
        Term::Blank { .. } => false,
        Term::Literal(literal) => {
            literal.value.starts_with("http://") || literal.value.starts_with("https://")
        }
    }
}

fn is_string(term: &Term) -> bool {
    let Term::Literal(literal) = term else {
        return false;
    };
    let string = literal
        .datatype
        .as_deref()
        .is_none_or(|datatype| datatype.ends_with("#string") || datatype.ends_with("#langString"));
    string && !is_resource(term)
}

/// Whether a column is by its name the label of another: `xLabel`, `x_label`, `xName`, `label`, or
/// `string` beside `uri`, as the queries of QALD-1 to QALD-4 have it.
fn is_label_name(label: &str, resource: &str) -> bool {
    let (label, resource) = (letters(label), letters(resource));
    if matches!(
        label.as_str(),
        "label" | "labels" | "name" | "preflabel" | "rdfslabel"
    ) {
        return true;
    }
    if label == "string" && resource == "uri" {
        return true;
    }
    ["label", "name", "preflabel"].iter().any(|word| {
        label.strip_suffix(word) == Some(&resource) || label.strip_prefix(word) == Some(&resource)
    })
}

/// The first rows of two columns.
struct Sample<'t> {
    pairs: Vec<(&'t str, &'t lydite_model::Literal)>,
    /// Whether a resource has one text only.
    functional: bool,
}

impl<'t> Sample<'t> {
    fn of(table: &'t Table, resource: usize, label: usize) -> Self {
        let mut texts: FxHashMap<&str, &str> = FxHashMap::default();
        let mut functional = true;
        let mut pairs = Vec::new();
        for row in table.rows().take(SAMPLE) {
            let (Some(iri), Some(Term::Literal(literal))) = (&row[resource], &row[label]) else {
                continue;
            };
            let before = texts.insert(iri.value(), literal.value.as_str());
            functional &= before.is_none_or(|before| before == literal.value);
            if before.is_none() {
                pairs.push((iri.value(), literal));
            }
        }
        Self {
            functional: functional && !pairs.is_empty(),
            pairs,
        }
    }

    /// Whether at least half of the resources show the text as their own name.
    fn shows_names(&self) -> bool {
        let shown = self.pairs.iter().filter(|(iri, literal)| {
            shown_name(&normal_iri(iri)).is_some_and(|name| is_called(&name, &literal.value))
        });
        shown.count() * 2 >= self.pairs.len()
    }

    /// Whether the first texts are known to be labels of their resources.
    fn is_known(&self, knowledge: &dyn Knowledge, language: Option<&Language>) -> bool {
        if !knowledge.knows_labels() {
            return false;
        }
        let asked = self.pairs.len().min(LOOKUPS);
        let known = self.pairs[..asked].iter().filter(|(iri, literal)| {
            let tag = literal.language.as_ref().map(Language::new);
            let english = Language::new("en");
            let language = tag.as_ref().or(language).unwrap_or(&english);
            let meant: Cow<'_, str> = normal_iri(iri);
            let named = knowledge.labelled(literal.value.trim(), language);
            named.iter().any(|named| normal_iri(named) == meant)
        });
        known.count() * 2 > asked
    }
}

/// Whether a text is the name that an IRI shows, with or without what is in brackets.
pub(super) fn is_called(shown: &str, text: &str) -> bool {
    let bare = text.split(" (").next().unwrap_or(text);
    shown == letters(bare) || shown == letters(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoKnowledge;

    fn table(columns: [&str; 2], rows: &[(&str, &str)]) -> Table {
        let mut table = Table::new(columns.map(str::to_owned));
        for (iri, text) in rows {
            table.push([Some(Term::iri(*iri)), Some(Term::literal(*text))]);
        }
        table
    }

    #[test]
    fn labels_are_known_by_name_or_content() {
        let found = |table: &Table| !find(table, &NoKnowledge, None).is_empty();
        let opaque = [("http://x/1", "Berlin"), ("http://x/2", "Paris")];
        let speaking = [
            ("http://x/Berlin", "Berlin"),
            ("http://x/Paris_(Texas)", "Paris"),
        ];
        assert!(found(&table(["x", "xLabel"], &opaque)));
        assert!(found(&table(["uri", "string"], &opaque)));
        assert!(found(&table(["city", "city_name"], &opaque)));
        assert!(found(&table(["a", "b"], &speaking)));
        assert!(!found(&table(["a", "b"], &opaque)));
        assert!(!found(&table(["city", "mayor"], &opaque)));
        // A resource with two texts has more than a label.
        let several = [("http://x/1", "Berlin"), ("http://x/1", "Paris")];
        assert!(!found(&table(["x", "xLabel"], &several)));
    }
}
