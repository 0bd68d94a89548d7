//! Asks the questions of a set, and scores what is answered.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lydite_compose::{Answerer, Lang, Part, Pipeline};
use lydite_formats::Target;
use lydite_judge::{Case, rule_set};
use lydite_model::{DatasetInfo, Query, Question};

use crate::Options;
use crate::printing::one_line;
use crate::sets::{Set, load, questions, response};

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
        let lang = Lang::of(&options.language).unwrap_or(Lang::En);
        let clock = Clock::start();
        let answered = answerer.ask_in(text, lang, pipeline);
        let time = clock.elapsed();
        let slow = options
            .slow
            .is_some_and(|least| milliseconds(time) >= least);
        if slow && tuned {
            let time = milliseconds(time);
            println!("── {at} {time:.0} ms {:?}: {text}", answered.timings);
        }
        scored.times.push(time);
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

pub(crate) fn evaluate(
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
pub(crate) fn ablation(set: &Set, options: &Options) -> Result<(), Box<dyn Error>> {
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

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Time that is spent on the processor, as far as the system tells: others may be busy.
struct Clock(Instant, Option<Duration>);

impl Clock {
    fn start() -> Self {
        Self(Instant::now(), on_processor())
    }

    fn elapsed(&self) -> Duration {
        match (self.1, on_processor()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.0.elapsed(),
        }
    }
}

fn on_processor() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let spent = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(spent))
}
