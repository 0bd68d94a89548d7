//! Question features, vectors, clusters and micro-benchmarks.
//!
//! A global F1 hides what a system cannot do. QaldGen's answer is to measure every question, and to
//! choose few that differ as much as possible:
//!
//! | to | see |
//! | --- | --- |
//! | list what is measured of a question | [`Feature`] |
//! | measure a question | [`Extractor`], [`Features`] |
//! | sum up a dataset | [`Overview`] |
//! | write and read features as RDF, QaldGen's dataset among them | [`RdfWriter`], [`read_rdf`] |
//! | select questions by a SPARQL query or by a condition | [`select`], [`Selection`], [`Condition`] |
//! | put several datasets together | [`Collection`] |
//! | compare them | [`Pool`], [`Vectors`] |
//! | choose some | [`choose`], [`Method`], [`methods`] |
//! | know how good the choice is, and see it | [`Quality`], [`Bias`], [`SampleReport`] |
//!
//! ```
//! use lydite_sample::{Feasible, Pool, Quality, choose};
//!
//! let mut pool = Pool::new(["length", "tps"]);
//! for (id, values) in [("1", [4.0, 1.0]), ("2", [5.0, 1.0]), ("3", [12.0, 3.0])] {
//!     pool.push(id, &values)?;
//! }
//! let vectors = pool.vectors()?;
//! let choice = choose(&Feasible, &vectors, 2, 0)?;
//! assert!(Quality::of(&vectors, &choice.questions).diversity > 0.3);
//! # Ok::<(), lydite_sample::SampleError>(())
//! ```

mod collection;
mod error;
mod features;
mod methods;
mod pool;
mod quality;
mod rdf;
mod report;
mod select;
mod vectors;

pub use collection::{Collection, Origin, Repeated};
pub use error::SampleError;
pub use features::{
    Extractor, Feature, Features, Kind, Labels, Mode, Needs, Overview, UnknownFeature, Value,
    Vocabulary,
};
pub use methods::{
    Agglomerative, Bias, Choice, DbscanKMeans, Feasible, FeasibleExemplars, KMeans, Method,
    RandomChoice, choose, methods,
};
pub use pool::Pool;
pub use quality::Quality;
pub use rdf::{Described, RdfWriter, ReadRdfError, Unread, question_iri, read_rdf};
pub use report::{Projection, SampleReport};
pub use select::{Condition, ConditionError, LISTING_1_2, SelectError, Selection, select};
pub use vectors::Vectors;
