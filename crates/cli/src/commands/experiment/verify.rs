//! `lydite experiment verify`: whether an archive is as it was, and its scores come out again.

use lydite_lab::export::Verified;
use serde::Serialize;

use crate::args::ExperimentVerify;
use crate::failure::{Failure, Verdict};
use crate::output::{Page, Shown, plural};
use crate::session::Session;

/// So many differences are shown to people.
const SHOWN: usize = 20;

#[derive(Serialize)]
struct Document<'v> {
    verified: bool,
    #[serde(flatten)]
    found: &'v Verified,
}

pub(super) fn run(session: &Session, options: &ExperimentVerify) -> Result<Verdict, Failure> {
    let verified = session.lab.verify(&options.file, options.graph.used())?;
    let document = Document {
        verified: verified.holds(),
        found: &verified,
    };
    session.print(Shown::new(document).page(|page| page_of(page, &verified)))?;
    Ok(if verified.holds() {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}

fn page_of(page: &mut Page<'_>, verified: &Verified) -> Result<(), Failure> {
    if verified.holds() {
        page.line(&format!(
            "experiment {} verified: {} unchanged, {} and {} recomputed, equal to the last digit",
            verified.id,
            plural(verified.files as u64, "file"),
            plural(verified.figures as u64, "score"),
            plural(verified.outcomes as u64, "outcome"),
        ))?;
        return Ok(());
    }
    page.line(&format!("experiment {} does not verify:", verified.id))?;
    for finding in verified.findings.iter().take(SHOWN) {
        page.entry("  ", &finding.to_string())?;
    }
    let more = verified.findings.len().saturating_sub(SHOWN);
    if more > 0 {
        page.line(&format!("  and {more} more"))?;
    }
    Ok(())
}
