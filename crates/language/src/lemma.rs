//! Dictionary forms of English words.

use crate::Tag;

/// The dictionary form of an English word that was given this tag, in lower case; names stay as they are.
///
/// ```
/// use lydite_language::{Tag, lemma};
///
/// assert_eq!(lemma("Cities", Tag::NNS), "city");
/// assert_eq!(lemma("wrote", Tag::VBD), "write");
/// assert_eq!(lemma("starring", Tag::VBG), "star");
/// assert_eq!(lemma("tallest", Tag::JJS), "tall");
/// assert_eq!(lemma("Paris", Tag::NNP), "Paris");
/// ```
pub fn lemma(form: &str, tag: Tag) -> String {
    if tag == Tag::NNP {
        return form.to_owned();
    }
    let lower = form.to_lowercase().replace('’', "'");
    let found = match tag {
        Tag::NNS | Tag::NNPS => noun(&lower),
        Tag::VBZ => verb(&lower, third_person),
        Tag::VBD | Tag::VBN => verb(&lower, past),
        Tag::VBG => verb(&lower, participle),
        Tag::VB | Tag::VBP | Tag::MD => verb(&lower, |_| None),
        Tag::JJR | Tag::RBR => degree(&lower, "er"),
        Tag::JJS | Tag::RBS => degree(&lower, "est"),
        _ => None,
    };
    let found = found.unwrap_or(lower);
    if tag == Tag::NNPS && form.starts_with(char::is_uppercase) {
        let mut letters = found.chars();
        let initial = letters.next().map(char::to_uppercase);
        return initial.into_iter().flatten().chain(letters).collect();
    }
    found
}

/// Plurals that no rule makes.
const NOUNS: &[(&str, &str)] = &[
    ("children", "child"),
    ("grandchildren", "grandchild"),
    ("men", "man"),
    ("women", "woman"),
    ("people", "person"),
    ("feet", "foot"),
    ("teeth", "tooth"),
    ("geese", "goose"),
    ("mice", "mouse"),
    ("lives", "life"),
    ("wives", "wife"),
    ("knives", "knife"),
    ("wolves", "wolf"),
    ("leaves", "leaf"),
    ("halves", "half"),
    ("thieves", "thief"),
    ("shelves", "shelf"),
    ("criteria", "criterion"),
    ("phenomena", "phenomenon"),
    ("alumni", "alumnus"),
    ("fungi", "fungus"),
    ("nuclei", "nucleus"),
    ("movies", "movie"),
    ("ties", "tie"),
    ("pies", "pie"),
    ("cookies", "cookie"),
    ("zombies", "zombie"),
    ("buses", "bus"),
    ("series", "series"),
    ("species", "species"),
    ("headquarters", "headquarters"),
    ("politics", "politics"),
    ("physics", "physics"),
    ("mathematics", "mathematics"),
    ("news", "news"),
    ("goddesses", "goddess"),
    ("axes", "axis"),
    ("analyses", "analysis"),
    ("crises", "crisis"),
    ("theses", "thesis"),
    ("bases", "base"),
    ("databases", "database"),
    ("causes", "cause"),
    ("houses", "house"),
    ("diseases", "disease"),
    ("universes", "universe"),
    ("horses", "horse"),
    ("heroes", "hero"),
    ("shoes", "shoe"),
    ("caches", "cache"),
];

fn noun(plural: &str) -> Option<String> {
    if let Some((_, singular)) = NOUNS.iter().find(|(form, _)| *form == plural) {
        return Some((*singular).to_owned());
    }
    if let Some(stem) = plural.strip_suffix("men").filter(|stem| stem.len() > 2) {
        return Some(format!("{stem}man"));
    }
    third_person(plural)
}

/// The `s` of plurals and of the third person goes the same way.
fn third_person(form: &str) -> Option<String> {
    if let Some(stem) = form.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes", "oes"] {
        if form.ends_with(ending) {
            return form.strip_suffix("es").map(str::to_owned);
        }
    }
    if form.ends_with("ss") || form.ends_with("us") || form.ends_with("is") {
        return None;
    }
    let stem = form.strip_suffix('s')?;
    (stem.len() > 1).then(|| stem.to_owned())
}

