//! `lydite demo`: a tour on an embedded benchmark and three made-up systems.

mod graph;
mod live;

use std::fs;
use std::io;
use std::path::Path;

use lydite_judge::Chosen;
use lydite_lab::{Evaluated, Evaluation, Profiled, System, demo, find_rules};
use lydite_model::Experiment;

use super::dataset::check;
use super::score::leaderboard;
use crate::args::Demo;
use crate::failure::{Failure, Verdict};
use crate::output::{Page, Shown, plural};
use crate::session::Session;

const NAME: &str = "demo";

/// Rules that tell the three apart.
const RULES: [&str; 3] = ["lydite", "gerbil", "gerbil-2019"];

pub(super) fn run(session: &Session, options: &Demo) -> Result<Verdict, Failure> {
    if let Some(folder) = &options.out {
        return write_files(session, folder, options.force);
    }
    let file = Path::new(NAME);
    let findings = session.lab.check(file, usize::MAX, None)?;
    let profiled = session.lab.profile(file)?;
    let evaluated = evaluate(session)?;
    let gold = evaluated
        .gold
        .as_ref()
        .map_or(&[][..], |gold| &gold.questions);
    let tour = graph::Tour::of(session, gold)?;
    let live = live::Live::of(session, gold)?;
    let document = serde_json::json!({
        "check": findings, "stats": profiled, "systems": evaluated.reports, "graph": tour,
        "answering": live,
    });
    let comparison = leaderboard::table(&evaluated, &[])?;
    let shown = Shown::new(document).table(|| comparison.clone());
    session.print(shown.page(|page| {
        page.paragraph(
            "Lydite comes with a small graph, a benchmark on it and three made-up systems.",
        )?;
        page.line(&format!(
            "\n1. Is the file valid?\n\n$ lydite dataset check {NAME}\n\n"
        ))?;
        check::write(&findings, page, session, usize::MAX)?;
        page.line(&format!(
            "\n2. What is in it?\n\n$ lydite dataset stats {NAME}\n\n"
        ))?;
        summary(page, &profiled)?;
        let answers = demo::SYSTEMS.iter();
        let answers = answers.map(|system| format!("{0}=demo-{0}", system.name));
        page.line(&format!(
            "\n3. Which system is best?\n\n$ lydite score --gold {NAME} --rules {} \\\n    --answers {}\n\n",
            RULES.join(","),
            answers.collect::<Vec<_>>().join(" ")
        ))?;
        page.table(&comparison)?;
        leaderboard::legend(page, &evaluated)?;
        page.paragraph(LESSONS)?;
        tour.write(page)?;
        live.write(page)?;
        page.line(NEXT)?;
        Ok(page.paragraph(LAST)?)
    }))?;
    Ok(Verdict::Done)
}

/// The benchmark in a few lines.
fn summary(page: &mut Page<'_>, profiled: &Profiled) -> io::Result<()> {
    let profile = &profiled.profile;
    let listed = |counts: &mut dyn Iterator<Item = (&str, u64)>| {
        let counts: Vec<String> = counts
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        counts.join(", ")
    };
    let types = profile.answer_types.iter();
    let types = types.filter(|(name, _)| *name != "-");
    let forms = profile.sparql_forms.iter();
    page.line(&format!(
        "{} in {}",
        plural(profile.questions, "question"),
        plural(profile.languages.len() as u64, "language")
    ))?;
    let mut types = types.map(|(name, count)| (name.as_str(), *count));
    page.entry("answers: ", &listed(&mut types))?;
    let mut forms = forms.map(|(name, count)| (*name, *count));
    let hybrid = profile.query_forms.get("pseudo").copied().unwrap_or(0);
    page.entry(
        "queries: ",
        &format!("{}, {hybrid} hybrid", listed(&mut forms)),
    )?;
    page.line("… (run the command to see more)")
}

/// Writes what comes with the program into a folder.
fn write_files(session: &Session, folder: &Path, force: bool) -> Result<Verdict, Failure> {
    let unwritable = |error: io::Error| Failure::input(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(unwritable)?;
    let answers = demo::SYSTEMS.iter();
    let answers = answers.map(|file| (format!("demo-{}.json", file.name), file.bytes));
    let others = [&demo::TRIPLES, &demo::BENCHMARK].map(|file| (file.name.to_owned(), file.bytes));
    let files: Vec<_> = others.into_iter().chain(answers).collect();
    for (name, _) in &files {
        let path = folder.join(name);
        if path.exists() && !force {
            return Err(lydite_lab::Error::Exists { path }.into());
        }
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(unwritable)?;
        session.say(&format!("wrote {}", path.display()));
    }
    Ok(Verdict::Done)
}

/// What one learns from the table.
const LESSONS: &str = "\nThe lesson: a score means little without its rules. The careful system beats the \
    eager one under gerbil and loses to it under the other rules. From 2019 to 2023 GERBIL let any \
    literal match any other, which raises the score of the eager system by half. The encoded \
    system gives only correct answers, but in other notations (percent-encoded, 2.0 for 2, \
    dates with a time zone), and loses where values are compared as text.";

/// Where to go from here.
const NEXT: &str = "
Next:

$ lydite rules show gerbil-2019
$ lydite dataset formats show csv
$ lydite dataset list
$ lydite demo --out tour
";

/// What the last command is for.
const LAST: &str = "\nThe last one writes the files of this tour to a folder. Then try `lydite \
    dataset check` and `lydite score` on files of your own, and `lydite serve` in the browser.";

/// Every system under every rule set.
fn evaluate(session: &Session) -> Result<Evaluated, Failure> {
    let system = |file: &demo::DemoFile| System {
        name: file.name.to_owned(),
        answers: format!("demo-{}", file.name).into(),
    };
    let rules = RULES.iter().map(|name| find_rules(name));
    Ok(session.lab.evaluate(&Evaluation {
        rules: rules.collect::<Result<_, _>>()?,
        experiments: Chosen::These(vec![Experiment::Qa]),
        ..Evaluation::new(NAME, demo::SYSTEMS.iter().map(system).collect())
    })?)
}
