//! A campaign from its first day to its last.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use lydite_lab::campaign::{
    Bundle, CampaignError, Definition, HandedIn, Participant, PhaseKind, Program, Scoring,
};
use lydite_lab::run::Pace;
use lydite_lab::store::{State, Store, StoreError};
use lydite_lab::{Config, Error, Lab, Notice, Observer, Progress, Silent, Task};
use lydite_model::{Cancel, Language};
use serde_json::{Value, json};

const DEFINITION: &str = r#"
name = "demo-2026"
title = "The demo campaign"

[[phase]]
kind = "training"
begin = 2026-01-01

[[phase]]
kind = "test"
begin = 2026-05-01
end = 2026-05-14

[[task]]
name = "plain"
training = "train.json"
test = "test.json"

[[task]]
name = "languages"
test = "test.json"
languages = ["en", "de"]
rules = "qald"
"#;

/// A question with texts in these languages and this answer.
fn question(id: usize, languages: &[&str], answer: &str) -> Value {
    let texts: Vec<_> = languages
        .iter()
        .map(|language| json!({"language": language, "string": format!("Question {id}?")}))
        .collect();
    let rows = [json!({"uri": {"type": "uri", "value": format!("http://x/{answer}")}})];
    json!({
        "id": id.to_string(), "question": texts, "query": {"sparql": "SELECT ?uri { ?uri ?p 1 }"},
        "answers": [{"head": {"vars": ["uri"]}, "results": {"bindings": rows}}],
    })
}

/// A file of forty questions, of which so many have the right answer.
fn write(path: &Path, languages: &[&str], right: usize) {
    let questions: Vec<_> = (0..40)
        .map(|id| {
            let answer = if id < right {
                format!("a{id}")
            } else {
                "wrong".to_owned()
            };
            question(id, languages, &answer)
        })
        .collect();
    let document = json!({"dataset": {"id": "d"}, "questions": questions});
    fs::write(path, document.to_string()).unwrap();
}

struct Place {
    folder: tempfile::TempDir,
    lab: Lab,
    store: Store,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let lab = Lab::new(Config {
            home: Some(folder.path().join("home")),
            ..Config::default()
        });
        write(&folder.path().join("train.json"), &["en", "de"], 40);
        write(&folder.path().join("test.json"), &["en", "de"], 40);
        fs::write(folder.path().join("campaign.toml"), DEFINITION).unwrap();
        let store = lab.store().unwrap();
        Self { folder, lab, store }
    }

    fn definition(&self) -> Definition {
        Definition::read(&self.folder.path().join("campaign.toml")).unwrap()
    }

    fn answers(&self, name: &str, languages: &[&str], right: usize) -> HandedIn {
        let file = self.folder.path().join(format!("{name}-{right}.json"));
        write(&file, languages, right);
        HandedIn {
            task: Some("plain".to_owned()),
            system: name.to_owned(),
            file,
            ..HandedIn::default()
        }
    }
}

fn day(text: &str) -> Timestamp {
    format!("{text}T10:00:00Z").parse().unwrap()
}

