//! What the figures mean: every measure with its name, formula and reference, and the types of
//! experiment.

use std::collections::BTreeSet;
use std::io;

use lydite_judge::{Measure, Unit};
use lydite_model::Experiment as Kind;
use oxrdf::NamedNode;

use super::terms::{DCT, LYDITE};
use super::{Statements, text};
use crate::export::Publication;
use crate::export::names::encoded;

/// A measure by its name.
pub(super) fn measure_node(name: &str) -> NamedNode {
    NamedNode::new_unchecked(format!("urn:lydite:vocab#measure-{}", encoded(name)))
}

/// A type of experiment.
pub(super) fn kind_node(kind: Kind) -> NamedNode {
    NamedNode::new_unchecked(format!("urn:lydite:vocab#{kind}"))
}

pub(super) fn describe(publication: &Publication, to: &mut Statements<'_>) -> io::Result<()> {
    let (mut measures, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for judged in publication.reports() {
        for (kind, figures, _) in judged.parts() {
            kinds.insert(kind);
            measures.extend(
                figures
                    .iter()
                    .map(|figure| (&figure.measure, name(figure.unit))),
            );
        }
    }
    for (measure, unit) in measures {
        let mut about = to.about(measure_node(measure));
        about.is_a(LYDITE.measure_class())?;
        about.says(DCT.identifier(), text(measure))?;
        about.says(LYDITE.unit(), text(unit))?;
        // A report may have been made by a program that knows more measures.
        match Measure::parse(measure) {
            Ok(known) => {
                about.labelled(known.title)?;
                about.says(LYDITE.formula(), text(known.formula))?;
                about.says(DCT.citation(), text(known.reference))?;
            }
            Err(_) => {
                about.labelled(measure)?;
            }
        }
    }
    for kind in kinds {
        let mut about = to.about(kind_node(kind));
        about.is_a(LYDITE.experiment_type_class())?;
        about.says(DCT.identifier(), text(kind.as_str()))?;
        about.labelled(in_words(kind))?;
    }
    Ok(())
}

fn name(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "share",
        Unit::Count => "count",
        Unit::Millis => "milliseconds",
    }
}

/// What is judged, in words.
pub(crate) fn in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Qa => "answering the question",
        Kind::Entities => "finding the entities",
        Kind::Properties => "finding the properties",
        Kind::Relations => "finding the triples",
        Kind::AnswerType => "finding the type of the answer",
        Kind::ItemTypes => "finding the classes of the answers",
    }
}
