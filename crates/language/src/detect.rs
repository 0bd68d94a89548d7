//! Which of the eight languages a question is in.

use std::collections::HashMap;
use std::sync::OnceLock;

use whatlang::Detector;

use crate::Lang;
use crate::words::{Words, plain};

/// How sure the words must be before the statistics of letters are not asked.
const CLEAR: f64 = 1.0;

/// The language that a text seems to be in, of the eight; `None` if it has no letters of Latin or
/// Arabic script.
///
/// A question is short, and half of it may be names in another language. What gives it away are the
/// small words: each counts for the languages that have it, the less the more they are. Letters that
/// few languages use count too. Where that leaves doubts, trigrams of letters decide.
///
/// ```
/// use lydite_language::{Lang, detect};
///
/// assert_eq!(detect("Wer schrieb One Flew Over the Cuckoo's Nest?"), Some(Lang::De));
/// assert_eq!(detect("پایتخت کانادا چیست؟"), Some(Lang::Fa));
/// assert_eq!(detect("Кто это?"), None);
/// ```
pub fn detect(text: &str) -> Option<Lang> {
    let (mut latin, mut arabic) = (0, 0);
    for ch in text.chars().filter(|ch| ch.is_alphabetic()) {
        match ch {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => latin += 1,
            '\u{600}'..='\u{6ff}'
            | '\u{750}'..='\u{77f}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}' => {
                arabic += 1;
            }
            _ => {}
        }
    }
    if arabic > latin {
        return Some(Lang::Fa);
    }
    if latin == 0 {
        return None;
    }
    let scores = scores(text);
    let mut ranked = Lang::ALL;
    ranked.sort_by(|&one, &other| scores[other as usize].total_cmp(&scores[one as usize]));
    let lead = scores[ranked[0] as usize] - scores[ranked[1] as usize];
    if lead >= CLEAR {
        return Some(ranked[0]);
    }
    by_letters(text).or(Some(ranked[0]))
}

/// What words and letters say for each language.
fn scores(text: &str) -> [f64; Lang::ALL.len()] {
    let mut scores = [0.0; Lang::ALL.len()];
    let evidence = evidence();
    let lower = plain(text, Lang::Ro).replace('’', "'");
    let pieces = lower.split(|ch: char| !ch.is_alphanumeric() && ch != '\'');
    for (at, piece) in pieces.filter(|piece| !piece.is_empty()).enumerate() {
        // A question begins with words that ask; names come later.
        let weight = if at == 0 { 4.0 } else { 2.0 };
        // `l'eau` is the word `l'` and more.
        let elided = piece.find('\'').map(|at| &piece[..=at]);
        for word in elided.into_iter().chain([piece.trim_matches('\'')]) {
            if let Some(langs) = evidence.get(word) {
                for &lang in langs {
                    scores[lang as usize] += weight / langs.len() as f64;
                }
            }
        }
    }
    for ch in lower.chars() {
        let langs: &[Lang] = match ch {
            'ß' => &[Lang::De],
            'ä' => &[Lang::De],
            'ö' | 'ü' => &[Lang::De, Lang::De, Lang::Nl],
            'ñ' | '¿' | '¡' | 'á' | 'í' | 'ó' | 'ú' => &[Lang::Es],
            'ș' | 'ț' | 'ă' => &[Lang::Ro],
            'â' | 'î' => &[Lang::Ro, Lang::Fr],
            'ê' | 'ç' | 'œ' | 'û' => &[Lang::Fr],
            'è' | 'à' => &[Lang::It, Lang::Fr],
            'ì' | 'ò' | 'ù' => &[Lang::It],
            _ => continue,
        };
        for &lang in langs {
            scores[lang as usize] += 1.0 / langs.len() as f64;
        }
    }
    scores
}

/// The languages that each small word belongs to.
fn evidence() -> &'static HashMap<&'static str, Vec<Lang>> {
    static EVIDENCE: OnceLock<HashMap<&'static str, Vec<Lang>>> = OnceLock::new();
    EVIDENCE.get_or_init(|| {
        let mut evidence: HashMap<&'static str, Vec<Lang>> = HashMap::new();
        for lang in Lang::ALL {
            let words = Words::of(lang);
            let commands = words.commands.difference(&words.stop);
            for &word in words.stop.iter().chain(commands) {
                evidence.entry(word).or_default().push(lang);
            }
        }
        evidence
    })
}

fn by_letters(text: &str) -> Option<Lang> {
    use whatlang::Lang as Code;
    let detector = Detector::with_allowlist(vec![
        Code::Eng,
        Code::Deu,
        Code::Spa,
        Code::Ita,
        Code::Fra,
        Code::Nld,
        Code::Ron,
    ]);
    match detector.detect_lang(text)? {
        Code::Eng => Some(Lang::En),
        Code::Deu => Some(Lang::De),
        Code::Spa => Some(Lang::Es),
        Code::Ita => Some(Lang::It),
        Code::Fra => Some(Lang::Fr),
        Code::Nld => Some(Lang::Nl),
        Code::Ron => Some(Lang::Ro),
        _ => None,
    }
}
