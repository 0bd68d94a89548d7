//! The files of today's benchmarks, written in another way without saying anything else: what is
//! recognised and read must stay the same.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use lydite_formats::{Item, Reader};
use lydite_model::{QueryForm, Question, QuestionId, Severity};
use serde_json::{Map, Value};

/// What a question says, in one text; without its identifier where that is a position.
fn said(question: &Question, ids: bool) -> String {
    let mut text = String::new();
    if ids {
        write!(text, "{} ", question.id).unwrap();
    }
    // The order of languages and notations is that of the members.
    let mut texts: Vec<_> = question.texts.iter().collect();
    texts.sort_by_key(|text| &text.language);
    for wording in texts {
        write!(text, "{}:{:?} ", wording.language, wording.string).unwrap();
    }
    let mut queries: Vec<_> = question.queries.iter().collect();
    queries.sort_by_key(|query| query.form != QueryForm::Sparql);
    for query in queries {
        // A program is JSON, however it is laid out.
        let program: Option<Value> = serde_json::from_str(&query.text).ok();
        let shown = program.map_or(query.text.clone(), |program| program.to_string());
        write!(text, "{:?}:{shown} ", query.form).unwrap();
    }
    let answers = (
        &question.answers,
        &question.predicted,
        &question.localised_answers,
        &question.scope,
    );
    write!(text, "{answers:?} {:?}", question.order_matters).unwrap();
    for query in &question.predicted_queries {
        write!(text, " predicted {}", query.text).unwrap();
    }
    text
}

/// What a file gives: its format, its questions, and the errors in it.
struct Given {
    format: &'static str,
    questions: Vec<Question>,
    errors: Vec<String>,
}

fn read(bytes: &[u8]) -> Result<Given, String> {
    let mut reader = Reader::from_bytes("file", bytes).map_err(|error| error.to_string())?;
    let (mut questions, mut errors) = (Vec::new(), Vec::new());
    for item in reader.items() {
        match item {
            Item::Question(question, _) => questions.push(question),
            Item::Diagnostic(found) if found.severity() == Severity::Error => {
                errors.push(format!("{}: {}", found.place, found.message));
            }
            Item::Diagnostic(_) => {}
        }
    }
    Ok(Given {
        format: reader.format().name,
        questions,
        errors,
    })
}

/// Whether the questions have identifiers of their own.
fn has_ids(questions: &[Question]) -> bool {
    let position = |at: usize| QuestionId::position(at + 1);
    !questions
        .iter()
        .enumerate()
        .all(|(at, question)| question.id == position(at))
}

/// Another way to write a file, and which of its questions are left.
struct Rewritten {
    how: &'static str,
    bytes: Vec<u8>,
    skipped: usize,
    count: usize,
}

/// The records of a JSON file, and what stands around them.
struct Records {
    records: Vec<Value>,
    /// The root object and the key of the list, if the root is not a list.
    around: Option<(Map<String, Value>, String)>,
    is_lines: bool,
}

impl Records {
    fn of(text: &str) -> Option<Self> {
        let records = |list: &Value| {
            let list = list.as_array()?;
            let all = !list.is_empty() && list.iter().all(Value::is_object);
            all.then(|| list.clone())
        };
        match serde_json::from_str(text) {
            Ok(Value::Object(root)) => {
                let lists = root.iter().filter(|(_, value)| value.is_array()).count();
                let (key, list) = root
                    .iter()
                    .find_map(|(key, value)| Some((key.clone(), records(value)?)))?;
                (lists == 1).then_some(Self {
                    records: list,
                    around: Some((root, key)),
                    is_lines: false,
                })
            }
            Ok(list) => Some(Self {
                records: records(&list)?,
                around: None,
                is_lines: false,
            }),
            Err(_) => {
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                let records: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
                let records = records.ok()?;
                records.iter().all(Value::is_object).then_some(Self {
                    records,
                    around: None,
                    is_lines: true,
                })
            }
        }
    }

    /// The records in the frame in which they stood.
    fn framed(&self, records: Vec<Value>) -> String {
        if self.is_lines {
            return lines(&records);
        }
        let root = match &self.around {
            None => Value::Array(records),
            Some((root, key)) => {
                let mut root = root.clone();
                root.insert(key.clone(), Value::Array(records));
                Value::Object(root)
            }
        };
        root.to_string()
    }

