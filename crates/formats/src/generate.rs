//! Synthetic benchmarks of any size, for measuring tools and trying them out.

use std::io::{self, Write};

use lydite_model::random::SplitMix64;
use lydite_model::{
    AnswerSet, AnswerType, DatasetInfo, Literal, Query, Question, QuestionId, Scope, Term, Text,
};

use crate::Target;

mod vocabulary;

use vocabulary::{FAMILY, GIVEN, Kind, TOPICS, Topic};

/// Writes a benchmark of made-up questions that look like those of QALD: several languages,
/// keywords, SPARQL, up to fifty answers of every type, empty answer sets and questions out of
/// scope.
///
/// `progress` hears how many questions are written. The same number, seed and target give the same bytes, today and in every later version.
///
/// ```
/// let csv = lydite_formats::Target::named("csv").unwrap();
/// lydite_formats::generate(3, 42, csv, Box::new(std::io::stdout()), &mut |_| {})?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn generate(
    questions: u64,
    seed: u64,
    target: &Target,
    sink: Box<dyn Write>,
    progress: &mut dyn FnMut(u64),
) -> io::Result<()> {
    let info = DatasetInfo {
        id: Some(format!("synthetic-{seed}")),
        prefix: Some("syn".to_owned()),
        ..DatasetInfo::default()
    };
    // What a target cannot express of made-up questions is nobody's loss.
    let mut ignore = |_| {};
    let mut writer = target.start(sink, &info)?;
    let mut random = SplitMix64::new(seed);
    for number in 1..=questions {
        writer.question(&question(number, &mut random), &mut ignore)?;
        if number % 1024 == 0 {
            progress(number);
        }
    }
    writer.finish(&info, &mut ignore)
}

/// A number below the limit; by remainder, on which the bytes written so far depend.
fn below(random: &mut SplitMix64, limit: u64) -> u64 {
    random.next_u64() % limit
}

fn pick<'l, T>(random: &mut SplitMix64, list: &'l [T]) -> &'l T {
    &list[below(random, list.len() as u64) as usize]
}

fn question(number: u64, random: &mut SplitMix64) -> Question {
    let topic = pick(random, TOPICS);
    let (label, name) = entity(random);
    let languages = 2 + below(random, topic.wordings.len() as u64 - 1) as usize;
    let id = number.to_string();
    let mut question = Question::new(match number % 2 {
        0 => QuestionId::from(id),
        _ => QuestionId::number(number as i64),
    });
    question.texts = topic.wordings[..languages]
        .iter()
        .map(|(language, wording, keywords)| Text {
            keywords: keywords
                .split(", ")
                .chain([label.as_str()])
                .map(str::to_owned)
                .collect(),
            ..Text::new(*language, wording.replace("{}", &label))
        })
        .collect();
    question.answer_type = Some(match topic.kind {
        Kind::Resource => AnswerType::Resource,
        Kind::Count | Kind::Measure => AnswerType::Number,
        Kind::Date => AnswerType::Date,
        Kind::Text => AnswerType::String,
        Kind::Boolean => AnswerType::Boolean,
    });
    question.aggregation = Some(matches!(topic.kind, Kind::Count | Kind::Measure));
    question.only_dbo = Some(below(random, 4) > 0);
    question.hybrid = Some(false);
    match below(random, 100) {
        0..3 => {
            question.scope = Scope::Marked;
            question.answers = Some(AnswerSet::empty());
        }
        3..5 => {
            question.scope = Scope::Implied;
            question.answers = Some(AnswerSet::empty());
        }
        chance => {
            question.queries = vec![Query::sparql(topic.sparql.replace("{}", &name))];
            question.answers = Some(match chance {
                5..9 => AnswerSet::column(topic.variable, []),
                _ => answers(topic, random),
            });
        }
    }
    question
}

/// A made-up person: as people write the name, and as DBpedia does.
fn entity(random: &mut SplitMix64) -> (String, String) {
    let given = pick(random, GIVEN);
    let family = pick(random, FAMILY);
    let label = format!("{given} {family}");
    let name = label.replace(' ', "_");
    (label, name)
}

