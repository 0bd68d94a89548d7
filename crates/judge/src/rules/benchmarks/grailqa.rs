//! GrailQA's evaluation: isomorphism of logical forms, and F1 of answers.

use lydite_model::QueryForm;
use rustc_hash::FxHashSet;

use super::figures::{EM, EM_COMP, EM_IID, EM_ZERO, F1_COMP, F1_IID, F1_ZERO};
use super::plain::{Plain, scored};
use super::{logical_form, values};
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MISSING, QUESTIONS, harmonic,
};
use crate::rules::{Case, Conventions, Example, Listed, RuleSet, Verdict};

pub(crate) static GRAILQA: RuleSet = RuleSet {
    name: "grailqa",
    version: "1.0",
    title: "GrailQA",
    rationale: "The script of Gu et al. (WWW 2021): exact match if the logical forms are graphs of the same \
        shape, and then F1 is 1 whatever the answers say; else the F1 of the sets of answers. The \
        script knows the classes and relations of Freebase; without them (see the option --ontology) a \
        name of three parts is a relation and one of two parts a class, and reverse relations are \
        not recognised.",
    conventions: Conventions {
        values: "logical forms as graphs; sets of exact strings",
        empty: "0, or 1 if the form matches",
        missing: "0",
        empty_gold: "0, unless the form matches",
        average: "means over all questions, and by level",
    },
    examples: &[
        Example {
            gold: &["m.1", "m.2"],
            system: Some(&["m.1"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "sets of answers, where the forms differ",
        },
        Example {
            gold: &[],
            system: Some(&[]),
            scores: [0.0, 0.0, 0.0],
            shows: "nothing against nothing is 0",
        },
    ],
    rules: &Plain::new(judge, &FIGURES),
};

static FIGURES: [Listed; 15] = [
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("exact_match", &EM),
    ("iid.exact_match", &EM_IID),
    ("iid.f1", &F1_IID),
    ("compositional.exact_match", &EM_COMP),
    ("compositional.f1", &F1_COMP),
    ("zero_shot.exact_match", &EM_ZERO),
    ("zero_shot.f1", &F1_ZERO),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
    ("errors", &ERRORS),
];

fn judge(case: &Case<'_>) -> Verdict {
    let (gold, system) = (values::gold(case), values::system(case));
    let said = case.response.and_then(|response| {
        let mut queries = response.queries.iter();
        queries.find(|query| query.form == QueryForm::SExpression)
    });
    let form = case.gold.query(QueryForm::SExpression);
    let ontology = case.knowledge.ontology();
    let same = match (form, said) {
        (Some(gold), Some(said)) => logical_form::is_same(&said.text, gold, ontology),
        _ => false,
    };
    let set = |list: &[String]| list.iter().cloned().collect::<FxHashSet<String>>();
    let (right, given) = (set(&gold), set(system.as_deref().unwrap_or_default()));
    let both = right.intersection(&given).count() as f64;
    let share = |of: usize| if of == 0 { 0.0 } else { both / of as f64 };
    let (precision, recall) = (share(given.len()), share(right.len()));
    let scores = if same {
        [1.0; 3]
    } else {
        [precision, recall, harmonic(precision, recall)]
    };
    let mut verdict = scored(scores, &gold, system.as_ref());
    let em = f64::from(u8::from(same));
    verdict.scores.insert("exact_match".to_owned(), em);
    let level = match case
        .gold
        .extras
        .get("level")
        .and_then(|level| level.as_str())
    {
        Some("i.i.d.") => "iid",
        Some("compositional") => "comp",
        Some("zero-shot") => "zero",
        _ => return verdict,
    };
    verdict.scores.insert(format!("exact_match_{level}"), em);
    verdict.scores.insert(format!("f1_{level}"), verdict.f1);
    verdict
}
