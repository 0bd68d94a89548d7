//! SPARQL Query Results XML Format, what a SPARQL endpoint answers: the answers to one question.
//!
//! <https://www.w3.org/TR/rdf-sparql-XMLres/>. The format has no questions, so the whole document
//! becomes one question with the id `1` and nothing but answers.

use lydite_model::{Action, AnswerSet, Literal, Question, Term};

use crate::codes;
use crate::context::{Bytes, Context};
use crate::format::{Format, Probe, Variant};
use crate::input::Window;
use crate::json::fields::misspelt;
use crate::reader::Driver;
use crate::xml::{Element, Rows, XmlVariant, spelled, unknown_element, xml_driver};
use crate::{spelling, terms};

/// The answers of a SPARQL endpoint in XML.
pub(crate) struct SparqlResultsXml;

impl Variant for SparqlResultsXml {
    fn format(&self) -> Format {
        Format {
            name: "sparql-results-xml",
            title: "SPARQL Query Results XML Format (answers to one question)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        probe.xml().is_some_and(|shape| shape.root == "sparql")
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        xml_driver(window, Results::default())
    }
}

#[derive(Default)]
struct Results {
    rows: Rows,
    boolean: Option<bool>,
    /// Whether there were both yes and no.
    contradictory: bool,
    /// Whether the head lists the variables.
    declared: bool,
    /// Whether there is a `<results>` element.
    given: bool,
}

impl XmlVariant for Results {
    fn records(&self) -> &'static [&'static str] {
        &["result", "head", "boolean"]
    }

    fn depth(&self) -> usize {
        // A result that is not called so is lost.
        3
    }

    fn root(&mut self, _root: Element<'_>, _cx: &mut Context<'_>) {}

    fn record(&mut self, record: Element<'_>, cx: &mut Context<'_>) {
        match record.name() {
            "head" => self.head(cx, record),
            "boolean" => self.boolean(cx, record),
            _ => self.result(cx, record),
        }
    }

    fn other(&mut self, element: Element<'_>, cx: &mut Context<'_>) {
        match element.name() {
            "results" => self.given = true,
            name => {
                cx.report(
                    &element,
                    &codes::WRONG_TYPE,
                    Action::Skipped,
                    format!("SPARQL results have no <{name}>"),
                );
            }
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        let rows = std::mem::take(&mut self.rows);
        let end = Bytes(0, 0);
        if self.boolean.is_some() && !rows.is_empty() {
            cx.report(
                &end,
                &codes::BOOLEAN_AND_ROWS,
                Action::Repaired,
                "the answers are both yes/no and rows; the rows count",
            );
        } else if self.boolean.is_none() && !self.given && rows.is_empty() {
            cx.report(
                &end,
                &codes::EMPTY_RESULTS,
                Action::Repaired,
                "neither <results> nor <boolean>",
            );
        }
        let mut question = Question::new("1");
        question.answers = Some(match self.boolean {
            Some(_) if rows.is_empty() && self.contradictory => {
                AnswerSet::column("boolean", ["true", "false"].map(Term::literal))
            }
            Some(value) if rows.is_empty() => AnswerSet::boolean(value),
            _ => AnswerSet::from(rows.into_table()),
        });
        cx.emit(&end, question);
    }
}

impl Results {
    fn head(&mut self, cx: &mut Context<'_>, head: Element<'_>) {
        for child in head.children() {
            match (child.name(), child.attribute("name")) {
                ("variable", Some(name)) => {
                    self.declared = true;
                    self.rows.declare(cx, &child, &name.value());
                }
                ("link", _) => {}
                _ => unknown_element(cx, child),
            }
        }
    }

    fn boolean(&mut self, cx: &mut Context<'_>, boolean: Element<'_>) {
        let word = boolean.trimmed();
        let value = terms::boolean_word(&word);
        if value.is_none() {
            cx.report(
                &boolean,
                &codes::WRONG_TYPE,
                Action::Skipped,
                format!("`{word}` is neither true nor false"),
            );
        }
        self.contradictory |= matches!((self.boolean, value), (Some(a), Some(b)) if a != b);
        self.boolean = value.or(self.boolean);
    }

