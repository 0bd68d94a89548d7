//! The forms of words in other languages: those that are made by rule, and what endings tell.

use lydite_language::Lang;

use super::item::{Form, Kind};

/// All ways to write a word that are listed or made by rule.
///
/// Listed forms are marked: `<` past, `+` participle, `>` comparative, `>>` superlative, `*` plural.
/// A bar (`an|bieten`) parts what stands apart in main clauses.
pub(super) fn forms(lang: Lang, kind: Kind, listed: &[&str]) -> Vec<(Form, String)> {
    let mut forms = Vec::new();
    for (at, form) in listed.iter().enumerate() {
        let (marked, word) = unmarked(form);
        let form = marked.unwrap_or(match kind {
            Kind::Verb if at == 0 => Form::Infinitive,
            Kind::Verb if matches!(lang, Lang::De | Lang::Nl) && word.ends_with('n') => {
                Form::Infinitive
            }
            Kind::Verb if lang == Lang::De => Form::Third,
            Kind::Verb => verb_by_ending(lang, word),
            Kind::Noun if listed[..at].iter().any(|one| is_plural_of(lang, word, one)) => {
                Form::Plural
            }
            _ => Form::Plain,
        });
        // What looks like an infinitive is finite in a main clause; the rules below add it as such.
        let bare =
            matches!(lang, Lang::De | Lang::Nl) && form == Form::Infinitive && !word.contains('|');
        if !bare {
            forms.push((form, word.replace('|', "")));
        }
        match (lang, kind, form) {
            (Lang::De, Kind::Verb, _) => german_verb(form, word, listed, &mut forms),
            (Lang::Nl, Kind::Verb, Form::Infinitive) => dutch_verb(word, &mut forms),
            (Lang::Es | Lang::Fr, Kind::Noun, Form::Plain) if !word.contains(' ') => {
                forms.extend(romance_plural(lang, word).map(|plural| (Form::Plural, plural)));
            }
            (Lang::De | Lang::Nl, Kind::Adjective, Form::Plain) => {
                germanic_adjective(lang, word, listed, &mut forms);
            }
            (Lang::De | Lang::Nl, Kind::Adjective, Form::Comparative | Form::Superlative) => {
                for ending in ["e", "en", "er", "es", "em"] {
                    forms.push((form, format!("{word}{ending}")));
                }
            }
            _ => {}
        }
    }
    forms
}

/// Whether a listed noun is the plural of one that was listed before it: *Auftrag/Aufträge*.
fn is_plural_of(lang: Lang, word: &str, one: &str) -> bool {
    let (word, one) = (crate::fold::fold(word), crate::fold::fold(one));
    let stem = match lang {
        Lang::Fa | Lang::En => return false,
        // Firma, Firmen; ciudad, ciudades; città.
        _ => one.trim_end_matches(['a', 'e', 'o', 'u']),
    };
    let feminine = matches!(lang, Lang::De) && word.ends_with("in");
    stem.len() >= 3
        && word != one
        && !feminine
        && word.starts_with(stem)
        && word.len() <= one.len() + 5
        && is_plural(lang, &word, &one)
}

fn unmarked(form: &str) -> (Option<Form>, &str) {
    for (mark, form_of) in [
        (">>", Form::Superlative),
        (">", Form::Comparative),
        ("<", Form::Past),
        ("+", Form::Participle),
        ("*", Form::Plural),
    ] {
        if let Some(word) = form.strip_prefix(mark) {
            return (Some(form_of), word);
        }
    }
    (None, form)
}

