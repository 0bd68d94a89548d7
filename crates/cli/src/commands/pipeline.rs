//! `lydite pipeline`: what pipelines learn.

use serde_json::json;

use crate::args::PipelineCommand;
use crate::failure::{Failure, Verdict};
use crate::output::{Shown, number};
use crate::session::Session;

pub(super) fn run(session: &Session, command: &PipelineCommand) -> Result<Verdict, Failure> {
    let PipelineCommand::Train(options) = command;
    let trained = session
        .lab
        .train_pipeline(&options.dataset, &options.kg, &options.out)?;
    session.print(Shown::made_by(|| json!(trained)).page(|page| {
        page.line(&format!(
            "learned from {} questions: {} conventions, {} words, {} weights",
            number(trained.examples as u64),
            number(trained.conventions as u64),
            number(trained.words as u64),
            number(trained.weights as u64)
        ))?;
        page.line(&format!(
            "written to {}; --pipeline auto@{} uses it",
            trained.path.display(),
            trained.path.display()
        ))?;
        Ok(())
    }))?;
    Ok(Verdict::Done)
}
