//! GERBIL QA, today and at four times in the past.

mod matching;
pub(crate) mod same;
mod typing;
mod uri;
mod values;

use std::borrow::Cow;

use lydite_model::Language;

use super::{Case, Conventions, Example, Listed, RuleSet, Rules, Verdict, both};
use crate::entry::{Entry, Stop};
use crate::experiments::{self, Experiments};
use crate::measures::{
    ANSWERED, EMPTY, ERRORS, MACRO_F1, MACRO_F1_QALD, MACRO_PRECISION, MACRO_RECALL, MEAN_MILLIS,
    MICRO_F1, MICRO_PRECISION, MICRO_RECALL, MISSING, QUESTIONS, prf,
};

pub use matching::{Pairing, pair};
pub use typing::{Answers, Era, KNOWN, Resource};

/// GERBIL's rules at some time.
struct Gerbil(Era);

const CONVENTIONS: Conventions = Conventions {
    values: "if every value is a URI, the set is resources, otherwise texts; texts match \
        character by character, resources by URI after GERBIL's same-as rules",
    empty: "P = R = F = 0",
    missing: "as an empty answer",
    empty_gold: "1 if the system's answer is empty or missing too, otherwise 0; included in \
        every average",
    average: "macro: means of P, R, F; micro: of the summed counts; Macro F1 QALD: harmonic \
        mean of the means, with P = 1 for unanswered questions",
};

const BERLIN: &str = "http://dbpedia.org/resource/Berlin";

pub(super) static GERBIL: RuleSet = RuleSet {
    name: "gerbil",
    version: "2024-09",
    title: "GERBIL QA today",
    rationale: "The rules of gerbil-qa.aksw.org since September 2024 (commit f42aa4f9): strings, numbers, dates and booleans match only by identical text, resources through same-as. Use it to compare with results published since then. Its \
        quirk: one value that is not a URI turns the whole gold set into texts, and then its \
        URIs cannot match at all.",
    conventions: CONVENTIONS,
    examples: &[
        Example {
            gold: &[BERLIN],
            system: Some(&["https://dbpedia.org/resource/Berlin"]),
            scores: [1.0, 1.0, 1.0],
            shows: "DBpedia is bridged regardless of protocol",
        },
        Example {
            gold: &["5"],
            system: Some(&["5.0"]),
            scores: [0.0, 0.0, 0.0],
            shows: "numbers match by their text",
        },
        Example {
            gold: &[BERLIN, "5"],
            system: Some(&[BERLIN, "5"]),
            scores: [0.5, 0.5, 0.5],
            shows: "one literal in the gold set makes its URIs unmatchable",
        },
        Example {
            gold: &[],
            system: None,
            scores: [1.0, 1.0, 1.0],
            shows: "no answer is correct where there is none",
        },
    ],
    rules: &Gerbil(Era::Y2024),
};

pub(super) static GERBIL_2017: RuleSet = RuleSet {
    name: "gerbil-2017",
    version: "2017-03",
    title: "GERBIL QA from March 2017 to April 2018",
    rationale: "The rules of the GERBIL QA paper's experiments: a gold set of valid URLs is \
        treated as resources, any other as texts; resources \
        outside the known namespaces match each other; resources never match texts. Use it for \
        results of QALD-7 and QALD-8.",
    conventions: CONVENTIONS,
    examples: &[
        Example {
            gold: &["http://a.org/1"],
            system: Some(&["http://b.org/2"]),
            scores: [1.0, 1.0, 1.0],
            shows: "two resources outside the known namespaces count as the same",
        },
        Example {
            gold: &["5"],
            system: Some(&["6"]),
            scores: [0.0, 0.0, 0.0],
            shows: "texts match by identity",
        },
    ],
    rules: &Gerbil(Era::Y2017),
};

pub(super) static GERBIL_2018: RuleSet = RuleSet {
    name: "gerbil-2018",
    version: "2018-04",
    title: "GERBIL QA from April 2018 to June 2019",
    rationale: "Like gerbil-2017, but texts are compared first, and texts of the system that are left over become resources, by \
        their label where it is known. Use it for results of QALD-9.",
    conventions: CONVENTIONS,
    examples: &[
        Example {
            gold: &["5"],
            system: Some(&["6"]),
            scores: [0.0, 0.0, 0.0],
            shows: "a gold text that is not found stays a text",
        },
        Example {
            gold: &["http://a.org/1"],
            system: Some(&["Berlin"]),
            scores: [1.0, 1.0, 1.0],
            shows: "a left-over text becomes an unknown resource, and those match each other",
        },
    ],
    rules: &Gerbil(Era::Y2018),
};

