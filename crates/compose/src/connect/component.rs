//! What a fragment contributes to a pattern: a thing, or a link with both of its ends.

use super::tree::Var;
use crate::lexicon::Lexicon;
use crate::lexicon::facts::TermId;
use crate::lexicon::phrase::Side;
use crate::lexicon::relation::{RelationId, ValueKind};
use crate::sketch::{Bounds, Sketch, What};

/// A thing, or an owner and its value.
pub(super) struct Component {
    /// One variable, or the owner and the value; more values for derived quantities.
    pub(super) vars: Vec<Var>,
    /// The predicates from the owner to each value.
    pub(super) links: Vec<Vec<TermId>>,
    pub(super) relation: Option<RelationId>,
    /// Which variable the words name.
    pub(super) named: usize,
    pub(super) score: f32,
}

impl Component {
    /// The variables by which it can be attached.
    pub(super) fn attachable(&self) -> Vec<usize> {
        if self.vars.len() > 1 && !self.vars[1].literal {
            vec![0, 1]
        } else {
            vec![0]
        }
    }
}

/// What a fragment can contribute, one for each of its readings.
pub(super) fn components(lexicon: &Lexicon, sketch: &Sketch, at: usize) -> Vec<Component> {
    let fragment = &sketch.fragments[at];
    let schema = &lexicon.schema;
    let single = |var: Var| Component {
        vars: vec![var],
        links: Vec::new(),
        relation: None,
        named: 0,
        score: 0.0,
    };
    let owned = |relation: RelationId, mut value: Var, score: f32, named: usize| {
        let info = &lexicon.relations[relation as usize];
        value.literal = info.kind != ValueKind::Link;
        value.keys = info.objects.clone();
        let mut owner = Var::new(info.subjects.clone(), at);
        if !fragment.verb {
            let end = if named == 0 { &mut owner } else { &mut value };
            end.is_named = true;
            end.namers.push(at);
        }
        Component {
            vars: vec![owner, value],
            links: vec![info.path.clone()],
            relation: Some(relation),
            named,
            score,
        }
    };
    match &fragment.what {
        What::Class(class) => {
            let mut var = Var::new(schema.classes[*class as usize].keys.clone(), at);
            var.class = Some(*class);
            var.class_by = Some(at);
            var.is_named = true;
            var.namers.push(at);
            if var.keys.is_empty() {
                return Vec::new();
            }
            vec![single(var)]
        }
        What::Nodes(nodes) => {
            let mut keys = schema.no_keys();
            for node in nodes {
                schema.key_of[*node as usize]
                    .into_iter()
                    .for_each(|key| keys.insert(key));
            }
            let mut var = Var::new(keys, at);
            var.nodes = Some(nodes.clone());
            var.nodes_by = Some(at);
            var.is_named = true;
            var.namers.push(at);
            vec![single(var)]
        }
        What::Relation(readings) => {
            let best = readings
                .iter()
                .map(|reading| reading.score)
                .fold(0.01, f32::max);
            let mut components = Vec::new();
            for reading in readings {
                let info = &lexicon.relations[reading.relation as usize];
                let link = info.kind == ValueKind::Link;
                let named = usize::from(reading.side == Side::Object || !link);
                let mut score = -1.2 * (1.0 - reading.score / best);
                if let Some(Bounds::Numbers(_, Some(unit))) = &fragment.bounds
                    && info.unit.is_some_and(|own| !own.converts_to(*unit))
                {
                    score -= 0.6;
                }
                let value = || Var::new(schema.no_keys(), at);
                components.push(owned(reading.relation, value(), score, named));
                if link && !fragment.verb && reading.score < 0.99 {
                    // Experts have expertise: words made from the name of a link may name its other end.
                    components.push(owned(reading.relation, value(), score - 0.2, 1 - named));
                }
            }
            components
        }
        What::Values(values) => values
            .iter()
            .map(|(relation, values)| {
                let mut var = Var::new(schema.no_keys(), at);
                var.values = Some(values.clone());
                owned(*relation, var, -0.12, 1)
            })
            .collect(),
        What::Text(text, relations) => relations
            .iter()
            .map(|relation| {
                let mut var = Var::new(schema.no_keys(), at);
                var.text = Some(text.clone());
                owned(*relation, var, text_fit(lexicon, sketch, at, *relation), 1)
            })
            .collect(),
        What::Derived(derived) => super::derived::component(lexicon, at, *derived)
            .into_iter()
            .collect(),
    }
}

/// How well words in a text fit a property: places after *in*, descriptions after *with*.
fn text_fit(lexicon: &Lexicon, sketch: &Sketch, at: usize, relation: RelationId) -> f32 {
    const PLACES: &[&str] = &[
        "address", "street", "location", "place", "locality", "city", "area",
    ];
    const DESCRIPTIONS: &[&str] = &[
        "description",
        "comment",
        "abstract",
        "text",
        "note",
        "bio",
        "summary",
    ];
    let called = |list: &[&str]| {
        lexicon
            .relation_words(relation)
            .any(|word| list.contains(&word))
    };
    let mentioned = sketch
        .fragments
        .iter()
        .any(|fragment| match &fragment.what {
            What::Relation(readings) => readings
                .iter()
                .any(|reading| reading.relation == relation && reading.score > 0.8),
            _ => false,
        });
    let local = matches!(
        sketch.fragments[at].preposition.as_str(),
        "in" | "on" | "at" | "near"
    );
    let mut score = 0.0;
    if mentioned {
        score += 0.5;
    }
    if called(&["address", "street"]) {
        score += if local { 0.35 } else { -0.3 };
    } else if called(PLACES) {
        score += if local { 0.25 } else { -0.3 };
    } else if called(DESCRIPTIONS) {
        score += if local { 0.0 } else { 0.2 };
    } else {
        score -= 0.3;
    }
    score
}
