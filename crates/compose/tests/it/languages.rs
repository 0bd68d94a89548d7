//! Questions in other languages than English over the same shop, whose labels are English.

use lydite_compose::{Answerer, Lang, Pipeline};

use crate::questions::{cells, shop};

fn asked(answerer: &Answerer, lang: Lang, question: &str) -> (Vec<String>, String) {
    let answered = answerer.ask_in(question, lang, &Pipeline::default());
    let read = answered.trace.english.clone().unwrap_or_default();
    let cells = match answered.answers {
        Some(_) => cells(&answered),
        None => Vec::new(),
    };
    (cells, read)
}

#[test]
fn questions_in_other_languages_get_the_same_answers() {
    let answerer = shop();
    for (lang, question, expected) in [
        (Lang::De, "Wie viel kostet die Desk Lamp?", &["35.5"][..]),
        (Lang::De, "Wer liefert das Oak Shelf?", &[":moeller"]),
        (Lang::De, "Welches Produkt ist das schwerste?", &[":shelf"]),
        (
            Lang::De,
            "Welche Produkte kosten mehr als 50 Euro?",
            &[":chair", ":shelf"],
        ),
        (
            Lang::De,
            "Welche Lieferanten kommen aus Deutschland?",
            &[":idle", ":moeller"],
        ),
        (Lang::De, "Wie viele Produkte gibt es?", &["3"]),
        (
            Lang::De,
            "Wie lautet die Telefonnummer von Drake Ltd?",
            &["+44 1"],
        ),
        (
            Lang::De,
            "Welche Lieferanten liefern kein Produkt?",
            &[":idle"],
        ),
        (
            Lang::De,
            "Ist das Oak Shelf schwerer als die Desk Lamp?",
            &["true"],
        ),
        (Lang::Es, "¿Cuánto cuesta la Desk Lamp?", &["35.5"]),
        (Lang::Es, "¿Cuál es el producto más caro?", &[":chair"]),
        (
            Lang::Es,
            "¿Qué productos cuestan más de 50 euros?",
            &[":chair", ":shelf"],
        ),
        (
            Lang::Es,
            "¿Qué proveedores alemanes hay?",
            &[":idle", ":moeller"],
        ),
        (Lang::Es, "¿Cuántos productos hay?", &["3"]),
        (Lang::It, "Qual è il prodotto più pesante?", &[":shelf"]),
        (Lang::Fr, "Combien de produits y a-t-il ?", &["3"]),
        (Lang::Nl, "Hoeveel producten zijn er?", &["3"]),
        (Lang::Ro, "Care este cel mai greu produs?", &[":shelf"]),
    ] {
        let (mut found, read) = asked(&answerer, lang, question);
        found.sort();
        assert_eq!(found, expected, "{question} → {read}");
    }
}

#[test]
fn annotations_point_to_the_words_as_they_were_asked() {
    let answered = shop().ask_in(
        "Welche Produkte sind schwerer als 5 kg?",
        Lang::De,
        &Pipeline::default(),
    );
    assert_eq!(answered.trace.language, Some("de"));
    let texts: Vec<&str> = answered
        .trace
        .annotations
        .iter()
        .filter(|annotation| annotation.chosen)
        .map(|annotation| annotation.text.as_str())
        .collect();
    assert!(texts.contains(&"Produkte"), "{texts:?}");
}

#[test]
fn the_language_is_told_from_the_words() {
    let answerer = shop();
    for (question, language) in [
        ("Which product is the heaviest?", None),
        ("desk lamp price", None),
        ("Welches Produkt ist am schwersten?", Some("de")),
        ("¿Qué producto es el más caro?", Some("es")),
        ("Quale prodotto è il più caro?", Some("it")),
    ] {
        let answered = answerer.ask(question, &Pipeline::default());
        assert_eq!(answered.trace.language, language, "{question}");
    }
}

#[test]
fn any_text_in_any_language_is_survived() {
    let answerer = shop();
    for lang in Lang::ALL {
        for text in [
            "",
            "?",
            "¿¿¿",
            "ß",
            "ein",
            "die die die der der des",
            "«",
            "„ohne Ende",
            "l'",
            "-",
            "más más más que que",
            "n.º",
            "mehr als als als",
            "۱۲ ۱۳",
            "\u{0}\u{200c}",
            "und oder und oder",
            "a|b an|bieten",
            "Donaudampfschifffahrtsgesellschaftskapitän",
        ] {
            let _ = answerer.ask_in(text, lang, &Pipeline::default());
        }
        let long = "Produktkategorie ".repeat(200);
        let _ = answerer.ask_in(&long, lang, &Pipeline::default());
    }
}
