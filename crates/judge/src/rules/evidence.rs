//! Which answers matched, where they match by being equal.

use std::hash::Hash;

use lydite_model::{Evidence, Match};
use rustc_hash::FxHashSet;

/// The evidence of two sides whose answers match if they are equal.
pub(super) fn of_equals<T: Eq + Hash>(
    gold: &[T],
    system: &[T],
    show: impl Fn(&T) -> String,
    rule: &str,
) -> Evidence {
    let gold_set: FxHashSet<&T> = gold.iter().collect();
    let system_set: FxHashSet<&T> = system.iter().collect();
    let (same, missed): (Vec<&T>, Vec<&T>) =
        gold.iter().partition(|answer| system_set.contains(answer));
    let surplus = system.iter().filter(|answer| !gold_set.contains(answer));
    let matched = same.into_iter().map(|answer| Match {
        gold: show(answer),
        system: show(answer),
        rule: rule.to_owned(),
    });
    Evidence {
        matched: matched.collect(),
        missed: missed.into_iter().map(&show).collect(),
        surplus: surplus.map(&show).collect(),
        ..Evidence::default()
    }
}
