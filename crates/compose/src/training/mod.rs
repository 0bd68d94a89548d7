//! What the joint pipeline learns from questions with their queries: conventions, words, preferences.
//!
//! Nothing of this is needed to answer questions; an [`Answerer`](crate::Answerer) takes a [`Model`] with
//! [`with_model`](crate::Answerer::with_model).

mod align;
mod choice;
mod features;
mod model;
mod taught;
mod train;

pub(crate) use features::{Described, of_answer};
pub use model::{Convention, Model, Usage};
pub(crate) use taught::{Bound, Taught};
pub use train::train;
