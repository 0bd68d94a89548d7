//! Colours that are told apart by people with any colour vision, and what can be read on them.

use std::fmt;

/// A colour of sRGB, which prints as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

impl Colour {
    /// The colour `0xrrggbb`.
    pub const fn hex(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self { red, green, blue }
    }

    /// The contrast with another colour, from 1 to 21, as WCAG 2 defines it.
    ///
    /// ```
    /// use lydite_picture::Colour;
    /// let contrast = Colour::hex(0xffffff).contrast(Colour::hex(0x000000));
    /// assert!((contrast - 21.0).abs() < 1e-9);
    /// ```
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// Black or white, whichever is easier to read on it: the contrast is always above 4.5.
    pub fn ink(self) -> Self {
        const BLACK: Colour = Colour::hex(0x00_00_00);
        const WHITE: Colour = Colour::hex(0xff_ff_ff);
        if self.contrast(BLACK) >= self.contrast(WHITE) {
            BLACK
        } else {
            WHITE
        }
    }

    /// The colour of a share from 0 to 1 on the scale of heat maps: viridis, whose steps look even
    /// and stay in order in black and white (Smith, van der Walt: A better default colormap for
    /// Matplotlib, SciPy 2015).
    pub fn on_scale(share: f64) -> Self {
        const STOPS: [u32; 11] = [
            0x44_01_54, 0x48_25_76, 0x41_44_87, 0x35_5f_8d, 0x2a_78_8e, 0x21_91_8c, 0x22_a8_84,
            0x44_bf_70, 0x7a_d1_51, 0xbd_df_26, 0xfd_e7_25,
        ];
        let share = if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        };
        let place = share * (STOPS.len() - 1) as f64;
        let below = (place as usize).min(STOPS.len() - 2);
        let (from, to) = (Self::hex(STOPS[below]), Self::hex(STOPS[below + 1]));
        let part = place - below as f64;
        let mix = |a: u8, b: u8| {
            let (a, b) = (f64::from(a), f64::from(b));
            (a + (b - a) * part).round() as u8
        };
        Self {
            red: mix(from.red, to.red),
            green: mix(from.green, to.green),
            blue: mix(from.blue, to.blue),
        }
    }

    /// The relative luminance of WCAG 2.
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let value = f64::from(part) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Its six digits.
    pub(crate) fn digits(self) -> String {
        format!("{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.digits())
    }
}

/// A colour on light ground, and what takes its place on dark ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Paint {
    /// On light ground.
    pub light: Colour,
    /// On dark ground.
    pub dark: Colour,
}

impl Paint {
    /// What everything is drawn on.
    pub(crate) const GROUND: Self = Self::codes(0xff_ff_ff, 0x16_1a_20);
    /// Text.
    pub(crate) const INK: Self = Self::codes(0x1c_1f_23, 0xe8_ea_ed);
    /// Text that stands back.
    pub(crate) const FAINT: Self = Self::codes(0x5a_61_6b, 0xa4_ac_b8);
    /// Lines of the scale.
    pub(crate) const GRID: Self = Self::codes(0xe4_e6_ea, 0x2c_32_3b);
    /// The frame.
    pub(crate) const FRAME: Self = Self::codes(0x9a_a1_ab, 0x5c_65_72);
    /// What stands behind something else: all questions behind the chosen ones.
    pub const BACKDROP: Self = Self::codes(0x9a_a5_b4, 0x6d_7a_8c);

    /// One colour for light and dark ground.
    pub const fn same(colour: Colour) -> Self {
        Self {
            light: colour,
            dark: colour,
        }
    }

    const fn codes(light: u32, dark: u32) -> Self {
        Self {
            light: Colour::hex(light),
            dark: Colour::hex(dark),
        }
    }

    /// The colour of a series: those of Okabe and Ito (Color universal design, 2008) that can be
    /// seen on white, a little lighter on dark ground. After eight they begin again.
    pub fn series(number: usize) -> Self {
        const SERIES: [Paint; 8] = [
            Paint::codes(0x00_72_b2, 0x3d_9b_d8),
            Paint::codes(0xd5_5e_00, 0xf0_7f_2a),
            Paint::codes(0x00_9e_73, 0x1d_b9_8c),
            Paint::codes(0xcc_79_a7, 0xd9_92_b9),
            Paint::codes(0xe6_9f_00, 0xe6_ab_2e),
            Paint::codes(0x56_b4_e9, 0x7c_c6_ef),
            Paint::codes(0x6b_4c_9a, 0xa0_8a_d0),
            Paint::codes(0x70_75_7d, 0x8f_96_a1),
        ];
        SERIES[number % SERIES.len()]
    }

    /// What can be read on it.
    pub(crate) fn ink(self) -> Self {
        Self {
            light: self.light.ink(),
            dark: self.dark.ink(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_can_be_read_on_any_colour() {
        for code in (0..0x100_0000).step_by(4_099) {
            let colour = Colour::hex(code);
            assert!(colour.ink().contrast(colour) >= 4.5, "{colour}");
        }
    }

    #[test]
    fn text_can_be_read_on_both_grounds() {
        for text in [Paint::INK, Paint::FAINT] {
            assert!(text.light.contrast(Paint::GROUND.light) >= 4.5);
            assert!(text.dark.contrast(Paint::GROUND.dark) >= 4.5);
        }
    }

    #[test]
    fn series_can_be_seen_and_told_apart() {
        for number in 0..8 {
            let paint = Paint::series(number);
            assert!(paint.light.contrast(Paint::GROUND.light) >= 2.0, "{number}");
            assert!(paint.dark.contrast(Paint::GROUND.dark) >= 3.0, "{number}");
            for other in 0..number {
                assert_ne!(paint, Paint::series(other));
            }
        }
        assert_eq!(Paint::series(8), Paint::series(0));
    }

    #[test]
    fn the_scale_of_heat_maps_grows_lighter_step_by_step() {
        let steps: Vec<f64> = (0..=100)
            .map(|step| Colour::on_scale(f64::from(step) / 100.0).luminance())
            .collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(Colour::on_scale(f64::NAN), Colour::on_scale(0.0));
        assert_eq!(Colour::on_scale(7.0).to_string(), "#fde725");
    }
}
