//! The smallest change that makes a query right.

use std::collections::HashSet;

use lydite_sparql::{Edit, Parsed, Script, equivalent};
use serde::{Deserialize, Serialize};

use super::FailureClass;

/// How many queries are run at most to find the smallest change of one query.
const RUNS: usize = 40;

/// Up to so many changes, pairs of them are tried on the graph.
const PAIRED: usize = 8;

/// Up to so many changes, each is tried whether it can be left out.
const MINIMISED: usize = 40;

/// The smallest change that was found to make a query right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repair {
    /// The changes, one by one.
    pub steps: Vec<Step>,
    /// The query after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// How it is known that the query is right now; nothing if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verified>,
}

/// A single change of a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The fault that it mends.
    pub class: FailureClass,
    /// What to do, in words.
    pub text: String,
    /// What goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// How it is known that a query is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verified {
    /// It is equivalent to the gold query.
    Equivalent,
    /// It gives the gold answers on the graph.
    Answers,
}

/// A choice of changes that makes a query right.
struct Chosen<'s> {
    script: &'s Script,
    edits: Vec<usize>,
    query: Parsed,
    verified: Verified,
}

/// Finds the smallest change that turns a query into a right one: single changes first, then pairs,
/// each run on the graph where there is one; then all of them, less what can be left out.
pub(super) fn smallest(
    scripts: &[Script],
    gold: &Parsed,
    gives_gold: Option<&dyn Fn(&Parsed) -> bool>,
    class_of: &dyn Fn(&Edit) -> FailureClass,
) -> Option<Repair> {
    let mut search = Search {
        gold,
        gives_gold,
        runs: RUNS,
        tried: HashSet::new(),
    };
    let found = search.few(scripts).or_else(|| {
        let all = scripts.iter().filter_map(|script| search.all(script));
        all.min_by_key(|chosen| chosen.edits.len())
    });
    match found {
        Some(chosen) => {
            let edits = chosen.edits.iter().map(|at| &chosen.script.edits[*at]);
            Some(Repair {
                steps: edits.map(|edit| Step::of(edit, class_of)).collect(),
                query: Some(chosen.query.to_readable()),
                verified: Some(chosen.verified),
            })
        }
        None => scripts.first().map(|script| Repair {
            steps: script
                .edits
                .iter()
                .map(|edit| Step::of(edit, class_of))
                .collect(),
            query: None,
            verified: None,
        }),
    }
}

impl Step {
    fn of(edit: &Edit, class_of: &dyn Fn(&Edit) -> FailureClass) -> Self {
        Self {
            class: class_of(edit),
            text: edit.to_string(),
            from: edit.from.clone(),
            to: edit.to.clone(),
        }
    }
}

struct Search<'s> {
    gold: &'s Parsed,
    gives_gold: Option<&'s dyn Fn(&Parsed) -> bool>,
    /// How many queries may still be run.
    runs: usize,
    /// The queries that were run.
    tried: HashSet<String>,
}

impl Search<'_> {
    /// One or two changes that give the gold answers. Without a graph there is nothing to gain: every
    /// change is needed to make the queries equivalent.
    fn few<'s>(&mut self, scripts: &'s [Script]) -> Option<Chosen<'s>> {
        self.gives_gold?;
        for script in scripts {
            for edit in 0..script.edits.len() {
                if let Some(chosen) = self.try_out(script, vec![edit]) {
                    return Some(chosen);
                }
            }
        }
        for script in scripts.iter().filter(|script| script.edits.len() <= PAIRED) {
            for one in 0..script.edits.len() {
                for other in one + 1..script.edits.len() {
                    if let Some(chosen) = self.try_out(script, vec![one, other]) {
                        return Some(chosen);
                    }
                }
            }
        }
        None
    }

    /// All changes of a script, less those that can be left out, the least important first.
    fn all<'s>(&mut self, script: &'s Script) -> Option<Chosen<'s>> {
        let every: Vec<usize> = (0..script.edits.len()).collect();
        let mut chosen = self.try_out(script, every.clone())?;
        if every.len() > MINIMISED {
            return Some(chosen);
        }
        let mut order = every;
        order.sort_by_key(|at| std::cmp::Reverse(script.edits[*at].change));
        for at in order {
            let fewer: Vec<usize> = chosen
                .edits
                .iter()
                .copied()
                .filter(|edit| *edit != at)
                .collect();
            if fewer.is_empty() {
                break;
            }
            if let Some(smaller) = self.try_out(script, fewer) {
                chosen = smaller;
            }
        }
        Some(chosen)
    }

    fn try_out<'s>(&mut self, script: &'s Script, edits: Vec<usize>) -> Option<Chosen<'s>> {
        let query = script.apply(&edits)?;
        let verified = if equivalent(&query, self.gold) {
            Verified::Equivalent
        } else if self.runs_right(&query) {
            Verified::Answers
        } else {
            return None;
        };
        Some(Chosen {
            script,
            edits,
            query,
            verified,
        })
    }

    fn runs_right(&mut self, query: &Parsed) -> bool {
        let Some(gives_gold) = self.gives_gold else {
            return false;
        };
        if self.runs == 0 || !self.tried.insert(query.text.clone()) {
            return false;
        }
        self.runs -= 1;
        gives_gold(query)
    }
}
