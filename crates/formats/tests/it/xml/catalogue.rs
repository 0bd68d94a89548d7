//! The published XML files against the figures of the catalogue.

use std::collections::{BTreeMap, HashSet};

use lydite_model::{Answer, AnswerSet, QueryForm, Question, Scope, Table};
use serde_json::{Value, json};

use super::{read, write};

fn table(question: &Question) -> Option<&Table> {
    question.answers.as_ref()?.as_table()
}

/// What the catalogue says about a file, from what was read of it.
fn figures(questions: &[Question]) -> Value {
    let count = |test: &dyn Fn(&Question) -> bool| {
        questions.iter().filter(|question| test(question)).count()
    };
    let rows = |question: &Question| question.answers.as_ref().map_or(0, AnswerSet::len);
    let several = |table: &Table| {
        let wide = |row: &&[_]| row.iter().flatten().count() > 1;
        table.rows().filter(wide).count()
    };
    let repeats = |table: &Table| {
        let mut seen = HashSet::new();
        !table.rows().all(|row| seen.insert(row))
    };
    let mut answer_types = BTreeMap::<String, usize>::new();
    let mut languages = BTreeMap::<&str, [usize; 4]>::new();
    for question in questions {
        let word = question.answer_type.as_ref().map_or_else(
            || "missing".to_owned(),
            |answer_type| format!("{:?}", answer_type.as_str()),
        );
        *answer_types.entry(word).or_default() += 1;
        let mut with_string = HashSet::new();
        for text in &question.texts {
            let language = text.language.as_str();
            let entry = languages.entry(language).or_default();
            let filled = text.string.as_ref().is_some_and(|text| !text.is_empty());
            entry[0] += usize::from(text.string.is_some());
            entry[1] += usize::from(filled);
            entry[2] += usize::from(filled && with_string.insert(language));
            entry[3] += usize::from(!text.keywords.is_empty());
        }
    }
    let languages: serde_json::Map<String, Value> = languages
        .into_iter()
        .map(|(language, [strings, nonempty, questions, keywords])| {
            let entry = json!({"strings": strings, "nonempty_strings": nonempty,
                "questions": questions, "keywords": keywords});
            (language.to_owned(), entry)
        })
        .collect();
    json!({
        "questions": questions.len(),
        "languages": languages,
        "with_sparql": count(&|question| question.query(QueryForm::Sparql).is_some()),
        "with_pseudo_query": count(&|question| question.query(QueryForm::Pseudo).is_some()),
        "out_of_scope_marked": count(&|question| question.scope == Scope::Marked),
        "out_of_scope_implied_no_query_and_no_answers":
            count(&|question| question.scope == Scope::Implied),
        "with_answers": count(&|question| rows(question) > 0),
        "empty_answers": count(&|question| question.answers.is_some() && rows(question) == 0),
        "answers_field_missing": count(&|question| question.answers.is_none()),
        "answer_rows": questions.iter().map(rows).sum::<usize>(),
        "max_answer_rows": questions.iter().map(rows).max(),
        "rows_with_several_columns": questions.iter().filter_map(table).map(several).sum::<usize>(),
        "questions_with_duplicate_rows":
            count(&|question| table(question).is_some_and(repeats)),
        "boolean_questions": count(&|question| question.answers.as_ref()
            .is_some_and(|answers| matches!(answers.answer, Answer::Boolean(_)))),
        "answertype": answer_types,
    })
}

#[test]
fn the_published_files_are_read_as_the_catalogue_says() {
    let Some(datasets) = lydite_testing::shared("datasets") else {
        return;
    };
    let catalogue = std::fs::read(datasets.join("catalogue.json")).unwrap();
    let catalogue: Value = serde_json::from_slice(&catalogue).unwrap();
    let mut files = 0;
    for entry in catalogue["files"].as_array().unwrap() {
        let name = entry["file"].as_str().unwrap();
        if !name.ends_with(".xml") {
            continue;
        }
        files += 1;
        let (dataset, _) = read(&std::fs::read(datasets.join(name)).unwrap());
        assert_eq!(
            entry["dataset_id"].as_str(),
            dataset.info.id.as_deref(),
            "{name}"
        );
        for (key, found) in figures(&dataset.questions).as_object().unwrap() {
            let mut expected = entry[key].clone();
            // A wording without a language is English.
            if let Some(untagged) = expected
                .as_object_mut()
                .and_then(|languages| languages.remove("(no lang attribute)"))
            {
                expected["en"] = untagged;
            }
            assert_eq!(*found, expected, "{key} of {name}");
        }
    }
    assert_eq!(files, 40);
}

#[test]
fn what_is_written_of_the_published_files_reads_the_same() {
    let Some(datasets) = lydite_testing::shared("datasets") else {
        return;
    };
    for entry in std::fs::read_dir(datasets).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "xml") {
            continue;
        }
        let (dataset, _) = read(&std::fs::read(&path).unwrap());
        for question in &dataset.questions {
            let alone = std::slice::from_ref(question);
            let (written, lost) = write(&dataset.info, alone);
            let (again, _) = read(&written);
            let faithful = again.questions == alone && again.info == dataset.info;
            assert_eq!(
                faithful,
                lost.is_empty(),
                "{} {}: {lost:?}",
                path.display(),
                question.id
            );
        }
    }
}
