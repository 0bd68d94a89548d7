//! From values to places: scales with round ends and round steps.

/// Values beyond this are drawn at it: sums and differences of it are still numbers.
const FARTHEST: f64 = 1e150;

/// Values closer to nothing than this are nothing.
const NEAREST: f64 = 1e-150;

/// A value that can be drawn.
pub(crate) fn drawable(value: f64) -> Option<f64> {
    value
        .is_finite()
        .then(|| value.clamp(-FARTHEST, FARTHEST))
        .map(|value| if value.abs() < NEAREST { 0.0 } else { value })
}

/// Round values from a lower to an upper end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) step: f64,
}

impl Scale {
    /// A scale that covers all values, with at most so many steps; whole ones for counts.
    pub(crate) fn covering(
        values: impl IntoIterator<Item = f64>,
        most: usize,
        whole: bool,
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter_map(drawable) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // Values that a number can hardly tell apart are one value.
        let size = low.abs().max(high.abs());
        if high - low <= size * 1e-9 {
            let around = if size == 0.0 { 1.0 } else { size * 0.5 };
            if low == 0.0 {
                high = around;
            } else {
                (low, high) = (low - around, high + around);
            }
        }
        let mut step = round_step((high - low) / most.max(1) as f64);
        if whole {
            step = step.max(1.0);
        }
        // A hair over a round value is that value.
        let slack = 1e-9;
        let low = (low / step + slack).floor() * step;
        // So all values may be at the lower end, counts of next to nothing for instance.
        let high = ((high / step - slack).ceil() * step).max(low + step);
        Self { low, high, step }
    }

    /// Where a value lies, from 0 at the lower end to 1 at the upper end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let Some(value) = drawable(value) else {
            return 0.0;
        };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The round values.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count.min(50))
            .map(|at| {
                let value = self.low + self.step * at as f64;
                // 0.1 × 3 − 0.3 is not quite nothing.
                if value.abs() < self.step * 1e-6 {
                    0.0
                } else {
                    value
                }
            })
            .collect()
    }
}

/// The next 1, 2 or 5 times a power of ten.
pub(crate) fn round_step(least: f64) -> f64 {
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(least.log10().floor());
    let times = least / power;
    let times = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|round| times <= round * (1.0 + 1e-9))
        .unwrap_or(10.0);
    power * times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_steps() {
        for (low, high, most, expected) in [
            (0.0, 1.0, 5, (0.0, 1.0, 0.2)),
            (0.0, 0.43, 5, (0.0, 0.5, 0.1)),
            (0.0, 4_977.0, 5, (0.0, 5_000.0, 1_000.0)),
            (-0.03, 0.11, 4, (-0.05, 0.15, 0.05)),
        ] {
            let scale = Scale::covering([low, high], most, false);
            let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
            let found = (scale.low, scale.high, scale.step);
            assert!(
                close(found.0, expected.0) && close(found.1, expected.1),
                "{found:?}"
            );
            assert!(close(found.2, expected.2), "{found:?}");
        }
    }

    #[test]
    fn any_values_have_a_scale() {
        let odd = [
            0.0,
            1.0,
            -1.0,
            1e-300,
            1e300,
            f64::MAX,
            f64::NAN,
            f64::INFINITY,
            5e-324,
        ];
        for a in odd {
            for b in odd {
                let scale = Scale::covering([a, b], 5, false);
                assert!(
                    scale.low < scale.high && scale.step > 0.0,
                    "{a} {b} {scale:?}"
                );
                let ticks = scale.ticks();
                assert!((2..=8).contains(&ticks.len()), "{a} {b} {ticks:?}");
                assert!(ticks.iter().all(|tick| tick.is_finite()));
            }
        }
        assert_eq!(Scale::covering([], 5, true).step, 1.0);
        assert_eq!(Scale::covering([0.0, 1e-22], 5, true).high, 1.0);
    }
}
