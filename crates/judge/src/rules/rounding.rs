//! How Ruby and Python 2 round: away from zero, but each in its own way.

/// Ruby's `Float#round(digits)`.
pub(super) fn ruby(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    let mut rounded = (value * scale).round();
    // 0.145 * 100 is a little less than 14.5; Ruby looks at the quotient to see what was meant.
    if value > 0.0 && (rounded + 0.5) / scale <= value {
        rounded += 1.0;
    } else if value < 0.0 && (rounded - 0.5) / scale >= value {
        rounded -= 1.0;
    }
    rounded / scale
}

/// Python 2's `round(value, digits)`: the exact decimal expansion decides, ties go away from zero.
pub(super) fn python2(value: f64, digits: usize) -> f64 {
    let exact = format!("{value:.60}");
    let cut = exact.find('.').map_or(exact.len(), |at| at + 1 + digits);
    let tie = exact.as_bytes().get(cut) == Some(&b'5')
        && exact.as_bytes()[cut + 1..]
            .iter()
            .all(|&digit| digit == b'0');
    let nearest: f64 = format!("{value:.digits$}").parse().unwrap_or(value);
    if !tie {
        return nearest;
    }
    let below: f64 = exact[..cut].parse().unwrap_or(value);
    let step = 10_f64.powi(-(digits as i32)).copysign(value);
    format!("{:.digits$}", below + step)
        .parse()
        .unwrap_or(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_away_from_zero() {
        for (value, rounded) in [
            (0.125, 0.13),
            (0.145, 0.15),
            (1.005, 1.01),
            (0.335, 0.34),
            (0.0, 0.0),
            (1.0, 1.0),
            (2.0 / 3.0, 0.67),
        ] {
            assert_eq!(ruby(value, 2), rounded, "{value}");
        }
        for (value, rounded) in [
            (0.015625, 0.01563),
            (0.5, 0.5),
            (2.0 / 3.0, 0.66667),
            (3.0, 3.0),
            (0.0, 0.0),
            (1.0 / 64.0 + 1.0, 1.01563),
        ] {
            assert_eq!(python2(value, 5), rounded, "{value}");
        }
    }
}
