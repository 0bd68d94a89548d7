//! From what a user wrote to a system that can be asked.

use std::path::Path;
use std::sync::Arc;

use lydite_graph::KnowledgeGraph;
use lydite_model::nearest;

use super::QaSystem;
use super::chat::Chat;
use super::exec::Exec;
use super::file::FileSystem;
use super::gerbil::Gerbil;
use super::keywords::ByKeywords;
use super::okbqa::Okbqa;
use super::qanary::Qanary;
use super::replay::Replay;
use super::spec::{Protocol, Spec, without_password};
use super::text2sparql::Text2sparql;
use crate::asking::{Pipeline, PipelineSystem};
use crate::{Error, Lab};

impl Lab {
    /// The system that is meant: by one line, or by the path of a TOML file that describes it, with
    /// or without `NAME=` in front.
    ///
    /// # Errors
    /// What is wrong with the line or the file, and where.
    pub fn system_spec(&self, given: &str) -> Result<Spec, Error> {
        let (name, rest) = Spec::split_name(given);
        let path = Path::new(rest);
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
            let folder = path.parent().unwrap_or(Path::new(""));
            let spec = Spec::from_toml(&text, folder);
            let mut spec = spec.map_err(|error| Error::SystemFile {
                path: path.to_owned(),
                error: Box::new(error),
            })?;
            if let Some(name) = name {
                name.clone_into(&mut spec.name);
            }
            return Ok(spec);
        }
        Spec::parse(given).map_err(|error| Error::SystemSpec {
            given: without_password(given),
            error: Box::new(error),
        })
    }

    /// A system that can be asked. Those that look at a graph get this one.
    ///
    /// # Errors
    /// Its file cannot be read, a secret is not known, or there is no such pipeline. Whether a
    /// service can be reached is found out by asking it.
    pub fn system(
        &self,
        spec: &Spec,
        graph: Option<Arc<dyn KnowledgeGraph>>,
    ) -> Result<Box<dyn QaSystem>, Error> {
        let system: Box<dyn QaSystem> = match &spec.protocol {
            Protocol::File { path } => Box::new(FileSystem::open(self, spec, path)?),
            Protocol::Gerbil(options) => Box::new(Gerbil::open(self, spec, options)?),
            Protocol::Text2sparql(options) => Box::new(Text2sparql::open(self, spec, options)?),
            Protocol::Chat(options) => Box::new(Chat::open(self, spec, options, graph)?),
            Protocol::Exec(options) => Box::new(Exec::open(self, spec, options)?),
            Protocol::Okbqa(options) => Box::new(Okbqa::open(self, spec, options)?),
            Protocol::Qanary(options) => Box::new(Qanary::open(self, spec, options)?),
            Protocol::Pipeline { name } => self.pipeline(name, &spec.name, graph)?,
            Protocol::Replay { path } => {
                let replay = Replay::open(self, path)?;
                // A name of its own, where one was given.
                let usual = path.file_stem().unwrap_or_default().to_string_lossy();
                Box::new(if spec.name == usual {
                    replay
                } else {
                    replay.named(&spec.name)
                })
            }
        };
        Ok(if spec.keywords {
            Box::new(ByKeywords(system))
        } else {
            system
        })
    }

    fn pipeline(
        &self,
        name: &str,
        called: &str,
        graph: Option<Arc<dyn KnowledgeGraph>>,
    ) -> Result<Box<dyn QaSystem>, Error> {
        let pipelines = self.pipelines.as_ref();
        if let Some(found) = pipelines.and_then(|known| known.open(name, graph.clone())) {
            return Ok(found);
        }
        if let Ok(pipeline) = Pipeline::parse(name, self.components()) {
            let graph = graph.ok_or(Error::PipelineWithoutGraph)?;
            return Ok(Box::new(
                PipelineSystem::new(self, pipeline, graph)?.named(called),
            ));
        }
        let mut names = pipelines.map(|known| known.names()).unwrap_or_default();
        names.extend(PipelineSystem::NAMES.map(str::to_owned));
        Err(Error::UnknownPipeline {
            name: name.to_owned(),
            nearest: nearest(name, names.iter().map(String::as_str)).map(str::to_owned),
            names,
        })
    }
}
