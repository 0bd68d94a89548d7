//! Which entities, relations and classes a question is about: as QaldGen's programs found them.
//!
//! They looked at the text of the query, in one way for QALD-9 and in another for LC-QuAD. The rules
//! were recovered from the published dataset; `docs/features.md` says how often they hold.

use lydite_model::{Language, Question};

use super::mentions::{Kinds, Mentions, SurfaceForms};
use super::names::{is_entity_name, is_term_name, label};
use super::{At, Features};

const RESOURCE: &str = "http://dbpedia.org/resource/";
const ONTOLOGY: &str = "http://dbpedia.org/ontology/";
const PROPERTY: &str = "http://dbpedia.org/property/";

/// Which of QaldGen's two programs a dataset is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Qald,
    LcQuad,
}

impl Family {
    pub(super) fn of(origin: &str) -> Self {
        let origin = origin.to_lowercase();
        let marks = ["sda-5000", "lc-quad", "lcquad", "lc_quad"];
        if marks.iter().any(|mark| origin.contains(mark)) {
            Self::LcQuad
        } else {
            Self::Qald
        }
    }
}

/// The declarations that stand before every QALD-9 query in the dataset.
pub(crate) const DECLARATIONS: &str = "PREFIX dbo: <http://dbpedia.org/ontology/>\n\
    PREFIX dbr: <http://dbpedia.org/resource/>\n\
    PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n\
    PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n\
    PREFIX yago: <http://dbpedia.org/class/yago/>\n\
    PREFIX foaf: <http://xmlns.com/foaf/0.1/>\n";

/// What an IRI is by its namespace and, in the ontology, by its first letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Entity,
    Relation,
    Class,
}

fn classify(iri: &str) -> Option<(Slot, &str)> {
    if let Some(local) = iri.strip_prefix(RESOURCE) {
        return Some((Slot::Entity, local));
    }
    if let Some(local) = iri.strip_prefix(PROPERTY) {
        return Some((Slot::Relation, local));
    }
    let local = iri.strip_prefix(ONTOLOGY)?;
    let slot = if local.starts_with(char::is_uppercase) {
        Slot::Class
    } else {
        Slot::Relation
    };
    Some((slot, local))
}

/// The IRIs in angle brackets, in the order of the text.
fn full_iris(text: &str) -> impl Iterator<Item = &str> {
    text.split('<')
        .skip(1)
        .filter_map(|part| Some(part.split_once('>')?.0))
}

/// LC-QuAD: every IRI in angle brackets counts, and names are the words of the question that the
/// dataset's annotators marked. Without them, a resource goes by its own name.
pub(super) fn lc_quad(question: &Question, query: &str) -> Kinds {
    let mut kinds = Kinds::default();
    for iri in full_iris(query) {
        let Some((class, local)) = classify(iri) else {
            continue;
        };
        // A slash in a name (`AN/FSQ-7`) was taken for the end of a namespace.
        let mentions = match class {
            Slot::Entity if !local.contains('/') => &mut kinds.entities,
            Slot::Relation => &mut kinds.relations,
            Slot::Entity | Slot::Class => &mut kinds.classes,
        };
        mentions.total += 1;
        mentions.iris.push(iri.to_owned());
    }
    let given = SurfaceForms::of(question);
    name(&mut kinds.entities, &given.entities, is_entity_name);
    name(&mut kinds.relations, &given.relations, is_term_name);
    name(&mut kinds.classes, &given.classes, is_term_name);
    // Where the annotators found no words for a relation or a class, its IRI was left out, too.
    for mentions in [&mut kinds.relations, &mut kinds.classes] {
        for (iri, name) in mentions.iris.iter_mut().zip(&mentions.names) {
            if name.trim().is_empty() {
                iri.clear();
            }
        }
    }
    // The program tested the first entity twice.
    if let [first, second, ..] = &mut kinds.entities.explicit[..] {
        *second = *first;
    }
    kinds
}

fn name(mentions: &mut Mentions, given: &[String], is_name: fn(&str, &str) -> bool) {
    for (number, iri) in mentions.iris.iter().enumerate() {
        let name = match given.get(number) {
            Some(name) => name.clone(),
            None if given.is_empty() => label(iri),
            None => String::new(),
        };
        mentions.explicit.push(is_name(&name, iri));
        mentions.names.push(name);
    }
}

