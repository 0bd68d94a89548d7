//! What is wrong in files of today's benchmarks costs at most its own question, and is told with
//! its place.

use lydite_formats::Reader;
use lydite_model::Severity;

/// Reads a text in which `§` marks the place of the expected remark.
#[track_caller]
fn check(cases: &[(&str, &str, usize, &str)]) {
    let mut wrong = Vec::new();
    for (format, text, count, code) in cases {
        let (before, after) = text.split_once('§').unwrap();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap().chars().count();
        let text = format!("{before}{after}");
        let mut reader = match Reader::from_bytes("file", text.as_bytes()) {
            Ok(reader) => reader,
            Err(error) => {
                wrong.push(format!("{error}: {text}"));
                continue;
            }
        };
        let (questions, remarks) = reader.read_to_end();
        let seen: Vec<String> = remarks
            .iter()
            .filter(|remark| remark.severity() != Severity::Note)
            .map(|remark| {
                let place = &remark.place;
                format!("{} {}:{}", remark.code.id, place.line, place.column)
            })
            .collect();
        let right = seen.contains(&format!("{code} {line}:{column}"))
            && questions.len() == *count
            && reader.format().name == *format
            && !reader.damage().is_empty()
            && remarks.iter().all(|remark| !remark.message.is_empty());
        if !right {
            wrong.push(format!(
                "{text}\n  {} gave {} questions and {seen:?}, expected {count} and {code} {line}:{column}",
                reader.format().name,
                questions.len()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn records_of_json() {
    check(&[
        (
            "predictions",
            "{\"qid\": 1, \"answer\": []}\n{\"qid\": 2, \"answer\": [§\n{\"qid\": 3, \"answer\": []}\n",
            2,
            "F010",
        ),
        ("predictions", "{\"a1\": \"Q1\", \"a2\": \"Q2\"§", 2, "F011"),
        (
            "predictions",
            "[{\"id\": 1, \"answer\": []}, §7, {\"id\": 2, \"answer\": []}]",
            2,
            "Q001",
        ),
        (
            "predictions",
            "[{\"id\": 1, \"answer\": []}, {\"id\": §{}, \"answer\": []}]",
            2,
            "Q013",
        ),
        (
            "predictions",
            "[{\"id\": 1, \"answer\": [\"a\", §[\"b\"]]}]",
            1,
            "Q014",
        ),
        (
            "webqsp",
            "{\"Questions\": [{\"QuestionId\": \"1\", \"RawQuestion\": \"a\", \"Parses\": [{\"Answers\": §\"m.1\"}]}]}",
            1,
            "Q014",
        ),
        (
            "webqsp",
            "{\"Questions\": [{\"QuestionId\": \"1\", \"RawQuestion\": \"a\", \"Parses\": [{\"Answers\": [§{\"AnswerType\": \"Entity\"}]}]}]}",
            1,
            "Q014",
        ),
        (
            "webqsp",
            "{\"Questions\": [{\"QuestionId\": \"1\", \"RawQuestion\": \"a\", \"Parses\": §5}]}",
            1,
            "Q014",
        ),
        (
            "mintaka",
            "[{\"id\": \"1\", \"question\": \"a\", \"translations\": {}, \"complexityType\": \"c\", \"answer\": §\"Q1\"}]",
            1,
            "Q014",
        ),
        (
            "mintaka",
            "[{\"id\": \"1\", \"question\": \"a\", \"answer\": {\"answerType\": \"entity\", \"answer\": [§{\"label\": {}}]}}]",
            1,
            "Q014",
        ),
        (
            "rubq",
            "[{\"uid\": 1, \"question_text\": \"a\", \"answers\": §\"Q1\"}]",
            1,
            "Q014",
        ),
        (
            "rubq",
            "[{\"uid\": 1, \"question_text\": \"a\", \"answers\": [§{\"type\": \"uri\"}]}]",
            1,
            "Q014",
        ),
        (
            "grailqa",
            "[{\"qid\": 1, \"question\": \"a\", \"s_expression\": \"b\", \"answer\": §true}]",
            1,
            "Q014",
        ),
        (
            "mkqa",
            "{\"example_id\": 1, \"query\": \"a\", \"queries\": §[], \"answers\": {\"en\": []}}",
            1,
            "Q014",
        ),
        (
            "mkqa",
            "{\"example_id\": 1, \"query\": \"a\", \"queries\": {}, \"answers\": {\"en\": §\"b\"}}",
            1,
            "Q014",
        ),
        (
            "lc-quad-2-answers",
            "[{\"id\": \"1\", \"question\": \"a\", \"sparql\": \"ASK {}\", \"ans\": §\"b\", \"ans_id\": []}]",
            1,
            "Q014",
        ),
        (
            "lc-quad-2-answers",
            "[{\"id\": \"1\", \"question\": \"a\", \"sparql\": \"ASK {}\", \"ans\": [§{\"b\": 1}], \"ans_id\": [null]}]",
            1,
            "Q014",
        ),
        (
            "wikiwebquestions",
            "[{\"id\": \"1\", \"utterance\": \"a\", \"sparql\": \"ASK {}\", \"results\": §{\"x\": 1}}]",
            1,
            "Q014",
        ),
        (
            "wikiwebquestions",
            "[{\"id\": \"1\", \"utterance\": \"a\", \"sparql\": \"ASK {}\", \"results\": [{\"x\": §[1]}]}]",
            1,
            "Q014",
        ),
        (
            "freebaseqa-json",
            "{\"Questions\": [{\"Question-ID\": \"1\", \"RawQuestion\": \"a\", \"Parses\": [{\"Answers\": [§{\"AnswersName\": [\"b\"]}]}]}]}",
            1,
            "Q014",
        ),
        (
            "scholarly",
            "[{\"id\": \"1\", \"query_type\": \"b\", \"question\": {\"string\": \"a\"}, \"query\": {\"sparql\": §5}}]",
            1,
            "Q014",
        ),
        (
            "sempre",
            "[{\"utterance\": \"a\", \"targetValue\": §{\"b\": 1}}]",
            1,
            "Q014",
        ),
        (
            "kqa-pro",
            "[{\"question\": \"a\", \"choices\": [], \"program\": §\"b\"}]",
            1,
            "Q014",
        ),
    ]);
}

#[test]
fn lines_of_text() {
    let rows = |row: &str, bad: &str| format!("{row}\n{row}\n{row}\n{row}\n§{bad}\n{row}\n");
    let short = rows("who?\t[\"A\"]\t[]", "who?\t[\"A\"]");
    check(&[("answer-lists", &short, 6, "F055")]);
    let cases: Vec<(&str, String)> = vec![
        (
            "simple-questions",
            rows(
                "www.freebase.com/m/1\twww.freebase.com/a/b\twww.freebase.com/m/2\twho?",
                "www.freebase.com/m/1\tx",
            ),
        ),
        (
            "simple-questions-wikidata",
            rows("Q1\tP1\tQ2\twho?", "Q1\tP1\tQ2"),
        ),
        (
            "answer-lists",
            rows("who?\t[\"A\"]\t[]", "who?\t[\"A\"\t[]"),
        ),
        (
            "answer-lists",
            rows("who?\t[\"A\"]\t[]", "who?\t[\"A\"]\tA"),
        ),
        ("metaqa", rows("who is [A]\tB|C", "who is [A]")),
        ("freebaseqa", rows("Who is it? | ann", "Who is it?")),
        (
            "mlpq",
            rows("who?@@@<http://a> <http://b> <http://c>", "who?"),
        ),
        (
            "graph-questions-answers",
            rows("1\t0.5\t[\"A\"]\t[]\t1,1\tnone\t1\t-2", "1\t0.5\t[\"A\"]"),
        ),
        ("exaqt", rows("1|1.0|1.0|1.0|Q1#0.5", "1|1.0|1.0|1.0")),
    ];
    for (format, text) in &cases {
        check(&[(format, text, 5, "F054")]);
    }
}
