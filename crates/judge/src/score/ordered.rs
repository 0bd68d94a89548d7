//! Questions whose answers must be in order.

use std::collections::HashSet;

use lydite_model::Dataset;

/// Marks the questions whose answers must be in order, as TEXT2SPARQL files say so: a list
/// `order_required` beside the result sets, or the feature `RESULT_ORDER_MATTERS` of the
/// questions, here or in another file.
///
/// ```
/// use lydite_judge::mark_ordered;
/// use lydite_model::{AnswerSet, Dataset, Question};
/// let mut gold = Dataset::default();
/// gold.questions.push(Question::new("1"));
/// gold.questions[0].answers = Some(AnswerSet::empty());
/// gold.info.extras.insert("order_required".into(), vec!["db25:1-en"].into());
/// gold.questions[0].language = Some("en".into());
/// mark_ordered(&mut gold, None);
/// assert!(gold.questions[0].answers.as_ref().unwrap().ordered);
/// ```
pub fn mark_ordered(gold: &mut Dataset, questions: Option<&Dataset>) {
    let listed = gold
        .info
        .extras
        .get("order_required")
        .and_then(|list| list.as_array());
    let listed: HashSet<String> = listed
        .into_iter()
        .flatten()
        .filter_map(|name| Some(name.as_str()?.rsplit(':').next()?.to_owned()))
        .collect();
    let marked: HashSet<String> = questions
        .unwrap_or(gold)
        .questions
        .iter()
        .filter(|question| {
            let features = question.extras.get("features");
            let all = features.and_then(|features| features.as_array());
            all.is_some_and(|all| all.iter().any(|name| name == "RESULT_ORDER_MATTERS"))
        })
        .map(|question| question.id.as_str().to_owned())
        .collect();
    if listed.is_empty() && marked.is_empty() {
        return;
    }
    for question in &mut gold.questions {
        let name = match &question.language {
            Some(language) => format!("{}-{language}", question.id),
            None => question.id.as_str().to_owned(),
        };
        if let Some(answers) = &mut question.answers
            && (listed.contains(&name) || marked.contains(question.id.as_str()))
        {
            answers.ordered = true;
        }
    }
}
