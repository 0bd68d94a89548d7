//! Words with which people ask for an answer before they ask their question: *can you tell me*, *I need*.

use crate::question::Words;

const POLITE: &[&str] = &[
    "please", "hi", "hello", "hey", "ok", "okay", "so", "well", ",", "!", "kindly", "also",
    "maybe", "perhaps", "possibly", "quickly", "just", "now",
];

/// What is asked to be done: not the question, but that it be answered.
const ANSWERING: &[&str] = &[
    "tell",
    "give",
    "show",
    "list",
    "name",
    "find",
    "know",
    "provide",
    "help",
    "send",
    "get",
    "see",
    "display",
    "look",
    "return",
    "identify",
    "retrieve",
    "say",
    "explain",
    "remind",
    "check",
    "enumerate",
    "present",
    "compile",
    "output",
    "print",
    "determine",
    "learn",
    "understand",
];

/// Drops the opening of a question, if something follows it.
pub(crate) fn drop_opening(words: &mut Words) {
    let end = opening(words);
    if words.words[end..].iter().any(|word| !word.is_empty_word()) {
        words.drop_first(end);
    }
}

/// Where the question begins.
fn opening(words: &Words) -> usize {
    let start = skip(words, 0, POLITE);
    let modal = ["can", "could", "would", "will", "may", "do", "might"].contains(&words.at(start));
    let pronoun = ["you", "i", "we", "someone", "somebody", "anyone", "anybody"]
        .contains(&words.at(start + 1));
    if modal && pronoun {
        return answering(words, skip(words, start + 2, POLITE)).unwrap_or(0);
    }
    if ["i", "we"].contains(&words.at(start)) {
        return wanting(words, start + 1).unwrap_or(0);
    }
    // *Shipping wants to know*: so do others.
    let wants = (start + 1..start + 5).find(|at| {
        let needs = ["wants", "needs", "want", "need", "like"].contains(&words.at(*at));
        needs && words.at(at + 1) == "to" && words.at(at + 2) == "know"
    });
    if let Some(at) = wants {
        return at + 3;
    }
    // *Tell me whether*: what follows is a question of its own.
    let asked = answering(words, start).unwrap_or(0);
    let asks = [
        "which", "who", "whom", "whose", "what", "how", "when", "where", "if", "whether",
    ];
    if asks.contains(&words.at(asked)) {
        asked
    } else {
        0
    }
}

/// Where the words end that ask to be told: *tell me*, *help me find out*.
fn answering(words: &Words, start: usize) -> Option<usize> {
    let mut at = start;
    while ANSWERING.contains(&words.at(at)) {
        at = skip(words, at + 1, &["me", "us", "out", "up", "please", "to"]);
        if words.at(at) == "for" && ["me", "us"].contains(&words.at(at + 1)) {
            at += 2;
        }
    }
    (at > start).then_some(at)
}

/// Where the words end that say what somebody wants: *need to know*, *would like to see*.
fn wanting(words: &Words, start: usize) -> Option<usize> {
    let at = skip(
        words,
        start,
        &["'", "d", "m", "would", "am", "was", "are", "just", "also"],
    );
    let end = match (words.at(at), words.at(at + 1)) {
        ("need" | "want" | "like" | "love" | "wonder" | "wondering" | "require", _) => at + 1,
        ("looking", "for") | ("interested", "in") => at + 2,
        _ => return None,
    };
    if words.at(end) == "to" {
        return answering(words, end + 1);
    }
    Some(end)
}

fn skip(words: &Words, mut at: usize, skipped: &[&str]) -> usize {
    while skipped.contains(&words.at(at)) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_no_questions() {
        for (asked, question) in [
            ("Can you tell me who runs it?", "who runs it ?"),
            (
                "Could you please give me the price of X?",
                "the price of X ?",
            ),
            ("I'd like to know whether X fits.", "whether X fits ."),
            ("Tell me if X fits.", "if X fits ."),
            ("Do you know where X is?", "where X is ?"),
            ("Can X be used with Y?", "Can X be used with Y ?"),
            ("Do we have a price?", "Do we have a price ?"),
            ("We want to bundle orders.", "We want to bundle orders ."),
            ("Give me all lakes.", "Give me all lakes ."),
            ("Our boss wants to know who runs it.", "who runs it ."),
            ("Can you tell me?", "Can you tell me ?"),
        ] {
            let mut words = Words::of(asked);
            drop_opening(&mut words);
            let rest: Vec<&str> = words.words.iter().map(|word| word.text.as_str()).collect();
            assert_eq!(rest.join(" "), question, "{asked}");
        }
    }
}
