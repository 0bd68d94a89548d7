//! The JSON and YAML formats against real files: their figures are those of the catalogue that
//! was counted independently of this reader.

use std::collections::BTreeMap;
use std::path::Path;

use lydite_formats::{ReadError, Reader, formats};
use lydite_model::{
    AnswerSet, Dataset, Diagnostic, Language, QueryForm, Question, Scope, Severity,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn load(path: &Path) -> (&'static str, Dataset, Vec<Diagnostic>) {
    let reader = Reader::open(path).unwrap_or_else(|error| panic!("{error}"));
    let format = reader.format().name;
    let mut remarks = Vec::new();
    let dataset = reader.load(&mut |remark| remarks.push(remark));
    (format, dataset, remarks)
}

/// Counts the questions by what a field says, in the catalogue's words.
fn tally<T>(
    dataset: &Dataset,
    field: impl Fn(&Question) -> Option<T>,
    word: impl Fn(T) -> String,
) -> Value {
    let mut counts = BTreeMap::<String, usize>::new();
    for question in &dataset.questions {
        let key = field(question).map_or("missing".to_owned(), &word);
        *counts.entry(key).or_default() += 1;
    }
    json!(counts)
}

fn languages(dataset: &Dataset) -> Value {
    #[derive(Default)]
    struct Counts {
        strings: usize,
        nonempty: usize,
        questions: usize,
        keywords: usize,
    }
    let mut counts = BTreeMap::<String, Counts>::new();
    for question in &dataset.questions {
        let mut seen = Vec::new();
        for text in &question.texts {
            let entry = counts.entry(text.language.to_string()).or_default();
            entry.strings += 1;
            entry.keywords += usize::from(!text.keywords.is_empty());
            if text
                .string
                .as_deref()
                .is_some_and(|string| !string.is_empty())
            {
                entry.nonempty += 1;
                entry.questions += usize::from(!seen.contains(&&text.language));
                seen.push(&text.language);
            }
        }
    }
    counts
        .into_iter()
        .map(|(language, counts)| {
            let counts = json!({
                "strings": counts.strings,
                "nonempty_strings": counts.nonempty,
                "questions": counts.questions,
                "keywords": counts.keywords,
            });
            (language, counts)
        })
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Whether a question is answered by yes or no, be it hidden in a row.
fn is_boolean(question: &Question) -> bool {
    let Some(answers) = &question.answers else {
        return false;
    };
    answers.as_boolean().is_some()
        || answers.as_table().is_some_and(|table| {
            let mut terms = table.terms();
            let is_word = |value: &str| matches!(&*value.to_lowercase(), "true" | "false");
            table.len() == 1 && terms.next().is_some_and(|term| is_word(term.value()))
        })
}

/// The figures of the catalogue, counted in what was read.
fn figures(dataset: &Dataset) -> BTreeMap<&'static str, Value> {
    let count = |test: &dyn Fn(&Question) -> bool| {
        json!(
            dataset
                .questions
                .iter()
                .filter(|question| test(question))
                .count()
        )
    };
    let rows = |question: &Question| question.answers.as_ref().map_or(0, AnswerSet::len);
    let has = |question: &Question, form| question.query(form).is_some();
    let english = Language::new("en");
    let mut wordings: Vec<_> = dataset
        .questions
        .iter()
        .flat_map(|question| &question.texts)
        .filter(|text| text.language == english)
        .filter_map(|text| text.string.as_deref())
        .collect();
    wordings.sort_unstable();
    wordings.dedup();
    let flag = |flag: Option<bool>| flag.map(|value| value.to_string());
    BTreeMap::from([
        ("dataset_id", json!(dataset.info.id)),
        ("questions", json!(dataset.questions.len())),
        ("languages", languages(dataset)),
        ("distinct_english_strings", json!(wordings.len())),
        ("with_sparql", count(&|q| has(q, QueryForm::Sparql))),
        ("with_pseudo_query", count(&|q| has(q, QueryForm::Pseudo))),
        (
            "with_no_query",
            count(&|q| q.queries.is_empty() && q.scope != Scope::Marked),
        ),
        ("out_of_scope_marked", count(&|q| q.scope == Scope::Marked)),
        (
            "out_of_scope_implied_no_query_and_no_answers",
            count(&|q| q.scope == Scope::Implied),
        ),
        ("with_answers", count(&|q| rows(q) > 0)),
        (
            "empty_answers",
            count(&|q| q.answers.as_ref().is_some_and(AnswerSet::is_empty)),
        ),
        ("answers_field_missing", count(&|q| q.answers.is_none())),
        (
            "answer_rows",
            json!(dataset.questions.iter().map(rows).sum::<usize>()),
        ),
        (
            "max_answer_rows",
            json!(dataset.questions.iter().map(rows).max()),
        ),
        ("boolean_questions", count(&is_boolean)),
        (
            "answertype",
            tally(
                dataset,
                |q| q.answer_type.clone(),
                |word| format!("\"{word}\""),
            ),
        ),
        (
            "aggregation",
            tally(dataset, |q| flag(q.aggregation), |word| word),
        ),
        ("onlydbo", tally(dataset, |q| flag(q.only_dbo), |word| word)),
        ("hybrid", tally(dataset, |q| flag(q.hybrid), |word| word)),
    ])
}

/// Flags are written as booleans or as words; that is no difference here.
fn without_quotes(counts: &Value) -> Value {
    let counts = counts.as_object().cloned().unwrap_or_default();
    let bare = |(key, value): (String, Value)| (key.trim_matches('"').to_owned(), value);
    counts
        .into_iter()
        .map(bare)
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
fn real_files_have_the_figures_of_the_catalogue() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let formats = BTreeMap::from([
        ("qald-5-json", "qald-5-json"),
        ("extended-qald-json", "extended-qald-json"),
        ("lc-quad-1-json", "lc-quad"),
        ("nlq-json", "nlq"),
        ("simple-dbpedia-qa-json", "simple-dbpedia-qa"),
    ]);
    let directory = shared.join("datasets");
    let catalogue = std::fs::read_to_string(directory.join("catalogue.json")).unwrap();
    let catalogue: Value = serde_json::from_str(&catalogue).unwrap();
    let mut differences = Vec::new();
    let mut files = 0;
    for entry in catalogue["files"].as_array().unwrap() {
        let Some(expected) = entry["format"].as_str().and_then(|name| formats.get(name)) else {
            continue;
        };
        files += 1;
        let file = entry["file"].as_str().unwrap();
        let (format, dataset, remarks) = load(&directory.join(file));
        assert_eq!(format, *expected, "{file}");
        let errors = remarks.iter().filter(|r| r.severity() == Severity::Error);
        assert_eq!(errors.count(), 0, "{file}");
        for (name, found) in figures(&dataset) {
            let stated = match name {
                "aggregation" | "onlydbo" | "hybrid" => without_quotes(&entry[name]),
                _ => entry[name].clone(),
            };
            if stated != found {
                differences.push(format!("{file}: {name} is {stated}, found {found}"));
            }
        }
    }
    assert_eq!(files, 9);
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn the_templates_of_lc_quad_are_read() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let (format, dataset, remarks) = load(&shared.join("datasets/lc-quad-1-templates.json"));
    assert_eq!((format, remarks.len()), ("lc-quad-templates", 0));
    assert_eq!(dataset.questions.len(), 42);
    let has_template = |question: &Question| question.query(QueryForm::Template).is_some();
    assert!(dataset.questions.iter().all(has_template));
}

#[test]
fn all_files_of_text2sparql_are_read() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let system = |name: &str, file: &str| format!("text2sparql/results/{name}/db25_{file}.json");
    let mut cases = vec![
        (
            "text2sparql/questions_db25.yaml".to_owned(),
            "text2sparql-yaml",
            100,
        ),
        (
            "kg/benchmarks/text2sparql-db25-questions.yaml.gz".to_owned(),
            "text2sparql-yaml",
            100,
        ),
        (
            "kg/ck25/dev-questions.yml".to_owned(),
            "text2sparql-yaml",
            70,
        ),
        (
            "text2sparql/db25_true_result_set.json".to_owned(),
            "text2sparql-results",
            200,
        ),
        (
            "kg/benchmarks/text2sparql-db25-true-results.json.gz".to_owned(),
            "text2sparql-results",
            200,
        ),
        (system("MIPT", "answers"), "text2sparql-answers", 192),
    ];
    for name in ["AIFB", "DBPEDIA-CG", "FRANZ", "INFAI", "IIS-L"] {
        cases.push((system(name, "answers"), "text2sparql-answers", 200));
    }
    for name in ["AIFB", "DBPEDIA-CG", "FRANZ", "INFAI"] {
        cases.push((
            system(name, "system_result_set"),
            "text2sparql-results",
            200,
        ));
    }
    for (file, expected, questions) in cases {
        let (format, dataset, remarks) = load(&shared.join(&file));
        assert_eq!(
            (format, dataset.questions.len()),
            (expected, questions),
            "{file}"
        );
        // Systems did not answer every question; nothing else is irregular.
        let expected = |remark: &&Diagnostic| matches!(remark.code.id, "Q040" | "A007");
        let others: Vec<_> = remarks.iter().filter(|remark| !expected(remark)).collect();
        assert!(others.is_empty(), "{file}: {others:?}");
    }
    for name in ["AIFB", "DBPEDIA-CG", "FRANZ", "INFAI", "IIS-L", "MIPT"] {
        match Reader::open(shared.join(system(name, "eval"))) {
            Err(ReadError::Unrecognised { found, .. }) => assert!(found.contains("scores")),
            _ => panic!("{name}: scores were taken for something else"),
        }
    }
}

