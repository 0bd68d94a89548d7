//! What went wrong deep inside, in the words of this crate.

use std::io;
use std::time::Duration;

use crate::watch::{Ended, Watch};
use crate::{Address, Deadline, Error};

/// Why there is no reply.
pub(crate) fn failed(error: ureq::Error, address: &Address, watch: &Watch) -> Error {
    use ureq::Error as Fault;
    let unreachable = |reason: String| Error::Unreachable {
        address: address.shown(),
        reason,
    };
    let tls = |reason: String| Error::Tls {
        address: address.shown(),
        reason,
    };
    match error {
        Fault::Io(error) => match Ended::of(&error) {
            Some(why) => ended(why, address, watch),
            // So rustls says what is wrong with what it was sent.
            None if error.kind() == io::ErrorKind::InvalidData
                && address.as_str().starts_with("https:") =>
            {
                tls(error.to_string())
            }
            None => unreachable(error.to_string()),
        },
        Fault::Rustls(error) => tls(error.to_string()),
        Fault::Tls(reason) => tls(reason.to_owned()),
        Fault::TlsRequired => tls("it was not established".to_owned()),
        Fault::HostNotFound => unreachable("there is no such host".to_owned()),
        Fault::ConnectionFailed => unreachable("no connection".to_owned()),
        Fault::Protocol(error) => unreachable(format!("this is not HTTP: {error}")),
        Fault::Http(error) => Error::Invalid {
            reason: error.to_string(),
        },
        Fault::BadUri(reason) => Error::NotAnAddress {
            given: address.shown(),
            reason,
        },
        other => unreachable(other.to_string()),
    }
}

/// Why a body ends too early.
pub(crate) fn broken_off(
    error: io::Error,
    received: u64,
    address: &Address,
    watch: &Watch,
) -> Error {
    match failed(ureq::Error::from(error), address, watch) {
        Error::Unreachable { address, reason } | Error::Tls { address, reason } => Error::Broken {
            address,
            received,
            reason,
        },
        other => other,
    }
}

/// What ended a request early.
pub(crate) fn ended(why: &Ended, address: &Address, watch: &Watch) -> Error {
    let address = address.shown();
    match why {
        Ended::Cancelled => Error::Cancelled,
        Ended::Deadline => Error::Deadline {
            address,
            allowed: watch.deadline.map_or(Duration::ZERO, Deadline::allowed),
        },
        Ended::Stalled(after) => Error::Stalled {
            address,
            after: *after,
        },
        Ended::NoConnection(within) => Error::Unreachable {
            address,
            reason: format!("no connection within {within:.1?}"),
        },
        Ended::Refused(why) => Error::Refused {
            address,
            why: why.clone(),
        },
    }
}
