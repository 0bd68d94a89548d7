//! Why a command ends early, and with which exit code.

use std::fmt;
use std::io;

use lydite_formats::{ReadError, targets};
use lydite_graph::GraphError;
use lydite_judge::rules;
use lydite_lab::Error;
use lydite_lab::asking::ComposeError;
use lydite_lab::campaign::CampaignError;
use lydite_lab::catalogue::{Fault, FetchError, NoHome, ResolveError, UnknownName};
use lydite_lab::components::ComponentError;
use lydite_lab::export::{ArchiveError, ExportError};
use lydite_lab::store::StoreError;
use lydite_model::nearest;
use lydite_sample::{Feature, SampleError, SelectError};
use lydite_sparql::ParseError;

use crate::session::CREDENTIALS;

/// What a command that ran to its end found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Done.
    Done,
    /// It ran, but what was checked does not hold.
    DoesNotHold,
}

/// Why a command could not run to its end.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong, in words.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The exit code of the program.
    pub exit_code: u8,
}

impl Failure {
    /// The command line makes no sense.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            exit_code: 2,
        }
    }

    /// An input cannot be read.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            exit_code: 3,
        }
    }

    /// A service or a graph that is needed cannot be reached.
    pub(crate) fn out_of_reach(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            exit_code: 4,
        }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let failure = Self::input(error.to_string());
        match error {
            ReadError::Unrecognised { file, found } if is_graph(&file, &found) => failure.hint(
                format!("this looks like a graph: `lydite kg load {file}` loads it"),
            ),
            ReadError::Unrecognised { .. } => failure.hint(
                "`lydite dataset formats` lists the formats that can be read, `lydite dataset \
                 formats show NAME` shows the layout of one",
            ),
            ReadError::Empty { .. } => failure.hint("was the download or export finished?"),
            ReadError::Directory { .. } | ReadError::Io { .. } => failure,
        }
    }
}

