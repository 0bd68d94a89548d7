//! The questions of LC-QuAD 1 and QALD-9 and the slice of DBpedia, as the examples that measure components read them.

#![allow(dead_code, reason = "each example uses a part")]

use std::error::Error;
use std::fs;
use std::io::Read;

use lydite_compose::resources::PhraseList;
use lydite_compose::{Example, Gold};
use lydite_language::Lang;

pub(crate) type Failed = Box<dyn Error>;

/// The files of the slice, without labels that were derived from IRIs.
pub(crate) const SLICE: &[&str] = &[
    "kg/dbpedia-slice/kbqa-pg.nt.gz",
    "kg/dbpedia-slice/dbp15k-en.nt.gz",
    "kg/dbpedia-slice/esbm-dbpedia.nt.gz",
    "kg/dbpedia-slice/silk-movies.nt.gz",
    "kg/dbpedia-slice/ontology-2016-10.nt.gz",
];

/// Those labels.
pub(crate) const LABELS: &str = "kg/dbpedia-slice/labels-derived.nt.gz";

pub(crate) fn unpacked(file: &str) -> Result<String, Failed> {
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(fs::File::open(lydite_testing::shared_path(file))?)
        .read_to_string(&mut text)?;
    Ok(text)
}

/// The text of packed files, one after the other.
pub(crate) fn joined<'f>(files: impl IntoIterator<Item = &'f &'f str>) -> Result<String, Failed> {
    let mut text = String::new();
    for file in files {
        text.push_str(&unpacked(file)?);
        text.push('\n');
    }
    Ok(text)
}

/// Lists of phrases by their names.
pub(crate) fn phrases(lists: &[(&str, &str)]) -> Result<PhraseList, Failed> {
    let mut phrases = PhraseList::default();
    for (name, file) in lists {
        phrases.extend(PhraseList::parse(name, &unpacked(file)?)?);
    }
    Ok(phrases)
}

pub(crate) fn lcquad(file: &str) -> Result<Vec<Example>, Failed> {
    let text = fs::read(lydite_testing::shared_path(file))?;
    let entries: Vec<serde_json::Value> = serde_json::from_slice(&text)?;
    let examples = entries.iter().filter_map(|entry| {
        example(
            entry["corrected_question"].as_str()?,
            entry["sparql_query"].as_str()?,
        )
    });
    Ok(examples.collect())
}

pub(crate) fn qald(file: &str) -> Result<Vec<Example>, Failed> {
    let entries = qald_entries(&fs::read_to_string(lydite_testing::shared_path(file))?)?;
    Ok(entries.into_iter().map(|(_, example)| example).collect())
}

/// The English questions of a file with their ids.
pub(crate) fn qald_entries(text: &str) -> Result<Vec<(String, Example)>, Failed> {
    let file: serde_json::Value = serde_json::from_str(text)?;
    let entries = file["questions"].as_array().cloned().unwrap_or_default();
    let examples = entries.iter().filter_map(|entry| {
        let wordings = entry["question"].as_array()?;
        let english = wordings.iter().find(|one| one["language"] == "en")?;
        let id = entry["id"]
            .as_str()
            .map_or_else(|| entry["id"].to_string(), str::to_owned);
        let example = example(
            english["string"].as_str()?,
            entry["query"]["sparql"].as_str()?,
        )?;
        Some((id, example))
    });
    Ok(examples.collect())
}

fn example(text: &str, query: &str) -> Option<Example> {
    Some(Example {
        text: text.trim().to_owned(),
        lang: Lang::En,
        gold: Gold::of_query(query)?,
    })
}
