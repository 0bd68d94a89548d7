//! Collects names for a dictionary.

use fst::MapBuilder;
use rustc_hash::FxHashMap;

use super::{Entity, EntityId, Form, NameDictionary, Posting, normal};

/// Names with more words than these are texts.
const MOST_WORDS: usize = 16;

/// Collects names for a [`NameDictionary`].
#[derive(Default)]
pub struct NameDictionaryBuilder {
    numbers: FxHashMap<Box<str>, EntityId>,
    degrees: Vec<u32>,
    names: Vec<Box<str>>,
    entries: Vec<(String, Posting)>,
}

impl NameDictionaryBuilder {
    /// Adds a label of a resource of which so many triples speak, with the shorter forms of it.
    pub fn add(&mut self, iri: &str, label: &str, degree: u32) {
        self.add_as(iri, label, degree, Form::Label);
    }

    /// The same for a name of another kind.
    pub fn add_as(&mut self, iri: &str, name: &str, degree: u32, form: Form) {
        let entity = match self.numbers.get(iri) {
            Some(entity) => *entity,
            None => {
                let entity = self.degrees.len() as EntityId;
                self.numbers.insert(iri.into(), entity);
                self.degrees.push(0);
                entity
            }
        };
        let known = &mut self.degrees[entity as usize];
        *known = (*known).max(degree);
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.enter(name, entity, form, number);
        let cut = name.find(" (").filter(|_| name.ends_with(')'));
        if let Some(cut) = cut {
            self.enter(&name[..cut], entity, Form::WithoutParenthesis, number);
        }
        if let Some((before, _)) = name[..cut.unwrap_or(name.len())].split_once(", ") {
            self.enter(before, entity, Form::BeforeComma, number);
        }
    }

    fn enter(&mut self, name: &str, entity: EntityId, form: Form, number: u32) {
        let key = normal(name);
        if key.is_empty() || key.split(' ').count() > MOST_WORDS {
            return;
        }
        let posting = Posting {
            entity,
            form,
            name: number,
        };
        self.entries.push((key, posting));
    }

    /// The dictionary.
    pub fn build(mut self) -> NameDictionary {
        // Numbers follow the IRIs, so that the order of adding does not show.
        let mut order: Vec<(Box<str>, EntityId)> = self.numbers.into_iter().collect();
        order.sort_unstable();
        let mut renumbered = vec![0 as EntityId; order.len()];
        let mut entities = Vec::with_capacity(order.len());
        let mut by_iri = MapBuilder::memory();
        for (new, (iri, old)) in order.into_iter().enumerate() {
            renumbered[old as usize] = new as EntityId;
            // The keys come sorted and once each, so that none is refused.
            let _ = by_iri.insert(iri.as_bytes(), new as u64);
            entities.push(Entity {
                iri,
                degree: self.degrees[old as usize],
            });
        }
        for (_, posting) in &mut self.entries {
            posting.entity = renumbered[posting.entity as usize];
        }
        self.entries.sort_unstable_by(|(a, x), (b, y)| {
            a.cmp(b)
                .then(x.entity.cmp(&y.entity))
                .then(x.form.cmp(&y.form))
                .then(x.name.cmp(&y.name))
        });
        self.entries
            .dedup_by(|(a, x), (b, y)| a == b && x.entity == y.entity);
        let mut keys = MapBuilder::memory();
        let mut starts = Vec::new();
        let mut postings = Vec::with_capacity(self.entries.len());
        let mut before: Option<String> = None;
        for (key, posting) in self.entries {
            if before.as_ref() != Some(&key) {
                let _ = keys.insert(key.as_bytes(), starts.len() as u64);
                starts.push(postings.len() as u32);
                before = Some(key);
            }
            postings.push(posting);
        }
        starts.push(postings.len() as u32);
        NameDictionary {
            most_degree: self.degrees.iter().copied().max().unwrap_or(0),
            entities,
            by_iri: by_iri.into_map(),
            keys: keys.into_map(),
            starts,
            postings,
            names: self.names,
            trigrams: std::sync::OnceLock::new(),
        }
    }
}
