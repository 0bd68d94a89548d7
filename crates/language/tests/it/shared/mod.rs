//! How tests read the shared data.

#![allow(dead_code, unreachable_pub, reason = "not every test needs everything")]

use std::io::Read;
use std::path::Path;

/// The text of a compressed file.
pub fn unpacked(path: &Path) -> String {
    let file =
        std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap();
    text
}

/// The questions of the QaldGen dataset by number.
pub fn qaldgen() -> Option<Vec<(usize, String)>> {
    let file = lydite_testing::shared("qaldgen")?.join("qaldgen-dataset.nt.gz");
    let mut questions = Vec::new();
    for line in unpacked(&file).lines() {
        let Some((subject, rest)) = line.split_once(" <http://qald-gen.aksw.org/vocab#text> \"")
        else {
            continue;
        };
        let (_, number) = subject.trim_end_matches('>').rsplit_once('#').unwrap();
        let (text, _) = rest.rsplit_once("\" .").unwrap();
        // The escapes of N-Triples that occur are those of JSON, and `\'`.
        let text = format!("\"{}\"", text.replace("\\'", "'"));
        questions.push((
            number.parse().unwrap(),
            serde_json::from_str(&text).unwrap(),
        ));
    }
    Some(questions)
}
