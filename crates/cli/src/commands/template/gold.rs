//! The questions that templates are judged for.

use lydite_judge::templates::{
    Collection, Evaluator, Exchange, Failure as TgmFailure, FailureReason, FileFigures,
    PAPER_CHUNK, PAPER_LC_QUAD, PAPER_QALD, Pair, paper_wording,
};
use lydite_model::{Language, Question, Severity};

use super::run::Item;
use super::{rules, sameness};
use crate::args::Template;
use crate::failure::Failure;
use crate::session::Session;

/// Questions with what became of the files they come from.
pub(super) struct Questions {
    pub pairs: Vec<Pair>,
    /// Groups of files, in the order of reading.
    pub groups: Vec<(String, Vec<FileFigures>)>,
    /// How many questions have another gold query in another file.
    pub conflicts: usize,
}

/// A question to judge, with the answer to it.
pub(super) fn item(pair: Pair, exchange: Option<Exchange>) -> Item {
    let none = || Exchange::Failed(TgmFailure::new(FailureReason::NoAnswer, ""));
    Item {
        id: pair.id,
        source: pair.source,
        question: pair.question,
        gold: pair.sparql,
        exchange: exchange.unwrap_or_else(none),
        millis: None,
        modules: None,
    }
}

/// Collects the questions of all files, each once; counts what they ask for, if somebody wants to know.
pub(super) fn collect(
    session: &Session,
    options: &Template,
    classifies: Option<&Evaluator>,
) -> Result<Questions, Failure> {
    let language = Language::new(&options.lang);
    let mut gathering = Gathering {
        collection: Collection::new(rules(options), language, sameness(options)),
        classifies,
        wording: options.wording.as_deref(),
        pairs: Vec::new(),
    };
    let mut groups = Vec::new();
    if options.dataset.is_some() {
        let mut files = Vec::new();
        for file in PAPER_QALD {
            let questions = read(session, file.name.as_ref())?;
            files.push(gathering.take(file.label, &questions, |_| None));
        }
        groups.push(("QALD".to_owned(), files));
        let mut all = Vec::new();
        for name in PAPER_LC_QUAD {
            all.extend(read(session, name.as_ref())?);
        }
        let mut files = Vec::new();
        for (number, chunk) in all.chunks(PAPER_CHUNK).enumerate().rev() {
            let label = format!("lcquad-{:02}.json", number + 1);
            files.push(gathering.take(&label, chunk, paper_wording));
        }
        groups.push(("LC-QuAD".to_owned(), files));
    } else {
        let mut files = Vec::new();
        // As in the published program: with the files in order the newest edition is kept.
        for given in options.gold.iter().rev() {
            let label = given.file_name().map_or_else(
                || given.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            );
            let questions = read(session, given)?;
            files.push(gathering.take(&label, &questions, |_| None));
        }
        groups.push(("questions".to_owned(), files));
    }
    Ok(Questions {
        conflicts: gathering.collection.conflicts(),
        pairs: gathering.pairs,
        groups,
    })
}

struct Gathering<'g> {
    collection: Collection,
    /// By whose reading the questions are counted, if they are to be.
    classifies: Option<&'g Evaluator>,
    wording: Option<&'g str>,
    pairs: Vec<Pair>,
}

impl Gathering<'_> {
    fn take(
        &mut self,
        label: &str,
        questions: &[Question],
        usual: impl Fn(&Question) -> Option<String>,
    ) -> FileFigures {
        let mut figures = FileFigures {
            file: label.to_owned(),
            ..FileFigures::default()
        };
        for question in questions {
            let wording = match self.wording {
                Some(field) => question
                    .extras
                    .get(field)
                    .and_then(|text| text.as_str())
                    .map(|text| text.replace(['<', '>'], "")),
                None => usual(question),
            };
            if let Some(pair) = self
                .collection
                .take(question, wording.as_deref(), &mut figures)
            {
                if let Some(evaluator) = self.classifies {
                    figures.classify(&evaluator.gold(&pair.sparql));
                }
                self.pairs.push(pair);
            }
        }
        figures
    }
}

fn read(session: &Session, given: &std::path::Path) -> Result<Vec<Question>, Failure> {
    let mut reader = session.open(given)?;
    let questions = reader.by_ref().collect();
    let errors = reader.diagnostics(Severity::Error);
    if errors > 0 {
        let path = given.display();
        session.say(&format!(
            "warning: {errors} entries of {path} could not be read; see `lydite dataset check {path}`"
        ));
    }
    Ok(questions)
}
