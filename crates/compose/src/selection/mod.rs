//! Which components will do well on a question: learned from how they did on others.
//!
//! [`Outcomes`] say how well the components of a task did on questions. The way of Frankenstein (Singh et al.,
//! WWW 2018) is a [`Classifier`] for each component and a [`ranking`](ranked) of what they predict.
//! [`best_set`] is what it must be held against: the fixed set of components that together cover most
//! questions. [`cramers_v`] says which features have to do with success.

mod association;
mod classifier;
mod outcomes;
mod ranking;

pub use association::cramers_v;
pub use classifier::{Classifier, Predicted, cross_validated, held_out};
pub use outcomes::{Outcomes, SUCCESS};
pub use ranking::{best_set, hits_of_ranking, hits_of_set, ranked};