#[test]
fn result_sets_are_read_value_by_value() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    for file in [
        "text2sparql/db25_true_result_set.json",
        "text2sparql/results/INFAI/db25_system_result_set.json",
    ] {
        let (_, dataset, _) = load(&shared.join(file));
        let source = std::fs::read_to_string(shared.join(file)).unwrap();
        let source: Value = serde_json::from_str(&source).unwrap();
        assert_eq!(dataset.info.prefix.as_deref(), Some("db25"));
        for question in &dataset.questions {
            let language = question.language.as_ref().unwrap();
            let set = &source[format!("db25:{}-{language}", question.id)];
            let set = set.as_object().unwrap();
            let answers = question.answers.as_ref().unwrap();
            match (answers.as_boolean(), answers.as_table()) {
                (Some(truth), _) => assert_eq!(set["true"], json!(u8::from(truth))),
                (_, Some(table)) => {
                    assert!(table.terms().map(lydite_model::Term::value).eq(set.keys()));
                }
                _ => unreachable!(),
            }
        }
    }
}

/// The same questions are in a YAML and in a QALD-JSON file.
#[test]
fn yaml_and_json_say_the_same() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let (_, yaml, _) = load(&shared.join("kg/ck25/dev-questions.yml"));
    let (_, json, _) = load(&shared.join("kg/ck25/dev-questions.json"));
    assert_eq!(yaml.info.id, json.info.id);
    assert_eq!(yaml.info.prefix.as_deref(), Some("ck25-dev"));
    for (yaml, json) in yaml.questions.iter().zip(&json.questions) {
        assert_eq!(yaml.id, json.id);
        assert_eq!(yaml.queries, json.queries);
        let texts = |question: &Question| -> Vec<_> {
            let texts = question.texts.iter();
            texts
                .map(|text| (text.language.clone(), text.string.clone()))
                .collect()
        };
        assert_eq!(texts(yaml), texts(json));
    }
    let ordered = yaml
        .questions
        .iter()
        .filter(|q| q.extras.contains_key("features"));
    assert_eq!(ordered.count(), 3);
}

