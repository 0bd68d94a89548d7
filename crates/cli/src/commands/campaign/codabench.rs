//! `lydite campaign bundle` and `lydite campaign score`: Lydite on Codabench.

use std::io::Write;
use std::path::Path;

use lydite_lab::campaign::{Bundle as Wanted, Definition, Program, Scoring};

use crate::args::{Bundle, CampaignScore};
use crate::failure::{Failure, another_name};
use crate::session::Session;

pub(super) fn bundle(session: &Session, options: &Bundle) -> Result<(), Failure> {
    let program = match (&options.image, &options.program) {
        (Some(image), _) => Program::Image(image.clone()),
        (None, Some(file)) => Program::File(file.clone()),
        (None, None) => Program::File(std::env::current_exe()?),
    };
    let file = Path::new(&options.campaign);
    let campaign = if file
        .extension()
        .is_some_and(|extension| extension == "toml")
    {
        Definition::read(file)?
    } else {
        let store = session.lab.store()?;
        let hosted = session.lab.host(&store, &options.campaign)?;
        hosted.with_kept_benchmarks()?
    };
    if matches!(&program, Program::File(file) if is_dynamic(file)) {
        session.say(
            "note: the program needs the C library of the machine that it was built on; name a \
             static build with --program, or an image with --image",
        );
    }
    let wanted = Wanted {
        campaign,
        program,
        output: options.out.clone(),
    };
    session
        .lab
        .codabench_bundle(&wanted)
        .map_err(another_name)?;
    session.say(&format!("{} written", options.out.display()));
    Ok(())
}

/// Whether a program is linked to libraries of the system: such files name the loader.
fn is_dynamic(program: &Path) -> bool {
    let bytes = std::fs::read(program).unwrap_or_default();
    let beginning = &bytes[..bytes.len().min(4096)];
    beginning.windows(7).any(|window| window == b"/ld-lin")
}

pub(super) fn score(session: &Session, options: &CampaignScore) -> Result<(), Failure> {
    let scored = session.lab.score_for_codabench(&Scoring {
        input: options.input.clone(),
        output: options.output.clone(),
        columns: options.keys.clone(),
        rules: options.rules.clone(),
        show_gold: options.show_gold,
    })?;
    // What the participant sees is the standard output.
    let mut out = std::io::stdout().lock();
    for message in &scored.messages {
        writeln!(out, "{message}")?;
    }
    for (key, number) in &scored.scores {
        writeln!(out, "{key}: {number:.4}")?;
    }
    Ok(())
}
