//! Scores the default pipeline on the development sets under the rules `lydite`.
//!
//! `cargo run --release -p lydite-compose --example evaluate -- [SET…] [--lang LANG] [--errors]
//! [--held-out] [--guess] [--question TEXT] [--folds N] [--answers DIR] [--ablation]`
//!
//! Even positions of every set are the half that may be looked at (*tuned*), odd ones are *held out*:
//! they are asked with `--held-out` only, and `--errors` never shows them. With `--folds` a model is trained
//! on all parts of a set but one and tried on that one, in turn. `--ablation` prints what each part of the
//! system brings; `--answers` writes what was asked and answered, for `lydite score --failures`.
//!
//! The sets below `questions/` store no answers: their gold queries are executed on the graph. So are
//! those of `slice`, a part of DBpedia that gives other answers than the whole; questions that it
//! cannot answer are left out.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_compose::{Answered, Answerer, Example, Gold, Lang, Part, Pipeline, train};
use lydite_formats::{Reader, Target};
use lydite_graph::{Embedded, KnowledgeGraph, Limits};
use lydite_judge::{Case, rule_set};
use lydite_model::{AnswerSet, DatasetInfo, Language, Query, Question, Response};
use lydite_sparql::{Dialect, parse};

pub(crate) struct Set {
    pub(crate) name: &'static str,
    graph: &'static [&'static str],
    questions: &'static str,
}

pub(crate) const SETS: &[Set] = &[
    Set {
        name: "ck25",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "kg/ck25/dev-questions.json",
    },
    Set {
        name: "hard",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "kg/ck25/hard-questions.json",
    },
    Set {
        name: "sales",
        graph: &["kg/sales/vocab.ttl", "kg/sales/sales.ttl"],
        questions: "kg/sales/dev.json",
    },
    Set {
        name: "corporate",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "questions/corporate.yml",
    },
    Set {
        name: "everyday",
        graph: &["kg/ck25/prod-vocab.ttl", "kg/ck25/prod-inst.ttl"],
        questions: "questions/everyday.yml",
    },
    Set {
        name: "sales2",
        graph: &["kg/sales/vocab.ttl", "kg/sales/sales.ttl"],
        questions: "questions/sales.yml",
    },
    Set {
        name: "geo",
        graph: &["kg/geo/mooney-geography-corrected.nt.gz"],
        questions: "kg/geo/geo880-train.json",
    },
    Set {
        name: "oxford",
        graph: &["kg/oxford-real-estate/oxford.nt.gz"],
        questions: "kg/oxford-real-estate/questions.json",
    },
    Set {
        name: "orga",
        graph: &["kg/small/orga.nt.gz"],
        questions: "kg/small/orga-train.json",
    },
    Set {
        name: "orga-test",
        graph: &["kg/small/orga.nt.gz"],
        questions: "kg/small/orga-test.json",
    },
    Set {
        name: "coypu",
        graph: &["kg/small/coypu.nt.gz"],
        questions: "kg/small/coypu-train.json",
    },
    Set {
        name: "coypu-test",
        graph: &["kg/small/coypu.nt.gz"],
        questions: "kg/small/coypu-test.json",
    },
    Set {
        name: "slice",
        graph: &[
            "kg/dbpedia-slice/dbp15k-en.nt.gz",
            "kg/dbpedia-slice/esbm-dbpedia.nt.gz",
            "kg/dbpedia-slice/kbqa-pg.nt.gz",
            "kg/dbpedia-slice/labels-derived.nt.gz",
            "kg/dbpedia-slice/ontology-2016-10.nt.gz",
            "kg/dbpedia-slice/silk-movies.nt.gz",
        ],
        questions: "kg/benchmarks/kbqa-pg-updated-qald-9-train.json.gz",
    },
    Set {
        name: "demo",
        graph: &["demo"],
        questions: "demo",
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let options = Options {
        errors: take(&mut wanted, "--errors"),
        held_out: take(&mut wanted, "--held-out"),
        answers: option(&mut wanted, "--answers").map(PathBuf::from),
        language: Language::new(option(&mut wanted, "--lang").as_deref().unwrap_or("en")),
        folds: option(&mut wanted, "--folds")
            .map(|folds| folds.parse())
            .transpose()?,
    };
    let pipeline = if take(&mut wanted, "--guess") {
        "guess".parse()?
    } else {
        Pipeline::default()
    };
    let question = option(&mut wanted, "--question");
    if take(&mut wanted, "--ablation") {
        println!("| set | without | tuned | held out |\n| --- | --- | --- | --- |");
        let chosen = |set: &&Set| match wanted.as_slice() {
            [] => set.name != "slice",
            names => names.iter().any(|name| name == set.name),
        };
        return SETS
            .iter()
            .filter(chosen)
            .try_for_each(|set| ablation(set, &options));
    }
    println!(
        "{:<11} {:>4} {:>6} {:>6} {:>8} {:>5} {:>8} {:>8}",
        "set", "n", "F1", "tuned", "held-out", "none", "median", "p99"
    );
    for set in SETS {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == set.name) {
            continue;
        }
        let graph = Arc::new(load(set)?);
        if let Some(folds) = options.folds {
            cross_validate(set, &graph, &pipeline, &options, folds.max(2))?;
            continue;
        }
        let started = Instant::now();
        let answerer = Answerer::new(graph.clone())?;
        let reading = started.elapsed();
        if let Some(question) = &question {
            let several = question.lines().count() > 1;
            for question in question.lines() {
                let answered = answerer.ask(question, &pipeline);
                if several {
                    brief(question, &answered);
                } else {
                    show(&answered);
                }
            }
            continue;
        }
        let questions = questions(set, graph.as_ref())?;
        evaluate(set, &questions, &answerer, &pipeline, &options, reading)?;
    }
    Ok(())
}

