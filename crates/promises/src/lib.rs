//! What must hold for any input: readers, queries and templates are held to their promises, by
//! fuzzers with whatever they come upon, and by tests with damaged files.

use lydite_formats::{Item, Reader, targets};
use lydite_model::{DatasetInfo, Diagnostic};
use lydite_sparql::{Canonical, Dialect, Structure, parse};
use lydite_template::{Evaluator, Exchange, Problem, TemplateRules};

/// Reads the bytes in the format that they look like.
pub fn any(bytes: &[u8]) {
    if let Ok(reader) = Reader::from_bytes("fuzz", bytes) {
        drain(reader);
    }
}

/// Reads the bytes as the format with this name.
pub fn read_as(format: &str, bytes: &[u8]) {
    if let Ok(reader) = Reader::from_bytes_as("fuzz", bytes, format) {
        drain(reader);
    }
}

/// Reads to the end: no panic, places that exist, and questions that every format can write.
fn drain(mut reader: Reader) {
    let mut writers: Vec<_> = targets()
        .iter()
        .filter_map(|target| {
            target
                .start(Box::new(std::io::sink()), &DatasetInfo::default())
                .ok()
        })
        .collect();
    for item in reader.items() {
        let question = match item {
            Item::Question(question, _) => question,
            Item::Diagnostic(found) => {
                promised(&found);
                continue;
            }
        };
        for writer in &mut writers {
            writer
                .question(&question, &mut |_| {})
                .expect("writing to nowhere cannot fail");
        }
    }
    for writer in &mut writers {
        writer
            .finish(reader.info(), &mut |_| {})
            .expect("writing to nowhere cannot fail");
    }
}

/// A message, and a place that exists.
fn promised(found: &Diagnostic) {
    assert!(!found.message.is_empty());
    assert!(found.place.line == 0 || found.place.column > 0);
    if let Some(snippet) = &found.snippet {
        assert!(snippet.start <= snippet.end);
        assert!(snippet.text.is_char_boundary(snippet.start));
        assert!(snippet.text.is_char_boundary(snippet.end));
    }
}

/// Understands a query or refuses it: a place that exists, and a repair that needs no repair.
pub fn query(text: &str) {
    let dialect = Dialect::field();
    match parse(text, &dialect) {
        Err(error) => {
            error.render(text);
            assert!(text.is_char_boundary(error.position.offset));
        }
        Ok(parsed) => {
            Structure::of(&parsed).connectivity();
            let again = parse(&parsed.text, &dialect).expect("what was repaired is understood");
            assert!(again.repairs.is_empty());
            assert_eq!(Canonical::of(&again), Canonical::of(&parsed));
        }
    }
}

/// Judges a template, be it the query alone or a whole answer: a verdict, and places that exist.
pub fn template(text: &str) {
    let answer = Exchange::Answered {
        status: 200,
        body: text.to_owned(),
    };
    for exchange in [answer, Exchange::Query(text.to_owned())] {
        for rules in TemplateRules::ALL {
            let evaluator = Evaluator::new(rules);
            let gold = evaluator.gold(text);
            let judgement = evaluator.judge(text, &gold, &exchange);
            for verdict in &judgement.templates {
                for problem in &verdict.problems {
                    if let Problem::DisconnectedTriple { triples, places } = problem {
                        assert_eq!(triples.len(), places.len());
                    }
                }
            }
        }
    }
}
