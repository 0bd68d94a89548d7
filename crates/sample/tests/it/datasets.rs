//! Features of published datasets against the figures that papers and files give.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::Path;

use lydite_formats::Reader;
use lydite_language::{Lang, Tagger};
use lydite_model::{Language, Query, Question, QuestionId, Text};
use lydite_sample::{
    Bias, Collection, Condition, Described, Extractor, FeasibleExemplars, Feature, Features, Mode,
    Overview, Pool, Repeated, Value, choose, question_iri,
};

fn read(path: &Path) -> Vec<Question> {
    let mut reader = Reader::open(path).unwrap();
    reader.by_ref().collect()
}

fn dataset(name: &str) -> Option<Vec<Question>> {
    Some(read(&lydite_testing::shared("datasets")?.join(name)))
}

fn feature(name: &str) -> &'static Feature {
    Feature::find(name).unwrap()
}

fn holds(features: &Features, name: &str) -> bool {
    features.get(feature(name)) == Some(&Value::Boolean(true))
}

fn text(features: &Features, name: &str) -> Option<String> {
    features.get(feature(name)).map(ToString::to_string)
}

fn question(language: &str, text: &str) -> Question {
    let mut question = Question::new("1");
    question.texts.push(Text::new(language, text));
    question
}

#[test]
fn a_question_asks_by_the_words_of_its_language() {
    for (lang, wording, kind, fact) in [
        ("en", "Who wrote Dubliners?", "who", "whWho"),
        ("de", "Wer schrieb Dubliners?", "who", "whWho"),
        ("de", "Was ist die Hauptstadt von Kanada?", "what", "whWhat"),
        ("de-AT", "Wie viele Bücher gibt es?", "how", "asksNumber"),
        ("de", "Ist Berlin eine Stadt?", "yes-no", "asksBoolean"),
        ("de", "Gib mir alle Filme.", "command", "isCommand"),
        ("es", "¿Quién escribió Dublineses?", "who", "whWho"),
        ("it", "Chi ha scritto Dubliners?", "who", "whWho"),
        ("fr", "Qui a écrit Dubliners ?", "who", "whWho"),
        ("nl", "Wie schreef Dubliners?", "who", "whWho"),
        ("ro", "Cine a scris Dubliners?", "who", "whWho"),
        ("fa", "چه کسی آن را نوشت؟", "who", "whWho"),
        ("en", "Give me all films.", "command", "isCommand"),
        (
            "en",
            "Give me all people who sing.",
            "command",
            "asksResource",
        ),
        ("en", "what is the time zone of Rome", "what", "whWhat"),
    ] {
        let extractor = Extractor::new("x").language(Language::new(lang));
        let features = extractor.features(&question(lang, wording));
        let found = text(&features, "questionType");
        assert_eq!(found.as_deref(), Some(kind), "{wording}");
        assert!(holds(&features, fact), "{wording}: {fact}");
        assert_eq!(text(&features, "language").as_deref(), Some(lang));
        let words = ["What", "Which", "When", "Where", "Who", "How", "Why"];
        let asked = words.iter().filter(|w| holds(&features, &format!("wh{w}")));
        assert!(asked.count() <= 1, "{wording}");
    }
}

#[test]
fn of_a_language_without_lists_nothing_is_made_up() {
    let hindi = question("hi_IN", "बर्लिन के मेयर कौन हैं?");
    let features = Extractor::new("x")
        .tagger(Tagger::shipped())
        .features(&hindi);
    for name in ["whWho", "asksBoolean", "questionType", "NN", "headword"] {
        assert_eq!(features.get(feature(name)), None, "{name}");
    }
    assert_eq!(features.get(feature("words")), Some(&Value::Integer(5)));
    // A text in another language than the one that is wanted is measured as what it is.
    assert_eq!(text(&features, "language").as_deref(), Some("hi_IN"));
}

#[test]
fn the_same_questions_ask_alike_in_every_language() {
    let Some(questions) = dataset("qald-9-test-multilingual.json") else {
        return;
    };
    let count = |lang: Lang, name: &str| {
        let extractor = Extractor::new("x").language(lang.into());
        let features = questions
            .iter()
            .map(|question| extractor.features(question));
        features.filter(|features| holds(features, name)).count()
    };
    assert_eq!(count(Lang::En, "whWho"), 26);
    for lang in [Lang::De, Lang::Es, Lang::It, Lang::Fr, Lang::Nl] {
        for (name, most) in [
            ("whWho", 1),
            ("whWhen", 1),
            ("asksBoolean", 1),
            ("isCommand", 5),
        ] {
            let (here, english) = (count(lang, name), count(Lang::En, name));
            assert!(here.abs_diff(english) <= most, "{lang} {name}: {here}");
        }
    }
}

