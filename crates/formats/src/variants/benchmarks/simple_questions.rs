//! SimpleQuestions over Freebase: subject, relation, object and question in four columns.

use lydite_model::{Annotation, AnnotationKind, AnswerSet, Term};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "simple-questions",
        title: "SimpleQuestions v2",
    },
    layout: Layout {
        description: "Four columns separated by tabs, without a header: subject, relation, object (the answer) and question; names begin with `www.freebase.com/`.",
        example: "www.freebase.com/m/0f3xg_\twww.freebase.com/symbols/namesake/named_after\twww.freebase.com/m/0cqt90\tWho was it named after\n",
    },
    graph: Graph::Freebase,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    lines
        .iter()
        .filter(|line| path(line).is_some() && line.split('\t').count() == 4)
        .count()
        * 2
        > lines.len()
}

fn read(line: &str, draft: &mut Draft<'_, '_>) -> Result<Kept, &'static str> {
    let mut cells = line.split('\t').map(str::trim);
    let parts = (cells.next(), cells.next(), cells.next(), cells.next());
    let (Some(subject), Some(relation), Some(object), Some(text)) = parts else {
        return Err("expected four columns: subject, relation, object, question");
    };
    draft.wording("en", text);
    let mention = |iri: String, kind| Annotation {
        span: None,
        iri,
        kind: Some(kind),
    };
    if let Some(text) = draft.question.texts.first_mut() {
        text.annotations = vec![
            mention(subject.to_owned(), AnnotationKind::Entity),
            mention(relation.to_owned(), AnnotationKind::Property),
        ];
    }
    draft.question.answers = Some(AnswerSet::column("answer", [topic(object)]));
    Ok(Kept::Question)
}

/// The topic: `www.freebase.com/m/0cqt90` is `m.0cqt90`.
fn topic(name: &str) -> Term {
    Graph::Freebase.term(&path(name).unwrap_or(name).replace('/', "."))
}

/// What follows the address of Freebase.
fn path(name: &str) -> Option<&str> {
    let name = name.strip_prefix("http://").unwrap_or(name);
    name.strip_prefix("www.freebase.com/")
}
