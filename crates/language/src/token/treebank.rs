//! The rules of the Penn Treebank tokenizer, which NLTK writes as a sequence of regular expressions.
//!
//! Each rule puts blanks around something. We keep the text and note where a blank would be: before
//! which characters there is a [gap](Draft::gaps). A rule sees a gap as the blank that it stands for.

use super::Token;
use super::characters::{is_digit, is_space, is_word};

/// What a double quote, or two apostrophes, at the beginning of something are written as.
const OPENING: &str = "``";
/// What every other double quote is written as.
const CLOSING: &str = "''";

/// Words that are cut in two, lower case, and where.
const CONTRACTIONS: [(&str, usize, After); 8] = [
    ("cannot", 3, After::Boundary),
    ("d'ye", 1, After::Boundary),
    ("gimme", 3, After::Boundary),
    ("gonna", 3, After::Boundary),
    ("gotta", 3, After::Boundary),
    ("lemme", 3, After::Boundary),
    ("more'n", 4, After::Boundary),
    ("wanna", 3, After::Space),
];

/// What must follow a contraction.
#[derive(Clone, Copy, PartialEq)]
enum After {
    Boundary,
    Space,
}

pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut draft = Draft::new(text);
    draft.opening_quotes();
    draft.punctuation();
    draft.brackets_and_dashes();
    draft.closing_quotes();
    draft.clitics();
    draft.contractions();
    draft.tokens(text)
}

/// A text with the blanks that the rules have put into it so far.
struct Draft {
    /// The characters. A quote found to be an opening one is written as a back-tick.
    chars: Vec<char>,
    /// Whether there is a blank before each character, and after the last.
    gaps: Vec<bool>,
}

