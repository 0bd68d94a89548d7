//! Hybrid pseudo queries: conditions in free text, met by what the graph says in names and abstracts.
//!
//! QALD writes `?x text:"played" text:"bongo drums"` where the data has no property. Such a triple
//! holds for a resource whose text has the words of the relation and of the other end; with a
//! resource at the other end its names count, and what its own text mentions counts as well. A text
//! in place of a resource beside a real property stands for the resources that it names or fits.

use std::borrow::Cow;

use lydite_sparql::spargebra::algebra::GraphPattern;
use lydite_sparql::spargebra::term::{
    GroundTerm, NamedNodePattern, TermPattern, TriplePattern, Variable,
};
use lydite_sparql::{MENTIONS, free_text};
use oxrdf::NamedNode;
use rustc_hash::FxHashSet;

use crate::embedded::store::Store;

/// Resources tried for one condition.
const CANDIDATES: usize = 2000;

/// Takes the conditions in free text out of a group of triples and gives what meets them.
pub(super) fn conditions(
    stores: &[&Store],
    patterns: &mut Vec<TriplePattern>,
    variables: &mut usize,
) -> Vec<GraphPattern> {
    let mut found = Vec::new();
    patterns.retain_mut(|pattern| {
        let relation = match &pattern.predicate {
            NamedNodePattern::NamedNode(node) if node.as_str() == MENTIONS => Some(String::new()),
            NamedNodePattern::NamedNode(node) => text(node),
            NamedNodePattern::Variable(_) => None,
        };
        if let Some(relation) = relation {
            let ends = [End::of(&pattern.subject), End::of(&pattern.object)];
            let related = stores.iter().map(|store| {
                let pairs = related(store, &ends, &relation);
                (*store, pairs)
            });
            found.push(choice(pattern, related));
            return false;
        }
        for end in [&mut pattern.subject, &mut pattern.object] {
            // A literal beside a real property is what it is.
            if let TermPattern::NamedNode(node) = end
                && let Some(text) = text(node)
            {
                *variables += 1;
                let variable = Variable::new_unchecked(format!("lydite_text_{variables}"));
                let fitting = stores.iter().flat_map(|store| {
                    let fitting = fitting(store, &text).into_iter();
                    fitting.map(|resource| vec![ground(store, resource)])
                });
                found.push(GraphPattern::Values {
                    variables: vec![variable.clone()],
                    bindings: each_once(fitting),
                });
                *end = variable.into();
            }
        }
        true
    });
    found
}

/// One end of a condition.
enum End {
    Open,
    Text(String),
    Resource(String),
}

impl End {
    fn of(term: &TermPattern) -> Self {
        match term {
            TermPattern::NamedNode(node) => {
                text(node).map_or_else(|| Self::Resource(node.as_str().to_owned()), Self::Text)
            }
            TermPattern::Literal(literal) => Self::Text(literal.value().to_owned()),
            TermPattern::BlankNode(_) | TermPattern::Variable(_) => Self::Open,
        }
    }
}

fn text(node: &NamedNode) -> Option<String> {
    free_text(node.as_str()).map(Cow::into_owned)
}

/// The pairs of resources (or of one resource and nothing) that a condition holds for.
fn related(store: &Store, ends: &[End; 2], relation: &str) -> Vec<[Option<u32>; 2]> {
    let [subject, object] = ends;
    match (subject, object) {
        (End::Open, End::Text(text)) => {
            let about = about(store, relation, text).into_iter();
            about.map(|resource| [Some(resource), None]).collect()
        }
        (End::Text(text), End::Open) => {
            let about = about(store, relation, text).into_iter();
            about.map(|resource| [None, Some(resource)]).collect()
        }
        (End::Open, End::Resource(iri)) => {
            let near = near(store, relation, iri).into_iter();
            near.map(|resource| [Some(resource), None]).collect()
        }
        (End::Resource(iri), End::Open) => {
            let near = near(store, relation, iri).into_iter();
            near.map(|resource| [None, Some(resource)]).collect()
        }
        (End::Open, End::Open) => {
            let about = about(store, relation, "").into_iter();
            about
                .flat_map(|resource| {
                    let others = mentioned_by(store, resource).into_iter();
                    others.flat_map(move |other| {
                        let forth = [Some(resource), Some(other)];
                        [forth, [Some(other), Some(resource)]]
                    })
                })
                .take(CANDIDATES)
                .collect()
        }
        // Nothing is open: it holds or it does not.
        (End::Resource(one), End::Resource(other)) => {
            let other = store.iri(other);
            let holds = other.is_some_and(|other| near(store, relation, one).contains(&other));
            vec![[None, None]; usize::from(holds)]
        }
        (End::Resource(iri), End::Text(text)) | (End::Text(text), End::Resource(iri)) => {
            let resource = store.iri(iri);
            let holds =
                resource.is_some_and(|resource| about(store, relation, text).contains(&resource));
            vec![[None, None]; usize::from(holds)]
        }
        (End::Text(one), End::Text(other)) => {
            let holds = !about(store, relation, &format!("{one} {other}")).is_empty();
            vec![[None, None]; usize::from(holds)]
        }
    }
}

