//! Malformed files of every kind: each gets a precise message, costs little memory, and the good
//! questions in it are read all the same.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Cursor, Read};

use lydite_formats::{ReadError, Reader};
use lydite_model::{Diagnostic, Severity};

/// What a file gives: how many questions, and the remarks as `CODE line:column path`.
struct Given {
    questions: usize,
    remarks: Vec<Diagnostic>,
}

fn read(bytes: &[u8]) -> Result<Given, ReadError> {
    let mut reader = Reader::from_bytes("file", bytes)?;
    let (questions, remarks) = reader.read_to_end();
    Ok(Given {
        questions: questions.len(),
        remarks,
    })
}

/// A QALD-JSON file around these entries.
fn qald(entries: &str) -> String {
    format!("{{\"dataset\": {{\"id\": \"d\"}}, \"questions\": [\n{entries}\n]}}")
}

/// A question that is in order.
fn good(id: u32) -> String {
    format!(
        r#"{{"id": "{id}", "question": [{{"language": "en", "string": "Who?"}}], "query": {{"sparql": "ASK {{}}"}}, "answers": [{{"head": {{}}, "boolean": true}}]}}"#
    )
}

/// A good question with some fields replaced or added.
fn with(fields: &str) -> String {
    format!(r#"{{"id": "9", "question": [{{"language": "en", "string": "Who?"}}], {fields}}}"#)
}

fn rows(bindings: &str) -> String {
    with(&format!(
        r#""query": {{"sparql": "SELECT ?x {{}}"}}, "answers": [{{"head": {{"vars": ["x"]}}, "results": {{"bindings": [{bindings}]}}}}]"#
    ))
}

/// An XML file around these elements.
fn xml(elements: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<dataset id=\"d\">\n{elements}\n</dataset>\n")
}

fn good_xml(id: u32) -> String {
    format!(
        "<question id=\"{id}\"><string lang=\"en\">Who?</string><query>ASK {{}}</query><answers><answer><boolean>true</boolean></answer></answers></question>"
    )
}

/// Checks a text in which `§` marks the place of the expected remark, `CODE path`.
#[track_caller]
fn expect_marked(case: &str, text: &str, questions: usize, remark: &str) {
    let (before, after) = text.split_once('§').unwrap();
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().unwrap().chars().count();
    let (code, path) = remark.split_once(' ').unwrap_or((remark, ""));
    let remark = format!("{code} {line}:{column} {path}");
    expect(
        case,
        format!("{before}{after}").as_bytes(),
        questions,
        &remark,
    );
}

/// Checks that a file gives this many questions and, among its remarks, `CODE line:column path`.
#[track_caller]
fn expect(case: &str, bytes: &[u8], questions: usize, remark: &str) {
    let given = read(bytes).unwrap_or_else(|error| panic!("{case}: {error}"));
    let seen: Vec<String> = given
        .remarks
        .iter()
        .map(|remark| {
            let place = &remark.place;
            format!(
                "{} {}:{} {}",
                remark.code.id, place.line, place.column, place.path
            )
        })
        .collect();
    assert!(
        seen.iter().any(|seen| seen == remark),
        "{case}: expected `{remark}`, seen {seen:#?}"
    );
    assert_eq!(given.questions, questions, "{case}: {seen:#?}");
    for remark in &given.remarks {
        assert!(!remark.message.is_empty(), "{case}");
        let shown = remark.snippet.is_some() || remark.place.line == 0;
        assert!(
            shown || remark.severity() == Severity::Note,
            "{case}: {remark:?}"
        );
    }
}

