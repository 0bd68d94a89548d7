//! Words that are written together: *Telefonnummer*, *Produktkategorien*.

use lydite_language::Lang;

use super::glossary::{Glossary, Hit};
use super::item::Kind;

/// What may stand between the parts.
const LINKS: &[&str] = &["", "s", "es", "n", "en", "e", "er", "ns", "-"];

const SHORTEST: usize = 3;

/// A part of a compound.
pub(super) enum Part<'g> {
    Listed(Hit<'g>),
    /// A word that the caller knows from elsewhere.
    Known(String),
}

/// The parts of a compound, the head last; as few as possible.
pub(super) fn parts<'g>(
    word: &str,
    glossary: &'g Glossary,
    known: &dyn Fn(&str) -> bool,
) -> Option<Vec<Part<'g>>> {
    if !matches!(glossary.lang, Lang::De | Lang::Nl) || word.chars().count() < 6 {
        return None;
    }
    let word = word.to_lowercase();
    for most in 2..=3 {
        if let Some(parts) = split(&word, glossary, known, most) {
            return Some(parts);
        }
    }
    None
}

fn split<'g>(
    word: &str,
    glossary: &'g Glossary,
    known: &dyn Fn(&str) -> bool,
    most: usize,
) -> Option<Vec<Part<'g>>> {
    if most < 2 {
        return None;
    }
    let cuts: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    // The longest head first: *Produktmanager* rather than *Produktman-ager*.
    for &at in cuts.iter().skip(SHORTEST) {
        let head = word[at..].trim_start_matches('-');
        if head.chars().count() < SHORTEST {
            break;
        }
        let Some(head) = part(head, glossary, known, true) else {
            continue;
        };
        for link in LINKS {
            let Some(first) = word[..at].trim_end_matches('-').strip_suffix(link) else {
                continue;
            };
            if first.chars().count() < SHORTEST {
                continue;
            }
            if let Some(first) = part(first, glossary, known, false) {
                return Some(vec![first, head]);
            }
            if let Some(mut parts) = split(first, glossary, known, most - 1) {
                parts.push(head);
                return Some(parts);
            }
        }
    }
    None
}

fn part<'g>(
    word: &str,
    glossary: &'g Glossary,
    known: &dyn Fn(&str) -> bool,
    head: bool,
) -> Option<Part<'g>> {
    let kinds: &[Kind] = if head {
        &[Kind::Noun]
    } else {
        &[Kind::Noun, Kind::Adjective, Kind::Verb, Kind::Number]
    };
    let stems = head || word.chars().count() > 4;
    match glossary.word(word, kinds, stems) {
        Some(hit) if hit.length == 1 => Some(Part::Listed(hit)),
        _ => known(word).then(|| Part::Known(word.to_owned())),
    }
}
