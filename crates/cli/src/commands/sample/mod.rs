//! `lydite sample`: a micro-benchmark, few questions that differ as much as possible.

mod output;

use lydite_lab::Error;
use lydite_lab::sampling::{Candidates, Measurer, Note, Sampled, Selecting};
use lydite_sample::{
    Agglomerative, DbscanKMeans, Feasible, FeasibleExemplars, KMeans, Method, RandomChoice,
};

use super::measuring::{condition, find_all, no_question};
use crate::args::{Sample, SamplingMethod};
use crate::failure::{Failure, Verdict};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Sample) -> Result<Verdict, Failure> {
    if options.n == 0 {
        return Err(Failure::usage("-n 0: a sample needs at least one question"));
    }
    let selecting = Selecting {
        from: options.from.clone(),
        features: find_all(&options.features)?,
        condition: condition(options.condition.as_deref())?,
        select: options.select.clone(),
    };
    let measuring = options.measuring.meant(options.kg.as_deref());
    let measurer = Measurer::new(&session.lab, &measuring)?;
    let candidates = Candidates::select(&session.lab, &selecting, &measurer);
    let mut candidates = candidates.map_err(|error| match (&error, &options.condition) {
        (Error::NothingSelected { query: None, .. }, Some(condition)) => no_question(condition),
        _ => error.into(),
    })?;
    let (vectors, notes) = candidates.vectors(options.n)?;
    candidates.notes.extend(notes);
    let choose = |name| {
        let method = method(options, name);
        Sampled::choose(&*method, &vectors, options.n, options.seed)
    };
    if options.compare {
        tell(session, &candidates.notes);
        output::compare(session, &candidates, &METHODS.map(choose))?;
        return Ok(Verdict::Done);
    }
    let sampled = choose(options.method)?;
    let notes = candidates.notes_on(&sampled, options.n);
    candidates.notes.extend(notes);
    tell(session, &candidates.notes);
    output::write(session, options, &measurer, &candidates, &vectors, &sampled)?;
    Ok(Verdict::Done)
}

fn tell(session: &Session, notes: &[Note]) {
    for note in notes {
        session.say(&format!("note: {note}"));
    }
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