#[test]
fn slips_in_json_cost_at_most_their_own_question() {
    let deep = format!("{{\"id\": {}§{}", "[".repeat(127), "[".repeat(99_873));
    let deep = deep + &"]".repeat(100_000) + "}";
    let huge = format!("{{\"id\": §{}}}", "9".repeat(400));
    let first = good(1);
    let repeated = format!("§{first}");
    let cases: &[(&str, &str, usize, &str)] = &[
        (
            "trailing comma",
            r#"{"id": "9", "query": {}§,}"#,
            3,
            "F012 questions[1]",
        ),
        (
            "missing comma",
            r#"{"id": "9" §"query": {}}"#,
            3,
            "F012 questions[1]",
        ),
        (
            "comment",
            r#"{"id": "9" §/* nine */, "query": {}}"#,
            3,
            "F012 questions[1]",
        ),
        (
            "line break in a string",
            "{\"id\": \"9\", \"x\": \"a§\nb\"}",
            3,
            "F012 questions[1]",
        ),
        (
            "impossible escape",
            r#"{"id": "9", "x": "§\q"}"#,
            3,
            "F012 questions[1]",
        ),
        (
            "half a surrogate",
            r#"{"id": "9", "x": "§\ud800"}"#,
            3,
            "F012 questions[1]",
        ),
        (
            "Python's True",
            r#"{"id": "9", "hybrid": §True}"#,
            3,
            "F012 questions[1]",
        ),
        ("NaN", r#"{"id": "9", "x": §NaN}"#, 3, "F012 questions[1]"),
        (
            "leading zeros",
            r#"{"id": "9", "x": §007}"#,
            3,
            "F012 questions[1]",
        ),
        (
            "duplicate key",
            r#"{"id": "8", §"id": "9"}"#,
            3,
            "F013 questions[1]",
        ),
        ("single quotes", r#"{§'id': '9'}"#, 2, "F010 questions[1]"),
        ("bare word", r#"{"id": §nine}"#, 2, "F010 questions[1]"),
        ("no value", r#"{"id": §}"#, 2, "F010 questions[1]"),
        ("equals sign", r#"{"id" §= 9}"#, 2, "F010 questions[1]"),
        (
            "unclosed object",
            "{\"id\": \"9\", \"query\": {},\n§",
            2,
            "F010 questions[1]",
        ),
        (
            "unclosed list",
            r#"{"id": "9", "answers": [§}"#,
            2,
            "F010 questions[1]",
        ),
        ("one bracket too many", r#"{"id": "9"}§}"#, 3, "F016"),
        (
            "text between questions",
            r#"{"id": "9"} §and"#,
            3,
            "F010 questions[2]",
        ),
        ("nested too deep", &deep, 2, "F014 questions[1]"),
        ("a number for a question", "§12", 2, "Q001 questions[1]"),
        ("null for a question", "§null", 2, "Q001 questions[1]"),
        ("huge number", &huge, 3, "Q013 questions[1].id"),
        (
            "an exponent for an id",
            r#"{"id": §1e999}"#,
            3,
            "Q013 questions[1].id",
        ),
        (
            "null for an id",
            r#"{"id": §null}"#,
            3,
            "Q013 questions[1].id",
        ),
        ("no id", r#"§{"query": {}}"#, 3, "Q010 questions[1]"),
        ("duplicate id", &repeated, 3, "Q012 questions[1]"),
        ("empty id", r#"§{"id": ""}"#, 3, "Q011 questions[1]"),
    ];
    for (case, middle, questions, remark) in cases {
        // After an unclosed object the next question follows without another comma.
        let comma = if middle.ends_with('§') { "" } else { ",\n" };
        let text = qald(&format!("{first},\n{middle}{comma}{}", good(2)));
        expect_marked(case, &text, *questions, remark);
    }
}

#[test]
fn fields_of_the_wrong_kind_are_told() {
    let cases: &[(&str, String, &str)] = &[
        ("answers a number", with(r#""answers": §5"#), "Q014 answers"),
        (
            "answers one object",
            with(r#""answers": §{"boolean": true}"#),
            "A001 answers",
        ),
        (
            "results a list",
            with(r#""answers": [{"results": §[]}]"#),
            "Q014 answers[0].results",
        ),
        (
            "bindings an object",
            with(r#""answers": [{"results": {"bindings": §{}}}]"#),
            "Q014 answers[0].results.bindings",
        ),
        (
            "boolean a word",
            with(r#""answers": [{"boolean": §"perhaps"}]"#),
            "Q014 answers[0].boolean",
        ),
        (
            "confidence NaN",
            with(r#""answers": [{"boolean": true, "confidence": §"NaN"}]"#),
            "A021 answers[0].confidence",
        ),
        (
            "confidence of 120 %",
            with(r#""answers": [], "confidence": §1.2"#),
            "A021 confidence",
        ),
        (
            "flag a word",
            with(r#""aggregation": §"union""#),
            "Q031 aggregation",
        ),
        (
            "unknown answer type",
            with(r#""answertype": §"colour""#),
            "Q030 answertype",
        ),
        ("query a number", with(r#""query": §5"#), "Q014 query"),
        (
            "empty query",
            with(r#""query": {"sparql": §" "}"#),
            "Q040 query.sparql",
        ),
        (
            "pseudo query as SPARQL",
            with(r#""query": {"sparql": §"SELECT ?x { ?x text:\"a\" ?y }"}"#),
            "Q041 query.sparql",
        ),
        ("empty row", rows("§{}"), "A027 ROW"),
        (
            "variable forgotten",
            rows(r#"§{"type": "uri", "value": "http://y"}"#),
            "A009 ROW",
        ),
        (
            "unknown variable",
            rows(r#"{"y": §{"type": "uri", "value": "http://y"}}"#),
            "A010 ROW.y",
        ),
        ("term a string", rows(r#"{"x": §"http://y"}"#), "A031 ROW.x"),
        (
            "term without value",
            rows(r#"{"x": §{"type": "uri"}}"#),
            "A012 ROW.x",
        ),
        (
            "value a number",
            rows(r#"{"x": {"type": "literal", "value": §42}}"#),
            "A013 ROW.x.value",
        ),
        (
            "unknown type",
            rows(r#"{"x": {"type": §"thing", "value": "v"}}"#),
            "A014 ROW.x.type",
        ),
        (
            "IRI as literal",
            rows(r#"{"x": §{"type": "literal", "value": "http://y"}}"#),
            "A016 ROW.x",
        ),
        (
            "no IRI",
            rows(r#"{"x": §{"type": "uri", "value": "Berlin"}}"#),
            "A017 ROW.x",
        ),
        (
            "IRI in brackets",
            rows(r#"{"x": §{"type": "uri", "value": "<http://y>"}}"#),
            "A018 ROW.x",
        ),
        (
            "boolean as IRI",
            rows(r#"{"x": §{"type": "uri", "value": "true"}}"#),
            "A022 ROW.x",
        ),
    ];
    for (case, entry, remark) in cases {
        let (code, path) = remark.split_once(' ').unwrap();
        let path = path.replace("ROW", "answers[0].results.bindings[0]");
        expect_marked(
            case,
            &qald(entry),
            1,
            &format!("{code} questions[0].{path}"),
        );
    }
}

#[test]
fn slips_in_xml_cost_at_most_their_own_question() {
    let two = |middle: &str| xml(&format!("{}\n{middle}\n{}", good_xml(1), good_xml(2)));
    let cases: &[(&str, String, usize, &str)] = &[
        (
            "mismatched tags",
            two("<question id=\"9\"><string>a</strin></question>"),
            2,
            "F010",
        ),
        (
            "unclosed question",
            two("<question id=\"9\"><string>a</string>"),
            2,
            "F010",
        ),
        (
            "bare ampersand",
            two("<question id=\"9\"><string lang=\"en\">a & b</string></question>"),
            3,
            "F0",
        ),
        (
            "unknown entity",
            two("<question id=\"9\"><string lang=\"en\">&auml;</string></question>"),
            3,
            "F021",
        ),
        (
            "no id",
            two("<question><string lang=\"en\">a</string></question>"),
            3,
            "Q010",
        ),
        ("duplicate id", two(&good_xml(1)), 3, "Q012"),
        (
            "flag a word",
            two(
                "<question id=\"9\" aggregation=\"union\"><string lang=\"en\">a</string></question>",
            ),
            3,
            "Q031",
        ),
        (
            "unknown element",
            two("<question id=\"9\"><colour>red</colour></question>"),
            3,
            "F022",
        ),
    ];
    for (case, text, questions, code) in cases {
        let given = read(text.as_bytes()).unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(given.questions, *questions, "{case}: {:#?}", given.remarks);
        let remark = given
            .remarks
            .iter()
            .find(|remark| remark.code.id.starts_with(code))
            .unwrap_or_else(|| panic!("{case}: no {code} in {:#?}", given.remarks));
        assert!(remark.place.line >= 4, "{case}: {remark:?}");
    }
}

#[test]
fn declared_entities_are_never_expanded() {
    let bomb = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE dataset [\n<!ENTITY a \"ha\">\n<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">\n<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">\n]>\n<dataset id=\"d\"><question id=\"1\"><string lang=\"en\">&c;</string></question>{}</dataset>",
        good_xml(2)
    );
    let external = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE dataset [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<dataset id=\"d\"><question id=\"1\"><string lang=\"en\">&x;</string></question>{}</dataset>",
        good_xml(2)
    );
    for (text, verbatim) in [(bomb, "&c;"), (external, "&x;")] {
        let mut reader = Reader::from_bytes("file", text.as_bytes()).unwrap();
        let (questions, diagnostics) = reader.read_to_end();
        assert_eq!(questions[0].any_text(), Some(verbatim));
        assert_eq!(questions.len(), 2);
        let codes: Vec<_> = diagnostics.iter().map(|found| found.code.id).collect();
        assert!(
            codes.contains(&"F020") && codes.contains(&"F021"),
            "{codes:?}"
        );
    }
}

#[test]
fn a_file_cut_off_at_any_byte_is_told_so() {
    let whole_json = qald(&format!(
        "{},\n{},\n{}",
        good(1),
        rows(r#"{"x": {"type": "uri", "value": "http://ü"}}"#),
        good(3)
    ));
    let whole_xml = xml(&format!(
        "{}\n{}\n{}",
        good_xml(1),
        good_xml(2),
        good_xml(3)
    ));
    for whole in [whole_json, whole_xml] {
        for length in 1..whole.trim_end().len() {
            let part = &whole.as_bytes()[..length];
            match read(part) {
                Ok(given) => {
                    let told = given
                        .remarks
                        .iter()
                        .any(|remark| remark.severity() == Severity::Error);
                    assert!(told, "{}", String::from_utf8_lossy(part));
                    assert!(given.questions <= 3);
                }
                Err(ReadError::Unrecognised { .. } | ReadError::Empty { .. }) => {
                    assert!(length < 200, "{}", String::from_utf8_lossy(part));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn what_is_no_benchmark_is_described() {
    let cases: &[(&[u8], &str)] = &[
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"hello world", "text that begins with `hello world`"),
        (br#"["a", 1]"#, "a JSON list"),
        (
            br#"{"name": 1, "size": 2}"#,
            "a JSON object with `name`, `size`",
        ),
        (br#"[{"name": 1}]"#, "a JSON list of records with `name`"),
        (b"<html><body/></html>", "XML with the root element <html>"),
        (b"\x89PNG\r\n\x1a\n\0\0", "text that begins with"),
        (b"\"just a string\"", "text that begins with"),
    ];
    for (bytes, message) in cases {
        let error = match read(bytes) {
            Ok(_) => panic!("{} was read", String::from_utf8_lossy(bytes)),
            Err(error) => error.to_string(),
        };
        assert!(
            error.contains(message),
            "{error:?} does not contain {message:?}"
        );
    }
}

#[test]
fn encodings_other_than_utf8_are_read_and_told() {
    let text = qald(&good(1).replace("Who?", "Wer weiß é?"));
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    expect("UTF-16 without a mark", &utf16, 1, "F001 0:0 ");
    let mut marked = vec![0xff, 0xfe];
    marked.extend(&utf16);
    expect("UTF-16", &marked, 1, "F001 0:0 ");
    expect(
        "byte order mark",
        format!("\u{feff}{text}").as_bytes(),
        1,
        "F002 0:0 ",
    );
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    expect("Windows-1252", &latin, 1, "F001 0:0 ");
    // Mostly UTF-8, but damaged in one place: only that place is told.
    let mut damaged = text.replace("Who", "ü Who").into_bytes();
    let at = damaged.iter().position(|byte| *byte == b'W').unwrap();
    damaged[at + 1] = 0xff;
    let given = read(&damaged).unwrap();
    assert_eq!(given.questions, 1);
    assert!(
        given.remarks.iter().any(|remark| remark.code.id == "F003"),
        "{:?}",
        given.remarks
    );
}

#[test]
fn damaged_compression_keeps_what_came_before() {
    use std::io::Write;
    let text = qald(&(1..3000).map(good).collect::<Vec<_>>().join(",\n"));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(text.as_bytes()).unwrap();
    let mut bytes = encoder.finish().unwrap();
    assert_eq!(read(&bytes).unwrap().questions, 2999);
    bytes.truncate(bytes.len() / 2);
    let given = read(&bytes).unwrap();
    assert!(given.questions > 1000, "{}", given.questions);
    assert!(
        given.remarks.iter().any(|remark| remark.code.id == "F004"),
        "{:?}",
        given.remarks
    );
}

#[test]
fn a_string_of_a_gigabyte_is_passed_over_in_bounded_memory() {
    let before = qald(&format!("{},\n{{\"id\": \"", good(1)));
    let before = before.trim_end_matches("\n]}").to_owned();
    let after = format!("\"}},\n{}\n]}}", good(2));
    let text = Cursor::new(before)
        .chain(std::io::repeat(b'x').take(1 << 30))
        .chain(Cursor::new(after));
    let mut reader = Reader::from_reader("file", text).unwrap();
    let (questions, diagnostics) = reader.read_to_end();
    assert_eq!(questions.len(), 2);
    let codes: Vec<_> = diagnostics.iter().map(|found| found.code.id).collect();
    assert!(codes.contains(&"F015"), "{codes:?}");
    // The largest amount of memory that this process ever held, in KiB.
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok())
            .unwrap();
        assert!(peak < 400 << 10, "{peak} KiB");
    }
}
