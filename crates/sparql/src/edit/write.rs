//! Writes an outline as a query.

use std::fmt::{self, Display};

use super::outline::{Column, Group, Head, Kind, Outline, Part};
use crate::structure::{Duplicates, Form};

impl Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { head, body } = self;
        match head.form {
            Form::Select => write!(f, "SELECT {} ", head.selection())?,
            Form::Ask => f.write_str("ASK ")?,
            Form::Construct => write!(f, "CONSTRUCT {{ {} }} ", head.template)?,
            Form::Describe => write!(f, "DESCRIBE {} ", head.selection())?,
        }
        write!(f, "{}WHERE {body}", head.dataset)?;
        for (clause, parts) in [
            (" GROUP BY", &head.group_by),
            (" HAVING", &head.having),
            (" ORDER BY", &head.order),
        ] {
            if !parts.is_empty() {
                f.write_str(clause)?;
            }
            for part in parts {
                // Conditions need brackets, keys may have them.
                match clause {
                    " HAVING" => write!(f, " ({part})")?,
                    _ => write!(f, " {part}")?,
                }
            }
        }
        if let Some(limit) = head.range.limit {
            write!(f, " LIMIT {limit}")?;
        }
        if let Some(offset) = head.range.offset {
            write!(f, " OFFSET {offset}")?;
        }
        Ok(())
    }
}

impl Head {
    /// What follows SELECT.
    fn selection(&self) -> String {
        let duplicates = match self.duplicates {
            Duplicates::Keep => "",
            Duplicates::Distinct => "DISTINCT ",
            Duplicates::Reduced => "REDUCED ",
        };
        format!("{duplicates}{}", self.columns_text())
    }

    /// The columns of SELECT.
    pub(super) fn columns_text(&self) -> String {
        // A query without any variable has nothing to name.
        if self.columns.is_empty() {
            return "*".to_owned();
        }
        let columns: Vec<String> = self.columns.iter().map(ToString::to_string).collect();
        columns.join(" ")
    }
}

impl Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.expression {
            Some(expression) => write!(f, "({expression} AS {})", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{ ")?;
        for part in &self.parts {
            write!(f, "{part} ")?;
        }
        f.write_str("}")
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Triple([subject, predicate, object], _) => {
                write!(f, "{subject} {predicate} {object} .")
            }
            Self::Filter(condition) => write!(f, "FILTER({condition})"),
            Self::Bind(variable, expression) => write!(f, "BIND({expression} AS {variable})"),
            Self::Values(values) => f.write_str(values),
            Self::Optional(group) => write!(f, "OPTIONAL {group}"),
            Self::Minus(group) => write!(f, "MINUS {group}"),
            Self::Union(groups) => {
                let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
                f.write_str(&groups.join(" UNION "))
            }
            Self::Nested(group) => group.fmt(f),
            Self::Named(clause, group) => write!(f, "{clause} {group}"),
            Self::Select(outline) => write!(f, "{{ {outline} }}"),
        }
    }
}
