//! Question features, vectors, clusters and micro-benchmarks.

mod error;
mod features;
mod methods;
mod pool;
mod quality;
mod random;
mod rdf;
mod report;
mod select;
mod vectors;

pub use error::SampleError;
pub use features::{
    Extractor, Feature, Features, Kind, Mode, Needs, UnknownFeature, Value, Vocabulary,
};
pub use methods::{
    Agglomerative, Choice, DbscanKMeans, Feasible, FeasibleExemplars, KMeans, Method, RandomChoice,
    choose, methods,
};
pub use pool::Pool;
pub use quality::Quality;
pub use rdf::{Described, RdfWriter, ReadRdfError, Unread, question_iri, read_rdf};
pub use report::{Bin, Histogram, Projection, SampleReport};
pub use select::{Condition, ConditionError, LISTING_1_2, SelectError, Selection, select};
pub use vectors::Vectors;