pub(super) static GERBIL_2019: RuleSet = RuleSet {
    name: "gerbil-2019",
    version: "2019-07",
    title: "GERBIL QA from July 2019 to May 2023",
    rationale: "Any literal matches any other: texts that are left over on both sides become \
        resources outside the known namespaces, and those match each other. Published results of these years, among them those of the QALD-10 challenge, are \
        too high, by 0.1 or more; use this rule set only to reproduce them.",
    conventions: CONVENTIONS,
    examples: &[
        Example {
            gold: &["42"],
            system: Some(&["true"]),
            scores: [1.0, 1.0, 1.0],
            shows: "any literal matches any other",
        },
        Example {
            gold: &["1", "2"],
            system: Some(&["3"]),
            scores: [1.0, 0.5, 2.0 / 3.0],
            shows: "one to one",
        },
        Example {
            gold: &[BERLIN],
            system: Some(&["Berlin"]),
            scores: [0.0, 0.0, 0.0],
            shows: "but no literal matches a DBpedia resource",
        },
    ],
    rules: &Gerbil(Era::Y2019),
};

pub(super) static GERBIL_2023: RuleSet = RuleSet {
    name: "gerbil-2023",
    version: "2023-05",
    title: "GERBIL QA from May 2023 to September 2024",
    rationale: "Like gerbil-2019, except that one literal of the system matches any number of \
        gold literals: an optimisation dropped the check that each answer is used once.",
    conventions: CONVENTIONS,
    examples: &[Example {
        gold: &["1", "2"],
        system: Some(&["3"]),
        scores: [1.0, 1.0, 1.0],
        shows: "one answer satisfies all",
    }],
    rules: &Gerbil(Era::Y2023),
};

pub(super) static FIGURES: [Listed; 13] = [
    ("micro.precision", &MICRO_PRECISION),
    ("micro.recall", &MICRO_RECALL),
    ("micro.f1", &MICRO_F1),
    ("macro.precision", &MACRO_PRECISION),
    ("macro.recall", &MACRO_RECALL),
    ("macro.f1", &MACRO_F1),
    ("macro_f1_qald", &MACRO_F1_QALD),
    ("errors", &ERRORS),
    ("mean_millis", &MEAN_MILLIS),
    ("n", &QUESTIONS),
    ("answered", &ANSWERED),
    ("empty", &EMPTY),
    ("missing", &MISSING),
];

/// The texts that NLIWOD's loader, which GERBIL uses, reads from an entry.
pub(super) fn loader_texts<'a>(entry: &Entry<'a>) -> (Vec<Cow<'a, str>>, Option<Stop>) {
    values::texts(entry)
}

impl Rules for Gerbil {
    fn judge(&self, case: &Case<'_>) -> Verdict {
        let read_gold = || {
            let (texts, stop) = values::texts(&case.gold_entry());
            (Answers::gold(texts, self.0), stop)
        };
        let read_system = || {
            let entry = case.system_entry();
            let (texts, stop) = entry.map_or_else(Default::default, |entry| values::texts(&entry));
            // Uploads are read as JSON only, whatever the page says.
            let xml = entry.filter(|entry| entry.xml_source().is_some());
            let stop = stop.or(xml.map(|_| Stop::new("the answer file is not JSON")));
            (Answers::system(texts, self.0), stop)
        };
        let ((gold, gold_stop), (system, system_stop)) = both(case, read_gold, read_system);
        let (gold_empty, system_empty) = (gold.is_empty(), system.is_empty());
        let english = Language::new("en");
        let pairing = pair(
            &gold,
            &system,
            self.0,
            case.knowledge,
            case.language.unwrap_or(&english),
            case.explain,
        );
        let counts = pairing.counts;
        let (precision, recall, f1) = prf(counts.tp as f64, counts.fp as f64, counts.fn_ as f64);
        Verdict {
            counts,
            precision,
            recall,
            f1,
            gold_empty,
            system_empty,
            evidence: pairing.evidence,
            stop: gold_stop.or(system_stop),
            ..Verdict::default()
        }
    }

    fn experiments(&self) -> Option<&'static Experiments> {
        Some(match self.0 {
            Era::Y2017 | Era::Y2018 | Era::Y2019 => &experiments::GERBIL_ONE_TO_ONE,
            Era::Y2023 | Era::Y2024 => &experiments::GERBIL,
        })
    }

    fn headline(&self) -> [&'static str; 3] {
        ["macro.precision", "macro.recall", "macro.f1"]
    }

    fn figures(&self) -> &'static [Listed] {
        &FIGURES
    }

    fn needs_wording(&self) -> bool {
        true
    }

    fn needs_valid_json(&self) -> bool {
        true
    }
}
