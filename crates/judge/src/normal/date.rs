//! Dates by value and precision.

/// A date to the month, the day or the second.
///
/// Midnight is how date-typed data looks once it went through a date-time (Virtuoso, Wikidata), so
/// a date-time at 00:00:00 is a day.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Date {
    Month {
        year: i64,
        month: u8,
    },
    Day {
        year: i64,
        month: u8,
        day: u8,
    },
    /// Milliseconds since 1970 in UTC; a time without a zone is taken for UTC.
    Instant(i64),
}

impl Date {
    /// Reads `1961-08-04`, `1961-8-4`, `1961-08`, `-0043-03-15T12:00:00Z`, `+1961-08-04T00:00:00Z`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (sign, unsigned) = match text.as_bytes().first()? {
            b'-' => (-1, &text[1..]),
            b'+' => (1, &text[1..]),
            _ => (1, text),
        };
        let (date, time) = match unsigned.find(['T', ' ']) {
            Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
            None => (strip_zone(unsigned), None),
        };
        let mut parts = date.split('-');
        let year_text = parts.next().filter(|year| year.len() >= 4)?;
        let year = sign * digits(year_text, 12)?;
        let month = u8::try_from(digits(parts.next()?, 2)?).ok()?;
        let day = match parts.next() {
            Some(day) => u8::try_from(digits(day, 2)?).ok()?,
            None if time.is_none() && (1..=12).contains(&month) => {
                return Some(Self::Month { year, month });
            }
            None => return None,
        };
        if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        match time {
            None => Some(Self::Day { year, month, day }),
            Some(time) => {
                let (millis, offset) = clock(time)?;
                if millis == 0 {
                    return Some(Self::Day { year, month, day });
                }
                let days = days_since_1970(year, month, day);
                Some(Self::Instant(days * 86_400_000 + millis - offset * 60_000))
            }
        }
    }
}

fn digits(text: &str, longest: usize) -> Option<i64> {
    let fine =
        !text.is_empty() && text.len() <= longest && text.bytes().all(|byte| byte.is_ascii_digit());
    fine.then(|| text.parse().ok()).flatten()
}

/// A day may carry a zone, which no one means.
fn strip_zone(date: &str) -> &str {
    if let Some(bare) = date.strip_suffix('Z') {
        return bare;
    }
    match date.len().checked_sub(6) {
        Some(at) if date.is_char_boundary(at) && is_offset(&date[at..]) => &date[..at],
        _ => date,
    }
}

fn is_offset(text: &str) -> bool {
    text.len() == 6 && text.starts_with(['+', '-']) && text.as_bytes()[3] == b':'
}

/// Milliseconds of the day, and minutes east of Greenwich.
fn clock(text: &str) -> Option<(i64, i64)> {
    let (text, offset) = match text.strip_suffix('Z') {
        Some(bare) => (bare, 0),
        None => match text.len().checked_sub(6) {
            Some(at) if text.is_char_boundary(at) && is_offset(&text[at..]) => {
                let zone = &text[at..];
                let minutes = digits(&zone[1..3], 2)? * 60 + digits(&zone[4..6], 2)?;
                (
                    &text[..at],
                    if zone.starts_with('-') {
                        -minutes
                    } else {
                        minutes
                    },
                )
            }
            _ => (text, 0),
        },
    };
    let mut parts = text.split(':');
    let hour = digits(parts.next()?, 2)?;
    let minute = digits(parts.next()?, 2)?;
    let (second, fraction) = match parts.next() {
        Some(part) => part.split_once('.').unwrap_or((part, "0")),
        None => ("0", "0"),
    };
    let second = digits(second, 2)?;
    let fraction = digits(&fraction[..fraction.len().min(3)], 3)?
        * [100, 10, 1][fraction.len().clamp(1, 3) - 1];
    if parts.next().is_some() || hour > 24 || minute > 59 || second > 60 {
        return None;
    }
    Some((
        ((hour * 60 + minute) * 60 + second) * 1000 + fraction,
        offset,
    ))
}

/// Days in the proleptic Gregorian calendar (Howard Hinnant's algorithm).
fn days_since_1970(year: i64, month: u8, day: u8) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let month = (i64::from(month) + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_with_their_precision() {
        let day = Date::parse("1961-08-04").unwrap();
        for text in [
            "1961-8-4",
            "1961-08-04Z",
            "1961-08-04+02:00",
            "1961-08-04T00:00:00",
            "+1961-08-04T00:00:00Z",
            "1961-08-04 00:00:00.000",
        ] {
            assert_eq!(Date::parse(text), Some(day.clone()), "{text}");
        }
        assert_eq!(
            Date::parse("1970-01-02T00:00:01Z"),
            Some(Date::Instant(86_401_000))
        );
        assert_eq!(
            Date::parse("1970-01-01T02:00:01+02:00"),
            Some(Date::Instant(1000))
        );
        assert_eq!(
            Date::parse("-0044-03-15"),
            Some(Date::Day {
                year: -44,
                month: 3,
                day: 15
            })
        );
        assert_eq!(
            Date::parse("2010-05"),
            Some(Date::Month {
                year: 2010,
                month: 5
            })
        );
        for text in [
            "",
            "1961",
            "1961-13-01",
            "1961-08-32",
            "61-08-04",
            "12:30",
            "1-2-3",
            "1961-08-04x",
            "1961-08T1",
            "é-1",
            "+",
            "2010-05T",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }
}
