//! The JSON document: for each system a line for each case, then the summary. Memory does not grow
//! with the cases.

use std::io::{self, Write};

use lydite_lab::templates::{JudgedCase, SystemSummary, TemplateSystem, TemplateVisitor};
use lydite_template::TemplateRules;
use serde_json::Value;

/// The document, as far as it is written.
pub(super) struct Document<'d> {
    out: &'d mut dyn Write,
    rules: TemplateRules,
    systems: usize,
    cases: usize,
}

impl<'d> Document<'d> {
    pub(super) fn new(out: &'d mut dyn Write, rules: TemplateRules) -> Self {
        Self {
            out,
            rules,
            systems: 0,
            cases: 0,
        }
    }

    /// Closes what is open.
    pub(super) fn finish(self) -> io::Result<()> {
        writeln!(self.out, "]}}")
    }
}

impl TemplateVisitor for Document<'_> {
    fn begin(&mut self, system: &TemplateSystem) -> io::Result<()> {
        let before = if self.systems == 0 {
            "{\"systems\": ["
        } else {
            ", "
        };
        self.systems += 1;
        self.cases = 0;
        let name = Value::from(system.name.as_str());
        let templates = Value::from(system.source.to_string());
        write!(
            self.out,
            "{before}{{\n\"system\": {name},\n\"rules\": \"{}\",\n\"templates\": {templates},\n\
             \"cases\": [",
            self.rules
        )
    }

    fn take(&mut self, case: &JudgedCase<'_>) -> io::Result<()> {
        let comma = if self.cases == 0 { "" } else { "," };
        self.cases += 1;
        write!(self.out, "{comma}\n{}", serde_json::to_string(case)?)
    }

    fn end(&mut self, summary: &SystemSummary) -> io::Result<()> {
        write!(self.out, "\n],\n\"summary\": ")?;
        serde_json::to_writer_pretty(&mut *self.out, summary)?;
        write!(self.out, "\n}}")
    }
}
