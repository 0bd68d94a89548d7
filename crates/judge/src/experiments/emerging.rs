//! GERBIL's comparison of entities and properties, with its *emerging entities*.
//!
//! What is outside of the known name spaces is *emerging*, and all emerging things are the same.
//! Since May 2023 a mark of the system may satisfy several gold marks; before, each was used once.

use lydite_model::{Counts, Evidence, Match};

use crate::Knowledge;
use crate::rules::gerbil::Resource;

/// What comparing marks comes to.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The counts of all marks.
    pub all: Counts,
    /// The counts of marks inside of the known name spaces.
    pub in_kb: Counts,
    /// The counts of marks outside of them.
    pub emerging: Counts,
    /// Which marks match.
    pub(super) evidence: Evidence,
}

/// Compares the marks of both sides; those in one of the name spaces are known.
///
/// ```
/// use lydite_judge::NoKnowledge;
/// use lydite_judge::experiments::pair_marks;
/// use lydite_judge::gerbil::{KNOWN, Resource};
/// let mark = |uri: &str| Resource::new([uri.to_owned()]);
/// let name = mark("http://xmlns.com/foaf/0.1/name");
/// let height = mark("http://dbpedia.org/property/height");
/// assert_eq!(pair_marks(&[name], &[height], &KNOWN, &NoKnowledge).all.tp, 1);
/// ```
pub fn pair(
    gold: &[Resource<'_>],
    system: &[Resource<'_>],
    spaces: &[&str],
    knowledge: &dyn Knowledge,
) -> Marks {
    pair_each(gold, system, spaces, knowledge, Use::Again)
}

/// How often a mark of the system may satisfy a gold mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Once, until May 2023.
    Once,
    /// Any number of times, since then.
    Again,
}

/// Compares the marks of both sides as GERBIL did at some time.
pub(super) fn pair_each(
    gold: &[Resource<'_>],
    system: &[Resource<'_>],
    spaces: &[&str],
    knowledge: &dyn Knowledge,
    uses: Use,
) -> Marks {
    let uris = |resource: &Resource<'_>| resource.all(knowledge);
    let is_known = |resource: &Resource<'_>| resource.is_in(spaces, knowledge);
    let system: Vec<_> = system
        .iter()
        .map(|resource| (resource, uris(resource), is_known(resource)))
        .collect();
    let mut used = vec![false; system.len()];
    let mut marks = Marks::default();
    for resource in gold {
        let (known, own) = (is_known(resource), uris(resource));
        let fits = |(_, uris, also_known): &(_, Vec<String>, bool)| {
            known == *also_known && (!known || uris.iter().any(|uri| own.contains(uri)))
        };
        let mut candidates = system.iter().enumerate();
        let partner =
            candidates.find(|(at, mark)| (uses == Use::Again || !used[*at]) && fits(mark));
        let partner = partner.map(|(at, _)| at);
        let part = if known {
            &mut marks.in_kb
        } else {
            &mut marks.emerging
        };
        match partner {
            Some(at) => {
                used[at] = true;
                part.tp += 1;
                let rule = if known {
                    "the same URI"
                } else {
                    "both are outside the known namespaces"
                };
                marks.evidence.matched.push(Match {
                    gold: resource.name().to_owned(),
                    system: system[at].0.name().to_owned(),
                    rule: rule.to_owned(),
                });
            }
            None => {
                part.fn_ += 1;
                marks.evidence.missed.push(resource.name().to_owned());
            }
        }
    }
    for ((resource, _, known), _) in system.iter().zip(used).filter(|(_, used)| !used) {
        if *known {
            marks.in_kb.fp += 1;
        } else {
            marks.emerging.fp += 1;
        }
        marks.evidence.surplus.push(resource.name().to_owned());
    }
    marks.all = Counts {
        tp: marks.in_kb.tp + marks.emerging.tp,
        fp: marks.in_kb.fp + marks.emerging.fp,
        fn_: marks.in_kb.fn_ + marks.emerging.fn_,
    };
    marks
}
