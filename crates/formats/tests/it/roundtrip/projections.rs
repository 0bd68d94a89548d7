//! What each format can say of a question and of a dataset: the rest is reported as lost.

use std::collections::BTreeSet;

use lydite_model::{
    Answer, AnswerSet, DatasetInfo, Extras, Language, Query, QueryForm, Question, Scope, Table,
    Text,
};

/// What comes back of a question and of a dataset that are written in a format and read again.
pub(crate) struct Projection {
    pub format: &'static str,
    pub question: fn(&Question) -> Question,
    pub info: fn(&DatasetInfo) -> DatasetInfo,
    pub is_lossless: bool,
    /// Whether a file without questions is known for what it is.
    pub is_recognised_empty: bool,
}

pub(crate) const QALD_JSON: Projection = Projection {
    format: "qald-json",
    question: |question| {
        let mut said = eqald(question, &[QueryForm::Sparql, QueryForm::Pseudo]);
        said.item_types.clear();
        said.texts
            .iter_mut()
            .for_each(|text| text.annotations.clear());
        // It means something else in eQALD-JSON, but nothing here.
        let own = question.extras.get_key_value("answeritemtype");
        said.extras
            .extend(own.map(|(name, value)| (name.clone(), value.clone())));
        said
    },
    info: |info| DatasetInfo {
        id: info.id.clone(),
        extras: match info.id {
            Some(_) => text_fields(&info.extras, "metadata"),
            None => Extras::new(),
        },
        refreshed: info.refreshed.clone().filter(|_| info.id.is_some()),
        ..DatasetInfo::default()
    },
    is_lossless: false,
    is_recognised_empty: true,
};

pub(crate) const EQALD_JSON: Projection = Projection {
    format: "eqald-json",
    question: |question| {
        let forms = [QueryForm::Sparql, QueryForm::Pseudo, QueryForm::Schemaless];
        eqald(question, &forms)
    },
    info: |info| DatasetInfo {
        id: info.id.clone(),
        knowledge_base: info.knowledge_base.clone(),
        knowledge_base_version: info.knowledge_base_version.clone(),
        extras: text_fields(&info.extras, "metadata"),
        refreshed: info.refreshed.clone(),
        ..DatasetInfo::default()
    },
    is_lossless: false,
    is_recognised_empty: false,
};

pub(crate) const TEXT2SPARQL_YAML: Projection = Projection {
    format: "text2sparql-yaml",
    question: |question| {
        let mut said = Question::new(question.id.clone());
        for text in &question.texts {
            let known = said
                .texts
                .iter()
                .any(|other| other.language == text.language);
            if let (Some(string), false) = (&text.string, known) {
                said.texts.push(Text::new(text.language.as_str(), string));
            }
        }
        if question.scope == Scope::Marked {
            said.scope = Scope::Marked;
        } else {
            said.queries = one_query_each(&question.queries, &[QueryForm::Sparql]);
        }
        let features = question.extras.get("features");
        let list = features.and_then(serde_json::Value::as_array);
        let mut list = list
            .filter(|list| list.iter().all(serde_json::Value::is_string))
            .cloned();
        let answers = question.answers.as_ref();
        if question.order_matters || answers.is_some_and(|answers| answers.ordered) {
            let list = list.get_or_insert_default();
            if !list.contains(&"RESULT_ORDER_MATTERS".into()) {
                list.push("RESULT_ORDER_MATTERS".into());
            }
        }
        said.order_matters = list
            .as_ref()
            .is_some_and(|list| list.contains(&"RESULT_ORDER_MATTERS".into()));
        said.extras
            .extend(list.map(|list| ("features".to_owned(), list.into())));
        said
    },
    info: |info| DatasetInfo {
        id: info.id.clone(),
        prefix: info.prefix.clone(),
        refreshed: info.refreshed.clone(),
        extras: match (&info.id, &info.prefix, &info.refreshed) {
            (None, None, None) => Extras::new(),
            _ => text_fields(&info.extras, "defaultNamespace"),
        },
        ..DatasetInfo::default()
    },
    is_lossless: false,
    is_recognised_empty: true,
};

pub(crate) const JSON_LINES: Projection = Projection {
    format: "json-lines",
    question: Question::clone,
    info: DatasetInfo::clone,
    is_lossless: true,
    is_recognised_empty: true,
};

pub(crate) const CSV: Projection = Projection {
    format: "csv",
    question: table_row,
    info: |_| DatasetInfo::default(),
    is_lossless: false,
    is_recognised_empty: true,
};

