//! Which components will do well on a question: learned from how they did on others.
//!
//! [`Outcomes`] say how well the components of a task did on questions. The way of Frankenstein (Singh et al.,
//! WWW 2018) is a [`Classifier`] for each component and a [`ranking`](ranked) of what they predict.
//! [`best_set`] is what it must be held against: the fixed set of components that together cover most
//! questions. A [`Selector`] is our way: it chooses sets by the chance that some member succeeds.
//! [`cramers_v`] says which features have to do with success.
//!
//! A [`ChoiceModel`] learns all of that for components of ours, and which of them to believe once they were run;
//! [`Composer::choose`](crate::Composer::choose) answers questions by it, with a [`Strategy`].

mod agreement;
mod association;
mod classifier;
mod features;
mod model;
mod outcomes;
mod prediction;
mod ranking;
mod selector;
mod strategy;

pub use association::cramers_v;
pub use classifier::{Classifier, Predicted, cross_validated, held_out};
pub use features::{
    PAPER_FEATURES, feature_names, masked, question_features, surface_features, surface_names,
};
pub use model::{CHOSEN, Cell, ChoiceModel, Member, Observed, TaskMembers};
pub use outcomes::{Outcomes, SUCCESS};
pub use ranking::{best_set, hits_of_ranking, hits_of_set, ranked};
pub use selector::{Chances, Selector, SelectorOptions};
pub use strategy::{Strategy, UnknownStrategy};
