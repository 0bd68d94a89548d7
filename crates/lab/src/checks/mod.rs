//! What is irregular in a file, and where; and what its gold queries give on a graph.

mod queries;

use std::collections::BTreeMap;
use std::path::Path;

use lydite_formats::{Item, Reader};
use lydite_judge::rule_set;
use lydite_model::{Diagnostic, Question, Severity};
use lydite_sparql::Dialect;
use serde::Serialize;

use crate::execution::{Coverage, Executor};
use crate::{Error, Lab};

/// What was found in a file.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// The file, as it was named.
    pub file: String,
    /// Its format.
    pub format: &'static str,
    /// What the dataset calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// How many questions it has.
    pub questions: u64,
    /// How many errors were found.
    pub errors: u64,
    /// How many warnings.
    pub warnings: u64,
    /// How many notes.
    pub notes: u64,
    /// What the gold queries give on a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// How often each code was found.
    pub codes: BTreeMap<&'static str, u64>,
    /// The diagnostics, as many of each code as were asked for.
    pub diagnostics: Vec<Diagnostic>,
}

impl Findings {
    /// Reads a file to its end, keeps up to `limit` diagnostics of each code, and gives the
    /// questions to `keep`.
    fn of(mut reader: Reader, file: String, limit: usize, keep: &mut dyn FnMut(Question)) -> Self {
        let mut findings = Self {
            file,
            format: reader.format().name,
            dataset: None,
            questions: 0,
            errors: 0,
            warnings: 0,
            notes: 0,
            coverage: None,
            codes: BTreeMap::new(),
            diagnostics: Vec::new(),
        };
        let dialect = Dialect::field();
        for item in reader.items() {
            let (question, place) = match item {
                Item::Question(question, place) => (question, place),
                Item::Diagnostic(found) => {
                    findings.add(found, limit);
                    continue;
                }
            };
            findings.questions += 1;
            for query in &question.queries {
                if let Some(found) = queries::diagnose(query, &dialect, || place.clone()) {
                    findings.add(found, limit);
                }
            }
            keep(question);
        }
        findings.dataset = reader.info().id.clone();
        findings
    }

    fn add(&mut self, mut found: Diagnostic, limit: usize) {
        match found.severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
        let count = self.codes.entry(found.code.id).or_default();
        *count += 1;
        if *count <= limit as u64 {
            found.place.file.clone_from(&self.file);
            self.diagnostics.push(found);
        }
    }

    /// Whether the file is in order.
    pub fn holds(&self, strict: bool) -> bool {
        self.errors == 0 && !(strict && self.warnings > 0)
    }
}

impl Lab {
    /// Checks a file, and keeps up to `limit` diagnostics of each code. With a graph, the gold
    /// queries are run on it, which is called as given.
    ///
    /// # Errors
    /// The file cannot be read at all.
    pub fn check(
        &self,
        given: &Path,
        limit: usize,
        graph: Option<(&Executor<'_>, &str)>,
    ) -> Result<Findings, Error> {
        let reader = self.open(given)?;
        let name = if given.as_os_str() == "-" {
            "(standard input)".to_owned()
        } else {
            given.display().to_string()
        };
        let Some((executor, called)) = graph else {
            return Ok(Findings::of(reader, name, limit, &mut |_| {}));
        };
        let mut questions = Vec::new();
        let mut findings = Findings::of(reader, name, limit, &mut |question| {
            questions.push(question);
        });
        if let Some(rules) = rule_set("lydite") {
            let coverage = Coverage::of(self, executor, called, rules, &questions);
            findings.coverage = Some(coverage);
        }
        Ok(findings)
    }
}
