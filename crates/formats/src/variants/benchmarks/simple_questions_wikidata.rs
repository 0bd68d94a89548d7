//! SimpleQuestions over Wikidata: item, property, item and question in four columns.

use lydite_model::{Annotation, AnnotationKind, AnswerSet};

use super::draft::Draft;
use super::graph::Graph;
use super::text::{Kept, TextSet};
use crate::format::Format;
use crate::layouts::Layout;

pub(crate) static SET: TextSet = TextSet {
    format: Format {
        name: "simple-questions-wikidata",
        title: "SimpleQuestionsWikidata",
    },
    layout: Layout {
        description: "Four columns separated by tabs, without a header: item, property, item (the answer) and question; `R19` is the inverse of `P19`.",
        example: "Q5487302\tP136\tQ1096120\tWhich genre of album is it?\n",
    },
    graph: Graph::Wikidata,
    has_ids: false,
    recognises,
    read,
};

fn recognises(lines: &[&str]) -> bool {
    let is_row = |line: &&&str| {
        let mut cells = line.split('\t');
        let name = |cell: Option<&str>, letters: &[char]| {
            let digits = cell.and_then(|cell| cell.strip_prefix(letters));
            digits.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
        };
        name(cells.next(), &['Q'])
            && name(cells.next(), &['P', 'R'])
            && name(cells.next(), &['Q'])
            && cells.next().is_some()
    };
    lines.iter().filter(is_row).count() * 2 > lines.len()
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
    draft.question.answers = Some(AnswerSet::column("answer", [draft.graph.term(object)]));
    Ok(Kept::Question)
}
