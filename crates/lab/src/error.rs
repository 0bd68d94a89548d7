//! Why a use case could not be carried out.

use std::io;
use std::path::{Path, PathBuf};

use lydite_formats::ReadError;
use lydite_graph::GraphError;
use lydite_judge::RuleFileError;
use lydite_model::Language;
use lydite_sample::{Feature, SampleError, SelectError};
use lydite_sparql::ParseError;

use crate::campaign::CampaignError;
use crate::catalogue::{FetchError, NoHome, ResolveError, UnknownName};
use crate::export::ExportError;
use crate::store::{ExperimentId, StoreError};
use crate::system::SpecError;

/// Why a use case could not be carried out. What to do about it is for the front end to say, which
/// knows its flags and buttons.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The work was ended from outside, by [`Config::cancel`](crate::Config::cancel). Nothing is
    /// passed off as its result.
    #[error("cancelled")]
    Cancelled,
    /// Something is wrong with a campaign.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A benchmark or answer file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A graph cannot be opened or asked.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A request cannot be made.
    #[error(transparent)]
    Http(#[from] lydite_http::Error),
    /// A file of the catalogue cannot be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// There is no file of this name.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The catalogue has no entry of this name.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// There is no place for data.
    #[error(transparent)]
    NoHome(#[from] NoHome),
    /// The store of experiments cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An experiment cannot be exported, or an archive not be read.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// An experiment cannot be resumed: it is finished.
    #[error("experiment {id} is finished: there is nothing to resume")]
    FinishedExperiment {
        /// The experiment.
        id: ExperimentId,
        /// At how many questions systems failed.
        given_up: u64,
    },
    /// An experiment is not finished.
    #[error("experiment {id} is not finished")]
    UnfinishedExperiment {
        /// The experiment.
        id: ExperimentId,
    },
    /// No question of an experiment is worth asking again.
    #[error("experiment {id}: no system was unavailable, so there is nothing to ask again")]
    NothingToRetry {
        /// The experiment.
        id: ExperimentId,
    },
    /// Another process runs an experiment.
    #[error("experiment {id} is being run by another process")]
    ExperimentInUse {
        /// The experiment.
        id: ExperimentId,
    },
    /// Experiments have no questions and rules in common, and there is no earlier run.
    #[error("there is nothing to compare: no two systems were asked the same questions")]
    NothingInCommon,
    /// An experiment has several datasets, and which is meant is not said.
    #[error("which dataset? There are {}", names.join(", "))]
    WhichDataset {
        /// The datasets by their names.
        names: Vec<String>,
    },
    /// A benchmark has no questions.
    #[error("{name}: there are no questions in it")]
    NoQuestionsIn {
        /// As it was named.
        name: String,
    },
    /// A file cannot be read or written.
    #[error("{}", match source.kind() {
        io::ErrorKind::NotFound => format!("the file {} does not exist", path.display()),
        _ => format!("{}: {source}", path.display()),
    })]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Neither a graph nor a file has this name.
    #[error("{given}: no such graph or file")]
    UnknownGraph {
        /// The name as given.
        given: String,
        /// A graph with a name like it.
        nearest: Option<String>,
    },
    /// A graph cannot be called so.
    #[error("`{name}` cannot be the name of a graph")]
    BadGraphName {
        /// The name as given.
        name: String,
    },
    /// More of a file could not be read as triples than could.
    #[error("{file}: {}", match (triples, bad_lines) {
        (0, _) => "no triples could be read".to_owned(),
        (triples, bad) => format!(
            "mostly unreadable (triples: {triples}, unreadable lines or statements: {bad})"
        ),
    })]
    NoTriples {
        /// The file.
        file: String,
        /// How many triples it has.
        triples: u64,
        /// How many lines or statements cannot be read.
        bad_lines: u64,
    },
    /// A file of JSON says nothing about anything.
    #[error("{file}: JSON without a single triple, so not JSON-LD")]
    NotRdf {
        /// The file.
        file: String,
    },
    /// Another graph has this name.
    #[error("a graph named `{name}` already exists")]
    GraphExists {
        /// The name.
        name: String,
    },
    /// A file was changed while it was loaded.
    #[error("a file changed while it was being loaded; load it again when it is complete")]
    ChangedMeanwhile,
    /// Relative IRIs cannot be resolved against this.
    #[error("`{base}` is not an absolute IRI")]
    BadBase {
        /// What was given.
        base: String,
    },
    /// A graph cannot have this name.
    #[error("`{iri}` is not an absolute IRI")]
    BadGraphIri {
        /// What was given.
        iri: String,
    },
    /// This works only on graphs that are loaded.
    #[error("{address}: this works only for loaded graphs")]
    NotLoaded {
        /// The address as it may be shown.
        address: String,
    },
    /// An endpoint cannot be used.
    #[error("{source}")]
    Endpoint {
        /// What it said.
        source: GraphError,
    },
    /// Questions can only be answered over an endpoint of which a copy can be made.
    #[error(
        "{address} has {triples} triples, more than the {most} that are copied to answer questions"
    )]
    EndpointTooLarge {
        /// The address as it may be shown.
        address: String,
        /// How many triples there are.
        triples: u64,
        /// How many are copied at most.
        most: u64,
    },
    /// Questions cannot be answered over an endpoint together with other graphs.
    #[error(
        "questions are answered over one endpoint, or over loaded graphs, but not over a mixture"
    )]
    SeveralEndpoints,
    /// No rule set has this name.
    #[error("there is no rule set named `{name}`")]
    UnknownRules {
        /// The name as given.
        name: String,
    },
    /// A rule set that is described in a file cannot be used.
    #[error("{}:{error}", path.display())]
    RuleFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<RuleFileError>,
    },
    /// A query cannot be understood.
    #[error("{name}: {error}")]
    Query {
        /// Where it comes from.
        name: String,
        /// The query.
        text: String,
        /// What is wrong with it.
        error: Box<ParseError>,
    },
    /// A file has no queries, or none for a question.
    #[error("{source_name}: {}", no_queries(question.as_deref()))]
    NoQueries {
        /// The file.
        source_name: String,
        /// The question that was asked for.
        question: Option<String>,
    },
    /// No format that can be written has this name, or goes with this extension.
    #[error("{}", match name { Some(name) => format!("there is no format `{name}` to write"), None => format!("cannot tell which format to write to {}", output.display()) })]
    UnknownTarget {
        /// The format as given.
        name: Option<String>,
        /// The file to write.
        output: PathBuf,
    },
    /// The output would overwrite the input.
    #[error("the output would overwrite the input")]
    OverwritesInput,
    /// A file exists already.
    #[error("{} already exists", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A dataset cannot be called so.
    #[error("`{name}` cannot be the name of a dataset")]
    BadDatasetName {
        /// The name as given.
        name: String,
    },
    /// An output cannot be written.
    #[error(transparent)]
    Write(io::Error),
    /// A tagger cannot be read.
    #[error("{reason}")]
    Tagger {
        /// What is wrong with it.
        reason: String,
    },
    /// A file with features cannot be read.
    #[error("{file}: {error}")]
    FeatureFile {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: String,
    },
    /// A query over features cannot be used.
    #[error("{}: {error}", file.display())]
    Select {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        error: Box<SelectError>,
    },
    /// Questions cannot be compared by a feature.
    #[error("questions cannot be compared by `{}`: it is of type {}", feature.name, feature.kind)]
    NotComparable {
        /// The feature.
        feature: &'static Feature,
    },
    /// A query gives features, and others were named besides.
    #[error("features are given both by the query and by name")]
    FeaturesTwice,
    /// There is no question to choose from.
    #[error("{}", nothing_selected(query.as_deref(), *by_condition, features))]
    NothingSelected {
        /// The query that selected.
        query: Option<PathBuf>,
        /// Whether a condition selected.
        by_condition: bool,
        /// The features that a question must have.
        features: Vec<&'static str>,
    },
    /// No sample can be chosen.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// There are templates to judge, but no questions with gold queries.
    #[error("no questions given")]
    NoQuestions,
    /// This is not the address of a service.
    #[error("`{given}` is not the URL of a service")]
    NoAddress {
        /// The address as given.
        given: String,
    },
    /// No question got through to a service.
    #[error("{address} could not be reached")]
    NeverReached {
        /// Its address.
        address: String,
    },
    /// A file has no recorded exchange.
    #[error("{}: no records found", path.display())]
    NoRecords {
        /// The file.
        path: PathBuf,
    },
    /// A file has no answers in the language.
    #[error("{}: no answers in language {language}", path.display())]
    NoAnswersInLanguage {
        /// The file.
        path: PathBuf,
        /// The language.
        language: Language,
    },
    /// No question has a text in the language.
    #[error("{source_name}: no question has a text in {language}; the languages are {}", present.join(", "))]
    NoTextInLanguage {
        /// The benchmark.
        source_name: String,
        /// The language.
        language: Language,
        /// The languages that there are.
        present: Vec<String>,
    },
    /// Nothing was judged.
    #[error("none of the answers is to a question of the benchmark")]
    NothingJudged,
    /// A system is named in a way that makes no sense.
    #[error("{given}: {}", error.problem)]
    SystemSpec {
        /// How it is named, without passwords.
        given: String,
        /// What is wrong with that.
        error: Box<SpecError>,
    },
    /// A system is described in a file in a way that makes no sense.
    #[error("{}:{error}", path.display())]
    SystemFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<SpecError>,
    },
    /// A system needs a secret that nobody knows.
    #[error("the secret `{name}` is not known")]
    NoSecret {
        /// Its name.
        name: String,
    },
    /// There is no such pipeline.
    #[error("there is no built-in pipeline named `{name}`")]
    UnknownPipeline {
        /// The name as given.
        name: String,
        /// One with a name like it.
        nearest: Option<String>,
        /// All of them.
        names: Vec<String>,
    },
    /// A list of terms or phrases, or a model, cannot be read.
    #[error("{}: {reason}", path.display())]
    BadList {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A component has nothing to learn.
    #[error("`{component}` works as it is and cannot be trained")]
    NotTrainable {
        /// Its name.
        component: String,
    },
    /// What was named as a language model is asked in another way.
    #[error("`{given}` is not a language model")]
    NoChat {
        /// What was named.
        given: String,
    },
    /// The components of a pipeline cannot do their work.
    #[error(transparent)]
    Compose(#[from] lydite_compose::ComposeError),
    /// The model of a pipeline cannot be used.
    #[error(transparent)]
    Model(#[from] lydite_compose::learn::ModelFileError),
    /// None of the questions has a query to learn from.
    #[error("{}: none of the questions has a query to learn from", path.display())]
    NothingToLearn {
        /// The dataset.
        path: PathBuf,
    },
    /// A built-in pipeline answers from a graph, and there is none.
    #[error("a built-in pipeline needs a graph")]
    PipelineWithoutGraph,
    /// A prompt has no place for the question.
    #[error("{}: {reason}", path.display())]
    Prompt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file is no recording.
    #[error("{}: this is not a recording: {reason}", path.display())]
    NoRecording {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// The benchmark has no question of the sample.
    #[error("no question of the sample is in the benchmark")]
    NoQuestionOfSample,
}

impl Error {
    /// An adapter for `map_err` on file operations.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}

fn no_queries(question: Option<&str>) -> String {
    match question {
        Some(id) => format!("no question `{id}` with a query found"),
        None => "no queries found".to_owned(),
    }
}

fn nothing_selected(query: Option<&Path>, by_condition: bool, features: &[&str]) -> String {
    match query {
        Some(file) => format!("the query {} selects no question", file.display()),
        None if by_condition => "no question meets the condition".to_owned(),
        None => format!("no question has all of {}", features.join(", ")),
    }
}
