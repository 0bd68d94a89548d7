//! Every benchmark of today under its own rules and under ours: what answering nothing scores, and
//! what the gold answers score against themselves. `LYDITE_BLESS=1` renews the table of the manual.

use std::fmt::Write;
use std::path::Path;

use lydite_formats::Reader;
use lydite_judge::{Customary, RuleSet, Scorer, customary_rules, rule_set};
use lydite_model::{AnswerSet, Query, QueryForm, Question, Response};
use serde_json::Value;

const BEGIN: &str = "<!-- table of all sets -->\n";
const END: &str = "<!-- end of the table -->\n";

/// What a benchmark comes to under some rules: mean precision and F1 of silence, F1 of gold.
struct Extremes {
    nothing: [f64; 2],
    gold: f64,
}

fn extremes(rules: &'static RuleSet, gold: &[Question]) -> Extremes {
    let score = |answers: Vec<Response>| {
        let report = Scorer::new(rules).seed(None).score(gold, answers);
        let headline = report.headline();
        [&headline[0], &headline[2]].map(|path| report.value(path).unwrap_or(f64::NAN))
    };
    let silent = gold.iter().map(|question| {
        let mut response = Response::from(bare(question));
        response.answers = Some(AnswerSet::empty());
        response.queries = Vec::new();
        response
    });
    Extremes {
        nothing: score(silent.collect()),
        gold: score(gold.iter().map(|one| Response::from(itself(one))).collect())[1],
    }
}

/// The question without what its file says about the answer.
fn bare(question: &Question) -> Question {
    Question {
        id: question.id.clone(),
        language: question.language.clone(),
        texts: question.texts.clone(),
        ..Question::default()
    }
}

/// The gold standard as an answer to itself.
fn itself(question: &Question) -> Question {
    Question {
        answers: question.answers.clone(),
        queries: question.queries.clone(),
        ..bare(question)
    }
}

fn shown(value: f64) -> String {
    if value.is_nan() {
        "–".to_owned()
    } else {
        format!("{value:.3}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }
}

/// The notations of the queries.
fn notations(questions: &[Question]) -> String {
    let forms = [
        (QueryForm::Sparql, "SPARQL"),
        (QueryForm::SExpression, "s-expressions"),
        (QueryForm::LambdaDcs, "lambda DCS"),
        (QueryForm::Kopl, "KoPL"),
        (QueryForm::Template, "templates"),
    ];
    let has = |form: QueryForm| {
        let is = |query: &Query| query.form == form;
        questions
            .iter()
            .any(|question| question.queries.iter().any(is))
    };
    let named = forms.into_iter().filter(|(form, _)| has(*form));
    let names: Vec<&str> = named.map(|(_, name)| name).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// A line of the table, and what gold against itself scores under our rules.
fn line(folder: &Path, entry: &Value) -> (String, Option<f64>) {
    let text = |key: &str| entry[key].as_str().unwrap_or("–");
    let mut reader = Reader::open(folder.join(text("file"))).unwrap();
    let gold: Vec<Question> = reader.by_ref().collect();
    let customary = customary_rules(reader.info());
    let has_answers = gold.iter().any(|question| question.answers.is_some());
    let ours = has_answers.then(|| extremes(rule_set("lydite").unwrap(), &gold));
    let cells = |extremes: &Extremes| {
        let [precision, f1] = extremes.nothing.map(shown);
        let nothing = if precision == f1 {
            f1
        } else {
            format!("{f1} (P {precision})")
        };
        format!("{nothing} | {}", shown(extremes.gold))
    };
    let own = customary.as_ref().filter(|_| has_answers);
    let own = own.map(|Customary { rules, .. }| extremes(rules, &gold));
    let scorer = customary.as_ref().map_or("–".to_owned(), |customary| {
        format!("`{}`: {}", customary.rules.name, customary.trap)
    });
    let languages: Vec<&String> = entry["languages"].as_object().unwrap().keys().collect();
    let languages = match &languages[..] {
        [] => "–".to_owned(),
        few if few.len() <= 4 => few
            .iter()
            .map(|one| one.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        many => format!("{} languages", many.len()),
    };
    let size = entry["original_count"]
        .as_u64()
        .unwrap_or(gold.len() as u64);
    let none = || "– | –".to_owned();
    let line = format!(
        "| {} | {} | {size} | {} | {languages} | {} | `{}` | {scorer} | {} | {} |",
        text("dataset"),
        text("split"),
        text("knowledge_graph"),
        notations(&gold),
        reader.format().name,
        own.as_ref().map_or_else(none, cells),
        ours.as_ref().map_or_else(none, cells),
    );
    (line, ours.map(|ours| ours.gold))
}

#[test]
fn every_set_is_scored_by_its_own_rules_and_by_ours() {
    let Some(folder) = lydite_testing::shared("datasets-modern") else {
        return;
    };
    let catalogue = std::fs::read_to_string(folder.join("catalogue.json")).unwrap();
    let catalogue: Value = serde_json::from_str(&catalogue).unwrap();
    let mut table = String::from(
        "| set | split | questions | graph | languages | queries | layout | customary scorer and its trap \
         | its score of nothing | its score of gold | ours of nothing | ours of gold |\n\
         |---|---|--:|---|---|---|---|---|--:|--:|--:|--:|\n",
    );
    let (mut scored, mut wrong) = (0, Vec::new());
    for entry in catalogue["files"].as_array().unwrap() {
        let (line, gold) = line(&folder, entry);
        writeln!(table, "{line}").unwrap();
        if let Some(gold) = gold {
            scored += 1;
            if (gold - 1.0).abs() > 1e-12 {
                wrong.push(format!("{}: {gold}", entry["file"]));
            }
        }
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/benchmarks.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (stated, after) = rest.split_once(END).unwrap();
    if std::env::var_os("LYDITE_BLESS").is_some() {
        std::fs::write(&page, format!("{before}{BEGIN}\n{table}\n{END}{after}")).unwrap();
    } else {
        assert_eq!(
            stated.trim(),
            table.trim(),
            "renew the page with LYDITE_BLESS=1"
        );
    }
    assert!(
        wrong.is_empty(),
        "gold against itself is 1:\n{}",
        wrong.join("\n")
    );
    assert!(scored > 35, "{scored}");
}
