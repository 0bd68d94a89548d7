//! How systems on the web are asked: in their time, at their pace, again where that may help.

use std::time::{Duration, Instant};

use lydite_http::{
    Address, Client, Credentials, Error as HttpError, Politeness, Reply, Retries, Times,
};
use lydite_model::Cancel;

use super::pace::{Cancelled, Pace};
use super::secrets::Redaction;
use super::spec::{Manners, Spec};
use super::{Failure, FailureKind, Turn};
use crate::{Error, Lab};

/// A larger reply is no answer.
const LARGEST: u64 = 32 << 20;
/// So much of a request or a reply is kept.
const KEPT: usize = 32 << 10;
/// So much of a reply is repeated in the reason of a failure.
const SHOWN: usize = 300;
/// Whoever wishes to be left alone for longer is not asked again (as OpenAI's own client has it).
const LONGEST_WISH: Duration = Duration::from_secs(120);
/// The pause before the second attempt; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// The longest pause that nobody asked for.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// Headers whose values are nobody's business.
const SECRET: [&str; 6] = [
    "authorization",
    "cookie",
    "proxy-authorization",
    "x-api-key",
    "api-key",
    "x-auth-token",
];

/// A way to a system on the web.
pub(super) struct Web {
    client: Client,
    manners: Manners,
    pace: Pace,
    /// Names, values as sent, values as shown.
    headers: Vec<(String, String, String)>,
    redaction: Redaction,
}

/// What is sent.
pub(super) struct Outgoing<'o> {
    /// Where to.
    pub address: &'o str,
    /// Parameters of the address.
    pub parameters: Vec<(&'o str, &'o str)>,
    /// The content type and the body of a `POST`.
    pub body: Option<(&'o str, Vec<u8>)>,
    /// Further headers.
    pub headers: &'o [(&'o str, &'o str)],
}

impl Web {
    /// The way to a system that is described so.
    pub(super) fn new(lab: &Lab, spec: &Spec) -> Result<Self, Error> {
        let mut redaction = Redaction::default();
        let mut headers = Vec::new();
        for (name, template) in &spec.headers {
            let (value, used) = fill(lab, template)?;
            used.iter().for_each(|secret| redaction.add(secret));
            let is_secret = SECRET.iter().any(|known| name.eq_ignore_ascii_case(known));
            let shown = if is_secret && used.is_empty() {
                // The scheme is no secret.
                let secret = value.rsplit(' ').next().unwrap_or(&value);
                redaction.add(secret);
                "•••".to_owned()
            } else {
                template.clone()
            };
            headers.push((name.clone(), value, shown));
        }
        Ok(Self {
            client: lab.client()?,
            pace: Pace::new(
                spec.manners.jobs,
                spec.manners.rate,
                lab.config.cancel.clone(),
            ),
            manners: spec.manners,
            headers,
            redaction,
        })
    }

    /// The address with its secrets, which are taken out of whatever is kept.
    pub(super) fn address(&mut self, lab: &Lab, template: &str) -> Result<String, Error> {
        let address = self.secret(lab, template)?;
        // What is wrong with an address is known before anybody is asked.
        let (_, credentials) = Address::parse(&address)?;
        if let Some(Credentials::Password { password, .. }) = &credentials {
            self.redaction.add(password);
        }
        Ok(address)
    }

    /// A text with its secrets, which are taken out of whatever is kept.
    pub(super) fn secret(&mut self, lab: &Lab, template: &str) -> Result<String, Error> {
        let (text, used) = fill(lab, template)?;
        used.iter().for_each(|secret| self.redaction.add(secret));
        Ok(text)
    }

    /// Sends something until there is a reply of success. Every attempt is a turn.
    pub(super) fn send(
        &self,
        outgoing: &Outgoing<'_>,
        turns: &mut Vec<Turn>,
    ) -> Result<Reply, Failure> {
        self.send_judged(outgoing, turns, |_| true)
    }