/// QALD-9: before the first UNION, every full IRI fills a slot; after those, every declared prefix
/// fills one with all its names.
pub(super) fn qald(query: &str) -> Kinds {
    let (prefixes, body) = split_prefixes(query);
    let body = before_union(&body);
    let mut kinds = Kinds::default();
    for iri in full_iris(body) {
        let Some((class, local)) = classify(iri) else {
            continue;
        };
        kinds.slot(class, local.to_owned());
    }
    for (prefix, namespace) in &prefixes {
        let names = prefixed_names(body, prefix);
        let listed = |wanted: &dyn Fn(&str) -> bool| -> String {
            let names = names.iter().filter(|name| wanted(name));
            names.map(|name| format!("{name}, ")).collect()
        };
        if namespace.starts_with(RESOURCE) && !names.is_empty() {
            kinds.slot(Slot::Entity, listed(&|_| true));
        } else if namespace == PROPERTY && !names.is_empty() {
            kinds.slot(Slot::Relation, listed(&|_| true));
        } else if namespace == ONTOLOGY {
            let upper = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
            kinds.slot(Slot::Relation, listed(&|name| !upper(name)));
            kinds.slot(Slot::Class, listed(&upper));
        }
    }
    kinds
}

impl Kinds {
    fn slot(&mut self, class: Slot, name: String) {
        let mentions = match class {
            Slot::Entity => &mut self.entities,
            Slot::Relation => &mut self.relations,
            Slot::Class => &mut self.classes,
        };
        mentions.total += 1;
        mentions.names.push(name);
    }
}

/// The letters, digits and underscores (of ASCII) that a text begins with.
fn word(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    &text[..end]
}

/// The declared prefixes, and the query without the declarations.
fn split_prefixes(query: &str) -> (Vec<(String, String)>, String) {
    let mut prefixes = Vec::new();
    let mut rest = query.trim_start();
    while rest
        .get(..6)
        .is_some_and(|keyword| keyword.eq_ignore_ascii_case("prefix"))
    {
        let Some((name, after)) = rest[6..].split_once(':') else {
            break;
        };
        let Some((namespace, after)) = after
            .trim_start()
            .strip_prefix('<')
            .and_then(|s| s.split_once('>'))
        else {
            break;
        };
        prefixes.push((name.trim().to_owned(), namespace.to_owned()));
        rest = after.trim_start();
    }
    (prefixes, rest.to_owned())
}

fn before_union(body: &str) -> &str {
    let upper = body.to_ascii_uppercase();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let keyword = upper.match_indices("UNION").find(|(at, found)| {
        !body[..*at].ends_with(is_word) && !body[at + found.len()..].starts_with(is_word)
    });
    keyword.map_or(body, |(at, _)| &body[..at])
}

/// The local names that stand after a prefix, as far as they are words.
fn prefixed_names<'b>(body: &'b str, prefix: &str) -> Vec<&'b str> {
    let marked = format!("{prefix}:");
    let mut names = Vec::new();
    for (at, _) in body.match_indices(&marked) {
        let before = body[..at].chars().next_back();
        let starts = before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        if starts {
            names.push(word(&body[at + marked.len()..]));
        }
    }
    names
}

/// The English text: the tagger knows no other language.
pub(super) fn english(question: &Question) -> Option<&str> {
    question.text(&Language::new("en")).or_else(|| {
        let mut texts = question.texts.iter();
        let unsaid = texts.all(|text| text.language.as_str().is_empty());
        question.any_text().filter(|_| unsaid)
    })
}

/// Removes what the published dataset does not have for questions of this family.
pub(super) fn unpublish(features: &mut Features, family: Family) {
    let absent: &[At] = match family {
        Family::Qald => &[
            At::nouns,
            At::totalNounds,
            At::adjectives,
            At::totalAdjectives,
            At::verbs,
            At::totalVerbs,
            At::questionType,
            At::isExplicitEntity1,
            At::isExplicitEntity2,
            At::isExplicitRelation1,
            At::isExplicitRelation2,
            At::isExplicitClass1,
            At::isExplicitClass2,
            At::entity1URI,
            At::entity2URI,
            At::relation1URI,
            At::relation2URI,
            At::class1URI,
            At::class2URI,
        ],
        Family::LcQuad => &[At::isNumberAnswer, At::isBooleanAnswer],
    };
    for at in absent {
        features.take(*at);
    }
}