pub(crate) const TSV: Projection = Projection {
    format: "tsv",
    ..CSV
};

/// QALD-JSON and eQALD-JSON: everything but annotations and item types is alike.
fn eqald(question: &Question, forms: &[QueryForm]) -> Question {
    let mut said = without_languages(question);
    said.order_matters = false;
    said.texts.iter_mut().for_each(split_keywords);
    said.queries = one_query_each(&question.queries, forms);
    if said.scope == Scope::Marked {
        said.queries.retain(|query| query.form != QueryForm::Sparql);
    }
    if said.scope == Scope::Implied {
        if is_nothing(&said) {
            said.answers = Some(AnswerSet::empty());
        } else {
            said.scope = Scope::Inside;
        }
    }
    if let Some(answers) = &mut said.answers {
        answers.ordered = false;
        answers.confidence = answers.confidence.filter(|sure| (0.0..=1.0).contains(sure));
        if let Answer::Table(table) = &mut answers.answer {
            *table = first_of_each_column(table);
        }
    }
    for name in [
        "id",
        "metadata",
        "answertype",
        "answeritemtype",
        "aggregation",
        "onlydbo",
        "hybrid",
        "question",
        "query",
        "answers",
        "confidence",
        "error",
        "time",
        "body",
    ] {
        said.extras.remove(name);
    }
    said
}

/// No query, and an answer set that is empty.
fn is_nothing(question: &Question) -> bool {
    question.queries.is_empty() && question.answers.as_ref().is_some_and(AnswerSet::is_empty)
}

fn table_row(question: &Question) -> Question {
    let mut said = without_languages(question);
    for text in &mut said.texts {
        split_keywords(text);
        text.annotations.clear();
        text.string = text.string.take().filter(|string| !string.is_empty());
    }
    said.item_types.clear();
    said.extras.clear();
    (said.order_matters, said.error, said.latency) = (false, None, None);
    said.queries = one_query_each(&question.queries, &[QueryForm::Sparql, QueryForm::Pseudo]);
    said.queries.sort_by_key(|query| query.form);
    if let Some(answers) = &mut said.answers {
        *answers = AnswerSet::from(answers.answer.clone());
    }
    said
}

fn without_languages(question: &Question) -> Question {
    Question {
        language: None,
        localised_answers: Default::default(),
        ..question.clone()
    }
}

fn text_fields(extras: &Extras, name: &str) -> Extras {
    let field = extras.get(name).filter(|value| value.is_string());
    let field = field.map(|value| (name.to_owned(), value.clone()));
    field.into_iter().collect()
}

fn split_keywords(text: &mut Text) {
    let joined = text.keywords.join(",");
    let words = joined.split([',', '،', '、', '，']).map(str::trim);
    text.keywords = words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
}

/// Of each notation the query for all languages or for English, otherwise the first one.
fn one_query_each(queries: &[Query], forms: &[QueryForm]) -> Vec<Query> {
    let mut chosen: Vec<usize> = Vec::new();
    for form in forms {
        let all: Vec<usize> = (0..queries.len())
            .filter(|&at| queries[at].form == *form && !queries[at].text.trim().is_empty())
            .collect();
        let general = all.iter().find(|&&at| match &queries[at].language {
            None => true,
            Some(language) => language.as_str() == "en",
        });
        chosen.extend(general.or(all.first()));
    }
    chosen.sort_unstable();
    chosen
        .into_iter()
        .map(|at| Query::new(queries[at].form, queries[at].text.trim()))
        .collect()
}

/// JSON objects have each key once.
fn first_of_each_column(table: &Table) -> Table {
    let kept: Vec<usize> = (0..table.columns.len())
        .filter(|&at| table.position(&table.columns[at]) == Some(at))
        .collect();
    let mut said = Table::new(kept.iter().map(|&at| table.columns[at].clone()));
    for row in table.rows() {
        said.push(kept.iter().map(|&at| row[at].clone()));
    }
    said
}

/// Everything that changed must be named among the losses; without a change there is no loss.
pub(crate) fn check_losses(projection: &Projection, question: &Question, losses: &[String]) {
    let said = (projection.question)(question);
    let mut changes = Vec::new();
    changed_wordings(question, &said, &mut changes);
    changed_queries(question, &said, &mut changes);
    changed_answers(question, &said, &mut changes);
    changed_fields(question, &said, &mut changes);
    for word in &changes {
        let named = losses.iter().any(|loss| loss.contains(word));
        assert!(named, "lost unsaid: {word}; said: {losses:?}");
    }
    if changes.is_empty() {
        assert_eq!(losses, [""; 0], "nothing was lost");
    }
}