struct Options {
    errors: bool,
    /// Where answers are written.
    answers: Option<PathBuf>,
    held_out: bool,
    language: Language,
    folds: Option<usize>,
}

/// Takes an option and its value out of the words.
fn option(words: &mut Vec<String>, name: &str) -> Option<String> {
    let at = words.iter().position(|word| word == name)?;
    words.remove(at);
    (at < words.len()).then(|| words.remove(at))
}

fn take(words: &mut Vec<String>, flag: &str) -> bool {
    let before = words.len();
    words.retain(|word| word != flag);
    words.len() < before
}

pub(crate) fn load(set: &Set) -> Result<Embedded, Box<dyn Error>> {
    if set.name == "demo" {
        let bytes = fs::read(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../lab/assets/demo.ttl"
        ))?;
        return Ok(Embedded::from_bytes("demo.ttl", bytes)?);
    }
    let mut bytes = Vec::new();
    for file in set.graph {
        bytes.extend(fs::read(lydite_testing::shared_path(file))?);
        if !file.ends_with(".gz") {
            bytes.push(b'\n');
        }
    }
    let name = if set.graph[0].ends_with(".ttl") {
        "graph.ttl"
    } else {
        "graph.nt"
    };
    Ok(Embedded::from_bytes(name, bytes)?)
}

/// The questions of a set with their answers; those kept here are answered by their gold queries.
pub(crate) fn questions(
    set: &Set,
    graph: &dyn KnowledgeGraph,
) -> Result<Vec<Question>, Box<dyn Error>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = match set.questions {
        "demo" => own.join("../lab/assets/demo.json"),
        file if file.starts_with("questions/") => own.join(file),
        file => lydite_testing::shared_path(file),
    };
    let (mut questions, _) = Reader::open(path)?.read_to_end();
    let part = set.name == "slice";
    if !set.questions.starts_with("questions/") && !part {
        return Ok(questions);
    }
    for question in &mut questions {
        let Some(gold) = question.queries.first() else {
            continue;
        };
        let failed = |reason: String| format!("{}, question {}: {reason}", set.name, question.id);
        let parsed = parse(&gold.text, &Dialect::default());
        let results = parsed
            .map_err(|error| failed(error.to_string()))
            .and_then(|parsed| {
                let results = graph.query(&parsed, &Limits::default());
                results.map_err(|error| failed(error.to_string()))
            });
        question.answers = match results {
            Ok(results) => Some(AnswerSet::from(&results.value)),
            Err(_) if part => None,
            Err(error) => return Err(error.into()),
        };
        if part && question.answers.as_ref().is_some_and(is_void) {
            question.answers = None;
        }
    }
    Ok(questions)
}

/// What came of the questions of a set.
#[derive(Default)]
struct Scored {
    /// The sum of F1 and the number of questions, of the tuned half and the one held out.
    halves: [(f64, usize); 2],
    times: Vec<Duration>,
    silent: usize,
    answers: Vec<Question>,
}

impl Scored {
    fn mean(&self, half: usize) -> f64 {
        let (sum, count) = self.halves[half];
        sum / count.max(1) as f64
    }

    fn whole(&self) -> (f64, usize) {
        let [one, other] = self.halves;
        let count = one.1 + other.1;
        ((one.0 + other.0) / count.max(1) as f64, count)
    }
}

