//! `lydite run`: systems are asked, what they say is stored and judged.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use lydite_graph::KnowledgeGraph;
use lydite_lab::run::{Languages, Pace, Planned, Ran, Run as Planning, junit};
use lydite_lab::store::{Experiment, Plan};
use lydite_lab::system::QaSystem;
use lydite_lab::{Error, Lab};
use lydite_model::Language;

use super::score::{View, show, verdict};
use crate::args::{OutputFormat, PaceOptions, Run, StoreOptions, ViewOptions};
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, number, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Run) -> Result<Verdict, Failure> {
    let lab = session.lab_with(&options.store);
    let pace = options.pace.pace();
    session.cancel_on_signals();
    if let Some(id) = &options.resume {
        let id = lab.store()?.find(id)?;
        let open = |plan: &Plan| lab.stored_systems(plan);
        let ran = lab
            .resume(&id, &open, options.retry, &pace)
            .map_err(stopped)?;
        return finished(session, options, ran);
    }
    let planning = planning(&lab, options)?;
    if options.dry_run {
        return plan(session, &lab.plan(&planning)?);
    }
    if options.queue {
        let id = lab.enqueue(&planning)?;
        session.say(&format!(
            "queued; `lydite worker` runs it, `lydite experiment show {id}` shows its progress"
        ));
        session.print(
            Shown::new(serde_json::json!({ "experiment": id })).page(|page| {
                page.line(id.as_str())?;
                Ok(())
            }),
        )?;
        return Ok(Verdict::Done);
    }
    let ran = lab.run(&planning, &pace).map_err(stopped)?;
    finished(session, options, ran)
}

/// What is to be run.
fn planning(lab: &Lab, options: &Run) -> Result<Planning, Failure> {
    let systems = options.systems(lab)?;
    Ok(options.planning(systems))
}

impl Run {
    /// The systems that are named.
    ///
    /// # Errors
    /// One of them, or the graph, cannot be opened.
    pub fn systems(&self, lab: &Lab) -> Result<Vec<Arc<dyn QaSystem>>, Failure> {
        let graph = self.graph.name.as_deref().map(|name| lab.graph(name));
        let graph: Option<Arc<dyn KnowledgeGraph>> = graph.transpose()?.map(Arc::from);
        let systems = self.system.iter().map(|given| {
            let spec = lab.system_spec(given)?;
            lab.system(&spec, graph.clone()).map(Arc::from)
        });
        Ok(systems.collect::<Result<Vec<_>, Error>>()?)
    }

    /// What is to be run, with these systems.
    pub fn planning(&self, systems: Vec<Arc<dyn QaSystem>>) -> Planning {
        Planning {
            name: self.name.clone(),
            languages: match &self.lang[..] {
                [] => Languages::Own,
                [all] if all == "all" => Languages::All,
                these => Languages::These(these.iter().map(Language::new).collect()),
            },
            keywords: self.keywords,
            rules: self.rules.clone(),
            experiments: self.experiment.clone(),
            graph: self.graph.used(),
            seed: self.seed,
            ..Planning::new(self.dataset.clone(), systems)
        }
    }
}

fn finished(session: &Session, options: &Run, mut ran: Ran) -> Result<Verdict, Failure> {
    if options.junit.is_some() || options.view.needs_questions(session) {
        let store = session.lab_with(&options.store).store()?;
        ran.judging = store.judging(&ran.experiment.id, Some(ran.judging.number))?;
    }
    let evaluated = ran.judging.evaluated;
    if let Some(path) = &options.junit {
        let text = junit(&evaluated, options.fail_under);
        fs::write(path, text)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    show(session, &options.view.view(), &evaluated)?;
    let id = &ran.experiment.id;
    session.say(&format!(
        "stored as experiment {id}; `lydite experiment show {id}` shows it again"
    ));
    if let Some(failure) = dead(&ran.experiment) {
        return Err(failure);
    }
    Ok(verdict(
        session,
        options.fail_under,
        options.allow_damaged,
        &evaluated,
    ))
}

/// Whoever ends a run knows that it was cancelled; what to do next was said already.
fn stopped(error: Error) -> Failure {
    match error {
        Error::Cancelled => Failure {
            exit_code: 1,
            ..Failure::from(Error::Cancelled)
        },
        other => other.into(),
    }
}

/// A system that failed at everything is out of reach; its score says nothing about it.
fn dead(experiment: &Experiment) -> Option<Failure> {
    let mut tasks = experiment.tasks.iter();
    let dead = tasks.find(|task| task.failed == task.questions && task.questions > 0)?;
    let system = experiment.system(dead);
    let id = &experiment.id;
    let questions = match dead.questions {
        1 => "the only question".to_owned(),
        questions => format!("all {} questions", number(questions)),
    };
    Some(
        Failure::out_of_reach(format!("{} failed on {questions}", system.name)).hint(format!(
            "`lydite system check {}` says why; then `lydite run --resume {id} --retry`",
            system.spec
        )),
    )
}

/// What would be asked.
fn plan(session: &Session, planned: &Planned) -> Result<Verdict, Failure> {
    let table = || {
        let mut table = Table::new([
            Column::new("dataset").shorten(),
            Column::new("language").only_if_varied(),
            Column::new("system").shorten(),
            Column::number("questions"),
            Column::number("not put").only_if_varied(),
            Column::new("the first").wrap(),
        ]);
        for one in &planned.tasks {
            let task = &one.task;
            let language = task.language.as_ref().map_or("its own", Language::as_str);
            table.row([
                Cell::from(&task.dataset_name),
                language.into(),
                Cell::from(&planned.plan.systems[task.system].name),
                task.questions.into(),
                one.not_put.into(),
                one.example.clone().into(),
            ]);
        }
        table
    };
    session.print(Shown::new(planned).table(table).page(|page| {
        page.table(&table())?;
        page.blank()?;
        page.line(&format!(
            "{} would be put; nothing was asked or stored",
            plural(planned.questions(), "question")
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}

impl PaceOptions {
    /// How fast, and how patiently.
    pub fn pace(&self) -> Pace {
        Pace {
            jobs: usize::from(self.jobs),
            deadline: self.deadline.map(Duration::from_secs),
            outages: self.outages,
            ..Pace::default()
        }
    }
}

impl ViewOptions {
    /// Whether every question has to be at hand, however many there are.
    pub(super) fn needs_questions(&self, session: &Session) -> bool {
        self.per_question || self.worst.is_some() || session.format() == OutputFormat::Json
    }

    pub(super) fn view(&self) -> View<'_> {
        View {
            columns: &self.columns,
            per_question: self.per_question,
            worst: self.worst,
            intervals: self.intervals,
        }
    }
}

impl Session {
    /// The lab with the store that is named.
    pub(super) fn lab_with(&self, options: &StoreOptions) -> Lab {
        let mut lab = self.lab.clone();
        if let Some(given) = &options.store {
            // Whatever is no address is a file.
            let Ok(location) = given.parse();
            lab.config.store = Some(location);
        }
        lab
    }
}

/// So many of so many.
pub(super) fn share(done: u64, all: u64) -> String {
    format!("{} of {}", number(done), number(all))
}
