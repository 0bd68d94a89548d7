//! How a question is put, and what its question word is after.

use super::{QuestionForm, QuestionWord, Target};
use crate::words::{Words, YesNo};

/// How a question is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub form: QuestionForm,
    /// What the words that ask are after.
    pub target: Target,
    /// Whether the noun that is asked for may follow at once: *which city*, *how many people*.
    pub noun_follows: bool,
    /// The tokens of the words that ask, or of the command.
    pub start: usize,
    pub end: usize,
}

/// Reads the form of a question from its words, which are in [plain form](crate::words::plain).
pub(crate) fn ask(forms: &[String], words: &Words) -> Ask {
    let first = forms
        .iter()
        .position(|form| form.chars().any(char::is_alphanumeric))
        .unwrap_or(forms.len());
    // What may stand before the word that asks: *In which*, *And who*.
    let mut at = first;
    loop {
        if let Some(ask) = phrase(forms, at, words) {
            return ask;
        }
        match forms.get(at) {
            Some(form) if words.prepositions.contains(form.as_str()) && at < first + 3 => at += 1,
            _ => break,
        }
    }
    let Some(opening) = forms.get(first).map(String::as_str) else {
        return Ask {
            form: QuestionForm::Other,
            target: Target::Thing,
            noun_follows: false,
            start: 0,
            end: 0,
        };
    };
    if words.commands.contains(opening) {
        return command(forms, first, words);
    }
    if words.counting.contains(opening) {
        return Ask {
            target: Target::Quantity,
            ..command(forms, first, words)
        };
    }
    if words.yes_no.contains(opening) {
        return yes_no(first, first + 1);
    }
    if let Some(ask) = late(forms, first, words) {
        return ask;
    }
    let ends_as_question = forms.iter().any(|form| matches!(form.as_str(), "?" | "؟"));
    if ends_as_question && words.yes_no_begins != YesNo::Auxiliary {
        return yes_no(first, first);
    }
    Ask {
        form: QuestionForm::Other,
        target: Target::Thing,
        noun_follows: true,
        start: first,
        end: first,
    }
}

/// Words that ask behind the beginning: *Butch Otter is the governor of which state?*
///
/// Many of them may also begin a relative clause. They ask if a preposition stands before *which*, or if
/// the sentence could not be a question otherwise.
fn late(forms: &[String], first: usize, words: &Words) -> Option<Ask> {
    let mut relatives = Vec::new();
    for at in first..forms.len() {
        let Some(ask) = phrase(forms, at, words) else {
            continue;
        };
        let which = ask.form == QuestionForm::Asks(QuestionWord::Which);
        let preposition = at > first && words.prepositions.contains(forms[at - 1].as_str());
        if ask.end > at + 1
            || !words.relatives.contains(forms[at].as_str())
            || (which && preposition)
        {
            return Some(ask);
        }
        relatives.push(ask);
    }
    let asks = |ask: &Ask, word: QuestionWord| ask.form == QuestionForm::Asks(word);
    let which = relatives.iter().find(|ask| asks(ask, QuestionWord::Which));
    match words.yes_no_begins {
        YesNo::Auxiliary if forms.iter().any(|form| form == "?") => {
            let what = relatives.iter().find(|ask| asks(ask, QuestionWord::What));
            what.or(which).or(relatives.first()).copied()
        }
        YesNo::Verb => which.copied(),
        YesNo::Auxiliary | YesNo::Anyhow => None,
    }
}

fn yes_no(start: usize, end: usize) -> Ask {
    Ask {
        form: QuestionForm::YesNo,
        target: Target::Truth,
        noun_follows: false,
        start,
        end,
    }
}

/// A command; *Tell me who …* is a question after all.
fn command(forms: &[String], first: usize, words: &Words) -> Ask {
    let mut end = first + 1;
    while let Some(form) = forms.get(end) {
        let skipped = words.determiners.contains(form.as_str()) || form == "of";
        if !skipped {
            break;
        }
        end += 1;
    }
    if let Some(ask) = phrase(forms, end, words) {
        return ask;
    }
    Ask {
        form: QuestionForm::Command,
        target: Target::Thing,
        noun_follows: true,
        start: first,
        end: first + 1,
    }
}

