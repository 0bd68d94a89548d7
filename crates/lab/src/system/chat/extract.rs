//! The query in what a language model wrote: among thoughts, fences and prose.

use lydite_sparql::{Dialect, ParseError, parse};
use serde_json::Value;

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    /// A query that can be read.
    Query(String),
    /// Something that was meant for a query, and why it cannot be read.
    Broken(String, Box<ParseError>),
    /// No query.
    Nothing,
    /// The model was still thinking when its reply ended.
    Unfinished,
}

/// How families of models mark the end of their thoughts; some leave out the beginning.
const CLOSERS: [&str; 4] = [
    "</think>",
    "</thinking>",
    "◁/think▷",
    "<|channel|>final<|message|>",
];
const OPENERS: [&str; 4] = [
    "<think>",
    "<thinking>",
    "◁think▷",
    "<|channel|>analysis<|message|>",
];
/// How a query begins.
const BEGINNINGS: [&str; 6] = ["PREFIX", "BASE", "SELECT", "ASK", "CONSTRUCT", "DESCRIBE"];
/// How it goes on after its last brace.
const MODIFIERS: [&str; 8] = [
    "ORDER", "LIMIT", "OFFSET", "GROUP", "HAVING", "VALUES", "}", "UNION",
];

/// Finds the query in a reply: of all blocks the first that can be read, whatever it is called.
pub(super) fn find(reply: &str, dialect: &Dialect) -> Found {
    let Some(text) = after_thoughts(reply) else {
        return Found::Unfinished;
    };
    let mut broken = None;
    for candidate in candidates(text) {
        if !has_beginning(&candidate) {
            continue;
        }
        match parse(&candidate, dialect) {
            Ok(_) => return Found::Query(candidate),
            Err(error) => {
                broken.get_or_insert((candidate, Box::new(error)));
            }
        }
    }
    match broken {
        Some((text, error)) => Found::Broken(text, error),
        None => Found::Nothing,
    }
}

/// What comes after the last thought; nothing if the last one has no end.
pub(super) fn after_thoughts(reply: &str) -> Option<&str> {
    let ends = CLOSERS.iter().filter_map(|closer| {
        let at = reply.rfind(closer)?;
        Some(at + closer.len())
    });
    let rest = &reply[ends.max().unwrap_or(0)..];
    let is_open = OPENERS.iter().any(|opener| rest.contains(opener));
    (!is_open).then_some(rest)
}

/// The texts that may be the query, the likeliest first.
fn candidates(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut push = |candidate: &str| {
        let candidate = candidate.trim();
        if !candidate.is_empty() && !found.iter().any(|known| known == candidate) {
            found.push(candidate.to_owned());
        }
    };
    for block in blocks(text) {
        for inner in in_json(block) {
            push(&inner);
        }
        push(block);
    }
    for inner in in_json(text) {
        push(&inner);
    }
    // A text that is nothing but a query needs no search.
    if BEGINNINGS
        .iter()
        .any(|word| starts_with_word(text.trim_start(), word))
    {
        push(text);
    }
    for at in beginnings(text) {
        if let Some(end) = end_of_query(&text[at..]) {
            push(&text[at..at + end]);
        }
    }
    found
}

/// What stands in fences, without their labels.
fn blocks(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text.split("```").collect();
    let inside = parts.iter().skip(1).step_by(2);
    inside
        .map(|block| {
            let label = block.find(|c: char| !(c.is_alphanumeric() || "-_+.".contains(c)));
            match label {
                // A query on the line of the fence has no label.
                Some(end)
                    if !BEGINNINGS
                        .iter()
                        .any(|word| block[..end].eq_ignore_ascii_case(word)) =>
                {
                    &block[end..]
                }
                _ => block,
            }
        })
        .collect()
}

/// The texts in a JSON object.
fn in_json(text: &str) -> Vec<String> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::Object(members) => members.values().for_each(|item| collect(item, found)),
            _ => {}
        }
    }
    let text = text.trim();
    let mut found = Vec::new();
    if text.starts_with(['{', '['])
        && let Ok(value) = serde_json::from_str(text)
    {
        collect(&value, &mut found);
    }
    found
}

