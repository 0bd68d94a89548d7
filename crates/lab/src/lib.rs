//! The use cases of Lydite, without a word about terminals: what a command, a page and a library
//! call share.
//!
//! | to | see |
//! | --- | --- |
//! | say where data is kept and who is told how the work goes on | [`Lab`], [`Config`], [`Observer`] |
//! | find and fetch published files | [`catalogue`] |
//! | judge answers | [`Lab::evaluate`], [`Evaluation`] |
//! | find out why questions are lost | [`attribution`], [`Evaluation::failures`] |
//! | slice scores by features of the questions | [`Lab::slice`] |
//! | open a graph by name, file or address, and load one | [`Lab::graph`], [`Lab::load_graph`] |
//! | run the queries of questions | [`execution`] |
//! | lend a judge what a graph knows | [`knowledge`] |
//! | check, profile, convert, renew and import files | [`Lab::check`], [`Lab::profile`], [`datasets`] |
//! | ask systems questions | [`system`] |
//! | judge and train single components | [`Lab::run_components`], [`components`] |
//! | ask public services as components | [`services`] |
//! | run experiments | [`Lab::run`], [`run`] |
//! | keep experiments, and read them again | [`Lab::store`], [`store`] |
//! | publish experiments, and verify what others published | [`Lab::export`], [`Lab::verify`], [`export`] |
//! | find the queries that are meant | [`GivenQueries`] |
//! | measure questions and choose micro-benchmarks | [`sampling`] |
//! | judge query templates | [`Lab::judge_templates`], [`templates`] |
//! | see results as pictures | [`Evaluated::chart`], [`Slices::chart`], [`charts`] |
//! | overrule verdicts, and correct benchmarks by that | [`overrule`] |
//! | run a campaign | [`campaign`] |
//! | use what comes with the program | [`demo`] |

pub mod asking;
pub mod attribution;
pub mod campaign;
pub mod catalogue;
pub mod charts;
mod checks;
pub mod components;
pub mod composition;
pub mod datasets;
pub mod demo;
mod error;
mod evaluation;
pub mod execution;
pub mod export;
pub mod files;
pub mod graphs;
pub mod knowledge;
pub mod literature;
mod observer;
pub mod overrule;
mod profile;
mod queries;
mod record;
pub mod run;
pub mod sampling;
pub mod services;
mod slices;
pub mod store;
pub mod system;
pub mod templates;
pub mod training;
mod unknown_iris;
mod workplace;

pub use checks::Findings;
pub use error::Error;
pub use evaluation::{
    AnswerSource, ComparedSystems, Evaluated, Evaluation, GraphUse, System, Unrepaired, find_rules,
    official_rules,
};
pub use observer::{Notice, Observer, Progress, Silent, Step, Task};
pub use profile::{Baseline, Profiled};
pub use queries::{GivenQueries, GivenQuery};
pub use record::{
    Citation, ExperimentRecord, FileUsed, GraphRecord, Identity, Record, Role, RulesUsed,
};
pub use slices::{Slice, SliceScore, Slices, Slicing, SystemDamage};
pub use unknown_iris::unknown_iris;
pub use workplace::{Config, Lab};
