//! Labels that stand for the resources they name.

use lydite_model::{Language, Table, Term, letters};
use rustc_hash::{FxHashMap, FxHashSet};

use super::columns::Mapping;
use super::label_columns::LabelColumn;
use super::options::Options;
use super::rows::{Key, Names, Rows};
use crate::Knowledge;
use crate::normal::{Meaning, shown_name};

/// What labels are asked with.
pub(super) struct Labelling<'a> {
    pub options: &'a Options,
    pub knowledge: &'a dyn Knowledge,
    /// The language of texts without a tag.
    pub language: &'a Language,
}

/// A text of a column, with the language to ask in.
struct Text<'t> {
    text: String,
    language: Option<&'t str>,
}

/// The resources and texts of one column.
#[derive(Default)]
struct Contents<'t> {
    resources: FxHashSet<String>,
    texts: Vec<Text<'t>>,
    known: FxHashSet<String>,
}

impl<'a> Labelling<'a> {
    /// The texts of gold and system that stand for resources of the other side.
    pub(super) fn names(
        &self,
        gold: &Table,
        system: &Table,
        mapping: &Mapping,
        gold_labels: &[LabelColumn],
    ) -> (Names, Names) {
        if !self.options.labels || (gold_labels.is_empty() && !self.knowledge.knows_labels()) {
            return (Vec::new(), Vec::new());
        }
        let columns = mapping.gold.iter().zip(&mapping.system);
        columns
            .map(|(&one, &other)| self.column(gold, system, one, other, gold_labels))
            .unzip()
    }

    fn column(
        &self,
        gold: &Table,
        system: &Table,
        gold_column: usize,
        system_column: usize,
        gold_labels: &[LabelColumn],
    ) -> (FxHashMap<String, String>, FxHashMap<String, String>) {
        let texts_here = has(system, system_column, is_text) && has(gold, gold_column, is_resource);
        let texts_there = self.knowledge.knows_labels()
            && has(gold, gold_column, is_text)
            && has(system, system_column, is_resource);
        if !texts_here && !texts_there {
            return Default::default();
        }
        let (ours, theirs) = (
            self.contents(gold, gold_column),
            self.contents(system, system_column),
        );
        let own = self.own_labels(gold, gold_column, gold_labels);
        let of_system = self.named(&theirs, &ours, &own);
        let of_gold = self.named(&ours, &theirs, &FxHashMap::default());
        (of_gold, of_system)
    }

    fn contents<'t>(&self, table: &'t Table, column: usize) -> Contents<'t> {
        let mut contents = Contents::default();
        for term in table.rows().filter_map(|row| row[column].as_ref()) {
            let tag = match term {
                Term::Literal(literal) => literal.language.as_deref(),
                _ => None,
            };
            match self.options.style.read(Some(term), self.knowledge).meaning {
                Meaning::Iri(iri) => {
                    contents.resources.insert(iri.into_owned());
                }
                Meaning::Text(text) if contents.known.insert(text.clone().into_owned()) => {
                    contents.texts.push(Text {
                        text: text.into_owned(),
                        language: tag,
                    });
                }
                _ => {}
            }
        }
        contents
    }

    /// What the gold table itself says that its resources are called.
    fn own_labels(
        &self,
        gold: &Table,
        column: usize,
        labels: &[LabelColumn],
    ) -> FxHashMap<String, Vec<String>> {
        let mut own: FxHashMap<String, Vec<String>> = FxHashMap::default();
        let style = &self.options.style;
        for found in labels.iter().filter(|found| found.resource == column) {
            for row in gold.rows() {
                let resource = style.read(row[column].as_ref(), self.knowledge).meaning;
                let label = style
                    .read(row[found.label].as_ref(), self.knowledge)
                    .meaning;
                if let (Meaning::Iri(iri), Meaning::Text(text)) = (resource, label) {
                    own.entry(text.into_owned())
                        .or_default()
                        .push(iri.into_owned());
                }
            }
        }
        own
    }

    /// The texts of one side that name resources of the other, one resource each as far as it goes.
    fn named(
        &self,
        side: &Contents<'_>,
        other: &Contents<'_>,
        own: &FxHashMap<String, Vec<String>>,
    ) -> FxHashMap<String, String> {
        let mut named = FxHashMap::default();
        if other.resources.is_empty() {
            return named;
        }
        let mut taken: FxHashSet<String> = side.resources.clone();
        for text in &side.texts {
            // The other side says the same in words.
            if other.known.contains(&text.text) {
                continue;
            }
            let mut meant = own.get(&text.text).cloned().unwrap_or_default();
            meant.extend(self.meant(text));
            meant.retain(|iri| other.resources.contains(iri));
            let free = meant.iter().find(|iri| !taken.contains(*iri));
            if let Some(iri) = free.or(meant.first()) {
                taken.insert(iri.clone());
                named.insert(text.text.clone(), iri.clone());
            }
        }
        named
    }

    /// The resources that a text is known to name.
    fn meant(&self, text: &Text<'_>) -> Vec<String> {
        if !self.knowledge.knows_labels() {
            return Vec::new();
        }
        let tag = text.language.map(Language::new);
        let language = tag.as_ref().unwrap_or(self.language);
        let labelled = self.knowledge.labelled(&text.text, language);
        let meant = labelled.iter().filter_map(|iri| {
            match self.options.style.resource(iri, self.knowledge) {
                Meaning::Iri(iri) => Some(iri.into_owned()),
                _ => None,
            }
        });
        meant.collect()
    }

    /// The left-over texts of a single column that only say what another row of it is called.
    pub(super) fn said_twice(&self, rows: &Rows<'_>, paired: &[bool]) -> Vec<bool> {
        let mut twice = vec![false; rows.len()];
        if !self.options.labels {
            return twice;
        }
        let left = rows.rows.iter().enumerate().filter_map(|(at, row)| {
            let Key::One(Meaning::Text(text)) = &row.key else {
                return None;
            };
            (!paired[at]).then_some((at, &**text))
        });
        let left: Vec<(usize, &str)> = left.collect();
        if left.is_empty() {
            return twice;
        }
        let iris = rows.rows.iter().filter_map(|row| match &row.key {
            Key::One(Meaning::Iri(iri)) => Some(&**iri),
            _ => None,
        });
        let iris: FxHashSet<&str> = iris.collect();
        if iris.is_empty() {
            return twice;
        }
        let shown: FxHashSet<String> = iris.iter().filter_map(|iri| shown_name(iri)).collect();
        for (at, text) in left {
            let bare = text.split(" (").next().unwrap_or(text);
            let named = shown.contains(&letters(bare)) || shown.contains(&letters(text));
            twice[at] =
                named || {
                    let language = rows.rows[at].extra.as_ref().and_then(|extra| {
                        match extra.marks.first()? {
                            Some(crate::normal::Mark::Language(tag)) => Some(tag.to_string()),
                            _ => None,
                        }
                    });
                    let asked = Text {
                        text: text.to_owned(),
                        language: language.as_deref(),
                    };
                    self.meant(&asked).iter().any(|iri| iris.contains(&**iri))
                };
        }
        twice
    }
}

fn is_text(term: &Term) -> bool {
    matches!(term, Term::Literal(_))
}

fn is_resource(term: &Term) -> bool {
    matches!(term, Term::Iri { .. }) || term.value().contains("://")
}

fn has(table: &Table, column: usize, wanted: fn(&Term) -> bool) -> bool {
    table
        .rows()
        .any(|row| row[column].as_ref().is_some_and(wanted))
}
