//! `lydite campaign submit`: checks an answer file, judges it and keeps it.

use jiff::Timestamp;
use lydite_lab::campaign::{HandedIn, JudgedIn, PhaseKind, Receipt};
use lydite_model::{Language, Severity};

use crate::args::Submit;
use crate::failure::{Failure, Verdict};
use crate::output::{Cell, Column, Shown, Table, plural};
use crate::session::Session;

pub(super) fn run(session: &Session, options: &Submit, now: Timestamp) -> Result<Verdict, Failure> {
    let store = session.lab.store()?;
    let hosted = session.lab.host(&store, &options.campaign)?;
    let receipt = hosted.submit(
        &HandedIn {
            task: options.task.clone(),
            phase: options.phase.map(PhaseKind::from),
            system: options.system.clone(),
            configuration: options.configuration.clone(),
            language: options.lang.as_ref().map(Language::new),
            file: options.file.clone(),
        },
        now,
    )?;
    write(session, &receipt)?;
    // It is kept in any case, but nobody should miss that something in it is damaged.
    let whole = receipt.findings.errors == 0;
    Ok(if whole {
        Verdict::Done
    } else {
        Verdict::DoesNotHold
    })
}

fn write(session: &Session, receipt: &Receipt) -> Result<(), Failure> {
    let submission = &receipt.submission;
    session.print(Shown::new(receipt).table(|| scores(receipt)).page(|page| {
        page.paragraph(&format!(
            "Submission {} of {} to {} ({} phase) received.\n",
            submission.number, submission.system, submission.task, submission.phase
        ))?;
        for (language, answered) in &receipt.answered {
            let what = language.as_deref().unwrap_or("questions");
            let of = format!(
                "{answered} of {} answered",
                plural(receipt.questions, "question")
            );
            page.entry(&format!("{what:<10} "), &of)?;
        }
        let findings = receipt.findings.diagnostics.iter();
        for found in findings.filter(|found| found.severity() > Severity::Note) {
            let line = format!("{}: {} [{}]", found.place, found.message, found.code.id);
            page.paragraph(&line)?;
        }
        page.line("\n")?;
        match &receipt.scores {
            Some(_) => page.table(&scores(receipt))?,
            None => page.paragraph("Scores are shown when the test phase is over.")?,
        }
        Ok(())
    }))
}

fn scores(receipt: &Receipt) -> Table {
    let mut table = Table::new([
        Column::new("language"),
        Column::number("P"),
        Column::number("R"),
        Column::number("F1"),
    ]);
    for judged in receipt.scores.iter().flatten() {
        let JudgedIn { language, report } = judged;
        let [precision, recall, f1] = report
            .headline()
            .map(|path| Cell::from(report.value(&path)));
        table.row([
            Cell::from(language.as_deref().unwrap_or("all")),
            precision.digits(3),
            recall.digits(3),
            f1.digits(3),
        ]);
    }
    table
}
