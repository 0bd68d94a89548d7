//! The scorers of today's benchmarks, a file each, with their faults.

mod aqqu;
pub(crate) mod cells;
mod cwq;
pub(crate) mod figures;
mod grailqa;
mod graphquestions;
mod kqapro;
mod logical_form;
mod mintaka;
mod mkqa;
mod plain;
pub(crate) mod row_measures;
mod rows;
mod scholarly_qald;
mod sempre;
mod spinach;
mod text2sparql_2026;
mod tog;
mod values;
mod vectors;
mod webqsp;
mod wikikgqa;
mod wikiwebquestions;

pub use mkqa::{BestThreshold, best_threshold};
pub use vectors::{Scored, mintaka_prediction, score_vector};

pub(super) use aqqu::AQQU;
pub(super) use cwq::CWQ;
pub(super) use grailqa::GRAILQA;
pub(super) use graphquestions::GRAPHQUESTIONS;
pub(super) use kqapro::KQAPRO;
pub(super) use mintaka::{MINTAKA, MINTAKA_TEXT};
pub(super) use mkqa::MKQA;
pub(super) use scholarly_qald::SCHOLARLY_QALD;
pub(super) use sempre::SEMPRE;
pub(super) use spinach::SPINACH;
pub(super) use text2sparql_2026::TEXT2SPARQL_2026;
pub(super) use tog::TOG;
pub(super) use webqsp::WEBQSP;
pub(super) use wikikgqa::WIKIKGQA;
pub(super) use wikiwebquestions::WIKIWEBQUESTIONS;