impl Draft {
    fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let gaps = vec![false; chars.len() + 1];
        Self { chars, gaps }
    }

    /// The character at this place, if the one before is directly in front of it.
    fn joined(&self, at: usize) -> Option<char> {
        if self.gaps[at] {
            return None;
        }
        self.chars.get(at).copied()
    }

    /// The character directly before this place.
    fn before(&self, at: usize) -> Option<char> {
        if at == 0 || self.gaps[at] {
            return None;
        }
        Some(self.chars[at - 1])
    }

    /// Whether there is a blank at this place.
    fn blank(&self, at: usize) -> bool {
        self.gaps[at] || self.chars.get(at) == Some(&' ')
    }

    fn pad(&mut self, start: usize, end: usize) {
        self.gaps[start] = true;
        self.gaps[end] = true;
    }

    /// Whether these characters stand here without a gap between them.
    fn here(&self, at: usize, word: &str) -> bool {
        word.chars().enumerate().all(|(offset, expected)| {
            let place = at + offset;
            self.chars.get(place) == Some(&expected) && (offset == 0 || !self.gaps[place])
        })
    }

    /// The same for a lower-case word in any case.
    fn here_in_any_case(&self, at: usize, word: &str) -> bool {
        word.chars().enumerate().all(|(offset, expected)| {
            let place = at + offset;
            (self.chars.get(place)).is_some_and(|ch| ch.eq_ignore_ascii_case(&expected))
                && (offset == 0 || !self.gaps[place])
        })
    }

    /// A leading `"`, and `"` or `''` after a blank or bracket.
    fn opening_quotes(&mut self) {
        let mut at = 0;
        if self.chars.first() == Some(&'"') {
            self.chars[0] = '`';
            self.pad(0, 1);
            at = 1;
        }
        while at < self.chars.len() {
            if self.here(at, OPENING) {
                self.pad(at, at + 2);
                at += 2;
            } else {
                at += 1;
            }
        }
        // A blank that this rule itself puts behind a quote does not open the next one.
        let mut own = None;
        let mut at = 0;
        while at < self.chars.len() {
            let opens = match (own == Some(at), self.gaps[at]) {
                (false, true) => true,
                (true, _) => false,
                (false, false) => {
                    at > 0 && matches!(self.chars[at - 1], ' ' | '(' | '[' | '{' | '<')
                }
            };
            let length = match self.chars[at] {
                '"' => 1,
                '\'' if self.joined(at + 1) == Some('\'') => 2,
                _ => 0,
            };
            if opens && length > 0 {
                self.chars[at..at + length].fill('`');
                own = (!self.gaps[at + length]).then_some(at + length);
                self.pad(at, at + length);
                at += length;
            } else {
                at += 1;
            }
        }
    }

    fn punctuation(&mut self) {
        let length = self.chars.len();
        let mut at = 0;
        while at < length {
            if matches!(self.chars[at], ',' | ':') {
                let last = at + 1 == length;
                let swallowed = self.joined(at + 1);
                if last || swallowed.is_none_or(|next| !is_digit(next)) {
                    self.pad(at, at + 1);
                    // The rule reads the next character too: of two commas the second stays.
                    at += usize::from(!last && swallowed.is_some());
                }
            }
            at += 1;
        }
        let mut at = 0;
        while at < length {
            if self.here(at, "...") {
                self.pad(at, at + 3);
                at += 3;
            } else {
                at += 1;
            }
        }
        for at in 0..length {
            if matches!(self.chars[at], ';' | '@' | '#' | '$' | '%' | '&') {
                self.pad(at, at + 1);
            }
        }
        self.final_period();
        for at in 0..length {
            if matches!(self.chars[at], '?' | '!') {
                self.pad(at, at + 1);
            }
        }
        for at in 1..length {
            if self.chars[at] == '\''
                && self.before(at).is_some_and(|previous| previous != '\'')
                && self.blank(at + 1)
            {
                self.gaps[at] = true;
            }
        }
    }

    /// The last `.`, also with closing quotes and brackets behind it.
    fn final_period(&mut self) {
        let mut end = self.chars.len();
        while end > 0 && is_space(self.chars[end - 1]) {
            end -= 1;
        }
        let mut at = end;
        while at > 0
            && matches!(self.chars[at - 1], ']' | ')' | '}' | '>' | '"' | '\'')
            && (at == end || !self.gaps[at])
        {
            at -= 1;
        }
        let closed = at == end || !self.gaps[at];
        if at > 0 && closed && self.chars[at - 1] == '.' {
            let period = at - 1;
            let follows_something =
                self.gaps[period] || (period > 0 && self.chars[period - 1] != '.');
            if follows_something {
                self.gaps[period] = true;
                self.gaps[end] = true;
            }
        }
    }

    fn brackets_and_dashes(&mut self) {
        let mut at = 0;
        while at < self.chars.len() {
            if matches!(
                self.chars[at],
                '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>'
            ) {
                self.pad(at, at + 1);
            }
            if self.here(at, "--") {
                self.pad(at, at + 2);
                at += 1;
            }
            at += 1;
        }
        let end = self.chars.len();
        self.pad(0, end);
    }

    fn closing_quotes(&mut self) {
        let mut at = 0;
        while at < self.chars.len() {
            if self.here(at, CLOSING) {
                self.pad(at, at + 2);
                at += 2;
                continue;
            }
            if self.chars[at] == '"' {
                self.pad(at, at + 1);
            }
            at += 1;
        }
    }

    /// `'s`, `n't` and their like at the end of a word.
    fn clitics(&mut self) {
        for at in 1..self.chars.len() {
            if self.chars[at] == '\'' && self.follows_a_word(at) {
                let letter = (self.joined(at + 1))
                    .is_some_and(|next| matches!(next, 's' | 'S' | 'm' | 'M' | 'd' | 'D'));
                if self.blank(at + 1) || (letter && self.blank(at + 2)) {
                    self.gaps[at] = true;
                }
            }
        }
        for at in 1..self.chars.len() {
            let clitic = match self.chars[at] {
                '\'' => ["'ll", "'LL", "'re", "'RE", "'ve", "'VE"].as_slice(),
                'n' => ["n't"].as_slice(),
                'N' => ["N'T"].as_slice(),
                _ => continue,
            };
            if self.follows_a_word(at)
                && (clitic.iter()).any(|clitic| self.here(at, clitic) && self.blank(at + 3))
            {
                self.gaps[at] = true;
            }
        }
    }

    fn follows_a_word(&self, at: usize) -> bool {
        self.before(at)
            .is_some_and(|previous| previous != '\'' && previous != ' ')
    }

    fn contractions(&mut self) {
        for (word, cut, after) in CONTRACTIONS {
            let length = word.len();
            for at in 0..self.chars.len() {
                if self.here_in_any_case(at, word)
                    && !self.before(at).is_some_and(is_word)
                    && match after {
                        After::Boundary => self.boundary(at + length),
                        After::Space => {
                            self.gaps[at + length]
                                || self.chars.get(at + length).copied().is_some_and(is_space)
                        }
                    }
                {
                    self.pad(at, at + length);
                    self.gaps[at + cut] = true;
                }
            }
        }
        for word in ["'tis", "'twas"] {
            let length = word.len();
            let mut own = None;
            for at in 0..self.chars.len() {
                let gap = self.gaps[at] && own != Some(at);
                let after_blank = gap || self.before(at) == Some(' ');
                if after_blank && self.here_in_any_case(at, word) && self.boundary(at + length) {
                    own = (!self.gaps[at + length]).then_some(at + length);
                    self.pad(at, at + length);
                    self.gaps[at + 2] = true;
                }
            }
        }
    }

    /// Whether a word that ends here goes on.
    fn boundary(&self, at: usize) -> bool {
        !self.joined(at).is_some_and(is_word)
    }

    fn tokens<'t>(&self, text: &'t str) -> Vec<Token<'t>> {
        let mut tokens = Vec::with_capacity(self.chars.len() / 4 + 1);
        let mut start: Option<(usize, usize)> = None;
        for (index, (offset, source)) in text.char_indices().enumerate() {
            if let Some(begun) = start
                && (self.gaps[index] || is_space(source))
            {
                tokens.push(self.token(text, begun, offset));
                start = None;
            }
            if start.is_none() && !is_space(source) {
                start = Some((index, offset));
            }
        }
        if let Some(begun) = start {
            tokens.push(self.token(text, begun, text.len()));
        }
        tokens
    }

    fn token<'t>(&self, text: &'t str, (index, start): (usize, usize), end: usize) -> Token<'t> {
        let form = match (&text[start..end], self.chars[index]) {
            ("\"" | "''", '`') => OPENING,
            ("\"", _) => CLOSING,
            (same, _) => same,
        };
        Token { form, start, end }
    }
}