/// Where queries may begin in prose; what is written large is likelier meant.
fn beginnings(text: &str) -> Vec<usize> {
    let mut large = Vec::new();
    let mut small = Vec::new();
    for (at, _) in text.char_indices() {
        let is_inside = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        if is_inside {
            continue;
        }
        for word in BEGINNINGS {
            if starts_with_word(&text[at..], word) {
                let list = if text[at..].starts_with(word) {
                    &mut large
                } else {
                    &mut small
                };
                list.push(at);
            }
        }
    }
    large.extend(small);
    // Prose has few verbs like these; whatever has more is not worth the time.
    large.truncate(20);
    large
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let head = text.get(..word.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(word))
        && !text[word.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn has_beginning(text: &str) -> bool {
    !beginnings(text).is_empty()
}

/// Where a query ends that begins here: after its last brace and what may follow that.
fn end_of_query(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut in_iri = false;
    let mut end = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '<') => in_iri = !text[at + 1..].starts_with([' ', '=']),
            (None, '>') => in_iri = false,
            (None, '"') if !in_iri => quote = Some('"'),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    end = Some(at + 1);
                    break;
                }
            }
            _ => {}
        }
    }
    let end = end?;
    // Modifiers run to the end of their lines.
    let mut reach = end;
    loop {
        let rest = &text[reach..];
        let skipped = rest.len() - rest.trim_start().len();
        let next = rest.trim_start();
        if !MODIFIERS.iter().any(|word| starts_with_word(next, word)) {
            return Some(reach);
        }
        let line = next.find('\n').unwrap_or(next.len());
        // A sentence may go on behind the query.
        let stop = next[..line].find(['.', '`']).unwrap_or(line);
        reach += skipped + stop;
        if stop < line {
            return Some(reach);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(reply: &str) -> Found {
        find(reply, &Dialect::field())
    }

    #[test]
    fn a_query_is_found_wherever_it_stands() {
        let query = "SELECT ?x { ?x a dbo:City }";
        for reply in [
            "SELECT ?x { ?x a dbo:City }",
            "```sparql\nSELECT ?x { ?x a dbo:City }\n```",
            "```\nSELECT ?x { ?x a dbo:City }\n```",
            "```SELECT ?x { ?x a dbo:City }```",
            "```sql\nSELECT ?x { ?x a dbo:City }\n```",
            "Sure! Select from these:\n```sparql\nSELECT ?x { ?x a dbo:City }\n```\nIt asks for cities.",
            "```turtle\n<a> a dbo:City .\n```\nthen\n```\nSELECT ?x { ?x a dbo:City }\n```",
            "```json\n{\"query\": \"SELECT ?x { ?x a dbo:City }\"}\n```",
            "{\"sparql\": \"SELECT ?x { ?x a dbo:City }\"}",
            "<think>SELECT ?y { ?y a dbo:Town }</think>\n\nSELECT ?x { ?x a dbo:City }",
            "so I select a city.</think>SELECT ?x { ?x a dbo:City }",
            "◁think▷hm◁/think▷```SELECT ?x { ?x a dbo:City }",
            "The query is SELECT ?x { ?x a dbo:City }. It asks for cities.",
            "The query is `SELECT ?x { ?x a dbo:City }`, I think.",
            "```sparql\nSELECT ?x { ?x a dbo:City }",
        ] {
            assert_eq!(found(reply), Found::Query(query.to_owned()), "{reply}");
        }
        let sorted = "SELECT ?x { ?x dbo:area ?a }\nORDER BY DESC(?a)\nLIMIT 1";
        let reply = format!("Here it is:\n\n{sorted}\n\nThis sorts by area.");
        assert_eq!(found(&reply), Found::Query(sorted.to_owned()));
    }

    #[test]
    fn what_is_no_query_is_not_taken_for_one() {
        for reply in [
            "",
            "I do not know.",
            "```sparql\n```",
            "{\"answer\": 42}",
            "John\nJohn",
        ] {
            assert_eq!(found(reply), Found::Nothing, "{reply}");
        }
        for reply in [
            "<think>SELECT ?x { ?x a dbo:City }",
            "<think>a</think><think>b",
        ] {
            assert_eq!(found(reply), Found::Unfinished, "{reply}");
        }
        let reply = "```sparql\nSELECT ?x WHERE { ?x a \n```";
        let Found::Broken(text, _) = found(reply) else {
            panic!("{:?}", found(reply));
        };
        assert_eq!(text, "SELECT ?x WHERE { ?x a");
    }
}