#[test]
fn every_question_has_a_type_and_most_have_a_head_word() {
    let Some(questions) = dataset("qald-9-train-multilingual.json") else {
        return;
    };
    let extractor = Extractor::new("x").tagger(Tagger::shipped());
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    let mut heads: BTreeMap<String, usize> = BTreeMap::new();
    for question in &questions {
        let features = extractor.features(question);
        *types
            .entry(text(&features, "questionType").unwrap())
            .or_default() += 1;
        if let Some(head) = text(&features, "headword") {
            *heads.entry(head).or_default() += 1;
        }
    }
    assert!(!types.contains_key("") && !types.contains_key("What"));
    assert_eq!(
        (types["what"], types["command"], types["yes-no"]),
        (55, 72, 37)
    );
    // *city* and *cities* are one head word.
    assert_eq!((heads["city"], heads.contains_key("cities")), (16, false));
    assert!(heads.values().sum::<usize>() > 290);
}

#[test]
fn the_four_sets_of_qald_5_are_conditions() {
    // Table 1 of the GERBIL QA paper.
    for (file, condition, expected) in [
        ("qald-5-test.xml", "hybrid", 10),
        ("qald-5-train.xml", "hybrid", 40),
        ("qald-5-test.xml", "not hybrid", 49),
        ("qald-5-train.xml", "hybrid = false", 300),
        ("qald-5-train.xml", "aggregation and onlydbo = false", 18),
        ("qald-5-train.xml", "outOfScope or not hasAnswer", 15),
        ("qald-5-train.xml", "languages = ro", 300),
        ("qald-5-train.xml", "languages = ro and hasQuery", 286),
    ] {
        let Some(questions) = dataset(file) else {
            return;
        };
        let condition: Condition = condition.parse().unwrap();
        let extractor = Extractor::new("qald-5").only(condition.features());
        let found = questions
            .iter()
            .filter(|question| condition.holds(&extractor.features(question)));
        assert_eq!(found.count(), expected, "{file} {condition:?}");
    }
}

#[test]
fn tags_of_a_file_are_names_to_select_by() {
    let Some(folder) = lydite_testing::shared("text2sparql") else {
        return;
    };
    let questions = read(&folder.join("questions_db25.yaml"));
    let extractor = Extractor::new("db25");
    let features: Vec<Features> = questions.iter().map(|q| extractor.features(q)).collect();
    for (condition, expected) in [
        ("tags = RESULT_ORDER_MATTERS", 2),
        ("tags ~ order", 2),
        ("languages = es and languages = en", 100),
        ("language = en", 100),
        ("hasAnswer", 0),
    ] {
        let condition: Condition = condition.parse().unwrap();
        let found = features.iter().filter(|features| condition.holds(features));
        assert_eq!(found.count(), expected, "{condition:?}");
    }
    let Some(questions) = dataset("lc-quad-1-test.json") else {
        return;
    };
    let condition: Condition = "tags = sparql_template_id:2".parse().unwrap();
    let found = questions
        .iter()
        .filter(|question| condition.holds(&extractor.features(question)));
    assert_eq!(found.count(), 151);
}

/// The rows of a table without quoted line breaks.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let cell = |cell: &str| cell.trim_matches('"').to_owned();
    text.lines()
        .map(|line| line.split(',').map(cell).collect())
        .collect()
}

#[test]
fn simple_questions_are_those_of_the_frankenstein_paper() {
    let (Some(train), Some(test), Some(folder)) = (
        dataset("lc-quad-1-train.json"),
        dataset("lc-quad-1-test.json"),
        lydite_testing::shared("frankenstein"),
    ) else {
        return;
    };
    let extractor = Extractor::new("lc-quad").only(Overview::features());
    let by_id = |questions: &[Question]| -> BTreeMap<String, Features> {
        let features = questions
            .iter()
            .map(|question| (question.id.to_string(), extractor.features(question)));
        features.collect()
    };
    let measured = BTreeMap::from([("train", by_id(&train)), ("test", by_id(&test))]);
    let mut overview = Overview::default();
    // The paper has 3,252 questions; the release also has the fragment "How many ?".
    let released = rows(&folder.join("lcquad_join.csv"));
    for row in released.iter().skip(1).filter(|row| row[0] != "10300") {
        overview.add(&measured[row[2].as_str()][&row[1]]);
    }
    assert_eq!((overview.questions, overview.simple), (3252, 728));
    // One entity and one relation alone, whatever stands beside them, would be 31 %.
    assert_eq!(overview.one_entity_one_relation, 1019);

    let mut lengths = Overview::default();
    for row in rows(&folder.join("lcquad_questions_3253.csv")) {
        lengths.add(&extractor.features(&question("en", &row[1..].join(","))));
    }
    let mean = lengths.mean_words().unwrap();
    assert!((mean - 10.636).abs() < 0.0005, "{mean}");

    // QALD-5: 53 % and 7.41 words for 204 questions that were not published. Of all, half name one
    // entity and one relation, and few more than a third are one triple pattern.
    let mut overview = Overview::default();
    for file in ["qald-5-train.xml", "qald-5-test.xml"] {
        let questions = dataset(file).unwrap();
        for question in questions.iter().filter(|q| q.hybrid == Some(false)) {
            overview.add(&extractor.features(question));
        }
    }
    assert_eq!((overview.questions, overview.simple), (349, 125));
    assert_eq!(overview.one_entity_one_relation, 175);
    assert!((overview.mean_words().unwrap() - 7.53).abs() < 0.005);
}

