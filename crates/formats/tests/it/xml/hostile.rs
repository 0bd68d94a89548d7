//! Input that is cut off, damaged, or made to do harm: it costs neither a crash nor much memory.

use std::io::Read;

use lydite_formats::{Reader, codes};
use lydite_model::{Code, Diagnostic};
use proptest::prelude::*;

use super::read;

const SMALL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE dataset [<!ENTITY x "y">]>
<dataset id="d" description="é">
<!-- a comment -->
<question id="1" answertype="resource" aggregation="false">
<string lang="en"><![CDATA[Who's that?]]></string>
<keywords lang="fa">الف، ب</keywords>
<query>SELECT &lt;a&gt; &#233; &x;</query>
<answers>
<answer><uri>http://example.org/a</uri><string>A</string></answer>
<answer>plain</answer>
<!-- - -- -->
</answers>
</question>
<?target data?>
<question id="2"><string>Two?</string><query>q<answers><answer><c answerType="uri">x:y</c></answer></answers></query></question>
</dataset>
"#;

const RESULTS: &str = r#"<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="a"/></head>
<results><result><binding name="a"><uri>http://example.org/é</uri></binding></result></results></sparql>"#;

fn has(remarks: &[Diagnostic], code: &Code) -> bool {
    remarks.iter().any(|remark| remark.code == code)
}

#[test]
fn a_file_that_is_cut_off_gives_what_came_before() {
    for text in [SMALL, RESULTS] {
        let end = text.trim_end().len();
        let root = text
            .find("<dataset")
            .or_else(|| text.find("<sparql"))
            .unwrap();
        let opened = root + text[root..].find('>').unwrap();
        for cut in 0..end {
            let Ok(mut reader) = Reader::from_bytes("cut.xml", &text.as_bytes()[..cut]) else {
                assert!(cut <= opened, "not even recognised at {cut}");
                continue;
            };
            let (questions, remarks) = reader.read_to_end();
            assert!(has(&remarks, &codes::TRUNCATED), "at {cut}: {remarks:?}");
            let closed = text[..text.floor_char_boundary(cut)]
                .matches("</question>")
                .count();
            assert!(questions.len() >= closed, "at {cut}");
        }
    }
}

#[test]
fn entities_are_not_expanded() {
    let mut bomb = String::from("<!DOCTYPE dataset [<!ENTITY a0 \"ha\">");
    for level in 1..100 {
        bomb += &format!(
            "<!ENTITY a{level} \"{}\">",
            format!("&a{};", level - 1).repeat(10)
        );
    }
    bomb += "<!ENTITY out SYSTEM \"file:///etc/passwd\"> <!-- ]> \" --> ]>\n<dataset id=\"d\">\
        <question id=\"1\"><string lang=\"en\">&a99; &out;</string></question></dataset>";
    let (dataset, remarks) = read(bomb.as_bytes());
    assert_eq!(dataset.questions[0].any_text(), Some("&a99; &out;"));
    let ids: Vec<_> = remarks.iter().map(|remark| remark.code.id).collect();
    assert_eq!(ids, ["F020", "F021", "F021"]);
}

#[test]
fn a_question_of_any_size_is_passed_over() {
    let text = "<dataset id='d'><question id='1'><string lang='en'>".as_bytes();
    let rest =
        "</string></question><question id='2'><string lang='en'>x</string></question></dataset>";
    let bytes = text
        .chain(std::io::repeat(b'x').take(100 << 20))
        .chain(rest.as_bytes());
    let mut reader = Reader::from_reader("huge.xml", bytes).unwrap();
    let (questions, remarks) = reader.read_to_end();
    assert_eq!(questions[0].id.as_str(), "2");
    assert!(has(&remarks, &codes::TOO_LARGE));
}

#[test]
fn elements_inside_each_other_are_given_up() {
    for depth in [200, 100_000] {
        let text = format!(
            "<dataset id='d'><question id='1'>{}{}</question><question id='2'/></dataset>",
            "<a>".repeat(depth),
            "</a>".repeat(depth)
        );
        let (dataset, remarks) = read(text.as_bytes());
        assert_eq!(dataset.questions.len(), 1);
        assert!(has(&remarks, &codes::TOO_DEEP));
    }
}

#[test]
fn tables_stay_in_proportion_to_the_file() {
    let wide: String = (0..2000).map(|at| format!("<c{at}>1</c{at}>")).collect();
    let rows = "<answer>1</answer>".repeat(20_000);
    let text = format!(
        "<dataset id='d'><question id='1'><answers><answer>{wide}</answer>{rows}</answers></question></dataset>"
    );
    let (dataset, remarks) = read(text.as_bytes());
    let answers = dataset.questions[0].answers.as_ref().unwrap();
    let table = answers.as_table().unwrap();
    assert!(table.columns.len() * table.len() < 2_000_000);
    assert!(has(&remarks, &codes::TOO_LARGE));
    assert!(has(&remarks, &codes::MANY_REMARKS));
    assert!(remarks.len() < 1100);
}

#[test]
fn odd_bytes_are_kept_or_replaced() {
    let cases: [(&[u8], &str, &Code); 5] = [
        (b"a\0b", "a\0b", &codes::NOT_QUITE_XML),
        (
            b"\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xff\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97",
            "漢字漢\u{fffd}字漢字",
            &codes::INVALID_UTF8,
        ),
        (b"AT&T", "AT&T", &codes::NOT_QUITE_XML),
        (b"&nbsp;", "&nbsp;", &codes::UNKNOWN_ENTITY),
        (b"&#xD800;", "&#xD800;", &codes::UNKNOWN_ENTITY),
    ];
    for (bytes, expected, code) in cases {
        let text = [
            b"<dataset id='d'><question id='1'><string lang='en'>",
            bytes,
            b"</string></question></dataset>",
        ]
        .concat();
        let (dataset, remarks) = read(&text);
        assert_eq!(dataset.questions[0].any_text(), Some(expected));
        assert!(has(&remarks, code), "{expected:?}: {remarks:?}");
    }
}

#[test]
fn other_encodings_are_read() {
    let mut units = vec![0xff, 0xfe];
    units.extend(SMALL.encode_utf16().flat_map(u16::to_le_bytes));
    let (dataset, remarks) = read(&units);
    assert_eq!(dataset.questions.len(), 2);
    assert!(has(&remarks, &codes::NOT_UTF8));
}

proptest! {
    #[test]
    fn damage_anywhere_comes_to_an_end(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        results in any::<bool>(),
        markup in any::<bool>(),
    ) {
        let mut bytes = if results { RESULTS } else { SMALL }.as_bytes().to_vec();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            let marks = b"<>/!?-[]'\"&; =";
            let byte = if markup { marks[usize::from(byte) % marks.len()] } else { byte };
            if byte % 3 == 0 {
                bytes.remove(at);
            } else {
                bytes[at] = byte;
            }
        }
        if let Ok(reader) = Reader::from_bytes("damaged.xml", &bytes) {
            reader.for_each(drop);
        }
    }
}