/// Persons and tenses, separated ones with a bar: *bietet|an*.
fn german_verb(form: Form, word: &str, listed: &[&str], forms: &mut Vec<(Form, String)>) {
    let (particle, base) = word.split_once('|').unwrap_or(("", word));
    let mut finite = |form: Form, written: String| {
        if particle.is_empty() {
            forms.push((form, written));
        } else {
            forms.push((form, format!("{written}|{particle}")));
            forms.push((form, format!("{particle}{written}")));
        }
    };
    match form {
        Form::Infinitive => {
            let stem = base
                .strip_suffix("en")
                .or_else(|| base.strip_suffix('n'))
                .unwrap_or(base);
            let linking = if stem.ends_with(['t', 'd']) || stem.ends_with("chn") {
                "e"
            } else {
                ""
            };
            finite(Form::Third, format!("{stem}{linking}t"));
            finite(Form::Plain, base.to_owned());
            finite(Form::Plain, format!("{stem}e"));
            if !particle.is_empty() {
                forms.push((Form::Infinitive, format!("{particle}zu{base}")));
            }
            let strong = listed.iter().any(|other| other.starts_with('<'));
            if !strong {
                for ending in ["te", "ten"] {
                    let written = format!("{stem}{linking}{ending}");
                    if particle.is_empty() {
                        forms.push((Form::Past, written));
                    } else {
                        forms.push((Form::Past, format!("{written}|{particle}")));
                        forms.push((Form::Past, format!("{particle}{written}")));
                    }
                }
            }
            if !listed.iter().any(|other| other.starts_with('+')) {
                let bare = [
                    "be", "ver", "er", "ent", "zer", "ge", "miss", "unter", "über",
                ]
                .iter()
                .any(|prefix| stem.starts_with(prefix) && stem.len() > prefix.len() + 2)
                    || stem.ends_with("ier");
                let ge = if bare { "" } else { "ge" };
                participle(&format!("{particle}{ge}{stem}{linking}t"), forms);
            }
        }
        Form::Past => {
            finite(Form::Past, base.to_owned());
            let ending = if base.ends_with('e') { "n" } else { "en" };
            finite(Form::Past, format!("{base}{ending}"));
        }
        Form::Third => finite(Form::Third, base.to_owned()),
        Form::Participle => participle(&word.replace('|', ""), forms),
        _ => {}
    }
}

/// A participle, also before a noun: *die verkauften Artikel*.
fn participle(word: &str, forms: &mut Vec<(Form, String)>) {
    for ending in ["", "e", "en", "er", "es", "em"] {
        forms.push((Form::Participle, format!("{word}{ending}")));
    }
}

/// The plural of a Spanish or French noun.
fn romance_plural(lang: Lang, word: &str) -> Option<String> {
    let last = word.chars().last()?;
    match lang {
        _ if matches!(last, 's' | 'x') => None,
        Lang::Es if last == 'z' => Some(format!("{}ces", word.strip_suffix('z')?)),
        Lang::Es if "aeoáéó".contains(last) || lang == Lang::Fr => Some(format!("{word}s")),
        Lang::Es => Some(format!("{word}es")),
        _ if word.ends_with("eau") => Some(format!("{word}x")),
        _ => Some(format!("{word}s")),
    }
}

fn dutch_verb(word: &str, forms: &mut Vec<(Form, String)>) {
    let (particle, base) = word.split_once('|').unwrap_or(("", word));
    let stem = base.strip_suffix("en").unwrap_or(base);
    let open = stem.len() > 2
        && stem
            .chars()
            .rev()
            .nth(1)
            .is_some_and(|c| "aeou".contains(c))
        && !stem
            .chars()
            .rev()
            .nth(2)
            .is_some_and(|c| "aeiou".contains(c));
    // leveren → lever, maken → maak.
    let sharp = stem
        .strip_suffix('v')
        .map(|s| format!("{s}f"))
        .or_else(|| stem.strip_suffix('z').map(|s| format!("{s}s")))
        .unwrap_or_else(|| stem.to_owned());
    let mut stems = vec![sharp.clone()];
    if open && let Some(last) = sharp.chars().last() {
        let head = &sharp[..sharp.len() - last.len_utf8()];
        let vowel = head.chars().last().unwrap_or('a');
        stems.push(format!("{head}{vowel}{last}"));
    }
    for stem in stems {
        for (form, ending) in [
            (Form::Third, "t"),
            (Form::Third, ""),
            (Form::Past, "te"),
            (Form::Past, "de"),
            (Form::Past, "ten"),
            (Form::Past, "den"),
        ] {
            let written = format!("{stem}{ending}");
            if particle.is_empty() {
                forms.push((form, written));
            } else {
                forms.push((form, format!("{written}|{particle}")));
                forms.push((form, format!("{particle}{written}")));
            }
        }
        for ending in ["d", "t", "de", "te"] {
            forms.push((Form::Participle, format!("{particle}ge{stem}{ending}")));
        }
    }
    if particle.is_empty() {
        forms.push((Form::Plain, base.to_owned()));
    } else {
        forms.push((Form::Plain, format!("{base}|{particle}")));
    }
}

