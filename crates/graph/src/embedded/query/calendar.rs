//! Dates and times on one line.

/// Where a date, time stamp, month or year lies, in milliseconds from the year 0.
///
/// Takes the lexical forms of `xsd:dateTime`, `xsd:date`, `xsd:gYearMonth` and `xsd:gYear`, with or
/// without time zone.
pub(super) fn instant(text: &str) -> Option<i128> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits < 4 {
        return None;
    }
    let year: i128 = sign * text[..digits].parse::<i128>().ok()?;
    let rest = &text[digits..];
    let (month, rest) = number_after(rest, '-').unwrap_or((1, rest));
    let (day, rest) = number_after(rest, '-').unwrap_or((1, rest));
    let (millis, rest) = match rest.strip_prefix('T') {
        Some(time) => clock(time)?,
        None => (0, rest),
    };
    let zone = zone(rest)?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days_from_year_zero(year, i128::from(month), i128::from(day));
    Some(days * 86_400_000 + millis - zone)
}

/// Two digits after a mark.
fn number_after(text: &str, mark: char) -> Option<(u32, &str)> {
    let rest = text.strip_prefix(mark)?;
    let number = rest.get(..2)?.parse().ok()?;
    // What looks like a month may be a time zone.
    (!rest[2..].starts_with(':')).then_some((number, &rest[2..]))
}

fn clock(text: &str) -> Option<(i128, &str)> {
    let part = |from: usize| text.get(from..from + 2)?.parse::<i128>().ok();
    let (hours, minutes, seconds) = (part(0)?, part(3)?, part(6)?);
    let mut rest = text.get(8..)?;
    let mut millis = 0;
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let thousandths = fraction[..count].bytes().chain(*b"000").take(3);
        millis = thousandths.fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'));
        rest = &fraction[count..];
    }
    Some((
        ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis,
        rest,
    ))
}

/// How far a time zone is ahead, in milliseconds.
fn zone(text: &str) -> Option<i128> {
    if text.is_empty() || text == "Z" {
        return Some(0);
    }
    let sign = match text.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let hours: i128 = text.get(1..3)?.parse().ok()?;
    let minutes: i128 = text.get(4..6)?.parse().ok()?;
    Some(sign * (hours * 60 + minutes) * 60_000)
}

/// Days in the proleptic Gregorian calendar; years begin in March so that leap days come last.
fn days_from_year_zero(year: i128, month: i128, day: i128) -> i128 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_is_less() {
        let line = [
            "-0044-03-15",
            "0001",
            "1999-12-31T23:59:59.9Z",
            "2000",
            "2000-02-28",
            "2000-02-29",
            "2000-03",
            "2000-03-01T00:00:00.001",
            "2000-03-02T00:30:00+01:00",
            "2000-03-02Z",
            "2000-03-01T23:30:00-01:00",
            "20000-01-01",
        ];
        let places: Vec<_> = line.iter().map(|text| instant(text).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
        for text in [
            "",
            "200",
            "2000-13",
            "2000-01-01X",
            "yesterday",
            "2000-01-01T1",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }
}