fn score(
    questions: &[Question],
    answerer: &Answerer,
    pipeline: &Pipeline,
    options: &Options,
) -> Result<Scored, Box<dyn Error>> {
    let rules = rule_set("lydite").ok_or("no rules")?;
    let mut scored = Scored::default();
    for (at, question) in questions.iter().enumerate() {
        let tuned = at % 2 == 0;
        if question.answers.is_none() || !(tuned || options.held_out) {
            continue;
        }
        // Questions that were not put in this language are left out.
        let Some(text) = question.text(&options.language) else {
            continue;
        };
        let started = Instant::now();
        let lang = Lang::of(&options.language).unwrap_or(Lang::En);
        let answered = answerer.ask_in(text, lang, pipeline);
        scored.times.push(started.elapsed());
        scored.silent += usize::from(answered.abstained.is_some());
        let response = response(question, &answered);
        let outcome = rules.judge(&Case::new(question, Some(&response)));
        let half = &mut scored.halves[at % 2];
        half.0 += outcome.f1;
        half.1 += 1;
        if options.errors && tuned && outcome.f1 < 1.0 {
            println!("── {at} F1 {:.2}: {text}", outcome.f1);
            if let Some(english) = &answered.trace.english {
                println!("   read: {english}");
            }
            let gold = question
                .queries
                .first()
                .map(|query| query.text.as_str())
                .unwrap_or_default();
            println!("   gold: {}", one_line(gold));
            if let Some(reason) = &answered.abstained {
                println!("   abstained: {reason}");
            }
            println!(
                "   ours: {}",
                one_line(answered.query.as_deref().unwrap_or_default())
            );
        }
        if options.answers.is_some() {
            let query = answered.query.iter();
            let query = query.filter(|_| answered.abstained.is_none());
            scored.answers.push(Question {
                texts: question.texts.clone(),
                queries: query.map(Query::sparql).collect(),
                answers: response.answers,
                ..Question::new(question.id.clone())
            });
        }
    }
    scored.times.sort();
    Ok(scored)
}

fn evaluate(
    set: &Set,
    questions: &[Question],
    answerer: &Answerer,
    pipeline: &Pipeline,
    options: &Options,
    reading: Duration,
) -> Result<(), Box<dyn Error>> {
    let scored = score(questions, answerer, pipeline, options)?;
    let times = &scored.times;
    if times.is_empty() {
        println!("{:<11}    0  no questions in this language", set.name);
        return Ok(());
    }
    let (f1, count) = scored.whole();
    println!(
        "{:<11} {:>4} {:>6.3} {:>6.3} {:>8.3} {:>5} {:>6.1}ms {:>6.1}ms  lexicon {:.0} ms",
        set.name,
        count,
        f1,
        scored.mean(0),
        scored.mean(1),
        scored.silent,
        milliseconds(times[times.len() / 2]),
        milliseconds(times[(times.len() * 99 / 100).min(times.len() - 1)]),
        milliseconds(reading),
    );
    if let Some(folder) = &options.answers {
        let ids: Vec<_> = scored.answers.iter().map(|answer| &answer.id).collect();
        let asked = questions.iter().filter(|one| ids.contains(&&one.id));
        write(folder, &format!("{}-gold.json", set.name), asked)?;
        let answers = scored.answers.iter();
        write(folder, &format!("{}-answers.json", set.name), answers)?;
    }
    Ok(())
}

/// Writes questions to a file.
fn write<'q>(
    folder: &Path,
    name: &str,
    questions: impl Iterator<Item = &'q Question>,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let target = Target::named("qald-json").ok_or("no such format")?;
    let info = DatasetInfo::default();
    let mut writer = target.start(Box::new(fs::File::create(folder.join(name))?), &info)?;
    for question in questions {
        writer.question(question, &mut |_| ())?;
    }
    Ok(writer.finish(&info, &mut |_| ())?)
}

/// What each part brings: F1 on both halves of a set when it is left out, and how far that is from the whole.
fn ablation(set: &Set, options: &Options) -> Result<(), Box<dyn Error>> {
    let graph = Arc::new(load(set)?);
    let questions = questions(set, graph.as_ref())?;
    let mut answerer = Answerer::new(graph)?;
    let auto = Pipeline::default();
    let whole = score(&questions, &answerer, &auto, options)?;
    let row = |name: &str, scored: &Scored| {
        let cell = |half: usize| {
            let mean = scored.mean(half);
            format!("{mean:.3} ({:+.3})", mean - whole.mean(half))
        };
        println!("| {} | {name} | {} | {} |", set.name, cell(0), cell(1));
    };
    row("nothing", &whole);
    let guess = score(&questions, &answerer, &"guess".parse()?, options)?;
    row("abstention", &guess);
    for part in Part::ALL {
        answerer = answerer.whole().without(part);
        let rest = score(&questions, &answerer, &auto, options)?;
        row(part.in_words(), &rest);
    }
    Ok(())
}

/// Nothing, *no* or 0: what a part of a graph says that lacks the facts.
fn is_void(answers: &AnswerSet) -> bool {
    answers.as_boolean() == Some(false)
        || answers.as_table().is_some_and(|table| {
            let mut terms = table.terms();
            terms.next().is_none_or(|first| first.value() == "0") && terms.next().is_none()
        })
}