fn germanic_adjective(lang: Lang, word: &str, listed: &[&str], forms: &mut Vec<(Form, String)>) {
    for ending in ["e", "en", "er", "es", "em"] {
        forms.push((Form::Plain, format!("{word}{ending}")));
    }
    let has = |mark: &str| listed.iter().any(|form| form.starts_with(mark));
    if !has(">") {
        let comparative = if lang == Lang::Nl && word.ends_with('r') {
            format!("{word}der")
        } else {
            format!("{word}er")
        };
        for ending in ["", "e", "en", "er", "es"] {
            forms.push((Form::Comparative, format!("{comparative}{ending}")));
        }
    }
    if !has(">>") {
        let linking = if lang == Lang::De && word.ends_with(['t', 'd', 's', 'z', 'ß', 'x']) {
            "est"
        } else {
            "st"
        };
        for ending in ["e", "en", "er", "es", "em"] {
            forms.push((Form::Superlative, format!("{word}{linking}{ending}")));
        }
    }
}

/// The form of a word that shares its stem with a listed one.
pub(super) fn by_ending(lang: Lang, kind: Kind, word: &str, listed: &str) -> Form {
    match kind {
        Kind::Verb => verb_by_ending(lang, word),
        Kind::Noun if word != listed && is_plural(lang, word, listed) => Form::Plural,
        _ => Form::Plain,
    }
}

fn is_plural(lang: Lang, word: &str, listed: &str) -> bool {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    match lang {
        // des Produkts, des Landes
        Lang::De => {
            let ended = ["e", "en", "n", "er", "s", "nen"]
                .iter()
                .any(|ending| word.ends_with(ending));
            ended && !(word == format!("{listed}s") || word == format!("{listed}es"))
        }
        Lang::Es | Lang::Fr => ends(&["s", "x"]) && !listed.ends_with('s'),
        Lang::It => ends(&["i", "e"]) && !listed.ends_with('i'),
        Lang::Nl => ends(&["en", "s"]),
        Lang::Ro => ends(&[
            "i", "ii", "ile", "ele", "le", "uri", "urile", "ilor", "elor",
        ]),
        Lang::Fa => ends(&["ها", "های", "هایی"]),
        Lang::En => false,
    }
}

fn verb_by_ending(lang: Lang, word: &str) -> Form {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    match lang {
        Lang::Es => {
            if ends(&["ado", "ados", "ada", "adas", "ido", "idos", "ida", "idas"]) {
                Form::Participle
            } else if ends(&["ando", "iendo", "yendo"]) {
                Form::Gerund
            } else if ends(&["ó", "aron", "ieron", "yeron", "aba", "aban", "ía", "ían"]) {
                Form::Past
            } else if ends(&["ar", "er", "ir", "arse", "erse", "irse", "arlo", "arlos"]) {
                Form::Infinitive
            } else if word.ends_with('n') {
                Form::Plain
            } else {
                Form::Third
            }
        }
        Lang::It => {
            if ends(&[
                "ato", "ati", "ata", "ate", "uto", "uti", "uta", "ute", "ito", "iti",
            ]) {
                Form::Participle
            } else if ends(&["ando", "endo"]) {
                Form::Gerund
            } else if ends(&[
                "ò", "arono", "erono", "irono", "ava", "avano", "eva", "evano",
            ]) {
                Form::Past
            } else if ends(&["are", "ere", "ire"]) {
                Form::Infinitive
            } else if ends(&["ano", "ono"]) {
                Form::Plain
            } else {
                Form::Third
            }
        }
        Lang::Fr => {
            if ends(&[
                "é", "és", "ée", "ées", "i", "is", "ie", "u", "us", "ue", "ues",
            ]) {
                Form::Participle
            } else if word.ends_with("ant") {
                Form::Gerund
            } else if ends(&["er", "ir", "re"]) {
                Form::Infinitive
            } else if ends(&["ait", "aient", "a", "èrent", "it", "irent"]) {
                Form::Past
            } else if word.ends_with("nt") {
                Form::Plain
            } else {
                Form::Third
            }
        }
        Lang::Ro => {
            if ends(&[
                "at", "ată", "ați", "ate", "it", "ită", "iți", "ut", "ută", "s",
            ]) {
                Form::Participle
            } else if ends(&["ând", "ind"]) {
                Form::Gerund
            } else {
                Form::Third
            }
        }
        Lang::Fa => Form::Past,
        Lang::De | Lang::Nl | Lang::En => {
            if word.ends_with("en") {
                Form::Plain
            } else {
                Form::Third
            }
        }
    }
}
