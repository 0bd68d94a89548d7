//! Synthetic graphs in the manner of DBpedia, of any size, the same for the same seed.

use std::io::{self, Write};

const RESOURCE: &str = "http://dbpedia.org/resource/";
const ONTOLOGY: &str = "http://dbpedia.org/ontology/";
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

const CLASSES: [&str; 12] = [
    "Person",
    "City",
    "Film",
    "Company",
    "Book",
    "River",
    "Album",
    "University",
    "Mountain",
    "Athlete",
    "Politician",
    "Band",
];

const RELATIONS: [&str; 16] = [
    "birthPlace",
    "country",
    "director",
    "starring",
    "author",
    "location",
    "team",
    "spouse",
    "successor",
    "genre",
    "producer",
    "almaMater",
    "headquarter",
    "child",
    "owner",
    "language",
];

const WORDS: [&str; 32] = [
    "stone", "river", "north", "silver", "garden", "king", "winter", "bridge", "music", "light",
    "red", "house", "field", "star", "ocean", "forest", "tower", "queen", "summer", "valley",
    "iron", "gold", "moon", "south", "city", "storm", "rose", "black", "green", "sun", "fire",
    "hill",
];

/// Writes a graph of about this many triples in N-Triples: resources with types, labels in three
/// languages, abstracts, links that favour a few well-known ones, numbers and dates, sameAs links.
///
/// ```
/// let mut text = Vec::new();
/// let written = lydite_graph::generate(1000, 1, &mut text)?;
/// assert!(written >= 1000);
/// let graph = lydite_graph::Embedded::from_bytes("made.nt", text).unwrap();
/// assert!(graph.len() > 900);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If it cannot be written.
pub fn generate(triples: u64, seed: u64, out: &mut dyn Write) -> io::Result<u64> {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    // A resource has about ten triples.
    let resources = (triples / 10).max(2);
    let mut written = 0;
    let mut number = 0;
    while written < triples {
        written += resource(number, resources, &mut chance, out)?;
        number += 1;
    }
    Ok(written)
}

fn name(number: u64) -> String {
    let word = |place: u64| WORDS[(number >> (place * 5) & 31) as usize];
    format!("{}_{}_{number}", capital(word(0)), word(1))
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn resource(
    number: u64,
    resources: u64,
    chance: &mut Chance,
    out: &mut dyn Write,
) -> io::Result<u64> {
    let name = name(number);
    let subject = format!("<{RESOURCE}{name}>");
    let label = name.replace('_', " ");
    let class = CLASSES[(number % CLASSES.len() as u64) as usize];
    let mut written = 3;
    writeln!(
        out,
        "{subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{ONTOLOGY}{class}> ."
    )?;
    let labelled = "<http://www.w3.org/2000/01/rdf-schema#label>";
    writeln!(out, "{subject} {labelled} \"{label}\"@en .")?;
    writeln!(
        out,
        "{subject} <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q{number}> ."
    )?;
    for language in ["de", "fr"] {
        if chance.below(3) == 0 {
            writeln!(out, "{subject} {labelled} \"{label}\"@{language} .")?;
            written += 1;
        }
    }
    for _ in 0..chance.below(6) + 2 {
        // The smaller the number the better known: its square favours those.
        let part = chance.below(1 << 20) as u128;
        let other = ((part * part * u128::from(resources)) >> 40) as u64;
        let relation = RELATIONS[chance.below(RELATIONS.len() as u64) as usize];
        let other = self::name(other);
        writeln!(
            out,
            "{subject} <{ONTOLOGY}{relation}> <{RESOURCE}{other}> ."
        )?;
        written += 1;
    }
    let population = chance.below(1 << 24);
    writeln!(
        out,
        "{subject} <{ONTOLOGY}populationTotal> \"{population}\"^^<{XSD}nonNegativeInteger> ."
    )?;
    let (year, month, day) = (
        1500 + chance.below(520),
        1 + chance.below(12),
        1 + chance.below(28),
    );
    writeln!(
        out,
        "{subject} <{ONTOLOGY}date> \"{year}-{month:02}-{day:02}\"^^<{XSD}date> ."
    )?;
    written += 2;
    if chance.below(4) == 0 {
        let words: Vec<&str> = (0..20 + chance.below(40))
            .map(|_| WORDS[chance.below(32) as usize])
            .collect();
        let text = words.join(" ");
        writeln!(
            out,
            "{subject} <{ONTOLOGY}abstract> \"{label} is a {class}: {text}.\"@en ."
        )?;
        written += 1;
    }
    Ok(written)
}

/// Numbers that look random (xorshift64*, Vigna 2016).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let mixed = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        ((u128::from(mixed) * u128::from(bound)) >> 64) as u64
    }
}