/// The resources whose text has all words of `what` and those of the relation: all of them if there
/// are such, else some.
fn about(store: &Store, relation: &str, what: &str) -> Vec<u32> {
    let relation = content(relation);
    let all = store.with_all_words(&format!("{} {what}", relation.join(" ")));
    if !all.is_empty() || relation.is_empty() || what.is_empty() {
        return all;
    }
    let of_what = store.with_all_words(what);
    let some = relation
        .iter()
        .flat_map(|word| store.with_all_words(word))
        .filter(|resource| of_what.binary_search(resource).is_ok());
    let mut some: Vec<u32> = some.collect();
    some.sort_unstable();
    some.dedup();
    some
}

/// The resources that a relation holds for with another one: their text names it, or its text them.
fn near(store: &Store, relation: &str, iri: &str) -> Vec<u32> {
    let Some(resource) = store.iri(iri) else {
        return Vec::new();
    };
    let mut near = Vec::new();
    for name in store.names_of(resource) {
        near.extend(about(store, relation, &store.name_text(name).0));
    }
    if about(store, relation, "").binary_search(&resource).is_ok() {
        near.extend(mentioned_by(store, resource));
    }
    near.retain(|other| *other != resource);
    near.sort_unstable();
    near.dedup();
    near
}

/// The resources whose names occur in the descriptions of a resource. Properties are none of them:
/// *museum* in a text is a word, not `dbo:museum`.
fn mentioned_by(store: &Store, resource: u32) -> Vec<u32> {
    let mut mentioned = Vec::new();
    for description in store.describing() {
        for text in store.objects(resource, *description) {
            mentioned.extend(store.named_in(&store.stored(text).value()));
        }
    }
    mentioned.retain(|other| *other != resource && store.count(None, Some(*other), None) == 0);
    mentioned.sort_unstable();
    mentioned.dedup();
    mentioned
}

/// The resources that a text stands for: those it names, else those whose text has its words.
fn fitting(store: &Store, text: &str) -> Vec<u32> {
    let named = store.search(text, None, 50).into_iter();
    let mut fitting: Vec<u32> = named
        .filter(|found| found.score >= 0.5)
        .map(|found| found.resource)
        .collect();
    if fitting.is_empty() {
        fitting = store.with_all_words(text);
        fitting.truncate(CANDIDATES);
    }
    fitting
}

/// The words of a relation that say something.
fn content(relation: &str) -> Vec<&str> {
    const COMMON: [&str; 24] = [
        "a", "an", "and", "as", "at", "been", "by", "did", "for", "from", "had", "has", "have",
        "in", "is", "of", "on", "that", "the", "to", "was", "were", "which", "with",
    ];
    let words = relation.split_whitespace();
    words
        .filter(|word| !COMMON.contains(&&*word.to_lowercase()))
        .collect()
}

/// The resources that meet a condition, as rows for its open ends.
fn choice<'s>(
    pattern: &TriplePattern,
    related: impl Iterator<Item = (&'s Store, Vec<[Option<u32>; 2]>)>,
) -> GraphPattern {
    let ends = [&pattern.subject, &pattern.object];
    let open: Vec<(usize, Variable)> = ends
        .into_iter()
        .enumerate()
        .filter_map(|(end, term)| match term {
            TermPattern::Variable(variable) => Some((end, variable.clone())),
            TermPattern::BlankNode(node) => {
                let name = format!("lydite_blank_{}", node.as_str());
                Some((end, Variable::new_unchecked(name)))
            }
            _ => None,
        })
        .collect();
    let row = |store: &Store, pair: [Option<u32>; 2]| -> Vec<Option<GroundTerm>> {
        let cells = open.iter();
        cells
            .map(|(end, _)| pair[*end].and_then(|resource| ground(store, resource)))
            .collect()
    };
    let rows = related.flat_map(|(store, pairs)| {
        let rows = pairs.into_iter().map(|pair| row(store, pair));
        rows.collect::<Vec<_>>()
    });
    GraphPattern::Values {
        bindings: each_once(rows),
        variables: open.iter().map(|(_, variable)| variable.clone()).collect(),
    }
}

/// Rows of several graphs, each once.
fn each_once(rows: impl Iterator<Item = Vec<Option<GroundTerm>>>) -> Vec<Vec<Option<GroundTerm>>> {
    let mut seen = FxHashSet::default();
    rows.filter(|row| seen.insert(row.clone())).collect()
}

fn ground(store: &Store, resource: u32) -> Option<GroundTerm> {
    match store.stored(resource).to_term() {
        oxrdf::Term::NamedNode(node) => Some(node.into()),
        _ => None,
    }
}
