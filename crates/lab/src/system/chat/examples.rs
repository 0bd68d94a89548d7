//! Questions with queries from a training set, those first that are most like the one asked.

use std::collections::HashMap;

use lydite_model::{Language, Query, QueryForm, Question};

use super::words::{lang_of, stems};

/// A question with its query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Example {
    pub question: String,
    pub query: String,
    language: Language,
    stems: Vec<String>,
}

/// The questions of a training set.
pub(super) struct Examples {
    all: Vec<Example>,
    /// In how many questions a word occurs.
    frequency: HashMap<String, usize>,
}

impl Examples {
    /// Every text of every question with a query is an example.
    pub(super) fn new(questions: &[Question]) -> Self {
        let mut all = Vec::new();
        for question in questions {
            for text in &question.texts {
                let query = Query::choose(&question.queries, Some(&text.language));
                let query = query.filter(|query| query.form == QueryForm::Sparql);
                if let (Some(string), Some(query)) = (&text.string, query) {
                    all.push(Example {
                        stems: stems(string, lang_of(&text.language)),
                        question: string.clone(),
                        query: query.text.trim().to_owned(),
                        language: text.language.clone(),
                    });
                }
            }
        }
        let mut frequency: HashMap<String, usize> = HashMap::new();
        for example in &all {
            let mut seen: Vec<&String> = example.stems.iter().collect();
            seen.sort();
            seen.dedup();
            for stem in seen {
                *frequency.entry(stem.clone()).or_default() += 1;
            }
        }
        Self { all, frequency }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The examples most like a question, the nearest last, next to the question. The question
    /// itself is none: a training set that holds the test would give the solution away.
    pub(super) fn nearest(
        &self,
        question: &str,
        language: &Language,
        count: usize,
    ) -> Vec<&Example> {
        let asked = stems(question, lang_of(language));
        let same = normal(question);
        let mut scored: Vec<(bool, f64, usize)> = self
            .all
            .iter()
            .enumerate()
            .filter(|(_, example)| normal(&example.question) != same)
            .map(|(at, example)| {
                let is_spoken = example.language.matches(language);
                (is_spoken, self.likeness(&asked, &example.stems), at)
            })
            .collect();
        // In the language of the question first; of equals those that come first.
        scored.sort_by(|one, other| {
            let language = other.0.cmp(&one.0);
            language
                .then(other.1.total_cmp(&one.1))
                .then(one.2.cmp(&other.2))
        });
        let mut queries: Vec<&str> = Vec::new();
        let mut chosen = Vec::new();
        for (_, _, at) in scored {
            let example = &self.all[at];
            // Paraphrases show nothing new.
            if chosen.len() < count && !queries.contains(&example.query.as_str()) {
                queries.push(&example.query);
                chosen.push(example);
            }
        }
        chosen.reverse();
        chosen
    }

    /// The cosine of two questions, with rare words counting more.
    fn likeness(&self, one: &[String], other: &[String]) -> f64 {
        let weight = |stem: &String| {
            let known = self.frequency.get(stem).copied().unwrap_or_default();
            ((1 + self.all.len()) as f64 / (1 + known) as f64).ln() + 1.0
        };
        let square =
            |stems: &[String]| -> f64 { stems.iter().map(|stem| weight(stem).powi(2)).sum() };
        let shared = one.iter().filter(|stem| other.contains(stem));
        let product: f64 = shared.map(|stem| weight(stem).powi(2)).sum();
        match square(one).sqrt() * square(other).sqrt() {
            0.0 => 0.0,
            norm => product / norm,
        }
    }
}

/// A question without what differs between files.
fn normal(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use lydite_model::Text;

    use super::*;

    #[test]
    fn the_nearest_come_last_and_the_question_itself_never() {
        let question = |id: &str, language: &str, text: &str| Question {
            texts: vec![Text::new(language, text)],
            queries: vec![Query::sparql(format!("ASK {{ ?{id} ?p ?o }}"))],
            ..Question::new(id)
        };
        let examples = Examples::new(&[
            question("a", "en", "Who is the mayor of Berlin?"),
            question("b", "en", "Who is the mayor of Paris?"),
            question("c", "en", "How many rivers flow into the North Sea?"),
            question("d", "de", "Wer ist Bürgermeister von Berlin?"),
        ]);
        let english = Language::new("en");
        let near = examples.nearest("who is the Mayor of Berlin", &english, 2);
        let texts: Vec<&str> = near.iter().map(|example| &*example.question).collect();
        assert_eq!(
            texts,
            [
                "How many rivers flow into the North Sea?",
                "Who is the mayor of Paris?"
            ]
        );
        assert_eq!(examples.nearest("Which rivers?", &english, 9).len(), 4);
        assert_eq!(examples.len(), 4);
    }
}