    /// Sends something until there is a reply of success; `retriable` says whether a reply that asks
    /// to come again means it.
    pub(super) fn send_judged(
        &self,
        outgoing: &Outgoing<'_>,
        turns: &mut Vec<Turn>,
        retriable: impl Fn(&Reply) -> bool,
    ) -> Result<Reply, Failure> {
        let _place = self.pace.enter().map_err(cancelled)?;
        let mut attempt = 0;
        loop {
            self.pace.step().map_err(cancelled)?;
            let begin = Instant::now();
            let result = self.request(outgoing).fetch();
            let turn = self.turn(outgoing, &result, begin.elapsed());
            turns.push(turn);
            let (failure, wish) = match self.judged(result, &retriable) {
                Judged::Done(result) => return result.map_err(|failure| self.redacted(failure)),
                Judged::Again(failure, wish) => (self.redacted(failure), wish),
            };
            let is_too_long = wish.is_some_and(|wish| wish > LONGEST_WISH);
            if attempt >= self.manners.retries || is_too_long {
                return Err(failure);
            }
            let pause = wish.unwrap_or_else(|| backoff(attempt, outgoing));
            self.pace.sleep(pause).map_err(cancelled)?;
            attempt += 1;
        }
    }

    fn request(&self, outgoing: &Outgoing<'_>) -> lydite_http::Request {
        let mut request = self.client.get(outgoing.address);
        for (name, value) in &outgoing.parameters {
            request = request.query(name, value);
        }
        for (name, value, _) in &self.headers {
            request = request.header(name, value);
        }
        for (name, value) in outgoing.headers {
            request = request.header(name, value);
        }
        if let Some((content_type, body)) = &outgoing.body {
            request = request.body(content_type, body.clone());
        }
        request
            .times(Times {
                total: Some(self.manners.timeout),
                connect: None,
                stall: None,
            })
            .retries(Retries::NONE)
            // The turnstile is ours: time spent waiting is not the system's.
            .politeness(Politeness {
                concurrent: usize::MAX,
                interval: Duration::ZERO,
            })
            .most_bytes(LARGEST)
    }

    fn judged(
        &self,
        result: Result<Reply, HttpError>,
        retriable: &impl Fn(&Reply) -> bool,
    ) -> Judged {
        let reply = match result {
            Ok(reply) => reply,
            Err(error) => {
                let failure = failure_of(&error);
                return match failure.kind {
                    // A connection that fails is tried again, time that ran out is gone.
                    FailureKind::Broken => Judged::Again(failure, None),
                    FailureKind::Unreachable if matches!(error, HttpError::Unreachable { .. }) => {
                        Judged::Again(failure, None)
                    }
                    _ => Judged::Done(Err(failure)),
                };
            }
        };
        let status = reply.status;
        if (200..300).contains(&status) {
            return Judged::Done(Ok(reply));
        }
        let reason = format!("HTTP {status}{}", beginning(&reply.text()));
        if !matches!(status, 429 | 503) {
            return Judged::Done(Err(failure(FailureKind::Status, reason)));
        }
        let failure = failure(FailureKind::RateLimited, reason);
        let is_final = reply.header("x-should-retry") == Some("false") || !retriable(&reply);
        if is_final {
            return Judged::Done(Err(failure));
        }
        Judged::Again(failure, reply.retry_after())
    }

    fn turn(
        &self,
        outgoing: &Outgoing<'_>,
        result: &Result<Reply, HttpError>,
        took: Duration,
    ) -> Turn {
        let request = self.redaction.apply(&self.shown(outgoing));
        let (reply, status, error) = match result {
            Ok(reply) => (
                Some(cut(&self.redaction.apply(&reply.text()), KEPT)),
                Some(i32::from(reply.status)),
                None,
            ),
            Err(error) => (None, None, Some(self.redaction.apply(&error.to_string()))),
        };
        Turn {
            request: cut(&request, KEPT),
            reply,
            status,
            millis: millis(took),
            error,
        }
    }

    /// The request as it may be shown.
    fn shown(&self, outgoing: &Outgoing<'_>) -> String {
        use std::fmt::Write as _;
        let method = if outgoing.body.is_some() {
            "POST"
        } else {
            "GET"
        };
        let parsed = Address::parse(outgoing.address);
        let address = parsed.map(|(mut address, _)| {
            for (name, value) in &outgoing.parameters {
                address = address.with_query(name, value);
            }
            address.as_str().to_owned()
        });
        let mut text = format!("{method} {}\n", address.unwrap_or_default());
        // Writing to a text never fails.
        for (name, _, shown) in &self.headers {
            let _ = writeln!(text, "{name}: {shown}");
        }
        for (name, value) in outgoing.headers {
            let _ = writeln!(text, "{name}: {value}");
        }
        if let Some((content_type, body)) = &outgoing.body {
            let _ = writeln!(text, "content-type: {content_type}");
            let _ = write!(text, "\n{}", String::from_utf8_lossy(body));
        }
        text
    }

