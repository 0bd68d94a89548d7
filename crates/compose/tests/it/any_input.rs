//! Whatever is asked, there is a reply.

use std::sync::LazyLock;

use lydite_compose::{Abstention, Answerer, Pipeline};
use proptest::prelude::*;

use crate::questions::shop;

static SHOP: LazyLock<Answerer> = LazyLock::new(shop);

#[test]
fn strange_questions_have_a_reply() {
    for question in [
        "?",
        "the the the",
        "'; DROP ALL; SELECT * { ?s ?p ?o } #",
        "Which \u{0}\u{7}\u{202e} products?",
        "\"Desk\" \\ <http://shop/lamp> } UNION { ?x ?y ?z }",
        "more than than 5 5 5 of of between and",
        "ﬀ ½ ٣ 漢字 🜁",
    ] {
        let answered = SHOP.ask(question, &Pipeline::default());
        assert!(
            answered.answers.is_some() || answered.abstained.is_some(),
            "{question}"
        );
    }
    assert_eq!(
        SHOP.ask("", &Pipeline::default()).abstained,
        Some(Abstention::Empty)
    );
    let long = "Which products weigh more than 5 g and ".repeat(2600);
    assert_eq!(
        SHOP.ask(&long, &Pipeline::default()).abstained,
        Some(Abstention::TooLong)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_has_a_reply(question in "\\PC{0,120}") {
        let _ = SHOP.ask(&question, &Pipeline::default());
    }

    #[test]
    fn any_words_have_a_reply(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "which", "products", "supplier", "of", "the", "not", "most", "heaviest", "more", "than", "5", "g",
                "average", "price", "Desk", "Lamp", "and", "or", "each", "per", "number", "how", "many", "only", "both",
                "between", ",", ":", "first", "sorted", "by", "share", "their", "Germany", "without", "in", "1997", "volume",
            ]),
            0..14,
        )
    ) {
        let _ = SHOP.ask(&words.join(" "), &"guess".parse().unwrap());
    }
}
