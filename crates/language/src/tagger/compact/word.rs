//! What the features know about a word: hashes of its form and of its ends, its shape.

/// Characters that features look at, at either end of a word.
const SUFFIXES: usize = 5;
const PREFIXES: usize = 4;
/// Words longer than this are seen as their last characters.
const LONGEST: usize = 48;

/// A word, ready for the features.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// The normalised form.
    pub form: u64,
    /// Its last one, two, … characters.
    pub suffixes: [u64; SUFFIXES],
    /// Its first one, two, … characters.
    pub prefixes: [u64; PREFIXES],
    /// How its letters are capitalised.
    pub case: Case,
    /// Which kinds of character occur, a bit each.
    pub kind: u8,
}

/// How the letters of a word are capitalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Case {
    Lower,
    /// A single capital: `I`, `X.`
    Initial,
    Upper,
    /// The first letter only.
    Title,
    /// The first and others: `McDonald`.
    TitleMixed,
    /// Others: `iPod`.
    Mixed,
    /// There are no letters.
    None,
}

/// What the capitals of a sentence tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Casing {
    /// Nothing: there are none.
    Lower,
    /// Nothing: there are only capitals.
    Upper,
    /// Only the first word has one.
    First,
    /// Most words have one, as in a heading.
    Heading,
    /// Some have one.
    Mixed,
}

impl Casing {
    pub(crate) fn of<T: AsRef<str>>(words: &[T]) -> Self {
        let (mut upper, mut lower) = (false, false);
        let (mut words_behind, mut capitals_behind) = (0, 0);
        let mut first = true;
        for word in words {
            let mut letters = word.as_ref().chars().filter(|ch| ch.is_alphabetic());
            let Some(initial) = letters.next() else {
                continue;
            };
            let capital = initial.is_uppercase();
            upper |= capital;
            lower |= initial.is_lowercase();
            for ch in letters {
                upper |= ch.is_uppercase();
                lower |= ch.is_lowercase();
            }
            if !first {
                words_behind += 1;
                capitals_behind += usize::from(capital);
            }
            first = false;
        }
        match (upper, lower) {
            (false, _) => Self::Lower,
            (true, false) => Self::Upper,
            (true, true) if capitals_behind == 0 => Self::First,
            (true, true) if capitals_behind * 10 >= words_behind * 6 => Self::Heading,
            (true, true) => Self::Mixed,
        }
    }

    /// Whether the capitals of a word mean something here.
    pub(crate) fn tells(self) -> bool {
        !matches!(self, Self::Lower | Self::Upper)
    }
}

impl Word {
    /// What a position outside of the sentence looks like.
    pub(crate) const OUTSIDE: Self = Self {
        form: 1,
        suffixes: [1; SUFFIXES],
        prefixes: [1; PREFIXES],
        case: Case::None,
        kind: 0xff,
    };

    pub(crate) fn new(form: &str) -> Self {
        let mut letters = [' '; LONGEST];
        let length = normalise(form, &mut letters);
        let letters = &letters[..length];
        let mut suffixes = [0; SUFFIXES];
        let mut running = hash(0, '<');
        for (index, suffix) in suffixes.iter_mut().enumerate() {
            running = match letters.len().checked_sub(index + 1) {
                Some(at) => hash(running, letters[at]),
                None => running,
            };
            *suffix = running;
        }
        let mut prefixes = [0; PREFIXES];
        let mut running = hash(0, '>');
        for (index, prefix) in prefixes.iter_mut().enumerate() {
            running = match letters.get(index) {
                Some(&letter) => hash(running, letter),
                None => running,
            };
            *prefix = running;
        }
        let whole = letters.iter().fold(hash(0, '='), |sum, &ch| hash(sum, ch));
        Self {
            form: whole,
            suffixes,
            prefixes,
            case: case(form),
            kind: kind(form),
        }
    }
}

fn hash(sum: u64, ch: char) -> u64 {
    let mixed = (sum ^ u64::from(ch)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// Lower case, digits alike, at most four of them or three other characters in a row; addresses are
/// all the same.
fn normalise(form: &str, letters: &mut [char; LONGEST]) -> usize {
    // Short words are no addresses, and most words are short.
    let address = if form.len() > 6 && (form.contains("://") || form.starts_with("www.")) {
        Some("!web")
    } else if form.len() > 3 && form.contains('@') {
        Some("!mail")
    } else {
        None
    };
    let mut length = 0;
    let mut run = 0;
    let mut add = |ch: char| {
        let ch = match ch {
            '0'..='9' => '0',
            '’' | '‘' | '`' => '\'',
            other => other,
        };
        run = if length > 0 && letters[length - 1] == ch {
            run + 1
        } else {
            1
        };
        if run > if ch == '0' { 4 } else { 3 } {
            return;
        }
        if length == LONGEST {
            letters.copy_within(1.., 0);
            length -= 1;
        }
        letters[length] = ch;
        length += 1;
    };
    for ch in address.unwrap_or(form).chars() {
        if ch.is_ascii() {
            add(ch.to_ascii_lowercase());
        } else {
            ch.to_lowercase().for_each(&mut add);
        }
    }
    length
}

fn case(form: &str) -> Case {
    let (mut upper, mut lower) = (0, 0);
    for ch in form.chars() {
        upper += usize::from(ch.is_uppercase());
        lower += usize::from(ch.is_lowercase());
    }
    let title = form.starts_with(char::is_uppercase);
    match (upper, lower) {
        (0, 0) => Case::None,
        (0, _) => Case::Lower,
        (1, 0) => Case::Initial,
        (_, 0) => Case::Upper,
        (1, _) if title => Case::Title,
        _ if title => Case::TitleMixed,
        _ => Case::Mixed,
    }
}

fn kind(form: &str) -> u8 {
    form.chars().fold(0, |kind, ch| {
        kind | match ch {
            '-' => 1,
            _ if ch.is_alphabetic() => 2,
            _ if ch.is_numeric() => 4,
            _ => 8,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_are_alike() {
        for (one, other) in [
            ("Berlin", "BERLIN"),
            ("1984", "2001"),
            ("sooooo", "soooooooo"),
            ("http://a.org/x", "https://b.org"),
            ("a@b.org", "c@d.org"),
            ("don’t", "don't"),
        ] {
            assert_eq!(Word::new(one).form, Word::new(other).form, "{one} {other}");
        }
        assert_ne!(Word::new("12").form, Word::new("123").form);
    }

    #[test]
    fn what_capitals_tell() {
        for (text, expected) in [
            ("who wrote dubliners ?", Casing::Lower),
            ("WHO WROTE IT ?", Casing::Upper),
            ("Who wrote it ?", Casing::First),
            ("Who Wrote Dubliners ?", Casing::Heading),
            ("Who wrote the book Dubliners ?", Casing::Mixed),
            ("1 2 ?", Casing::Lower),
        ] {
            let words: Vec<_> = text.split(' ').collect();
            assert_eq!(Casing::of(&words), expected, "{text}");
        }
    }
}
