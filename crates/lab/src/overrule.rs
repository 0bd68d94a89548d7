//! A person's word against a verdict: answers that are right although the gold lacks them, gold that
//! is wrong, questions that nobody can judge.
//!
//! Nothing that was judged changes. The scores with every correction are found beside it, by the same
//! rules over the same stored answers, and the corrections can be handed to whoever keeps the
//! benchmark: as a list, or as the benchmark with all of them done.

use std::collections::BTreeSet;

use lydite_judge::{Chosen, FileKnowledge, InMemory, Interval, Scorer};
use lydite_model::{Answer, AnswerSet, Experiment as Kind, Question, Source, Table, Term};
use serde::{Deserialize, Serialize};

use crate::execution::Executor;
use crate::export::{Board, ExportError, Publication};
use crate::files::Gold;
use crate::knowledge::{GraphKnowledge, Together};
use crate::store::{StoredResponses, Task};
use crate::{Error, Lab};

/// What somebody says against a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overrule {
    /// Its number in the experiment.
    pub number: u64,
    /// The digest of the benchmark.
    pub dataset: String,
    /// The question.
    pub question: String,
    /// What is to be changed.
    pub correction: Correction,
    /// Why.
    pub reason: String,
    /// Whose word it is.
    pub person: String,
    /// When it was said.
    pub made: String,
}

/// What is wrong with the gold of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// Answers that are right, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<Vec<Option<Term>>>,
    /// Answers that are wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remove: Vec<Vec<Option<Term>>>,
    /// The right answer to a yes/no question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boolean: Option<bool>,
    /// Whether nobody can judge the question, and it should not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leave_out: bool,
}

impl Correction {
    /// Whether nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The gold with this correction.
    fn apply(&self, gold: Option<&AnswerSet>) -> AnswerSet {
        if let Some(value) = self.boolean {
            return AnswerSet::boolean(value);
        }
        let known = gold.and_then(AnswerSet::as_table);
        let mut table = match (known, self.add.first()) {
            (Some(known), _) if !known.columns.is_empty() => Table::new(known.columns.clone()),
            (_, row) => {
                let width = row.map_or(1, Vec::len);
                Table::new((1..=width).map(|column| format!("answer{column}")))
            }
        };
        let kept = known.into_iter().flat_map(Table::rows);
        for row in kept.filter(|row| !self.remove.iter().any(|other| other == row)) {
            table.push(row.iter().cloned());
        }
        for row in &self.add {
            if !table.rows().any(|known| known == &row[..]) {
                table.push(row.iter().cloned());
            }
        }
        AnswerSet {
            ordered: gold.is_some_and(|gold| gold.ordered),
            ..AnswerSet::from(Answer::Table(table))
        }
    }
}

/// An answer as the evidence of a judgement shows it.
pub fn row_text(row: &[Option<Term>]) -> String {
    let cells: Vec<String> = row.iter().flatten().map(ToString::to_string).collect();
    cells.join(" | ")
}

/// Does all corrections to a benchmark.
fn correct(questions: &mut Vec<Question>, overrules: &[&Overrule]) {
    for said in overrules {
        let is_meant = |question: &Question| question.id.as_str() == said.question;
        if said.correction.leave_out {
            questions.retain(|question| !is_meant(question));
            continue;
        }
        for question in questions.iter_mut().filter(|question| is_meant(question)) {
            question.answers = Some(said.correction.apply(question.answers.as_ref()));
            for answers in question.localised_answers.values_mut() {
                *answers = said.correction.apply(Some(answers));
            }
            // Official scripts would read the entry as it was.
            question.source = Source::default();
        }
    }
}

/// The score of a system as it was judged, and with all corrections.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corrected {
    /// The system.
    pub system: String,
    /// The rules.
    pub rules: String,
    /// The score as it was judged.
    pub judged: Option<f64>,
    /// The score with the corrections.
    pub corrected: Option<f64>,
    /// Where that probably lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

/// The corrections of a benchmark, for whoever keeps it.
#[derive(Clone, Debug, Serialize)]
pub struct Patch {
    /// What it is called.
    pub benchmark: String,
    /// The digest of the file that is to be corrected.
    pub sha256: String,
    /// The experiment in which this was noticed.
    pub experiment: String,
    /// The corrections.
    pub corrections: Vec<Patched>,
}

/// A correction of a question.
#[derive(Clone, Debug, Serialize)]
pub struct Patched {
    /// How it is put.
    pub text: String,
    /// The correction.
    #[serde(flatten)]
    pub overrule: Overrule,
}

