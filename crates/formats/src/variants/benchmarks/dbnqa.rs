//! DBNQA's templates: classes, a question and a query with placeholders, and a query that fills them.

use lydite_model::{Query, QueryForm};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "dbnqa-templates",
        title: "DBNQA templates",
    },
    layout: Layout {
        description: "Columns separated by semicolons, without a header: up to three classes, the question and the query with `<A>` and `<B>`, and the query that generates values for them.",
        example: "dbo:Award;;;did <A> ever win the <B>;ask where { <A> dbo:award <B> };select distinct ?a, ?b where { ?a dbo:award ?b };\n",
    },
    graph: Graph::Dbpedia,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| {
        cells(line).is_some_and(|[_, query, _]| query.contains('{') && query.contains('<'))
    };
    lines.iter().filter(is_row).count() * 2 > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let Some([text, query, generator]) = cells(line) else {
        return Err("expected three classes, a question, a query and a generator query");
    };
    draft.wording("en", text);
    draft
        .question
        .queries
        .push(Query::new(QueryForm::Template, query.trim()));
    let extras = &mut draft.question.extras;
    extras.insert("generator_query".to_owned(), generator.trim().into());
    let classes: Vec<&str> = line
        .split(';')
        .take(3)
        .filter(|class| !class.is_empty())
        .collect();
    extras.insert("classes".to_owned(), classes.into());
    Ok(Kept::Question)
}

/// Question, query and generator query. Queries may have semicolons of their own, but only within
/// braces.
fn cells(line: &str) -> Option<[&str; 3]> {
    let mut cells = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, c) in line.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' if depth <= 0 => {
                cells.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    cells.push(&line[start..]);
    match &*cells {
        [_, _, _, text, query, generator, ..] => Some([text, query, generator]),
        [_, _, _, text, query] => Some([text, query, ""]),
        _ => None,
    }
}