/// What web services return is read like a file.
#[test]
fn responses_of_web_services_are_read() {
    let cases = [
        // GERBIL's protocol, with and without an id.
        (
            "qald-json",
            r#"{"questions": [{"id": "1", "answertype": "resource",
                "question": [{"language": "en", "string": "Who?", "keywords": ""}],
                "query": {"sparql": "SELECT ?uri WHERE {}"},
                "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": [
                    {"uri": {"type": "uri", "value": "http://example.org/A"}}]}}]}]}"#,
            "F030",
        ),
        (
            "qald-json",
            r#"{"questions": [{"question": [{"language": "en", "string": "Is it?"}],
                "query": {"sparql": "ASK {}"}, "answers": [{"head": {}, "boolean": true}]}]}"#,
            "Q010 F030",
        ),
        // QAnswer: answers within a string, an empty id field.
        (
            "extended-qald-json",
            r#"{"questions": [{"question": {
                "answers": "{\"head\": {\"vars\": [\"o1\"]}, \"results\": {\"bindings\": [{\"o1\": {\"type\": \"uri\", \"value\": \"http://www.wikidata.org/entity/Q64\"}}]}}",
                "language": [{"SPARQL": "SELECT ?o1 WHERE {}", "confidence": 0.98}]}}]}"#,
            "A023 Q010",
        ),
        (
            "service-response",
            r#"{"answers": ["http://example.org/A"], "sparql": "SELECT ?x WHERE {}"}"#,
            "",
        ),
        (
            "service-response",
            r#"{"dataset": "https://example.org/", "question": "Who?", "query": "SELECT ?x WHERE {}"}"#,
            "Q022",
        ),
        (
            "sparql-results-json",
            r#"{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "bnode", "value": "b0"}}]}}"#,
            "",
        ),
    ];
    for (format, text, codes) in cases {
        let reader = Reader::from_bytes("response", text.as_bytes()).unwrap();
        assert_eq!(reader.format().name, format, "{text}");
        let mut found = Vec::new();
        let dataset = reader.load(&mut |remark| found.push(remark.code.id));
        assert_eq!(found.join(" "), codes, "{text}");
        assert_eq!(dataset.questions.len(), 1, "{text}");
        assert_eq!(dataset.questions[0].id.as_str(), "1", "{text}");
        assert!(dataset.questions[0].is_answered(), "{text}");
    }
}