impl Lab {
    /// The scores of the systems of a board with all corrections.
    ///
    /// # Errors
    /// The benchmark or the answers cannot be read, or the work was cancelled.
    pub fn corrected(
        &self,
        publication: &Publication,
        board: &Board<'_>,
        overrules: &[Overrule],
    ) -> Result<Vec<Corrected>, Error> {
        let plan = &publication.experiment.plan;
        let used = plan.graph_use();
        let graph = used
            .as_ref()
            .map(|used| self.graph(&used.name))
            .transpose()?;
        let executor = used.as_ref().zip(graph.as_deref());
        let executor = executor.map(|(used, graph)| Executor::new(graph, self.limits(used)));
        let gold = self.corrected_gold(publication, board.task, overrules, executor.as_ref())?;
        let files = FileKnowledge::default();
        let knowledge = Together {
            files: &files,
            graph: graph.as_deref().map(GraphKnowledge::new),
        };
        let mut all = Vec::new();
        for judged in &board.reports {
            let Some(rules) = judged.report.rules.rule_set() else {
                continue;
            };
            let stored = StoredResponses {
                store: publication.store.clone(),
                experiment: publication.experiment.id.clone(),
                task: judged.task.number,
                info: gold.about.info.clone(),
            };
            let answers = self.stored_answers(&stored, executor.as_ref())?;
            let report = Scorer::new(rules)
                .knowledge(&knowledge)
                .language(judged.task.language.clone())
                .seed(Some(plan.seed))
                .experiments(Chosen::These(vec![Kind::Qa]))
                .score_in_memory(
                    InMemory::new(&gold.questions).about(gold.about.clone()),
                    InMemory::new(&answers.responses).about(answers.about.clone()),
                );
            self.go_on()?;
            let headline = &judged.report.headline()[2];
            all.push(Corrected {
                system: judged.name().to_owned(),
                rules: judged.report.rules.name.clone(),
                judged: judged.report.value(headline),
                corrected: report.value(headline),
                interval: report.figure(headline).and_then(|figure| figure.interval),
            });
        }
        Ok(all)
    }

    fn corrected_gold(
        &self,
        publication: &Publication,
        task: &Task,
        overrules: &[Overrule],
        executor: Option<&Executor<'_>>,
    ) -> Result<Gold, Error> {
        let folder = tempfile::tempdir().map_err(ExportError::from)?;
        let path = publication
            .store
            .gold(&publication.gold_of(task), folder.path())?;
        let mut gold = self.gold(&path, executor)?;
        let meant = overrules.iter().filter(|said| said.dataset == task.dataset);
        correct(&mut gold.questions, &meant.collect::<Vec<_>>());
        Ok(gold)
    }

    /// The corrections of the benchmark of a board.
    ///
    /// # Errors
    /// The benchmark cannot be read.
    pub fn patch(
        &self,
        publication: &Publication,
        board: &Board<'_>,
        overrules: &[Overrule],
    ) -> Result<Patch, Error> {
        let gold = self.corrected_gold(publication, board.task, &[], None)?;
        let meant = overrules
            .iter()
            .filter(|said| said.dataset == board.task.dataset);
        Ok(Patch {
            benchmark: board.task.dataset_name.clone(),
            sha256: board.task.dataset.clone(),
            experiment: publication.iri(),
            corrections: meant
                .map(|said| Patched {
                    text: gold.text(&said.question).to_owned(),
                    overrule: said.clone(),
                })
                .collect(),
        })
    }

    /// The benchmark of a board with all corrections done, as QALD-JSON.
    ///
    /// # Errors
    /// The benchmark cannot be read.
    pub fn corrected_benchmark(
        &self,
        publication: &Publication,
        board: &Board<'_>,
        overrules: &[Overrule],
    ) -> Result<Vec<u8>, Error> {
        let gold = self.corrected_gold(publication, board.task, overrules, None)?;
        self.qald_json(&gold.about.info, &gold.questions)
    }
}

/// The questions that were corrected.
pub fn corrected_questions(overrules: &[Overrule]) -> BTreeSet<&str> {
    overrules
        .iter()
        .map(|said| said.question.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gold() -> AnswerSet {
        AnswerSet::column("uri", ["http://a", "http://b"].map(Term::iri))
    }

    fn texts(answers: &AnswerSet) -> Vec<String> {
        answers.as_table().unwrap().rows().map(row_text).collect()
    }

    #[test]
    fn corrections_add_and_remove() {
        let correction = Correction {
            add: vec![
                vec![Some(Term::iri("http://c"))],
                vec![Some(Term::iri("http://b"))],
            ],
            remove: vec![vec![Some(Term::iri("http://a"))]],
            ..Correction::default()
        };
        assert_eq!(
            texts(&correction.apply(Some(&gold()))),
            ["<http://b>", "<http://c>"]
        );
        assert_eq!(texts(&correction.apply(None)), ["<http://c>", "<http://b>"]);
        let says = Correction {
            boolean: Some(false),
            ..Correction::default()
        };
        assert_eq!(says.apply(Some(&gold())), AnswerSet::boolean(false));
    }

    #[test]
    fn a_question_that_is_left_out_is_gone() {
        let mut questions = vec![Question::new("1"), Question::new("2")];
        let said = Overrule {
            number: 1,
            dataset: String::new(),
            question: "1".to_owned(),
            correction: Correction {
                leave_out: true,
                ..Correction::default()
            },
            reason: "unclear".to_owned(),
            person: "Ann".to_owned(),
            made: String::new(),
        };
        correct(&mut questions, &[&said]);
        assert_eq!(questions.len(), 1);
        assert_eq!(questions[0].id.as_str(), "2");
    }
}
