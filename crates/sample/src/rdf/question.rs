//! From features back to the question: what QaldGen's dataset says about it.

use lydite_model::{Answer, AnswerSet, AnswerType, Query, Question, Scope, Table, Text};

use super::Described;
use crate::features::{
    At, DECLARATIONS, Features, Mode, ORIGIN, SurfaceForms, Value, read_answers,
};

/// A slip in a third of the queries that QaldGen published; it empties their answers.
const SLIP: &str = "https://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const MEANT: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

impl Described {
    /// The question itself, with query, answers and answer type as far as they are described.
    ///
    /// [`Mode::Clean`] undoes the known faults of QaldGen's dataset: the `https` in place of `rdf:type`
    /// (such queries lose their answers, which are wrong) and the helper variable in the projection.
    pub fn question(&self, mode: Mode) -> Question {
        let features = &self.features;
        let mut question = Question::new(self.id.clone());
        let text = |at: At| features.text(at).unwrap_or_default();
        if let Some(wording) = features.text(At::text) {
            let language = features.text(At::language).unwrap_or("en");
            question.texts.push(Text::new(language, wording));
        }
        let origin = text(At::questionOrigin);
        if !origin.is_empty() {
            question.extras.insert(ORIGIN.to_owned(), origin.into());
        }
        question.answers = features.text(At::answers).and_then(read_answers);
        if let Some(query) = features.text(At::query) {
            let query = query.strip_prefix(DECLARATIONS).unwrap_or(query);
            question.queries.push(Query::sparql(query));
        }
        // Surface forms stand beside IRIs only; without them the names are those of the query.
        if features.value(At::entity1URI).is_some() {
            let forms = |names: [At; 3]| {
                let names = names.map(|at| features.text(at));
                names.into_iter().flatten().map(str::to_owned).collect()
            };
            let surface = SurfaceForms {
                entities: forms([At::entity1, At::entity2, At::entity3]),
                relations: forms([At::relation1, At::relation2, At::relation3]),
                classes: forms([At::class1, At::class2, At::class3]),
            };
            surface.put(&mut question);
        }
        question.answer_type = answer_type(features);
        let stated = |at: At| match features.value(at) {
            Some(Value::Boolean(holds)) => Some(*holds),
            _ => None,
        };
        question.hybrid = stated(At::hybrid);
        question.aggregation = stated(At::aggregation);
        question.only_dbo = stated(At::onlydbo);
        if stated(At::outOfScope) == Some(true) {
            question.scope = Scope::Marked;
        }
        if mode == Mode::Clean {
            repair(&mut question);
        }
        question
    }
}

/// The type that was stated; LC-QuAD's words were derived from the query.
fn answer_type(features: &Features) -> Option<AnswerType> {
    let word = features.text(At::answerType)?;
    match word {
        "list" | "Number" | "Yes/No" => None,
        word => Some(AnswerType::parse(word)),
    }
}

fn repair(question: &mut Question) {
    let Some(query) = question.queries.first_mut() else {
        return;
    };
    if query.text.contains(SLIP) {
        query.text = query.text.replace(SLIP, MEANT);
        question.answers = None;
    }
    const HELPER: &str = "SELECT DISTINCT ?uri ?x WHERE";
    if query.text.starts_with(HELPER) {
        query.text = query.text.replacen(HELPER, "SELECT DISTINCT ?uri WHERE", 1);
        let table = question.answers.as_ref().and_then(AnswerSet::as_table);
        if let Some(narrow) = table.and_then(first_column) {
            question.answers = Some(AnswerSet::from(Answer::Table(narrow)));
        }
    }
}

/// The different values of the column `uri`.
fn first_column(table: &Table) -> Option<Table> {
    let column = table.position("uri")?;
    let mut narrow = Table::new(["uri".to_owned()]);
    let mut seen = std::collections::HashSet::new();
    for row in table.rows() {
        if seen.insert(&row[column]) {
            narrow.push([row[column].clone()]);
        }
    }
    Some(narrow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Extractor;

    #[test]
    fn the_faults_of_the_dataset_are_undone() {
        let mut described = Described::new("http://qald-gen.aksw.org/question#7");
        let query = format!("SELECT DISTINCT ?uri ?x WHERE {{ ?x <{SLIP}> ?uri }}");
        described.features.put(At::query, Value::Text(query));
        described
            .features
            .put(At::answers, Value::Text(String::new()));
        let published = described.question(Mode::Legacy);
        assert_eq!(published.answers.map(|answers| answers.len()), Some(0));
        let clean = described.question(Mode::Clean);
        assert_eq!(clean.answers, None);
        assert_eq!(
            clean.queries[0].text,
            format!("SELECT DISTINCT ?uri WHERE {{ ?x <{MEANT}> ?uri }}")
        );
    }

    #[test]
    fn what_the_file_said_comes_back() {
        let mut question = Question::new("7");
        question.texts.push(Text::new("de", "Was ist das?"));
        question.hybrid = Some(true);
        question.only_dbo = Some(false);
        question.scope = Scope::Marked;
        let described = Described {
            features: Extractor::new("mine").features(&question),
            ..Described::new("urn:lydite:mine#7")
        };
        let back = described.question(Mode::Clean);
        assert_eq!(back.texts, question.texts);
        assert_eq!((back.hybrid, back.only_dbo), (Some(true), Some(false)));
        assert_eq!((back.aggregation, back.scope), (None, Scope::Marked));
    }
}