    /// Each record changed.
    fn each(&self, change: impl Fn(&Map<String, Value>) -> Map<String, Value>) -> String {
        let objects = self.records.iter().filter_map(Value::as_object);
        self.framed(objects.map(|one| Value::Object(change(one))).collect())
    }
}

/// A record on each line.
fn lines(records: &[Value]) -> String {
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    lines.join("\n") + "\n"
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// A JSON text without any character that is not ASCII.
fn escaped(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    let mut units = [0; 2];
    for c in text.chars() {
        if c.is_ascii() {
            ascii.push(c);
        } else {
            for unit in c.encode_utf16(&mut units) {
                write!(ascii, "\\u{unit:04x}").unwrap();
            }
        }
    }
    ascii
}

/// The names that identifiers go by.
const IDS: &[&str] = &[
    "id",
    "uid",
    "qid",
    "QuestionId",
    "ID",
    "Id",
    "example_id",
    "question_id",
    "turnID",
];

/// The record with a number for an identifier that is text, and the other way round.
fn with_another_id(record: &Map<String, Value>) -> Map<String, Value> {
    let mut record = record.clone();
    for key in IDS {
        if let Some(id) = record.get_mut(*key) {
            *id = match id {
                Value::String(text) => match text.parse::<i64>() {
                    Ok(number) if number.to_string() == *text => number.into(),
                    _ => continue,
                },
                Value::Number(number) => number.to_string().into(),
                _ => continue,
            };
        }
    }
    record
}

/// A JSON file in every other way.
fn json(text: &str, count: usize) -> Vec<Rewritten> {
    let mut all = everything(text, count);
    let Some(file) = Records::of(text) else {
        return all;
    };
    let mut add = |how, text: String, skipped, count| {
        all.push(Rewritten {
            how,
            bytes: text.into_bytes(),
            skipped,
            count,
        });
    };
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    let compact = file.framed(file.records.clone());
    if !file.is_lines {
        let value: Value = serde_json::from_str(text).unwrap();
        add("indented", pretty(&value), 0, count);
        add(
            "indented, CRLF",
            pretty(&value).replace('\n', "\r\n"),
            0,
            count,
        );
    }
    add("in ASCII", escaped(&compact), 0, count);
    add("compact", compact, 0, count);
    let backwards = |record: &Map<String, Value>| {
        record
            .iter()
            .rev()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    add("members backwards", file.each(backwards), 0, count);
    add("other ids", file.each(with_another_id), 0, count);
    add(
        "more members",
        file.each(|record| {
            let mut more = Map::new();
            more.insert("annotator".to_owned(), "A. B.".into());
            more.extend(record.clone());
            more.insert(
                "remarks".to_owned(),
                Value::Array(vec![1.into(), Value::Null]),
            );
            more
        }),
        0,
        count,
    );
    if file.around.is_none() && !file.is_lines {
        add("on lines", lines(&file.records), 0, count);
        let wrapped = serde_json::json!({ "questions": file.records });
        add("as questions", wrapped.to_string(), 0, count);
    } else {
        add(
            "as a list",
            Value::from(file.records.clone()).to_string(),
            0,
            count,
        );
        add("on lines", lines(&file.records), 0, count);
    }
    if file.records.len() == count {
        let half = count / 2;
        add(
            "second half",
            file.framed(file.records[half..].to_vec()),
            half,
            count - half,
        );
        add("first only", file.framed(file.records[..1].to_vec()), 0, 1);
        let last = file.records[count - 1..].to_vec();
        add("last only", file.framed(last.clone()), count - 1, 1);
        add("last as a line", lines(&last), count - 1, 1);
    }
    all
}

/// Lines of text in every other way.
fn text(text: &str, count: usize) -> Vec<Rewritten> {
    let mut all = everything(text, count);
    let mut add = |how, text: String, skipped, count| {
        all.push(Rewritten {
            how,
            bytes: text.into_bytes(),
            skipped,
            count,
        });
    };
    add("CRLF", text.replace('\n', "\r\n"), 0, count);
    add(
        "blank lines",
        format!("\n\n{}\n\n", text.replace('\n', "\n\n")),
        0,
        count,
    );
    add("no last line end", text.trim_end().to_owned(), 0, count);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if lines.len() == count {
        let half = count / 2;
        add("second half", lines[half..].join("\n"), half, count - half);
        add("three lines", lines[..3].join("\n"), 0, 3);
    }
    all
}

/// What can be done with any text.
fn everything(text: &str, count: usize) -> Vec<Rewritten> {
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    [
        ("with a mark", format!("\u{feff}{text}").into_bytes()),
        ("packed", packed(text)),
        ("packed, with a mark", packed(&format!("\u{feff}{text}"))),
        ("after blank lines", format!("\n \n{text}").into_bytes()),
        ("UTF-16", utf16),
    ]
    .map(|(how, bytes)| Rewritten {
        how,
        bytes,
        skipped: 0,
        count,
    })
    .into()
}

/// The first records of a file, for a few of them say as much as all.
fn excerpt(text: &str) -> Cow<'_, str> {
    const MOST: usize = 60;
    if !text.trim_start().starts_with(['{', '[']) {
        let lines: Vec<&str> = text.lines().take(MOST).collect();
        return Cow::Owned(lines.join("\n") + "\n");
    }
    match Records::of(text) {
        Some(mut file) if file.records.len() > MOST => {
            file.records.truncate(MOST);
            Cow::Owned(file.framed(file.records.clone()))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Whether a file may be read otherwise than it is published, and why that is right.
fn is_excused(file: &str, how: &str) -> bool {
    match how {
        // Too few of them to tell what they are.
        "three lines" => ["flexkbqa-kqa-pro-test.txt", "nspm-place-300.en"].contains(&file),
        // The first system counts.
        "members backwards" => file == "tequila-tempquestions.json",
        _ => false,
    }
}

/// Whether one format is as good as the other.
fn is_as_good(one: &str, other: &str) -> bool {
    let bare = ["queries", "json-lines"];
    one == other || bare.contains(&one) && bare.contains(&other)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_data = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let described = [
            "catalogue.json",
            "SOURCES.md",
            "expected.json",
            "scorer-vectors.json",
        ];
        path.is_file() && !described.contains(&name)
    };
    let mut files: Vec<PathBuf> = entries.filter(is_data).collect();
    files.sort();
    files
}

#[test]
fn a_file_written_otherwise_is_read_alike() {
    let Some(folder) = lydite_testing::shared("datasets-modern") else {
        return;
    };
    let (mut compared, mut wrong) = (0, Vec::new());
    for folder in [
        folder.clone(),
        folder.join("predictions"),
        folder.join("wikikgqa"),
    ] {
        for path in files(&folder) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let content = std::fs::read_to_string(&path).unwrap();
            let content = content.trim_start_matches('\u{feff}');
            let content = &*excerpt(content);
            let whole = read(content.as_bytes()).unwrap();
            let count = whole.questions.len();
            let ids = has_ids(&whole.questions);
            let others = if content.trim_start().starts_with(['{', '[']) {
                json(content, count)
            } else {
                text(content, count)
            };
            for other in others {
                if is_excused(name, other.how) {
                    continue;
                }
                compared += 1;
                let mut complain =
                    |what: String| wrong.push(format!("{name}, {}: {what}", other.how));
                let given = match read(&other.bytes) {
                    Ok(given) => given,
                    Err(error) => {
                        complain(error);
                        continue;
                    }
                };
                if !is_as_good(given.format, whole.format) {
                    complain(format!("{} instead of {}", given.format, whole.format));
                    continue;
                }
                if given.questions.len() != other.count {
                    complain(format!(
                        "{} questions instead of {}",
                        given.questions.len(),
                        other.count
                    ));
                    continue;
                }
                if let Some(error) = given.errors.first().filter(|_| whole.errors.is_empty()) {
                    complain(error.clone());
                }
                let expected = whole.questions[other.skipped..].iter();
                let differ = expected.zip(&given.questions).find_map(|(one, other)| {
                    let (one, other) = (said(one, ids), said(other, ids));
                    (one != other).then(|| format!("{other}\n    instead of {one}"))
                });
                if let Some(differ) = differ {
                    complain(differ.chars().take(600).collect());
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(compared > 900, "{compared}");
}
