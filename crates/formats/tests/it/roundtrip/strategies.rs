//! Questions of every kind that the model has, also those that no file has shown yet.

use std::time::Duration;

use lydite_model::{
    Annotation, AnnotationKind, Answer, AnswerSet, AnswerType, DatasetInfo, Extras, Language,
    Literal, Query, QueryForm, Question, QuestionId, Refreshed, Scope, Span, Table, Term, Text,
};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// A text as readers give it: without blanks around, but with anything within.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[A-Za-zäß¿ ?.,:;#'\"<>{}&-]{0,20}",
        2 => any::<String>(),
        1 => select(vec![
            "yes", "null", "1.0", "- a", "a: b", "# a", "true", "~", "Who is 😀?", "a\nb", "{}",
            "a\n  b\n\nc", "\u{7f}\u{85}x", "\u{feff}x", "a\r\nb", "=1+1", "x\\", "\u{2028}", "",
        ])
        .prop_map(str::to_owned),
    ]
    .prop_map(|text| text.trim().to_owned())
}

/// A text that is not blank and has nothing around it.
fn word() -> impl Strategy<Value = String> {
    text().prop_filter("blank", |text| !text.is_empty())
}

fn language() -> impl Strategy<Value = Language> {
    select(vec!["en", "de", "no", "fa", "pt_BR"]).prop_map(Language::new)
}

fn wording() -> impl Strategy<Value = Text> {
    let keywords = vec(prop_oneof![4 => "[a-zé]{1,6}", 1 => text()], 0..3);
    let annotation = (
        of((any::<u32>(), any::<u32>())),
        text(),
        of(select(vec![
            AnnotationKind::Class,
            AnnotationKind::Property,
            AnnotationKind::Entity,
        ])),
    )
        .prop_map(|(span, iri, kind)| Annotation {
            span: span.map(|(begin, end)| Span { begin, end }),
            iri,
            kind,
        });
    let annotations = prop_oneof![3 => Just(Vec::new()), 1 => vec(annotation, 1..3)];
    (language(), of(text()), keywords, annotations).prop_map(
        |(language, string, keywords, annotations)| Text {
            language,
            string,
            keywords,
            annotations,
        },
    )
}

fn query() -> impl Strategy<Value = Query> {
    let form = prop_oneof![
        4 => Just(QueryForm::Sparql),
        2 => Just(QueryForm::Pseudo),
        1 => select(vec![QueryForm::Schemaless, QueryForm::Template, QueryForm::SExpression]),
    ];
    let language = prop_oneof![3 => Just(None), 1 => language().prop_map(Some)];
    (form, text(), language).prop_map(|(form, text, language)| Query {
        form,
        text,
        language,
    })
}

fn term() -> impl Strategy<Value = Term> {
    prop_oneof![
        text().prop_map(Term::iri),
        any::<String>().prop_map(Term::iri),
        text().prop_map(|value| Term::Blank { value }),
        (any::<String>(), of(text()), of(text())).prop_map(|(value, datatype, language)| {
            Term::Literal(Literal {
                value,
                datatype,
                language,
            })
        }),
    ]
}

