//! The questions that templates are judged for, and what they ask for.

use std::path::{Path, PathBuf};

use lydite_model::{Language, Question};
use lydite_template::{
    Collector, Evaluator, FileFigures, PAPER_CHUNK, PAPER_LC_QUAD, PAPER_QALD, Pair, Sameness,
    TemplateRules, paper_wording,
};
use serde::{Serialize, Serializer};

use crate::{Error, Lab};

/// Where questions with gold queries come from, and when two of them are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSource {
    /// The files.
    pub files: QuestionFiles,
    /// The language of the questions.
    pub language: Language,
    /// The field that holds the question text, where a benchmark has several.
    pub wording: Option<String>,
    /// When two questions are the same.
    pub sameness: Sameness,
}

/// The files that questions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionFiles {
    /// These, by path or catalogue name; of questions that occur again, that of the last file is kept.
    Given(Vec<PathBuf>),
    /// QALD-1 to 7 and LC-QuAD 1.0, as the paper of 2018 used them.
    TgmPaper,
}

/// Questions with what became of the files they come from.
#[derive(Clone, Debug)]
pub struct TemplateQuestions {
    /// The questions, each once.
    pub pairs: Vec<Pair>,
    /// The files, in the order of reading.
    pub groups: Vec<FileGroup>,
    /// How many questions have another gold query in another file.
    pub conflicts: usize,
}

/// Files that belong together.
#[derive(Clone, Debug)]
pub struct FileGroup {
    /// What they are called together.
    pub name: String,
    /// What became of the questions of each.
    pub files: Vec<FileFigures>,
}

impl FileGroup {
    /// The figures of all its files.
    pub fn total(&self) -> FileFigures {
        FileFigures::total(format!("{}, together", self.name), &self.files)
    }
}

impl Serialize for FileGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Document<'g> {
            name: &'g str,
            total: FileFigures,
            files: &'g [FileFigures],
        }
        Document {
            name: &self.name,
            total: self.total(),
            files: &self.files,
        }
        .serialize(serializer)
    }
}

/// What the questions of a source ask for: Figure 5 of the paper.
#[derive(Clone, Debug, Serialize)]
pub struct TemplateFigures {
    /// By whose reading the questions were counted.
    pub rules: TemplateRules,
    /// How many questions there are.
    pub questions: usize,
    /// How many of them have another gold query in another file.
    #[serde(rename = "conflicting_golds")]
    pub conflicts: usize,
    /// The files, in the order of reading.
    pub groups: Vec<FileGroup>,
    /// The questions about whose range the two rule sets differ.
    #[serde(rename = "ranges_only_in_sub_selects")]
    pub disputed: Vec<String>,
}

impl QuestionSource {
    /// Whether an identifier may belong to several questions.
    pub(super) fn has_several_files(&self) -> bool {
        match &self.files {
            QuestionFiles::Given(files) => files.len() > 1,
            QuestionFiles::TgmPaper => true,
        }
    }
}

impl Lab {
    /// Collects the questions of a source, each once, with gold queries prepared for `rules`.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn template_questions(
        &self,
        source: &QuestionSource,
        rules: TemplateRules,
    ) -> Result<TemplateQuestions, Error> {
        Gathering::new(self, source, rules, None).gather()
    }

    /// Counts what the questions of a source ask for.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn template_figures(
        &self,
        source: &QuestionSource,
        rules: TemplateRules,
    ) -> Result<TemplateFigures, Error> {
        let evaluator = Evaluator::new(rules);
        let questions = Gathering::new(self, source, rules, Some(&evaluator)).gather()?;
        let readings = TemplateRules::ALL.map(Evaluator::new);
        let is_disputed = |pair: &&Pair| {
            let [one, other] = readings
                .each_ref()
                .map(|evaluator| evaluator.gold(&pair.sparql));
            one.has_range() != other.has_range()
        };
        let disputed = questions.pairs.iter().filter(is_disputed);
        Ok(TemplateFigures {
            rules,
            questions: questions.pairs.len(),
            conflicts: questions.conflicts,
            disputed: disputed.map(|pair| pair.question.clone()).collect(),
            groups: questions.groups,
        })
    }
}

/// Questions being collected.
struct Gathering<'g> {
    lab: &'g Lab,
    source: &'g QuestionSource,
    collector: Collector,
    /// By whose reading the questions are counted, if they are to be.
    classifies: Option<&'g Evaluator>,
    pairs: Vec<Pair>,
}

impl<'g> Gathering<'g> {
    fn new(
        lab: &'g Lab,
        source: &'g QuestionSource,
        rules: TemplateRules,
        classifies: Option<&'g Evaluator>,
    ) -> Self {
        Self {
            lab,
            source,
            collector: Collector::new(rules, source.language.clone(), source.sameness),
            classifies,
            pairs: Vec::new(),
        }
    }

    fn gather(mut self) -> Result<TemplateQuestions, Error> {
        let groups = match &self.source.files {
            QuestionFiles::Given(files) => vec![self.given(files)?],
            QuestionFiles::TgmPaper => vec![self.paper_qald()?, self.paper_lc_quad()?],
        };
        Ok(TemplateQuestions {
            conflicts: self.collector.conflicts(),
            pairs: self.pairs,
            groups,
        })
    }

    fn given(&mut self, given: &[PathBuf]) -> Result<FileGroup, Error> {
        let mut files = Vec::new();
        // As in the published program: with the files in order the newest edition is kept.
        for file in given.iter().rev() {
            let label = file.file_name().map_or_else(
                || file.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            );
            let questions = self.read(file)?;
            files.push(self.take(&label, &questions, |_| None));
        }
        Ok(FileGroup {
            name: "questions".to_owned(),
            files,
        })
    }

    fn paper_qald(&mut self) -> Result<FileGroup, Error> {
        let mut files = Vec::new();
        for file in PAPER_QALD {
            let questions = self.read(file.name.as_ref())?;
            files.push(self.take(file.label, &questions, |_| None));
        }
        Ok(FileGroup {
            name: "QALD".to_owned(),
            files,
        })
    }

    fn paper_lc_quad(&mut self) -> Result<FileGroup, Error> {
        let mut all = Vec::new();
        for name in PAPER_LC_QUAD {
            all.extend(self.read(name.as_ref())?);
        }
        let mut files = Vec::new();
        for (number, chunk) in all.chunks(PAPER_CHUNK).enumerate().rev() {
            let label = format!("lcquad-{:02}.json", number + 1);
            files.push(self.take(&label, chunk, paper_wording));
        }
        Ok(FileGroup {
            name: "LC-QuAD".to_owned(),
            files,
        })
    }

    fn read(&self, given: &Path) -> Result<Vec<Question>, Error> {
        self.lab.questions(given)
    }

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
            let wording = match &self.source.wording {
                Some(field) => question
                    .extras
                    .get(field)
                    .and_then(|text| text.as_str())
                    .map(|text| text.replace(['<', '>'], "")),
                None => usual(question),
            };
            let taken = self
                .collector
                .take(question, wording.as_deref(), &mut figures);
            if let Some(pair) = taken {
                if let Some(evaluator) = self.classifies {
                    figures.classify(&evaluator.gold(&pair.sparql));
                }
                self.pairs.push(pair);
            }
        }
        figures
    }
}
