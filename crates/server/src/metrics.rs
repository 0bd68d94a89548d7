//! How the page does, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the durations that are told apart, in milliseconds.
const BOUNDS: [u64; 8] = [1, 5, 10, 25, 50, 100, 500, 2_500];

/// Counters since the start.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Requests by the first digit of their status.
    classes: [AtomicU64; 6],
    durations: [AtomicU64; BOUNDS.len()],
    micros: AtomicU64,
    /// Event streams that are open.
    pub(crate) streams: AtomicI64,
}

impl Metrics {
    pub(crate) fn count(&self, status: u16, took: Duration) {
        let class = usize::from(status / 100).min(5);
        self.classes[class].fetch_add(1, Ordering::Relaxed);
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        for (bound, counter) in BOUNDS.iter().zip(&self.durations) {
            if millis < *bound {
                counter.fetch_add(1, Ordering::Relaxed);
            }
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub(crate) fn text(&self, running: usize) -> String {
        let mut text = String::from(
            "# HELP lydite_requests_total Requests that were answered.\n# TYPE lydite_requests_total counter\n",
        );
        let mut all = 0;
        for (class, count) in self.classes.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            all += count;
            let _ = writeln!(
                text,
                "lydite_requests_total{{status=\"{class}xx\"}} {count}"
            );
        }
        text.push_str("# HELP lydite_request_seconds How long requests took.\n# TYPE lydite_request_seconds histogram\n");
        for (bound, count) in BOUNDS.iter().zip(&self.durations) {
            let bound = *bound as f64 / 1000.0;
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(
                text,
                "lydite_request_seconds_bucket{{le=\"{bound}\"}} {count}"
            );
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "lydite_request_seconds_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(
            text,
            "lydite_request_seconds_sum {seconds}\nlydite_request_seconds_count {all}"
        );
        let streams = self.streams.load(Ordering::Relaxed);
        let _ = writeln!(
            text,
            "# HELP lydite_streams Event streams that are open.\n# TYPE lydite_streams gauge\nlydite_streams {streams}"
        );
        let _ = writeln!(
            text,
            "# HELP lydite_experiments_running Experiments that are being run here.\n# TYPE lydite_experiments_running gauge\nlydite_experiments_running {running}"
        );
        text
    }
}
