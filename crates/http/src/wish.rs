//! When a host wishes to be asked again: `Retry-After` in all its notations.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::fmt::rfc2822::DateTimeParser;

/// How long to wait, by the value of `retry-after-ms` if it is there, else by that of `Retry-After`:
/// a number of seconds, which may have a fraction, or a date, which may have passed.
pub(crate) fn wait(
    millis: Option<&str>,
    retry_after: Option<&str>,
    now: SystemTime,
) -> Option<Duration> {
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok()?;
        (number.is_finite() && number >= 0.0).then_some(number)
    };
    if let Some(millis) = millis.and_then(number) {
        return Duration::try_from_secs_f64(millis / 1000.0).ok();
    }
    let text = retry_after?;
    if let Some(seconds) = number(text) {
        // Nobody can wait for longer than that.
        return Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    static DATES: DateTimeParser = DateTimeParser::new();
    let date = DATES.parse_timestamp(text.trim()).ok()?;
    let at = UNIX_EPOCH + Duration::from_secs(u64::try_from(date.as_second()).ok()?);
    Some(at.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_read_in_every_notation() {
        // One second before the date of RFC 9110.
        let now = UNIX_EPOCH + Duration::from_secs(784_111_776);
        let millis = |millis: u64| Some(Duration::from_millis(millis));
        for (retry_after_ms, retry_after, expected) in [
            (None, None, None),
            (None, Some("2"), millis(2000)),
            (None, Some(" 0.25 "), millis(250)),
            (Some("1500"), Some("9"), millis(1500)),
            (Some("soon"), Some("9"), millis(9000)),
            (None, Some("Sun, 06 Nov 1994 08:49:37 GMT"), millis(1000)),
            (None, Some("Sun, 06 Nov 1994 08:49:30 GMT"), millis(0)),
            (None, Some("-1"), None),
            (None, Some("NaN"), None),
            (None, Some("tomorrow"), None),
            (None, Some("1e300"), Some(Duration::MAX)),
        ] {
            let found = wait(retry_after_ms, retry_after, now);
            assert_eq!(found, expected, "{retry_after_ms:?} {retry_after:?}");
        }
    }
}
