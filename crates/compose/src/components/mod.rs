//! The components of the program: a file each, by task.
//!
//! Names begin with the abbreviation of the task: `ned-`, `rl-`, `cl-`, `qb-` and so on.

pub mod answer_types;
pub mod chat;
pub mod classes;
pub mod entities;
mod published;
pub mod queries;
pub mod relations;
mod wording;

use crate::component::Component;

pub use published::{PUBLISHED, Published};

/// All components of the program, task by task.
pub(crate) fn all() -> Vec<Component> {
    let mut all = entities::all();
    all.extend(relations::all());
    all.extend(classes::all());
    all.extend(answer_types::all());
    all.extend(queries::all());
    all.extend(chat::all(None));
    all
}
