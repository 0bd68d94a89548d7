//! Campaigns: phases with dates, tasks, hidden gold, submissions, rankings.

mod codabench;
mod definition;
mod error;
mod phase;

pub use codabench::{Bundle, Column, Program, Scored, Scoring};
pub use definition::{Definition, Standing, Task};
pub use error::CampaignError;
pub use phase::{Day, Phase, PhaseKind};
