//! What an evaluation was run on, so that it can be run again years later.

mod citation;

use std::fs;
use std::path::{Path, PathBuf};

use jiff::{Timestamp, tz::TimeZone};
use lydite_graph::KnowledgeGraph;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use citation::Citation;

use crate::catalogue::{Catalogue, Digest};
use crate::{AnswerSource, Evaluation, Lab, demo, graphs};

/// What an evaluation was run on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version of Lydite.
    pub version: String,
    /// When it was run: `2026-11-16T18:20:05Z`.
    pub date: String,
    /// The command line, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The random seed.
    pub seed: u64,
    /// The rule sets.
    pub rules: Vec<RulesUsed>,
    /// The files that were read.
    pub files: Vec<FileUsed>,
    /// The graph, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphRecord>,
    /// The stored experiment, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<ExperimentRecord>,
}

/// A stored experiment, by which it is cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExperimentRecord {
    /// Its identifier: `202611180001`.
    pub id: String,
    /// The same as an IRI.
    pub iri: String,
    /// Which judging of it this is, from 1 on.
    pub judging: u64,
}

/// A rule set, by name and version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesUsed {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileUsed {
    /// What it was read for.
    pub role: Role,
    /// What it is called: as it was given.
    pub name: String,
    /// The system whose answers it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The SHA-256 of its content; nothing for what can be read but once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The entry of the catalogue with the same content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalogue: Option<String>,
}

/// By what a record tells files apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identity {
    /// By their names and contents, so that they are recognised years later.
    #[default]
    Content,
    /// By their names alone, for results whose record nobody will read: digests take as long as
    /// reading small files does.
    Name,
}

/// What a file was read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The benchmark.
    Gold,
    /// The answers of a system.
    Answers,
    /// A sample of the questions.
    Sample,
    /// Links between resources.
    SameAs,
    /// Labels of resources.
    Labels,
    /// The class hierarchy.
    Classes,
}

/// The graph that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphRecord {
    /// Its name, file or address, without a password.
    pub name: String,
    /// The digest of what was loaded; an endpoint has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl Record {
    /// The record of an evaluation that begins now.
    pub(crate) fn begin(
        lab: &Lab,
        evaluation: &Evaluation,
        graph: Option<&dyn KnowledgeGraph>,
    ) -> Self {
        let knowledge = &evaluation.knowledge;
        let many = |role, paths: &[PathBuf]| {
            let each = paths.iter().map(|path| (role, path.clone(), None));
            each.collect::<Vec<_>>()
        };
        let mut files = vec![(Role::Gold, evaluation.gold.clone(), None)];
        files.extend(evaluation.systems.iter().map(|system| {
            let name = Some(system.name.clone());
            let answers = match &system.answers {
                AnswerSource::File(path) => path.clone(),
                AnswerSource::Stored(stored) => {
                    format!("experiment {}, task {}", stored.experiment, stored.task).into()
                }
            };
            (Role::Answers, answers, name)
        }));
        files.extend(
            evaluation
                .sample
                .iter()
                .map(|path| (Role::Sample, path.clone(), None)),
        );
        files.extend(many(Role::SameAs, &knowledge.same_as));
        files.extend(many(Role::Labels, &knowledge.labels));
        files.extend(many(Role::Classes, &knowledge.classes));
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            date: now(),
            command: lab.config.command.clone(),
            seed: evaluation.seed,
            rules: evaluation
                .rules
                .iter()
                .map(|rules| RulesUsed {
                    name: rules.name.to_owned(),
                    version: rules.version.to_owned(),
                })
                .collect(),
            files: identified(lab, evaluation.identity, files),
            graph: evaluation.graph.as_ref().map(|used| GraphRecord {
                name: graphs::shown(&used.name),
                digest: graph.and_then(KnowledgeGraph::content_digest),
            }),
            experiment: None,
        }
    }

    /// The files that were read for something.
    pub fn files(&self, role: Role) -> impl Iterator<Item = &FileUsed> {
        self.files.iter().filter(move |file| file.role == role)
    }
}

/// A file with what it was read for, and the system whose answers it has.
type Given = (Role, PathBuf, Option<String>);

/// The files with what they are told apart by.
fn identified(lab: &Lab, identity: Identity, files: Vec<Given>) -> Vec<FileUsed> {
    /// Threads take longer to start than smaller files to read.
    const LARGE: u64 = 16 << 20;
    let used = |given: Given| FileUsed::of(lab, identity, given);
    let size = |(_, path, _): &Given| fs::metadata(path).map_or(0, |facts| facts.len());
    let bytes: u64 = files.iter().map(size).sum();
    if identity == Identity::Content && bytes > LARGE {
        files.into_par_iter().map(used).collect()
    } else {
        files.into_iter().map(used).collect()
    }
}

impl FileUsed {
    fn of(lab: &Lab, identity: Identity, (role, given, system): Given) -> Self {
        let digest = match identity {
            Identity::Content => digest(lab, &given),
            Identity::Name => None,
        };
        Self {
            role,
            name: given.display().to_string(),
            system,
            sha256: digest.map(|digest| digest.to_string()),
            catalogue: digest.and_then(|digest| Catalogue::name_of(&digest).map(str::to_owned)),
        }
    }
}

/// The digest of a file that can be read twice.
fn digest(lab: &Lab, given: &Path) -> Option<Digest> {
    if !given.exists()
        && let Some(file) = given.to_str().and_then(demo::find)
    {
        return Some(Digest::of(file.bytes));
    }
    let path = lab.resolve(given).ok()?;
    if !path.is_file() {
        return None;
    }
    Digest::of_file(&path).ok()
}

/// The time, in seconds, in UTC.
pub(crate) fn now() -> String {
    let now = Timestamp::now().to_zoned(TimeZone::UTC);
    now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
