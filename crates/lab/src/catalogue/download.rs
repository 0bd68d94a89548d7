//! One transfer over HTTP, continued where an earlier one broke off.

use lydite_http::{Client, Error, Sink as _, Times};

use super::mirror::Address;
use super::part::Part;
use super::{Entry, FetchError, Progress};

/// Completes the part from the address; returns at which byte the transfer began.
///
/// What has arrived stays in the part when the transfer breaks off.
pub(super) fn download(
    (client, times): (&Client, Times),
    address: &Address,
    entry: &Entry,
    part: &mut Part,
    progress: &mut dyn FnMut(Progress),
) -> Result<u64, FetchError> {
    let mut tell = |received| {
        progress(Progress {
            received,
            total: entry.size,
        });
    };
    let request = client.get(&address.url).times(times).accept(address.accept);
    let request = request.most_bytes(entry.size.saturating_add(1));
    let outcome = request.download(Some(entry.size), part, &mut |transfer| {
        tell(transfer.received);
    });
    outcome.map_err(|error| refusal(error, address, entry, part))
}

/// What a failed transfer means for the file.
fn refusal(error: Error, address: &Address, entry: &Entry, part: &Part) -> FetchError {
    let url = address.url.clone();
    let reason = match error {
        Error::Status { status, .. } => return FetchError::Status { url, status },
        Error::WrongSize {
            expected, found, ..
        } => {
            return FetchError::WrongSize {
                name: entry.name.clone(),
                from: url,
                expected,
                found,
            };
        }
        // One byte more than the file has is the limit.
        Error::TooLarge { limit, .. } => {
            return FetchError::WrongSize {
                name: entry.name.clone(),
                from: url,
                expected: entry.size,
                found: limit,
            };
        }
        Error::Write(source) => return part.failed(source),
        Error::Unreachable { reason, .. }
        | Error::Tls { reason, .. }
        | Error::Broken { reason, .. } => reason,
        Error::Stalled { after, .. } => format!("the server sent nothing for {after:.1?}"),
        Error::Redirected { reason, last, .. } => {
            format!("it redirects {reason}, finally to {last}")
        }
        other => other.to_string(),
    };
    let received = part.length();
    if received == 0 {
        return FetchError::Unreachable { url, reason };
    }
    FetchError::Interrupted {
        name: entry.name.clone(),
        url,
        received,
        total: entry.size,
        reason,
    }
}
