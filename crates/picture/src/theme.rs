//! How pictures are set: their width, and light or dark.

/// How a chart is drawn.
///
/// ```
/// use lydite_picture::{Bars, Chart, Scheme, Theme};
/// let chart = Chart::new("Empty", Bars::new("F1"));
/// let svg = chart.render(&Theme::default().width(400.0).scheme(Scheme::Dark));
/// assert!(svg.contains("viewBox=\"0 0 400 "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    width: f64,
    scheme: Scheme,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Light, and dark where the reader prefers that.
    #[default]
    Auto,
    /// Light whatever the reader prefers: for print.
    Light,
    /// Dark whatever the reader prefers: for slides.
    Dark,
}

impl Theme {
    /// The same at this width in pixels, from 240 to 2,400. Letters have the same size at any width:
    /// there is more or less room between them.
    #[must_use]
    pub fn width(self, width: f64) -> Self {
        let width = if width.is_finite() { width } else { WIDTH };
        Self {
            width: width.clamp(240.0, 2_400.0).round(),
            ..self
        }
    }

    /// The same in this scheme.
    #[must_use]
    pub fn scheme(self, scheme: Scheme) -> Self {
        Self { scheme, ..self }
    }

    pub(crate) fn room(&self) -> f64 {
        self.width
    }

    pub(crate) fn chosen(&self) -> Scheme {
        self.scheme
    }
}

/// Narrow enough that letters can be read when it is shrunk to 400 pixels.
const WIDTH: f64 = 560.0;

impl Default for Theme {
    fn default() -> Self {
        Self {
            width: WIDTH,
            scheme: Scheme::Auto,
        }
    }
}
