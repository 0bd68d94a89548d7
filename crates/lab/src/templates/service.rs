//! A template generation module at an address, asked as the OKBQA protocol has it.

use std::time::Duration;

use lydite_http::{Client, Error as HttpError, Politeness, PostRedirect, Redirects};
use lydite_model::Language;
use lydite_template::{Exchange, FailureReason, TgmFailure};
use serde_json::json;

use super::Asking;
use crate::Error;

/// A larger answer is no template.
const LARGEST: u64 = 8 << 20;

/// Redirects are followed as every browser does, and Python's requests.
const REDIRECTS: Redirects = Redirects {
    most: 5,
    elsewhere: true,
    posts: PostRedirect::BecomeGet,
};

/// A template generation module at an address.
pub(super) struct Service<'s> {
    client: Client,
    pub address: &'s str,
    pub language: &'s Language,
    /// How long an answer may take.
    patience: Duration,
    /// Whoever asks says how many requests may be under way.
    politeness: Politeness,
}

impl<'s> Service<'s> {
    /// Whether this can be the address of a service.
    ///
    /// # Errors
    /// It cannot.
    pub(super) fn check(address: &str) -> Result<(), Error> {
        if address.starts_with("http://") || address.starts_with("https://") {
            return Ok(());
        }
        Err(Error::NoAddress {
            given: address.to_owned(),
        })
    }

    pub(super) fn new(
        client: Client,
        address: &'s str,
        language: &'s Language,
        Asking { jobs, patience }: Asking,
    ) -> Result<Self, Error> {
        Self::check(address)?;
        let politeness = Politeness {
            concurrent: jobs.into(),
            interval: Duration::ZERO,
        };
        Ok(Self {
            client,
            address,
            language,
            patience,
            politeness,
        })
    }

    /// Asks one question, as the OKBQA protocol has it.
    pub(super) fn ask(&self, question: &str) -> Exchange {
        let body = json!({"string": question, "language": self.language}).to_string();
        let request = self.client.post(self.address).json(body);
        let request = request
            .accept("application/json")
            .redirects(REDIRECTS)
            .politeness(self.politeness)
            .most_bytes(LARGEST)
            .within(self.patience);
        match request.fetch() {
            Ok(reply) => Exchange::Answered {
                status: reply.status,
                body: reply.text(),
            },
            Err(error) => Exchange::Failed(failure(&error)),
        }
    }
}

fn failure(error: &HttpError) -> TgmFailure {
    let (reason, detail) = match error {
        HttpError::Deadline { .. } | HttpError::Stalled { .. } => {
            (FailureReason::Timeout, String::new())
        }
        HttpError::TooLarge { limit, .. } => (
            FailureReason::BodyTooLarge,
            format!("more than {} MiB", limit >> 20),
        ),
        HttpError::Broken {
            received, reason, ..
        } => (
            FailureReason::BodyCutOff,
            format!("{reason} after {received} bytes"),
        ),
        HttpError::Unreachable { reason, .. } => (FailureReason::Connection, reason.clone()),
        other => (FailureReason::Connection, other.to_string()),
    };
    TgmFailure::new(reason, detail)
}
