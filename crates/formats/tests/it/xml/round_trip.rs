//! What QALD-XML can say is read as it was written; what it cannot say is reported, and never
//! makes the file unreadable.

use lydite_formats::codes;
use lydite_model::{
    AnswerSet, AnswerType, DatasetInfo, Language, Literal, Query, QueryForm, Question, QuestionId,
    Scope, Severity, Table, Term, Text,
};
use proptest::prelude::*;

use super::{read, write};

/// Any characters that XML allows, with those that it treats specially.
fn characters() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "\\PC{0,8}".prop_map(|text| text.replace(['\u{fffe}', '\u{ffff}'], "")),
        1 => prop::sample::select(vec!["]]>", "<![CDATA[", "&amp;", "<", "\r", "\n", "\r\n", "\t", "\"", "</question>", "]"])
            .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// Text without white space around it, which QALD-XML does not keep.
fn text() -> impl Strategy<Value = String> {
    characters().prop_map(|text| text.trim().to_owned())
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(vec!["en", "de", "pt_BR", "zh-cn"]).prop_map(Language::new)
}

fn texts() -> impl Strategy<Value = Vec<Text>> {
    let keywords = prop::collection::vec("[a-zé漢]{1,5}( [a-z<&]{1,3})?", 0..3)
        .prop_map(|words| words.iter().map(|word| word.trim().to_owned()).collect());
    let wording = (language(), text(), keywords).prop_map(|(language, string, keywords)| Text {
        keywords,
        ..Text::new(language, string)
    });
    let announced = prop::option::of("[a-z]{1,9}");
    (prop::collection::vec(wording, 0..4), announced).prop_map(|(mut texts, announced)| {
        // Keywords cannot belong to a paraphrase of a wording without any.
        for at in 1..texts.len() {
            let (before, rest) = texts.split_at_mut(at);
            if before
                .iter()
                .any(|text| text.language == rest[0].language && text.keywords.is_empty())
            {
                rest[0].keywords.clear();
            }
        }
        // Keywords without a wording come last.
        texts.extend(announced.map(|word| Text {
            keywords: vec![word],
            ..Text::announced(Language::new("fa"))
        }));
        texts
    })
}

fn query(form: QueryForm) -> impl Strategy<Value = Query> {
    text().prop_map(move |text| Query::new(form, format!("ASK {text}").trim()))
}

/// Columns of which each row has the first ones, as the repeated ones need those before them.
fn table() -> impl Strategy<Value = Table> {
    let columns = prop::sample::select(vec![
        vec!["uri"],
        vec!["uri", "string"],
        vec!["string", "uri", "uri#1", "uri#2"],
        vec!["number", "date", "boolean", "date#1"],
    ]);
    let row = (prop::collection::vec(text(), 4), 0usize..5);
    (columns, prop::collection::vec(row, 1..5)).prop_map(|(columns, rows)| {
        let mut table = Table::new(columns.iter().map(|&name| name.to_owned()));
        for (at, (values, width)) in rows.into_iter().enumerate() {
            // The first row has all columns, or their order would be another one.
            let width = if at == 0 { columns.len() } else { width };
            let cells = columns.iter().zip(values).enumerate();
            table.push(cells.map(|(at, (column, value))| {
                let term = match column.starts_with("uri") {
                    true => Term::iri(value),
                    false => Term::literal(value),
                };
                (at < width).then_some(term)
            }));
        }
        table
    })
}

fn answers() -> impl Strategy<Value = Option<AnswerSet>> {
    prop_oneof![
        Just(None),
        Just(Some(AnswerSet::empty())),
        any::<bool>().prop_map(|value| Some(AnswerSet::boolean(value))),
        table().prop_map(|table| Some(AnswerSet::from(table))),
    ]
}

fn answer_type() -> impl Strategy<Value = AnswerType> {
    prop::sample::select(vec!["resource", "boolean", "num", "ré\"s"]).prop_map(AnswerType::parse)
}

/// Questions of which QALD-XML can say everything.
fn question() -> impl Strategy<Value = Question> {
    let flags = (
        any::<Option<bool>>(),
        any::<Option<bool>>(),
        any::<Option<bool>>(),
    );
    let queries = (
        prop::option::of(query(QueryForm::Sparql)),
        prop::option::of(query(QueryForm::Pseudo)),
        any::<bool>(),
    );
    let extras = prop::collection::btree_map("x[a-z_.-]{0,6}|yago|cubeuri", characters(), 0..3);
    let answer_type = prop::option::of(answer_type());
    (
        text(),
        texts(),
        answer_type,
        flags,
        queries,
        answers(),
        extras,
    )
        .prop_map(
            |(id, texts, answer_type, flags, (sparql, pseudo, marked), answers, extras)| {
                let mut question = Question {
                    id: QuestionId::from(id),
                    texts,
                    answer_type,
                    aggregation: flags.0,
                    only_dbo: flags.1,
                    hybrid: flags.2,
                    answers,
                    ..Question::default()
                };
                question.extras = extras
                    .into_iter()
                    .map(|(key, value)| (key, value.into()))
                    .collect();
                let marked = marked && sparql.is_none();
                question.queries = sparql.into_iter().chain(pseudo).collect();
                let empty = question.answers.as_ref().is_some_and(AnswerSet::is_empty);
                question.scope = match question.queries.is_empty() {
                    _ if marked => Scope::Marked,
                    true if empty => Scope::Implied,
                    _ => Scope::Inside,
                };
                question
            },
        )
}