    fn result(&mut self, cx: &mut Context<'_>, result: Element<'_>) {
        for binding in result.children() {
            let name = match (
                spelled(cx, result, binding, &["binding"]),
                binding.attribute("name"),
            ) {
                ("binding", Some(name)) => name.value(),
                ("binding", None) => {
                    cx.report(
                        &binding,
                        &codes::WRONG_TYPE,
                        Action::Skipped,
                        "a binding without the name of its variable",
                    );
                    continue;
                }
                (other, _) => {
                    cx.report(
                        &binding,
                        &codes::NO_VALUE,
                        Action::Skipped,
                        format!("expected <binding>, found <{other}>"),
                    );
                    continue;
                }
            };
            let mut terms = binding.children();
            let Some(element) = terms.next() else {
                cx.report(
                    &binding,
                    &codes::NO_VALUE,
                    Action::Skipped,
                    format!("the variable `{name}` has no value"),
                );
                continue;
            };
            terms.for_each(|another| unknown_element(cx, another));
            let Some(term) = term(cx, element) else {
                continue;
            };
            if self.declared && !self.rows.has_column(&name) {
                cx.report(
                    &binding,
                    &codes::UNDECLARED_VARIABLE,
                    Action::Repaired,
                    format!("the variable `{name}` is not in the head"),
                );
            }
            self.rows.value(cx, &binding, &name, term);
        }
        self.rows.end_row(cx, &result);
    }
}

/// A term; white space belongs to a literal, but not to an IRI.
fn term(cx: &mut Context<'_>, element: Element<'_>) -> Option<Term> {
    let name = match spelling::meant(element.name(), &["uri", "literal", "bnode"]) {
        Some(meant) => {
            misspelt(cx, &element, element.name(), meant);
            meant
        }
        None => element.name(),
    };
    let term = match name {
        "uri" => Term::iri(element.trimmed()),
        "bnode" => Term::Blank {
            value: element.trimmed().into_owned(),
        },
        "literal" => Term::Literal(Literal {
            value: element.text().into_owned(),
            datatype: attribute(cx, element, "datatype"),
            language: attribute(cx, element, "xml:lang"),
        }),
        // The working draft of 2004 wrote this.
        "unbound" => return None,
        name => {
            cx.report(
                &element,
                &codes::NO_VALUE,
                Action::Skipped,
                format!("<{name}> is not a term that an answer can be"),
            );
            return None;
        }
    };
    terms::check(cx, &element, &term);
    Some(term)
}

/// The value of an attribute, also of one that is misspelt.
fn attribute(cx: &mut Context<'_>, element: Element<'_>, name: &'static str) -> Option<String> {
    let found = element.attribute(name).or_else(|| {
        let mut attributes = element.attributes();
        let found = attributes.find(|found| spelling::meant(found.name(), &[name]).is_some())?;
        misspelt(cx, &found, found.name(), name);
        Some(found)
    });
    found.map(|found| found.value().into_owned())
}

#[cfg(test)]
mod tests {
    use lydite_model::{AnswerSet, Question};

    use super::*;
    use crate::Reader;

    fn read(body: &str) -> (Question, Vec<&'static str>) {
        let text =
            format!("<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">{body}</sparql>");
        let reader = Reader::from_bytes("r.xml", text.as_bytes()).unwrap();
        assert_eq!(reader.format().name, "sparql-results-xml");
        let mut codes = Vec::new();
        let mut dataset = reader.load(&mut |remark| codes.push(remark.code.id));
        assert_eq!(dataset.questions.len(), 1);
        (dataset.questions.remove(0), codes)
    }

    #[test]
    fn rows_are_read_with_all_that_their_terms_say() {
        let (question, codes) = read(
            r#"<head><variable name="a"/><variable name="b"/><link href="x"/></head>
            <results ordered="true"><result>
            <binding name="a"><uri> http://x/y </uri></binding>
            <binding name="b"><literal xml:lang="en"> Y
</literal></binding></result>
            <result><binding name="b"><literal datatype="http://int">5</literal></binding></result>
            <result><binding name="a"><bnode>r1</bnode></binding></result>
            </results>"#,
        );
        assert_eq!(codes, Vec::<&str>::new());
        let answers = question.answers.unwrap();
        let table = answers.as_table().unwrap();
        let literal = |value: &str, datatype: Option<&str>, language: Option<&str>| {
            Some(Term::Literal(Literal {
                value: value.to_owned(),
                datatype: datatype.map(str::to_owned),
                language: language.map(str::to_owned),
            }))
        };
        let rows: Vec<_> = table.rows().map(<[_]>::to_vec).collect();
        assert_eq!(table.columns, ["a", "b"]);
        assert_eq!(
            rows,
            [
                vec![
                    Some(Term::iri("http://x/y")),
                    literal(" Y\n", None, Some("en"))
                ],
                vec![None, literal("5", Some("http://int"), None)],
                vec![
                    Some(Term::Blank {
                        value: "r1".to_owned()
                    }),
                    None
                ],
            ]
        );
    }

    #[test]
    fn irregular_results_are_remarked_on() {
        let row = |term: &str| {
            format!(
                "<head/><results><result><binding name=\"a\">{term}</binding></result></results>"
            )
        };
        let cases: [(String, usize, &[&str]); 7] = [
            ("<head/><results/>".to_owned(), 0, &["A007"]),
            ("<head/>".to_owned(), 0, &["A003", "A007"]),
            (row("<uri>a:b</uri>"), 1, &[]),
            (row(""), 1, &["A012", "A027"]),
            (row("<triple/>"), 1, &["A012", "A027"]),
            (
                "<head><variable name=\"b\"/></head><results><result><binding name=\"a\"><uri>a:b</uri></binding></result></results>".to_owned(),
                1,
                &["A010"],
            ),
            (
                "<head/><boolean>true</boolean><results><result><binding name=\"a\"><uri>a:b</uri></binding></result></results>".to_owned(),
                1,
                &["A005"],
            ),
        ];
        for (body, rows, codes) in cases {
            let (question, found) = read(&body);
            assert_eq!(
                question.answers.map(|answers| answers.len()),
                Some(rows),
                "{body}"
            );
            assert_eq!(found, codes, "{body}");
        }
    }

    #[test]
    fn a_yes_no_answer_is_read() {
        let (question, codes) = read("<head></head><boolean> false </boolean>");
        assert_eq!(question.id.as_str(), "1");
        assert_eq!(question.answers, Some(AnswerSet::boolean(false)));
        assert_eq!(codes, Vec::<&str>::new());
    }
}
