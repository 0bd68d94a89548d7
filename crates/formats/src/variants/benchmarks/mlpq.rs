//! MLPQ: paths across the DBpedias of two languages.

use lydite_model::{AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "mlpq",
        title: "MLPQ",
    },
    layout: Layout {
        description: "A line for each question: the question, `@@@` and the path of IRIs that leads to the answer, which is the last one.",
        example: "where is the stadium held?@@@<http://fr.dbpedia.org/resource/A> <http://fr.dbpedia.org/property/p> <http://zh.dbpedia.org/resource/B>\n",
    },
    graph: Graph::Dbpedia,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    lines.iter().filter(|line| line.contains("@@@<")).count() * 2 > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let Some((text, path)) = line.split_once("@@@") else {
        return Err("expected a question and a path, separated by `@@@`");
    };
    draft.wording("en", text);
    // Only `> <` parts two names: names may have blanks.
    let Some(last) = path
        .trim()
        .rsplit("> <")
        .next()
        .filter(|last| !last.is_empty())
    else {
        return Err("the path is empty");
    };
    let last = last.trim_start_matches('<').trim_end_matches('>');
    draft.question.answers = Some(AnswerSet::column("answer", [Term::iri(last)]));
    let extras = &mut draft.question.extras;
    extras.insert("path".to_owned(), path.trim().into());
    Ok(Kept::Question)
}