/// The phrase that asks at this place, the longest if there are several.
fn phrase(forms: &[String], at: usize, words: &Words) -> Option<Ask> {
    let rest = forms.get(at..)?;
    let (phrase, word, target) = (words.questions.iter()).find(|(phrase, ..)| {
        rest.len() >= phrase.len() && rest.iter().zip(phrase).all(|(a, b)| a == b)
    })?;
    let end = at + phrase.len();
    let mut ask = Ask {
        form: QuestionForm::Asks(*word),
        target: *target,
        noun_follows: matches!(word, QuestionWord::What | QuestionWord::Which)
            || *target == Target::Quantity,
        start: at,
        end,
    };
    if *target == Target::Truth {
        ask.form = QuestionForm::YesNo;
    }
    if *target == Target::Manner {
        // *How tall*, *cómo de alta*, *cât de adânc*.
        let next = forms.get(end).map(String::as_str);
        let degree = if next == Some("de") {
            forms.get(end + 1).map(String::as_str)
        } else {
            next
        };
        if degree.is_some_and(|degree| words.degrees.contains(degree)) {
            ask.target = Target::Quantity;
        }
    }
    Some(ask)
}

#[cfg(test)]
mod tests {
    use crate::QuestionWord::{How, What, When, Where, Which, Who, Why};
    use crate::{Analysis, Lang, QuestionForm, Target};

    /// The table of the documentation: how each language asks.
    #[test]
    fn how_each_language_asks() {
        use QuestionForm::{Asks, Command, YesNo};
        for (lang, text, form, target) in [
            (Lang::En, "Who is he?", Asks(Who), Target::Person),
            (
                Lang::En,
                "what is the population of Cairo?",
                Asks(What),
                Target::Quantity,
            ),
            (Lang::En, "Tell me when he died.", Asks(When), Target::Time),
            (
                Lang::En,
                "He governs which state?",
                Asks(Which),
                Target::Place,
            ),
            (
                Lang::En,
                "He is the governor of which state?",
                Asks(Which),
                Target::Place,
            ),
            (
                Lang::En,
                "Give me all people who sing.",
                Command,
                Target::Person,
            ),
            (Lang::En, "Is there a man who sings?", YesNo, Target::Truth),
            (Lang::En, "How tall is he?", Asks(How), Target::Quantity),
            (Lang::En, "How did he die?", Asks(How), Target::Manner),
            (
                Lang::De,
                "In welchem Jahr starb er?",
                Asks(Which),
                Target::Time,
            ),
            (Lang::De, "Wie oft?", Asks(How), Target::Quantity),
            (Lang::De, "Spielt er noch?", YesNo, Target::Truth),
            (Lang::De, "Warum singt er?", Asks(Why), Target::Reason),
            (Lang::Es, "¿Cómo de alta es?", Asks(How), Target::Quantity),
            (Lang::Es, "¿Por qué canta?", Asks(Why), Target::Reason),
            (
                Lang::Es,
                "¿La mujer de Obama se llama Michelle?",
                YesNo,
                Target::Truth,
            ),
            (Lang::It, "Quand'è Halloween?", Asks(When), Target::Time),
            (
                Lang::It,
                "Socrate ha influenzato Aristotele?",
                YesNo,
                Target::Truth,
            ),
            (Lang::It, "Che cos'è?", Asks(What), Target::Thing),
            (Lang::Fr, "Est-ce que c'est vrai ?", YesNo, Target::Truth),
            (Lang::Fr, "Qu'est-ce que c'est ?", Asks(What), Target::Thing),
            (Lang::Fr, "D'où vient-il ?", Asks(Where), Target::Place),
            (Lang::Fr, "Combien de films ?", Asks(How), Target::Quantity),
            (
                Lang::Nl,
                "Met wie is zij getrouwd?",
                Asks(Who),
                Target::Person,
            ),
            (Lang::Nl, "Hoe vaak?", Asks(How), Target::Quantity),
            (Lang::Nl, "Noem alle landen.", Command, Target::Place),
            (Lang::Ro, "De ce cântă?", Asks(Why), Target::Reason),
            (
                Lang::Ro,
                "Cât de adânc este lacul?",
                Asks(How),
                Target::Quantity,
            ),
            (Lang::Ro, "Arată-mi toate filmele.", Command, Target::Thing),
            (Lang::Fa, "چه کسی آن را نوشت؟", Asks(Who), Target::Person),
            (
                Lang::Fa,
                "گوگل چه تعداد کارمند دارد؟",
                Asks(How),
                Target::Quantity,
            ),
            (Lang::Fa, "آیا کولا یک نوشیدنی است؟", YesNo, Target::Truth),
            (Lang::Fa, "مایکل جکسون کی مرد؟", Asks(When), Target::Time),
        ] {
            let analysis = Analysis::new(text, lang);
            assert_eq!((analysis.form, analysis.target), (form, target), "{text}");
        }
    }
}