/// Trains on all parts of a set but one, tries that one, and so on.
fn cross_validate(
    set: &Set,
    graph: &Arc<Embedded>,
    pipeline: &Pipeline,
    options: &Options,
    folds: usize,
) -> Result<(), Box<dyn Error>> {
    let questions = questions(set, graph.as_ref())?;
    let rules = rule_set("lydite").ok_or("no rules")?;
    let mut used: Vec<(usize, &Question)> = questions
        .iter()
        .enumerate()
        .filter(|(at, question)| question.answers.is_some() && (at % 2 == 0 || options.held_out))
        .collect();
    // Shuffled, and always in the same way.
    used.sort_by_key(|(at, _)| (*at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let text = |question: &Question| {
        let text = question.text(&options.language).or(question.any_text());
        text.unwrap_or_default().to_owned()
    };
    let f1 = |question: &Question, answers: Option<AnswerSet>| {
        let mut response = Response::from(Question::new(question.id.clone()));
        response.answers = Some(answers.unwrap_or_else(|| AnswerSet::column("result", [])));
        rules.judge(&Case::new(question, Some(&response))).f1
    };
    let mut judged = Vec::new();
    let mut errors = Vec::new();
    for fold in 0..folds {
        let (rest, tried): (Vec<_>, Vec<_>) = (0..used.len()).partition(|at| at % folds != fold);
        let gold = |at: usize| used[at].1.queries.first().map(|query| query.text.as_str());
        let examples: Vec<Example> = rest
            .iter()
            .map(|at| Example {
                text: text(used[*at].1),
                lang: Lang::En,
                gold: gold(*at).and_then(Gold::of_query).unwrap_or_default(),
            })
            .collect();
        let graph: Arc<Embedded> = Arc::clone(graph);
        let (_, answerer) = train(Answerer::new(graph)?, &examples, |at, answers| {
            f1(used[rest[at]].1, Some(answers.clone()))
        });
        for at in tried {
            let (place, question) = used[at];
            let answered = answerer.ask(&text(question), pipeline);
            let query = answered.query.clone().unwrap_or_default();
            let f1 = f1(question, answered.answers);
            judged.push(f1);
            if options.errors && place % 2 == 0 && f1 < 1.0 {
                errors.push(format!(
                    "── {place} F1 {f1:.2}: {}\n   gold: {}\n   ours: {}",
                    text(question),
                    one_line(gold(at).unwrap_or_default()),
                    one_line(&query)
                ));
            }
        }
    }
    for error in errors {
        println!("{error}");
    }
    println!(
        "{:<11} {:>4} {:>6.3} when trained, {folds} folds",
        set.name,
        judged.len(),
        judged.iter().sum::<f64>() / judged.len().max(1) as f64
    );
    Ok(())
}

/// No answer counts as the empty one: that is what a system says that finds nothing.
pub(crate) fn response(question: &Question, answered: &Answered) -> Response {
    let mut response = Response::from(Question::new(question.id.clone()));
    response.answers = Some(
        answered
            .answers
            .clone()
            .unwrap_or_else(|| AnswerSet::column("result", [])),
    );
    response
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn one_line(query: &str) -> String {
    let line: Vec<&str> = query
        .split_whitespace()
        .filter(|word| !word.eq_ignore_ascii_case("prefix"))
        .collect();
    let line = line.join(" ");
    let mut short = String::new();
    let mut rest = line.as_str();
    while let Some(open) = rest.find('<') {
        short.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('>') else {
            break;
        };
        let iri = &rest[open + 1..open + close];
        if iri.contains("://") {
            short.push(':');
            short.push_str(iri.rsplit(['/', '#']).next().unwrap_or(iri));
        } else {
            short.push_str(&rest[open..=open + close]);
        }
        rest = &rest[open + close + 1..];
    }
    short.push_str(rest);
    short
}

fn show(answered: &Answered) {
    println!(
        "{}",
        serde_json::to_string_pretty(&answered.trace).unwrap_or_default()
    );
    println!(
        "{}",
        one_line(answered.query.as_deref().unwrap_or_default())
    );
    if let Some(reason) = &answered.abstained {
        println!("abstained: {reason}");
    }
    println!("{:?} {:?}", answered.answers, answered.timings);
    for other in &answered.alternatives {
        println!(
            "{:.2} {:.2} {}",
            other.score,
            other.adjusted,
            one_line(&other.query)
        );
    }
}

fn brief(question: &str, answered: &Answered) {
    let count = answered.answers.as_ref().map_or(0, AnswerSet::len);
    let reason = answered
        .abstained
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    println!("── {question}");
    println!(
        "   {count} {reason} {}",
        one_line(answered.query.as_deref().unwrap_or_default())
    );
}