/// Reads bytes to their end, where all remarks must have a place; gives the format, if it was
/// recognised.
fn read(bytes: &[u8]) -> Option<&'static str> {
    let mut reader = Reader::from_bytes("file", bytes).ok()?;
    let lines = 1 + bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    let check = |remark: Diagnostic| {
        assert!(remark.place.line <= lines, "{remark:?}");
        if let Some(snippet) = &remark.snippet {
            assert!(
                snippet.text.get(snippet.start..snippet.end).is_some(),
                "{remark:?}"
            );
        }
    };
    reader.read_to_end().1.into_iter().for_each(check);
    Some(reader.format().name)
}

/// Whatever is cut off or damaged, reading ends without a panic.
#[test]
fn damaged_files_are_read_without_a_panic() {
    let Some(shared) = lydite_testing::shared("") else {
        return;
    };
    let files = [
        "datasets/qald-5-train.json",
        "datasets/qald-7-train-multilingual-extended.json",
        "datasets/lc-quad-1-test.json",
        "datasets/lc-quad-1-templates.json",
        "datasets/nlq1-cp949.json",
        "datasets/simple-dbpedia-qa-valid.json",
        "text2sparql/questions_db25.yaml",
        "text2sparql/results/MIPT/db25_answers.json",
        "text2sparql/results/FRANZ/db25_system_result_set.json",
    ];
    for file in files {
        let bytes = std::fs::read(shared.join(file)).unwrap();
        let head = &bytes[..bytes.len().min(3000)];
        for end in 0..head.len() {
            read(&head[..end]);
        }
        for (at, damage) in (0..head.len())
            .step_by(7)
            .zip(b"\"{}[]:,\\\n- \xff0".iter().cycle())
        {
            let mut damaged = head.to_vec();
            damaged[at] = *damage;
            read(&damaged);
        }
    }
}

