//! The scorers that papers on a benchmark use, found by the layout of its files, and their figures
//! beside ours.

mod beside;

use lydite_model::DatasetInfo;

use crate::{RuleSet, rule_set};

pub use beside::{Beside, Reason, Situation};

/// The scorer that papers on a benchmark use, and what to know about its figures.
#[derive(Clone, Copy, Debug)]
pub struct Customary {
    /// The benchmark.
    pub benchmark: &'static str,
    /// Its scorer.
    pub rules: &'static RuleSet,
    /// What the scorer rewards wrongly.
    pub trap: &'static str,
}

/// Layouts, the benchmarks they are of, the rule sets that papers use, and what to know about them.
const CUSTOMARY: &[(&str, &str, &str, &str)] = &[
    (
        "webqsp",
        "WebQSP",
        "webqsp",
        "it counts an empty answer as precise and compares with the best of several parses",
    ),
    (
        "cwq",
        "ComplexWebQuestions",
        "cwq",
        "where answers are words, a capital letter makes one wrong",
    ),
    (
        "grailqa",
        "GrailQA",
        "grailqa",
        "a form that matches scores 1 whatever was answered; nothing against nothing scores 0",
    ),
    (
        "kqa-pro",
        "KQA Pro",
        "kqapro",
        "only the first answer counts, and negative fractions are cut",
    ),
    (
        "mintaka",
        "Mintaka",
        "mintaka",
        "answers are compared as written, exact match in their order",
    ),
    (
        "sempre",
        "WebQuestions",
        "sempre",
        "it counts an empty answer as precise and stops at questions without gold answers",
    ),
    (
        "answer-lists",
        "WebQuestions",
        "aqqu",
        "it counts an empty answer as precise",
    ),
    (
        "graph-questions-answers",
        "GraphQuestions",
        "graphquestions",
        "it counts an empty answer as precise and compares names, not things",
    ),
    (
        "wikiwebquestions",
        "WikiWebQuestions",
        "wikiwebquestions",
        "its F1 heeds the names of variables",
    ),
    (
        "spinach",
        "SPINACH",
        "spinach",
        "further cells cost nothing, and an empty gold set is lost for everyone",
    ),
    (
        "spinach-answers",
        "SPINACH",
        "spinach",
        "further cells cost nothing, and an empty gold set is lost for everyone",
    ),
    (
        "mkqa",
        "MKQA",
        "mkqa",
        "the published figures choose a threshold on the questions that they are measured on",
    ),
    (
        "think-on-graph",
        "Think-on-Graph",
        "tog",
        "whatever contains a gold answer is right, and so is an empty text",
    ),
    (
        "scholarly",
        "Scholarly QALD",
        "scholarly-qald",
        "one question with many answers outweighs hundreds with one",
    ),
    (
        "wikikgqa",
        "WikiKGQA",
        "wikikgqa",
        "values are compared as texts: 5 is not 5.0",
    ),
];

/// The scorer that papers on this benchmark use, if the file is in a layout of its own.
///
/// ```
/// use lydite_judge::customary_rules;
/// use lydite_model::DatasetInfo;
/// let info = DatasetInfo { layout: Some("webqsp"), ..DatasetInfo::default() };
/// assert_eq!(customary_rules(&info).unwrap().rules.name, "webqsp");
/// assert!(customary_rules(&DatasetInfo::default()).is_none());
/// ```
pub fn customary_rules(info: &DatasetInfo) -> Option<Customary> {
    let layout = info.layout?;
    let (_, benchmark, rules, trap) = CUSTOMARY.iter().find(|(name, ..)| *name == layout)?;
    Some(Customary {
        benchmark,
        rules: rule_set(rules)?,
        trap,
    })
}
