//! What the layouts of today's benchmarks allow beyond the published excerpts: fields that are
//! missing or of another type, the forms of other splits and releases, answers of every kind.

use lydite_formats::{Item, Reader};
use lydite_model::{AnswerSet, QueryForm, Question, Scope, Severity};

/// The values of answers: `-` if there are none to know of.
fn values(answers: Option<&AnswerSet>) -> String {
    let Some(answers) = answers else {
        return "-".to_owned();
    };
    match answers.as_table() {
        None => format!("{}", answers.as_boolean().unwrap_or_default()),
        Some(table) => {
            let terms: Vec<String> = table.terms().map(ToString::to_string).collect();
            format!("[{}]", terms.join(" "))
        }
    }
}

/// A question in a line: `ID | TEXT | QUERY | ANSWERS`, with what a system answered after `>`.
fn shown(question: &Question) -> String {
    let texts = question.texts.iter().filter_map(|text| text.string.clone());
    let queries = question.queries.iter().map(|query| match query.form {
        QueryForm::Sparql => query.text.clone(),
        form => format!("{form:?}:{}", query.text),
    });
    let mut line = format!(
        "{} | {} | {} | {}",
        question.id,
        texts.collect::<Vec<_>>().join(" / "),
        queries.collect::<Vec<_>>().join(" / "),
        values(question.answers.as_ref())
    );
    if question.predicted.is_some() || !question.predicted_queries.is_empty() {
        let queries = question.predicted_queries.iter();
        let queries: Vec<&str> = queries.map(|query| &*query.text).collect();
        line += &format!(
            " > {} {}",
            values(question.predicted.as_ref()),
            queries.join(" / ")
        );
    }
    if question.scope == Scope::Marked {
        line += " (out of scope)";
    }
    line.replace("http://www.wikidata.org/entity/", "wd:")
        .replace("http://rdf.freebase.com/ns/", "fb:")
        .trim_end()
        .to_owned()
}