/// The keys of all formats.
const KEYS: &str = "id _id ID qname question questions Questions body language lang string keywords \
    annotations URI char_begin char_end type metadata answertype aggregation onlydbo hybrid \
    answeritemtype query Query SPARQL sparql schemaless pseudo sparql_query corrected_question \
    intermediary_question sparql_template_id template n_entities Subject PredicateList Predicate \
    FreebasePredicate answers answer head vars results bindings boolean confidence value datatype \
    xml:lang features dataset prefix endpoint uri en de order_required p:1-en p:2-es DatasetName";

/// Documents that have the right words in the wrong places.
fn document() -> impl Strategy<Value = Value> {
    let word = || prop::sample::select(KEYS.split_whitespace().collect::<Vec<_>>());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        word().prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..8).prop_map(|members| {
                let members = members.into_iter();
                Value::Object(
                    members
                        .map(|(key, value)| (key.to_owned(), value))
                        .collect(),
                )
            }),
        ]
    })
}

/// The beginnings of entries by which the formats are recognised.
const ENTRIES: [(&str, &str); 12] = [
    ("qald-5-json", r#"{"questions": [{"body": [], "x": @}]}"#),
    (
        "extended-qald-json",
        r#"{"questions": [{"question": {"language": [@], "answers": @}}]}"#,
    ),
    (
        "text2sparql-json",
        r#"{"questions": [{"question": {"en": ""}}, @], "dataset": @}"#,
    ),
    (
        "eqald-json",
        r#"{"questions": [{"metadata": {"answertype": @}, "question": @, "query": @, "answers": @}]}"#,
    ),
    (
        "qald-json",
        r#"{"dataset": @, "questions": [{"question": @, "query": @, "answers": @}]}"#,
    ),
    (
        "simple-dbpedia-qa",
        r#"{"DatasetName": @, "Questions": [{"Query": @, "Subject": @, "PredicateList": @}]}"#,
    ),
    (
        "text2sparql-answers",
        r#"[{"qname": @, "query": @, "question": @, "dataset": @}]"#,
    ),
    (
        "text2sparql-results",
        r#"{"order_required": [@], "p:1-en": {"a": 1}}"#,
    ),
    (
        "lc-quad",
        r#"[{"corrected_question": @, "sparql_query": @, "sparql_template_id": @}, @]"#,
    ),
    (
        "nlq",
        r#"[{"id": @, "lang": @, "question": @, "sparql": @, "answer": @}, @]"#,
    ),
    ("sparql-results-json", r#"{"head": @, "results": @}"#),
    (
        "text2sparql-yaml",
        "dataset: @\nquestions:\n- id: @\n  question: @\n  query: @\n- @\n",
    ),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn wrong_values_in_any_place_are_read(values in prop::collection::vec(document(), 4)) {
        for (_, entry) in ENTRIES {
            let mut values = values.iter();
            let mut parts = entry.split('@');
            let mut text = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                text += &values.next().map_or("null".to_owned(), Value::to_string);
                text += part;
            }
            read(text.as_bytes());
        }
    }

    #[test]
    fn any_document_is_read_or_refused(value in document(), text in any::<String>()) {
        read(value.to_string().as_bytes());
        read(format!("questions:\n  - {value}\n  - {text}\n").as_bytes());
        read(format!("questions:\n{text}\n- {value}").as_bytes());
        read(text.as_bytes());
    }
}

#[test]
fn the_sample_entries_are_of_their_formats() {
    for (format, entry) in ENTRIES {
        assert_eq!(read(entry.replace('@', "1").as_bytes()), Some(format));
        assert!(formats().any(|known| known.name == format));
    }
}
