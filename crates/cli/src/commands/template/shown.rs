//! What people see: every question, some questions in detail, or the figures.

use std::io;

use lydite_lab::templates::{JudgedCase, SystemSummary, TemplateSystem, TemplateVisitor};

use super::{comparison, explain, tables};
use crate::args::{OutputFormat, Template};
use crate::output::{Page, Table};

/// What is shown of the cases, as far as they are judged.
pub(super) struct Shown<'s, 'p> {
    page: &'s mut Page<'p>,
    options: &'s Template,
    /// The system whose cases are coming, if there are several.
    system: Option<String>,
    is_comparison: bool,
    questions: Option<Table>,
    unexplained: Vec<String>,
}

impl<'s, 'p> Shown<'s, 'p> {
    pub(super) fn new(page: &'s mut Page<'p>, options: &'s Template, systems: usize) -> Self {
        let is_comparison = systems > 1;
        Self {
            page,
            options,
            system: None,
            is_comparison,
            questions: options
                .per_question
                .then(|| tables::questions(is_comparison)),
            unexplained: options.explain.clone(),
        }
    }

    /// Shows what comes after the cases; which questions were to be explained and are not there.
    pub(super) fn finish(
        self,
        format: OutputFormat,
        summaries: &[SystemSummary],
    ) -> io::Result<Vec<String>> {
        if let Some(questions) = &self.questions {
            self.page.table(questions)?;
        } else if self.options.explain.is_empty() {
            match summaries {
                [summary] => tables::write(self.page, format, summary)?,
                several => comparison::write(self.page, format, several)?,
            }
        }
        Ok(self.unexplained)
    }
}

impl TemplateVisitor for Shown<'_, '_> {
    fn begin(&mut self, system: &TemplateSystem) -> io::Result<()> {
        self.system = self.is_comparison.then(|| system.name.clone());
        Ok(())
    }

    fn take(&mut self, case: &JudgedCase<'_>) -> io::Result<()> {
        let system = self.system.as_deref();
        if let Some(questions) = &mut self.questions {
            tables::question(questions, system, case);
        }
        self.unexplained.retain(|id| *id != case.pair.id);
        if self.options.explain.contains(&case.pair.id) {
            explain::write(self.page, system, case)?;
        }
        Ok(())
    }

    fn end(&mut self, _: &SystemSummary) -> io::Result<()> {
        Ok(())
    }
}