/// Reads each text, and compares format and questions with what is expected.
#[track_caller]
fn check(cases: &[(&str, &str, &[&str])]) {
    let mut wrong = Vec::new();
    for (format, text, expected) in cases {
        let mut reader = match Reader::from_bytes("file", text.as_bytes()) {
            Ok(reader) => reader,
            Err(error) => {
                wrong.push(format!("{format}: {error}: {text}"));
                continue;
            }
        };
        let (mut lines, mut errors) = (Vec::new(), Vec::new());
        for item in reader.items() {
            match item {
                Item::Question(question, _) => lines.push(shown(&question)),
                Item::Diagnostic(found) if found.severity() == Severity::Error => {
                    errors.push(found.message);
                }
                Item::Diagnostic(_) => {}
            }
        }
        if reader.format().name != *format || lines != *expected || !errors.is_empty() {
            wrong.push(format!(
                "{text}\n  as {}, expected {format}\n  {lines:#?}\n  expected {expected:#?}\n  {errors:?}",
                reader.format().name
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
fn sets_over_wikidata() {
    check(&[
        (
            "lc-quad-2",
            r#"[{"uid": "7", "question": null, "NNQT_question": "What is the {capital}", "sparql_wikidata": " ASK { wd:Q1 wdt:P1 ?x } ",
                 "sparql_dbpedia18": null, "template_id": "Rank1", "template": [], "subgraph": [], "paraphrased_question": "Which one?", "answer": []},
                {"uid": 8, "question": "B {x}?", "sparql_wikidata": null, "paraphrased_question": []}]"#,
            &[
                "7 | Which one? | ASK { wd:Q1 wdt:P1 ?x } | -",
                "8 | B {x}? |  | -",
            ],
        ),
        // LC-QuAD-NoA with the labels of the answers, and its altered half.
        (
            "lc-quad-2",
            r#"[{"uid": 7, "question": "A?", "sparql_wikidata": "ASK {}", "answers": ["Bucharest", "Q19660"], "answer": []},
                {"uid": 8, "question": "B?", "sparql_wikidata": "ASK {}", "has_answer": false, "answer": [], "operation_type": 2},
                {"uid": 9, "question": "C?", "sparql_wikidata": "ASK {}", "answer": "Ulm"}]"#,
            &[
                "7 | A? | ASK {} | [\"Bucharest\" <wd:Q19660>]",
                "8 | B? | ASK {} | [] (out of scope)",
                "9 | C? | ASK {} | [\"Ulm\"]",
            ],
        ),
        (
            "lc-quad-2-answers",
            r#"[{"id": 20258, "question": "A?", "sparql": "ASK {}", "ans": [true], "ans_id": [null], "answertype": "boolean"},
                {"id": "2", "question": "B?", "sparql": "ASK {}", "ans": [9380854.0, "x"], "ans_id": [null, "Q2"], "answertype": "number"},
                {"id": "3", "question": "C?", "sparql": "ASK {}", "ans": null, "ans_id": null, "answertype": "None"}]"#,
            &[
                "20258 | A? | ASK {} | true",
                "2 | B? | ASK {} | [\"9380854.0\" <wd:Q2>]",
                "3 | C? | ASK {} | -",
            ],
        ),
        // The specification writes the tag otherwise than the file.
        (
            "rubq",
            r#"[{"uid": "4", "question_text": "Кто?", "question_eng": "Who?", "query": null, "answers": [], "tags": ["no-answer"]},
                {"uid": 5, "question_text": "Кто же?", "question_eng": "", "query": null, "tags": ["no_answer", "1-hop"]},
                {"uid": 6, "question_text": "Где?", "RuBQ_version": "2.0", "query": "ASK {}", "answers": null, "tags": []},
                {"uid": 7, "question_text": "Где же?", "query": "ASK {}", "answers": [
                  {"type": "literal", "value": "1939-09-01", "datatype": "http://www.w3.org/2001/XMLSchema#date"},
                  {"type": "uri", "value": "http://www.wikidata.org/entity/Q298", "wd_names": {"ru": [], "en": []}}], "paragraphs_uids": {"value": []}}]"#,
            &[
                "4 | Кто? / Who? |  | [] (out of scope)",
                "5 | Кто же? |  | [] (out of scope)",
                "6 | Где? | ASK {} | -",
                "7 | Где же? | ASK {} | [\"1939-09-01\"^^<http://www.w3.org/2001/XMLSchema#date> <wd:Q298>]",
            ],
        ),
        (
            "mintaka",
            r#"[{"id": "a9011ddf", "question": "A?", "translations": {"de": "Ä?", "fr": null}, "questionEntity": [], "category": "c", "complexityType": "count",
                 "answer": {"answerType": "numerical", "answer": ["3"], "mention": "3", "supportingNum": [], "supportingEnt": null}},
                {"id": 12345678, "question": "B?", "translations": {}, "complexityType": "yesno", "answer": {"answerType": "boolean", "answer": [true], "mention": "yes"}},
                {"id": "3", "question": "C?", "translations": {}, "complexityType": "generic", "answer": {"answerType": "entity", "answer": null, "mention": "It"}},
                {"id": "4", "question": "D?", "translations": {}, "complexityType": "generic",
                 "answer": {"answerType": "entity", "answer": [{"name": "Q1", "label": {"en": "U", "ar": null}}, {"name": "Q2", "label": null}], "mention": null}},
                {"id": "5", "question": "E?", "translations": {}, "complexityType": "generic", "answer": {"answerType": "number", "answer": 5, "mention": "5"}},
                {"id": "6", "question": "F?", "translations": {}, "complexityType": "generic"}]"#,
            &[
                "a9011ddf | A? / Ä? |  | [\"3\"]",
                "12345678 | B? |  | true",
                "3 | C? |  | -",
                "4 | D? |  | [<wd:Q1> <wd:Q2>]",
                "5 | E? |  | [\"5\"]",
                "6 | F? |  | -",
            ],
        ),
        (
            "kqa-pro",
            r#"[{"question": "A?", "choices": ["yes", "no", "unknown"], "program": [{"function": "FindAll", "dependencies": [], "inputs": []}],
                 "sparql": "ASK { ?e <pred:name> \"x\" }", "answer": "yes"},
                {"question": "B?", "choices": ["1"], "program": null, "sparql": "", "answer": 1979}]"#,
            &[
                r#"1 | A? | Kopl:[{"function": "FindAll", "dependencies": [], "inputs": []}] / ASK { ?e <pred:name> "x" } | ["yes"]"#,
                "2 | B? |  | [\"1979\"]",
            ],
        ),
        // Without the choices.
        (
            "kqa-pro",
            r#"[{"question": "A?", "program": [{"function": "Count", "dependencies": [], "inputs": []}], "answer": "3"}]"#,
            &[r#"1 | A? | Kopl:[{"function": "Count", "dependencies": [], "inputs": []}] | ["3"]"#],
        ),
        (
            "wikiwebquestions",
            r#"[{"id": "WebQTest-1", "utterance": "a", "sparql": "ASK {}", "results": false},
                {"id": "WebQTest-2", "utterance": "b", "sparql": "SELECT ?x {}", "results": []},
                {"id": "WebQTest-3", "utterance": "c", "sparql": "SELECT ?x {}"},
                {"id": "WebQTest-4", "utterance": "d", "sparql": "SELECT ?x {}", "results": [{"x": {"type": "literal", "value": "5", "datatype": "http://d"}, "y": {"type": "bnode", "value": "b"}}]}]"#,
            &[
                "WebQTest-1 | a | ASK {} | false",
                "WebQTest-2 | b | SELECT ?x {} | []",
                "WebQTest-3 | c | SELECT ?x {} | -",
                "WebQTest-4 | d | SELECT ?x {} | [\"5\"^^<http://d> _:b]",
            ],
        ),
        (
            "spinach",
            r#"[{"id": "0a1b", "title": "T", "url": "u", "question": "A?", "sparql": "SELECT ?x {}"}]"#,
            &["0a1b | A? | SELECT ?x {} | -"],
        ),
        // A test file without answers.
        (
            "timequestions",
            r#"[{"Id": "1", "Question": "a", "Temporal signal": ["BEFORE"], "Temporal question type": ["Ordinal"], "Data source": "x"}]"#,
            &["1 | a |  | -"],
        ),
        (
            "timequestions",
            r#"[{"Id": 2, "Question": "b", "Answer": [], "Temporal question type": ["Implicit"]},
                {"Id": 3, "Question": "c", "Answer": [{"AnswerType": "Value", "AnswerArgument": 3}, {"AnswerType": "Entity", "WikidataQid": "Q5", "WikidataLabel": "five"}]},
                {"Id": 4, "Question": "d", "Answer": null}]"#,
            &[
                "2 | b |  | []",
                "3 | c |  | [\"3\" <wd:Q5>]",
                "4 | d |  | -",
            ],
        ),
        (
            "simple-questions-wikidata",
            "Q1\tR19\tQ2\twho was born there?\r\nQ1\tP19\tQ3\twhere was he born\r\n",
            &[
                "1 | who was born there? |  | [<wd:Q2>]",
                "2 | where was he born |  | [<wd:Q3>]",
            ],
        ),
        (
            "mkqa",
            r#"{"query": "a", "answers": {"en": [{"type": "unanswerable", "text": null}], "zh_cn": []}, "queries": {"zh_cn": "甲"}, "example_id": -7449157003522518870}
{"example_id": "36228854473990432", "query": "b", "queries": {}, "answers": {"en": [{"type": "binary", "text": "yes"}, {"type": "entity", "text": "X", "entity": "Q1"}]}}"#,
            &[
                "-7449157003522518870 | a / 甲 |  | []",
                "36228854473990432 | b |  | [\"yes\" \"X\"]",
            ],
        ),
        (
            "spice",
            r#"[{"turnID": 3, "question": "a [CTX]", "s_expression": "(AND a b c)", "results": []},
                {"turnID": "4", "question": "b", "results": [true]}]"#,
            &[
                "3 | a [CTX] | SExpression:(AND a b c) | []",
                "4 | b |  | true",
            ],
        ),
        (
            "think-on-graph",
            r#"[{"question": "a?", "qid_topic_entity": {}, "answer": {}}, {"question": "b?", "topic_entity": {"m.1": "x"}, "answer": {"+100": "+100"}},
                {"question": "c?", "topic_entity": {}, "answer": "Ulm"}, {"question": "d?", "qid_topic_entity": null, "answers": ["Q64", "x"]}]"#,
            &[
                "1 | a? |  | []",
                "2 | b? |  | [\"+100\"]",
                "3 | c? |  | [\"Ulm\"]",
                "4 | d? |  | [<wd:Q64> \"x\"]",
            ],
        ),
        (
            "clocq",
            r#"{"test": [{"question": "a?", "answers": ["Q1", "1939"]}, {"question": "b?", "answers": []}]}"#,
            &["1 | a? |  | [<wd:Q1> \"1939\"]", "2 | b? |  | []"],
        ),
        (
            "wikikgqa",
            r#"{"questions": [{"id": "4", "question": [{"string": "A?", "language": "en"}, {"string": "¿A?", "language": "es"}], "query": {"sparql": "ASK {}"}, "mentions": [], "answers": [true]},
                {"id": 5, "question": [{"string": "B?", "language": "en"}], "sparql": "ASK {}", "answers": [], "mentions": []},
                {"id": 6, "question": [{"string": "C?", "language": "en"}], "sparql": "ASK {}", "answers": [5, "1.5", "Q5"], "mentions": []}]}"#,
            &[
                "4 | A? / ¿A? | ASK {} | true",
                "5 | B? | ASK {} | []",
                "6 | C? | ASK {} | [\"5\" \"1.5\" <wd:Q5>]",
            ],
        ),
    ]);
}