fn answers(topic: &Topic, random: &mut SplitMix64) -> AnswerSet {
    let typed = |value: String, datatype: &str| {
        Term::Literal(Literal {
            value,
            datatype: Some(format!("http://www.w3.org/2001/XMLSchema#{datatype}")),
            language: None,
        })
    };
    let one = |term| AnswerSet::column(topic.variable, [term]);
    match topic.kind {
        Kind::Boolean => AnswerSet::boolean(below(random, 2) == 0),
        Kind::Count => one(typed(below(random, 20).to_string(), "integer")),
        Kind::Measure => {
            let height = format!("1.{:02}", 40 + below(random, 60));
            one(typed(height, "decimal"))
        }
        Kind::Date => {
            let (year, month) = (1500 + below(random, 525), 1 + below(random, 12));
            let day = 1 + below(random, 28);
            one(typed(format!("{year}-{month:02}-{day:02}"), "date"))
        }
        Kind::Text => {
            let (value, _) = entity(random);
            one(Term::Literal(Literal {
                value,
                datatype: None,
                language: Some("en".to_owned()),
            }))
        }
        Kind::Resource => {
            // Most questions have few answers, some have many.
            let most = *pick(random, &[1, 1, 3, 10, 50]);
            let count = 1 + below(random, most);
            AnswerSet::column(topic.variable, (0..count).map(|_| Term::iri(iri(random))))
        }
    }
}

/// The IRI of a made-up resource: in Unicode, or with percent escapes, as in QALD's files.
fn iri(random: &mut SplitMix64) -> String {
    let (_, name) = entity(random);
    let mut iri = String::with_capacity(80);
    iri.push_str("http://dbpedia.org/resource/");
    if below(random, 4) == 0 {
        for byte in name.bytes() {
            if byte.is_ascii() {
                iri.push(char::from(byte));
            } else {
                iri.push('%');
                for digit in [byte >> 4, byte & 15] {
                    iri.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
    } else {
        iri.push_str(&name);
    }
    if below(random, 2) == 0 {
        iri.push_str(&format!("_({})", 1900 + below(random, 125)));
    }
    iri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::tests::Sink;
    use crate::{Reader, sha256};

    fn generated(name: &str, questions: u64, seed: u64) -> Vec<u8> {
        let sink = Sink::default();
        let target = Target::named(name).unwrap();
        generate(questions, seed, target, Box::new(sink.clone()), &mut |_| {}).unwrap();
        sink.0.take()
    }

    #[test]
    fn the_bytes_never_change() {
        let json = generated("qald-json", 200, 42);
        assert_eq!(
            sha256(&json[..]).unwrap(),
            "633885830cbf89f19c947b10f75e974f9e2c7679d8a81e0a34474313b711419f"
        );
        assert_ne!(generated("qald-json", 200, 43), json);
    }

    #[test]
    fn made_up_questions_look_like_real_ones() {
        let json = generated("qald-json", 2000, 1);
        assert!(json.len() > 2000 * 600, "{} bytes", json.len());
        let reader = Reader::from_bytes("synthetic.json", &json).unwrap();
        let mut remarks = Vec::new();
        let dataset = reader.load(&mut |remark| remarks.push(remark));
        assert_eq!(dataset.questions.len(), 2000);
        remarks
            .retain(|remark| !matches!(remark.code.id, "Q044" | "Q050" | "Q051" | "A007" | "A020"));
        assert_eq!(remarks, []);
        let count = |test: &dyn Fn(&Question) -> bool| {
            dataset
                .questions
                .iter()
                .filter(|question| test(question))
                .count()
        };
        let some = |test: &dyn Fn(&AnswerSet) -> bool| {
            count(&|question| question.answers.as_ref().is_some_and(test))
        };
        assert!(count(&|question| question.scope == Scope::Marked) > 20);
        assert!(count(&|question| question.scope == Scope::Implied) > 10);
        assert!(count(&|question| question.scope.is_inside() && question.is_answered()) > 1800);
        assert!(some(&|answers| answers.as_boolean().is_some()) > 50);
        assert!(some(&AnswerSet::is_empty) > 100);
        assert!(some(&|answers| answers.len() > 20) > 50);
        assert!(some(&|answers| answers.len() == 1) > 500);
    }
}
