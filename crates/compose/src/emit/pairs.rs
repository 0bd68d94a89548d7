//! Queries that ask two things at once: both ends of an order, and which of two is ahead.

use std::fmt::Write;

use super::{Query, Rooted, Writer};
use crate::connect::Tree;
use crate::lexicon::Lexicon;
use crate::question::Words;
use crate::sketch::{Form, Rival, Sketch, What};

/// The first and the last of an order, side by side.
pub(super) fn opposites(
    words: &Words,
    lexicon: &Lexicon,
    sketch: &Sketch,
    tree: &Tree,
    root: usize,
) -> Option<String> {
    let mut sketch = Sketch {
        opposite: false,
        ..sketch.clone()
    };
    let mut text = "SELECT ?first ?last WHERE {\n".to_owned();
    for name in ["first", "last"] {
        let rooted = Rooted::new(tree, root);
        let writer = Writer::new(words, lexicon, &sketch, tree, &rooted);
        let query = Query {
            sketch: &sketch,
            tree,
            rooted: &rooted,
            writer: &writer,
        };
        let variable = writer.variable(root);
        let heads = [format!("({variable} AS ?{name})")];
        let list = query.list_text(&heads, &[variable], root)?;
        let _ = writeln!(text, "{{ {list} }}");
        for fragment in &mut sketch.fragments {
            if let Some(extreme) = &mut fragment.extreme {
                extreme.descending = !extreme.descending;
            }
        }
    }
    text.push('}');
    Some(text)
}

/// Whether the same measure of one thing is ahead of that of another.
pub(super) fn rivals(
    words: &Words,
    lexicon: &Lexicon,
    sketch: &Sketch,
    tree: &Tree,
    root: usize,
    rival: &Rival,
) -> Option<String> {
    let sketch = Sketch {
        form: Form::List,
        rival: None,
        ..sketch.clone()
    };
    let measured = *sketch.asked.first()?;
    let select = |tree: &Tree, name: &str| {
        let rooted = Rooted::new(tree, root);
        let writer = Writer::new(words, lexicon, &sketch, tree, &rooted);
        let measure = if sketch.fragments[measured].is_aggregate() {
            writer.aggregate(measured)?
        } else {
            writer.expression(measured)?
        };
        let body = writer.whole(root)?;
        Some(format!(
            "{{ SELECT ({measure} AS ?{name}) WHERE {{\n{body}}} }}"
        ))
    };
    let one = select(tree, "one")?;
    let mut turned = tree.clone();
    let ends = tree.ends[rival.of].as_ref()?;
    match &rival.other {
        What::Nodes(nodes) => turned.vars[ends.named].nodes = Some(nodes.clone()),
        What::Values(values) => {
            let edge = tree
                .edges
                .iter()
                .find(|edge| edge.fragment == Some(rival.of))?;
            let (_, values) = values
                .iter()
                .find(|(relation, _)| Some(*relation) == edge.relation)?;
            turned.vars[*ends.values.first()?].values = Some(values.clone());
        }
        _ => return None,
    }
    let other = select(&turned, "other")?;
    let symbol = rival.comparison.symbol();
    Some(format!(
        "ASK {{\n{one}\n{other}\nFILTER(?one {symbol} ?other)\n}}"
    ))
}