fn table() -> impl Strategy<Value = Table> {
    let name = prop_oneof![
        8 => select(vec!["uri", "x", "y", "callret-0", "not set", "\"x\"", "", "é"])
            .prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    vec(name, 0..4).prop_flat_map(|columns| {
        let row = vec(of(term()), columns.len());
        (Just(columns), vec(row, 0..4)).prop_map(|(columns, rows)| {
            let mut table = Table::new(columns);
            rows.into_iter().for_each(|row| table.push(row));
            table
        })
    })
}

fn answers() -> impl Strategy<Value = AnswerSet> {
    let answer = prop_oneof![
        1 => any::<bool>().prop_map(Answer::Boolean),
        1 => Just(Answer::Table(Table::default())),
        4 => table().prop_map(Answer::Table),
    ];
    let confidence = prop_oneof![
        4 => Just(None),
        2 => (0.0..=1.0).prop_map(Some),
        1 => select(vec![Some(0.0), Some(1.0), Some(1e-300), Some(1.5), Some(-3.0)]),
    ];
    let ordered = prop_oneof![3 => Just(false), 1 => Just(true)];
    (answer, ordered, confidence).prop_map(|(answer, ordered, confidence)| AnswerSet {
        ordered,
        confidence,
        ..AnswerSet::from(answer)
    })
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        (-1e300..1e300).prop_map(|number: f64| number.into()),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Into::into),
            btree_map(any::<String>(), inner, 0..3)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Extra fields, some with names that mean something in one format or another.
fn extras() -> impl Strategy<Value = Extras> {
    let name = prop_oneof![
        2 => select(vec![
            "id", "query", "confidence", "metadata", "features", "endpoint", "texts",
            "defaultNamespace", "modifiers", "answertype", "body", "qname",
        ])
        .prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    let features = vec(word(), 0..3).prop_map(|list| ("features".to_owned(), list.into()));
    let texts = (name.clone(), text()).prop_map(|(name, text)| (name, text.into()));
    let field = prop_oneof![(name, json()), texts, features];
    prop_oneof![
        2 => Just(Extras::new()),
        1 => vec(field, 0..3).prop_map(|fields| fields.into_iter().collect()),
    ]
}

pub(crate) fn info() -> impl Strategy<Value = DatasetInfo> {
    let fields = (of(text()), of(text()), of(text()), of(text()), of(text()));
    let refreshed = (text(), "[0-9]{4}-[0-9]{2}-[0-9]{2}", any::<bool>());
    let refreshed = refreshed.prop_map(|(graph, date, checked)| Refreshed {
        graph,
        date,
        checked,
    });
    let refreshed = prop_oneof![2 => Just(None), 1 => refreshed.prop_map(Some)];
    (fields, refreshed, extras()).prop_map(
        |((id, knowledge_base, knowledge_base_version, prefix, digest), refreshed, extras)| {
            DatasetInfo {
                layout: None,
                id,
                knowledge_base,
                knowledge_base_version,
                prefix,
                digest,
                refreshed,
                extras,
            }
        },
    )
}

fn question() -> impl Strategy<Value = Question> {
    let id = prop_oneof![
        any::<i64>().prop_map(QuestionId::number),
        (0..3u8).prop_map(|id| QuestionId::from(id.to_string())),
        text().prop_map(QuestionId::from),
    ];
    let flag = of(any::<bool>());
    let answer_type = prop_oneof![
        select(AnswerType::QALD.to_vec()),
        word().prop_map(|word| AnswerType::parse(&word)),
    ];
    let scope = select(vec![Scope::Inside, Scope::Marked, Scope::Implied]);
    let scope = prop_oneof![2 => Just(Scope::Inside), 1 => scope];
    let localised = prop_oneof![
        3 => Just(Default::default()),
        1 => btree_map(language(), answers(), 0..3),
    ];
    let item_types = prop_oneof![3 => Just(Vec::new()), 1 => vec(word(), 1..3)];
    let run = (any::<bool>(), of(word()), of(0..10_000_000_000_u64));
    let flags = (flag.clone(), flag.clone(), flag);
    let own_language = prop_oneof![4 => Just(None), 1 => language().prop_map(Some)];
    let queries = prop_oneof![1 => Just(Vec::new()), 3 => vec(query(), 0..4)];
    (
        (id, own_language, vec(wording(), 0..4)),
        (of(answer_type), item_types, flags),
        (queries, of(answers()), localised),
        (scope, extras(), run),
    )
        .prop_map(|(names, metadata, answers, rest)| Question {
            id: names.0,
            language: names.1,
            texts: names.2,
            answer_type: metadata.0,
            item_types: metadata.1,
            aggregation: metadata.2.0,
            only_dbo: metadata.2.1,
            hybrid: metadata.2.2,
            queries: answers.0,
            answers: answers.1,
            localised_answers: answers.2,
            scope: rest.0,
            extras: rest.1,
            order_matters: rest.2.0,
            error: rest.2.1,
            latency: rest.2.2.map(Duration::from_micros),
            ..Question::default()
        })
}

pub(crate) fn questions() -> impl Strategy<Value = Vec<Question>> {
    vec(question(), 0..4)
}
