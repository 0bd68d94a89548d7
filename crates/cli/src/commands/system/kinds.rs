//! `lydite system kinds`: the protocols by which systems are asked.

use crate::failure::{Failure, Verdict};
use crate::output::{Column, Shown, Table};
use crate::session::Session;

/// The protocols, how a system is named, what it is.
const KINDS: [(&str, &str, &str); 9] = [
    (
        "gerbil",
        "gerbil:http://HOST/PATH",
        "a service that GERBIL QA can ask: question in, QALD-JSON or one of its relatives out",
    ),
    (
        "text2sparql",
        "text2sparql:http://HOST/PATH",
        "an endpoint of the TEXT2SPARQL challenge: question in, query out",
    ),
    (
        "chat",
        "chat:http://HOST/v1#MODEL",
        "a language model behind an OpenAI-compatible server, asked for SPARQL",
    ),
    (
        "exec",
        "exec:./PROGRAM ARGUMENTS",
        "a program that reads and writes a JSON object per line",
    ),
    (
        "okbqa",
        "okbqa:http://HOST/PATH",
        "a controller of OKBQA modules; modules without one need a TOML file",
    ),
    (
        "qanary",
        "qanary:http://HOST#NED-ONE,QB-TWO",
        "a Qanary pipeline with the components that work on a question",
    ),
    (
        "file",
        "file:ANSWERS.json",
        "an answer file in any format that can be read; the path alone will do",
    ),
    (
        "pipeline",
        "pipeline:NAME",
        "a built-in pipeline: auto, guess, or components joined by +",
    ),
    (
        "replay",
        "replay:RECORDING.jsonl",
        "a recorded system, replayed without the network",
    ),
];

pub(super) fn run(session: &Session) -> Result<Verdict, Failure> {
    let document = || {
        let all = KINDS.iter().map(
            |(name, spec, title)| serde_json::json!({"name": name, "spec": spec, "title": title}),
        );
        serde_json::json!({ "kinds": all.collect::<Vec<_>>() })
    };
    session.print(Shown::made_by(document).table(|| {
        let mut table = Table::new([
            Column::new("named by").named("spec"),
            Column::new("what it is").named("title").wrap(),
        ]);
        for (_, spec, title) in KINDS {
            table.row([spec, title]);
        }
        table
    }))?;
    Ok(Verdict::Done)
}