/// The columns that Frankenstein released beside counts of tags: length, and the type of answer.
#[test]
fn legacy_mode_asks_as_frankenstein_released_it() {
    let Some(folder) = lydite_testing::shared("frankenstein") else {
        return;
    };
    let texts: BTreeMap<String, String> = rows(&folder.join("lcquad_questions_3253.csv"))
        .into_iter()
        .map(|row| (row[0].clone(), row[1..].join(",")))
        .collect();
    let extractor = Extractor::new("lc-quad").mode(Mode::Legacy);
    let mut compared = 0;
    for file in ["test_questionFeatures.csv", "questionFeature_old.csv"] {
        for row in rows(&folder.join(file)) {
            let features = extractor.features(&question("en", &texts[&row[0]]));
            let names = [
                ("words", 1),
                ("asksBoolean", 26),
                ("asksNumber", 27),
                ("asksResource", 28),
            ];
            for (name, column) in names {
                let number = features.get(feature(name)).unwrap().as_number();
                assert_eq!(number, row[column].parse().ok(), "{name} of {}", row[0]);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 3253);
}

#[test]
fn labels_from_outside_name_what_iris_do_not() {
    let mut question = question("en", "Who is the mayor of new york city?");
    let query = "SELECT ?x { wd:Q60 p:P6/ps:P6 ?x . ?x wdt:P31 wd:Q5 }";
    question.queries.push(Query::sparql(query));
    let bare = Extractor::new("x").features(&question);
    assert_eq!(text(&bare, "entity1").as_deref(), Some("Q60"));
    assert!(!holds(&bare, "hasLowerCaseLabel"));

    let labels = |iri: &str| {
        let label = match iri.strip_prefix("http://www.wikidata.org/entity/")? {
            "Q60" => "New York City",
            "P6" => "head of government",
            "Q5" => "human",
            _ => return None,
        };
        Some(label.to_owned())
    };
    let extractor = Extractor::new("x").labels(&labels);
    assert_eq!(
        extractor.iris(&question),
        ["Q60", "P6", "Q5"].map(|local| format!("http://www.wikidata.org/entity/{local}"))
    );
    let features = extractor.features(&question);
    for (name, expected) in [
        ("entity1", "new york city"),
        ("totalWordsEntity1", "3"),
        ("isExplicitEntity1", "true"),
        ("labelCase", "lower"),
        ("hasLowerCaseLabel", "true"),
        ("relation1", "head of government"),
        ("isExplicitRelation1", "false"),
        ("class1", "human"),
        ("entity1URI", "http://www.wikidata.org/entity/Q60"),
    ] {
        assert_eq!(text(&features, name).as_deref(), Some(expected), "{name}");
    }
    let legacy = extractor.mode(Mode::Legacy);
    assert_eq!(legacy.iris(&question), [""; 0]);
}

#[test]
fn qald_9_and_lc_quad_are_one_source() {
    let files = [
        ("qald-9-train", "qald-9-train-multilingual.json"),
        ("lc-quad-train", "lc-quad-1-train.json"),
        ("lc-quad-test", "lc-quad-1-test.json"),
    ];
    let mut sources = Vec::new();
    for (name, file) in files {
        let Some(questions) = dataset(file) else {
            return;
        };
        sources.push((name, questions));
    }
    for (repeated, expected) in [(Repeated::Keep, 5408), (Repeated::LeaveOut, 5406)] {
        let mut collection = Collection::new(files.map(|(name, _)| name), repeated);
        let measured = [feature("length"), Collection::needs()];
        let mut pool = Pool::new(["length"]);
        for (number, (name, questions)) in sources.iter().enumerate() {
            let extractor = Extractor::new(*name).only(measured);
            for question in questions {
                let described = Described {
                    id: question.id.clone(),
                    features: extractor.features(question),
                    ..Described::new(question_iri(name, question.id.as_str()))
                };
                if let Some(question) = collection.admit(number, described) {
                    let values = question.features.numbers(&measured[..1]).unwrap();
                    pool.push(question.id, &values).unwrap();
                }
            }
        }
        pool.sort();
        // Table 1 of the QaldGen paper: 408 and 5,000 questions.
        assert_eq!(pool.len(), expected);
        assert_eq!(pool.len() + collection.left_out(), 5408);
        let ids: std::collections::HashSet<&QuestionId> = pool.ids().iter().collect();
        assert_eq!(ids.len(), pool.len());
        for id in pool.ids() {
            let origin = collection.origin(id).unwrap();
            assert_eq!(sources[origin.dataset].1[origin.number].id, origin.id);
        }
        let choice = choose(&FeasibleExemplars, &pool.vectors().unwrap(), 10, 0).unwrap();
        assert_eq!(choice.bias, Bias::Outliers);
        let all = choose(&FeasibleExemplars, &pool.vectors().unwrap(), 6000, 0).unwrap();
        assert_eq!(all.bias, Bias::None);
    }
}
