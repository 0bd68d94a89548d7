//! `rl-falcon`: stretches between stop words, their properties checked against the linked entities.

use lydite_language::Tag;

use super::property_index::PropertyIndex;
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Link, Need, RelationLinker, Task,
};
use crate::components::wording::Wording;
use crate::resources::Resources;

/// How many properties are considered for each stretch.
const CONSIDERED: usize = 20;

/// Falcon's relation linking, with the entities that are there.
pub struct Falcon;

impl Described for Falcon {
    fn description(&self) -> Description {
        Description::new(
            "rl-falcon",
            Task::LinkRelations,
            "Stretches of words between stop words, split at verbs; for each the properties whose labels resemble it, ranked by whether the graph joins them to a linked entity (as value, as subject, over two steps), then by resemblance; “when” without a property asks for a date",
        )
        .needs(&[Need::Labels, Need::Entities, Need::Graph])
        .cost(Cost::Milliseconds)
        .reference("Sakor et al., Old is Gold: Linguistic Driven Approach for Entity and Relation Linking of Short Text, NAACL 2019; composing.md §9.13")
    }
}

impl RelationLinker for Falcon {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        let index = resources.derived(PropertyIndex::new);
        let terms = resources.properties().terms();
        let mut links: Vec<Link> = Vec::new();
        for stretch in stretches(&wording) {
            let mut fits = index.fits_within(&wording, &stretch);
            fits.retain(|fit| fit.related >= 0.4);
            index.sort(&mut fits);
            fits.truncate(CONSIDERED);
            let mut scored: Vec<(f64, f64, u32)> = Vec::new();
            for fit in fits {
                let bonus = joined(&wording, resources, &terms[fit.property as usize].iri)?;
                scored.push((bonus, fit.score(), fit.property));
            }
            scored.sort_by(|a, b| {
                (b.0 + 20.0 * b.1)
                    .total_cmp(&(a.0 + 20.0 * a.1))
                    .then(index.log_uses[b.2 as usize].total_cmp(&index.log_uses[a.2 as usize]))
                    .then(a.2.cmp(&b.2))
            });
            let candidates: Vec<Candidate> = scored
                .into_iter()
                .map(|(bonus, resemblance, property)| {
                    Candidate::new(&terms[property as usize].iri, bonus + 20.0 * resemblance)
                        .because(Source::Label, stretch_text(&wording, &stretch), resemblance)
                        .because(Source::Graph, "joined to a linked entity", bonus)
                })
                .collect();
            if let Some(best) = candidates.first()
                && !links
                    .iter()
                    .any(|link| link.candidates[0].value == best.value)
            {
                let run = stretch[0]..stretch[stretch.len() - 1] + 1;
                links.push(Link {
                    span: Some(wording.span(run)),
                    candidates,
                });
            }
        }
        let when = wording.words.iter().position(|word| word.lower == "when");
        if let (true, Some(at)) = (links.is_empty(), when) {
            let candidates: Vec<Candidate> = resources
                .properties()
                .called("date")
                .map(|property| {
                    Candidate::new(&property.iri, 1.0).because(Source::Rule, "when", 1.0)
                })
                .collect();
            if !candidates.is_empty() {
                links.push(Link {
                    span: Some(wording.span(at..at + 1)),
                    candidates,
                });
            }
        }
        Ok(links)
    }
}

/// Falcon's bonuses: 12 if an entity has the property, 8 if it is a value, 3 over two steps.
fn joined(
    wording: &Wording<'_>,
    resources: &Resources,
    property: &str,
) -> Result<f64, ComponentError> {
    let mut best: f64 = 0.0;
    for entity in &wording.entities {
        let near = resources.neighbourhood(&entity.iri)?;
        let bonus = if near.has(property) {
            12.0
        } else if near.is_value_of(property) {
            8.0
        } else {
            0.0
        };
        best = best.max(bonus);
    }
    if best == 0.0 {
        for entity in &wording.entities {
            let query = format!("ASK {{ <{}> ?p ?o . ?o <{property}> ?z }}", entity.iri);
            if resources.holds(&query) {
                return Ok(3.0);
            }
        }
    }
    Ok(best)
}

fn stretch_text(wording: &Wording<'_>, stretch: &[usize]) -> String {
    wording.lower(stretch[0]..stretch[stretch.len() - 1] + 1)
}

/// Runs of content words between stop words and entities; a verb stands alone.
fn stretches(wording: &Wording<'_>) -> Vec<Vec<usize>> {
    let mut stretches: Vec<Vec<usize>> = Vec::new();
    let mut run: Vec<usize> = Vec::new();
    for at in 0..wording.words.len() {
        let word = &wording.words[at];
        let question_word = ["where", "who", "when"].contains(&word.lower.as_str());
        if !wording.is_content(at) || word.is_light() {
            if !run.is_empty() {
                stretches.push(std::mem::take(&mut run));
            }
            if question_word && wording.is_free(at) && at == 0 && word.lower == "where" {
                stretches.push(vec![at]);
            }
            continue;
        }
        let verb = matches!(
            word.tag,
            Tag::VB | Tag::VBD | Tag::VBN | Tag::VBP | Tag::VBZ
        );
        if verb {
            if !run.is_empty() {
                stretches.push(std::mem::take(&mut run));
            }
            stretches.push(vec![at]);
        } else {
            run.push(at);
        }
    }
    if !run.is_empty() {
        stretches.push(run);
    }
    stretches
}
