//! QALD-XML in all its forms, as published and as broken.

use lydite_model::{Answer, Diagnostic, Term};

use super::*;
use crate::Reader;

fn read(text: &str) -> (&'static str, Vec<Question>, Vec<Diagnostic>) {
    let mut reader = Reader::from_bytes("t.xml", text.as_bytes()).unwrap();
    let (questions, mut remarks) = reader.read_to_end();
    // Small examples have few answers.
    remarks.retain(|remark| !matches!(remark.code.id, "A006" | "A007" | "F032"));
    (reader.format().name, questions, remarks)
}

/// A question with this content, and the codes of the remarks about it.
fn question_of(content: &str) -> (Question, Vec<&'static str>) {
    let text = format!(
        "<dataset id=\"d\"><question id=\"1\"><string lang=\"en\">Who?</string>{content}</question></dataset>"
    );
    let (_, mut questions, remarks) = read(&text);
    let codes = remarks.iter().map(|remark| remark.code.id).collect();
    (questions.remove(0), codes)
}

/// Rows as `column=value`, with `<…>` around IRIs.
fn show(question: &Question) -> String {
    let Some(answers) = &question.answers else {
        return "none".to_owned();
    };
    let table = match &answers.answer {
        Answer::Boolean(value) => return value.to_string(),
        Answer::Table(table) => table,
    };
    let row = |row: &[Option<Term>]| {
        let cells = table.columns.iter().zip(row);
        let cells = cells.filter_map(|(name, term)| Some(format!("{name}={}", term.as_ref()?)));
        cells.collect::<Vec<_>>().join(" ")
    };
    table.rows().map(row).collect::<Vec<_>>().join("; ")
}

#[test]
fn each_answer_says_in_its_own_way_what_it_is() {
    let cases: [(&str, &str, &[&str]); 24] = [
        ("", "none", &[]),
        ("<answers/>", "", &["Q051"]),
        ("<answers>\n</answers><query>ASK {}</query>", "", &[]),
        (
            "<answers><answer><uri>\nhttp://x/y\n</uri></answer></answers>",
            "uri=<http://x/y>",
            &[],
        ),
        (
            "<answers><answer><uri>http://x/y</uri><string>Y &amp; Z</string></answer></answers>",
            "uri=<http://x/y> string=\"Y & Z\"",
            &[],
        ),
        (
            "<answers><answer><number>1.8</number></answer><answer><date>c. 1662</date></answer></answers>",
            "number=\"1.8\"; date=\"c. 1662\"",
            &[],
        ),
        (
            "<answers><answer><uri>a:b</uri><uri>a:c</uri></answer></answers>",
            "uri=<a:b> uri#1=<a:c>",
            &["A025"],
        ),
        (
            "<answers><answer><uri>a:b</uri><string/></answer></answers>",
            "uri=<a:b> string=\"\"",
            &["A019"],
        ),
        (
            "<answers><number>1</number></answers>",
            "number=\"1\"",
            &["A024"],
        ),
        ("<answers> 42 </answers>", "answer=\"42\"", &["A031"]),
        (
            "<answers><answer><boolean>True</boolean></answer></answers>",
            "true",
            &[],
        ),
        (
            "<answers><answer>\nfalse\n</answer></answers>",
            "false",
            &[],
        ),
        (
            "<answers><answer>true</answer><answer>x</answer></answers>",
            "answer=\"true\"; answer=\"x\"",
            &[],
        ),
        (
            "<answers><answer><string>true</string></answer></answers>",
            "string=\"true\"",
            &[],
        ),
        (
            "<answers><answer><![CDATA[http://x/y]]>\n</answer><answer>--10-31</answer></answers>",
            "answer=<http://x/y>; answer=\"--10-31\"",
            &[],
        ),
        (
            "<answers><answer>1</answer><!-- <answer>2</answer> --></answers>",
            "answer=\"1\"",
            &["A026"],
        ),
        ("<answers><answer/></answers>", "", &["A027"]),
        (
            "<answers><answer><uri>dbpedia.org/x</uri></answer></answers>",
            "uri=<dbpedia.org/x>",
            &["A017"],
        ),
        (
            "<answers><answer><uri>http://x/a b</uri></answer></answers>",
            "uri=<http://x/a b>",
            &["A018"],
        ),
        (
            "<answers><answer>1</answer><answer>1</answer></answers>",
            "answer=\"1\"; answer=\"1\"",
            &["A020"],
        ),
        (
            "<answers><answer>1</answer></answers><answers><answer>2</answer></answers>",
            "answer=\"1\"; answer=\"2\"",
            &["A002"],
        ),
        (
            "<answers><answer><colour>red</colour></answer></answers>",
            "colour=\"red\"",
            &["F022"],
        ),
        (
            "<answers><answer>x<uri>a:b</uri></answer></answers>",
            "uri=<a:b>",
            &["F016"],
        ),
        (
            "<answers><reply>1</reply></answers><query>ASK {}</query>",
            "",
            &["Q014"],
        ),
    ];
    for (content, expected, codes) in cases {
        let (question, found) = question_of(content);
        assert_eq!(show(&question), expected, "{content}");
        assert_eq!(found, codes, "{content}");
    }
}

