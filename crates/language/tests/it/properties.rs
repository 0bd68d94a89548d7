//! What holds for any text, however strange.

use lydite_language::{Analysis, Lang, Tag, Tagger, detect, lemma, stem, tokens, treebank_tokens};
use proptest::prelude::*;

fn lang() -> impl Strategy<Value = Lang> {
    prop::sample::select(Lang::ALL.to_vec())
}

/// Any characters, and texts of those that the rules look at.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-zA-Z'’`\" .,:;?!()\\[\\]<>%&$@#0-9éßșțçñ¿-]{0,60}",
        "[\u{600}-\u{6ff}\u{200c}\u{200d} ?a-z]{0,40}",
        "(wh(o|ich|at|en) |how many |give me |is |l'|d'|qu'|dă-|s-a |n't |cannot|'s |\\.\\.\\.|''|\"| ){0,12}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn tokens_are_spans_in_order(text in text(), lang in lang()) {
        let mut end = 0;
        for token in tokens(&text, lang) {
            prop_assert!(token.start >= end && token.start < token.end);
            end = token.end;
            let covered = &text[token.range()];
            prop_assert!(token.form == covered || matches!(covered, "\"" | "''"));
            prop_assert!(!covered.contains(char::is_whitespace));
        }
        prop_assert!(end <= text.len());
    }

    #[test]
    fn only_spaces_are_left_out_of_english(text in text()) {
        let mut end = 0;
        for token in treebank_tokens(&text) {
            prop_assert!(text[end..token.start].chars().all(|ch| ch.is_whitespace() || ch.is_control()));
            end = token.end;
        }
        prop_assert!(text[end..].chars().all(|ch| ch.is_whitespace() || ch.is_control()));
    }

    #[test]
    fn letters_are_never_left_out(text in text(), lang in lang()) {
        let covered: usize = tokens(&text, lang)
            .iter()
            .map(|token| text[token.range()].chars().filter(|ch| ch.is_alphanumeric()).count())
            .sum();
        let marks = |ch: &char| matches!(ch, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}'
            | '\u{6d6}'..='\u{6ed}' | '\u{1dc0}'..='\u{1dff}' | '\u{1ab0}'..='\u{1aff}');
        let letters = text.chars().filter(|ch| ch.is_alphanumeric() && !marks(ch)).count();
        prop_assert!(covered >= letters, "{covered} of {letters}");
    }

    #[test]
    fn every_token_gets_a_tag(words in prop::collection::vec(text(), 0..12)) {
        prop_assert_eq!(Tagger::shipped().tag(&words).len(), words.len());
    }

    #[test]
    fn every_text_can_be_taken_apart(text in text(), lang in lang()) {
        let analysis = Analysis::new(&text, lang);
        prop_assert_eq!(analysis.words.len(), tokens(&text, lang).len());
        prop_assert_eq!(analysis.tags().count(), if lang == Lang::En { analysis.words.len() } else { 0 });
        let _ = detect(&text);
    }

    #[test]
    fn words_are_reduced_but_never_to_nothing(word in "\\PC{1,20}", lang in lang()) {
        prop_assert!(!stem(&word, lang).is_empty() || lang == Lang::Fa);
        for tag in Tag::ALL {
            prop_assert!(!lemma(&word, tag).is_empty());
        }
    }
}