#[cfg(test)]
mod tests {
    use super::tokens;

    /// Each line was checked with NLTK's tokenizer.
    #[test]
    fn rules_one_by_one() {
        for (text, expected) in [
            ("", ""),
            ("  \t ", ""),
            ("Who is he?", "Who is he ?"),
            ("\"Tom\" and (\"Ann\")", "`` Tom '' and ( `` Ann '' )"),
            (
                "1,000 men, and 3:15 at: x,",
                "1,000 men , and 3:15 at : x ,",
            ),
            ("a,,b", "a , ,b"),
            ("wait... what", "wait ... what"),
            ("R&D; 5% @ $3 #1", "R & D ; 5 % @ $ 3 # 1"),
            ("Give me U.S. states.", "Give me U.S. states ."),
            ("He said \"no.\"", "He said `` no . ''"),
            ("Mr. Smith et al.)", "Mr. Smith et al . )"),
            ("the boys' toys", "the boys ' toys"),
            ("<a>[b]{c}", "< a > [ b ] { c }"),
            ("a--b", "a -- b"),
            ("Tom's I'm he'd they'Ll", "Tom 's I 'm he 'd they'Ll"),
            (
                "I'll we're I've don't DON'T",
                "I 'll we 're I 've do n't DO N'T",
            ),
            ("I cannot, gonna wanna go", "I can not , gon na wan na go"),
            ("'Tis so, 'twas", "'T is so , 't was"),
            ("''quoted'' text", "'' quoted '' text"),
            ("x ''quoted''", "x `` quoted ''"),
        ] {
            let forms: Vec<_> = tokens(text).iter().map(|token| token.form).collect();
            assert_eq!(forms.join(" "), expected, "{text}");
        }
    }
}