/// Forms of verbs that no rule makes.
const VERBS: &[(&str, &str)] = &[
    ("am is are was were been being 'm 're", "be"),
    ("has had having 've", "have"),
    ("does did done doing", "do"),
    ("goes went gone", "go"),
    ("'ll", "will"),
    ("ca", "can"),
    ("wo", "will"),
    ("said", "say"),
    ("made", "make"),
    ("took taken", "take"),
    ("came", "come"),
    ("became", "become"),
    ("saw seen", "see"),
    ("knew known", "know"),
    ("got gotten getting", "get"),
    ("gave given", "give"),
    ("found", "find"),
    ("thought", "think"),
    ("told", "tell"),
    ("left", "leave"),
    ("felt", "feel"),
    ("brought", "bring"),
    ("began begun beginning", "begin"),
    ("kept", "keep"),
    ("held", "hold"),
    ("wrote written", "write"),
    ("stood", "stand"),
    ("heard", "hear"),
    ("meant", "mean"),
    ("met", "meet"),
    ("ran running", "run"),
    ("paid", "pay"),
    ("sat sitting", "sit"),
    ("spoke spoken", "speak"),
    ("led", "lead"),
    ("grew grown", "grow"),
    ("lost", "lose"),
    ("fell fallen", "fall"),
    ("sent", "send"),
    ("built", "build"),
    ("understood", "understand"),
    ("drew drawn", "draw"),
    ("broke broken", "break"),
    ("spent", "spend"),
    ("rose risen", "rise"),
    ("drove driven", "drive"),
    ("bought", "buy"),
    ("wore worn", "wear"),
    ("chose chosen", "choose"),
    ("sang sung", "sing"),
    ("born bore borne", "bear"),
    ("won winning", "win"),
    ("died dying dies", "die"),
    ("lay lain", "lie"),
    ("lying", "lie"),
    ("shot shooting", "shoot"),
    ("taught", "teach"),
    ("flew flown", "fly"),
    ("fought", "fight"),
    ("sold", "sell"),
    ("caught", "catch"),
    ("hid hidden", "hide"),
    ("rode ridden", "ride"),
    ("swam swum swimming", "swim"),
    ("threw thrown", "throw"),
    ("ate eaten", "eat"),
    ("drank drunk", "drink"),
    ("forgot forgotten", "forget"),
    ("hung", "hang"),
    ("laid", "lay"),
    ("shown", "show"),
    ("slept", "sleep"),
    ("stole stolen", "steal"),
    ("struck", "strike"),
    ("wound", "wind"),
    ("played", "play"),
    ("used", "use"),
];

fn verb(form: &str, rule: impl Fn(&str) -> Option<String>) -> Option<String> {
    let irregular = (VERBS.iter()).find(|(forms, _)| forms.split(' ').any(|other| other == form));
    match irregular {
        Some((_, base)) => Some((*base).to_owned()),
        None => rule(form),
    }
}

fn past(form: &str) -> Option<String> {
    if let Some(stem) = form.strip_suffix("ied").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    let stem = form.strip_suffix("ed")?;
    if stem.ends_with('e') {
        return Some(stem.to_owned() + "e");
    }
    base(stem)
}

fn participle(form: &str) -> Option<String> {
    base(form.strip_suffix("ing")?)
}

