//! `rl-rematch`: heads of relations, compared with labels in many ways.

use lydite_language::{Lang, stem};

use super::chunks::{noun_phrases, verb_phrases};
use super::property_index::PropertyIndex;
use crate::annotation::{AnnotatedQuestion, Candidate, Source};
use crate::component::{
    ComponentError, Cost, Described, Description, Link, Need, RelationLinker, Task,
};
use crate::components::wording::Wording;
use crate::fold::words_of;
use crate::knowledge::synonyms::related;
use crate::resources::Resources;

/// How many properties the original gives for each head.
const MOST: usize = 10;

/// ReMatch: every head of a relation against every property, the measures added up.
pub struct ReMatch;

impl Described for ReMatch {
    fn description(&self) -> Description {
        Description::new(
            "rl-rematch",
            Task::LinkRelations,
            "Heads of relations (verbs, nouns) against labels of properties: equality, edit distance of words and stems, words of similar meaning, phrases, words in common, added up; the best property for each head, up to ten considered",
        )
        .needs(&[Need::Labels, Need::Lexicon])
        .cost(Cost::Milliseconds)
        .reference("Mulang et al., Matching natural language relations to knowledge graph properties, SEMANTiCS 2017; composing.md §9.6")
        .counterpart_of(&["ReMatch"])
    }
}

impl RelationLinker for ReMatch {
    fn link_relations(
        &self,
        question: &AnnotatedQuestion,
        resources: &Resources,
    ) -> Result<Vec<Link>, ComponentError> {
        let wording = Wording::of(question);
        let index = resources.derived(PropertyIndex::new);
        let mut heads = verb_phrases(&wording);
        heads.extend(noun_phrases(&wording));
        heads.sort_by_key(|run| run.start);
        let content: Vec<String> = wording
            .content()
            .map(|at| wording.words[at].stem.clone())
            .collect();
        let mut links: Vec<Link> = Vec::new();
        for head in heads {
            let places: Vec<usize> = head.clone().collect();
            let text = wording.lower(head.clone());
            let mut scored: Vec<(f64, u32)> = index
                .fits_within(&wording, &places)
                .into_iter()
                .map(|fit| {
                    let property = &resources.properties().terms()[fit.property as usize];
                    let best = property
                        .english()
                        .map(|label| score(&wording, &head, &text, &label, &content))
                        .fold(0.0, f64::max);
                    (best, fit.property)
                })
                .collect();
            for phrase in resources.phrases().meaning(&text) {
                if let Some(number) = resources.properties().number(&phrase.iri) {
                    let bonus = phrase.words.len() as f64;
                    match scored.iter_mut().find(|(_, known)| *known == number as u32) {
                        Some((score, _)) => *score += bonus,
                        None => scored.push((bonus, number as u32)),
                    }
                }
            }
            scored.retain(|(score, _)| *score >= 3.0);
            scored.sort_by(|a, b| {
                let uses = |at: u32| index.log_uses[at as usize];
                b.0.total_cmp(&a.0)
                    .then(uses(b.1).total_cmp(&uses(a.1)))
                    .then(a.1.cmp(&b.1))
            });
            scored.truncate(MOST);
            let candidates: Vec<Candidate> = scored
                .into_iter()
                .map(|(score, property)| {
                    let iri = &resources.properties().terms()[property as usize].iri;
                    Candidate::new(iri, score).because(Source::Similarity, &text, score)
                })
                .collect();
            let known = candidates.first().is_some_and(|best| {
                links
                    .iter()
                    .any(|link| link.candidates[0].value == best.value)
            });
            if !candidates.is_empty() && !known {
                links.push(Link {
                    span: Some(wording.span(head)),
                    candidates,
                });
            }
        }
        Ok(links)
    }
}

/// The measures of §9.6 that need neither parser nor WordNet's hierarchy.
fn score(
    wording: &Wording<'_>,
    head: &std::ops::Range<usize>,
    text: &str,
    label: &str,
    content: &[String],
) -> f64 {
    let label_words: Vec<&str> = words_of(label).collect();
    let length = label.chars().count() as f64;
    let mut sum = 0.0;
    let lemmas = wording.lemmas(head.clone());
    if text == label || lemmas == label {
        sum += 20.0;
    } else {
        let mut by_word: f64 = 0.0;
        let mut by_stem: f64 = 0.0;
        for at in head.clone() {
            let word = &wording.words[at];
            for label_word in &label_words {
                let similarity = strsim::normalized_levenshtein(&word.lemma, label_word);
                if similarity >= 0.85 {
                    by_word = by_word.max(similarity * label_word.chars().count() as f64);
                }
                if stem(label_word, Lang::En) == word.stem {
                    by_stem = by_stem.max(label_word.chars().count() as f64);
                }
            }
        }
        sum += (by_word + by_stem) * label_words.len().min(1) as f64;
        // A label of many words is not meant by one of them.
        sum *= (head.len() as f64 / label_words.len().max(1) as f64).min(1.0);
    }
    for at in head.clone() {
        for (other, closeness) in related(&wording.words[at].lemma) {
            if label_words.contains(&other) {
                sum += 2.0 * f64::from(closeness) * length / label_words.len().max(1) as f64 / 4.0;
                break;
            }
        }
    }
    let label_stems: Vec<String> = label_words
        .iter()
        .map(|word| stem(word, Lang::En))
        .collect();
    let common = content
        .iter()
        .filter(|stem| label_stems.contains(stem))
        .count();
    sum + common as f64 / content.len().max(1) as f64
}
