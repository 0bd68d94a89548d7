//! Pipelines that answer questions over any knowledge graph, in milliseconds, without training, network
//! or language model.
//!
//! | to | see |
//! | --- | --- |
//! | answer questions over a graph | [`Answerer`] |
//! | choose how | [`Pipeline`] |
//! | know what came out, and why | [`Answered`], [`Trace`] |
//! | learn from examples | [`learn`] |
//! | see what components say about a question | [`annotation`], [`Composer`] |
//! | list components, look them up, add one | [`component::Registry`], [`components`] |
//! | prepare what components need of a graph | [`Resources`] |
//! | predict which component will do well, and choose | [`selection`], [`Composer::choose`] |
//! | learn from questions with their queries | [`train()`], [`Model`] |
//!
//! In the order in which a question passes: its words are cut and tagged; every span gets readings
//! (names, classes, relations, operations) from the lexicon of the graph and general knowledge about
//! words; the best ways to cover the question become sketches; their fragments are joined by paths that
//! exist in the graph; the patterns are written as queries, run, and ranked again by what they give.

#![forbid(unsafe_code)]

pub mod annotation;
mod answered;
mod answerer;
mod choosing;
pub mod component;
pub mod components;
mod composer;
mod confidence;
mod connect;
mod cube;
mod emit;
mod fold;
mod gold;
mod hybrid;
mod knowledge;
pub mod learn;
mod lexicon;
pub mod names;
mod pipeline;
mod question;
mod reading;
pub mod resources;
pub mod selection;
mod sketch;
mod trace;
mod training;
mod translate;

pub use answered::{Abstention, Answered, Candidate, Timings};
pub use answerer::{Answerer, Part};
pub use choosing::{Chosen, ChosenComponent, ChosenOfTask, Reason, Tried, borne_out};
pub use composer::{ComposeError, Composer, Step};
pub use confidence::Evidence;
pub use gold::{Example, Gold};
pub use lydite_language::Lang;
pub use pipeline::{Pipeline, UnknownPipeline};
pub use resources::Resources;
pub use trace::{Annotation, Kind, Meant, Trace};
pub use training::{Convention, Model, Usage, train};
