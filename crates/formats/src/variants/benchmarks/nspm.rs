//! Queries as the Neural SPARQL Machine writes them, one per line, parallel to a file of questions.

use lydite_model::Query;

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "nspm",
        title: "NSpM queries",
    },
    layout: Layout {
        description: "A line for each query, encoded in words: `brack_open`, `var_a`, `dbr_Ulm`, `sep_dot`. The questions stand in another file, line by line.",
        example: "select var_a where brack_open dbr_Ulm <dbo_abstract> var_a brack_close\n",
    },
    graph: Graph::Dbpedia,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    lines
        .iter()
        .filter(|line| line.contains("brack_open"))
        .count()
        * 2
        > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let extras = &mut draft.question.extras;
    extras.insert("encoded".to_owned(), line.trim().into());
    draft.question.queries.push(Query::sparql(decoded(line)));
    Ok(Kept::Question)
}

/// The query that the words stand for.
fn decoded(line: &str) -> String {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        let bare = word.trim_start_matches('<').trim_end_matches('>');
        words.push(match bare {
            "brack_open" => "{".to_owned(),
            "brack_close" => "}".to_owned(),
            "sep_dot" => ".".to_owned(),
            "sep_semi" => ";".to_owned(),
            "attr_open" => "(".to_owned(),
            "attr_close" => ")".to_owned(),
            other => name(other),
        });
    }
    words.join(" ")
}

/// A variable or a prefixed name; whatever else as it stands.
fn name(word: &str) -> String {
    if let Some(variable) = word.strip_prefix("var_") {
        return format!("?{variable}");
    }
    for prefix in [
        "dbr", "dbo", "dbp", "dct", "dbc", "geo", "rdf", "rdfs", "foaf", "onto",
    ] {
        let rest = word
            .strip_prefix(prefix)
            .and_then(|rest| rest.strip_prefix('_'));
        if let Some(local) = rest {
            // Names may have characters that only a full IRI can have.
            return match prefix {
                "dbr" => format!("<http://dbpedia.org/resource/{local}>"),
                _ => format!("{prefix}:{local}"),
            };
        }
    }
    word.to_owned()
}
