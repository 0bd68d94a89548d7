//! Compiles `data/synonyms.txt.gz` from the database files of WordNet 3.0.
//!
//! `cargo run -p lydite-compose --example compile_synonyms -- FOLDER OUTPUT`, where FOLDER holds
//! `data.noun`, `index.noun` …, as Debian's package `wordnet-base` installs them.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Senses beyond these are rare.
const SENSES: usize = 4;

struct Synset {
    words: Vec<String>,
    pointers: Vec<(String, char, String)>,
}

type Database = BTreeMap<(char, String), Synset>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: compile_synonyms FOLDER OUTPUT".into());
    };
    let folder = Path::new(&folder);
    let parts = [('n', "noun"), ('v', "verb"), ('a', "adj")];
    let mut database = Database::new();
    for (part, name) in parts {
        read_data(
            &fs::read_to_string(folder.join(format!("data.{name}")))?,
            part,
            &mut database,
        );
    }
    let mut table: BTreeMap<String, BTreeMap<String, char>> = BTreeMap::new();
    for (part, name) in parts {
        let index = fs::read_to_string(folder.join(format!("index.{name}")))?;
        for line in index.lines().filter(|line| !line.starts_with(' ')) {
            relate(line, part, &database, &mut table);
        }
    }
    let mut encoder = GzEncoder::new(fs::File::create(output)?, Compression::best());
    for (word, related) in &table {
        let related: Vec<String> = related
            .iter()
            .map(|(other, how)| format!("{how}{other}"))
            .collect();
        if !related.is_empty() {
            writeln!(encoder, "{word}\t{}", related.join(" "))?;
        }
    }
    encoder.finish()?;
    println!("{} words", table.len());
    Ok(())
}

fn read_data(text: &str, part: char, database: &mut Database) {
    for line in text.lines().filter(|line| !line.starts_with(' ')) {
        let fields: Vec<&str> = line
            .split('|')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let Ok(count) = usize::from_str_radix(fields[3], 16) else {
            continue;
        };
        let words = (0..count)
            .map(|at| fields[4 + 2 * at].to_lowercase())
            .collect();
        let start = 5 + 2 * count;
        let pointers = fields[start - 1].parse().unwrap_or(0);
        let pointers = (0..pointers)
            .filter_map(|at: usize| {
                let place = start + 4 * at;
                let part = fields.get(place + 2)?.chars().next()?;
                Some((
                    (*fields.get(place)?).to_owned(),
                    part,
                    (*fields.get(place + 1)?).to_owned(),
                ))
            })
            .collect();
        database.insert((part, fields[0].to_owned()), Synset { words, pointers });
    }
}

fn is_plain(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn relate(
    line: &str,
    part: char,
    database: &Database,
    table: &mut BTreeMap<String, BTreeMap<String, char>>,
) {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let word = fields[0];
    if !is_plain(word) {
        return;
    }
    let senses: usize = fields[2].parse().unwrap_or(0);
    let offsets = &fields[fields.len() - senses..];
    let mut found: BTreeSet<(char, String)> = BTreeSet::new();
    for (rank, offset) in offsets.iter().take(SENSES).enumerate() {
        let Some(synset) = database.get(&(part, (*offset).to_owned())) else {
            continue;
        };
        let how = if rank < 2 { 's' } else { 't' };
        found.extend(synset.words.iter().map(|other| (how, other.clone())));
        for (kind, other_part, target) in &synset.pointers {
            let how = match kind.as_str() {
                "+" | "\\" | "=" => 'd',
                "@" if rank == 0 => 'h',
                _ => continue,
            };
            if let Some(other) = database.get(&(*other_part, target.clone())) {
                found.extend(other.words.iter().map(|word| (how, word.clone())));
            }
        }
    }
    for (how, other) in found {
        if other == word || !is_plain(&other) {
            continue;
        }
        let known = table
            .entry(word.to_owned())
            .or_default()
            .entry(other.clone())
            .or_insert(how);
        *known = closer(*known, how);
        if how == 'h' {
            table
                .entry(other)
                .or_default()
                .entry(word.to_owned())
                .or_insert('h');
        }
    }
}

fn closer(one: char, other: char) -> char {
    let order = ['s', 'd', 't', 'h'];
    order
        .into_iter()
        .find(|how| *how == one || *how == other)
        .unwrap_or(one)
}