/// Whether a file that is no benchmark is a graph.
fn is_graph(file: &str, found: &str) -> bool {
    const NOTATIONS: [&str; 8] = ["ttl", "nt", "nq", "trig", "rdf", "owl", "jsonld", "n3"];
    let packed = [".gz", ".bz2", ".zst"];
    let name = packed.iter().find_map(|end| file.strip_suffix(end));
    let extension = name.unwrap_or(file).rsplit('.').next().unwrap_or_default();
    let begins = ["`@prefix", "`@base", "`<http", "<rdf:RDF>"];
    NOTATIONS.contains(&extension) || begins.iter().any(|begin| found.contains(begin))
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        let message = error.to_string();
        match error {
            CampaignError::Definition { hint, .. } => Self {
                hint,
                ..Self::input(message)
            },
            CampaignError::TooLarge { .. } => Self::input(message),
            CampaignError::WhichTask { .. } => {
                Self::usage(message).hint("choose one with --task NAME")
            }
            CampaignError::WhichLanguage { .. } => Self::usage(message)
                .hint("set it with --lang LANG, or keep the question texts in the file"),
            CampaignError::StillOpen { .. } => Self::usage(message)
                .hint("`lydite campaign close` ends it; --provisional ranks now"),
            CampaignError::Unknown { nearest, .. } => Self::usage(message).hint(match nearest {
                Some(name) => format!("did you mean `{name}`?"),
                None => "`lydite campaign list` shows the campaigns".to_owned(),
            }),
            CampaignError::NobodyJoined => {
                Self::usage(message).hint("`lydite campaign join` registers one")
            }
            CampaignError::NoBegin { .. } | CampaignError::NoPhases => {
                Self::usage(message).hint("Codabench needs a [[phase]] with `kind` and `begin`")
            }
            _ => Self::usage(message),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Read(error) => error.into(),
            Error::Graph(error) => error.into(),
            Error::Endpoint { source } => endpoint(&source),
            Error::Http(_) => Self::out_of_reach(message),
            Error::Fetch(error) => error.into(),
            Error::Resolve(error) => error.into(),
            Error::UnknownName(error) => error.into(),
            Error::NoHome(error) => error.into(),
            Error::Store(error) => error.into(),
            Error::Campaign(error) => error.into(),
            Error::Export(error) => error.into(),
            Error::FinishedExperiment { id, given_up } => Self::usage(message).hint(match given_up {
                0 => format!("`lydite experiment show {id}` shows it"),
                _ => format!(
                    "`lydite experiment show {id}` shows it; `lydite run --resume {id} --retry` \
                     asks the questions again at which systems were unavailable"
                ),
            }),
            Error::UnfinishedExperiment { id } => {
                Self::usage(message).hint(format!("`lydite run --resume {id}` finishes it"))
            }
            Error::NothingToRetry { .. } => Self::usage(message),
            Error::ExperimentInUse { .. } => Self::usage(message)
                .hint("wait until it ends; then the experiment can be resumed"),
            Error::NothingInCommon => Self::input(message)
                .hint("`lydite experiment list` shows what was run on what, by which rules"),
            Error::WhichDataset { .. } => Self::usage(message)
                .hint("name one: --dataset NAME and --lang LANG, or --gold NAME=FILE"),
            Error::NoQuestionsIn { .. } => {
                Self::input(message).hint("`lydite dataset check` says what is in a file")
            }
            Error::File { .. }
            | Error::Cancelled
            | Error::NoQuestionOfSample
            | Error::NothingJudged => Self::input(message),
            Error::UnknownGraph { nearest, .. } => Self::input(message).hint(match nearest {
                Some(name) => format!("did you mean `{name}`?"),
                None => "`lydite kg list` lists the graphs, `lydite kg load` adds one".to_owned(),
            }),
            Error::BadGraphName { .. } => Self::usage(message)
                .hint("a name consists of letters, digits and -_.+; `demo` is reserved"),
            Error::NotRdf { .. } => Self::input(message)
                .hint("a benchmark or answer file is for `lydite dataset` and `lydite score`"),
            Error::GraphExists { .. } => {
                Self::usage(message).hint("--force replaces it; --name NAME uses another name")
            }
            Error::ChangedMeanwhile => Self::input(message),
            Error::BadBase { .. } => {
                Self::usage(message).hint("for example --base http://example.org/data/")
            }
            Error::BadGraphIri { .. } => {
                Self::usage(message).hint("--graph-name takes one such as http://dbpedia.org")
            }
            Error::NoTriples { .. } => Self::input(message).hint(
                "the extension must match the notation: .nt, .nq, .ttl, .trig, .rdf, .jsonld",
            ),
            Error::NotLoaded { .. } | Error::OverwritesInput => Self::usage(message),
            Error::EndpointTooLarge { .. } => Self::input(message).hint(
                "LYDITE_KG_COPY=TRIPLES raises the limit; `lydite kg load` loads a dump; a graph in \
                 the address (?default-graph-uri=…) asks for less",
            ),
            Error::SeveralEndpoints => {
                Self::usage(message).hint("name one graph with --kg, or load the others")
            }
            Error::Exists { .. } => Self::usage(message).hint("--force overwrites it"),
            Error::BadDatasetName { .. } => Self::usage(message).hint(
                "a name consists of letters, digits and -_.+; catalogue names are reserved",
            ),
            Error::Write(error) => error.into(),
            Error::RuleFile { error, .. } => Self {
                hint: error.hint,
                ..Self::input(message)
            },
            Error::SystemSpec { error, .. } => Self {
                hint: error.hint,
                ..Self::usage(message)
            },
            Error::SystemFile { error, .. } => Self {
                hint: error.hint,
                ..Self::input(message)
            },
            Error::NoSecret { name } => {
                Self::input(message).hint(format!("set the environment variable {name}"))
            }
            Error::UnknownPipeline { nearest, names, .. } => {
                let failure = Self::usage(message);
                match (nearest, names.as_slice()) {
                    (Some(name), _) => failure.hint(format!("did you mean `{name}`?")),
                    (None, []) => failure,
                    (None, names) => failure.hint(format!("there are {}", names.join(", "))),
                }
            }
            Error::Compose(
                ComposeError::Unknown(_)
                | ComposeError::Component(ComponentError::NoLanguageModel { .. }),
            )
            | Error::NotTrainable { .. }
            | Error::NoChat { .. } => Self::usage(message),
            Error::Compose(ComposeError::Component(ComponentError::Unreachable { .. })) => {
                Self::out_of_reach(message)
            }
            Error::Compose(_) | Error::BadList { .. } => Self::input(message),
            Error::Model(_) => Self::input(message)
                .hint("`lydite pipeline train` makes a model from questions with queries"),
            Error::NothingToLearn { .. } => Self::input(message)
                .hint("the dataset must have SPARQL queries; `lydite dataset stats` says what it has"),
            Error::PipelineWithoutGraph => {
                Self::usage(message).hint("--kg GRAPH names one, such as --kg demo")
            }
            Error::Prompt { .. } => Self::input(message)
                .hint("a prompt is a text with {question} in it; docs/systems.md shows one"),
            Error::NoRecording { .. } => {
                Self::input(message).hint("`lydite system check SPEC --record FILE` makes one")
            }
            Error::NoQueries { .. } => Self::input(message),
            Error::Tagger { .. } => Self::input(message)
                .hint("--pos-model names a folder with weights.json, tagdict.json and classes.txt"),
            Error::FeatureFile { .. } => Self::input(message).hint(
                "expected question features in QaldGen's vocabulary, in Turtle or N-Triples",
            ),
            Error::Select { error, .. } => Self {
                hint: selection(&error),
                ..Self::input(message)
            },
            Error::NotComparable { .. } => {
                let numeric = Feature::all()
                    .iter()
                    .filter(|other| other.kind.is_numeric());
                let names: Vec<_> = numeric.map(|other| other.name).take(12).collect();
                Self::usage(message).hint(format!("numeric and boolean features work: {} …", names.join(", ")))
            }
            Error::FeaturesTwice => Self::usage(message)
                .hint("drop --features, or select only the question in the query"),
            Error::NothingSelected { query: Some(_), .. } => Self::input(message).hint(
                "questions that lack a property of the query are dropped; `lydite features` shows what \
                 there is",
            ),
            Error::NothingSelected { .. } => {
                Self::input(message).hint("`lydite features DATASET` shows the values")
            }
            Error::Sample(error) => error.into(),
            Error::Query { name, text, error } => {
                let hint = error.hint.clone();
                let bare = ParseError {
                    hint: None,
                    ..*error
                };
                Self {
                    hint,
                    ..Self::input(format!("{name}:{}", bare.render(&text)))
                }
            }
            Error::UnknownTarget { name, .. } => {
                let names: Vec<_> = targets().iter().map(|target| target.format.name).collect();
                let meant = name
                    .as_deref()
                    .and_then(|name| nearest(name, names.iter().copied()));
                let names = format!("formats that can be written: {}", names.join(", "));
                Self::usage(message).hint(match name {
                    Some(_) if meant.is_some() => {
                        format!("did you mean `{}`?", meant.unwrap_or_default())
                    }
                    Some(_) => names,
                    None => format!("add --to FORMAT; {names}"),
                })
            }
            Error::NoQuestions => Self::usage(message).hint(
                "use --gold FILE or --dataset tgm-paper, or stored exchanges with \
                 --cases FILE",
            ),
            Error::NoAddress { .. } => Self::usage(message)
                .hint("--tgm takes http://host/path; for stored answers use --cases or --replay"),
            Error::NeverReached { .. } => Self::out_of_reach(message)
                .hint("check that the service is running and that the URL is correct"),
            Error::NoRecords { .. } => Self::input(message).hint(
                "each line is an object with question, gold_sparql and tgm: {status, body}; see \
                 docs/templates.md",
            ),
            Error::NoTextInLanguage { .. } => {
                Self::input(message).hint("choose another language with --lang")
            }
            Error::NoAnswersInLanguage { .. } => {
                Self::input(message).hint("set the language with --lang")
            }
            Error::UnknownRules { name } => {
                let names: Vec<_> = rules().iter().map(|rules| rules.name).collect();
                if let Some(meant) = nearest(&name, names.iter().copied()) {
                    return Self::usage(message).hint(format!("did you mean `{meant}`?"));
                }
                Self::usage(message).hint(format!(
                    "the rule sets are {}; a TOML file with your own rules works too",
                    names.join(", ")
                ))
            }
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let message = error.to_string();
        match error {
            ExportError::Base { .. } => Self::usage(message)
                .hint("a base is the beginning of an IRI, such as https://example.org/experiment/"),
            ExportError::Write(_) | ExportError::Inconsistent { .. } => Self::input(message),
            ExportError::Archive(ArchiveError::Newer { .. }) => {
                Self::input(message).hint("verify it with that version")
            }
            ExportError::Archive(_) => Self::input(message)
                .hint("`lydite experiment export ID -o FILE.zip` makes such an archive"),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::OutOfReach { .. } | StoreError::Lost { .. } => Self::out_of_reach(message)
                .hint("set the store with --store FILE or --store postgres://USER@HOST/DATABASE"),
            StoreError::Busy { .. } => {
                Self::out_of_reach(message).hint("another process is writing; try again")
            }
            StoreError::Newer { .. } => Self::input(message)
                .hint("nothing was changed; use the version of Lydite that wrote it, or a later one"),
            StoreError::Damaged { .. } => Self::input(message).hint(
                "nothing was changed; keep the file, and put a copy made by `lydite store backup` \
                 in its place",
            ),
            StoreError::Full { .. } => Self::input(message).hint(
                "nothing that was reported as done is lost; make room, then `lydite run --resume ID`",
            ),
            StoreError::NoExperiment { nearest, .. } => Self::input(message).hint(match nearest {
                Some(id) => format!("did you mean {id}?"),
                None => "`lydite experiment list` shows all".to_owned(),
            }),
            StoreError::Ranked { .. } => {
                Self::usage(message).hint("a campaign keeps all that was handed in")
            }
            StoreError::NotJudged { number: None, .. } => {
                Self::input(message).hint("`lydite run --resume ID` finishes an experiment")
            }
            StoreError::NotJudged { .. } => {
                Self::input(message).hint("judgings are numbered from 1; without --judging, the latest is shown")
            }
            StoreError::NotShared { .. } => {
                Self::usage(message).hint("name it with --store postgres://USER@HOST/DATABASE")
            }
            StoreError::NoBackup => {
                Self::usage(message).hint("`pg_dump --schema lydite DATABASE` writes a copy")
            }
            StoreError::Exists { .. } => Self::usage(message).hint("choose another name"),
            StoreError::Statement { .. }
            | StoreError::Unreadable { .. }
            | StoreError::NoDataset { .. }
            | StoreError::File { .. } => Self::input(message),
        }
    }
}

