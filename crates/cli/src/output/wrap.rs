//! Texts that must fit into some width of a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text in lines of at most `width` columns, broken at blanks where possible, else after
/// punctuation, else anywhere.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for line in text.lines() {
        let indent: String = line.chars().take_while(|c| *c == ' ').collect();
        let indent = if indent.width() * 2 < width {
            indent
        } else {
            String::new()
        };
        fill(&mut lines, line.trim_start(), width, &indent);
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

fn fill(lines: &mut Vec<String>, text: &str, width: usize, indent: &str) {
    let mut line = indent.to_owned();
    let mut is_blank = true;
    for word in text.split(' ') {
        let space = usize::from(!is_blank);
        if line.width() + space + word.width() <= width {
            if !is_blank {
                line.push(' ');
            }
            line.push_str(word);
            is_blank = false;
            continue;
        }
        if !is_blank {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
        }
        let mut rest = word;
        while line.width() + rest.width() > width {
            let (piece, after) = rest.split_at(break_at(rest, width.saturating_sub(line.width())));
            line.push_str(piece);
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
            rest = after;
        }
        line.push_str(rest);
        is_blank = rest.is_empty();
    }
    lines.push(line);
}

/// Where a word that is too long is broken: after punctuation in its last third, else at the width.
fn break_at(word: &str, width: usize) -> usize {
    let mut used = 0;
    let mut end = 0;
    let mut good = 0;
    for (at, character) in word.char_indices() {
        used += character.width().unwrap_or(0);
        if used > width && at > 0 {
            break;
        }
        end = at + character.len_utf8();
        if "/#_-.,:;&=?)|".contains(character) && used * 3 > width * 2 {
            good = end;
        }
    }
    if good > 0 { good } else { end }
}

/// The text in one line of at most `width` columns: the middle is left out, so that beginning and
/// end still tell it from others.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    let text = one_line(text);
    if text.width() <= width {
        return text;
    }
    let room = width.saturating_sub(1);
    let take = |characters: &mut dyn Iterator<Item = char>, room: usize| {
        let mut used = 0;
        let fits = |character: &char| {
            used += character.width().unwrap_or(0);
            used <= room
        };
        characters.take_while(fits).collect::<String>()
    };
    let head = take(&mut text.chars(), room.div_ceil(2));
    let tail = take(&mut text.chars().rev(), room / 2);
    format!("{head}…{}", tail.chars().rev().collect::<String>())
}

/// The text without line breaks and control characters, which would upset a table.
pub(crate) fn one_line(text: &str) -> String {
    if text.contains(|c: char| c.is_control()) {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_wider_than_asked_and_nothing_is_lost() {
        let text =
            "Which 漢字 are in <http://dbpedia.org/resource/Berlin_(disambiguation)>, if any?";
        for width in 3..80 {
            let lines = wrapped(text, width);
            assert!(
                lines.iter().all(|line| line.width() <= width),
                "{width}: {lines:?}"
            );
            let squeeze = |text: &str| text.replace(' ', "");
            assert_eq!(squeeze(&lines.concat()), squeeze(text), "{width}");
        }
    }

    #[test]
    fn indentation_is_kept_and_blank_lines_stay() {
        assert_eq!(
            wrapped("  one two three\n\nfour", 10),
            ["  one two", "  three", "", "four"]
        );
    }

    #[test]
    fn beginning_and_end_stay() {
        assert_eq!(shortened("text2sparql-db25-infai", 12), "text2s…infai");
        assert_eq!(shortened("short", 12), "short");
        assert_eq!(shortened("漢字漢字漢字", 5).width(), 5);
    }
}