fn changed_wordings(question: &Question, said: &Question, changes: &mut Vec<&str>) {
    let count = |question: &Question, test: fn(&Text) -> bool| {
        question.texts.iter().filter(|text| test(text)).count()
    };
    let fewer = |test| count(said, test) < count(question, test);
    let keywords = |question: &Question| -> Vec<String> {
        let texts = question.texts.iter();
        texts.flat_map(|text| text.keywords.clone()).collect()
    };
    let mut note = |changed: bool, word| changes.extend(changed.then_some(word));
    note(fewer(|text| !text.annotations.is_empty()), "annotations");
    note(keywords(question) != keywords(said), "keyword");
    note(fewer(|text| text.string.is_none()), "without question text");
    let fewer_strings = fewer(|text| text.string.is_some());
    // A table keeps the row of an empty wording, but not that there was one.
    let same_rows = question.texts.len() == said.texts.len();
    note(fewer_strings && same_rows, "an empty question text");
    note(fewer_strings && !same_rows, "a second question text");
}

fn changed_queries(question: &Question, said: &Question, changes: &mut Vec<&str>) {
    if said.queries == question.queries {
        return;
    }
    let mut note = |changed: bool, word| changes.extend(changed.then_some(word));
    let blank = |query: &Query| query.text.trim().is_empty();
    note(question.queries.iter().any(blank), "a query without text");
    for query in &said.queries {
        let mut originals = question
            .queries
            .iter()
            .filter(|other| other.form == query.form && other.text.trim() == query.text);
        note(
            originals.all(|original| original.language.is_some()),
            "the language of a query",
        );
    }
    for (form, name) in [
        (QueryForm::Sparql, "sparql notation"),
        (QueryForm::Pseudo, "pseudo notation"),
        (QueryForm::Schemaless, "schemaless notation"),
        (QueryForm::Template, "template notation"),
        (QueryForm::SExpression, "s-expression notation"),
    ] {
        let count = |queries: &[Query]| {
            let queries = queries.iter();
            queries
                .filter(|query| query.form == form && !blank(query))
                .count()
        };
        match (count(&question.queries), count(&said.queries)) {
            (before, after) if before <= after => {}
            (before, 1) => note(before > 1, "a second query"),
            _ if form == QueryForm::Sparql && said.scope == Scope::Marked => {
                note(true, "the SPARQL query of a question that is marked");
            }
            _ => note(true, name),
        }
    }
    let order = |question: &Question| -> Vec<QueryForm> {
        question.queries.iter().map(|query| query.form).collect()
    };
    let reversed = order(said) == [QueryForm::Sparql, QueryForm::Pseudo]
        && one_query_each(&question.queries, &order(said)) != said.queries;
    note(reversed, "a pseudo query before");
}

fn changed_answers(question: &Question, said: &Question, changes: &mut Vec<&str>) {
    let mut note = |changed: bool, word| changes.extend(changed.then_some(word));
    match (&question.answers, &said.answers) {
        (Some(given), Some(kept)) => {
            note(given.ordered && !kept.ordered, "the order of answers");
            note(given.confidence != kept.confidence, "confidence");
            note(given.answer != kept.answer, "columns");
        }
        (given, kept) => note(given != kept, "answers"),
    }
}

fn changed_fields<'n>(question: &Question, said: &Question, changes: &mut Vec<&'n str>) {
    let mut note = |changed: bool, word: &'n str| changes.extend(changed.then_some(word));
    let q = question;
    note(said.language != q.language, "an entry is about");
    note(
        said.localised_answers != q.localised_answers,
        "answers per language",
    );
    note(said.item_types != q.item_types, "item types");
    note(said.answer_type != q.answer_type, "answer type");
    note(said.aggregation != q.aggregation, "aggregation");
    note(said.only_dbo != q.only_dbo, "onlydbo");
    note(said.hybrid != q.hybrid, "hybrid");
    note(said.scope != q.scope, "out of scope");
    note(
        q.order_matters && !said.order_matters,
        "the order of answers",
    );
    note(said.error != q.error, "the error of a system");
    note(said.latency != q.latency, "the time that a system took");
    let lost = |key: &str| match key {
        // It may have grown, if the order of answers matters.
        "features" => !said.extras.contains_key(key),
        _ => said.extras.get(key) != q.extras.get(key),
    };
    note(
        q.extras.keys().any(|key| key != "features" && lost(key)),
        "the extra field",
    );
    let features = q.extras.contains_key("features") && lost("features");
    note(features, "the extra field `features`");
}