fn refused(result: Result<impl Sized, Error>) -> CampaignError {
    match result {
        Err(Error::Campaign(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("nothing was refused"),
    }
}

#[test]
fn a_campaign_runs_from_training_to_the_results() {
    let place = Place::new();
    let (lab, store) = (&place.lab, &place.store);
    lab.create_campaign(store, &place.definition(), day("2025-12-01"))
        .unwrap();
    let again = lab.create_campaign(store, &place.definition(), day("2025-12-01"));
    assert!(matches!(refused(again), CampaignError::Exists { .. }));
    // What is kept does not depend on the files.
    fs::remove_file(place.folder.path().join("test.json")).unwrap();
    let mut hosted = lab.host(store, "demo-2026").unwrap();

    let early = hosted.submit(&place.answers("mine", &["en"], 40), day("2025-12-31"));
    assert!(matches!(refused(early), CampaignError::NotYet { .. }));
    // In training the scores are shown at once.
    let trained = hosted
        .submit(&place.answers("mine", &["en"], 30), day("2026-02-01"))
        .unwrap();
    assert_eq!(trained.submission.phase, PhaseKind::Training);
    assert_eq!(trained.scores.unwrap()[0].score(), Some(0.75));
    // In the test phase they are not; any number is taken.
    for (name, right) in [("mine", 36), ("mine", 20), ("other", 38), ("poor", 2)] {
        let receipt = hosted.submit(&place.answers(name, &["en"], right), day("2026-05-14"));
        let receipt = receipt.unwrap();
        assert_eq!(receipt.submission.phase, PhaseKind::Test);
        assert!(receipt.scores.is_none());
        assert_eq!((receipt.questions, receipt.answered[0].1), (40, 40));
    }
    let now = day("2026-05-14");
    assert!(matches!(
        refused(hosted.rank(PhaseKind::Test, false, now)),
        CampaignError::StillOpen { .. }
    ));
    let questions = place.folder.path().join("questions.json");
    assert!(
        hosted
            .release(Some("plain"), PhaseKind::Test, true, &questions, now)
            .is_err()
    );
    hosted
        .release(Some("plain"), PhaseKind::Test, false, &questions, now)
        .unwrap();
    let released = fs::read_to_string(&questions).unwrap();
    assert!(released.contains("Question 7?"));
    assert!(
        !released.contains("http://x/"),
        "the gold answers are not given away"
    );
    assert!(!released.contains("SELECT"), "nor are the queries");

    hosted.close(now).unwrap();
    let late = hosted.submit(
        &HandedIn {
            phase: Some(PhaseKind::Test),
            ..place.answers("mine", &["en"], 40)
        },
        now,
    );
    assert_eq!(refused(late), CampaignError::Closed);
    let rankings = hosted.rank(PhaseKind::Test, false, now).unwrap();
    assert_eq!(
        rankings.len(),
        1,
        "a task without submissions has no ranking"
    );
    let places: Vec<_> = rankings[0]
        .places
        .iter()
        .map(|place| {
            (
                place.rank,
                place.system.as_str(),
                place.submission,
                place.submissions,
            )
        })
        .collect();
    // 36 and 38 of 40 cannot be told apart; the best of two submissions counts.
    assert_eq!(
        places,
        [(1, "other", 4, 1), (1, "mine", 2, 2), (3, "poor", 5, 1)]
    );
}

#[test]
fn languages_follow_from_the_texts_or_from_what_is_said() {
    let place = Place::new();
    let definition = place.definition();
    let hosted = place
        .lab
        .create_campaign(&place.store, &definition, day("2026-05-02"))
        .unwrap();
    let submit = |languages: &[&str], configuration: Option<&str>, system: &str| {
        let handed_in = HandedIn {
            task: Some("languages".to_owned()),
            configuration: configuration.map(str::to_owned),
            ..place.answers(system, languages, 10)
        };
        hosted.submit(&handed_in, day("2026-05-02")).map(|receipt| {
            let judged = receipt.submission.judged.into_iter();
            judged
                .filter_map(|judged| judged.language)
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(submit(&["de"], None, "a").unwrap(), ["de"]);
    assert_eq!(submit(&["en", "de"], None, "b").unwrap(), ["en", "de"]);
    assert_eq!(submit(&[], Some("model 7, DE"), "c").unwrap(), ["de"]);
    assert!(matches!(
        refused(submit(&[], None, "d")),
        CampaignError::WhichLanguage { .. }
    ));
    let rankings = hosted
        .rank(PhaseKind::Test, true, day("2026-05-03"))
        .unwrap();
    let systems = |language: &str| -> Vec<String> {
        let own = rankings
            .iter()
            .filter(|own| own.language.as_deref() == Some(language));
        own.flat_map(|own| own.places.iter().map(|place| place.system.clone()))
            .collect()
    };
    assert_eq!(
        (systems("en"), systems("de").len()),
        (vec!["b".to_owned()], 3)
    );
}

#[test]
fn the_language_of_texts_without_a_tag_is_read_from_them() {
    let place = Place::new();
    let definition = place.definition();
    let hosted = place
        .lab
        .create_campaign(&place.store, &definition, day("2026-05-02"))
        .unwrap();
    let submit = |system: &str, text: &dyn Fn(usize) -> Value| {
        let handed_in = HandedIn {
            task: Some("languages".to_owned()),
            ..place.answers(system, &[], 10)
        };
        let text_of = |id: usize| [text(id)];
        let mut document: Value =
            serde_json::from_slice(&fs::read(&handed_in.file).unwrap()).unwrap();
        for (id, entry) in document["questions"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .enumerate()
        {
            entry["question"] = json!(text_of(id));
        }
        fs::write(&handed_in.file, document.to_string()).unwrap();
        hosted.submit(&handed_in, day("2026-05-02")).map(|receipt| {
            let judged = receipt.submission.judged.into_iter();
            judged
                .filter_map(|judged| judged.language)
                .collect::<Vec<_>>()
        })
    };
    let german = |id| json!({"string": format!("Wer schrieb das Buch Nummer {id}?")});
    assert_eq!(submit("a", &german).unwrap(), ["de"]);
    let english = |id| json!({"string": format!("Who wrote the book number {id}?")});
    assert_eq!(submit("b", &english).unwrap(), ["en"]);
    // A few stray words do not make a language.
    let mostly = |id| match id {
        0 => english(id),
        _ => german(id),
    };
    assert_eq!(submit("d", &mostly).unwrap(), ["de"]);
    // No text says anything, but the name does.
    let nothing = |_| json!({"string": ""});
    assert_eq!(submit("my German system", &nothing).unwrap(), ["de"]);
    assert!(matches!(
        refused(submit("my system", &nothing)),
        CampaignError::WhichLanguage { .. }
    ));
}

#[test]
fn a_language_that_is_read_from_texts_is_the_one_that_is_judged() {
    let place = Place::new();
    // Every other question has no German text.
    let path = place.folder.path().join("test.json");
    let mut gold: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for entry in gold["questions"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .step_by(2)
    {
        entry["question"].as_array_mut().unwrap().pop();
    }
    fs::write(&path, gold.to_string()).unwrap();
    // These rules judge questions only that have a text in the language.
    let definition = DEFINITION.replace("qald", "lydite");
    fs::write(place.folder.path().join("campaign.toml"), definition).unwrap();
    let definition = place.definition();
    let hosted = place
        .lab
        .create_campaign(&place.store, &definition, day("2026-05-02"))
        .unwrap();
    let submit = |system: &str, languages: &[&str], text: Option<&str>, said: Option<&str>| {
        let mut handed_in = HandedIn {
            task: Some("languages".to_owned()),
            language: said.map(Language::from),
            ..place.answers(system, languages, 11)
        };
        if let Some(text) = text {
            let content = fs::read_to_string(&handed_in.file).unwrap();
            let content = content.replace("\"Question ", &format!("\"{text} "));
            handed_in.file = place.folder.path().join(format!("{system}.json"));
            fs::write(&handed_in.file, content).unwrap();
        }
        let judged = hosted.submit(&handed_in, day("2026-05-02")).unwrap();
        let judged = judged.submission.judged.into_iter().next().unwrap();
        let f1 = judged.score().unwrap();
        (judged.language.unwrap(), judged.report.questions, f1)
    };
    // Of the twenty questions in German those with an odd number below 11 are right.
    let expected = ("de".to_owned(), 20, 0.25);
    assert_eq!(submit("tagged", &["de"], None, None), expected);
    let text = Some("Wer schrieb das Buch mit der Nummer");
    assert_eq!(submit("read", &["en"], text, None), expected);
    assert_eq!(submit("said", &["en"], None, Some("de")), expected);
    assert_eq!(submit("named German", &[], None, None), expected);
    let english = submit("english", &["en"], None, Some("en"));
    assert_eq!(english, ("en".to_owned(), 40, 11.0 / 40.0));
}

/// Cancels an experiment when it has begun.
struct Stopping(Cancel);

impl Observer for Stopping {
    fn begin(&self, task: &Task) -> Box<dyn Progress> {
        Silent.begin(task)
    }

    fn notice(&self, notice: &Notice) {
        if matches!(notice, Notice::ExperimentBegun { .. }) {
            self.0.cancel();
        }
    }
}

#[test]
fn an_interrupted_poll_is_taken_up() {
    let place = Place::new();
    let definition = place.definition();
    let hosted = place
        .lab
        .create_campaign(&place.store, &definition, day("2026-05-02"))
        .unwrap();
    let join = |name: &str, right: usize| {
        let file = place.answers(name, &["en"], right).file;
        let spec = format!("file:{}", file.display());
        let name = name.to_owned();
        hosted.join(&Participant { name, spec }).unwrap();
    };
    join("good", 40);
    // Whoever polls is told to stop as soon as the questions are to be put.
    let config = Config {
        cancel: Cancel::default(),
        ..place.lab.config.clone()
    };
    let stopping = Stopping(config.cancel.clone());
    let cancelled = Lab::new(config).observed_by(stopping);
    let there = cancelled.host(&place.store, "demo-2026").unwrap();
    let polled = there.poll(Some("plain"), None, &Pace::default(), day("2026-05-02"));
    assert!(matches!(polled, Err(Error::Cancelled)), "{polled:?}");
    assert_eq!(place.store.submissions("demo-2026").unwrap(), []);
    let begun = place.store.experiments().unwrap();
    assert_eq!((begun.len(), begun[0].state), (1, State::Interrupted));

    // The next poll goes on with it, and asks whoever joined since.
    join("late", 4);
    let poll = || hosted.poll(Some("plain"), None, &Pace::default(), day("2026-05-02"));
    let polled = poll().unwrap();
    let systems: Vec<&str> = polled.iter().map(|one| one.system.as_str()).collect();
    assert_eq!(systems, ["good", "late"]);
    assert_eq!(place.store.submissions("demo-2026").unwrap().len(), 2);
    let now = place.store.experiments().unwrap();
    let states: Vec<_> = now
        .iter()
        .map(|one| (one.state, &*one.systems[0]))
        .collect();
    let finished = [(State::Finished, "late"), (State::Finished, "good")];
    assert_eq!(states, finished);

    // What was taken is not taken again; polling anew asks anew.
    poll().unwrap();
    assert_eq!(place.store.submissions("demo-2026").unwrap().len(), 4);
    // What a campaign ranks stays.
    let ranked = &place.store.experiments().unwrap()[0].id;
    let refused = place.store.delete(ranked);
    assert!(
        matches!(refused, Err(StoreError::Ranked { .. })),
        "{refused:?}"
    );
}

#[test]
fn deleting_an_experiment_leaves_the_files_of_campaigns() {
    let place = Place::new();
    let definition = place.definition();
    let now = day("2026-05-02");
    let hosted = place
        .lab
        .create_campaign(&place.store, &definition, now)
        .unwrap();
    hosted
        .submit(&place.answers("mine", &["en"], 10), now)
        .unwrap();
    let test = place.folder.path().join("train.json");
    let file = place.answers("other", &["en"], 10).file;
    let spec = place.lab.system_spec(&format!("file:{}", file.display()));
    let system = place.lab.system(&spec.unwrap(), None).unwrap();
    let run = lydite_lab::run::Run::new(vec![test], vec![system.into()]);
    let ran = place.lab.run(&run, &Pace::default()).unwrap();
    place.store.delete(&ran.experiment.id).unwrap();
    // The hidden benchmark and what was handed in are still there.
    hosted
        .submit(&place.answers("mine", &["en"], 20), now)
        .unwrap();
    assert_eq!(place.store.submissions("demo-2026").unwrap().len(), 2);
}

#[test]
fn systems_that_joined_are_asked() {
    let place = Place::new();
    let definition = place.definition();
    let hosted = place
        .lab
        .create_campaign(&place.store, &definition, day("2026-05-02"))
        .unwrap();
    let poll = |task| hosted.poll(Some(task), None, &Pace::default(), day("2026-05-02"));
    assert_eq!(refused(poll("plain")), CampaignError::NobodyJoined);
    for (name, right) in [("good", 40), ("poor", 4)] {
        let file = place.answers(name, &["en"], right).file;
        let spec = format!("file:{}", file.display());
        let name = name.to_owned();
        hosted.join(&Participant { name, spec }).unwrap();
    }
    let polled = poll("plain").unwrap();
    assert_eq!(polled.len(), 2);
    let rankings = hosted
        .rank(PhaseKind::Test, true, day("2026-05-03"))
        .unwrap();
    let places = &rankings[0].places;
    assert_eq!((places[0].system.as_str(), places[0].rank), ("good", 1));
    assert_eq!((places[1].system.as_str(), places[1].rank), ("poor", 2));
    assert_eq!(places[1].scores[2], Some(0.1));
}

#[test]
fn bad_submissions_score_zero_on_codabench_and_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let lab = Lab::new(Config::default());
    let (reference, submission) = (folder.path().join("ref"), folder.path().join("res/nested"));
    fs::create_dir_all(&reference).unwrap();
    fs::create_dir_all(submission.join("__MACOSX")).unwrap();
    write(&reference.join("whatever.bin"), &["en"], 40);
    let scoring = Scoring {
        input: folder.path().to_owned(),
        output: folder.path().join("output"),
        columns: Vec::new(),
        rules: None,
        show_gold: false,
    };
    let cases: [(&str, &[u8], f64, &str); 5] = [
        ("none", b"", 0.0, "answers.json is empty"),
        ("prose", b"I am sorry, but I cannot.", 0.0, "answers.json"),
        (
            "other",
            br#"{"questions":[{"id":"x","answers":[]}]}"#,
            0.0,
            "no question of the benchmark",
        ),
        ("cut", b"", 0.0, ""),
        ("good", b"", 0.5, ""),
    ];
    for (name, content, score, words) in cases {
        let file = submission.join("answers.json");
        match name {
            "good" => write(&file, &["en"], 20),
            "cut" => {
                write(&file, &["en"], 40);
                let text = fs::read(&file).unwrap();
                fs::write(&file, &text[..300]).unwrap();
            }
            _ => fs::write(&file, content).unwrap(),
        }
        let scored = lab.score_for_codabench(&scoring).unwrap();
        let said = scored.messages.join("\n");
        assert!(said.contains(words), "{name}: {said}");
        assert!(
            !said.contains(&*folder.path().to_string_lossy()),
            "{name}: {said}"
        );
        let text = fs::read_to_string(scoring.output.join("scores.json")).unwrap();
        let written: Value = serde_json::from_str(&text).unwrap();
        let f1 = written["f1"].as_f64().unwrap();
        if name == "cut" {
            assert!(f1 < 0.1 && !said.is_empty(), "{f1} {said}");
        } else {
            assert_eq!(f1, score, "{name}");
        }
        let page = fs::read_to_string(scoring.output.join("detailed_results.html")).unwrap();
        assert!(!page.contains("http://x/"), "the details give no gold away");
    }
}

#[test]
fn a_bundle_needs_a_phase_that_begins() {
    let place = Place::new();
    let mut campaign = place.definition();
    campaign.phases[0].begin = None;
    let bundle = Bundle {
        campaign,
        program: Program::Image("example/lydite:1".to_owned()),
        output: place.folder.path().join("bundle.zip"),
    };
    let error = refused(place.lab.codabench_bundle(&bundle));
    assert!(matches!(error, CampaignError::NoBegin { .. }));
}