#[test]
fn sets_over_freebase() {
    check(&[
        (
            "webqsp",
            r#"{"Questions": [{"QuestionId": "WebQTest-1", "RawQuestion": "a?", "ProcessedQuestion": "a", "Parses": [
                  {"ParseId": "WebQTest-1.P0", "Sparql": null, "Answers": null, "TopicEntityMid": null, "SExpr": "null"},
                  {"ParseId": "WebQTest-1.P1", "Sparql": "ASK {}", "SExpr": "(JOIN a m.1)", "Answers": [{"AnswerType": "Entity", "AnswerArgument": "m.06w2sn5", "EntityName": null}, {"AnswerType": "Value", "AnswerArgument": "1994"}]}]},
                {"QuestionId": "WebQTest-2", "RawQuestion": "b?", "Parses": []},
                {"QuestionId": "WebQTest-3", "RawQuestion": "c?", "Parses": [{"Sparql": "ASK {}", "Answers": []}]}]}"#,
            &[
                "WebQTest-1 | a? | ASK {} / SExpression:(JOIN a m.1) | [<fb:m.06w2sn5> \"1994\"]",
                "WebQTest-2 | b? |  | -",
                "WebQTest-3 | c? | ASK {} | []",
            ],
        ),
        // A line without answers comes first, and topics are objects, as GraftNet wrote them.
        (
            "graftnet",
            r#"{"id": "WebQTest-1", "question": "a", "entities": [{"text": "fb:m.1", "kb_id": "m.1"}], "answers": [], "subgraph": {"tuples": [], "entities": []}}
{"id": "WebQTest-2", "question": "b", "entities": [5, 7], "answers": [{"kb_id": "m.2", "text": "B"}, {"kb_id": "1971-10-13", "text": null}], "subgraph": {"tuples": [[1, 2, 3]], "entities": ["m.2"]}}
"#,
            &[
                "WebQTest-1 | a |  | []",
                "WebQTest-2 | b |  | [<fb:m.2> \"1971-10-13\"]",
            ],
        ),
        (
            "cwq",
            r#"[{"ID": "WebQTrn-1_a", "question": "a?", "machine_question": "a", "compositionality_type": "superlative", "sparql": "ASK {}", "webqsp_ID": "WebQTrn-1",
                 "answers": [{"answer_id": "m.1", "answer": null, "aliases": []}, {"answer_id": "m.2", "answer": "B", "aliases": ["b"]}]},
                {"ID": "WebQTrn-2_b", "question": "b?", "machine_question": "b", "answer": "Berlin"},
                {"ID": "WebQTrn-3_c", "question": "c?", "machine_question": "c", "answer": ["m.3", "2010"]}]"#,
            &[
                "WebQTrn-1_a | a? | ASK {} | [<fb:m.1> <fb:m.2>]",
                "WebQTrn-2_b | b? |  | [\"Berlin\"]",
                "WebQTrn-3_c | c? |  | [<fb:m.3> \"2010\"]",
            ],
        ),
        (
            "grailqa",
            r#"[{"qid": "2101960008000", "question": "a", "s_expression": "(COUNT x)", "sparql_query": "ASK {}", "answer": [{"answer_type": "Value", "answer_argument": 1}], "level": "zero-shot"},
                {"qid": 2, "question": "b", "answer": "null", "s_expression": "(COUNT y)"},
                {"qid": 3, "question": "c", "answer": null, "graph_query": {"nodes": [], "edges": []}}]"#,
            &[
                "2101960008000 | a | SExpression:(COUNT x) / ASK {} | [\"1\"]",
                "2 | b | SExpression:(COUNT y) | []",
                "3 | c |  | -",
            ],
        ),
        // GraphQuestions has names for answers; test files may have a level, but no form.
        (
            "grailqa",
            r#"[{"qid": 474000201, "question": "a", "answer": ["Chancroid", "m.1"], "function": "none", "commonness": -20.1, "num_node": 2, "num_edge": 1, "graph_query": {}, "sparql_query": "ASK {}"}]"#,
            &["474000201 | a | ASK {} | [\"Chancroid\" <fb:m.1>]"],
        ),
        (
            "grailqa",
            r#"[{"qid": "test-0", "question": "a", "level": "i.i.d."}]"#,
            &["test-0 | a |  | -"],
        ),
        (
            "simple-questions",
            "http://www.freebase.com/m/0f3\thttp://www.freebase.com/a/b/c\thttp://www.freebase.com/m/0cq\twho?\nwww.freebase.com/m/1\twww.freebase.com/a/b/c\twww.freebase.com/m/2\twhat is it\n",
            &[
                "1 | who? |  | [<fb:m.0cq>]",
                "2 | what is it |  | [<fb:m.2>]",
            ],
        ),
        // Values of SEMPRE other than descriptions.
        (
            "sempre",
            r#"[{"utterance": "a", "targetValue": "(list (name fb:en.ulm \"Ulm\") (number 5) (number 2.5 fb:en.meter) (date 2008 -1 -1) (date 1994 3 1) (string \"a (b)\") (string bare))"},
                {"utterance": "b", "targetValue": "(list (description \"say \\\"x\\\"\") (description \"C (D)\") (description Euro))"},
                {"utterance": "c", "targetValue": null}, {"utterance": "d", "targetValue": "(list)"},
                {"id": 7, "utterance": "e", "targetFormula": "(count (!fb:a fb:en.b))", "result": []}]"#,
            &[
                "1 | a |  | [\"Ulm\" \"5\" \"2.5\" \"2008\" \"1994-03-01\" \"a (b)\" \"bare\"]",
                "2 | b |  | [\"say \"x\"\" \"C (D)\" \"Euro\"]",
                "3 | c |  | -",
                "4 | d |  | []",
                "7 | e | LambdaDcs:(count (!fb:a fb:en.b)) | []",
            ],
        ),
        (
            "freebaseqa-json",
            r#"{"Dataset": "FreebaseQA-dev", "Questions": [{"Question-ID": "FreebaseQA-dev-1", "RawQuestion": "A?", "ProcessedQuestion": "a", "Parses": [
                 {"Parse-Id": "P0", "TopicEntityMid": "m.9", "InferentialChain": "a..b", "Answers": [{"AnswersMid": "m.1", "AnswersName": ["x"]}]},
                 {"Parse-Id": "P1", "Answers": [{"AnswersMid": "m.1", "AnswersName": ["x"]}, {"AnswersMid": "m.2", "AnswersName": []}]}]}]}"#,
            &["FreebaseQA-dev-1 | A? |  | [<fb:m.1> <fb:m.2>]"],
        ),
        (
            "metaqa",
            "who directed [X]\tA|B\nwhat is [Y] about\tC\n",
            &[
                "1 | who directed [X] |  | [\"A\" \"B\"]",
                "2 | what is [Y] about |  | [\"C\"]",
            ],
        ),
        (
            "answer-lists",
            "who is it\t[\"A\", \"B\"]\nwho was it\t[]\n",
            &["1 | who is it |  | [\"A\" \"B\"]", "2 | who was it |  | []"],
        ),
    ]);
}

