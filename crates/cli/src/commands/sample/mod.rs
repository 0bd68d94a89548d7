//! `lydite sample`: few questions that stand for many.

mod output;
mod pool;
pub(super) mod source;

use std::time::Instant;

use lydite_sample::{
    Agglomerative, Choice, DbscanKMeans, Feasible, FeasibleExemplars, KMeans, Method, Quality,
    RandomChoice, SampleError, Vectors, choose,
};

use self::pool::Candidates;
use self::source::{Measurer, Source};
use crate::args::{Sample, SamplingMethod};
use crate::failure::{Failure, Verdict};
use crate::output::plural;
use crate::session::Session;

/// What a method came to.
pub(super) struct Sampled {
    pub method: &'static str,
    pub choice: Choice,
    pub quality: Quality,
    pub seconds: f64,
}

pub(super) fn run(session: &Session, options: &Sample) -> Result<Verdict, Failure> {
    if options.n == 0 {
        return Err(Failure::usage("-n 0: a sample needs at least one question"));
    }
    let measurer = Measurer::new(&options.measuring)?;
    let source = Source::open(session, &options.from)?;
    let mut candidates = Candidates::select(session, options, &measurer, &source)?;
    let pool = &candidates.pool;
    let vectors = pool.vectors().map_err(|error| failure(&error))?;
    if options.n > pool.len() {
        candidates.notes.push(format!(
            "{} of {} wanted: there are no more, so all of them are in the sample",
            plural(pool.len() as u64, "question"),
            options.n
        ));
    }
    let constant = pool.constant_features();
    if !constant.is_empty() && pool.len() > 1 {
        candidates.notes.push(format!(
            "without effect, since it is the same for all questions: {}",
            constant.join(", ")
        ));
    }
    if options.compare {
        let methods = METHODS.map(|method| sampled(options, method, &vectors));
        for note in &candidates.notes {
            session.say(&format!("note: {note}"));
        }
        output::compare(session, &candidates, &methods)?;
        return Ok(Verdict::Done);
    }
    let sampled = sampled(options, options.method, &vectors).map_err(|error| failure(&error))?;
    if sampled.choice.questions.len() < options.n.min(pool.len()) {
        candidates.notes.push(format!(
            "{} instead of {}: {} has one question for each different vector at most",
            plural(sampled.choice.questions.len() as u64, "question"),
            options.n,
            sampled.method
        ));
    }
    for note in &candidates.notes {
        session.say(&format!("note: {note}"));
    }
    output::write(
        session,
        options,
        &measurer,
        &source,
        &candidates,
        &vectors,
        &sampled,
    )?;
    Ok(Verdict::Done)
}

const METHODS: [SamplingMethod; 6] = [
    SamplingMethod::FeasibleExemplars,
    SamplingMethod::Feasible,
    SamplingMethod::Kmeans,
    SamplingMethod::DbscanKmeans,
    SamplingMethod::Agglomerative,
    SamplingMethod::Random,
];

fn method(options: &Sample, method: SamplingMethod) -> Box<dyn Method> {
    let kmeans = KMeans {
        rounds: options.rounds,
        trials: options.trials,
    };
    match method {
        SamplingMethod::FeasibleExemplars => Box::new(FeasibleExemplars),
        SamplingMethod::Feasible => Box::new(Feasible),
        SamplingMethod::Kmeans => Box::new(kmeans),
        SamplingMethod::DbscanKmeans => Box::new(DbscanKMeans {
            radius: options.radius,
            neighbours: options.neighbours,
            kmeans,
        }),
        SamplingMethod::Random => Box::new(RandomChoice),
        SamplingMethod::Agglomerative => Box::new(Agglomerative {
            threshold: options.threshold,
        }),
    }
}

fn sampled(
    options: &Sample,
    name: SamplingMethod,
    vectors: &Vectors,
) -> Result<Sampled, SampleError> {
    let method = method(options, name);
    let begin = Instant::now();
    let choice = choose(&*method, vectors, options.n, options.seed)?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Sampled {
        method: method.name(),
        quality: Quality::of(vectors, &choice.questions),
        choice,
        seconds,
    })
}

/// Why there is no sample, with what to do about it.
fn failure(error: &SampleError) -> Failure {
    let failure = Failure::input(error.to_string());
    match error {
        SampleError::TooMany { .. } => {
            failure.hint("--method feasible and --method kmeans deal with any number")
        }
        SampleError::Parameter(_) => Failure::usage(error.to_string()),
        SampleError::NotFinite { .. } => failure.hint("leave the question out with --where"),
        _ => failure,
    }
}
