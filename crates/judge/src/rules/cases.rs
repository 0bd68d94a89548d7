//! Decided cases: answers that look right or wrong, what they score, and why.

use lydite_model::{AnswerSet, Literal, Question, Response, Table, Term, Ties};
use serde::{Serialize, Serializer};

use super::Case;
use crate::normal::expanded;
use crate::{FileKnowledge, Labels};

/// A case with the score that a rule set gives it, and the argument for it.
///
/// Rows are written as in Turtle, with ` | ` between their cells: `<…>` is an IRI as the file has
/// it, `dbr:Berlin` the IRI that the name stands for, `_:a` a blank node, `"5"^^xsd:integer` and
/// `"so"@en` are literals, `-` is a cell without a value, and anything else a plain literal. A set
/// that is just `true` or `false` is a yes/no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecidedCase {
    /// Whether the system is right.
    pub ruling: Ruling,
    /// The columns of the gold answers.
    pub gold_columns: &'static [&'static str],
    /// The gold answers.
    pub gold: &'static [&'static str],
    /// Whether the order of the gold answers counts.
    pub ordered: bool,
    /// The rows that tie, the one that the gold standard took included.
    pub ties: &'static [&'static str],
    /// The columns of the system's answers.
    pub system_columns: &'static [&'static str],
    /// The system's answers; `None` if it said nothing.
    pub system: Option<&'static [&'static str]>,
    /// Labels that are known: a resource and what it is called in English.
    pub labels: &'static [(&'static str, &'static str)],
    /// Precision, recall and F1.
    pub scores: [f64; 3],
    /// Why that is the score.
    pub argument: &'static str,
}

/// Whether a system is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruling {
    /// It is wrong, in whole or in part, and tries to score as if it were not.
    Wrong,
    /// It is right, in another notation than the gold standard.
    Right,
}

impl DecidedCase {
    /// Nothing against nothing, to fill in.
    pub(crate) const BLANK: Self = Self {
        ruling: Ruling::Wrong,
        gold_columns: &["x"],
        gold: &[],
        ordered: false,
        ties: &[],
        system_columns: &["x"],
        system: Some(&[]),
        labels: &[],
        scores: [0.0; 3],
        argument: "",
    };

    /// The question with its gold answers.
    pub fn question(&self) -> Question {
        let mut question = Question::new("1");
        let mut answers = answers(self.gold_columns, self.gold);
        answers.ordered = self.ordered;
        if !self.ties.is_empty() {
            answers.ties = Some(Ties {
                taken: 1,
                rows: table(self.gold_columns, self.ties),
            });
        }
        question.answers = Some(answers);
        question
    }

    /// What the system said.
    pub fn response(&self) -> Option<Response> {
        let rows = self.system?;
        let mut entry = Question::new("1");
        entry.answers = Some(answers(self.system_columns, rows));
        Some(Response::from(entry))
    }

    /// What is known beyond the answers.
    pub fn knowledge(&self) -> FileKnowledge {
        let label = "http://www.w3.org/2000/01/rdf-schema#label";
        let triples = self.labels.iter().map(|(resource, text)| {
            let iri = expanded(resource).unwrap_or_else(|| (*resource).to_owned());
            format!("<{iri}> <{label}> \"{text}\"@en .\n")
        });
        let triples: String = triples.collect();
        FileKnowledge {
            labels: Labels::from_file(triples.as_bytes()).unwrap_or_default(),
            ..FileKnowledge::default()
        }
    }

    /// Precision, recall and F1 under a rule set.
    ///
    /// ```
    /// use lydite_judge::rule_set;
    /// let lydite = rule_set("lydite").unwrap();
    /// for case in lydite.cases() {
    ///     let [_, _, f1] = case.judged_by(lydite);
    ///     assert!((f1 - case.scores[2]).abs() < 1e-12, "{}", case.argument);
    /// }
    /// ```
    pub fn judged_by(&self, rules: &super::RuleSet) -> [f64; 3] {
        let (question, response, knowledge) = (self.question(), self.response(), self.knowledge());
        let case = Case {
            knowledge: &knowledge,
            ..Case::new(&question, response.as_ref())
        };
        let outcome = rules.judge(&case);
        [outcome.precision, outcome.recall, outcome.f1]
    }
}

impl Serialize for DecidedCase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut case = serializer.serialize_struct("DecidedCase", 10)?;
        case.serialize_field("ruling", &self.ruling)?;
        case.serialize_field("gold_columns", self.gold_columns)?;
        case.serialize_field("gold", self.gold)?;
        case.serialize_field("ordered", &self.ordered)?;
        case.serialize_field("ties", self.ties)?;
        case.serialize_field("system_columns", self.system_columns)?;
        case.serialize_field("system", &self.system)?;
        case.serialize_field("labels", self.labels)?;
        case.serialize_field("scores", &self.scores)?;
        case.serialize_field("argument", self.argument)?;
        case.end()
    }
}

fn answers(columns: &[&str], rows: &[&str]) -> AnswerSet {
    match rows {
        ["true"] => AnswerSet::boolean(true),
        ["false"] => AnswerSet::boolean(false),
        rows => AnswerSet::from(table(columns, rows)),
    }
}

fn table(columns: &[&str], rows: &[&str]) -> Table {
    let mut table = Table::new(columns.iter().map(|&column| column.to_owned()));
    for row in rows {
        table.push(row.split(" | ").map(term));
    }
    table
}

fn term(text: &str) -> Option<Term> {
    if text == "-" {
        return None;
    }
    if let Some(iri) = text
        .strip_prefix('<')
        .and_then(|text| text.strip_suffix('>'))
    {
        return Some(Term::iri(iri));
    }
    if let Some(label) = text.strip_prefix("_:") {
        let value = label.to_owned();
        return Some(Term::Blank { value });
    }
    let quoted = text
        .strip_prefix('"')
        .and_then(|rest| rest.rsplit_once('"'));
    if let Some((value, rest)) = quoted {
        let datatype = rest.strip_prefix("^^").map(|name| {
            let unit = name.strip_prefix("dbd:");
            let unit = unit.map(|unit| format!("http://dbpedia.org/datatype/{unit}"));
            unit.or_else(|| expanded(name))
                .unwrap_or_else(|| name.to_owned())
        });
        return Some(Term::Literal(Literal {
            value: value.to_owned(),
            datatype,
            language: rest.strip_prefix('@').map(str::to_owned),
        }));
    }
    Some(match expanded(text) {
        Some(iri) => Term::iri(iri),
        None => Term::literal(text),
    })
}
