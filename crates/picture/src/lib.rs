//! Charts as values, drawn as SVG that can be published.
//!
//! A chart is a title and a body; the [`Theme`] says how wide it is, and whether it is light or dark.
//! Text stays text and is measured before it is set, so that nothing collides or is cut off. Nothing
//! here reads or writes a file.
//!
//! | to show | use |
//! | --- | --- |
//! | scores of systems with their intervals | [`Bars`] |
//! | what a whole is made of | [`StackedBars`] |
//! | a score for every pair of two things | [`HeatMap`] |
//! | where things lie in a plane | [`Scatter`] |
//! | how values are spread | [`Histogram`] |
//! | how much systems differ | [`Differences`] |
//!
//! ```
//! use lydite_picture::{Bar, Bars, Chart, Theme};
//!
//! let bars = Bars::new("F1")
//!     .row("QAnswer", [Bar::new(0.43).interval(0.36, 0.51)])
//!     .row("gAnswer", [Bar::new(0.30).interval(0.23, 0.37)]);
//! let svg = Chart::new("QALD-9", bars).render(&Theme::default());
//! assert!(svg.starts_with("<svg ") && svg.contains(">QAnswer</text>"));
//! ```

mod axis;
mod bars;
mod bins;
mod canvas;
mod chart;
mod colour;
mod differences;
mod heat_map;
mod histogram;
mod legend;
mod number;
mod rows;
mod scale;
mod scatter;
mod stacked;
mod theme;
mod words;

pub use axis::Axis;
pub use bars::{Bar, Bars};
pub use chart::{Body, Chart};
pub use colour::{Colour, Paint};
pub use differences::{Difference, Differences};
pub use heat_map::HeatMap;
pub use histogram::Histogram;
pub use number::Unit;
pub use scatter::{Point, Scatter};
pub use stacked::{StackedBars, StackedRow};
pub use theme::{Scheme, Theme};
pub use words::text_width;