#[test]
fn queries_are_repaired_or_remarked_on() {
    type Form<'f> = Option<(QueryForm, &'f str)>;
    let cases: [(&str, Form<'_>, &[&str]); 7] = [
        (
            "<query><![CDATA[\nASK { <a> ?b ?c }\n]]>\n</query>",
            Some((QueryForm::Sparql, "ASK { <a> ?b ?c }")),
            &[],
        ),
        (
            "<query>ASK { &lt;a&gt; ?b ?c }</query>",
            Some((QueryForm::Sparql, "ASK { <a> ?b ?c }")),
            &[],
        ),
        ("<query><![CDATA[]]></query>", None, &["Q040"]),
        ("<query>\nOUT OF SCOPE\n</query>", None, &["Q050"]),
        (
            "<pseudoquery>ASK { ?a text:\"b\" }</pseudoquery>",
            Some((QueryForm::Pseudo, "ASK { ?a text:\"b\" }")),
            &[],
        ),
        (
            r#"<pseudoquery>&quot;ask { ?a text:\&quot;&quot;b&quot;&quot; . ?a text:\&quot;&quot;c d\&quot;&quot; }&quot;</pseudoquery>"#,
            Some((QueryForm::Pseudo, r#"ask { ?a text:"b" . ?a text:"c d" }"#)),
            &["Q042"],
        ),
        (
            "<query>ASK { ?a text:\"b\" }</query>",
            Some((QueryForm::Sparql, "ASK { ?a text:\"b\" }")),
            &["Q041"],
        ),
    ];
    for (content, expected, codes) in cases {
        let (question, found) = question_of(content);
        let query = question
            .queries
            .first()
            .map(|query| (query.form, &*query.text));
        assert_eq!(query, expected, "{content}");
        assert_eq!(found, codes, "{content}");
        assert_eq!(question.hybrid, None);
    }
}

#[test]
fn wordings_and_keywords_find_each_other() {
    let text = r#"<dataset id="d"><question id="1">
            <string lang="en"> Who
is it? </string><string lang="en">&#1578;&#1605;</string><string lang="it"/>
            <keywords lang="en">who, it , </keywords><keywords lang="fa">&#1578;&#1548; &#1605;</keywords>
            </question></dataset>"#;
    let (_, questions, remarks) = read(text);
    let texts: Vec<_> = questions[0]
        .texts
        .iter()
        .map(|text| {
            (
                text.language.as_str(),
                text.string.as_deref(),
                text.keywords.join("|"),
            )
        })
        .collect();
    assert_eq!(
        texts,
        [
            ("en", Some("Who\nis it?"), "who|it".to_owned()),
            ("en", Some("تم"), String::new()),
            ("it", Some(""), String::new()),
            ("fa", None, "ت|م".to_owned()),
        ]
    );
    let codes: Vec<_> = remarks.iter().map(|remark| remark.code.id).collect();
    assert_eq!(codes, ["Q021", "Q023", "Q024"]);
}

#[test]
fn attributes_are_read_or_kept() {
    let text = r#"<dataset><question answertype="num" aggregation="union" onlydbo="true"
            hybrid="false" yago="true" level="2"><string>Who?</string><keywords>who</keywords></question></dataset>"#;
    let (format, questions, remarks) = read(text);
    let question = &questions[0];
    assert_eq!(format, "qald-xml-a");
    assert_eq!(question.id.as_str(), "1");
    assert_eq!(question.texts[0].keywords, ["who"]);
    let flags = (question.aggregation, question.only_dbo, question.hybrid);
    assert_eq!(flags, (None, Some(true), Some(false)));
    assert_eq!(question.extras["yago"], "true");
    assert_eq!(question.extras["level"], "2");
    let found: Vec<_> = remarks
        .iter()
        .map(|remark| (remark.code.id, &*remark.place.path))
        .collect();
    assert_eq!(
        found,
        [
            ("F030", "dataset"),
            ("Q030", "question[1]/@answertype"),
            ("Q031", "question[1]/@aggregation"),
            ("Q015", "question[1]/@level"),
            ("Q010", "question[1]"),
            ("Q022", "question[1]/string"),
        ]
    );
}

#[test]
fn the_variants_are_told_apart() {
    let tagged = "<string lang='en'>a</string>";
    let cases = [
        ("<dataset id='x'/>".to_owned(), "qald-xml-b"),
        (
            "<dataset><question><string>a</string></question></dataset>".to_owned(),
            "qald-xml-a",
        ),
        (
            format!("<dataset><question>{tagged}</question></dataset>"),
            "qald-xml-b",
        ),
        (
            format!("<dataset><question hybrid='true'>{tagged}</question></dataset>"),
            "qald-xml-c",
        ),
        (
            format!(
                "<dataset><question>{tagged}<answers><answer>1</answer></answers></question></dataset>"
            ),
            "qald-xml-c",
        ),
        (
            format!(
                "<dataset><question hybrid='true'>{tagged}<answers><answer><uri>a:b</uri></answer></answers></question></dataset>"
            ),
            "qald-xml-b",
        ),
        (
            format!("<data><question>{tagged}</question></data>"),
            "qald-xml-b",
        ),
        (
            "<dataset><question cubeuri='a'><string>a</string></question></dataset>".to_owned(),
            "qbench-xml",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(&text).0, expected, "{text}");
    }
    assert!(Reader::from_bytes("t", b"<html><body/></html>").is_err());
}

#[test]
fn one_bad_question_does_not_sink_the_others() {
    let cases: [(&str, &str, u64); 7] = [
        ("<question id='2'><string>x</question>", "F010", 3),
        ("<question id='2'><string lang='en'>x</string>", "F010", 3),
        (
            "<question id='2'><string lang='en'><![CDATA[x</string></question>",
            "F010",
            3,
        ),
        ("<question id='2'><!-- </question>", "F010", 3),
        ("<question id='2", "F010", 3),
        ("</question>", "F016", 3),
        ("stray", "F016", 3),
    ];
    for (bad, code, line) in cases {
        let good = "<string lang='en'>x</string><answers><answer>1</answer></answers></question>";
        let text = format!(
            "<dataset id='d'>\n<question id='1'>{good}\n{bad}\n<question id='3'>{good}\n</dataset>"
        );
        let (_, questions, remarks) = read(&text);
        let ids: Vec<_> = questions
            .iter()
            .map(|question| question.id.as_str())
            .collect();
        assert_eq!(ids, ["1", "3"], "{bad}");
        let found: Vec<_> = remarks
            .iter()
            .map(|remark| (remark.code.id, remark.place.line))
            .collect();
        assert_eq!(found, [(code, line)], "{bad}");
    }
}