#[test]
fn sets_over_other_graphs() {
    check(&[
        (
            "scholarly",
            r#"[{"id": "Q1", "query_type": "Non-factoid/Count", "question": {"string": "A?"}, "paraphrased_question": [], "query": {"sparql": "ASK { ?x orkgp:P1 ?y }"}, "held_out": true}]"#,
            &["Q1 | A? | ASK { ?x orkgp:P1 ?y } | -"],
        ),
        (
            "scholarly",
            r#"{"questions": [{"id": 7, "query_type": "BOOLEAN", "question": {"string": "A?"}, "paraphrased_question": {"string": "So, A?"}}]}"#,
            &["7 | A? / So, A? |  | -"],
        ),
        (
            "scholarly-2024",
            r#"[{"id": "6b8a", "question": "A?", "answer": 12, "author_dblp_uri": ["<https://dblp.org/pid/1>", "<https://dblp.org/pid/2>"]},
                {"id": "6b8b", "question": "B?", "answer": null, "author_dblp_uri": null}]"#,
            &["6b8a | A? |  | [\"12\"]", "6b8b | B? |  | -"],
        ),
        (
            "predictions",
            r#"[{"id": "Q1", "answer": true}, {"id": "Q2", "answer": [true]}, {"id": "Q3", "answer": {}}, {"id": "Q4", "answer": ["2857.3e0", "http://orkg.org/orkg/resource/R1"]}]"#,
            &[
                "Q1 |  |  | true",
                "Q2 |  |  | true",
                "Q3 |  |  | []",
                "Q4 |  |  | [\"2857.3e0\" <http://orkg.org/orkg/resource/R1>]",
            ],
        ),
        (
            "predictions",
            r#"{"answers": [{"id": "Q1", "answer": {"head": {"vars": ["answer"]}, "results": {"bindings": [{"answer": {"type": "uri", "value": "https://dblp.org/1"}}]}}},
                {"id": "Q2", "answer": {"head": {}, "boolean": true}}]}"#,
            &["Q1 |  |  | [<https://dblp.org/1>]", "Q2 |  |  | true"],
        ),
        (
            "vquanda",
            r#"[{"uid": 7, "question": "A?", "verbalized_answer": "It is [Ulm, Neu-Ulm] and [5].", "verbalized_answer_2": "", "query": "SELECT DISTINCT COUNT(?uri) WHERE { ?uri ?p ?o }"}]"#,
            &[
                "7 | A? | SELECT DISTINCT COUNT(?uri) WHERE { ?uri ?p ?o } | [\"Ulm\" \"Neu-Ulm\" \"5\"]",
            ],
        ),
        (
            "parallel-lists",
            r#"{"query": ["ASK {}", "ASK { ?s ?p 1 }"], "question": ["A?", "B?"]}"#,
            &["1 | A? | ASK {} | -", "2 | B? | ASK { ?s ?p 1 } | -"],
        ),
        (
            "nspm",
            "ask where brack_open dbr_A_(b) dbo_c attr_open dbr_D attr_close brack_close\n",
            &[
                "1 |  | ask where { <http://dbpedia.org/resource/A_(b)> dbo:c ( <http://dbpedia.org/resource/D> ) } | -",
            ],
        ),
        (
            "event-qa",
            r#"{"dataset": {"prefix": "PREFIX a: <http://a/>", "queries": [{"id": "1", "sparql_query": "ASK { a:b ?p ?o }"}, {"sparql_query": "ASK {}"}]}}"#,
            &[
                "1 |  | PREFIX a: <http://a/> ASK { a:b ?p ?o } | -",
                "2 |  | PREFIX a: <http://a/> ASK {} | -",
            ],
        ),
        (
            "vanilla",
            r#"[{"question_id": "1", "question": "a", "answer": "B", "answer_sentence": "B it is"}]"#,
            &["1 | a |  | [\"B\"]"],
        ),
    ]);
}

