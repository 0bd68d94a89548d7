//! Checks what a template says about its variables.

use std::collections::BTreeMap;

use crate::remark::TemplateRemark;

/// The types that modules of OKBQA use, now or formerly.
const KINDS: &[&str] = &[
    "rdf:Class",
    "rdf:Property",
    "rdf:Resource",
    "rdf:Literal",
    "rdfs:Class",
    "rdfs:Resource",
    "rdfs:Literal",
    "owl:Class",
    "owl:NamedIndividual",
    "owl:ObjectProperty",
    "owl:DatatypeProperty",
    "owl:Property",
    "<http://lodqa.org/vocabulary/sort_of>",
    "UNSPEC",
];

/// The remarks about slots: `open` are the variables of triples that are not asked for, `all` those
/// that occur anywhere.
pub(crate) fn check(
    slots: &[[String; 3]],
    open: &[&str],
    occurs: impl Fn(&str) -> bool,
    question: &str,
) -> Vec<TemplateRemark> {
    let question = fold(question);
    let mut remarks = Vec::new();
    let mut typed: BTreeMap<&str, bool> = BTreeMap::new();
    for [subject, predicate, object] in slots {
        let variable = subject.trim_start_matches(['?', '$']);
        let has_type = typed.entry(variable).or_default();
        match predicate.as_str() {
            "is" => {
                *has_type = true;
                for kind in object.split('|').map(str::trim) {
                    if !KINDS.contains(&kind) {
                        remarks.push(TemplateRemark::SlotTypeUnknown {
                            variable: variable.to_owned(),
                            kind: kind.to_owned(),
                        });
                    }
                }
            }
            "verbalization" if !question.is_empty() && !question.contains(&fold(object)) => {
                remarks.push(TemplateRemark::VerbalizationNotInQuestion {
                    variable: variable.to_owned(),
                    words: object.clone(),
                });
            }
            _ => {}
        }
    }
    for variable in typed.keys().filter(|variable| !occurs(variable)) {
        remarks.push(TemplateRemark::SlotWithoutVariable {
            variable: (*variable).to_owned(),
        });
    }
    // Without any slots the module does not speak of them; a query of another system has none.
    for variable in open.iter().filter(|_| !slots.is_empty()) {
        if !typed.get(variable).copied().unwrap_or_default() {
            remarks.push(TemplateRemark::SlotWithoutType {
                variable: (*variable).to_owned(),
            });
        }
    }
    remarks
}

/// Letters and digits in lower case, words apart by one blank.
fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn slots_are_held_against_query_and_question() {
        let slot = |s: &str, p: &str, o: &str| [s.to_owned(), p.to_owned(), o.to_owned()];
        let slots = [
            slot("v2", "is", "rdf:Class|rdf:Resource"),
            slot("v2", "verbalization", "Rivers"),
            slot("v3", "verbalization", "flow"),
            slot("v4", "is", "rdf:Thing"),
            slot("v9", "is", "rdf:Property"),
        ];
        let found = check(
            &slots,
            &["v2", "v3", "v4", "v5"],
            |name| name != "v9",
            "Which rivers are there?",
        );
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "?v3 stands for \"flow\", which is not in the question",
                "?v4 has the unknown kind rdf:Thing",
                "there is a slot ?v9, but no such variable",
                "no slot describes ?v3",
                "no slot describes ?v5",
            ]
        );
        assert!(check(&[], &["v2"], |_| true, "Which?").is_empty());
    }
}
