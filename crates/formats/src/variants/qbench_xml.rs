//! qbench, the benchmark for statistical questions: QALD-XML with the answers inside of the query.

use super::qald_xml::{candidate, questions};
use crate::format::{Format, Probe, Variant};
use crate::input::Window;
use crate::reader::Driver;
use crate::xml::Element;

/// qbench XML. A column is named after its variable, or after its type if it is the only one.
pub(crate) struct QbenchXml;

impl Variant for QbenchXml {
    fn format(&self) -> Format {
        Format {
            name: "qbench-xml",
            title: "qbench XML (statistical questions, answers inside the query)",
        }
    }

    fn recognises(&self, probe: &Probe<'_>) -> bool {
        let nested = |query: Element<'_>| {
            query.name() == "query" && query.children().any(|child| child.name() == "answers")
        };
        candidate(probe).is_some_and(|shape| {
            shape.any_question(|question| {
                question.attribute("cubeuri").is_some() || question.children().any(nested)
            })
        })
    }

    fn driver(&self, window: Window) -> Box<dyn Driver> {
        questions(window)
    }
}

#[cfg(test)]
mod tests {
    use lydite_model::Term;

    use crate::Reader;

    #[test]
    fn answers_are_found_inside_of_the_query() {
        let text = r#"<dataset id="d">
            <question id="1" cubeuri="http://c" hybrid="false" statistical="true">
            <string>How much?</string>
            <query>
            select ?s { ?s &lt;p> ?o }<answers>
            <answer><country answerType="uri">http://x/ag</country><callret-1 answerType="number">5</callret-1></answer>
            <answer><callret-1 answerType="number">-6</callret-1></answer>
            </answers></query></question>
            <question id="2"><string>When?</string><query>q<answers><answer answerType="year">2010</answer></answers></query></question>
            <question id="3"><string>Is it?</string><query>q<answers><answer answerType="boolean">true</answer></answers></query></question>
            <question id="4"><string>What?</string><query>q<answers><answer answerType="odd">http://x/y</answer></answers></query></question>
            </dataset>"#;
        let mut codes = Vec::new();
        let reader = Reader::from_bytes("q.xml", text.as_bytes()).unwrap();
        assert_eq!(reader.format().name, "qbench-xml");
        let questions = reader
            .load(&mut |remark| codes.push(remark.code.id))
            .questions;
        assert_eq!(codes, ["Q022", "Q022", "Q022", "Q022", "A014"]);
        assert_eq!(questions[0].queries[0].text, "select ?s { ?s <p> ?o }");
        assert_eq!(questions[0].extras["cubeuri"], "http://c");
        let table = |at: usize| questions[at].answers.as_ref().unwrap().as_table().unwrap();
        assert_eq!(table(0).columns, ["country", "callret-1"]);
        let rows: Vec<_> = table(0).rows().collect();
        assert_eq!(
            rows,
            [
                [Some(Term::iri("http://x/ag")), Some(Term::literal("5"))],
                [None, Some(Term::literal("-6"))],
            ]
        );
        assert_eq!(table(1).columns, ["year"]);
        assert_eq!(
            questions[2].answers.as_ref().unwrap().as_boolean(),
            Some(true)
        );
        assert_eq!(table(3).terms().next(), Some(&Term::iri("http://x/y")));
    }
}