/// The verb whose ending was taken off: a doubled letter becomes one, a silent `e` comes back.
fn base(stem: &str) -> Option<String> {
    let bytes = stem.as_bytes();
    let vowel = |at: usize| bytes.get(at).is_some_and(|byte| b"aeiouy".contains(byte));
    if !stem.is_ascii() || !(0..bytes.len()).any(vowel) || bytes.len() < 2 {
        return None;
    }
    let last = bytes.len() - 1;
    let doubled = bytes[last] == bytes[last - 1] && !b"lsfz".contains(&bytes[last]);
    if doubled && !vowel(last) {
        return Some(stem[..last].to_owned());
    }
    let syllables = (0..bytes.len())
        .filter(|&at| vowel(at) && !vowel(at + 1))
        .count();
    let silent = [
        "at", "iz", "is", "us", "v", "c", "u", "dg", "rg", "ng", "bl", "pl", "tl", "gl", "ir",
        "ur", "as", "os",
    ];
    let sounded = [
        "eat", "oat", "loc", "foc", "ang", "ing", "long", "ocus", "our", "air", "eas",
    ];
    let ends = |list: &[&str]| list.iter().any(|ending| stem.ends_with(ending));
    // One short syllable: *name*, *write*, but *play*, *work*.
    let short = syllables == 1
        && !vowel(last)
        && vowel(last - 1)
        && !(last >= 2 && vowel(last - 2))
        && !b"wxy".contains(&bytes[last]);
    if short || stem.ends_with("creat") || (ends(&silent) && !ends(&sounded)) {
        return Some(format!("{stem}e"));
    }
    Some(stem.to_owned())
}

fn degree(form: &str, ending: &str) -> Option<String> {
    match form {
        "better" | "best" => return Some("good".to_owned()),
        "worse" | "worst" => return Some("bad".to_owned()),
        "more" | "most" => return Some("much".to_owned()),
        "less" | "least" => return Some("little".to_owned()),
        "further" | "farther" | "furthest" | "farthest" => return Some("far".to_owned()),
        _ => {}
    }
    let stem = form.strip_suffix(ending)?;
    if let Some(stem) = stem.strip_suffix('i') {
        return Some(format!("{stem}y"));
    }
    let bytes = stem.as_bytes();
    let last = bytes.len().checked_sub(1)?;
    if last > 1 && bytes[last] == bytes[last - 1] && b"gtndm".contains(&bytes[last]) {
        return Some(stem[..last].to_owned());
    }
    if [
        "larg", "wid", "lat", "strang", "saf", "nic", "clos", "tru", "brav", "simpl", "nobl",
    ]
    .contains(&stem)
    {
        return Some(format!("{stem}e"));
    }
    (stem.len() > 1).then(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_exceptions() {
        for (form, tag, expected) in [
            ("films", Tag::NNS, "film"),
            ("countries", Tag::NNS, "country"),
            ("children", Tag::NNS, "child"),
            ("churches", Tag::NNS, "church"),
            ("boxes", Tag::NNS, "box"),
            ("chairmen", Tag::NNS, "chairman"),
            ("species", Tag::NNS, "species"),
            ("languages", Tag::NNS, "language"),
            ("Alps", Tag::NNPS, "Alp"),
            ("flows", Tag::VBZ, "flow"),
            ("'s", Tag::VBZ, "'s"),
            ("marries", Tag::VBZ, "marry"),
            ("is", Tag::VBZ, "be"),
            ("directed", Tag::VBN, "direct"),
            ("produced", Tag::VBN, "produce"),
            ("married", Tag::VBN, "marry"),
            ("created", Tag::VBN, "create"),
            ("invented", Tag::VBN, "invent"),
            ("located", Tag::VBN, "locate"),
            ("named", Tag::VBN, "name"),
            ("planned", Tag::VBD, "plan"),
            ("killed", Tag::VBD, "kill"),
            ("played", Tag::VBD, "play"),
            ("owned", Tag::VBN, "own"),
            ("agreed", Tag::VBD, "agree"),
            ("founded", Tag::VBN, "found"),
            ("discovered", Tag::VBN, "discover"),
            ("composed", Tag::VBN, "compose"),
            ("influenced", Tag::VBN, "influence"),
            ("starring", Tag::VBG, "star"),
            ("writing", Tag::VBG, "write"),
            ("speaking", Tag::VBG, "speak"),
            ("bigger", Tag::JJR, "big"),
            ("heaviest", Tag::JJS, "heavy"),
            ("largest", Tag::JJS, "large"),
            ("River", Tag::NN, "river"),
            ("", Tag::NNS, ""),
            ("é", Tag::VBD, "é"),
        ] {
            assert_eq!(lemma(form, tag), expected, "{form} {tag}");
        }
    }
}
