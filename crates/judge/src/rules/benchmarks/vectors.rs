//! Single comparisons as the official functions make them, for whoever wants to check one by hand.

use serde_json::Value;

use super::{cwq, kqapro, logical_form, mintaka, webqsp};
use crate::knowledge::Ontology;

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scored {
    /// Right or wrong.
    Decided(bool),
    /// Precision, recall and F1.
    Prf([f64; 3]),
    /// Exact match, F1 and hit.
    Match {
        /// Exact match.
        exact: bool,
        /// F1.
        f1: f64,
        /// Whether any answer is right.
        hit: bool,
    },
}

/// One comparison of an official function: `webqsp_prf1`, `kqapro_equal`, `mintaka_kg`,
/// `mintaka_text`, `grailqa_logical_form` or `cwq_p1`. `None` if there is no such function or the
/// vector lacks what it needs.
pub fn score_vector(function: &str, vector: &Value, ontology: Option<&Ontology>) -> Option<Scored> {
    let text = |key: &str| vector[key].as_str();
    let list = |key: &str| -> Option<Vec<String>> {
        let texts = vector[key].as_array()?.iter();
        texts.map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let matched = |scores: mintaka::Scores| Scored::Match {
        exact: scores.exact_match,
        f1: scores.prf[2],
        hit: scores.hits,
    };
    Some(match function {
        "webqsp_prf1" => Scored::Prf(webqsp::scores(&list("gold")?, &list("pred")?)),
        "kqapro_equal" => Scored::Decided(kqapro::is_equal(text("answer")?, text("pred")?)),
        "mintaka_kg" => matched(mintaka::item_scores(&vector["pred"], &vector["answer"])),
        "mintaka_text" => matched(mintaka::text_scores(text("pred"), text("answer")?)),
        "grailqa_logical_form" => Scored::Decided(logical_form::is_same(
            text("pred")?,
            text("gold")?,
            ontology,
        )),
        "cwq_p1" => {
            let names = vector["answers_with_aliases"].as_array()?.iter();
            let names: Vec<Option<String>> =
                names.map(|name| name.as_str().map(str::to_owned)).collect();
            Scored::Decided(cwq::is_right(text("pred")?, &names, text("question")?))
        }
        _ => return None,
    })
}

/// A prediction as Mintaka's script prepares it: a list or null in the mode `kg`, text in `text`.
pub fn mintaka_prediction(mode: &str, said: &Value) -> Value {
    match mode {
        "kg" => mintaka::system_items(said.clone()),
        _ => Value::from(mintaka::as_python(said)),
    }
}