/// Questions that no format need be able to express.
fn wild_question() -> impl Strategy<Value = Question> {
    let anything = || any::<String>();
    let literal = (
        anything(),
        prop::option::of(anything()),
        prop::option::of(anything()),
    );
    let term = prop_oneof![
        anything().prop_map(Term::iri),
        anything().prop_map(|value| Term::Blank { value }),
        literal.prop_map(|(value, datatype, language)| {
            Term::Literal(Literal {
                value,
                datatype,
                language,
            })
        }),
    ];
    let columns = prop::collection::vec(prop_oneof![anything(), Just("uri".to_owned())], 0..4);
    let rows = prop::collection::vec(prop::collection::vec(prop::option::of(term), 4), 0..4);
    let texts = prop::collection::vec((anything(), prop::option::of(anything()), anything()), 0..3);
    (question(), anything(), columns, rows, texts, anything()).prop_map(
        |(mut question, name, columns, rows, texts, query)| {
            let mut table = Table::new(columns);
            let width = table.columns.len();
            for row in rows {
                table.push(row.into_iter().take(width));
            }
            question.answers = Some(AnswerSet {
                ordered: true,
                confidence: Some(0.5),
                ..AnswerSet::from(table)
            });
            question
                .texts
                .extend(texts.into_iter().map(|(language, string, keyword)| Text {
                    string,
                    keywords: vec![keyword],
                    ..Text::announced(Language::new(language))
                }));
            question.queries.push(Query::sparql(query));
            question.extras.insert(name, serde_json::Value::Null);
            question
        },
    )
}

proptest! {
    #[test]
    fn what_can_be_said_is_read_as_it_was_written(
        questions in prop::collection::vec(question(), 0..4),
        id in prop::option::of(characters()),
        description in characters(),
    ) {
        let mut info = DatasetInfo { id, ..DatasetInfo::default() };
        info.extras.insert("description".to_owned(), description.into());
        let (written, lost) = write(&info, &questions);
        prop_assert_eq!(lost, Vec::<String>::new());
        let (dataset, remarks) = read(&written);
        prop_assert_eq!(dataset.info, info);
        prop_assert_eq!(dataset.questions, questions);
        prop_assert!(remarks.iter().all(|remark| remark.severity() < Severity::Error));
    }

    #[test]
    fn whatever_is_written_can_be_read(
        questions in prop::collection::vec(wild_question(), 0..3),
        id in any::<String>(),
    ) {
        let info = DatasetInfo { id: Some(id), ..DatasetInfo::default() };
        let (written, lost) = write(&info, &questions);
        let (dataset, remarks) = read(&written);
        prop_assert_eq!(dataset.questions.len(), questions.len());
        let broken = remarks.iter().find(|remark| {
            remark.severity() == Severity::Error
                || [&codes::NOT_QUITE_XML, &codes::UNKNOWN_ENTITY, &codes::STRAY].contains(&remark.code)
        });
        prop_assert_eq!(broken, None);
        // The confidence, if nothing else.
        prop_assert!(questions.is_empty() || !lost.is_empty());
        // Nothing is lost in silence.
        for (question, again) in questions.iter().zip(&dataset.questions) {
            let (_, lost) = write(&info, std::slice::from_ref(question));
            prop_assert!(question == again || !lost.is_empty());
        }
    }
}

#[test]
fn what_cannot_be_said_is_reported_once() {
    let mut question = Question::new("1");
    let typed = |value: &str| {
        Some(Term::Literal(Literal {
            value: value.to_owned(),
            datatype: Some("http://www.w3.org/2001/XMLSchema#integer".to_owned()),
            language: None,
        }))
    };
    let mut table = Table::new(["c".to_owned()]);
    table.push([typed("5")]);
    table.push([typed("6\u{1}")]);
    question.answers = Some(AnswerSet::from(table));
    question.queries.push(Query::new(QueryForm::Template, "…"));
    let (written, lost) = write(&DatasetInfo::default(), &[question]);
    assert_eq!(
        lost,
        [
            "qald-xml cannot express a query of the form template",
            "qald-xml cannot express the datatype of a literal",
            "qald-xml cannot express control characters; U+FFFD was written for them",
            "qald-xml cannot express the names and the order of columns",
        ]
    );
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<dataset>
<question id=\"1\">
<answers>
<answer>
<number>5</number>
</answer>
<answer>
<number><![CDATA[6\u{fffd}]]></number>
</answer>
</answers>
</question>
</dataset>
";
    assert_eq!(String::from_utf8(written).unwrap(), expected);
}
