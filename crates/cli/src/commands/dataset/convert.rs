//! `lydite dataset convert` and `lydite dataset generate`: writing files.

use lydite_lab::datasets::{Conversion, Converted, Destination, Without, find_target};
use lydite_model::Language;

use crate::args::{Convert, Generate, LeftOut};
use crate::commands::measuring::condition;
use crate::failure::{Failure, Verdict};
use crate::output::plural;
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Convert) -> Result<Verdict, Failure> {
    let converted = session.lab.convert(&Conversion {
        input: options.input.clone(),
        with: options.with.clone(),
        output: options.output.clone(),
        to: options.to.clone(),
        languages: options.lang.iter().map(Language::new).collect(),
        condition: condition(options.condition.as_deref())?,
        without: Without {
            answers: options.leaves_out(LeftOut::Answers),
            queries: options.leaves_out(LeftOut::Queries),
        },
        force: options.force,
    })?;
    tell(session, options, &converted);
    Ok(if converted.errors == 0 {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}

impl Convert {
    fn leaves_out(&self, part: LeftOut) -> bool {
        self.without_answers || self.without.contains(&part)
    }
}

fn tell(session: &Session, options: &Convert, converted: &Converted) {
    for (what, count) in &converted.lost {
        session.say(&format!("warning: {what} ({})", plural(*count, "question")));
    }
    if converted.errors + converted.warnings > 0 {
        let file = options.input.display();
        session.say(&format!(
            "warning: {} and {} in {file}; see `lydite dataset check {file}`",
            plural(converted.errors, "error"),
            plural(converted.warnings, "warning"),
        ));
    }
    if let Some((completed, foreign)) = converted.completed {
        session.say(&format!("{} completed", plural(completed, "question")));
        if foreign > 0 {
            let foreign = plural(foreign, "question");
            session.say(&format!(
                "warning: {foreign} of the other files have no counterpart"
            ));
        }
    }
    session.say(&format!(
        "{} converted from {} to {}",
        plural(converted.questions, "question"),
        converted.from,
        converted.to
    ));
}

pub(super) fn generate(session: &Session, options: &Generate) -> Result<Verdict, Failure> {
    let target = find_target(options.to.as_deref(), &options.output)?;
    let destination = Destination::new(&options.output, options.force, None)?;
    let bar = session.progress(
        Some(options.questions),
        "{wide_bar} {human_pos}/{human_len} questions {eta}",
    );
    lydite_formats::generate(
        options.questions,
        options.seed,
        target,
        destination.sink()?,
        &mut |written| bar.set_position(written),
    )?;
    bar.finish_and_clear();
    destination.finish()?;
    let questions = plural(options.questions, "question");
    session.say(&format!("{questions} written as {}", target.format.name));
    Ok(Verdict::Done)
}