/// What an entry of a TEXT2SPARQL answer file says.
pub(crate) fn queries_by_language(question: &Question) -> Vec<(String, Language, String, String)> {
    entry_languages(question)
        .into_iter()
        .map(|language| {
            let wording = wording(question, &language).unwrap_or_default();
            let query = sparql_for(question, &language).unwrap_or_default();
            (question.id.to_string(), language, wording, query)
        })
        .collect()
}

fn wording(question: &Question, language: &Language) -> Option<String> {
    let mut texts = question.texts.iter();
    texts.find_map(|text| text.string.clone().filter(|_| text.language == *language))
}

fn sparql_for(question: &Question, language: &Language) -> Option<String> {
    let queries: Vec<&Query> = question
        .queries
        .iter()
        .filter(|query| query.form == QueryForm::Sparql)
        .collect();
    let own = queries
        .iter()
        .find(|query| query.language.as_ref() == Some(language));
    let general = queries.iter().find(|query| query.language.is_none());
    let query = own.or(general).or(queries.first())?;
    Some(query.text.trim().to_owned())
}

fn entry_languages(question: &Question) -> Vec<Language> {
    if let Some(language) = &question.language {
        return vec![language.clone()];
    }
    let mut languages: Vec<Language> = Vec::new();
    for text in &question.texts {
        if text.string.is_some() && !languages.contains(&text.language) {
            languages.push(text.language.clone());
        }
    }
    if languages.is_empty() {
        languages.push(Language::new("en"));
    }
    languages
}

/// What an entry of a TEXT2SPARQL result set says: yes or no, or a set of values.
pub(crate) fn values_by_language(
    question: &Question,
) -> Vec<(String, Language, Result<bool, BTreeSet<String>>)> {
    let mut languages = entry_languages(question);
    if question.language.is_none() {
        for language in question.localised_answers.keys() {
            if !languages.contains(language) {
                languages.push(language.clone());
            }
        }
    }
    languages
        .into_iter()
        .filter_map(|language| {
            let localised = question.localised_answers.get(&language);
            let answers = localised.or(question.answers.as_ref())?;
            let said = match &answers.answer {
                Answer::Boolean(value) => Ok(*value),
                Answer::Table(table) => {
                    let values = table.terms().map(|term| term.value().to_owned());
                    let values: BTreeSet<String> = values.collect();
                    // Reads as yes.
                    match values.len() == 1 && values.contains("true") {
                        true => Ok(true),
                        false => Err(values),
                    }
                }
            };
            Some((question.id.to_string(), language, said))
        })
        .collect()
}

/// Of formats with an entry per language: what they have no place for at all is named.
pub(crate) fn check_entry_losses(format: &str, question: &Question, losses: &[String]) {
    let results = format == "text2sparql-results";
    let q = question;
    let any_text = |test: fn(&Text) -> bool| q.texts.iter().any(test);
    let fields = [
        (q.answer_type.is_some(), "answer type"),
        (q.aggregation.is_some(), "aggregation"),
        (q.only_dbo.is_some(), "onlydbo"),
        (q.hybrid.is_some(), "hybrid"),
        (q.error.is_some(), "the error of a system"),
        (q.latency.is_some(), "the time that a system took"),
        (!q.item_types.is_empty(), "item types"),
        (any_text(|text| !text.annotations.is_empty()), "annotation"),
        (q.scope != Scope::Inside, "out of scope"),
        (
            q.extras.keys().any(|key| results || key != "endpoint"),
            "extra field",
        ),
        (results && !q.texts.is_empty(), "question texts"),
        (results && !q.queries.is_empty(), "queries"),
        (
            results && q.answers.is_none() && q.localised_answers.is_empty(),
            "without answers",
        ),
        (
            !results && any_text(|text| !text.keywords.is_empty()),
            "keywords",
        ),
        (
            !results && (q.answers.is_some() || !q.localised_answers.is_empty()),
            "answers",
        ),
        (
            !results && q.queries.iter().any(|q| q.form != QueryForm::Sparql),
            "notation",
        ),
    ];
    for (lost, word) in fields {
        let named = losses.iter().any(|loss| loss.contains(word));
        assert!(!lost || named, "{word} lost unsaid: {losses:?}");
    }
}