#[test]
fn what_systems_answered() {
    check(&[
        (
            "predictions",
            r#"[{"QuestionId": "WebQTest-0", "Answers": null}, {"QuestionId": "WebQTest-1", "Answers": ["m.1", "1994"]},
                {"QuestionId": "WebQTest-2", "Answers": [{"AnswerType": "Entity", "AnswerArgument": "m.2", "EntityName": "x"}]}]"#,
            &[
                "WebQTest-0 |  |  | -",
                "WebQTest-1 |  |  | [<fb:m.1> \"1994\"]",
                "WebQTest-2 |  |  | [<fb:m.2>]",
            ],
        ),
        (
            "predictions",
            r#"{"2101960008000": {"logical_form": "(COUNT x)", "answer": ["1"], "score": -0.5}, "test-1": {"logical_form": null, "answer": []}}"#,
            &[
                "2101960008000 |  | SExpression:(COUNT x) | [\"1\"]",
                "test-1 |  |  | []",
            ],
        ),
        (
            "predictions",
            r#"{"WebQTest-0": ["m.1", "1994"], "WebQTest-1": [], "WebQTest-2": ["Ulm"]}"#,
            &[
                "WebQTest-0 |  |  | [<fb:m.1> \"1994\"]",
                "WebQTest-1 |  |  | []",
                "WebQTest-2 |  |  | [\"Ulm\"]",
            ],
        ),
        // One question is a file as well.
        (
            "predictions",
            r#"{"WebQTest-0": {"logical_form": "(JOIN a m.1)", "answer": ["m.2"]}}"#,
            &["WebQTest-0 |  | SExpression:(JOIN a m.1) | [<fb:m.2>]"],
        ),
        (
            "predictions",
            "{\"qid\": 2101960008000, \"logical_form\": \"(COUNT x)\"}\n{\"qid\": \"2\", \"logical_form\": \"(COUNT y)\", \"answer\": [\"m.1\"]}\n",
            &[
                "2101960008000 |  | SExpression:(COUNT x) | -",
                "2 |  | SExpression:(COUNT y) | [<fb:m.1>]",
            ],
        ),
        (
            "predictions",
            r#"[{"ID": "WebQTest-1_a", "answer": "Berlin"}, {"ID": "WebQTest-2_b", "answer": ["Ulm", "Bonn"]}, {"ID": "WebQTest-3_c", "answer": null}]"#,
            &[
                "WebQTest-1_a |  |  | [\"Berlin\"]",
                "WebQTest-2_b |  |  | [\"Ulm\" \"Bonn\"]",
                "WebQTest-3_c |  |  | -",
            ],
        ),
        (
            "predictions",
            r#"[{"qid": "WebQTest-1", "answer": ["m.1"], "sparql": "ASK {}", "logical_form": "(JOIN a m.1)", "beam": [1, 2]}]"#,
            &["WebQTest-1 |  | ASK {} / SExpression:(JOIN a m.1) | [<fb:m.1>]"],
        ),
        (
            "predictions",
            r#"{"fae46b21": "Q7245", "bc8713cc": 1, "e343ad26": false, "b41ae115": null, "12d6de02": ["Q1", "Q2"], "f0423028": 4.5, "c48ba300": [], "abcdefab": "Q5"}"#,
            &[
                "fae46b21 |  |  | [<wd:Q7245>]",
                "bc8713cc |  |  | [\"1\"]",
                "e343ad26 |  |  | false",
                "b41ae115 |  |  | -",
                "12d6de02 |  |  | [<wd:Q1> <wd:Q2>]",
                "f0423028 |  |  | [\"4.5\"]",
                "c48ba300 |  |  | []",
                "abcdefab |  |  | [<wd:Q5>]",
            ],
        ),
        (
            "predictions",
            "{\"example_id\": -7449157003522518870, \"prediction\": \"\", \"binary_answer\": \"yes\", \"no_answer_prob\": -6.9}\n",
            &["-7449157003522518870 |  |  | [\"yes\"]"],
        ),
        // RoG's answers are a text or a list; the gold answers beside them are no answers.
        (
            "predictions",
            "{\"id\": \"WebQTest-0\", \"question\": \"a\", \"prediction\": \"Jamaican English\", \"ground_truth\": [\"x\"], \"input\": \"…\"}\n{\"id\": \"WebQTest-1\", \"question\": \"b\", \"prediction\": [\"A\", \"B\"], \"ground_truth\": []}\n",
            &[
                "WebQTest-0 | a |  | [\"Jamaican English\"]",
                "WebQTest-1 | b |  | [\"A\" \"B\"]",
            ],
        ),
        (
            "predictions",
            r#"[{"question": "a?", "results": "{Ulm}", "reasoning_chains": []}, {"question": "b?", "results": ""}]"#,
            &["1 | a? |  | [\"{Ulm}\"]", "2 | b? |  | [\"\"]"],
        ),
        (
            "predictions",
            r#"[{"dev_set_id": "WebQTrn-1", "predicted_sparql": "SELECT a", "executable_sparql": "ASK {}", "results": true},
                {"dev_set_id": "WebQTrn-2", "predicted_sparql": "SELECT b", "executable_sparql": "SELECT ?x {}", "results": null},
                {"dev_set_id": "WebQTrn-3", "predicted_sparql": "SELECT ?x {}", "results": [{"x": {"type": "uri", "value": "http://www.wikidata.org/entity/Q1"}}]}]"#,
            &[
                "WebQTrn-1 |  | ASK {} | true",
                "WebQTrn-2 |  | SELECT ?x {} | -",
                "WebQTrn-3 |  | SELECT ?x {} | [<wd:Q1>]",
            ],
        ),
        (
            "spinach-answers",
            r#"[{"question": "a?", "predicted_sparql": null, "gold_sparql": "ASK {}", "predicted_answer_tuple": null, "gold_answer_tuple": true, "f1": 0},
                {"question": "b?", "predicted_sparql": "ASK { ?s ?p 1 }", "gold_sparql": "ASK {}", "predicted_answer_tuple": [], "gold_answer_tuple": [{"x": {"type": "literal", "value": "5", "xml:lang": "en"}}]}]"#,
            &[
                "1 | a? | ASK {} | true",
                "2 | b? | ASK {} | [\"5\"@en] > [] ASK { ?s ?p 1 }",
            ],
        ),
        (
            "tequila-answers",
            r#"[{"Id": "1", "Question": "a", "Gold answer": ["X"], "AQQU+TEQUILA answer": []}]"#,
            &["1 | a |  | [\"X\"] > []"],
        ),
        (
            "graph-questions-answers",
            "474000201\t0.5\t[\"A\"]\t[]\t1,1\tnone\t1\t-20.1\n474000202\t0.5\t[\"A\"]\t[\"A\"]\t1,1\tcount\t1\t-20.1\n",
            &[
                "474000201 |  |  | [\"A\"] > []",
                "474000202 |  |  | [\"A\"] > [\"A\"]",
            ],
        ),
        (
            "exaqt",
            "12945|1.0|1.0|1.0|1994-03-01#0.5;Q1#0.1\n12946|0.0|0.0|0.0|\n",
            &["12945 |  |  | [\"1994-03-01\" <wd:Q1>]", "12946 |  |  | []"],
        ),
        (
            "t2s",
            "{\"id\": 1, \"golden\": \"ASK {}\", \"generated\": \"\", \"order_matters\": true}\n{\"id\": \"2\", \"golden\": \"ASK {}\", \"generated\": \"ASK { ?s ?p 1 }\", \"question\": \"b?\"}\n",
            &[
                "1 |  | ASK {} | -",
                "2 | b? | ASK {} | - > - ASK { ?s ?p 1 }",
            ],
        ),
    ]);
}