    fn redacted(&self, mut failure: Failure) -> Failure {
        failure.reason = self.redaction.apply(&failure.reason);
        failure
    }
}

/// What an attempt came to.
enum Judged {
    Done(Result<Reply, Failure>),
    /// It failed, another may succeed, and so long the host wishes to be left alone.
    Again(Failure, Option<Duration>),
}

fn fill(lab: &Lab, template: &str) -> Result<(String, Vec<String>), Error> {
    let filled = lab.config.secrets.fill(template);
    filled.map_err(|name| Error::NoSecret { name })
}

/// The pause before another attempt: it doubles, and is cut by up to a quarter, so that questions
/// that failed together do not come again together. The cut depends on the request alone: the same
/// run waits the same.
fn backoff(attempt: u32, outgoing: &Outgoing<'_>) -> Duration {
    let pause = FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(attempt));
    let pause = pause.min(LONGEST_PAUSE);
    let parameters = outgoing
        .parameters
        .iter()
        .flat_map(|(_, value)| value.bytes());
    let body = outgoing
        .body
        .iter()
        .flat_map(|(_, body)| body.iter().copied());
    // FNV-1a: any function of the request would do.
    let hash = parameters
        .chain(body)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let share = (hash % 1000) as f64 / 1000.0;
    pause.mul_f64(1.0 - 0.25 * share)
}

pub(super) fn failure(kind: FailureKind, reason: impl Into<String>) -> Failure {
    Failure {
        kind,
        reason: reason.into(),
    }
}

pub(super) fn cancelled(_: Cancelled) -> Failure {
    failure(FailureKind::Cancelled, "cancelled")
}

fn failure_of(error: &HttpError) -> Failure {
    let kind = match error {
        HttpError::Deadline { .. } | HttpError::Stalled { .. } => FailureKind::Timeout,
        HttpError::Broken { .. } => FailureKind::Broken,
        HttpError::TooLarge { .. } => FailureKind::TooLarge,
        HttpError::Cancelled => FailureKind::Cancelled,
        HttpError::Coding { .. } => FailureKind::Unreadable,
        HttpError::Status { .. } => FailureKind::Status,
        _ => FailureKind::Unreachable,
    };
    failure(kind, error.to_string())
}

/// How long something took, in milliseconds to the microsecond: a figure that JSON keeps.
pub(super) fn millis(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1000.0
}

/// The beginning of a reply, to follow what it is about.
pub(super) fn beginning(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.join(" ") {
        text if text.is_empty() => String::new(),
        text => format!(": {}", cut(&text, SHOWN)),
    }
}

/// The text, cut where it is too long to be kept.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}… ({} more bytes)", &text[..end], text.len() - end)
}

/// Whoever may end the requests.
pub(super) fn ended(cancel: &Cancel) -> Option<Failure> {
    cancel.is_cancelled().then(|| cancelled(Cancelled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_and_differ_between_questions() {
        let asking = |body: &str| Outgoing {
            address: "http://h/",
            parameters: Vec::new(),
            body: Some(("text/plain", body.as_bytes().to_vec())),
            headers: &[],
        };
        let one = asking("Who is the mayor of Berlin?");
        assert_eq!(backoff(0, &one), backoff(0, &one));
        assert_ne!(backoff(0, &one), backoff(0, &asking("Who wrote Faust?")));
        for attempt in 0..40 {
            let pause = backoff(attempt, &one);
            assert!(pause >= FIRST_PAUSE.mul_f64(0.75) && pause <= LONGEST_PAUSE);
        }
        assert!(backoff(1, &one) > backoff(0, &one));
    }

    #[test]
    fn what_is_too_long_is_cut_between_characters() {
        assert_eq!(cut("Zürich", 2), "Z… (6 more bytes)");
        assert_eq!(cut("Zürich", 7), "Zürich");
        assert_eq!(beginning(" a\n b "), ": a b");
    }
}