/// A file that a command without `--force` would overwrite.
pub(crate) fn another_name(error: Error) -> Failure {
    let exists = matches!(error, Error::Exists { .. });
    let failure = Failure::from(error);
    if exists {
        return failure.hint("choose another name, or remove the file first");
    }
    failure
}

/// What to do about a query over features.
fn selection(error: &SelectError) -> Option<String> {
    let hint = match error {
        SelectError::Query(error) => return error.hint.clone(),
        SelectError::NotSelect => {
            "as in SELECT DISTINCT ?question ?length { ?question qaldgen:length ?length }"
        }
        SelectError::NotAQuestion { .. } => {
            "the first variable of SELECT must be the question, the subject of qaldgen:length"
        }
        SelectError::NotANumber { .. } => {
            "select only numbers; variables used in filters need not be selected"
        }
        SelectError::SeveralRows { .. } => {
            "do not select features with several values, such as lsq:usesFeature"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

impl From<SampleError> for Failure {
    fn from(error: SampleError) -> Self {
        let failure = Self::input(error.to_string());
        match error {
            SampleError::TooMany { .. } => {
                failure.hint("--method feasible and --method kmeans work for any number")
            }
            SampleError::Parameter(_) => Self::usage(failure.message),
            SampleError::NotFinite { .. } => failure.hint("leave the question out with --where"),
            _ => failure,
        }
    }
}

/// An endpoint that cannot be used.
fn endpoint(error: &GraphError) -> Failure {
    let failure = Failure::out_of_reach(error.to_string());
    match error {
        GraphError::Unauthorised { .. } => failure.hint(format!(
            "put the user in the URL (http://USER:PASSWORD@…) or in {CREDENTIALS}"
        )),
        GraphError::NotResults { .. } => {
            failure.hint("is this the URL of the SPARQL endpoint, or of a page about it?")
        }
        _ => failure,
    }
}

impl From<GraphError> for Failure {
    fn from(error: GraphError) -> Self {
        let failure = Self::input(error.to_string());
        let with_code = |exit_code| Self {
            exit_code,
            ..Self::input(error.to_string())
        };
        match error {
            GraphError::OutOfReach { .. }
            | GraphError::Unauthorised { .. }
            | GraphError::NotAllowed { .. }
            | GraphError::NotResults { .. } => with_code(4),
            GraphError::Deadline(_) => with_code(1).hint("allow more time with --timeout SECONDS"),
            GraphError::Memory(_) | GraphError::Cancelled => with_code(1),
            GraphError::Damaged { .. } => {
                failure.hint("load the graph again: `lydite kg load --force --name NAME FILE…`")
            }
            _ => failure,
        }
    }
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        let message = error.to_string();
        let hint = match &error {
            FetchError::Unreachable { .. } => {
                "check the connection and the proxy, or use a mirror with \
                 `--mirror DIR` or `--mirror URL`"
                    .to_owned()
            }
            FetchError::Interrupted { name, .. } => {
                format!("fetch `{name}` again to resume")
            }
            FetchError::Status { status, .. } => advice(*status).to_owned(),
            FetchError::NotInMirror { .. } => {
                "choose another `--mirror`, or omit the option to use the public repository"
                    .to_owned()
            }
            FetchError::WrongDigest { .. } | FetchError::WrongSize { .. } => {
                "try another source with `--mirror`".to_owned()
            }
            FetchError::File { .. } => return Self::input(message),
        };
        let exit_code = match error.fault() {
            Fault::WrongContent => 1,
            Fault::Unreadable => 3,
            Fault::OutOfReach => 4,
        };
        Self {
            message,
            hint: Some(hint),
            exit_code,
        }
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        404 | 410 => "the file is gone; use a mirror with `--mirror DIR` or `--mirror URL`",
        // GitHub answers both when an address has used up its hourly allowance.
        403 | 429 => "the server refuses or limits requests; wait an hour or use `--mirror`",
        500.. => "the server has a problem; try again later or use `--mirror`",
        _ => "try another source with `--mirror DIR` or `--mirror URL`",
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        let failure = Self::input(error.to_string());
        match &error {
            ResolveError::NotFetched { name } => {
                failure.hint(format!("run `lydite dataset fetch {name}`"))
            }
            ResolveError::Folder { .. } => failure,
            ResolveError::NoSuchFile { suggestions, .. } if suggestions.is_empty() => failure,
            other => failure.hint(did_you_mean(other.suggestions())),
        }
    }
}

impl From<UnknownName> for Failure {
    fn from(error: UnknownName) -> Self {
        let hint = did_you_mean(&error.suggestions);
        Self::input(error.to_string()).hint(hint)
    }
}

fn did_you_mean(names: &[String]) -> String {
    match names {
        [] => "`lydite dataset list` lists all names".to_owned(),
        names => format!("did you mean `{}`?", names.join("`, `")),
    }
}

impl From<NoHome> for Failure {
    fn from(error: NoHome) -> Self {
        Self::input(error.to_string()).hint("set one with --home or LYDITE_HOME")
    }
}

/// An output that cannot be written. A closed pipe is not a failure: the reader has seen enough.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self {
                message: String::new(),
                hint: None,
                exit_code: 0,
            };
        }
        Self {
            message: format!("cannot write: {error}"),
            hint: None,
            exit_code: 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_transfers_have_exit_codes_and_say_what_to_do_next() {
        let (name, url, reason) = (
            String::from("toy"),
            String::from("http://h/f"),
            String::new(),
        );
        let status = |status| FetchError::Status {
            url: url.clone(),
            status,
        };
        let unreachable = FetchError::Unreachable {
            url: url.clone(),
            reason: reason.clone(),
        };
        let interrupted = FetchError::Interrupted {
            name: name.clone(),
            url: url.clone(),
            received: 1,
            total: 2,
            reason,
        };
        let size = FetchError::WrongSize {
            name,
            from: url.clone(),
            expected: 1,
            found: 2,
        };
        let missing = FetchError::NotInMirror {
            dir: "x".into(),
            file: "y".to_owned(),
        };
        let cases = [
            (unreachable, 4, "--mirror DIR"),
            (interrupted, 4, "fetch `toy` again"),
            (status(404), 4, "--mirror DIR"),
            (status(403), 4, "--mirror"),
            (status(429), 4, "--mirror"),
            (status(503), 4, "--mirror"),
            (status(302), 4, "--mirror"),
            (missing, 4, "--mirror"),
            (size, 1, "--mirror"),
        ];
        for (error, code, hint) in cases {
            let failure = Failure::from(error);
            assert_eq!(failure.exit_code, code, "{failure}");
            assert!(failure.hint.unwrap().contains(hint), "{}", failure.message);
        }
    }
}