/// A question in a line of GraftNet comes with thousands of triples.
#[test]
fn long_lines_are_recognised() {
    let tuples: Vec<String> = (0..9000)
        .map(|at| format!("[\"m.{at}\", \"a.b.c\", \"m.1\"]"))
        .collect();
    let line = |id: &str| {
        format!(
            r#"{{"id": "{id}", "question": "a", "subgraph": {{"tuples": [{}]}}, "answers": [{{"kb_id": "m.1", "text": "x"}}]}}"#,
            tuples.join(", ")
        )
    };
    for text in [format!("{}\n{}\n", line("1"), line("2")), line("1")] {
        let mut reader = Reader::from_bytes("file", text.as_bytes()).unwrap();
        let found: Vec<String> = reader.by_ref().map(|question| shown(&question)).collect();
        assert_eq!(reader.format().name, "graftnet");
        assert_eq!(found[0], "1 | a |  | [<fb:m.1>]");
        assert_eq!(found.len(), text.lines().count());
    }
}

/// Answers in the order of the questions may be of any kind, and have any sign.
#[test]
fn answers_by_line_are_recognised_whatever_is_among_them() {
    let mut lines = vec![
        "yes",
        "C#",
        "100 metre",
        "1906-02-05",
        "<unknown>",
        "-0.5",
        "a | b",
    ];
    lines.extend(["Tron: Legacy"; 43]);
    let mut reader = Reader::from_bytes("file", lines.join("\n").as_bytes()).unwrap();
    let answers: Vec<String> = reader
        .by_ref()
        .map(|one| values(one.answers.as_ref()))
        .collect();
    assert_eq!(reader.format().name, "plain-lines");
    assert_eq!(answers.len(), 50);
    assert_eq!(answers[..3], ["[\"yes\"]", "[\"C#\"]", "[\"100 metre\"]"]);
}
