//! `lydite campaign`: evaluation campaigns with phases, submissions and rankings.

mod codabench;
mod rank;
mod show;
mod submit;

use jiff::Timestamp;
use lydite_lab::campaign::{Definition, Participant, PhaseKind};
use lydite_lab::run::Pace;

use crate::args::{Campaign, Poll, Release};
use crate::failure::{Failure, Verdict, another_name};
use crate::output::plural;
use crate::session::Session;

pub(super) fn run(session: &Session, command: &Campaign) -> Result<Verdict, Failure> {
    let now = Timestamp::now();
    match command {
        Campaign::Create { file } => {
            let definition = Definition::read(file)?;
            let store = session.lab.store()?;
            session.lab.create_campaign(&store, &definition, now)?;
            session.say(&format!(
                "campaign `{}` created; `lydite campaign show {0}` shows it",
                definition.name
            ));
        }
        Campaign::List => show::list(session, now)?,
        Campaign::Show { campaign } => show::one(session, campaign, now)?,
        Campaign::Release(options) => release(session, options, now)?,
        Campaign::Submit(options) => return submit::run(session, options, now),
        Campaign::Join {
            campaign,
            name,
            spec,
        } => {
            let store = session.lab.store()?;
            let hosted = session.lab.host(&store, campaign)?;
            // Better refused now than when it is polled.
            session.lab.system_spec(spec)?;
            hosted.join(&Participant {
                name: name.clone(),
                spec: spec.clone(),
            })?;
            session.say(&format!("{name} has joined {campaign}"));
        }
        Campaign::Poll(options) => poll(session, options, now)?,
        Campaign::Rank {
            campaign,
            phase,
            provisional,
        } => {
            let store = session.lab.store()?;
            let hosted = session.lab.host(&store, campaign)?;
            let rankings = hosted.rank((*phase).into(), *provisional, now)?;
            rank::write(session, &rankings)?;
        }
        Campaign::Close { campaign } => {
            let store = session.lab.store()?;
            session.lab.host(&store, campaign)?.close(now)?;
            session.say(&format!("the test phase of `{campaign}` is closed"));
        }
        Campaign::Bundle(options) => codabench::bundle(session, options)?,
        Campaign::Score(options) => codabench::score(session, options)?,
    }
    Ok(Verdict::Done)
}

fn poll(session: &Session, options: &Poll, now: Timestamp) -> Result<(), Failure> {
    let store = session.lab.store()?;
    let hosted = session.lab.host(&store, &options.campaign)?;
    let pace = Pace {
        jobs: options.jobs.into(),
        ..Pace::default()
    };
    let phase = options.phase.map(PhaseKind::from);
    let polled = hosted.poll(options.task.as_deref(), phase, &pace, now)?;
    for submission in &polled {
        session.say(&format!(
            "submission {} of {} to {} ({} phase)",
            submission.number, submission.system, submission.task, submission.phase
        ));
    }
    Ok(())
}

fn release(session: &Session, options: &Release, now: Timestamp) -> Result<(), Failure> {
    let store = session.lab.store()?;
    let hosted = session.lab.host(&store, &options.campaign)?;
    let task = options.task.as_deref();
    let phase = options.phase.into();
    let written = hosted
        .release(task, phase, options.with_gold, &options.out, now)
        .map_err(another_name)?;
    let questions = plural(written.questions, "question");
    session.say(&format!("{questions} written to {}", options.out.display()));
    Ok(())
}
